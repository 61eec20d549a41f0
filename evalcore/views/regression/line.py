"""A line through a few points: its errors as squares, what moves it, and the loss of every other line."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal, get_args

import numpy as np
import pandas as pd

from evalcore.errors import InputError
from evalcore.regression import RegressionErrors, huber, regression_errors
from evalcore.support.arrays import FloatArray
from evalcore.support.checks import option

Loss = Literal["mse", "mae", "huber"]
LOSSES: Final[tuple[Loss, ...]] = get_args(Loss)
# Beyond it Huber's loss grows evenly.
DELTA: Final = 1.0
DELTAS: Final = (0.25, 5.0)
SQUARES: Final = 20  # beyond, so many squares hide each other
FEWEST, MOST = 6, 200
# Where a line, and the point that may be moved, can be: all points lie between 0 and 10.
SLOPES: Final = np.linspace(-1, 3, 41).round(10)
INTERCEPTS: Final = np.linspace(-5, 5, 41).round(10)
OUTLIERS: Final = np.linspace(0, 12, 49).round(10)
CELLS: Final = 25
_ROUNDS, _SMALL = 200, 1e-4  # of the weighted fits, and below which a distance counts as none


@dataclass(frozen=True, eq=False)
class Line:
    """A line with the errors of the points about it."""

    slope: float
    intercept: float
    errors: RegressionErrors
    huber: float

    def loss(self, name: Loss) -> float:
        """Return one of the losses."""
        return self.huber if name == "huber" else float(getattr(self.errors, name))


@dataclass(frozen=True, eq=False, kw_only=True)
class LineView:
    """Points, of which the last may be moved, and lines about them.

    Parameters
    ----------
    x, y : (n,) float64
    loss : "mse", "mae" or "huber"
    slope, intercept, outlier : int
        Places of the present line in `SLOPES`, `INTERCEPTS` and of the last point's y in `OUTLIERS`.
    best : tuple of (slope, intercept)
        The line of least loss for each place of the last point.
    delta : float > 0
        From which distance on Huber's loss grows evenly.
    """

    x: FloatArray
    y: FloatArray
    loss: Loss
    slope: int
    intercept: int
    outlier: int
    best: tuple[tuple[float, float], ...]
    delta: float = DELTA

    @property
    def n(self) -> int:
        """How many points."""
        return len(self.x)

    def y_at(self, outlier: int) -> FloatArray:
        """Return all y with the last one moved."""
        return np.append(self.y[:-1], OUTLIERS[outlier])

    def line(self, slope: int, intercept: int, outlier: int) -> Line:
        """Return a line of the steps of the handles."""
        return self._line(outlier, float(SLOPES[slope]), float(INTERCEPTS[intercept]))

    @property
    def now(self) -> Line:
        """The present line."""
        return self.line(self.slope, self.intercept, self.outlier)

    def moved(
        self, *, slope: float | None = None, intercept: float | None = None, outlier: float | None = None
    ) -> LineView:
        """Return the same points with handles elsewhere, each at the nearest of its steps; without a value it stays."""
        return replace(
            self,
            slope=self.slope if slope is None else _place(SLOPES, slope),
            intercept=self.intercept if intercept is None else _place(INTERCEPTS, intercept),
            outlier=self.outlier if outlier is None else _place(OUTLIERS, outlier),
        )

    @property
    def least(self) -> Line:
        """The best line for the points as they are."""
        return self._line(self.outlier, *self.best[self.outlier])

    def best_by_loss(self) -> dict[Loss, Line]:
        """Return the best line by each of the losses."""
        best = {loss: best_lines(self.x, self.y, loss, delta=self.delta)[self.outlier] for loss in LOSSES}
        return {loss: self._line(self.outlier, *line) for loss, line in best.items()}

    def _line(self, outlier: int, slope: float, intercept: float) -> Line:
        y, predicted = self.y_at(outlier), intercept + slope * self.x
        return Line(slope, intercept, regression_errors(y, predicted), huber(y, predicted, delta=self.delta))

    def surface(self, outlier: int) -> FloatArray:
        """Return the loss of lines on a grid, intercepts by slopes: 0 the least and 1 the largest, roots between."""
        slopes, intercepts = (np.linspace(values[0], values[-1], CELLS) for values in (SLOPES, INTERCEPTS))
        errors = self.y_at(outlier) - intercepts[:, None, None] - slopes[None, :, None] * self.x
        losses = _loss(np.abs(errors), self.loss, self.delta)
        return np.asarray(np.sqrt((losses - losses.min()) / (losses.max() - losses.min())))

    def drawn_widths(self, line: Line, outlier: int) -> FloatArray:
        """Return how wide each error is drawn, so that the area is its loss: squared, or twice Huber's; 0 for MAE."""
        distance = np.abs(self.y_at(outlier) - line.intercept - line.slope * self.x)
        if self.loss == "mae":
            return np.zeros(self.n)
        if self.loss == "mse":
            return distance
        beyond = self.delta * (2 - self.delta / np.maximum(distance, self.delta))
        return np.where(distance <= self.delta, distance, beyond)

    def to_frame(self) -> pd.DataFrame:
        """Return a row a point: x, y, what the present line predicts, and the error."""
        y = self.y_at(self.outlier)
        predicted = self.now.intercept + self.now.slope * self.x
        return pd.DataFrame({"x": self.x, "y": y, "prediction": predicted, "error": predicted - y})


