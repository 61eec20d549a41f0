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
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any, Final

import plotly.graph_objects as go
import streamlit as st
from streamlit.runtime.fragment import MemoryFragmentStorage
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.pages_manager import PagesManager
from streamlit.runtime.scriptrunner import (
    RerunException,
    ScriptRunContext,
    StopException,
    add_script_run_ctx,
    get_script_run_ctx,
)
from streamlit.runtime.scriptrunner_utils.script_requests import ScriptRequests
from streamlit.runtime.state import SafeSessionState, SessionState

from evalcore.support.runs import Run
from ui.frame.steps import Step
from ui.live import bridge
from ui.session import address, loaded, screen
from ui.session.loaded import Loaded
from ui.shared.text import language

_ROOT: Final = Path(__file__).parents[2]
# Seconds between two looks at whether the visitor still waits.
_LOOK: Final = 0.2
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
    context = get_script_run_ctx()
    session = "" if context is None else context.session_id
    return Visitor(session, language(), loaded.current(), loaded.open_questions())


def draw(sheets: Sequence[Sheet], of: Visitor, *, look: Callable[[], object]) -> None:
    """Draw sheets of one step; one has no figure where its page has nothing to draw.

    They share a session, so that what takes long is done once. `look` is called again and again meanwhile: what it
    raises ends the wait.
    """
    failed: list[Exception] = []
    given_up = threading.Event()

    def work() -> None:
        try:
            with _session(of):
                for sheet in sheets:
                    _open(sheet, given_up)
        except Exception as error:  # noqa: BLE001 - raised again where it was asked for
            failed.append(error)

    # A session belongs to a thread.
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    try:
        while thread.is_alive():
            thread.join(_LOOK)
            look()
    finally:
        given_up.set()
    if failed:
        raise failed[0]


@contextmanager
def _session(of: Visitor) -> Iterator[None]:
    """Have a session in this thread that is presented and of which no browser hears."""
    context = ScriptRunContext(
        # Long work asks whether its visitor is there.
        session_id=of.session,
        _enqueue=_stop_where_asked,
        query_string="",
        session_state=SafeSessionState(SessionState(), lambda: None),
        uploaded_file_mgr=MemoryUploadedFileManager(""),
        main_script_path=str(_ROOT / "app.py"),
        user_info={},
        fragment_storage=MemoryFragmentStorage(),
        pages_manager=PagesManager(str(_ROOT / "app.py")),
    )
    add_script_run_ctx(threading.current_thread(), context)
    context.reset()
    st.session_state["lang"] = of.language
    st.session_state[screen.PRESENT.key] = "1"
    loaded.keep(of.rows, of.questions)
    yield


def _stop_where_asked(_message: object) -> None:
    """Send nothing to a browser; a script that has asked to be stopped is stopped when it would."""
    context = get_script_run_ctx()
    if context is None or context.script_requests is None:
        return
    request = context.script_requests.on_scriptrunner_yield()
    if request is not None:
        raise StopException


def _open(sheet: Sheet, given_up: threading.Event) -> None:
    """Open the step as the path does, and once more when what its page waits for is done."""
    bridge.stand_on_paper(sheet.height)
    address.follow(sheet.step.asked, anew=True)
    st.session_state[screen.STAGE.key] = float(sheet.stage)
    token = _WANTED.set(sheet)
    try:
        for _again in range(_MOST_RUNS):
            sheet.figures, sheet.about = [], []
            _run(sheet.step.page)
            if not _wait(given_up):
                return
    finally:
        _WANTED.reset(token)


def _run(page: str) -> None:
    """Run the script of a page."""
    # A page that refuses what is loaded stops, and has drawn nothing.
    spec = spec_from_file_location(f"sheet_{page}", _ROOT / "pages" / f"{page}.py")
    if spec is None or spec.loader is None:
        raise ValueError(f"there is no page {page}")
    context = get_script_run_ctx()
    if context is not None:
        context.reset()
        context.script_requests = ScriptRequests()
    try:
        spec.loader.exec_module(module_from_spec(spec))
    except (StopException, RerunException):
        return


def _wait(given_up: threading.Event) -> bool:
    """Wait for the runs the page has begun, and tell whether there was one; nobody needs them once it is given up."""
    runs: list[Run[Any]] = [one for one in list(st.session_state.values()) if isinstance(one, Run)]
    for run in runs:
        while not run.wait(_LOOK):
            if given_up.is_set():
                run.stop()
    return bool(runs) and not given_up.is_set()
