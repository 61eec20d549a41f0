"""The share of positives as a smooth function of the score, with its band, and how far it is from the diagonal."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike
from scipy import special, stats

from evalcore.calibration._logistic import Fit, by_case, fit, groups, log_odds, no_line, no_slope
from evalcore.counts import ThresholdCounts
from evalcore.counts.reasons import neither_way
from evalcore.errors import Message, message
from evalcore.intervals.cases import degrees_of_freedom, equal_cases, few_cases, one_case, student
from evalcore.intervals.shares import WEIGHTED
from evalcore.support.arrays import FloatArray, frozen
from evalcore.support.blocks import blocks
from evalcore.support.checks import check_level, finite_numbers, shares
from evalcore.support.results import Result

PLACES = 201
# Harrell's: where the knots lie among the rows, and how many rows of the rarer class each of them asks for.
QUANTILES = {5: (0.05, 0.275, 0.5, 0.725, 0.95), 4: (0.05, 0.35, 0.65, 0.95), 3: (0.1, 0.5, 0.9)}
ROWS_A_KNOT = 5
# docs/coverage.md: with fewer of the rarer class some bands are covered less often than .90
FEW_ROWS = 50
# Hosmer and Lemeshow's groups, and below which p a curve is said not to fit them.
FIT_GROUPS, UNLIKELY = 10, 0.1
BENT = Message(
    "Tenths of the rows lie farther from this curve than chance alone makes likely: calibration bends where the curve "
    "does not, and there the band is too narrow. Look at the bins."
)


@dataclass(frozen=True, eq=False)
class FittedCurve(Result):
    """A curve of log odds as it was fitted: what it takes to read it, and its band, at any score."""

    coefficients: FloatArray
    covariance: FloatArray
    knots: FloatArray
    centre: float
    spread: float
    ends: tuple[float, float]
    nearest: float | None
    width: float

    def columns(self, score: FloatArray) -> FloatArray:
        """Return the columns of the regression at these scores."""
        return _columns((log_odds(score, self.nearest) - self.centre) / self.spread, knots=self.knots)

    def read(self, score: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Return the curve and both ends of its band; beyond the scores it was fitted on those of the nearest."""
        columns = self.columns(np.clip(score, *self.ends))
        eta = columns @ self.coefficients
        reach = self.width * np.sqrt(np.maximum(np.einsum("ij,jk,ik->i", columns, self.covariance, columns), 0))
        share, low, high = (frozen(np.asarray(special.expit(at))) for at in (eta, eta - reach, eta + reach))
        return share, low, high


@dataclass(frozen=True, eq=False)
class SmoothCalibration(Result):
    """What share of rows is positive at each score, smoothly, and how far is that from what the scores say?

    Parameters
    ----------
    score : (g,) float64 in [0, 1]
        Where the curve is read.
    share : (g,) float64 in [0, 1]
        The curve.
    low, high : (g,) float64 in [0, 1]
        Its band, each place on its own; nan where there is none.
    ici : float in [0, 1]
        Integrated calibration index: mean distance of score and curve over the rows. Never 0 of few rows, however
        right the scores are.
    e50, e90, e_max : float in [0, 1]
        Median, 90th percentile and maximum of that distance over the rows.
    knots : tuple of float in [0, 1]
        Scores at which the curve may bend; empty where it is the line of logistic recalibration.
    confidence_level : float in (0, 1)
    reason : Message or None
        Why there is no curve, or no band.
    warnings : tuple of Message
    fitted : FittedCurve or None
        The curve as it was fitted, see `at`.
    """

    score: FloatArray
    share: FloatArray
    low: FloatArray
    high: FloatArray
    ici: float
    e50: float
    e90: float
    e_max: float
    knots: tuple[float, ...]
    confidence_level: float = 0.95
    reason: Message | None = None
    warnings: tuple[Message, ...] = ()
    fitted: FittedCurve | None = None

    def at(self, score: ArrayLike) -> tuple[FloatArray, FloatArray, FloatArray]:
        """What are the curve and its band at other scores?

        Parameters
        ----------
        score : (g,) numbers in [0, 1]

        Returns
        -------
        share, low, high : (g,) float64 in [0, 1]
            *Undefined where* there is no curve, or no row has a score so low or so high: nan.
        """
        asked = shares(finite_numbers(score, "score"), "score")
        if self.fitted is None:
            none = np.full(asked.shape, np.nan)
            return none, none, none
        inside = (asked >= self.fitted.ends[0]) & (asked <= self.fitted.ends[1])
        share, low, high = (np.where(inside, of, np.nan) for of in self.fitted.read(asked))
        return share, low, high

    def to_frame(self) -> pd.DataFrame:
        """Return one row a place of the curve."""
        return pd.DataFrame({name: getattr(self, name) for name in ("score", "share", "low", "high")})


