"""Which of several models is best by a number that has paired differences, and from which others is that shown?"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from evalcore.intervals import Estimate
from evalcore.support.results import Result


@dataclass(frozen=True, eq=False)
class BestOf(Result):
    """Which of several models is best on these rows, and than which others is it shown to be better?

    Parameters
    ----------
    model : str or None
        The best one, of several as good the first; None where none has a value.
    tied : tuple of str
        Others as good on these rows.
    shown : tuple of str
        Others than which it is better by the interval of their difference.
    order : tuple of str
        All models, the best first, those without a value last.
    """

    model: str | None
    tied: tuple[str, ...]
    shown: tuple[str, ...]
    order: tuple[str, ...]

    @property
    def n_others(self) -> int:
        """How many models there are besides the best one."""
        return max(len(self.order) - 1, 0)


def best_of(
    values: Mapping[str, float],
    differences: Mapping[tuple[str, str], Estimate],
    *,
    smaller_is_better: bool = False,
) -> BestOf:
    """Which model is best by a number, and than which others is it shown to be better?

    Parameters
    ----------
    values : dict of model to float
        Of each model on the same rows; nan where undefined.
    differences : dict of (first, second) to Estimate
        The first less the second, of each two models once. Intervals must hold for all pairs together
        (`level_of_each`), since the best one is found on these rows.
    smaller_is_better : bool
        As of a loss.

    Returns
    -------
    BestOf
        *Undefined when* no model has a value: `model` is None. Where a difference has no interval, nothing is shown.

    Examples
    --------
    >>> found = best_of({"a": 0.2, "b": 0.1}, {("a", "b"): Estimate(0.1, 0.05, 0.15)}, smaller_is_better=True)
    >>> found.model, found.shown, found.order
    ('b', ('a',), ('b', 'a'))
    """
    sign = -1.0 if smaller_is_better else 1.0
    order = tuple(sorted(values, key=lambda name: math.inf if math.isnan(values[name]) else -sign * values[name]))
    if not order or math.isnan(values[order[0]]):
        return BestOf(None, (), (), order)
    first, *others = order
    tied = tuple(name for name in others if values[name] == values[first])
    turned = {name: _turned(differences, first, name, sign) for name in others}
    return BestOf(first, tied, tuple(name for name, low in turned.items() if low > 0), order)


def _turned(differences: Mapping[tuple[str, str], Estimate], best: str, other: str, sign: float) -> float:
    """Return by how much the best is better at least."""
    if (found := differences.get((best, other))) is not None:
        return found.times(sign).low
    found = differences.get((other, best))
    return math.nan if found is None else found.times(-sign).low
