"""How many examples a property is tried on that needs more than others, or whose examples take long."""

from hypothesis import settings

USUAL = 100


def examples(n):
    """Try n examples; in the quick loop as small a share of them as of any property's."""
    return settings(max_examples=max(1, n * settings.default.max_examples // USUAL))
