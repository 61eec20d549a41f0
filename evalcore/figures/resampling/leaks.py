"""A leak over many data sets: the leaking estimate, the clean one and the truth; beside them how much each flatters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np
import plotly.graph_objects as go

from evalcore.errors import Message, Say, message
from evalcore.figures.layout import MARGIN, Look, Panel, Places, base_layout, headings
from evalcore.figures.live.guess import guess_figure
from evalcore.figures.parts.marks import axes_of, line
from evalcore.figures.resampling.colours import BIAS, CHOSEN, DOTS
from evalcore.figures.resampling.score_rows import MARKS, Planes, row_axes, row_traces
from evalcore.figures.style import GUESSED, INK
from evalcore.views.resampling.leaks import LeakView

ONE: Final = Planes(axes_of(1), axes_of(2), axes_of(3))
ALL: Final = Planes(axes_of(4), axes_of(5), axes_of(6))
# Pixels of a heading, and of what stands below an axis.
HEAD, BELOW = 26, 46
Ends = tuple[float, float]
# Rows there is room for at least, so that few of them are not taller than those beside them.
FEWEST: Final = 4


def places(look: Look) -> dict[str, Places]:
    """Return where the rows of the one leak stand, and those of all."""
    if look.narrow:
        # Letters do not shrink: the numbers need a quarter of the width.
        spans = {"one": (HEAD, 260, (0.0, 1.0), (0.32, 0.74)), "all": (340, 640, (0.0, 1.0), (0.32, 0.74))}
        height = 640 + BELOW + 2 * MARGIN
    else:
        bottom = look.height - 2 * MARGIN - BELOW
        spans = {"one": (HEAD, bottom, (0.0, 0.52), (0.26, 0.8)), "all": (HEAD, bottom, (0.54, 1.0), (0.26, 0.8))}
        height = look.height
    return {name: Places(height, _panels(*span)) for name, span in spans.items()}


def _panels(top: int, bottom: int, across: Ends, rows: Ends) -> dict[str, Panel]:
    """Return names, rows that begin and end at these shares of the width, and numbers."""
    (left, right), (begin, end) = across, rows
    wide = right - left
    return {
        "names": Panel(top, bottom, left, left + (begin - 0.02) * wide),
        "rows": Panel(top, bottom, left + begin * wide, left + end * wide),
        "numbers": Panel(top, bottom, left + (end + 0.03) * wide, right),
    }


def leak_figure(
    view: LeakView, names: Mapping[str, str], *, n: int, say: Say = str, look: Look | None = None
) -> go.Figure:
    """Draw a leak against the truth, and all leaks at `n` rows, by their names, beside each other."""
    rows = message("with the leak"), message("without it")
    title = message("Leaks at n = {n} · how much lower than the true error", n=f"{n:,}")
    return _figure(view, names, rows, title, say=say, look=look or Look())


def pipeline_figure(view: LeakView, names: Mapping[str, str], *, say: Say = str, look: Look | None = None) -> go.Figure:
    """Draw a pipeline as it is switched against the truth, and those tried, by their names, beside each other."""
    rows = message("as switched"), message("all in each fold")
    title = message("Tried so far · by what is done before")
    return _figure(view, names, rows, title, say=say, look=look or Look())


def _figure(
    view: LeakView, names: Mapping[str, str], titles: tuple[Message, Message], title: Message, *, say: Say, look: Look
) -> go.Figure:
    leaking, clean = map(say, titles)
    where = places(look)
    true = say(message("true error"))
    rows = ((leaking, view.leaking, BIAS), (clean, view.clean, CHOSEN), (true, view.true, DOTS))
    every = np.concatenate([row.dots for _name, row, _colour in rows])
    gaps = np.concatenate([row.dots for row in view.flattery.values()])
    n = max(len(view.flattery), FEWEST)
    low, high = min(float(gaps.min()), 0) - 0.03, max(float(gaps.max()), 0) + 0.03
    traces = [
        line(ONE.rows, [round(view.true.mean, 4)] * 2, [-0.6, 2.6], line={"width": 2, "color": INK}, **GUESSED),
        line(ALL.rows, [0, 0], [-0.6, n - 0.4], line={"width": 2, "color": INK}),
    ]
    for k, (name, row, colour) in enumerate(rows):
        traces += row_traces(ONE, 2 - k, name, row, colour, say=say)
    for k, (leak, row) in enumerate(view.flattery.items()):
        is_this = leak == view.found.leak
        name = names.get(leak, leak)
        traces += row_traces(
            ALL, n - 1 - k, f"<b>{name}</b>" if is_this else name, row, BIAS if is_this else DOTS, say=say
        )
    sets = " · ".join(map(say, (message("{sets} data sets", sets=f"{view.n_sets:,}"), MARKS)))
    layout = {
        **base_layout(where["one"]),
        "showlegend": False,
        **row_axes(
            ONE,
            where["one"],
            3,
            [max(0.0, float(every.min()) - 0.03), float(every.max()) + 0.03],
            say(message("error")),
        ),
        **row_axes(ALL, where["all"], n, [low, high], say(message("true error − estimate"))),
        "annotations": [
            *headings({"names": sets}, where["one"], HEAD),
            # Beside the other panel, not first from the left.
            *headings({"names": say(title)}, where["all"], HEAD, left={"names": where["all"].panels["names"].left}),
        ],
    }
    return guess_figure(traces, layout)
