"""One model against a bar: its error rate with an interval, the null distribution, and a track for each choice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import plotly.graph_objects as go

from evalcore.errors import Say, message
from evalcore.figures.layout import MARGIN, Look, Panel, Places, base_layout
from evalcore.figures.live.motion import Handle, Part, live_figure, moved
from evalcore.figures.parts.marks import axes_of, dots, headline_axes, moving
from evalcore.figures.parts.tracks import Track, rows_pixels, track_axes, track_handle, track_panels, track_trace
from evalcore.figures.significance.plane import (
    NUMBERS_TO,
    answer_line,
    below_null,
    effect_axes,
    effect_traces,
    null_axes,
    null_traces,
    series_track,
    title_line,
)
from evalcore.figures.significance.words import interval, level, limits, tail, verdict
from evalcore.figures.style import RULE, Trace, number, rgba
from evalcore.views.significance.one_model import ALPHA, ERRORS, RATE, ROWS, BinomialStep, TStep
from evalcore.views.significance.series import Series, View

# The tracks in their order; the handle of the errors stands on the axis of the counts.
TRACKS = (RATE, ROWS, ALPHA)
HEAD, EFFECT, TITLE, NULL, NUMBERS = (axes_of(k) for k in range(1, 6))
FIRST_TRACK = 6
# Pixels of a line of text; two of them below each other on a narrow page.
LINE_PIXELS = 24
TICKS: Mapping[str, Sequence[float]] = {
    RATE: (0, 0.1, 0.2, 0.3, 0.4, 0.5),
    ROWS: (5, 10, 100, 1_000, 5_000),
    ALPHA: (0.001, 0.05, 0.1, 0.15, 0.2),
}


def places(look: Look, tracks: int) -> Places:
    """Return where the parts stand, one below the other; in a low figure the effect stands at the left.

    Half a line has no room for both texts above the distribution: there they stand one below the other, too.
    """
    head = LINE_PIXELS * (2 if look.narrow else 1)
    below = rows_pixels(tracks, narrow=look.narrow)
    if look.alone and not tracks:
        # The distribution has the height; the effect, and what is said of both, stands at its right.
        bottom = look.height - 2 * MARGIN - NUMBERS_TO
        panels = {
            "head": Panel(0, 16, 0.0, 1.0),
            "null": Panel(44, bottom, 0.03, 0.6),
            "title": Panel(60, 112, 0.63, 1.0),
            "effect": Panel(160, 230, 0.66, 0.98),
        }
        return Places(height=look.height, panels=panels)
    if look.is_low:
        bottom = look.height - 2 * MARGIN - below
        panels = {
            "head": Panel(0, head, 0.0, 1.0),
            "effect": Panel(head + 60, bottom - 70, 0.03, 0.32),
            "title": Panel(head + 4, 3 * head + 4, 0.42, 1.0),
            "null": Panel(3 * head + 12, bottom - 32, 0.42, 0.99),
        }
        panels |= track_panels(list(TRACKS[:tracks]), bottom, narrow=False)
        return Places(height=look.height, panels=panels)
    height = 560 + below if look.narrow else look.height
    bottom = height - 2 * MARGIN - below
    left = 0.1 if look.narrow else 0.05
    start = head + 92
    panels = {
        "head": Panel(0, head, 0.0, 1.0),
        "effect": Panel(head + 4, head + 42, left, 0.99),
        "title": Panel(start, start + head, 0.0, 1.0),
        "null": Panel(start + head + 28, bottom - 54, left, 0.99),
    }
    panels |= track_panels(list(TRACKS[:tracks]), bottom, narrow=look.narrow)
    return Places(height=height, panels=panels)


def binomial_figure(view: View, *, say: Say = str, look: Look | None = None) -> go.Figure:
    """Draw the binomial test; its handles are those the view has."""
    look = look or Look()
    axis = say(message("number of errors"))
    return _figure(view, say, look, lambda step: _binomial_traces(step, say, look), across=(0, 1), axis=axis, still=[])


def t_figure(view: View, *, say: Say = str, look: Look | None = None) -> go.Figure:
    """Draw the t-test of several error rates, each a mark beside their mean."""
    look = look or Look()
    marks = dots(
        EFFECT,
        view.values,
        [0.62] * len(view.values),
        {"size": 9, "symbol": "line-ns", "line": {"width": 2, "color": rgba(RULE, 0.9)}},
    )
    low, high = min(0, *view.values), max(0.5, *view.values)
    return _figure(
        view,
        say,
        look,
        lambda step: _t_traces(step, say, look, (low, high)),
        across=(low, high),
        axis="t",
        still=[marks],
    )


def _figure(
    view: View,
    say: Say,
    look: Look,
    draw: Callable[[Any], list[Trace]],
    *,
    across: tuple[float, float],
    axis: str,
    still: list[Trace],
) -> go.Figure:
    # Alone stands what the number of errors moves: bar, rows and level are those of the question.
    names = [name for name in TRACKS if name in view.by and not (look.alone and ERRORS in view.by)]
    where = _renamed(places(look, len(names)), names)
    tracks = {name: _track(name, view.by[name], say, FIRST_TRACK + k) for k, name in enumerate(names)}
    now = draw(view.now)
    first = len(still)
    data = [*still, *now, *(track_trace(track) for track in tracks.values())]
    parts = {name: moved([moving(draw(step)) for step in series.shown], first) for name, series in view.by.items()}
    # The bar is drawn dashed, and so is what moves it.
    handles = [replace(track_handle(track, parts[name]), dashed=name == RATE) for name, track in tracks.items()]
    if ERRORS in view.by:
        handles.append(_errors_handle(view, say, parts[ERRORS]))
    room, rate = (across[1] - across[0]) * 0.02, say(message("error rate"))
    layout = {
        **base_layout(where),
        **headline_axes(where, "head", HEAD),
        **effect_axes(
            where, "effect", EFFECT, (across[0] - room, across[1] + room), rate, narrow=look.narrow or look.alone
        ),
        **headline_axes(where, "title", TITLE),
        **null_axes(where, "null", NULL, NUMBERS),
        "annotations": [] if look.is_low or look.alone else [below_null(where, say, axis)],
    }
    for track in tracks.values():
        layout |= track_axes(track, where)
    return live_figure(data, layout, handles)


def _renamed(where: Places, names: Sequence[str]) -> Places:
    """Return the places with the tracks that are there, in their order."""
    found = dict(where.panels)
    spots = [found.pop(name) for name in TRACKS[: len(names)]]
    return Places(where.height, {**found, **dict(zip(names, spots, strict=True))}, where.bar)


def _binomial_traces(step: BinomialStep, say: Say, look: Look) -> list[Trace]:
    said = message(
        "{errors} of {n} wrong: error rate {share}, {level}% interval {interval}",
        errors=f"{step.errors:,}",
        n=f"{step.n:,}",
        share=number(step.share),
        level=level(step.alpha),
        interval=interval(step.low, step.high),
    )
    title = say(message("P(number of errors) if the error rate is {rate}", rate=f"{step.rate:.4g}"))
    # Alone it stands beside the bars that it speaks of.
    question = f"← {title}" if look.alone else title
    rejected = limits(step.kept, step.n, step.size, say)
    return [
        answer_line(HEAD, [say(said), verdict(step.pvalue, step.alpha, say)], narrow=look.narrow),
        *effect_traces(EFFECT, step.share, (step.low, step.high), step.rate, (0, 1)),
        *title_line(
            TITLE, question, rejected, narrow=look.narrow or look.is_low, has_room=not (look.alone and look.is_low)
        ),
        *null_traces(step.picture, NULL, NUMBERS, tail=tail(step.pvalue, say), observed=_errors(step, say)),
    ]


def _errors(step: BinomialStep, say: Say) -> str:
    return say(message("{errors} errors", errors=f"{step.errors:,}"))


def _t_traces(step: TStep, say: Say, look: Look, across: tuple[float, float]) -> list[Trace]:
    said = message(
        "mean error rate {mean}, {level}% interval {interval}",
        mean=number(step.mean),
        level=level(step.alpha),
        interval=interval(step.low, step.high),
    )
    title = message("density of t if the mean error rate is {rate}", rate=f"{step.rate:.4g}")
    rejected = message("t = {t}; rejected beyond ±{critical}", t=number(step.statistic), critical=number(step.critical))
    return [
        answer_line(HEAD, [say(said), verdict(step.pvalue, step.alpha, say)], narrow=look.narrow),
        *effect_traces(EFFECT, step.mean, (step.low, step.high), step.rate, across),
        *title_line(TITLE, say(title), say(rejected), narrow=look.narrow or look.is_low),
        *null_traces(
            step.picture, NULL, NUMBERS, tail=tail(step.pvalue, say), observed=f"t = {number(step.statistic)}"
        ),
    ]


def _track(name: str, series: Series, say: Say, plane: int) -> Track:
    label = {RATE: message("bar ε₀"), ROWS: message("rows m"), ALPHA: message("level α")}[name]
    shown = {RATE: "ε₀ = {:.4g}", ROWS: "m = {:,}", ALPHA: "α = {:.3g}"}[name]
    return series_track(name, series, plane, label=say(label), shown=shown, ticks=TICKS[name])


def _errors_handle(view: View, say: Say, parts: Sequence[Part]) -> Handle:
    """Return the handle of the observed count, which another window or number of rows carries along."""
    series = view.by[ERRORS]

    def shown(steps: Sequence[BinomialStep]) -> list[str]:
        return [_errors(step, say) for step in steps]

    follows = {
        name: {"at": [step.picture.observed for step in view.by[name].shown], "shown": shown(view.by[name].shown)}
        for name in (RATE, ROWS)
        if name in view.by
    }
    return Handle(
        name=ERRORS,
        panel=NULL["xaxis"] + NULL["yaxis"],
        at=list(series.at),
        values=[repr(int(value)) for value in series.values],
        shown=shown(series.shown),
        said=shown(series.shown),
        label=say(message("number of errors")),
        active=series.active,
        parts=list(parts),
        stops=list(range(len(series.at))),
        follows=follows,
    )
