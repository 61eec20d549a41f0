"""Parameter tuning: errors of every setting on one data set, and the winner's scores over many."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import plotly.graph_objects as go

from evalcore.figures.layout import HIDDEN, MARGIN, Look, Panel, Places, base_layout, heading
from evalcore.figures.live.motion import Handle, live_figure, moved
from evalcore.figures.parts.marks import axes_of, line, moving, placed, texts
from evalcore.figures.resampling.colours import BIAS, CHOSEN, DOTS, JUDGED, TRAINED
from evalcore.figures.resampling.score_rows import Planes, row_axes, row_traces
from evalcore.figures.style import GRID, INK, Trace, coloured, number
from evalcore.views.resampling.tuning import TuningView, WorthView

SETTING: Final = "setting"
CURVES, SAID = axes_of(1), axes_of(2)
PLANES: Final = Planes(axes_of(3), axes_of(4), axes_of(5))
LINES: Final = {
    "validation": {"color": JUDGED, "dash": "solid", "width": 2.5},
    "training": {"color": TRAINED, "dash": "dash", "width": 2},
    "fresh": {"color": INK, "dash": "dot", "width": 2},
}
# Pixels of a heading, of the value above a panel, of what stands below an axis.
HEAD, PILL, BELOW = 26, 28, 54


@dataclass(frozen=True)
class TuningWords:
    """Every word of the figure."""

    curves: str = "one data set, every setting"
    validation: str = "validation error"
    training: str = "training error"
    fresh: str = "on fresh data"
    worth: str = "{sets} data sets: the winner's scores"
    naive: str = "own score"
    nested: str = "nested"
    error: str = "error"
    sd: str = "SD"
    parameter: str = "shrinkage"
    wins: str = "wins"
    said: str = "validation {validation}, training {training}, on fresh data {fresh}"


def places(look: Look) -> Places:
    """Return where the parts stand."""
    if look.narrow:
        panels = {
            "curves": Panel(HEAD + 20 + PILL, 300, 0.1, 0.98),
            "said": Panel(364, 400, 0.0, 1.0),
            "names": Panel(440, 640, 0.0, 0.24),
            "rows": Panel(440, 640, 0.25, 0.76),
            "numbers": Panel(440, 640, 0.77, 1.0),
        }
        return Places(640 + BELOW + 2 * MARGIN, panels)
    inner = look.height - 2 * MARGIN
    panels = {
        "curves": Panel(HEAD + PILL, inner - BELOW - 30, 0.04, 0.5),
        "said": Panel(inner - 26, inner, 0.0, 0.52),
        "names": Panel(HEAD, inner - BELOW, 0.53, 0.65),
        "rows": Panel(HEAD, inner - BELOW, 0.66, 0.91),
        "numbers": Panel(HEAD, inner - BELOW, 0.92, 1.0),
    }
    return Places(look.height, panels)


def tuning_figure(
    view: TuningView,
    worth: WorthView,
    active: int,
    *,
    words: TuningWords | None = None,
    look: Look | None = None,
) -> go.Figure:
    """Draw the errors of every setting, at one of them; a handle goes through all."""
    words, look = words or TuningWords(), look or Look()
    where = places(look)
    top = min(1.02, 1.1 * view.worst)
    still = [*_curves(view, words), *_rows(worth, words)]
    steps = [_step_traces(view, k, top, words) for k in range(len(view.settings))]
    ends = _ends(worth)
    layout = {
        **base_layout(where),
        "showlegend": False,
        **_axes(view, where, top, words),
        **row_axes(PLANES, where, 3, ends, words.error),
        "annotations": _headings(worth, where, words),
    }
    shown = [f"{words.parameter} {setting:g}" for setting in view.settings]
    handle = Handle(
        name=SETTING,
        panel="xy",
        at=list(view.settings),
        values=[repr(setting) for setting in view.settings],
        shown=shown,
        said=[f"{one}: {_said(view, k, words)}" for k, one in enumerate(shown)],
        label=words.parameter,
        active=active,
        parts=moved([moving(step) for step in steps], len(still)),
        stops=list(range(len(shown))),
    )
    return live_figure([*still, *steps[active]], layout, [handle])


def _curves(view: TuningView, words: TuningWords) -> list[Trace]:
    series = {"validation": view.validation, "training": view.training, "fresh": view.true_errors}
    named = vars(words)
    lines = [
        {
            **line(CURVES, view.settings, np.round(values, 4).tolist(), line=LINES[name]),
            "hoverinfo": "text",
            "hovertext": [
                f"{named[name]} {number(v)}<br>{words.parameter} {s:g}"
                for s, v in zip(view.settings, values, strict=True)
            ],
        }
        for name, values in series.items()
    ]
    winner = {
        **line(CURVES, [view.settings[view.best]], [round(float(view.validation[view.best]), 4)]),
        "mode": "markers",
        "marker": {"size": 14, "symbol": "diamond-open", "color": INK, "line": {"width": 2}},
    }
    return [*lines, winner]


def _rows(worth: WorthView, words: TuningWords) -> list[Trace]:
    rows = ((words.naive, worth.naive, BIAS), (words.nested, worth.nested, CHOSEN), (words.fresh, worth.fresh, DOTS))
    fresh = line(PLANES.rows, [round(worth.fresh.mean, 4)] * 2, [-0.6, 2.6], line={"width": 2, "color": INK})
    return [
        fresh,
        *(
            trace
            for k, (name, row, colour) in enumerate(rows)
            for trace in row_traces(PLANES, 2 - k, name, row, colour, sd=words.sd)
        ),
    ]


def _ends(worth: WorthView) -> list[float]:
    every = np.concatenate([row.dots for row in (worth.naive, worth.nested, worth.fresh)])
    return [max(0.0, float(np.nanmin(every)) - 0.03), min(1.02, float(np.nanmax(every)) + 0.03)]


def _step_traces(view: TuningView, k: int, top: float, words: TuningWords) -> list[Trace]:
    """Return what a setting moves: the rule with its dots, and the numbers."""
    setting = view.settings[k]
    values = [view.validation[k], view.training[k], view.true_errors[k]]
    return [
        line(CURVES, [setting] * 2, [0, round(top, 4)], line={"width": 2, "color": INK}),
        {
            **line(CURVES, [setting] * 3, np.round(values, 4).tolist()),
            "mode": "markers",
            "marker": {
                "size": 10,
                "color": [style["color"] for style in LINES.values()],
                "line": {"width": 1.5, "color": "white"},
            },
        },
        texts(SAID, [0], [0.5], [_said(view, k, words)], "middle right", textfont={"size": 13}),
    ]


def _said(view: TuningView, k: int, words: TuningWords) -> str:
    return words.said.format(
        validation=number(view.validation[k]),
        training=number(view.training[k]),
        fresh=number(view.true_errors[k]),
    )


def _axes(view: TuningView, where: Places, top: float, words: TuningWords) -> dict[str, Any]:
    base = {"gridcolor": GRID, "zeroline": False, "tickfont": {"size": 13}}
    low, high = view.settings[0], view.settings[-1]
    room = 0.04 * (high - low) or 1.0
    across = {
        **base,
        "range": [low - room, high + room],
        "nticks": 12,
        "tickangle": 0,
        "ticks": "outside",
        "ticklen": 10,
        "tickcolor": "rgba(0,0,0,0)",
        "title": {"text": words.parameter, "standoff": 8, "font": {"size": 14}},
    }
    return {
        **placed(where, "curves", CURVES, across, {**base, "range": [0, top], "nticks": 6}),
        **placed(where, "said", SAID, {**HIDDEN, "range": [0, 1]}, {**HIDDEN, "range": [0, 1]}),
    }


def _headings(worth: WorthView, where: Places, words: TuningWords) -> list[dict[str, Any]]:
    of_lines = " · ".join(
        (
            coloured(words.validation, JUDGED),
            coloured(f"{words.training} (- -)", TRAINED),
            f"{words.fresh} (···)",
        )
    )
    said = {
        "curves": (of_lines, PILL),
        "names": (words.worth.format(sets=f"{worth.n_sets:,}"), 0),
    }
    return [
        {
            **heading(text, where.panels[name].left, where.paper(where.panels[name].top - above - HEAD // 2)),
            "font": {"size": 13},
        }
        for name, (text, above) in said.items()
    ]
