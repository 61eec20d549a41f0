"""One memory of what was computed in a session: it is shared with no other session and ends with this one.

What is as long as the rows is kept for a run only: a session that waits for its visitor holds none of it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Mapping
from copy import copy
from typing import Any, TypeVar

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from ui.session import freed

# Of one kind: as many models may stand beside each other without one of them being computed again and again.
MOST = 24
_MEMORY = "memory"
T = TypeVar("T")
# Streamlit runs a script in a thread of its own, and what a thread has of this ends with it.
_of_this_run = threading.local()


def memo(kind: str, *parts: Hashable, make: Callable[[], T], most: int = MOST) -> T:
    """Return what `make` made of these parts before, else make it now; unlike a cached function it may show progress.

    `kind` names what is made. `parts` are all it depends on: digests, names, frozen dataclasses of numbers. What
    is large says how many of its kind are kept at `most`.
    """
    of_kind: dict[tuple[Hashable, ...], Any] = st.session_state.setdefault(_MEMORY, {}).setdefault(kind, {})
    # What was asked for last stands last, and what nobody has asked for longest goes first.
    made: T = of_kind.pop(parts) if parts in of_kind else make()
    of_kind[parts] = made
    while len(of_kind) > most:
        del of_kind[next(iter(of_kind))]
    return made


def known(kind: str, *parts: Hashable) -> Any:
    """Return what was made of these parts, None where nothing was yet; nothing is made."""
    return st.session_state.get(_MEMORY, {}).get(kind, {}).get(parts)


def for_run(kind: str, *parts: Hashable, make: Callable[[], T]) -> T:
    """Return what `make` made of these parts before in this run, else make it now; it goes with the run.

    For what is as long as the rows and soon made again. Outside a run nothing is kept.
    """
    if get_script_run_ctx(suppress_warning=True) is None:
        return make()
    kept: dict[tuple[Hashable, ...], Any] = vars(_of_this_run).setdefault("kept", {})
    whole = (kind, *parts)
    if whole not in kept:
        kept[whole] = make()
        freed.soon()
    made: T = kept[whole]
    return made


def copied(state: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a session holds for another one: what is added to a list there, or remembered, is not in this one.

    What a component has said is of its page in the browser, and is left out.
    """
    own: dict[str, Any] = {
        key: copy(value) if isinstance(value, dict | list | set) else value
        for key, value in state.items()
        if not isinstance(value, dict) or type(value) is dict
    }
    if _MEMORY in own:
        own[_MEMORY] = {kind: dict(of_kind) for kind, of_kind in own[_MEMORY].items()}
    return own


def forget() -> None:
    """Forget everything."""
    vars(_of_this_run).clear()
    st.session_state.pop(_MEMORY, None)
