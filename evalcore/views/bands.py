"""The line round a band of uncertainty."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from evalcore.support.arrays import FloatArray


def band_outline(x: ArrayLike, low: ArrayLike, high: ArrayLike) -> tuple[FloatArray, FloatArray]:
    """Which line goes round a band: there along its lower and back along its upper edge?

    Parameters
    ----------
    x, low, high : (n,) float
        Points without both edges are left out.

    Returns
    -------
    x, y : (2m,) float64
        Of the m points with both edges.
    """
    x, low, high = (np.asarray(values, dtype=np.float64) for values in (x, low, high))
    inside = np.isfinite(low) & np.isfinite(high)
    there, back = x[inside], x[inside][::-1]
    return np.append(there, back), np.append(low[inside], high[inside][::-1])
