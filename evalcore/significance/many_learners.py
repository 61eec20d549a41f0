"""Many learners on many data sets: do their ranks differ by more than chance?"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats

from evalcore.errors import Message
from evalcore.significance.null_distributions import Counted, known_null, squared_sums_null
from evalcore.significance.results import TestResult, check_alpha
from evalcore.significance.score_tables import (
    INDEPENDENT,
    NEARLY_TIED,
    doubled_ranks,
    few,
    nearly_tied,
    score_table,
)
from evalcore.support.arrays import FloatArray, IntArray, frozen
from evalcore.support.checks import option

SMALL = 0.001  # below, how small a p-value is does not change what it says
Ties = Literal["corrected", "textbook"]
HYPOTHESIS = Message("All learners have the same mean rank over all data sets such as these.")
ASSUMPTIONS = (
    INDEPENDENT,
    Message("Only the order of the learners on each data set counts, not how far apart their scores are."),
)
TOO_LARGE = Message(
    "The table is too large to count all orders: that is done up to 99 data sets with three learners, 22 with four, 8 "
    "with five, 3 with six and 2 with seven."
)
ALL_TIED = Message(
    "All learners are tied on every data set, so nothing speaks against the hypothesis: p is 1 by definition, and the "
    "statistic is 0 divided by 0."
)
ONE_DATA_SET = Message(
    "One data set puts the learners in some order whatever is true: F is 0 divided by 0 and has no p-value, and by the "
    "count of all orders p is 1, as each is as extreme as the others. Bring more data sets."
)


@dataclass(frozen=True, eq=False, kw_only=True)
class FriedmanResult(TestResult):
    """Do the learners' mean ranks differ by more than chance?

    Parameters
    ----------
    ranks : (data sets, learners) float64
        1 is the best; a tie shares the average rank.
    mean_ranks : (learners,) float64
    chi2, chi2_pvalue : float
        Friedman's statistic (2.34) and its p by the chi-squared distribution with k - 1 degrees of freedom.
    f, f_pvalue : float
        Iman and Davenport's statistic (2.35) and its p by the F distribution with k - 1 and (k - 1)(N - 1).
    kendall_w : float in [0, 1]
        Agreement of the data sets: chi2 / (N (k - 1)); 1 if all put the learners in one order. It is the `effect`.
    exact_pvalue : float in [0, 1]
        Share of all orders that each data set could have had in which chi2 is at least as large; nan where the table
        is too large, then `reason` says so.
    exact_distribution : Counted or None
        Of chi2 over all these orders.

    Notes
    -----
    The other fields are those of `TestResult`: `statistic` is f, and `pvalue` is f_pvalue where f is a finite number,
    else the exact one.
    """

    ranks: FloatArray
    mean_ranks: FloatArray
    chi2: float
    chi2_pvalue: float
    f: float
    f_pvalue: float
    kendall_w: float
    exact_pvalue: float
    reason: Message | None
    exact_distribution: Counted | None

    def chi2_critical_value(self, alpha: float = 0.05) -> float:
        """Return the chi2 beyond which the hypothesis is rejected by the chi-squared distribution."""
        check_alpha(alpha)
        return float(stats.chi2.isf(alpha, len(self.mean_ranks) - 1))


@dataclass(frozen=True)
class _Spread:
    """Four times the squared distances of rank sums (between) and of ranks (within) from their means: whole numbers."""

    between: int
    within: int
    n: int
    k: int

    @property
    def agrees(self) -> bool:
        """Whether all data sets have the same ranks."""
        return self.within > 0 and self.between == self.n * self.within

    def chi2(self, between: FloatArray | int) -> FloatArray:
        """Return (2.34), or nan where all is tied."""
        return np.asarray((self.k - 1) * np.asarray(between) / (self.within or np.nan), dtype=np.float64)

    def f(self) -> float:
        """Return (2.35): infinite where all agree, nan where it is 0 / 0."""
        if self.within == 0 or self.n == 1:
            return np.nan
        return np.inf if self.agrees else (self.n - 1) * self.between / (self.n * self.within - self.between)


def friedman(scores: ArrayLike, *, higher_is_better: bool = True, ties: Ties = "corrected") -> FriedmanResult:
    """Do several learners differ over several data sets, judged by their ranks?

    Parameters
    ----------
    scores : (data sets, learners) finite numbers
        One score each, such as the mean over folds. At least one data set and two learners.
    higher_is_better : bool
        False for errors and costs, and for ranks.
    ties : "corrected" or "textbook"
        "corrected" divides by 1 - sum(t^3 - t) / (N k (k^2 - 1)) over groups of t tied learners, as scipy does;
        "textbook" is (2.34) as printed, which takes every rank to differ.

    Returns
    -------
    FriedmanResult
        `statistic` is F; chi2 and the exact p-value stand beside it.

    Notes
    -----
    chi2 = 12 N / (k (k + 1)) (sum r_i^2 - k (k + 1)^2 / 4), (2.34) of 周志华《机器学习》, and (2.35) is
    F = (N - 1) chi2 / (N (k - 1) - chi2). Both are computed from whole numbers. F is infinite when chi2 = N (k - 1):
    all data sets put the learners in the same order. Its p would be 0, a claim no test can make, so `pvalue` is the
    exact one then, k!^-(N - 1) without ties. Scores are ranked as float64 holds them: 0.1 + 0.2 is above 0.3;
    `warnings` say where two scores of a data set are that close. *Undefined when* all learners tie on every data set
    (corrected: statistics nan, p = 1), or there is one data set (F and its p nan; the exact p is 1, as all orders are
    equally extreme).

    References
    ----------
    Friedman (1937), https://doi.org/10.1080/01621459.1937.10503522; Iman and Davenport (1980),
    https://doi.org/10.1080/03610928008827904

    Examples
    --------
    >>> test = friedman([[1, 2, 3], [1, 2.5, 2.5], [1, 2, 3], [1, 2, 3]], higher_is_better=False, ties="textbook")
    >>> f"{test.chi2:.3f} {test.f:.3f} {test.exact_pvalue:.4f}"
    '7.125 24.429 0.0093'
    """
    option(ties, "ties", get_args(Ties))
    table = score_table(scores)
    doubled = doubled_ranks(table, higher_is_better=higher_is_better)
    n, k = table.shape
    spread = _spread(doubled, ties)
    chi2, f = float(spread.chi2(spread.between)), spread.f()
    exact, distribution = _exact(doubled, spread)
    null = known_null("f", k - 1, (k - 1) * (n - 1)) if n > 1 else None
    f_pvalue = 1.0 if spread.within == 0 else np.nan if null is None else float(null.sf(f))
    w = chi2 / (n * (k - 1))
    return FriedmanResult(
        statistic=f,
        pvalue=f_pvalue if math.isfinite(f) else exact,
        df=(k - 1, (k - 1) * (n - 1)),
        alternative="greater",
        method=f"friedman-{ties}",
        hypothesis=HYPOTHESIS,
        effect=w,
        assumptions=ASSUMPTIONS,
        warnings=(*_special(spread, f_pvalue, exact), *_tie_warnings(table, doubled, ties), *few(n, k)),
        null_distribution=null,
        ranks=frozen(doubled / 2),
        mean_ranks=frozen(doubled.sum(axis=0) / (2 * n)),
        chi2=chi2,
        chi2_pvalue=1.0 if spread.within == 0 else float(stats.chi2.sf(chi2, k - 1)),
        f=f,
        f_pvalue=f_pvalue,
        kendall_w=w,
        exact_pvalue=exact,
        reason=TOO_LARGE if math.isnan(exact) else None,
        exact_distribution=distribution,
    )


def _spread(doubled: IntArray, ties: Ties) -> _Spread:
    n, k = doubled.shape
    between = int(((doubled.sum(axis=0) - n * (k + 1)) ** 2).sum())
    within = int(((doubled - (k + 1)) ** 2).sum()) if ties == "corrected" else n * k * (k * k - 1) // 3
    return _Spread(between, within, n, k)


def _exact(doubled: IntArray, spread: _Spread) -> tuple[float, Counted | None]:
    """Return the exact p-value and the distribution of chi2 it comes from; nan and None where there is too much."""
    n, k = doubled.shape
    if (counted := squared_sums_null(doubled)) is not None:
        centre = k * (n * (k + 1)) ** 2
        exact = float(counted.at_least(spread.between + centre))
        chi2 = spread.chi2(counted.values - centre)
        return exact, None if spread.within == 0 else Counted(frozen(chi2), counted.probability)
    if n == 1 or spread.between == 0:  # no order is less extreme than the one that is there
        return 1.0, None
    if spread.agrees:  # of all orders of the other data sets only the one that is there
        _, sizes = np.unique(doubled[0], return_counts=True)
        orders = math.lgamma(k + 1) - sum(math.lgamma(size + 1) for size in sizes)
        return math.exp(-(n - 1) * orders), None
    return np.nan, None


def _special(spread: _Spread, f_pvalue: float, exact: float) -> tuple[Message, ...]:
    if spread.within == 0:
        return (ALL_TIED,)
    if spread.n == 1:
        return (ONE_DATA_SET,)
    if spread.agrees:
        said = Message(
            "All data sets put the learners in the same order, so F is infinite and its p would be 0. The p-value "
            "given is the exact one ({pvalue:.2g}): the share of all possible orders that agree so.",
            {"pvalue": exact},
        )
        return (said,)
    if f_pvalue < exact / 2 and exact > SMALL:
        said = Message(
            "The F distribution is no good guide for so small a table: its p-value is {f_pvalue:.2g}, the exact one is "
            "{pvalue:.2g}. Trust the exact one.",
            {"f_pvalue": f_pvalue, "pvalue": exact},
        )
        return (said,)
    return ()


def _tie_warnings(table: FloatArray, doubled: IntArray, ties: Ties) -> tuple[Message, ...]:
    said: tuple[Message, ...] = ()
    n, k = doubled.shape
    tied = int((((doubled - (k + 1)) ** 2).sum(axis=1) < k * (k * k - 1) // 3).sum())
    if tied and ties == "textbook":
        said = (
            Message(
                "Learners are tied on {count} of {n} data sets. The textbook's form takes all ranks to differ, so its "
                "chi-squared is too small.",
                {"count": tied, "n": n},
            ),
        )
    return (*said, NEARLY_TIED) if nearly_tied(table, np.abs(table).max(axis=1, keepdims=True)) else said
