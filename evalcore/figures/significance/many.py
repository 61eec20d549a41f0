"""The figure of several algorithms: mean ranks with critical difference and groups, ranks, null distribution, level.

While the handle of the level is dragged, ruler, segments, bars, the rejection region and the verdict follow.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import plotly.graph_objects as go

from evalcore.errors import Say, message
from evalcore.figures.layout import HIDDEN, MARGIN, Look, Panel, Places, axis_key, base_layout, headings
from evalcore.figures.live.motion import Handle, live_figure, moved
from evalcore.figures.parts.marks import note
from evalcore.figures.parts.tracks import ROW, Track, track_axes, track_handle, track_panels, track_trace
from evalcore.figures.significance.many_null import (
    null_axes,
    null_moving,
    null_still,
    observed_marks,
    observed_name,
    verdict,
)
from evalcore.figures.significance.many_traces import (
    DOTS,
    NULL,
    RANKS,
    Drawn,
    above,
    beyond_arrows,
    difference_ruler,
    dot_traces,
    drop_lines,
    group_bar,
    mean_marks,
    rank_segment,
    ruler_height,
)
from evalcore.figures.significance.plane import ALPHA_TRACK, alpha_track
from evalcore.figures.significance.words import in_lines, short_names
from evalcore.figures.style import GRID, GUESSED, RULE, Trace, letters, rgba
from evalcore.views.significance.many import ManyView

__all__ = ["Drawn", "many_figure", "places"]

TRACK = ("x4", "y4")
# Pixels above a plane whose axis stands on top, letters of a name, and pixels of a title and of what is below it.
ABOVE, LETTERS, NARROW_LETTERS, HEAD, AXIS = 42, 22, 13, 18, 33
# Pixels of an algorithm's line on a narrow page: a name may need two lines of text.
NARROW_LINE = 36
# Pixels of the lines that a figure which stands alone says of the statistics.
TOLD = 96
# Pixels of the row below: the null distribution with its words.
BELOW = 148
REGION = rgba(RULE, 0.28)


def places(view: ManyView, look: Look, *, bars: bool) -> Places:
    """Return where the panels stand: ranks and dots side by side above the level and the null distribution."""
    lines = len(view.order) + above(view, bars)
    if look.narrow:
        high = round(NARROW_LINE * lines)
        ranks = Panel(ABOVE, ABOVE + high, 0.34, 0.98)
        track = track_panels([ALPHA_TRACK], ranks.bottom + 8, narrow=True)
        down = ranks.bottom + 8 + ROW
        null = Panel(down + 30, down + 120, 0.04, 0.96)
        dots = Panel(null.bottom + 60 + ABOVE, null.bottom + 60 + ABOVE + NARROW_LINE * len(view.order), 0.34, 0.98)
        panels = {"ranks": ranks, "dots": dots, "null": null, **track}
        return Places(height=dots.bottom + 2 * MARGIN, panels=panels)
    bottom = look.height - 2 * MARGIN
    if look.is_low or look.alone:
        panels = _low(bottom)
        if look.alone:
            # Above the distribution stands what the statistics are.
            panels["null"] = replace(panels["null"], top=TOLD)
        return Places(look.height, panels)
    low = bottom - BELOW
    panels = {
        "ranks": Panel(ABOVE, low, 0.17, 0.6),
        "dots": Panel(ABOVE, low, 0.66, 0.99),
        "null": Panel(low + 16, bottom - 44, 0.66, 0.99),
    }
    wide = track_panels([ALPHA_TRACK], bottom - ROW, narrow=False)[ALPHA_TRACK]
    return Places(look.height, {**panels, ALPHA_TRACK: replace(wide, left=0.03, right=0.56)})


def _low(bottom: int) -> dict[str, Panel]:
    """Return the panels of a low figure: no room for the dots."""
    track = track_panels([ALPHA_TRACK], bottom - ROW, narrow=False)[ALPHA_TRACK]
    return {
        "ranks": Panel(ABOVE, bottom - 4, 0.17, 0.6),
        "null": Panel(8, bottom - ROW - 48, 0.66, 0.99),
        ALPHA_TRACK: replace(track, left=0.66, right=0.98),
    }


def many_figure(view: ManyView, drawn: Drawn, *, say: Say = str, look: Look | None = None) -> go.Figure:
    """Draw the critical-difference diagram with its handle, the ranks and the null distribution."""
    look = look or Look()
    bars = drawn.bars or not view.has_ruler
    where = places(view, look, bars=bars)
    track = alpha_track(view.alpha.tolist(), view.active, say, TRACK)
    still = [*drop_lines(view, bars), *dot_traces(view, drawn, say, where), *null_still(view, drawn, say, where)]
    steps = [_moving(view, i, drawn, say, bars=bars, null="null" in where.panels) for i in range(len(view.alpha))]
    # A trace whose shade is named is taken for one that changes it; the region moves.
    now = [{**t, "fillcolor": REGION} if "fill" in t else t for t in steps[view.active]]
    told = [*now, *mean_marks(view, drawn, say), *observed_marks(view)]
    traces = [*still, *(trace | GUESSED for trace in told), track_trace(track)]
    said = [_said(view, i, drawn, say) for i in range(len(view.alpha))]
    handle: Handle = replace(track_handle(track, moved(steps, len(still))), said=said)
    return live_figure(traces, _layout(view, drawn, say, where, track, look=look, bars=bars), [handle])


def _moving(view: ManyView, i: int, drawn: Drawn, say: Say, *, bars: bool, null: bool) -> list[Trace]:
    """Return what follows the handle at step `i`: region and verdict, bars, ruler, segments."""
    traces = null_moving(view, i, drawn, say) if null and view.null is not None else []
    if bars:
        found = view.bars[i]
        traces += [group_bar(view, found[k] if k < len(found) else None) for k in range(view.most_bars)]
    if view.has_ruler:
        traces += difference_ruler(view, i, say, ruler_height(view, bars))
        half = float(view.critical_difference[i]) / 2
        traces += [rank_segment(rank, half, -place) for place, rank in enumerate(view.ranks.tolist())]
        pad, inset = _pad(view), 0.02 * len(view.order)
        ends = (1 - pad + inset, len(view.order) + pad - inset)
        traces.append(beyond_arrows(view, i, ends, ruler_height(view, bars)))
    return traces


def _said(view: ManyView, i: int, drawn: Drawn, say: Say) -> str:
    """Return what a screen reader says at a step."""
    names = "; ".join(", ".join(str(drawn.columns[member]) for member in bar.members) for bar in view.bars[i])
    groups = message("cannot be told apart: {names}", names=names) if names else message("every pair is told apart")
    alpha, found = f"{view.alpha[i]:.3g}", verdict(view, i, drawn, say)
    return say(message("α = {alpha}: {verdict}. {groups}", alpha=alpha, verdict=found, groups=say(groups)))


def _layout(
    view: ManyView, drawn: Drawn, say: Say, where: Places, track: Track, *, look: Look, bars: bool
) -> dict[str, Any]:
    narrow = look.narrow
    lines = {"range": [-len(view.order) + 0.4, above(view, bars)], **HIDDEN}
    layout = {
        **base_layout(where),
        "showlegend": False,
        **_rank_axes(where, "ranks", len(view.order), pad=_pad(view)),
        axis_key(RANKS["yaxis"]): {**lines, "domain": where.domains("ranks")[1], "anchor": RANKS["xaxis"]},
        **track_axes(track, where),
        "annotations": [*_titles(where, say), *_names(view, drawn, where, "ranks", RANKS, narrow=narrow)],
    }
    if "dots" in where.panels:
        only_lines = lines if not narrow else {"range": [-len(view.order) + 0.4, 0.6], **HIDDEN}
        layout |= _rank_axes(where, "dots", len(view.order), pad=0.5)
        layout[axis_key(DOTS["yaxis"])] = {**only_lines, "domain": where.domains("dots")[1], "anchor": DOTS["xaxis"]}
        if narrow:
            layout["annotations"] += _names(view, drawn, where, "dots", DOTS, narrow=True)
    if "null" in where.panels and view.null is not None:
        layout |= null_axes(view, where)
        layout[axis_key(NULL["xaxis"])]["title"] = {
            "text": say(message("{statistic} if only chance is at work", statistic=view.null.name)),
            "standoff": 4,
            "font": {"size": 13},
        }
        layout["annotations"].append(observed_name(view, say))
    if look.alone and drawn.told:
        place = {"x": where.panels[ALPHA_TRACK].left, "y": 1, "xref": "paper", "yref": "paper", "yanchor": "top"}
        told = {"text": "<br>".join(drawn.told), "align": "left", "xanchor": "left", "font": {"size": 16}}
        layout["annotations"].append({**place, **told, "showarrow": False, **GUESSED})
    return layout


def _titles(where: Places, say: Say) -> list[dict[str, Any]]:
    """Return what stands above the planes, and above the numbers of their axes."""
    said = {"ranks": say(message("Mean ranks · 1 is the best")), "dots": say(message("Rank on each data set"))}
    return headings(said, where, HEAD, above=dict.fromkeys(said, AXIS))


def _pad(view: ManyView) -> float:
    """Return how far the axis goes beyond the ranks: half a critical difference at the usual level, but no more than
    leaves room for the ranks. It is the same at each step, so that nothing jumps when the handle is let go."""
    if not view.has_ruler:
        return 0.3
    usual = float(view.critical_difference[abs(view.alpha - 0.05).argmin()])
    return max(min(usual / 2, 0.45 * (len(view.order) - 1) + 0.2), 0.2) + 0.1


def _rank_axes(where: Places, panel: str, k: int, *, pad: float) -> dict[str, Any]:
    """Return the axis of ranks above a panel."""
    axes = {"ranks": RANKS, "dots": DOTS}[panel]
    return {
        axis_key(axes["xaxis"]): {
            "domain": where.domains(panel)[0],
            "anchor": axes["yaxis"],
            "side": "top",
            "range": [1 - pad, k + pad],
            "tickvals": list(range(1, k + 1)),
            "showgrid": panel == "dots",
            "gridcolor": GRID,
            "fixedrange": True,
            "showline": True,
            "linecolor": RULE,
            "ticks": "outside",
            "ticklen": 4,
            "tickfont": {"size": 13},
        },
    }


def _names(
    view: ManyView, drawn: Drawn, where: Places, panel: str, axes: dict[str, str], *, narrow: bool
) -> list[dict[str, Any]]:
    """Return the name of each algorithm at the left of its line, all of them told apart.

    Those of a panel that is the first from the left begin where the figure does.
    """
    short = short_names([str(drawn.columns[i]) for i in view.order], LETTERS)
    if narrow:  # in two lines, and cut where even these are too long
        wide = short_names([str(drawn.columns[i]) for i in view.order], NARROW_LETTERS)
        parted = [in_lines(name, NARROW_LETTERS) for name in short]
        short = [
            a if max(map(letters, a.split("<br>"))) <= NARROW_LETTERS else b for a, b in zip(parted, wide, strict=True)
        ]
    is_first = where.is_first(panel)
    left, anchor = (0.0, "left") if is_first else (where.panels[panel].left - 0.008, "right")
    return [
        note(name, left, -place, axes, xref="paper", xanchor=anchor, align=anchor, yanchor="middle")
        for place, name in enumerate(short)
    ]
