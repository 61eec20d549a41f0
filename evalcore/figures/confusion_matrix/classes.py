"""A confusion matrix of more than two classes: rows are the truth, columns the prediction, totals and rates around."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any, Final

import numpy as np
import plotly.graph_objects as go

from evalcore.counts import ConfusionMatrix
from evalcore.errors import Say, message
from evalcore.figures.layout import HIDDEN, MARGIN, Look
from evalcore.figures.live.guess import guess_figure
from evalcore.figures.parts.cells import ACTUAL, MISTAKE, PREDICTED, SHARES, TOTAL, ShareOf, cell_count
from evalcore.figures.parts.heat import heat_trace
from evalcore.figures.parts.marks import scatter
from evalcore.figures.style import (
    FONT,
    GUESSED,
    INK,
    MOST_POINTED_AT,
    RULE,
    coloured,
    letters,
    number,
    plain,
    rgba,
    template,
    whole,
)
from evalcore.metrics import METRICS, PerClass

# Above this many classes no number fits into a cell or beside it; colour and hover text stay.
MOST_WITH_TEXT: Final = 20
# What is clicked says by this `meta` of its trace that it stands for a class; the last of its customdata is which.
CLASS: Final = "class"
# And by this one for a cell: the last two are the rows of its truth and of its prediction.
CELL_OF_CLASSES: Final = "class_cell"
# Pixels: what the figure may be wide beside a table and on a phone, and what goes around it and for a line of text.
WIDE, NARROW, EDGE, LINE = 552, 350, 4, 19
# Pixels of a letter of 13 px, of a gap beside text, and of the least cell that holds its share below its count.
LETTER, GAP, TWO_LINES, ONE_DECIMAL = 7.3, 8, 33, 56
# In a smaller cell numbers are smaller, and in one smaller still there are none.
SMALL, LEAST_CELL = 24, 15
PRECISION, RECALL = METRICS["precision"].title, METRICS["recall"].title
# Side of the mark in the corner of a mistake, in cells, and what it has at least, in pixels.
CORNER, LEAST_CORNER = 0.12, 4.5


@dataclass(frozen=True)
class _Fit:
    """How many pixels a cell has, and what stands around the cells.

    `rate` is the part of `right` that recall takes. Names of columns and numbers below them are turned where the
    columns are too narrow for them.
    """

    side: float
    left: float
    right: float
    top: float
    bottom: float
    rate: float
    has_numbers: bool
    turned_names: bool
    turned_numbers: bool

    def width(self, k: int) -> float:
        return self.left + k * self.side + self.right + EDGE + MARGIN

    def height(self, k: int) -> float:
        return self.top + k * self.side + self.bottom + 4 * EDGE


@dataclass(frozen=True, eq=False)
class _Matrix:
    """What is drawn: the matrix, its names as they fit, their places, what the shares are of, and what translates."""

    cm: ConfusionMatrix
    each: PerClass
    names: list[str]
    fit: _Fit
    of: ShareOf
    say: Say

    @property
    def table(self) -> np.ndarray:
        return np.asarray(self.cm.table, dtype=float)

    @property
    def step(self) -> int:
        """Every so manieth name has room beside its row and above its column."""
        return 1 if self.fit.has_numbers else ceil(LINE / self.fit.side)


def matrix_figure(
    cm: ConfusionMatrix,
    each: PerClass,
    *,
    of: ShareOf = "row",
    say: Say = str,
    look: Look | None = None,
) -> go.Figure:
    """Draw the matrix: right answers blue, mistakes orange, both by the share that is printed.

    Of `each` class, totals and recall stand at the right of the rows, totals and precision below the columns.
    """
    look = look or Look()
    names = [plain(c, 10 if look.narrow else 16 if look.is_low else 24) for c in cm.classes]
    matrix = _Matrix(cm, each, names, _fit(names, _beside(cm), say, look), of, say)
    cells = _cells(matrix).to_plotly_json() | GUESSED
    return guess_figure([cells, *_rows(matrix)], _layout(matrix))


def _shares(table: np.ndarray, of: ShareOf) -> np.ndarray:
    """Return what part of its row, column or of all a cell is, to shade it; 0 where there is none to be a part of."""
    base = _bases(table, of)
    shares: np.ndarray = np.divide(table, base, out=np.zeros_like(table), where=base > 0)
    return shares


def _bases(table: np.ndarray, of: ShareOf) -> np.ndarray:
    """Return for each cell what its share is of."""
    whole = {"row": table.sum(axis=1, keepdims=True), "column": table.sum(axis=0, keepdims=True)}
    return np.broadcast_to(whole.get(of, table.sum()), table.shape)


def _beside(cm: ConfusionMatrix) -> list[str]:
    """Return the totals of the rows and of all."""
    return [cell_count(float(n)) for n in (*cm.table.sum(axis=1), cm.n)]


def _fit(names: list[str], totals: list[str], say: Say, look: Look) -> _Fit:
    """Return how large the cells can be with all the text around them."""
    k, widest = len(names), LETTER * max(letters(name) for name in names)
    left = max(widest, *(LETTER * letters(say(word)) for word in (ACTUAL, TOTAL, PRECISION))) + GAP
    total = LETTER * max(letters(text) for text in (*totals, say(TOTAL))) + GAP
    rate = LETTER * max(letters(say(RECALL)), len("0.000")) + GAP

    def side(top: float, bottom: float, right: float) -> float:
        across = ((NARROW if look.narrow else WIDE) - left - right - EDGE - MARGIN) / k
        return across if look.narrow else min(across, (look.height - 4 * EDGE - top - bottom) / k)

    top, bottom, right = 2.0 * LINE, 2.0 * LINE, total + rate
    numbers = k <= MOST_WITH_TEXT and side(top, bottom, right) >= LEAST_CELL
    if not numbers:
        bottom = right = 0.0
    number_width = LETTER * max(5, *(len(text) for text in totals[:-1]))
    # What is turned takes height, so that the cells get smaller still: what does not fit then has not fitted before.
    turned_numbers = numbers and side(top, bottom, right) < number_width
    if turned_numbers:
        bottom = 2 * (number_width + GAP)
    turned_names = side(top, bottom, right) < widest + 2
    if turned_names:
        top = LINE + widest + GAP
    return _Fit(side(top, bottom, right), left, right, top, bottom, rate, numbers, turned_names, turned_numbers)


def _cells(m: _Matrix) -> go.Heatmap:
    table, share = m.table, _shares(m.table, m.of)
    # Of all rows even the largest part is small where the classes are many.
    full = share.max() or 1.0 if m.of == "all" else 1.0
    shade = np.where(np.eye(len(table), dtype=bool), share, -share) / full
    said = (
        f"{m.say(ACTUAL)} %{{customdata[2]}} → {m.say(PREDICTED)} %{{customdata[3]}}<br>"
        f"%{{customdata[0]:,.2~f}} · %{{customdata[1]}} ({m.say(SHARES[m.of])})<extra></extra>"
    )
    # A class without rows, or one that is never predicted, has no shares.
    shown = np.vectorize(_said_share, otypes=[object])(share, _bases(table, m.of))
    pointed_at = [plain(name, MOST_POINTED_AT) for name in m.cm.classes]
    trace = heat_trace(shade, (table, shown), pointed_at, text=_written(table, share, m.fit), hovertemplate=said)
    row = np.repeat(np.arange(len(table), dtype=object)[:, None], len(table), axis=1)
    return trace.update(
        customdata=np.dstack([trace.customdata, row, row.T]),
        meta=CELL_OF_CLASSES,
        textfont={"size": 13 if m.fit.side >= SMALL else 12, "color": INK},
    )


def _written(table: np.ndarray, share: np.ndarray, fit: _Fit) -> list[list[str]] | None:
    """Return what stands in the cells: the count, and the share below it where there is room; nothing for nothing."""
    if not fit.has_numbers:
        return None
    digits = 1 if fit.side >= ONE_DECIMAL else 0

    def cell(count: float, part: float) -> str:
        if not count or fit.side < TWO_LINES:
            return cell_count(count) if count else ""
        return f'<b>{cell_count(count)}</b><br><span style="font-size:12px">{_percent(part, digits)}</span>'

    return [[cell(*both) for both in zip(*row, strict=True)] for row in zip(table, share, strict=True)]


def _said_share(share: float, base: float) -> str:
    """Write what part of its base a cell is: nothing as nothing, and no part of nothing."""
    if not base:
        return "—"
    return _percent(share, 1) if share else "0.0%"


def _percent(share: float, digits: int) -> str:
    """Write a share; what is neither nothing nor all must not look so."""
    text, least = f"{share:.{digits}%}", f"{10.0**-digits:.{digits}f}%"
    if float(text[:-1]) == 0:
        return f"&lt;{least}"
    return f"&gt;{100 - 10.0**-digits:.{digits}f}%" if share < 1 and float(text[:-1]) == 100 else text


def _rows(m: _Matrix) -> list[Any]:
    """Return the names of the rows, their totals and recalls, and what makes them one place to click at with a row."""
    k, fit = len(m.names), m.fit
    right, named = k - 0.5, range(0, k, m.step)
    # Names begin where the figure does, numbers end where their column does.
    names = {"textposition": "middle right"}
    texts = [_text(-0.5 - fit.left / fit.side, named, [m.names[i] for i in named]) | names]
    strips = [(-0.5 - fit.left / fit.side, -0.5)]
    if m.fit.has_numbers:
        end = right + fit.right / fit.side
        recall = [number(float(value)) for value in m.each.recall]
        texts.append(_text(end - fit.rate / fit.side, range(k), _beside(m.cm)[:-1]))
        texts.append(_text(end, range(k), recall) | GUESSED)
        strips.append((right, end))
    return [*(_strip(m, low, high).to_plotly_json() for low, high in strips), *texts]


def _strip(m: _Matrix, low: float, high: float) -> go.Heatmap:
    """Return a strip beside the cells that cannot be seen but clicked at."""
    recall, title, k = m.each.recall, m.say(RECALL), len(m.names)
    names = [plain(name, MOST_POINTED_AT) for name in m.cm.classes]
    rates = [f"{title} {number(float(value))}" for value in recall]
    said = [
        [[m.say(message("{name}: {what}", name=name, what=rate)), i]]
        for i, (name, rate) in enumerate(zip(names, rates, strict=True))
    ]
    return go.Heatmap(
        z=[[0.0]] * k,
        x=[low, high],
        y=[i - 0.5 for i in range(k + 1)],
        colorscale=[[0, "rgba(0,0,0,0)"], [1, "rgba(0,0,0,0)"]],
        showscale=False,
        customdata=said,
        meta=CLASS,
        hovertemplate="%{customdata[0]}<extra></extra>",
    )


def _text(place: float, rows: Sequence[int], text: list[str]) -> dict[str, Any]:
    """Return text that ends at one place, a line at each of these rows."""
    words = {"text": text, "textposition": "middle left", "textfont": {"size": 13}}
    return scatter({}, "text", [place] * len(rows), list(rows), cliponaxis=False, **words)


def _layout(m: _Matrix) -> dict[str, Any]:
    k, fit, side = len(m.names), m.fit, m.fit.side
    across = [-0.5 - fit.left / side, k - 0.5 + fit.right / side]
    down = [k - 0.5 + fit.bottom / side, -0.5 - fit.top / side]
    return {
        "template": template(),
        "font": {"family": FONT, "size": 14},
        "height": round(fit.height(k)),
        "width": round(fit.width(k)),
        "margin": {"l": MARGIN, "r": EDGE, "t": EDGE, "b": 3 * EDGE},
        "dragmode": False,
        "showlegend": False,
        "xaxis": {**HIDDEN, "range": across, "constrain": "domain", "constraintoward": "left", "scaleanchor": "y"},
        "yaxis": {**HIDDEN, "range": down, "constrain": "domain", "constraintoward": "top"},
        "annotations": [*_heads(m), *(_feet(m) if m.fit.has_numbers else [])],
        "shapes": _corners(m),
    }


def _heads(m: _Matrix) -> list[dict[str, Any]]:
    """Return what stands above the cells: what they show, and the names of the columns."""
    k, fit = len(m.names), m.fit
    turned = {"textangle": -90} if fit.turned_names else {}
    above = {**_LABEL, "y": -0.5, "yanchor": "bottom", "yshift": 2}
    found = [
        {**above, **turned, "x": i, "text": m.names[i], **whole(m.cm.classes[i], m.names[i])}
        for i in range(0, k, m.step)
    ]
    said = [m.say(PREDICTED), m.say(SHARES[m.of])]
    if _corners(m):
        said.append(f"{coloured('◥', RULE)} {m.say(MISTAKE)}")
    what = {"x": (k - 1) / 2, "yshift": fit.top - LINE, "text": " · ".join(said)}
    found += [{**above, **what}, {**above, "x": -0.5 - fit.left / fit.side, "xanchor": "left", "text": m.say(ACTUAL)}]
    if m.fit.has_numbers:
        edge = {**above, "x": k - 0.5 + fit.right / fit.side, "xanchor": "right"}
        found += [{**edge, "text": m.say(RECALL)}, {**edge, "xshift": -fit.rate, "text": m.say(TOTAL)}]
    return found


def _feet(m: _Matrix) -> list[dict[str, Any]]:
    """Return what stands below the cells: totals and precision of the columns."""
    cm, fit, k = m.cm, m.fit, len(m.names)
    turned = {"textangle": -90} if fit.turned_numbers else {}
    below = {**_LABEL, "y": k - 0.5, "yanchor": "top"}
    totals = [cell_count(float(n)) for n in cm.table.sum(axis=0)]
    precision = [number(float(value)) for value in m.each.precision]
    second = -fit.bottom / 2
    found = []
    for i in range(k):
        # How often a class is predicted follows from the cells; how often it is true is given.
        found.append({**below, **turned, **GUESSED, "x": i, "yshift": -1, "text": totals[i]})
        found.append({**below, **turned, **GUESSED, "x": i, "yshift": second - 1, "text": precision[i]})
    name = {**below, "x": -0.5 - fit.left / fit.side, "xanchor": "left"}
    corner = {**below, "x": k - 0.5 + (fit.right - fit.rate) / fit.side, "xanchor": "right", "yshift": -1}
    return [
        *found,
        {**corner, "text": _beside(cm)[-1]},
        {**name, "yshift": -1, "text": m.say(TOTAL)},
        {**name, "yshift": second - 1, "text": m.say(PRECISION)},
    ]


_LABEL: Final = {"showarrow": False, "font": {"size": 13}, "xref": "x", "yref": "y", "borderpad": 0}


def _corners(m: _Matrix) -> list[dict[str, Any]]:
    """Return the mark in the upper right corner of every mistake made, all of them as one path; none in tiny cells."""
    if not m.fit.has_numbers:
        return []
    mark = max(CORNER, LEAST_CORNER / m.fit.side)
    wrong = np.argwhere(np.where(np.eye(len(m.names), dtype=bool), 0, m.table) > 0)
    corners = [
        f"M{x + 0.48 - mark:.3f},{y - 0.48:.3f}L{x + 0.48:.3f},{y - 0.48:.3f}L{x + 0.48:.3f},{y - 0.48 + mark:.3f}Z"
        for y, x in wrong.tolist()
    ]
    path = {"type": "path", "xref": "x", "yref": "y", "path": "".join(corners), "fillcolor": rgba(RULE, 0.9)}
    return [{**path, "line": {"width": 0}, **GUESSED}] if corners else []
