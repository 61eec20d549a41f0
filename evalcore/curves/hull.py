"""Convex hull of a ROC curve: what its thresholds reach when the best of them is chosen for every cost."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evalcore.curves._exact import dot
from evalcore.curves.roc import RocCurve
from evalcore.errors import Message
from evalcore.support.arrays import BoolArray, CountArray, FloatArray, IndexArray, frozen
from evalcore.support.blocks import blocks
from evalcore.support.results import Result

FEW = 2000  # points that one loop goes through faster than passes over arrays do
SAMPLE = 64


@dataclass(frozen=True, eq=False)
class RocHull(Result):
    """Which thresholds can be the best, and what do they reach together?

    Parameters
    ----------
    threshold : (v,) float64
        Thresholds of the corners, descending, +inf first; every other threshold is never better than some corner.
    fpr, tpr : (v,) float64 in [0, 1]
        The corners, from (0, 0) to (1, 1), no three of them on one line; empty without rows of one class.
    auc : float in [0.5, 1]
        Area under the hull; nan without rows of one class.
    index : (v,) int
        The corners' places in the ROC curve.
    reason : Message or None
        Why there is none.
    """

    threshold: FloatArray
    fpr: FloatArray
    tpr: FloatArray
    auc: float
    index: IndexArray
    reason: Message | None = None


def roc_convex_hull(roc: RocCurve) -> RocHull:
    """Which thresholds can be the best, for some costs and some prevalence?

    Parameters
    ----------
    roc : RocCurve

    Returns
    -------
    RocHull

    Notes
    -----
    A point strictly between two corners is reached by choosing at random between their thresholds. The area is that
    of the best such choice on these very rows, so it is too good for new ones. Corners and area are exact when rows
    are counted (whole numbers are compared, of any size); with weights, points on one line but for rounding may stay.
    *Undefined when* there is no positive or no negative row.

    References
    ----------
    Provost and Fawcett (2001), https://doi.org/10.1023/A:1007601015854

    Examples
    --------
    >>> from evalcore.counts import threshold_counts
    >>> from evalcore.curves.roc import roc_curve
    >>> hull = roc_convex_hull(roc_curve(threshold_counts([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])))
    >>> hull.threshold.tolist(), hull.auc
    ([inf, 0.8, 0.35, 0.1], 0.875)
    """
    if roc.reason is not None:
        none = np.empty(0)
        return RocHull(none, none, none, np.nan, np.empty(0, dtype=np.intp), roc.reason)
    fp, tp = (roc.fpr, roc.tpr) if roc.counts is None else (roc.counts.fp, roc.counts.tp)
    index = frozen(hull_rows(fp, tp))
    x, y = fp[index], tp[index]
    auc = dot(np.diff(x), y[1:] + y[:-1]) / (2 * x[-1].item() * y[-1].item())
    threshold, fpr, tpr = (frozen(a[index]) for a in (roc.threshold, roc.fpr, roc.tpr))
    return RocHull(threshold, fpr, tpr, auc, index)


def hull_rows(fp: CountArray, tp: CountArray) -> IndexArray:
    """Return the rows of the corners of the upper hull of points that never fall.

    A point on or below the line between two others is no corner, so whole passes drop such points; what they leave
    goes through the loop that decides.
    """
    rows = _first_pass(fp, tp)
    x, y = fp[rows], tp[rows]
    if x.dtype.kind != "f" and int(x[-1]) * int(y[-1]) >= 2**63:
        x, y = x.astype(object), y.astype(object)  # products would overflow; Python's integers do not
    while len(rows) > FEW:
        before = len(rows)
        sample = np.append(np.arange(0, before - 1, SAMPLE), before - 1)
        corners = sample[hull_rows(x[sample], y[sample])]
        kept = _above_chords(x, y, corners)
        rows, x, y = rows[kept], x[kept], y[kept]
        kept = np.ones(len(rows), dtype=bool)
        kept[1:-1] = _is_above(x, y, slice(0, -2), slice(1, -1), slice(2, None))
        if kept.all():
            return rows
        rows, x, y = rows[kept], x[kept], y[kept]
        if 2 * len(rows) > before:
            break
    return rows[_loop(x.tolist(), y.tolist())]


def _first_pass(fp: CountArray, tp: CountArray) -> IndexArray:
    """Return the rows above the line between their neighbours, and the ends."""
    if fp.dtype == object or (fp.dtype.kind != "f" and int(fp[-1]) * int(tp[-1]) >= 2**63):
        return np.arange(len(fp))
    last = len(fp) - 1
    found = [np.zeros(1, dtype=np.intp)]
    for part in blocks(1, last):
        a, c = slice(part.start - 1, part.stop - 1), slice(part.start + 1, part.stop + 1)
        found.append(part.start + np.flatnonzero(_is_above(fp, tp, a, part, c)))
    return np.concatenate([*found, [last]])


def _is_above(
    x: CountArray, y: CountArray, a: slice | IndexArray, b: slice | IndexArray, c: slice | IndexArray
) -> BoolArray:
    """Return whether b lies above the line from a to c, where nothing falls from a to b to c."""
    above: BoolArray = (y[b] - y[a]) * (x[c] - x[b]) > (y[c] - y[b]) * (x[b] - x[a])
    return above.astype(bool)


def _above_chords(x: CountArray, y: CountArray, corners: IndexArray) -> BoolArray:
    """Return which points are corners, or lie above the line between the two corners around them."""
    lengths = np.diff(corners)
    a, c = np.repeat(corners[:-1], lengths), np.repeat(corners[1:], lengths)
    kept = np.append(_is_above(x, y, a, slice(0, -1), c), True)
    kept[corners] = True
    return kept


def _loop(x: list[float], y: list[float]) -> list[int]:
    """Return the corners of the upper hull, one point after the other (Andrew's monotone chain)."""
    corners: list[int] = []
    for c in range(len(x)):
        while len(corners) > 1:
            a, b = corners[-2:]
            if (y[b] - y[a]) * (x[c] - x[b]) > (y[c] - y[b]) * (x[b] - x[a]):
                break
            corners.pop()
        corners.append(c)
    return corners
