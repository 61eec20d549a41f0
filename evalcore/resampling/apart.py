"""The long runs of this package in a process of their own: they hold up nobody who waits for something else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import numpy as np

from evalcore.resampling.comparison import Comparison
from evalcore.resampling.leaks import LeakHunt
from evalcore.resampling.methods import Method
from evalcore.resampling.problems import TwoNormals
from evalcore.resampling.winners import WinnersWorth
from evalcore.resampling.worker import method_parts
from evalcore.support.apart import answers_apart
from evalcore.support.arrays import frozen

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
