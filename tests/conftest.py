"""Two cores shared by many tests: no example may fail for being slow."""

from hypothesis import settings

settings.register_profile("unhurried", deadline=None)
# The quick loop: `python -m tests --quick`.
settings.register_profile("quick", deadline=None, max_examples=20)
settings.load_profile("unhurried")
