"""What a small picture of a score shows: a mark for each row while they are few, else bars, of either class."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from evalcore.support.arrays import BoolArray, FloatArray

WIDTH, HEIGHT = 120, 40
MOST_DOTS = 60
MIDDLE = HEIGHT / 2
_ROOM = MIDDLE - 3  # what bars of one class may take
_BINS = 24
_GAP = 0.75  # at either side of a bar
_LEAST = 2.0  # a bar of few rows is still seen
_FIRST, _EDGE, _APART = 3.6, 2.5, 5.2  # how far dots stay from the middle line, from the edge, and from each other


@dataclass(frozen=True)
class Mark:
    """A dot (its centre) or a bar (its upper left corner and its size), its truth and its decision."""

    x: float
    y: float
    width: float
    height: float
    is_positive: bool
    is_called: bool


@dataclass(frozen=True)
class ScorePicture:
    """Where the threshold stands, and the marks: `are_dots`, or bars."""

    at: float
    are_dots: bool
    marks: tuple[Mark, ...]


def score_picture(y_true: BoolArray, score: FloatArray, threshold: float) -> ScorePicture:
    """Where do the rows of both classes stand in a picture of 120 x 40: positives upwards, negatives downwards?

    Parameters
    ----------
    y_true : (n,) bool
        Rows count once each.
    score : (n,) finite numbers
    threshold : float

    Returns
    -------
    ScorePicture

    Notes
    -----
    A bar is as high as the square root of the share of its class, so that a rare row is seen beside many others. One
    edge of the bars is the threshold.

    Examples
    --------
    >>> picture = score_picture(np.array([True, False]), np.array([0.9, 0.1]), 0.5)
    >>> picture.are_dots, [mark.is_called for mark in picture.marks]
    (True, [True, False])
    """
    edges = _edges(score, threshold)
    few = y_true.size <= MOST_DOTS
    marks = (_dots if few else _bars)(y_true, score, threshold, edges)
    return ScorePicture(float(_across(np.array([threshold]), edges)[0]), few, tuple(marks))


def _edges(score: FloatArray, threshold: float) -> FloatArray:
    """Return the edges of the bins; one of them is the threshold, so that each bin lies on one side of it."""
    low, high = min(float(score.min()), threshold), max(float(score.max()), threshold)
    width = (high - low) / _BINS or 1.0
    below, above = math.ceil((threshold - low) / width), math.floor((high - threshold) / width) + 1
    return np.asarray(threshold + width * np.arange(-below, above + 1), dtype=np.float64)


def _across(score: FloatArray, edges: FloatArray) -> FloatArray:
    return np.asarray((score - edges[0]) / (edges[-1] - edges[0]) * WIDTH)


def _bars(y_true: BoolArray, score: FloatArray, threshold: float, edges: FloatArray) -> Iterator[Mark]:
    counts = {side: np.histogram(score[y_true == side], edges)[0] for side in (True, False)}
    heights = {side: np.sqrt(count / max(count.sum(), 1)) for side, count in counts.items()}
    highest = max(float(height.max()) for height in heights.values())
    left, width = _across(edges[:-1], edges), WIDTH / (edges.size - 1)
    for side, height in heights.items():
        for x, edge, part in zip(left.tolist(), edges.tolist(), (height / highest * _ROOM).tolist(), strict=False):
            if part > 0:
                tall = max(part, _LEAST)
                y = MIDDLE - tall if side else MIDDLE
                yield Mark(x + _GAP, y, width - 2 * _GAP, tall, side, edge >= threshold)


def _dots(y_true: BoolArray, score: FloatArray, threshold: float, edges: FloatArray) -> Iterator[Mark]:
    bins = np.digitize(score, edges)
    stacks = {side: np.bincount(bins[y_true == side], minlength=1) for side in (True, False)}
    highest = max(int(stack.max()) for stack in stacks.values())
    step = min(_APART, (MIDDLE - _EDGE - _FIRST) / max(highest - 1, 1))
    placed: dict[tuple[bool, int], int] = {}
    for side, value, column in zip(y_true.tolist(), score.tolist(), bins.tolist(), strict=True):
        level = placed[side, column] = placed.get((side, column), -1) + 1
        away = _FIRST + step * level
        x = (column - 0.5) / (edges.size - 1) * WIDTH
        yield Mark(x, MIDDLE - away if side else MIDDLE + away, 0.0, 0.0, side, value >= threshold)
