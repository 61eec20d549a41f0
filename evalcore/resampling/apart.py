"""The long runs of this package in a process of their own: they hold up nobody who waits for something else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from evalcore.resampling.assignment import Assignment
from evalcore.resampling.comparison import Comparison
from evalcore.resampling.leaks import LeakHunt
from evalcore.resampling.methods import Method
from evalcore.resampling.pipelines import PIPELINES, PipelineHunt
from evalcore.resampling.problems import TwoNormals
from evalcore.resampling.results import ErrorEstimate, OnTrainingRows
from evalcore.resampling.rows import Rows
from evalcore.resampling.winners import WinnersWorth
from evalcore.resampling.worker import method_parts, rows_parts
from evalcore.support.apart import answers_apart
from evalcore.support.arrays import BoolArray, frozen

_WORKER: Final = "evalcore.resampling.worker"


def asked_apart(task: str, **asked: Any) -> Iterator[dict[str, Any]]:
    """Yield the answers of the worker to a task, as they come."""
    return answers_apart(_WORKER, {"task": task, **asked})


def compare_apart(
    problem: TwoNormals, learner: str, methods: Sequence[Method], *, n: int, n_sets: int, seed: int
) -> Iterator[Comparison]:
    """Yield what `compare_steps` finds, with a learner by its name; the process ends where no more is taken.

    Parameters
    ----------
    problem, methods, n, n_sets
        As in `compare`.
    learner : str
        One of `LEARNERS`.
    seed : int
        Of the generator.

    Yields
    ------
    Comparison
        Of all data sets so far.
    """
    parts = [method_parts(method) for method in methods]
    steps = asked_apart("compare", problem=vars(problem), learner=learner, methods=parts, n=n, n_sets=n_sets, seed=seed)
    errors, true_errors = np.empty((n_sets, len(methods))), np.empty(n_sets)
    for at, answer in enumerate(steps):
        errors[at], true_errors[at] = answer["errors"], answer["true"]
        yield Comparison(
            methods=tuple(methods),
            errors=frozen(errors[: at + 1].view()),
            true_errors=frozen(true_errors[: at + 1].view()),
            n_sets=n_sets,
            n_fits=tuple(answer["fits"]),
        )


def leak_apart(leak: str, *, n: int, n_sets: int, seed: int) -> Iterator[LeakHunt]:
    """Yield what `leak_steps` finds; the process ends where no more is taken.

    Parameters
    ----------
    leak, n, n_sets
        As in `leak_steps`.
    seed : int
        Of the generator.

    Yields
    ------
    LeakHunt
        Of all data sets so far.
    """
    found = np.empty((3, n_sets))
    for at, answer in enumerate(asked_apart("leak", leak=leak, n=n, n_sets=n_sets, seed=seed)):
        found[:, at] = answer["found"]
        leaking, clean, true = (frozen(one[: at + 1].view()) for one in found)
        yield LeakHunt(leak=leak, leaking=leaking, clean=clean, true=true, n_sets=n_sets)


def pipeline_apart(*, n: int, n_sets: int, seed: int) -> Iterator[PipelineHunt]:
    """Yield what `pipeline_steps` finds; the process ends where no more is taken.

    Parameters
    ----------
    n, n_sets
        As in `pipeline_steps`.
    seed : int
        Of the generator.

    Yields
    ------
    PipelineHunt
        Of all data sets so far.
    """
    estimates, true = np.empty((n_sets, len(PIPELINES))), np.empty(n_sets)
    for at, answer in enumerate(asked_apart("pipeline", n=n, n_sets=n_sets, seed=seed)):
        estimates[at], true[at] = answer["estimates"], answer["true"]
        done, known = frozen(estimates[: at + 1].view()), frozen(true[: at + 1].view())
        yield PipelineHunt(estimates=done, true=known, n_sets=n_sets)


def worth_apart(
    problem: TwoNormals,
    learner: str,
    settings: Sequence[float],
    *,
    n: int,
    n_sets: int,
    k: int,
    outer: int | None,
    seed: int,
) -> Iterator[WinnersWorth]:
    """Yield what `tuning_worth_steps` finds; the process ends where no more is taken.

    Parameters
    ----------
    problem, settings, n, n_sets
        As in `tuning_worth_steps`.
    learner : str
        One of `TUNABLE`.
    k : int
        Folds that the settings are judged by.
    outer : int, optional
        Folds of a nested estimate beside it.
    seed : int
        Of the generator.

    Yields
    ------
    WinnersWorth
        Of all data sets so far.
    """
    steps = asked_apart(
        "worth",
        problem=vars(problem),
        learner=learner,
        settings=list(settings),
        n=n,
        n_sets=n_sets,
        k=k,
        outer=outer,
        seed=seed,
    )
    scores = np.empty((4, n_sets))
    for at, answer in enumerate(steps):
        scores[:, at] = answer["found"]
        naive, inside, fresh, chosen = (frozen(one[: at + 1].view()) for one in scores)
        yield WinnersWorth(naive=naive, nested=inside, fresh=fresh, chosen=chosen, n_sets=n_sets)


@dataclass(frozen=True, eq=False)
class Estimates:
    """What several methods say of the same rows, as far as their rounds are done.

    Parameters
    ----------
    methods : tuple of Method
    answers : tuple of dict
        Of the worker, a round each, in the order of the methods.
    n_rounds : int
        Of all methods together.
    n : int
        Rows.
    """

    methods: tuple[Method, ...]
    answers: tuple[dict[str, Any], ...]
    n_rounds: int
    n: int

    @property
    def progress(self) -> float:
        """How much is done, 0 to 1."""
        return len(self.answers) / self.n_rounds

    def found(self) -> tuple[ErrorEstimate, ...]:
        """Return what each method says that has begun."""
        begun = {answer["method"] for answer in self.answers}
        return tuple(self._one(at, method) for at, method in enumerate(self.methods) if at in begun)

    def _one(self, at: int, method: Method) -> ErrorEstimate:
        mine = [answer for answer in self.answers if answer["method"] == at]
        last = mine[-1]
        seen = last["seen"]
        return ErrorEstimate(
            method=method,
            assignment=Assignment(
                times_trained=frozen(np.array([answer["trained"] for answer in mine], dtype=np.int64)),
                judged=self._marked(mine, "judged"),
            ),
            n_rounds=last["rounds"],
            wrong=self._marked(mine, "wrong"),
            one_class=last["one_class"],
            on_training_rows=None if seen is None else OnTrainingRows(error=seen[0], no_information_rate=seen[1]),
        )

    def _marked(self, answers: list[dict[str, Any]], name: str) -> BoolArray:
        marked = np.zeros((len(answers), self.n), dtype=bool)
        for line, answer in zip(marked, answers, strict=True):
            line[answer[name]] = True
        return frozen(marked)


def estimates_apart(
    rows: Rows, learner: str, methods: Sequence[Method], *, preparation: str | None = None, seed: int
) -> Iterator[Estimates]:
    """Yield what several methods say of given rows, round by round; the process ends where no more is taken.

    Parameters
    ----------
    rows : Rows
    learner : str
        One of `LEARNERS`.
    methods : sequence of Method
    preparation : "scaling" or "selection", optional
        What is done to the features, by the rows trained on in each round.
    seed : int
        Of the generator.

    Yields
    ------
    Estimates
        Of all rounds so far.

    Raises
    ------
    InputError
        Here if a method cannot split these rows; on the way if the learner refuses them.
    """
    n_rounds = sum(method.assign(rows, np.random.default_rng(0)).n_rounds for method in methods)
    steps = asked_apart(
        "estimate",
        learner=learner,
        preparation=preparation,
        methods=[method_parts(method) for method in methods],
        seed=seed,
        **rows_parts(rows),
    )
    return (Estimates(tuple(methods), answers, n_rounds, rows.n) for answers in _gathered(steps))


def _gathered(steps: Iterator[dict[str, Any]]) -> Iterator[tuple[dict[str, Any], ...]]:
    answers: list[dict[str, Any]] = []
    for answer in steps:
        answers.append(answer)
        yield tuple(answers)
