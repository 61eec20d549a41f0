"""What stands in the panels of paired folds: a line a fold, a dot a difference, and the intervals below the dots."""

from __future__ import annotations

import math
from collections.abc import Sequence

from evalcore.errors import Say, message
from evalcore.figures.layout import Places
from evalcore.figures.parts.marks import edged, scatter
from evalcore.figures.significance.plane import arrows_of
from evalcore.figures.style import (
    GUESSED,
    INK,
    MODELS,
    OUT_OF_SIGHT,
    RULE,
    Trace,
    digits_of_interval,
    number,
    plain,
)
from evalcore.views.significance.folds import FoldsView, Step

SLOPE = {"xaxis": "x", "yaxis": "y"}
DIFFERENCES = {"xaxis": "x2", "yaxis": "y2"}
WINNERS = {"a": MODELS[0][0], "b": MODELS[1][0], "none": RULE}
# Pixels below the dots of differences: the text above each interval, the interval, and the lower end of the plane.
TEXTS_AT, INTERVALS_AT, LOWEST = (10, 46), (24, 60), 70
Names = tuple[str, str]


def slope_traces(view: FoldsView, names: Names, say: Say) -> list[Trace]:
    """Return a line a fold in the colour of the better algorithm, and the means in ink."""
    traces = [_fold_lines(view, winner, names, say) for winner in ("none", "a", "b")]
    mean = [round(float(view.a.mean()), 6), round(float(view.b.mean()), 6)]
    return [
        *(trace for trace in traces if trace["x"]),
        scatter(
            SLOPE,
            "lines+markers",
            [0, 1],
            mean,
            line={"color": INK, "width": 4},
            marker={"color": INK, "size": 11},
            hovertemplate=say(message("mean")) + " %{y:.4~g}<extra></extra>",
            **GUESSED,
        ),
    ]


def _fold_lines(view: FoldsView, winner: str, names: Names, say: Say) -> Trace:
    mine = [k for k, who in enumerate(view.winners) if who == winner]
    said = [_fold(view, k, names, say) for k in mine]
    return scatter(
        SLOPE,
        "lines+markers",
        [x for _ in mine for x in (0, 1, None)],
        [y for k in mine for y in (float(view.a[k]), float(view.b[k]), None)],
        customdata=[text for one in said for text in (one, one, None)],
        hovertemplate="%{customdata}<extra></extra>",
        line={"color": WINNERS[winner], "width": 2},
        marker={"color": WINNERS[winner], "size": 7},
    )


def _fold(view: FoldsView, k: int, names: Names, say: Say) -> str:
    a, b = map(plain, names)
    first, second = number(float(view.a[k]), 4), number(float(view.b[k]), 4)
    return say(message("fold {k}: {a} {first}, {b} {second}", k=k + 1, a=a, b=b, first=first, second=second))


def dot_traces(view: FoldsView, places: Places, names: Names, say: Say) -> list[Trace]:
    """Return the line of no difference, that of the mean, and a dot a fold."""
    low, top = upright_range(view, places)
    mean = view.plain.effect
    dotted = {"color": INK, "width": 1, "dash": "dot"}
    size = 13 if places.pixels("differences") > 15 * (top - low) else 8
    colours = [WINNERS[who] for who in view.winners]
    return [
        scatter(DIFFERENCES, "lines", [0, 0], [low, top], line={"color": RULE, "width": 2}),
        scatter(DIFFERENCES, "lines", [mean, mean], [0, top], line=dotted, **GUESSED),
        scatter(
            DIFFERENCES,
            "markers",
            [round(d, 9) for d in view.differences.tolist()],
            [height + 1 for height in view.stack],
            customdata=[_fold(view, k, names, say) for k in range(len(view.stack))],
            hovertemplate="%{customdata}<br>%{x:.4~g}<extra></extra>",
            marker=edged(size, colours),
        ),
    ]


def upright_range(view: FoldsView, places: Places) -> tuple[float, float]:
    """Return the ends of the upright axis of the dots: what lies below 0 is as high as the intervals need."""
    top = max(max(view.stack) + 2, 5)
    return below_dots(view, places, (LOWEST,))[0], top


def below_dots(view: FoldsView, places: Places, pixels: Sequence[int]) -> list[float]:
    """Return where something stands so many pixels below the dots."""
    a_dot = (places.pixels("differences") - LOWEST) / max(max(view.stack) + 2, 5)
    return [round(-p / a_dot, 4) for p in pixels]


def goes_on(view: FoldsView, step: Step, heights: tuple[float, float]) -> Trace:
    """Return an arrow at each end of the axis beyond which an interval goes on; its ends are written above it."""
    low, high = view.reach
    inset = 0.015 * (high - low)
    intervals = tuple(zip((step.plain, step.corrected), heights, strict=True))
    up = [
        at if is_beyond else OUT_OF_SIGHT * LOWEST
        for ends, at in intervals
        for is_beyond in (ends[0] < low, ends[1] > high)
    ]
    x = [round(one, 6) for one in (low + inset, high - inset) * 2]
    return scatter(DIFFERENCES, "markers", x, up, marker=arrows_of([RULE, RULE, INK, INK], 2))


def interval_bar(ends: tuple[float, float], at: float, colour: str) -> Trace:
    """Return an interval; one that is undefined stands out of sight."""
    x = [OUT_OF_SIGHT if math.isnan(end) else round(end, 6) for end in ends]
    y = [OUT_OF_SIGHT if math.isnan(ends[0]) else at] * 2
    return scatter(DIFFERENCES, "lines", x, y, line={"color": colour, "width": 5})


def interval_texts(step: Step, say: Say) -> list[str]:
    """Return what stands beside the two intervals; at a ratio of 0 the corrected one is the plain one."""
    named = ((message("plain"), step.plain), (message("corrected"), step.corrected))
    written = ((name, [number(end, digits_of_interval(*ends)) for end in ends]) for name, ends in named)
    texts = [f"{say(name)} [{low}, {high}]" for name, (low, high) in written]
    return texts if step.ratio else [texts[0], ""]
