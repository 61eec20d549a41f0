"""Brier score and log loss, how sure they are, and their parts: unreliable, resolved, uncertain."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd
from scipy import special

from evalcore.calibration._logistic import groups
from evalcore.calibration.bins import NO_ROW, Calibration, calibration
from evalcore.costs import brier_interval
from evalcore.counts import ThresholdCounts
from evalcore.counts.given import of_scores
from evalcore.counts.reasons import neither_way, no_probabilities
from evalcore.errors import Message
from evalcore.intervals import Estimate
from evalcore.intervals.row_mean import ALIKE, FEW, FEW_ROWS, mean_by_case
from evalcore.intervals.shares import WEIGHTED
from evalcore.intervals.skewed import skewed_mean
from evalcore.support.arrays import FloatArray
from evalcore.support.checks import check_level
from evalcore.support.results import Result

FEW_OF_A_CLASS = 15
SURE_AND_WRONG = Message("A row was given probability 0 of what happened, so the log loss is infinite.")


@dataclass(frozen=True, eq=False)
class LossParts(Result):
    """What is a loss made of: value = reliability - resolution + uncertainty + within.

    Parameters
    ----------
    value : Estimate
        Brier score, or log loss (natural logarithm), of the rows themselves.
    reliability : float >= 0
        What is lost by miscalibration: bins whose mean score is not their share of positive rows.
    resolution : float >= 0
        What is gained by telling rows apart: bins whose share is not that of all rows.
    uncertainty : float >= 0
        What giving all rows the share of all rows loses.
    within : float
        What the bins hide, by the differences of scores within them; 0 where each score has a bin of its own.
    skill : float at most 1
        1 - value / uncertainty: 0 is no better than the share of all rows; nan where one class has no row.
    """

    value: Estimate
    reliability: float
    resolution: float
    uncertainty: float
    within: float
    skill: float


@dataclass(frozen=True, eq=False)
class Losses(Result):
    """How much do scores, read as probabilities, lose, by both measures?

    Parameters
    ----------
    brier, log_loss : LossParts
    bins : Calibration
        The bins of the parts.
    reason : Message or None
        Why there is nothing.
    """

    brier: LossParts
    log_loss: LossParts
    bins: Calibration
    reason: Message | None = None

    def to_frame(self) -> pd.DataFrame:
        """Return a row for each measure."""
        names = ("reliability", "resolution", "uncertainty", "within", "skill")
        return pd.DataFrame(
            [
                {"value": of.value.value, "low": of.value.low, "high": of.value.high}
                | {name: getattr(of, name) for name in names}
                for of in (self.brier, self.log_loss)
            ],
            index=["brier", "log_loss"],
        )


@of_scores
def losses(counts: ThresholdCounts, *, bins: int = 10, confidence_level: float = 0.95) -> Losses:
    """How much do scores, read as probabilities, lose, and by what?

    Parameters
    ----------
    counts : ThresholdCounts
        Weights have values and no intervals; rows of cases have intervals by case.
    bins : int from 1 to 1000
        Of the parts, with as equal numbers of rows as ties allow: those of `calibration`.
    confidence_level : float in (0, 1)

    Returns
    -------
    Losses

    Notes
    -----
    Brier score: mean of (score - truth)^2; log loss: mean of -ln of the probability of what happened. Both are parted
    by Murphy's rule over bins b with n_b rows, mean score s_b and share o_b, o being the share of all rows: reliability
    = sum n_b d(o_b, s_b) / N, resolution = sum n_b d(o_b, o) / N, with the squared difference as d, or the divergence
    o_b ln(o_b / s_b) + (1 - o_b) ln((1 - o_b) / (1 - s_b)) for the log loss (Weijs). Reliability and resolution depend
    on the bins, and few rows a bin inflate both. The interval of the Brier score is that of `brier_interval`; that of
    the log loss is Hall's for a skewed mean with Student's quantile; by case both rest on sums over cases, with
    Student's quantile. *Undefined when* a score is outside [0, 1] or there is no row. The log loss is infinite where a
    row was given probability 0 of what happened.

    References
    ----------
    Murphy (1973), https://doi.org/10.1175/1520-0450(1973)012<0595:ANVPOT>2.0.CO;2; Weijs, van Nooijen and van de Giesen
    (2010), https://doi.org/10.1175/2010MWR3229.1

    Examples
    --------
    >>> found = losses(ThresholdCounts.from_grouped([0.9, 0.5, 0.2], [30, 10, 5], [5, 10, 40]))
    >>> f"{found.brier.value.value:.3f} {found.log_loss.value.value:.3f} {found.log_loss.uncertainty:.3f}"
    '0.142 0.455 0.688'
    """
    check_level(confidence_level)
    found = calibration(counts, bins=bins)
    total = counts.n_pos + counts.n_neg
    if (reason := no_probabilities(counts) or (None if total else NO_ROW)) is not None:
        none = LossParts(Estimate(math.nan, confidence_level=confidence_level, reason=reason), *(math.nan,) * 5)
        return Losses(none, none, found, reason)
    score, pos, neg = groups(counts)
    each = _losses(score)
    brier = brier_interval(counts, confidence_level=confidence_level)
    if counts.of_cases:
        brier = _mean(counts, pos, neg, ((1 - score) ** 2, score**2), confidence_level)
    return Losses(
        _parts(brier, found.reliability, found.resolution, found.uncertainty),
        _parts(_mean(counts, pos, neg, each, confidence_level), *_divergences(found, pos.sum() / (pos + neg).sum())),
        found,
    )


def mean_difference(
    before: ThresholdCounts, after: tuple[FloatArray, FloatArray], *, confidence_level: float = 0.95
) -> Estimate:
    """Return the mean over the rows of a number that depends on score and truth alone, with its interval.

    `after` has that number for a positive row and for a negative one, at each distinct score, ascending.
    """
    _, pos, neg = groups(before)
    return _mean(before, pos, neg, after, confidence_level)


def row_losses(score: FloatArray) -> dict[str, tuple[FloatArray, FloatArray]]:
    """Return what a positive row and a negative one lose at each score, by both measures."""
    return {"brier": ((1 - score) ** 2, score**2), "log_loss": _losses(score)}


def _losses(score: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the log loss of a positive row and of a negative one at each score."""
    with np.errstate(divide="ignore"):
        return -np.log(score), -np.log1p(-score)


