"""The cost plane beside the ROC plane, with two handles: the threshold, and the operating condition."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import plotly.graph_objects as go

from evalcore.errors import Say, message
from evalcore.figures.costs.condition import condition_words
from evalcore.figures.costs.names import SHARE, Rows, cost_ends, costs_in_rows, named_at, rows_layout
from evalcore.figures.costs.traces import (
    ALONE_FAN,
    AREAS,
    COST,
    COST_TITLE,
    FAN,
    MOST_ENTRIES,
    PREVALENCE,
    ROC,
    ROC_TITLE,
    Shown,
    area_name,
    at_condition,
    at_threshold,
    at_threshold_behind,
    band_shade,
    crossed_lines,
    end_names,
    foot,
    further_curve,
    lines_behind,
    model_lines,
    nowhere,
    outlined,
    rates,
    rule_lines,
    rule_names,
    span_shade,
    thin_lines,
    units,
)
from evalcore.figures.layout import (
    GRIP,
    MARGIN,
    Look,
    Panel,
    Places,
    axis_key,
    base_layout,
    headings,
    plane_axes,
)
from evalcore.figures.live.motion import Handle, Part, live_figure, moved
from evalcore.figures.parts.cells import CLASSES, Classes
from evalcore.figures.parts.handle import step_value, threshold_handle
from evalcore.figures.parts.marks import BEHIND_GROUP, grouped
from evalcore.figures.parts.strip import (
    PILL_PIXELS,
    hue,
    strip_axes,
    strip_panel,
    strip_rule,
    strip_sides,
    strip_trace,
    zero_line,
)
from evalcore.figures.style import OF_LINE, Trace
from evalcore.views.costs import Conditions, CostLines, OperatingLines, Plane
from evalcore.views.threshold import ThresholdView

__all__ = ["CONDITION", "Shown", "costs_figure", "places"]

CONDITION = "condition"
# At which stages of a scene what comes.
ALL_COME, ENVELOPE_COMES, AREA_COMES, CONDITION_COMES = 1, 2, 3, 4
# Pixels of the cost plane and of the ROC plane, one below the other: on a phone, and in a column of a paper.
STACKED, PRINTED = (360, 320), (280, 264)
# Pixels of the title of a plane, in a low figure and in others, and from the rows to the plane below them: between
# those of the cost plane moves the pill of the condition.
LOW_TITLE, TITLE, GAPS = 22, 36, {"cost": PILL_PIXELS + 2, "roc": 4}
# From the strip to the ROC plane below it, with the title of that between them.
BELOW_STRIP = 90


def places(look: Look, rows: int = 0, again: int = 0) -> Places:
    """Return where the strip and the planes stand: one below the other, or the cost plane at the right.

    It has its handle on its axis and the value of that above it; above it are so many pixels for its rows, and for
    those that stand `again` above the ROC plane.
    """
    bottom = look.height - 2 * MARGIN - 54
    if look.narrow:
        cost, roc = PRINTED if look.printed else STACKED
        top = 205 + TITLE + rows + GAPS["cost"]
        below = top + cost + 68 + TITLE + again
        panels = {
            "strip": strip_panel(look, 0.27, 0.98),
            "cost": Panel(top, top + cost, 0.13, 0.98),
            "roc": Panel(below, below + roc, 0.13, 0.98),
        }
        return Places(height=below + roc + 84, panels=panels, bar=5)
    if look.alone:
        # The plane of the lines is whole and as large as it can be, the ROC plane is a square below the strip.
        panels = {
            "strip": Panel(PILL_PIXELS, PILL_PIXELS + 56, 0.08, 0.4),
            "cost": Panel(PILL_PIXELS - 2, look.height - 2 * MARGIN - 50, 0.5, 0.99),
            "roc": Panel(122, look.height - 2 * MARGIN - 44, 0.08, 0.4),
        }
        return Places(height=look.height, panels=panels, bar=4)
    strip = strip_panel(look, 0.14, 0.45)
    if _has_legend(look):
        top, below, square = (LOW_TITLE if look.is_low else 0), (62 if look.is_low else 72), bottom
    else:
        # No handle stands on the axis of ROC, and below the other one the figure says what it is of.
        top, below, square, bottom = TITLE + rows + 2, BELOW_STRIP, bottom + 8, bottom - 6
    panels = {
        "strip": strip,
        "cost": Panel(top + PILL_PIXELS, bottom, 0.55, 0.99),
        "roc": Panel(strip.bottom + below, square, 0.08, 0.45),
    }
    return Places(height=look.height, panels=panels, bar=4)


def costs_figure(
    view: ThresholdView,
    lines: OperatingLines,
    models: Sequence[CostLines],
    at: Conditions,
    *,
    threshold: float,
    condition: float,
    chosen: int = 0,
    shown: Shown | None = None,
    classes: Classes = CLASSES,
    say: Say = str,
    look: Look | None = None,
    known: bool = True,
) -> go.Figure:
    """Draw both planes below the strip; one handle moves the line of the threshold, the other the condition.

    With `known` false nothing is at stake, so no condition is marked until its handle is dragged from `condition`. A
    scene begins with the line of one threshold; then come those of all, the envelope, its area, the condition.
    """
    shown, look = shown or Shown(), look or Look()
    start, now = view.steps.nearest(threshold), at.nearest(condition)
    drawn = _still(models, chosen, shown, look, say)
    rows = None if look.alone or _has_legend(look) else costs_in_rows(drawn, look)
    where = places(look) if rows is None else places(look, rows.pixels("cost"), rows.pixels("roc"))
    mine = models[chosen].name
    of_t = [
        [
            *[_rule(view, i), *_outline(shown, i)],
            *_of_model([*at_threshold(lines, i, shown), *_ends_named(lines, i, shown, look)], mine),
        ]
        for i in range(view.steps.threshold.size)
    ]
    ends = crossed_lines(models[chosen], shown.plane)
    of_x = [_of_model(at_condition(at, i, ends, shown.plane, group=mine)) for i in range(at.x.size)]
    marked = of_x[now] if known else nowhere(of_x[now])
    written, above = rule_names(shown, where.pixels("cost")), list[Trace]()
    if rows is not None:
        # Where the ROC plane has no rows it has names at its curves, if none of them could mean another one.
        above = [*rows.written, *([] if look.narrow else named_at(drawn, mine, where))]
        drawn = rows.lines
    strip = strip_trace(view, classes, say, hue(view, start), where) | {"showlegend": False}
    still = [*drawn, strip]
    first, second = len(still), len(still) + len(of_t[start])
    rates_of = foot(shown.by_amount, elsewhere=shown.elsewhere)
    handles = [threshold_handle(view, say, start, moved(of_t, first), strip=first - 1, **rates_of)]
    data = [*still, *of_t[start]]
    if look.has(CONDITION_COMES):
        parts = moved(of_x, second)
        if look.is_low or look.narrow:
            # The pill is as wide as the plane with the name of a class.
            shown = replace(shown, held=[one._replace(name="") for one in shown.held])
        handles.append(condition_handle(at, shown, say, now, parts, unset=not known, low=look.is_low))
        data += marked
    written += strip_sides(classes, narrow=look.narrow)
    if look.stage is not None and look.has(AREA_COMES):
        written.append(area_name(models[chosen], say))
    laid = _layout(view, shown, where, look, say) | {"annotations": [*written, *_titles(where, look, rows, say)]}
    if rows is not None:
        laid |= rows_layout(where, rows, GAPS)
    return live_figure([*data, *above], laid, handles)


def _of_model(traces: Sequence[Trace], group: str = "") -> list[Trace]:
    """Return what moves and is of a model, in its group of the legend, and pale with its line where that has a name."""
    found = grouped(traces, group) if group else traces
    return [trace | {OF_LINE: trace["legendgroup"]} if "legendgroup" in trace else trace for trace in found]


def _outline(shown: Shown, i: int) -> list[Trace]:
    return [] if shown.first is None else grouped(at_threshold_behind(shown.first[1], i, shown), BEHIND_GROUP)


def _ends_named(lines: OperatingLines, i: int, shown: Shown, look: Look) -> list[Trace]:
    return [end_names(lines, i, shown)] if look.alone else []


def _rule(view: ThresholdView, i: int) -> Trace:
    return strip_rule(view, i) | {"showlegend": False}


def condition_handle(
    at: Conditions,
    shown: Shown,
    say: Say,
    now: int,
    parts: Sequence[Part],
    *,
    unset: bool,
    low: bool = False,
    hidden: bool = False,
) -> Handle:
    """Return the handle on the horizontal axis of the cost plane; only there it is taken, since lines are clicked.

    Where the plane is not drawn it is hidden, and the number of the sentence moves it alone.
    """
    plane = shown.plane
    label = message("operating condition") if plane.ratio is None else PREVALENCE
    pills, said = condition_words(at, plane, say, held=shown.held, short=low)
    # Without the name of a class, for a plane that is narrower than the pill with it.
    unnamed = [one._replace(name="") for one in shown.held]
    brief = [] if unnamed == list(shown.held) else condition_words(at, plane, say, held=unnamed, short=low)[0]
    return Handle(
        name=CONDITION,
        panel="xy" if hidden else COST["xaxis"] + COST["yaxis"],
        at=plane.across(at.x).round(6).tolist(),
        values=[step_value(x) for x in at.x.tolist()],
        shown=pills,
        said=said,
        label=say(label),
        active=now,
        parts=parts,
        stops=list(range(at.x.size)),
        anywhere=False,
        dashed=True,
        unset=unset,
        tells=True,
        hidden=hidden,
        brief=brief,
    )


def _still(models: Sequence[CostLines], chosen: int, shown: Shown, look: Look, say: Say) -> list[Trace]:
    """Return what no handle moves, from the back to the front."""
    plane, in_rows = shown.plane, not _has_legend(look)
    brief = not in_rows and (look.is_low or len(models) + len(shown.curves) > MOST_ENTRIES)
    still = [*span_shade(shown), *rule_lines(shown)]
    of_chosen = (
        thin_lines(models[chosen], plane, say, opacity=ALONE_FAN if look.alone else FAN) if look.has(ALL_COME) else []
    )
    of_chosen += [band_shade(*shown.band, plane)] if shown.band is not None else []
    still += grouped(of_chosen, models[chosen].name)
    still += [trace for other in shown.behind for trace in outlined(other, shown, say, low=look.is_low)]
    for k, curve in enumerate(shown.curves):
        still.append(further_curve(curve, len(models) + k, shown, say, low=look.is_low, whole=in_rows))
    if shown.first is not None and not look.alone:
        still += grouped(lines_behind(shown.first[0], chosen, plane, brief=brief), BEHIND_GROUP)
    for k, model in enumerate(models):
        filled = k == chosen and ("optimal" in shown.shaded or (look.stage is not None and look.has(AREA_COMES)))
        own = model_lines(model, k, shown, say, chosen=k == chosen, filled=filled, brief=brief)
        if look.alone:
            # The legend would lie on the small plane; of the area speaks the shade, which is named where it is.
            own = [trace | {"showlegend": False} for trace in own]
        still += own if look.has(ENVELOPE_COMES) else [trace for trace in own if trace["xaxis"] == ROC["xaxis"]]
    return still


def _layout(view: ThresholdView, shown: Shown, where: Places, look: Look, say: Say) -> dict[str, Any]:
    plane = shown.plane
    planes = plane_axes(where, "roc", ROC, rates(shown, say), {"range": list(SHARE)})
    planes[axis_key(ROC["xaxis"])] |= {"constrain": "domain", "constraintoward": "left"}
    planes[axis_key(ROC["yaxis"])] |= {"scaleanchor": ROC["xaxis"], "constrain": "domain", "constraintoward": "top"}
    return {
        **base_layout(where),
        # Where a line begins and ends, for what the page draws while a point is hovered.
        "meta": {"left": plane.left, "right": plane.right},
        "legend": _legend(where),
        **strip_axes(view, say, where, titled=not look.alone, by_amount=shown.by_amount is not None),
        **_cost_axes(plane, where, say),
        **planes,
        "shapes": [zero_line()],
    }


def _has_legend(look: Look) -> bool:
    """Tell whether a legend has the names: beside the ROC plane, since rows leave too little of a low cost plane."""
    return look.is_low or (look.printed and not look.narrow)


def _legend(where: Places) -> dict[str, Any]:
    """Return the legend, at the right of the ROC plane."""
    roc = where.panels["roc"]
    base = {"font": {"size": 13}, "bgcolor": "rgba(0,0,0,0)", "tracegroupgap": 0}
    return {**base, "x": roc.right, "xanchor": "right", "y": where.paper(roc.bottom), "yanchor": "bottom"}


def _titles(where: Places, look: Look, rows: Rows | None, say: Say) -> list[dict[str, Any]]:
    """Return the titles of both planes, above their rows. A slide has one of its own, and a scene its question."""
    if look.alone or (rows is None and not look.is_low):
        return []
    said = {"cost": say(COST_TITLE), "roc": say(ROC_TITLE)}
    if rows is None:
        return headings(said, where, LOW_TITLE, above={"cost": PILL_PIXELS, "roc": 9})
    if rows.has_areas:
        said["cost"] += f" · {say(AREAS)}"
    above = {name: GAPS[name] + rows.pixels(name) for name in said}
    left = {name: where.panels[name].left for name in said} if look.narrow else {}
    return headings(said, where, TITLE, above=above, left=left)


def _cost_axes(plane: Plane, places: Places, say: Say) -> dict[str, Any]:
    axes = plane_axes(places, "cost", COST, units(plane, say), {})
    across, up = cost_ends(plane)
    # Below the axis is room for the handle of the condition.
    axes[axis_key(COST["xaxis"])] |= {"range": list(across), **GRIP}
    axes[axis_key(COST["yaxis"])] |= {"range": list(up), "tickformat": "" if plane.ratio is None else ","}
    return axes
