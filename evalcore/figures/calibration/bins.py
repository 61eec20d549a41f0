"""The reliability diagram alone, as a notebook and an audience see it: bins with their intervals."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from evalcore.calibration import Calibration
from evalcore.errors import Say, message
from evalcore.figures.calibration.planes import said_of_bin
from evalcore.figures.layout import Look
from evalcore.figures.live.guess import with_guesses
from evalcore.figures.parts.plane import SHARE, plane
from evalcore.figures.style import MODELS, RULE, plain


def reliability_figure(
    calibration: Calibration,
    model: str = "",
    *,
    behind: tuple[str, Calibration] | None = None,
    say: Say = str,
    look: Look | None = None,
) -> go.Figure:
    """Draw the share of positives against the mean score, a point with its interval for each bin.

    Without the `model`'s name its line is called what it shows. Other rows stand `behind`, in outline. For a `look` it
    is as high as that says, and has its names above the diagonal, where a curve that promises too much is not.
    """
    missing, share = np.isnan(calibration.low), message("share of positives")
    perfect = say(message("perfect calibration"))
    figure = go.Figure(go.Scatter(x=[0, 1], y=[0, 1], mode="lines", line={"color": RULE, "dash": "dot"}, name=perfect))
    figure.add_scatter(
        x=calibration.score,
        y=calibration.share,
        mode="lines+markers",
        line={"color": MODELS[0][0], "width": 2},
        marker={"size": 9},
        error_y={
            "type": "data",
            "array": np.where(missing, 0, calibration.high - calibration.share),
            "arrayminus": np.where(missing, 0, calibration.share - calibration.low),
            "color": MODELS[0][0],
            "thickness": 1.5,
        },
        customdata=np.column_stack([calibration.n, calibration.edges_low, calibration.edges_high]),
        hovertemplate=said_of_bin(say, "%{y:.3f}"),
        name=plain(model, 40) or say(share),
    )
    layout = plane((message("mean score"), SHARE), (share, SHARE), say=say, look=look)
    if look is not None:
        layout |= {"legend": {"x": 0.02, "y": 0.99, "bgcolor": "rgba(0,0,0,0)"}}
    figure.layout = layout
    if behind is not None:
        name, other = behind
        line = {"color": RULE, "width": 2, "dash": "longdash"}
        figure.add_scatter(x=other.score, y=other.share, mode="lines+markers", line=line, name=plain(name, 40))
    return with_guesses(figure, [1] if behind is None else [1, 2])
