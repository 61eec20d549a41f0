"""A confusion matrix of any number of classes: rows are the truth, columns the prediction."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from evalcore.counts import ConfusionMatrix
from evalcore.figures.parts.cells import cell_count
from evalcore.figures.parts.heat import heat_table

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
        text=[[cell_count(v) if v else "" for v in row] for row in table] if len(table) <= MOST_WITH_TEXT else None,
        hover="%{customdata[0]:,} (%{customdata[1]:.1%})",
        actual=actual,
        predicted=predicted,
    )
