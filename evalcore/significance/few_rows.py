"""Two models on the same rows, few of them of one class: what stands in the place of DeLong's p-value and interval."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy import stats

from evalcore.errors import Message
from evalcore.intervals.auc_variance import Placements
from evalcore.intervals.mann_whitney import newcombe_difference
from evalcore.significance.contradictions import contradiction
from evalcore.significance.exchange import exchange_pvalue
from evalcore.support.arrays import BoolArray, FloatArray

# An area is near an end within so much of it, and with fewer rows than so many on its wrong side.
NEAR, FEW_WRONG = 0.1, 5
NEAR_AN_END = Message(
    "The rows are few for an area so near its end: DeLong's interval of the difference covers the true one less often "
    "than its level says."
)
INTERVAL = Message("The interval of the difference")
TEST = Message("the test that exchanges both models' ranks")


@dataclass(frozen=True, eq=False)
class FewRows:
    """Are two models' areas different, if DeLong's variance is read off too few rows of a class?

    Parameters
    ----------
    truth : (n,) bool
        Both classes have rows.
    score_a, score_b : (n,) float64
    placed_a, placed_b : Placements
        Of these scores.
    """

    truth: BoolArray
    score_a: FloatArray
    score_b: FloatArray
    placed_a: Placements
    placed_b: Placements

    @cached_property
    def pvalue(self) -> float:
        """The share of exchanges that differ at least as much: `exchange_pvalue`."""
        return exchange_pvalue(self.truth, self.score_a, self.score_b)

    @cached_property
    def correlation(self) -> float:
        """Of both estimates of an area: the smaller of two guesses, at least 0, as less of it makes intervals wider.

        One is DeLong's, read off all placements; the other that of the ranks within the larger class.
        """
        n_pos = np.count_nonzero(self.truth)
        larger = self.truth if 2 * n_pos > len(self.truth) else ~self.truth
        ranks = (stats.rankdata(score[larger]) for score in (self.score_a, self.score_b))
        a, b = (rank - rank.mean() for rank in ranks)
        of_a, of_b, apart = self.placed_a.variance, self.placed_b.variance, self._apart.variance
        of_ranks = _ratio(float(a @ b), math.sqrt(float(a @ a) * float(b @ b)))
        return max(min(of_ranks, _ratio((of_a + of_b - apart) / 2, math.sqrt(of_a * of_b))), 0.0)

    @property
    def _apart(self) -> Placements:
        return self.placed_a.minus(self.placed_b)

    def interval(self, confidence_level: float) -> tuple[float, float, tuple[Message, ...]]:
        """Between which values does the difference lie, and what is to be said of that?

        Parameters
        ----------
        confidence_level : float in (0, 1)

        Returns
        -------
        low, high, warnings
            `newcombe_difference`; it reaches to 0 where the test does not reject at 1 - confidence_level. A warning
            says so where the test rejects, but the interval holds 0.
        """
        sizes = len(self.placed_a.of_pos), len(self.placed_a.of_neg)
        areas = self.placed_a.area, self.placed_b.area
        ends = newcombe_difference(*areas, *sizes, correlation=self.correlation, confidence_level=confidence_level)
        low, high = float(ends.low), float(ends.high)
        if self.pvalue >= 1 - confidence_level:
            low, high = min(low, 0.0), max(high, 0.0)
        said = contradiction(
            self.pvalue, low, high, value=0, confidence_level=confidence_level, interval=INTERVAL, test=TEST
        )
        return low, high, said


def near_an_end(areas: tuple[float, float], sizes: tuple[int, int]) -> tuple[Message, ...]:
    """Say that an area is so near 0 or 1 that its placements show little of how much they vary."""
    least = min(min(area, 1 - area) for area in areas)
    return (NEAR_AN_END,) if least <= NEAR and min(sizes) * least < FEW_WRONG else ()


def _ratio(part: float, whole: float) -> float:
    """Return part / whole, 0 where nothing varies."""
    return part / whole if whole > 0 else 0.0
