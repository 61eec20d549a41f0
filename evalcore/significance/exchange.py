"""Two models on the same few rows: what would their areas differ by if each row's two ranks had changed places?"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy import special, stats

from evalcore.support.arrays import BoolArray, FloatArray, IntArray

MOST_STEPS = 20_000_000  # so many additions take less than a tenth of a second; beyond, the larger class is normal
MOST_SIGNS = 12


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
