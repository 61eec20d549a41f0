"""Where does the mean of few skewed numbers lie?"""

from __future__ import annotations

import math

import numpy as np
from scipy import special

from evalcore.intervals.proportions import Interval

NO_SKEWNESS = 1e-7  # where the cubic is a line but for rounding


def skewed_mean(value: float, error: float, skewness: float, df: float, *, confidence_level: float = 0.95) -> Interval:
    """Between which values does a mean lie, if it is skewed?

    Parameters
    ----------
    value : float
        The mean.
    error : float >= 0
        Its standard error.
    skewness : float
        Of the mean: that of the numbers divided by the root of how many there are.
    df : float > 0
        Degrees of freedom of the standard error; inf where it is known.
    confidence_level : float in (0, 1)

    Returns
    -------
    Interval
        It holds `value`.

    Notes
    -----
    Hall's cubic of Student's statistic takes the skewness away; turned back, the ends are value - SE g(t) and
    value - SE g(-t) with g(x) = 3 (cbrt(1 + s (x - s / 6)) - 1) / s and t Student's quantile.

    References
    ----------
    Hall (1992), On the removal of skewness by transformation, J. R. Stat. Soc. B 54, 221-228

    Examples
    --------
    >>> low, high = skewed_mean(10.0, 1.0, 0.2, 100)
    >>> f"{low:.2f} {high:.2f}"
    '8.26 12.37'
    """
    tail = (1 + confidence_level) / 2
    t = float(special.stdtrit(df, tail) if math.isfinite(df) else special.ndtri(tail))

    def turned_back(x: float) -> float:
        """Return the t that Hall's cubic makes into this number."""
        cubic = 1 + skewness * (x - skewness / 6)
        return 3 * float(np.cbrt(cubic) - 1) / skewness if abs(skewness) > NO_SKEWNESS else x

    low, high = value - error * turned_back(t), value - error * turned_back(-t)
    return Interval(min(low, value), max(high, value))
