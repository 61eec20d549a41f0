"""Two cores shared by many tests: no example may fail for being slow."""

from hypothesis import settings

settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")
