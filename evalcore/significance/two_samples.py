"""How small a change between two samples of rows could have been found: of a share, and of the order of two scores."""

from __future__ import annotations

import math

import numpy as np
from scipy import optimize, stats

from evalcore.significance.power import check_power
from evalcore.support.checks import share as checked_share
from evalcore.support.checks import whole_number

TINY = 1e-12  # where both shares are the same nothing is found


def detectable_share(n_first: int, n_second: int, share: float, *, power: float = 0.8, alpha: float = 0.05) -> float:
    """How far must a share of second rows be from that of the first to be found, with the wanted power?

    Parameters
    ----------
    n_first, n_second : int >= 1
        Independent rows of both samples.
    share : float in [0, 1]
        Of the first.
    power : float in (alpha, 1)
        How often it is to be found.
    alpha : float in (0, 1)
        Of a two-sided test.

    Returns
    -------
    float in [0, 1]
        The larger of both distances, upwards and downwards, where both have room.

    Notes
    -----
    Solved for the test of two proportions with their common variance: |p - share| = z_(1 - alpha/2) s_0 + z_power s_1,
    s_0 of the mean share of all rows and s_1 of both shares. *Undefined when* neither side has room for it: nan.

    References
    ----------
    Fleiss, Levin and Paik (2003), chapter 4, https://doi.org/10.1002/0471445428

    Examples
    --------
    >>> round(detectable_share(1_000, 1_000, 0.2), 4)
    0.0524
    """
    first, second = whole_number(n_first, "n_first", least=1), whole_number(n_second, "n_second", least=1)
    known = checked_share(share, "share")
    check_power(power, alpha)
    of_test, of_power = stats.norm.isf(alpha / 2), stats.norm.ppf(power)

    def lacks(distance: float, sign: int) -> float:
        other = known + sign * distance
        common = (first * known + second * other) / (first + second)
        least = of_test * math.sqrt(common * (1 - common) * (1 / first + 1 / second))
        return distance - least - of_power * math.sqrt(known * (1 - known) / first + other * (1 - other) / second)

    found = []
    for sign, room in ((1, 1 - known), (-1, known)):
        if room > 0 and lacks(room, sign) > 0:
            found.append(float(optimize.brentq(lacks, TINY, room, args=(sign,))))
    return max(found, default=math.nan)


def detectable_order(n_first: int, n_second: int, *, power: float = 0.8, alpha: float = 0.05) -> float:
    """How far from a half must be how often a second row scores higher than a first to be found by ranks?

    Parameters
    ----------
    n_first, n_second : int >= 1
        Independent rows of both samples.
    power : float in (alpha, 1)
        How often it is to be found.
    alpha : float in (0, 1)
        Of a two-sided test.

    Returns
    -------
    float in (0, 0.5]
        Distance from 0.5 of P(second > first) + P(equal) / 2.

    Notes
    -----
    Noether's formula for Mann and Whitney's test, (z_(1 - alpha/2) + z_power) sqrt((n + m) / (12 n m)), for few ties
    and small distances. *Undefined when* even 0.5 is not found so often: nan.

    References
    ----------
    Noether (1987), https://doi.org/10.1080/01621459.1987.10478478

    Examples
    --------
    >>> round(detectable_order(200, 200), 4)
    0.0809
    """
    first, second = whole_number(n_first, "n_first", least=1), whole_number(n_second, "n_second", least=1)
    check_power(power, alpha)
    far = (stats.norm.isf(alpha / 2) + stats.norm.ppf(power)) * np.sqrt((first + second) / (12 * first * second))
    return float(far) if far <= 0.5 else math.nan
