"""Do scores come true in each group as often as they say? A line a group against the diagonal."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from evalcore.decisions import GroupCalibration
from evalcore.errors import Say, message
from evalcore.figures.confusion_matrix.groups import name_of
from evalcore.figures.live.guess import guess_figure
from evalcore.figures.parts.plane import SHARE, plane
from evalcore.figures.style import GUESSED, MODELS, RULE, Trace

# Lines of one plane differ by dash, and there are so many.
MOST_LINES = len(MODELS)
LETTERS = 30


def group_calibration_figure(rows: Sequence[GroupCalibration], *, say: Say = str) -> go.Figure:
    """Draw the share of positives against the mean score, a line with its bins for each of the first six groups.

    Names of groups come from a file and are literal. A hollow dot is of a group with few rows.
    """
    diagonal = {"x": [0, 1], "y": [0, 1], "mode": "lines", "name": say(message("perfect calibration"))}
    traces: list[Trace] = [
        {"type": "scatter", **diagonal, "line": {"color": RULE, "width": 1.5}, "hoverinfo": "skip"},
        *(_line(row, place, say) for place, row in enumerate(rows[:MOST_LINES])),
    ]
    axes = (message("mean score"), SHARE), (message("share of positives"), SHARE)
    return guess_figure(traces, plane(*axes, say=say, look=None))


def _line(row: GroupCalibration, place: int, say: Say) -> Trace:
    """Return the bins of a group, each with its interval where there is one."""
    bins, (colour, dash) = row.bins, MODELS[place]
    missing = np.isnan(bins.low)
    ends = {
        "array": np.where(missing, 0, bins.high - bins.share).tolist(),
        "arrayminus": np.where(missing, 0, bins.share - bins.low).tolist(),
    }
    return {
        "type": "scatter",
        "mode": "lines+markers",
        "x": bins.score.tolist(),
        "y": bins.share.tolist(),
        "name": name_of(row.group, say, LETTERS),
        "line": {"color": colour, "dash": dash, "width": 2},
        "marker": {"size": 8, "symbol": "circle-open" if row.warnings else "circle"},
        "error_y": {"type": "data", **ends, "color": colour, "thickness": 1},
        "customdata": bins.n.tolist(),
        "hovertemplate": f"{name_of(row.group, say, LETTERS)}<br>%{{x:.4f}} → %{{y:.4f}}<br>n = %{{customdata:,}}"
        "<extra></extra>",
        **GUESSED,
    }
