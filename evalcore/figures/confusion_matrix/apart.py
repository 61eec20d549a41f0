"""In which columns two cells of the matrix differ most: a dot with its interval for each, the largest first."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import plotly.graph_objects as go

from evalcore.decisions import ColumnDifference
from evalcore.errors import Say, message
from evalcore.figures.layout import MARGIN, NUMBERED, Look
from evalcore.figures.parts.marks import axes_of, dots, line
from evalcore.figures.style import FONT, GRID, INK, RULE, letters, number, plain, template
from evalcore.significance.results import Judged

PLANE: Final = axes_of(1)
# Pixels of a row, of the axis with its title, and of a letter of 13 px.
ROW, BELOW, LETTER = 26, 52, 7.3
LETTERS, NARROW_LETTERS = 34, 20
# From this adjusted p-value on a dot is hollow.
LEVEL: Final = 0.05
MISSING = message("empty cells")


def column_name(one: ColumnDifference, say: Say = str) -> str:
    """Return what of a column is compared, as it stands in the file: its mean, the share of a value, or empty cells."""
    if one.kind == "missing":
        return say(message("{name}: {what}", name=one.column, what=say(MISSING)))
    return f"{one.column} = {one.level}" if one.kind == "level" else one.column


def apart_figure(
    found: Sequence[ColumnDifference], *, names: tuple[str, str], say: Say = str, look: Look | None = None
) -> go.Figure:
    """Draw standardised differences with their intervals; `names` are those of both cells.

    Names of columns and values come from a file and are literal. A hollow dot has an adjusted p-value of 0.05 or more,
    or none.
    """
    look = look or Look()
    most = NARROW_LETTERS if look.narrow else LETTERS
    shown = [plain(column_name(one, say), most) for one in found]
    places = list(range(len(found)))
    ends: list[float | None] = []
    for one in found:
        ends += [None if math.isnan(one.low) else one.low, None if math.isnan(one.high) else one.high, None]
    up: list[float | None] = [y for place in places for y in (place, place, None)]
    values = [one.value for one in found]
    sure = [Judged(one.adjusted, LEVEL).is_rejected for one in found]
    marker = {
        "size": 10,
        "color": INK,
        "symbol": ["circle" if is_sure else "circle-open" for is_sure in sure],
        "line": {"width": 2, "color": INK},
    }
    pairs = zip(shown, found, strict=True)
    said = [say(message("{name}: {what}", name=name, what=number(one.value))) for name, one in pairs]
    title = say(message("standardised difference, {first} less {second}", first=names[0], second=names[1]))
    reach = max([1e-9, *(abs(end) for end in (*values, *ends) if end is not None)])
    left = LETTER * max((letters(name) for name in shown), default=0) + MARGIN
    return go.Figure(
        data=[
            line(PLANE, [0, 0], [-0.6, len(found) - 0.4], line={"width": 1, "color": RULE}),
            line(PLANE, ends, up, line={"width": 2.5, "color": INK}),
            dots(PLANE, values, places, marker, text=said, hovertemplate="%{text}<extra></extra>"),
        ],
        layout={
            "template": template(),
            "font": {"family": FONT, "size": 14},
            "height": ROW * len(found) + BELOW + MARGIN,
            "margin": {"l": left, "r": MARGIN, "t": MARGIN, "b": BELOW, "autoexpand": False},
            "showlegend": False,
            "dragmode": False,
            "hovermode": "closest",
            "xaxis": {
                **NUMBERED,
                "fixedrange": True,
                "range": [-1.08 * reach, 1.08 * reach],
                "title": {"text": title, "font": {"size": 13}, "standoff": 8},
            },
            "yaxis": {
                "fixedrange": True,
                "range": [len(found) - 0.4, -0.6],
                "tickvals": places,
                "ticktext": shown,
                "tickfont": {"size": 13},
                "gridcolor": GRID,
                "zeroline": False,
            },
        },
    )
