"""What figures of regression share: the height of a heading, and the keys of the models."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from evalcore.figures.parts.marks import Axes, line
from evalcore.figures.style import MODELS, Trace

HEAD: Final = 20


def model_keys(axes: Axes, ends: tuple[float, float], heights: Sequence[float]) -> list[Trace]:
    """Return a piece of each model's line beside its name: without hue only the dash tells them apart."""
    styles = [{"color": colour, "dash": dash, "width": 2} for colour, dash in MODELS]
    return [line(axes, ends, [up, up], line=styles[k % len(styles)]) for k, up in enumerate(heights)]
