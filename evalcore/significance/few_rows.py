"""Two models on the same rows, few of them of one class: what stands in the place of DeLong's p-value and interval."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy import special, stats

from evalcore.errors import Message
from evalcore.intervals.auc_variance import Placements
from evalcore.intervals.mann_whitney import newcombe_difference
from evalcore.significance.contradictions import contradiction
from evalcore.significance.exchange import exchange_pvalue
from evalcore.support.arrays import BoolArray, FloatArray

# docs/coverage.md: with fewer rows of a class, or fewer of them on the wrong side, DeLong's interval holds too little.
FEW_FOR_DELONG, FEW_WRONG, HARDLY_ENOUGH = 30, 1, 3
NEAR_AN_END = Message(
    "The rows are few for an area so near its end: DeLong's interval of the difference covers the true one less often "
    "than its level says."
)
INTERVAL = Message("The interval of the difference")
TEST = Message("the test that exchanges both models' ranks")
DELONG = Message("DeLong's test")


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
        of_ranks = _ratio(float(a @ b), math.sqrt(float(a @ a) * float(b @ b)))
        return max(min(of_ranks, _correlation(self.placed_a, self.placed_b)), 0.0)

    def interval(self, confidence_level: float) -> tuple[float, float, tuple[Message, ...]]:
        """Between which values does the difference lie, and what is to be said of that?

        Parameters
        ----------
        confidence_level : float in (0, 1)

        Returns
        -------
        low, high, warnings
            `farther_ends`; it reaches to 0 where the test does not reject at 1 - confidence_level. A warning says so
            where the test rejects, but the interval holds 0.
        """
        low, high = farther_ends(
            self.placed_a, self.placed_b, correlation=self.correlation, confidence_level=confidence_level
        )
        if self.pvalue >= 1 - confidence_level:
            low, high = min(low, 0.0), max(high, 0.0)
        said = contradiction(
            self.pvalue, low, high, value=0, confidence_level=confidence_level, interval=INTERVAL, test=TEST
        )
        return low, high, said


def few_for_delong(a: Placements, b: Placements) -> bool:
    """Whether DeLong's variance is read off too few rows: of a class, or on the wrong side of an area."""
    least = min(len(a.of_pos), len(a.of_neg))
    return least < FEW_FOR_DELONG or any(least * min(of.area, 1 - of.area) < FEW_WRONG for of in (a, b))


def farther_ends(
    a: Placements, b: Placements, *, correlation: float | None = None, confidence_level: float
) -> tuple[float, float]:
    """Between which values does the difference of two areas lie, by the farther ends of two methods?

    Parameters
    ----------
    a, b : Placements
        Of both models on the same rows, two or more of each class.
    correlation : float in [0, 1], optional
        Of both estimates of an area; DeLong's where left out.
    confidence_level : float in (0, 1)

    Returns
    -------
    low, high : float in [-1, 1]
        The farther ends of DeLong's interval and of `newcombe_difference` with the printed intervals of both areas.
    """
    sizes, errors = (len(a.of_pos), len(a.of_neg)), (math.sqrt(a.variance), math.sqrt(b.variance))
    shared = max(_correlation(a, b), 0.0) if correlation is None else correlation
    ends = newcombe_difference(
        a.area, b.area, *sizes, correlation=shared, errors=errors, confidence_level=confidence_level
    )
    apart = a.minus(b)
    reach = float(special.ndtri((1 + confidence_level) / 2)) * math.sqrt(apart.variance)
    low, high = min(float(ends.low), apart.area - reach), max(float(ends.high), apart.area + reach)
    return max(low, -1.0), min(high, 1.0)


def _correlation(a: Placements, b: Placements) -> float:
    """Return how both estimates of an area are correlated, by DeLong's variances; 0 where one does not vary."""
    of_a, of_b = a.variance, b.variance
    return _ratio((of_a + of_b - a.minus(b).variance) / 2, math.sqrt(of_a * of_b))


def _ratio(part: float, whole: float) -> float:
    """Return part / whole, 0 where nothing varies."""
    return part / whole if whole > 0 else 0.0
