"""Tuning on one data set beside what the winner's score is worth over many."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
import pandas as pd

from evalcore.resampling import KFold, Nested, TwoNormals, WinnersWorth, drawn_set, grid, nested, tunable
from evalcore.resampling.learners import trained
from evalcore.support.arrays import FloatArray, frozen
from evalcore.views.resampling.stacks import stacked

# Of 0, where a mean lies by more than two standard errors.
Side = Literal["unknown", "either", "below", "above"]

OUTER = 5
FEATURES = 20
COLUMN = 0.012


@dataclass(frozen=True)
class TuningPlan:
    """What is tuned, over which grid, judged by how many folds, on data sets of which size.

    Parameters
    ----------
    learner : "lda", "neighbours" or "tree"
    low, high, step : float
        The grid.
    n, k, seed : int
    """

    learner: str = "lda"
    low: float = 0.0
    high: float = 1.0
    step: float = 0.1
    n: int = 60
    k: int = 5
    seed: int = 0
    problem: TwoNormals = field(default_factory=lambda: TwoNormals(features=FEATURES))

    @property
    def settings(self) -> tuple[float, ...]:
        """All settings.

        Raises
        ------
        InputError
            If the grid is none, or is too fine.
        """
        return grid(self.low, self.high, self.step)

    @property
    def parameter(self) -> str:
        """What is set."""
        return tunable(self.learner).parameter


@dataclass(frozen=True, eq=False, kw_only=True)
class TuningView:
    """What the figure shows of one data set.

    Parameters
    ----------
    plan : TuningPlan
    found : Nested
    true_errors : (settings,) float64
        On new rows, of the learner of each setting trained on all rows.
    """

    plan: TuningPlan
    found: Nested
    true_errors: FloatArray

    @property
    def settings(self) -> tuple[float, ...]:
        """All settings."""
        return self.found.naive.settings

    @property
    def validation(self) -> FloatArray:
        """Validation error of each setting."""
        return self.found.naive.errors

    @property
    def training(self) -> FloatArray:
        """Training error of each setting."""
        return np.asarray(self.found.naive.training_errors.mean(axis=1))

    @property
    def lines(self) -> Mapping[str, FloatArray]:
        """What is drawn against the setting, (settings,) each."""
        return {"validation": self.validation, "training": self.training, "fresh": self.true_errors}

    @property
    def best(self) -> int:
        """Place of the setting that wins."""
        return self.found.naive.best

    @property
    def true_of_best(self) -> float:
        """What the winner's score should have been."""
        return float(self.true_errors[self.best])

    @property
    def worst(self) -> float:
        """Largest error that is drawn."""
        return float(max(self.validation.max(), self.true_errors.max(), self.training.max()))

    def nearest(self, setting: float | None) -> int:
        """Return the place of the setting closest to this one; without one that of the winner."""
        return self.best if setting is None else int(np.argmin(np.abs(np.array(self.settings) - setting)))

    def to_frame(self) -> pd.DataFrame:
        """Return a row a setting."""
        return self.found.naive.to_frame().assign(true_error=self.true_errors)


def tuning_view(plan: TuningPlan, *, at: int) -> TuningView:
    """Return the validation curve and the nested estimate of one of the data sets of the plan.

    Raises
    ------
    InputError
        If the grid is none, a method cannot split the rows, or a learner refuses them.
    """
    make, rows = tunable(plan.learner).make, drawn_set(plan.problem, n=plan.n, at=at, rng=_rng(plan))
    found = nested(
        make,
        plan.settings,
        rows,
        outer=KFold(OUTER),
        inner=KFold(plan.k),
        rng=np.random.default_rng((plan.seed, at)),
    )
    truth = plan.problem.judge(_rng(plan))
    errors = [truth(trained(make(setting), rows.x, rows.y), rows.n) for setting in found.naive.settings]
    return TuningView(plan=plan, found=found, true_errors=frozen(np.array(errors)))


def _rng(plan: TuningPlan) -> np.random.Generator:
    return np.random.default_rng(plan.seed)


@dataclass(frozen=True, eq=False, kw_only=True)
class ScoreRow:
    """Scores of one kind over the data sets: where each dot stands in its row, and their mean and spread."""

    dots: FloatArray
    offsets: FloatArray
    mean: float
    sd: float
    error: float

    @property
    def side_of_zero(self) -> Side:
        """On which side of 0 the mean lies by more than two standard errors; unknown of one data set."""
        if np.isnan(self.error):
            return "unknown"
        if abs(self.mean) <= 2 * self.error:
            return "either"
        return "below" if self.mean < 0 else "above"


def score_row(values: FloatArray) -> ScoreRow:
    """Return a row of dots."""
    n = len(values)
    sd = float(values.std(ddof=1)) if n > 1 else float("nan")
    return ScoreRow(
        dots=values,
        offsets=stacked(values, width=COLUMN),
        mean=float(values.mean()),
        sd=sd,
        error=sd / float(np.sqrt(n)),
    )


@dataclass(frozen=True, eq=False, kw_only=True)
class WorthView:
    """What the winner's own score, the nested one and the one on fresh data are over many data sets."""

    found: WinnersWorth
    naive: ScoreRow
    nested: ScoreRow
    fresh: ScoreRow

    @property
    def n_sets(self) -> int:
        """Data sets done."""
        return len(self.found.naive)

    @property
    def is_partial(self) -> bool:
        """Whether fewer data sets are done than were asked for."""
        return self.n_sets < self.found.n_sets

    @property
    def rows(self) -> Mapping[str, ScoreRow]:
        """The scores that are drawn, from above down."""
        return {"naive": self.naive, "nested": self.nested, "fresh": self.fresh}

    @property
    def gap(self) -> ScoreRow:
        """How much worse the winner is on fresh data than its own score says."""
        return score_row(self.found.fresh - self.found.naive)

    @property
    def nested_gap(self) -> ScoreRow:
        """How much worse it is than the nested estimate says."""
        return score_row(self.found.fresh - self.found.nested)


def worth_view(found: WinnersWorth) -> WorthView:
    """Return what the figure shows of many data sets."""
    return WorthView(
        found=found, naive=score_row(found.naive), nested=score_row(found.nested), fresh=score_row(found.fresh)
    )


def kept_worth(frame: pd.DataFrame, plan: TuningPlan, n_sets: int) -> WinnersWorth | None:
    """Return the first data sets of a plan from those that come with the app; None where they are not all there."""
    tune = tunable(plan.learner)
    usual = TuningPlan(plan.learner, tune.low, tune.high, tune.step)
    mine = frame[frame["learner"] == plan.learner].iloc[:n_sets]
    if plan != usual or len(mine) < n_sets:
        return None
    columns = {name: frozen(mine[name].to_numpy(dtype=np.float64)) for name in ("naive", "nested", "fresh", "chosen")}
    return WinnersWorth(**columns, n_sets=n_sets)
