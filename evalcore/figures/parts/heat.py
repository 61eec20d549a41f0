"""A table of classes in colours: a cell a truth and decision."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from evalcore.figures.layout import MARGIN
from evalcore.figures.live.guess import with_guesses
from evalcore.figures.style import FONT, GRID, NEGATIVE, POSITIVE, RULE, plain, rgba, template


def heat_trace(
    shade: np.ndarray,
    data: Sequence[np.ndarray],
    names: Sequence[str],
    *,
    text: list[list[str]] | None,
    hovertemplate: str,
) -> go.Heatmap:
    """Return one cell a truth and decision: blue towards 1, orange towards -1.

    A cell knows what `data` has of it, then the names of its truth and its decision.
    """
    place = list(range(len(names)))
    return go.Heatmap(
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
        customdata=np.dstack([*data, *_grids(list(names))]),
        hovertemplate=hovertemplate,
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
    """Draw a table of cells with the names of the classes around it, both `first` and `second` in the hover."""
    names = [plain(c) for c in classes]
    k = len(names)
    place = list(range(k))
    said = f"{actual} %{{customdata[2]}} → {predicted} %{{customdata[3]}}<br>{hover}<extra></extra>"
    figure = go.Figure(heat_trace(shade, (first, second), names, text=text, hovertemplate=said))
    axis = {"showgrid": False, "tickvals": place, "ticktext": names, "fixedrange": True, "range": [-0.5, k - 0.5]}
    figure.layout = {
        "template": template(),
        "font": {"family": FONT, "size": 14},
        "height": max(340, min(720, 110 + row_height * k)),
        "margin": {"l": MARGIN, "r": MARGIN, "t": MARGIN, "b": MARGIN},
        "xaxis": {**axis, "title": {"text": predicted}, "side": "top", "automargin": True, "gridcolor": GRID},
        "yaxis": {**axis, "title": {"text": actual}, "range": [k - 0.5, -0.5], "automargin": True, "gridcolor": GRID},
    }
    return with_guesses(figure, [0])


def _grids(names: list[str]) -> tuple[np.ndarray, np.ndarray]:
    k = len(names)
    truth = np.array(names, dtype=object).reshape(k, 1)
    return np.repeat(truth, k, axis=1), np.repeat(truth.T, k, axis=0)
