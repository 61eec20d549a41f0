"""What moves in a live figure: handles on its axes, and what each of their steps changes.

A step's changes are columns of plain data in the figure's `layout.meta`, not Plotly frames: they weigh a third, take no
validation, and are read by `player.js`, in a page and in an exported file alike.
"""

from __future__ import annotations

import base64
import gzip
import json
import re
import string
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import plotly.graph_objects as go
from plotly.offline import get_plotlyjs

from evalcore.figures.live.guess import guess_figure
from evalcore.figures.style import INK, OF_LINE, Trace, read_sheet
from evalcore.support.arrays import FloatArray, IntArray

# By its name a handle that is let go is told from others of the same figure.
THRESHOLD = "threshold"
SCRIPTS = ("drawing.js", "player.js", "alone.js", "handle.js")
_HERE = Path(__file__).parent
# Where the trace is of whose outline an area is cut out, counted from that of the area.
OUTLINE = -2
# A cell of a map has one of so many shades, besides that of 0, each a letter from this one on: all plain in JSON.
LEVELS, FIRST_LETTER = 50, ord("#")
# Two of these are a whole number below 4096, three one below 262144: none is written longer in JSON, or in a script.
DIGITS = string.ascii_uppercase + string.ascii_lowercase + string.digits + "-_"
# Columns of fewer numbers are as short when they are written out.
_MANY = 200
_MOST_LETTERS = 3
_UNITS = (1, 10, 100, 1_000, 10_000, 100_000)
# By how much of its length an axis may be off an even one, by rounding.
UNEVEN = 0.02
Part = dict[str, Any]
# Text, or text with what it is a link to.
Piece = str | list[str]
Follow = Mapping[str, Sequence[Any]]


@dataclass(frozen=True)
class Handle:
    """What is taken hold of: it stands on the horizontal axis of a panel ("xy", "x2y2") and has steps along it.

    Each step has its place on the axis (`at`, ascending), its exact value as text, what the pill above the panel shows,
    and what a screen reader says. `stops` are the steps at which anything changes. `unset` marks nothing until it is
    moved; `anywhere` lets a click in the whole panel move it, not only on its axis, and `also` names further panels
    with the same axis. `follows` has, by the name of another handle, where this one stands and what it shows at each
    step of that one. Nothing on the page waits for the release of one that is `alone`. One that `tells` shows
    what is to be guessed. One that is `hidden` has no grip: a number of the page's sentence moves it.
    `brief` is what the pill shows at each step where the longest of `shown` is wider than the panel; empty: the same.
    `sentences` are what is said beside the figure at each step, in pieces of which every second one is bold; a link
    is its text and its target.

    A part has for its trace what each step shows; or, of a line that grows, its whole course and in `reach` the last of
    its points at each step, where those to come stand. Columns of many numbers are spelled, see `spelled`.
    """

    name: str
    panel: str
    at: Sequence[float]
    values: Sequence[str]
    shown: Sequence[str]
    said: Sequence[str]
    label: str
    active: int
    parts: Sequence[Part]
    stops: Sequence[int]
    anywhere: bool = True
    dashed: bool = False
    unset: bool = False
    summary: Sequence[tuple[str, Sequence[str]]] = ()
    follows: Mapping[str, Follow] = field(default_factory=dict)
    alone: bool = False
    tells: bool = False
    hidden: bool = False
    sentences: Sequence[Sequence[Piece]] = ()
    also: Sequence[str] = ()
    brief: Sequence[str] = ()


