"""How measures of regression are written: those of given rows are exact, so that no digit before the point is lost."""

from __future__ import annotations

import numpy as np

from evalcore.figures.parts.numbers import written as _written
from evalcore.figures.style import signed
from evalcore.support.arrays import FloatArray

_WHOLE, _LARGE = 100.0, 1e5


def written(value: float) -> str:
    """Return a measure as it is shown: three digits at least, from 100 on whole numbers.

    >>> written(2987.29), written(0.75), written(-702.7), written(7.2e6)
    ('2,987', '0.750', '−703', '7.20×10⁶')
    """
    return signed(f"{value:,.0f}") if _WHOLE <= abs(value) < _LARGE else _written(value)


def places(value: float) -> int:
    """Return how many digits a measure has behind its point where it is shown.

    >>> places(44.2841), places(0.25), places(2987.29), places(7.2e6)
    (1, 3, 0, 0)
    """
    text = written(value)
    return 0 if "×" in text else len(text.partition(".")[2])


def sent(values: FloatArray) -> list[float]:
    """Return numbers as a figure sends them: they may be of any size.

    >>> sent(np.array([1 / 3, 2e9 / 3]))
    [0.333333, 666667000.0]
    """
    return [float(f"{value:.6g}") for value in np.asarray(values).tolist()]
