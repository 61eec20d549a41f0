"""What a session holds, by its owner, and pages in a session that holds it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from streamlit.testing.v1 import AppTest

from evalcore.support import held as bytes_of
from ui.session import incoming


def held(state: Mapping[str, Any]) -> Counter[str]:
    """Return how many bytes of a session belong to what, the first that names them."""
    return bytes_of.held(_owners(state))


def _owners(state: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    known = ("loaded", "table_in_use", "table", "columns")
    yield from ((key, state[key]) for key in known if key in state)
    for kind, found in state.get("memory", {}).items():
        yield f"memory: {kind}", found
    yield from ((key, value) for key, value in state.items() if key not in (*known, "memory"))


ROOT = Path(__file__).parent.parent
PAGES = ("confusion_matrix", "curves", "costs")
# What one page hands to the next: the session without its widgets.
KEPT = ("loaded", "memory", "open_questions", *incoming.OF_ROWS)


def page(name: str, kept: Mapping[str, Any]) -> AppTest:
    """Return a page that has run once in a session with all this in it."""
    at = AppTest.from_file(str(ROOT / "pages" / f"{name}.py"), default_timeout=600)
    for key, value in kept.items():
        at.session_state[key] = value
    return ran(at.run())


def ran(at: AppTest) -> AppTest:
    """Return a page after making sure that it ran to its end."""
    if at.exception:
        raise RuntimeError(at.exception[0].message)
    return at


def kept_of(at: AppTest) -> dict[str, Any]:
    """Return what a page's session keeps for the next page."""
    return {key: at.session_state[key] for key in KEPT if key in at.session_state}


def loading(name: str, data: bytes) -> AppTest:
    """Return the page of data after a file was uploaded there."""
    at = page("data", {})
    at.file_uploader(key=incoming.UPLOAD).set_value((name, data, "text/csv"))
    return ran(at.run())
