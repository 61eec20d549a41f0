"""A small picture of a score: positives upwards and negatives downwards, blue from the threshold on, else orange."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from evalcore.figures.style import NEGATIVE, POSITIVE, RULE

WIDTH, HEIGHT = 120, 40
MOST_DOTS = 60
_MIDDLE = HEIGHT / 2
_ROOM = _MIDDLE - 3  # what bars and dots of one class may take
_BINS = 24
_LEAST = 2.0  # a bar of few rows is still seen
_FIRST, _EDGE = 3.6, 2.5  # how far from the middle line, and from the edge, the centre of a dot stays

Floats = NDArray[np.float64]


def score_picture(y_true: NDArray[np.bool_], score: Floats, threshold: float) -> str:
    """Return the scores of both classes as SVG: a dot for each row while they are few, else bars.

    A bar is as high as the square root of the share of its class, so that a rare row is seen beside many others.
    Truth is fill, as in the figures: positives are solid, negatives hollow.
    """
    edges = _edges(score, threshold)
    parts = _dots if y_true.size <= MOST_DOTS else _bars
    at = _across(np.array([threshold]), edges)[0]
    drawn = [
        f'<path d="M0 {_MIDDLE:g}H{WIDTH}" stroke="{RULE}" stroke-width="0.75"/>',
        *parts(y_true, score, threshold, edges),
        f'<path d="M{at:.1f} 0V{HEIGHT}" stroke="{RULE}" stroke-width="1.25"/>',
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}">'
        f"{''.join(drawn)}</svg>"
    )


def _edges(score: Floats, threshold: float) -> Floats:
    """Return the edges of the bins; one of them is the threshold, so that each bin lies on one side of it."""
    low, high = min(float(score.min()), threshold), max(float(score.max()), threshold)
    width = (high - low) / _BINS or 1.0
    below, above = math.ceil((threshold - low) / width), math.floor((high - threshold) / width) + 1
    return np.asarray(threshold + width * np.arange(-below, above + 1), dtype=np.float64)


def _across(score: Floats, edges: Floats) -> Floats:
    return np.asarray((score - edges[0]) / (edges[-1] - edges[0]) * WIDTH)


def _bars(y_true: NDArray[np.bool_], score: Floats, threshold: float, edges: Floats) -> Iterator[str]:
    counts = {side: np.histogram(score[y_true == side], edges)[0] for side in (True, False)}
    heights = {side: np.sqrt(count / max(count.sum(), 1)) for side, count in counts.items()}
    highest = max(float(height.max()) for height in heights.values())
    left, width = _across(edges[:-1], edges), WIDTH / (edges.size - 1)
    for side, height in heights.items():
        for x, edge, part in zip(left, edges[:-1], height / highest * _ROOM, strict=True):
            if part > 0:
                tall = max(float(part), _LEAST)
                y = _MIDDLE - tall if side else _MIDDLE
                place = f'x="{x + 0.75:.1f}" y="{y:.1f}" width="{width - 1.5:.1f}" height="{tall:.1f}"'
                yield f"<rect {place} {_paint(is_positive=side, is_called=edge >= threshold)}/>"


def _dots(y_true: NDArray[np.bool_], score: Floats, threshold: float, edges: Floats) -> Iterator[str]:
    bins = np.digitize(score, edges)
    stacks = {side: np.bincount(bins[y_true == side], minlength=1) for side in (True, False)}
    highest = max(int(stack.max()) for stack in stacks.values())
    step = min(5.2, (_MIDDLE - _EDGE - _FIRST) / max(highest - 1, 1))
    placed: dict[tuple[bool, int], int] = {}
    for side, value, column in zip(y_true.tolist(), score.tolist(), bins.tolist(), strict=True):
        level = placed[side, column] = placed.get((side, column), -1) + 1
        away = _FIRST + step * level
        x = (column - 0.5) / (edges.size - 1) * WIDTH
        y = _MIDDLE - away if side else _MIDDLE + away
        paint = _paint(is_positive=side, is_called=value >= threshold)
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2" {paint}/>'


def _paint(*, is_positive: bool, is_called: bool) -> str:
    """Return fill and line: the decision is the hue, the truth the fill."""
    colour = POSITIVE if is_called else NEGATIVE
    fill = colour if is_positive else "none"
    return f'fill="{fill}" stroke="{colour}" stroke-width="1"'