def smooth_calibration(
    counts: ThresholdCounts,
    *,
    at: ArrayLike | None = None,
    nearest: float | None = None,
    confidence_level: float = 0.95,
) -> SmoothCalibration:
    """What share of rows is positive at each score, smoothly, and between which values does it lie?

    Parameters
    ----------
    counts : ThresholdCounts
        Weights have a curve and no band; rows of cases have a band by case.
    at : (g,) numbers in [0, 1], optional
        Where the curve is read; 201 even steps from the lowest score to the highest when left out. Beyond the scores of
        these rows it is a guess.
    nearest : float in (0, 0.5), optional
        As for `calibration_line`.
    confidence_level : float in (0, 1)
        Of the band, at each place on its own.

    Returns
    -------
    SmoothCalibration

    Notes
    -----
    A logistic regression of the truth on a restricted cubic spline of logit(score), as in `rms`: knots at Harrell's
    quantiles of the rows, five, or fewer where quantiles are one score or the rarer class has fewer than five rows for
    each (weights do not tell). Calibrated scores are a straight line of that, so that the curve has no bias where it
    matters most. The band is that of the fitted log odds, by their covariance; by case by that of sums over cases, with
    Student's quantile.
    Local regression (loess), as in val.prob.ci.2, was not taken: it weighs neighbours anew at every place, needs a
    choice of its width, and knows neither counts nor cases; this is exact of counted rows, a million distinct scores in
    about a second. ICI, E50 and E90 are read off at every score, not at the places shown.
    Below fifty rows of the rarer class `warnings` say that the band may be too narrow: of thirty positives it held .80
    at the lowest scores, where hardly any positive is; and so they do where tenths of the rows do not fit the curve
    (Hosmer and Lemeshow's test, p below .1): what bends more sharply than five knots can has no such band. *Undefined
    when* `calibration_line` has no slope.

    References
    ----------
    Harrell (2015), Regression Modeling Strategies, 2.4.5, https://doi.org/10.1007/978-3-319-19425-7; Austin and
    Steyerberg (2019), https://doi.org/10.1002/sim.8281 (ICI, E50, E90)

    Examples
    --------
    >>> found = smooth_calibration(ThresholdCounts.from_grouped([0.9, 0.5, 0.1], [30, 20, 15], [10, 20, 45]), at=[0.5])
    >>> f"{found.low[0]:.3f} < {found.share[0]:.3f} < {found.high[0]:.3f}, ICI {found.ici:.3f}"
    '0.350 < 0.500 < 0.650, ICI 0.107'
    """
    check_level(confidence_level)
    reason = no_line(counts, nearest) or no_slope(counts, nearest)
    asked = None if at is None else shares(finite_numbers(at, "at"), "at")
    if reason is not None:
        none, nothing = np.empty(0), (math.nan,) * 4
        return SmoothCalibration(none, none, none, none, *nothing, (), confidence_level, reason)
    score, pos, neg = groups(counts)
    x, n = log_odds(score, nearest), pos + neg
    knots = _knots(x, n, math.inf if counts.weighted else min(counts.n_pos, counts.n_neg))
    centre, spread = float(n @ x / n.sum()), float(np.ptp(x))
    columns = partial(_columns, knots=(knots - centre) / spread)
    design = columns((x - centre) / spread)
    found = fit(design, pos, neg, start=np.append([centre, spread], np.zeros(design.shape[1] - 2)))
    places = np.linspace(score[0], score[-1], PLACES) if asked is None else asked
    ends = float(score[0]), float(score[-1])
    scaled = (knots - centre) / spread
    fitted = FittedCurve(found.coefficients, found.covariance, scaled, centre, spread, ends, nearest, math.nan)
    band = _band(counts, found, fitted.columns, confidence_level)
    fitted = replace(fitted, covariance=band.covariance, width=band.width)
    # The curve is read at all scores, so that nothing of the distances is of a few places only.
    curve = np.concatenate([special.expit(design[rows] @ found.coefficients) for rows in blocks(0, len(x))])
    bent = () if counts.weighted or counts.rows is not None or _fits(curve, pos, n) else (BENT,)
    return SmoothCalibration(
        frozen(places),
        *fitted.read(places),
        *_distances(np.abs(score - curve), n),
        tuple(special.expit(knots).tolist()),
        confidence_level,
        band.reason,
        (*band.warnings, *bent),
        fitted,
    )


