"""Where an interval and the verdict of a test, made by different methods, say different things about one value."""

from __future__ import annotations

from evalcore.errors import Message
from evalcore.significance.results import Alternative, rejects

# An interval that ends at the value, or a p-value at the level, is decided by rounding: it contradicts nothing.
ROUNDED = 1e-9


def contradicts(pvalue: float, low: float, high: float, *, value: float, confidence_level: float) -> bool:
    """Does an interval leave out what the test does not reject, or hold what it rejects?

    Parameters
    ----------
    pvalue : float in [0, 1]
        Of the hypothesis that the true value is `value`.
    low, high : float
        The interval.
    value : float
    confidence_level : float in (0, 1)
        Of the interval; the verdict is the one at level 1 - confidence_level.

    Returns
    -------
    bool
        False where there is no p-value or no interval, and where an end is `value` or p is the level.

    Examples
    --------
    >>> contradicts(0.08, 0.01, 0.5, value=0, confidence_level=0.95)
    True
    >>> contradicts(0.04, 0.01, 0.5, value=0, confidence_level=0.95)
    False
    """
    alpha = 1 - confidence_level
    if min(abs(pvalue - alpha), abs(low - value), abs(high - value)) <= ROUNDED:
        return False
    if not (low <= high and pvalue >= 0):  # nan
        return False
    return (low < value < high) == rejects(pvalue, alpha)


def contradiction(
    pvalue: float,
    low: float,
    high: float,
    *,
    value: float,
    confidence_level: float,
    interval: Message,
    test: Message,
    alternative: Alternative = "two-sided",
) -> tuple[Message, ...]:
    """Say that interval and test contradict each other, of which method each is, and which of them decides.

    Parameters
    ----------
    pvalue, low, high, value, confidence_level
        As of `contradicts`.
    interval, test : Message
        What they are called: "Wilson's interval", "the exact binomial test".
    alternative : "two-sided", "greater" or "less"
        Of the test; the interval has two sides.

    Returns
    -------
    tuple of Message
        Empty where they agree.

    Examples
    --------
    >>> found = {"interval": Message("Wilson's interval"), "test": Message("the exact binomial test")}
    >>> str(contradiction(0.08, 0.31, 0.83, value=0.3, confidence_level=0.95, **found)[0]).partition(":")[0]
    "Wilson's interval leaves 0.3 out, yet the exact binomial test does not reject at level 0.05"
    """
    if not contradicts(pvalue, low, high, value=value, confidence_level=confidence_level):
        return ()
    values = {"interval": interval, "test": test, "value": value, "alpha": 1 - confidence_level}
    is_held, has_two = low < value < high, alternative == "two-sided"
    if is_held and has_two:
        return (
            Message(
                "{interval} holds {value:g}, yet {test} rejects at level {alpha:g}: they are of different methods, and "
                "the test decides.",
                values,
            ),
        )
    if has_two:
        return (
            Message(
                "{interval} leaves {value:g} out, yet {test} does not reject at level {alpha:g}: they are of different "
                "methods, and the test decides.",
                values,
            ),
        )
    if is_held:
        return (
            Message(
                "{interval} has two sides and holds {value:g}, yet {test} looks to one side and rejects at level "
                "{alpha:g}: the test decides.",
                values,
            ),
        )
    return (
        Message(
            "{interval} has two sides and leaves {value:g} out, yet {test} looks to one side and does not reject at "
            "level {alpha:g}: the test decides.",
            values,
        ),
    )
