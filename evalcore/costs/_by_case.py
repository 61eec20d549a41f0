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
    return *_ends(cost, sums.variance, sums.alike, _reach(threshold, costs, prevalence), level), sums


def _ends(
    cost: float, variance: float, alike: float, reach_of: tuple[float, float], level: float
) -> tuple[float, float]:
    lowest, highest = reach_of
    if not lowest < highest:
        return math.nan, math.nan
    reach = highest - lowest
    share = min(max((cost - lowest) / reach, 0.0), 1.0)
    low, high = (lowest + reach * end for end in share_ends(share, variance / reach**2, alike, level))
    return min(low, cost), max(high, cost)


@dataclass(frozen=True, eq=False)
class CellSums:
    """What the cases tell of the cost of a threshold, whatever mistakes and right decisions cost.

    Parameters
    ----------
    threshold : float
    rates : (4,) float64
        Of the rows of their class which share is in TP, FN, FP and TN.
    products : (2, 4, 4) float64
        Sums over the cases of the products of what the shares in two cells owe to each; of the shares in all rows, and
        of those in the rows of their class.
    least, alike : (2,) float64
        How many cases there are, and how many of equal size are as good: of all rows, and of the class with fewer.
    """

    threshold: float
    rates: FloatArray
    products: FloatArray
    least: FloatArray
    alike: FloatArray

    @classmethod
    def of(cls, rows: ScoredRows, threshold: float) -> CellSums:
        """Return it of a threshold."""
        truth, called = rows.truth, rows.score >= threshold
        of_class = (truth, truth, ~truth, ~truth)
        cells = [truth & called, truth & ~called, ~truth & called, ~(truth | called)]
        rates = np.array([cell[rows_of].mean() for cell, rows_of in zip(cells, of_class, strict=True)])
        whole = [CaseSums.of(cell.astype(np.float64), truth, rows.cases, None) for cell in cells]
        within = [
            _of_class(cell, rows_of, rate, rows.cases)
            for cell, rows_of, rate in zip(cells, of_class, rates, strict=True)
        ]
        products = [np.array(each) @ np.array(each).T for each in ([one.influence for one in whole], within)]
        sizes = [whole[0].sizes, [rows.cases.sums(of.astype(np.float64)) for of in (truth, ~truth)]]
        least = [min(int(np.count_nonzero(of)) for of in each) for each in sizes]
        alike = [min(map(equal_cases, each)) for each in sizes]
        return cls(threshold, rates, np.array(products), np.array(least, dtype=np.float64), np.array(alike))

    def ends(self, costs: CostMatrix, p: float, *, is_estimated: bool, level: float) -> tuple[float, float]:
        """Return what `cost_ends` does, under a condition: nan where the cases do not tell."""
        k = 0 if is_estimated else 1
        if self.least[k] < 2:
            return math.nan, math.nan
        each, shares = np.array([costs.cost_tp, costs.cost_fn, costs.cost_fp, costs.cost_tn]), (p, p, 1 - p, 1 - p)
        cost = float((each * shares) @ self.rates)
        moved = each if is_estimated else each * shares
        variance = corrected(int(self.least[k])) * max(float(moved @ self.products[k] @ moved), 0.0)
        reach = _reach(self.threshold, costs, None if is_estimated else p)
        return _ends(cost, variance, float(self.alike[k]), reach, level)


def _of_class(cell: BoolArray, of: BoolArray, rate: float, cases: Cases) -> FloatArray:
    """Return what the share of a class in a cell owes to each case."""
    return cases.sums(np.where(of, cell - rate, 0.0) / np.count_nonzero(of))


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
