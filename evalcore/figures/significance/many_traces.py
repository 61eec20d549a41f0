"""The marks of the figure of several algorithms: mean ranks, segments, ruler, bars over groups, one dot a data set."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from evalcore.errors import Say, message
from evalcore.figures.layout import Places
from evalcore.figures.parts.marks import scatter, texts
from evalcore.figures.style import GRID, GUESSED, INK, MODELS, OUT_OF_SIGHT, RULE, Trace, number, plain, rgba, signed
from evalcore.significance.diagram import Bar
from evalcore.views.significance.many import ManyView

RANKS = {"xaxis": "x", "yaxis": "y"}
DOTS = {"xaxis": "x2", "yaxis": "y2"}
NULL = {"xaxis": "x3", "yaxis": "y3"}
# In lines of an algorithm: the ruler above the bars, the lowest bars above the algorithms, and bars above bars.
RULER, LOWEST_BAR, BAR = 0.65, 0.75, 0.5
SEGMENT = MODELS[0][0]
# Where a bar stands that a level has not.
BELOW_ALL = 10 * OUT_OF_SIGHT


@dataclass(frozen=True)
class Drawn:
    """What of the table is written into the figure: names and values, the p-value, and whether bars are asked for."""

    rows: Sequence[str]
    columns: Sequence[str]
    values: Any
    pvalue: str
    bars: bool = True


def _bars_top(view: ManyView, bars: bool) -> float:
    """Return how high the highest line of bars lies above the first algorithm."""
    return LOWEST_BAR + BAR * (view.levels - 1) if bars and view.levels else 0.15


def ruler_height(view: ManyView, bars: bool) -> float:
    """Return how high the ruler lies above the first algorithm."""
    return _bars_top(view, bars) + RULER


def above(view: ManyView, bars: bool) -> float:
    """Return where the axis lies, above bars and ruler."""
    return (ruler_height(view, bars) if view.has_ruler else _bars_top(view, bars)) + 0.5


def straight(
    x: Sequence[float], y: Sequence[float], colour: str, width: float, axes: dict[str, str], *, digits: int = 4
) -> Trace:
    """Return a line of straight stretches."""
    places = ([round(float(value), digits) for value in values] for values in (x, y))
    stroke = {"color": colour, "width": width, "simplify": False}
    return scatter(axes, "lines", *places, line=stroke, showlegend=False)


def group_bar(view: ManyView, bar: Bar | None) -> Trace:
    """Return the bar over a group; one that a level has not lies out of sight."""
    height = BELOW_ALL if bar is None else LOWEST_BAR + BAR * bar.level
    if view.has_ruler:
        # A little longer than from rank to rank, so that a group of tied algorithms is seen.
        low, high = (1.0, 2.0) if bar is None else (bar.low - 0.04, bar.high + 0.04)
        return straight([low, high], [height, height], RULE, 6, RANKS)
    # It may pass over an algorithm of another group, so those that belong to it have a notch. Each bar has as many
    # points, whatever its group: the last ones of a small group coincide.
    places = range(len(view.order)) if bar is None else sorted(view.order.index(member) for member in bar.members)
    at = [float(view.ranks[place]) for place in places]
    at += at[-1:] * (len(view.order) - len(at))
    x = [rank for rank in at for _ in range(3)]
    return straight(x, [height + d for _ in at for d in (0, -0.3, 0)], RULE, 4, RANKS, digits=3)


def difference_ruler(view: ManyView, i: int, say: Say, height: float) -> list[Trace]:
    """Return the ruler at a level: one critical difference from rank 1 on, and its length in words."""
    length = float(view.critical_difference[i])
    ruler = straight([1, 1, 1, 1 + length, 1 + length, 1 + length], [height + d for d in (-0.2, 0.2, 0, 0, 0.2, -0.2)],
                  INK, 2, RANKS)  # fmt: skip
    text = written([1], [height], [say(message("CD {value}", value=number(length))) + "  "], "middle left", RANKS)
    return [ruler, text]


def rank_segment(rank: float, half: float, height: float) -> Trace:
    """Return the segment of an algorithm, half a critical difference to either side of its mean rank."""
    return straight([rank - half, rank + half], [height, height], SEGMENT, 7, RANKS)


def beyond_arrows(view: ManyView, i: int, ends: tuple[float, float], ruler: float) -> Trace:
    """Return an arrow at each end of the axis beyond which a segment, or the ruler at its height, goes on."""
    half, k = float(view.critical_difference[i]) / 2, len(view.order)
    lower, upper = ((view.ranks + side * half).tolist() for side in (-1, 1))
    heights = [
        *(-place if value < ends[0] else BELOW_ALL for place, value in enumerate(lower)),
        *(-place if value > ends[1] else BELOW_ALL for place, value in enumerate(upper)),
        ruler if 1 + 2 * half > ends[1] else BELOW_ALL,
    ]
    return scatter(
        RANKS,
        "markers",
        [ends[0]] * k + [ends[1]] * (k + 1),
        [round(float(height), 4) for height in heights],
        marker={
            "symbol": ["triangle-left"] * k + ["triangle-right"] * (k + 1),
            "color": [SEGMENT] * 2 * k + [RULE],
            "size": 13,
        },
        cliponaxis=True,
        showlegend=False,
    )


def written(x: Sequence[float], y: Sequence[float], text: Sequence[str], where: str, axes: dict[str, str]) -> Trace:
    """Return texts that stand in a plane."""
    return texts(axes, x, y, text, where, textfont={"size": 13})


def drop_lines(view: ManyView, bars: bool) -> list[Trace]:
    """Return a thin line from the axis down to each algorithm's mean rank."""
    top = above(view, bars)
    return [
        straight([rank, rank], [top, -place], GRID, 1, RANKS) | GUESSED
        for place, rank in enumerate(view.ranks.tolist())
    ]


