"""Two of several algorithms: what each test says of them, what the pool does to that, what could be shown at all."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy import special

from evalcore.significance import (
    FriedmanResult,
    WilcoxonHolmResult,
    critical_difference,
    data_sets_needed,
    friedman,
    holm,
    nemenyi,
)
from evalcore.significance.mean_rank_differences import mean_rank_standard_error
from evalcore.support.arrays import FloatArray

SIZES = (5, 10, 15, 20, 30, 50, 100)


@dataclass(frozen=True)
class PairReading:
    """Two algorithms by their columns, the better mean rank first, with p-values; all but `wilcoxon` are adjusted.

    `difference` is that of their mean ranks; `holm` adjusts the normal tests of such differences.
    """

    first: int
    second: int
    difference: float
    nemenyi: float
    holm: float
    wilcoxon: float
    wilcoxon_holm: float


def pair_readings(test: FriedmanResult, posthoc: WilcoxonHolmResult) -> tuple[PairReading, ...]:
    """What does each test say of each pair? The pair whose mean ranks are farthest apart comes first."""
    n, k = test.ranks.shape
    ranks = test.mean_ranks
    gaps = np.array([abs(ranks[i] - ranks[j]) for i, j in posthoc.pairs])
    by_range = nemenyi(ranks, n).pvalues
    z = gaps / mean_rank_standard_error(k, n)
    by_holm = holm(2 * special.ndtr(-z))
    found = []
    for place in np.argsort(-gaps, kind="stable").tolist():
        i, j = sorted(posthoc.pairs[place], key=lambda column: (ranks[column], column))
        own, adjusted = posthoc.tests[place].pvalue, float(posthoc.adjusted[place])
        of_ranks = float(gaps[place]), float(by_range[i, j]), float(by_holm[place])
        found.append(PairReading(i, j, *of_ranks, own, adjusted))
    return tuple(found)


@dataclass(frozen=True)
class PoolVerdict:
    """The same two algorithms in a table without one of the others: None leaves out none.

    `is_apart` is Nemenyi's verdict; `pvalue` its adjusted p-value.
    """

    without: int | None
    difference: float
    critical_difference: float
    pvalue: float
    is_apart: bool


def pool_verdicts(
    scores: FloatArray, pair: tuple[int, int], *, higher_is_better: bool, alpha: float
) -> tuple[PoolVerdict, ...]:
    """How does the verdict about two algorithms depend on which others are in the table?

    Parameters
    ----------
    scores : (data sets, algorithms) float64
    pair : columns of the two
    higher_is_better : bool
    alpha : float in (0, 1)

    Examples
    --------
    >>> table = np.array([[1, 2, 3], [1, 2.5, 2.5], [1, 2, 3], [1, 2, 3]])
    >>> found = pool_verdicts(table, (0, 1), higher_is_better=False, alpha=0.05)
    >>> [(one.without, one.difference, one.is_apart) for one in found]
    [(None, 1.125, False), (2, 1.0, True)]
    """
    n, k = scores.shape
    found = []
    for without in (None, *(column for column in range(k) if column not in pair)):
        kept = [column for column in range(k) if column != without]
        ranks = friedman(scores[:, kept], higher_is_better=higher_is_better).mean_ranks
        result = nemenyi(ranks, n, alpha=alpha)
        i, j = (kept.index(column) for column in pair)
        apart = float(abs(ranks[i] - ranks[j]))
        is_apart = not apart < result.critical_difference
        found.append(PoolVerdict(without, apart, result.critical_difference, float(result.pvalues[i, j]), is_apart))
    return tuple(found)


def verdict_changes(verdicts: tuple[PoolVerdict, ...]) -> tuple[int, ...]:
    """Return which algorithms turn the verdict about the pair when they are left out."""
    whole = verdicts[0].is_apart
    return tuple(v.without for v in verdicts[1:] if v.without is not None and v.is_apart != whole)


@dataclass(frozen=True)
class Reach:
    """The smallest difference of mean ranks that so many data sets could have shown; above k - 1 there is none."""

    n: int
    critical_difference: float
    is_possible: bool


def reach(n_learners: int, n_datasets: int, *, alpha: float) -> tuple[Reach, ...]:
    """What could have been shown: with the data sets that are there, which come first, and with other numbers?"""
    sizes = (n_datasets, *(size for size in SIZES if size != n_datasets))
    found = ((size, critical_difference(n_learners, size, alpha=alpha)) for size in sizes)
    return tuple(Reach(size, difference, difference <= n_learners - 1) for size, difference in found)


def needed_for(test: FriedmanResult, pair: tuple[int, int], *, alpha: float) -> int | None:
    """How many data sets would tell two mean ranks apart that lie as they do now? None where they are the same."""
    difference = float(abs(test.mean_ranks[pair[0]] - test.mean_ranks[pair[1]]))
    return data_sets_needed(len(test.mean_ranks), difference, alpha=alpha) if difference > 0 else None


@dataclass(frozen=True)
class RankFormulas:
    """The numbers of (2.34) to (2.36): `correction` is what the ties divide the book's chi-squared by."""

    n: int
    k: int
    sum_of_squares: float
    textbook: float
    correction: float
    chi2: float
    f: float
    q: float
    critical_difference: float


def rank_formulas(test: FriedmanResult, textbook: FriedmanResult, *, alpha: float) -> RankFormulas:
    """What stands in the formulas for these ranks?"""
    n, k = test.ranks.shape
    difference = critical_difference(k, n, alpha=alpha)
    return RankFormulas(
        n,
        k,
        float((test.mean_ranks**2).sum()),
        textbook.chi2,
        textbook.chi2 / test.chi2 if test.chi2 else math.nan,
        test.chi2,
        test.f,
        difference / mean_rank_standard_error(k, n),
        difference,
    )
