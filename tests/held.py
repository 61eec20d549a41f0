"""What a session holds: the bytes of arrays and files that can be reached from it, each counted once, by its owner."""

from __future__ import annotations

import dataclasses
import functools
import inspect
import io
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
from streamlit.testing.v1 import AppTest

from ui.session import incoming

LEAST = 1000  # bytes: what is smaller is no column
NOTHING = (str, int, float, bool, type, pd.RangeIndex)


class _Seen:
    """The buffers that have been counted, and the objects that have been looked into."""

    def __init__(self) -> None:
        self.buffers: set[int] = set()
        self.objects: dict[int, Any] = {}  # kept, so that no other object takes its place
        self.sizes: Counter[str] = Counter()

    def buffer(self, owner: str, at: int, size: int) -> None:
        """Count a buffer, if it is not known."""
        if size >= LEAST and at not in self.buffers:
            self.buffers.add(at)
            self.sizes[owner] += size


def held(state: Mapping[str, Any]) -> Counter[str]:
    """Return how many bytes of a session belong to what, the first that names them."""
    seen = _Seen()
    for owner, value in _owners(state):
        _look(value, owner, seen)
    return seen.sizes


def _owners(state: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    known = ("loaded", "table_in_use", "table", "columns")
    yield from ((key, state[key]) for key in known if key in state)
    for kind, found in state.get("memory", {}).items():
        yield f"memory: {kind}", found
    yield from ((key, value) for key, value in state.items() if key not in (*known, "memory"))


def _look(value: Any, owner: str, seen: _Seen) -> None:
    """Count what a value holds, and look into what it is made of."""
    if value is None or isinstance(value, NOTHING) or id(value) in seen.objects:
        return
    seen.objects[id(value)] = value
    if isinstance(value, np.ndarray):
        _array(value, owner, seen)
    elif isinstance(value, (bytes, bytearray)):
        seen.buffer(owner, id(value), len(value))
    elif isinstance(value, io.BytesIO):
        seen.buffer(owner, id(value), len(value.getbuffer()))
    elif isinstance(value, (pa.Array, pa.ChunkedArray)):
        for chunk in value.chunks if isinstance(value, pa.ChunkedArray) else [value]:
            for buffer in chunk.buffers():
                if buffer is not None:
                    seen.buffer(owner, buffer.address, buffer.size)
    elif isinstance(value, pd.DataFrame):
        for place in range(value.shape[1]):
            _look(value.iloc[:, place], owner, seen)
    elif isinstance(value, (pd.Series, pd.Index)):
        _look(value.array, owner, seen)
    elif isinstance(value, pd.Categorical):
        _look((value.codes, value.categories), owner, seen)
    elif isinstance(value, pd.api.extensions.ExtensionArray):
        _look(getattr(value, "_pa_array", getattr(value, "_ndarray", None)), owner, seen)
    else:
        for part in _parts(value):
            _look(part, owner, seen)


def _array(value: np.ndarray[Any, Any], owner: str, seen: _Seen) -> None:
    """Count the memory behind an array, all of it where the array is a part."""
    base: Any = value
    while isinstance(getattr(base, "base", None), np.ndarray):
        base = base.base
    if isinstance(base.base, (pa.Buffer, pa.Array)):
        _look(base.base, owner, seen)
        return
    seen.buffer(owner, base.__array_interface__["data"][0], base.nbytes)
    if value.dtype == object:
        for cell in value.flat:
            _look(cell, owner, seen)


def _parts(value: Any) -> Iterator[Any]:
    """Return what an object is made of: fields, items, what a function was made with."""
    if isinstance(value, Mapping):
        yield from value.values()
    elif isinstance(value, (list, tuple, set, frozenset)):
        yield from value
    elif inspect.isbuiltin(value):
        yield value.__self__
    elif isinstance(value, functools.partial):
        yield from (value.func, *value.args, *value.keywords.values())
    elif dataclasses.is_dataclass(value) or hasattr(value, "__dict__"):
        yield from vars(value).values() if hasattr(value, "__dict__") else ()
    for cell in getattr(value, "__closure__", None) or ():
        yield cell.cell_contents


ROOT = Path(__file__).parent.parent
PAGES = ("confusion_matrix", "curves", "costs")
# What one page hands to the next: the session without its widgets.
KEPT = ("loaded", "memory", "open_questions", *incoming._OF_MAPPING)


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
