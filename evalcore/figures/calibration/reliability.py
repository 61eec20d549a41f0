"""Do scores come true as often as they say? Bins, the smooth curve with its band, and both sides of a recalibration."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from evalcore.calibration import Calibration, SmoothCalibration
from evalcore.errors import Say, message
from evalcore.figures.layout import Look
from evalcore.figures.live.guess import with_guesses
from evalcore.figures.parts.plane import SHARE, band, line, plane, reference
from evalcore.figures.style import MODELS, plain

HOVER = "%{customdata[1]:.4g} – %{customdata[2]:.4g}<br>%{x:.4f} → %{y:.4f}<br>n = %{customdata[0]:,}<extra></extra>"


def smooth_figure(
    smooth: SmoothCalibration, bins: Calibration, model: str = "", *, say: Say = str, look: Look | None = None
) -> go.Figure:
    """Draw the share of positives against the score: the smooth curve in its band, and the bins with their intervals.

    Where there is no curve, or no band, the rest is drawn.
    """
    figure = go.Figure(reference([0, 1], [0, 1], say(message("perfect calibration"))))
    if len(smooth.score):
        if not np.isnan(smooth.low).all():
            level = say(message("{level:.0%} band, each place alone", level=smooth.confidence_level))
            figure.add_traces(band(smooth.score, smooth.low, smooth.high, level))
        figure.add_trace(line(smooth.score, smooth.share, plain(model, 40) or say(message("smooth curve"))))
    figure.add_trace(_bins(bins, say(message("bins of rows"))))
    figure.layout = plane((message("score"), SHARE), (message("share of positives"), SHARE), say=say, look=look)
    return with_guesses(figure, range(1, len(figure.data)))


def recalibration_figure(
    before: Calibration, after: Calibration, *, say: Say = str, look: Look | None = None
) -> go.Figure:
    """Draw the share of positives against the mean score of bins, before a recalibration and after it."""
    figure = go.Figure(reference([0, 1], [0, 1], say(message("perfect calibration"))))
    for place, (bins, name) in enumerate(((before, message("before")), (after, message("recalibrated")))):
        figure.add_trace(_bins(bins, say(name), model=place, joined=True))
    axes = (message("mean score"), SHARE), (message("share of positives"), SHARE)
    figure.layout = plane(*axes, say=say, look=look)
    return with_guesses(figure, [1, 2])


def _bins(bins: Calibration, name: str, *, model: int = 0, joined: bool = False) -> go.Scatter:
    """Return the bins as points with their intervals, joined by lines if asked."""
    (colour, dash), missing = MODELS[model], np.isnan(bins.low)
    return go.Scatter(
        x=bins.score,
        y=bins.share,
        mode="lines+markers" if joined else "markers",
        name=name,
        line={"color": colour, "dash": dash, "width": 2},
        marker={"size": 9, "color": colour, "symbol": "circle" if model == 0 else "diamond"},
        error_y={
            "type": "data",
            "array": np.where(missing, 0, bins.high - bins.share),
            "arrayminus": np.where(missing, 0, bins.share - bins.low),
            "color": colour,
            "thickness": 1.5,
        },
        customdata=np.column_stack([bins.n, bins.edges_low, bins.edges_high]),
        hovertemplate=HOVER,
    )
