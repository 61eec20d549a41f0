"""What lies between two points of a precision-recall curve: an arc of a hyperbola, not a straight line."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evalcore.counts import ThresholdCounts
from evalcore.counts.given import of_scores
from evalcore.counts.reasons import NO_POSITIVE
from evalcore.errors import InputError, Message
from evalcore.support.arrays import FloatArray, frozen
from evalcore.support.blocks import blocks
from evalcore.support.results import Result

VISIBLE = 1 / 4000  # a quarter of a pixel at 1,000 pixels


@dataclass(frozen=True, eq=False)
class InterpolatedPrecisionRecall(Result):
    """What lies between the points of a precision-recall curve?

    Parameters
    ----------
    recall, precision : (p,) float64 in [0, 1]
        The points of the curve, and others between them where it is visibly bent; it starts at recall 0 with the
        precision of the first step.
    area : float in [0, 1]
        Exact area under the arcs, not under the points; nan without positive rows.
    reason : Message or None
        Why there is none.
    """

    recall: FloatArray
    precision: FloatArray
    area: float
    reason: Message | None = None


@of_scores
def davis_goadrich(counts: ThresholdCounts, *, points_per_step: int = 16) -> InterpolatedPrecisionRecall:
    """What do precision and recall become when part of the rows of a step is taken, at random?

    Parameters
    ----------
    counts : ThresholdCounts
    points_per_step : int >= 0
        Points drawn inside each step that bends away from a straight line by more than 1/4000.

    Returns
    -------
    InterpolatedPrecisionRecall

    Notes
    -----
    Within a step TP and FP grow evenly, as on the straight lines of the ROC curve. With p the precision before the
    step, q = dTP / (dTP + dFP) that of the step alone and u = (dTP + dFP) / (TP + FP) its relative size, precision
    after a share t of it is q + (p - q) / (1 + u t), and its mean over the step q + (p - q) ln(1 + u) / u. The area is
    the sum of these means times the gain in recall: closed form, no grid. Before the first step p does not exist and
    is not needed: precision is q throughout. *Undefined when* there is no positive row.

    References
    ----------
    Davis and Goadrich (2006), https://doi.org/10.1145/1143844.1143874;
    Boyd, Eng and Page (2013), https://doi.org/10.1007/978-3-642-40994-3_29

    Examples
    --------
    >>> arcs = davis_goadrich(ThresholdCounts.from_grouped([0.9, 0.5], [1, 1], [0, 2]), points_per_step=1)
    >>> arcs.recall.tolist(), arcs.precision.round(4).tolist(), round(arcs.area, 6)
    ([0.0, 0.5, 0.75, 1.0], [1.0, 1.0, 0.6, 0.5], 0.820699)
    """
    if points_per_step < 0:
        raise InputError(
            "points_per_step must be a whole number >= 0; got {points}. Choose 16 for a smooth line.",
            points=points_per_step,
        )
    if not counts.n_pos:
        return InterpolatedPrecisionRecall(np.empty(0), np.empty(0), np.nan, NO_POSITIVE)
    area, bent = 0.0, [np.zeros(0, dtype=np.intp)]
    for rows in blocks(1, len(counts)):
        before, own, size, gain = _steps(counts, rows)
        area += float(np.einsum("i,i->", gain, own + (before - own) * _mean_of_inverse(size)))
        bend = np.abs(before - own) * (1 - 1 / np.sqrt(1 + size)) ** 2
        bent.append(rows.start + np.flatnonzero((bend > VISIBLE) & (gain > 0)))
    recall, precision = _points(counts, np.concatenate(bent), points_per_step)
    return InterpolatedPrecisionRecall(frozen(recall), frozen(precision), area / counts.n_pos)


def _steps(counts: ThresholdCounts, rows: slice) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    """Return for each step precision before it, its own precision, its relative size, and its positives."""
    known = slice(rows.start - 1, rows.stop)
    tp, fp = counts.tp[known].astype(np.float64), counts.fp[known].astype(np.float64)
    predicted = tp + fp
    gain, size = np.diff(tp), np.diff(predicted)
    own, before = gain / size, np.append(0.0, counts.rates.precision)[rows]
    if rows.start == 1:
        before[0], predicted[0] = own[0], size[0]  # nothing lies before the first step; precision is constant there
    return before, own, size / predicted[:-1], gain


def _mean_of_inverse(size: FloatArray) -> FloatArray:
    """Return the mean of 1 / (1 + u t) over t from 0 to 1."""
    return np.log1p(size) / size


def _points(counts: ThresholdCounts, bent: np.ndarray[tuple[int], np.dtype[np.intp]], n: int) -> tuple[FloatArray, ...]:
    """Return the curve's points with n more inside each of these steps."""
    share = np.arange(1, n + 1) / (n + 1)
    tp, fp = ((np.outer(a[bent - 1], 1 - share) + np.outer(a[bent], share)).ravel() for a in (counts.tp, counts.fp))
    recall, precision = counts.rates.tpr.copy(), counts.rates.precision.copy()
    precision[0] = precision[1]
    if not tp.size:
        return recall, precision
    place = np.repeat(bent, n)
    return np.insert(recall, place, tp / counts.n_pos), np.insert(precision, place, tp / (tp + fp))
