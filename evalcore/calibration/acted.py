"""What a recalibration does to a decision: who is acted upon from a probability on, before and after, and its worth."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import ArrayLike

from evalcore.calibration.recalibration import Recalibration
from evalcore.costs import decision_intervals, net_benefit_difference
from evalcore.counts import ConfusionMatrix, ThresholdCounts, threshold_counts
from evalcore.errors import Message
from evalcore.intervals import Estimate
from evalcore.intervals.shares import WEIGHTED
from evalcore.support.cases import Cases, numbered
from evalcore.support.results import Result


@dataclass(frozen=True, eq=False)
class Acted(Result):
    """Who is acted upon from a probability on, with scores as they were and recalibrated, and what is that worth?

    Parameters
    ----------
    threshold_probability : float in (0, 1)
    before, after : ConfusionMatrix
        Rows, or the sum of their weights.
    n_pos, n_neg : float
    benefit_before, benefit_after : Estimate
        Net benefit of both.
    change : Estimate
        By how much it is larger recalibrated, row by row.
    reason : Message or None
        Why something is nan.
    """

    threshold_probability: float
    before: ConfusionMatrix
    after: ConfusionMatrix
    n_pos: float
    n_neg: float
    benefit_before: Estimate
    benefit_after: Estimate
    change: Estimate
    reason: Message | None = None


def acted(
    y_true: ArrayLike,
    score: ArrayLike,
    recalibration: Recalibration,
    threshold_probability: float,
    *,
    sample_weight: ArrayLike | None = None,
    case: ArrayLike | Cases | None = None,
    confidence_level: float = 0.95,
) -> Acted:
    """What does a recalibration do to the decision of whoever acts from a probability on?

    Parameters
    ----------
    y_true : (n,) True/False or 1/0
        Of rows that the recalibration was not fitted on.
    score : (n,) finite numbers
        As they were.
    recalibration : Recalibration
    threshold_probability : float in (0, 1)
        From which probability on one acts, whichever scores are read as such.
    sample_weight : (n,) numbers >= 0, optional
        Weights have values and no intervals.
    case : (n,) labels of any kind, optional
        Rows with equal labels belong to one case and may depend on each other.
    confidence_level : float in (0, 1)

    Returns
    -------
    Acted

    Notes
    -----
    Net benefit and its difference as in `decision_intervals` and `net_benefit_difference`, at the share of positives
    of the rows. That the recalibration might have been fitted on other rows is not in the interval.
    *Undefined when* there is no recalibration, or a class has no row; before it also when scores lie outside [0, 1].

    Examples
    --------
    >>> from evalcore.calibration import recalibrate
    >>> from evalcore.counts import ThresholdCounts
    >>> made = recalibrate(ThresholdCounts.from_grouped([0.9, 0.5, 0.1], [30, 20, 15], [10, 20, 45]))
    >>> found = acted([1] * 20 + [0] * 30, [0.9] * 15 + [0.1] * 25 + [0.7] * 10, made, 0.65)
    >>> int(found.before.fp), int(found.after.fp), f"{found.change.value:.3f}"
    (10, 0, '0.371')
    """
    p = threshold_probability
    cases = None if case is None else numbered(case, len(np.asarray(y_true)))
    counted = partial(threshold_counts, y_true, sample_weight=sample_weight, case=cases)
    applied = recalibration.apply(score)
    old = counted(score)
    if recalibration.reason is not None:
        none = Estimate(math.nan, confidence_level=confidence_level, reason=recalibration.reason)
        cells = _cells(old, p)
        return Acted(p, cells, cells, old.n_pos, old.n_neg, none, none, none, recalibration.reason)
    new = counted(applied)
    bands = [decision_intervals(of, [p], confidence_level=confidence_level).model for of in (old, new)]
    reason = next((band.reason for band in bands if band.reason is not None), None)
    before, after = (band.at(0) for band in bands)
    if sample_weight is not None:
        gained = after.value - before.value
        change = Estimate(gained, confidence_level=confidence_level, reason=WEIGHTED)
    else:
        band = net_benefit_difference(y_true, applied, score, [p], case=cases, confidence_level=confidence_level)
        change = replace(band.at(0), reason=band.reason, warnings=band.warnings)
    return Acted(p, _cells(old, p), _cells(new, p), old.n_pos, old.n_neg, before, after, change, reason)


def _cells(counts: ThresholdCounts, p: float) -> ConfusionMatrix:
    """Return the four cells of acting from a probability on."""
    cm = counts.at(p)
    return ConfusionMatrix.binary(cm.tp, cm.fp, cm.fn, cm.tn)  # without the rows, which are as many
