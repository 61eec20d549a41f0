"""Counts as stairs: with every corner sent, since what moves them draws straight lines."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from evalcore.figures.parts.marks import Axes, line
from evalcore.figures.style import Trace, rgba


def stairs(axes: Axes, edges: Sequence[float], heights: Sequence[float], colour: str) -> Trace:
    """Return columns beside each other, from edge to edge.

    >>> stairs({}, [0, 1, 2], [5, 6], "#000000")["x"], stairs({}, [0, 1, 2], [5, 6], "#000000")["y"]
    ([0, 1, 1, 2], [5, 5, 6, 6])
    """
    x = [edge for left, right in pairwise(edges) for edge in (left, right)]
    y = [height for height in heights for _side in range(2)]
    filled = {"fill": "tozeroy", "fillcolor": rgba(colour, 0.4)}
    return line(axes, x, y, line={"width": 1, "color": colour}, **filled)
