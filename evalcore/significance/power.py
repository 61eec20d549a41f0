"""How small a difference could these data have shown? Power of the binomial, the paired t- and McNemar's test."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import get_args

import numpy as np
from scipy import optimize, stats

from evalcore.errors import InputError
from evalcore.significance.checks import ratio_of_sizes
from evalcore.significance.contingency import Method, largest_kept
from evalcore.significance.one_learner import not_rejected
from evalcore.significance.results import Alternative, check_alpha
from evalcore.support.checks import option, share, whole_number

TINY = 1e-13  # share of possible numbers of discordant rows that is not looked at


def power_binomial(
    n: int, error_rate: float, true_rate: float, *, alternative: Alternative = "greater", alpha: float = 0.05
) -> float:
    """How often does the binomial test reject an error rate if the true one is another?

    Parameters
    ----------
    n : int >= 1
        Test rows.
    error_rate : float in [0, 1]
        The rate to compare with, as in `binomial_test`.
    true_rate : float in [0, 1]
    alternative : "greater", "less" or "two-sided"
    alpha : float in (0, 1)

    Returns
    -------
    float in [0, 1]

    Notes
    -----
    The exact probability of a number of errors that is rejected; it has steps, as counts are whole.

    Examples
    --------
    >>> round(power_binomial(100, 0.1, 0.2), 4)
    0.8715
    """
    true_rate = share(true_rate, "true_rate")
    low, high = _binomial_limits(n, error_rate, alternative, alpha)
    return _outside(n, true_rate, low, high)


def detectable_binomial(
    n: int, error_rate: float, *, power: float = 0.8, alternative: Alternative = "greater", alpha: float = 0.05
) -> float:
    """Which true error rate would the binomial test find to be beyond a given one, with the wanted power?

    Parameters
    ----------
    n : int >= 1
        Test rows.
    error_rate : float in [0, 1]
        The rate to compare with.
    power : float in (alpha, 1)
        How often it is to be found.
    alternative : "greater", "less" or "two-sided"
    alpha : float in (0, 1)

    Returns
    -------
    float in [0, 1]
        The rate nearest to `error_rate`: below it for "less", else above it.

    Notes
    -----
    Solved for equality. *Undefined when* no number of errors is rejected on that side: nan.

    Examples
    --------
    >>> round(detectable_binomial(100, 0.1), 4)
    0.1882
    """
    low, high = _binomial_limits(n, error_rate, alternative, alpha)
    check_power(power, alpha)
    furthest = 0.0 if alternative == "less" else 1.0
    return solve(lambda rate: _outside(n, rate, low, high), error_rate, furthest, power)


def power_paired_t(
    k: int,
    difference: float,
    standard_deviation: float,
    *,
    test_train_ratio: float | None = None,
    alpha: float = 0.05,
) -> float:
    """How often does the paired t-test find a mean difference?

    Parameters
    ----------
    k : int >= 2
        Differences.
    difference : float
        True mean.
    standard_deviation : float > 0
        Of the single differences, as they vary within one experiment.
    test_train_ratio : float >= 0, optional
        As in `paired_t_test`.
    alpha : float in (0, 1)

    Returns
    -------
    float in [0, 1]

    Notes
    -----
    Two-sided, by the noncentral t distribution with k - 1 degrees of freedom and noncentrality
    difference / (standard_deviation sqrt(1 / k + test_train_ratio)). It holds for normal differences, which are
    independent, or with a ratio correlate as `paired_t_test` supposes.

    Examples
    --------
    >>> round(power_paired_t(10, 0.01, 0.01), 4), round(power_paired_t(10, 0.01, 0.01, test_train_ratio=1 / 9), 4)
    (0.8031, 0.4933)
    """
    find = _t_power(k, standard_deviation, test_train_ratio, alpha)
    if not math.isfinite(difference):
        raise InputError(
            "difference must be a finite number; got {value}. Choose a difference of two results.", value=difference
        )
    return find(difference)


def detectable_paired_t(
    k: int,
    standard_deviation: float,
    *,
    power: float = 0.8,
    test_train_ratio: float | None = None,
    alpha: float = 0.05,
) -> float:
    """Which mean difference would the paired t-test find, with the wanted power?

    Parameters
    ----------
    k : int >= 2
        Differences.
    standard_deviation : float > 0
        Of the single differences.
    power : float in (alpha, 1)
        How often the difference is to be found.
    test_train_ratio : float >= 0, optional
    alpha : float in (0, 1)

    Returns
    -------
    float > 0

    Notes
    -----
    `power_paired_t` solved for the difference.

    Examples
    --------
    >>> round(detectable_paired_t(10, 0.01), 5)
    0.00996
    """
    find = _t_power(k, standard_deviation, test_train_ratio, alpha)
    check_power(power, alpha)
    furthest = standard_deviation
    while find(furthest) < power:
        furthest *= 2
    return solve(find, 0.0, furthest, power)


def _binomial_limits(n: int, error_rate: float, alternative: Alternative, alpha: float) -> tuple[int, int]:
    """Return the numbers of errors that are not rejected."""
    n, error_rate = whole_number(n, "n", least=1), share(error_rate, "error_rate")
    option(alternative, "alternative", get_args(Alternative))
    check_alpha(alpha)
    return not_rejected(stats.binom(n, error_rate), alternative, alpha)


def _outside(n: int, rate: float, low: int, high: int) -> float:
    """Return the probability of fewer than `low` or more than `high` errors."""
    return float(stats.binom.cdf(low - 1, n, rate) + stats.binom.sf(high, n, rate))


def _t_power(
    k: int, standard_deviation: float, test_train_ratio: float | None, alpha: float
) -> Callable[[float], float]:
    """Return the power as a function of the difference."""
    k = whole_number(k, "k", least=2)
    check_alpha(alpha)
    if not 0 < standard_deviation < math.inf:
        raise InputError(
            "standard_deviation must be a number above 0; got {value}. Take that of the differences of a former "
            "experiment.",
            value=standard_deviation,
        )
    error = standard_deviation * math.sqrt(1 / k + ratio_of_sizes(test_train_ratio))
    critical = float(stats.t.isf(alpha / 2, k - 1))

    def power(difference: float) -> float:
        """Return how often |t| is beyond the critical value: t^2 has the noncentral F distribution."""
        # scipy 1.17: nct is nan at k = 2, away = 31; ncf is wrong at 0 and nan from 1e15
        away = min(max(abs(difference) / error, 1e-12), 1e9)
        with np.errstate(divide="ignore"):  # scipy 1.13 divides by 0 at k = 2, and is right
            return float(stats.ncf.sf(critical**2, 1, k - 1, away**2))

    return power


def check_power(power: float, alpha: float) -> None:
    """Refuse a power that chance alone reaches, or that nothing reaches."""
    if not alpha < power < 1:
        raise InputError(
            "power must lie between alpha, {alpha:g}, and 1; got {value}. Write 80% as 0.8.", alpha=alpha, value=power
        )


def solve(power_at: Callable[[float], float], nothing: float, furthest: float, power: float) -> float:
    """Return where the power is the wanted one, between no difference and the furthest; nan where it is nowhere."""
    if not power_at(furthest) >= power:
        return np.nan
    if power_at(nothing) >= power:  # some tests reject a true hypothesis a little more often than alpha
        return nothing
    found = optimize.brentq(
        lambda value: power_at(value) - power, nothing, furthest, xtol=1e-12 * abs(furthest - nothing)
    )
    return float(found)


def power_mcnemar(
    n: int, difference: float, discordant: float, *, method: Method = "auto", alpha: float = 0.05
) -> float:
    """How often does McNemar's test find that two models differ?

    Parameters
    ----------
    n : int >= 1
        Test rows.
    difference : float in [-discordant, discordant]
        True error rate of one model minus that of the other.
    discordant : float in [0, 1]
        Expected share of rows that only one model gets right.
    method : "auto", "exact", "mid-p", "corrected" or "uncorrected"
        As in `mcnemar`.
    alpha : float in (0, 1)

    Returns
    -------
    float in [0, 1]

    Notes
    -----
    Exact: the number of discordant rows D is binomial (n, discordant), and of those the errors of one model are
    binomial (D, (1 + difference / discordant) / 2); summed over D. Numbers of discordant rows that come about less
    often than 1e-13 in all are left out. With no discordant row nothing is rejected.

    References
    ----------
    Duffy (1984), Biometrics 40, 1005-1015

    Examples
    --------
    >>> round(power_mcnemar(1_000, 0.03, 0.1), 4)
    0.8566
    """
    n, discordant = whole_number(n, "n", least=1), share(discordant, "discordant")
    _check_mcnemar(method, alpha)
    if not abs(difference) <= discordant:
        raise InputError(
            "difference must lie between -{discordant} and {discordant}; got {value}. Rows on which both models are "
            "right or wrong make no difference.",
            discordant=discordant,
            value=difference,
        )
    return _mcnemar_power(n, discordant, method, alpha)(difference)


def detectable_mcnemar(
    n: int, discordant: float, *, power: float = 0.8, method: Method = "auto", alpha: float = 0.05
) -> float:
    """Which difference of two error rates would McNemar's test find, with the wanted power?

    Parameters
    ----------
    n : int >= 1
        Test rows.
    discordant : float in [0, 1]
        Expected share of rows that only one model gets right.
    power : float in (alpha, 1)
        How often the difference is to be found.
    method : "auto", "exact", "mid-p", "corrected" or "uncorrected"
    alpha : float in (0, 1)

    Returns
    -------
    float in [0, discordant]

    Notes
    -----
    `power_mcnemar` solved for the difference. *Undefined when* even the largest, `discordant`, is found less often:
    nan.

    Examples
    --------
    >>> round(detectable_mcnemar(1_000, 0.1), 4)
    0.0278
    """
    n, discordant = whole_number(n, "n", least=1), share(discordant, "discordant")
    _check_mcnemar(method, alpha)
    check_power(power, alpha)
    return solve(_mcnemar_power(n, discordant, method, alpha), 0.0, discordant, power)


def _check_mcnemar(method: Method, alpha: float) -> None:
    """Refuse what `mcnemar` would refuse."""
    option(method, "method", get_args(Method))
    check_alpha(alpha)


def _mcnemar_power(n: int, discordant: float, method: Method, alpha: float) -> Callable[[float], float]:
    """Return the power as a function of the difference."""
    number = stats.binom(n, discordant)
    found = np.arange(int(number.ppf(TINY)), int(number.isf(TINY)) + 1)
    chance, kept = number.pmf(found), largest_kept(found, method, alpha)

    def power(difference: float) -> float:
        """Return how often either model is called worse."""
        split = (found, (1 + difference / discordant) / 2 if discordant else 0.5)
        return float(chance @ (stats.binom.sf(kept, *split) + stats.binom.cdf(found - kept - 1, *split)))

    return power
