"""How accurate are the answers where a low score says nothing? A handle moves the least score that is answered."""

from __future__ import annotations

import math
from typing import Any, Final

import plotly.graph_objects as go

from evalcore.errors import Say, message
from evalcore.figures import style
from evalcore.figures.layout import GRIP, MARGIN, NUMBERED, Look, Panel, Places, base_layout, headings
from evalcore.figures.live.motion import Handle, live_figure, moved
from evalcore.figures.parts.handle import changing, step_value
from evalcore.figures.parts.marks import axes_of, line, moving, placed
from evalcore.figures.style import GUESSED, INK, METRIC, MODELS, RULE, Trace, coloured, number
from evalcore.support.arrays import FloatArray
from evalcore.views.ranking import DrawnAbstention
from evalcore.views.threshold import Steps

LEAST: Final = "least_score"
LINES, CURVE = axes_of(1), axes_of(2)
COVERAGE, ACCURACY = message("coverage: share of rows answered"), message("accuracy of the answers")
SCORE: Final = message("least score that is answered")
# Pixels of a heading, of the value above a panel, of what stands below an axis.
HEAD, PILL, BELOW = 26, 28, 54
# How each line is drawn, and how its name shows its dash.
_COLOURS: Final = {"coverage": (MODELS[0][0], "dash"), "accuracy": METRIC["precision"]}
_DASHES: Final = {"coverage": " (- -)", "accuracy": ""}


def places(look: Look) -> Places:
    """Return where both planes stand: against the least score, and against each other."""
    if look.narrow:
        panels = {
            "lines": Panel(HEAD + PILL, 300, 0.1, 0.98),
            "curve": Panel(300 + BELOW + HEAD + PILL, 620, 0.1, 0.98),
        }
        return Places(620 + BELOW + 2 * MARGIN, panels)
    bottom = look.height - 2 * MARGIN - BELOW
    panels = {"lines": Panel(HEAD + PILL, bottom, 0.05, 0.5), "curve": Panel(HEAD + PILL, bottom, 0.59, 0.97)}
    return Places(look.height, panels)


def abstention_figure(
    drawn: DrawnAbstention, steps: Steps, active: int, *, say: Say = str, look: Look | None = None
) -> go.Figure:
    """Draw coverage and accuracy against the least score, and accuracy against coverage; a handle goes through all."""
    look = look or Look()
    where = places(look)
    coverage, accuracy = steps.metrics["coverage"], steps.metrics["accuracy"]
    still = _still(drawn)
    traces = [_at(steps.threshold, coverage, accuracy, k) for k in range(len(steps.threshold))]
    shown = [style.threshold(t, digits) for t, digits in zip(steps.written, steps.digits, strict=True)]
    said = say(message("from {t} on: {share} answered, accuracy {accuracy}", t="{t}", share="{c}", accuracy="{a}"))
    handle = Handle(
        name=LEAST,
        panel="xy",
        at=steps.threshold.tolist(),
        values=[step_value(t) for t in steps.threshold.tolist()],
        shown=[f"≥ {text}" for text in shown],
        said=[
            said.format(t=t, c=f"{c:.1%}", a=number(a))
            for t, c, a in zip(shown, coverage.tolist(), accuracy.tolist(), strict=True)
        ],
        label=say(SCORE),
        active=active,
        parts=moved([moving(step) for step in traces], len(still)),
        stops=changing(steps),
        summary=[(say(ACCURACY), [number(a) for a in accuracy.tolist()])],
    )
    layout = {
        **base_layout(where),
        "showlegend": False,
        **_axes(where, steps, drawn, say),
        "annotations": headings(_names(say), where, HEAD, above=dict.fromkeys(where.panels, PILL)),
    }
    return live_figure([*still, *traces[active]], layout, [handle])


def _still(drawn: DrawnAbstention) -> list[Trace]:
    """Return the lines, which no step moves."""

    def drawn_line(axes: Any, x: FloatArray, y: FloatArray, name: str) -> Trace:
        colour, dash = _COLOURS[name]
        return line(axes, x.tolist(), y.round(5).tolist(), line={"color": colour, "dash": dash, "width": 2.5}) | GUESSED

    return [
        drawn_line(LINES, drawn.threshold, drawn.coverage, "coverage"),
        drawn_line(LINES, drawn.threshold, drawn.accuracy, "accuracy"),
        drawn_line(CURVE, drawn.coverage, drawn.accuracy, "accuracy"),
    ]


def _at(threshold: FloatArray, coverage: FloatArray, accuracy: FloatArray, k: int) -> list[Trace]:
    """Return what a step shows: a rule at the least score, and where it is on each line."""
    t, c, a = float(threshold[k]), round(float(coverage[k]), 6), float(accuracy[k])
    right = None if math.isnan(a) else round(a, 6)
    mark = {"mode": "markers", "marker": {"size": 12, "color": INK}}
    return [
        line(LINES, [t, t], [0, 1], line={"color": INK, "width": 2}),
        line(LINES, [t, t], [c, right], **mark) | GUESSED,
        line(CURVE, [c], [right], **mark) | GUESSED,
    ]


def _names(say: Say) -> dict[str, str]:
    """Return what stands above both planes: the names of the lines in their colours."""
    titles = {"coverage": message("coverage"), "accuracy": ACCURACY}
    both = (coloured(say(title) + _DASHES[name], _COLOURS[name][0]) for name, title in titles.items())
    against = say(message("Accuracy against coverage"))
    return {"lines": " · ".join(both), "curve": against}


def _axes(where: Places, steps: Steps, drawn: DrawnAbstention, say: Say) -> dict[str, Any]:
    low, high = float(steps.threshold[0]), float(steps.threshold[-1])
    room = 0.03 * (high - low) or 1.0
    titled = {"standoff": 8, "font": {"size": 13}}
    least = max(0.0, math.floor(20 * float(drawn.accuracy.min(initial=1.0)) - 1) / 20)
    return {
        **placed(
            where,
            "lines",
            LINES,
            {**NUMBERED, **GRIP, "range": [low - room, high + room], "title": {"text": say(SCORE), **titled}},
            {**NUMBERED, "range": [-0.02, 1.04], "tickformat": ".0%"},
        ),
        **placed(
            where,
            "curve",
            CURVE,
            {**NUMBERED, "range": [-0.02, 1.02], "tickformat": ".0%", "title": {"text": say(COVERAGE), **titled}},
            {**NUMBERED, "range": [least - 0.01, 1.01], "tickformat": ".0%", "zerolinecolor": RULE},
        ),
    }
