"""What a figure of curves shows: each model's lines, thinned for drawing only, with their areas and intervals."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from evalcore.counts import ConfusionMatrix, ThresholdCounts
from evalcore.curves import (
    at_prevalence,
    det_curve,
    normal_deviates,
    precision_recall_curve,
    roc_curve,
    thin_det,
    thin_precision_recall,
    thin_roc,
)
from evalcore.intervals import Estimate
from evalcore.metrics import fpr, precision, recall
from evalcore.support.arrays import FloatArray, IndexArray
from evalcore.views.labels import Labels, labels
from evalcore.views.threshold import Steps

# The DET plane ends at rates of a thousandth and 999 thousandths.
DET_REACH = 3.0902
# Pixels: a point that moves the line by less would be sent and not be seen.
NEAR = 0.3


@dataclass(frozen=True, eq=False)
class Line:
    """The drawn points of one curve, and what stands behind each: its threshold, TP and FP.

    `labels` has for each threshold the short number that decides the same, which a click on its point sets.
    """

    x: FloatArray
    y: FloatArray
    threshold: FloatArray
    tp: FloatArray
    fp: FloatArray
    labels: Labels


@dataclass(frozen=True, eq=False)
class ModelCurves:
    """One score's curves as drawn; `n_points` counts the points all numbers come from."""

    name: str
    roc: Line
    precision_recall: Line
    det: Line
    n_points: int
    auc: Estimate
    average_precision: Estimate
    equal_error_rate: float
    break_even_point: float

    @property
    def equal_error_deviate(self) -> float:
        """Where the equal error rate stands on both axes of the DET plane, whose ends hold it; nan without a rate."""
        return float(normal_deviates(np.array([self.equal_error_rate]))[0].clip(-DET_REACH, DET_REACH))


@dataclass(frozen=True, eq=False)
class LabelPoint:
    """A model of predicted labels: one point, not a curve."""

    name: str
    fpr: float
    tpr: float
    precision: float

    @property
    def fnr(self) -> float:
        """Where its cost line ends; it begins at the FPR."""
        return 1 - self.tpr


@dataclass(frozen=True, eq=False)
class OperatingPoints:
    """Where the chosen model stands at each step of the handle; DET coordinates are held inside the drawn plane."""

    fpr: FloatArray
    tpr: FloatArray
    precision: FloatArray
    det_x: FloatArray
    det_y: FloatArray


def operating_points(steps: Steps, *, prevalence: float | None = None) -> OperatingPoints:
    """Where does each step of the handle stand in the planes of the curves?

    Parameters
    ----------
    steps
        The handle's steps with their counts.
    prevalence
        Share of positives the precision is for; that of the rows when left out.

    Returns
    -------
    OperatingPoints
    """
    fpr, tpr, precision = (steps.metrics[name] for name in ("fpr", "recall", "precision"))
    if prevalence is not None:
        hits, alarms = prevalence * tpr, (1 - prevalence) * fpr
        precision = np.divide(hits, hits + alarms, out=np.full_like(hits, np.nan), where=hits + alarms > 0)
    x, y = (normal_deviates(rate).clip(-DET_REACH, DET_REACH) for rate in (fpr, 1 - tpr))
    return OperatingPoints(fpr, tpr, precision, x, y)


def model_curves(
    name: str,
    counts: ThresholdCounts,
    *,
    auc: Estimate,
    average_precision: Estimate,
    prevalence: float | None = None,
) -> ModelCurves:
    """Which points draw this score's curves to within half a pixel?

    Parameters
    ----------
    name
        The model.
    counts
        Its table; both classes must have rows for there to be a curve.
    auc, average_precision
        The areas with their intervals, to stand in the legend.
    prevalence
        Share of positives the P-R curve is for; that of the rows when left out.

    Returns
    -------
    ModelCurves
    """
    roc, det = roc_curve(counts), det_curve(counts)
    pr = precision_recall_curve(counts) if prevalence is None else at_prevalence(counts, prevalence)
    # A rate of 0 or 1 lies at infinity; the DET line ends at the last finite point.
    at = thin_det(det, near=NEAR)
    return ModelCurves(
        name=name,
        roc=_line(counts, thin_roc(roc, near=NEAR), roc.fpr, roc.tpr),
        precision_recall=_line(counts, thin_precision_recall(pr, near=NEAR), pr.recall, pr.precision),
        det=_line(counts, at, det.fpr, det.fnr, scale=normal_deviates),
        n_points=counts.threshold.size,
        auc=auc,
        average_precision=average_precision,
        equal_error_rate=det.equal_error_rate,
        break_even_point=pr.break_even_point,
    )


def _line(
    counts: ThresholdCounts,
    index: IndexArray,
    x: FloatArray,
    y: FloatArray,
    *,
    scale: Callable[[FloatArray], FloatArray] = np.asarray,
) -> Line:
    at = counts.cells(index)
    tp, fp = np.asarray(at.tp, float), np.asarray(at.fp, float)
    return Line(scale(x[index]), scale(y[index]), counts.threshold[index], tp, fp, labels(counts, index))


@dataclass(frozen=True, eq=False)
class ClassLine:
    """One class's ROC against the rest, or an average of them, thinned for drawing."""

    name: str
    fpr: FloatArray
    tpr: FloatArray
    auc: float


def threshold_at(counts: ThresholdCounts, tp: float, fp: float) -> float:
    """Which threshold has a point of a score's curves, by what stands behind it?

    Parameters
    ----------
    counts
        The table of that score.
    tp, fp : float
        How many positives and negatives are predicted positive there: of no two thresholds are both the same.

    Returns
    -------
    float
        As few digits as decide the same, see `written_threshold`; where nothing is predicted positive a number just
        above every score, see `none_positive`.

    Examples
    --------
    >>> from evalcore.counts import threshold_counts
    >>> table = threshold_counts([True, False, True], [0.87654, 0.5, 0.1])
    >>> threshold_at(table, 1, 0), threshold_at(table, 0, 0)
    (0.87, 0.88)
    """
    off = np.abs(np.asarray(counts.tp, float) - tp) + np.abs(np.asarray(counts.fp, float) - fp)
    return float(labels(counts, np.array([int(np.argmin(off))])).value[0])


def class_line(name: str, counts: ThresholdCounts) -> ClassLine:
    """Which points draw the ROC of one class against the rest?"""
    roc = roc_curve(counts)
    kept = thin_roc(roc, near=NEAR)
    return ClassLine(name, roc.fpr[kept], roc.tpr[kept], roc.auc)


def label_point(name: str, cm: ConfusionMatrix) -> LabelPoint:
    """Where does a model of predicted labels stand in the planes of the curves?"""
    return LabelPoint(name, float(fpr(cm)), float(recall(cm)), float(precision(cm)))
