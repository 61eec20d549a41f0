"""How few of all labellings a hypothesis space holds."""

from __future__ import annotations

import math
from collections.abc import Sequence

# A larger power is not written out.
MOST_DIGITS = 9


def conjunctions(shape: Sequence[int]) -> tuple[str, str]:
    """Return how many instances there are, and how many ways to label them, as TeX: "= 256", or "\\approx ...".

    >>> conjunctions([2, 2]), conjunctions([3, 3, 3])
    (('4', '= 16'), ('27', '\\\\approx 1.3\\\\cdot 10^{8}'))
    """
    instances = math.prod(shape)
    power = instances * math.log10(2)
    if power < MOST_DIGITS - 1:
        return f"{instances}", f"= {2**instances}"
    whole = math.floor(power)
    if instances > 10**6:
        return f"{instances}", rf"= 2^{{{instances}}}"
    return f"{instances}", rf"\approx {10 ** (power - whole):.1f}\cdot 10^{{{whole}}}"
