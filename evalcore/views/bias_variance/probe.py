"""What the fits of many training sets predict at one x."""

from __future__ import annotations

import math
from dataclasses import dataclass

from evalcore.support.arrays import FloatArray


@dataclass(frozen=True, eq=False, kw_only=True)
class Probe:
    """What is predicted at one x, in units of y.

    Parameters
    ----------
    x : float
    fits : (fits,) float64
        What some of the sets' learners predict there.
    truth, mean, spread, noise : float
        The truth, mean and standard deviation of the predictions of all sets, and of a fresh target around the truth.
    """

    x: float
    fits: FloatArray
    truth: float
    mean: float
    spread: float
    noise: float

    @property
    def bias(self) -> float:
        """How far the mean prediction is from the truth, with its sign."""
        return self.mean - self.truth

    @property
    def sides(self) -> tuple[float, float, float, float]:
        """Sides of four squares: the area of the first, the expected error, is that of bias, spread and noise."""
        parts = (abs(self.bias), self.spread, self.noise)
        return (math.sqrt(sum(side**2 for side in parts)), *parts)
