"""The figure of several algorithms: mean ranks with critical difference and groups, ranks, null distribution, level.

While the handle of the level is dragged, ruler, segments, bars, the rejection region and the verdict follow.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import plotly.graph_objects as go

from evalcore.figures.layout import HIDDEN, MARGIN, Look, Panel, Places, axis_key, base_layout
from evalcore.figures.live.motion import Handle, live_figure, moved
from evalcore.figures.parts.handle import step_value
from evalcore.figures.parts.tracks import ROW, Track, track_axes, track_handle, track_panels, track_trace
from evalcore.figures.significance.names import short_names
from evalcore.figures.style import GRID, INK, MODELS, OUT_OF_SIGHT, RULE, Trace, number, plain, rgba, signed
from evalcore.significance.diagram import Bar
from evalcore.views.significance.many import ManyView

LEVEL: Final = "alpha"
RANKS = {"xaxis": "x", "yaxis": "y"}
DOTS = {"xaxis": "x2", "yaxis": "y2"}
NULL = {"xaxis": "x3", "yaxis": "y3"}
TRACK = ("x4", "y4")
# In lines of an algorithm: the ruler above the bars, the lowest bars above the algorithms, and bars above bars.
RULER, LOWEST_BAR, BAR = 0.65, 0.75, 0.5
# Pixels above a plane whose axis stands on top, and letters of a name.
ABOVE, LETTERS, NARROW_LETTERS = 42, 22, 13
# Pixels of the row below: the null distribution with its words.
BELOW = 148
LEVEL_TICKS = {0.01: "0.01", 0.05: "0.05", 0.1: "0.10", 0.15: "0.15", 0.2: "0.20"}
SEGMENT = MODELS[0][0]
# Where a bar stands that a level has not.
BELOW_ALL = 10 * OUT_OF_SIGHT
REGION = rgba(RULE, 0.28)


@dataclass(frozen=True)
class ManyWords:
    """Every word of the figure; a page passes translated ones."""

    ranks: str = "mean rank (1 is the best)"
    dots: str = "rank on each data set"
    level: str = "level α"
    ruler: str = "CD {value}"
    null: str = "{statistic} if only chance is at work"
    observed: str = "observed {value}"
    rejected: str = "{p}: rejected at this level"
    kept: str = "{p}: not rejected at this level"
    said: str = "α = {alpha}: {verdict}. {groups}"
    group: str = "cannot be told apart: {names}"
    no_group: str = "every pair is told apart"
    rank: str = "{name}: mean rank {rank}"
    dot: str = "{row}: {name} has rank {rank} ({value})"


@dataclass(frozen=True)
class Drawn:
    """What of the table is written into the figure: names and values, the p-value, and whether bars are asked for."""

    rows: Sequence[str]
    columns: Sequence[str]
    values: Any
    pvalue: str
    bars: bool = True


def places(view: ManyView, look: Look, *, bars: bool) -> Places:
    """Return where the panels stand: ranks and dots side by side above the level and the null distribution."""
    lines = len(view.order) + _above(view, bars)
    if look.narrow:
        high = round(30 * lines)
        ranks = Panel(ABOVE, ABOVE + high, 0.34, 0.98)
        track = track_panels([LEVEL], ranks.bottom + 8, narrow=True)
        down = ranks.bottom + 8 + ROW
        null = Panel(down + 30, down + 120, 0.04, 0.96)
        dots = Panel(null.bottom + 60 + ABOVE, null.bottom + 60 + ABOVE + 30 * len(view.order), 0.34, 0.98)
        panels = {"ranks": ranks, "dots": dots, "null": null, **track}
        return Places(height=dots.bottom + 2 * MARGIN, panels=panels)
    bottom = look.height - 2 * MARGIN
    if look.is_low:
        return Places(look.height, _low(bottom))
    low = bottom - BELOW
    panels = {
        "ranks": Panel(ABOVE, low, 0.17, 0.6),
        "dots": Panel(ABOVE, low, 0.66, 0.99),
        "null": Panel(low + 16, bottom - 44, 0.66, 0.99),
    }
    wide = track_panels([LEVEL], bottom - ROW, narrow=False)[LEVEL]
    return Places(look.height, {**panels, LEVEL: replace(wide, left=0.03, right=0.56)})


def _low(bottom: int) -> dict[str, Panel]:
    """Return the panels of a low figure: no room for the dots."""
    track = track_panels([LEVEL], bottom - ROW, narrow=False)[LEVEL]
    return {
        "ranks": Panel(ABOVE, bottom - 4, 0.17, 0.6),
        "null": Panel(8, bottom - ROW - 48, 0.66, 0.99),
        LEVEL: replace(track, left=0.66, right=0.98),
    }


def many_figure(view: ManyView, drawn: Drawn, *, words: ManyWords | None = None, look: Look | None = None) -> go.Figure:
    """Draw the critical-difference diagram with its handle, the ranks and the null distribution."""
    words, look = words or ManyWords(), look or Look()
    bars = drawn.bars or not view.has_ruler
    where = places(view, look, bars=bars)
    track = _track(view, words)
    still = [*_drops(view, bars), *_dot_traces(view, drawn, words, where), *_null_still(view, where)]
    steps = [_moving(view, i, drawn, words, bars=bars, null="null" in where.panels) for i in range(len(view.alpha))]
    # A trace whose shade is named is taken for one that changes it; the region moves.
    now = [{**t, "fillcolor": REGION} if "fill" in t else t for t in steps[view.active]]
    traces = [*still, *now, *_means(view, drawn, words), *_observed(view), track_trace(track)]
    said = [_said(view, i, drawn, words) for i in range(len(view.alpha))]
    handle: Handle = replace(track_handle(track, moved(steps, len(still))), said=said)
    return live_figure(traces, _layout(view, drawn, words, where, track, narrow=look.narrow, bars=bars), [handle])


def _track(view: ManyView, words: ManyWords) -> Track:
    shown = [f"{value:.4g}" for value in view.alpha.tolist()]
    return Track(
        name=LEVEL,
        label=words.level,
        axes=TRACK,
        at=view.alpha.tolist(),
        values=[step_value(value) for value in view.alpha.tolist()],
        shown=[f"α = {text}" for text in shown],
        ticks=LEVEL_TICKS,
        active=view.active,
    )


def _bars_top(view: ManyView, bars: bool) -> float:
    """Return how high the highest line of bars lies above the first algorithm."""
    return LOWEST_BAR + BAR * (view.levels - 1) if bars and view.levels else 0.15


def _ruler_height(view: ManyView, bars: bool) -> float:
    return _bars_top(view, bars) + RULER


def _above(view: ManyView, bars: bool) -> float:
    """Return where the axis lies, above bars and ruler."""
    return (_ruler_height(view, bars) if view.has_ruler else _bars_top(view, bars)) + 0.5


def _moving(view: ManyView, i: int, drawn: Drawn, words: ManyWords, *, bars: bool, null: bool) -> list[Trace]:
    """Return what follows the handle at step `i`: region and verdict, bars, ruler, segments."""
    traces = _null_moving(view, i, drawn, words) if null and view.null is not None else []
    if bars:
        found = view.bars[i]
        traces += [_bar(view, found[k] if k < len(found) else None) for k in range(view.most_bars)]
    if view.has_ruler:
        traces += _ruler(view, i, words, _ruler_height(view, bars))
        half = float(view.critical_difference[i]) / 2
        traces += [_segment(rank, half, -place) for place, rank in enumerate(view.ranks.tolist())]
    return traces


def _line(
    x: Sequence[float], y: Sequence[float], colour: str, width: float, axes: dict[str, str], *, digits: int = 4
) -> Trace:
    return {
        "type": "scatter",
        "x": [round(float(value), digits) for value in x],
        "y": [round(float(value), digits) for value in y],
        "mode": "lines",
        "line": {"color": colour, "width": width, "simplify": False},
        "hoverinfo": "skip",
        "showlegend": False,
        **axes,
    }


def _bar(view: ManyView, bar: Bar | None) -> Trace:
    """Return the bar over a group; one that a level has not lies out of sight."""
    height = BELOW_ALL if bar is None else LOWEST_BAR + BAR * bar.level
    if view.has_ruler:
        # A little longer than from rank to rank, so that a group of tied algorithms is seen.
        low, high = (1.0, 2.0) if bar is None else (bar.low - 0.04, bar.high + 0.04)
        return _line([low, high], [height, height], RULE, 6, RANKS)
    # It may pass over an algorithm of another group, so those that belong to it have a notch. Each bar has as many
    # points, whatever its group: the last ones of a small group coincide.
    places = range(len(view.order)) if bar is None else sorted(view.order.index(member) for member in bar.members)
    at = [float(view.ranks[place]) for place in places]
    at += at[-1:] * (len(view.order) - len(at))
    x = [rank for rank in at for _ in range(3)]
    return _line(x, [height + d for _ in at for d in (0, -0.3, 0)], RULE, 4, RANKS, digits=3)


def _ruler(view: ManyView, i: int, words: ManyWords, height: float) -> list[Trace]:
    length = float(view.critical_difference[i])
    ruler = _line([1, 1, 1, 1 + length, 1 + length, 1 + length], [height + d for d in (-0.2, 0.2, 0, 0, 0.2, -0.2)],
                  INK, 2, RANKS)  # fmt: skip
    text = _text([1], [height], [words.ruler.format(value=number(length)) + "  "], "middle left", RANKS)
    return [ruler, text]


def _segment(rank: float, half: float, height: float) -> Trace:
    return _line([rank - half, rank + half], [height, height], SEGMENT, 7, RANKS)


def _text(x: Sequence[float], y: Sequence[float], text: Sequence[str], where: str, axes: dict[str, str]) -> Trace:
    return {
        "type": "scatter",
        "x": list(x),
        "y": list(y),
        "mode": "text",
        "text": list(text),
        "textposition": where,
        "textfont": {"size": 13},
        "cliponaxis": False,
        "hoverinfo": "skip",
        "showlegend": False,
        **axes,
    }


def _drops(view: ManyView, bars: bool) -> list[Trace]:
    """Return a thin line from the axis down to each algorithm's mean rank."""
    top = _above(view, bars)
    return [_line([rank, rank], [top, -place], GRID, 1, RANKS) for place, rank in enumerate(view.ranks.tolist())]


