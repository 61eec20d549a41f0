"""How far a line lies from the chords of its parts, for many parts at once, and which points bring it near.

A chord is what is drawn in place of a part: it joins the part's ends in the way the points of the line are joined.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Literal, NamedTuple

import numpy as np

from evalcore.support.arrays import BoolArray, FloatArray, IndexArray

Step = Literal["hv", "vh"] | None

LONG = 1000  # points; a longer part alone is faster than with others, whose ends must be repeated for each point
AHEAD = 4  # times as many points as may be drawn are found part after part in whole passes, the rest when asked for
FAR = 0.45  # pixels; with the width of a strip below the half pixel that is promised


@dataclass(frozen=True, eq=False)
class Line:
    """Points in pixels, in order, and how they are joined: see `thin`."""

    x: FloatArray
    y: FloatArray
    step: Step

    @cached_property
    def ways(self) -> tuple[FloatArray, FloatArray]:
        """Both coordinates, first that which a step changes first: up and then across is across and then up, turned."""
        return (self.y, self.x) if self.step == "vh" else (self.x, self.y)

    @cached_property
    def one_way(self) -> bool:
        """Whether the second of these never rises or never falls."""
        up = np.diff(self.ways[1])
        return bool((up >= 0).all() or (up <= 0).all())


def enough(line: Line, fixed: IndexArray, most: int, *, near: float) -> IndexArray:
    """Return the fixed points and enough others, at most so many."""
    chosen, square = _farthest_first(line, fixed, most, near=near)
    if square > FAR**2:
        others = _longest_strides(line, fixed)
        if len(others) <= most:
            return others
    return chosen


def farthest(line: Line, start: IndexArray, stop: IndexArray) -> tuple[FloatArray, IndexArray]:
    """Return the largest squared distance between each part of a line and its chord, and the point to add.

    Parts are of three points or more, in order, and share no more than their ends.

    >>> farthest(Line(np.array([0.0, 1, 2]), np.array([0.0, 3, 0]), None), np.array([0]), np.array([2]))
    (array([9.]), array([1]))
    """
    measure = _farthest_from_segments if line.step is None else _farthest_of_steps
    long = stop - start > LONG
    if not long.any():
        return measure(line, start, stop)
    square, place = np.empty(len(start)), np.empty(len(start), dtype=np.intp)
    for which in (*(np.array([part]) for part in np.flatnonzero(long)), np.flatnonzero(~long)):
        if which.size:
            square[which], place[which] = measure(line, start[which], stop[which])
    return square, place


def _farthest_first(line: Line, fixed: IndexArray, most: int, *, near: float) -> tuple[IndexArray, float]:
    """Add the point farthest from the line until it is near, or `most` are used; return its squared distance too."""
    parts, whole = _ahead(line, fixed, AHEAD * most, near=near)
    added = np.concatenate([fixed, *(part.place[part.off] for part in parts)])
    if whole and len(added) <= most:
        return np.sort(added), 0.0
    known = {ends: found for part in parts for ends, found in part.items()}
    chosen = set(fixed.tolist())
    waiting: list[tuple[float, int, int, int]] = []

    def look(a: int, c: int) -> None:
        """Have the farthest point between two wait, if it is too far off."""
        if c - a > 1:
            square, b = known.get((a, c)) or _alone(line, a, c)
            if square > near**2:
                heapq.heappush(waiting, (-square, a, b, c))

    for a, c in pairwise(fixed.tolist()):
        look(a, c)
    while waiting and len(chosen) < most:
        _, a, b, c = heapq.heappop(waiting)
        chosen.add(b)
        look(a, b)
        look(b, c)
    return np.array(sorted(chosen), dtype=np.intp), -waiting[0][0] if waiting else 0.0


class _Parts(NamedTuple):
    """Parts of a line, the farthest point of each with its squared distance, and whether that is too far off."""

    start: IndexArray
    stop: IndexArray
    square: FloatArray
    place: IndexArray
    off: BoolArray

    def items(self) -> Iterator[tuple[tuple[int, int], tuple[float, int]]]:
        """Return the ends of each part, and its farthest point."""
        start, stop, square, place = (values.tolist() for values in self[:4])
        return zip(zip(start, stop, strict=True), zip(square, place, strict=True), strict=True)


def _ahead(line: Line, fixed: IndexArray, most: int, *, near: float) -> tuple[list[_Parts], bool]:
    """Return the parts between fixed points, those that the farthest point of each makes of it, and so on.

    The second result is whether these are all, or more points than `most` were found first.
    """
    found: list[_Parts] = []
    start, stop, n = fixed[:-1], fixed[1:], 0
    while (inner := stop - start > 1).any():
        start, stop = start[inner], stop[inner]
        square, place = farthest(line, start, stop)
        off = square > near**2
        found.append(_Parts(start, stop, square, place, off))
        n += int(np.count_nonzero(off))
        if n > most:
            return found, False
        start, stop = (np.column_stack(ends).ravel() for ends in ((start[off], place[off]), (place[off], stop[off])))
    return found, True


def _alone(line: Line, a: int, c: int) -> tuple[float, int]:
    """Return the same of one part."""
    square, place = farthest(line, np.array([a]), np.array([c]))
    return float(square[0]), int(place[0])


def _longest_strides(line: Line, fixed: IndexArray) -> IndexArray:
    """Return the fixed points, and between them after each point the last one that a line not too far off reaches."""

    def near(a: int, c: int) -> bool:
        """Return whether no point between the two lies too far off the line through them."""
        return c - a < 2 or _alone(line, a, c)[0] <= FAR**2

    chosen, stride = [0], 1
    for stop in fixed[1:].tolist():
        while (a := chosen[-1]) < stop:
            good, bad = 1, stop - a + 1
            stride = min(stride, stop - a)  # the last stride is a good guess for this one
            while good < stride < bad:
                good, bad = (stride, bad) if near(a, a + stride) else (good, stride)
                stride = min(2 * good, stop - a) if good == stride else max(1, stride // 2)
            while bad - good > 1:
                middle = (good + bad) // 2
                good, bad = (middle, bad) if near(a, a + middle) else (good, middle)
            chosen.append(a + good)
            stride = good
    return np.array(chosen, dtype=np.intp)


class _Places(NamedTuple):
    """Places of a line that belong to parts of it, part after part; each part's first, and how to repeat its values."""

    at: IndexArray | slice
    first: IndexArray
    spread: Callable[[FloatArray], FloatArray]


