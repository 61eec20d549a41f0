"""Are scores too high on the whole, and too bold or too timid? Intercept and slope of logistic recalibration."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from scipy import optimize, special, stats

from evalcore.calibration._logistic import Fit, by_case, fit, groups, log_odds, no_line, no_slope, wider_by_rows
from evalcore.counts import ThresholdCounts
from evalcore.counts.given import of_scores
from evalcore.counts.of_cases import ScoredRows
from evalcore.counts.reasons import neither_way, no_probabilities
from evalcore.errors import Message
from evalcore.intervals import Estimate
from evalcore.intervals.cases import ALIKE, degrees_of_freedom, equal_cases, few_cases, one_case, student
from evalcore.intervals.shares import WEIGHTED
from evalcore.support.arrays import FloatArray
from evalcore.support.checks import check_level
from evalcore.support.results import Result

FEW_ROWS = 20  # docs/coverage.md: with about ten rows of the rarer class some slopes are covered .75
MANY_ROWS = 10_000  # of each class, from which on Wald's interval of a slope is the profile's within its last digits
DOUBLINGS = 8
WIDE = 50.0  # log odds that reach so far are seldom right: the search for the slope begins at 0
FEW = Message(
    "A class has fewer than twenty rows: so few hardly show intercept and slope, and their intervals may be too narrow."
)


@dataclass(frozen=True, eq=False)
class CalibrationLine(Result):
    """Are scores too high or too low on the whole, and too bold or too timid?

    Parameters
    ----------
    in_the_large : Estimate
        By how much the log odds are too low on the whole, the slope kept at 1: 0 is right, below 0 scores promise too
        much.
    slope : Estimate
        How much log odds of the truth grow with those of the scores: 1 is right, below 1 scores are too bold (too near
        to 0 and 1), above too timid.
    intercept : float
        Log odds of the truth where those of the score are 0, fitted together with the slope.
    expected, observed : float in [0, 1]
        Mean score, and share of positive rows: they need no log odds.
    pvalue : float in [0, 1]
        Likelihood ratio test that intercept 0 and slope 1 are both right, two degrees of freedom; nan with weights or
        cases.
    reason : Message or None
        Why something is nan.
    """

    in_the_large: Estimate
    slope: Estimate
    intercept: float
    expected: float
    observed: float
    pvalue: float
    reason: Message | None = None


@of_scores
def calibration_line(
    counts: ThresholdCounts, *, nearest: float | None = None, confidence_level: float = 0.95
) -> CalibrationLine:
    """Are scores, read as probabilities, too high or too low on the whole, and too bold or too timid?

    Parameters
    ----------
    counts : ThresholdCounts
        Weights have values and no intervals; rows of cases have intervals by case.
    nearest : float in (0, 0.5), optional
        What scores nearer to 0 or 1 are taken for. Left out, a score of exactly 0 or 1 leaves no line: its log odds
        are infinite, and what stands for them decides much of the slope.
    confidence_level : float in (0, 1)

    Returns
    -------
    CalibrationLine

    Notes
    -----
    logit P(+) = a + logit(score) gives `in_the_large`, logit P(+) = a + b logit(score) the slope b (Cox), both of
    highest likelihood, by iteratively reweighted least squares. The interval of `in_the_large` are the a at which the
    expected number of positives is within z standard deviations of the observed one (score interval); that of the
    slope are the b that the likelihood ratio test does not reject, the intercept fitted anew for each (profile
    likelihood; from 10,000 rows of each class on Wald's, which is then the same to a hundredth of its width). Both
    suppose that the line is right; where rows vary more about it than that, z is as many times as large (sandwich over
    information): of scores too bold in both directions the plain interval of `in_the_large` held .85. By case both are
    Wald's by the variance of sums over cases (Liang and Zeger), with Student's quantile.
    `pvalue` is that of the unreliability test of `rms::val.prob`. Below twenty rows of a class `warnings` say so; where
    the interval of the slope has no end, it is infinite. *Undefined when* a score is outside [0, 1] or, without
    `nearest`, at 0 or 1, or a class has no row; the slope also where all rows have one score or one threshold tells
    both classes apart. `expected` and `observed` need no more than a row and scores in [0, 1].

    References
    ----------
    Cox (1958), https://doi.org/10.1093/biomet/45.3-4.562; Van Calster et al. (2016),
    https://doi.org/10.1016/j.jclinepi.2015.12.005; Liang and Zeger (1986), https://doi.org/10.1093/biomet/73.1.13

    Examples
    --------
    >>> found = calibration_line(ThresholdCounts.from_grouped([0.9, 0.5, 0.1], [30, 20, 15], [10, 20, 45]))
    >>> f"{found.slope.value:.3f} [{found.slope.low:.3f}, {found.slope.high:.3f}]"
    '0.500 [0.297, 0.719]'
    """
    check_level(confidence_level)
    none = Estimate(math.nan, confidence_level=confidence_level)
    if (reason := no_line(counts, nearest)) is not None:
        without = replace(none, reason=reason)
        return CalibrationLine(without, without, math.nan, *_means(counts), math.nan, reason)
    score, pos, neg = groups(counts)
    x, n = log_odds(score, nearest), pos + neg
    centre, odds = float(n @ x / n.sum()), float(special.logit(pos.sum() / n.sum()))
    # Log odds lie near 0 or far from it (a score may be 1e-300): counted from their middle both are fitted alike.
    ones, both = np.ones((len(x), 1)), np.column_stack([np.ones(len(x)), x - centre])
    large = fit(ones, pos, neg, offset=x, start=_nearer(odds, x, pos, n))
    flat = no_slope(counts, nearest)
    line = None
    if flat is None:
        line = fit(both, pos, neg, start=np.array([odds, 1.0 if float(np.ptp(x)) < WIDE else 0.0]))
    level, rows = confidence_level, counts.rows
    few = min(counts.n_pos, counts.n_neg) < FEW_ROWS and rows is None and not counts.weighted
    small = (FEW,) if few else ()
    of_large = Estimate(float(large.coefficients[0]), confidence_level=level, warnings=small)
    of_slope = replace(none, reason=flat)
    if line is not None:
        of_slope = Estimate(float(line.coefficients[1]), confidence_level=level, warnings=small)
    pvalue = math.nan
    if (neither := neither_way(counts, WEIGHTED)) is not None:
        of_large, of_slope = (replace(of, reason=of.reason or neither, warnings=()) for of in (of_large, of_slope))
    elif rows is not None:
        of_large = _wald(of_large, large, rows, partial(_columns, nearest=nearest, slope=False), nearest)
        if line is not None:
            columns = partial(_columns, nearest=nearest, slope=True, centre=centre)
            of_slope = _wald(of_slope, line, rows, columns, None)
    else:
        z = float(special.ndtri((1 + level) / 2))
        low, high = _score_ends(of_large.value, x, pos, n, z * wider_by_rows(large, ones, pos, neg, offset=x))
        of_large = replace(of_large, low=low, high=high)
        if line is not None:
            low, high = _profile_ends(line, both, pos, neg, z * wider_by_rows(line, both, pos, neg))
            of_slope = replace(of_slope, low=low, high=high)
            gain = line.log_likelihood - float(pos @ x - n @ np.logaddexp(0, x))
            pvalue = float(stats.chi2.sf(2 * max(gain, 0.0), 2))
    return CalibrationLine(
        of_large,
        of_slope,
        math.nan if line is None else float(line.coefficients[0] - line.coefficients[1] * centre),
        *_means(counts),
        pvalue,
        of_slope.reason,
    )


def _means(counts: ThresholdCounts) -> tuple[float, float]:
    """Return mean score and share of positives, of scores that are probabilities."""
    score, pos, neg = groups(counts)
    n = pos + neg
    if no_probabilities(counts) is not None or not n.sum():
        return math.nan, math.nan
    return float(n @ score / n.sum()), float(pos.sum() / n.sum())


def _nearer(odds: float, x: FloatArray, pos: FloatArray, n: FloatArray) -> FloatArray:
    """Return where a search for the log odds of the whole begins: of two places the likelier one.

    One is right where scores are nearly so, the other where they are far off, all of them near 0 or 1.
    """
    expected = float(np.clip(n @ special.expit(x) / n.sum(), 1e-9, 1 - 1e-9))
    places = odds - float(special.logit(expected)), odds - float(n @ x / n.sum())
    likely = [float(pos @ (x + place) - n @ np.logaddexp(0, x + place)) for place in places]
    return np.array([places[0 if likely[0] >= likely[1] else 1]])


def _columns(score: FloatArray, *, nearest: float | None, slope: bool, centre: float = 0.0) -> FloatArray:
    """Return the columns of the regression: ones, and with a slope the log odds, counted from their middle."""
    ones = np.ones(len(score))
    return np.column_stack([ones, log_odds(score, nearest) - centre] if slope else [ones])


def _wald(of: Estimate, found: Fit, rows: ScoredRows, design: partial[FloatArray], nearest: float | None) -> Estimate:
    """Return the interval by case of the last coefficient; without a slope the log odds are an offset."""
    alone = len(found.coefficients) == 1
    offset = log_odds(rows.score, nearest) if alone else 0.0
    sizes = [rows.cases.sums(rows.truth == side) for side in (True, False)]
    variance = float(by_case(found, rows, design, offset)[-1, -1])
    reason = one_case(*sizes) or (None if variance > 0 else ALIKE)
    if reason is not None:
        return replace(of, reason=reason)
    df = degrees_of_freedom(min(map(equal_cases, sizes)))
    half = student(of.confidence_level, df) * math.sqrt(variance)
    return replace(of, low=of.value - half, high=of.value + half, warnings=few_cases(*sizes))


def _score_ends(value: float, x: FloatArray, pos: FloatArray, n: FloatArray, z: float) -> tuple[float, float]:
    """Return the a at which the number of positives is just z standard deviations off."""
    seen = float(pos.sum())

    def beyond(a: float) -> float:
        """Return how many standard deviations the expected number is off, less z."""
        chance = special.expit(a + x)
        expected, variance = float(n @ chance), float(n @ (chance * (1 - chance)))
        return abs(seen - expected) / math.sqrt(variance) - z

    chance = special.expit(value + x)
    reach = z / math.sqrt(float(n @ (chance * (1 - chance))))
    return _crossing(beyond, value, -reach), _crossing(beyond, value, reach)


def _profile_ends(line: Fit, design: FloatArray, pos: FloatArray, neg: FloatArray, z: float) -> tuple[float, float]:
    """Return the slopes at which the root of the likelihood ratio is just z; of very many rows Wald's ends."""
    a, b = line.coefficients
    ones, x, variance = design[:, :1], design[:, 1], float(line.covariance[1, 1])
    error = math.sqrt(variance)
    if min(pos.sum(), neg.sum()) >= MANY_ROWS:
        return float(b - z * error), float(b + z * error)
    along = float(line.covariance[0, 1]) / variance  # how the intercept goes with the slope

    def beyond(slope: float) -> float:
        """Return the root of the likelihood ratio, less z."""
        start = np.array([a + along * (slope - b)])
        found = fit(ones, pos, neg, offset=slope * x, start=start)
        return math.sqrt(2 * max(line.log_likelihood - found.log_likelihood, 0.0)) - z

    return _crossing(beyond, float(b), -z * error), _crossing(beyond, float(b), z * error)


def _crossing(function: Callable[[float], float], middle: float, reach: float) -> float:
    """Return where a function that is below 0 in the middle is 0 on one side; infinite where it stays below."""
    near, far = middle, middle + 1.5 * reach
    for _ in range(DOUBLINGS):
        if function(far) > 0:
            return float(optimize.brentq(function, near, far, xtol=1e-9 * abs(reach), rtol=1e-10))
        near, far = far, middle + 2 * (far - middle)
    return math.copysign(math.inf, reach)