def _means(view: ManyView, drawn: Drawn, words: ManyWords) -> list[Trace]:
    """Return a mark at each mean rank."""
    return [
        {
            "type": "scatter",
            "x": view.ranks.round(4).tolist(),
            "y": [-place for place in range(len(view.order))],
            "mode": "markers",
            "marker": {"color": INK, "size": 10},
            "hovertext": [
                words.rank.format(name=plain(drawn.columns[i], 60), rank=number(rank))
                for i, rank in zip(view.order, view.ranks.tolist(), strict=True)
            ],
            "hoverinfo": "text",
            "showlegend": False,
            **RANKS,
        }
    ]


def _dot_traces(view: ManyView, drawn: Drawn, words: ManyWords, where: Places) -> list[Trace]:
    """Return one dot for each data set on the line of each algorithm."""
    if "dots" not in where.panels:
        return []
    dots = view.dots
    said = [
        words.dot.format(
            row=plain(drawn.rows[row], 60),
            name=plain(drawn.columns[column], 60),
            rank=f"{rank:g}",
            value=signed(f"{drawn.values[row][column]:.6g}"),
        )
        for row, column, rank in zip(dots.row.tolist(), dots.column.tolist(), dots.rank.tolist(), strict=True)
    ]
    trace = {
        "type": "scatter",
        "x": (dots.rank + dots.across).round(3).tolist(),
        "y": (-dots.place + 0.8 * dots.up).round(3).tolist(),
        "mode": "markers",
        "marker": {
            "size": 8 if len(drawn.rows) <= 12 else 6,
            "color": rgba(RULE, 0.55),
            "line": {"color": RULE, "width": 1},
        },
        "hovertext": said,
        "hoverinfo": "text",
        "showlegend": False,
        **DOTS,
    }  # fmt: skip
    mean = {
        "type": "scatter",
        "x": view.ranks.round(4).tolist(),
        "y": [-place for place in range(len(view.order))],
        "mode": "markers",
        "marker": {"symbol": "line-ns-open", "color": INK, "size": 18, "line": {"width": 2}},
        "hoverinfo": "skip",
        "showlegend": False,
        **DOTS,
    }
    return [trace, mean]


