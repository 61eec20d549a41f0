"""Figures as a report holds them: as data, a narrow one as what differs from the wide one."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import plotly.graph_objects as go

# Where two values are one, what differs has this in their place; a list has no other way to say so.
SAME: Final = {"=same": 1}


def drawing(figure: go.Figure) -> dict[str, Any]:
    """Return a figure as Plotly reads it, with what its handles move as data and not as text; without a template."""
    found: dict[str, Any] = json.loads(figure.to_json(), parse_float=_rounded)
    meta = found["layout"].get("meta") or {}
    if "live" in meta:
        found["layout"]["meta"] = {**meta, "live": json.loads(meta["live"])}
    return found


def held(wide: go.Figure, narrow: go.Figure | None) -> dict[str, Any]:
    """Return a figure for both widths as `figureOf` in held.js reads it; `narrow` is None where one has to do."""
    first = drawing(wide)
    return {"wide": first, "narrow": None if narrow is None else difference(first, drawing(narrow))}


def held_script() -> str:
    """Return the JavaScript that reads figures held as data: it defines `figureOf(held, isNarrow)`."""
    return Path(__file__).with_name("held.js").read_text(encoding="utf-8")


def _rounded(number: str) -> float:
    """Return a place in a drawing as exactly as any screen shows it."""
    return float(f"{float(number):.7g}")


def handles(figure: go.Figure | None) -> dict[str, dict[str, Any]]:
    """Return the handles of a figure by their names."""
    meta = None if figure is None else figure.layout.meta
    if not meta or "live" not in meta:
        return {}
    return {handle["name"]: handle for handle in json.loads(meta["live"])["handles"]}


def difference(one: Any, other: Any) -> Any:
    """Return what turns one value of JSON into another; `merged` in held.js does so.

    >>> difference({"a": [1, 2], "b": 3}, {"a": [1, 5], "b": 3})
    {'a': [{'=same': 1}, 5], 'b': {'=same': 1}}
    """
    if one == other and type(one) is type(other):
        return SAME
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return {name: difference(one[name], value) if name in one else value for name, value in other.items()}
    if isinstance(one, Sequence) and not isinstance(one, str) and isinstance(other, list) and len(one) == len(other):
        return [difference(first, second) for first, second in zip(one, other, strict=True)]
    return other
