"""For those who rank: how many positives the highest scores have, and how many more than as many rows by chance."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd
from scipy import special

from evalcore.counts import ThresholdCounts
from evalcore.counts.given import of_scores
from evalcore.counts.of_cases import ScoredRows
from evalcore.counts.reasons import neither_way, one_class
from evalcore.errors import InputError, Message
from evalcore.intervals import Estimate, share_of, wilson
from evalcore.intervals.cases import ALIKE, corrected, degrees_of_freedom, equal_cases, few_cases, one_case, student
from evalcore.intervals.shares import WEIGHTED
from evalcore.support.arrays import FloatArray, frozen
from evalcore.support.checks import check_level, share
from evalcore.support.results import Result

FEW_FOUND = 5
NOTHING = Message("No row is predicted positive.")
NOT_FOUND = Message("None of the rows with the highest scores is positive, so lift has no lower end on its scale.")
FEW = Message(
    "Fewer than five positive rows have the highest scores: the interval of lift holds less often than it says."
)


@dataclass(frozen=True, eq=False)
class GainsCurve(Result):
    """How many of the positives are found in so many of the rows, taken from the highest score on?

    Parameters
    ----------
    threshold : (k,) float64
        +inf first, then every distinct score, descending.
    rows : (k,) float64 in [0, 1]
        Share of all rows that have at least this score.
    gain : (k,) float64 in [0, 1]
        Share of the positives among them: the recall.
    lift : (k,) float64 >= 0
        gain / rows: how many times as many positives as in as many rows by chance; nan where there is no row.
    prevalence : float in [0, 1]
        Most that lift can be is 1 / prevalence; a perfect ranking finds all in this share of the rows.
    area : float in [0, 1]
        Under the gains, lines between the scores: prevalence / 2 + (1 - prevalence) AUC. By chance .5.
    reason : Message or None
        Why something is nan.
    """

    threshold: FloatArray
    rows: FloatArray
    gain: FloatArray
    lift: FloatArray
    prevalence: float
    area: float
    reason: Message | None = None

    def to_frame(self) -> pd.DataFrame:
        """Return one row a threshold."""
        return pd.DataFrame({name: getattr(self, name) for name in ("threshold", "rows", "gain", "lift")})


@dataclass(frozen=True, eq=False)
class GainsAt(Result):
    """What is found in the rows from one score on?

    Parameters
    ----------
    threshold : float
    rows : float in [0, 1]
        Share of all rows that have at least this score.
    gain : Estimate
        Share of the positives among them.
    lift : Estimate
        How many times as many positives as in as many rows by chance.
    """

    threshold: float
    rows: float
    gain: Estimate
    lift: Estimate


@of_scores
def gains_curve(counts: ThresholdCounts) -> GainsCurve:
    """How many of the positives are found in so many of the rows, taken from the highest score on?

    Parameters
    ----------
    counts : ThresholdCounts
        Of rows or of weights.

    Returns
    -------
    GainsCurve

    Notes
    -----
    Rows with one score come together; between two scores a line is drawn, which is what taking some of them by chance
    finds on average. *Undefined when* there is no positive row; `area` also when there is no negative one.

    References
    ----------
    Berry and Linoff (1997), Data Mining Techniques; Vuk and Curk (2006), Metodoloski zvezki 3, 89-108

    Examples
    --------
    >>> found = gains_curve(ThresholdCounts.from_grouped([0.9, 0.5, 0.2], [3, 1, 0], [0, 2, 4]))
    >>> found.rows.tolist(), found.gain.tolist(), found.lift.round(3).tolist()
    ([0.0, 0.3, 0.6, 1.0], [0.0, 0.75, 1.0, 1.0], [nan, 2.5, 1.667, 1.0])
    """
    counts = counts.scaled
    n, p = counts.n_pos + counts.n_neg, counts.prevalence
    with np.errstate(invalid="ignore", divide="ignore"):
        rows = (counts.tp + counts.fp) / n if n else np.full(len(counts), np.nan)
        gain = np.divide(counts.tp, counts.n_pos, out=np.full(len(counts), np.nan), where=counts.n_pos > 0)
        lift = np.divide(gain, rows, out=np.full(len(counts), np.nan), where=rows > 0)
    pairs = counts.n_pos * counts.n_neg
    area = p / 2 + (1 - p) * counts.rates.twice_area / (2 * pairs) if pairs else math.nan
    return GainsCurve(counts.threshold, frozen(rows), frozen(gain), frozen(lift), p, area, one_class(counts))


@of_scores
def gains_at(
    counts: ThresholdCounts,
    threshold: float | None = None,
    *,
    rows: float | None = None,
    confidence_level: float = 0.95,
) -> GainsAt:
    """What is found in the rows from one score on, and how sure is that?

    Parameters
    ----------
    counts : ThresholdCounts
        Weights have values and no intervals; rows of cases have intervals by case.
    threshold : float, optional
        Fixed before these rows were seen.
    rows : float in [0, 1], optional
        Instead: the highest scores that are at most this share of the rows. Rows with one score come together.
    confidence_level : float in (0, 1)

    Returns
    -------
    GainsAt

    Raises
    ------
    InputError
        Where not exactly one of threshold and rows is given.

    Notes
    -----
    The intervals take the threshold as fixed; where it is the score at a share of these rows, it moves with them, and
    they hold a little more or less than they say. The gain has Wilson's interval. Lift is TP n / ((TP + FP) n_pos); the
    variance of its logarithm over rows drawn at random is, by the delta method, 1/TP - 1/(TP + FP) - 1/n_pos +
    2 TP / ((TP + FP) n_pos) - 1/n. By case, variances are those of sums over cases, with Student's quantile. Below five
    positives found `warnings` say so. *Undefined when* there is no positive row; lift also when no row has the score,
    its interval when none of those that have it is positive.

    Examples
    --------
    >>> found = gains_at(ThresholdCounts.from_grouped([0.9, 0.5, 0.2], [30, 10, 0], [5, 20, 35]), rows=0.4)
    >>> f"{found.rows:.2f} {found.gain.value:.2f} {found.lift.low:.2f} < {found.lift.value:.2f} < {found.lift.high:.2f}"
    '0.35 0.75 1.72 < 2.14 < 2.67'
    """
    check_level(confidence_level)
    if (threshold is None) == (rows is None):
        raise InputError("Either threshold or rows must be given; got both or none. Give one of them.")
    if rows is not None:
        most = share(rows, "rows") * (counts.n_pos + counts.n_neg)
        index = int(np.searchsorted(counts.tp + counts.fp, most, side="right")) - 1
        threshold = float(counts.threshold[index])
    else:
        index = int(counts.index_of(threshold))  # type: ignore[arg-type]  # given, see above
    tp, fp = counts.tp[index].item(), counts.fp[index].item()
    n, alerts = counts.n_pos + counts.n_neg, tp + fp
    gain = tp / counts.n_pos if counts.n_pos else math.nan
    lift = gain * n / alerts if alerts else math.nan
    of_gain, of_lift = (Estimate(value, confidence_level=confidence_level) for value in (gain, lift))
    reason = one_class(counts) if not counts.n_pos else None
    of_gain = replace(of_gain, reason=reason)
    of_lift = replace(of_lift, reason=reason or (None if alerts else NOTHING))
    at = float(threshold)  # type: ignore[arg-type]  # given, see above
    if (neither := neither_way(counts, WEIGHTED)) is not None:
        return GainsAt(at, alerts / n if n else math.nan, _because(of_gain, neither), _because(of_lift, neither))
    if reason is None:
        of_gain = _gain(of_gain, counts, tp, at)
    if of_lift.reason is None:
        of_lift = _lift(of_lift, counts, tp, fp, at)
    return GainsAt(at, alerts / n if n else math.nan, of_gain, of_lift)


def _because(of: Estimate, reason: Message) -> Estimate:
    return of if of.reason is not None else replace(of, reason=reason)


def _gain(of: Estimate, counts: ThresholdCounts, tp: float, threshold: float) -> Estimate:
    """Return the share of the positives that is found, with its interval."""
    rows = counts.rows
    if rows is not None:
        found = rows.score >= threshold
        return share_of(found, rows.truth, cases=rows.cases, confidence_level=of.confidence_level)
    low, high = wilson(tp, counts.n_pos, confidence_level=of.confidence_level)
    return replace(of, low=float(low), high=float(high))


def _lift(of: Estimate, counts: ThresholdCounts, tp: float, fp: float, threshold: float) -> Estimate:
    """Return how many times as many are found, with its interval on the scale of logarithms."""
    if not tp:
        return replace(of, reason=NOT_FOUND)
    n, alerts, n_pos = counts.n_pos + counts.n_neg, tp + fp, counts.n_pos
    variance = 1 / tp - 1 / alerts - 1 / n_pos + 2 * tp / (alerts * n_pos) - 1 / n
    width = float(special.ndtri((1 + of.confidence_level) / 2))
    warnings: tuple[Message, ...] = (FEW,) if tp < FEW_FOUND else ()
    if (rows := counts.rows) is not None:
        sizes = rows.cases.sizes
        if (reason := one_case(sizes)) is not None:
            return replace(of, reason=reason)
        variance = _variance_by_case(rows, threshold, (tp, alerts, n_pos, n))
        width = student(of.confidence_level, degrees_of_freedom(equal_cases(sizes)))
        warnings = (*warnings, *few_cases(sizes))
    if not variance > 0:
        return (
            replace(of, low=of.value, high=of.value, warnings=warnings) if rows is None else replace(of, reason=ALIKE)
        )
    times = math.exp(width * math.sqrt(variance))
    return replace(of, low=of.value / times, high=of.value * times, warnings=warnings)


def _variance_by_case(rows: ScoredRows, threshold: float, sizes: tuple[float, float, float, float]) -> float:
    """Return the variance of the logarithm of lift by sums over cases."""
    tp, alerts, n_pos, n = sizes
    found = rows.score >= threshold
    each = (found & rows.truth) / tp - found / alerts - rows.truth / n_pos + 1 / n
    sums = rows.cases.sums(each)
    return corrected(rows.cases.count) * float(sums @ sums)
