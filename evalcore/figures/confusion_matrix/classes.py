"""A confusion matrix of any number of classes: rows are the truth, columns the prediction."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from evalcore.counts import ConfusionMatrix
from evalcore.figures.style import FONT, GRID, NEGATIVE, POSITIVE, RULE, plain, rgba, template

# Above this many classes the counts no longer fit into their cells; the colour and the hover text stay.
MOST_WITH_TEXT = 20


def matrix_figure(cm: ConfusionMatrix, *, actual: str = "actual", predicted: str = "predicted") -> go.Figure:
    """Draw the matrix: right answers blue, mistakes orange, both by their share of the true class."""
    table = np.asarray(cm.table, dtype=float)
    total = table.sum(axis=1, keepdims=True)
    share = np.divide(table, total, out=np.zeros_like(table), where=total > 0)
    shade = np.where(np.eye(len(table), dtype=bool), share, -share)
    return heat_table(
        shade,
        table,
        share,
        cm.classes,
        text=[[_count(v) if v else "" for v in row] for row in table] if len(table) <= MOST_WITH_TEXT else None,
        hover="%{customdata[0]:,} (%{customdata[1]:.1%})",
        actual=actual,
        predicted=predicted,
    )


def heat_table(
    shade: np.ndarray,
    first: np.ndarray,
    second: np.ndarray,
    classes: Sequence[object],
    *,
    text: list[list[str]] | None,
    hover: str,
    actual: str,
    predicted: str,
    row_height: int = 52,
) -> go.Figure:
    """Draw one cell a truth and decision: blue towards 1, orange towards -1, both `first` and `second` in the hover."""
    names = [plain(c) for c in classes]
    k = len(names)
    place = list(range(k))
    figure = go.Figure(
        go.Heatmap(
            z=shade,
            x=place,
            y=place,
            zmin=-1,
            zmax=1,
            # A mistake of a few per cent must be seen, so orange rises fast.
            colorscale=[
                [0, rgba(NEGATIVE, 0.9)],
                [0.4, rgba(NEGATIVE, 0.55)],
                [0.499, rgba(NEGATIVE, 0.08)],
                [0.5, rgba(RULE, 0.02)],
                [1, rgba(POSITIVE, 0.55)],
            ],
            showscale=False,
            xgap=2,
            ygap=2,
            text=text,
            texttemplate="%{text}" if text is not None else None,
            customdata=np.dstack([first, second, *_grids(names)]),
            hovertemplate=f"{actual} %{{customdata[2]}} → {predicted} %{{customdata[3]}}<br>{hover}<extra></extra>",
        )
    )
    axis = {"showgrid": False, "tickvals": place, "ticktext": names, "fixedrange": True, "range": [-0.5, k - 0.5]}
    figure.update_layout(
        template=template(),
        font={"family": FONT, "size": 14},
        height=max(340, min(720, 110 + row_height * k)),
        margin={"l": 12, "r": 12, "t": 12, "b": 12},
        xaxis={**axis, "title": {"text": predicted}, "side": "top", "automargin": True, "gridcolor": GRID},
        yaxis={**axis, "title": {"text": actual}, "range": [k - 0.5, -0.5], "automargin": True, "gridcolor": GRID},
    )
    return figure


def _count(value: float) -> str:
    return f"{value:,.0f}" if value == int(value) else f"{value:,.2f}"


def _grids(names: list[str]) -> tuple[np.ndarray, np.ndarray]:
    k = len(names)
    truth = np.array(names, dtype=object).reshape(k, 1)
    return np.repeat(truth, k, axis=1), np.repeat(truth.T, k, axis=0)
