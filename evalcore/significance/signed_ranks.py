"""Two learners on several data sets: Wilcoxon's signed-rank test and the sign test."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike
from scipy import special, stats

from evalcore.errors import Message
from evalcore.intervals import wilson
from evalcore.significance.contradictions import contradiction
from evalcore.significance.null_distributions import Counted, known_null, signed_rank_null
from evalcore.significance.results import TestResult, check_alpha, rejects
from evalcore.significance.score_tables import NEARLY_TIED, nearly_tied
from evalcore.support.arrays import FloatArray, IntArray
from evalcore.support.checks import finite_numbers, option, same_length

Zeros = Literal["split", "drop", "pratt"]
MOST_EXACT = 50  # so many doubled signs are still whole numbers to float64, and the normal distribution is close
MOST_MEANS = 2000  # pairs, two million means of two differences
LEVEL = 0.95
INDEPENDENT_PAIRS = Message("The pairs of scores are independent of each other.")
WILCOXON_HYPOTHESIS = Message("The differences of the two learners are symmetric around 0.")
WILCOXON_ASSUMPTIONS = (
    INDEPENDENT_PAIRS,
    Message("The differences are symmetric around their middle, and a larger one means more on every data set."),
)
SIGN_HYPOTHESIS = Message("Each of the two learners is the better one on half of all data sets such as these.")
OF_MIDDLE = Message("Hodges and Lehmann's interval of the median difference")
OF_WINS = Message("Wilson's interval of the share of wins")
WILCOXON = Message("Wilcoxon's test")
SIGN = Message("the sign test")
NO_DIFFERENCE = Message("All differences are 0, so nothing speaks against the hypothesis: p is 1 by definition.")
EQUAL_DIFFERENCES = Message("All differences are the same, so they cannot tell how sure the effect is: no interval.")
TOO_MANY_PAIRS = Message(
    "There are more than 2,000 pairs, too many to form the means of all their differences: no effect."
)


@dataclass(frozen=True, eq=False, kw_only=True)
class WilcoxonResult(TestResult):
    """Do the differences of two learners lean to one side by more than chance?

    Parameters
    ----------
    r_plus, r_minus : float >= 0
        Sums of the ranks of the differences above and below 0.
    n_zero : int >= 0
        Differences that are 0.

    Notes
    -----
    The other fields are those of `TestResult`. `statistic` is the smaller sum, and small ones speak against the
    hypothesis; `null_distribution` is that of `r_plus`, which is symmetric. `method` ends in "exact" or "normal".
    `effect` is the median of the means of two differences (Hodges and Lehmann) in the unit of the scores.
    """

    r_plus: float
    r_minus: float
    n_zero: int

    def critical_value(self, alpha: float = 0.05) -> float:
        """Return the largest statistic that is rejected: 2 P(r_plus <= it) < alpha; nan where none is.

        Parameters
        ----------
        alpha : float in (0, 1)
        """
        check_alpha(alpha)
        if not isinstance(self.null_distribution, Counted):
            return float(self.null_distribution.ppf(alpha / 2))
        values = self.null_distribution.values
        rejected = values[rejects(2 * self.null_distribution.cdf(values), alpha)]
        return float(rejected[-1]) if len(rejected) else np.nan


@dataclass(frozen=True, eq=False, kw_only=True)
class SignResult(TestResult):
    """Is one of two learners the better one more often than chance would have it?

    Parameters
    ----------
    wins, losses, ties : int >= 0
        Data sets on which a is greater, smaller, and equal. Equal ones take no part.

    Notes
    -----
    The other fields are those of `TestResult`. `statistic` is `wins`; `effect` is the share of wins among the data sets
    without a tie, with Wilson's interval.
    """

    wins: int
    losses: int
    ties: int


def wilcoxon(a: ArrayLike, b: ArrayLike, *, zeros: Zeros = "split") -> WilcoxonResult:
    """Do two learners differ over several data sets, judged by the ranks of their differences?

    Parameters
    ----------
    a, b : (n,) finite numbers
        Scores of the two learners on the same data sets in the same order.
    zeros : "split", "drop" or "pratt"
        What becomes of differences of 0. "split" and "pratt" rank them with the others; "split" then gives each side
        half of their ranks, "pratt" gives them to neither. "drop" leaves them out before ranking.

    Returns
    -------
    WilcoxonResult
        Two-sided, without continuity correction.

    Notes
    -----
    Up to 50 differences other than 0 the null distribution of r_plus is counted, with ties too: each rank falls on
    either side with probability 1/2. Above, r_plus is taken as normal with variance sum r_i^2 / 4 over the differences
    other than 0, which contains the tie correction. A difference of 0 has no sign that chance could turn, so "split"
    and "pratt" always have the same p-value; of an odd number of zeros Demsar leaves one out before ranking, here none
    is. Differences are ranked as float64 holds them, where 0.9 - 0.8 is less than 0.2 - 0.1; `warnings` say where two
    are that close. *Undefined when* never: if all differences are 0, p = 1; `effect` is nan above 2,000 pairs, and its
    interval is nan below six.

    References
    ----------
    Wilcoxon (1945), https://doi.org/10.2307/3001968; Pratt (1959), https://doi.org/10.1080/01621459.1959.10501526;
    Demsar (2006), Journal of Machine Learning Research 7, 1-30, https://jmlr.org/papers/v7/demsar06a.html; Hodges and
    Lehmann (1963), https://doi.org/10.1214/aoms/1177704172

    Examples
    --------
    >>> test = wilcoxon([0.81, 0.74, 0.92, 0.66, 0.88, 0.79], [0.78, 0.75, 0.85, 0.62, 0.86, 0.70])
    >>> test.r_plus, test.r_minus, test.pvalue, test.method
    (20.0, 1.0, 0.0625, 'wilcoxon-exact')
    """
    option(zeros, "zeros", get_args(Zeros))
    a, b, differences = _differences(a, b)
    kept = differences[differences != 0] if zeros == "drop" else differences
    doubled = np.rint(2 * stats.rankdata(np.abs(kept))).astype(np.int64)
    signed, n_zero = kept != 0, int(np.count_nonzero(differences == 0))
    # The doubled ranks of m zeros sum to m (m + 1), which is even, so half of them is a whole number.
    share = int(doubled[~signed].sum()) // 2 if zeros == "split" else 0
    r_plus, r_minus = ((int(doubled[side].sum()) + share) / 2 for side in (kept > 0, kept < 0))
    null = _null(doubled[signed], share)
    smaller = min(r_plus, r_minus)
    effect, low, high = _middle(differences)
    pvalue = min(2 * float(null.cdf(smaller)), 1.0)
    said = contradiction(pvalue, low, high, value=0.0, confidence_level=LEVEL, interval=OF_MIDDLE, test=WILCOXON)
    return WilcoxonResult(
        statistic=smaller,
        pvalue=pvalue,
        method=f"wilcoxon-{'exact' if isinstance(null, Counted) else 'normal'}",
        hypothesis=WILCOXON_HYPOTHESIS,
        effect=effect,
        low=low,
        high=high,
        confidence_level=LEVEL,
        assumptions=WILCOXON_ASSUMPTIONS,
        warnings=(*_zero_warnings(differences, zeros), *_rank_warnings(a, b, differences), *said),
        null_distribution=null,
        r_plus=r_plus,
        r_minus=r_minus,
        n_zero=n_zero,
    )


def sign_test(a: ArrayLike, b: ArrayLike) -> SignResult:
    """Is one of two learners better on more data sets than chance would have it?

    Parameters
    ----------
    a, b : (n,) finite numbers
        Scores of the two learners on the same data sets in the same order.

    Returns
    -------
    SignResult
        Two-sided.

    Notes
    -----
    p = 2 P(X <= min(wins, losses)), at most 1, X binomial with probability 1/2 over the data sets without a tie. Ties
    are left out, as the hypothesis is about those that have a winner; `warnings` say how many. *Undefined when* there
    are only ties: `effect` is nan, p = 1.

    References
    ----------
    Dixon and Mood (1946), https://doi.org/10.1080/01621459.1946.10501898

    Examples
    --------
    >>> test = sign_test([0.81, 0.74, 0.92, 0.66, 0.88], [0.78, 0.75, 0.85, 0.62, 0.88])
    >>> test.wins, test.losses, test.ties, test.pvalue
    (3, 1, 1, 0.625)
    """
    a, b, differences = _differences(a, b)
    wins, losses = int(np.count_nonzero(differences > 0)), int(np.count_nonzero(differences < 0))
    n, ties = wins + losses, len(differences) - wins - losses
    low, high = (float(end) for end in wilson(wins, n, confidence_level=LEVEL))
    pvalue = min(2 * float(stats.binom.cdf(min(wins, losses), n, 0.5)), 1.0) if n else 1.0
    said = contradiction(pvalue, low, high, value=0.5, confidence_level=LEVEL, interval=OF_WINS, test=SIGN)
    return SignResult(
        statistic=float(wins),
        pvalue=pvalue,
        method="sign-exact",
        hypothesis=SIGN_HYPOTHESIS,
        effect=wins / n if n else np.nan,
        low=low,
        high=high,
        confidence_level=LEVEL,
        assumptions=(INDEPENDENT_PAIRS,),
        warnings=(*_zero_warnings(differences, "drop"), *said),
        null_distribution=known_null("binom", n, 0.5) if n else None,
        wins=wins,
        losses=losses,
        ties=ties,
    )


def _differences(a: ArrayLike, b: ArrayLike) -> tuple[FloatArray, FloatArray, FloatArray]:
    first, second = finite_numbers(a, "a"), finite_numbers(b, "b")
    same_length(second, len(first), "b")
    return first, second, first - second


def _null(doubled: IntArray, share: int) -> Counted | stats.distributions.rv_frozen:
    """Return the distribution of r_plus: counted for few differences, else normal."""
    if len(doubled) <= MOST_EXACT:
        return signed_rank_null(doubled, share)
    ranks = doubled / 2
    return stats.norm((ranks.sum() + share) / 2, math.sqrt((ranks**2).sum() / 4))


def _middle(differences: FloatArray) -> tuple[float, float, float]:
    """Return the median of the means of two differences, and the interval of the test that it belongs to."""
    n = len(differences)
    if n > MOST_MEANS:
        return np.nan, np.nan, np.nan
    first, second = np.triu_indices(n)
    means = np.sort((differences[first] + differences[second]) / 2)
    null = _null(np.arange(2, 2 * n + 1, 2), 0)
    tail = (1 - LEVEL) / 2
    if np.ptp(differences) == 0:
        return float(differences[0]), np.nan, np.nan
    if isinstance(null, Counted):
        outside = int(np.count_nonzero(null.cdf(null.values) <= tail))
    else:
        outside = int(null.mean() + special.ndtri(tail) * null.std())
    low, high = (means[outside - 1], means[-outside]) if outside else (np.nan, np.nan)
    return float(np.median(means)), float(low), float(high)


def _zero_warnings(differences: FloatArray, zeros: Zeros) -> tuple[Message, ...]:
    """Say what became of differences of 0, and whether enough others are left to reject anything."""
    n, n_zero = len(differences), int(np.count_nonzero(differences == 0))
    if n_zero == n:
        return (NO_DIFFERENCE,)
    said = (_of_zeros(n_zero, n, zeros),) if n_zero else ()
    smallest = 2.0 ** (1 - (n - n_zero))
    if smallest <= 1 - LEVEL:
        return said
    least = Message(
        "Only {count} differences are not 0, so p cannot be below {smallest:.3g} whatever they are.",
        {"count": n - n_zero, "smallest": smallest},
    )
    return (*said, least)


def _rank_warnings(a: FloatArray, b: FloatArray, differences: FloatArray) -> tuple[Message, ...]:
    """Say where rounding may have decided a rank, and why there is no effect or no interval."""
    said = []
    sizes = np.append(np.abs(differences), 0)[None]
    if nearly_tied(sizes, np.full((1, 1), max(np.abs(a).max(), np.abs(b).max()))):
        said.append(NEARLY_TIED)
    if len(differences) > MOST_MEANS:
        said.append(TOO_MANY_PAIRS)
    elif differences.any() and np.ptp(differences) == 0:
        said.append(EQUAL_DIFFERENCES)
    return tuple(said)


def _of_zeros(n_zero: int, n: int, zeros: Zeros) -> Message:
    values = {"count": n_zero, "n": n}
    if zeros == "drop":
        return Message("{count} of {n} differences are 0 and were left out.", values)
    if zeros == "split":
        return Message("{count} of {n} differences are 0; each side was given half of their ranks.", values)
    return Message("{count} of {n} differences are 0; they were ranked and then given to neither side.", values)
