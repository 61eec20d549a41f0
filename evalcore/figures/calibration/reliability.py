"""Do scores come true as often as they say? The strip of scores over the reliability plane, and how far off it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import plotly.graph_objects as go

from evalcore.calibration import Calibration
from evalcore.errors import Say, message
from evalcore.figures.calibration.planes import (
    FIRST,
    SECOND,
    band,
    below_strip,
    bins,
    entries,
    layout,
    mark,
    plane,
    reading,
    reference,
    rule,
    short,
    stroke,
)
from evalcore.figures.layout import Look
from evalcore.figures.live.motion import live_figure, moved
from evalcore.figures.parts.cells import CLASSES, Classes
from evalcore.figures.parts.handle import threshold_handle
from evalcore.figures.parts.marks import line
from evalcore.figures.parts.named import USUAL_WIDE
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
from evalcore.figures.style import OF_LINE, RULE, Trace, plain
from evalcore.views.calibration import Promises

SHARE, APART = message("share of positives"), message("share of positives − score")
PERFECT, SMOOTH, BINS = message("perfect calibration"), message("smooth curve"), message("bins of rows")


@dataclass(frozen=True, eq=False)
class Behind:
    """Bins of other rows in outline, and what they are called."""

    name: str
    bins: Calibration


def promises_figure(
    of: Promises,
    threshold: float,
    *,
    behind: Behind | None = None,
    classes: Classes = CLASSES,
    say: Say = str,
    look: Look | None = None,
) -> go.Figure:
    """Draw the share of positives against the score, and at the right how far that is from the score.

    The handle of the threshold stands on the strip; where it is, the share among rows of that score is marked, and
    without a smooth curve the bin that the threshold lies in.
    """
    look, start = look or Look(), of.view.steps.nearest(threshold)
    drawn, level = _still(of, behind, say), _level(of, say)
    left, right = axis_reach(of.view)
    planes, rules = {"first": (FIRST, (left, right), _reach(of))}, {"first": drawn_at(of.view, start)}
    # Both planes have the same lines: on a phone, where one is out of sight, rows stand above each.
    above = dict.fromkeys(("first", "second") if look.narrow else ("second",), FIRST)
    found = entries(drawn, below_strip, planes, look=look, rules=rules, tries=(USUAL_WIDE,), above=above)
    where, drawn = found.where, found.drawn
    # A name is that of both planes; the band is that of the curve where it has no row.
    lines_of = {trace["legendgroup"]: trace[OF_LINE] for trace in drawn if OF_LINE in trace and "legendgroup" in trace}
    lines_of |= {level: lines_of[say(SMOOTH)]} if found.is_beside and say(SMOOTH) in lines_of else {}

    def named(trace: Trace) -> Trace:
        line_of = lines_of.get(trace.get("legendgroup", ""))
        return trace if line_of is None else {OF_LINE: line_of, **trace}

    drawn = [named(trace) for trace in drawn]
    strip = strip_trace(of.view, classes, say, hue(of.view, start), where) | {"showlegend": False}
    still = [*drawn, strip]
    steps = [[named(trace) for trace in _step(of, i, say)] for i in range(of.view.steps.threshold.size)]
    also = [axes["xaxis"] + axes["yaxis"] for axes in (FIRST, SECOND)]
    handle = threshold_handle(of.view, say, start, moved(steps, len(still)), strip=len(still) - 1, also=also)
    said = {"first": say(message("Reliability")), "second": say(message("How far off · share of positives less score"))}
    if found.is_beside and level in lines_of:
        said["second"] = say(message("How far off · {band}", band=level))
    laid = layout(found, _axes(of, where, say), said, strip_sides(classes, narrow=look.narrow))
    return live_figure([*still, *steps[start], *found.names], {**laid, "shapes": [zero_line()]}, [handle])


def _reach(of: Promises) -> tuple[float, float]:
    return short(-0.02 * of.highest), short(1.04 * of.highest)


def _span(of: Promises) -> tuple[float, float]:
    """Return how far the right plane reaches: what lies above and below no distance, with a little room."""
    low, high = of.span
    return short(1.1 * low), short(1.1 * high)


def _still(of: Promises, behind: Behind | None, say: Say) -> list[Trace]:
    """Return what the handle does not move: both planes show the same lines."""
    ends = [0.0, of.highest]
    level = _level(of, say)
    found: list[Trace] = []
    if behind is not None:
        name = plain(behind.name, 40)
        apart = behind.bins.share - behind.bins.score
        faint = {"color": RULE, "width": 2, "dash": "longdash"}
        found += [
            line(FIRST, behind.bins.score.tolist(), behind.bins.share.tolist(), line=faint, name=name, showlegend=True),
            line(SECOND, behind.bins.score.tolist(), apart.tolist(), line=faint, legendgroup=name),
        ]
    found.append(reference(FIRST, ends, ends, say(PERFECT), "dot"))
    found.append(reference(SECOND, axis_reach(of.view), [0, 0], say(PERFECT), "dot") | {"showlegend": False})
    if len(of.smooth.score):
        score, curve = of.smooth.score, of.curve
        found += band(FIRST, score, of.smooth.low, of.smooth.high, level)
        found += [one | {"showlegend": False} for one in band(SECOND, score, curve[1], curve[2], level)]
        found.append(stroke(FIRST, score, of.smooth.share, say(SMOOTH), (say(SCORE), say(SHARE))))
        found.append(stroke(SECOND, score, curve[0], say(SMOOTH), (say(SCORE), say(APART))) | {"showlegend": False})
    name = say(BINS)
    found.append(bins(FIRST, (of.bins.share, of.bins.low, of.bins.high), of.bins, name, say))
    found.append(bins(SECOND, of.points, of.bins, name, say) | {"showlegend": False})
    # An entry of the legend is that of both planes.
    return [{"legendgroup": one.get("name"), **one} for one in found]


def _level(of: Promises, say: Say) -> str:
    return say(message("{level:.0%} band, each place alone", level=of.smooth.confidence_level))


def _step(of: Promises, i: int, say: Say) -> list[Trace]:
    """Return what the handle moves: the rules, and the present place with its interval in both planes."""
    at, score = drawn_at(of.view, i), float(of.place[i])
    share, low, high = (float(each[i]) for each in (of.share, of.low, of.high))
    # On the curve it stands on the rule, a bin at its own place.
    place, name = (at, SMOOTH) if of.bin is None else (score, BINS)
    present = [
        reading(FIRST, place, low, high),
        reading(SECOND, place, low - score, high - score),
        mark(FIRST, place, share),
        mark(SECOND, place, float(of.apart[i])),
    ]
    rules = [strip_rule(of.view, i) | {"showlegend": False}, rule(FIRST, at, _reach(of)), rule(SECOND, at, _span(of))]
    return [*rules, *(one | {"legendgroup": say(name)} for one in present)]


def _axes(of: Promises, where: Any, say: Say) -> dict[str, Any]:
    across = {"range": axis_reach(of.view)}
    return {
        **strip_axes(of.view, say, where, titled=False),
        **plane(where, "first", FIRST, (say(SCORE), across), (say(SHARE), {"range": list(_reach(of))})),
        **plane(where, "second", SECOND, (say(SCORE), across), (say(APART), {"range": list(_span(of))})),
    }