def _top(view: ManyView) -> float:
    """Return how high the null distribution is drawn; a density may be endless at 0."""
    if view.null is None:
        return 1.0
    y = view.null.y
    return float(y.max() if view.null.is_counted else y[6:].max())


def _null_still(view: ManyView, where: Places) -> list[Trace]:
    """Return the distribution of the statistic under chance: stems where it is counted, else its density."""
    null = view.null
    if null is None or "null" not in where.panels:
        return []
    if not null.is_counted:
        return [_line(null.x.tolist(), null.y.tolist(), RULE, 2, NULL, digits=6)]
    x = [value for value in null.x.tolist() for _ in range(3)]
    y = [height for value in null.y.tolist() for height in (0, value, 0)]
    return [_line(x, y, RULE, 2, NULL, digits=6)]


def _null_moving(view: ManyView, i: int, drawn: Drawn, words: ManyWords) -> list[Trace]:
    """Return the rejection region at a level, and the verdict in words."""
    null, top = view.null, _top(view)
    assert null is not None
    start = float(null.critical[i])
    region = _line([start, 1.1 * null.high], [1.05 * top] * 2, "rgba(0,0,0,0)", 0, NULL)
    region["fill"] = "tozeroy"
    verdict = words.rejected if view.rejected[i] else words.kept
    return [region, _text([0], [1.2 * top], [verdict.format(p=drawn.pvalue)], "middle right", NULL)]


