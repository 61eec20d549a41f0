"""Null distributions: known ones by name, and those that are counted: all that chance could have done, summed up."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats

from evalcore.support.arrays import FloatArray, IntArray, frozen
from evalcore.support.results import Result

MOST_ROWS = 1000
MOST_WORK = 1_000_000  # sums formed over all rows: some tenths of a second
MOST_ARRANGEMENTS = 5040  # of one row: those of seven learners without ties


@dataclass(frozen=True, eq=False)
class Counted(Result):
    """How likely is each value of a statistic if only chance is at work?

    Parameters
    ----------
    values : (m,) float64, ascending
    probability : (m,) float64 > 0
        Their sum is 1.

    Notes
    -----
    The methods are those of a frozen scipy distribution, so that a test can carry either.
    """

    values: FloatArray
    probability: FloatArray

    def pmf(self, x: ArrayLike) -> Any:
        """Return the probability of exactly x."""
        return self.cdf(x) - self._below(x)

    def cdf(self, x: ArrayLike) -> Any:
        """Return the probability of x or less."""
        sums = np.append(0, np.cumsum(self.probability))
        return np.minimum(sums[np.searchsorted(self.values, x, side="right")], 1)

    def sf(self, x: ArrayLike) -> Any:
        """Return the probability of more than x."""
        return self._tail(np.searchsorted(self.values, x, side="right"))

    def at_least(self, x: ArrayLike) -> Any:
        """Return the probability of x or more: the p-value of a statistic whose large values speak against chance."""
        return self._tail(np.searchsorted(self.values, x, side="left"))

    def ppf(self, q: float) -> float:
        """Return the smallest value that is not exceeded with probability q at least."""
        return float(self.values[np.argmax(self.cdf(self.values) >= q)])

    def isf(self, q: float) -> float:
        """Return the smallest value that is exceeded with probability q at most."""
        return float(self.values[np.argmax(self.sf(self.values) <= q)])

    def _below(self, x: ArrayLike) -> Any:
        sums = np.append(0, np.cumsum(self.probability))
        return np.minimum(sums[np.searchsorted(self.values, x, side="left")], 1)

    def _tail(self, place: Any) -> Any:
        # Summed from the far end: a small tail keeps its digits.
        sums = np.append(np.cumsum(self.probability[::-1])[::-1], 0)
        return np.minimum(sums[place], 1)


@lru_cache(maxsize=1024)  # to freeze one takes scipy longer than most tests take: it writes a class
def known_null(name: str, *parameters: float) -> Any:
    """How is a statistic distributed whose distribution has a name?

    Parameters
    ----------
    name : str
        In scipy.stats.
    *parameters : float
        Its shapes, then location and scale.

    Returns
    -------
    frozen scipy distribution

    Examples
    --------
    >>> round(float(known_null("chi2", 1).isf(0.05)), 2)
    3.84
    """
    return getattr(stats, name)(*parameters)


def signed_rank_null(doubled_ranks: IntArray, doubled_constant: int = 0) -> Counted:
    """How is the sum of the ranks of positive differences distributed if each sign is a toss of a coin?

    Parameters
    ----------
    doubled_ranks : (n,) int64 > 0
        Twice the rank of each difference that has a sign; doubled, average ranks are whole numbers.
    doubled_constant : int
        Twice what is added whatever the signs are: the share of differences that have none.

    Returns
    -------
    Counted
        In ranks, not doubled. Without any difference it is one point.

    Notes
    -----
    Each difference in turn adds its rank or nothing, with probability 1/2 each. Up to 53 differences every sum is a
    multiple of 2^-n that float64 holds exactly.

    Examples
    --------
    >>> signed_rank_null(np.array([2, 5, 5])).values.tolist()
    [0.0, 1.0, 2.5, 3.5, 5.0, 6.0]
    """
    probability = np.zeros(int(doubled_ranks.sum()) + 1)
    probability[0] = 1
    for rank in doubled_ranks:
        moved = probability[:-rank].copy()
        probability /= 2
        probability[rank:] += moved / 2
    values = np.flatnonzero(probability)
    return Counted(frozen((values + doubled_constant) / 2), frozen(probability[values]))


def squared_sums_null(rows: IntArray) -> Counted | None:
    """How is the sum of the squared column sums distributed if each row could stand in any order?

    Parameters
    ----------
    rows : (n, k) int64 >= 0
        Doubled ranks, or 1 for right and 0 for wrong.

    Returns
    -------
    Counted or None
        None where the table is too large: more than `MOST_ROWS` rows, more than `MOST_WORK` sums in all, or a row that
        can stand in more than `MOST_ARRANGEMENTS` orders. Without ties 99 data sets with three learners are within the
        limits, 22 with four, 8 with five, 3 with six, 2 with seven.

    Notes
    -----
    The statistic does not tell columns apart, so sorted column sums are all that has to be remembered from row to row;
    there are far fewer of those than of permutations.
    """
    base = int(rows.max(axis=1).sum()) + 1
    if len(rows) > MOST_ROWS or base ** rows.shape[1] >= 2**63:  # one whole number has to tell the sums apart
        return None
    rows = np.sort(rows, axis=1)
    sums, probability, work = rows[:1], np.ones(1), 0
    weights = base ** np.arange(rows.shape[1])
    found = {tuple(row): arrangements(row) for row in np.unique(rows[1:], axis=0)}
    for row in rows[1:]:
        orders = found[tuple(row)]
        work += 0 if orders is None else len(sums) * len(orders)
        if orders is None or work > MOST_WORK:
            return None
        reached = np.sort((sums[:, None, :] + orders).reshape(-1, rows.shape[1]), axis=1)
        _, first, place = np.unique(reached @ weights, return_index=True, return_inverse=True)
        sums, probability = reached[first], np.bincount(place, np.repeat(probability, len(orders))) / len(orders)
    values, place = np.unique((sums**2).sum(axis=1), return_inverse=True)
    return Counted(frozen(values.astype(np.float64)), frozen(np.bincount(place, probability)))


def arrangements(row: IntArray) -> IntArray | None:
    """Return all orders in which the numbers of a row can stand, each once; None where there are too many.

    Examples
    --------
    >>> arrangements(np.array([0, 1, 0])).tolist()
    [[0, 0, 1], [0, 1, 0], [1, 0, 0]]
    """
    found: set[tuple[int, ...]] = {()}
    for value in row.tolist():
        found = {(*order[:i], value, *order[i:]) for order in found for i in range(len(order) + 1)}
        if len(found) > MOST_ARRANGEMENTS:
            return None
    return np.array(sorted(found), dtype=np.int64)
