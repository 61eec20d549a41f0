"""Cells of scores: neighbouring intervals whose borders are the decimal numbers of so many digits, as people type them.

Every floating-point number lies in exactly one cell, and cells of one digit fewer are unions of ten: that is why a scan
needs not know the range of the scores beforehand.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from evalcore.support.arrays import FloatArray, IntArray

MOST_CELLS: Final = 1_200_000  # of one table: six digits of scores from 0 to 1, and a little beyond
_FEWEST_DIGITS, _MOST_DIGITS = -22, 15  # a power of ten beyond is no floating-point number
_FARTHEST: Final = 2**52  # a whole number below has neighbours and a border that is rounded once
_SMALLEST_POWER, _LARGEST_POWER = -1022, 1020


@dataclass(frozen=True)
class Grid:
    """Which cell a score lies in: cell k holds those from k / 10^digits on, below (k + 1) / 10^digits.

    Parameters
    ----------
    digits : int
        After the point; fewer than 0 for cells of tens and hundreds. Of powers of two where `binary`.
    binary : bool
        For scores whose range no decimal grid reaches.
    """

    digits: int
    binary: bool = False

    @property
    def ratio(self) -> int:
        """How many cells make one of the next coarser grid."""
        return 2 if self.binary else 10

    def coarser(self) -> Grid:
        """Return the grid of one digit fewer."""
        return Grid(self.digits - 1, self.binary)

    def of(self, score: FloatArray) -> FloatArray:
        """Return the cell of each finite score, a whole number.

        The product is rounded, so that a score that is a border may seem to lie beside it: of the 1,000,001 numbers of
        six digits 11,549 do. One step back or on sets that right.

        >>> Grid(6).of(np.array([0.000249, 0.5, -0.1])).tolist()
        [249.0, 500000.0, -100000.0]
        """
        if self.binary:
            return np.floor(np.ldexp(score, self.digits))
        power = float(10 ** abs(self.digits))
        cell: FloatArray = score * power if self.digits >= 0 else score / power
        np.floor(cell, out=cell)
        up = score >= self.border(cell + 1)
        down = score < self.border(cell)
        cell += up
        cell -= down
        return cell

    def border(self, cell: FloatArray) -> FloatArray:
        """Return the lower border of cells: the number that is read when its decimal digits are typed."""
        if self.binary:
            return np.ldexp(cell, -self.digits)
        power = float(10 ** abs(self.digits))
        return cell / power if self.digits >= 0 else cell * power

    @classmethod
    def finest(cls, low: float, high: float, most: int, *, binary: bool = False) -> Grid | None:
        """Return the finest grid with at most so many cells from one score to another; None if no decimal one has.

        >>> Grid.finest(0.0, 1.0, 1_200_000), Grid.finest(-8.0, 9.0, 1_200_000)
        (Grid(digits=6, binary=False), Grid(digits=4, binary=False))
        """
        lowest, highest = (_SMALLEST_POWER, _LARGEST_POWER) if binary else (_FEWEST_DIGITS, _MOST_DIGITS)
        ratio = 2 if binary else 10
        farthest, width = max(abs(low), abs(high)), high / 2 - low / 2
        reach = min(
            math.log(_FARTHEST, ratio) - (math.log(farthest, ratio) if farthest else -math.inf),
            math.log(most, ratio) - (math.log(2, ratio) + math.log(width, ratio) if width else -math.inf),
        )
        digits = min(highest, math.floor(reach) + 1 if math.isfinite(reach) else highest)
        while digits >= lowest:
            first, last = cls(digits, binary).of(np.array([low, high])).tolist()
            if last - first < most and max(abs(first), abs(last)) < _FARTHEST:
                return cls(digits, binary)
            digits -= 1
        return None


def reaching(low: float, high: float, most: int) -> Grid:
    """Return the finest grid with at most so many cells from one score to another, of powers of two if need be."""
    found = Grid.finest(low, high, most) or Grid.finest(low, high, most, binary=True)
    assert found is not None
    return found


def ordered(score: FloatArray) -> NDArray[np.uint64]:
    """Return whole numbers in the order of the scores, neighbours of neighbours.

    >>> ordered(np.array([-1.0, -0.0, 0.0, 1.0])).argsort().tolist()
    [0, 1, 2, 3]
    """
    bits = (score + 0.0).view(np.int64)  # -0.0 becomes 0.0
    sign = bits >> 63
    turned = bits ^ (sign & np.int64(2**63 - 1))
    return turned.view(np.uint64) ^ np.uint64(1 << 63)


def places(cells: FloatArray, first: int) -> IntArray:
    """Return cells as places in a table that begins with cell `first`."""
    place: IntArray = cells.astype(np.int64)
    place -= first
    return place
