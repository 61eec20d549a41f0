"""Two models on one test set: their ROC curves, the difference of the areas with its interval, and how z varies."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import plotly.graph_objects as go

from evalcore.errors import Say, message
from evalcore.figures.layout import Look, Places, axis_key, base_layout
from evalcore.figures.live.guess import guess_figure
from evalcore.figures.live.motion import live_figure, moved
from evalcore.figures.parts.marks import headline_axes, line, moving, texts
from evalcore.figures.parts.tracks import track_axes, track_handle, track_trace
from evalcore.figures.significance.plane import (
    BLANK,
    answer_line,
    below_null,
    effect_axes,
    effect_traces,
    null_axes,
    null_traces,
    series_track,
    title_line,
)
from evalcore.figures.significance.two_models import (
    ACROSS_LETTERS,
    EFFECT,
    FIRST_TRACK,
    HEAD,
    LETTERS,
    NULL,
    NUMBERS,
    SHORT,
    TABLE,
    TICKS,
    TITLE,
    axis_end,
    places,
    sides,
)
from evalcore.figures.significance.words import interval, tail, verdict
from evalcore.figures.style import GRID, MODELS, RULE, Trace, coloured, letters, number, plain
from evalcore.metrics import METRICS
from evalcore.support.arrays import FloatArray
from evalcore.views.significance.areas import AreasStep
from evalcore.views.significance.series import View
from evalcore.views.significance.two_models import ALPHA

# The points of a ROC curve, from (0, 0) on.
Curve = tuple[FloatArray, FloatArray]
# Where the plane of the curves stands in place of a table: its names are few, and its axes have numbers and titles.
LEFT, UP, NARROW_UP, DOWN = 0.065, 30, 18, 26
FPR, TPR = METRICS["fpr"].title, message("true positive rate")


def areas_figure(
    view: View,
    curves: tuple[Curve, Curve],
    names: tuple[str, str] = ("A", "B"),
    *,
    say: Say = str,
    look: Look | None = None,
) -> go.Figure:
    """Draw the test of two areas; its handle is the level."""
    look = look or Look()
    series = () if look.alone else (view.by[ALPHA],)
    found = places(look, len(series))
    spots = {**found.panels, **({ALPHA: found.panels["0"]} if series else {})}
    spots["table"] = _plane(found, look)
    where = Places(found.height, spots)
    end = axis_end(view.now.low, view.now.high)
    tracks = [
        series_track(ALPHA, one, FIRST_TRACK, label=say(message("level α")), shown="α = {:.3g}", ticks=TICKS[ALPHA])
        for one in series
    ]

    def drawn(step: AreasStep) -> list[Trace]:
        return _traces(step, names, end, say, look)

    still = _curves(curves, names, size=17 if look.alone else 13)
    data = [*still, *drawn(view.now), *map(track_trace, tracks)]
    layout = {
        **base_layout(where),
        **headline_axes(where, "head", HEAD),
        **effect_axes(where, "effect", EFFECT, (-end * 1.02, end * 1.02), "", narrow=look.narrow or look.alone),
        **headline_axes(where, "title", TITLE),
        **null_axes(where, "null", NULL, NUMBERS),
        **_curve_axes(where, say, titled=not (look.narrow or look.is_low)),
        "annotations": [
            *sides(names, say, end, where, look, lower_is_better=False),
            *([] if look.is_low or look.alone else [below_null(where, say)]),
        ],
    }
    for track in tracks:
        layout |= track_axes(track, where)
    handles = [
        track_handle(track, moved([moving(drawn(step)) for step in one.shown], len(still)))
        for track, one in zip(tracks, series, strict=True)
    ]
    return live_figure(data, layout, handles) if handles else guess_figure(data, layout)


def _plane(found: Places, look: Look) -> Any:
    """Return where the curves stand: where another figure has its table."""
    table = found.panels["table"]
    if look.narrow:
        return replace(table, top=table.top - NARROW_UP, left=0.1, bottom=table.bottom - 16)
    return replace(table, top=table.top - UP, left=0.1 if look.alone else LEFT, bottom=table.bottom - DOWN)


def _curves(curves: Sequence[Curve], names: tuple[str, str], *, size: int) -> list[Trace]:
    """Return both curves with their names in the corner that they leave free, and the line of chance."""
    chance = line(TABLE, [0, 1], [0, 1], line={"width": 1.5, "color": RULE, "dash": "dot"})
    drawn = [
        line(TABLE, x.tolist(), y.tolist(), line={"width": 2.5, "color": colour, "dash": dash}, name=name)
        for (x, y), (colour, dash), name in zip(curves, MODELS, names, strict=False)
    ]
    said = [coloured(plain(name), colour) for name, (colour, _dash) in zip(names, MODELS, strict=False)]
    font = {"textfont": {"size": size}}
    return [chance, *drawn, texts(TABLE, [0.98, 0.98], [0.24, 0.1], said, "middle left", **font)]


def _curve_axes(where: Places, say: Say, *, titled: bool) -> dict[str, Any]:
    across, up = where.domains("table")
    x, y = TABLE["xaxis"], TABLE["yaxis"]
    base = {"range": [-0.01, 1.01], "tickvals": [0, 0.5, 1], "fixedrange": True, "gridcolor": GRID, "zeroline": False}
    titles = [{"text": say(title) if titled else "", "standoff": 4, "font": {"size": 13}} for title in (FPR, TPR)]
    return {
        axis_key(x): {**base, "domain": across, "anchor": y, "title": titles[0], "tickfont": {"size": 13}},
        axis_key(y): {**base, "domain": up, "anchor": x, "title": titles[1], "tickfont": {"size": 13}},
    }


def _traces(step: AreasStep, names: tuple[str, str], end: float, say: Say, look: Look) -> list[Trace]:
    answer = verdict(step.pvalue, step.alpha, say, n_tests=step.test.n_tests)
    observed = f"{_symbol(step)} = {number(step.statistic)}"
    return [
        answer_line(HEAD, [_estimate(step, names, answer, say, look), answer], narrow=look.narrow),
        *effect_traces(EFFECT, step.difference, (step.low, step.high), 0.0, (-end, end)),
        *title_line(
            TITLE,
            *_titles(step, observed, say),
            narrow=look.narrow or look.alone,
            size=12 if look.is_low else 14,
            has_room=not look.is_low,
        ),
        *null_traces(step.picture, NULL, NUMBERS, tail=tail(step.own_pvalue, say), observed=observed),
    ]


def _symbol(step: AreasStep) -> str:
    return "t" if step.test.method == "obuchowski" else "z"


def _estimate(step: AreasStep, names: tuple[str, str], answer: str, say: Say, look: Look) -> str:
    """Return the estimate as fully as there is room before the answer."""
    a, b = (plain(name, SHORT if look.narrow else LETTERS) for name in names)
    values = {
        "auc_a": number(step.test.auc_a),
        "auc_b": number(step.test.auc_b),
        "difference": number(step.difference),
        "interval": interval(step.low, step.high),
    }
    full = say(message("AUC of {a} {auc_a}, of {b} {auc_b}: difference {difference} {interval}", a=a, b=b, **values))
    bare = say(message("AUC {auc_a} and {auc_b}: difference {difference} {interval}", **values))
    if look.narrow or letters(full) + letters(answer) > ACROSS_LETTERS:
        return bare
    return full


def _titles(step: AreasStep, observed: str, say: Say) -> tuple[str, str]:
    """Return of what the distribution is, and what of it is rejected."""
    title = say(message("density of {z} if both areas are equal", z=_symbol(step)))
    if step.test.method == "exchange":
        return title, say(message("p is that of exchanged ranks, not of z"))
    if math.isnan(step.statistic):
        return title, BLANK
    return title, say(
        message("{observed}; rejected beyond ±{critical}", observed=observed, critical=number(step.critical))
    )
