"""What the process of `apart` does: it trains learners as it is asked to, and answers in plain values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

import numpy as np

from evalcore.resampling.comparison import compare_steps
from evalcore.resampling.estimates import estimate_steps
from evalcore.resampling.leaks import leak_steps
from evalcore.resampling.learners import Learner, predicted
from evalcore.resampling.learners import learner as named
from evalcore.resampling.methods import Bootstrap, HoldOut, KFold, LeaveOneOut, Method, TrainingError
from evalcore.resampling.nesting import nested_steps
from evalcore.resampling.pipelines import pipeline_steps
from evalcore.resampling.preparation import Prepared
from evalcore.resampling.problems import TwoNormals
from evalcore.resampling.rows import Rows
from evalcore.resampling.settings import tunable
from evalcore.resampling.winners import tuning_worth_steps
from evalcore.support.arrays import frozen

Plain = dict[str, Any]
_METHODS: Final = MappingProxyType(
    {kind.__name__: kind for kind in (TrainingError, HoldOut, KFold, LeaveOneOut, Bootstrap)}
)


def method_parts(method: Method) -> list[Any]:
    """Return a method as a JSON list can hold it."""
    return [type(method).__name__, vars(method)]


def method_of(parts: list[Any]) -> Method:
    """Return the method whose parts these are."""
    name, options = parts
    made: Method = _METHODS[name](**options)
    return made


def answers(asked: Mapping[str, Any]) -> Iterator[Plain]:
    """Yield what a task finds, step by step; see `apart`, which asks."""
    return _TASKS[asked["task"]](asked)


def _rng(asked: Mapping[str, Any]) -> np.random.Generator:
    return np.random.default_rng(asked["seed"])


def _compared(asked: Mapping[str, Any]) -> Iterator[Plain]:
    methods = [method_of(parts) for parts in asked["methods"]]
    problem, learner = TwoNormals(**asked["problem"]), named(asked["learner"])
    for found in compare_steps(problem, learner, methods, n=asked["n"], n_sets=asked["n_sets"], rng=_rng(asked)):
        yield {"errors": found.errors[-1].tolist(), "true": float(found.true_errors[-1]), "fits": found.n_fits}


def _leaking(asked: Mapping[str, Any]) -> Iterator[Plain]:
    for found in leak_steps(asked["leak"], n=asked["n"], n_sets=asked["n_sets"], rng=_rng(asked)):
        yield {"found": [float(one[-1]) for one in (found.leaking, found.clean, found.true)]}


def _dealt(asked: Mapping[str, Any]) -> Iterator[Plain]:
    for found in pipeline_steps(n=asked["n"], n_sets=asked["n_sets"], rng=_rng(asked)):
        yield {"estimates": found.estimates[-1].tolist(), "true": float(found.true[-1])}


def _winners(asked: Mapping[str, Any]) -> Iterator[Plain]:
    make, outer = tunable(asked["learner"]).make, KFold(asked["outer"]) if asked["outer"] else None
    steps = tuning_worth_steps(
        TwoNormals(**asked["problem"]),
        make,
        asked["settings"],
        n=asked["n"],
        n_sets=asked["n_sets"],
        method=KFold(asked["k"]),
        outer=outer,
        rng=_rng(asked),
    )
    for found in steps:
        yield {"found": [float(one[-1]) for one in (found.naive, found.nested, found.fresh, found.chosen)]}


def _estimated(asked: Mapping[str, Any]) -> Iterator[Plain]:
    learner = prepared(named(asked["learner"]), asked["preparation"])
    rows, rng = rows_of(asked), _rng(asked)
    for at, parts in enumerate(asked["methods"]):
        for found in estimate_steps(learner, rows, method=method_of(parts), rng=rng):
            seen = found.on_training_rows
            yield {
                "method": at,
                "wrong": np.flatnonzero(found.wrong[-1]).tolist(),
                "trained": found.assignment.times_trained[-1].tolist(),
                "judged": np.flatnonzero(found.assignment.judged[-1]).tolist(),
                "rounds": found.n_rounds,
                "one_class": found.one_class,
                "seen": None if seen is None else [seen.error, seen.no_information_rate],
            }


def _tuned(asked: Mapping[str, Any]) -> Iterator[Plain]:
    rows, make = rows_of(asked), tunable(asked["learner"]).make
    outer, inner = (KFold(asked[name], grouped=rows.groups is not None) for name in ("outer", "k"))
    steps = nested_steps(
        lambda setting: prepared(make(setting), asked["preparation"]),
        asked["settings"],
        rows,
        outer=outer,
        inner=inner,
        rng=_rng(asked),
    )
    for found in steps:
        yield {
            "validation": found.naive.round_errors.tolist(),
            "training": found.naive.training_errors.tolist(),
            "chosen": found.chosen,
            "outer_errors": found.round_errors.tolist(),
            "refit": float((predicted(found.final, rows.x, rows.n) != rows.y).mean()),
            "fits": found.n_fits,
        }


def prepared(learner: Learner, preparation: str | None) -> Learner:
    """Return a learner with what is done to features before it, if anything."""
    return learner if preparation is None else Prepared(learner, preparation)


def rows_parts(rows: Rows) -> Plain:
    """Return rows as a JSON object can hold them."""
    groups = None if rows.groups is None else rows.groups.tolist()
    return {"x": rows.x.tolist(), "y": rows.y.tolist(), "classes": list(rows.classes), "groups": groups}


def rows_of(asked: Mapping[str, Any]) -> Rows:
    """Return the rows whose parts a question has."""
    groups = asked["groups"]
    return Rows(
        x=frozen(np.array(asked["x"], dtype=np.float64)),
        y=frozen(np.array(asked["y"], dtype=np.int64)),
        classes=tuple(asked["classes"]),
        groups=None if groups is None else frozen(np.array(groups, dtype=np.int64)),
    )


_TASKS: Final[Mapping[str, Callable[[Mapping[str, Any]], Iterator[Plain]]]] = MappingProxyType(
    {
        "compare": _compared,
        "leak": _leaking,
        "pipeline": _dealt,
        "worth": _winners,
        "estimate": _estimated,
        "tune": _tuned,
    }
)
