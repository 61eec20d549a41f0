"""The rounds of a method on one data set: a grid of rounds and samples, how often each is judged, a dot a round."""

from __future__ import annotations

from typing import Any

import numpy as np

from evalcore.errors import Say, message
from evalcore.figures.layout import HIDDEN, NUMBERED, Places
from evalcore.figures.live.motion import Part, heat_part
from evalcore.figures.parts.marks import axes_of, dots, edged, heat, line, placed, texts
from evalcore.figures.resampling.colours import CHOSEN, JUDGED, SCALE
from evalcore.figures.resampling.score_rows import stairs
from evalcore.figures.style import GUESSED, INK, OUT_OF_SIGHT, RULE, Trace, number, rgba
from evalcore.views.resampling.rounds import RoundsStep, RoundsView

CELLS, TIMES, ERRORS = axes_of(1), axes_of(2), axes_of(3)


def still_traces(view: RoundsView, active: int, top: float) -> list[Trace]:
    """Return what no handle moves, the grid first, which a part of its own repaints; then class border and truth."""
    border = [view.n_first - 0.5] * 2
    true = min(view.true_error, top)
    return [
        heat(CELLS, view.steps[active].cells.tolist(), SCALE),
        line(CELLS, border, [-0.5, 59.5], line={"width": 2, "color": RULE}),
        line(ERRORS, [true, true], [0, 1], line={"width": 2, "color": INK}, **GUESSED),
    ]


def grid_part(view: RoundsView) -> Part:
    """Return what the handle repaints of the grid, which is the first trace."""
    return heat_part(0, [step.cells for step in view.steps], SCALE)


def step_traces(view: RoundsView, step: RoundsStep, top: float, say: Say) -> list[Trace]:
    """Return what a setting moves: how often each sample is judged, a dot a round, the estimate, and what is said."""
    most = max(one.n_shown for one in view.steps)
    missing = [OUT_OF_SIGHT] * (most - step.n_shown)
    errors = np.nan_to_num(np.round(np.minimum(step.errors, top), 4), nan=OUT_OF_SIGHT).tolist() + missing
    heights = (1 - (np.arange(step.n_shown) + 0.5) / step.n_shown).round(4).tolist() + missing
    estimate = OUT_OF_SIGHT if np.isnan(step.found.error) else round(min(step.found.error, top), 4)
    times = step.times_judged
    said = message("times judged: {low} to {high}", low=int(times.min()), high=int(times.max()))
    estimated = message("estimate {value}", value=number(step.found.error))
    dashed = {"width": 2, "color": CHOSEN, "dash": "dash"}
    hover = message("judged %{y} times", y="{y}")  # the field is Plotly's
    return [
        {
            **stairs(TIMES, [k - 0.5 for k in range(len(times) + 1)], times.tolist(), JUDGED),
            "hoverinfo": "text",
            "hovertemplate": say(hover) + "<extra></extra>",
        },
        line(ERRORS, [estimate] * 2, [0, 1], line=dashed, cliponaxis=True, **GUESSED),
        dots(ERRORS, errors, heights, edged(8, rgba(JUDGED, 0.85), 1), cliponaxis=True, **GUESSED),
        texts(axes_of(6), [0], [0.5], [say(said)], "middle right", textfont={"size": 13}),
        texts(axes_of(7), [0], [0.25], [say(estimated)], "middle right", textfont={"size": 13}, **GUESSED),
    ]


def axes(view: RoundsView, where: Places, top: float, say: Say) -> dict[str, Any]:
    """Return the axes of the grid, of what lies below it, and of the dots."""
    across = [-0.5, len(view.columns) - 0.5]
    most = max(int(step.times_judged.max()) for step in view.steps)
    title = {"text": say(message("error")), "standoff": 8, "font": {"size": 13}}
    return {
        **placed(where, "grid", CELLS, {**HIDDEN, "range": across}, {**HIDDEN, "range": [-0.5, 59.5]}),
        **placed(where, "times", TIMES, {**HIDDEN, "range": across}, {**HIDDEN, "range": [0, most * 1.1]}),
        **placed(where, "errors", ERRORS, {**NUMBERED, "range": [-0.02, top], "nticks": 4, "title": title}, _upright()),
        **placed(where, "times_said", axes_of(6), {**HIDDEN, "range": [0, 1]}, {**HIDDEN, "range": [0, 1]}),
        **placed(where, "errors_said", axes_of(7), {**HIDDEN, "range": [0, 1]}, {**HIDDEN, "range": [0, 1]}),
    }


def _upright() -> dict[str, Any]:
    return {**HIDDEN, "range": [0, 1]}
