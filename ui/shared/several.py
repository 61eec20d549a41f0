"""The one rule for two of several models, as every page says it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ui.shared.numbers import count, interval, number
from ui.shared.text import _, in_row, plain, remark

# So many models are named in a sentence.
MOST_NAMED: Final = 4
# Up to so many models the interval of the one that was picked holds .93 or more (docs/coverage.md).
MOST_TO_PICK: Final = 3


def said_of_best(
    model: str,
    metric: str,
    reading: tuple[float, float, float],
    *,
    tied: Sequence[str],
    shown: Sequence[str] | None,
    n_others: int,
    lowest: bool = False,
) -> str:
    """Say which model is best by a metric, with its value and interval, and than which others that is `shown`.

    Where differences have no interval it is None.
    """
    value, low, high = reading
    parts = {"model": plain(model), "metric": metric, "value": number(value), "interval": plain(interval(low, high))}
    if lowest:
        first = _("**{model}** has the lowest {metric}: **{value}** {interval}", **parts)
    else:
        first = _("**{model}** has the highest {metric}: **{value}** {interval}", **parts)
    if tied:
        first = _("{first}, as has {others}", first=first, others=_some(tied))
    return _("{first}; {shown}.", first=first, shown=_better(shown, n_others))


def _better(shown: Sequence[str] | None, n_others: int) -> str:
    """Say than which others the best model is shown to be better."""
    if shown is None:
        return _("whether that is more than chance is not known here")
    if n_others == 1:
        return _("it is shown to be better than the other") if shown else _("that may be chance")
    n = count(n_others)
    if not shown:
        return _("it is shown to be better than none of the {n} others", n=n)
    if len(shown) == n_others:
        return _("it is shown to be better than each of the {n} others", n=n)
    which = _some(shown)
    return _("it is shown to be better than {k} of the {n} others: {which}", k=count(len(shown)), n=n, which=which)


def _some(names: Sequence[str]) -> str:
    """List names of models, of many the first."""
    first, more = in_row(map(plain, names[:MOST_NAMED])), len(names[MOST_NAMED:])
    return _("{names} and {n} more", names=first, n=count(more)) if more else first


def show_picked(n_models: int) -> None:
    """Say what is to be minded of the interval of the best of several; of two or three it holds what it says."""
    if n_models > MOST_TO_PICK:
        remark(
            "The best of {n} was picked on these rows: its value is likely to be worse on new ones, and its own "
            "interval does not count that in (of twelve models that are equally good it held 76 to 89%). The "
            "differences do.",
            n=count(n_models),
        )


def show_rule(n_pairs: int) -> None:
    """Say how intervals and p answer for all pairs of models together; of one pair there is nothing to say."""
    if n_pairs > 1:
        remark(
            "Adjusted for {n} pairs together: the intervals by Bonferroni's method, p by Holm's, which may reject "
            "where an interval still holds 0.",
            n=count(n_pairs),
        )


def show_rule_of_intervals(n_pairs: int) -> None:
    """Say the same where there are intervals only."""
    if n_pairs > 1:
        remark("Adjusted for {n} pairs together: the intervals by Bonferroni's method.", n=count(n_pairs))
