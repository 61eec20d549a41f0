"""The parts that figures about tests share: the null distribution, the effect with its interval, lines of text."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from evalcore.errors import Say, message
from evalcore.figures.layout import HIDDEN, TITLE, Places, axis_key
from evalcore.figures.live.motion import cut_out
from evalcore.figures.parts.marks import Axes, axes_of, dots, headline, line, note, scatter, texts
from evalcore.figures.parts.tracks import Track
from evalcore.figures.style import GRID, GUESSED, INK, OUT_OF_SIGHT, RULE, Trace, number, rgba, signed
from evalcore.views.significance.null_pictures import NullPicture
from evalcore.views.significance.series import Series

# Room beside the places 0 to 1000 of a picture, for bars at its ends, and above its highest point.
SIDE, ABOVE, SPAN = 50, 60, 1000
# Pixels below a null distribution at which its numbers stand: off the grip on its axis.
NUMBERS_FROM, NUMBERS_TO = 14, 32
# Where the value of an estimate beyond its axis stands, below the arrow; and where the text at the right end of a line
# ends: beyond it lies the button for a picture.
BESIDE, BUTTON = -0.62, 0.955
BLANK = "\u00a0"
ALPHA_TRACK = "alpha"


def series_track(name: str, series: Series, plane: int, *, label: str, shown: str, ticks: Sequence[float]) -> Track:
    """Return the track of a handle in the k-th plane; `shown` is how its value is written, `ticks` are values."""
    axes, place = axes_of(plane), dict(zip(series.values, series.at, strict=True))
    return Track(
        name=name,
        label=label,
        axes=(axes["xaxis"], axes["yaxis"]),
        at=list(series.at),
        values=[repr(value) for value in series.values],
        shown=[shown.format(value) for value in series.values],
        ticks={place[value]: f"{value:,.4g}" for value in ticks if value in place},
        active=series.active,
    )


def null_traces(picture: NullPicture, axes: Axes, numbers: Axes, *, tail: str, observed: str) -> list[Trace]:
    """Return the distribution, what of it is rejected or extreme, the observed value, and the numbers of both axes.

    The numbers of the lower axis have a plane of their own: out of a plane nothing is drawn. `tail` is said where one
    points at what is at least as extreme as the observed value, `observed` beside an arrow where that lies beyond.
    """
    flat = {"width": 1.5, "color": RULE}
    places, ticks = [k * SPAN // 5 for k in range(6)], [signed(f"{tick:,.6g}") for tick in picture.ticks]
    rule = [0, 0] if picture.beyond else [0, SPAN]
    return [
        # An outline alone: what is filled is rejected.
        line(axes, *picture.whole, line=flat),
        line(axes, *picture.rejected, fill="tozeroy", fillcolor=rgba(RULE, 0.6), line=flat, **GUESSED),
        extreme(axes, picture.whole, picture.cut, tail),
        line(axes, [picture.observed] * 2, rule, line={"width": 3, "color": INK}, **GUESSED),
        *beyond_traces(axes, (0, SPAN), (SPAN // 2, 5 * SPAN // 8), picture.beyond, observed),
        texts(numbers, places, [0.5] * 6, ticks, "middle center", textfont={"size": 13}),
        texts(axes, [-SIDE], [SPAN], [f"{picture.top:.2g}"], "middle left", textfont={"size": 13}),
    ]


def extreme(
    axes: Axes, outline: tuple[Sequence[float], Sequence[float]], cut: Sequence[float], tail: str, **of: int
) -> Trace:
    """Return what is at least as extreme as the observed value: hatched, and said where one points at it.

    It is cut out of the outline of the distribution, which is the trace `of`, or stands `OUTLINE` places away.
    """
    return line(
        axes,
        *cut_out(*outline, cut),
        fill="tozeroy",
        line={"width": 0, "color": "rgba(0,0,0,0)"},
        meta={"cut": list(cut), **of},
        fillpattern={"shape": "/", "fgcolor": INK, "bgcolor": "rgba(0,0,0,0)", "size": 6, "solidity": 0.2},
        hoveron="fills",
        hoverinfo="text",
        name=tail,
        **GUESSED,
    )


def arrows_of(colour: Any, times: int = 1) -> dict[str, Any]:
    """Return the markers of an arrow to the left and one to the right."""
    return {"size": 13, "color": colour, "symbol": ["triangle-left", "triangle-right"] * times}


def beyond_traces(
    axes: Axes, ends: tuple[float, float], heights: tuple[float, float], side: int, said: str, *, arrows: int = 0
) -> list[Trace]:
    """Return an arrow at the end of an axis beyond which a value lies, and the value beside it.

    `heights` are those of arrow and value; `side` is -1, 1, or 0 where the value is shown. `arrows` are the ends that
    have an arrow besides, as of an interval: 1 the lower, 2 the upper, 3 both.
    """
    on = [side < 0 or bool(arrows & 1), side > 0 or bool(arrows & 2)]
    out_of_sight = OUT_OF_SIGHT * max(1, *heights)
    up, marker = [heights[0] if one else out_of_sight for one in on], arrows_of(INK)
    marks = scatter(axes, "markers", list(ends), up, marker=marker, showlegend=False)
    # Of an empty text nothing is drawn, so the player would have nothing to write into.
    values = [said if side < 0 else BLANK, said if side > 0 else BLANK]
    told = [marks, texts(axes, ends, [heights[1]] * 2, values, ["middle right", "middle left"])]
    return [trace | GUESSED for trace in told]


def null_axes(where: Places, name: str, axes: Axes, numbers: Axes) -> dict[str, Any]:
    """Return the axes of a null distribution and of its numbers; what they mean is written by its traces."""
    across, up = where.domains(name)
    bottom = where.panels[name].bottom
    x, y = axes["xaxis"], axes["yaxis"]
    below = where.up(bottom + NUMBERS_FROM, bottom + NUMBERS_TO)
    hidden = {**HIDDEN, "domain": across, "anchor": numbers["yaxis"], "range": [-SIDE, SPAN + SIDE]}
    base = {"fixedrange": True, "showgrid": False, "showticklabels": False, "zeroline": False}
    return {
        axis_key(x): {**base, "domain": across, "anchor": y, "range": [-SIDE, SPAN + SIDE]},
        axis_key(y): {
            **base,
            "domain": up,
            "anchor": x,
            "range": [0, SPAN + ABOVE],
            "showgrid": True,
            "gridcolor": GRID,
            "tickvals": [SPAN],
            "zeroline": True,
            "zerolinecolor": RULE,
        },
        axis_key(numbers["xaxis"]): hidden,
        axis_key(numbers["yaxis"]): {**HIDDEN, "domain": below, "anchor": numbers["xaxis"], "range": [0, 1]},
    }


def below_null(where: Places, say: Say, *axis: str) -> dict[str, Any]:
    """Return what stands below the numbers of a null distribution: what its axis is, and what its shades mean."""
    panel = where.panels["null"]
    text = " · ".join([*axis, say(message("filled: rejected; hatched: p"))])
    x, y = (panel.left + panel.right) / 2, where.paper(panel.bottom + 42)
    return note(text, x, y, {"xaxis": "paper", "yaxis": "paper"}, yanchor="middle", font={"size": 14})


def effect_traces(
    axes: Axes, value: float, interval: tuple[float, float], bar: float, ends: tuple[float, float]
) -> list[Trace]:
    """Return what is compared with, dashed, and the estimate with its interval.

    What lies beyond the ends of the axis has an arrow there, and the estimate its value: while something is dragged the
    axis stays as it is.
    """
    shown = [min(max(value, ends[0]), ends[1]) if math.isfinite(value) else 0.0]
    # Cut off at the axis, not moved to its end: where one points at an end it says what it is.
    reach, at = [one if math.isfinite(one) else 0.0 for one in interval], {"hovertemplate": "%{x}<extra></extra>"}
    side = int(value > ends[1]) - int(value < ends[0])
    is_seen = side == 0 and math.isfinite(value)
    arrows = int(interval[0] < ends[0]) + 2 * int(interval[1] > ends[1])
    return [
        line(axes, [bar, bar], [-1, 1], line={"width": 2, "color": INK, "dash": "dash"}),
        line(axes, reach, [0, 0], line={"width": 6, "color": rgba(RULE, 0.8)}, cliponaxis=True, **at, **GUESSED),
        dots(
            *(axes, shown, [0 if is_seen else OUT_OF_SIGHT], {"size": 13, "color": INK}),
            **{"cliponaxis": True, **at, **GUESSED},
        ),
        *beyond_traces(axes, ends, (0, BESIDE), side, number(value), arrows=arrows),
    ]


def effect_axes(
    where: Places, name: str, axes: Axes, across: Sequence[float], title: str, *, narrow: bool
) -> dict[str, Any]:
    """Return the axes of the effect: its values, few on a narrow page, where Plotly would turn them; and no height."""
    domain, up = where.domains(name)
    x, y = axes["xaxis"], axes["yaxis"]
    return {
        axis_key(x): {
            "domain": domain,
            "anchor": y,
            "range": list(across),
            "fixedrange": True,
            "gridcolor": GRID,
            "zeroline": False,
            "hoverformat": ".3f",
            "title": {"text": title, "standoff": 6, "font": {"size": 14}},
            "tickfont": {"size": 13},
            "tickangle": 0,
            "nticks": 6 if narrow else 11,
        },
        axis_key(y): {**HIDDEN, "domain": up, "anchor": x, "range": [-1, 1]},
    }


def title_line(
    axes: Axes, question: str, answer: str, *, narrow: bool, size: int = 14, has_room: bool = True
) -> list[Trace]:
    """Return the line above a null distribution: of what it is, and what of it is rejected.

    Where there is room the first is as large as every title of a panel.
    """
    title = TITLE if has_room else size
    return [
        headline(axes, [question, BLANK], narrow=narrow, small=title, textfont={"size": title, "weight": 600}),
        headline(axes, [BLANK, answer], narrow=narrow, textfont={"size": size}, **GUESSED),
    ]


def answer_line(axes: Axes, said: Sequence[str], *, narrow: bool) -> Trace:
    """Return the line above all others, estimate and verdict: larger, and off the button for a picture."""
    return headline(axes, said, narrow=narrow, right=BUTTON, textfont={"size": 15}, **GUESSED)


def alpha_track(levels: Sequence[float], active: int, say: Say, axes: tuple[str, str]) -> Track:
    """Return the track of the level."""
    ticks = (0.01, 0.05, 0.1, 0.15, 0.2)
    return Track(
        name=ALPHA_TRACK,
        label=say(message("level α")),
        axes=axes,
        at=levels,
        values=[repr(level) for level in levels],
        shown=[f"α = {level:.3g}" for level in levels],
        ticks={tick: f"{tick:g}" for tick in ticks},
        active=active,
    )
