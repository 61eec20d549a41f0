"""ROC and P-R built row after row: the sorted rows with their table, both curves so far, and what the step was."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import plotly.graph_objects as go

from evalcore.figures.curves.build_words import BuildWords, place, said, scores
from evalcore.figures.style import (
    FONT,
    GRID,
    INK,
    MODELS,
    NEGATIVE,
    POSITIVE,
    RULE,
    Trace,
    number,
    rgba,
    template,
)
from evalcore.views.row_steps import Floats, RowSteps

# Coordinates of points; None where one is undefined.
Drawn: TypeAlias = list[float | None]
SLIDER = "steps"
LINES = 21  # of the table: the twenty rows of a lecture, and the line of step 0
PLAY = {"mode": "immediate", "frame": {"duration": 0, "redraw": False}, "transition": {"duration": 0}}
SLOW, FAST = 900, 250  # milliseconds a step
# Where the columns of the table end, as shares of its width.
COLUMNS = {"row": 0.14, "dot": 0.22, "score": 0.46, "fpr": 0.64, "tpr": 0.82, "precision": 1.0}
DOT, HOLLOW = "dot", "circle-open"
# For a text that is not there yet: one without letters Plotly does not make, and never shows afterwards.
BLANK = "\u00a0"
# Axes: the table, ROC, P-R and the line that says what the step was.
TABLE, ROC, PR, SAID = ({"xaxis": f"x{k}", "yaxis": f"y{k}"} for k in ("", 2, 6, 5))


def build_figure(steps: RowSteps, *, words: BuildWords | None = None, narrow: bool = False) -> go.Figure:
    """Draw ROC and P-R as they grow row after row, from step 0, with a slider and buttons that play it."""
    words = words or BuildWords()
    moving = _moving(steps, 0, words)
    still = [_diagonal(), _prevalence(steps)]
    traces = list(range(len(still), len(still) + len(moving)))
    frames = [
        {"name": str(k), "data": _moving(steps, k, words, brief=True), "traces": traces} for k in range(steps.last + 1)
    ]
    return go.Figure(data=[*still, *moving], frames=frames, layout=_layout(steps, words, narrow=narrow))


def _moving(steps: RowSteps, k: int, words: BuildWords, *, brief: bool = False) -> list[Trace]:
    """Return all that a step changes; a frame repeats no more of a trace than what moves."""
    x, y, recall, precision = _path(steps)
    sentence = f"<b>{said(steps, k, words).replace('<br>', '</b><br>', 1)}<br>{place(steps, k, words)}"
    before = max(k - 1, 0)
    traces = [
        *_lines_of_table(steps, k),
        _walked(ROC, x[: k + 1], y[: k + 1]),
        _walked(PR, recall[: k + 1], precision[: k + 1], shape="vh"),
        _stride(ROC, x[before : k + 1], y[before : k + 1]),
        _stride(PR, recall[before : k + 1], precision[before : k + 1], shape="vh"),
        _here(ROC, x[k], y[k]),
        _here(PR, recall[k] if k else None, precision[k] if k else None),
        {**SAID, "mode": "text", "x": [0], "y": [1], "text": [sentence], "textposition": "bottom right", **_SAID},
    ]
    if brief:
        return [{"type": "scatter", **{key: trace[key] for key in _moves(trace)}} for trace in traces]
    return [{"type": "scatter", "hoverinfo": "skip", **trace} for trace in traces]


_SAID = {"textfont": {"size": 15}}


def _moves(trace: Trace) -> tuple[str, ...]:
    """Return what a step changes of a trace: texts and dots of the table stay where they are."""
    if trace["mode"] == "text":
        return ("text",)
    return ("marker",) if "symbol" in trace.get("marker", {}) else ("x", "y")


def _path(steps: RowSteps) -> tuple[Drawn, Drawn, Drawn, Drawn]:
    """Return the points of both curves, those that are undefined left out; P-R begins beside its first point."""
    precision = np.append(steps.precision[1], steps.precision[1:])
    return (*_points(steps.fpr, steps.tpr), *_points(steps.tpr, precision))


def _points(x: Floats, y: Floats) -> tuple[Drawn, Drawn]:
    """Return coordinates in as many digits as can be seen; a point that lacks one of them has neither."""
    points = [
        (a, b) if math.isfinite(a) and math.isfinite(b) else (None, None)
        for a, b in zip(x.round(5).tolist(), y.round(5).tolist(), strict=True)
    ]
    return [a for a, _b in points], [b for _a, b in points]


def _walked(axes: Trace, x: Any, y: Any, *, shape: str = "linear") -> Trace:
    line = {"color": MODELS[0][0], "width": 2.5, "shape": shape}
    return {**axes, "mode": "lines+markers", "x": x, "y": y, "line": line, "marker": {"size": 5}}


def _stride(axes: Trace, x: Any, y: Any, *, shape: str = "linear") -> Trace:
    """Return the step just taken, drawn thick."""
    return {**axes, "mode": "lines", "x": x, "y": y, "line": {"color": MODELS[0][0], "width": 7, "shape": shape}}


def _here(axes: Trace, x: float | None, y: float | None) -> Trace:
    marker = {"size": 13, "color": INK, "line": {"width": 2, "color": "white"}}
    return {**axes, "mode": "markers", "x": [x], "y": [y], "marker": marker}


def _diagonal() -> Trace:
    line = {"color": RULE, "dash": "dot", "width": 1.5}
    return {"type": "scatter", "hoverinfo": "skip", **ROC, "mode": "lines", "x": [0, 1], "y": [0, 1], "line": line}


def _prevalence(steps: RowSteps) -> Trace:
    """Return the precision of a score without any order."""
    share = steps.n_pos / (steps.n_pos + steps.n_neg)
    return {**_diagonal(), **PR, "y": [share, share]}


def _lines_of_table(steps: RowSteps, k: int) -> list[Trace]:
    """Return the lines of the table around a step: the rows in order, their dots, and the rates as far as reached."""
    lines = [_line(steps, k, line) for line in _window(steps, k)]
    down = list(range(len(lines)))
    marked = [at for at, line in enumerate(lines) if line.marked]
    bar = {"color": rgba(RULE, 0.35), "width": 18}
    colours = [line.colour for line in lines]
    # A filled dot has an outline of another colour, which must not be seen.
    rims = [2.5 if line.symbol == HOLLOW else 0 for line in lines]
    dots = {"symbol": [line.symbol for line in lines], "color": colours, "size": 11, "line": {"width": rims}}
    columns = [
        {**TABLE, "mode": "text", "x": [end] * len(lines), "y": down, "text": [line.texts[name] for line in lines]}
        for name, end in COLUMNS.items()
        if name != DOT
    ]
    return [
        {**TABLE, "mode": "lines", "x": [0, 1, None] * len(marked), "y": _thrice(marked), "line": bar},
        {**TABLE, "mode": "markers", "x": [COLUMNS[DOT]] * len(lines), "y": down, "marker": dots},
        *({**column, "textposition": "middle left", "textfont": {"size": 13}} for column in columns),
    ]


class _Line(NamedTuple):
    """A line of the table."""

    texts: dict[str, str]
    symbol: str
    colour: str
    marked: bool


def _line(steps: RowSteps, k: int, line: int) -> _Line:
    """Return a line of the table as it is after k steps; 0 is that of step 0, the others are the rows in order."""
    rates = {"fpr": steps.fpr, "tpr": steps.tpr, "precision": steps.precision}
    if line == 0:
        first = {name: number(float(rate[0])) for name, rate in rates.items()}
        return _Line({"row": BLANK, "score": "+∞", **first}, "circle", "rgba(0,0,0,0)", k == 0)
    row = line - 1
    step = int(steps.step[row])
    # Rows of one score are reached together, and the last of them says where that leads.
    known = step <= k and (line == steps.row.size or steps.step[line] != step)
    return _Line(
        {
            "row": str(steps.row[row]),
            "score": scores(steps)[row],
            **{name: number(float(rate[step])) if known else BLANK for name, rate in rates.items()},
        },
        "circle" if steps.positive[row] else HOLLOW,
        POSITIVE if step <= k else NEGATIVE,
        step == k,
    )


def _window(steps: RowSteps, k: int) -> range:
    """Return the lines shown, of which 0 is that of step 0: all, or those around the present step."""
    n = steps.row.size + 1
    if n <= LINES:
        return range(n)
    now = int(np.searchsorted(steps.step, k)) + 1 if k else 0
    first = min(max(0, now - LINES // 2), n - LINES)
    return range(first, first + LINES)


def _thrice(places: Iterable[int]) -> list[int | None]:
    return [value for at in places for value in (at, at, None)]


def _layout(steps: RowSteps, words: BuildWords, *, narrow: bool) -> dict[str, Any]:
    """Return where everything stands: beside each other, or on a narrow page below each other."""
    height, spans = (1440, _STACKED) if narrow else (520, _BESIDE)
    share = {"range": [-0.04, 1.04], "fixedrange": True, "gridcolor": GRID, "constrain": "domain", "dtick": 0.25}
    hidden = {"visible": False, "fixedrange": True}
    lines = min(steps.row.size + 1, LINES)
    return {
        "template": template(),
        "font": {"family": FONT, "size": 14},
        "height": height,
        "margin": {"l": 12, "r": 12, "t": 8, "b": 8},
        "showlegend": False,
        "dragmode": False,
        "xaxis": {**hidden, "domain": spans["table"][0], "range": [0, 1.02], "anchor": "y"},
        "yaxis": {**hidden, "domain": spans["table"][1], "range": [lines - 0.4, -0.6], "anchor": "x"},
        **_plane(2, spans["roc"], share, (words.fpr, words.tpr)),
        **_plane(6, spans["pr"], share, (words.recall, words.precision)),
        "xaxis5": {**hidden, "domain": [0, 1], "range": [0, 1], "anchor": "y5"},
        "yaxis5": {**hidden, "domain": spans["said"][1], "range": [0, 1], "anchor": "x5"},
        "annotations": [*_headings(spans, words), *_heads(spans["table"], words)],
        "sliders": [_slider(steps, spans["slider"])],
        "updatemenus": [_player(spans["buttons"])],
    }


Span = tuple[list[float], list[float]]
_BESIDE: dict[str, Span] = {
    "said": ([0, 1], [0.83, 1]),
    "table": ([0, 0.32], [0.1, 0.75]),
    "roc": ([0.405, 0.67], [0.2, 0.75]),
    "pr": ([0.735, 1], [0.2, 0.75]),
    "buttons": ([0, 0.22], [0.05, 0.05]),
    "slider": ([0.24, 1], [0.05, 0.05]),
}
_STACKED: dict[str, Span] = {
    "said": ([0, 1], [0.93, 1]),
    "buttons": ([0, 1], [0.918, 0.918]),
    "slider": ([0, 1], [0.884, 0.884]),
    "roc": ([0.14, 1], [0.62, 0.845]),
    "pr": ([0.14, 1], [0.335, 0.56]),
    "table": ([0, 1], [0, 0.255]),
}


# Where a plane is made square it stays below its heading.
_TOP = {"constraintoward": "top"}


def _plane(k: int, span: Span, share: dict[str, Any], titles: tuple[str, str]) -> dict[str, Any]:
    across, up = ({"text": title, "standoff": 8, "font": {"size": 14}} for title in titles)
    return {
        f"xaxis{k}": {**share, "domain": span[0], "anchor": f"y{k}", "title": across},
        f"yaxis{k}": {**share, "domain": span[1], "anchor": f"x{k}", "title": up, "scaleanchor": f"x{k}", **_TOP},
    }


def _headings(spans: dict[str, Span], words: BuildWords) -> list[dict[str, Any]]:
    titles = {"roc": words.roc_title, "pr": words.pr_title}
    base = {"xref": "paper", "yref": "paper", "xanchor": "left", "yanchor": "bottom", "showarrow": False}
    return [
        {**base, "text": title, "x": spans[name][0][0], "y": spans[name][1][1], "font": {"size": 16}}
        for name, title in titles.items()
    ]


def _heads(span: Span, words: BuildWords) -> list[dict[str, Any]]:
    """Return the heads of the table's columns, each ending where its numbers do."""
    titles = {"row": words.row, "score": words.score, "fpr": "FPR", "tpr": "TPR", "precision": "P"}
    base = {"xref": "x", "yref": "paper", "xanchor": "right", "yanchor": "bottom", "showarrow": False}
    return [
        {**base, "text": title, "x": COLUMNS[name], "y": span[1][1], "font": {"size": 13}}
        for name, title in titles.items()
    ]


