"""Two models on the same rows, few of them of one class: what stands in the place of DeLong's p-value and interval."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from scipy import special, stats

from evalcore.errors import Message
from evalcore.intervals.auc_variance import Placements
from evalcore.intervals.mann_whitney import newcombe_difference
from evalcore.significance.contradictions import contradiction
from evalcore.significance.results import rejects
from evalcore.support.arrays import BoolArray, FloatArray, IntArray

# docs/coverage.md: with fewer rows of a class, or fewer of them on the wrong side, DeLong's interval holds too little.
FEW_FOR_DELONG, FEW_WRONG, HARDLY_ENOUGH = 30, 1, 3
NEAR_AN_END = Message(
    "The rows are few for an area so near its end: DeLong's interval of the difference covers the true one less often "
    "than its level says."
)
INTERVAL = Message("The interval of the difference")
TEST = Message("the test that exchanges both models' ranks")
DELONG = Message("DeLong's test")
MOST_STEPS = 20_000_000  # so many additions take less than a tenth of a second; beyond, the larger class is normal
MOST_SIGNS = 12


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
        if not rejects(self.pvalue, 1 - confidence_level):
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


class _Shares(NamedTuple):
    """What each row adds to the difference in pairs, times four, or takes from it if its ranks change places."""

    of_pos: IntArray
    of_neg: IntArray


def exchange_pvalue(truth: BoolArray, score_a: FloatArray, score_b: FloatArray) -> float:
    """How often would the areas differ at least as much if it were chance which model gave a row which rank?

    Parameters
    ----------
    truth : (n,) bool
        Both classes have rows, which count once each.
    score_a, score_b : (n,) float64
        Only their ranks are used, each model's among all rows, ties as means.

    Returns
    -------
    float in (0, 1]
        Two-sided: the share of all 2^n exchanges with at least as large a difference, the rows as they are among them.

    Notes
    -----
    Let e_i = 1 or -1 say whether the two ranks of positive row i stay or change places, and f_j the same of negative
    row j. A pair of rows adds e_i A_ij if both do alike, and e_i B_ij if not, where A compares each model with itself
    and B one with the other. That is e_i (A + B)_ij / 2 + f_j (A - B)_ij / 2: the difference is a sum of one number a
    row with independent signs. Its distribution is computed exactly, step by step. Where that would take more than
    20 million additions, the signs of the smaller class are still gone through one by one if it has at most twelve
    rows, and the sum over the many rows of the larger class is taken from the normal distribution.

    References
    ----------
    Bandos, Rockette and Gur (2005), https://doi.org/10.1002/sim.2149

    Examples
    --------
    >>> truth = np.array([True, True, False, False])
    >>> exchange_pvalue(truth, np.array([4.0, 3, 2, 1]), np.array([1.0, 2, 3, 4]))
    0.125
    """
    shares = _shares(truth, *(np.asarray(2 * stats.rankdata(score), dtype=np.int64) for score in (score_a, score_b)))
    observed = abs(int(shares.of_pos.sum() + shares.of_neg.sum()))
    every = np.abs(np.concatenate(shares))
    every = every[every > 0]
    if not observed or len(every) * int(every.sum()) <= MOST_STEPS:
        return _exact(every, observed)
    few, many = sorted(shares, key=len)
    return _half_normal(few, many, observed)


def _shares(truth: BoolArray, a: IntArray, b: IntArray) -> _Shares:
    """Return S_i = sum over j of (A + B)_ij and T_j = sum over i of (A - B)_ij, doubled."""
    (pos_a, neg_a), (pos_b, neg_b) = ((rank[truth], rank[~truth]) for rank in (a, b))

    def above(rows: IntArray, others: IntArray) -> IntArray:
        """Return twice the number of others each row is above, ties as half."""
        ordered = np.sort(others)
        return np.searchsorted(ordered, rows, "left") + np.searchsorted(ordered, rows, "right")

    of_pos = above(pos_a, neg_a) - above(pos_b, neg_b) + above(pos_a, neg_b) - above(pos_b, neg_a)
    # A negative row is below all positives but those it is above.
    of_neg = above(neg_b, pos_b) - above(neg_a, pos_a) - above(neg_a, pos_b) + above(neg_b, pos_a)
    return _Shares(of_pos, of_neg)


def _exact(weights: IntArray, observed: int) -> float:
    """Return how often a sum of these numbers with signs by chance is at least as far from 0, over all signs."""
    if not observed:
        return 1.0
    reach, chance = 0, np.ones(1)
    for weight in weights.tolist():
        # The sums so far lie at -reach, ..., reach; each goes up or down by this weight.
        wider = np.zeros(len(chance) + 2 * weight)
        wider[: len(chance)] += chance / 2
        wider[2 * weight :] += chance / 2
        chance, reach = wider, reach + weight
    return min(1.0, float(chance[: reach - observed + 1].sum() + chance[reach + observed :].sum()))


def _half_normal(few: IntArray, many: IntArray, observed: int) -> float:
    """Return the same with all signs of a few rows, and the sum of many taken as normal; of more rows all as normal."""
    spread = float(np.sqrt(np.square(many, dtype=np.float64).sum()))
    sums = np.zeros(1)
    if len(few) <= MOST_SIGNS:
        for weight in few.tolist():
            sums = np.concatenate([sums + weight, sums - weight])
    else:
        spread = float(np.hypot(spread, np.sqrt(np.square(few, dtype=np.float64).sum())))
    return float(2 * special.ndtr((sums - observed) / spread).mean())
