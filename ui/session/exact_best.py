"""The best threshold of all scores of a source, by a wish: cells that might hold a better one are read again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

import streamlit as st

from evalcore import engine
from evalcore.counts import SourcedPredictions, SourcedView
from evalcore.decisions import Possible, Wish, exactly, possible
from evalcore.engine.cells import ScoreCells
from evalcore.engine.sourced import as_grouped
from evalcore.errors import Message
from evalcore.support.runs import Line, Run
from ui.session import loaded, memory
from ui.session.job import Job
from ui.shared.text import _

_REFUSED: Final = "exact_best_refused"


class Exact(Run[Any]):
    """A question for the best threshold, under way; `digest` is that of the predictions it is about."""

    def __init__(self, digest: str, model: str, steps: Iterator[Any]) -> None:
        self.digest, self.model = digest, model
        super().__init__(steps, line=Line(1))


def _take(run: Exact) -> None:
    """Have the thresholds that were read again among those of the model."""
    now, found = loaded.current(), run.result
    st.session_state[_REFUSED] = run.refusal
    if not isinstance(found, ScoreCells) or now.predictions.digest != run.digest:
        return
    if run.is_whole and isinstance(now.predictions, SourcedPredictions):
        table = as_grouped(found).with_those_of(now.predictions.tables[run.model])
        exact, answers = now.predictions.with_table(run.model, table), {**now.answers, run.model: found}
        loaded.keep(replace(now, predictions=exact, answers=answers))


JOB: Final = Job[Exact]("exact_best", _take)


def known(rows: SourcedView, wish: Wish) -> Possible:
    """Return between which values that of the best threshold of all scores lies."""
    found: Possible = memory.memo("possible", rows.key, wish, make=lambda: possible(rows.grouped, wish))
    return found


def begin(rows: SourcedView, wish: Wish) -> None:
    """Ask the source for the best threshold of all scores."""
    now = loaded.current()
    cells, turned = now.answers[rows.model], rows.positive != now.predictions.positive
    JOB.begin(Exact(rows.digest, rows.model, engine.in_steps(exactly, cells, wish, turned=turned)))


def can_ask(rows: SourcedView) -> bool:
    """Whether the source of these rows can be asked now."""
    return rows.model in loaded.current().answers and JOB.run is None


def refusal() -> Message | None:
    """Return why the source has not answered the last question, once."""
    refused: Message | None = st.session_state.pop(_REFUSED, None)
    return refused


def told(_run: Exact) -> tuple[float, str]:
    """Say that the source is asked."""
    return 0.0, _("the source is asked")
