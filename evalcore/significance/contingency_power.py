"""How small a difference of two error rates could these rows have shown? Power of McNemar's test."""

from __future__ import annotations

from collections.abc import Callable
from typing import get_args

import numpy as np
from scipy import stats

from evalcore.errors import InputError
from evalcore.significance.contingency import Method, largest_kept
from evalcore.significance.power import check_power, solve
from evalcore.significance.results import check_alpha
from evalcore.support.checks import option, share, whole_number

TINY = 1e-13  # share of possible numbers of discordant rows that is not looked at


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