def _parts(value: Estimate, reliability: float, resolution: float, uncertainty: float) -> LossParts:
    within = value.value - (reliability - resolution + uncertainty) if math.isfinite(value.value) else math.nan
    skill = 1 - value.value / uncertainty if uncertainty > 0 else math.nan
    return LossParts(value, reliability, resolution, uncertainty, within, skill)


def _divergences(bins: Calibration, share: float) -> tuple[float, float, float]:
    """Return reliability, resolution and uncertainty of the log loss."""
    n = np.asarray(bins.n, dtype=np.float64)

    def mean(other: FloatArray | float) -> float:
        """Return the mean divergence of the shares of the bins from this."""
        apart = special.rel_entr(bins.share, other) + special.rel_entr(1 - bins.share, 1 - np.asarray(other))
        return float(n @ apart / n.sum())

    return mean(bins.score), mean(share), float(special.entr(share) + special.entr(1 - share))


def _mean(
    counts: ThresholdCounts, pos: FloatArray, neg: FloatArray, each: tuple[FloatArray, FloatArray], level: float
) -> Estimate:
    """Return the mean over the rows of what a positive and a negative row have at each score."""
    n = float(pos.sum() + neg.sum())
    # A loss that no row has may be infinite.
    sums = [float((rows * np.where(rows > 0, of, 0)).sum()) for rows, of in zip((pos, neg), each, strict=True)]
    value, rows = sum(sums) / n, counts.rows
    found = Estimate(value, confidence_level=level)
    if not math.isfinite(value):
        return replace(found, reason=SURE_AND_WRONG)
    if (reason := neither_way(counts, WEIGHTED)) is not None:
        return replace(found, reason=reason)
    if rows is not None:
        place = np.searchsorted(counts.threshold[:0:-1], rows.score)
        return mean_by_case(found, np.where(rows.truth, each[0][place], each[1][place]), rows.cases)
    second, third = (_moment(pos, neg, each, value, power) / n for power in (2, 3))
    if n < 2 or not second > 0:
        return replace(found, reason=ALIKE)
    error = math.sqrt(second / (n - 1))
    low, high = skewed_mean(value, error, third / second**1.5 / math.sqrt(n), n - 1, confidence_level=level)
    few = (FEW,) if n < FEW_ROWS or min(counts.n_pos, counts.n_neg) < FEW_OF_A_CLASS else ()
    return replace(found, low=float(low), high=float(high), warnings=few)


def _moment(pos: FloatArray, neg: FloatArray, each: tuple[FloatArray, FloatArray], value: float, power: int) -> float:
    """Return the sum over the rows of a power of the distance from the mean."""
    return sum(
        float((rows * np.where(rows > 0, of - value, 0) ** power).sum())
        for rows, of in zip((pos, neg), each, strict=True)
    )
