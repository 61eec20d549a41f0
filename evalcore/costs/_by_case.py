"""What rows cost where they belong to cases: how much the cases differ in it."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from evalcore.costs.matrix import CostMatrix
from evalcore.counts.of_cases import ScoredRows
from evalcore.intervals.cases import corrected, equal_cases, share_ends
from evalcore.support.arrays import BoolArray, FloatArray
from evalcore.support.cases import Cases


@dataclass(frozen=True, eq=False)
class CaseSums:
    """What a mean over the rows, or one of each class with a share of its own, owes to each case.

    Parameters
    ----------
    influence : (count,) float64
        What it changes by with each case; their sum is 0.
    sizes : list of (count,) float64
        Rows of each case: all of them, or those of each class.
    """

    influence: FloatArray
    sizes: list[FloatArray]

    @classmethod
    def of(cls, each: FloatArray, truth: BoolArray, cases: Cases, prevalence: float | None) -> CaseSums:
        """Return it of one number a row; the shares of the classes are those of the rows, or given."""
        if prevalence is None:
            return cls(cases.sums((each - each.mean()) / len(each)), [cases.sums(np.ones(len(each)))])
        found, sizes = np.zeros(len(each)), []
        for rows, share in ((truth, prevalence), (~truth, 1 - prevalence)):
            found[rows] = share * (each[rows] - each[rows].mean()) / np.count_nonzero(rows)
            sizes.append(cases.sums(rows.astype(np.float64)))
        return cls(cases.sums(found), sizes)

    @property
    def variance(self) -> float:
        """The variance of the mean, by the cases that have rows: of each class, if they are taken separately."""
        least = min(int(np.count_nonzero(of)) for of in self.sizes)
        return corrected(least) * float(np.einsum("i,i->", self.influence, self.influence))

    @property
    def alike(self) -> float:
        """How many cases of equal size are as good as these."""
        return min(map(equal_cases, self.sizes))


def cost_ends(
    rows: ScoredRows, threshold: float, costs: CostMatrix, prevalence: float | None, level: float
) -> tuple[float, float, CaseSums]:
    """Return the interval of what a row costs, nan where the cases do not tell, and the sums it is made of."""
    called = rows.score >= threshold
    if_called = np.where(rows.truth, costs.cost_tp, costs.cost_fp)
    each = np.where(called, if_called, np.where(rows.truth, costs.cost_fn, costs.cost_tn))
    sums = CaseSums.of(each, rows.truth, rows.cases, prevalence)
    p = float(rows.truth.mean()) if prevalence is None else prevalence
    cost = p * float(each[rows.truth].mean()) + (1 - p) * float(each[~rows.truth].mean())
    lowest, highest = _reach(threshold, costs, prevalence)
    if not lowest < highest:
        return math.nan, math.nan, sums
    reach = highest - lowest
    share = min(max((cost - lowest) / reach, 0.0), 1.0)
    low, high = (lowest + reach * end for end in share_ends(share, sums.variance / reach**2, sums.alike, level))
    return min(low, cost), max(high, cost), sums


def _reach(threshold: float, costs: CostMatrix, prevalence: float | None) -> tuple[float, float]:
    """Return the least and the most that a row can cost on average; an infinite threshold decides all alike."""
    pos, neg = [costs.cost_tp, costs.cost_fn], [costs.cost_fp, costs.cost_tn]
    if math.isinf(threshold):
        k = int(threshold > 0)
        pos, neg = pos[k : k + 1], neg[k : k + 1]
    if prevalence is None:
        return min(*pos, *neg), max(*pos, *neg)
    p, q = prevalence, 1 - prevalence
    return p * min(pos) + q * min(neg), p * max(pos) + q * max(neg)
