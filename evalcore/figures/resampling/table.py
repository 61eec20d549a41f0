"""Estimates of rows of one's own: a row each, its rounds as dots, beside who always says the most frequent class."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np
import plotly.graph_objects as go

from evalcore.errors import Message, Say, message
from evalcore.figures.layout import MARGIN, Look, Panel, Places, base_layout, heading
from evalcore.figures.live.guess import guess_figure
from evalcore.figures.parts.marks import axes_of, line
from evalcore.figures.resampling.colours import BIAS, CHOSEN
from evalcore.figures.resampling.score_rows import Planes, row_axes, row_traces
from evalcore.figures.style import RULE, number
from evalcore.views.resampling.table import EstimatesView, Said

PLANES: Final = Planes(axes_of(1), axes_of(2), axes_of(3))
HEAD, BELOW = 26, 46
NAMES: Final[Mapping[Said, Message]] = {
    "training": message("training error"),
    "holdout": message("20 × hold-out"),
    "kfold": message("k-fold"),
    "loo": message("leave-one-out"),
    "oob": message("out-of-bag"),
    "632": message(".632"),
    "632plus": message(".632+"),
}


def estimates_figure(view: EstimatesView, *, say: Say = str, look: Look | None = None) -> go.Figure:
    """Draw what each estimator says of the rows."""
    look = look or Look()
    n, left, right = len(view.estimates), 0.3 if look.narrow else 0.16, 0.74 if look.narrow else 0.82
    bottom = look.height - 2 * MARGIN - BELOW
    panels = {
        "names": Panel(HEAD, bottom, 0.0, left),
        "rows": Panel(HEAD, bottom, left + 0.02, right),
        "numbers": Panel(HEAD, bottom, right + 0.03, 1.0),
    }
    where = Places(look.height, panels)
    seen = np.concatenate([np.append(one.row.dots, one.row.mean) for one in view.estimates])
    largest = float(np.nanmax(seen))
    # Where nearly all is right, the worst rule would leave the estimates no room.
    top = min(1.02, max(0.05, 1.15 * largest, view.majority + 0.03 if view.majority < 2 * largest else 0))
    traces = [
        line(
            PLANES.rows,
            [round(view.majority, 4)] * 2,
            [-0.6, n - 0.4],
            line={"color": RULE, "dash": "dash"},
            cliponaxis=True,
        ),
    ]
    for k, one in enumerate(view.estimates):
        colour = BIAS if one.said == "training" else CHOSEN
        traces += row_traces(PLANES, n - 1 - k, say(NAMES[one.said]), one.row, colour, say=say)
    # Where its line has no room, what it would be of is said all the same.
    drawn = message(
        "● rounds · ◆ estimate · dashed: always the most frequent class ({majority})", majority=number(view.majority)
    )
    apart = message(
        "● rounds · ◆ estimate · always the most frequent class: {majority}", majority=number(view.majority)
    )
    text = drawn if view.majority <= top else apart
    said = heading("" if look.narrow else say(text), left + 0.02, where.paper(HEAD // 2))
    layout = {
        **base_layout(where),
        "showlegend": False,
        **row_axes(PLANES, where, n, [-0.02 * top, top], say(message("error"))),
        "annotations": [said],
    }
    return guess_figure(traces, layout)
