"""The p-values of all counts of errors under one bar, taken at once."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy import stats

from evalcore.significance.results import Alternative
from evalcore.support.arrays import FloatArray, IntArray
from evalcore.views.significance.null_pictures import ALIKE


@dataclass(frozen=True)
class NullCounts:
    """The p-value of every count that can come about, taken at once: it is asked for at every step of a handle.

    Parameters
    ----------
    counts : (c,) int64
        All that are not further than 12 standard deviations away.
    chance, tail : (c,) float64
        Probability, and p-value, of each.
    """

    n: int
    rate: float
    alternative: Alternative
    counts: IntArray
    chance: FloatArray
    tail: FloatArray

    def kept(self, alpha: float) -> tuple[int, int]:
        """Return the smallest and the largest count that is not rejected, as `binomial_test`.

        >>> null_counts(10, 0.3, "greater").kept(0.05)
        (0, 5)
        """
        kept = self.counts[self.tail >= alpha]
        low, high = int(kept[0]), int(kept[-1])
        return (low if self.alternative != "greater" else 0), (high if self.alternative != "less" else self.n)

    def outside(self, kept: tuple[int, int]) -> float:
        """Return how likely a count outside of these is."""
        return float(self.chance[(self.counts < kept[0]) | (self.counts > kept[1])].sum())

    def pvalue(self, errors: int) -> float:
        """Return the p-value of a count; beyond `counts` it is 0 or 1 in as many digits as a number has."""
        first, last = int(self.counts[0]), int(self.counts[-1])
        if first <= errors <= last:
            return float(self.tail[errors - first])
        is_likely = {"greater": errors < first, "less": errors > last, "two-sided": False}[self.alternative]
        return 1.0 if is_likely else 0.0


def null_counts(n: int, rate: float, alternative: Alternative) -> NullCounts:
    """How likely is each count of errors, and what is its p-value, if the error rate is the bar?"""
    reach = 12 * math.sqrt(n * rate * (1 - rate)) + 20
    counts = np.arange(max(0, math.floor(n * rate - reach)), min(n, math.ceil(n * rate + reach)) + 1)
    chance = np.asarray(stats.binom.pmf(counts, n, rate))
    if alternative == "two-sided":
        ascending = np.sort(chance)
        sums = np.append(0.0, np.cumsum(ascending))
        tail = np.minimum(sums[np.searchsorted(ascending, chance * ALIKE, side="right")], 1.0)
    else:
        tail = np.asarray(
            stats.binom.sf(counts - 1, n, rate) if alternative == "greater" else stats.binom.cdf(counts, n, rate)
        )
    return NullCounts(n, rate, alternative, counts, chance, tail)