def _places(start: IndexArray, stop: IndexArray) -> _Places:
    """Return the places from each start up to, not with, its stop."""
    lengths = stop - start
    first = np.append(0, np.cumsum(lengths[:-1]))
    if len(start) == 1:
        return _Places(slice(int(start[0]), int(stop[0])), first, lambda values: values)
    at = np.arange(lengths.sum()) + np.repeat(start - first, lengths)
    return _Places(at, first, lambda values: np.repeat(values, lengths))


def _largest(square: FloatArray, places: _Places, start: IndexArray) -> tuple[FloatArray, IndexArray]:
    """Return the largest value of each part, and the first place that has it."""
    top = np.maximum.reduceat(square, places.first)
    hit = np.flatnonzero(square == places.spread(top))
    return top, start + hit[np.searchsorted(hit, places.first)] - places.first


def _farthest_from_segments(line: Line, start: IndexArray, stop: IndexArray) -> tuple[FloatArray, IndexArray]:
    """Return the largest squared distance of points from the straight line that joins the ends of their part."""
    x, y = line.ways
    places = _places(start + 1, stop)
    x0, y0, along_x, along_y = x[start], y[start], x[stop] - x[start], y[stop] - y[start]
    length = along_x**2 + along_y**2
    from_x, from_y = x[places.at] - places.spread(x0), y[places.at] - places.spread(y0)
    along_x, along_y, length = (places.spread(values) for values in (along_x, along_y, length))
    share = from_x * along_x + from_y * along_y
    share = np.divide(share, length, out=np.zeros_like(share), where=length > 0).clip(0, 1)
    return _largest((from_x - share * along_x) ** 2 + (from_y - share * along_y) ** 2, places, start + 1)


def _farthest_of_steps(line: Line, start: IndexArray, stop: IndexArray) -> tuple[FloatArray, IndexArray]:
    """Return the same of paths that go across before they go up, and so does the chord.

    For example, the path through (0, 0), (1, 1), (2, 4) and (3, 5) has corners at (1, 0), (2, 1) and (3, 4); what joins
    its ends goes across to a new corner at (3, 0), and up. From there to the points it is 1 and 1 at least, to the
    corners 0, 1 and 0: at most 1, first at the point (1, 1), which is the one to add. The nearest that the path comes
    to the new corner is (2, 1), the root of 2 away. The larger distance counts, which is 2 when squared.

    >>> path = Line(np.array([0.0, 1, 2, 3]), np.array([0.0, 1, 4, 5]), "hv")
    >>> _farthest_of_steps(path, np.array([0]), np.array([3]))
    (array([2.]), array([1]))
    """
    x, y = line.ways
    # one step for each point but the last: from the point across to a corner, and up to the next point
    steps = _places(start, stop)
    x0, y0, x1, y1 = x[start], y[start], x[stop], y[stop]
    right, low = steps.spread(x1), steps.spread(y0)
    point_x, point_y, corner_y = x[1:][steps.at], y[1:][steps.at], y[steps.at]
    left_or_right = point_x - np.clip(point_x, steps.spread(np.minimum(x0, x1)), steps.spread(np.maximum(x0, x1)))
    to_floor, to_wall, above = left_or_right**2, (point_x - right) ** 2, (corner_y - low) ** 2
    if line.one_way:  # nothing lies below or above the chord, and a step starts where it is nearest to its height
        of_points, of_corners, nearest = to_wall, to_wall, above
    else:
        bottom, top = steps.spread(np.minimum(y0, y1)), steps.spread(np.maximum(y0, y1))
        of_points, of_corners = (to_wall + (at - np.clip(at, bottom, top)) ** 2 for at in (point_y, corner_y))
        nearest = _outside(low, corner_y, point_y) ** 2
    of_point, point = _largest(np.minimum(to_floor + (point_y - low) ** 2, of_points), steps, start + 1)
    of_corner, corner = _largest(np.minimum(to_floor + above, of_corners), steps, start)
    # the new corner, from the steps: across at the height of each point, and up where the next one is
    from_new = np.minimum(_outside(right, x[steps.at], point_x) ** 2 + above, to_wall + nearest)
    of_new = np.minimum.reduceat(from_new, steps.first)
    place = np.where(of_point >= of_corner, point, np.maximum(corner, start + 1))
    return np.maximum(np.maximum(of_point, of_corner), of_new), place


def _outside(at: FloatArray, start: FloatArray, stop: FloatArray) -> FloatArray:
    """Return how far values lie outside what is between start and stop, whichever is larger.

    >>> _outside(np.array([-1.0, 2, 7]), np.full(3, 5.0), np.zeros(3)).tolist()
    [-1.0, 0.0, 2.0]
    """
    return np.asarray(at - np.clip(at, np.minimum(start, stop), np.maximum(start, stop)))
