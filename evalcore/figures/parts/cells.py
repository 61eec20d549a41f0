"""The four cells of a matrix with the totals of its rows and columns."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final, Literal

from evalcore.errors import Message, Say, message
from evalcore.figures.layout import HIDDEN
from evalcore.figures.parts.marks import field, rect, scatter
from evalcore.figures.style import (
    GUESSED,
    NEGATIVE,
    POSITIVE,
    RULE,
    SMALLEST,
    Trace,
    coloured,
    plain,
    rgba,
    whole,
    wrapped,
)
from evalcore.views.behind import Behind
from evalcore.views.threshold import ThresholdView

MATRIX = {"xaxis": "x2", "yaxis": "y2"}
# Of what a cell's share is: its row (the true class), its column (the decision), or all rows.
ShareOf = Literal["row", "column", "all"]
SHARES: Final[dict[ShareOf, Message]] = {
    "row": message("% of the row"),
    "column": message("% of the column"),
    "all": message("% of all"),
}
# Of TP, FN, FP and TN.
NAMES: Final = (message("TP"), message("FN"), message("FP"), message("TN"))
# What texts on statistics call the two mistakes; read where one points at a cell.
_TYPES: Final = {"FN": message("type II"), "FP": message("type I")}
# What the mark in a corner says.
MISTAKE = message("wrong")
ACTUAL, PREDICTED, TOTAL = message("actual"), message("predicted"), message("total")
# The names of the positive class and of the negative one, which may stand for all the others.
Classes = tuple[str, str]
CLASSES: Final[Classes] = ("positive", "negative")
# Centres of TP, FN, FP and TN, then of the totals of columns, of rows, and of both.
_CELLS = ((0.5, 1.5), (1.5, 1.5), (0.5, 0.5), (1.5, 0.5))
_TOTALS = ((0.5, -0.25), (1.5, -0.25), (2.3, 1.5), (2.3, 0.5), (2.3, -0.25))
_CENTRES = (*_CELLS, *_TOTALS)
# Opacity of a cell that has all of its row.
STRONGEST: Final = 0.55
# So many letters of a class have room above its column and beside its row, where that has little room fewer.
CLASS_LETTERS: Final = 14
NARROW_LETTERS: Final = 10
# How far above the middle of its cell stand name, count and share; of a small cell three lines take more.
_LIFTS = {False: (0.315, 0.035, -0.265), True: (0.325, 0.012, -0.305)}
# The same above the share of other rows, how far above the middle that stands, and so many letters of what these are
# called.
_OF_FOUR, _BEHIND = (0.35, 0.095, -0.185), -0.4
BEHIND_LETTERS = 10
# How large numbers are written while they are below so many; the totals of rows have less room.
_CELL_SIZES = ((1e5, 24), (1e7, 19), (1e8, 16), (1e9, 14), (math.inf, 12))
_TOTAL_SIZES = ((1e6, 15), (1e7, 13), (1e8, 11), (1e9, 10), (math.inf, 9))
# What is clicked says by this `meta` of its trace that it stands for a cell: TP, FN, FP or TN, from 0.
CELL: Final = "cell"
# How high the matrix is in cells, and how much of a cell takes a click.
_HIGH, _CLICKED = 3.05, 0.8
# Side of the mark in the corner of a mistake, in cells.
_CORNER = 0.12


def matrix_traces(
    tp: float, fn: float, fp: float, tn: float, *, of: ShareOf = "row", small: bool = False, behind: bool = False
) -> list[Trace]:
    """Return what a threshold moves in a 2x2 matrix, all to be guessed: shades, counts, shares, totals of its columns.

    The share that is printed is the share that is shaded. Of a low figure the cells are `small`; in them may stand the
    shares of rows `behind`, too.
    """
    total = tp + fn + fp + tn
    cells = [tp, fn, fp, tn]
    bases = _bases(tp, fn, fp, tn, of)
    columns = [tp + fp, fn + tn]
    shades = [_shaded(at, part / (base or 1.0)) for at, part, base in zip(_CELLS, cells, bases, strict=True)]
    texts = [_share(part, base) for part, base in zip([*cells, *columns], [*bases, total, total], strict=True)]
    sizes = [_size(_CELL_SIZES, total, most=15 if small else None)] * 4
    sizes += [_size(_TOTAL_SIZES, total, most=13 if small else None)] * 2
    _name, count, share = _lifts(small=small, behind=behind)
    return [
        *shades,
        _text([cell_count(c) for c in [*cells, *columns]], _CENTRES[:6], count, sizes, bold=True) | GUESSED,
        _text(texts, _CENTRES[:6], share, [12] * 6 if small else [14] * 4 + [13] * 2) | GUESSED,
    ]


def _lifts(*, small: bool, behind: bool) -> tuple[float, float, float]:
    return _OF_FOUR if behind else _LIFTS[small]


def shares_behind(of: Behind, i: int, share_of: ShareOf = "row") -> Trace:
    """Return the shares of the rows a threshold was chosen on at step `i`, small below those of the rows in front."""
    steps = of.steps
    tp, fn, fp, tn = (float(cell[i]) for cell in (steps.tp, steps.fn, steps.fp, steps.tn))
    bases = _bases(tp, fn, fp, tn, share_of)
    name = plain(of.name, BEHIND_LETTERS)
    said = [f"{name} {_share(part, base)}" for part, base in zip([tp, fn, fp, tn], bases, strict=True)]
    return _text(said, _CELLS, _BEHIND, [SMALLEST] * 4) | GUESSED


def _bases(tp: float, fn: float, fp: float, tn: float, of: ShareOf) -> list[float]:
    """Return of what each cell's share is."""
    return {
        "row": [tp + fn, tp + fn, fp + tn, fp + tn],
        "column": [tp + fp, fn + tn, tp + fp, fn + tn],
        "all": [tp + fn + fp + tn] * 4,
    }[of]


