"""Which probability belongs to each score, and do those come true on rows that the recalibration was not fitted on?"""

from __future__ import annotations

from typing import Any

import numpy as np
import plotly.graph_objects as go

from evalcore.calibration import Calibration
from evalcore.errors import Say, message
from evalcore.figures.calibration.planes import (
    FIRST,
    SECOND,
    below_strip,
    bins,
    entries,
    layout,
    mark,
    plane,
    reference,
    rule,
    short,
    stroke,
)
from evalcore.figures.layout import Look, Places
from evalcore.figures.live.motion import live_figure, moved
from evalcore.figures.parts.cells import CLASSES, Classes
from evalcore.figures.parts.handle import threshold_handle
from evalcore.figures.parts.marks import line
from evalcore.figures.parts.strip import (
    SCORE,
    axis_reach,
    drawn_at,
    hue,
    strip_axes,
    strip_rule,
    strip_sides,
    strip_trace,
    zero_line,
)
from evalcore.figures.style import INK, Trace
from evalcore.views.calibration import Mapped

PROBABILITY, SHARE = message("recalibrated probability"), message("share of positives")
UNIT: dict[str, Any] = {"range": [-0.02, 1.04]}


def mapped_figure(
    of: Mapped,
    threshold: float,
    before: Calibration,
    after: Calibration,
    *,
    classes: Classes = CLASSES,
    say: Say = str,
    look: Look | None = None,
) -> go.Figure:
    """Draw which probability belongs to each score, and the bins of the rows that judge before and after.

    The handle of the threshold stands on the strip; the probability it means is marked in both planes.
    """
    look, start = look or Look(), of.view.steps.nearest(threshold)
    drawn = _still(of, before, after, say)
    planes, rules = {"second": (SECOND, (-0.02, 1.04), (-0.02, 1.04))}, {"second": float(of.probability[start])}
    found = entries(drawn, below_strip, planes, look=look, rules=rules)
    strip = strip_trace(of.view, classes, say, hue(of.view, start), found.where) | {"showlegend": False}
    still = [*found.drawn, strip]
    steps = [_step(of, i) for i in range(of.view.steps.threshold.size)]
    also = [FIRST["xaxis"] + FIRST["yaxis"]]
    handle = threshold_handle(of.view, say, start, moved(steps, len(still)), strip=len(still) - 1, also=also)
    said = {"first": say(message("Probability of each score")), "second": say(message("Both on the rows that judge"))}
    laid = layout(found, _axes(of, found.where, say), said, strip_sides(classes, narrow=look.narrow))
    return live_figure([*still, *steps[start], *found.names], {**laid, "shapes": [zero_line()]}, [handle])


def _still(of: Mapped, before: Calibration, after: Calibration, say: Say) -> list[Trace]:
    """Return what the handle does not move."""
    found = [
        stroke(FIRST, of.score, of.line, say(PROBABILITY), (say(SCORE), say(PROBABILITY)), model=1)
        | {"showlegend": False},
        reference(SECOND, [0, 1], [0, 1], say(message("perfect calibration")), "dot"),
    ]
    if of.view.low >= 0 and of.view.high <= 1:
        found.append(reference(FIRST, [0, 1], [0, 1], say(message("unchanged")), "dot") | {"showlegend": False})
    for place, (one, name) in enumerate(((before, message("before")), (after, message("recalibrated")))):
        if len(one.score):
            found.append(bins(SECOND, (one.share, one.low, one.high), one, say(name), say, model=place, joined=True))
    return found


def _step(of: Mapped, i: int) -> list[Trace]:
    """Return what the handle moves: the rules, the probability, and where it stands among those of the rows."""
    at, probability = drawn_at(of.view, i), float(of.probability[i])
    known = not np.isnan(probability)
    return [
        strip_rule(of.view, i) | {"showlegend": False},
        line(FIRST, [at, at], [0.0, short(probability) if known else None], line={"width": 2, "color": INK}),
        rule(SECOND, short(probability) if known else -9.0, (0.0, 1.0)),
        mark(FIRST, at, probability),
    ]


def _axes(of: Mapped, where: Places, say: Say) -> dict[str, Any]:
    across = {"range": axis_reach(of.view)}
    return {
        **strip_axes(of.view, say, where, titled=False),
        **plane(where, "first", FIRST, (say(SCORE), across), (say(PROBABILITY), UNIT)),
        **plane(where, "second", SECOND, (say(message("mean score")), UNIT), (say(SHARE), UNIT)),
    }
