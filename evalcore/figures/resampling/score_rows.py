"""Rows of dots against the error: a quantity each over many data sets, with its mean, its spread and its name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from evalcore.errors import Say, message
from evalcore.figures.layout import HIDDEN, NUMBERED, Places
from evalcore.figures.parts.marks import Axes, dots, line, placed, texts
from evalcore.figures.style import GUESSED, INK, OUT_OF_SIGHT, RULE, Trace, number, rgba
from evalcore.support.arrays import FloatArray
from evalcore.views.resampling.tuning import ScoreRow

MOST = 100  # dots of a row; every number is of all
# What a mark of a row says where one points at it: one of the dots, an end of the bracket, the diamond.
SAID = {
    "dot": message("on one data set {value}", value="%{x}"),
    "beyond": message("on one data set"),
    "sd": message("mean ± 1 SD"),
    "mean": message("mean of the data sets {value}", value="%{x}"),
}
# What the marks of a row are, to stand in a heading.
MARKS = message("◆ mean, ─ ±1 SD")
HOVER = {"hoverformat": ".4~f"}  # so many have the dots


def said(mark: str, say: Say) -> Trace:
    """Return what a mark of a row says where one points at it."""
    return {"hovertemplate": f"{say(SAID[mark])}<extra></extra>"}


@dataclass(frozen=True)
class Planes:
    """Where rows, their names and their numbers stand: a plane each, named like its panel."""

    rows: Axes
    names: Axes
    numbers: Axes


def row_traces(planes: Planes, y: int, name: str, row: ScoreRow, colour: str, *, say: Say) -> list[Trace]:
    """Return a row: its dots, a bracket of its spread, its mean, and what is written beside it."""
    x = _seen(row.dots[:MOST])
    height = np.round(y + 0.1 + 0.3 * np.nan_to_num(row.offsets[:MOST]), 3).tolist()
    ends = [OUT_OF_SIGHT] * 2 if np.isnan(row.sd) else [round(row.mean - row.sd, 4), round(row.mean + row.sd, 4)]
    mean = _seen(np.array([row.mean]))
    sd = say(message("SD"))
    numbers = f"<b>{number(row.mean)}</b><br>{sd} {number(row.sd)}"
    told = [
        dots(planes.rows, x, height, {"size": 6, "color": rgba(colour, 0.55)}, cliponaxis=True, **said("dot", say)),
        line(
            *(planes.rows, ends, [y - 0.32] * 2), line={"width": 3, "color": RULE}, cliponaxis=True, **said("sd", say)
        ),
        dots(
            *(planes.rows, mean, [y - 0.32], {"size": 11, "color": INK, "symbol": "diamond"}),
            **said("mean", say),
            cliponaxis=True,
        ),
        texts(planes.numbers, [0], [y], [numbers], "middle right", textfont={"size": 13}),
    ]
    named = texts(planes.names, [1], [y], [name], "middle left", textfont={"size": 13})
    return [*(trace | GUESSED for trace in told), named]


def _seen(values: FloatArray) -> list[float]:
    found: list[float] = np.nan_to_num(np.round(values, 4), nan=OUT_OF_SIGHT).tolist()
    return found


def row_axes(planes: Planes, where: Places, n_rows: int, ends: Sequence[float], error: str) -> dict[str, Any]:
    """Return the axes of the rows, of their names and of their numbers."""
    up = {**HIDDEN, "range": [-0.6, n_rows - 0.4]}
    title = {"text": error, "standoff": 8, "font": {"size": 13}}
    return {
        **placed(
            where, "rows", planes.rows, {**NUMBERED, **HOVER, "range": list(ends), "nticks": 6, "title": title}, up
        ),
        **placed(where, "names", planes.names, {**HIDDEN, "range": [0, 1]}, up),
        **placed(where, "numbers", planes.numbers, {**HIDDEN, "range": [0, 1]}, up),
    }


def stairs(axes: Axes, edges: Sequence[float], heights: Sequence[float], colour: str) -> Trace:
    """Return columns beside each other, from edge to edge.

    >>> stairs({}, [0, 1, 2], [5, 6], "#000000")["x"], stairs({}, [0, 1, 2], [5, 6], "#000000")["y"]
    ([0, 1, 1, 2], [5, 5, 6, 6])
    """
    x = [edge for left, right in pairwise(edges) for edge in (left, right)]
    y = [height for height in heights for _side in range(2)]
    filled = {"fill": "tozeroy", "fillcolor": rgba(colour, 0.4)}
    return line(axes, x, y, line={"width": 1, "color": colour}, **filled)
