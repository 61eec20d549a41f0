"""Predictions at one x: dots beside the truth, bias as an arrow, variance as a bracket, noise as a band; units of y."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from evalcore.errors import Say, message
from evalcore.figures.bias_variance.colours import BIAS, NOISE, VARIANCE
from evalcore.figures.bias_variance.fits import FITS, PARTS, rounded
from evalcore.figures.layout import HIDDEN, Places
from evalcore.figures.parts.marks import axes_of, line, placed, texts
from evalcore.figures.parts.numbers import written
from evalcore.figures.style import GRID, GUESSED, INK, OUT_OF_SIGHT, RULE, Trace, rgba
from evalcore.views.bias_variance.probe import Probe
from evalcore.views.bias_variance.scales import Scales

PLANE, SAID = axes_of(6), axes_of(8)
# Where, across the panel, dots, arrow and bracket stand; dots keep their place, so that none hides another.
_DOTS: Final = (0.06, 0.5)
_ARROW, _BRACKET, _CAP = 0.66, 0.86, 0.06
_GOLDEN: Final = 0.618034


def still_traces() -> list[Trace]:
    """Return the key of what is said: the colour of arrow, bracket and band before each number."""
    styles = ((BIAS, 3), (VARIANCE, 3), (rgba(NOISE, 0.4), 12))
    return [
        line(SAID, [0, 0.13], [2.5 - k] * 2, line={"width": width, "color": colour})
        for k, (colour, width) in enumerate(styles)
    ]


def traces(found: Probe, scales: Scales, say: Say) -> list[Trace]:
    """Return what both handles move."""
    low, high = scales.fits
    across = _DOTS[0] + (_DOTS[1] - _DOTS[0]) * np.mod(_GOLDEN * np.arange(len(found.fits)), 1)
    dots = {
        **line(PLANE, rounded(across, 3), rounded(found.fits)),
        "mode": "markers",
        "marker": {"size": 5, "color": rgba(RULE, 0.9)},
        "cliponaxis": True,
    }
    band = [found.truth - found.noise, found.truth + found.noise]
    return [
        line(FITS, [found.x] * 2, [low, high], line={"width": 1.5, "color": INK}, cliponaxis=True),
        line(PARTS, [found.x] * 2, [0, scales.parts], line={"width": 1.5, "color": INK}, cliponaxis=True),
        _band(band),
        dots,
        _level(found.truth, dash="dash", width=2),
        _level(found.mean, dash="solid", width=4),
        *(trace | GUESSED for trace in _arrow(found)),
        _bracket(found) | GUESSED,
        texts(SAID, [0.18] * 3, [2.5, 1.5, 0.5], _said(found, say), "middle right", textfont={"size": 13}, **GUESSED),
    ]


def _band(ends: list[float]) -> Trace:
    """Return the noise around the truth: a line as wide as the panel, whose ends are cut off with it."""
    edge = rounded(np.array([ends[0], ends[0], ends[1], ends[1], ends[0]]))
    shade = {"width": 0, "color": "rgba(0,0,0,0)"}
    return line(PLANE, [0, 1, 1, 0, 0], edge, fill="toself", fillcolor=rgba(NOISE, 0.25), line=shade, cliponaxis=True)


def _level(height: float, *, dash: str, width: float) -> Trace:
    style = {"width": width, "color": INK, "dash": dash}
    return line(PLANE, [0, 1], rounded(np.array([height] * 2)), line=style, cliponaxis=True)


def _arrow(found: Probe) -> list[Trace]:
    """Return the bias from the truth to the mean prediction; its head points upwards or downwards."""
    heads = [found.mean if found.bias >= 0 else OUT_OF_SIGHT, found.mean if found.bias < 0 else OUT_OF_SIGHT]
    shaft = rounded(np.array([found.truth, found.mean]))
    return [
        line(PLANE, [_ARROW] * 2, shaft, line={"width": 3, "color": BIAS}, cliponaxis=True),
        {
            **line(PLANE, [_ARROW] * 2, rounded(np.array(heads))),
            "mode": "markers",
            "marker": {"size": 11, "color": BIAS, "symbol": ["triangle-up", "triangle-down"]},
            "cliponaxis": True,
        },
    ]


def _bracket(found: Probe) -> Trace:
    low, high = found.mean - found.spread, found.mean + found.spread
    left, right = _BRACKET - _CAP, _BRACKET + _CAP
    x = [left, right, _BRACKET, _BRACKET, left, right]
    y = rounded(np.array([low, low, low, high, high, high]))
    return line(PLANE, x, y, line={"width": 3, "color": VARIANCE}, cliponaxis=True)


def _said(found: Probe, say: Say) -> list[str]:
    bias, spread = (
        message("bias {value}", value=written(found.bias)),
        message("spread {value}", value=written(found.spread)),
    )
    return [say(bias), say(spread), f"σ {written(found.noise)}"]


def sum_of_squares(found: Probe, say: Say) -> Trace:
    """Return the line above the squares: what their areas sum to."""
    said = say(message("area sum {value}", value=written(found.sides[0] ** 2)))
    return texts(SAID, [0.0], [-0.7], [said], "middle right", textfont={"size": 13}, **GUESSED)


def axes(where: Places, scales: Scales) -> dict[str, Any]:
    """Return the axes of the predictions, as high as those of the fits, and of what is said of them."""
    up = {"range": scales.fits, "gridcolor": GRID, "zeroline": False, "showticklabels": False}
    rows = [-1 if "squares" in where.panels else 0, 3]
    return {
        **placed(where, "probe", PLANE, {**HIDDEN, "range": [0, 1]}, up),
        **placed(where, "probe_said", SAID, {**HIDDEN, "range": [0, 1]}, {**HIDDEN, "range": rows}),
    }
