"""How far the axes of a figure of parts reach."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from evalcore.support.arrays import FloatArray
from evalcore.views.bias_variance.squared import SquaredStep, SquaredView

# Errors further apart than this stand on an axis on which each tenfold is as wide.
WIDE: Final = 10.0
# Of the least error the smallest part that is told from none on such an axis, and how much larger than it the largest
# error may be: rare sets carry errors of 1e7, beside which no other would be seen.
LEAST: Final = 0.02
MOST: Final = 1e3
# At an end of x a few wild sets make an error so many times the usual one that no other would be seen.
WILD: Final = 20.0
# A bar, or an area, that is so much larger than the best one is cut off: beside it the best would not be seen.
CUT: Final = 2.5


@dataclass(frozen=True)
class Scales:
    """Ends of the axes: of fits, of the parts at each x, of the bar of parts, and of errors against flexibility."""

    fits: tuple[float, float]
    parts: float
    bar: float
    errors: tuple[float, float]
    is_log: bool

    @property
    def fit_digits(self) -> int:
        """With how many decimals fits are off by less than a pixel."""
        return 2 if self.fits[1] - self.fits[0] > 1.5 else 3

    def height(self, values: FloatArray) -> FloatArray:
        """Return where errors stand on their axis; what is too small for it stands at its foot."""
        if not self.is_log:
            return values
        return np.asarray(np.log10(np.clip(np.nan_to_num(values, nan=0.0), 10 ** self.errors[0], None)))


def scales(view: SquaredView, active: int) -> Scales:
    """Return the axes for a learner; while another is dragged to they stay."""
    errors = np.array([step.parts.mean.error for step in view.steps])
    least, now = float(errors[view.best]), float(errors[active])
    return Scales(
        fits=_fits(view),
        parts=_room(max(_highest(view.steps[active]), _highest(view.steps[view.best]))),
        bar=_room(max(now, min(float(errors.max()), CUT * least))),
        **_errors(errors, view),
    )


def _highest(step: SquaredStep) -> float:
    """Return how high the parts of a learner reach, but for a few points where they are wild."""
    whole = np.nan_to_num(step.bias2 + step.variance + step.noise)
    return min(float(whole.max()), WILD * float(np.median(whole)) or float(whole.max()))


def _room(value: float) -> float:
    return 1.1 * value or 1.0


def _fits(view: SquaredView) -> tuple[float, float]:
    """Return the heights between which truth and nearly all targets lie: wild fits leave the picture."""
    low = min(float(view.truth.min()), float(view.sample_y.min()))
    high = max(float(view.truth.max()), float(view.sample_y.max()))
    room = 0.12 * (high - low) + max(0.3, view.sigma)
    return low - room, high + room


def _errors(errors: FloatArray, view: SquaredView) -> dict[str, Any]:
    """Return the ends of the axis of errors, and whether each tenfold is as wide on it."""
    training = [step.training_error for step in view.steps]
    parts = [part for step in view.steps for part in (step.parts.mean.variance, step.parts.mean.noise)]
    seen = [float(one) for one in (*errors, *training, *parts) if one > 0]
    top = min(float(errors.max()), MOST * float(errors.min() or errors.max()))
    if not seen or top / min(seen) < WIDE:
        return {"errors": (0.0, _room(top)), "is_log": False}
    low = max(min(seen) / 1.5, LEAST * float(errors.min()))
    return {"errors": (math.log10(low), math.log10(1.5 * top)), "is_log": True}
