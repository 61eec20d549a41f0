"""The long runs of the page of bias and variance in a process of their own: they hold up nobody else.

Each finds what the same steps find here, bit for bit; the process ends where no more is taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from evalcore.bias_variance import BootstrapSets, Learner, Simulation, Sweep, TableParts, TableSweep, TrainingSets
from evalcore.errors import Message
from evalcore.support.apart import answers_apart
from evalcore.views.bias_variance.curves import CurveSweep
from evalcore.views.bias_variance.worker import bootstrap_parts, parts, sets_parts

_WORKER: Final = "evalcore.views.bias_variance.worker"


def sweep_apart(sets: TrainingSets, learners: Sequence[Learner]) -> Iterator[Sweep]:
    """Yield what `sweep_steps` finds.

    Parameters
    ----------
    sets, learners
        As in `sweep_steps`.

    Yields
    ------
    Sweep
        Of all learners so far.
    """
    found = Sweep(simulations=(), n_learners=len(learners))
    for answer in _asked("sweep", learners, sets_parts(sets)):
        if "share" in answer:
            yield replace(found, share=answer["share"])
        else:
            one = _simulation(answer, sets, learners[found.n_done])
            found = replace(found, simulations=(*found.simulations, one))
            yield found


def curves_apart(sets: TrainingSets, learners: Sequence[Learner]) -> Iterator[CurveSweep]:
    """Yield what `curve_steps` finds.

    Parameters
    ----------
    sets, learners
        As in `curve_steps`.

    Yields
    ------
    CurveSweep
        Of all learners so far.
    """
    found = CurveSweep(sweep=Sweep(simulations=(), n_learners=len(learners)), lines=())
    for answer in _asked("curves", learners, sets_parts(sets)):
        if "share" in answer:
            yield found.at_share(answer["share"])
        else:
            found = found.and_one(_simulation(answer, sets, learners[found.n_done]), answer["line"])
            yield found


def table_sweep_apart(sets: BootstrapSets, learners: Sequence[Learner]) -> Iterator[TableSweep]:
    """Yield what `table_sweep_steps` finds.

    Parameters
    ----------
    sets, learners
        As in `table_sweep_steps`.

    Yields
    ------
    TableSweep
        Of all learners so far.
    """
    found = TableSweep(sets=sets, parts=(), n_learners=len(learners))
    for answer in _asked("table", learners, bootstrap_parts(sets)):
        if "share" in answer:
            yield replace(found, share=answer["share"])
        else:
            reason = answer.pop("reason")
            said = None if reason is None else Message.from_parts(reason)
            one = TableParts(**answer, learner=learners[len(found.parts)], reason=said)
            found = replace(found, parts=(*found.parts, one))
            yield found


def _asked(task: str, learners: Sequence[Learner], sets: dict[str, Any]) -> Iterator[dict[str, Any]]:
    return answers_apart(_WORKER, {"task": task, "learners": [parts(one) for one in learners], "sets": sets})


def _simulation(answer: dict[str, Any], sets: TrainingSets, learner: Learner) -> Simulation:
    predictions, fitted = answer["predictions"], answer["fitted"]
    return Simulation(
        sets=sets, learner=learner, predictions=predictions, fitted=predictions if fitted is None else fitted
    )
