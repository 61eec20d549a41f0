"""Headings above the panels of a figure of regression."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from evalcore.figures.layout import Places, heading
from evalcore.figures.parts.marks import Axes, line
from evalcore.figures.style import MODELS, Trace

HEAD: Final = 20


def headings(
    said: Mapping[str, tuple[str, int]], where: Places, *, at_edge: Collection[str] = ()
) -> list[dict[str, Any]]:
    """Return what stands above each panel there is: its text, and how far above; of some at the figure's edge."""
    found = []
    for name, (text, above) in said.items():
        if name not in where.panels:
            continue
        panel = where.panels[name]
        left = 0.0 if name in at_edge else panel.left
        found.append({**heading(text, left, where.paper(panel.top - above - HEAD // 2)), "font": {"size": 13}})
    return found


def model_keys(axes: Axes, ends: tuple[float, float], heights: Sequence[float]) -> list[Trace]:
    """Return a piece of each model's line beside its name: without hue only the dash tells them apart."""
    styles = [{"color": colour, "dash": dash, "width": 2} for colour, dash in MODELS]
    return [line(axes, ends, [up, up], line=styles[k % len(styles)]) for k, up in enumerate(heights)]
