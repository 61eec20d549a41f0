"""What do scores rank? Gains or lift with the handle on the share of rows, and the largest distance of both classes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
import plotly.graph_objects as go

from evalcore.errors import Say, message
from evalcore.figures.calibration.planes import (
    HANDLED,
    SECOND,
    entries,
    layout,
    mark,
    plane,
    reference,
    rule,
    said_at,
    short,
    side_by_side,
    stroke,
    threshold_of,
)
from evalcore.figures.layout import Look, Places, begun
from evalcore.figures.live.motion import live_figure, moved
from evalcore.figures.parts.handle import step_value
from evalcore.figures.parts.marks import scatter
from evalcore.figures.parts.named import of_line
from evalcore.figures.style import GUESSED, INK, MODELS, Trace, guessed, number, plain
from evalcore.figures.style import threshold as written
from evalcore.views.calibration import Ranked

Shown = Literal["gains", "lift"]
ROWS = message("share of rows, highest scores first")
UP = {"gains": message("share of positives found"), "lift": message("lift")}
SCORE, OF_CLASS = message("score"), message("share of the class from this score on")
UNIT: dict[str, Any] = {"range": [-0.02, 1.02]}
CLASSES = (message("positives"), message("negatives"))
# Letters of a model.
MOST = 40


def ranked_figure(
    of: Ranked, threshold: float, model: str, *, shown: Shown = "gains", say: Say = str, look: Look | None = None
) -> go.Figure:
    """Draw what is found in so many of the rows, and both classes against the score with their largest distance.

    The handle of the threshold stands on the share of rows: to the right the threshold falls.
    """
    look, start = look or Look(), of.nearest(threshold)
    drawn = _still(of, model, shown, say)
    height = _height(of, shown)
    first, second = ((-0.02, 1.02), (-0.02 * height, height)), (_scores(of), (-0.02, 1.02))
    planes = {"first": (HANDLED, *first), "second": (SECOND, *second)}
    statistic = _statistic(of, say)
    rules = {"first": float(of.rows[start]), "second": float(of.threshold[start])}
    named = entries(drawn, side_by_side, planes, look=look, rules=rules, told={statistic: guessed(statistic)})
    lines = [of_line(HANDLED, plain(model, MOST)), *(of_line(SECOND, say(title)) for title in CLASSES)]
    steps = [_step(of, i, shown, lines) for i in range(len(of.rows))]
    texts = [f"t = {written(t, digits)}" for t, digits in zip(of.written, of.digits, strict=True)]
    said = say(message("{t}: {rows} of the rows, {gain} of the positives", t="{t}", rows="{rows}", gain="{gain}"))
    told = zip(texts, of.rows.tolist(), of.gain.tolist(), strict=True)
    handle = threshold_of(
        of.rows.tolist(),
        [step_value(t) for t in of.threshold.tolist()],
        texts,
        [said.format(t=t, rows=f"{rows:.1%}", gain=f"{gain:.1%}") for t, rows, gain in told],
        label=ROWS,
        say=say,
        active=start,
        parts=moved(steps, len(named.drawn)),
        summary=[
            (say(message("rows")), [number(value) for value in of.rows.tolist()]),
            (say(message("found")), [number(value) for value in of.gain.tolist()]),
        ],
    )
    titles = {"first": begun(say(UP[shown])), "second": say(message("How far apart both classes are"))}
    laid = layout(named, _axes(of, named.where, shown, say), titles)
    return live_figure([*named.drawn, *steps[start], *named.names], laid, [handle])


def _height(of: Ranked, shown: Shown) -> float:
    known = of.drawn.lift[np.isfinite(of.drawn.lift)]
    return 1.04 if shown == "gains" else 1.1 * max(1.0, float(known.max(initial=1.0)))


def _scores(of: Ranked) -> tuple[float, float]:
    """Return the ends of the axis of scores: all scores and all steps of the handle, with a little room."""
    every = np.concatenate([of.distance.threshold, of.threshold])
    known = every[np.isfinite(every)]
    low, high = float(known.min()), float(known.max())
    pad = (high - low) * 0.03 or abs(high) or 1.0
    return low - pad, high + pad


def _still(of: Ranked, model: str, shown: Shown, say: Say) -> list[Trace]:
    """Return what the handle does not move."""
    drawn, name = of.drawn, plain(model, MOST)
    if shown == "gains":
        corner = drawn.prevalence if drawn.prevalence > 0 else 0.0
        found = [
            reference(HANDLED, [0, 1], [0, 1], say(message("by chance")), "dot"),
            reference(HANDLED, [0, corner, 1], [0, 1, 1], say(message("perfect order")), "dash"),
            stroke(HANDLED, drawn.rows, drawn.gain, name, (say(ROWS), say(UP[shown]))),
        ]
    else:
        found = [
            reference(HANDLED, [0, 1], [1, 1], say(message("by chance")), "dot"),
            stroke(HANDLED, drawn.lift_rows, drawn.lift, name, (say(ROWS), say(UP[shown]))),
        ]
    # Hue is the decision's: the classes differ by dash. The value at a score holds down to the next lower one, which
    # is the next point.
    both = zip((of.distance.tpr, of.distance.fpr), CLASSES, ("solid", "dash"), strict=True)
    for y, title, dash in both:
        stairs = {"color": MODELS[0][0], "dash": dash, "width": 3, "shape": "hv"}
        found.append(
            scatter(
                SECOND,
                "lines",
                of.distance.threshold,
                y,
                name=say(title),
                line=stairs,
                hovertemplate=said_at(say(title), say(SCORE), say(OF_CLASS)),
                **GUESSED,
            )
        )
    return [*found, *_farthest(of, say)]


def _farthest(of: Ranked, say: Say) -> list[Trace]:
    """Return where both classes are farthest apart: a hollow diamond at each end, as what is best has."""
    found = of.found
    if not math.isfinite(found.threshold):
        return []
    ends = [found.fpr, found.tpr]
    marker = {"symbol": "diamond-open", "size": 11, "color": INK, "line": {"width": 2}}
    style = {"color": INK, "width": 2, "dash": "dot"}
    name = _statistic(of, say)
    return [
        scatter(SECOND, "lines+markers", [found.threshold] * 2, ends, name=name, line=style, marker=marker, **GUESSED)
    ]


def _statistic(of: Ranked, say: Say) -> str:
    return say(message("K-S = {statistic:.3f}", statistic=of.found.statistic))


def _step(of: Ranked, i: int, shown: Shown, lines: Sequence[Trace]) -> list[Trace]:
    """Return what the handle moves; `lines` are those of the model and of both classes, which the marks belong to."""
    rows, t = short(float(of.rows[i])), short(float(of.threshold[i]))
    return [
        rule(HANDLED, rows, (0.0, short(_height(of, shown)))),
        rule(SECOND, t, (0.0, 1.0)),
        mark(HANDLED, rows, float((of.gain if shown == "gains" else of.lift)[i])) | lines[0],
        mark(SECOND, t, float(of.gain[i])) | lines[1],
        mark(SECOND, t, float(of.fpr[i])) | lines[2],
    ]


def _axes(of: Ranked, where: Places, shown: Shown, say: Say) -> dict[str, Any]:
    up = {"range": [-0.02 * _height(of, shown), _height(of, shown)]}
    return {
        **plane(where, "first", HANDLED, (say(ROWS), UNIT), ("", up), grip=True),
        **plane(
            where,
            "second",
            SECOND,
            (say(SCORE), {"range": list(_scores(of))}),
            (say(OF_CLASS), UNIT),
        ),
    }
