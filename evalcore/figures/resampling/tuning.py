"""Parameter tuning: errors of every setting on one data set, and the winner's scores over many."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol

import numpy as np
import plotly.graph_objects as go

from evalcore.figures.layout import HIDDEN, MARGIN, Look, Panel, Places, base_layout, heading
from evalcore.figures.live.motion import Handle, live_figure, moved
from evalcore.figures.parts.marks import axes_of, line, moving, placed, texts
from evalcore.figures.resampling.colours import BIAS, CHOSEN, DOTS, JUDGED, TRAINED
from evalcore.figures.resampling.score_rows import Planes, row_axes, row_traces
from evalcore.figures.style import GRID, GUESSED, INK, Trace, coloured, number, signed
from evalcore.support.arrays import FloatArray
from evalcore.views.resampling.tuning import ScoreRow

SETTING: Final = "setting"
CURVES, SAID = axes_of(1), axes_of(2)
PLANES: Final = Planes(axes_of(3), axes_of(4), axes_of(5))
ROWS: Final = {"naive": BIAS, "nested": CHOSEN, "fresh": DOTS}
# How a line is drawn, as its name shows it.
DASHES: Final = {"validation": "", "training": " (- -)", "fresh": " (···)"}
COLOURS: Final = {"validation": JUDGED, "training": TRAINED, "fresh": INK}
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
    worth: str = "the winner's scores, data sets: {sets}"
    naive: str = "own score"
    nested: str = "nested"
    error: str = "error"
    sd: str = "SD"
    parameter: str = "shrinkage"
    wins: str = "wins"
    said: str = "validation {validation}, training {training}, on fresh data {fresh}"


class Settings(Protocol):
    """What is known of every setting: its lines by name, which of them wins, and the largest value drawn."""

    @property
    def settings(self) -> tuple[float, ...]:
        """All settings, ascending."""

    @property
    def lines(self) -> Mapping[str, FloatArray]:
        """Some of "validation", "training" and "fresh", (settings,) each."""

    @property
    def best(self) -> int:
        """Place of the winner."""

    @property
    def worst(self) -> float:
        """Largest value of the lines."""


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
    view: Settings,
    scores: Mapping[str, ScoreRow],
    active: int,
    *,
    words: TuningWords | None = None,
    look: Look | None = None,
) -> go.Figure:
    """Draw the errors of every setting, at one of them, and scores of the winner; a handle goes through all settings.

    `scores` are some of "naive", "nested" and "fresh", from above down.
    """
    words, look = words or TuningWords(), look or Look()
    where = places(look)
    top = min(1.02, 1.1 * view.worst)
    still = [*_curves(view, words), *_rows(scores, words)]
    steps = [_step_traces(view, k, top, words) for k in range(len(view.settings))]
    layout = {
        **base_layout(where),
        "showlegend": False,
        **_axes(view, where, top, words),
        **row_axes(PLANES, where, len(scores), _ends(scores), words.error),
        "annotations": _headings(view, scores, where, words),
    }
    shown = [f"{words.parameter} {_written(setting)}" for setting in view.settings]
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


def _curves(view: Settings, words: TuningWords) -> list[Trace]:
    named = vars(words)
    lines = [
        {
            **line(CURVES, view.settings, np.round(values, 4).tolist(), line=LINES[name]),
            "hoverinfo": "text",
            "hovertext": [
                f"{named[name]} {number(v)}<br>{words.parameter} {_written(s)}"
                for s, v in zip(view.settings, values, strict=True)
            ],
        }
        for name, values in view.lines.items()
    ]
    winner = {
        **line(CURVES, [view.settings[view.best]], [round(float(view.lines["validation"][view.best]), 4)]),
        "mode": "markers",
        "marker": {"size": 14, "symbol": "diamond-open", "color": INK, "line": {"width": 2}},
    }
    return [trace | GUESSED for trace in (*lines, winner)]


def _rows(scores: Mapping[str, ScoreRow], words: TuningWords) -> list[Trace]:
    top, named, traces = len(scores) - 1, vars(words), []
    if "fresh" in scores:
        true = [round(scores["fresh"].mean, 4)] * 2
        traces.append(line(PLANES.rows, true, [-0.6, top + 0.6], line={"width": 2, "color": INK}, **GUESSED))
    for k, (name, row) in enumerate(scores.items()):
        traces += row_traces(PLANES, top - k, named[name], row, ROWS[name], sd=words.sd)
    return traces


def _ends(scores: Mapping[str, ScoreRow]) -> list[float]:
    every = np.concatenate([row.dots for row in scores.values()])
    return [max(-0.02, float(np.nanmin(every)) - 0.03), min(1.02, float(np.nanmax(every)) + 0.03)]


def _step_traces(view: Settings, k: int, top: float, words: TuningWords) -> list[Trace]:
    """Return what a setting moves: the rule with its dots, and the numbers."""
    setting = view.settings[k]
    values = [line_[k] for line_ in view.lines.values()]
    return [
        line(CURVES, [setting] * 2, [0, round(top, 4)], line={"width": 2, "color": INK}),
        {
            **line(CURVES, [setting] * len(values), np.round(values, 4).tolist()),
            "mode": "markers",
            "marker": {
                "size": 10,
                "color": [COLOURS[name] for name in view.lines],
                "line": {"width": 1.5, "color": "white"},
            },
            **GUESSED,
        },
        texts(SAID, [0], [0.5], [_said(view, k, words)], "middle right", textfont={"size": 13}, **GUESSED),
    ]


def _written(setting: float) -> str:
    return signed(f"{setting:.4g}")


def _said(view: Settings, k: int, words: TuningWords) -> str:
    return words.said.format(**{name: number(values[k]) for name, values in view.lines.items()})


def _axes(view: Settings, where: Places, top: float, words: TuningWords) -> dict[str, Any]:
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


def _headings(
    view: Settings, scores: Mapping[str, ScoreRow], where: Places, words: TuningWords
) -> list[dict[str, Any]]:
    named = vars(words)
    of_lines = " · ".join(
        f"{words.fresh}{DASHES[name]}" if name == "fresh" else coloured(named[name] + DASHES[name], COLOURS[name])
        for name in view.lines
    )
    n = f"{len(scores['naive'].dots):,}"
    said = {
        "curves": (of_lines, PILL),
        "names": (words.worth.format(sets=n), 0),
    }
    return [
        {
            **heading(text, where.panels[name].left, where.paper(where.panels[name].top - above - HEAD // 2)),
            "font": {"size": 13},
        }
        for name, (text, above) in said.items()
    ]
