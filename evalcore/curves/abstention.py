"""Who may say nothing: how many rows are answered, and how many of the answers are right, at each least confidence."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from evalcore.counts import ThresholdCounts, threshold_counts
from evalcore.counts.reasons import neither_way
from evalcore.errors import Message
from evalcore.intervals import Estimate, share_of, wilson
from evalcore.intervals.shares import WEIGHTED
from evalcore.support.arrays import FloatArray, frozen
from evalcore.support.cases import Cases
from evalcore.support.checks import check_level
from evalcore.support.results import Result

NO_ANSWER = Message("No row is answered at this least confidence.")


@dataclass(frozen=True, eq=False)
class AbstentionCurve(Result):
    """How many rows are answered, and how many of the answers are right, if below some confidence nothing is said?

    Parameters
    ----------
    threshold : (k,) float64
        +inf first, then every distinct confidence, descending: what is at least that is answered.
    coverage : (k,) float64 in [0, 1]
        Share of the rows that are answered.
    accuracy : (k,) float64 in [0, 1]
        Share of right answers; nan where nothing is answered.
    area : float in [0, 1]
        Mean accuracy over all coverages: 1 less the area under the curve of risk and coverage.
    counts : ThresholdCounts
        With right answers as positive: precision is the accuracy, the queue rate the coverage, so that a wish such as
        most coverage at an accuracy of .95 is one of `decisions.choose`.
    """

    threshold: FloatArray
    coverage: FloatArray
    accuracy: FloatArray
    area: float
    counts: ThresholdCounts

    def to_frame(self) -> pd.DataFrame:
        """Return one row a threshold."""
        return pd.DataFrame({name: getattr(self, name) for name in ("threshold", "coverage", "accuracy")})


@dataclass(frozen=True, eq=False)
class AbstentionAt(Result):
    """What is answered at one least confidence?

    Parameters
    ----------
    threshold : float
    answered, right, n : float
        Rows answered, rows answered right, and all; or the sums of their weights.
    coverage, accuracy : Estimate
    """

    threshold: float
    answered: float
    right: float
    n: float
    coverage: Estimate
    accuracy: Estimate


def abstention_curve(
    right: ArrayLike,
    confidence: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    case: ArrayLike | Cases | None = None,
) -> AbstentionCurve:
    """How many rows are answered, and how many of the answers are right, at each least confidence?

    Parameters
    ----------
    right : (n,) True/False or 1/0
        Whether the answer of a row is right (`top_class`).
    confidence : (n,) finite numbers
        How sure the model is of it: the score of the class it says.
    sample_weight, case : (n,), optional
        As for `threshold_counts`.

    Returns
    -------
    AbstentionCurve

    Notes
    -----
    A row is answered if its confidence is at least the threshold; rows with one confidence come together. `area` adds
    up steps: each row answered counts with the accuracy of all that are at least as sure. *Undefined when* nothing is
    answered: the accuracy there.

    References
    ----------
    Chow (1970), https://doi.org/10.1109/TIT.1970.1054406; El-Yaniv and Wiener (2010), JMLR 11, 1605-1641

    Examples
    --------
    >>> found = abstention_curve([1, 1, 0, 1, 0], [0.9, 0.8, 0.7, 0.5, 0.4])
    >>> found.coverage.tolist(), found.accuracy.round(3).tolist()
    ([0.0, 0.2, 0.4, 0.6, 0.8, 1.0], [nan, 1.0, 1.0, 0.667, 0.75, 0.6])
    """
    counts = threshold_counts(right, confidence, sample_weight=sample_weight, case=case)
    scaled = counts.scaled
    answered = scaled.tp + scaled.fp
    coverage = answered / answered[-1]
    accuracy = np.divide(scaled.tp, answered, out=np.full(len(counts), np.nan), where=answered > 0)
    area = float(np.diff(coverage) @ np.where(answered > 0, accuracy, 0.0)[1:])
    return AbstentionCurve(counts.threshold, frozen(coverage), frozen(accuracy), area, counts)


def abstention_at(curve: AbstentionCurve, threshold: float, *, confidence_level: float = 0.95) -> AbstentionAt:
    """What is answered at one least confidence, and how sure is that?

    Parameters
    ----------
    curve : AbstentionCurve
    threshold : float
        Fixed before these rows were seen.
    confidence_level : float in (0, 1)

    Returns
    -------
    AbstentionAt

    Notes
    -----
    Wilson's intervals, by case those of `share_of`; none with weights. *Undefined when* nothing is answered: the
    accuracy.

    Examples
    --------
    >>> found = abstention_at(abstention_curve([1, 1, 0, 1, 0], [0.9, 0.8, 0.7, 0.5, 0.4]), 0.6)
    >>> found.coverage.value, round(found.accuracy.value, 3)
    (0.6, 0.667)
    """
    check_level(confidence_level)
    counts = curve.counts
    index = int(counts.index_of(threshold))
    right, answered = counts.tp[index].item(), counts.tp[index].item() + counts.fp[index].item()
    n = counts.n_pos + counts.n_neg
    return AbstentionAt(
        float(threshold),
        answered,
        right,
        n,
        _share(counts, answered, n, threshold, among=False, level=confidence_level),
        _share(counts, right, answered, threshold, among=True, level=confidence_level),
    )


def _share(counts: ThresholdCounts, some: float, of: float, threshold: float, *, among: bool, level: float) -> Estimate:
    """Return the share of the answers that are right, or of all rows that are answered."""
    if not of:
        return Estimate(math.nan, confidence_level=level, reason=NO_ANSWER)
    if (reason := neither_way(counts, WEIGHTED)) is not None:
        return Estimate(some / of, confidence_level=level, reason=reason)
    if counts.rows is None:
        low, high = wilson(some, of, confidence_level=level)
        return Estimate(some / of, float(low), float(high), confidence_level=level)
    answered = counts.rows.score >= threshold
    hit, rows = (counts.rows.truth, answered) if among else (answered, None)
    return share_of(hit, rows, cases=counts.rows.cases, confidence_level=level)