def line_view(
    x: FloatArray,
    y: FloatArray,
    *,
    slope: float,
    intercept: float,
    outlier: float | None = None,
    loss: Loss = "mse",
    delta: float = DELTA,
) -> LineView:
    """What is drawn of points and a line?

    Parameters
    ----------
    x, y : (n,) float64
        From 0 to 10.
    slope, intercept : float
        Of the line; the nearest step of its handle is taken.
    outlier : float, optional
        Where the last point is; without it where it was.
    loss : "mse", "mae" or "huber"
    delta : float > 0
        From which distance on Huber's loss grows evenly.
    """
    option(loss, "loss", LOSSES)
    place = _place(OUTLIERS, float(y[-1]) if outlier is None else outlier)
    return LineView(
        x=x,
        y=y,
        loss=loss,
        slope=_place(SLOPES, slope),
        intercept=_place(INTERCEPTS, intercept),
        outlier=place,
        best=best_lines(x, y, loss, delta=delta),
        delta=delta,
    )


def step_values(line: Line) -> tuple[float, float]:
    """Return the steps of the handles closest to a line: slope and intercept."""
    return float(SLOPES[_place(SLOPES, line.slope)]), float(INTERCEPTS[_place(INTERCEPTS, line.intercept)])


def _place(steps: FloatArray, value: float) -> int:
    return int(np.argmin(np.abs(steps - value)))


def _loss(distance: FloatArray, loss: Loss, delta: float) -> FloatArray:
    """Return the mean loss over the last axis."""
    if loss == "mse":
        return np.asarray(np.square(distance).mean(axis=-1))
    if loss == "mae":
        return np.asarray(distance.mean(axis=-1))
    inside = np.minimum(distance, delta)
    return np.asarray((inside * (distance - inside / 2)).mean(axis=-1))


def best_lines(x: FloatArray, y: FloatArray, loss: Loss, *, delta: float = DELTA) -> tuple[tuple[float, float], ...]:
    """Which line has the least loss for each place of the last point?

    Notes
    -----
    Least squares with weights that are found anew in each round: 1 over the distance where the loss grows evenly. For
    the MAE every distance above a ten-thousandth does.
    """
    every = np.repeat(y[None, :], len(OUTLIERS), axis=0)
    every[:, -1] = OUTLIERS
    weight = np.ones_like(every)
    even_from = {"mse": np.inf, "mae": _SMALL, "huber": delta}[loss]
    lines = _weighted_lines(x, every, weight)
    for _round in range(0 if loss == "mse" else _ROUNDS):
        distance = np.abs(every - lines[:, 1, None] - lines[:, 0, None] * x)
        lines = _weighted_lines(x, every, 1 / np.maximum(distance, even_from))
    return tuple((float(slope), float(intercept)) for slope, intercept in lines)


def _weighted_lines(x: FloatArray, y: FloatArray, weight: FloatArray) -> FloatArray:
    """Return slope and intercept of the weighted least squares of each row of y."""
    total = weight.sum(axis=1)
    mean_x, mean_y = (weight @ x) / total, (weight * y).sum(axis=1) / total
    away = x - mean_x[:, None]
    slope = (weight * away * (y - mean_y[:, None])).sum(axis=1) / (weight * np.square(away)).sum(axis=1)
    return np.column_stack([slope, mean_y - slope * mean_x])


def drawn_points(n: int, seed: int) -> tuple[FloatArray, FloatArray]:
    """Which points are drawn about a line with noise? All lie between 0 and 10; the last has the largest x.

    Examples
    --------
    >>> x, y = drawn_points(6, 0)
    >>> x.tolist()
    [0.5, 2.3, 4.1, 5.9, 7.7, 9.5]
    """
    if not FEWEST <= n <= MOST:
        raise InputError(
            "n must be a whole number from {fewest} to {most}; got {value}. Choose 12.",
            fewest=FEWEST,
            most=MOST,
            value=n,
        )
    x = np.linspace(0.5, 9.5, n).round(3)
    noise = np.random.default_rng(seed).normal(0, 1, n)
    y = (1.5 + 0.7 * x + noise).clip(0, 10).round(2)
    # Where its handle has a step.
    y[-1] = OUTLIERS[_place(OUTLIERS, float(y[-1]))]
    return x, y
