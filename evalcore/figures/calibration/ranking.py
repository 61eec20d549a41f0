"""What do scores rank? Gains, lift, and the largest distance of both classes."""

from __future__ import annotations

import math

import plotly.graph_objects as go

from evalcore.curves import GainsAt, KolmogorovSmirnov
from evalcore.errors import Say, message
from evalcore.figures.layout import Look
from evalcore.figures.live.guess import with_guesses
from evalcore.figures.parts.plane import SHARE, line, plane, point, reference
from evalcore.figures.style import INK, NEGATIVE, POSITIVE, plain
from evalcore.views.ranking import DrawnDistance, DrawnGains


def gains_figure(drawn: DrawnGains, at: GainsAt, model: str, *, say: Say = str, look: Look | None = None) -> go.Figure:
    """Draw the share of the positives found against the share of the rows taken, beside chance and a perfect order."""
    figure = go.Figure(reference([0, 1], [0, 1], say(message("by chance"))))
    perfect = [0, drawn.prevalence, 1] if drawn.prevalence > 0 else [0, 0, 1]
    figure.add_trace(reference(perfect, [0, 1, 1], say(message("perfect order")), "dash"))
    figure.add_trace(line(drawn.rows, drawn.gain, plain(model, 40)))
    figure.add_trace(point(at.rows, at.gain, say(message("present place"))))
    axes = (message("share of rows, highest scores first"), SHARE), (message("share of positives found"), SHARE)
    figure.layout = plane(*axes, say=say, look=look)
    return with_guesses(figure, [2, 3])


def lift_figure(drawn: DrawnGains, at: GainsAt, model: str, *, say: Say = str, look: Look | None = None) -> go.Figure:
    """Draw how many times as many positives as by chance there are in the highest scores."""
    figure = go.Figure(reference([0, 1], [1, 1], say(message("by chance"))))
    figure.add_trace(line(drawn.lift_rows, drawn.lift, plain(model, 40)))
    figure.add_trace(point(at.rows, at.lift, say(message("present place"))))
    axes = (message("share of rows, highest scores first"), SHARE), (message("lift"), {"rangemode": "tozero"})
    figure.layout = plane(*axes, say=say, look=look)
    return with_guesses(figure, [1, 2])


def distance_figure(
    drawn: DrawnDistance, found: KolmogorovSmirnov, *, say: Say = str, look: Look | None = None
) -> go.Figure:
    """Draw the share of both classes from each score on, and where they are farthest apart."""
    figure = go.Figure()
    for y, name, colour, dash in (
        (drawn.tpr, message("positives"), POSITIVE, "solid"),
        (drawn.fpr, message("negatives"), NEGATIVE, "dash"),
    ):
        stairs = {"color": colour, "dash": dash, "width": 3, "shape": "vh"}
        figure.add_scatter(x=drawn.threshold, y=y, mode="lines", name=say(name), line=stairs)
    if math.isfinite(found.threshold):
        figure.add_scatter(
            x=[found.threshold] * 2,
            y=[found.fpr, found.tpr],
            mode="lines+markers",
            line={"color": INK, "width": 2, "dash": "dash"},
            name=say(message("K-S = {statistic:.3f}", statistic=found.statistic)),
        )
    up = message("share of the class from this score on"), SHARE
    figure.layout = plane((message("score"), {}), up, say=say, look=look)
    return with_guesses(figure, range(len(figure.data)))
