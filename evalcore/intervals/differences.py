"""How far apart are two numbers of rows that do not depend on each other?"""

from __future__ import annotations

import math

from evalcore.intervals.estimate import Estimate


def independent_difference(first: Estimate, second: Estimate) -> Estimate:
    """How much larger is one number than another that was read off other rows, and how sure is that?

    Parameters
    ----------
    first, second : Estimate
        Of rows that do not depend on each other, with intervals of one level.

    Returns
    -------
    Estimate
        first - second, with the warnings of both.

    Notes
    -----
    The limits are recovered from those of both numbers (MOVER): low = d - sqrt((a - l_a)^2 + (u_b - b)^2), high = d +
    sqrt((u_a - a)^2 + (b - l_b)^2). Of two proportions with Wilson's intervals this is Newcombe's method 10. *Undefined
    when* one of the numbers, or of their intervals, is: `reason` is theirs.

    References
    ----------
    Newcombe (1998), https://doi.org/10.1002/(SICI)1097-0258(19980430)17:8<873::AID-SIM779>3.0.CO;2-I; Zou and Donner
    (2008), https://doi.org/10.1002/sim.3095

    Examples
    --------
    >>> from evalcore.intervals import wilson
    >>> a, b = (Estimate(k / n, *wilson(k, n)) for k, n in ((56, 70), (48, 80)))
    >>> found = independent_difference(a, b)
    >>> f"{found.value:.4f} {found.low:.4f} {found.high:.4f}"
    '0.2000 0.0524 0.3339'
    """
    value, level = first.value - second.value, first.confidence_level
    reason = first.reason or second.reason
    if reason is not None or math.isnan(first.low + second.low):
        return Estimate(value, confidence_level=level, reason=reason)
    below = math.hypot(first.value - first.low, second.high - second.value)
    above = math.hypot(first.high - first.value, second.value - second.low)
    warnings = (*first.warnings, *(one for one in second.warnings if one not in first.warnings))
    return Estimate(
        value, value - below, value + above, confidence_level=level, method="recovered limits", warnings=warnings
    )
