"""The rounds of one method on one data set: who is trained on, who is judged, and what each round says."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np

from evalcore.resampling import (
    Bootstrap,
    ErrorEstimate,
    LeaveOneOut,
    Method,
    Rows,
    TrainingError,
    drawn_set,
    learner,
    training_effort,
)
from evalcore.resampling.estimates import estimate_steps
from evalcore.resampling.problems import trained_on
from evalcore.support.arrays import FloatArray, IntArray
from evalcore.support.runs import Effort, Made
from evalcore.views.resampling.plan import FOLDS, REPEATED, SHARES, Plan

Shown = Literal["holdout", "kfold", "loo", "bootstrap", "training"]
# Of the grid: lines, which every number of folds divides, and samples that are drawn.
LINES: Final = 60
MOST_COLUMNS: Final = 60
# What a cell holds: out of the round, trained on once, twice, more often, judged on. A figure sends each as a letter,
# and these are none of those that are escaped on the way.
OUT, ONCE, TWICE, OFTEN, JUDGED = 0.0, 0.26, 0.52, 0.76, 1.0


@dataclass(frozen=True, eq=False, kw_only=True)
class RoundsStep:
    """What is shown of a method at one setting.

    Parameters
    ----------
    setting : float
    found : ErrorEstimate
    cells : (60, samples drawn) float64
        From the last round up; each round has as many lines.
    errors : (rounds drawn,) float64
    times_judged : (samples drawn,) int64
    """

    setting: float
    found: ErrorEstimate
    cells: FloatArray
    errors: FloatArray
    times_judged: IntArray

    @property
    def n_shown(self) -> int:
        """How many rounds are drawn."""
        return len(self.errors)

    @property
    def low(self) -> float:
        """The least error of a round; nan where none judged a row."""
        return float(min(self.known, default=math.nan))

    @property
    def high(self) -> float:
        """The largest error of a round; nan where none judged a row."""
        return float(max(self.known, default=math.nan))

    @property
    def known(self) -> FloatArray:
        """The errors of the rounds that judged a row."""
        return self.found.round_errors[~np.isnan(self.found.round_errors)]


@dataclass(frozen=True, eq=False, kw_only=True)
class RoundsView:
    """What the figure shows of the rounds of a method, setting by setting.

    Parameters
    ----------
    shown : str
        Which method.
    steps : tuple of RoundsStep
    rows : Rows
    columns : (samples drawn,) int64
        Which samples are drawn: by class, then by group.
    true_error : float
        Of the learner trained on all rows of this data set.
    """

    shown: Shown
    steps: tuple[RoundsStep, ...]
    rows: Rows
    columns: IntArray
    true_error: float

    @property
    def n_first(self) -> int:
        """How many of the samples drawn are of the first class: they stand at the left."""
        return int(np.count_nonzero(self.rows.y[self.columns] == 0))

    def farthest_off(self, step: RoundsStep) -> float:
        """Return how far the round that is worst off lies from the true error; nan where none judged a row."""
        return float(max(np.abs(step.known - self.true_error), default=math.nan))

    def nearest(self, setting: float) -> int:
        """Return the place of the setting closest to this one."""
        return int(np.argmin([abs(step.setting - setting) for step in self.steps]))


def rounds_view(plan: Plan, shown: Shown, *, at: int) -> RoundsView:
    """Return the rounds of a method on one of the data sets of the plan, at each of its settings.

    Raises
    ------
    InputError
        If the method cannot split these rows, or the learner refuses them.
    """
    *_, made = rounds_steps(plan, shown, at=at)
    assert made.whole is not None
    return made.whole


def rounds_effort(plan: Plan, shown: Shown, *, at: int) -> Effort:
    """What do the rounds of a method take, at all of its settings?

    Raises
    ------
    InputError
        If the method cannot split these rows.
    """
    rows = _rows(plan, at)
    fits = sum(method.n_fits(rows) for _setting, method in _methods(plan, rows, shown))
    return training_effort(plan.learner, plan.n, fits + 1)


def rounds_steps(plan: Plan, shown: Shown, *, at: int) -> Iterator[Made[RoundsView]]:
    """Yield how far `rounds_view` is, round by round, and in the end what it returns; take no more of it to stop."""
    rows = _rows(plan, at)
    named, columns, steps = learner(plan.learner), _columns(rows), []
    methods = [*_methods(plan, rows, shown)]
    n_done, n_fits = 0, sum(method.n_fits(rows) for _setting, method in methods)
    for setting, method in methods:
        for found in estimate_steps(named, rows, method=method, rng=np.random.default_rng((plan.seed, at))):
            yield Made(progress=(n_done + len(found.wrong)) / (n_fits + 1))
        n_done += method.n_fits(rows)
        steps.append(_step(setting, found, columns))
    truth = plan.problem.judge(np.random.default_rng(plan.seed))
    yield Made(
        progress=1.0,
        whole=RoundsView(
            shown=shown, steps=tuple(steps), rows=rows, columns=columns, true_error=truth(*trained_on(named, rows))
        ),
    )


def _rows(plan: Plan, at: int) -> Rows:
    return drawn_set(plan.problem, n=plan.n, at=at, rng=np.random.default_rng(plan.seed))


def following(at: int, n_sets: int) -> int:
    """Return the place of the data set that comes next; after the last the first."""
    return (at + 1) % n_sets


def _methods(plan: Plan, rows: Rows, shown: Shown) -> Iterator[tuple[float, Method]]:
    if shown == "holdout":
        yield from ((share, plan.hold_out(share, REPEATED)) for share in SHARES)
    elif shown == "kfold":
        yield from ((float(k), plan.folds(k)) for k in FOLDS if k <= plan.estimators(rows)["kfold"][-1][0])
    elif shown == "bootstrap":
        yield 0.0, Bootstrap(plan.rounds, ".632+")
    else:
        yield 0.0, LeaveOneOut(plan.grouped) if shown == "loo" else TrainingError()


def _columns(rows: Rows) -> IntArray:
    """Return which samples are drawn, by class and group; of many, some at even distances."""
    groups = np.zeros(rows.n) if rows.groups is None else rows.groups
    order = np.lexsort((np.arange(rows.n), groups, rows.y))
    if rows.n <= MOST_COLUMNS:
        return order
    return order[np.linspace(0, rows.n - 1, MOST_COLUMNS).round().astype(np.int64)]


def _step(setting: float, found: ErrorEstimate, columns: IntArray) -> RoundsStep:
    n_shown = min(found.n_rounds, LINES)
    return RoundsStep(
        setting=setting,
        found=found,
        cells=cells(found.assignment.table[:n_shown, columns]),
        errors=found.round_errors[:n_shown],
        times_judged=found.assignment.times_judged[columns],
    )


def cells(table: IntArray) -> FloatArray:
    """What does each line of the grid hold: rounds one below the other, a line between them where there is room?

    Parameters
    ----------
    table : (rounds, samples) int64
        Of an assignment.

    Returns
    -------
    (60, samples) float64
        The last line first, as a map is drawn.
    """
    values = np.select([table < 0, table == 0, table == 1, table == 2], [JUDGED, OUT, ONCE, TWICE], OFTEN)
    rounds = np.arange(LINES) * len(table) // LINES
    found = values[rounds].astype(np.float64)
    if LINES // len(table) >= 3:
        found[np.append(np.diff(rounds) > 0, True)] = OUT
    return found[::-1]
