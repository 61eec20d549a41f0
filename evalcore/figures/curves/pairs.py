"""AUC seen from its pairs: the field of all pairs below the ROC curve, and a curve drawn by hand."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import plotly.graph_objects as go

from evalcore.curves import PairMatrix, RocCurve
from evalcore.errors import Say, message
from evalcore.figures.curves.traces import FPR, ROC_TITLE, TPR
from evalcore.figures.layout import Look
from evalcore.figures.live.guess import guess_figure
from evalcore.figures.parts.marks import scatter
from evalcore.figures.style import FONT, GRID, GUESSED, INK, METRIC, RULE, Trace, number, rgba, signed, template
from evalcore.support.arrays import BoolArray

RIGHT_ORDER = METRIC["precision"][0]
WRONG_ORDER = METRIC["f1"][0]
# Green and pink are one grey to a deuteranope: what tells them apart there is how dark they are.
PALE, FULL = 0.35, 0.8
# Pixels that it is lower than other figures, for the caption below it.
LOWER = 40


# Of so many pairs each has room for its two scores; so many are counted one after another before an audience.
MOST_WRITTEN, MOST_COUNTED = 36, 9
LOWERED = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def pair_stages(y_true: BoolArray) -> int:
    """Return in how many stages after the first the pairs of these rows are counted before an audience, 0 if at once.

    Rows count once each.

    >>> pair_stages(np.array([True, False, True, False])), pair_stages(np.arange(20) < 10)
    (4, 0)
    """
    n_pos = int(np.count_nonzero(y_true))
    pairs = n_pos * (len(y_true) - n_pos)
    return pairs if pairs <= MOST_COUNTED else 0


def pair_matrix_figure(pairs: PairMatrix, *, say: Say = str, look: Look | None = None) -> go.Figure:
    """Draw every pair as a cell of the ROC plane, and the curve over it: what is green is the area under the curve.

    The cells of a tie are one field, which the curve crosses from corner to corner: half of it is green. Of few
    pairs each says its two scores, and which is the higher one. Standing alone, few pairs are counted beside the field
    as well; in stages one after another, a row of the field at a time, and in the end all together.
    """
    look = look or Look()
    p, q = pairs.order.shape
    is_counted = look.alone and 0 < p * q <= MOST_COUNTED
    shown = p * q if look.stage is None or not is_counted else min(look.stage + 1, p * q)
    is_whole = look.stage is None or not is_counted or look.stage >= p * q
    lit = np.arange(p * q).reshape(p, q) < shown
    green, grey, pink = rgba(RIGHT_ORDER, PALE), rgba(RULE, 0.35), rgba(WRONG_ORDER, FULL)
    cells = go.Heatmap(
        x=np.linspace(0, 1, q + 1),
        y=np.linspace(0, 1, p + 1),
        z=np.where(lit, pairs.order, 0),
        zmin=-1,
        zmax=1,
        colorscale=[[0, pink], [0.5, "rgba(0,0,0,0)"], [1, green]],
        showscale=False,
        xgap=1,
        ygap=1,
        customdata=np.dstack(np.meshgrid(pairs.positive, pairs.negative, indexing="ij")),
        hovertemplate="%{customdata[0]:.6~g} – %{customdata[1]:.6~g}<extra></extra>",
    )
    curve = {"mode": "lines", "x": pairs.fpr, "y": pairs.tpr, "hoverinfo": "skip", "cliponaxis": False}
    half = {"mode": "lines", "fill": "toself", "hoverinfo": "skip", "line": {"width": 0}}
    over = [
        go.Scatter(**half, **_halves(pairs, right=1, top=0), fillcolor=green),
        go.Scatter(**half, **_halves(pairs, right=0, top=1), fillcolor=grey),
        # Light below dark, so that it is seen on either ground.
        go.Scatter(**curve, line={"color": "white", "width": 6}),
        go.Scatter(**curve, line={"color": INK, "width": 3}),
    ]
    drawn = [cells, *(over if is_whole else [])]
    signs = _scores(pairs, signs=shown) | GUESSED
    written = [_scores(pairs), signs] if 0 < p * q <= MOST_WRITTEN else []
    axis = {"showticklabels": False, "showgrid": False, "fixedrange": True, "range": [0, 1], "constrain": "domain"}
    layout = {
        "template": template(),
        "font": {"family": FONT, "size": 14},
        "height": look.lower_by(LOWER).height,
        "margin": {"l": 40, "r": 12, "t": 12, "b": 40},
        "showlegend": False,
        "dragmode": False,
        "xaxis": {
            **axis,
            **({"domain": [0.06, 0.58]} if is_counted else {}),
            "title": {"text": say(message("negatives, highest score first"))},
        },
        "yaxis": {
            **axis,
            "title": {"text": say(message("positives, highest score at the bottom"))},
            "scaleanchor": "x",
        },
        "annotations": _count(pairs, shown, is_whole=is_whole) if is_counted else [],
    }
    return guess_figure([*(trace.to_plotly_json() | GUESSED for trace in drawn), *written], layout)


def _count(pairs: PairMatrix, shown: int, *, is_whole: bool) -> list[Trace]:
    """Return beside the field the difference of each pair shown with what it counts, and below them their average."""
    p, q = pairs.order.shape
    cells = [(row, column) for row in range(p) for column in range(q)]
    each = {0.0: "0", 0.5: "½", 1.0: "1"}
    counted = [each[float(pairs.counted[cell])] for cell in cells]
    told = [
        f"e{f'{row + 1}{column + 1}'.translate(LOWERED)} = {number(pairs.positive[row])} − "
        f"{number(pairs.negative[column])} = {signed(number(pairs.difference[row, column]))}  →  {counts}"
        for (row, column), counts in zip(cells, counted, strict=True)
    ][:shown]
    if is_whole:
        told.append(f"<b>AUC = ({' + '.join(counted)}) / {p * q} = {number(pairs.share)}</b>")
    place = {"xref": "x domain", "yref": "y domain", "x": 1.05, "xanchor": "left", "yanchor": "middle"}
    lines = range(len(told))
    return [
        {**place, "y": 0.9 - 0.09 * line, "text": told[line], "showarrow": False, "font": {"size": 16}, **GUESSED}
        for line in lines
    ]


def _scores(pairs: PairMatrix, *, signs: int | None = None) -> Trace:
    """Return in each cell the two scores of its pair, or of so many first ones the sign between them."""
    p, q = pairs.order.shape
    cells = [(row, column) for row in range(p) for column in range(q)][:signs]
    between = {1: ">", 0: "=", -1: "<"}
    texts = [
        between[int(pairs.order[cell])]
        if signs is not None
        else f"{number(pairs.positive[cell[0]])}{' ' * 4}{number(pairs.negative[cell[1]])}".replace(" ", "\u2002")
        for cell in cells
    ]
    return scatter(
        {},
        "text",
        [(column + 0.5) / q for _row, column in cells],
        [(row + 0.5) / p for row, _column in cells],
        text=texts,
        textfont={"size": 18 if p * q <= 9 else 12, "color": INK},
    )


def _halves(pairs: PairMatrix, *, right: int, top: int) -> dict[str, list[float | None]]:
    """Return one half of each field of ties, that with this corner: triangles along the diagonals, apart by gaps."""
    x: list[float | None] = []
    y: list[float | None] = []
    for across, up in zip(pairwise(pairs.fpr.tolist()), pairwise(pairs.tpr.tolist()), strict=True):
        if across[1] > across[0] and up[1] > up[0]:
            x += [across[0], across[right], across[1], across[0], None]
            y += [up[0], up[top], up[1], up[0], None]
    # Without any point Plotly takes a trace for hidden.
    return {"x": x or [None], "y": y or [None]}


def drawing_figure(
    fp: Sequence[int],
    tp: Sequence[int],
    *,
    n_pos: int,
    n_neg: int,
    truth: RocCurve | None = None,
    say: Say = str,
) -> go.Figure:
    """Draw a path through the ROC plane, in counts of rows, and the true curve beside it once there is one to show."""
    x, y = [k / n_neg for k in fp], [k / n_pos for k in tp]
    base = {"type": "scatter", "mode": "lines", "hoverinfo": "skip"}
    rule = {"color": RULE, "dash": "dot", "width": 1.5}
    traces: list[dict[str, Any]] = [{**base, "x": [0, 1], "y": [0, 1], "line": rule, "showlegend": False}]
    path = {**base, "x": x, "y": y, "name": say(message("your curve")), "line": {"color": WRONG_ORDER, "width": 4}}
    if truth is None:
        at = {"size": 13, "color": INK, "line": {"width": 2, "color": "white"}}
        traces += [path, {**base, "mode": "markers", "x": x[-1:], "y": y[-1:], "marker": at}]
    else:
        curve = {**base, "x": truth.fpr, "y": truth.tpr, "name": say(ROC_TITLE)}
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
            "xaxis": _counted(say(FPR), n_neg),
            "yaxis": _counted(say(TPR), n_pos),
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
