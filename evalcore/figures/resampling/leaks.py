"""A leak over many data sets: the leaking estimate, the clean one and the truth; beside them how much each flatters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
import plotly.graph_objects as go

from evalcore.figures.layout import MARGIN, Look, Panel, Places, base_layout, heading
from evalcore.figures.live.guess import guess_figure
from evalcore.figures.parts.marks import axes_of, line
from evalcore.figures.resampling.colours import BIAS, CHOSEN, DOTS
from evalcore.figures.resampling.score_rows import Planes, row_axes, row_traces
from evalcore.figures.style import GUESSED, INK
from evalcore.views.resampling.leaks import LeakView

ONE: Final = Planes(axes_of(1), axes_of(2), axes_of(3))
ALL: Final = Planes(axes_of(4), axes_of(5), axes_of(6))
# Pixels of a heading, and of what stands below an axis.
HEAD, BELOW = 26, 46
# Rows there is room for at least, so that few of them are not taller than those beside them.
FEWEST: Final = 4


@dataclass(frozen=True)
class LeakWords:
    """Every word of the figure."""

    one: str = "data sets: {sets}, an estimate each"
    all: str = "how much lower than the true error"
    leaking: str = "with the leak"
    clean: str = "without it"
    true: str = "true error"
    error: str = "error"
    sd: str = "SD"
    gap: str = "true error − estimate"
    names: Mapping[str, str] = field(default_factory=dict)


def places(look: Look) -> dict[str, Places]:
    """Return where the rows of the one leak stand, and those of all."""
    if look.narrow:
        # Letters do not shrink: the numbers need a quarter of the width.
        spans = {"one": (HEAD, 260, 0.0, 1.0, 0.74), "all": (340, 640, 0.0, 1.0, 0.74)}
        height = 640 + BELOW + 2 * MARGIN
    else:
        bottom = look.height - 2 * MARGIN - BELOW
        spans = {"one": (HEAD, bottom, 0.0, 0.52, 0.8), "all": (HEAD, bottom, 0.54, 1.0, 0.8)}
        height = look.height
    return {name: Places(height, _panels(*span)) for name, span in spans.items()}


def _panels(top: int, bottom: int, left: float, right: float, end: float) -> dict[str, Panel]:
    """Return names, rows that end at this share of the width, and numbers."""
    wide = right - left
    return {
        "names": Panel(top, bottom, left, left + 0.24 * wide),
        "rows": Panel(top, bottom, left + 0.26 * wide, left + end * wide),
        "numbers": Panel(top, bottom, left + (end + 0.03) * wide, right),
    }


def leak_figure(view: LeakView, *, words: LeakWords | None = None, look: Look | None = None) -> go.Figure:
    """Draw a leak against the truth, and all leaks beside each other."""
    words, look = words or LeakWords(), look or Look()
    where = places(look)
    rows = ((words.leaking, view.leaking, BIAS), (words.clean, view.clean, CHOSEN), (words.true, view.true, DOTS))
    every = np.concatenate([row.dots for _name, row, _colour in rows])
    gaps = np.concatenate([row.dots for row in view.flattery.values()])
    n = max(len(view.flattery), FEWEST)
    low, high = min(float(gaps.min()), 0) - 0.03, max(float(gaps.max()), 0) + 0.03
    traces = [
        line(ONE.rows, [round(view.true.mean, 4)] * 2, [-0.6, 2.6], line={"width": 2, "color": INK}, **GUESSED),
        line(ALL.rows, [0, 0], [-0.6, n - 0.4], line={"width": 2, "color": INK}),
    ]
    for k, (name, row, colour) in enumerate(rows):
        traces += row_traces(ONE, 2 - k, name, row, colour, sd=words.sd)
    for k, (leak, row) in enumerate(view.flattery.items()):
        is_this = leak == view.found.leak
        name = words.names.get(leak, leak)
        traces += row_traces(
            ALL, n - 1 - k, f"<b>{name}</b>" if is_this else name, row, BIAS if is_this else DOTS, sd=words.sd
        )
    layout = {
        **base_layout(where["one"]),
        "showlegend": False,
        **row_axes(ONE, where["one"], 3, [max(0.0, float(every.min()) - 0.03), float(every.max()) + 0.03], words.error),
        **row_axes(ALL, where["all"], n, [low, high], words.gap),
        "annotations": _headings(view, where, words),
    }
    return guess_figure(traces, layout)


def _headings(view: LeakView, where: dict[str, Places], words: LeakWords) -> list[dict[str, Any]]:
    said = {"one": words.one.format(sets=f"{view.n_sets:,}"), "all": words.all}
    found = []
    for name, text in said.items():
        panel = where[name].panels["names"]
        place = where[name].paper(panel.top - HEAD // 2)
        found.append({**heading(text, panel.left, place), "font": {"size": 13}})
    return found
