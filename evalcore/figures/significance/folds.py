"""Two algorithms on the folds of one data set: the folds as a slope chart, the differences, Student's density."""

from __future__ import annotations

from typing import Any

import plotly.graph_objects as go

from evalcore.errors import Say, message
from evalcore.figures.layout import MARGIN, Look, Panel, Places, base_layout, headings, plane_axes
from evalcore.figures.live.guess import guess_figure
from evalcore.figures.live.motion import live_figure, moved
from evalcore.figures.parts.marks import lines_of_text, scatter
from evalcore.figures.parts.tracks import ABOVE as TRACK_ABOVE
from evalcore.figures.parts.tracks import (
    HIGH,
    ROW,
    Track,
    rows_pixels,
    track_axes,
    track_handle,
    track_panels,
    track_trace,
)
from evalcore.figures.significance.densities import (
    beyond,
    decimal,
    ends,
    lines_above,
    mark_of,
    null_axes,
    outcome,
    outline,
    region,
    tail_area,
    within,
)
from evalcore.figures.significance.folds_traces import (
    DIFFERENCES,
    INTERVALS_AT,
    LOWEST,
    SLOPE,
    TEXTS_AT,
    Names,
    below_dots,
    dot_traces,
    goes_on,
    interval_bar,
    interval_texts,
    slope_traces,
    upright_range,
)
from evalcore.figures.significance.plane import ALPHA_TRACK, alpha_track, beyond_traces
from evalcore.figures.significance.words import extreme_is, short
from evalcore.figures.style import GUESSED, INK, OUT_OF_SIGHT, RULE, Trace, plain
from evalcore.views.significance.folds import FoldsView, Step

RATIO_TRACK = "ratio"
NULL = {"xaxis": "x3", "yaxis": "y3"}
# Pixels of a panel on a narrow page, below it those of its axis, and above it those of its heading.
NARROW_PANEL, BELOW, ABOVE = 210, 54, 30
# Pixels of a second line of numbers on the last axis of a narrow page.
SECOND_LINE = 18
# Where an arrow stands for a t beyond its plane, and the value, as shares of the density's height.
ARROW, VALUE = 0.45, 0.6
TITLES = {
    "slope": message("Folds"),
    "differences": message("Differences"),
    "null": message("If both were equal: t"),
}


def folds_figure(
    view: FoldsView,
    names: Names = ("A", "B"),
    *,
    result: str = "error rate",
    say: Say = str,
    look: Look | None = None,
    corrects: bool = True,
) -> go.Figure:
    """Draw paired folds, their differences with both intervals, and where t lies if both algorithms are equal.

    `result` is what was measured in each fold. The handle of the level moves the region and both intervals, that of the
    ratio the corrected interval and its t. A scene about the plain test alone `corrects` nothing and has no handle.
    """
    look = look or Look()
    places = _places(look, corrects=corrects)
    every = {
        ALPHA_TRACK: alpha_track([step.alpha for step in view.by_alpha], view.alpha, say, ("x4", "y4")),
        RATIO_TRACK: _ratio_track(view, say, narrow=look.narrow or look.alone),
    }
    tracks = [track for name, track in every.items() if name in places.panels]
    still = [
        *(slope_traces(view, names, say) if "slope" in places.panels else []),
        *dot_traces(view, places, names, say),
        outline(view.curve, NULL),
    ]
    whole = len(still) - 1
    still += [track_trace(track) for track in tracks]
    by = {
        name: [_moving(view, step, places, say, whole) for step in steps]
        for name, steps in ((ALPHA_TRACK, view.by_alpha), (RATIO_TRACK, view.by_ratio))
    }
    first = len(still)
    handles = [track_handle(track, moved(by[track.name], first)) for track in tracks]
    axes = _axes(view, places, names, result, say)
    for track in tracks:
        axes |= track_axes(track, places)
    layout = {
        **base_layout(places),
        "showlegend": False,
        **axes,
        "annotations": headings({name: say(text) for name, text in TITLES.items()}, places, 28),
    }
    data = [*still, *by[ALPHA_TRACK][view.alpha]]
    return live_figure(data, layout, handles) if handles else guess_figure(data, layout)


def _places(look: Look, *, corrects: bool) -> Places:
    names = [ALPHA_TRACK, RATIO_TRACK]
    if look.narrow:
        every = ABOVE + NARROW_PANEL + BELOW
        panels = {
            name: Panel(k * every + ABOVE, k * every + ABOVE + NARROW_PANEL, 0.155 if k == 0 else 0.02, 0.98)
            for k, name in enumerate(("slope", "differences", "null"))
        }
        top = 3 * every
        height = top + rows_pixels(2, narrow=True) + SECOND_LINE + 2 * MARGIN
        return Places(height, panels | track_panels(names, top, narrow=True))
    if look.alone:
        # Differences and intervals have the height; at their right stands t, and below it what the correction goes by.
        bottom = look.height - 2 * MARGIN
        # Every other one of its numbers stands a line lower.
        row = ROW + SECOND_LINE if corrects else 0
        panels = {
            "differences": Panel(22, bottom - 48, 0.03, 0.6),
            "null": Panel(22, bottom - row - BELOW, 0.66, 1.0),
        }
        if corrects:
            track = bottom - row + TRACK_ABOVE
            panels[RATIO_TRACK] = Panel(track, track + HIGH, 0.67, 0.98)
        return Places(look.height, panels)
    top = look.height - 2 * MARGIN - rows_pixels(2, narrow=False)
    spans = {"slope": (0.058, 0.26), "differences": (0.32, 0.64), "null": (0.69, 1.0)}
    panels = {name: Panel(ABOVE, top - BELOW, *span) for name, span in spans.items()}
    return Places(look.height, panels | track_panels(names, top, narrow=False))


