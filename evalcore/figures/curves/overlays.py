"""Lines and bands drawn under the curves on request, with labels that keep apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from evalcore.figures.layout import Look
from evalcore.figures.parts.named import GAP
from evalcore.figures.style import GUESSED, RULE, Trace, guessed, number
from evalcore.views.curves import ModelCurves

ROC = {"xaxis": "x3", "yaxis": "y3"}
PR = {"xaxis": "x5", "yaxis": "y5"}
# At least so many pixels has the side of a plane: on a wide page with the drawer open, in a low figure, and stacked.
PLANE, LOW_PLANE, STACKED_PLANE = 170, 125, 260
# Pixels of a label's line, and of its letters; a Chinese sign is twice as wide.
LABEL_HEIGHT, LETTER, SIGN = 17, 6.5, 13
FIRST_SIGN = 0x2E80
# As a share of the plane: farther right a label would leave the figure.
FARTHEST = 1.1
# The dash of an outline is that of no model but the fourth, and of no other line.
OUTLINE = "longdash"
# Left, right, bottom and top.
Box = tuple[float, float, float, float]


@dataclass(frozen=True, eq=False)
class Overlay:
    """A line drawn under the curves on request: a hull, a band, an iso-line.

    `label` stands at its last point; `legend` gives it an entry below those of the models; `steps` go up before they go
    across, as those of the P-R curve.
    """

    panel: Literal["roc", "pr", "det"]
    x: Any
    y: Any
    name: str
    colour: str = RULE
    dash: str = "dot"
    fill: bool = False
    label: str = ""
    legend: bool = False
    steps: bool = False


def outlined(other: ModelCurves, name: str) -> list[Overlay]:
    """Return the curves of other rows, in outline below those of the models; `name` is theirs in the legends."""
    roc, pr, det = other.roc, other.precision_recall, other.det
    values = (other.equal_error_rate, other.auc.value, other.average_precision.value)
    rate, auc, ap = (f"{name}{GAP}{guessed(number(value))}" for value in values)
    return [
        Overlay("det", det.x, det.y, rate, dash=OUTLINE, legend=True),
        Overlay("roc", roc.x, roc.y, auc, dash=OUTLINE, legend=True),
        Overlay("pr", pr.x, pr.y, ap, dash=OUTLINE, steps=True, legend=True),
    ]


def overlaid(overlays: Sequence[Overlay], look: Look, *, det: bool = False) -> list[Trace]:
    """Return lines and filled bands that stay under the curves; of labels that would meet only the first is kept.

    Those of the DET plane are drawn in it alone.
    """
    lines = [line for line in overlays if (line.panel == "det") == det]
    plane = STACKED_PLANE if look.narrow else LOW_PLANE if look.is_low else PLANE
    traces: list[Trace] = []
    taken: list[tuple[str, Box]] = []
    for line in lines:
        trace = {
            "type": "scatter",
            "mode": "lines",
            **(PR if line.panel == "pr" else ROC),
            "x": np.asarray(line.x, dtype=np.float32),
            "y": np.asarray(line.y, dtype=np.float32),
            "line": {"color": line.colour, "width": 0 if line.fill else 1.5, "dash": line.dash}
            | ({"shape": "vh"} if line.steps else {}),
            "fill": "toself" if line.fill else "none",
            "name": line.name,
            "hoverinfo": "skip" if line.fill else "name",
            "showlegend": line.legend,
            # Other rows are one line in both planes.
            **({"legendgroup": line.name.partition(GAP)[0]} if line.dash == OUTLINE else {}),
            **({"legend": "legend2"} if line.panel == "pr" else {}),
            "legendrank": 1001,
            "opacity": 0.35 if line.fill else 1,
            # An iso-line, which has a label, says nothing of the model.
            **({} if line.label else GUESSED),
        }
        if line.label:
            box = _label_box(line, plane)
            if box[1] <= FARTHEST and not any(panel == line.panel and _meet(box, other) for panel, other in taken):
                taken.append((line.panel, box))
                trace |= _end_label(line)
        traces.append(trace)
    return traces


def _sides(line: Overlay) -> tuple[str, str]:
    """Return on which side of its last point a label has neither the line nor the plane's edge."""
    falling, right = line.y[-1] < line.y[0], line.x[-1] > 0.8
    return "bottom" if falling or not right else "top", "left" if right else "right"


def _label_box(line: Overlay, plane: int) -> Box:
    """Return from where to where a label reaches, across and up, in shares of the plane."""
    x, y = float(line.x[-1]), float(line.y[-1])
    below, side = _sides(line)
    wide = sum(SIGN if ord(letter) >= FIRST_SIGN else LETTER for letter in line.label) / plane
    high = LABEL_HEIGHT / plane
    left = x - wide if side == "left" else x
    # Its descenders, or its accents, reach over the point.
    low = y - high + 1 / plane if below == "bottom" else y - 1 / plane
    return left, left + wide, low, low + high


def _meet(one: Box, other: Box) -> bool:
    return all(min(one[k + 1], other[k + 1]) > max(one[k], other[k]) for k in (0, 2))


def _end_label(line: Overlay) -> Trace:
    """Return the text at the last point of a line."""
    return {
        "mode": "lines+text",
        "text": [""] * (len(line.x) - 1) + [line.label],
        "textposition": " ".join(_sides(line)),
        "textfont": {"size": 12},
        "cliponaxis": False,
    }
