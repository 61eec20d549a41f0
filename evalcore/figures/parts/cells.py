"""The four cells of a matrix with the totals of its rows and columns."""

from __future__ import annotations

from typing import Any

from evalcore.figures.layout import HIDDEN
from evalcore.figures.parts.words import Words
from evalcore.figures.style import NEGATIVE, POSITIVE, Trace, coloured, plain, rgba
from evalcore.views.threshold import ThresholdView

MATRIX = {"xaxis": "x2", "yaxis": "y2"}
# Centres of TP, FN, FP and TN, then of the totals of columns, of rows, and of both.
_CELLS = ((0.5, 1.5), (1.5, 1.5), (0.5, 0.5), (1.5, 0.5))
_TOTALS = ((0.5, -0.3), (1.5, -0.3), (2.3, 1.5), (2.3, 0.5), (2.3, -0.3))
_CENTRES = (*_CELLS, *_TOTALS)


def matrix_traces(tp: float, fn: float, fp: float, tn: float) -> list[Trace]:
    """Return what a threshold moves in a 2x2 matrix: shades, counts, shares and the totals of its columns."""
    total = (tp + fn + fp + tn) or 1.0
    cells = [tp, fn, fp, tn]
    of_class = [tp + fn, tp + fn, fp + tn, fp + tn]
    shades = [_shaded(at, part / (size or 1.0)) for at, part, size in zip(_CELLS, cells, of_class, strict=True)]
    count = [*cells, tp + fp, fn + tn]
    return [
        *shades,
        _text(
            [cell_count(c) for c in count], _CENTRES[:6], 0.04, [24 if total < 1e5 else 19] * 4 + [15] * 2, bold=True
        ),
        _text([f"{c / total:.1%}" for c in count], _CENTRES[:6], -0.24, [14] * 4 + [12] * 2),
    ]


def matrix_still(n_pos: float, n_neg: float) -> list[Trace]:
    """Return what no threshold moves: the cells' names, the totals of the rows, and in the corner that of all."""
    total = (n_pos + n_neg) or 1.0
    totals = [n_pos, n_neg, n_pos + n_neg]
    return [
        _text(["TP", "FN", "FP", "TN"], _CELLS, 0.34, [13] * 4),
        _text([cell_count(n) for n in totals], _CENTRES[6:], 0.04, [15] * 3, bold=True),
        _text([f"{n / total:.1%}" for n in totals], _CENTRES[6:], -0.24, [12] * 3),
    ]


def class_sizes(view: ThresholdView) -> tuple[float, float]:
    """Return how many rows, or which weight, each class has."""
    steps = view.steps
    return float(steps.tp[0] + steps.fn[0]), float(steps.fp[0] + steps.tn[0])


def _shaded(centre: tuple[float, float], share: float) -> Trace:
    """Return a filled cell; a heatmap would need the whole figure drawn anew at each step of the slider."""
    x, y = centre
    left, right, bottom, top = x - 0.47, x + 0.47, y - 0.47, y + 0.47
    return {
        "type": "scatter",
        "mode": "lines",
        "x": [left, right, right, left, left],
        "y": [bottom, bottom, top, top, bottom],
        "fill": "toself",
        "fillcolor": rgba(POSITIVE if x < 1 else NEGATIVE, round(share * 0.55, 2)),
        "line": {"width": 0},
        "hoverinfo": "skip",
        **MATRIX,
    }


def cell_count(value: float) -> str:
    """Return a number of rows, or a weight, as a cell shows it."""
    return f"{value:,.0f}" if value == int(value) else f"{value:,.2f}"


def _text(
    text: list[str], centres: tuple[tuple[float, float], ...], lift: float, size: list[int], *, bold: bool = False
) -> Trace:
    return {
        "type": "scatter",
        "mode": "text",
        "x": [x for x, _ in centres],
        "y": [y + lift for _, y in centres],
        "text": text,
        "textfont": {"size": size, "weight": "bold" if bold else "normal"},
        "hoverinfo": "skip",
        **MATRIX,
    }


def matrix_axes(across: list[float], up: list[float]) -> dict[str, Any]:
    """Return the axes of the matrix, which stands in these two domains."""
    return {
        "xaxis2": {**HIDDEN, "domain": across, "range": [0, 2.6], "anchor": "y2"},
        "yaxis2": {**HIDDEN, "domain": up, "range": [-0.58, 2.55], "anchor": "x2"},
    }


def cell_borders() -> list[dict[str, Any]]:
    """Return the outlines that make the row of the negative class hollow and that of the positive class closed."""
    return [
        {
            "type": "rect",
            "xref": "x2",
            "yref": "y2",
            "x0": x + 0.03,
            "x1": x + 0.97,
            "y0": y + 0.03,
            "y1": y + 0.97,
            "line": {"color": colour, "width": 2.5, "dash": "solid" if y else "dot"},
        }
        for x, colour in ((0, POSITIVE), (1, NEGATIVE))
        for y in (0, 1)
    ]


def matrix_labels(words: Words) -> list[dict[str, Any]]:
    """Return the names of rows, columns and margins."""
    axis = {"showarrow": False, "font": {"size": 13}, "xref": "x2", "yref": "y2"}
    positive, negative = plain(words.positive, 14), plain(words.negative, 14)
    # A row's label stands upright beside its cell and has less room.
    sides = [plain(name, 10) for name in (words.positive, words.negative)]
    return [
        {**axis, "x": 1.0, "y": 2.42, "text": words.predicted},
        {**axis, "x": 0.5, "y": 2.14, "text": coloured(f"<b>{positive}</b>", POSITIVE)},
        {**axis, "x": 1.5, "y": 2.14, "text": coloured(f"<b>{negative}</b>", NEGATIVE)},
        {**axis, "x": 0, "xshift": -20, "y": 1.5, "text": f"{words.actual}<br>● {sides[0]}", "textangle": -90},
        {**axis, "x": 0, "xshift": -20, "y": 0.5, "text": f"{words.actual}<br>○ {sides[1]}", "textangle": -90},
        {**axis, "x": 2.3, "y": 2.14, "text": words.total},
        {**axis, "x": 0, "xshift": -20, "y": -0.3, "text": words.total, "textangle": -90},
    ]
