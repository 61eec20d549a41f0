"""Rows that stay in a source: asking for them, following a link to them, and loading what was answered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import streamlit as st

from evalcore.counts import SourcedPredictions
from evalcore.engine.cells import ScoreCells
from evalcore.errors import InputError
from evalcore.predictions import guess_columns
from ui.session import (
    choices,
    exact,
    incoming,
    large_upload,
    loaded,
    question,
    rows_near,
    source_compared,
    sourced,
)
from ui.session.job import Job
from ui.session.question import Asked
from ui.session.sourced import Question

# Whether a question was stopped.
STOPPED = "question_stopped"


def take_answers() -> None:
    """Take over what sources have answered since the last run."""
    for job in (JOB, exact.COUNT, exact.BEST, source_compared.JOB, rows_near.JOB):
        job.take_ended()


def linked() -> str | None:
    """Return what a link asks of a source, as long as nothing else has been loaded."""
    return question.followed().get(loaded.SOURCE) if loaded.gone() == loaded.SOURCE else None


def ask(asked: Asked) -> None:
    """Begin to ask a source; what it may not be asked is refused with its sentence."""
    try:
        sourced.begin(asked, JOB)
    except InputError as error:
        incoming.refuse(error, asked.source)


def follow_link() -> None:
    """Ask what the link asks of a source."""
    try:
        asked = Asked.read(linked() or "")
    except InputError as error:
        incoming.refuse(error, "")
    else:
        ask(asked)


def _take_answer(run: Question) -> None:
    """Load what a source has answered, or keep why it has not."""
    if run.refusal is not None:
        incoming.refuse(InputError.from_message(run.refusal), run.asked.source)
    elif not run.is_whole or run.result is None:
        st.session_state[STOPPED] = True
    elif (found := sourced.predictions(run.asked, run.result)).n:
        _load(run.asked, found, run.result.cells)
    else:
        incoming.refuse(_nothing(run.asked, found), run.asked.source)


def _nothing(asked: Asked, found: SourcedPredictions) -> InputError:
    return InputError(
        "Source '{key}' must have rows that can be used; {n} fit the conditions, and none of them has truth and "
        "scores. Choose other conditions or columns.",
        key=sourced.one(asked.source).title,
        n=f"{found.n_rows_read:,}",
    )


def _load(asked: Asked, predictions: SourcedPredictions, answers: Mapping[str, ScoreCells] | None = None) -> None:
    """Load what a source has answered; a link that asked for it is followed in what it says of these rows, too."""
    kept = question.followed()
    question.follow(None)
    if kept and kept[loaded.SOURCE] != asked.write():
        kept = {}
    incoming.without_mapping()
    title, notes = sourced.one(asked.source).title, large_upload.said_of(asked.source)
    # A column that is named takes every interval away; where none is, one that seems to name cases is warned of.
    cases = None if asked.case else guess_columns(sourced.looked_at(sourced.one(asked.source)).rows).case
    loaded.keep(loaded.Loaded(predictions, title, notes=notes, asked=asked, answers=answers or {}, cases=cases))
    large_upload.only_loaded()
    if kept:
        choices.ask({key: text for key, text in kept.items() if key != loaded.SOURCE}, of_rows=True)
        for key, known in (("model", loaded.models()), ("positive", predictions.classes)):
            if kept.get(key) in known:
                st.session_state[key] = kept[key]


JOB: Final = Job[Question]("source", _take_answer)
