"""Every estimator over many data sets against the true error: where its dots lie, its bias and its spread."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from evalcore.resampling import Comparison, Method, drawn_set
from evalcore.support.arrays import FloatArray
from evalcore.views.resampling.plan import Kind, Plan
from evalcore.views.resampling.stacks import stacked

USUAL_FOLDS = (5, 10, 20)  # of the lecture
DRAWN = 100  # data sets that have a dot; every number is of all of them
COLUMN = 0.012  # errors so close stand in one column of dots


@dataclass(frozen=True, eq=False, kw_only=True)
class EstimatorStep:
    """What is shown of an estimator at one setting.

    Parameters
    ----------
    setting : float
        Share that is held out, or number of folds; 0 where there is none.
    method : Method
    mean, bias, bias_error, sd, rmse, correlation : float
        See `Comparison`.
    fits : int
        On one data set.
    dots, offsets : (at most 100,) float64
        Estimates of the first data sets, and where each stands in its row, -1 to 1.
    """

    setting: float
    method: Method
    mean: float
    bias: float
    bias_error: float
    sd: float
    rmse: float
    correlation: float
    fits: int
    dots: FloatArray
    offsets: FloatArray


@dataclass(frozen=True, eq=False, kw_only=True)
class SpreadView:
    """What the figure shows of all estimators.

    Parameters
    ----------
    plan : Plan
    rows : dict of kind to tuple of EstimatorStep
    true_error : float
        Mean over the data sets.
    n_sets, wanted : int
        Data sets done, and asked for.
    top : float
        Where the axis ends; what is larger is drawn at its end.
    """

    plan: Plan
    rows: dict[Kind, tuple[EstimatorStep, ...]]
    true_error: float
    n_sets: int
    wanted: int
    top: float

    @property
    def is_partial(self) -> bool:
        """Whether fewer data sets are done than were asked for."""
        return self.n_sets < self.wanted

    def only(self, kinds: Collection[Kind]) -> SpreadView:
        """Return the view with these estimators alone, on the same axis."""
        return replace(self, rows={kind: steps for kind, steps in self.rows.items() if kind in kinds})

    def nearest(self, kind: Kind, setting: float) -> int:
        """Return the place of the setting closest to this one; of equally close ones the first."""
        return int(np.argmin([abs(step.setting - setting) for step in self.rows[kind]]))

    @property
    def usual_folds(self) -> tuple[EstimatorStep, ...]:
        """Cross validation with the usual numbers of folds, as far as there are rows for them."""
        return tuple(step for step in self.rows["kfold"] if step.setting in USUAL_FOLDS)

    @property
    def progress(self) -> float:
        """How much is done, 0 to 1."""
        return self.n_sets / self.wanted

    def to_frame(self) -> pd.DataFrame:
        """Return a row an estimator and setting."""
        named = ("setting", "mean", "bias", "bias_error", "sd", "rmse", "correlation", "fits")
        lines = [
            {"estimator": kind, **{name: getattr(step, name) for name in named}}
            for kind, steps in self.rows.items()
            for step in steps
        ]
        return pd.DataFrame(lines)


def methods_of(plan: Plan) -> tuple[Method, ...]:
    """Return all methods that are compared, one after the other.

    Raises
    ------
    InputError
        If there are too few rows.
    """
    return tuple(method for steps in _estimators(plan).values() for _setting, method in steps)


def _estimators(plan: Plan) -> dict[Kind, tuple[tuple[float, Method], ...]]:
    return plan.estimators(drawn_set(plan.problem, n=plan.n, at=0, rng=np.random.default_rng(plan.seed)))


def spread_view(found: Comparison, plan: Plan) -> SpreadView:
    """Return what the figure shows of a comparison of `methods_of` the plan."""
    table, places = found.to_frame(), iter(range(len(found.methods)))
    rows: dict[Kind, tuple[EstimatorStep, ...]] = {
        kind: tuple(_step(found, table, next(places), setting) for setting, _method in steps)
        for kind, steps in _estimators(plan).items()
    }
    shown = [step.mean + 2.2 * np.nan_to_num(step.sd) for steps in rows.values() for step in steps]
    return SpreadView(
        plan=plan,
        rows=rows,
        true_error=found.true_error,
        n_sets=len(found.errors),
        wanted=found.n_sets,
        top=float(min(max(0.1, 1.1 * found.true_error, *shown) + 0.02, 1.02)),
    )


def _step(found: Comparison, table: pd.DataFrame, at: int, setting: float) -> EstimatorStep:
    line, dots = table.iloc[at], found.errors[:DRAWN, at]
    return EstimatorStep(
        setting=setting,
        method=found.methods[at],
        mean=float(line["mean"]),
        bias=float(line["bias"]),
        bias_error=float(line["bias_standard_error"]),
        sd=float(line["sd"]),
        rmse=float(line["rmse"]),
        correlation=float(line["correlation"]),
        fits=found.n_fits[at],
        dots=dots,
        offsets=stacked(dots, width=COLUMN),
    )