def _slider(steps: RowSteps, span: Span) -> dict[str, Any]:
    return {
        "name": SLIDER,
        "active": 0,
        "steps": [
            {"method": "animate", "label": str(k), "value": str(k), "args": [[str(k)], PLAY]}
            for k in range(steps.last + 1)
        ],
        "currentvalue": {"visible": False},
        "x": span[0][0],
        "len": span[0][1] - span[0][0],
        "y": span[1][0],
        "yanchor": "middle",
        "pad": {"t": 0, "b": 0},
        "activebgcolor": RULE,
        "bordercolor": RULE,
        "borderwidth": 2,
        "bgcolor": rgba(RULE, 0.25),
        "ticklen": 0,
        "minorticklen": 0,
        "font": {"size": 12},
    }


def _player(span: Span) -> dict[str, Any]:
    def run(ms: int) -> list[Any]:
        return [None, {"frame": {"duration": ms, "redraw": False}, "transition": {"duration": 0}, "fromcurrent": True}]

    stop = [[None], {"mode": "immediate", "frame": {"duration": 0}, "transition": {"duration": 0}}]
    buttons = {"|◀": [["0"], PLAY], "▶": run(SLOW), "▶▶": run(FAST), "■": stop}
    return {
        "type": "buttons",
        "direction": "left",
        "x": span[0][0],
        "y": span[1][0],
        "xanchor": "left",
        "yanchor": "middle",
        "pad": {"t": 0, "b": 0},
        "showactive": False,
        "buttons": [{"label": label, "method": "animate", "args": args} for label, args in buttons.items()],
    }
