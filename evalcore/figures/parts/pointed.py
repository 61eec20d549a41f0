"""What is said of the thresholds behind the points of a line, where one points at them."""

from __future__ import annotations

import numpy as np

from evalcore.figures.style import Trace, pointed_at
from evalcore.support.arrays import FloatArray

# Between these a format of six digits writes no "e".
_LEAST, _MOST = 1e-6, 999_999.5


def behind_points(thresholds: FloatArray) -> tuple[str, Trace]:
    """Return what a hover text says of the thresholds in `customdata[0]`, and what its trace needs for that.

    A format writes the exact numbers that stand there anyway. Texts of their own, which weigh half as much again, have
    only lines with a threshold that a format would write as "Infinity" or with an "e".

    >>> behind_points(np.array([0.5, 0.25]))
    ('%{customdata[0]:.6~g}', {})
    >>> behind_points(np.array([np.inf, 0.25]))
    ('%{text}', {'text': ['∞', '0.25']})
    """
    size = np.abs(thresholds[thresholds != 0])
    if ((size >= _LEAST) & (size < _MOST)).all():
        return "%{customdata[0]:.6~g}", {}
    return "%{text}", {"text": pointed_at(thresholds.tolist())}
