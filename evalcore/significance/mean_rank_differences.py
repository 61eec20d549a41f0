"""After Friedman's test: which mean ranks differ, each from each or each from one, and what could be shown at all."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike
from scipy import special, stats

from evalcore.errors import InputError, Message
from evalcore.significance.cliques import Groups, rank_groups
from evalcore.significance.results import check_alpha
from evalcore.significance.score_tables import INDEPENDENT, POOL, few
from evalcore.support.arrays import FloatArray, frozen
from evalcore.support.checks import finite_numbers, whole_number
from evalcore.support.results import Result

ASSUMPTIONS = (
    INDEPENDENT,
    Message("There are enough data sets for the mean ranks to be normally distributed."),
    POOL,
)


@dataclass(frozen=True, eq=False, kw_only=True)
class NemenyiResult(Result):
    """Which learners' mean ranks differ, each from each?

    Parameters
    ----------
    mean_ranks : (learners,) float64
    n_datasets : int
    alpha : float in (0, 1)
        Probability of at least one false claim among all pairs.
    critical_difference : float
        (2.36): mean ranks that are this far apart or farther differ.
    pvalues : (learners, learners) float64
        Already adjusted for all pairs; 1 on the diagonal.
    groups : tuple of tuple of int
        The largest groups of columns whose mean ranks differ by less than the critical difference.
    assumptions, warnings : tuple of Message
    """

    mean_ranks: FloatArray
    n_datasets: int
    alpha: float
    critical_difference: float
    pvalues: FloatArray
    groups: Groups
    assumptions: tuple[Message, ...] = ASSUMPTIONS
    warnings: tuple[Message, ...] = ()


@dataclass(frozen=True, eq=False, kw_only=True)
class BonferroniDunnResult(Result):
    """Which learners' mean ranks differ from that of the control?

    Parameters
    ----------
    mean_ranks : (learners,) float64
    n_datasets : int
    control : int
        Column of the learner that the others are compared with.
    alpha : float in (0, 1)
        Probability of at least one false claim among the k - 1 comparisons.
    critical_difference : float
        A mean rank that is farther than this from the control's differs from it.
    z : (learners,) float64
        Standardised difference from the control, positive where the learner ranks worse; nan at the control.
    pvalues : (learners,) float64
        Two-sided, times k - 1, at most 1; nan at the control.
    assumptions, warnings : tuple of Message
    """

    mean_ranks: FloatArray
    n_datasets: int
    control: int
    alpha: float
    critical_difference: float
    z: FloatArray
    pvalues: FloatArray
    assumptions: tuple[Message, ...] = ASSUMPTIONS
    warnings: tuple[Message, ...] = ()


def nemenyi(mean_ranks: ArrayLike, n_datasets: int, *, alpha: float = 0.05) -> NemenyiResult:
    """Which learners differ from which, judged by their mean ranks?

    Parameters
    ----------
    mean_ranks : (k,) numbers in [1, k]
        `mean_ranks` of `friedman`.
    n_datasets : int >= 1
        Data sets that the ranks are means of.
    alpha : float in (0, 1)

    Returns
    -------
    NemenyiResult

    Notes
    -----
    CD = q_alpha sqrt(k (k + 1) / (6 N)), (2.36) of 周志华《机器学习》. q_alpha is the upper quantile of the studentised
    range of k with infinite degrees of freedom, divided by the root of 2, computed for any k and alpha; printed tables
    round it (2.343 or 2.344 for k = 3; it is 2.3437). The p-value of a pair is the tail of that range at its
    difference, so p is at most alpha where the difference is at least CD. Ties are not counted in, which errs on the
    safe side. Mean ranks depend on all learners in the table, as `assumptions` say.

    References
    ----------
    Nemenyi (1963), Distribution-free multiple comparisons, thesis, Princeton; Demsar (2006), Journal of Machine
    Learning Research 7, 1-30, https://jmlr.org/papers/v7/demsar06a.html; Benavoli, Corani and Mangili (2016), Journal
    of Machine Learning Research 17, 1-10, https://jmlr.org/papers/v17/benavoli16a.html

    Examples
    --------
    >>> found = nemenyi([1, 2.125, 2.875], 4)
    >>> f"{found.critical_difference:.3f}", found.groups
    ('1.657', ((0, 1), (1, 2)))
    """
    ranks, n = _checked(mean_ranks, n_datasets)
    difference = critical_difference(len(ranks), n, alpha=alpha)
    first, second = np.triu_indices(len(ranks), 1)
    apart = np.abs(ranks[first] - ranks[second]) / mean_rank_standard_error(len(ranks), n)
    pvalues = np.ones((len(ranks), len(ranks)))
    pvalues[first, second] = pvalues[second, first] = stats.studentized_range.sf(
        math.sqrt(2) * apart, len(ranks), np.inf
    )
    return NemenyiResult(
        mean_ranks=ranks,
        n_datasets=n,
        alpha=alpha,
        critical_difference=difference,
        pvalues=frozen(pvalues),
        groups=rank_groups(ranks, difference),
        warnings=(*few(n, len(ranks)), *_out_of_reach(len(ranks), difference)),
    )


def bonferroni_dunn(
    mean_ranks: ArrayLike, n_datasets: int, *, control: int, alpha: float = 0.05
) -> BonferroniDunnResult:
    """Which learners differ from one of them, the control, judged by their mean ranks?

    Parameters
    ----------
    mean_ranks : (k,) numbers in [1, k]
        `mean_ranks` of `friedman`.
    n_datasets : int >= 1
        Data sets that the ranks are means of.
    control : int in 0..k-1
        Column of the control, to be named before looking at the scores.
    alpha : float in (0, 1)

    Returns
    -------
    BonferroniDunnResult

    Notes
    -----
    z = (r_i - r_control) / sqrt(k (k + 1) / (6 N)), and CD is the normal quantile at 1 - alpha / (2 (k - 1)) times the
    same root. It finds more than Nemenyi's test, as it makes k - 1 comparisons and not k (k - 1) / 2. For k = 9 the
    quantile is 2.734; Demsar's table prints 2.724. Mean ranks depend on all learners in the table, as `assumptions`
    say.

    References
    ----------
    Dunn (1961), https://doi.org/10.1080/01621459.1961.10482090; Demsar (2006), Journal of Machine Learning Research 7,
    1-30, https://jmlr.org/papers/v7/demsar06a.html

    Examples
    --------
    >>> found = bonferroni_dunn([1, 2.125, 2.875], 4, control=0)
    >>> f"{found.critical_difference:.3f}", found.pvalues.round(3).tolist()
    ('1.585', [nan, 0.223, 0.016])
    """
    ranks, n = _checked(mean_ranks, n_datasets)
    check_alpha(alpha)
    k, error = len(ranks), mean_rank_standard_error(len(ranks), n)
    if control not in range(k):
        raise InputError(
            "control must be a column from 0 to {last}; got {value}. Name one of the learners by its place.",
            last=k - 1,
            value=control,
        )
    control = int(control)
    z = (ranks - ranks[control]) / error
    z[control] = np.nan
    difference = -float(special.ndtri(alpha / (2 * (k - 1)))) * error
    return BonferroniDunnResult(
        mean_ranks=ranks,
        n_datasets=n,
        control=control,
        alpha=alpha,
        critical_difference=difference,
        z=frozen(z),
        pvalues=frozen(np.minimum(2 * (k - 1) * special.ndtr(-np.abs(z)), 1)),
        warnings=(*few(n, k), *_out_of_reach(k, difference)),
    )


def critical_difference(n_learners: int, n_datasets: int, *, alpha: float = 0.05) -> float:
    """What is the smallest difference of mean ranks that so many data sets can show?

    Parameters
    ----------
    n_learners : int >= 2
    n_datasets : int >= 1
    alpha : float in (0, 1)

    Returns
    -------
    float > 0
        In ranks; above n_learners - 1 nothing can be shown.

    Notes
    -----
    Nemenyi's CD, (2.36). A true difference of this size is found about every second time, not always.

    Examples
    --------
    >>> f"{critical_difference(3, 4):.3f} {critical_difference(3, 40):.3f}"
    '1.657 0.524'
    """
    k, n = whole_number(n_learners, "n_learners", least=2), whole_number(n_datasets, "n_datasets", least=1)
    check_alpha(alpha)
    return _range_quantile(float(alpha), k) / math.sqrt(2) * mean_rank_standard_error(k, n)


# A handle over alpha asks for a hundred of them, 3 ms each, and again for every table of as many learners.
@lru_cache(maxsize=4096)
def _range_quantile(alpha: float, k: int) -> float:
    """Return the upper quantile of the studentised range with infinite degrees of freedom."""
    # `ppf` is eight times as fast as `isf` here, and alpha is no small tail.
    return float(stats.studentized_range.ppf(1 - alpha, k, np.inf))


def data_sets_needed(n_learners: int, difference: float, *, alpha: float = 0.05) -> int:
    """How many data sets does it take for a difference of mean ranks to be told from chance?

    Parameters
    ----------
    n_learners : int >= 2
    difference : float in (0, n_learners - 1]
        Of two mean ranks.
    alpha : float in (0, 1)

    Returns
    -------
    int
        The fewest data sets whose critical difference is not above the difference.

    Notes
    -----
    (2.36) solved for N: q^2 k (k + 1) / (6 d^2), rounded up.

    Examples
    --------
    >>> data_sets_needed(3, 1.0), data_sets_needed(3, 0.5)
    (11, 44)
    """
    k = whole_number(n_learners, "n_learners", least=2)
    if not 0 < difference <= k - 1:
        raise InputError(
            "The difference of two mean ranks must be above 0 and at most {largest}; got {value}. Subtract ranks, not "
            "scores.",
            largest=k - 1,
            value=difference,
        )
    return math.ceil((critical_difference(k, 1, alpha=alpha) / difference) ** 2)


def _checked(mean_ranks: ArrayLike, n_datasets: int) -> tuple[FloatArray, int]:
    ranks = finite_numbers(mean_ranks, "mean_ranks").copy()
    k = whole_number(len(ranks), "n_learners", least=2)
    if (wrong := (ranks < 1) | (ranks > k)).any():
        raise InputError(
            "Mean ranks must lie between 1 and {k}; got {value} (learner {place}). Pass ranks, not scores.",
            k=k,
            value=float(ranks[wrong][0]),
            place=int(np.argmax(wrong)) + 1,
        )
    return frozen(ranks), whole_number(n_datasets, "n_datasets", least=1)


def mean_rank_standard_error(k: int, n: int) -> float:
    """Return the standard error of the difference of two mean ranks of k learners on n data sets."""
    return math.sqrt(k * (k + 1) / (6 * n))


def _out_of_reach(k: int, difference: float) -> tuple[Message, ...]:
    if difference < k - 1:
        return ()
    said = Message(
        "No result can be significant: the critical difference is {difference:.3g} ranks, and a learner that is always "
        "the best is only {largest} away from one that is always the worst. Bring more data sets.",
        {"difference": difference, "largest": k - 1},
    )
    return (said,)
