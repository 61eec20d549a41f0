"""How sure is an average over classes?"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from typing import Final

import numpy as np

from evalcore.counts import ConfusionMatrix
from evalcore.counts.given import of_labels
from evalcore.counts.reasons import not_alone
from evalcore.errors import Message
from evalcore.intervals import wilson
from evalcore.metrics.averages import PerClass, macro, per_class
from evalcore.metrics.readings import WEIGHTED, Reading
from evalcore.support.arrays import FloatArray
from evalcore.support.checks import check_level
from evalcore.support.results import Result

FEW: Final = 5
FEW_OF_A_CLASS = Message(
    "Some class has fewer than five rows, or is predicted fewer than five times; the interval of an average over the "
    "classes may then be too narrow."
)


@dataclass(frozen=True)
class MacroReadings(Result):
    """The macro averages with their intervals.

    Parameters
    ----------
    precision, recall : Reading
    f1 : Reading
        F1 of the two averages, as in the book.
    mean_f1 : Reading
        Average of the F1s of the classes, as in scikit-learn.
    """

    precision: Reading
    recall: Reading
    f1: Reading
    mean_f1: Reading


@dataclass(frozen=True, eq=False)
class _Reach:
    """How far an average reaches below and above, and what a row of each cell moves it by."""

    below: float
    above: float
    influence: FloatArray

    def with_all(self, counted: FloatArray) -> float:
        """Return the variance that rows drawn at random give it."""
        return float((counted * self.influence**2).sum())


@of_labels
def macro_readings(cm: ConfusionMatrix, *, confidence_level: float = 0.95) -> MacroReadings:
    """What are precision, recall and F1 when every class counts the same, and how sure may one be of that?

    Parameters
    ----------
    cm : ConfusionMatrix of any number of classes
        Of rows, not of weights.
    confidence_level : float in (0, 1)

    Returns
    -------
    MacroReadings

    Notes
    -----
    Given how often each class is predicted, the precisions of the classes are shares that do not depend on each other,
    each with Wilson's interval; the limits of their mean are recovered from these (MOVER), and likewise those of the
    mean recall. F1 of both means moves by 2 R^2 / (P + R)^2 with P and by 2 P^2 / (P + R)^2 with R; P and R share their
    hits, so the correlation that rows drawn at random give them (delta method) is counted in. The F1s of the classes
    share mistakes: their limits, carried over from Wilson's, are widened or narrowed by the ratio of the variance of
    the mean with what they share to that without. *Undefined when* `macro` is; the interval also when rows are
    weighted.

    References
    ----------
    Zou and Donner (2008), https://doi.org/10.1002/sim.3095; Takahashi et al. (2022),
    https://doi.org/10.1007/s10489-021-02635-5

    Examples
    --------
    >>> found = macro_readings(ConfusionMatrix([[50, 3, 2], [10, 20, 5], [1, 4, 5]]))
    >>> f"{found.recall.low:.3f} < {found.recall.value:.3f} < {found.recall.high:.3f}"
    '0.551 < 0.660 < 0.762'
    """
    check_level(confidence_level)
    point = macro(cm)
    values = {"precision": point.precision, "recall": point.recall, "f1": point.f1, "mean_f1": point.mean_f1}
    reason = point.undefined[0] if point.undefined else not_alone(cm, WEIGHTED)
    if reason is not None:
        none = partial(Reading, confidence_level=confidence_level, reason=reason)
        return MacroReadings(**{name: none(value, name=name) for name, value in values.items()})
    few = min(int(cm.table.sum(axis=axis).min()) for axis in (0, 1)) < FEW
    reaches = _reaches(cm, confidence_level)
    return MacroReadings(
        **{
            name: Reading(
                value,
                max(value - reaches[name].below, 0.0),
                min(value + reaches[name].above, 1.0),
                name=name,
                method="wilson of all",
                confidence_level=confidence_level,
                warnings=(FEW_OF_A_CLASS,) if few else (),
            )
            for name, value in values.items()
        }
    )


def _reaches(cm: ConfusionMatrix, level: float) -> dict[str, _Reach]:
    """Return how far each average reaches."""
    counted, each = cm.table.astype(np.float64), per_class(cm)
    truth, called, hits = counted.sum(axis=1), counted.sum(axis=0), np.diagonal(counted)
    k, right = len(hits), np.eye(len(hits))
    precision = _mean_of_shares(hits, called, (right - each.precision) / called / k, level)
    recall = _mean_of_shares(hits, truth, ((right.T - each.recall) / truth).T / k, level)
    p, r = float(each.precision.mean()), float(each.recall.mean())
    return {
        "precision": precision,
        "recall": recall,
        "f1": _harmonic(precision, recall, (p, r), counted),
        "mean_f1": _mean_of_f1(each, (truth, called, hits), counted, level),
    }


def _mean_of_shares(hits: FloatArray, of: FloatArray, influence: FloatArray, level: float) -> _Reach:
    """Return how far the mean of shares that do not depend on each other reaches."""
    low, high = wilson(hits, of, confidence_level=level)
    below, above = (_length(reach) / len(hits) for reach in (hits / of - low, high - hits / of))
    return _Reach(below, above, influence)


def _harmonic(first: _Reach, second: _Reach, means: tuple[float, float], counted: FloatArray) -> _Reach:
    """Return how far the harmonic mean of two averages reaches."""
    p, r = means
    if p + r == 0:
        return _Reach(0.0, max(first.above, second.above), 2 * first.influence)
    by_first, by_second = 2 * (r / (p + r)) ** 2, 2 * (p / (p + r)) ** 2
    spread = math.sqrt(first.with_all(counted) * second.with_all(counted))
    shared = float((counted * first.influence * second.influence).sum()) / spread if spread else 0.0
    ends = ((first.below * by_first, second.below * by_second), (first.above * by_first, second.above * by_second))
    below, above = (math.sqrt(max(a * a + b * b + 2 * shared * a * b, 0.0)) for a, b in ends)
    return _Reach(below, above, by_first * first.influence + by_second * second.influence)


def _mean_of_f1(
    each: PerClass, sizes: tuple[FloatArray, FloatArray, FloatArray], counted: FloatArray, level: float
) -> _Reach:
    """Return how far the mean of the F1s reaches."""
    truth, called, hits = sizes
    both, k = truth + called, len(hits)
    low, high = (2 * x / (1 + x) for x in wilson(hits, both - hits, confidence_level=level))
    lost = each.f1 / both
    influence = np.diag(2 / both) - lost[:, None] - lost
    # A class for itself: a hit moves its F1 by 2 (1 - F) / both, a row missed or called by -F / both.
    alone = hits * (2 / both - 2 * lost) ** 2 + (both - 2 * hits) * lost**2
    whole, parts = float((counted * influence**2).sum()), float(alone.sum())
    wider = math.sqrt(whole / parts) / k if parts > 0 else 1 / k
    below, above = (_length(reach) * wider for reach in (each.f1 - low, high - each.f1))
    return _Reach(below, above, influence / k)


def _length(reach: FloatArray) -> float:
    """Return the root of the sum of squares."""
    return float(np.sqrt((np.asarray(reach) ** 2).sum()))
