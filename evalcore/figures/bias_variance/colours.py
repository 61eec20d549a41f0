"""One colour, one dash and one texture for each part of the error, in every figure of bias and variance."""

from __future__ import annotations

from typing import Any, Final

from evalcore.figures.style import INK, METRIC, MODELS, RULE, rgba

BIAS = METRIC["f1"][0]
VARIANCE = METRIC["precision"][0]
NOISE = RULE
TRAINING = MODELS[0][0]
# What was drawn from one training set.
SAMPLE = MODELS[1][0]
LINES = {
    "bias": {"color": BIAS, "dash": "dash", "width": 2},
    "variance": {"color": VARIANCE, "dash": "12px,4px", "width": 2},
    "noise": {"color": NOISE, "dash": "dot", "width": 2},
    "error": {"color": INK, "dash": "solid", "width": 3},
    "median": {"color": INK, "dash": "longdashdot", "width": 1.5},
    "training": {"color": TRAINING, "dash": "dashdot", "width": 2},
}
# Of an area of each colour, so that they are told apart in grey, too: bias is plain.
TEXTURES: Final = {VARIANCE: "/", NOISE: "."}


def area(colour: str, alpha: float = 1, *, shape: str | None = None) -> dict[str, Any]:
    """Return how an area is filled: its colour, and over it the texture of its part, or one of another shape.

    >>> area(BIAS) == {"fillcolor": BIAS}, area(VARIANCE)["fillpattern"]["shape"]
    (True, '/')
    """
    fill, texture = colour if alpha == 1 else rgba(colour, alpha), TEXTURES.get(colour) if shape is None else shape
    if not texture:
        return {"fillcolor": fill}
    # White is seen on each of the colours, whether the page is light or dark.
    pattern = {"shape": texture, "bgcolor": fill, "fgcolor": "#FFFFFF", "fgopacity": 0.75, "size": 7, "solidity": 0.25}
    return {"fillcolor": fill, "fillpattern": pattern}
