"""Tuning on rows somebody brought, in a process of its own: no fresh rows are there, so nothing tells the truth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from evalcore.resampling.apart import asked_apart
from evalcore.resampling.methods import KFold
from evalcore.resampling.results import mean_known
from evalcore.resampling.rows import Rows
from evalcore.resampling.worker import rows_parts
from evalcore.support.arrays import FloatArray, frozen


@dataclass(frozen=True, eq=False, kw_only=True)
class TunedTable:
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


def table_tuning_apart(
    rows: Rows,
    learner: str,
    settings: Sequence[float],
    *,
    k: int,
    outer: int,
    preparation: str | None = None,
    seed: int,
) -> Iterator[TunedTable]:
    """Yield what `nested_steps` finds on given rows, outer round by outer round; the process ends with the last taken.

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
    seed : int
        Of the generator.

    Yields
    ------
    TunedTable
        Of all outer rounds so far.

    Raises
    ------
    InputError
        Here if these rows cannot be dealt into so many folds; on the way if a learner refuses them.
    """
    for folds in (k, outer):
        KFold(folds, grouped=rows.groups is not None).assign(rows, np.random.default_rng(0))
    steps = asked_apart(
        "tune",
        learner=learner,
        settings=list(settings),
        k=k,
        outer=outer,
        preparation=preparation,
        seed=seed,
        **rows_parts(rows),
    )
    return (_told(tuple(settings), outer, answer) for answer in steps)


def _told(settings: tuple[float, ...], outer: int, answer: Mapping[str, Any]) -> TunedTable:
    return TunedTable(
        settings=settings,
        round_errors=frozen(np.array(answer["validation"], dtype=np.float64)),
        training_errors=frozen(np.array(answer["training"], dtype=np.float64)),
        chosen=tuple(answer["chosen"]),
        outer_errors=frozen(np.array(answer["outer_errors"], dtype=np.float64)),
        refit_error=answer["refit"],
        n_fits=answer["fits"],
        n_outer=outer,
    )
