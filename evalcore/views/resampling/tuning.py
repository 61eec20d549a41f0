"""Tuning on one data set, on a table of one's own and of the threshold, and what the winner's score is worth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np
import pandas as pd

from evalcore.counts import threshold_counts
from evalcore.resampling import (
    KFold,
    Nested,
    TunedTable,
    TwoNormals,
    WinnersWorth,
    drawn_set,
    grid,
    nested_fits,
    nested_steps,
    threshold_worth,
    training_effort,
    tunable,
)
from evalcore.resampling.learners import trained
from evalcore.resampling.results import mean_known
from evalcore.resampling.winners import fresh_f1
from evalcore.support.arrays import FloatArray, frozen
from evalcore.support.runs import Effort, Made
from evalcore.views.resampling.stacks import stacked

# Of 0, where a mean lies by more than two standard errors.
Side = Literal["unknown", "either", "below", "above"]

OUTER = 5
FEATURES = 20
COLUMN = 0.012
SEPARATION, PREVALENCE = 1.0, 0.3


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
    *_, made = tuning_steps(plan, at=at)
    assert made.whole is not None
    return made.whole


def tuning_effort(plan: TuningPlan) -> Effort:
    """What does the view of one data set take?

    Raises
    ------
    InputError
        If the grid is none.
    """
    n_settings = len(plan.settings)
    return training_effort(plan.learner, plan.n, nested_fits(n_settings, plan.k, OUTER) + n_settings)


def tuning_steps(plan: TuningPlan, *, at: int) -> Iterator[Made[TuningView]]:
    """Yield how far `tuning_view` is, outer round by outer round, and in the end what it returns."""
    make, rows = tunable(plan.learner).make, drawn_set(plan.problem, n=plan.n, at=at, rng=_rng(plan))
    methods, rng = {"outer": KFold(OUTER), "inner": KFold(plan.k)}, np.random.default_rng((plan.seed, at))
    for found in nested_steps(make, plan.settings, rows, **methods, rng=rng):
        yield Made(progress=0.9 * found.progress)
    truth = plan.problem.judge(_rng(plan))
    errors = [truth(trained(make(setting), rows.x, rows.y), rows.n) for setting in found.naive.settings]
    yield Made(progress=1.0, whole=TuningView(plan=plan, found=found, true_errors=frozen(np.array(errors))))


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


@dataclass(frozen=True, eq=False, kw_only=True)
class TableTuningView:
    """What the figure shows of tuning on given rows."""

    found: TunedTable

    @property
    def settings(self) -> tuple[float, ...]:
        """All settings."""
        return self.found.settings

    @property
    def lines(self) -> Mapping[str, FloatArray]:
        """What is drawn against the setting, (settings,) each."""
        training = np.array([mean_known(one) for one in self.found.training_errors])
        return {"validation": self.found.errors, "training": training}

    @property
    def best(self) -> int:
        """Place of the setting that wins."""
        return self.found.best

    @property
    def worst(self) -> float:
        """Largest error that is drawn."""
        return float(max(np.nanmax(line) for line in self.lines.values()))

    @property
    def rows(self) -> Mapping[str, ScoreRow]:
        """The winner's folds and the outer rounds: the scores that are drawn, from above down."""
        winner = self.found.round_errors[self.best]
        return {
            "naive": _rounds_of(winner, self.found.naive_error),
            "nested": _rounds_of(self.found.outer_errors, self.found.error),
        }

    @property
    def is_partial(self) -> bool:
        """Whether fewer outer rounds are done than were asked for."""
        return self.found.progress < 1

    def nearest(self, setting: float | None) -> int:
        """Return the place of the setting closest to this one; without one that of the winner."""
        return self.best if setting is None else int(np.argmin(np.abs(np.array(self.settings) - setting)))


def _rounds_of(errors: FloatArray, mean: float) -> ScoreRow:
    """Return a row of the rounds that judged a row."""
    return replace(score_row(errors[~np.isnan(errors)]), mean=mean)


@dataclass(frozen=True, eq=False, kw_only=True)
class ThresholdView:
    """What the figure shows: every threshold on one test set, and the best one's F1 over many.

    Parameters
    ----------
    settings : tuple of float
        The scores of the test set, ascending: each is a threshold.
    own, true : (settings,) float64
        F1 on the test set, and on infinitely many new rows.
    found : WinnersWorth
        Of the best threshold of many test sets, the first of which is drawn.
    """

    settings: tuple[float, ...]
    own: FloatArray
    true: FloatArray
    found: WinnersWorth

    @property
    def lines(self) -> Mapping[str, FloatArray]:
        """What is drawn against the threshold, (settings,) each."""
        return {"validation": self.own, "fresh": self.true}

    @property
    def best(self) -> int:
        """Place of the threshold with the largest F1; of equal ones the highest."""
        return len(self.own) - 1 - int(np.argmax(self.own[::-1]))

    @property
    def worst(self) -> float:
        """Largest F1 that is drawn."""
        return float(max(self.own.max(), self.true.max()))

    @property
    def rows(self) -> Mapping[str, ScoreRow]:
        """The scores that are drawn, from above down."""
        return {"naive": score_row(self.found.naive), "fresh": score_row(self.found.fresh)}

    @property
    def gap(self) -> ScoreRow:
        """F1 on the test set minus F1 on fresh data, of the chosen thresholds."""
        return score_row(self.found.naive - self.found.fresh)

    def nearest(self, setting: float | None) -> int:
        """Return the place of the threshold closest to this one; without one that of the winner."""
        return self.best if setting is None else int(np.argmin(np.abs(np.array(self.settings) - setting)))

    def to_frame(self) -> pd.DataFrame:
        """Return a row a threshold: F1 on the test set and on fresh data."""
        return pd.DataFrame({"threshold": self.settings, "f1": self.own, "fresh_f1": self.true})


def threshold_view(*, n: int, n_sets: int, seed: int) -> ThresholdView:
    """Return every threshold of the first of many test sets, and the best one's F1 over all.

    Raises
    ------
    InputError
        If a number is too small.
    """
    found = threshold_worth(
        n=n, n_sets=n_sets, separation=SEPARATION, prevalence=PREVALENCE, rng=np.random.default_rng(seed)
    )
    problem = TwoNormals(separation=SEPARATION, features=1, positive_share=PREVALENCE)
    rows = problem.draw(n, np.random.default_rng(seed))
    counts = threshold_counts(rows.y == 1, rows.x[:, 0])
    threshold = counts.threshold[:0:-1]
    own = (2 * counts.tp / (2 * counts.tp + counts.fp + counts.fn))[:0:-1]
    return ThresholdView(
        settings=tuple(threshold.tolist()),
        own=frozen(own.copy()),
        true=frozen(fresh_f1(threshold, separation=SEPARATION, prevalence=PREVALENCE)),
        found=found,
    )
