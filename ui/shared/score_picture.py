"""A small picture of a score as SVG: positives upwards, negatives downwards; blue from the threshold on, else orange.

Truth is fill, as in the figures: positives are solid, negatives hollow.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from evalcore.figures.style import NEGATIVE, POSITIVE, RULE
from evalcore.views.score_picture import HEIGHT, MIDDLE, WIDTH, Mark
from evalcore.views.score_picture import score_picture as pictured

__all__ = ["HEIGHT", "WIDTH", "score_picture"]


def score_picture(y_true: NDArray[np.bool_], score: NDArray[np.float64], threshold: float) -> str:
    """Return the scores of both classes as SVG: a dot for each row while they are few, else bars."""
    picture = pictured(y_true, score, threshold)
    mark = _dot if picture.are_dots else _bar
    drawn = [
        f'<path d="M0 {MIDDLE:g}H{WIDTH}" stroke="{RULE}" stroke-width="0.75"/>',
        *map(mark, picture.marks),
        f'<path d="M{picture.at:.1f} 0V{HEIGHT}" stroke="{RULE}" stroke-width="1.25"/>',
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}">'
        f"{''.join(drawn)}</svg>"
    )


def _bar(mark: Mark) -> str:
    place = f'x="{mark.x:.1f}" y="{mark.y:.1f}" width="{mark.width:.1f}" height="{mark.height:.1f}"'
    return f"<rect {place} {_paint(mark)}/>"


def _dot(mark: Mark) -> str:
    return f'<circle cx="{mark.x:.1f}" cy="{mark.y:.1f}" r="2" {_paint(mark)}/>'


def _paint(mark: Mark) -> str:
    """Return fill and line: the decision is the hue, the truth the fill."""
    colour = POSITIVE if mark.is_called else NEGATIVE
    fill = colour if mark.is_positive else "none"
    return f'fill="{fill}" stroke="{colour}" stroke-width="1"'
