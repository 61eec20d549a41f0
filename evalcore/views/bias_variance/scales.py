"""How far the axes of a figure of parts reach."""

from __future__ import annotations

import math
from collections.abc import Sequence
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
# Without noise learners that fit the truth have errors of rounding: less than this share of what the most rigid one
# has, which is never wild, is none.
NONE: Final = 1e-3
# At an end of x a few wild sets make an error so many times the usual one that no other would be seen.
WILD: Final = 20.0
# A bar, or an area, that is so much larger than that of the most rigid learner is cut off: beside it no other would be
# seen.
CUT: Final = 2.5


@dataclass(frozen=True)
class Scales:
    """Ends of the axes: of fits, of the parts at each x, of the bar of parts, and of errors against flexibility.

    `squares` is the sum of their sides that there is room for.
    """

    fits: tuple[float, float]
    parts: float
    bar: float
    errors: tuple[float, float]
    is_log: bool
    squares: float

    @property
    def fit_digits(self) -> int:
        """With how many decimals fits are off by less than a pixel."""
        return 2 if self.fits[1] - self.fits[0] > 1.5 else 3

    def height(self, values: FloatArray) -> FloatArray:
        """Return where errors stand on their axis; what is too small for it stands at its foot."""
        if not self.is_log:
            return values
        return np.asarray(np.log10(np.clip(np.nan_to_num(values, nan=0.0), 10 ** self.errors[0], None)))


def scales(view: SquaredView) -> Scales:
    """Return the axes for all learners of a family: none of them changes an axis while it is dragged to."""
    errors = np.array([step.parts.mean.error for step in view.steps])
    return Scales(
        fits=fits_range(view),
        parts=_room(usual_most([_highest(step) for step in view.steps], view.best)),
        bar=_room(usual_most(errors.tolist(), view.best)),
        **_errors(errors, view),
        squares=_squares(view),
    )


def _squares(view: SquaredView) -> float:
    """Return the sum of the sides of all squares that there is room for, whatever the learner and the x."""
    places = range(len(view.probes))
    widest = [max(sum(view.probe(k, place).sides) for place in places) for k in range(len(view.steps))]
    return usual_most(widest, view.best) or 1.0


def usual_most(values: Sequence[float], best: int) -> float:
    """Return the largest of what learners have, from rigid to flexible, but for what is wild beside the first."""
    return min(max(values), CUT * max(values[0], values[best]))


def _highest(step: SquaredStep) -> float:
    """Return how high the parts of a learner reach, but for a few points where they are wild."""
    whole = np.nan_to_num(step.bias2 + step.variance + step.noise)
    return min(float(whole.max()), WILD * float(np.median(whole)) or float(whole.max()))


def _room(value: float) -> float:
    return 1.1 * value or 1.0


def fits_range(view: SquaredView) -> tuple[float, float]:
    """Return the heights between which truth and nearly all targets lie: wild fits leave the picture."""
    low = min(float(view.truth.min()), float(view.sample_y.min()))
    high = max(float(view.truth.max()), float(view.sample_y.max()))
    room = 0.12 * (high - low) + max(0.3, view.sigma)
    return low - room, high + room


def _errors(errors: FloatArray, view: SquaredView) -> dict[str, Any]:
    """Return the ends of the axis of errors, and whether each tenfold is as wide on it."""
    training = [step.training_error for step in view.steps]
    parts = [part for step in view.steps for part in (step.parts.mean.variance, step.parts.mean.noise)]
    least = max(float(errors.min()), NONE * float(errors[0]))
    seen = [float(one) for one in (*errors, *training, *parts) if one > LEAST * least]
    top = min(float(errors.max()), MOST * least)
    if not seen or top / min(seen) < WIDE:
        return {"errors": (0.0, _room(top)), "is_log": False}
    return {"errors": (math.log10(min(seen) / 1.5), math.log10(1.5 * top)), "is_log": True}
