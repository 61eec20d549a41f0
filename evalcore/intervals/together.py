"""How wide must intervals be to hold for many places of a curve together? Resamples tell."""

from __future__ import annotations

from typing import Final

import numpy as np
from scipy import special

from evalcore.support.arrays import FloatArray

# The highest level whose quantile 200 resamples tell.
KNOWN_LEVEL: Final = 0.95


def width_together(farthest: FloatArray, confidence_level: float) -> float:
    """How many standard errors wide are intervals that hold for all places together?

    Parameters
    ----------
    farthest : (replicates,) float64
        The largest distance of each resample from what is seen, over all places, in standard errors.
    confidence_level : float in (0, 1)
        Of all intervals together; beyond .95 a normal tail is taken, since resamples are few.

    Examples
    --------
    >>> round(width_together(np.arange(1, 201) / 100, 0.95), 3)
    1.91
    """
    known = min(confidence_level, KNOWN_LEVEL)
    # Rounded upwards: between two resamples the quantile has less than its level.
    width = float(np.quantile(farthest, min(known * (len(farthest) + 1) / len(farthest), 1.0), method="higher"))
    return -float(special.ndtri(special.ndtr(-width) * (1 - confidence_level) / (1 - known)))
