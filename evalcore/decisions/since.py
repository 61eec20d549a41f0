"""Two samples a week apart: what changed of the rows, their scores and areas, and of what one threshold decides."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
import pandas as pd
from scipy import stats

from evalcore.counts import ThresholdCounts
from evalcore.curves import auc_interval, auc_interval_from_counts, average_precision_interval
from evalcore.decisions.carried import SAME_ROWS, Carried, CarriedDifference, carried
from evalcore.errors import Message, present
from evalcore.intervals import Estimate, independent_difference
from evalcore.metrics import METRICS
from evalcore.significance import detectable_order, detectable_share
from evalcore.support.arrays import FloatArray, IntArray
from evalcore.support.results import Result

WEIGHTED: Final = Message("The rows are weighted, and this test needs rows that count once each.")
OF_CASES: Final = Message(
    "Rows of a case are not independent, and this test needs rows that are. The intervals go by case."
)
NO_ROW: Final = Message("One of both files has no row of this class.")
# What of a threshold's readings is of the rows, or of both rates of the decision; all others follow from these.
ROWS: Final = ("prevalence", "queue_rate")


@dataclass(frozen=True)
class ScoreShift(Estimate):
    """How often does a row of one class score higher now than one of before?

    Parameters
    ----------
    value, low, high, confidence_level, method, reason, warnings
        See `Estimate`: 0.5 where the scores have not moved; a tie counts half.
    name : "positives" or "negatives"
    n_before, n_now : float
        Rows of the class, or the sum of their weights.
    pvalue : float in [0, 1]
        Of Mann and Whitney's test; nan where rows are weighted or belong to cases.
    detectable : float in (0, 0.5]
        So far from 0.5 it must be to be found four times of five by that test; nan where there is none.
    untested : Message or None
        Why there is no test.
    """

    name: str = field(kw_only=True)
    n_before: float = field(kw_only=True)
    n_now: float = field(kw_only=True)
    pvalue: float = field(default=math.nan, kw_only=True)
    detectable: float = field(default=math.nan, kw_only=True)
    untested: Message | None = field(default=None, kw_only=True)


@dataclass(frozen=True, eq=False)
class Since(Result):
    """What changed from one sample of rows to a newer one?

    Parameters
    ----------
    kept : Carried
        Every reading of one threshold on both, prevalence and the share predicted positive among them; `there` is now.
    areas : tuple of (Estimate, Estimate, CarriedDifference)
        AUC and average precision ("auc", "average_precision"): before, now, and now less before.
    shifts : tuple of ScoreShift
        Of the scores of positives and of negatives.
    detectable_prevalence : float in [0, 1]
        So far must the prevalence move to be found four times of five; nan where rows are weighted or belong to cases.
    """

    kept: Carried
    areas: tuple[tuple[Estimate, Estimate, CarriedDifference], ...]
    shifts: tuple[ScoreShift, ...]
    detectable_prevalence: float

    @property
    def numbers(self) -> list[tuple[Estimate, Estimate, CarriedDifference]]:
        """All that has a value on both sides: what is of the rows first, then the areas, then the other readings."""
        read = [*zip(self.kept.here, self.kept.there, self.kept.differences, strict=True)]
        of_rows = [one for name in ROWS for one in read if one[2].name == name]
        return [*of_rows, *self.areas, *(one for one in read if one[2].name not in ROWS)]

    @property
    def sizes(self) -> list[tuple[str, float, float, float]]:
        """How many "rows", "positives" and "negatives" there are before, now, and how many more."""
        of_class = [(one.name, one.n_before, one.n_now) for one in self.shifts]
        whole = ("rows", sum(one[1] for one in of_class), sum(one[2] for one in of_class))
        return [(name, before, now, now - before) for name, before, now in (whole, *of_class)]

    def beyond_chance(self) -> list[CarriedDifference]:
        """Return the differences whose intervals leave out 0."""
        return [apart for _before, _now, apart in self.numbers if apart.low > 0 or apart.high < 0]

    def to_frame(self) -> pd.DataFrame:
        """Return a row a number: before, now and the difference with their ends, and why one is missing."""
        return pd.DataFrame(
            [
                {
                    "name": apart.name,
                    **{
                        f"{end}_{side}": getattr(one, end)
                        for side, one in (("before", before), ("now", now), ("difference", apart))
                        for end in ("value", "low", "high")
                    },
                    "note": " ".join(map(str, present(apart.reason, *apart.warnings))),
                }
                for before, now, apart in self.numbers
            ]
        )


def since(
    before: ThresholdCounts,
    now: ThresholdCounts,
    threshold: float,
    *,
    independent: bool = True,
    confidence_level: float = 0.95,
) -> Since:
    """What changed from one sample of rows to a newer one, in the rows, the scores, and what a threshold decides?

    Parameters
    ----------
    before, now : ThresholdCounts
        Of the same score; weighted rows have values and no intervals, rows of cases intervals by case.
    threshold : float
        Decided before, or given; it is held on both.
    independent : bool
        Whether no row, and no case, is on both sides. Two equal tables are not, whatever is said here.
    confidence_level : float in (0, 1)

    Returns
    -------
    Since

    Notes
    -----
    Differences have limits recovered from both intervals (`independent_difference`); each holds alone. Whether scores
    have moved is asked within each class, so that a new prevalence alone moves nothing: how often a row of now scores
    higher than one of before is an AUC of now against before, with its interval, and its test is Mann and Whitney's. A
    threshold that was chosen on the rows of before looks better on them than it is. *Undefined when* a number is on one
    side: `reason` says why.

    References
    ----------
    Mann and Whitney (1947), https://doi.org/10.1214/aoms/1177730491; Noether (1987),
    https://doi.org/10.1080/01621459.1987.10478478

    Examples
    --------
    >>> last = ThresholdCounts.from_grouped([0.9, 0.6, 0.2], n_pos=[20, 10, 5], n_neg=[2, 10, 40])
    >>> this = ThresholdCounts.from_grouped([0.8, 0.6, 0.1], n_pos=[15, 10, 10], n_neg=[4, 10, 30])
    >>> found = since(last, this, 0.6)
    >>> print(found.kept.threshold, found.shifts[0])
    0.6 0.2653 [0.1633, 0.4006]
    """
    apart = independent and not before.is_same(now)
    level = confidence_level
    kept = carried(before, now, threshold, names=tuple(METRICS), independent=apart, confidence_level=level)
    shifts = tuple(_shift(name, before, now, apart=apart, level=level) for name in ("positives", "negatives"))
    is_tested = apart and _untested(before, now) is None and (before.n_pos + before.n_neg) * (now.n_pos + now.n_neg) > 0
    n_before, n_now = (int(one.n_pos + one.n_neg) for one in (before, now))
    far = detectable_share(n_before, n_now, before.prevalence) if is_tested else math.nan
    return Since(kept, _areas(before, now, apart=apart, level=level), shifts, far)


def _areas(
    before: ThresholdCounts, now: ThresholdCounts, *, apart: bool, level: float
) -> tuple[tuple[Estimate, Estimate, CarriedDifference], ...]:
    found = []
    for name, area in (("auc", _auc), ("average_precision", average_precision_interval)):
        first, second = (area(counts, confidence_level=level) for counts in (before, now))
        difference = independent_difference(second, first)
        if not apart:
            difference = Estimate(difference.value, confidence_level=level, reason=SAME_ROWS)
        found.append((first, second, CarriedDifference(**vars(difference), name=name)))
    return tuple(found)


def _auc(counts: ThresholdCounts, *, confidence_level: float) -> Estimate:
    """Return an area with the interval that is printed."""
    found = auc_interval_from_counts(counts, confidence_level=confidence_level)
    return Estimate(
        found.value,
        found.robust_low,
        found.robust_high,
        confidence_level=confidence_level,
        reason=found.reason if math.isnan(found.robust_low) else None,
        warnings=found.robust_warnings,
    )


def _untested(before: ThresholdCounts, now: ThresholdCounts) -> Message | None:
    if before.weighted or now.weighted:
        return WEIGHTED
    return OF_CASES if before.of_cases or now.of_cases else None


def _shift(name: str, before: ThresholdCounts, now: ThresholdCounts, *, apart: bool, level: float) -> ScoreShift:
    """Return how the scores of a class have moved."""
    sides = [_of_class(one, name) for one in (before, now)]
    (_, of_before), (_, of_now) = sides
    n_before, n_now = float(of_before.sum()), float(of_now.sum())
    about: dict[str, Any] = {"name": name, "n_before": n_before, "n_now": n_now}
    if not (n_before and n_now):
        return ScoreShift(math.nan, reason=NO_ROW, untested=NO_ROW, confidence_level=level, **about)
    scores = np.concatenate([score for score, _ in sides])
    zeros = [np.zeros_like(of) for _, of in sides]
    both = ThresholdCounts.from_grouped(
        scores, np.concatenate([zeros[0], of_now]), np.concatenate([of_before, zeros[1]])
    )
    found = _auc(both, confidence_level=level)
    untested = None if apart else SAME_ROWS
    if not apart:
        found = Estimate(found.value, confidence_level=level, reason=SAME_ROWS)
    elif before.of_cases or now.of_cases:
        found = _by_case(name, before, now, level)
    untested = untested or _untested(before, now)
    if untested is not None:
        return ScoreShift(**vars(found), untested=untested, **about)
    far = detectable_order(int(n_before), int(n_now))
    return ScoreShift(**vars(found), pvalue=_pvalue(both), detectable=far, **about)


def _of_class(counts: ThresholdCounts, name: str) -> tuple[FloatArray, FloatArray | IntArray]:
    """Return the scores of a class and how many rows have each."""
    return counts.threshold[1:], np.diff(counts.tp if name == "positives" else counts.fp)


def _by_case(name: str, before: ThresholdCounts, now: ThresholdCounts, level: float) -> Estimate:
    """Return how often a row of now scores higher, its interval by case; no case is on both sides."""
    (first, of_first), (second, of_second) = (_rows_of_class(one, name) for one in (before, now))
    is_now = np.arange(len(first) + len(second)) >= len(first)
    case = np.concatenate([of_first, of_second + (of_first.max(initial=0) + 1)])
    found = auc_interval(is_now, np.concatenate([first, second]), case=case, confidence_level=level)
    reason = found.reason if math.isnan(found.robust_low) else None
    ends = found.robust_low, found.robust_high
    warnings = found.robust_warnings
    return Estimate(found.value, *ends, confidence_level=level, reason=reason, warnings=warnings)


def _rows_of_class(counts: ThresholdCounts, name: str) -> tuple[FloatArray, IntArray]:
    """Return score and case of each row of a class; without cases each row is one."""
    if counts.rows is None:
        score, of = _of_class(counts, name)
        scores = np.repeat(score, of.astype(np.int64))
        return scores, np.arange(len(scores))
    mine = counts.rows.truth == (name == "positives")
    return counts.rows.score[mine], counts.rows.cases.code[mine]


def _pvalue(both: ThresholdCounts) -> float:
    """Return the p-value of Mann and Whitney's test; with few rows and no ties it is exact."""
    place = np.arange(len(both) - 1)
    now, before = (np.repeat(place, np.diff(of)) for of in (both.tp, both.fp))
    return float(stats.mannwhitneyu(before, now, alternative="two-sided").pvalue)