def _observed(view: ManyView) -> list[Trace]:
    """Return the observed value of the statistic; one beyond the axis stands at its end."""
    null = view.null
    if null is None:
        return []
    at, top = min(null.observed, 0.995 * null.high), _top(view)
    stem = _line([at, at], [0, 0.8 * top], INK, 2, NULL)
    head = {
        **_line([at], [0.8 * top], INK, 2, NULL),
        "mode": "markers",
        "marker": {"color": INK, "size": 10, "symbol": "triangle-right" if null.beyond else "circle"},
    }
    return [stem, head]


def _said(view: ManyView, i: int, drawn: Drawn, words: ManyWords) -> str:
    """Return what a screen reader says at a step."""
    verdict = (words.rejected if view.rejected[i] else words.kept).format(p=drawn.pvalue)
    groups = "; ".join(", ".join(str(drawn.columns[member]) for member in bar.members) for bar in view.bars[i])
    said = words.group.format(names=groups) if groups else words.no_group
    return words.said.format(alpha=f"{view.alpha[i]:.4g}", verdict=verdict, groups=said)


def _layout(
    view: ManyView, drawn: Drawn, words: ManyWords, where: Places, track: Track, *, narrow: bool, bars: bool
) -> dict[str, Any]:
    lines = {"range": [-len(view.order) + 0.4, _above(view, bars)], **HIDDEN}
    layout = {
        **base_layout(where),
        "showlegend": False,
        **_rank_axes(where, "ranks", words.ranks, len(view.order), pad=_pad(view)),
        axis_key(RANKS["yaxis"]): {**lines, "domain": where.domains("ranks")[1], "anchor": RANKS["xaxis"]},
        **track_axes(track, where),
        "annotations": _names(view, drawn, where, "ranks", RANKS, narrow=narrow),
    }
    if "dots" in where.panels:
        only_lines = lines if not narrow else {"range": [-len(view.order) + 0.4, 0.6], **HIDDEN}
        layout |= _rank_axes(where, "dots", words.dots, len(view.order), pad=0.5)
        layout[axis_key(DOTS["yaxis"])] = {**only_lines, "domain": where.domains("dots")[1], "anchor": DOTS["xaxis"]}
        if narrow:
            layout["annotations"] += _names(view, drawn, where, "dots", DOTS, narrow=True)
    if "null" in where.panels and view.null is not None:
        layout |= _null_axes(view, where)
        layout[axis_key(NULL["xaxis"])]["title"] = {
            "text": words.null.format(statistic=view.null.name),
            "standoff": 4,
            "font": {"size": 13},
        }
        layout["annotations"].append(_observed_name(view, words))
    return layout


