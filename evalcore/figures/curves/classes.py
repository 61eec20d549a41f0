"""ROC of many classes: each against the rest, and their averages."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from evalcore.errors import Say
from evalcore.figures.curves.traces import FPR, TPR
from evalcore.figures.live.guess import with_guesses
from evalcore.figures.style import FONT, GRID, MODELS, RULE, guessed, number, plain, template
from evalcore.views.curves import ClassLine


def classes_figure(classes: Sequence[ClassLine], averages: Sequence[ClassLine], *, say: Say = str) -> go.Figure:
    """Draw a thin line a class and a thick one an average; a click in the legend hides one."""
    fpr, tpr = say(FPR), say(TPR)
    figure = go.Figure(go.Scatter(x=[0, 1], y=[0, 1], mode="lines", line={"color": RULE, "dash": "dot"}))
    figure.data[0].update(showlegend=False, hoverinfo="skip")
    for place, line in enumerate((*averages, *classes)):
        colour, dash = MODELS[place % len(MODELS)]
        mean = place < len(averages)
        figure.add_scatter(
            x=line.fpr.astype(np.float32),
            y=line.tpr.astype(np.float32),
            mode="lines",
            name=f"{plain(line.name)}   {guessed(f'AUC {number(line.auc)}')}",
            line={"color": colour, "dash": "solid" if mean else dash, "width": 4 if mean else 1.5},
            hovertemplate=f"{plain(line.name)}<br>{fpr} %{{x:.4f}}<br>{tpr} %{{y:.4f}}<extra></extra>",
        )
    share = {"range": [-0.02, 1.02], "fixedrange": True, "gridcolor": GRID}
    figure.layout = {
        "template": template(),
        "font": {"family": FONT, "size": 14},
        "height": 460,
        "margin": {"l": 56, "r": 12, "t": 12, "b": 48},
        "dragmode": False,
        "xaxis": {**share, "title": {"text": fpr}},
        "yaxis": {**share, "title": {"text": tpr}},
    }
    return with_guesses(figure, range(1, len(figure.data)))
