"""Two algorithms on the folds of one data set: what of the difference moves with the level and the overlap."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, NamedTuple

import numpy as np

from evalcore.significance import TestResult, TResult, detectable_paired_t, paired_t_test, power_paired_t
from evalcore.significance.results import among, level_of_each
from evalcore.support.arrays import FloatArray
from evalcore.views.significance.steps import alphas

# A curve and its shaded parts have so many points.
CURVE, SHADED = 97, 21
# The plane of t reaches at least and at most so far to either side.
LEAST, MOST = 4.5, 12.0
# Dots of differences stand on each other where they are closer than a share of the axis.
BINS = 40
RATIO_STEPS = 72
Path = tuple[list[float], list[float]]
Winner = Literal["a", "b", "none"]


@dataclass(frozen=True)
class Curve:
    """A null distribution as it is drawn: its outline, its highest point and where its plane begins and ends."""

    x: list[float]
    y: list[float]
    top: float
    low: float
    high: float


class Step(NamedTuple):
    """What stands in the figure at one level and one ratio; all intervals together have the level 1 - alpha.

    `level` is that of each interval, `test` the corrected one, whose interval is that of the present level.
    """

    alpha: float
    ratio: float
    critical: float
    plain: tuple[float, float]
    corrected: tuple[float, float]
    statistic: float
    pvalue: float
    plain_rejects: bool
    corrected_rejects: bool
    level: float
    test: TResult


@dataclass(frozen=True, eq=False, kw_only=True)
class FoldsView:
    """What the figure of paired folds shows.

    Parameters
    ----------
    a, b : (k,) float64
        Results of both algorithms, fold by fold.
    winners : tuple of "a", "b" or "none"
        Which did better in each fold.
    stack : list of int
        How many differences lie below each one in the dot plot, in the order of the folds.
    plain, corrected : TResult
    by_alpha, by_ratio : list of Step
        While the level moves, and while the ratio does; the other one is the present one.
    """

    a: FloatArray
    b: FloatArray
    differences: FloatArray
    winners: tuple[Winner, ...]
    stack: list[int]
    plain: TResult
    corrected: TResult
    curve: Curve
    by_alpha: list[Step]
    by_ratio: list[Step]
    alpha: int
    ratio: int
    reach: tuple[float, float]

    @property
    def now(self) -> Step:
        """The present step."""
        return self.by_alpha[self.alpha]

    @property
    def absolute_t(self) -> float:
        """The plain t without its sign, as (2.31) has it."""
        return abs(self.plain.statistic)

    def shaded(self, critical: float) -> tuple[Path, Path]:
        """Return both parts of the rejection region."""
        return shaded_tails(self.plain.null_distribution, critical, self.curve)


def folds_view(
    a: FloatArray,
    b: FloatArray,
    *,
    ratio: float,
    alpha: float,
    lower_is_better: bool = True,
    others: Sequence[FloatArray] = (),
) -> FoldsView:
    """Return what the figure of paired folds shows.

    Parameters
    ----------
    a, b : (k,) float64
        At least two folds.
    ratio : float in [0, 1]
        Test rows for each training row.
    alpha : float in (0, 1)
    lower_is_better : bool
        As of error rates.
    others : sequence of (folds,) float64
        Differences of all other pairs of models, for which verdicts and intervals answer, too.
    """
    test = partial(_test, a, b, others=others, alpha=alpha)
    plain, corrected = test(None), test(ratio)
    levels, ratios = alphas(alpha), ratio_steps(ratio)
    differences = a - b
    by_ratio = [test(one) for one in ratios]
    return FoldsView(
        a=a,
        b=b,
        differences=differences,
        winners=tuple(winner(float(d), lower_is_better) for d in differences),
        stack=stacked(differences),
        plain=plain,
        corrected=corrected,
        curve=t_curve(plain.null_distribution, [plain.statistic]),
        by_alpha=[_step(plain, corrected, ratio, level) for level in levels],
        by_ratio=[_step(plain, found, one, alpha) for one, found in zip(ratios, by_ratio, strict=True)],
        alpha=levels.index(alpha),
        ratio=ratios.index(ratio),
        reach=_reach(differences, plain, by_ratio[-1]),
    )


def _test(a: FloatArray, b: FloatArray, ratio: float | None, *, others: Sequence[FloatArray], alpha: float) -> TResult:
    """Return the test of one pair among those of all pairs."""
    level = level_of_each(1 - alpha, 1 + len(others))
    test = paired_t_test(a, b, test_train_ratio=ratio, confidence_level=level)
    if not others:
        return test
    return among(test, [paired_t_test(one, np.zeros(len(one)), test_train_ratio=ratio).pvalue for one in others])


def winner(difference: float, lower_is_better: bool) -> Winner:
    """Return which algorithm did better, of a difference a - b; rounding decides nothing."""
    if not abs(difference) > 1e-12:
        return "none"
    return "b" if (difference > 0) == lower_is_better else "a"


def folds_ratio(k: int) -> float:
    """Return how many test rows come on a training row in k-fold cross validation.

    >>> folds_ratio(5)
    0.25
    """
    return 1 / (k - 1)


def ratio_steps(present: float) -> list[float]:
    """Return ratios from 0, where the training sets do not overlap, to 1, where they are half of the rows."""
    grid = np.round(np.linspace(0, 1, RATIO_STEPS + 1), 4)
    return sorted({*grid[np.abs(grid - present) > 0.5 / RATIO_STEPS].tolist(), present, 0.0, 1.0})


def stacked(values: FloatArray) -> list[int]:
    """Return how many values lie below each one in a dot plot.

    >>> stacked(np.array([0.2, 0.1, 0.2]))
    [0, 0, 1]
    """
    width = float(np.ptp(values)) / BINS or 1.0
    seen: dict[int, int] = {}
    heights = []
    for place in np.round((values - values.min()) / width).astype(int).tolist():
        heights.append(seen.get(place, 0))
        seen[place] = heights[-1] + 1
    return heights


def t_curve(null: Any, statistics: Sequence[float]) -> Curve:
    """Return Student's density as far as the critical values of a class and the statistics lie, within limits."""
    wanted = [1.15 * abs(t) for t in statistics if math.isfinite(t)]
    reach = round(min(max(LEAST, *wanted), MOST), 2) if wanted else LEAST
    return curve_of(null, -reach, reach)


