"""How an error is written: from 1e-5 to 1e7, with as many digits as are known."""

from __future__ import annotations

import math
from typing import Final

from evalcore.figures.style import signed
from evalcore.support.rounding import RoundedSum

# A standard error above this share of the value leaves two digits.
_UNSURE: Final = 0.1
_LARGE: Final = 5
# Digits after the point at most.
_MOST: Final = 4
# A part below this share of the last digit says nothing in the sum.
_ALONE: Final = 0.01


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
    # Rounded once: of a number rounded before, the last digit may be wrong.
    places = min(digits - 1 - power, _MOST)
    return _to(round(value, places), places, power)


def known(value: float) -> str:
    """Return a number of the problem that nobody has estimated: three digits after the point, a fourth if it says more.

    >>> known(0.09), known(0.0025), known(0.04), known(1.0), known(0.0)
    ('0.090', '0.0025', '0.040', '1.00', '0')
    """
    text = written(value)
    return text[:-1] if text.endswith("0") and len(text.partition(".")[2]) == _MOST else text


def written_sum(found: RoundedSum) -> list[str]:
    """Return parts of an error, then the error, all to one last digit; a part far below it is written by itself."""
    if found.places is None:
        return [written(value) for value in (*found.given, found.total)]
    alone, places, power = _ALONE * 10.0**-found.places, found.places, found.power
    each = zip(found.given, found.parts, strict=True)
    large = power >= _LARGE  # by the power of the sum nothing would be left of such a part
    parts = [
        written(part) if abs(part) < alone or (large and shown == 0) else _to(shown, places, power)
        for part, shown in each
    ]
    return [*parts, _to(found.total, places, power)]


def written_beside(value: float, found: RoundedSum) -> str:
    """Return an error that stands beside a sum as this is written, to its last digit; by itself if nothing is left.

    >>> found = RoundedSum(given=(0.005, 0.114), parts=(0.005, 0.114), total=0.119, places=3)
    >>> written_beside(0.0806, found), written_beside(0.0001, found)
    ('0.081', '0.0001')
    """
    if math.isnan(value) or found.places is None or round(value, found.places) == 0:
        return written(value)
    return _to(round(value, found.places), found.places, found.power)


def _to(value: float, places: int, power: int) -> str:
    """Return a number with these decimals; a large one by the power of its sum."""
    if power >= _LARGE:
        return signed(f"{value / 10**power:z.{max(places + power, 0)}f}×10{_raised(power)}")
    return signed(f"{value:z,.{max(places, 0)}f}")


def _raised(power: int) -> str:
    return str(power).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
