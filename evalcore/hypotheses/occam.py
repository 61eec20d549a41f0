"""Occam's razor: two curves through the same points, one smoother than the other; which is closer to new points?"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike
from scipy.interpolate import CubicSpline, PchipInterpolator, PPoly

from evalcore.errors import InputError
from evalcore.support.arrays import FloatArray, frozen
from evalcore.support.checks import finite_numbers, same_length, share, whole_number
from evalcore.support.results import Result
from evalcore.support.text import shown

# What may be typed: so many points, so far from 0, and in x so far apart.
FEWEST_POINTS, MOST_POINTS = 2, 12
MOST_NUMBERS = 2 * MOST_POINTS
FARTHEST, LEAST_APART = 10.0, 0.5
# Fewer points lie on a parabola anyway.
FEWEST_ON_PARABOLA = 4
# So far a point may lie from it by rounding.
ON_PARABOLA = 1e-6
STEPS = 40  # of the drawing between two swings of the rougher curve


@dataclass(frozen=True, eq=False, kw_only=True)
class OccamCurves(Result):
    """Two curves through the same points.

    Parameters
    ----------
    x, y : (n,) float64
        The points, from left to right.
    grid : (m,) float64
        Where the curves are drawn; every x is among them.
    a, b : (m,) float64
        The smoother and the rougher curve.
    new_x, new_a, new_b : (n - 1,) float64
        A new point of x between each two neighbours, and both curves there: where the squares of their distance are as
        large as on the mean over the range of x.
    roughness_a, roughness_b : float >= 0
        Integral of the squared second derivative, in squared units of y over cubed units of x.
    wiggle : float >= 0
    swings : int >= 1
    equation : (c2, c1, c0) float, or None
        Of A where it is the parabola c2 x^2 + c1 x + c0.
    """

    x: FloatArray
    y: FloatArray
    grid: FloatArray
    a: FloatArray
    b: FloatArray
    new_x: FloatArray
    new_a: FloatArray
    new_b: FloatArray
    roughness_a: float
    roughness_b: float
    wiggle: float
    swings: int
    equation: tuple[float, float, float] | None

    def errors_on(self, truth: float) -> tuple[float, float]:
        """Return the mean squared errors of A and B where the truth lies between them: 0 is A, 1 is B.

        The mean is over the range of x, and as large over the new points; at the points themselves both are right.
        """
        place = share(truth, "truth")
        apart = float(np.trapezoid(np.square(self.b - self.a), self.grid)) / float(self.grid[-1] - self.grid[0])
        return place**2 * apart, (1 - place) ** 2 * apart


def occam_curves(x: ArrayLike, y: ArrayLike, *, wiggle: float, swings: int = 2) -> OccamCurves:
    """What do two curves through the same points look like, one smooth and one not?

    Parameters
    ----------
    x, y : (n,) numbers, n >= 2
        Points with different x, in any order.
    wiggle : float >= 0, in units of y
        How far B swings away from A between the points; 0 makes them one.
    swings : int >= 1
        Swings of B between two neighbouring points.

    Returns
    -------
    OccamCurves
        Never undefined.

    Notes
    -----
    A is the natural cubic spline: of all curves through the points the one with the smallest roughness. Where four
    points or more lie on one parabola A is that: three numbers describe it, as the lecture's y = -x^2 + 6x + 1.
    B is A plus wiggle times sin(pi swings phi(x)), phi rising smoothly by 1 from point to point, so that B meets A in
    every point.
    No training error tells A from B. That the smoother one is closer to new points is a bias, not a theorem:
    `errors_on` turns it round where the truth is B.

    References
    ----------
    Zhou (2016), Machine Learning, 1.4, figures 1.3 and 1.4; Green and Silverman (1993), Nonparametric Regression and
    Generalized Linear Models, theorem 2.3, https://doi.org/10.1201/b15710

    Examples
    --------
    >>> found = occam_curves([0, 1, 2], [0, 1, 0], wiggle=0.5)
    >>> found.roughness_a < found.roughness_b
    True
    """
    points, values = _points(x, y)
    if not (math.isfinite(wiggle) and wiggle >= 0):
        raise InputError("wiggle must be a finite number from 0; got {value}. Choose 0 for none.", value=shown(wiggle))
    times = whole_number(swings, "swings", least=1)
    grid = _grid(points, times)
    equation = _parabola(points, values)
    smooth = CubicSpline(points, values, bc_type="natural") if equation is None else _drawn(equation)
    phase = PchipInterpolator(points, np.arange(len(points), dtype=np.float64))
    turn = math.pi * times
    away = np.sin(turn * phase(grid))
    away[np.searchsorted(grid, points)] = 0.0  # sin(pi k) is 0 but for rounding
    bend = turn * np.cos(turn * phase(grid)) * phase(grid, 2) - np.square(turn * phase(grid, 1)) * away
    of_a = smooth(grid, 2)
    new = _new_phases(len(points), times, float(np.trapezoid(np.square(away), grid)) / float(grid[-1] - grid[0]))
    at = np.array([phase.solve(one, extrapolate=False)[0] for one in new.tolist()])
    return OccamCurves(
        x=frozen(points),
        y=frozen(values),
        grid=frozen(grid),
        a=frozen(smooth(grid)),
        b=frozen(smooth(grid) + wiggle * away),
        new_x=frozen(at),
        new_a=frozen(smooth(at)),
        new_b=frozen(smooth(at) + wiggle * np.sin(turn * new)),
        roughness_a=_roughness(of_a, grid),
        roughness_b=_roughness(of_a + wiggle * bend, grid),
        wiggle=float(wiggle),
        swings=times,
        equation=equation,
    )


def _new_phases(n: int, times: int, mean: float) -> FloatArray:
    """Return where in its swings B is as far from A as on the mean: a place in each gap, on either side of its middle
    in turn, so that B is now above A and now below."""
    beside = math.asin(math.sqrt(mean)) / (math.pi * times)
    places = (np.arange(times)[:, None] / times + [beside, 1 / times - beside]).ravel()
    left, right = places[times - 1], places[times]
    phases: FloatArray = np.arange(n - 1) + np.where(np.arange(n - 1) % 2, right, left)
    return phases


def _parabola(points: FloatArray, values: FloatArray) -> tuple[float, float, float] | None:
    """Return the parabola on which the points lie, without errors of rounding; None where they lie on none."""
    if len(points) < FEWEST_ON_PARABOLA:
        return None
    c2, c1, c0 = (float(one) for one in np.polyfit(points, values, 2).round(9) + 0.0)
    missed = np.abs(np.polyval((c2, c1, c0), points) - values).max()
    return (c2, c1, c0) if missed <= ON_PARABOLA else None


def _drawn(equation: tuple[float, float, float]) -> PPoly:
    """Return a parabola as a piecewise polynomial of one piece, of which `CubicSpline` is one, too."""
    return PPoly(np.array(equation)[:, None], np.array([0.0, 1.0]), extrapolate=True)


def typed_points(rows: Sequence[tuple[float | None, float | None]]) -> tuple[tuple[float, float], ...]:
    """Which points does a table name, that two curves can be drawn through?

    Parameters
    ----------
    rows : sequence of (x, y)
        In any order; a row without any number is left out.

    Returns
    -------
    tuple of (x, y)
        From left to right.

    Examples
    --------
    >>> typed_points([(1, 2), (None, None), (0, 1)])
    ((0.0, 1.0), (1.0, 2.0))
    """
    found = [
        (_coordinate("x", x, row), _coordinate("y", y, row))
        for row, (x, y) in enumerate(rows, start=1)
        if not (_lacks(x) and _lacks(y))
    ]
    if not FEWEST_POINTS <= len(found) <= MOST_POINTS:
        raise InputError(
            "There must be from {least} to {most} points; got {count}. Add or remove some.",
            least=FEWEST_POINTS,
            most=MOST_POINTS,
            count=len(found),
        )
    ordered = tuple(sorted(found))
    for (left, _y), (right, _z) in pairwise(ordered):
        if right - left < LEAST_APART - 1e-9:
            raise InputError(
                "Points must be at least {least} apart in x; got {left} and {right}. Move one of them.",
                least=LEAST_APART,
                left=f"{left:g}",
                right=f"{right:g}",
            )
    return ordered


def _lacks(value: float | None) -> bool:
    return value is None or math.isnan(value)


def _coordinate(name: str, value: float | None, row: int) -> float:
    """Return a coordinate of a point, or the sentence that says why it does not fit."""
    if value is None or not abs(value) <= FARTHEST:
        raise InputError(
            "{name} of a point must be a number from {low} to {high}; got {value} (row {row}). Correct the cell.",
            name=name,
            low=f"{-FARTHEST:g}",
            high=f"{FARTHEST:g}",
            value="—" if value is None or _lacks(value) else f"{value:g}",
            row=row,
        )
    return float(value)


def _points(x: ArrayLike, y: ArrayLike) -> tuple[FloatArray, FloatArray]:
    """Return points from left to right."""
    points, values = finite_numbers(x, "x"), finite_numbers(y, "y")
    same_length(values, len(points), "y")
    if len(np.unique(points)) < max(len(points), 2):
        raise InputError(
            "x must hold two different numbers or more, none of them twice; got {value}. Move the points apart.",
            value=shown(points.tolist()),
        )
    order = np.argsort(points)
    return points[order], values[order]


def _grid(points: FloatArray, swings: int) -> FloatArray:
    """Return numbers from the first to the last point, among them every point."""
    steps = np.arange(STEPS * swings) / (STEPS * swings)
    between = points[:-1, None] + np.diff(points)[:, None] * steps
    return np.append(between.ravel(), points[-1])


def _roughness(second: FloatArray, grid: FloatArray) -> float:
    """Return the integral of a squared second derivative."""
    return float(np.trapezoid(np.square(second), grid))