def _observed_plain(view: FoldsView, *, is_drawn: bool) -> Trace:
    """Return the plain t as a hollow mark, where it is not the corrected one."""
    t = within(view.plain.statistic, view.curve)
    return scatter(
        NULL,
        "lines+markers",
        [t, t],
        [0, 0.5] if is_drawn else [OUT_OF_SIGHT] * 2,
        line={"color": RULE, "width": 2, "dash": "dot"},
        marker={
            "size": [0, 12],
            "symbol": f"{mark_of(view.plain.statistic, view.curve)}-open",
            "color": RULE,
            "line": {"width": 2},
            "opacity": 1,
        },
    )


def _moving(view: FoldsView, step: Step, places: Places, say: Say, whole: int) -> list[Trace]:
    """Return what a level or a ratio moves, all of it to be guessed; nothing is corrected at a ratio of 0."""
    left, right = view.shaded(step.critical)
    t, side = within(step.statistic, view.curve), beyond(step.statistic, view.curve)
    said = extreme_is(short(step.pvalue), say)
    plain_at, corrected_at = below_dots(view, places, INTERVALS_AT)
    middle = sum(view.reach) / 2
    named = [(middle, y) for y in below_dots(view, places, TEXTS_AT)]
    means = [plain_at, corrected_at if step.ratio else OUT_OF_SIGHT * LOWEST]
    told = [
        region(left, NULL),
        region(right, NULL),
        _observed_plain(view, is_drawn=step.ratio > 0),
        interval_bar(step.plain, plain_at, RULE),
        interval_bar(step.corrected, means[1], INK),
        scatter(DIFFERENCES, "markers", [view.plain.effect] * 2, means, marker={"size": 13, "color": [RULE, INK]}),
        tail_area(step.statistic, view.curve, NULL, said, both=True, whole=whole),
        goes_on(view, step, (plain_at, means[1])),
        scatter(NULL, "lines", [t, t], [0, 0 if side else 0.8], line={"color": INK, "width": 3}),
        scatter(NULL, "markers", [t], [OUT_OF_SIGHT if side else 0.8], marker={"color": INK, "size": 12}),
        *beyond_traces(NULL, ends(view.curve), (ARROW, VALUE), side, f"t = {decimal(step.statistic)}"),
        lines_of_text(interval_texts(step, say), named, DIFFERENCES, size=13),
        lines_of_text(_null_texts(view, step, say), lines_above(places, "null", 0), NULL, size=13),
    ]
    return [trace | GUESSED for trace in told]


def _null_texts(view: FoldsView, step: Step, say: Say) -> list[str]:
    hollow, solid = ("○", "●") if step.ratio else ("●", "")
    rows = (
        (hollow, message("plain"), view.plain.statistic, step.plain_rejects),
        (solid, message("corrected"), step.statistic, step.corrected_rejects),
    )
    observed = [
        message(
            "{mark} {name}: t = {t}, {verdict}",
            mark=mark,
            name=say(name),
            t=decimal(t),
            verdict=outcome(t, say, rejects=rejects),
        )
        for mark, name, t, rejects in rows
        if mark
    ]
    critical = message(
        "critical ±{critical} at α = {alpha}", critical=decimal(step.critical), alpha=f"{step.alpha:.3g}"
    )
    # As many at each step: the two nearest the plane are the last ones.
    return ["" for _ in range(len(rows) - len(observed))] + [say(text) for text in (*observed, critical)]


def _ratio_track(view: FoldsView, say: Say, *, narrow: bool) -> Track:
    ratios = [step.ratio for step in view.by_ratio]
    ten, five, two = (say(message("{k} folds", k=k)) for k in (10, 5, 2))
    ticks = {0.0: "0", 1 / 9: ten, 1 / 4: five, 3 / 7: say(message("30% held out")), 1.0: two}
    if narrow:  # every other one stands a line lower
        ticks = {at: "<br>" * (i % 2) + text for i, (at, text) in enumerate(ticks.items())}
    return Track(
        name=RATIO_TRACK,
        label=say(message("test rows per training row")),
        axes=("x5", "y5"),
        at=[round(ratio, 4) for ratio in ratios],
        values=[repr(ratio) for ratio in ratios],
        shown=[f"{ratio:.3g}" for ratio in ratios],
        ticks=ticks,
        active=view.ratio,
    )


def _axes(view: FoldsView, places: Places, names: Names, result: str, say: Say) -> dict[str, Any]:
    a, b = (plain(name, 14) for name in names)
    slope = {}
    if "slope" in places.panels:
        slope = plane_axes(places, "slope", SLOPE, ("", result), {"zeroline": False})
        slope["xaxis"] |= {"range": [-0.3, 1.3], "tickvals": [0, 1], "ticktext": [a, b], "showgrid": False}
        slope["yaxis"] |= {"automargin": False, "nticks": 6}
    titles = (say(message("difference, {a} − {b}", a=a, b=b)), "")
    dots = plane_axes(places, "differences", DIFFERENCES, titles, {"zeroline": False})
    dots["xaxis2"] |= {"range": list(view.reach), "nticks": 6}
    dots["yaxis2"] |= {"range": list(upright_range(view, places)), "visible": False}
    return slope | dots | null_axes(places, "null", NULL, view.curve, "t")
