"""Predicted and true numbers, their residuals, and which share of the rows lies within every tolerance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import pandas as pd

from evalcore.regression import PredictionTable, RegressionErrors, ToleranceCurve, regression_errors, tolerance_curve
from evalcore.regression.tolerance import LAST_DIGIT
from evalcore.support.arrays import FloatArray, IntArray
from evalcore.support.rounding import nice_step

DRAWN: Final = 1_500  # points of either plane
SQUARES: Final = 20  # up to so many rows each error is drawn as a square
BINS: Final = 31
FEW_BINS, FEW = 11, 60  # bins of so few rows
CURVE: Final = 400
_STEPS: Final = 160
_ROOM: Final = 0.04


@dataclass(frozen=True, eq=False, kw_only=True)
class ErrorsView:
    """One model of a table.

    Parameters
    ----------
    truth, predicted, residual : (k,) float64
        Of the rows that are drawn; residual is truth minus prediction.
    row : (k,) int64
        Which rows these are, from 1.
    rank : (k,) int64
        Place of the row's distance among all distinct ones, of which there are `n_ranks`.
    n : int
        Rows.
    errors : RegressionErrors
    tolerances : (s,) float64, rising
        The steps of the handle.
    within : (s,) float64
        Share of the rows within each.
    ranks : (s,) int64
        Distinct distances within each.
    curves : mapping of names to (distances, shares)
        Of every model, thinned.
    edges, shares : (b + 1,), (b,) float64
        Residuals in bins of one width about 0, with the share of the weight in each.
    plane, reach : (low, high), float
        Limits of truth and prediction together, and of the residuals on either side.
    """

    model: str
    truth: FloatArray
    predicted: FloatArray
    residual: FloatArray
    row: IntArray
    rank: IntArray
    n_ranks: int
    n: int
    errors: RegressionErrors
    curve: ToleranceCurve
    tolerances: FloatArray
    within: FloatArray
    ranks: IntArray
    curves: dict[str, tuple[FloatArray, FloatArray]]
    edges: FloatArray
    shares: FloatArray
    plane: tuple[float, float]
    reach: float

    @property
    def has_squares(self) -> bool:
        """Whether there are so few rows that each error is drawn as a square."""
        return self.n <= SQUARES

    @property
    def is_thinned(self) -> bool:
        """Whether not all rows are drawn."""
        return len(self.row) < self.n

    def nearest(self, tolerance: float) -> int:
        """Return the step closest to a tolerance."""
        return int(np.argmin(np.abs(self.tolerances - tolerance)))

    def to_frame(self) -> pd.DataFrame:
        """Return a row a step: tolerance and share of the rows within it."""
        return pd.DataFrame({"tolerance": self.tolerances, "share": self.within})


def within_each(table: PredictionTable, tolerances: FloatArray) -> dict[str, FloatArray]:
    """Return which share of the rows is within some tolerances, of every model: not off the thinned curves.

    Examples
    --------
    >>> table = PredictionTable(truth="y", y_true=np.array([1.0, 2.0]), predictions={"a": np.array([1.5, 2.0])})
    >>> within_each(table, np.array([0.0, 1.0]))["a"].tolist()
    [0.5, 1.0]
    """
    return {
        name: np.asarray(tolerance_curve(table.y_true, predicted, sample_weight=table.weight).at(tolerances))
        for name, predicted in table.predictions.items()
    }


def errors_view(table: PredictionTable, model: str, *, tolerance: float | None = None) -> ErrorsView:
    """What does the figure show of one model?

    Parameters
    ----------
    table : PredictionTable
    model : str
    tolerance : float >= 0, optional
        A step of the handle besides the even ones; without it the mean absolute error.
    """
    predicted = table.predictions[model]
    errors = regression_errors(table.y_true, predicted, sample_weight=table.weight)
    curve = tolerance_curve(table.y_true, predicted, sample_weight=table.weight)
    residual = table.y_true - predicted
    drawn = _drawn(np.abs(residual))
    steps = _steps(float(curve.distance[-1]), errors.mae if tolerance is None else tolerance)
    edges, shares = _histogram(residual, table.weight)
    both = np.concatenate([table.y_true, predicted])
    return ErrorsView(
        model=model,
        truth=table.y_true[drawn],
        predicted=predicted[drawn],
        residual=residual[drawn],
        row=drawn + 1,
        rank=np.clip(_nearest(curve.distance, np.abs(residual[drawn])), 0, len(curve.distance) - 1),
        n_ranks=len(curve.distance),
        n=table.n,
        errors=errors,
        curve=curve,
        tolerances=steps,
        within=np.asarray(curve.at(steps)),
        ranks=np.searchsorted(curve.distance, steps * LAST_DIGIT, side="right"),
        curves={name: _curve(table, name) for name in table.predictions},
        edges=edges,
        shares=shares,
        plane=_with_room(float(both.min()), float(both.max())),
        reach=(float(np.abs(residual).max()) or 1.0) * (1 + _ROOM),
    )


def _drawn(distance: FloatArray) -> IntArray:
    """Return which rows are drawn: all of few; of many the worst ones and others at even steps."""
    if len(distance) <= DRAWN:
        return np.arange(len(distance))
    worst = np.argpartition(distance, -DRAWN // 10)[-DRAWN // 10 :]
    return np.union1d(worst, np.linspace(0, len(distance) - 1, DRAWN - len(worst)).astype(np.int64))


def _nearest(distances: FloatArray, wanted: FloatArray) -> IntArray:
    """Return which of rising distances is closest to each wanted one: those of the curve are rounded."""
    right = np.searchsorted(distances, wanted).clip(1, max(len(distances) - 1, 1))
    left = right - 1
    last = np.minimum(right, len(distances) - 1)
    return np.where(np.abs(distances[last] - wanted) < np.abs(wanted - distances[left]), last, left)


def _steps(largest: float, special: float) -> FloatArray:
    """Return even round tolerances up to the largest error, and one more that was asked for."""
    step = nice_step(largest or 1.0, _STEPS)
    even = np.arange(int(np.ceil((largest or 1.0) / step - 1e-9)) + 1) * step
    return np.unique(np.append(even.round(12), special))


def _curve(table: PredictionTable, name: str) -> tuple[FloatArray, FloatArray]:
    """Return the curve of a model from distance 0 on, at as many points as are seen."""
    found = tolerance_curve(table.y_true, table.predictions[name], sample_weight=table.weight)
    kept = np.unique(np.linspace(0, len(found.distance) - 1, CURVE).round().astype(np.int64))
    return np.append(0.0, found.distance[kept]), np.append(float(found.at(0.0)), found.share[kept])


def _histogram(residual: FloatArray, weight: FloatArray | None) -> tuple[FloatArray, FloatArray]:
    """Return bins of one width, the middle one about 0, and the share of the weight in each."""
    reach = float(np.abs(residual).max()) or 1.0
    edges = np.linspace(-reach, reach, (FEW_BINS if len(residual) <= FEW else BINS) + 1)
    counts, _edges = np.histogram(residual, edges, weights=weight)
    return edges, counts / counts.sum()


def _with_room(low: float, high: float) -> tuple[float, float]:
    room = (high - low) * _ROOM or 1.0
    return low - room, high + room
