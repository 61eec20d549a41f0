"""The plane of two classes: how many sets predict which, the main prediction, and where it is biased."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from evalcore.errors import Say, message
from evalcore.figures.layout import Look, Places
from evalcore.figures.live.motion import Part, heat_part
from evalcore.figures.parts.marks import axes_of, placed
from evalcore.figures.style import GUESSED, INK, NEGATIVE, POSITIVE, RULE, SMALLEST, Trace, rgba
from evalcore.support.arrays import FloatArray
from evalcore.views.bias_variance.outlines import Outline
from evalcore.views.bias_variance.zero_one import ZeroOneStep, ZeroOneView

PLANE: Final = axes_of(1)
# Pixels of the room above a plane that the legend has below the scale.
BESIDE_SCALE: Final = 16
# Of the scale of shares, and where it is fully coloured: the middle is clear, so that a boundary is seen on it.
_OPACITY: Final = 0.75
SCALE: Final = (
    (0.0, rgba(NEGATIVE, _OPACITY)),
    (0.5, rgba(RULE, 0.04)),
    (1.0, rgba(POSITIVE, _OPACITY)),
)


def legend_pixels(look: Look) -> int:
    """Return by how much the legends move the plane down: one below the other, of two lines, or of three."""
    return 100 if look.narrow else 36 if look.alone else 50


def plane_traces(view: ZeroOneView, active: int, say: Say, where: Places, look: Look) -> list[Trace]:
    """Return what no handle moves: the map of shares, which a part of its own repaints, and the best boundary.

    The rows of a training set, which one clicks for, are not there in a figure that stands alone.
    """
    shares = view.steps[active].shares
    best = np.where(view.truth, say(message("positive")), say(message("negative")))
    here = message("{share} of the sets predict positive<br>best label: {best}", share="%{z:.0%}", best="%{text}")
    heat = {
        "type": "heatmap",
        "z": np.round(shares, 2).tolist(),
        "zmin": 0,
        "zmax": 1,
        "colorscale": [list(stop) for stop in SCALE],
        "text": best.tolist(),
        "hovertemplate": say(here) + "<extra></extra>",
        "colorbar": _scale_bar(where, legend_pixels(look)),
        **PLANE,
    }
    return [
        heat,
        *([] if look.alone else _samples(view, say)),
        _outline(view.best_boundary, say(message("best boundary")), dash="dot", width=2),
    ]


def map_part(view: ZeroOneView) -> Part:
    """Return what the handle repaints of the map, which is the first trace."""
    return heat_part(0, [step.shares for step in view.steps], SCALE)


def step_traces(step: ZeroOneStep, say: Say) -> list[Trace]:
    """Return what a learner moves: its regions, hatched, and the boundary of its main prediction."""
    return [
        _hatched(step.biased, say(message("B = 1: most sets are wrong")), "/"),
        _hatched(step.helped, say(message("and variance helps")), "\\"),
        _outline(step.boundary, say(message("main prediction")), dash="solid", width=3),
    ]


def _outline(outline: Outline, name: str, **stroke: Any) -> Trace:
    return {
        "type": "scatter",
        "mode": "lines",
        "x": outline.x,
        "y": outline.y,
        "name": name,
        "line": {"color": INK, **stroke},
        "hoverinfo": "skip",
        **PLANE,
    }


def _hatched(outline: Outline, name: str, shape: str) -> Trace:
    return {
        **_outline(outline, name),
        "legend": "legend2",
        **GUESSED,
        "fill": "toself",
        "line": {"width": 0, "color": "rgba(0,0,0,0)"},
        "fillpattern": {"shape": shape, "fgcolor": INK, "bgcolor": "rgba(0,0,0,0)", "size": 7, "solidity": 0.15},
    }


def _samples(view: ZeroOneView, say: Say) -> list[Trace]:
    """Return the first training set, truth in the fill; it is seen when its entry in the legend is clicked."""
    x, y = np.round(view.sample.T, 1)
    fill = ["rgba(0,0,0,0)", INK]
    return [
        {
            "type": "scatter",
            "mode": "markers",
            "x": x.tolist(),
            "y": y.tolist(),
            "name": say(message("first training set")),
            "visible": "legendonly",
            "marker": {
                "size": 6,
                "color": [fill[label] for label in view.sample_labels.astype(int)],
                "line": {"width": 1.5, "color": INK},
            },
            "hoverinfo": "skip",
            **PLANE,
        }
    ]


def _scale_bar(where: Places, above: int) -> dict[str, Any]:
    """Return the scale of shares: a thin bar at the right of the title, so many pixels farther above the map."""
    panel = where.panels["plane"]
    return {
        "orientation": "h",
        "thickness": 8,
        "len": (panel.right - panel.left) * (0.28 if where.is_low else 0.36),
        "x": panel.right,
        "xanchor": "right",
        "xpad": 0,
        "y": where.paper(panel.top - above - 22),
        "yanchor": "bottom",
        "ypad": 0,
        "outlinewidth": 0,
        "tickvals": [0, 0.5, 1],
        "ticktext": ["0%", "50%", "100%"],
        "tickfont": {"size": 12},
        "ticklabelposition": "outside bottom",
    }


def plane_axes(view: ZeroOneView, where: Places, look: Look) -> dict[str, Any]:
    """Return the axes of the plane, whose numbers are those of the problem, and its legends, which stand above it.

    Alone the plane has no numbers: what it is about is who is right where.
    """
    base = {"showgrid": False, "zeroline": False, "tickfont": {"size": 13}, "showticklabels": not look.alone}
    above = legend_pixels(look) + BESIDE_SCALE
    x, y = (_numbers(middles) for middles in (view.cells.across, view.cells.up))
    return {
        **placed(where, "plane", PLANE, {**base, **x}, {**base, **y}),
        "legend": _legend(where, 0.0, above),
        "legend2": _legend(where, 0.0, above - 60) if look.narrow else _legend(where, 0.45, above),
    }


def _legend(where: Places, across: float, above: int) -> dict[str, Any]:
    """Return a legend that begins so many pixels above the plane, and at this share of its width."""
    panel = where.panels["plane"]
    return {
        "x": panel.left + across * (panel.right - panel.left),
        "xanchor": "left",
        "y": where.paper(panel.top - above),
        "yanchor": "top",
        "font": {"size": SMALLEST},
        "bgcolor": "rgba(0,0,0,0)",
    }


def _numbers(middles: FloatArray) -> dict[str, Any]:
    """Return the range of an axis in cells, with round numbers of the problem on it."""
    step = float(middles[1] - middles[0])
    low, high = float(middles[0]) - step / 2, float(middles[-1]) + step / 2
    every = 1.0 if high - low > 2.5 else 0.5
    shown = np.arange(np.ceil(low / every), np.floor(high / every + 1e-9) + 1) * every
    return {
        "range": [-0.5, len(middles) - 0.5],
        "tickvals": ((shown - middles[0]) / step).round(3).tolist(),
        "ticktext": [f"{value:g}".replace("-", "−") for value in shown],
    }
