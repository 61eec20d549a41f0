"""Are the scores probabilities, and is acting on them worth it? Reliability diagram and decision curve."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
import plotly.graph_objects as go

from evalcore.calibration import Calibration
from evalcore.costs import DecisionCurve
from evalcore.figures.live.guess import with_guesses
from evalcore.figures.style import FONT, GRID, INK, MODELS, RULE, plain, template


def reliability_figure(calibration: Calibration, names: Mapping[str, str]) -> go.Figure:
    """Draw the share of positives against the mean score, a point with its interval for each bin."""
    missing = np.isnan(calibration.low)
    figure = go.Figure(
        go.Scatter(x=[0, 1], y=[0, 1], mode="lines", line={"color": RULE, "dash": "dot"}, name=names["perfect"])
    )
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
        hovertemplate="%{customdata[1]:.4g} – %{customdata[2]:.4g}<br>%{x:.4f} → %{y:.4f}<br>n = %{customdata[0]:,}"
        "<extra></extra>",
        # Without the model's name the line is called what it shows.
        name=plain(names.get("model", names["y"]), 40),
    )
    share = {"range": [-0.02, 1.02], "fixedrange": True, "gridcolor": GRID}
    return with_guesses(figure.update_layout(**_layout(names, share, share)), [1])


def decision_figure(curve: DecisionCurve, at: float, names: Mapping[str, str]) -> go.Figure:
    """Draw net benefit against the threshold probability, with the present one as a rule."""
    figure = go.Figure()
    # The best is no second model, so it has the ink of all that is best.
    styles = {"model": (*MODELS[0], 3), "best": (INK, "solid", 1.5), "treat_all": (RULE, "dash", 2)}
    styles["treat_none"] = (RULE, "dot", 2)
    for key, (colour, dash, width) in styles.items():
        line = {"color": colour, "dash": dash, "width": width}
        figure.add_scatter(
            x=curve.threshold_probability, y=getattr(curve, key), mode="lines", name=plain(names[key], 40), line=line
        )
    top = max(0.01, float(np.nanmax(curve.best))) if np.isfinite(curve.best).any() else 1.0
    if not math.isnan(at):
        figure.add_vline(x=at, line={"color": INK, "width": 2, "dash": "dash"})
    x = {"range": [0, 1], "fixedrange": True, "gridcolor": GRID}
    # Acting always is worth -infinity at p_t = 1, and a model may come near; as far below zero as above is enough.
    least = float(np.nanmin(curve.model)) if np.isfinite(curve.model).any() else 0.0
    y = {"range": [max(min(-0.35 * top, 1.1 * least), -1.1 * top), 1.1 * top], "fixedrange": True, "gridcolor": GRID}
    # What is best, and what the model is worth; treating all or none is the same for every model.
    return with_guesses(figure.update_layout(**_layout(names, x, y)), [0, 1])


def _layout(names: Mapping[str, str], x: dict[str, Any], y: dict[str, Any]) -> dict[str, Any]:
    return {
        "template": template(),
        "font": {"family": FONT, "size": 14},
        "height": 420,
        "margin": {"l": 56, "r": 12, "t": 12, "b": 48},
        "dragmode": False,
        "legend": {"orientation": "h", "y": -0.2},
        "xaxis": {**x, "title": {"text": names["x"]}},
        "yaxis": {**y, "title": {"text": names["y"]}},
    }
