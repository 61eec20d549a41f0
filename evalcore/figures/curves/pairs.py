"""AUC seen from its pairs: the field of all pairs, and the ROC curve built row after row, by itself or by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from evalcore.curves import PairMatrix, RocCurve, Staircase
from evalcore.figures.curves.traces import CurveWords
from evalcore.figures.style import FONT, GRID, NEGATIVE, POSITIVE, RULE, rgba, template

# A step up finds a positive, a step to the right is a false alarm, a diagonal is a tie of both.
KINDS = {"up": POSITIVE, "right": NEGATIVE, "diagonal": "#9B5DE5"}
RIGHT_ORDER = "#0B9A83"
WRONG_ORDER = "#D6457F"


def pair_matrix_figure(
    pairs: PairMatrix, *, positive: str = "positives, highest score first", negative: str = "negatives, highest first"
) -> go.Figure:
    """Draw every pair as a cell: in the right order, tied, or in the wrong order."""
    figure = go.Figure(
        go.Heatmap(
            z=pairs.order,
            zmin=-1,
            zmax=1,
            colorscale=[[0, rgba(WRONG_ORDER, 0.75)], [0.5, rgba(RULE, 0.35)], [1, rgba(RIGHT_ORDER, 0.6)]],
            showscale=False,
            xgap=1,
            ygap=1,
            customdata=np.dstack(np.meshgrid(pairs.positive, pairs.negative, indexing="ij")),
            hovertemplate="%{customdata[0]:.6g} – %{customdata[1]:.6g}<extra></extra>",
        )
    )
    axis = {"showticklabels": False, "showgrid": False, "fixedrange": True}
    figure.update_layout(
        template=template(),
        font={"family": FONT, "size": 14},
        height=max(260, min(460, 90 + 22 * len(pairs.positive))),
        margin={"l": 40, "r": 12, "t": 12, "b": 40},
        dragmode=False,
        xaxis={**axis, "title": {"text": negative}},
        yaxis={**axis, "title": {"text": positive}, "autorange": "reversed"},
    )
    return figure


def build_figure(stairs: Staircase, n_pos: int, n_neg: int, *, words: CurveWords | None = None) -> go.Figure:
    """Draw the ROC curve as it grows row after row, with a slider and buttons that play it."""
    words = words or CurveWords()
    x, y = np.asarray(stairs.fp) / max(n_neg, 1), np.asarray(stairs.tp) / max(n_pos, 1)
    last = len(stairs.kind)
    frames = [{"name": str(k), "data": _built(stairs, x, y, k), "traces": [1, 2, 3, 4]} for k in range(last + 1)]
    play = {"mode": "immediate", "frame": {"duration": 0, "redraw": False}, "transition": {"duration": 0}}
    share = {"range": [-0.03, 1.03], "fixedrange": True, "gridcolor": GRID}
    diagonal = {"mode": "lines", "x": [0, 1], "y": [0, 1], "line": {"color": RULE, "dash": "dot", "width": 1.5}}
    return go.Figure(
        data=[{"type": "scatter", "hoverinfo": "skip", **diagonal}, *_built(stairs, x, y, last)],
        frames=frames,
        layout={
            "template": template(),
            "font": {"family": FONT, "size": 14},
            "height": 520,
            "margin": {"l": 56, "r": 12, "t": 12, "b": 110},
            "showlegend": False,
            "dragmode": False,
            "xaxis": {**share, "title": {"text": words.fpr}, "dtick": _tick(n_neg)},
            "yaxis": {**share, "title": {"text": words.tpr}, "dtick": _tick(n_pos)},
            "sliders": [
                {
                    "active": last,
                    "steps": [
                        {"method": "animate", "label": str(k), "value": str(k), "args": [[str(k)], play]}
                        for k in range(last + 1)
                    ],
                    "currentvalue": {"prefix": "", "visible": False},
                    "x": 0.2,
                    "len": 0.8,
                    "y": -0.16,
                    "activebgcolor": POSITIVE,
                    "bordercolor": POSITIVE,
                    "borderwidth": 2,
                    "bgcolor": rgba(POSITIVE, 0.25),
                    "ticklen": 0,
                    "minorticklen": 0,
                }
            ],
            "updatemenus": [_player()],
        },
    )


def _tick(n: int) -> float | None:
    # One tick a row as long as they can be told apart: the axes then show the step 1/m.
    return 1 / n if 0 < n <= 12 else None


def _built(stairs: Staircase, x: Any, y: Any, k: int) -> list[dict[str, Any]]:
    traces = []
    for kind, colour in KINDS.items():
        mine = [i for i in range(k) if stairs.kind[i] == kind]
        xs, ys = [], []
        for i in mine:
            xs += [x[i], x[i + 1], None]
            ys += [y[i], y[i + 1], None]
        line = {"color": colour, "width": 4}
        # Without any point Plotly takes a trace for hidden, and lets its last lines stand.
        places = {"x": xs or [None], "y": ys or [None]}
        traces.append({"type": "scatter", "mode": "lines", **places, "line": line, "hoverinfo": "skip"})
    at = {"x": [x[k]], "y": [y[k]], "marker": {"size": 13, "color": "#111827", "line": {"width": 2, "color": "white"}}}
    return [*traces, {"type": "scatter", "mode": "markers", "hoverinfo": "x+y", **at}]


def _player() -> dict[str, Any]:
    def run(ms: int) -> list[Any]:
        return [None, {"frame": {"duration": ms, "redraw": False}, "transition": {"duration": 0}, "fromcurrent": False}]

    stop = [[None], {"mode": "immediate", "frame": {"duration": 0}, "transition": {"duration": 0}}]
    return {
        "type": "buttons",
        "direction": "left",
        "x": 0.0,
        "y": -0.2,
        "xanchor": "left",
        "yanchor": "top",
        "showactive": False,
        "buttons": [
            {"label": "▶", "method": "animate", "args": run(700)},
            {"label": "▶▶", "method": "animate", "args": run(150)},
            {"label": "■", "method": "animate", "args": stop},
        ],
    }


def drawing_figure(
    fp: Sequence[int],
    tp: Sequence[int],
    *,
    n_pos: int,
    n_neg: int,
    truth: RocCurve | None = None,
    drawn: str = "yours",
    true: str = "ROC curve",
    words: CurveWords | None = None,
) -> go.Figure:
    """Draw a path through the ROC plane, in counts of rows, and the true curve beside it once there is one to show."""
    words = words or CurveWords()
    x, y = [k / n_neg for k in fp], [k / n_pos for k in tp]
    base = {"type": "scatter", "mode": "lines", "hoverinfo": "skip"}
    rule = {"color": RULE, "dash": "dot", "width": 1.5}
    traces: list[dict[str, Any]] = [{**base, "x": [0, 1], "y": [0, 1], "line": rule, "showlegend": False}]
    path = {**base, "x": x, "y": y, "name": drawn, "line": {"color": WRONG_ORDER, "width": 4}}
    if truth is None:
        at = {"size": 13, "color": "#111827", "line": {"width": 2, "color": "white"}}
        traces += [path, {**base, "mode": "markers", "x": x[-1:], "y": y[-1:], "marker": at}]
    else:
        curve = {**base, "x": truth.fpr, "y": truth.tpr, "name": true}
        if len(x) > 1:
            # Filled first, from an unseen copy of the path to one of the curve, so that both lie over the area.
            unseen = {"line": {"width": 0}, "showlegend": False}
            area = {"fill": "tonexty", "fillcolor": rgba(WRONG_ORDER, 0.22)}
            traces += [{**path, **unseen}, {**curve, **unseen, **area}, path]
        traces.append({**curve, "line": {"color": RIGHT_ORDER, "width": 3, "dash": "dash"}})
    return go.Figure(
        data=traces,
        layout={
            "template": template(),
            "font": {"family": FONT, "size": 14},
            "width": 420,
            "height": 400 if truth is None else 440,
            "margin": {"l": 52, "r": 16, "t": 12, "b": 48 if truth is None else 88},
            "showlegend": truth is not None,
            "legend": {"orientation": "h", "x": 0, "y": -0.16, "yanchor": "top"},
            "dragmode": False,
            "xaxis": _counted(words.fpr, n_neg),
            "yaxis": _counted(words.tpr, n_pos),
        },
    )


def _counted(name: str, n: int) -> dict[str, Any]:
    """Return an axis of shares with a line for each row, and numbers at its ends only."""
    return {
        "range": [-0.03, 1.03],
        "fixedrange": True,
        "showgrid": True,
        "gridcolor": GRID,
        "title": {"text": name, "standoff": 8},
        "tickvals": [k / n for k in range(n + 1)],
        "ticktext": ["0", *[""] * (n - 1), "1"],
    }
