"""The matrices of two models side by side, and in each cell how many of its rows the other one decides otherwise."""

from __future__ import annotations

from typing import Any, Final

import plotly.graph_objects as go

from evalcore.counts import Cells, ConfusionMatrix
from evalcore.errors import Say, message
from evalcore.figures.layout import HIDDEN, MARGIN, Look
from evalcore.figures.live.guess import guess_figure
from evalcore.figures.parts.cells import (
    ACTUAL,
    CLASSES,
    NAMES,
    NARROW_LETTERS,
    PREDICTED,
    Classes,
    cell_count,
    row_name,
)
from evalcore.figures.parts.marks import axes_of, field, note, rect, texts
from evalcore.figures.style import FONT, GUESSED, INK, NEGATIVE, POSITIVE, Trace, coloured, plain, rgba, template

# Centres of TP, FN, FP and TN; of each the side of its decision and of its truth.
_CELLS: Final = ((0.5, 1.5), (1.5, 1.5), (0.5, 0.5), (1.5, 0.5))
# Pixels of one matrix with its names; letters of a model, and of a class above its column.
HIGH, LETTERS, OF_CLASS = 284, 26, 14


def two_models_figure(
    names: tuple[str, str],
    matrices: tuple[ConfusionMatrix, ConfusionMatrix],
    otherwise: Cells,
    *,
    classes: Classes = CLASSES,
    say: Say = str,
    look: Look | None = None,
) -> go.Figure:
    """Draw both matrices; the dark part of a cell are the rows that the other model decides `otherwise`.

    `otherwise` has them by the cell of the first model; with the second they are in the other cell of their row.
    """
    look = look or Look()
    of_first = [float(n) for n in (otherwise.tp, otherwise.fn, otherwise.fp, otherwise.tn)]
    tp, fn, fp, tn = of_first
    apart = of_first, [fn, tp, tn, fp]
    traces: list[Trace] = []
    notes: list[dict[str, Any]] = []
    shapes: list[dict[str, Any]] = []
    layout: dict[str, Any] = {}
    for k in (0, 1):
        axes = axes_of(k + 1)
        traces += _matrix(matrices[k], apart[k], axes, say)
        notes += _names(names[k], classes, axes, say)
        shapes += _borders(axes)
        layout |= _axes(k, narrow=look.narrow)
    return guess_figure(
        traces,
        {
            "template": template(),
            "font": {"family": FONT, "size": 14},
            "height": (2 if look.narrow else 1) * HIGH,
            "margin": {"l": 96, "r": MARGIN, "t": MARGIN, "b": MARGIN},
            "showlegend": False,
            "dragmode": False,
            "annotations": notes,
            "shapes": shapes,
            **layout,
            **({} if look.narrow else {"width": 720}),
        },
    )


def _matrix(cm: ConfusionMatrix, apart: list[float], axes: Any, say: Say) -> list[Trace]:
    """Return the cells of a matrix, shaded by their share of the row, with what is apart at their bottom."""
    counts = [float(n) for n in (cm.tp, cm.fn, cm.fp, cm.tn)]
    rows = [cm.tp + cm.fn, cm.tp + cm.fn, cm.fp + cm.tn, cm.fp + cm.tn]
    found: list[Trace] = []
    said: list[str] = []
    for (x, y), name, n, size, other in zip(_CELLS, NAMES, counts, rows, apart, strict=True):
        hue = POSITIVE if x < 1 else NEGATIVE
        found.append(field(axes, (x - 0.47, x + 0.47), (y - 0.47, y + 0.47), rgba(hue, _part(n, size)), **GUESSED))
        if other and not cm.weighted:
            top = y - 0.47 + 0.94 * other / n
            found.append(field(axes, (x + 0.39, x + 0.47), (y - 0.47, top), rgba(INK, 0.85), **GUESSED))
        apart_here = say(message("{n} apart", n=cell_count(other)))
        said.append(f"{say(name)}<br><b>{cell_count(n)}</b><br>{apart_here}")
    centres = [x for x, _y in _CELLS], [y for _x, y in _CELLS]
    return [*found, texts(axes, *centres, said, "middle center") | GUESSED]


def _part(n: float, size: float) -> float:
    return round(0.55 * n / size, 2) if size else 0.0


def _names(model: str, classes: Classes, axes: Any, say: Say) -> list[dict[str, Any]]:
    """Return what stands around a matrix: its model above it, the decisions, the truth at the left."""
    positive, negative = (plain(name, OF_CLASS) for name in classes)
    truth = [row_name(name, NARROW_LETTERS) for name in classes]
    above = {"yanchor": "bottom"}
    left = {"xanchor": "right", "xshift": -6}
    return [
        note(f"<b>{plain(model, LETTERS)}</b>", 1, 2.46, axes, **above),
        # In two lines: a class of a long name would reach into what stands at the left.
        note(f"{say(PREDICTED)}<br>{coloured(f'<b>{positive}</b>', POSITIVE)}", 0.5, 2.02, axes, **above),
        note(coloured(f"<b>{negative}</b>", NEGATIVE), 1.5, 2.02, axes, **above),
        note(say(ACTUAL), 0, 2.02, axes, **above, **left),
        note(f"● {truth[0]}", 0, 1.5, axes, align="right", **left),
        note(f"○ {truth[1]}", 0, 0.5, axes, align="right", **left),
    ]


def _borders(axes: Any) -> list[dict[str, Any]]:
    return [
        rect(
            axes,
            (x - 0.47, x + 0.47),
            (y - 0.47, y + 0.47),
            line={"color": POSITIVE if x < 1 else NEGATIVE, "width": 2, "dash": "solid" if y > 1 else "dot"},
        )
        for x, y in _CELLS
    ]


def _axes(k: int, *, narrow: bool) -> dict[str, Any]:
    """Return the axes of one matrix: beside the other one, or below it."""
    number = "" if k == 0 else "2"
    across = [0, 1] if narrow else [0, 0.42] if k == 0 else [0.58, 1]
    up = [0.54, 1] if narrow and k == 0 else [0, 0.46] if narrow else [0, 1]
    return {
        f"xaxis{number}": {**HIDDEN, "domain": across, "range": [0, 2], "anchor": f"y{number}"},
        f"yaxis{number}": {**HIDDEN, "domain": up, "range": [0, 2.76], "anchor": f"x{number}"},
    }