def mean_marks(view: ManyView, drawn: Drawn, say: Say) -> list[Trace]:
    """Return a mark at each mean rank."""
    said = [
        say(message("{name}: mean rank {rank}", name=plain(drawn.columns[i], 60), rank=number(rank)))
        for i, rank in zip(view.order, view.ranks.tolist(), strict=True)
    ]
    words = {"hovertext": said, "hoverinfo": "text", "showlegend": False}
    return [scatter(RANKS, "markers", *_means(view), marker={"color": INK, "size": 10}, **words)]


def _means(view: ManyView) -> tuple[list[float], list[int]]:
    """Return where the mean ranks stand, each on the line of its algorithm."""
    return view.ranks.round(4).tolist(), [-place for place in range(len(view.order))]


def dot_traces(view: ManyView, drawn: Drawn, say: Say, where: Places) -> list[Trace]:
    """Return one dot for each data set on the line of each algorithm."""
    if "dots" not in where.panels:
        return []
    dots = view.dots
    said = [
        say(
            message(
                "{row}: {name} has rank {rank} ({value})",
                row=plain(drawn.rows[row], 60),
                name=plain(drawn.columns[column], 60),
                rank=f"{rank:g}",
                value=signed(f"{drawn.values[row][column]:.6g}"),
            )
        )
        for row, column, rank in zip(dots.row.tolist(), dots.column.tolist(), dots.rank.tolist(), strict=True)
    ]
    x, y = dots.rank.round(3).tolist(), (-dots.place + 0.8 * dots.up).round(3).tolist()
    size = 8 if len(drawn.rows) <= 12 else 6
    dot = {"size": size, "color": rgba(RULE, 0.55), "line": {"color": RULE, "width": 1}}
    mean = {"symbol": "line-ns-open", "color": INK, "size": 18, "line": {"width": 2}}
    return [
        scatter(DOTS, "markers", x, y, marker=dot, hovertext=said, hoverinfo="text", showlegend=False),
        scatter(DOTS, "markers", *_means(view), marker=mean, showlegend=False, **GUESSED),
    ]
