"""How sure may one be of the area under a ROC curve? The interval that is printed, and its parts, off the counts."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace

import numpy as np
from scipy import special

from evalcore.counts import ThresholdCounts
from evalcore.counts.reasons import not_alone, one_class
from evalcore.curves.roc import roc_curve
from evalcore.errors import Message, message
from evalcore.intervals import Estimate
from evalcore.intervals.auc_variance import few_apart, few_far, too_few, variance_of_counts
from evalcore.intervals.mann_whitney import newcombe, on_logit_scale, robust_area
from evalcore.intervals.proportions import Interval
from evalcore.support.checks import check_level

FEW_ROWS, FEW_WRONG = 10, 1  # of a class: docs/coverage.md, where DeLong's on the logit scale holds too little
WEIGHTED = Message("The rows are weighted, and DeLong's standard error is defined for rows that count once each.")
CLIPPED = Message("The interval reached beyond 0 or 1 and was cut there; the one on the logit scale stays inside.")
PERFECT = Message(
    "Every pair is in the right order, which is no proof of certainty: DeLong's method and resampling cannot "
    "tell how far below 1 AUC may be; Newcombe's score method can."
)
REVERSED = Message(
    "Every pair is in the wrong order, which is no proof of certainty: DeLong's method and resampling cannot "
    "tell how far above 0 AUC may be; Newcombe's score method can."
)
TOO_SURE = Message(
    "A class has few rows, or few for an area so near its end: either interval by DeLong's method alone covers the "
    "true area less often than its level says, the plain one most clearly. The farther ends do not rest on it alone."
)
NEARLY_TIED = Message(
    "All rows of a class but fewer than five have the same score: either interval by DeLong's method alone covers the "
    "true area less often than its level says. The farther ends do not rest on it alone."
)
ALL_TIED = Message(
    "All rows have the same score, so no row differs from another and there is nothing to estimate from."
)


@dataclass(frozen=True)
class AucInterval(Estimate):
    """Between which values does the area under the ROC curve lie?

    Parameters
    ----------
    value, confidence_level
        See `Estimate`: AUC, in [0, 1]; nan without rows of one class.
    low, high : float in [0, 1]
        auc -+ z standard_error, cut at 0 and 1; nan where there is none, then `reason` says why.
    standard_error : float >= 0
        DeLong's; 0 where no row differs from another, nan with fewer than two rows in a class.
    logit_low, logit_high : float in (0, 1)
        The same on the logit scale: never outside [0, 1], and nearer to its level where AUC is near 1.
    newcombe_low, newcombe_high : float in [0, 1]
        Newcombe's method 5: it holds with few rows and near 1 if both classes vary alike, and needs one row of each
        class; nan where no row differs from another or rows are weighted.
    robust_low, robust_high : float in [0, 1]
        What is printed, see `robust_area`: the farther ends of Newcombe's and of the one on the logit scale, beyond
        both where rows are few. Of Newcombe's alone where DeLong's method has none; nan where there is neither.
    method : "delong" or "obuchowski"
        The second where rows belong to cases; all intervals are then by case, see `auc_interval`.
    reason : Message or None
        Why there is no interval by DeLong's method; where there is none at all, why not.
    warnings : tuple of Message
        What is wrong with the intervals by DeLong's method where they stand alone.
    robust_warnings : tuple of Message
        Why what is printed may be too narrow: few rows far on the other side make most of what AUC is away from its
        end. Not of rows that belong to cases.
    """

    method: str = field(default="delong", kw_only=True)
    standard_error: float = field(kw_only=True)
    logit_low: float = field(default=math.nan, kw_only=True)
    logit_high: float = field(default=math.nan, kw_only=True)
    newcombe_low: float = field(default=math.nan, kw_only=True)
    newcombe_high: float = field(default=math.nan, kw_only=True)
    robust_low: float = field(default=math.nan, kw_only=True)
    robust_high: float = field(default=math.nan, kw_only=True)
    robust_warnings: tuple[Message, ...] = field(default=(), kw_only=True)

    @property
    def auc(self) -> float:
        """The value."""
        return self.value

    @property
    def of_rank_loss(self) -> tuple[float, float]:
        """The printed interval of 1 - AUC, the share of pairs in the wrong order."""
        return 1 - self.robust_high, 1 - self.robust_low


def interval_of_rows(counts: ThresholdCounts, *, confidence_level: float = 0.95) -> AucInterval:
    """Between which values does the area under the ROC curve lie, if the rows are independent and counted already?

    Parameters
    ----------
    counts : ThresholdCounts
        Of rows, not of weights.
    confidence_level : float in (0, 1)

    Returns
    -------
    AucInterval

    Notes
    -----
    What is printed has the farther ends of two methods that fail in different places (`robust_area`): DeLong's on the
    logit scale covers .7 to .8 with two rows of a class among 100, or ten among 500 and AUC .98; Newcombe's method 5
    .70 to .90 where one class spreads wider, is a mixture or partly reversed. Both together cover .90 to 1.00 in the
    populations of docs/coverage.md but where one in ten or twenty is reversed and those 20 to 50 rows of a class show
    next to none of them (.83 to .89). `robust_warnings` stand in most samples of such a population: where five rows or
    fewer, of ten or more of a class, lie beyond 19 of 20 of the other and make two thirds of all wrong pairs.

    DeLong: each positive row has a placement V10, the share of negatives it is above, and each negative row V01, the
    share of positives it is below, ties as half. Var(AUC) = s^2(V10) / m+ + s^2(V01) / m-, with the sample variances
    s^2. Plain interval: AUC -+ z SE. Logit: logit(AUC) -+ z SE / (AUC (1 - AUC)), turned back. All assume independent
    rows and a model that was not fitted to them. `warnings` tell where these cover too little: where the smaller class
    has m rows, m below 10 or m AUC or m (1 - AUC) below 1. *Undefined when* (DeLong's) a class has fewer than two
    rows, rows are weighted, or no row differs from another (AUC 0 or 1, or one single score): an interval without width
    would look like certainty. *Undefined when* (Newcombe's and the farther ends) a class has no row, rows are weighted,
    or there is one single score.

    References
    ----------
    DeLong, DeLong and Clarke-Pearson (1988), https://doi.org/10.2307/2531595; in O(n log n): Sun and Xu (2014),
    https://doi.org/10.1109/LSP.2014.2337313; logit: Pepe (2003), The Statistical Evaluation of Medical Tests, 5.2;
    Newcombe (2006), https://doi.org/10.1002/sim.2324

    Examples
    --------
    >>> interval_of_rows(ThresholdCounts.from_grouped([0.9, 0.1], [5, 0], [0, 5])).reason.template[:39]
    'Every pair is in the right order, which'
    """
    check_level(confidence_level)
    auc = roc_curve(counts).auc
    reason, error = _without_error(counts), _standard_error(counts, auc)
    if reason is None and (auc in (0, 1) or len(counts) == 2):
        reason = PERFECT if auc == 1 else REVERSED if auc == 0 else ALL_TIED
    found = AucInterval(auc, standard_error=error, confidence_level=confidence_level, reason=reason)
    if _nothing_to_tell(counts):
        return found
    by_score = newcombe(auc, counts.n_pos, counts.n_neg, confidence_level=confidence_level)
    robust = robust_area(auc, error, counts.n_pos, counts.n_neg, confidence_level=confidence_level)
    found = replace(
        found,
        newcombe_low=float(by_score.low),
        newcombe_high=float(by_score.high),
        robust_low=float(robust.low),
        robust_high=float(robust.high),
        robust_warnings=printed_warnings(counts, auc),
    )
    return found if reason is not None else _with_delong(found, counts)


def printed_warnings(counts: ThresholdCounts, auc: float) -> tuple[Message, ...]:
    """Why may the interval of this AUC that is printed be too narrow?"""
    far = few_far(counts, auc)
    if far is None:
        return ()
    values = {"few": far.few, "rows": far.rows, "end": int(auc >= 0.5)}
    if far.positive:
        found = message(
            "{few} of {rows} positives lie beyond nearly all negatives and make most of what AUC is away from {end}. "
            "How many such positives there are is hardly known from so few: the interval of AUC may be too narrow.",
            **values,
        )
    else:
        found = message(
            "{few} of {rows} negatives lie beyond nearly all positives and make most of what AUC is away from {end}. "
            "How many such negatives there are is hardly known from so few: the interval of AUC may be too narrow.",
            **values,
        )
    return (found,)


def ends_of_rows(counts: ThresholdCounts, *, confidence_level: float = 0.95) -> Interval:
    """Return `robust_low` and `robust_high` alone, of independent rows; nan where they are undefined."""
    if _nothing_to_tell(counts):
        return Interval(np.nan, np.nan)
    auc = roc_curve(counts).auc
    error = _standard_error(counts, auc)
    return robust_area(auc, error, counts.n_pos, counts.n_neg, confidence_level=confidence_level)


def _nothing_to_tell(counts: ThresholdCounts) -> bool:
    """Tell whether no method has an interval."""
    return not_alone(counts, WEIGHTED) is not None or one_class(counts) is not None or len(counts) == 2


def _without_error(counts: ThresholdCounts) -> Message | None:
    """Say why there is no standard error by DeLong's method; None where there is one."""
    return one_class(counts) or not_alone(counts, WEIGHTED) or too_few(counts.n_pos, counts.n_neg)


def _standard_error(counts: ThresholdCounts, auc: float) -> float:
    """Return the standard error by DeLong's method; nan where there is none."""
    return math.sqrt(variance_of_counts(counts, auc)) if _without_error(counts) is None else np.nan


def _with_delong(found: AucInterval, counts: ThresholdCounts) -> AucInterval:
    """Return the same with both intervals by DeLong's method."""
    auc, level = found.auc, found.confidence_level
    half = float(special.ndtri((1 + level) / 2)) * found.standard_error
    low, high = auc - half, auc + half
    logit = on_logit_scale(auc, found.standard_error, confidence_level=level)
    return replace(
        found,
        low=max(low, 0.0),
        high=min(high, 1.0),
        logit_low=float(logit.low),
        logit_high=float(logit.high),
        warnings=_warnings(counts, auc, clipped=low < 0 or high > 1),
    )


def _warnings(counts: ThresholdCounts, auc: float, *, clipped: bool) -> tuple[Message, ...]:
    """Say where DeLong's method alone is not to be trusted: tests/benchmarks/coverage.py shows where that is."""
    found = [CLIPPED] if clipped else []
    least = min(counts.n_pos, counts.n_neg)
    if least < FEW_ROWS or least * min(auc, 1 - auc) < FEW_WRONG:
        found.append(TOO_SURE)
    elif few_apart(counts):
        found.append(NEARLY_TIED)
    return tuple(found)
