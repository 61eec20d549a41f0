"""Choosing a setting by its estimated error: the validation curve."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from evalcore.errors import InputError
from evalcore.resampling.assignment import Assignment
from evalcore.resampling.learners import Learner, predicted, trained
from evalcore.resampling.methods import KFold, Method
from evalcore.resampling.results import mean_known
from evalcore.resampling.rows import Rows
from evalcore.resampling.settings import Make
from evalcore.support.arrays import FloatArray, frozen
from evalcore.support.results import Result


@dataclass(frozen=True, eq=False, kw_only=True)
class ValidationCurve(Result):
    """The error of each setting on the same rounds, as far as they are done.

    Parameters
    ----------
    settings : tuple of float
        All of them.
    assignment : Assignment
        The same for all settings, so that they differ by nothing else.
    round_errors : (settings done, rounds) float64
        nan where a round judges no row.
    training_errors : (settings done, rounds) float64
        On the rows that each round trains on, as often as it has them.
    """

    settings: tuple[float, ...]
    assignment: Assignment
    round_errors: FloatArray
    training_errors: FloatArray

    @property
    def progress(self) -> float:
        """How much is done, 0 to 1."""
        return len(self.round_errors) / len(self.settings)

    @property
    def n_fits(self) -> int:
        """How often a learner was trained so far."""
        return self.round_errors.size

    @property
    def errors(self) -> FloatArray:
        """Mean error over the rounds of each setting, (settings done,)."""
        return np.array([mean_known(one) for one in self.round_errors])

    @property
    def best(self) -> int:
        """Place of the setting with the least error; of equal ones the first."""
        return int(np.argmin(np.round(self.errors, 12)))  # means of the same errors in another order are equal

    @property
    def best_setting(self) -> float:
        """The setting that wins."""
        return self.settings[self.best]

    @property
    def best_error(self) -> float:
        """The winner's own score: too good, since it was chosen for it."""
        return float(self.errors[self.best])

    def to_frame(self) -> pd.DataFrame:
        """Return a row a setting: validation and training error, and the spread over rounds."""
        more = len(self.assignment.judged) > 1
        spread = np.nanstd(self.round_errors, axis=1, ddof=1) if more else np.full(len(self.round_errors), np.nan)
        return pd.DataFrame(
            {
                "setting": self.settings[: len(self.round_errors)],
                "error": self.errors,
                "spread": spread,
                "training_error": self.training_errors.mean(axis=1),
            }
        )


def validation_curve(
    make: Make, settings: Sequence[float], rows: Rows, *, method: Method | None = None, rng: np.random.Generator
) -> ValidationCurve:
    """Which setting has the least estimated error?

    Parameters
    ----------
    make : callable
        setting -> learner.
    settings : sequence of float
        At least one, such as those of `grid`.
    rows : Rows
    method : Method, optional
        By default stratified 10-fold.
    rng : numpy.random.Generator

    Returns
    -------
    ValidationCurve

    Raises
    ------
    InputError
        If there is no setting, the method cannot split these rows, or a learner refuses them.
    """
    *_, found = validation_steps(make, settings, rows, method=method, rng=rng)
    return found


def validation_steps(
    make: Make, settings: Sequence[float], rows: Rows, *, method: Method | None = None, rng: np.random.Generator
) -> Iterator[ValidationCurve]:
    """Yield what `validation_curve` has found so far, setting by setting; take no more of it to stop.

    Parameters
    ----------
    make, settings, rows, method, rng
        As in `validation_curve`.

    Yields
    ------
    ValidationCurve
        Of all settings so far.
    """
    if not len(settings):
        raise InputError("settings must name at least one setting; got none. Choose a range and a step.")
    return _curve(make, tuple(settings), rows, (method or KFold()).assign(rows, rng))


def _curve(make: Make, settings: tuple[float, ...], rows: Rows, assignment: Assignment) -> Iterator[ValidationCurve]:
    judged, trained_ = np.empty((2, len(settings), assignment.n_rounds))
    for i, setting in enumerate(settings):
        for at in range(assignment.n_rounds):
            judged[i, at], trained_[i, at] = _both_errors(make(setting), rows, assignment, at)
        yield ValidationCurve(
            settings=settings,
            assignment=assignment,
            round_errors=frozen(judged[: i + 1].view()),
            training_errors=frozen(trained_[: i + 1].view()),
        )


def _both_errors(learner: Learner, rows: Rows, assignment: Assignment, at: int) -> tuple[float, float]:
    """Return the error of one round on the rows it judges, nan of none, and on those it trains on."""
    places, judged = assignment.trained_rows(at), assignment.judged[at]
    x, y = rows.x[places], rows.y[places]
    ready = trained(learner, x, y)
    fresh = predicted(ready, rows.x[judged], len(places)) != rows.y[judged]
    return float(fresh.mean()) if len(fresh) else float("nan"), float((predicted(ready, x, len(places)) != y).mean())