def _size(sizes: Sequence[tuple[float, int]], total: float, *, most: int | None = None) -> int:
    """Return how large numbers are written that reach so far, and at `most`."""
    found = next(size for below, size in sizes if total < below)
    return found if most is None else min(found, most)


def _share(part: float, base: float) -> str:
    return f"{part / base:.1%}" if base else "—"


def matrix_still(
    n_pos: float, n_neg: float, say: Say = str, *, small: bool = False, behind: bool = False
) -> list[Trace]:
    """Return what no threshold moves: the cells' names, the totals of the rows, and in the corner that of all."""
    total = n_pos + n_neg
    totals, size = [n_pos, n_neg, total], _size(_TOTAL_SIZES, total, most=13 if small else None)
    name, count, share = _lifts(small=small, behind=behind)
    return [
        _text([say(cell) for cell in NAMES], _CELLS, name, [12 if small else 13] * 4),
        _text([cell_count(n) for n in totals], _CENTRES[6:], count, [size] * 3, bold=True),
        _text([_share(n, total) for n in totals], _CENTRES[6:], share, [12 if small else 13] * 3),
    ]


def cell_marks(pixels: float, say: Say = str, *, types: bool = False) -> Trace:
    """Return marks that are not seen, one a cell of a matrix so many pixels high: what is clicked to see its rows.

    Where cells are wide enough they also name the `types` of the two mistakes.
    """
    x, y = zip(*_CELLS, strict=True)
    marker = {"symbol": "square", "size": pixels / _HIGH * _CLICKED, "opacity": 0}
    # Short: it stands beside the mark, and must not cover the number of the next cell.
    rows = say(message("its rows"))
    kinds = [_TYPES.get(name) if types else None for name in ("TP", "FN", "FP", "TN")]
    asked = [rows if kind is None else f"{say(kind)}<br>{rows}" for kind in kinds]
    return scatter(
        MATRIX,
        "markers",
        list(x),
        list(y),
        marker=marker,
        hovertemplate=[f"{text}<extra></extra>" for text in asked],
        customdata=[[k] for k in range(len(_CELLS))],
        meta=CELL,
    )


def class_sizes(view: ThresholdView) -> tuple[float, float]:
    """Return how many rows, or which weight, each class has."""
    steps = view.steps
    return float(steps.tp[0] + steps.fn[0]), float(steps.fp[0] + steps.tn[0])


def _shaded(centre: tuple[float, float], share: float) -> Trace:
    """Return a filled cell; a heatmap would need the whole figure drawn anew at each step of the handle."""
    x, y = centre
    colour = rgba(POSITIVE if x < 1 else NEGATIVE, round(share * STRONGEST, 2))
    return field(MATRIX, (x - 0.47, x + 0.47), (y - 0.47, y + 0.47), colour, **GUESSED)


def cell_count(value: float) -> str:
    """Return a number of rows, or a weight, as a cell shows it."""
    return f"{value:,.0f}" if value == int(value) else f"{value:,.2f}"


