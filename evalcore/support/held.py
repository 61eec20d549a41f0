"""How many bytes something holds: of arrays and files that can be reached from it, each counted once, by its owner."""

from __future__ import annotations

import dataclasses
import functools
import inspect
import io
from collections import Counter
from collections.abc import Iterable, Iterator
from types import MappingProxyType
from typing import Any, Final

import numpy as np
import pandas as pd
import pyarrow as pa

LEAST: Final = 1000  # bytes: what is smaller is no column
NOTHING: Final = (str, int, float, bool, type, pd.RangeIndex)


def megabytes(size: int) -> str:
    """Return bytes as megabytes, for a sentence.

    >>> megabytes(300), megabytes(2_500_000), megabytes(1_234_567_890)
    ('0.1', '2.4', '1,177')
    """
    found = max(size / (1 << 20), 0.1)
    return f"{found:.1f}" if found < 10 else f"{found:,.0f}"


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


def held(owners: Iterable[tuple[str, Any]]) -> Counter[str]:
    """How many bytes belong to what?

    Parameters
    ----------
    owners : iterable of (str, object)
        Names with what they own; what two reach belongs to the first.

    Returns
    -------
    Counter of str
        Bytes by owner; what is below a thousand bytes is not counted.

    Examples
    --------
    >>> held([("mine", {"scores": np.zeros(1000)})])
    Counter({'mine': 8000})
    """
    seen = _Seen()
    for owner, value in owners:
        _look(value, owner, seen)
    return seen.sizes


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
    if isinstance(value, (dict, MappingProxyType)):  # of other mappings the fields: some have no values at hand
        yield from value.values()
    elif isinstance(value, pa.Table):
        yield from value.columns
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
