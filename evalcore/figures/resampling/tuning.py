"""Parameter tuning: errors of every setting on one data set, and the winner's scores over many."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import plotly.graph_objects as go

from evalcore.errors import Message, Say, message
from evalcore.figures.layout import GRIP, HIDDEN, MARGIN, NUMBERED, Look, Panel, Places, base_layout, headings
from evalcore.figures.live.motion import Handle, live_figure, moved
from evalcore.figures.parts.marks import axes_of, dots, edged, line, moving, placed, texts
from evalcore.figures.parts.named import FLOOR, MARK, USUAL_WIDE, Room, named_lines, of_line
from evalcore.figures.resampling.colours import BIAS, CHOSEN, DOTS, JUDGED, TRAINED
from evalcore.figures.resampling.score_rows import Planes, row_axes, row_traces
from evalcore.figures.style import GUESSED, INK, OF_LINE, Trace, coloured, number, signed
from evalcore.views.resampling.tuning import ScoreRow, TableTuningView, ThresholdView, TuningView

SETTING: Final = "setting"
CURVES, SAID = axes_of(1), axes_of(2)
PLANES: Final = Planes(axes_of(3), axes_of(4), axes_of(5))
ROWS: Final = {"naive": BIAS, "nested": CHOSEN, "fresh": DOTS}
FRESH: Final = message("on fresh data")
SCORES: Final = {"nested": message("nested"), "fresh": FRESH}
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
Settings = TuningView | TableTuningView | ThresholdView


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
    inner, below = look.height - 2 * MARGIN, BELOW - (6 if look.alone else 0)
    panels = {
        "curves": Panel(HEAD + PILL, inner - BELOW - 30, 0.04, 0.5),
        "said": Panel(inner - 26, inner, 0.0, 0.52),
        "names": Panel(HEAD, inner - below, 0.53, 0.65),
        "rows": Panel(HEAD, inner - below, 0.66, 0.91),
        "numbers": Panel(HEAD, inner - below, 0.92, 1.0),
    }
    return Places(look.height, panels)


def tuning_figure(
    view: Settings,
    scores: Mapping[str, ScoreRow],
    active: int,
    *,
    parameter: str = "shrinkage",
    say: Say = str,
    look: Look | None = None,
) -> go.Figure:
    """Draw the errors of every setting, at one of them, and scores of the winner; a handle goes through all settings.

    `scores` are some of "naive", "nested" and "fresh", from above down; `parameter` is what is tuned.
    """
    look = look or Look()
    where = places(look)
    top = min(1.02, 1.1 * view.worst)
    curves, names = _named(_curves(view, parameter, say), view, active, top, where=where, look=look)
    still = [*curves, *_rows(view, scores, say)]
    steps = [_step_traces(view, k, top, say) for k in range(len(view.settings))]
    layout = {
        **base_layout(where),
        "showlegend": False,
        **_axes(view, where, top, parameter),
        **row_axes(PLANES, where, len(scores), _ends(scores), "F1" if _is_threshold(view) else say(message("error"))),
        "annotations": _headings(view, scores, where, say, are_named=bool(names)),
    }
    shown = [f"{parameter} {_written(setting)}" for setting in view.settings]
    handle = Handle(
        name=SETTING,
        panel="xy",
        at=list(view.settings),
        values=[repr(setting) for setting in view.settings],
        shown=shown,
        said=[say(message("{name}: {what}", name=one, what=_said(view, k, say))) for k, one in enumerate(shown)],
        label=parameter,
        active=active,
        parts=moved([moving(step) for step in steps], len(still)),
        stops=list(range(len(shown))),
    )
    return live_figure([*still, *steps[active], *names], layout, [handle])


def _is_threshold(view: Settings) -> bool:
    """Whether a threshold is tuned: it is not trained, and what is drawn is F1, no error."""
    return "training" not in view.lines


def _names(view: Settings, say: Say) -> dict[str, str]:
    on_test = message("F1 on this test set") if _is_threshold(view) else message("validation error")
    return {
        "validation": say(on_test),
        "training": say(message("training error")),
        "fresh": say(FRESH),
    }


def _curves(view: Settings, parameter: str, say: Say) -> list[Trace]:
    named = _names(view, say)
    lines = [
        line(
            CURVES,
            view.settings,
            np.round(values, 4).tolist(),
            line=LINES[name],
            name=named[name],
            showlegend=True,
            **of_line(CURVES, named[name]),
            hoverinfo="text",
            hovertext=[
                f"{named[name]} {number(v)}<br>{parameter} {_written(s)}"
                for s, v in zip(view.settings, values, strict=True)
            ],
        )
        for name, values in view.lines.items()
    ]
    lowest = round(float(view.lines["validation"][view.best]), 4)
    diamond = {"size": 14, "symbol": "diamond-open", "color": INK, "line": {"width": 2}}
    winner = dots(CURVES, [view.settings[view.best]], [lowest], diamond)
    return [trace | GUESSED for trace in (*lines, winner)]


def _named(
    curves: list[Trace], view: Settings, active: int, top: float, *, where: Places, look: Look
) -> tuple[list[Trace], list[Trace]]:
    """Return the lines and their names beside them; on a narrow page, and without room, the heading names them."""
    room = Room(
        CURVES,
        _across(view),
        (0, top),
        (USUAL_WIDE - 2 * MARGIN) * (where.panels["curves"].right - where.panels["curves"].left),
        where.pixels("curves"),
        floor=FLOOR,
        moving=[line(CURVES, [view.settings[active]] * 2, [0, top])],
        along={one[OF_LINE]: MARK for one in curves if OF_LINE in one},
    )
    found = None if look.narrow else named_lines(curves, [room])
    return found or ([one | {"showlegend": False} for one in curves], [])


def _across(view: Settings) -> tuple[float, float]:
    """Return the ends of the axis of settings."""
    low, high = view.settings[0], view.settings[-1]
    room = 0.04 * (high - low) or 1.0
    return low - room, high + room


def _rows(view: Settings, scores: Mapping[str, ScoreRow], say: Say) -> list[Trace]:
    top, traces = len(scores) - 1, []
    if "fresh" in scores:
        true = [round(scores["fresh"].mean, 4)] * 2
        traces.append(line(PLANES.rows, true, [-0.6, top + 0.6], line={"width": 2, "color": INK}, **GUESSED))
    for k, (name, row) in enumerate(scores.items()):
        traces += row_traces(PLANES, top - k, say(_score(view, name)), row, ROWS[name], say=say)
    return traces


def _ends(scores: Mapping[str, ScoreRow]) -> list[float]:
    every = np.concatenate([row.dots for row in scores.values()])
    return [max(-0.02, float(np.nanmin(every)) - 0.03), min(1.02, float(np.nanmax(every)) + 0.03)]


def _step_traces(view: Settings, k: int, top: float, say: Say) -> list[Trace]:
    """Return what a setting moves: the rule with its dots, and the numbers."""
    setting = view.settings[k]
    values, marker = [line_[k] for line_ in view.lines.values()], edged(10, [COLOURS[name] for name in view.lines])
    return [
        line(CURVES, [setting] * 2, [0, round(top, 4)], line={"width": 2, "color": INK}),
        dots(CURVES, [setting] * len(values), np.round(values, 4).tolist(), marker, **GUESSED),
        texts(SAID, [0], [0.5], [_said(view, k, say)], "middle right", textfont={"size": 13}, **GUESSED),
    ]


def _written(setting: float) -> str:
    return signed(f"{setting:.4g}")


def _said(view: Settings, k: int, say: Say) -> str:
    values = {name: number(values[k]) for name, values in view.lines.items()}
    if _is_threshold(view):
        return say(message("F1 on this test set {validation}, on fresh data {fresh}", **values))
    if "fresh" in view.lines:
        return say(message("validation {validation}, training {training}, on fresh data {fresh}", **values))
    return say(message("validation {validation}, training {training}", **values))


def _score(view: Settings, name: str) -> Message:
    """Return what a row of scores is called."""
    if name != "naive":
        return SCORES[name]
    return message("own score") if _is_threshold(view) else message("own<br>validation error")


def _worth(view: Settings, n: int) -> Message:
    """Return what the scores are of."""
    if _is_threshold(view):
        return message("{sets} test sets · F1 of the threshold chosen on each", sets=f"{n:,}")
    if "fresh" in view.lines:
        return message("The winner's errors · data sets: {sets}", sets=f"{n:,}")
    return message("● rounds · ◆ estimate")


def _axes(view: Settings, where: Places, top: float, parameter: str) -> dict[str, Any]:
    across = {
        **NUMBERED,
        **GRIP,
        "range": list(_across(view)),
        "nticks": 12,
        "tickangle": 0,
        "title": {"text": parameter, "standoff": 8, "font": {"size": 14}},
    }
    return {
        **placed(where, "curves", CURVES, across, {**NUMBERED, "range": [0, top], "nticks": 6}),
        **placed(where, "said", SAID, {**HIDDEN, "range": [0, 1]}, {**HIDDEN, "range": [0, 1]}),
    }


def _headings(
    view: Settings, scores: Mapping[str, ScoreRow], where: Places, say: Say, *, are_named: bool
) -> list[dict[str, Any]]:
    named = _names(view, say)
    of_lines = " · ".join(
        f"{named[name]}{DASHES[name]}" if name == "fresh" else coloured(named[name] + DASHES[name], COLOURS[name])
        for name in view.lines
    )
    title = message("F1 of each threshold") if _is_threshold(view) else message("Error of each setting")
    said = {
        "curves": say(title) if are_named else of_lines,
        "names": say(_worth(view, len(scores["naive"].dots))),
    }
    return headings(said, where, HEAD, above={"curves": PILL})
