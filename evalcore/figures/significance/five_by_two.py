"""Five times two-fold cross validation: the ten differences, the t each would give, and the F of them all."""

from __future__ import annotations

import math
from typing import Any

import plotly.graph_objects as go

from evalcore.errors import Say, message
from evalcore.figures.layout import HIDDEN, MARGIN, Look, Panel, Places, base_layout, headings
from evalcore.figures.live.motion import live_figure, moved
from evalcore.figures.parts.marks import lines_of_text, rect, scatter
from evalcore.figures.parts.tracks import rows_pixels, track_axes, track_handle, track_panels, track_trace
from evalcore.figures.significance.densities import (
    decimal,
    lines_above,
    mark_of,
    null_axes,
    outcome,
    outline,
    region,
    tail_area,
    within,
)
from evalcore.figures.significance.folds import ABOVE, BELOW, NARROW_PANEL
from evalcore.figures.significance.folds_traces import WINNERS
from evalcore.figures.significance.plane import ALPHA_TRACK, alpha_track
from evalcore.figures.significance.words import extreme_is, p_is, short
from evalcore.figures.style import GUESSED, INK, OUT_OF_SIGHT, Trace, plain, raised, rgba, signed
from evalcore.views.significance.five_by_two import FiveByTwoStep, FiveByTwoView
from evalcore.views.significance.folds import Curve

TILE = {"xaxis": "x", "yaxis": "y"}
T = {"xaxis": "x2", "yaxis": "y2"}
F = {"xaxis": "x3", "yaxis": "y3"}
STRONGEST = 0.55


def five_by_two_figure(
    view: FiveByTwoView, names: tuple[str, str] = ("A", "B"), *, say: Say = str, look: Look | None = None
) -> go.Figure:
    """Draw the ten differences, each candidate on Student's density, and F; the level moves the regions.

    A figure that stands alone has the differences and t, as the textbook has them, and both have all its height.
    """
    look = look or Look()
    places = _places(look)
    track = alpha_track([step.alpha for step in view.steps], view.alpha, say, ("x4", "y4"))
    steps = [_moving(view, step, places, say) for step in view.steps]
    t_tail, f_tail = (extreme_is(short(test.pvalue), say) for test in (view.chosen, view.f))
    still = [
        _tile_texts(view, say, low=places.pixels("tile") < NARROW_PANEL),
        outline(view.t_curve, T),
        tail_area(view.chosen.statistic, view.t_curve, T, t_tail, both=True, whole=1),
        _mark(view.chosen.statistic, view.t_curve, T),
    ]
    if "f" in places.panels:
        whole = len(still)
        still += [
            outline(view.f_curve, F),
            tail_area(view.f.statistic, view.f_curve, F, f_tail, both=False, whole=whole),
            _mark(view.f.statistic, view.f_curve, F),
            track_trace(track),
        ]
    a, b = (plain(name, 10) for name in names)
    titles = {
        "tile": message("Differences {a} − {b}", a=a, b=b),
        "t": message("Ten numerators, a t each"),
        "f": message("One F for all ten"),
    }
    drawn = {name: say(text) for name, text in titles.items() if name in places.panels}
    layout = {
        **base_layout(places),
        "showlegend": False,
        **_axes(view, places),
        "shapes": _cells(view),
        "annotations": headings(drawn, places, 28),
    }
    handles = []
    if ALPHA_TRACK in places.panels:
        layout |= track_axes(track, places)
        handles = [track_handle(track, moved(steps, len(still)))]
    return live_figure([*still, *steps[view.alpha]], layout, handles)


def _places(look: Look) -> Places:
    if look.narrow:
        every = ABOVE + NARROW_PANEL + BELOW
        panels = {
            name: Panel(k * every + ABOVE, k * every + ABOVE + NARROW_PANEL, 0.02, 0.98)
            for k, name in enumerate(("tile", "t", "f"))
        }
        height = 3 * every + rows_pixels(1, narrow=True) + 2 * MARGIN
        return Places(height, panels | track_panels([ALPHA_TRACK], 3 * every, narrow=True))
    if look.alone:
        bottom = look.height - 2 * MARGIN
        panels = {"tile": Panel(ABOVE, bottom, 0.0, 0.4), "t": Panel(ABOVE, bottom - BELOW, 0.46, 1.0)}
        return Places(look.height, panels)
    top = look.height - 2 * MARGIN - rows_pixels(1, narrow=False)
    spans = {"tile": (0.0, 0.27), "t": (0.32, 0.68), "f": (0.73, 1.0)}
    panels = {name: Panel(ABOVE, top - (0 if name == "tile" else BELOW), *span) for name, span in spans.items()}
    track = Panel(top + 28, top + 42, 0.32, 0.98)
    return Places(look.height, panels | {ALPHA_TRACK: track})


def _cells(view: FiveByTwoView) -> list[dict[str, Any]]:
    """Return a cell a difference in the colour of the better algorithm; those of the numerator have a border in ink."""
    cells = []
    for k, (winner, shade) in enumerate(zip(view.winners, view.shades, strict=True)):
        i, j = divmod(k, 2)
        fill = rgba(WINNERS[winner], round(0.06 + STRONGEST * shade, 3))
        line = {"color": INK, "width": 3} if k in view.cells else {"color": "rgba(0,0,0,0)", "width": 0}
        cells.append(
            rect(TILE, (j + 0.04, j + 0.96), (4 - i + 0.06, 4 - i + 0.94), layer="below", fillcolor=fill, line=line)
        )
    return cells


