"""A page in a session that nobody sees: its script runs in a thread of its own, and nothing is sent to a browser."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any, Final

import streamlit as st
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
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

_ROOT: Final = Path(__file__).parents[2]
# Seconds between two looks at whether the visitor still waits.
_LOOK: Final = 0.2
Heard = Callable[[ForwardMsg], None]


def asker() -> str:
    """Return the session of who asks: long work asks whether its visitor is there."""
    context = get_script_run_ctx()
    return "" if context is None else context.session_id


def in_thread(work: Callable[[threading.Event], None], *, look: Callable[[], object]) -> None:
    """Do something in a thread of its own, since a session belongs to a thread.

    `look` is called again and again meanwhile: what it raises ends the wait. `work` is told by its event that it is
    given up, and what goes wrong in it is raised here.
    """
    failed: list[Exception] = []
    given_up = threading.Event()

    def begin() -> None:
        try:
            work(given_up)
        except Exception as error:  # noqa: BLE001 - raised again where it was asked for
            failed.append(error)

    thread = threading.Thread(target=begin, daemon=True)
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
def session(of: str, *, heard: Heard | None = None) -> Iterator[None]:
    """Have a session in this thread of which no browser hears; `heard` is told what one would."""

    def enqueue(sent: ForwardMsg) -> None:
        if heard is not None:
            heard(sent)
        _stop_where_asked()

    context = ScriptRunContext(
        session_id=of,
        _enqueue=enqueue,
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
    yield


def settle() -> None:
    """Have what the session holds be of a run before: a widget begins with it, and a button is not pressed by it."""
    context = get_script_run_ctx()
    if context is not None:
        context.session_state.on_script_will_rerun(None)


def _stop_where_asked() -> None:
    """Stop a script that has asked to be stopped, when it would be."""
    context = get_script_run_ctx()
    if context is None or context.script_requests is None:
        return
    request = context.script_requests.on_scriptrunner_yield()
    if request is not None:
        raise StopException


def run(page: str) -> None:
    """Run the script of a page."""
    # A page that refuses what is loaded stops, and has drawn nothing.
    spec = spec_from_file_location(f"unseen_{page}", _ROOT / "pages" / f"{page}.py")
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


def wait(given_up: threading.Event) -> bool:
    """Wait for the runs the page has begun, and tell whether there was one; nobody needs them once it is given up."""
    runs: list[Run[Any]] = [one for one in list(st.session_state.values()) if isinstance(one, Run)]
    for run_ in runs:
        while not run_.wait(_LOOK):
            if given_up.is_set():
                run_.stop()
    return bool(runs) and not given_up.is_set()
