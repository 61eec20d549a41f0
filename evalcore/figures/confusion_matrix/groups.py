"""Groups under one threshold: the strip with its rule, below it a row a group: a metric on one axis, and its cells."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import plotly.graph_objects as go

from evalcore.errors import Message, Say, message
from evalcore.figures.layout import HIDDEN, MARGIN, Look, Panel, Places, axis_key, base_layout
from evalcore.figures.live.motion import live_figure, moved
from evalcore.figures.parts.cells import CLASSES, Classes
from evalcore.figures.parts.handle import threshold_handle
from evalcore.figures.parts.marks import Axes, axes_of, dots, line, scatter, texts
from evalcore.figures.parts.strip import (
    hue,
    strip_axes,
    strip_panel,
    strip_row,
    strip_rule,
    strip_sides,
    strip_trace,
    zero_line,
)
from evalcore.figures.style import GRID, GUESSED, INK, OUT_OF_SIGHT, RULE, Trace, number, plain
from evalcore.metrics import METRICS
from evalcore.support.arrays import FloatArray
from evalcore.views.groups import GroupsView
from evalcore.views.threshold import StripRow

# What stands beside the dots: names with rows and shares at the left, value and cells at the right.
LEFT, MIDDLE, RIGHT = axes_of(2), axes_of(3), axes_of(4)
CELLS: Final = ("tp", "fn", "fp", "tn")
# Pixels of a row: at most, at least, and where names, cells and dots stand one below the other.
MOST, LEAST, NARROW_ROW = 30, 19, 66
# Pixels of the axis below the strip, and of that below the rows with its title.
BETWEEN, BELOW = 38, 46
# Where the numbers of rows and the shares of positives end, and where those of the cells do.
ROWS, SHARE = 0.76, 1.0
COLUMNS: Final = (0.17, 0.38, 0.58, 0.79, 1.0)
LETTERS, NARROW_LETTERS = 20, 22
# In a narrow row: how far names stand above its middle, and dots below.
APART: Final = 0.31
# What is clicked says by this `meta` of its trace that it stands for a group; where marks for that stand along a name.
GROUP: Final = "group"
CLICKED: Final = (0.05, 0.2, 0.35, 0.5)
EMPTY, WHOLE = message("(empty)"), message("all rows")
_ROWS, _MASS = message("number of rows"), message("sum of weights")
# Where the threshold was chosen: around the diamond of all rows, so that both are seen where they are equal.
_BEHIND: Final = {"symbol": "diamond-open", "size": 17, "color": INK, "line": {"width": 1.5, "color": INK}}


def name_of(name: str | None, say: Say, most: int = LETTERS) -> str:
    """Return the name of a group as a figure has it; it comes from a file, or is an empty cell."""
    return say(EMPTY) if name is None else plain(name, most) or "“”"


def groups_places(look: Look, rows: int) -> Places:
    """Return where the parts stand above so many rows; a figure of many groups is as high as they need."""
    strip = strip_panel(look, *((0.24, 0.98) if look.narrow else (0.12, 0.99)))
    top = strip.bottom + BETWEEN
    if look.narrow:
        each = NARROW_ROW
        across = {"middle": (0.0, 1.0)}
    else:
        room = look.height - 2 * MARGIN - top - BELOW
        each = max(LEAST, min(MOST, room // (rows + 1)))
        across = {"left": (0.0, 0.31), "middle": (0.33, 0.65), "right": (0.66, 0.99)}
    bottom = top + each * rows + (0 if look.narrow else each)
    panels = {name: Panel(top, bottom, *ends) for name, ends in across.items()}
    return Places(height=bottom + BELOW + 2 * MARGIN, panels={"strip": strip, **panels}, bar=5 if look.narrow else 12)


def groups_figure(
    view: GroupsView,
    *,
    threshold: float,
    classes: Classes = CLASSES,
    clicked: Sequence[int] = (),
    row: StripRow | None = None,
    say: Say = str,
    look: Look | None = None,
) -> go.Figure:
    """Draw a row a group below the strip, with its rule at the step nearest to `threshold`; all rows come first.

    A hollow diamond in their row is the metric where the threshold was chosen, if the view has it.

    Names of groups come from a file and are literal. A hollow dot has few rows. On a page that shows the rows of groups
    their names can be `clicked`: a click tells the number that stands there for a group. A `row` has a ring.
    """
    look = look or Look()
    where = groups_places(look, len(view.names) + 1)
    steps = view.threshold.steps
    start = steps.nearest(threshold)
    still, moves = _still(view, say, narrow=look.narrow), _steps(view, narrow=look.narrow)
    now = _moving(view, moves[start], narrow=look.narrow)
    strip = len(still) + len(now)
    handle = threshold_handle(view.threshold, say, start, moved(moves, len(still)), strip=strip)
    limits = hue(view.threshold, start)
    traces = [*still, *now, strip_trace(view.threshold, classes, say, limits, where, clicked=bool(clicked))]
    if clicked:
        traces.append(_group_marks(clicked, say, narrow=look.narrow))
    if row is not None:
        traces.append(strip_row(view.threshold, row))
    layout = {
        **base_layout(where),
        "showlegend": False,
        **strip_axes(view.threshold, say, where, titled=False),
        **_axes(view, say, where, narrow=look.narrow),
        "annotations": strip_sides(classes, narrow=look.narrow),
        "shapes": [zero_line()],
    }
    return live_figure(traces, layout, [handle])


def _planes(*, narrow: bool) -> tuple[Axes, Axes, Axes]:
    """Return the planes of names, dots and cells: a narrow figure has one for all, since planes hide each other."""
    return (MIDDLE, MIDDLE, MIDDLE) if narrow else (LEFT, MIDDLE, RIGHT)


def _places_of(rows: int, *, narrow: bool) -> tuple[list[float], list[float], list[float]]:
    """Return how far down names, dots and cells stand in each row."""
    apart = APART if narrow else 0.0
    return [k - apart for k in range(rows)], [k + apart for k in range(rows)], [float(k) for k in range(rows)]


def _still(view: GroupsView, say: Say, *, narrow: bool) -> list[Trace]:
    """Return what no step changes: names, rows, shares of positives, and what the columns are."""
    rows = len(view.names) + 1
    up, _dots, _cells = _places_of(rows, narrow=narrow)
    whole = view.threshold.steps
    total = float(whole.tp[0] + whole.fp[0] + whole.fn[0] + whole.tn[0])
    positive = float(whole.tp[0] + whole.fn[0])
    most = NARROW_LETTERS if narrow else LETTERS
    names = [f"<b>{say(WHOLE)}</b>", *(name_of(name, say, most) for name in view.names)]
    sizes = [_count(n) for n in (total, *view.n)]
    shares = [_share(p) for p in (positive / total if total else math.nan, *view.prevalence)]
    small = {"textfont": {"size": 13}}
    left = "middle left"
    beside, _middle, cells = _planes(narrow=narrow)
    found = [texts(beside, [0] * rows, up, names, "middle right", **small)]
    if narrow:
        both = [say(_size(n, share, weighted=view.weighted)) for n, share in zip(sizes, shares, strict=True)]
        return [*found, texts(beside, [SHARE] * rows, up, both, left, **small)]
    heads = [say(_MASS if view.weighted else _ROWS), say(message("positive"))]
    columns = [say(message("value")), *(name.upper() for name in CELLS)]
    quiet = {"textfont": {"size": 12}}
    return [
        *found,
        texts(beside, [ROWS] * rows, up, sizes, left, **small),
        texts(beside, [SHARE] * rows, up, shares, left, **small),
        texts(beside, [ROWS, SHARE], [-1, -1], heads, left, **quiet),
        texts(cells, list(COLUMNS), [-1] * len(COLUMNS), columns, left, **quiet),
    ]


def _size(n: str, share: str, *, weighted: bool) -> Message:
    """Return how large a group is, beside its share of positives."""
    if weighted:
        return message("weight {n}, {share} positive", n=n, share=share)
    return message("{n} rows, {share} positive", n=n, share=share)


def _group_marks(clicked: Sequence[int], say: Say, *, narrow: bool) -> Trace:
    """Return marks that are not seen, over the names of groups: what is clicked to see their rows."""
    down, _dots, _cells = _places_of(len(clicked) + 1, narrow=narrow)
    points = [(x, down[k + 1], number) for k, number in enumerate(clicked) for x in CLICKED]
    asked = say(message("its rows"))
    return scatter(
        _planes(narrow=narrow)[0],
        "markers",
        [x for x, _y, _number in points],
        [y for _x, y, _number in points],
        marker={"symbol": "square", "size": LEAST, "opacity": 0},
        customdata=[[number] for _x, _y, number in points],
        hovertemplate=f"{asked}<extra></extra>",
        meta=GROUP,
    )


def _steps(view: GroupsView, *, narrow: bool) -> list[list[Trace]]:
    """Return what each step changes: the line of all rows, intervals, dots, values and cells, the rule.

    Only that: traces whole, hundreds of times over, would take most of the time of a figure.
    """
    rows = len(view.names) + 1
    _names, down, _cells = _places_of(rows, narrow=narrow)
    # Where all stands in one plane, the line of all rows passes by what is written.
    stand = [y for place in down for y in (place - 0.18, place + 0.18, None)][:-1] if narrow else [-0.6, rows - 0.4]
    up: list[float | None] = [y for place in down[1:] for y in (place, place, None)]
    value = _seen(np.vstack([view.whole, view.value]))
    ends = [[*zip(*of, strict=True)] for of in zip(_seen(view.low), _seen(view.high), strict=True)]
    written = _written(view, narrow=narrow)
    behind = [] if view.behind is None else [_seen(view.behind[np.newaxis])]
    found: list[list[Trace]] = []
    for i, across in enumerate(value):
        interval = [x for pair in ends[i] for x in (*pair, None)]
        found.append(
            [
                {"x": [None if y is None else across[0] for y in stand], "y": stand},
                *(() if view.reason else ({"x": interval[:-1], "y": up[:-1]},)),
                {"x": across, "y": down},
                *({"text": column[i]} for column in written),
                *({"x": [x], "y": [down[0]]} for x in (behind[0][i] if behind else ())),
                strip_rule(view.threshold, i),
            ]
        )
    return found


def _moving(view: GroupsView, now: Sequence[Trace], *, narrow: bool) -> list[Trace]:
    """Return as traces what a step shows."""
    rows = len(view.names) + 1
    _names, _dots, middle = _places_of(rows, narrow=narrow)
    marker = {
        "symbol": ["diamond", *("circle-open" if few else "circle" for few in view.few)],
        "size": 10,
        "color": INK,
        "line": {"width": 2, "color": INK},
    }
    lines = [{"color": RULE, "width": 2, "dash": "dash"}, {"color": INK, "width": 2}][: 1 if view.reason else 2]
    last = -1 if view.behind is None else -2
    whole, written, behind, rule = now[: len(lines) + 1], now[len(lines) + 1 : last], now[last:-1], now[-1]
    _names_plane, _middle, plane = _planes(narrow=narrow)
    places, bold = (0.14, 0.36, 0.57, 0.78, 1.0) if narrow else COLUMNS, {"size": 13, "weight": "bold"}
    return [
        *(line(MIDDLE, **part, line=style, **GUESSED) for part, style in zip(whole, lines, strict=False)),
        dots(MIDDLE, **whole[-1], marker=marker, **GUESSED),
        *(
            texts(plane, [end] * rows, middle, **part, where="middle left", textfont={"size": 13} if k else bold)
            | GUESSED
            for k, (end, part) in enumerate(zip(places, written, strict=True))
        ),
        *(dots(MIDDLE, **part, marker=_BEHIND, **GUESSED) for part in behind),
        rule,
    ]


def _written(view: GroupsView, *, narrow: bool) -> list[list[list[str]]]:
    """Return the values and the four cells of all rows and of each group, at each step."""
    steps = view.threshold.steps
    values = np.vstack([view.whole, view.value]).T.tolist()
    cells = [np.vstack([getattr(steps, name), getattr(view.cells, name)]) for name in CELLS]
    said = [_counts(of) for of in cells]
    if narrow:
        said = [
            [[f"{name.upper()} {text}" for text in step] for step in of] for name, of in zip(CELLS, said, strict=True)
        ]
    return [[[number(value) for value in step] for step in values], *said]


def _axes(view: GroupsView, say: Say, where: Places, *, narrow: bool) -> dict[str, Any]:
    """Return the axes of the rows, which count from the top, and the one axis of the metric."""
    rows = len(view.names) + 1
    down = [rows - 0.5, -0.5 if narrow else -1.5]
    found: dict[str, Any] = {}
    planes = {"middle": MIDDLE} if narrow else {"left": LEFT, "right": RIGHT, "middle": MIDDLE}
    for name, axes in planes.items():
        across, up = where.domains(name)
        x, y = axes["xaxis"], axes["yaxis"]
        found[axis_key(x)] = {**HIDDEN, "domain": across, "anchor": y, "range": [0, 1]}
        found[axis_key(y)] = {**HIDDEN, "domain": up, "anchor": x, "range": down}
    title: Message = METRICS[view.metric].title
    found[axis_key(MIDDLE["xaxis"])] |= {
        "visible": True,
        "range": [-0.03, 1.03],
        "tickvals": np.linspace(0, 1, 5).tolist(),
        "showgrid": not narrow,
        "gridcolor": GRID,
        "zeroline": False,
        "tickfont": {"size": 13},
        "title": {"text": say(title), "font": {"size": 13}, "standoff": 6},
    }
    return found


def _seen(values: FloatArray) -> list[list[float]]:
    """Return values as they are drawn, a list a step; of (rows, steps)."""
    found: list[list[float]] = np.where(np.isnan(values), OUT_OF_SIGHT, np.round(values, 4)).T.tolist()
    return found


def _counts(values: FloatArray) -> list[list[str]]:
    """Return counts as they are written, a list a step; of (rows, steps). Whole numbers are written in less time."""
    if (values == np.rint(values)).all():
        return [[f"{n:,}" for n in step] for step in values.astype(np.int64).T.tolist()]
    return [[_count(n) for n in step] for step in values.T.tolist()]


def _count(value: float) -> str:
    return f"{value:,.0f}" if float(value).is_integer() else f"{value:,.2f}"


def _share(value: float) -> str:
    return "—" if math.isnan(value) else f"{value:.1%}"
