"""Cost lines of all thresholds, and their lower envelope: what the best threshold costs under every condition."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from evalcore.counts import ThresholdCounts
from evalcore.counts.given import of_scores
from evalcore.curves.hull import roc_convex_hull
from evalcore.curves.roc import roc_curve
from evalcore.errors import Message
from evalcore.support.arrays import CountArray, FloatArray, IndexArray, frozen
from evalcore.support.checks import shares
from evalcore.support.results import Result


@dataclass(frozen=True, eq=False)
class Envelope(Result):
    """What does the best threshold cost under each condition?

    Parameters
    ----------
    x : (v,) float64 in [0, 1]
        P(+)cost of the vertices, ascending, from 0 to 1.
    cost : (v,) float64 in [0, 0.5]
        Normalised cost there; straight in between.
    threshold : (v,) float64
        The best threshold from this vertex to the next; at the last one, the one that was best before it.
    index : (v,) int
        Its row in the table of thresholds.

    Notes
    -----
    At an inner vertex its threshold and the one before are equally good. All arrays are empty without rows of one
    class.
    """

    x: FloatArray
    cost: FloatArray
    threshold: FloatArray
    index: IndexArray

    def at(self, x: ArrayLike) -> FloatArray:
        """Return the normalised cost at some P(+)cost; nan without rows of one class."""
        place = shares(x, "x")
        return np.interp(place, self.x, self.cost) if len(self.x) else np.full(place.shape, np.nan)

    def best(self, x: ArrayLike) -> IndexArray:
        """Return the row of the table that is best at some P(+)cost: at a vertex, the one of the stretch after it.

        -1 without rows of one class.
        """
        place = shares(x, "x")
        if not len(self.x):
            return np.full(place.shape, -1, dtype=np.intp)
        return np.asarray(self.index[np.searchsorted(self.x[:-1], place, side="right") - 1])

    def to_frame(self) -> pd.DataFrame:
        """Return one row a stretch: from, to, threshold and the normalised cost at both ends."""
        return pd.DataFrame(
            {
                "from": self.x[:-1],
                "to": self.x[1:],
                "threshold": self.threshold[:-1],
                "cost_from": self.cost[:-1],
                "cost_to": self.cost[1:],
            }
        )


@dataclass(frozen=True, eq=False)
class CostCurve(Result):
    """What does every threshold cost under every condition?

    Parameters
    ----------
    threshold : (k,) float64
        +inf first (nothing is predicted positive), then every distinct score; at the lowest, everything is.
    fpr, fnr : (k,) float64 in [0, 1]
        The ends of the line of each threshold, (0, FPR) and (1, FNR); nan without rows of that class.
    envelope : Envelope
        The lowest line everywhere.
    area : float in [0, 0.25]
        Area under the envelope: its normalised cost if every P(+)cost is as likely; nan without rows of one class.
    reason : Message or None
        Why something is nan.
    """

    threshold: FloatArray
    fpr: FloatArray
    fnr: FloatArray
    envelope: Envelope
    area: float
    reason: Message | None = None

    def corners(self) -> CostCurve:
        """Which of the thresholds can be best, under some condition?

        Returns
        -------
        CostCurve
            The same envelope and area, and of the lines those alone that lie on it: a few hundred for a million
            thresholds. `envelope.index` are its own rows then. Without rows of one class there is none.

        Examples
        --------
        >>> from evalcore.counts import ThresholdCounts
        >>> curve = cost_curve(ThresholdCounts.from_grouped([0.9, 0.5, 0.2], [3, 1, 0], [0, 2, 2]))
        >>> curve.corners().threshold.tolist()
        [0.9, 0.5]
        """
        kept, index = np.unique(self.envelope.index, return_inverse=True)
        threshold, fpr, fnr = (frozen(array[kept]) for array in (self.threshold, self.fpr, self.fnr))
        return replace(
            self, threshold=threshold, fpr=fpr, fnr=fnr, envelope=replace(self.envelope, index=frozen(index))
        )


@of_scores
def cost_curve(counts: ThresholdCounts) -> CostCurve:
    """What does every threshold cost under every condition, and which is best where?

    Parameters
    ----------
    counts : ThresholdCounts

    Returns
    -------
    CostCurve

    Notes
    -----
    The line of a threshold runs from (0, FPR) to (1, FNR), with P(+)cost as x and the normalised cost, equation (2.25),
    as y. Only corners of the ROC convex hull are ever lowest; two neighbours (i, j) cross at
    x = dFPR / (dFPR + dTPR). Vertices are found from whole numbers and rounded once if rows are counted. The thresholds
    were chosen on these very rows, for each x anew, so the envelope is too good for new ones. *Undefined when* there is
    no positive or no negative row.

    References
    ----------
    Drummond and Holte (2006), https://doi.org/10.1007/s10994-006-8199-5

    Examples
    --------
    >>> curve = cost_curve(ThresholdCounts.from_grouped([0.9, 0.5, 0.2], [3, 1, 0], [0, 2, 2]))
    >>> curve.envelope.x.round(3).tolist(), curve.envelope.cost.round(3).tolist()
    ([0.0, 0.667, 1.0], [0.0, 0.167, 0.0])
    >>> curve.envelope.threshold.tolist()
    [0.9, 0.5, 0.5]
    """
    counts = counts.scaled
    roc = roc_curve(counts)
    hull = roc_convex_hull(roc)
    with np.errstate(invalid="ignore"):
        fnr = frozen(counts.fn / np.float64(counts.n_pos))
    if hull.reason is not None:
        none = frozen(np.empty(0))
        return CostCurve(counts.threshold, roc.fpr, fnr, Envelope(none, none, none, hull.index), np.nan, hull.reason)
    x, cost, owner = vertices(counts.fp[hull.index], counts.tp[hull.index])
    index = frozen(hull.index[owner])
    envelope = Envelope(frozen(x), frozen(cost), frozen(counts.threshold[index]), index)
    area = math.fsum(np.diff(x) * (cost[1:] + cost[:-1]) / 2)
    return CostCurve(counts.threshold, roc.fpr, fnr, envelope, area)


def vertices(fp: CountArray, tp: CountArray) -> tuple[FloatArray, FloatArray, IndexArray]:
    """Return x and cost of the vertices of the envelope, and which corner of the hull is lowest from there on.

    Python's integers neither overflow nor round, and their quotient is rounded once.
    """
    f, t = fp.tolist(), tp.tolist()
    n_neg, n_pos = f[-1], t[-1]
    x, cost, owner = [0.0], [f[0] / n_neg], [0]
    for i in range(1, len(f)):
        alarms, hits = f[i] - f[i - 1], t[i] - t[i - 1]
        if not alarms:  # a vertical edge: the upper end is as good at x = 0, and better everywhere else
            cost[-1], owner[-1] = f[i] / n_neg, i
        elif hits:
            whole = alarms * n_pos + hits * n_neg
            x.append(alarms * n_pos / whole)
            cost.append((alarms * (n_pos - t[i]) + hits * f[i]) / whole)
            owner.append(i)
    last = owner[-1]
    return np.array([*x, 1.0]), np.array([*cost, (n_pos - t[last]) / n_pos]), np.array([*owner, last])
