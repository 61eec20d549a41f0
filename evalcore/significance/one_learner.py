"""One learner and a bar: is its error rate beyond what chance allows?"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats

from evalcore.errors import InputError, Message
from evalcore.intervals.proportions import clopper_pearson, wilson
from evalcore.significance.checks import rounding_of, with_gaps
from evalcore.significance.contradictions import contradiction
from evalcore.significance.null_distributions import known_null
from evalcore.significance.results import Alternative, TestResult, check_alpha, rejects
from evalcore.significance.student import Degenerate, TResult, mean_fields
from evalcore.support.arrays import FloatArray, IntArray
from evalcore.support.checks import check_level, option, share, whole_number

ROWS_OF_ONE_LEARNER = (
    Message("The rows are independent of each other, and the learner was not fitted to them."),
    Message("The rate to compare with was chosen before looking at these rows."),
)
INTERVALS = {
    "wilson": Message("Wilson's interval of the error rate"),
    "clopper-pearson": Message("Clopper and Pearson's interval of the error rate"),
}
EXACT = Message("the exact binomial test")
REPETITIONS = (
    Message("The error rates come from independent training and test sets; where sets overlap, p is too small."),
    Message("The error rates are normally distributed, or there are many of them."),
)
SAME_RATES = Degenerate(
    same=Message("Every error rate is the one compared with, so nothing speaks against it: p is 1 by definition."),
    constant=Message("All error rates are the same, so they cannot tell how sure their mean is: there is no test."),
)
# A count whose probability is the same up to rounding counts as equally likely, as in scipy.
ALIKE = 1 + 1e-7
# Within so many standard deviations is what is as likely as any count that is less than half as far away.
FAR = 24


@dataclass(frozen=True, eq=False, kw_only=True)
class BinomialResult(TestResult):
    """Are there more errors than an error rate explains?

    Parameters
    ----------
    n : int
        Rows; `statistic` is the number of errors among them, `effect` their share.
    alpha : float in (0, 1)
        Level to which the fields below belong.
    not_rejected : (int, int)
        Smallest and largest number of errors that is not rejected.
    critical_errors : int
        The largest of them; the smallest where the alternative is "less". Beyond it the hypothesis is rejected.
    critical_rate : float in [0, 1]
        The same as a share of the rows.
    size : float in [0, alpha)
        How often a true hypothesis is rejected, at its limit: counts are whole, so alpha itself is not reached.
    """

    n: int
    alpha: float
    not_rejected: tuple[int, int]
    critical_errors: int
    critical_rate: float
    size: float

    def critical_value(self, alpha: float = 0.05) -> float:
        """Return the number of errors beyond which the hypothesis is rejected; two-sided: the upper one.

        Parameters
        ----------
        alpha : float in (0, 1)
        """
        check_alpha(alpha)
        kept = not_rejected(self.null_distribution, self.alternative, alpha)
        return float(kept[0] if self.alternative == "less" else kept[1])


def binomial_test(
    errors: int,
    n: int,
    error_rate: float,
    *,
    alternative: Alternative = "greater",
    alpha: float = 0.05,
    confidence_level: float = 0.95,
    interval: Literal["wilson", "clopper-pearson"] = "wilson",
) -> BinomialResult:
    """Does a learner err more often than a given error rate explains?

    Parameters
    ----------
    errors, n : int, 0 <= errors <= n, n >= 1
        `errors` of `n` test rows were predicted wrong.
    error_rate : float in [0, 1]
        The rate to compare with.
    alternative : "greater", "less" or "two-sided"
        "greater": the hypothesis is that the true rate is at most `error_rate`, and many errors speak against it.
    alpha : float in (0, 1)
        Level of `critical_errors`, `critical_rate` and `size`.
    confidence_level : float in (0, 1)
        Of the interval around the observed rate, which is two-sided whatever the alternative.
    interval : "wilson" or "clopper-pearson"
        The second covers the true rate at least as often as it says, at the price of width.

    Returns
    -------
    BinomialResult

    Notes
    -----
    (2.26)-(2.27). The number of errors is binomial, so p is its tail, exact: P(X >= errors) for "greater". With (2.27)
    as corrected, critical_rate is the smallest rate eps for which the sum over i > eps m of C(m, i) eps0^i
    (1 - eps0)^(m - i) is below alpha; the first printings of the book sum C(m, i) eps^i (1 - eps)^(m - i) with the
    wrong rate and maximise. More than critical_errors errors are rejected, critical_errors itself is not. Two-sided p
    adds all counts at most as likely as the one observed. It is always defined. The interval is of another method, so
    it may hold a rejected rate or leave out one that is kept: then `warnings` say so.

    References
    ----------
    Clopper and Pearson (1934), https://doi.org/10.1093/biomet/26.4.404; Wilson (1927),
    https://doi.org/10.1080/01621459.1927.10502953

    Examples
    --------
    >>> test = binomial_test(6, 10, 0.3)
    >>> test.critical_errors, test.critical_rate, f"{test.size:.4f} {test.pvalue:.4f}"
    (5, 0.5, '0.0473 0.0473')
    """
    errors, n = _counts(errors, n)
    share(error_rate, "error_rate")
    option(alternative, "alternative", get_args(Alternative))
    option(interval, "interval", ("wilson", "clopper-pearson"))
    check_alpha(alpha)
    null = known_null("binom", n, error_rate)
    kept = not_rejected(null, alternative, alpha)
    critical = kept[0] if alternative == "less" else kept[1]
    bounds = wilson if interval == "wilson" else clopper_pearson
    low, high = (float(end) for end in bounds(errors, n, confidence_level=confidence_level))
    pvalue = float(count_pvalues(n, error_rate, alternative)(errors))
    said = contradiction(
        pvalue,
        low,
        high,
        value=error_rate,
        confidence_level=confidence_level,
        interval=INTERVALS[interval],
        test=EXACT,
        alternative=alternative,
    )
    return BinomialResult(
        statistic=float(errors),
        pvalue=pvalue,
        alternative=alternative,
        method="binomial",
        hypothesis=_hypothesis(error_rate, alternative),
        effect=errors / n,
        low=low,
        high=high,
        confidence_level=confidence_level,
        assumptions=ROWS_OF_ONE_LEARNER,
        warnings=(*_limits(n, error_rate, alternative, kept, alpha), *said),
        null_distribution=null,
        n=n,
        alpha=alpha,
        not_rejected=kept,
        critical_errors=critical,
        critical_rate=critical / n,
        size=float(null.cdf(kept[0] - 1) + null.sf(kept[1])),
    )


def t_test(
    error_rates: ArrayLike,
    error_rate: float,
    *,
    alternative: Alternative = "two-sided",
    confidence_level: float = 0.95,
) -> TResult:
    """Is the mean of several test error rates away from a given error rate?

    Parameters
    ----------
    error_rates : (k,) numbers
        One a repetition of training and testing; nan where one has no value, which leaves nothing to test.
    error_rate : float in [0, 1]
        The rate to compare with.
    alternative : "two-sided", "greater" or "less"
        "greater": the hypothesis is that the expected error rate is at most `error_rate`.
    confidence_level : float in (0, 1)

    Returns
    -------
    TResult
        `effect` is the mean error rate, `low` and `high` its interval.

    Notes
    -----
    (2.28) the mean mu, (2.29) the variance s^2, the sum of squared deviations over k - 1, (2.30) tau = sqrt(k) (mu -
    error_rate) / s, which has Student's distribution with k - 1 degrees of freedom. *Undefined when* a value is
    missing, there is only one, or all are the same (up to a few units in the last place) but not `error_rate`; where
    they are, p = 1.

    References
    ----------
    Student (1908), https://doi.org/10.1093/biomet/6.1.1

    Examples
    --------
    >>> test = t_test([0.12, 0.10, 0.14, 0.11, 0.13, 0.09, 0.12, 0.15, 0.10, 0.12], 0.10)
    >>> f"mean {test.effect:.3f}, s {test.standard_deviation:.6f}, t {test.statistic:.4f}, p {test.pvalue:.4f}"
    'mean 0.118, s 0.018738, t 3.0377, p 0.0141'
    """
    values = with_gaps(error_rates, "error_rates")
    share(error_rate, "error_rate")
    option(alternative, "alternative", get_args(Alternative))
    check_level(confidence_level)
    fields = mean_fields(
        values,
        error_rate,
        rounding=rounding_of(values, np.array([error_rate])),
        extra_variance=0.0,
        alternative=alternative,
        confidence_level=confidence_level,
        words=SAME_RATES,
    )
    return TResult(method="t", hypothesis=_hypothesis(error_rate, alternative), assumptions=REPETITIONS, **fields)


def not_rejected(null: Any, alternative: Alternative, alpha: float) -> tuple[int, int]:
    """Which numbers of errors are not rejected, from the smallest to the largest?

    Parameters
    ----------
    null : frozen scipy.stats.binom
        Of the number of errors if the hypothesis is true at its limit.
    alternative : "greater", "less" or "two-sided"
    alpha : float in (0, 1)

    Returns
    -------
    (int, int)

    Notes
    -----
    Rejected is where p < alpha; p falls from the most likely count to either side, so two bisections find the limits.

    Examples
    --------
    >>> not_rejected(stats.binom(20, 0.1), "greater", 0.05)
    (0, 4)
    """
    n, rate = null.args
    tail = count_pvalues(n, rate, alternative)
    mode = {"greater": 0, "less": n}.get(alternative, min(n, int((n + 1) * rate)))
    low = bisect_left(range(mode), True, key=lambda count: not rejects(tail(count), alpha))
    from_above = bisect_left(range(n - mode), True, key=lambda count: not rejects(tail(n - count), alpha))
    return low, n - from_above


def _counts(errors: int, n: int) -> tuple[int, int]:
    """Return both counts, checked."""
    n = whole_number(n, "n", least=1)
    errors = whole_number(errors, "errors", least=0)
    if errors > n:
        raise InputError(
            "errors must not exceed n; got {errors} of {n}. Check which number is which.", errors=errors, n=n
        )
    return errors, n


def count_pvalues(n: int, rate: float, alternative: Alternative) -> Callable[[Any], FloatArray]:
    """What finds the p-value of numbers of errors, one or many: of a test, and of every step of a figure of it?

    Examples
    --------
    >>> count_pvalues(10, 0.3, "greater")([5, 6]).round(4).tolist(), float(count_pvalues(10, 0.5, "two-sided")(2))
    ([0.1503, 0.0473], 0.109375)
    """
    if alternative == "greater":
        return lambda errors: np.asarray(stats.binom.sf(np.asarray(errors) - 1, n, rate))
    if alternative == "less":
        return lambda errors: np.asarray(stats.binom.cdf(errors, n, rate))
    return partial(_two_sided, n, rate, *_both_sides(n, rate))


def _both_sides(n: int, rate: float) -> tuple[IntArray, FloatArray]:
    """Return the counts to either side of the expected one, as far as they matter, each with its probability."""
    reach = FAR * math.sqrt(n * rate * (1 - rate)) + 40
    counts = np.arange(max(0, math.floor(n * rate - reach)), min(n, math.ceil(n * rate + reach)) + 1)
    return counts, np.asarray(stats.binom.pmf(counts, n, rate))


def _two_sided(n: int, rate: float, counts: IntArray, chance: FloatArray, errors: Any) -> FloatArray:
    """Return how likely all counts are that are at most as likely as these, as `scipy.stats.binomtest` does."""
    errors = np.asarray(errors)
    least = chance[np.clip(errors, counts[0], counts[-1]) - counts[0]] * ALIKE
    # On either side of the expected count the probabilities fall, so a bisection finds how many are no larger.
    below, above = chance[counts <= n * rate], chance[counts >= n * rate][::-1]
    up_to = counts[0] + np.searchsorted(below, least, side="right") - 1
    begins = counts[-1] - np.searchsorted(above, least, side="right") + 1
    low, high = np.where(errors < n * rate, errors, up_to), np.where(errors > n * rate, errors, begins)
    cdf, sf = (partial(_of_each, of, n, rate) for of in (stats.binom.cdf, stats.binom.sf))
    found = np.minimum(cdf(low) + sf(high - 1), 1.0)
    found = np.where(errors == n * rate, 1.0, found)
    is_far = ((low < counts[0]) & (counts[0] > 0)) | ((high > counts[-1]) & (counts[-1] < n))
    if is_far.any():
        found[is_far] = [stats.binomtest(int(one), n, rate).pvalue for one in errors[is_far]]
    return found


def _of_each(of: Callable[..., Any], n: int, rate: float, counts: IntArray) -> FloatArray:
    """Return a probability of each count, found once of those that are the same: both ends of many are."""
    each, place = np.unique(counts, return_inverse=True)
    return np.asarray(of(each, n, rate))[place].reshape(counts.shape)


def _hypothesis(error_rate: float, alternative: Alternative) -> Message:
    """Say the null hypothesis."""
    rate = {"rate": error_rate}
    if alternative == "greater":
        return Message("The error rate is at most {rate:g}.", rate)
    if alternative == "less":
        return Message("The error rate is at least {rate:g}.", rate)
    return Message("The error rate is {rate:g}.", rate)


def _limits(
    n: int, error_rate: float, alternative: Alternative, kept: tuple[int, int], alpha: float
) -> tuple[Message, ...]:
    """Say what this test can never show."""
    if (error_rate, alternative) in {(0, "less"), (1, "greater")}:
        return (Message("No error rate lies beyond {rate:g}, so nothing can be rejected.", {"rate": error_rate}),)
    if error_rate in {0, 1}:
        certain = Message(
            "An error rate of {rate:g} leaves no room for chance: a single row can refute it, and no number of rows "
            "can confirm it.",
            {"rate": error_rate},
        )
        return (certain,)
    if kept != (0, n):
        return ()
    found = Message(
        "No number of errors would be rejected at level {alpha:g} (n = {n}): there are too few rows to tell.",
        {"n": n, "alpha": alpha},
    )
    return (found,)
