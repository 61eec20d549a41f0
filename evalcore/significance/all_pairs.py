"""Each learner against each by Wilcoxon's test, adjusted by Holm's method: verdicts that do not depend on the pool."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike

from evalcore.errors import Message
from evalcore.significance.adjustment import holm
from evalcore.significance.cliques import Groups, maximal_cliques
from evalcore.significance.results import check_alpha, rejects
from evalcore.significance.score_tables import INDEPENDENT, NEARLY_TIED, doubled_ranks, few, score_table
from evalcore.significance.signed_ranks import WilcoxonResult, Zeros, wilcoxon
from evalcore.support.arrays import FloatArray, frozen
from evalcore.support.results import Result

ASSUMPTIONS = (
    INDEPENDENT,
    Message("The differences of each two learners are symmetric around their middle."),
    Message("Holm's adjustment answers for all pairs together, so more learners make each verdict more careful."),
)


@dataclass(frozen=True, eq=False, kw_only=True)
class WilcoxonHolmResult(Result):
    """Which learners differ, each from each, by Wilcoxon's test with Holm's adjustment?

    Parameters
    ----------
    pairs : tuple of (int, int)
        Columns of each pair.
    tests : tuple of WilcoxonResult
        One a pair; its p-value is not adjusted.
    adjusted : (pairs,) float64
        p-values adjusted by Holm's method.
    pvalues : (learners, learners) float64
        The adjusted ones as a table; 1 on the diagonal.
    alpha : float in (0, 1)
    mean_ranks : (learners,) float64
        Places on the line of a diagram; the verdicts do not come from them.
    groups : tuple of tuple of int
        The largest groups of columns of which no two can be told apart at level alpha.
    assumptions, warnings : tuple of Message
    """

    pairs: tuple[tuple[int, int], ...]
    tests: tuple[WilcoxonResult, ...]
    adjusted: FloatArray
    pvalues: FloatArray
    alpha: float
    mean_ranks: FloatArray
    groups: Groups
    assumptions: tuple[Message, ...] = ASSUMPTIONS
    warnings: tuple[Message, ...] = ()


def wilcoxon_holm(
    scores: ArrayLike, *, alpha: float = 0.05, zeros: Zeros = "split", higher_is_better: bool = True
) -> WilcoxonHolmResult:
    """Which of many learners differ, if each two are compared on their own?

    Parameters
    ----------
    scores : (data sets, learners) finite numbers
        At least one data set and two learners.
    alpha : float in (0, 1)
        Probability of at least one false claim among all pairs.
    zeros : "split", "drop" or "pratt"
        As for `wilcoxon`.
    higher_is_better : bool
        False for errors and costs; it decides the mean ranks only.

    Returns
    -------
    WilcoxonHolmResult

    Notes
    -----
    A pair's own p-value does not depend on the other learners, as a difference of mean ranks does; its adjustment does,
    through their number. "Cannot be told apart" is no equality: of three learners the outer two of a pair of groups may
    differ, and groups need not be neighbours on the line of mean ranks. So there is no critical difference here.

    References
    ----------
    Benavoli, Corani and Mangili (2016), Journal of Machine Learning Research 17, 1-10,
    https://jmlr.org/papers/v17/benavoli16a.html; Garcia and Herrera (2008), Journal of Machine Learning Research 9,
    2677-2694, https://jmlr.org/papers/v9/garcia08a.html

    Examples
    --------
    >>> table = [[0.9 - 0.01 * i, 0.8 - 0.02 * i, 0.79 - 0.02 * i + 0.03 * (i % 2)] for i in range(10)]
    >>> wilcoxon_holm(table).groups
    ((1, 2),)
    """
    check_alpha(alpha)
    table = score_table(scores)
    n, k = table.shape
    pairs = tuple(combinations(range(k), 2))
    tests = tuple(wilcoxon(table[:, i], table[:, j], zeros=zeros) for i, j in pairs)
    adjusted = holm([test.pvalue for test in tests])
    pvalues = np.ones((k, k))
    first, second = np.transpose(pairs)
    pvalues[first, second] = pvalues[second, first] = adjusted
    return WilcoxonHolmResult(
        pairs=pairs,
        tests=tests,
        adjusted=frozen(adjusted),
        pvalues=frozen(pvalues),
        alpha=alpha,
        mean_ranks=frozen(doubled_ranks(table, higher_is_better=higher_is_better).sum(axis=0) / (2 * n)),
        groups=maximal_cliques(~rejects(pvalues, alpha)),
        warnings=(*few(n, k), *_out_of_reach(n, len(pairs), alpha), *_rounding(tests)),
    )


def _rounding(tests: tuple[WilcoxonResult, ...]) -> tuple[Message, ...]:
    return (NEARLY_TIED,) if any(NEARLY_TIED in test.warnings for test in tests) else ()


def _out_of_reach(n: int, n_pairs: int, alpha: float) -> tuple[Message, ...]:
    smallest = n_pairs * 2.0 ** (1 - n)
    if rejects(smallest, alpha):
        return ()
    said = Message(
        "Wilcoxon's test with Holm's adjustment can tell no pair apart: with {n} data sets its smallest possible "
        "p-value, adjusted for {count} pairs, is {smallest:.2g}. Bring more data sets or fewer learners.",
        {"n": n, "count": n_pairs, "smallest": min(smallest, 1.0)},
    )
    return (said,)