def curve_of(null: Any, low: float, high: float) -> Curve:
    """Return a density between two ends."""
    grid = np.linspace(low, high, CURVE)
    heights = null.pdf(grid)
    top = float(heights.max())
    return Curve(np.round(grid, 4).tolist(), np.round(heights / top, 4).tolist(), top, low, high)


def shaded_tails(null: Any, critical: float, curve: Curve) -> tuple[Path, Path]:
    """Return the parts of a density, as drawn, below -critical and above critical."""
    x, y = shaded_above(null, critical, curve)
    return ([-value for value in reversed(x)], y[::-1]), (x, y)


def shaded_above(null: Any, critical: float, curve: Curve) -> Path:
    """Return the part of a density, as drawn, above a value; beyond the plane it is nothing."""
    if not critical < curve.high:
        return [curve.high] * SHADED, [0.0] * SHADED
    grid = np.linspace(critical, curve.high, SHADED)
    return np.round(grid, 4).tolist(), np.round(null.pdf(grid) / curve.top, 4).tolist()


def _step(plain: TResult, corrected: TResult, ratio: float, alpha: float) -> Step:
    critical = corrected.critical_value(alpha)
    widest = float(plain.null_distribution.isf(alpha / (2 * corrected.n_tests)))
    return Step(
        alpha,
        ratio,
        critical,
        _ends(plain, widest),
        _ends(corrected, widest),
        corrected.statistic,
        corrected.adjusted,
        plain.reject(alpha),
        corrected.reject(alpha),
        level_of_each(1 - alpha, plain.n_tests),
        corrected,
    )


def _ends(test: TResult, critical: float) -> tuple[float, float]:
    """Return the interval that reaches so many standard errors to either side."""
    half = critical * test.standard_error if test.standard_error > 0 else math.nan
    return test.effect - half, test.effect + half


def _reach(differences: FloatArray, plain: TResult, widest: TResult) -> tuple[float, float]:
    """Return the ends of the axis of differences: all of them, 0, and the intervals whatever the ratio."""
    ends = [_ends(plain, plain.critical_value(0.01)), _ends(widest, widest.critical_value(0.05))]
    places = [0.0, *differences.tolist(), *(v for pair in ends for v in pair if math.isfinite(v))]
    room = 0.06 * (max(places) - min(places)) or 0.01
    return min(places) - room, max(places) + room


@dataclass(frozen=True)
class Power:
    """How often a true difference would be found, by the plain and by the corrected test."""

    difference: float
    plain: float
    corrected: float


def smallest_found(view: FoldsView) -> Power | None:
    """Return what both tests find four times in five, as `plain` and `corrected`; None without spread."""
    k, spread, alpha = view.differences.size, view.plain.standard_deviation, view.now.alpha
    if not spread > 0:
        return None
    plain = detectable_paired_t(k, spread, alpha=alpha)
    corrected = detectable_paired_t(k, spread, test_train_ratio=view.now.ratio, alpha=alpha)
    return Power(abs(view.plain.effect), plain, corrected)


def powers(view: FoldsView) -> list[Power]:
    """Return how often true differences around `smallest_found` would be found.

    The one that was seen is none of them: its power is the p-value in other words.
    """
    smallest = smallest_found(view)
    if smallest is None:
        return []
    k, spread, step = view.differences.size, view.plain.standard_deviation, view.now
    grid = [smallest.corrected * share for share in (0.25, 0.5, 0.75, 1.0, 1.25, 1.5)]
    return [
        Power(
            difference,
            power_paired_t(k, difference, spread, alpha=step.alpha),
            power_paired_t(k, difference, spread, test_train_ratio=step.ratio, alpha=step.alpha),
        )
        for difference in grid
    ]


def paired_tests(view: FoldsView) -> dict[str, TestResult]:
    """Return the tests of paired folds by their short names."""
    return {"paired-t": view.plain, "nadeau-bengio": view.corrected}
