"""The error at one x as a square, beside those of bias, spread and noise: sides in units of y, areas add up."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from evalcore.figures.bias_variance.colours import BIAS, NOISE, VARIANCE, area
from evalcore.figures.bias_variance.fits import rounded
from evalcore.figures.layout import HIDDEN, Places
from evalcore.figures.parts.marks import axes_of, line, placed
from evalcore.figures.style import GUESSED, INK, Trace
from evalcore.views.bias_variance.probe import Probe

PLANE: Final = axes_of(9)
_COLOURS: Final = (None, BIAS, VARIANCE, NOISE)
# Between two squares, as a share of all their sides; how high the plane is, as a share of its width: of two squares
# only, each has less than half of it.
_GAP: Final = 0.03
_HIGH: Final = 0.47


def traces(found: Probe) -> list[Trace]:
    """Return the squares beside each other, that of the error as an outline."""
    left, gap, drawn = 0.0, _GAP * sum(found.sides), []
    for side, colour in zip(found.sides, _COLOURS, strict=True):
        x, y = (rounded(np.array(values), 4) for values in ([left, left, left + side, left + side], [0, side, side, 0]))
        if colour is None:
            drawn.append(line(PLANE, [*x, x[0]], [*y, 0.0], line={"width": 2, "color": INK, "simplify": False}))
        else:
            edge = {"width": 0.5, "color": colour, "simplify": False}
            drawn.append(line(PLANE, x, y, fill="tozeroy", **area(colour), line=edge, cliponaxis=True))
        left += side + gap
    return [trace | GUESSED for trace in drawn]


def axes(where: Places, sides: float) -> dict[str, Any]:
    """Return the axes, on which one unit is as long in both directions, for squares whose sides sum up to so much."""
    width = (1 + 3 * _GAP) * sides
    across = {**HIDDEN, "range": [0, width], "constraintoward": "left"}
    up = {**HIDDEN, "range": [0, _HIGH * width], "scaleanchor": PLANE["xaxis"], "constraintoward": "bottom"}
    return placed(where, "squares", PLANE, across, up)
