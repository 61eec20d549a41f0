"""The exact counts of a threshold that lies between scores which the counts of a source hold together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

import streamlit as st

from evalcore import engine
from evalcore.counts import ConfusionMatrix, SourcedPredictions, SourcedView
from evalcore.errors import Message
from evalcore.support.runs import Line, Run
from ui.session import loaded
from ui.session.job import Job
from ui.shared.text import _

_REFUSED: Final = "exact_count_refused"


class Exact(Run[Any]):
    """A question for the counts at one threshold, under way; `digest` is that of the predictions it is about."""

    def __init__(self, digest: str, model: str, threshold: float, steps: Iterator[Any]) -> None:
        self.digest, self.model, self.threshold = digest, model, threshold
        super().__init__(steps, line=Line(1))


def _take(run: Exact) -> None:
    """Have the counts of the threshold among those of the model, which are then exact there."""
    now, found = loaded.current(), run.result
    st.session_state[_REFUSED] = run.refusal
    if not isinstance(found, ConfusionMatrix) or now.predictions.digest != run.digest:
        return
    if run.is_whole and isinstance(now.predictions, SourcedPredictions):
        exact = now.predictions.with_exact(run.model, run.threshold, int(found.tp), int(found.fp))
        loaded.keep(replace(now, predictions=exact))


JOB: Final = Job[Exact]("exact_count", _take)


def begin(rows: SourcedView, threshold: float) -> None:
    """Ask the source for the counts at a threshold."""
    cells = loaded.current().answers[rows.model]
    JOB.begin(Exact(rows.digest, rows.model, threshold, engine.in_steps(cells.at, threshold)))


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
