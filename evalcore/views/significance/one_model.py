"""One model against a bar, step by step: the binomial test of a count of errors, and the t-test of several rates."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from scipy import stats

from evalcore import metrics
from evalcore.counts import ConfusionMatrix
from evalcore.errors import InputError
from evalcore.intervals import wilson
from evalcore.significance import TestResult, TResult, detectable_binomial, power_binomial, t_test
from evalcore.significance.contradictions import contradicts
from evalcore.significance.results import Alternative
from evalcore.significance.student import half_widths, pvalues
from evalcore.views.significance import steps
from evalcore.views.significance.null_pictures import (
    NullCounts,
    NullPicture,
    Window,
    count_picture,
    count_window,
    density_picture,
    null_counts,
    with_observed,
)
from evalcore.views.significance.series import View, view_of

RATE, ROWS, ALPHA, ERRORS = "rate", "rows", "alpha", "errors"
# How far from the bar true rates lie whose power is shown.
AWAY = (0.05, 0.1, 0.2)
# A rate that is no further from the bar is at the bar: so much is rounding.
ROUNDED = 1e-12


@dataclass(frozen=True)
class BinomialStep:
    """What the figure shows for one choice of all values: the estimate, the test, and its null distribution."""

    errors: int
    n: int
    rate: float
    alpha: float
    low: float
    high: float
    pvalue: float
    kept: tuple[int, int]
    size: float
    window: Window
    picture: NullPicture

    @property
    def share(self) -> float:
        """Observed error rate."""
        return self.errors / self.n


def binomial_view(
    errors: int, n: int, rate: float, *, alpha: float, alternative: Alternative = "greater", handles: Sequence[str]
) -> View:
    """What does the binomial test show, and how does that follow each of its handles?

    Parameters
    ----------
    errors, n : int
    rate, alpha : float
        The bar and the level.
    alternative : "greater", "less" or "two-sided"
    handles : sequence of RATE, ROWS, ALPHA, ERRORS
        Those the figure has. A handle of the rows keeps the share of errors.

    Returns
    -------
    View
        Of `BinomialStep`.
    """

    null = null_counts(n, rate, alternative)
    now = _step(null, errors, alpha)
    low, high = math.ceil(now.window.low), min(math.floor(now.window.high), n)
    wanted: dict[str, tuple[list[Any], list[float], list[BinomialStep]]] = {}
    if RATE in handles:
        rates = steps.rates(rate)
        wanted[RATE] = (rates, rates, [binomial_step(errors, n, one, alpha, alternative) for one in rates])
    if ROWS in handles:
        sizes = steps.sizes(n)
        shown = [binomial_step(scaled(errors, n, one), one, rate, alpha, alternative) for one in sizes]
        wanted[ROWS] = (sizes, [steps.log_place(one) for one in sizes], shown)
    if ALPHA in handles:
        levels = steps.alphas(alpha)
        wanted[ALPHA] = (levels, levels, [_step(null, errors, one) for one in levels])
    if ERRORS in handles:
        found = steps.whole_between(low, high, errors)
        places = [float(now.window.at(one)) for one in found]
        wanted[ERRORS] = (found, places, [_step(null, one, alpha, now.window) for one in found])
    present = {RATE: rate, ROWS: n, ALPHA: alpha, ERRORS: errors}
    return view_of(now, wanted, present, alternative)


def binomial_step(errors: int, n: int, rate: float, alpha: float, alternative: Alternative) -> BinomialStep:
    """What does the figure show for these values?"""
    return _step(null_counts(n, rate, alternative), errors, alpha)


def _step(null: NullCounts, errors: int, alpha: float, window: Window | None = None) -> BinomialStep:
    n, kept = null.n, null.kept(alpha)
    low, high = wilson(errors, n, confidence_level=1 - alpha)
    window = window or count_window(n, null.rate, errors)
    return BinomialStep(
        errors=errors,
        n=n,
        rate=null.rate,
        alpha=alpha,
        low=float(low),
        high=float(high),
        pvalue=null.pvalue(errors),
        kept=kept,
        size=null.outside(kept),
        window=window,
        picture=count_picture(n, null.rate, kept, errors, window, alternative=null.alternative),
    )


def scaled(errors: int, n: int, rows: int) -> int:
    """How many errors are as large a share of another number of rows?

    >>> scaled(4, 10, 25), scaled(1, 3, 5)
    (10, 2)
    """
    return round(errors / n * rows)


@dataclass(frozen=True)
class AgainstBar:
    """How far is an error rate from the bar, and may chance alone have done that?

    Parameters
    ----------
    rate, rate_low, rate_high : float
        The error rate with its interval.
    difference, distance : float
        Rate minus bar, and without its sign.
    low, high : float
        The interval of rate minus bar.
    pvalue : float
    is_above, is_below : bool
    is_sought : bool
        Whether the test looks on this side of the bar at all.
    contradicts : bool
        Whether the interval leaves out a bar that the test keeps, or holds one that it rejects.
    """

    rate: float
    rate_low: float
    rate_high: float
    difference: float
    distance: float
    low: float
    high: float
    pvalue: float
    is_above: bool
    is_below: bool
    is_sought: bool
    contradicts: bool


def against_bar(test: TestResult, bar: float) -> AgainstBar:
    """How far is the estimate of a test from the bar?

    Examples
    --------
    >>> from evalcore.significance import binomial_test
    >>> found = against_bar(binomial_test(6, 10, 0.3), 0.3)
    >>> f"{found.distance:.3f} [{found.low:.3f}, {found.high:.3f}]", found.is_above, found.is_sought
    ('0.300 [0.013, 0.532]', True, True)
    """
    ends, level = (test.low, test.high), test.confidence_level
    return _against(test.effect, ends, bar, pvalue=test.pvalue, alternative=test.alternative, level=level)


def step_against_bar(step: BinomialStep | TStep, alternative: Alternative) -> AgainstBar:
    """How far is the estimate from the bar at a step of the figure? As `against_bar` of the test of its values.

    Examples
    --------
    >>> found = step_against_bar(binomial_step(6, 10, 0.3, 0.05, "greater"), "greater")
    >>> f"{found.distance:.3f} [{found.low:.3f}, {found.high:.3f}] {found.pvalue:.4f}"
    '0.300 [0.013, 0.532] 0.0473'
    """
    rate = step.share if isinstance(step, BinomialStep) else step.mean
    ends, level = (step.low, step.high), confidence(step.alpha)
    return _against(rate, ends, step.rate, pvalue=step.pvalue, alternative=alternative, level=level)


def _against(
    rate: float, ends: tuple[float, float], bar: float, *, pvalue: float, alternative: Alternative, level: float
) -> AgainstBar:
    above, below = rate - bar > ROUNDED, bar - rate > ROUNDED
    difference, low, high = rate - bar, ends[0] - bar, ends[1] - bar
    return AgainstBar(
        rate=rate,
        rate_low=ends[0],
        rate_high=ends[1],
        difference=difference,
        distance=abs(difference),
        low=low,
        high=high,
        pvalue=pvalue,
        is_above=above,
        is_below=below,
        is_sought=not ((above and alternative == "less") or (below and alternative == "greater")),
        contradicts=contradicts(pvalue, low, high, value=0, confidence_level=level),
    )


def power_at(n: int, rate: float, alternative: Alternative, alpha: float) -> list[tuple[float, float]]:
    """How often does the binomial test find a true rate that is 5, 10 or 20 hundredths away from the bar?

    Returns
    -------
    list of (float, float)
        True rate and power.

    Examples
    --------
    >>> [(round(rate, 2), round(power, 3)) for rate, power in power_at(100, 0.1, "greater", 0.05)]
    [(0.15, 0.432), (0.2, 0.871), (0.3, 1.0)]
    """
    sides = {"greater": (1,), "less": (-1,)}.get(alternative, (-1, 1))
    rates = sorted(rate + side * step for side in sides for step in AWAY)
    return [(one, power_binomial(n, rate, one, alternative=alternative, alpha=alpha)) for one in rates if 0 <= one <= 1]


@dataclass(frozen=True)
class Detectable:
    """The true error rate nearest to the bar, on one side, that is found as often as wanted; nan where none is."""

    is_above: bool
    rate: float


def detectable_rates(n: int, rate: float, alternative: Alternative, *, power: float, alpha: float) -> list[Detectable]:
    """Which true error rates does the binomial test find, on each side it looks at, with the wanted power?

    Examples
    --------
    >>> [round(found.rate, 3) for found in detectable_rates(100, 0.1, "two-sided", power=0.8, alpha=0.05)]
    [0.031, 0.199]
    """
    above = Detectable(True, detectable_binomial(n, rate, power=power, alternative=alternative, alpha=alpha))
    if alternative == "two-sided":
        # What is below the bar for errors is above it for rows that are right.
        right = detectable_binomial(n, 1 - rate, power=power, alternative="two-sided", alpha=alpha)
        return [Detectable(False, 1 - right), above]
    return [above] if alternative == "greater" else [replace(above, is_above=False)]


def right_of(errors: int, n: int) -> int:
    """How many rows are right?"""
    return n - errors


def likelihood(errors: int, n: int, rate: float) -> float:
    """How likely is just this number of errors, if the error rate is the bar? (2.26).

    Examples
    --------
    >>> round(likelihood(6, 10, 0.3), 4)
    0.0368
    """
    return float(stats.binom.pmf(errors, n, rate))


def confidence(alpha: float) -> float:
    """Which level has the interval that belongs to a test at level alpha?

    >>> confidence(0.05)
    0.95
    """
    return 1 - alpha


def counted_errors(cm: ConfusionMatrix) -> tuple[int, int]:
    """How many of how many rows does a matrix have outside of its diagonal?

    Raises
    ------
    InputError
        Where rows have weights, or belong to cases: the binomial test counts independent rows.

    Examples
    --------
    >>> counted_errors(ConfusionMatrix.binary(tp=8, fp=2, fn=2, tn=8))
    (4, 20)
    """
    if cm.weighted:
        raise InputError(
            "The rows must count once each; these have weights. Test without the weights, or type the numbers in."
        )
    if cm.cases_elsewhere:
        raise InputError(
            "The rows must be independent, and rows of one case are not; counts do not tell which rows are of one. "
            "Type the numbers in, or test a table in which each row is a case."
        )
    if cm.of_cases:
        raise InputError(
            "The rows must be independent, and rows of one case are not. The page of the confusion matrix has the "
            "error rate with its interval by case; or test the mean of each case, or one repetition."
        )
    return round(float(metrics.error_rate(cm)) * cm.n), round(cm.n)


@dataclass(frozen=True)
class TStep:
    """What the figure shows for one choice of all values: the mean, the test, and its null distribution."""

    rate: float
    alpha: float
    mean: float
    low: float
    high: float
    statistic: float
    pvalue: float
    critical: float
    picture: NullPicture


def t_view(values: Sequence[float], rate: float, *, alpha: float, handles: Sequence[str]) -> View:
    """What does the t-test of several error rates show, and how does that follow the bar and the level?

    Parameters
    ----------
    values : sequence of float
        One error rate a repetition.
        They differ: else there is no t, and `t_test` says why.
    rate, alpha : float
    handles : sequence of RATE, ALPHA

    Returns
    -------
    View
        Of `TStep`.
    """
    test = t_test(values, rate, confidence_level=1 - alpha)
    window = t_window(test, alpha)
    rates, levels = steps.rates(rate), steps.alphas(alpha)
    now = _t_steps(test, [rate], [alpha], window)[0]
    wanted = {
        RATE: (rates, rates, _t_steps(test, rates, [alpha] * len(rates), window)),
        ALPHA: (levels, levels, _t_steps(test, [rate] * len(levels), levels, window)),
    }
    wanted = {name: steps_of for name, steps_of in wanted.items() if name in handles}
    found = view_of(now, wanted, {RATE: rate, ALPHA: alpha}, "two-sided")
    return replace(found, values=tuple(values))


def t_window(test: TResult, alpha: float) -> Window:
    """Return which values of t are shown: from -5 to 5, or further where the critical value needs it."""
    half = 5 * math.ceil(max(1.0, min(test.critical_value(alpha) / 4, 10)))
    return Window(-half, 2 * half / 5)


def _t_steps(test: TResult, rates: Sequence[float], levels: Sequence[float], window: Window) -> list[TStep]:
    """Return what is shown for bars and levels side by side; neither changes the mean or its standard error."""
    null, mean, error = test.null_distribution, test.effect, test.standard_error
    (df,) = null.args
    statistics = (mean - np.array(rates)) / error
    tails = pvalues(statistics, df, "two-sided")
    halves = half_widths(error, df, [confidence(alpha) for alpha in levels])
    criticals = null.isf(np.array(levels) / 2)
    pictures: dict[float, NullPicture] = {}
    found = []
    for rate, alpha, t, p, critical, half in zip(rates, levels, statistics, tails, criticals, halves, strict=True):
        if alpha not in pictures:
            pictures[alpha] = density_picture(null, (-critical, critical), t, window)
        picture = with_observed(pictures[alpha], float(t), window, both=True)
        ends = (float(mean - half), float(mean + half))
        found.append(TStep(rate, alpha, mean, *ends, float(t), float(p), float(critical), picture))
    return found
