"""How wrong a learner will be on new rows, as each evaluation method says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from evalcore.intervals.percentiles import Progress
from evalcore.resampling.assignment import Assignment
from evalcore.resampling.learners import Learner, as_learner, predicted, trained
from evalcore.resampling.methods import Bootstrap, KFold, Method
from evalcore.resampling.preparation import prepared
from evalcore.resampling.results import ErrorEstimate, OnTrainingRows
from evalcore.resampling.rows import Rows, as_rows
from evalcore.support.arrays import BoolArray, frozen
from evalcore.support.results import Result


def estimate_error(
    learner: Learner,
    x: ArrayLike,
    y: ArrayLike,
    *,
    method: Method | None = None,
    groups: ArrayLike | None = None,
    rng: np.random.Generator,
    progress: Progress | None = None,
) -> ErrorEstimate:
    """How wrong will a learner be on new rows, judged by one evaluation method?

    Parameters
    ----------
    learner : Learner
        Any classifier of scikit-learn, or one by name from `resampling.learner`; it is copied and stays untrained.
    x : (n, features)
        Finite numbers.
    y : (n,)
        The class of each row, at least two.
    method : Method, optional
        `HoldOut`, `KFold`, `LeaveOneOut`, `Bootstrap` or `TrainingError`; by default stratified 10-fold.
    groups : (n,), optional
        What each row belongs to, for methods that keep groups together.
    rng : numpy.random.Generator
    progress : callable, optional
        Called with the share that is done; raise an exception in it to stop.

    Returns
    -------
    ErrorEstimate

    Raises
    ------
    InputError
        If x, y or groups cannot be used, the method cannot split these rows, or the learner refuses them.

    Notes
    -----
    *Undefined when* no row is judged: a bootstrap whose rounds all drew every row.

    References
    ----------
    B. Efron, R. Tibshirani, Improvements on cross-validation: the .632+ bootstrap method, Journal of the American
    Statistical Association 92 (1997) 548-560, https://doi.org/10.1080/01621459.1997.10474007
    Y. Bengio, Y. Grandvalet, No unbiased estimator of the variance of k-fold cross-validation, Journal of Machine
    Learning Research 5 (2004) 1089-1105

    Examples
    --------
    >>> from evalcore import resampling
    >>> x, y = np.zeros((60, 1)), np.arange(60) % 2
    >>> rule, rng = resampling.learner("majority"), np.random.default_rng(0)
    >>> [estimate_error(rule, x, y, method=m, rng=rng).error for m in (resampling.LeaveOneOut(), resampling.KFold(10))]
    [1.0, 0.5]
    """
    found = None
    for found in estimate_steps(learner, as_rows(x, y, groups), method=method or KFold(), rng=rng):
        if progress is not None:
            progress(found.progress)
    assert found is not None  # every method has a round
    return found


def estimate_steps(
    learner: Learner, rows: Rows, *, method: Method, rng: np.random.Generator
) -> Iterator[ErrorEstimate]:
    """Yield what `estimate_error` has found so far, round by round; take no more of it to stop.

    Parameters
    ----------
    learner, method, rng
        As in `estimate_error`.
    rows : Rows

    Yields
    ------
    ErrorEstimate
        Of all rounds so far.

    Raises
    ------
    InputError
        As in `estimate_error`; where the method cannot split the rows, before the first round.
    """
    return _steps(learner, rows, method, method.assign(rows, rng))


def _steps(learner: Learner, rows: Rows, method: Method, assignment: Assignment) -> Iterator[ErrorEstimate]:
    seen = (
        _on_training_rows(learner, rows)
        if isinstance(method, Bootstrap) and method.n_fits(rows) > method.rounds
        else None
    )
    wrong, one_class = np.zeros(assignment.judged.shape, dtype=bool), 0
    for at in range(assignment.n_rounds):
        wrong[at], only = judged_wrongly(learner, rows, assignment, at)
        one_class += only
        yield ErrorEstimate(
            method=method,
            assignment=assignment.first(at + 1),
            n_rounds=assignment.n_rounds,
            wrong=frozen(wrong[: at + 1].view()),
            one_class=one_class,
            on_training_rows=seen,
        )


@dataclass(frozen=True, eq=False, kw_only=True)
class Estimates(Result):
    """What several methods say of the same rows, as far as their rounds are done.

    Parameters
    ----------
    found : tuple of ErrorEstimate
        Of the methods that have begun, in their order.
    n_done, n_rounds : int
        Rounds done, and all there are to be, of all methods together.
    """

    found: tuple[ErrorEstimate, ...]
    n_done: int
    n_rounds: int

    @property
    def progress(self) -> float:
        """How much is done, 0 to 1."""
        return self.n_done / self.n_rounds


def estimates_steps(
    learner: Learner | str,
    rows: Rows,
    methods: Sequence[Method],
    *,
    preparation: str | None = None,
    rng: np.random.Generator,
) -> Iterator[Estimates]:
    """Yield what several methods say of given rows, round by round; take no more of it to stop.

    Parameters
    ----------
    learner : Learner or str
        Or the name of one, of `LEARNERS`.
    rows : Rows
    methods : sequence of Method
    preparation : "scaling" or "selection", optional
        What is done to the features, by the rows trained on in each round.
    rng : numpy.random.Generator

    Yields
    ------
    Estimates
        Of all rounds so far.

    Raises
    ------
    InputError
        If a method cannot split these rows, before the first round, or the learner refuses them.
    """
    n_rounds, n_done = rounds_of(methods, rows), 0
    ready = prepared(as_learner(learner), preparation)
    found: list[ErrorEstimate] = []
    for method in methods:
        before = tuple(found)
        for one in estimate_steps(ready, rows, method=method, rng=rng):
            n_done += 1
            found = [*before, one]
            yield Estimates(found=tuple(found), n_done=n_done, n_rounds=n_rounds)


def rounds_of(methods: Sequence[Method], rows: Rows) -> int:
    """How many rounds do several methods have on these rows?

    Parameters
    ----------
    methods : sequence of Method
    rows : Rows

    Returns
    -------
    int

    Raises
    ------
    InputError
        If a method cannot split these rows.
    """
    return sum(method.assign(rows, np.random.default_rng(0)).n_rounds for method in methods)


def judged_wrongly(learner: Learner, rows: Rows, assignment: Assignment, at: int) -> tuple[BoolArray, bool]:
    """Return which rows one round judges wrongly, (n,), and whether it had one class only to train on."""
    places, judged = assignment.trained_rows(at), assignment.judged[at]
    y = rows.y[places]
    ready = trained(learner, rows.x[places], y)
    wrong = np.zeros(rows.n, dtype=bool)
    wrong[judged] = predicted(ready, rows.x[judged], len(places)) != rows.y[judged]
    return wrong, bool((y == y[0]).all())


def _on_training_rows(learner: Learner, rows: Rows) -> OnTrainingRows:
    """Return the training error, and the one to expect if predictions and classes were paired at random."""
    said = predicted(trained(learner, rows.x, rows.y), rows.x, rows.n)
    n_classes = len(rows.classes)
    together = np.bincount(said, minlength=n_classes) / rows.n * rows.class_counts / rows.n
    return OnTrainingRows(error=float(np.mean(said != rows.y)), no_information_rate=float(1 - together.sum()))
