"""Regions of a grid as outlines: what is drawn over a map of cells. The first cell has its middle at (0, 0)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from evalcore.support.arrays import BoolArray, FloatArray

_CORNER = -0.5  # where the grid begins


class Outline(NamedTuple):
    """Lines one after the other, with None between them; each coordinate in cells."""

    x: list[float | None]
    y: list[float | None]


def rectangles(chosen: BoolArray) -> Outline:
    """Which rectangles cover the chosen cells?

    Parameters
    ----------
    chosen : (rows, columns) bool

    Returns
    -------
    Outline
        Closed, none upon another: each a run of cells of a row, continued down as far as the run stays the same.

    Examples
    --------
    >>> rectangles(np.array([[True, True], [True, True]]))
    Outline(x=[-0.5, 1.5, 1.5, -0.5, -0.5], y=[-0.5, -0.5, 1.5, 1.5, -0.5])
    """
    found, under_way = [], dict[tuple[int, int], int]()
    for row, cells in enumerate([*chosen, np.zeros(chosen.shape[1], dtype=bool)]):
        edges = np.flatnonzero(np.diff(np.concatenate([[0], cells.astype(int), [0]]))).reshape(-1, 2)
        runs = {(int(left), int(right)) for left, right in edges}
        found += [(*run, top, row) for run, top in under_way.items() if run not in runs]
        under_way = {run: under_way.get(run, row) for run in sorted(runs)}
    return _joined(
        [
            ([a, b, b, a, a], [c, c, d, d, c])
            for a, b, c, d in ((left - 0.5, right - 0.5, top - 0.5, low - 0.5) for left, right, top, low in found)
        ]
    )


def contour(field: FloatArray) -> Outline:
    """Along which lines does a field over the cells change its sign?

    Parameters
    ----------
    field : (rows, columns) float64
        Known in the middle of each cell, and taken as even between two of them; 0 counts as negative.

    Returns
    -------
    Outline
        Stretches joined end to end.

    Notes
    -----
    By marching squares: where all four sides of a square are crossed, its two stretches keep positive corners apart.
    """
    return _joined([([x for x, _ in line], [y for _, y in line]) for line in _chained(_stretches(field))])


Point = tuple[float, float]


def _stretches(field: FloatArray) -> list[tuple[Point, Point]]:
    """Return the stretch of the line in each square that it crosses."""
    above = field > 0
    mixed = above[:-1, :-1].astype(int) + above[:-1, 1:] + above[1:, 1:] + above[1:, :-1]
    found = []
    for row, column in np.argwhere((mixed > 0) & (mixed < 4)).tolist():
        corners = [(row, column), (row, column + 1), (row + 1, column + 1), (row + 1, column)]
        sides = zip(corners, [*corners[1:], corners[0]], strict=True)
        crossed = [(_crossing(field, a, b), bool(above[a])) for a, b in sides if above[a] != above[b]]
        if len(crossed) == 4 and not crossed[0][1]:
            crossed = [*crossed[1:], crossed[0]]
        # A side left behind a positive corner ends where the side before it, left towards that corner, begins.
        points = [point for point, _ in crossed]
        if len(points) == 4:
            points = [points[3], points[0], points[1], points[2]]
        found += list(zip(points[::2], points[1::2], strict=True))
    return found


def _crossing(field: FloatArray, a: tuple[int, int], b: tuple[int, int]) -> Point:
    """Return where the field is 0 between two neighbours, in cells and to a hundredth."""
    a, b = min(a, b), max(a, b)  # the same number from both squares of a side
    first, last = float(field[a]), float(field[b])
    share = first / (first - last)
    return round(a[1] + share * (b[1] - a[1]), 2), round(a[0] + share * (b[0] - a[0]), 2)


def _chained(stretches: list[tuple[Point, Point]]) -> list[list[Point]]:
    """Return the stretches joined end to end, each once."""
    ends: dict[Point, set[int]] = {}
    for i, stretch in enumerate(stretches):
        for point in stretch:
            ends.setdefault(point, set()).add(i)
    # Begun at loose ends first, so that no open line is cut in two.
    order = sorted(range(len(stretches)), key=lambda i: min(len(ends[point]) for point in stretches[i]))
    used, lines = set[int](), []
    for i in order:
        if i in used:
            continue
        first, last = sorted(stretches[i], key=lambda point: len(ends[point]))
        used.add(i)
        line = [first, last]
        while following := ends[line[-1]] - used:
            following_one = min(following)
            used.add(following_one)
            a, b = stretches[following_one]
            line.append(b if a == line[-1] else a)
        lines.append(line)
    return lines


def _joined(lines: list[tuple[list[float], list[float]]]) -> Outline:
    """Return lines with None between them; of none, a stretch that nobody sees, since a trace needs points."""
    x: list[float | None] = []
    y: list[float | None] = []
    for across, up in lines or [([_CORNER, _CORNER + 0.01], [_CORNER, _CORNER])]:
        x += [None, *across] if x else across
        y += [None, *up] if y else up
    return Outline(x, y)
