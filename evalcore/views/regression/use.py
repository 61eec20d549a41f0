"""Where a model is used decides how good it is: the error of every model under densities tilted to either end of x."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from evalcore.regression import PredictionTable, mae, mse, tilted_weights, within
from evalcore.regression.errors import effective_rows
from evalcore.support.arrays import FloatArray

TILTS: Final = np.linspace(-1, 1, 41).round(10)
_GROUPS: Final = 10
_LINE: Final = 41


@dataclass(frozen=True, eq=False, kw_only=True)
class Crossing:
    """At which tilt which model becomes the better one."""

    tilt: float
    before: str
    after: str


@dataclass(frozen=True, eq=False, kw_only=True)
class UseView:
    """Several models of a table where they are used.

    Parameters
    ----------
    x : str
        The feature; the truth where the table has none.
    mse : mapping of names to (41,) float64
        Mean squared error under each of the tilted densities.
    accuracy : mapping of names to (41,) float64
        Share within the tolerance under each of the densities: (2.7), where right means not farther off.
    error_rate : mapping of names to (41,) float64
        The rest, (2.6).
    tolerance : float
        The least mean absolute error of the models.
    effective : (41,) float64
        Equally weighted rows that would say as much.
    centres : (g,) float64
        Mean x of rows in groups of one size.
    by_group : mapping of names to (g,) float64
        Mean squared error of each group.
    ends : (low, high)
        Smallest and largest x.
    crossings : tuple of Crossing
        From small tilts to large ones, between the models that are best.
    """

    x: str
    mse: dict[str, FloatArray]
    accuracy: dict[str, FloatArray]
    error_rate: dict[str, FloatArray]
    tolerance: float
    effective: FloatArray
    centres: FloatArray
    by_group: dict[str, FloatArray]
    ends: tuple[float, float]
    crossings: tuple[Crossing, ...]

    def nearest(self, tilt: float) -> int:
        """Return the step closest to a tilt."""
        return int(np.argmin(np.abs(TILTS - tilt)))

    def best(self, step: int) -> str:
        """Return the model of least error under a density; of several the first."""
        return min(self.mse, key=lambda name: float(self.mse[name][step]))

    def is_alone(self, model: str) -> bool:
        """Return whether every other model has a larger error under each of the densities."""
        return all(bool((self.mse[model] < errors).all()) for name, errors in self.mse.items() if name != model)

    def beaten(self, model: str) -> int:
        """Return in how many groups of rows another model has a smaller error."""
        least = np.min(list(self.by_group.values()), axis=0)
        return int((self.by_group[model] > least).sum())

    @property
    def is_row_by_row(self) -> bool:
        """Whether there are so few rows that each is a group of its own."""
        return len(self.centres) < _GROUPS

    def density(self, step: int) -> tuple[FloatArray, FloatArray]:
        """Return places of x and the density there, relative to that of the rows."""
        places = np.linspace(*self.ends, _LINE)
        return places, tilted_weights(places, float(TILTS[step]))

    def to_frame(self) -> pd.DataFrame:
        """Return a row a tilt: the error of every model."""
        return pd.DataFrame({"tilt": TILTS, **self.mse})


def use_view(table: PredictionTable, x: str | None = None) -> UseView:
    """How good is every model where it is used, under densities tilted to either end of x?

    Parameters
    ----------
    table : PredictionTable
    x : str, optional
        One of its features or the truth; without it the first feature, or the truth where there is none.
    """
    name = x if x is not None and x in table.features else table.truth
    if x is None:
        name = next(iter(table.features), table.truth)
    values = table.features.get(name, table.y_true)
    own = np.ones(table.n) if table.weight is None else table.weight
    weights = [own * tilted_weights(values, float(tilt)) for tilt in TILTS]
    errors = {
        model: np.array([mse(table.y_true, predicted, sample_weight=weight) for weight in weights])
        for model, predicted in table.predictions.items()
    }
    tolerance = min(
        mae(table.y_true, predicted, sample_weight=table.weight) for predicted in table.predictions.values()
    )
    right = {model: within(table.y_true, predicted, tolerance) for model, predicted in table.predictions.items()}
    order = np.argsort(values, kind="stable")
    order = order[own[order] > 0]
    groups = np.array_split(order, min(_GROUPS, len(order)))
    return UseView(
        x=name,
        mse=errors,
        accuracy={model: _shares(found, weights) for model, found in right.items()},
        error_rate={model: _shares(~found, weights) for model, found in right.items()},
        tolerance=tolerance,
        effective=np.array([effective_rows(weight) for weight in weights]),
        centres=np.array([values[group].mean() for group in groups]),
        by_group={
            model: np.array([mse(table.y_true[group], predicted[group], sample_weight=own[group]) for group in groups])
            for model, predicted in table.predictions.items()
        },
        ends=(float(values.min()), float(values.max())),
        crossings=_crossings(errors, np.array([float(weight.sum()) for weight in weights])),
    )


def _shares(holds: NDArray[np.bool_], weights: list[FloatArray]) -> FloatArray:
    """Return which share of each weighting the rows have for which something holds."""
    return np.array([weight[holds].sum() / weight.sum() for weight in weights])


def _crossings(errors: dict[str, FloatArray], total: FloatArray) -> tuple[Crossing, ...]:
    """Return where another model becomes the best one.

    Sums of weighted squares change evenly with the tilt, so two models cross where the straight lines of these do.
    """
    names = list(errors)
    best = np.argmin([errors[name] for name in names], axis=0)
    found = []
    for k in np.flatnonzero(np.diff(best)):
        before, after = names[best[k]], names[best[k + 1]]
        gap = (errors[after][k : k + 2] - errors[before][k : k + 2]) * total[k : k + 2]
        at = TILTS[k] + (TILTS[k + 1] - TILTS[k]) * gap[0] / (gap[0] - gap[1])
        found.append(Crossing(tilt=float(at), before=before, after=after))
    return tuple(found)
