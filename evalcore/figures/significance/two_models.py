"""Two models on one test set: who is right where, the difference with its interval, and the null distribution."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import plotly.graph_objects as go

from evalcore.errors import Say, message
from evalcore.figures.layout import HIDDEN, MARGIN, Look, Panel, Places, axis_key, base_layout, headings
from evalcore.figures.live.guess import guess_figure
from evalcore.figures.live.motion import live_figure, moved
from evalcore.figures.parts.marks import axes_of, headline_axes, moving, rect, texts
from evalcore.figures.parts.tracks import Track, rows_pixels, track_axes, track_handle, track_panels, track_trace
from evalcore.figures.significance.plane import (
    BLANK,
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
from evalcore.figures.significance.words import interval, limits, tail, verdict
from evalcore.figures.style import GUESSED, MODELS, RULE, Trace, coloured, letters, number, plain, rgba
from evalcore.views.significance.series import Series, View
from evalcore.views.significance.two_models import ALPHA, ONLY_A, ONLY_B, McnemarStep

TABLE_TITLE = message("Right and wrong")
TRACKS = (ONLY_A, ONLY_B, ALPHA)
HEAD, EFFECT, TITLE, NULL, NUMBERS, TABLE = (axes_of(k) for k in range(1, 7))
FIRST_TRACK = 7
LINE_PIXELS = 24
# The size of titles in a low figure.
SMALL = 12
# The cells of the table from its upper left one on, and where their middles are.
CELLS, ACROSS = ("e₀₀", "e₀₁", "e₁₀", "e₁₁"), (0.5, 1.5, 0.5, 1.5)
# How far from 0 the axis of the difference may end, and how much room it leaves beyond the interval.
ENDS, ROOM = (0.02, 0.05, 0.1, 0.2, 0.5, 1.0), 1.4
# Letters of a model's name, and on a narrow page.
LETTERS, NARROW_LETTERS, SHORT = 14, 11, 7
# Of a name above the interval of a figure as wide as its page.
WIDE_LETTERS = 30
# Letters of a name that has room in one line with what is said of it, and of the line above all others.
ONE_LINE, ACROSS_LETTERS = 7, 108
TICKS: Mapping[str, Sequence[float]] = {
    ONLY_A: (0, 10, 20, 100, 500),
    ONLY_B: (0, 10, 20, 100, 500),
    ALPHA: (0.001, 0.05, 0.1, 0.15, 0.2),
}


def places(look: Look, tracks: int) -> Places:
    """Return where the parts stand: the effect above, below it the table at the left of the distribution."""
    head = LINE_PIXELS * (2 if look.narrow else 1)
    below = rows_pixels(tracks, narrow=look.narrow)
    if look.narrow:
        start = head + 110
        panels = {
            "head": Panel(0, head, 0.0, 1.0),
            "effect": Panel(head + 4, head + 52, 0.03, 0.97),
            "table": Panel(start + 30, start + 164, 0.24, 0.98),
            "title": Panel(start + 184, start + 184 + head, 0.0, 1.0),
            "null": Panel(start + 192 + head, start + 380 + head, 0.1, 0.99),
        }
        bottom = start + 448 + head
        panels |= track_panels([str(k) for k in range(tracks)], bottom, narrow=True)
        return Places(height=bottom + below + 2 * MARGIN, panels=panels)
    if look.alone:
        # The table has the height; the difference and its distribution stand at its right.
        bottom = look.height - 2 * MARGIN
        panels = {
            "head": Panel(0, head, 0.0, 1.0),
            "table": Panel(head + 34, bottom, 0.15, 0.58),
            "effect": Panel(head + 60, head + 100, 0.64, 0.99),
            "title": Panel(head + 150, head + 198, 0.62, 1.0),
            "null": Panel(head + 206, bottom - NUMBERS_TO, 0.64, 0.99),
        }
        return Places(height=look.height, panels=panels)
    bottom = look.height - 2 * MARGIN - below
    # A low figure has no room above the interval for what either side means: it stands beside it.
    beside = 0.17 if look.is_low else 0.03
    effect = Panel(head + 4, head + (22 if look.is_low else 46), beside, 1 - beside)
    top = effect.bottom + (30 if look.is_low else 44)
    panels = {
        "head": Panel(0, head, 0.0, 1.0),
        "effect": effect,
        # In a low figure its title stands in the corner beside the names of its columns, in others above them.
        "table": Panel(top + (34 if look.is_low else 56), bottom - 18, 0.14, 0.4),
        "title": Panel(top, top + head, 0.45, 1.0),
        "null": Panel(top + head + 4, bottom - (40 if look.is_low else 54), 0.45, 0.99),
    }
    panels |= track_panels([str(k) for k in range(tracks)], bottom, narrow=False)
    return Places(height=look.height, panels=panels)


def mcnemar_figure(
    view: View,
    names: tuple[str, str] = ("A", "B"),
    *,
    n_tests: int = 1,
    say: Say = str,
    look: Look | None = None,
) -> go.Figure:
    """Draw McNemar's test of two models; its handles are those the view has.

    `n_tests` is for how many tests its p-value answers.
    """
    look = look or Look()
    shown = [name for name in TRACKS if name in view.by and not look.alone]
    found = places(look, len(shown))
    spots = {**found.panels, **{name: found.panels[str(k)] for k, name in enumerate(shown)}}
    where = Places(found.height, spots)
    end = axis_end(view.now.low, view.now.high)
    tracks = {name: _track(name, view.by[name], names, say, FIRST_TRACK + k) for k, name in enumerate(shown)}

    def drawn(step: McnemarStep) -> list[Trace]:
        return _traces(step, names, verdict(step.pvalue, step.alpha, say, n_tests=n_tests), end, say=say, look=look)

    data = [*drawn(view.now), *(track_trace(track) for track in tracks.values())]
    handles = [
        track_handle(track, moved([moving(drawn(step)) for step in view.by[name].shown], 0))
        for name, track in tracks.items()
    ]
    layout = {
        **base_layout(where),
        **headline_axes(where, "head", HEAD),
        **effect_axes(where, "effect", EFFECT, (-end * 1.02, end * 1.02), "", narrow=look.narrow or look.alone),
        **headline_axes(where, "title", TITLE),
        **null_axes(where, "null", NULL, NUMBERS),
        **_table_axes(where),
        "shapes": _cells(),
        "annotations": [
            *([] if look.alone else _table_title(where, look, say)),
            *_table_names(names, say, narrow=look.narrow, size=17 if look.alone else 13),
            *sides(names, say, end, where, look),
            *([] if look.is_low or look.alone else [below_null(where, say)]),
        ],
    }
    for track in tracks.values():
        layout |= track_axes(track, where)
    return live_figure(data, layout, handles) if handles else guess_figure(data, layout)


def _table_title(where: Places, look: Look, say: Say) -> list[dict[str, Any]]:
    """Return the title of the table: on the line of that of the distribution beside it, in a low figure as small."""
    (title,) = headings({"table": say(TABLE_TITLE)}, where, LINE_PIXELS, above={"table": 10 if look.is_low else 32})
    return [title | {"font": {**title["font"], "size": SMALL}} if look.is_low else title]


def axis_end(low: float, high: float) -> float:
    """Return where the axis of a difference ends: beyond the interval there is now."""
    furthest = 1.0 if math.isnan(low) else max(abs(low), abs(high))
    return next((end for end in ENDS if end >= ROOM * furthest), ENDS[-1])


def _traces(step: McnemarStep, names: tuple[str, str], answer: str, end: float, *, say: Say, look: Look) -> list[Trace]:
    counts = [f"{count:,}" for count in step.table]
    up, size, small = (0.66, 18, 11) if look.is_low else (0.55, 24, 13)
    if look.alone:
        up, size, small = 0.55, 34, 18
    return [
        answer_line(HEAD, [_estimate(step, names, answer, say, look), answer], narrow=look.narrow),
        *effect_traces(EFFECT, step.difference, (step.low, step.high), 0.0, (-end, end)),
        *title_line(
            TITLE,
            *_titles(step, say),
            narrow=look.narrow or look.alone,
            size=SMALL if look.is_low else 14,
            has_room=not look.is_low,
        ),
        *null_traces(
            step.picture, NULL, NUMBERS, tail=tail(step.own_pvalue, say), observed=f"χ² = {number(step.statistic)}"
        ),
        texts(TABLE, ACROSS, [1.2, 1.2, 0.2, 0.2], CELLS, "middle center", textfont={"size": small}),
        texts(TABLE, ACROSS, [up + 1, up + 1, up, up], counts, "middle center", textfont={"size": size}),
    ]


def _estimate(step: McnemarStep, names: tuple[str, str], answer: str, say: Say, look: Look) -> str:
    """Return the estimate as fully as there is room before the answer; the table has its counts, too."""
    a, b = (plain(name, SHORT if look.narrow else LETTERS) for name in names)
    values = {
        "a": a,
        "b": b,
        "wrong_a": f"{step.wrong_a:,}",
        "wrong_b": f"{step.wrong_b:,}",
        "n": f"{step.n:,}",
        "difference": number(step.difference),
        "interval": interval(step.low, step.high),
    }
    short = say(message("wrong: {a} {wrong_a}, {b} {wrong_b} of {n}; {difference} {interval}", **values))
    if look.narrow:
        return short
    full = message("{n} rows, {a} wrong on {wrong_a}, {b} on {wrong_b}: difference {difference} {interval}", **values)
    bare = say(message("{n} rows: difference {difference} {interval}", **values))
    forms = [short, bare] if look.is_low else [say(full), short, bare]
    return next((form for form in forms if letters(form) + letters(answer) <= ACROSS_LETTERS), bare)


def _titles(step: McnemarStep, say: Say) -> tuple[str, str]:
    if step.discordant == 0:
        return say(message("no discordant row")), BLANK
    if step.is_counted:
        title = message("P(e₀₁), {n} discordant rows", n=f"{step.discordant:,}")
        return say(title), limits(step.kept, step.discordant, step.size, say)
    rejected = message(
        "χ² = {statistic}; rejected beyond {critical}",
        statistic=number(step.statistic),
        critical=number(step.critical),
    )
    return say(message("density of √χ²; numbers: χ²")), say(rejected)


def _table_axes(where: Places) -> dict[str, Any]:
    across, up = where.domains("table")
    x, y = TABLE["xaxis"], TABLE["yaxis"]
    return {
        axis_key(x): {**HIDDEN, "domain": across, "anchor": y, "range": [0, 2]},
        axis_key(y): {**HIDDEN, "domain": up, "anchor": x, "range": [0, 2]},
    }


def _cells() -> list[dict[str, Any]]:
    """Return the cells; only those in which one model alone is right tell the two apart, which is to be guessed.

    Each has the colour of that model, which the side of the interval has that speaks for it.
    """
    every = [_cell(across, up, RULE, 0.06, 0.5) for across, up in ((0, 1), (1, 1), (0, 0), (1, 0))]
    alone = (_cell(1, 1, MODELS[1][0], 0.3, 1.5), _cell(0, 0, MODELS[0][0], 0.3, 1.5))
    return [*every, *(cell | GUESSED for cell in alone)]


def _cell(across: int, up: int, colour: str, fill: float, width: float) -> dict[str, Any]:
    x, y = (across + 0.02, across + 0.98), (up + 0.03, up + 0.97)
    return rect(TABLE, x, y, fillcolor=rgba(colour, fill), line={"width": width, "color": colour}, layer="below")


def _table_names(names: tuple[str, str], say: Say, *, narrow: bool, size: int) -> list[dict[str, Any]]:
    """Return the names of rows and columns, as in the book's table: those of a above, those of b at the left.

    One that is longer than a cell is parted in two lines, as is any on a narrow page: in one it would be cut.
    """
    shown = (plain(name, NARROW_LETTERS if narrow else LETTERS) for name in names)
    a, b = (name + "<br>" * (narrow or letters(name) > ONE_LINE) for name in shown)
    base = {"xref": TABLE["xaxis"], "yref": TABLE["yaxis"], "showarrow": False, "font": {"size": size}}
    columns, rows = (
        [say(message("{name} right", name=name)), say(message("{name} wrong", name=name))] for name in (a, b)
    )
    return [
        *({**base, "x": 0.5 + k, "y": 2, "yanchor": "bottom", "text": text} for k, text in enumerate(columns)),
        *({**base, "x": 0, "y": 1.5 - k, "xanchor": "right", "text": text} for k, text in enumerate(rows)),
    ]


def sides(
    names: tuple[str, str], say: Say, end: float, where: Places, look: Look, *, lower_is_better: bool = True
) -> list[dict[str, Any]]:
    """Return what it means that the difference lies on either side of 0: above the interval, or beside it."""
    base = {"yref": "paper", "showarrow": False, "font": {"size": 13}}
    low = look.is_low and not look.alone
    most = LETTERS if look.is_low or look.narrow or look.alone else WIDE_LETTERS
    panel = where.panels["effect"]
    base["yanchor"] = "middle" if low else "top"
    height = where.paper((panel.top + panel.bottom) / 2 if low else panel.top - 3)
    ends = (0, 1) if low else (-end, end)
    base["xref"] = "paper" if low else EFFECT["xaxis"]
    better = [say(message("{name} better", name=plain(name, most))) for name in names]
    left, right = (0, 1) if lower_is_better else (1, 0)
    sides = ((ends[0], "left", f"← {better[left]}", left), (ends[1], "right", f"{better[right]} →", right))
    return [
        {
            **base,
            "x": x,
            "y": height,
            "xanchor": side,
            "text": coloured(text, MODELS[k][0]),
        }
        for x, side, text, k in sides
    ]


def _track(name: str, series: Series, names: tuple[str, str], say: Say, plane: int) -> Track:
    a, b = (plain(one, LETTERS) for one in names)
    shown = {ONLY_A: "e₀₁ = {:,}", ONLY_B: "e₁₀ = {:,}", ALPHA: "α = {:.3g}"}[name]
    label = {
        ONLY_A: message("e₀₁ only {name} wrong", name=a),
        ONLY_B: message("e₁₀ only {name} wrong", name=b),
        ALPHA: message("level α"),
    }[name]
    return series_track(name, series, plane, label=say(label), shown=shown, ticks=TICKS[name])
