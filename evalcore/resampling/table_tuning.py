"""Tuning on rows somebody brought: no fresh rows are there, so nothing tells the truth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from evalcore.resampling.learners import predicted
from evalcore.resampling.methods import KFold
from evalcore.resampling.nesting import Nested, nested_steps
from evalcore.resampling.preparation import prepared
from evalcore.resampling.results import mean_known
from evalcore.resampling.rows import Rows
from evalcore.resampling.settings import tunable
from evalcore.support.arrays import FloatArray
from evalcore.support.results import Result


@dataclass(frozen=True, eq=False, kw_only=True)
class TunedTable(Result):
    """The validation curve of given rows, and the nested estimate beside it as far as its outer rounds are done.

    Parameters
    ----------
    settings : tuple of float
    round_errors, training_errors : (settings, folds) float64
        Of the curve over all rows; nan where a fold judges no row.
    chosen : tuple of float
        The setting chosen in each outer round done.
    outer_errors : (outer rounds done,) float64
        Error of each, on rows that had no say in its choice.
    refit_error : float
        Training error of the model to use: the winner, trained once more on all rows.
    n_fits : int
        How often a learner was trained so far, that model included.
    n_outer : int
        How many outer rounds there are to be.
    """

    settings: tuple[float, ...]
    round_errors: FloatArray
    training_errors: FloatArray
    chosen: tuple[float, ...]
    outer_errors: FloatArray
    refit_error: float
    n_fits: int
    n_outer: int

    @property
    def progress(self) -> float:
        """How much is done, 0 to 1."""
        return len(self.chosen) / self.n_outer

    @property
    def errors(self) -> FloatArray:
        """Validation error of each setting, (settings,)."""
        return np.array([mean_known(one) for one in self.round_errors])

    @property
    def best(self) -> int:
        """Place of the setting with the least error; of equal ones the first."""
        return int(np.argmin(np.round(self.errors, 12)))  # as in `ValidationCurve`

    @property
    def naive_error(self) -> float:
        """The winner's own score, by which it was chosen."""
        return float(self.errors[self.best])

    @property
    def error(self) -> float:
        """Mean over the outer rounds: for choosing and training together."""
        return mean_known(self.outer_errors)

    @property
    def optimism(self) -> float:
        """How much better the winner's own score looks than the nested one."""
        return self.error - self.naive_error

    def to_frame(self) -> pd.DataFrame:
        """Return a row a setting: validation and training error."""
        training = [mean_known(one) for one in self.training_errors]
        return pd.DataFrame({"setting": self.settings, "error": self.errors, "training_error": training})


def table_tuning_steps(
    rows: Rows,
    learner: str,
    settings: Sequence[float],
    *,
    k: int,
    outer: int,
    preparation: str | None = None,
    rng: np.random.Generator,
) -> Iterator[TunedTable]:
    """Yield what `nested_steps` finds on given rows, outer round by outer round; take no more of it to stop.

    Parameters
    ----------
    rows : Rows
        Where they have groups, these stay together in all folds.
    learner : str
        One of `TUNABLE`.
    settings : sequence of float
    k, outer : int
        Folds that the settings are judged by, and those that judge the choice.
    preparation : "scaling" or "selection", optional
        What is done to the features, by the rows trained on in each fold.
    rng : numpy.random.Generator

    Yields
    ------
    TunedTable
        Of all outer rounds so far.

    Raises
    ------
    InputError
        If these rows cannot be dealt into so many folds, before anything long begins; or if a learner refuses them.
    """
    inside, judging = folds_of(rows, k, outer)
    make = tunable(learner).make
    steps = nested_steps(
        lambda setting: prepared(make(setting), preparation), settings, rows, outer=judging, inner=inside, rng=rng
    )
    return (_told(found, rows) for found in steps)


def folds_of(rows: Rows, k: int, outer: int) -> tuple[KFold, KFold]:
    """How are rows dealt to judge settings, and to judge the choice?

    Parameters
    ----------
    rows : Rows
        Where they have groups, these stay together.
    k, outer : int
        Folds of each.

    Returns
    -------
    tuple of KFold

    Raises
    ------
    InputError
        If these rows cannot be dealt so.
    """
    inside, judging = (KFold(folds, grouped=rows.groups is not None) for folds in (k, outer))
    for method in (inside, judging):
        method.assign(rows, np.random.default_rng(0))
    return inside, judging


def _told(found: Nested, rows: Rows) -> TunedTable:
    return TunedTable(
        settings=found.naive.settings,
        round_errors=found.naive.round_errors,
        training_errors=found.naive.training_errors,
        chosen=found.chosen,
        outer_errors=found.round_errors,
        refit_error=float((predicted(found.final, rows.x, rows.n) != rows.y).mean()),
        n_fits=found.n_fits,
        n_outer=found.outer.n_rounds,
    )
