"""A step of the path of lessons as it is drawn on a sheet: by the page itself, in a session that nobody sees.

A page makes its figure of what its controls and its session say. So a sheet has a session of its own, which opens the
step as the path does, and in which nothing is sent to a browser. It ends with the sheet.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Final

import plotly.graph_objects as go
import streamlit as st

from ui.frame import unseen
from ui.frame.steps import Step
from ui.live import bridge
from ui.session import address, loaded, screen
from ui.session.loaded import Loaded
from ui.shared.text import language

# A page that waits for a run shows more once it has ended; one that begins run after run is given up.
_MOST_RUNS: Final = 5


@dataclass
class Sheet:
    """A step, how far its scene is built up, and how high a figure may be; its page adds what is drawn, and of what.

    `about` are the titles and names that say what is seen.
    """

    step: Step
    stage: int
    height: int
    figures: list[go.Figure] = field(default_factory=list)
    about: list[str] = field(default_factory=list)


@dataclass(frozen=True, eq=False)
class Visitor:
    """Who asks for sheets: the session, its language, and what is loaded for steps that name no sample."""

    session: str
    language: str
    rows: Loaded
    questions: frozenset[str]


_WANTED: ContextVar[Sheet | None] = ContextVar("sheet", default=None)


def wanted() -> Sheet | None:
    """Return the sheet that is drawn in this session, None in that of a visitor."""
    return _WANTED.get()


def visitor() -> Visitor:
    """Return who asks."""
    return Visitor(unseen.asker(), language(), loaded.current(), loaded.open_questions())


def draw(sheets: Sequence[Sheet], of: Visitor, *, look: Callable[[], object]) -> None:
    """Draw sheets of one step; one has no figure where its page has nothing to draw.

    They share a session, so that what takes long is done once. `look` is called again and again meanwhile: what it
    raises ends the wait.
    """

    def work(given_up: threading.Event) -> None:
        with _session(of):
            for sheet in sheets:
                _open(sheet, given_up)

    unseen.in_thread(work, look=look)


@contextmanager
def _session(of: Visitor) -> Iterator[None]:
    """Have a session in this thread that is presented and of which no browser hears."""
    with unseen.session(of.session):
        st.session_state["lang"] = of.language
        st.session_state[screen.PRESENT.key] = "1"
        loaded.keep(of.rows, of.questions)
        yield


def _open(sheet: Sheet, given_up: threading.Event) -> None:
    """Open the step as the path does, and once more when what its page waits for is done."""
    bridge.stand_on_paper(sheet.height)
    address.follow(sheet.step.asked, anew=True)
    st.session_state[screen.STAGE.key] = float(sheet.stage)
    token = _WANTED.set(sheet)
    try:
        for _again in range(_MOST_RUNS):
            sheet.figures, sheet.about = [], []
            unseen.run(sheet.step.page)
            if not unseen.wait(given_up):
                return
    finally:
        _WANTED.reset(token)
