"""What the process of `apart` does: it trains learners on the sets it is given, and answers learner by learner."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from types import MappingProxyType
from typing import Any, Final

from evalcore.bias_variance import (
    BootstrapSets,
    CurveProblem,
    Forest,
    LearnTable,
    LinearSVM,
    NearestNeighbours,
    PlaneProblem,
    Polynomial,
    RadialSVM,
    RandomFeatures,
    Ridge,
    Simulation,
    TrainingSets,
    Tree,
    sweep_steps,
    table_sweep_steps,
)
from evalcore.views.bias_variance.curves import curve_steps

Plain = dict[str, Any]
_KINDS: Final[Mapping[str, Callable[..., Any]]] = MappingProxyType(
    {
        kind.__name__: kind
        for kind in (
            *(CurveProblem, PlaneProblem),
            *(Polynomial, Ridge, RandomFeatures, NearestNeighbours, Tree, Forest, LinearSVM, RadialSVM),
        )
    }
)


def parts(one: object) -> list[Any]:
    """Return a problem or a learner as a JSON list can hold it."""
    return [type(one).__name__, vars(one)]


def made(found: list[Any]) -> Any:
    """Return the problem or the learner whose parts these are."""
    name, options = found
    return _KINDS[name](**options)


def sets_parts(sets: TrainingSets) -> Plain:
    """Return training sets as a question can hold them."""
    return {**vars(sets), "problem": parts(sets.problem)}


def bootstrap_parts(sets: BootstrapSets) -> Plain:
    """Return what learners see of bootstrap sets."""
    table = sets.table
    return {
        "y": table.y,
        "classes": list(table.classes),
        "held_out": sets.held_out,
        "drawn": sets.drawn,
        "x": sets.x,
    }


def answers(asked: Mapping[str, Any]) -> Iterator[Plain]:
    """Yield what learners make of sets, step by step; see `apart`, which asks."""
    return _TASKS[asked["task"]](asked)


def _sets(asked: Mapping[str, Any]) -> TrainingSets:
    found = {field.name: asked["sets"][field.name] for field in fields(TrainingSets)}
    return TrainingSets(**{**found, "problem": made(found["problem"])})


def _table_sets(asked: Mapping[str, Any]) -> BootstrapSets:
    found = asked["sets"]
    table = LearnTable(
        task="classification" if found["classes"] else "regression",
        target="",
        columns=(),
        features=(),
        x=found["x"],
        y=found["y"],
        classes=tuple(found["classes"]),
        notes=(),
    )
    return BootstrapSets(table=table, held_out=found["held_out"], drawn=found["drawn"], x=found["x"])


def _learners(asked: Mapping[str, Any]) -> list[Any]:
    return [made(one) for one in asked["learners"]]


def _swept(asked: Mapping[str, Any]) -> Iterator[Plain]:
    for found in sweep_steps(_sets(asked), _learners(asked)):
        yield {"share": found.share} if found.share else _predicted(found.simulations[-1])


def _along_curves(asked: Mapping[str, Any]) -> Iterator[Plain]:
    for found in curve_steps(_sets(asked), _learners(asked)):
        share, done = found.sweep.share, found.sweep.simulations
        yield {"share": share} if share else {**_predicted(done[-1]), "line": found.lines[-1]}


def _predicted(found: Simulation) -> Plain:
    fitted = None if found.fitted is found.predictions else found.fitted
    return {"predictions": found.predictions, "fitted": fitted}


def _of_table(asked: Mapping[str, Any]) -> Iterator[Plain]:
    for found in table_sweep_steps(_table_sets(asked), _learners(asked)):
        if found.share:
            yield {"share": found.share}
            continue
        one = vars(found.parts[-1])
        reason = one["reason"]
        yield {name: value for name, value in one.items() if name != "learner"} | {
            "reason": None if reason is None else reason.parts()
        }


_TASKS: Final[Mapping[str, Callable[[Mapping[str, Any]], Iterator[Plain]]]] = MappingProxyType(
    {"sweep": _swept, "curves": _along_curves, "table": _of_table}
)
