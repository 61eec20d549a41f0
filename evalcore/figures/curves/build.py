"""ROC and P-R built row after row: the sorted rows with their table, both curves so far, and what the step was."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from evalcore.errors import Say, message
from evalcore.figures.curves.build_places import (
    COLUMNS,
    DOT,
    PR,
    RATES,
    ROC,
    SAID,
    TABLE,
    TRACK,
    layout_of,
    lines_of,
    places_of,
)
from evalcore.figures.curves.build_words import scores, spoken, told
from evalcore.figures.layout import Look
from evalcore.figures.live.motion import Handle, Part, live_figure, moved
from evalcore.figures.parts.marks import edged
from evalcore.figures.parts.strip import STEP_SCALE
from evalcore.figures.style import GUESSED, INK, MODELS, OUT_OF_SIGHT, RULE, Trace, number, rgba
from evalcore.support.arrays import FloatArray
from evalcore.views.row_steps import RowSteps

# By this name the page finds the handle.
STEPS = "steps"
# For a text that is not there yet: one without letters Plotly does not make, and never shows afterwards.
BLANK = "\u00a0"
HOLLOW = "circle-open"
# Plotly leaves out points that coincide, and those of steps to come stand where the curve has come to.
_EXACT = {"simplify": False}


def build_figure(steps: RowSteps, *, say: Say = str, look: Look | None = None) -> go.Figure:
    """Draw ROC and P-R as they grow row after row, from step 0, with a handle that takes the steps."""
    look = look or Look()
    where = places_of(steps.row.size, look)
    lines = lines_of(where)
    still = [_diagonal(), _prevalence(steps), _track(steps)]
    every = range(steps.last + 1)
    table, marks = (
        [_table_at(steps, k, lines) for k in every],
        [_marks_at(steps, k, text, look) for k, text in enumerate(told(steps, say))],
    )
    grown = [_walked(ROC, *_path(steps)[:2]), *_precision_recall(steps)]
    bars = [[_bar(steps, k, lines)] for k in every]
    data = [*still, *bars[0], _dots(steps, lines), *table[0], *map(_begun, grown), *marks[0]]
    of_dots = len(still) + 1
    of_grown = of_dots + 1 + len(table[0])
    parts = [
        *moved(bars, len(still)),
        _dots_part(steps, lines, of_dots),
        *moved(table, of_dots + 1),
        *({"trace": of_grown + k, **_reach(line, steps)} for k, line in enumerate(grown)),
        *moved(marks, of_grown + len(grown)),
    ]
    named = [{"type": "scatter", "hoverinfo": "skip", **trace} for trace in data]
    return live_figure(named, layout_of(steps, where, look, say), [_handle(steps, say, parts)])


def _handle(steps: RowSteps, say: Say, parts: Sequence[Part]) -> Handle:
    every = list(range(steps.last + 1))
    texts = ["+∞", *(scores(steps)[int(np.searchsorted(steps.step, k))] for k in every[1:])]
    return Handle(
        name=STEPS,
        panel=TRACK["xaxis"] + TRACK["yaxis"],
        at=every,
        values=list(map(str, every)),
        shown=[f"t = {text}" for text in texts],
        said=spoken(steps, say=say),
        label=say(message("step")),
        active=0,
        parts=parts,
        stops=every,
        alone=True,
    )


def _marks_at(steps: RowSteps, k: int, text: str, look: Look) -> list[Trace]:
    """Return what a step changes in the planes, and what it was."""
    x, y, recall, precision = _path(steps)
    before = max(k - 1, 0)
    return [
        _stride(ROC, x, y, before, k),
        _stride(PR, recall, precision, before, k, shape="vh"),
        _here(ROC, x[k], y[k]),
        _here(PR, recall[k], precision[k]) if k else _here(PR, OUT_OF_SIGHT, OUT_OF_SIGHT),
        _sentence(text, look),
    ]


def _sentence(text: str, look: Look) -> Trace:
    """Return what the step was, and where it led: in two lines, on a narrow page in four."""
    x, y = ([0.0] * 4, [3, 2, 1, 0]) if look.narrow else ([0.0, 0.0, 0.34, 0.78], [1, 0, 0, 0])
    font = {"size": 14, "weight": [700, 400, 400, 400]}
    return {
        **SAID,
        "mode": "text",
        "x": x,
        "y": y,
        "text": text.split("<br>"),
        "textposition": "middle right",
        "textfont": font,
    } | GUESSED


def _path(steps: RowSteps) -> tuple[list[float], list[float], list[float], list[float]]:
    """Return the points of both curves; one that is undefined is out of sight.

    The line of P-R begins beside its first point.
    """
    precision = np.append(steps.precision[1], steps.precision[1:])
    return (*_points(steps.fpr, steps.tpr), *_points(steps.tpr, precision))


def _points(x: FloatArray, y: FloatArray) -> tuple[list[float], list[float]]:
    """Return coordinates in as many digits as can be seen."""
    points = [
        (a, b) if math.isfinite(a) and math.isfinite(b) else (OUT_OF_SIGHT, OUT_OF_SIGHT)
        for a, b in zip(x.round(5).tolist(), y.round(5).tolist(), strict=True)
    ]
    return [a for a, _b in points], [b for _a, b in points]


def _walked(axes: Trace, x: list[float], y: list[float], *, shape: str = "linear") -> Trace:
    line = {"color": MODELS[0][0], "width": 2.5, "shape": shape, **_EXACT}
    return {**axes, "mode": "lines+markers", "x": x, "y": y, "line": line, "marker": {"size": 5}, **GUESSED}


def _precision_recall(steps: RowSteps) -> list[Trace]:
    """Return the P-R curve and its points, of which step 0 has none: nothing is predicted positive, so it is 0/0.

    The line begins beside its first point, and a line without length is not seen.
    """
    recall, precision = _path(steps)[2:]
    walked = _walked(PR, recall, precision, shape="vh")
    dots = {"x": [OUT_OF_SIGHT, *recall[1:]], "y": [OUT_OF_SIGHT, *precision[1:]]}
    return [{**walked, "mode": "lines"}, {**walked, "mode": "markers", **dots}]


def _begun(line: Trace) -> Trace:
    """Return a curve as it is at step 0: all its points stand at the first."""
    return {**line, **{key: line[key][:1] * len(line[key]) for key in "xy"}}


def _reach(line: Trace, steps: RowSteps) -> Part:
    """Return how far a curve has come at each step: `reach` is the last of its points."""
    return {"x": line["x"], "y": line["y"], "reach": list(range(steps.last + 1))}


def _stride(axes: Trace, x: list[float], y: list[float], before: int, k: int, *, shape: str = "linear") -> Trace:
    """Return the step just taken, drawn thick."""
    line = {"color": MODELS[0][0], "width": 7, "shape": shape, **_EXACT}
    return {**axes, "mode": "lines", "x": [x[before], x[k]], "y": [y[before], y[k]], "line": line, **GUESSED}


def _here(axes: Trace, x: float, y: float) -> Trace:
    return {**axes, "mode": "markers", "x": [x], "y": [y], "marker": edged(13, INK, 2), **GUESSED}


def _diagonal() -> Trace:
    line = {"color": RULE, "dash": "dot", "width": 1.5}
    return {**ROC, "mode": "lines", "x": [0, 1], "y": [0, 1], "line": line}


def _prevalence(steps: RowSteps) -> Trace:
    """Return the precision of a score without any order."""
    share = steps.n_pos / (steps.n_pos + steps.n_neg)
    return {**_diagonal(), **PR, "y": [share, share]}


def _track(steps: RowSteps) -> Trace:
    return {**TRACK, "mode": "lines", "x": [0, steps.last], "y": [0, 0], "line": {"color": RULE, "width": 1}}


def _dots(steps: RowSteps, lines: int) -> Trace:
    """Return the rows as dots beside their line of the table: filled where positive, blue once they are reached."""
    n = steps.row.size
    marker = {
        "symbol": np.where(steps.positive, "circle", HOLLOW).tolist(),
        "size": 11,
        "color": (-steps.step).tolist(),
        "colorscale": STEP_SCALE,
        "showscale": False,
        # A filled dot has an outline of another colour, which must not be seen.
        "line": {"width": np.where(steps.positive, 0, 2.5).tolist()},
        **_hue(steps, 0),
    }
    return {**TABLE, "mode": "markers", "x": [COLUMNS[DOT]] * n, "y": _down(steps, 0, lines), "marker": marker}


def _hue(steps: RowSteps, k: int) -> dict[str, float]:
    """Return the colour limits whose middle lies between the rows reached by a step and the others."""
    return {"cmin": -k - 0.5 - steps.last, "cmax": -k - 0.5 + steps.last}


def _dots_part(steps: RowSteps, lines: int, trace: int) -> Part:
    every = range(steps.last + 1)
    part = {"trace": trace, "rank": (-steps.step).tolist(), "middle": [-k - 0.5 for k in every], "size": steps.last}
    down = [_down(steps, k, lines) for k in every]
    return part if all(y == down[0] for y in down) else {**part, "y": down}


def _down(steps: RowSteps, k: int, lines: int) -> list[int]:
    """Return in which line of the table each row stands."""
    first = _window(steps, k, lines).start
    return [row + 1 - first for row in range(steps.row.size)]


def _table_at(steps: RowSteps, k: int, lines: int) -> list[Trace]:
    """Return the columns of the table around a step: the rows in order, and the rates as far as reached."""
    shown = [_line(steps, k, line) for line in _window(steps, k, lines)]
    down = list(range(len(shown)))
    columns = [
        {**TABLE, "mode": "text", "x": [end] * len(shown), "y": down, "text": [line[name] for line in shown]}
        | (GUESSED if name in RATES else {})
        for name, end in COLUMNS.items()
        if name != DOT
    ]
    return [{**column, "textposition": "middle left", "textfont": {"size": 13}} for column in columns]


def _bar(steps: RowSteps, k: int, lines: int) -> Trace:
    """Return what marks the present rows, which stand below each other: to and fro, so it is one line."""
    marked = [at for at, line in enumerate(_window(steps, k, lines)) if (steps.step[line - 1] if line else 0) == k]
    most = int(np.bincount(steps.step).max())
    down = [at for at in marked for _end in range(2)]
    across = [end for i in range(len(marked)) for end in ((0, 1) if i % 2 == 0 else (1, 0))]
    rest = 2 * most - len(down)
    line = {"color": rgba(RULE, 0.35), "width": 18, **_EXACT}
    return {**TABLE, "mode": "lines", "x": across + across[-1:] * rest, "y": down + down[-1:] * rest, "line": line}


def _line(steps: RowSteps, k: int, line: int) -> dict[str, str]:
    """Return a line of the table as it is after k steps; 0 is that of step 0, the others are the rows in order."""
    rates = {"fpr": steps.fpr, "tpr": steps.tpr, "precision": steps.precision}
    if line == 0:
        first = {name: number(float(rate[0])) for name, rate in rates.items()}
        return {"row": BLANK, "score": "+∞", **first}
    row = line - 1
    step = int(steps.step[row])
    # Rows of one score are reached together, and the last of them says where that leads.
    known = step <= k and (line == steps.row.size or steps.step[line] != step)
    return {
        "row": str(steps.row[row]),
        "score": scores(steps)[row],
        **{name: number(float(rate[step])) if known else BLANK for name, rate in rates.items()},
    }


def _window(steps: RowSteps, k: int, lines: int) -> range:
    """Return the lines shown, of which 0 is that of step 0: all, or those around the present step."""
    n = steps.row.size + 1
    if n <= lines:
        return range(n)
    now = int(np.searchsorted(steps.step, k)) + 1 if k else 0
    first = min(max(0, now - lines // 2), n - lines)
    return range(first, first + lines)
