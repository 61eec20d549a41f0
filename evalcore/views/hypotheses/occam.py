"""Occam's razor: two curves through the same points, step by step of how far one of them swings, and of the truth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import pandas as pd

from evalcore.hypotheses import OccamCurves, occam_curves
from evalcore.support.arrays import FloatArray, frozen

# Of the first picture; other numbers draw others.
POINTS: Final = ((0.0, 0.4), (1.0, 1.0), (2.0, 1.9), (3.0, 2.1), (4.0, 1.7), (5.0, 1.5))
# Of the lecture: y = -x^2 + 6x + 1.
LECTURE: Final = tuple((float(x), float(-(x**2) + 6 * x + 1)) for x in range(7))
# The least and the greatest number drawn are at most so many steps apart.
FINEST: Final = 10_000
MOST_WIGGLE: Final = 1.5
WIGGLES: Final = tuple(round(0.05 * k, 2) for k in range(31))
TRUTHS: Final = tuple(round(0.05 * k, 2) for k in range(21))


@dataclass(frozen=True, eq=False, kw_only=True)
class OccamView:
    """What the figure of Occam's razor shows.

    Parameters
    ----------
    x, y : (n,) float64
        The points.
    grid : (m,) float64
        Where the curves are drawn.
    curves : tuple of OccamCurves, one a step of WIGGLES
    wiggle, truth : int
        The present steps of WIGGLES and TRUTHS.
    """

    x: FloatArray
    y: FloatArray
    grid: FloatArray
    curves: tuple[OccamCurves, ...]
    wiggle: int
    truth: int
    stride: int

    @property
    def now(self) -> OccamCurves:
        """The present curves."""
        return self.curves[self.wiggle]

    @property
    def errors(self) -> tuple[float, float]:
        """Mean squared errors of A and B at the present steps."""
        return self.errors_at(self.wiggle, self.truth)

    @property
    def most_error(self) -> float:
        """The largest error that any step of either handle has."""
        return self.curves[-1].errors_on(1.0)[0]

    @property
    def closer(self) -> str:
        """Which curve is closer to the truth: "a", "b", or "none" where both are as close."""
        of_a, of_b = self.errors
        return "none" if np.isclose(of_a, of_b) else "a" if of_a < of_b else "b"

    def errors_at(self, wiggle: int, truth: int) -> tuple[float, float]:
        """Return the mean squared errors of A and B at two steps."""
        return self.curves[wiggle].errors_on(TRUTHS[truth])

    def drawn(self, wiggle: int, truth: int) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Return A, B and the truth at two steps, where they are drawn."""
        found, share = self.curves[wiggle], TRUTHS[truth]
        a, b = found.a[:: self.stride], found.b[:: self.stride]
        return a, b, a + share * (b - a)

    def new_points(self, wiggle: int, truth: int) -> tuple[FloatArray, FloatArray]:
        """Return new points of the truth at two steps: of their errors the mean is that of `errors_at`."""
        found, share = self.curves[wiggle], TRUTHS[truth]
        return found.new_x, found.new_a + share * (found.new_b - found.new_a)

    def span(self) -> tuple[float, float]:
        """Return the least and the greatest value any curve comes to."""
        last = self.curves[-1]
        low, high = min(last.a.min(), last.b.min()), max(last.a.max(), last.b.max())
        return float(low), float(high)

    @property
    def digits(self) -> int:
        """Decimals of what is drawn: a step is less than half a pixel."""
        low, high = self.span()
        return int(np.log10(FINEST / (high - low)))

    def to_frame(self) -> pd.DataFrame:
        """Return a row a drawn x: both curves and the truth."""
        a, b, truth = self.drawn(self.wiggle, self.truth)
        return pd.DataFrame({"x": self.grid, "a": a, "b": b, "truth": truth})


def occam_view(
    *, wiggle: float, truth: float, swings: int, points: Sequence[tuple[float, float]] = POINTS
) -> OccamView:
    """What does the figure of Occam's razor show?

    Parameters
    ----------
    wiggle : float from 0 to 1.5
        How far B swings away from A between the points; the nearest step is the present one.
    truth : float from 0 to 1
        Where the truth lies between A and B; likewise.
    swings : int >= 1
        Swings of B between two points.
    points : sequence of (x, y), optional
        As `drawn_points` and `typed_points` return them.
    """
    x, y = map(frozen, np.array(points, dtype=np.float64).T)
    curves = tuple(occam_curves(x, y, wiggle=one, swings=swings) for one in WIGGLES)
    return OccamView(
        x=x,
        y=y,
        grid=curves[0].grid[::swings],
        curves=curves,
        wiggle=_nearest(WIGGLES, wiggle),
        truth=_nearest(TRUTHS, truth),
        stride=swings,
    )


def drawn_points(seed: int) -> tuple[tuple[float, float], ...]:
    """Return the points of a picture by its number: 0 is the first one."""
    if not seed:
        return POINTS
    up = np.random.default_rng(seed).uniform(0.3, 2.4, size=len(POINTS)).round(2)
    return tuple((x, float(y)) for (x, _y), y in zip(POINTS, up, strict=True))


def _nearest(steps: tuple[float, ...], value: float) -> int:
    return int(np.argmin([abs(one - value) for one in steps]))


def next_seed(seed: int) -> int:
    """Return the number of the next picture.

    >>> next_seed(0), next_seed(999)
    (1, 0)
    """
    return (seed + 1) % 1000
