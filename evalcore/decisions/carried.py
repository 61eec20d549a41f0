"""Chosen on some rows, reported on others: both numbers of each reading, and how far they are apart."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import pandas as pd

from evalcore.costs import CostInterval, Criterion, threshold_cost_interval
from evalcore.counts import ThresholdCounts
from evalcore.decisions._names import listed
from evalcore.decisions._wished import Reader
from evalcore.decisions.by_group import NAMES
from evalcore.decisions.choice import Miss, WishedThreshold, fulfil, missed
from evalcore.decisions.wish import Wish
from evalcore.errors import Message, present
from evalcore.intervals import Estimate, independent_difference
from evalcore.metrics import Readings, readings
from evalcore.support.checks import check_level
from evalcore.support.results import Result

SAME_ROWS: Final = Message(
    "The same rows, or cases, serve both sides: they do not report what was chosen elsewhere, and there is no interval "
    "of the difference."
)
CHOSEN: Final = Message(
    "The threshold was chosen on the first rows, so that by what it was chosen they look better than new rows; the "
    "difference has that in it."
)


@dataclass(frozen=True)
class CarriedDifference(Estimate):
    """How much larger is a number where a threshold is reported than where it was chosen?

    Parameters
    ----------
    value, low, high, confidence_level, method, reason, warnings
        See `Estimate`.
    name : key of `METRICS`, or "cost"
    """

    name: str = field(kw_only=True)


@dataclass(frozen=True, eq=False)
class Carried(Result):
    """What is left on other rows of a threshold that was chosen on some?

    Parameters
    ----------
    threshold : float
        nan where no threshold does what is wished.
    chosen : WishedThreshold or None
        How it was chosen; None where it was given.
    here, there : Readings
        Where it was chosen, and where it is reported; empty without a threshold.
    differences : tuple of CarriedDifference
        There less here, in the order of the readings; that of a cost comes last.
    cost_here, cost_there : CostInterval or None
        What a row costs, where the cost was to be lowest or was asked for.
    misses : tuple of Miss
        What of the wish does not hold there; empty where all does.
    reason : Message or None
        Why there is no threshold.
    warnings : tuple of Message
        That it was chosen here, or that the same rows serve both sides.
    """

    threshold: float
    chosen: WishedThreshold | None
    here: Readings
    there: Readings
    differences: tuple[CarriedDifference, ...]
    cost_here: CostInterval | None = None
    cost_there: CostInterval | None = None
    misses: tuple[Miss, ...] = ()
    reason: Message | None = None
    warnings: tuple[Message, ...] = ()

    def to_frame(self) -> pd.DataFrame:
        """Return a row a metric: its value on both sides and the difference, each with its ends, and notes."""
        sides = [*zip(self.here, self.there, strict=True)]
        costs = [(self.cost_here, self.cost_there)] if self.cost_here and self.cost_there else []
        return pd.DataFrame(
            [
                {
                    "name": apart.name,
                    **{f"{end}_{side}": getattr(one, end) for side, one in _named(*pair, apart) for end in _ENDS},
                    "note": " ".join(map(str, present(apart.reason, *apart.warnings))),
                }
                for pair, apart in zip([*sides, *costs], self.differences, strict=True)
            ]
        )


_ENDS: Final = ("value", "low", "high")


def _named(here: Estimate, there: Estimate, apart: Estimate) -> list[tuple[str, Estimate]]:
    return [("here", here), ("there", there), ("difference", apart)]


def carried(
    chosen_on: ThresholdCounts,
    reported_on: ThresholdCounts,
    wish: Wish | float,
    *,
    names: Sequence[str] = NAMES,
    independent: bool = True,
    criterion: Criterion | None = None,
    confidence_level: float = 0.95,
) -> Carried:
    """What is left on other rows of a threshold that was chosen on some?

    Parameters
    ----------
    chosen_on, reported_on : ThresholdCounts
        Of the same score on both sides; weighted rows have values and no intervals.
    wish : Wish or float
        What is wished on the first rows, or a threshold.
    names : keys of `METRICS`
        What is read; what the wish is about is added.
    independent : bool
        Whether no row, and no case, is on both sides. Two equal tables are not, whatever is said here.
    criterion : Criterion, optional
        What a row costs, to be read on both sides; that of the wish without it.
    confidence_level : float in (0, 1)

    Returns
    -------
    Carried

    Notes
    -----
    The limits of a difference are recovered from the intervals of both sides (`independent_difference`), which are by
    case where rows belong to cases. They hold of a threshold that was not chosen on either side. By what a threshold
    was chosen the first rows look better than they are, and the difference has that in it: where both sides are of one
    population the interval leaves 0 out more often than its level says. A number of alerts is one of the rows of each
    side; a share goes with any number. *Undefined when* no threshold does what is wished, or a reading is: `reason`
    says why.

    Examples
    --------
    >>> first = ThresholdCounts.from_grouped([0.9, 0.6, 0.2], n_pos=[20, 10, 5], n_neg=[2, 10, 40])
    >>> other = ThresholdCounts.from_grouped([0.8, 0.6, 0.1], n_pos=[15, 10, 10], n_neg=[4, 10, 30])
    >>> found = carried(first, other, Wish("precision", at_least={"recall": 0.8}), names=["recall"])
    >>> found.threshold, [f"{one.name} {one.value:.2f} [{one.low:.2f}, {one.high:.2f}]" for one in found.differences]
    (0.6, ['precision -0.07 [-0.27, 0.13]', 'recall -0.14 [-0.33, 0.05]'])
    >>> str(found.misses[0].message)
    'recall is 0.7143, 0.08571 less than wished'
    """
    check_level(confidence_level)
    chosen = fulfil(chosen_on, wish) if isinstance(wish, Wish) else None
    if chosen is not None and not chosen.reached:
        return Carried(math.nan, chosen, Readings(), Readings(), (), reason=chosen.reason)
    threshold = chosen.threshold if chosen is not None else float(wish)  # type: ignore[arg-type]  # no wish here
    asked = chosen.wish if chosen is not None else None
    apart, sides = independent and not chosen_on.is_same(reported_on), (chosen_on, reported_on)
    read = listed([*names, *(() if asked is None else asked.metrics)])
    beta = 1.0 if asked is None else asked.beta
    here, there = (readings(of.at(threshold), names=read, beta=beta, confidence_level=confidence_level) for of in sides)
    differences = [_difference(b, a, b.name, apart=apart) for a, b in zip(here, there, strict=True)]
    if criterion is None and asked is not None and asked.costs is not None:
        criterion = Criterion(costs=asked.costs, prevalence=asked.prevalence)
    cost_here, cost_there = (_cost(of, threshold, criterion, confidence_level) for of in sides)
    if cost_here is not None and cost_there is not None:
        differences.append(_difference(cost_there, cost_here, "cost", apart=apart))
    return Carried(
        threshold,
        chosen,
        here,
        there,
        tuple(differences),
        cost_here,
        cost_there,
        _misses(reported_on, threshold, asked),
        None,
        present(None if asked is None else CHOSEN, None if apart else SAME_ROWS),
    )


def _difference(there: Estimate, here: Estimate, name: str, *, apart: bool) -> CarriedDifference:
    """Return how far both sides are apart; without an interval where they depend on each other."""
    found = independent_difference(there, here)
    if not apart and found.reason is None:
        return CarriedDifference(found.value, confidence_level=found.confidence_level, reason=SAME_ROWS, name=name)
    return CarriedDifference(**vars(found), name=name)


def _cost(counts: ThresholdCounts, threshold: float, by: Criterion | None, level: float) -> CostInterval | None:
    """Return what a row costs on one side, where that is asked for."""
    if by is None or by.costs is None:
        return None
    options = {**vars(by.costs), "prevalence": by.prevalence, "confidence_level": level}
    return threshold_cost_interval(counts, threshold, **options)


def _misses(counts: ThresholdCounts, threshold: float, wish: Wish | None) -> tuple[Miss, ...]:
    """Return what of a wish does not hold on these rows."""
    return () if wish is None else missed(Reader.of(counts, wish), counts.cells(counts.index_of(threshold)))
