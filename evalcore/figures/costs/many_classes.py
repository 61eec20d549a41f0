"""Where the cost of labels comes from: a cell a truth and decision."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from evalcore.counts import ConfusionMatrix
from evalcore.errors import Say, message
from evalcore.figures.parts.cells import ACTUAL
from evalcore.figures.parts.heat import heat_table

# Two tables stand side by side, so their cells are small.
MOST_WITH_TEXT = 15


def cost_parts_figure(parts: np.ndarray, cm: ConfusionMatrix, *, most: float, say: Say = str) -> go.Figure:
    """Draw what each cell adds to the cost, orange, or takes from it, blue; `most` is the amount of full colour."""
    shade = -parts / most if most else np.zeros(parts.shape)
    rows = say(message("{n} rows", n="%{customdata[1]:,}"))
    return heat_table(
        shade,
        parts,
        np.asarray(cm.table, dtype=float),
        cm.classes,
        text=[[_amount(v) for v in row] for row in parts] if len(parts) <= MOST_WITH_TEXT else None,
        hover=f"%{{customdata[0]:,.4g}} ({rows})",
        actual=say(ACTUAL),
        predicted=say(message("decision")),
        row_height=36,
    )


def _amount(value: float) -> str:
    """Write an amount in a small cell; what costs nothing stays empty."""
    if not value:
        return ""
    text = f"{value:,.0f}" if abs(value) >= 100 else f"{value:.1f}" if abs(value) >= 0.1 else f"{value:.1g}"
    return text.replace("-", "−")
