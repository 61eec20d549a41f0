"""Five times two-fold cross validation: which of ten numerators would reject, and what F says, step by step."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np

from evalcore.significance import FiveByTwoResult, TestResult, f_test_5x2, paired_t_test, paired_t_test_5x2
from evalcore.significance.five_by_two import Numerator
from evalcore.significance.results import Test, among, level_of_each
from evalcore.support.arrays import FloatArray
from evalcore.views.significance.folds import (
    Curve,
    Path,
    Winner,
    curve_of,
    shaded_above,
    shaded_tails,
    t_curve,
    winner,
)
from evalcore.views.significance.steps import alphas

# The plane of F ends here, or further where the observed value lies there.
F_REACH, F_MOST = 8.0, 30.0
# Test rows for each training row in two folds.
HALVES_RATIO = 1.0


class FiveByTwoStep(NamedTuple):
    """What stands in the figure at one level; `rejects` says it of each candidate, row by row."""

    alpha: float
    critical: float
    critical_f: float
    rejects: tuple[bool, ...]
    chosen_rejects: bool
    f_rejects: bool

    @property
    def rejected(self) -> int:
        """How many of the ten candidates are rejected."""
        return sum(self.rejects)


@dataclass(frozen=True, eq=False, kw_only=True)
class FiveByTwoView:
    """What the figure of 5x2 cross validation shows.

    Parameters
    ----------
    differences : (5, 2) float64
    winners : tuple of "a", "b" or "none"
        Which algorithm did better, row by row.
    shades : tuple of float in [0, 1]
        How large each difference is, as a share of the largest.
    chosen : FiveByTwoResult
        With the numerator that is looked at.
    f : TestResult
    others : tuple of (5, 2) float64
        Differences of all other pairs of models.
    numerator : Numerator
    heights : list of float
        Where each candidate stands on the curve of t.
    """

    differences: FloatArray
    winners: tuple[Winner, ...]
    shades: tuple[float, ...]
    chosen: FiveByTwoResult
    f: TestResult
    others: tuple[FloatArray, ...]
    numerator: Numerator
    cells: tuple[int, ...]
    t_curve: Curve
    f_curve: Curve
    heights: list[float]
    steps: list[FiveByTwoStep]
    alpha: int

    @property
    def now(self) -> FiveByTwoStep:
        """The present step."""
        return self.steps[self.alpha]

    @property
    def variances(self) -> tuple[int, list[float]]:
        """Return a power of ten, and the variance of each repetition in it."""
        known = self.chosen.variances
        exponent = math.floor(math.log10(float(known.max()))) if known.max() > 0 else 0
        return exponent, (known / 10.0**exponent).tolist()

    def shaded(self, step: FiveByTwoStep) -> tuple[Path, Path, Path]:
        """Return the rejection region of t, left and right, and that of F."""
        left, right = shaded_tails(self.chosen.null_distribution, step.critical, self.t_curve)
        return left, right, shaded_above(self.f.null_distribution, step.critical_f, self.f_curve)


def five_by_two_view(
    differences: FloatArray,
    *,
    numerator: Numerator,
    alpha: float,
    lower_is_better: bool = True,
    others: Sequence[FloatArray] = (),
) -> FiveByTwoView:
    """Return what the figure of 5x2 cross validation shows.

    Parameters
    ----------
    differences : (5, 2) float64
    numerator : "first", "mean", "scaled-mean" or (repetition, fold)
    alpha : float in (0, 1)
    lower_is_better : bool
    others : sequence of (5, 2) float64
        Differences of all other pairs of models, for which verdicts and intervals answer, too.
    """
    level = level_of_each(1 - alpha, 1 + len(others))
    test = partial(paired_t_test_5x2, numerator=numerator, confidence_level=level)
    chosen, f, levels = _among(test, differences, others), _among(f_test_5x2, differences, others), alphas(alpha)
    candidates = chosen.candidates.ravel()
    curve = t_curve(chosen.null_distribution, [*candidates.tolist(), chosen.statistic])
    largest = float(np.abs(differences).max()) or 1.0
    heights = chosen.null_distribution.pdf(candidates) / curve.top
    return FiveByTwoView(
        differences=differences,
        winners=tuple(winner(float(d), lower_is_better) for d in differences.ravel()),
        shades=tuple((np.abs(differences.ravel()) / largest).tolist()),
        chosen=chosen,
        f=f,
        others=tuple(others),
        numerator=numerator,
        cells=_cells(numerator),
        t_curve=curve,
        f_curve=_f_curve(f),
        heights=np.round(heights, 4).tolist(),
        steps=[_step(chosen, f, level) for level in levels],
        alpha=levels.index(alpha),
    )


def _among(make: Callable[[FloatArray], Test], differences: FloatArray, others: Sequence[FloatArray]) -> Test:
    """Return the test of one pair among those of all pairs."""
    test = make(differences)
    return among(test, [make(one).pvalue for one in others]) if others else test


def _step(chosen: FiveByTwoResult, f: TestResult, alpha: float) -> FiveByTwoStep:
    critical = chosen.critical_value(alpha)
    rejects = tuple((np.abs(chosen.candidates.ravel()) > critical).tolist())
    return FiveByTwoStep(alpha, critical, f.critical_value(alpha), rejects, chosen.reject(alpha), f.reject(alpha))


def _f_curve(f: TestResult) -> Curve:
    reach = max(F_REACH, 1.15 * f.statistic) if math.isfinite(f.statistic) else F_REACH
    return curve_of(f.null_distribution, 0.0, round(min(reach, F_MOST), 2))


def _cells(numerator: Numerator) -> tuple[int, ...]:
    """Return which of the ten differences the numerator is made of."""
    if numerator == "first":
        return (0,)
    if isinstance(numerator, tuple):
        return (2 * numerator[0] + numerator[1],)
    return (0, 1)


def five_by_two_tests(view: FiveByTwoView) -> dict[str, TestResult]:
    """Return every test of the ten differences by its short name."""
    level = level_of_each(1 - view.now.alpha, 1 + len(view.others))

    def with_numerator(numerator: Numerator, differences: FloatArray) -> TestResult:
        """Test by one of the ten numerators, or the book's mean."""
        return paired_t_test_5x2(differences, numerator=numerator, confidence_level=level)

    def with_ratio(ratio: float | None, differences: FloatArray) -> TestResult:
        """Test all ten differences at once, plain or corrected."""
        ten = differences.ravel()
        return paired_t_test(ten, np.zeros(ten.size), test_train_ratio=ratio, confidence_level=level)

    makers: dict[str, Callable[[FloatArray], TestResult]] = {
        "5x2-first": partial(with_numerator, "first"),
        "5x2-mean": partial(with_numerator, "mean"),
        "5x2-scaled-mean": partial(with_numerator, "scaled-mean"),
        "5x2-f": f_test_5x2,
        "paired-t": partial(with_ratio, None),
        "nadeau-bengio": partial(with_ratio, HALVES_RATIO),
    }
    return {name: _among(make, view.differences, view.others) for name, make in makers.items()}
