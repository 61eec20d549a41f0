"""Errors drawn as squares: all of them one outline, whose area is their sum."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

Outline = tuple[list[float | None], list[float | None]]


def outlines(
    x: Sequence[float] | np.ndarray,
    height: Sequence[float] | np.ndarray,
    foot: Sequence[float] | np.ndarray,
    width: Sequence[float] | np.ndarray | None = None,
) -> Outline:
    """Return rectangles that begin at (x, foot) and go up or down by `height` and to the right by `width`.

    Without `width` they are squares. Between two of them stands None.

    All run the same way round, so that where two overlap neither takes the other away.

    >>> outlines([1], [-2], [5])
    ([1, 1, 3, 3, 1], [3, 5, 5, 3, 3])
    """
    across: list[float | None] = []
    up: list[float | None] = []
    wide = np.abs(height) if width is None else width
    for left, high, low, broad in zip(*(np.asarray(one).tolist() for one in (x, height, foot, wide)), strict=True):
        across += [None] * bool(across) + [_sent(one) for one in (left, left, left + broad, left + broad, left)]
        below, above = sorted((low, low + high))
        up += [None] * bool(up) + [_sent(one) for one in (below, above, above, below, below)]
    return across, up


def _sent(value: float) -> float:
    return float(f"{value:.6g}") if value % 1 else value