class _Band(NamedTuple):
    """How many standard errors the band reaches, the covariance they are of, and what is to be said."""

    width: float
    covariance: FloatArray
    reason: Message | None = None
    warnings: tuple[Message, ...] = ()


def _band(counts: ThresholdCounts, found: Fit, columns: Callable[[FloatArray], FloatArray], level: float) -> _Band:
    """Return what the band is made of: of rows, or by case, or why there is none."""
    rows = counts.rows
    if (reason := neither_way(counts, WEIGHTED)) is not None:
        return _Band(math.nan, found.covariance, reason)
    if rows is None:
        few = _few(min(counts.n_pos, counts.n_neg))
        return _Band(float(special.ndtri((1 + level) / 2)), found.covariance, None, few)
    sizes = [rows.cases.sums(rows.truth == side) for side in (True, False)]
    if (reason := one_case(*sizes)) is not None:
        return _Band(math.nan, found.covariance, reason)
    width = student(level, degrees_of_freedom(min(map(equal_cases, sizes))))
    return _Band(width, by_case(found, rows, columns), None, few_cases(*sizes))


def _fits(curve: FloatArray, pos: FloatArray, n: FloatArray) -> bool:
    """Tell whether tenths of the rows lie as near to the curve as chance alone has them (Hosmer and Lemeshow)."""
    middle = (np.cumsum(n) - n / 2) / n.sum()
    tenth = np.minimum((FIT_GROUPS * middle).astype(np.int64), FIT_GROUPS - 1)
    seen, expected, variance = (np.bincount(tenth, of) for of in (pos, n * curve, n * curve * (1 - curve)))
    known = variance > 0
    apart = float(((seen - expected)[known] ** 2 / variance[known]).sum())
    return bool(stats.chi2.sf(apart, max(int(known.sum()) - 2, 1)) >= UNLIKELY)


def _few(rarer: float) -> tuple[Message, ...]:
    """Say that few rows of a class show little of a curve."""
    if rarer >= FEW_ROWS:
        return ()
    return (
        message(
            "The rarer class has {n} rows: so few show little of a curve, and its band may be too narrow.", n=rarer
        ),
    )


def _knots(x: FloatArray, n: FloatArray, rarer: float) -> FloatArray:
    """Return where the curve may bend: as many places as rows and scores allow, none where three are too many."""
    cumulative = np.cumsum(n)
    for count, quantiles in QUANTILES.items():
        knots = np.unique(x[np.searchsorted(cumulative, np.multiply(quantiles, cumulative[-1]))])
        if rarer >= ROWS_A_KNOT * count and len(knots) == count:
            return knots
    return np.empty(0)


def _columns(x: FloatArray, *, knots: FloatArray) -> FloatArray:
    """Return ones, x, and the restricted cubic spline of x with these knots: linear beyond the outer ones."""
    columns = [np.ones(len(x)), x]
    if len(knots):
        last, before = knots[-1], knots[-2]
        tails = [np.maximum(x - knot, 0) ** 3 for knot in knots]
        for knot, tail in zip(knots[:-2], tails, strict=False):
            ratio = (last - knot) / (last - before)
            bend = tail - tails[-2] * ratio + tails[-1] * (ratio - 1)
            columns.append(bend / (last - knots[0]) ** 2)
    return np.stack(columns, axis=1)


def _distances(distance: FloatArray, n: FloatArray) -> tuple[float, float, float, float]:
    """Return mean, median, 90th percentile and maximum over the rows."""
    order = np.argsort(distance, kind="stable")
    cumulative = np.cumsum(n[order])
    quantiles = (distance[order[np.searchsorted(cumulative, share * cumulative[-1])]] for share in (0.5, 0.9))
    return float(n @ distance / n.sum()), *map(float, quantiles), float(distance.max())  # type: ignore[return-value]  # four