def live_figure(data: Sequence[Trace], layout: dict[str, Any], handles: Iterable[Handle]) -> go.Figure:
    """Return a figure that carries what its handles move; without the player it stands still at its present step."""
    live = {
        "handles": [{**vars(handle), **_amounts(handle)} for handle in handles],
        "ink": _in_ink(data),
        "named": named_lines(data),
    }
    # As one text, which Plotly neither checks nor copies value by value; a browser reads no nan.
    text = json.dumps(live, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    drawn = [{key: value for key, value in trace.items() if key != OF_LINE} for trace in data]
    return guess_figure(drawn, {**layout, "meta": {**layout.get("meta", {}), "live": text}})


def _amounts(handle: Handle) -> dict[str, list[float]]:
    """Return the values of a handle whose axis is not even, as that of a root or a logarithm: they are what is heard.

    Nothing where its places say as much, and where a value is no number.

    >>> from dataclasses import replace
    >>> root = Handle("d", "xy", [0, 1, 2], ["0", "1", "4"], ["d"] * 3, ["d"] * 3, "d", 0, [], [0, 1])
    >>> _amounts(root), _amounts(replace(root, values=["0", "5", "10"]))
    ({'amounts': [0.0, 1.0, 4.0]}, {})
    """
    try:
        values = np.array([float(value) for value in handle.values])
    except ValueError:
        return {}
    if values.size < 3 or not np.isfinite(values).all() or not (np.diff(values) > 0).all():
        return {}
    shares, places = ((one - one[0]) / (one[-1] - one[0]) for one in (values, np.asarray(handle.at, dtype=float)))
    return {"amounts": values.tolist()} if np.abs(shares - places).max() > UNEVEN else {}


def named_lines(data: Sequence[Trace]) -> list[list[dict[str, Any]]]:
    """Return the lines that names are written for, those of a plane together: where each and its texts are drawn.

    A place is that of a trace, or of one and a point of it. What belongs to a line without a name is left out. Names
    are texts that say of each point which line it is; a text that is all of one line is a mark of that.

    >>> line = {"mode": "lines", "of_line": "A"}
    >>> named_lines([line, {"mode": "text", "of_line": ["A"]}, {"mode": "markers", "of_line": ["A", "B"]}])
    [[{'lines': [[0], [2, 0]], 'texts': [[1, 0]]}]]
    >>> named_lines([line, {"mode": "text", "of_line": "A"}])
    []
    """
    written = [trace[OF_LINE] for trace in data if _has_names(trace)]
    planes: list[list[str]] = []
    for names in written:
        # What is written of the same lines elsewhere, or by a step, is of the same.
        known = next((plane for plane in planes if not set(plane).isdisjoint(names)), None)
        if known is None:
            planes.append(list(dict.fromkeys(names)))
        else:
            known += [name for name in dict.fromkeys(names) if name not in known]
    return [[_named(data, name) for name in names] for names in planes]


def _named(data: Sequence[Trace], name: str) -> dict[str, Any]:
    found: dict[str, Any] = {"lines": [], "texts": []}
    for place, trace in enumerate(data):
        of = trace.get(OF_LINE, "")
        points = [[place, k] for k, one in enumerate(of) if one == name] if isinstance(of, list) else []
        if of == name:
            points = [[place]]
        found["texts" if _has_names(trace) else "lines"] += points
    return found


def _has_names(trace: Trace) -> bool:
    return trace.get("mode") == "text" and isinstance(trace.get(OF_LINE), list)


def with_sentences(live: str, say: Mapping[str, Callable[[str], Sequence[Piece]]]) -> str:
    """Return what a figure carries with what is said beside it at each step of some handles, by their names.

    `say` is told the exact value of a step. A handle that the figure has not is left out.

    >>> handle = Handle("d", "xy", [1, 2], ["1", "2"], ["d"] * 2, ["d"] * 2, "d", 0, [], [0, 1])
    >>> live = with_sentences(json.dumps({"handles": [vars(handle)]}), {"d": lambda d: ["found ", d]})
    >>> json.loads(live)["handles"][0]["sentences"]
    [['found ', '1'], ['found ', '2']]
    """
    found = json.loads(live)
    for handle in found["handles"]:
        if handle["name"] in say:
            handle["sentences"] = [list(say[handle["name"]](value)) for value in handle["values"]]
    # Names of classes stand in what is said: nothing in it may look like markup, wherever the figure is put.
    return json.dumps(found, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def at_rest(live: str) -> str:
    """Return what a figure carries without what its handles change: they mark where they stand, as on paper.

    >>> handle = Handle("d", "xy", [1, 2, 3, 4], ["1"] * 4, ["d"] * 4, ["d"] * 4, "d", 2, [{"trace": 0}], [0, 2])
    >>> json.loads(at_rest(json.dumps({"handles": [vars(handle)], "ink": []})))["handles"][0]["at"]
    [1, 3, 4]
    """
    found = json.loads(live)
    for handle in found["handles"]:
        kept = (0, handle["active"], -1)
        of_steps = ["at", "values", "shown", "said", *(["brief"] if handle.get("brief") else [])]
        handle.update({name: [handle[name][k] for k in kept] for name in of_steps})
        handle.update(active=1, parts=[], stops=[1], follows={}, summary=[], sentences=[])
    return json.dumps(found, ensure_ascii=False, separators=(",", ":"))


def _in_ink(data: Sequence[Trace]) -> list[int]:
    """Return the traces in ink, which the player marks, so that a dark page turns them light."""
    colours = ([trace.get(part, {}).get("color") for part in ("line", "marker")] for trace in data)
    return [i for i, found in enumerate(colours) if any(isinstance(c, str) and c == INK for c in found)]


def moved(steps: Sequence[Sequence[Trace]], first: int) -> list[Part]:
    """Return what changes from step to step, for the traces from place `first` on.

    A trace changes its shade, its texts and how high they are, or where its points are. What is the same at every step
    is left out. Of an area that is cut out of another only the places of the cut are kept: the player cuts it out of
    that one's outline.
    """
    parts: list[Part] = []
    for k, column in enumerate(zip(*steps, strict=True)):
        if "cut" in column[0].get("meta", {}):
            whole = column[0]["meta"].get("of", first + k + OUTLINE)
            parts += _cut_part([traces[whole - first] for traces in steps if whole >= first], column, first + k, whole)
            continue
        keys: tuple[str, ...] = ("fillcolor",) if "fillcolor" in column[0] else ("x", "y")
        if "text" in column[0]:
            keys = ("text", "y") if column[0].get("mode") == "text" else ("text",)
        columns = {key: [trace[key] for trace in column] for key in keys}
        # A rule that moves sideways keeps its height; a line between two edges keeps where they are.
        changing = {key: values for key, values in columns.items() if any(value != values[0] for value in values)}
        if changing:
            parts.append({"trace": first + k, **{key: spelled(values) for key, values in changing.items()}})
    return parts


def spelled(steps: Sequence[Sequence[Any]]) -> Sequence[Sequence[Any]] | dict[str, Any]:
    """Return columns of many numbers, all multiples of one decimal, in two or three letters each; others as they are.

    The first and the unit are whole numbers: `plainPart` in player.js divides their sum with the letters' number by the
    unit, which gives the very numbers again. A gap between lines, None, is the largest number of its letters.

    >>> spelled([[0.25, 0.5] * 100, [0.25, 1.0] * 100])["letters"][1][:4], spelled([["a"], ["b"]])
    ('AABL', [['a'], ['b']])
    """
    if len({len(one) for one in steps}) > 1 or len(steps) * len(steps[0]) < _MANY:
        return steps
    if np.asarray(steps).dtype.kind not in "ifO":
        return steps
    values = np.asarray(steps, dtype=np.float64)  # None is nan
    for unit in _UNITS:
        whole = np.rint(values * unit)
        first = np.nanmin(whole)
        each = 2 if np.nanmax(whole) - first < len(DIGITS) ** 2 - 1 else _MOST_LETTERS
        gap = len(DIGITS) ** each - 1
        if np.nanmax(whole) - first < gap and np.array_equal(whole / unit, values, equal_nan=True):
            places = np.where(np.isnan(whole), gap, whole - first).astype(np.int64)
            return {"first": int(first), "unit": unit, "each": each, "letters": _letters(places, each)}
    return steps


def _letters(places: IntArray, each: int) -> list[str]:
    """Return the letters of each row of whole numbers, so many a number, that of the largest part first."""
    digits = np.stack([places >> 6 * k & 63 for k in reversed(range(each))], axis=-1)
    return [row.tobytes().decode() for row in np.frombuffer(DIGITS.encode(), np.uint8)[digits]]


def heat_part(place: int, tables: Sequence[FloatArray], scale: Sequence[tuple[float, str]]) -> Part:
    """Return what is repainted of a map of shares, 0 to 1: a letter for each cell, row by row, and the shades.

    >>> part = heat_part(0, [np.array([[0.0, 0.5, 1.0]])], ((0.0, "rgba(0,0,0,0)"), (1.0, "rgba(100,50,0,1)")))
    >>> part["heat"], part["columns"], part["shades"][25]
    (['#<U'], 3, [50, 25, 0, 128])
    """
    letters = [np.rint(table * LEVELS).astype(np.uint8) + FIRST_LETTER for table in tables]
    stops = [stop for stop, _ in scale]
    colours = np.array([[float(part) for part in re.findall(r"[\d.]+", colour)] for _, colour in scale])
    levels = np.arange(LEVELS + 1) / LEVELS
    shades = np.stack([np.interp(levels, stops, colours[:, k]) for k in range(4)], axis=1) * [1, 1, 1, 255]
    return {
        "trace": place,
        "heat": [table.astype(np.uint8).tobytes().decode("ascii") for table in letters],
        "columns": int(tables[0].shape[1]),
        "shades": np.rint(shades).astype(int).tolist(),
    }


def _cut_part(outlines: Sequence[Trace], column: Sequence[Trace], place: int, whole: int) -> list[Part]:
    """Return what changes of an area that is cut out of an outline, with what is said where one points at it.

    An outline that stays has no steps; `whole` is its trace.
    """
    cuts, names = [trace["meta"]["cut"] for trace in column], [trace["name"] for trace in column]
    shapes = [(outline["x"], outline["y"]) for outline in outlines]
    if all(column_of[0] == one for column_of in (cuts, names, shapes) for one in column_of):
        return []
    return [{"trace": place, "of": whole, "cut": cuts, "name": names}]


def cut_out(x: Sequence[float], y: Sequence[float], cut: Sequence[float]) -> tuple[list[float], list[float]]:
    """Return of an outline what lies outside of two places; `cutOut` in player.js does the same.

    >>> cut_out([0, 1, 2, 3, 4], [5, 6, 7, 8, 9], (0.5, 3.5))
    ([0, 0.5, 2, 3.5, 4], [5, 0, 0, 0, 9])
    """
    low, high = cut
    across, up = list(x), list(y)
    for i, value in enumerate(x):
        if low < value < high:
            up[i] = 0
            if i + 1 < len(x) and x[i + 1] >= high:
                across[i] = high
            elif i > 0 and x[i - 1] <= low:
                across[i] = low
    return across, up


@cache
def script() -> str:
    """Return the JavaScript that makes figures live: it defines `makeLive(chart)`."""
    return "\n".join(read_sheet(_HERE / name) for name in SCRIPTS)


def picture_script() -> str:
    """Return what makes pictures of figures, behind `script()`: it defines `pictureOf` and `pngOf`."""
    return read_sheet(_HERE / "picture.js")


@cache
def packed_plotly() -> str:
    """Return the element `plotly` that holds Plotly in a third of its size; `unpacking_script()` reads it."""
    held = base64.b64encode(gzip.compress(get_plotlyjs().encode(), mtime=0)).decode()
    return f'<script type="text/plain" id="plotly">{held}</script>'


def unpacking_script() -> str:
    """Return what unpacks and runs Plotly: it defines `unpacked`, `unpackedNow` and `runScript`."""
    return read_sheet(_HERE / "packed.js")


def drawing_script() -> str:
    """Return the part of it that knows how Plotly draws: it defines `markGuesses(chart)`."""
    return _HERE.joinpath(SCRIPTS[0]).read_text(encoding="utf-8")


def post_script() -> str:
    """Return what `figure.to_html(post_script=...)` needs for a file whose figure is as live as that of the page."""
    return f"(() => {{\n{script()}\nmakeLive(document.getElementById('{{plot_id}}'));\n}})();"
