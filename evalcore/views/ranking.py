"""What the figures of ranking show: the same curves in fewer points, for the screen only."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from evalcore import metrics
from evalcore.counts import ThresholdCounts
from evalcore.curves import AbstentionCurve, GainsCurve, roc_curve, thin
from evalcore.support.arrays import FloatArray
from evalcore.views.threshold import Steps, threshold_view

HALF = 0.5


@dataclass(frozen=True, eq=False)
class DrawnGains:
    """Gains and lift of `GainsCurve` in fewer points, each with its own; lift begins at the highest score."""

    rows: FloatArray
    gain: FloatArray
    lift_rows: FloatArray
    lift: FloatArray
    prevalence: float


@dataclass(frozen=True, eq=False)
class DrawnDistance:
    """The share of both classes from each score on, in fewer points; from the highest score down."""

    threshold: FloatArray
    tpr: FloatArray
    fpr: FloatArray


@dataclass(frozen=True, eq=False)
class DrawnAbstention:
    """Least score, coverage and accuracy of `AbstentionCurve` in fewer points, from the most certain row on."""

    threshold: FloatArray
    coverage: FloatArray
    accuracy: FloatArray


def drawn_gains(curve: GainsCurve) -> DrawnGains:
    """Return the points that draw gains and lift.

    >>> from evalcore.curves import gains_curve
    >>> drawn_gains(gains_curve(ThresholdCounts.from_grouped([2, 1], [1, 1], [0, 2]))).lift.tolist()
    [2.0, 1.0]
    """
    points, of_lift = thin(curve.rows, curve.gain), thin(curve.rows, curve.lift)
    return DrawnGains(
        curve.rows[points], curve.gain[points], curve.rows[of_lift], curve.lift[of_lift], curve.prevalence
    )


def drawn_distance(counts: ThresholdCounts) -> DrawnDistance:
    """Return the points that draw the share of both classes from each score on.

    >>> drawn_distance(ThresholdCounts.from_grouped([2, 1], [1, 1], [0, 2])).tpr.tolist()
    [0.5, 1.0]
    """
    roc = roc_curve(counts)
    score, tpr, fpr = roc.threshold[1:], roc.tpr[1:], roc.fpr[1:]
    points = sorted({*thin(score, tpr).tolist(), *thin(score, fpr).tolist()})
    return DrawnDistance(score[points], tpr[points], fpr[points])


def drawn_abstention(curve: AbstentionCurve) -> DrawnAbstention:
    """Return the points that draw coverage and accuracy.

    >>> from evalcore.curves import abstention_curve
    >>> drawn_abstention(abstention_curve([1, 0], [0.9, 0.5])).accuracy.tolist()
    [1.0, 0.5]
    """
    threshold, coverage, accuracy = curve.threshold[1:], curve.coverage[1:], curve.accuracy[1:]
    planes = ((coverage, accuracy), (threshold, coverage), (threshold, accuracy))
    points = sorted({place for plane in planes for place in thin(*plane).tolist()})
    return DrawnAbstention(threshold[points], coverage[points], accuracy[points])


def abstention_steps(curve: AbstentionCurve, special: Iterable[float] = ()) -> Steps:
    """Return the least scores at which the handle stops, with coverage and accuracy; right answers are positives.

    >>> from evalcore.curves import abstention_curve
    >>> steps = abstention_steps(abstention_curve([1, 0], [0.9, 0.5]))
    >>> steps.threshold.tolist()[:2], steps.tp.tolist()[:2], steps.fp.tolist()[:2]
    ([0.5, 0.6], [1.0, 1.0], [1.0, 0.0])
    """
    steps = threshold_view(curve.counts, special=special).steps
    return replace(steps, metrics={"coverage": metrics.queue_rate(steps), "accuracy": metrics.precision(steps)})


def first_least_score(counts: ThresholdCounts) -> float:
    """Return the least score a page starts with: one half where some are below and some not, else the middle one.

    >>> first_least_score(ThresholdCounts.from_grouped([0.9, 0.4], [1, 1], [0, 2]))
    0.5
    >>> first_least_score(ThresholdCounts.from_grouped([0.3, 0.2, 0.1], [1, 1, 0], [0, 2, 1]))
    0.2
    """
    scores = counts.threshold[1:]
    return HALF if scores[-1] < HALF <= scores[0] else float(scores[len(scores) // 2])
