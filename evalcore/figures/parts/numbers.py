"""How an error is written: from 1e-5 to 1e7, with as many digits as are known."""

from __future__ import annotations

import math
from typing import Final

from evalcore.figures.style import signed

# A standard error above this share of the value leaves two digits.
_UNSURE: Final = 0.1
_LARGE: Final = 5


def written(value: float, error: float = 0.0) -> str:
    """Return an error or a part of one: three digits, two where its standard error is above a tenth of it.

    >>> written(0.2244), written(0.0058), written(0.00002), written(19.63), written(19.63, 5.0), written(7.2e6, 6e6)
    ('0.224', '0.0058', '0.0000', '19.6', '20', '7.2×10⁶')
    """
    if math.isnan(value):
        return "—"
    if value == 0:
        return "0"
    size = abs(value)
    digits = 2 if error > _UNSURE * size else 3
    power = math.floor(math.log10(size))
    if power >= _LARGE:
        return signed(f"{value / 10**power:.{digits - 1}f}×10{_raised(power)}")
    places = min(max(digits - 1 - power, 0), 4)
    return signed(f"{round(value, digits - 1 - power):z,.{places}f}")


def _raised(power: int) -> str:
    return str(power).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
