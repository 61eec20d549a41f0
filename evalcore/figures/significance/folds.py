"""Two algorithms on the folds of one data set: the folds as a slope chart, the differences, Student's density."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import plotly.graph_objects as go

from evalcore.figures.layout import MARGIN, Look, Panel, Places, base_layout, heading, plane_axes
from evalcore.figures.live.motion import live_figure, moved
from evalcore.figures.parts.tracks import (
    Track,
    rows_pixels,
    track_axes,
    track_handle,
    track_panels,
    track_trace,
)
from evalcore.figures.significance.plane import beyond_traces, extreme
from evalcore.figures.significance.words import short
from evalcore.figures.style import INK, MODELS, OUT_OF_SIGHT, RULE, Trace, number, plain, rgba, signed
from evalcore.views.significance.folds import Curve, FoldsView, Path, Step

ALPHA_TRACK, RATIO_TRACK = "alpha", "ratio"
SLOPE = {"xaxis": "x", "yaxis": "y"}
DIFFERENCES = {"xaxis": "x2", "yaxis": "y2"}
NULL = {"xaxis": "x3", "yaxis": "y3"}
REGION = rgba(RULE, 0.38)
WINNERS = {"a": MODELS[0][0], "b": MODELS[1][0], "none": RULE}
# Pixels of a panel on a narrow page, below it those of its axis, and above it those of its heading.
NARROW_PANEL, BELOW, ABOVE = 210, 54, 30
# Pixels below the dots of differences: the text above each interval, the interval, and the lower end of the plane.
TEXTS_AT, INTERVALS_AT, LOWEST = (10, 46), (24, 60), 70
# Pixels above the highest point of a density: its lines of text, and the upper end of the plane.
LINES_AT, HIGHEST = (50, 31, 12), 60
# Pixels of a second line of numbers on the last axis of a narrow page.
SECOND_LINE = 18
# Where an arrow stands for a t beyond its plane, and the value, as shares of the density's height.
ARROW, VALUE = 0.45, 0.6


@dataclass(frozen=True)
class FoldsWords:
    """Every word of the figure; a page passes translated ones."""

    a: str = "A"
    b: str = "B"
    result: str = "error rate"
    slope: str = "Folds"
    differences: str = "Differences"
    difference: str = "difference, {a} − {b}"
    null: str = "If both were equal: t"
    fold: str = "fold {k}: {a} {first}, {b} {second}"
    mean: str = "mean"
    plain: str = "plain"
    corrected: str = "corrected"
    rejected: str = "rejected"
    kept: str = "not rejected"
    undefined: str = "no test"
    interval: str = "{name} [{low}, {high}]"
    observed: str = "{mark} {name}: t = {t}, {verdict}"
    critical: str = "critical ±{critical} at α = {alpha}"
    alpha: str = "level α"
    ratio: str = "test rows per training row"
    hold_out: str = "30 % held out"
    folds: str = "{k} folds"
    tail: str = "at least as extreme as observed: p = {p}"


def folds_figure(view: FoldsView, words: FoldsWords | None = None, *, look: Look | None = None) -> go.Figure:
    """Draw paired folds, their differences with both intervals, and where t lies if both algorithms are equal.

    The handle of the level moves the region and both intervals, that of the ratio the corrected interval and its t.
    """
    words, look = words or FoldsWords(), look or Look()
    places = _places(look)
    tracks = [_alpha_track(view, words), _ratio_track(view, words, narrow=look.narrow)]
    still = [*_slopes(view, words), *_dots(view, places, words), outline(view.curve, NULL), _observed_plain(view)]
    whole = len(still) - 2
    still += [track_trace(track) for track in tracks]
    by_alpha, by_ratio = (
        [_moving(view, step, places, words, whole) for step in steps] for steps in (view.by_alpha, view.by_ratio)
    )
    first = len(still)
    handles = [
        track_handle(track, moved(steps, first)) for track, steps in zip(tracks, (by_alpha, by_ratio), strict=True)
    ]
    axes = _axes(view, places, words)
    for track in tracks:
        axes |= track_axes(track, places)
    layout = {
        **base_layout(places),
        "showlegend": False,
        **axes,
        "annotations": [
            heading(f"<b>{text}</b>", places.panels[name].left, places.paper(places.panels[name].top - 14))
            for name, text in (("slope", words.slope), ("differences", words.differences), ("null", words.null))
        ],
    }
    return live_figure([*still, *by_alpha[view.alpha]], layout, handles)


def _places(look: Look) -> Places:
    names = [ALPHA_TRACK, RATIO_TRACK]
    if look.narrow:
        every = ABOVE + NARROW_PANEL + BELOW
        panels = {
            name: Panel(k * every + ABOVE, k * every + ABOVE + NARROW_PANEL, 0.13 if k == 0 else 0.02, 0.98)
            for k, name in enumerate(("slope", "differences", "null"))
        }
        top = 3 * every
        height = top + rows_pixels(2, narrow=True) + SECOND_LINE + 2 * MARGIN
        return Places(height, panels | track_panels(names, top, narrow=True))
    top = look.height - 2 * MARGIN - rows_pixels(2, narrow=False)
    spans = {"slope": (0.05, 0.26), "differences": (0.32, 0.64), "null": (0.69, 1.0)}
    panels = {name: Panel(ABOVE, top - BELOW, *span) for name, span in spans.items()}
    return Places(look.height, panels | track_panels(names, top, narrow=False))


def _slopes(view: FoldsView, words: FoldsWords) -> list[Trace]:
    """Return a line a fold in the colour of the better algorithm, and the means in ink."""
    traces = [_fold_lines(view, winner, words) for winner in ("none", "a", "b")]
    mean = [round(float(view.a.mean()), 6), round(float(view.b.mean()), 6)]
    return [
        *(trace for trace in traces if trace["x"]),
        {
            "type": "scatter",
            "mode": "lines+markers",
            "x": [0, 1],
            "y": mean,
            "line": {"color": INK, "width": 4},
            "marker": {"color": INK, "size": 11},
            "hovertemplate": f"{words.mean} %{{y:.4g}}<extra></extra>",
            **SLOPE,
        },
    ]


def _fold_lines(view: FoldsView, winner: str, words: FoldsWords) -> Trace:
    mine = [k for k, who in enumerate(view.winners) if who == winner]
    said = [_fold(view, k, words) for k in mine]
    return {
        "type": "scatter",
        "mode": "lines+markers",
        "x": [x for _ in mine for x in (0, 1, None)],
        "y": [y for k in mine for y in (float(view.a[k]), float(view.b[k]), None)],
        "customdata": [text for one in said for text in (one, one, None)],
        "hovertemplate": "%{customdata}<extra></extra>",
        "line": {"color": rgba(WINNERS[winner], 0.75), "width": 2},
        "marker": {"color": WINNERS[winner], "size": 7},
        **SLOPE,
    }


def _fold(view: FoldsView, k: int, words: FoldsWords) -> str:
    first, second = number(float(view.a[k]), 4), number(float(view.b[k]), 4)
    return words.fold.format(k=k + 1, a=plain(words.a), b=plain(words.b), first=first, second=second)


def _dots(view: FoldsView, places: Places, words: FoldsWords) -> list[Trace]:
    """Return the line of no difference, that of the mean, a dot a fold, and the mean on both intervals."""
    low, top = _range(view, places)
    base = {"type": "scatter", "hoverinfo": "skip", "mode": "lines", **DIFFERENCES}
    mean = view.plain.effect
    middles = {"mode": "markers", "x": [mean] * 2, "y": _below(view, places, INTERVALS_AT)}
    return [
        {**base, "x": [0, 0], "y": [low, top], "line": {"color": RULE, "width": 2}},
        {**base, "x": [mean, mean], "y": [0, top], "line": {"color": INK, "width": 1, "dash": "dot"}},
        {**base, **middles, "marker": {"size": 13, "color": [RULE, INK]}},
        {
            **base,
            "hoverinfo": None,
            "mode": "markers",
            "x": [round(d, 9) for d in view.differences.tolist()],
            "y": [height + 1 for height in view.stack],
            "customdata": [_fold(view, k, words) for k in range(len(view.stack))],
            "hovertemplate": "%{customdata}<br>%{x:.4g}<extra></extra>",
            "marker": {
                "size": 13 if places.pixels("differences") > 15 * (top - low) else 8,
                "color": [WINNERS[who] for who in view.winners],
                "line": {"width": 1.5, "color": "white"},
            },
        },
    ]


def _range(view: FoldsView, places: Places) -> tuple[float, float]:
    """Return the ends of the upright axis of the dots: what lies below 0 is as high as the intervals need."""
    top = max(max(view.stack) + 2, 5)
    return _below(view, places, (LOWEST,))[0], top


def _below(view: FoldsView, places: Places, pixels: Sequence[int]) -> list[float]:
    """Return where something stands so many pixels below the dots."""
    a_dot = (places.pixels("differences") - LOWEST) / max(max(view.stack) + 2, 5)
    return [round(-p / a_dot, 4) for p in pixels]


def outline(curve: Curve, axes: dict[str, str]) -> Trace:
    """Return the outline of a density; its highest point stands at 1."""
    line = {"color": RULE, "width": 2}
    return {"type": "scatter", "mode": "lines", "x": curve.x, "y": curve.y, "line": line, "hoverinfo": "skip", **axes}


def region(path: Path, axes: dict[str, str]) -> Trace:
    """Return a part of a density that is rejected."""
    return {
        "type": "scatter",
        "mode": "lines",
        "x": path[0],
        "y": path[1],
        "fill": "tozeroy",
        "fillcolor": REGION,
        "line": {"color": RULE, "width": 1},
        "hoverinfo": "skip",
        **axes,
    }


def lines_of_text(texts: Sequence[str], at: Sequence[tuple[float, float]], axes: dict[str, str], *, size: int) -> Trace:
    """Return texts in fixed places; a step changes what they say."""
    return {
        "type": "scatter",
        "mode": "text",
        "x": [x for x, _ in at],
        "y": [y for _, y in at],
        "text": list(texts),
        "textfont": {"size": size},
        "textposition": "middle center",
        "hoverinfo": "skip",
        **axes,
    }


def _observed_plain(view: FoldsView) -> Trace:
    """Return the plain t as a hollow mark: no handle moves it."""
    t = within(view.plain.statistic, view.curve)
    return {
        "type": "scatter",
        "mode": "lines+markers",
        "x": [t, t],
        "y": [0, 0.5],
        "line": {"color": RULE, "width": 2, "dash": "dot"},
        "marker": {
            "size": [0, 12],
            "symbol": f"{mark_of(view.plain.statistic, view.curve)}-open",
            "color": RULE,
            "line": {"width": 2},
            "opacity": 1,
        },
        "hoverinfo": "skip",
        **NULL,
    }


def within(value: float, curve: Curve) -> float:
    """Return where a statistic stands: at the end of the plane where it lies beyond, out of sight where undefined."""
    if math.isnan(value):
        return OUT_OF_SIGHT * curve.high
    return round(min(max(value, curve.low), curve.high), 4)


def mark_of(value: float, curve: Curve) -> str:
    """Return the mark of a statistic: an arrow where it lies beyond the plane."""
    side = beyond(value, curve)
    return "circle" if side == 0 else "triangle-right" if side > 0 else "triangle-left"


def beyond(value: float, curve: Curve) -> int:
    """Return on which side of its plane a statistic lies: -1, 1, or 0 where it is shown."""
    return int(value > curve.high) - int(value < curve.low)


def tail_area(value: float, curve: Curve, axes: dict[str, str], said: str, *, both: bool, whole: int) -> Trace:
    """Return what of a density is at least as extreme as a statistic; `whole` is the trace of its outline."""
    nothing = (2 * curve.low - 1, 2 * curve.high + 1)
    start = round(abs(value) if both else value, 4) if math.isfinite(value) else math.inf
    cut = nothing if not start < curve.high else (-start if both else nothing[0], start)
    return extreme(axes, (curve.x, curve.y), cut, said, of=whole)


def _moving(view: FoldsView, step: Step, places: Places, words: FoldsWords, whole: int) -> list[Trace]:
    """Return what a level or a ratio moves."""
    left, right = view.shaded(step.critical)
    t, side = within(step.statistic, view.curve), beyond(step.statistic, view.curve)
    said = words.tail.format(p=short(step.pvalue))
    base = {"type": "scatter", "mode": "lines", "hoverinfo": "skip"}
    plain_at, corrected_at = _below(view, places, INTERVALS_AT)
    middle = sum(view.reach) / 2
    named = [(middle, y) for y in _below(view, places, TEXTS_AT)]
    return [
        region(left, NULL),
        region(right, NULL),
        _bar(step.plain, plain_at, RULE),
        _bar(step.corrected, corrected_at, INK),
        tail_area(step.statistic, view.curve, NULL, said, both=True, whole=whole),
        _goes_on(view, step, (plain_at, corrected_at)),
        {**base, "x": [t, t], "y": [0, 0 if side else 0.8], "line": {"color": INK, "width": 3}, **NULL},
        {
            **base,
            "mode": "markers",
            "x": [t],
            "y": [OUT_OF_SIGHT if side else 0.8],
            "marker": {"color": INK, "size": 12},
            **NULL,
        },
        *beyond_traces(NULL, _ends(view.curve), (ARROW, VALUE), side, f"t = {decimal(step.statistic)}"),
        lines_of_text(_interval_texts(step, words), named, DIFFERENCES, size=13),
        lines_of_text(_null_texts(view, step, words), lines_above(places, "null", 0), NULL, size=13),
    ]


def _ends(curve: Curve) -> tuple[float, float]:
    """Return where arrows stand: within the plane, which cuts off what is drawn."""
    inset = 0.02 * (curve.high - curve.low)
    return curve.low + inset, curve.high - inset


def _goes_on(view: FoldsView, step: Step, heights: tuple[float, float]) -> Trace:
    """Return an arrow at each end of the axis beyond which an interval goes on; its ends are written above it."""
    low, high = view.reach
    inset = 0.015 * (high - low)
    intervals = tuple(zip((step.plain, step.corrected), heights, strict=True))
    return {
        "type": "scatter",
        "mode": "markers",
        "x": [round(one, 6) for one in (low + inset, high - inset) * 2],
        "y": [
            at if is_beyond else OUT_OF_SIGHT * LOWEST
            for ends, at in intervals
            for is_beyond in (ends[0] < low, ends[1] > high)
        ],
        "marker": {"size": 13, "color": [RULE, RULE, INK, INK], "symbol": ["triangle-left", "triangle-right"] * 2},
        "hoverinfo": "skip",
        **DIFFERENCES,
    }


def _bar(ends: tuple[float, float], at: float, colour: str) -> Trace:
    """Return an interval; one that is undefined stands out of sight."""
    return {
        "type": "scatter",
        "mode": "lines",
        "x": [OUT_OF_SIGHT if math.isnan(end) else round(end, 6) for end in ends],
        "y": [OUT_OF_SIGHT if math.isnan(ends[0]) else at] * 2,
        "line": {"color": colour, "width": 5},
        "hoverinfo": "skip",
        **DIFFERENCES,
    }


def _interval_texts(step: Step, words: FoldsWords) -> list[str]:
    named = ((words.plain, step.plain), (words.corrected, step.corrected))
    return [words.interval.format(name=name, low=number(ends[0]), high=number(ends[1])) for name, ends in named]


def _null_texts(view: FoldsView, step: Step, words: FoldsWords) -> list[str]:
    plain_t, verdicts = view.plain.statistic, {True: words.rejected, False: words.kept}
    rows = (
        ("○", words.plain, plain_t, step.plain_rejects),
        ("●", words.corrected, step.statistic, step.corrected_rejects),
    )
    said = [
        words.observed.format(
            mark=mark, name=name, t=decimal(t), verdict=words.undefined if math.isnan(t) else verdicts[rejects]
        )
        for mark, name, t, rejects in rows
    ]
    return [*said, words.critical.format(critical=decimal(step.critical), alpha=f"{step.alpha:.3g}")]


def decimal(value: float) -> str:
    """Write a statistic: with three places also where it is whole."""
    return "—" if math.isnan(value) else signed(f"{value:z.3f}")


def alpha_track(levels: Sequence[float], active: int, label: str, axes: tuple[str, str]) -> Track:
    """Return the track of the level."""
    ticks = (0.01, 0.05, 0.1, 0.15, 0.2)
    return Track(
        name=ALPHA_TRACK,
        label=label,
        axes=axes,
        at=levels,
        values=[repr(level) for level in levels],
        shown=[f"α = {level:.3g}" for level in levels],
        ticks={tick: f"{tick:g}" for tick in ticks},
        active=active,
    )


def _alpha_track(view: FoldsView, words: FoldsWords) -> Track:
    return alpha_track([step.alpha for step in view.by_alpha], view.alpha, words.alpha, ("x4", "y4"))


def _ratio_track(view: FoldsView, words: FoldsWords, *, narrow: bool) -> Track:
    ratios = [step.ratio for step in view.by_ratio]
    ticks = {0.0: "0", **{1 / (k - 1): words.folds.format(k=k) for k in (10, 5)}, 3 / 7: words.hold_out}
    ticks[1.0] = words.folds.format(k=2)
    if narrow:  # every other one stands a line lower
        ticks = {at: "<br>" * (i % 2) + text for i, (at, text) in enumerate(ticks.items())}
    return Track(
        name=RATIO_TRACK,
        label=words.ratio,
        axes=("x5", "y5"),
        at=[round(ratio, 4) for ratio in ratios],
        values=[repr(ratio) for ratio in ratios],
        shown=[f"{ratio:.3g}" for ratio in ratios],
        ticks=ticks,
        active=view.ratio,
    )


def _axes(view: FoldsView, places: Places, words: FoldsWords) -> dict[str, Any]:
    names = {"a": plain(words.a, 14), "b": plain(words.b, 14)}
    slope = plane_axes(places, "slope", SLOPE, ("", words.result), {"zeroline": False})
    slope["xaxis"] |= {"range": [-0.3, 1.3], "tickvals": [0, 1], "ticktext": list(names.values()), "showgrid": False}
    slope["yaxis"] |= {"automargin": False, "nticks": 6}
    titles = (words.difference.format(**names), "")
    dots = plane_axes(places, "differences", DIFFERENCES, titles, {"zeroline": False})
    dots["xaxis2"] |= {"range": list(view.reach), "nticks": 6}
    dots["yaxis2"] |= {"range": list(_range(view, places)), "visible": False}
    return slope | dots | null_axes(places, "null", NULL, view.curve, "t")


def lines_above(places: Places, name: str, x: float) -> list[tuple[float, float]]:
    """Return where three lines of text stand above a density."""
    a_pixel = 1 / (places.pixels(name) - HIGHEST)
    return [(x, round(1 + up * a_pixel, 4)) for up in LINES_AT]


def null_axes(places: Places, name: str, axes: dict[str, str], curve: Curve, title: str) -> dict[str, Any]:
    """Return the axes of a null distribution; above the curve is room for three lines."""
    found = plane_axes(places, name, axes, (title, ""), {"zeroline": False})
    x, y = (f"{axes[key][0]}axis{axes[key][1:]}" for key in ("xaxis", "yaxis"))
    found[x] |= {"range": [curve.low, curve.high], "nticks": 7, "showgrid": False}
    found[y] |= {"range": [0, places.pixels(name) / (places.pixels(name) - HIGHEST)], "visible": False}
    return found