def _tile_texts(view: FiveByTwoView, say: Say, *, low: bool) -> Trace:
    """Return the differences, the names of rows and columns, and the variance of each row."""
    values = [(j + 0.5, 4.5 - i, decimal(float(view.differences[i, j]))) for i in range(5) for j in (0, 1)]
    names = [(-0.2, 4.5 - i, str(i + 1)) for i in range(5)]
    exponent, scaled = view.variances
    variances = [(2.45, 4.5 - i, f"{value:.2f}") for i, value in enumerate(scaled)]
    variance = "s²" + (f" · 10{raised(signed(str(exponent)))}" if exponent else "")
    heads = [*((j - 0.5, 5.3, say(message("fold {j}", j=j))) for j in (1, 2)), (2.45, 5.3, variance)]
    cells = [*values, *names, *variances, *heads]
    trace = lines_of_text([text for _, _, text in cells], [(x, y) for x, y, _ in cells], TILE, size=13)
    sizes = [12 if low else 15] * len(values) + [12 if low else 13] * (len(cells) - len(values))
    return {**trace, "textfont": {"size": sizes}}


def _mark(value: float, curve: Curve, axes: dict[str, str]) -> Trace:
    """Return the observed value; one beyond the plane is an arrow at its end, and the text above says the value."""
    x = within(value, curve)
    return scatter(
        axes,
        "lines+markers",
        [x, x],
        [0, 0.8],
        line={"color": INK, "width": 3},
        marker={"color": INK, "size": [0, 12], "opacity": 1, "symbol": mark_of(value, curve)},
        **GUESSED,
    )


def _moving(view: FiveByTwoView, step: FiveByTwoStep, places: Places, say: Say) -> list[Trace]:
    left, right, above = view.shaded(step)
    middle = view.f_curve.high / 2
    told = [
        region(left, T),
        region(right, T),
        _candidates(view, step, say, rejected=True),
        _candidates(view, step, say, rejected=False),
        lines_of_text(_t_texts(view, step, say), lines_above(places, "t", 0), T, size=13),
    ]
    if "f" in places.panels:
        told.append(region(above, F))
        told.append(lines_of_text(_f_texts(view, step, say), lines_above(places, "f", middle), F, size=13))
    return [trace | GUESSED for trace in told]


def _candidates(view: FiveByTwoView, step: FiveByTwoStep, say: Say, *, rejected: bool) -> Trace:
    """Return the candidates on the curve: filled where they are rejected, hollow where they are not."""
    t = view.chosen.candidates.ravel().tolist()
    known = [not math.isnan(value) for value in t]
    heights = [
        height if ok and rejects is rejected else OUT_OF_SIGHT
        for height, rejects, ok in zip(view.heights, step.rejects, known, strict=True)
    ]
    said = [
        say(message("repetition {i}, fold {j}: t = {t}", i=k // 2 + 1, j=k % 2 + 1, t=decimal(value)))
        for k, value in enumerate(t)
    ]
    return scatter(
        T,
        "markers",
        [within(value, view.t_curve) for value in t],
        heights,
        customdata=said,
        hovertemplate="%{customdata}<extra></extra>",
        marker={
            "size": 13,
            "symbol": [mark_of(value, view.t_curve) + ("" if rejected else "-open") for value in t],
            "color": [WINNERS[winner] for winner in view.winners],
            "line": {"width": 2.5},
        },
    )


def _t_texts(view: FiveByTwoView, step: FiveByTwoStep, say: Say) -> list[str]:
    t = view.chosen.statistic
    verdict = outcome(t, say, rejects=step.chosen_rejects)
    critical = message(
        "critical ±{critical} at α = {alpha}", critical=decimal(step.critical), alpha=f"{step.alpha:.3g}"
    )
    return [
        say(message("{count} of {total} would be rejected", count=step.rejected, total=len(step.rejects))),
        say(message("● chosen: t = {t}, {verdict}", t=decimal(t), verdict=verdict)),
        say(critical),
    ]


def _f_texts(view: FiveByTwoView, step: FiveByTwoStep, say: Say) -> list[str]:
    f = view.f.statistic
    verdict = outcome(f, say, rejects=step.f_rejects)
    critical = message(
        "critical {critical} at α = {alpha}", critical=decimal(step.critical_f), alpha=f"{step.alpha:.3g}"
    )
    return [say(message("F = {f}, {verdict}", f=decimal(f), verdict=verdict)), p_is(view.f.pvalue), say(critical)]


def _axes(view: FiveByTwoView, places: Places) -> dict[str, Any]:
    across, up = places.domains("tile")
    tile = {
        "xaxis": {**HIDDEN, "domain": across, "range": [-0.4, 2.9], "anchor": "y"},
        "yaxis": {**HIDDEN, "domain": up, "range": [0, 5.6], "anchor": "x"},
    }
    axes = tile | null_axes(places, "t", T, view.t_curve, "t")
    return axes | null_axes(places, "f", F, view.f_curve, "F") if "f" in places.panels else axes