def _text(
    text: list[str], centres: tuple[tuple[float, float], ...], lift: float, size: list[int], *, bold: bool = False
) -> Trace:
    font = {"size": size, "weight": "bold" if bold else "normal"}
    x, y = zip(*centres, strict=True)
    # The last line reaches a little below the plane of a low figure.
    return scatter(MATRIX, "text", list(x), [up + lift for up in y], text=text, textfont=font, cliponaxis=False)


def row_name(name: str, most: int) -> str:
    """Return the name of a class beside its row, which has room for two lines of `most` letters.

    >>> row_name("readmitted within 30 days", 14), row_name("not readmitted", 14)
    ('readmitted<br>within 30 days', 'not readmitted')
    """
    line = " ".join(name.split())
    first = wrapped(line, most, len(line))[0]
    return "<br>".join(plain(part, most) for part in (first, line[len(first) :].strip()) if part)


def matrix_axes(across: list[float], up: list[float], *, small: bool = False) -> dict[str, Any]:
    """Return the axes of the matrix, which stands in these two domains; left of it is room for the names of rows."""
    return {
        "xaxis2": {**HIDDEN, "domain": across, "range": [0, 2.6], "anchor": "y2"},
        "yaxis2": {**HIDDEN, "domain": up, "range": [-0.58 if small else -0.55, 2.5], "anchor": "x2"},
    }


def cell_borders() -> list[dict[str, Any]]:
    """Return the outlines that make the row of the negative class hollow, and a mark in the corner of each mistake."""
    outlines = [
        rect(MATRIX, (x + 0.03, x + 0.97), (y + 0.03, y + 0.97), line={"color": colour, "width": 2.5, "dash": dash})
        for x, colour in ((0, POSITIVE), (1, NEGATIVE))
        for y, dash in enumerate(("dot", "solid"))
    ]
    return [*outlines, _corner(1.97, 1.97), _corner(0.97, 0.97)]


def _corner(right: float, top: float) -> dict[str, Any]:
    """Return the mark of a mistake, in the upper right corner of its cell."""
    path = f"M {right - _CORNER} {top} L {right} {top} L {right} {top - 1.3 * _CORNER} Z"
    colour = rgba(RULE, 0.9)
    return {"type": "path", "xref": "x2", "yref": "y2", "path": path, "fillcolor": colour, "line": {"width": 0}}


def matrix_labels(
    classes: Classes,
    say: Say,
    *,
    of: ShareOf = "row",
    small: bool = False,
    letters: tuple[int, int] = (CLASS_LETTERS,) * 2,
    first: bool = False,
) -> list[dict[str, Any]]:
    """Return the names of rows, columns and margins, and of what the shares are; above small cells they are apart.

    Of a class so many `letters` stand above its column, and on each of two lines beside its row. Of a matrix that is
    the `first` from the left the names of the rows begin where the figure does.
    """
    above, names = (2.46, 2.15) if small else (2.38, 2.13)
    axis = {"showarrow": False, "font": {"size": 13}, "xref": "x2", "yref": "y2"}
    row = {**axis, "x": 0, "xanchor": "right", "xshift": -6, "align": "right"}
    if first:
        row |= {"xref": "paper", "xanchor": "left", "xshift": 0, "align": "left"}
    positive, negative = (plain(name, letters[0]) for name in classes)
    truth = [row_name(name, letters[1]) for name in classes]
    total = say(TOTAL)
    above_it = f"{say(PREDICTED)} · {say(SHARES[of])} · {coloured('◥', RULE)} {say(MISTAKE)}"
    return [
        {**axis, "x": 1.0, "y": above, "text": above_it},
        {**axis, "x": 0.5, "y": names, "text": coloured(f"<b>{positive}</b>", POSITIVE), **whole(classes[0], positive)},
        {**axis, "x": 1.5, "y": names, "text": coloured(f"<b>{negative}</b>", NEGATIVE), **whole(classes[1], negative)},
        {**row, "y": names, "text": say(ACTUAL)},
        {**row, "y": 1.5, "text": f"● {truth[0]}", **whole(classes[0], truth[0])},
        {**row, "y": 0.5, "text": f"○ {truth[1]}", **whole(classes[1], truth[1])},
        {**axis, "x": 2.3, "y": names, "text": total},
        {**row, "y": -0.25, "text": total},
    ]
