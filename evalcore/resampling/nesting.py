"""Tuning judged by rows that had no say in it: nested cross validation beside the winner's own score."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from evalcore.errors import InputError
from evalcore.resampling.assignment import Assignment
from evalcore.resampling.estimates import judged_wrongly
from evalcore.resampling.learners import Learner, trained
from evalcore.resampling.methods import KFold, Method
from evalcore.resampling.results import mean_known, ratio
from evalcore.resampling.rows import Rows
from evalcore.resampling.settings import Make
from evalcore.resampling.tuning import ValidationCurve, validation_curve
from evalcore.support.arrays import BoolArray, FloatArray, frozen
from evalcore.support.results import Result
from evalcore.support.text import shown


@dataclass(frozen=True, eq=False, kw_only=True)
class Nested(Result):
    """Tuning judged twice: by the winner's own score, and by rows that had no say in the choice.

    Parameters
    ----------
    naive : ValidationCurve
        Over all rows: it chooses the final setting, and its best error is the naive score.
    outer : Assignment
        The rounds of the outer method.
    chosen : tuple of float
        The setting chosen in each outer round done, from the rows that round trains on.
    wrong : (outer rounds done, n) bool
        Rows judged wrongly by the learner of that setting, trained on all rows of the round.
    n_inner_fits : int
        How often a learner was trained to choose, in the outer rounds done.
    final : Learner
        Of the final setting, trained on all rows: the model to use.
    """

    naive: ValidationCurve
    outer: Assignment
    chosen: tuple[float, ...]
    wrong: BoolArray
    n_inner_fits: int
    final: Learner

    @property
    def progress(self) -> float:
        """How much is done, 0 to 1."""
        return len(self.wrong) / self.outer.n_rounds

    @property
    def n_fits(self) -> int:
        """How often a learner was trained so far: to choose, for the outer rounds, and the final one."""
        return self.naive.n_fits + self.n_inner_fits + len(self.wrong) + 1

    @property
    def round_errors(self) -> FloatArray:
        """Error of each outer round, (outer rounds done,); nan where it judges no row."""
        return ratio(np.count_nonzero(self.wrong, axis=1), self.outer.judged_sizes[: len(self.wrong)])

    @property
    def naive_error(self) -> float:
        """The winner's own score: the least error of the validation curve."""
        return self.naive.best_error

    @property
    def error(self) -> float:
        """Mean over the outer rounds: an honest estimate for tuning and training together."""
        return mean_known(self.round_errors)

    @property
    def optimism(self) -> float:
        """How much better the naive score looks than the nested one."""
        return self.error - self.naive_error


def nested(
    make: Make,
    settings: Sequence[float],
    rows: Rows,
    *,
    outer: Method | None = None,
    inner: Method | None = None,
    rng: np.random.Generator,
) -> Nested:
    """What is a tuned learner worth, judged on rows that had no say in the tuning?

    Parameters
    ----------
    make, settings, rows, rng
        As in `validation_curve`.
    outer, inner : Method, optional
        `KFold`, `HoldOut` or `LeaveOneOut`: the outer rounds judge; within the rows that each of them trains on, and
        over all rows for the naive score and the final setting, the inner method chooses. By default stratified 5-fold.

    Returns
    -------
    Nested

    Raises
    ------
    InputError
        If there is no setting, a method cannot split the rows, the outer one is a bootstrap or the training error, or a
        learner refuses the rows.
    """
    *_, found = nested_steps(make, settings, rows, outer=outer, inner=inner, rng=rng)
    return found


def nested_fits(n_settings: int, k: int, outer: int) -> int:
    """How often does nested cross validation train a learner to choose: over all rows, and in each outer round?

    >>> nested_fits(11, 5, 5)
    330
    """
    return n_settings * k * (outer + 1)


def nested_steps(
    make: Make,
    settings: Sequence[float],
    rows: Rows,
    *,
    outer: Method | None = None,
    inner: Method | None = None,
    rng: np.random.Generator,
) -> Iterator[Nested]:
    """Yield what `nested` has found so far, outer round by outer round; take no more of it to stop.

    Parameters
    ----------
    make, settings, rows, outer, inner, rng
        As in `nested`.

    Yields
    ------
    Nested
        Of all outer rounds so far.
    """
    choose, judge = inner or KFold(5), outer or KFold(5)
    naive = validation_curve(make, settings, rows, method=choose, rng=rng)
    rounds = judge.assign(rows, rng)
    if rounds.times_trained.max() > 1 or (rounds.judged & (rounds.times_trained > 0)).any():
        raise InputError(
            "outer must keep the rows that judge apart, and take each other row once; got {method}. Choose a hold-out, "
            "k-fold cross validation or leave-one-out.",
            method=shown(judge),
        )
    return _rounds(make, rows, naive, rounds, choose=choose, rng=rng)


def _rounds(
    make: Make, rows: Rows, naive: ValidationCurve, outer: Assignment, *, choose: Method, rng: np.random.Generator
) -> Iterator[Nested]:
    final = trained(make(naive.best_setting), rows.x, rows.y)
    chosen: list[float] = []
    wrong, fits = np.zeros(outer.judged.shape, dtype=bool), 0
    for at in range(outer.n_rounds):
        inner = validation_curve(make, naive.settings, rows.some(outer.trained_rows(at)), method=choose, rng=rng)
        chosen.append(inner.best_setting)
        wrong[at], _ = judged_wrongly(make(inner.best_setting), rows, outer, at)
        fits += inner.n_fits
        yield Nested(
            naive=naive,
            outer=outer,
            chosen=tuple(chosen),
            wrong=frozen(wrong[: at + 1].view()),
            n_inner_fits=fits,
            final=final,
        )