def _pad(view: ManyView) -> float:
    """Return how far the axis goes beyond the ranks: half a critical difference at the usual level, but no more than
    leaves room for the ranks. It is the same at each step, so that nothing jumps when the handle is let go."""
    if not view.has_ruler:
        return 0.3
    usual = float(view.critical_difference[abs(view.alpha - 0.05).argmin()])
    return max(min(usual / 2, 0.45 * (len(view.order) - 1) + 0.2), 0.2) + 0.1


def _rank_axes(where: Places, panel: str, title: str, k: int, *, pad: float) -> dict[str, Any]:
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
            "title": {"text": title, "standoff": 6, "font": {"size": 14}},
        },
    }


def _names(
    view: ManyView, drawn: Drawn, where: Places, panel: str, axes: dict[str, str], *, narrow: bool
) -> list[dict[str, Any]]:
    """Return the name of each algorithm at the left of its line, all of them told apart."""
    short = short_names([str(drawn.columns[i]) for i in view.order], NARROW_LETTERS if narrow else LETTERS)
    return [
        {
            "text": name,
            "x": where.panels[panel].left - 0.008,
            "y": -place,
            "xref": "paper",
            "yref": axes["yaxis"],
            "xanchor": "right",
            "yanchor": "middle",
            "showarrow": False,
            "font": {"size": 13},
        }
        for place, name in enumerate(short)
    ]


def _null_axes(view: ManyView, where: Places) -> dict[str, Any]:
    null = view.null
    assert null is not None
    across, up = where.domains("null")
    return {
        axis_key(NULL["xaxis"]): {
            "domain": across,
            "anchor": NULL["yaxis"],
            "range": [-0.02 * null.high, null.high],
            "fixedrange": True,
            "showgrid": False,
            "tickfont": {"size": 13},
            "nticks": 6,
        },
        axis_key(NULL["yaxis"]): {**HIDDEN, "domain": up, "anchor": NULL["xaxis"], "range": [0, 1.35 * _top(view)]},
    }


def _observed_name(view: ManyView, words: ManyWords) -> dict[str, Any]:
    """Return the name of the observed value, at the side where there is room."""
    null = view.null
    assert null is not None
    at = min(null.observed, 0.995 * null.high)
    is_right = at > 0.55 * null.high
    return {
        "text": words.observed.format(value=number(null.observed) if null.observed < 1e6 else "∞"),
        "x": at,
        "y": 0.8 * _top(view),
        "xref": NULL["xaxis"],
        "yref": NULL["yaxis"],
        "xanchor": "right" if is_right else "left",
        "xshift": -8 if is_right else 8,
        "showarrow": False,
        "font": {"size": 13},
    }
