"""Names of lines where the lines are: at their ends, or beside them where there is room."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from evalcore.figures.style import letters
from evalcore.support.arrays import BoolArray, FloatArray

# Left, right, bottom and top.
Box = tuple[float, float, float, float]
# How much farther off a place is than usual, its point, on which side of that a name stands, and its box.
_Candidate = tuple[float, tuple[float, float], str, Box]

# So many places are looked at together.
BATCH = 64

# More names at the ends of lines are a list, which is read better above them.
MOST_NAMED = 5
# Pixels from one name to the next.
NAME_PIXELS = 20
# Pixels of a letter; within how many a line touches a name, and within how many it could be meant by one.
LETTER, TOUCH, UNSURE = 6.5, 2, 9
# A name that is meant is within a line and a half of text of its line, and by so much nearer to it than to any other,
# in planes up to so many times as large, too.
CLOSE, NEARER, LARGER = 1.5 * NAME_PIXELS, 4, 2
# How far a name stands from its line, across and up.
OFF = (5, 3)
# On which side of a point, as Plotly calls it, and which way that is from it.
SIDES = {
    "top right": (1, 1),
    "bottom right": (1, -1),
    "top left": (-1, 1),
    "bottom left": (-1, -1),
    "top center": (0, 1),
    "bottom center": (0, -1),
    "middle right": (1, 0),
    "middle left": (-1, 0),
}


def apart(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Where do names stand that keep a `gap`, between `low` and `high`, and are least far from where they belong?

    The sum of the squared ways is the least there is: with the gaps taken off, heights in order must not fall, and
    those that would are pooled at their mean. Where not all have room the lowest stand in it, and the others above.

    >>> [round(y, 3) for y in apart([0.5, 0.5, 0.0], 0.2, 0.0, 1.0)]
    [0.4, 0.6, 0.0]
    >>> [round(y, 3) for y in apart([1.0, 0.9], 0.2, 0.0, 1.0)]
    [1.0, 0.8]
    """
    order = sorted(range(len(wanted)), key=lambda place: wanted[place])
    pools: list[list[float]] = []
    for k, place in enumerate(order):
        pool = [wanted[place] - k * gap]
        while pools and _mean(pools[-1]) >= _mean(pool):
            pool = pools.pop() + pool
        pools.append(pool)
    level = [_mean(pool) for pool in pools for _one in pool]
    most = max(low, high - gap * (len(wanted) - 1))
    found = {place: min(max(level[k], low), most) + k * gap for k, place in enumerate(order)}
    return [found[place] for place in range(len(wanted))]


def _mean(pool: Sequence[float]) -> float:
    return sum(pool) / len(pool)


@dataclass(frozen=True, eq=False)
class Line:
    """A line of a plane in pixels from its left and bottom, what it is called, and how Plotly joins its points.

    On each point may stand a mark that reaches so many pixels, and an interval from `low` to `high`. Marks that are not
    joined have their name beside one of them. Names stay so many pixels `beside` the line, along which a mark may move.
    """

    x: FloatArray
    y: FloatArray
    name: str
    shape: str = "linear"
    mark: float = 0
    low: FloatArray | None = None
    high: FloatArray | None = None
    joined: bool = True
    beside: float = TOUCH


@dataclass(frozen=True)
class Place:
    """Where a name stands in pixels from the left and bottom of its plane, and on which side of that."""

    x: float
    y: float
    side: str


def beside(
    lines: Sequence[Line],
    width: float,
    height: float,
    *,
    floor: float = 0,
    others: Sequence[Line] = (),
    moving: Sequence[Line] = (),
    taken: Sequence[Box] = (),
    meant: bool = False,
) -> list[Place] | None:
    """Where does each name stand beside its line, so that it touches no line, none of its marks and no other name?

    Of the places with room it is the one that is farthest right, and where it can be off the lines that a handle is
    `moving` and not near to others; beside marks that are not joined it stands farther off if only that helps. None
    where a name has no room. The lowest `floor` pixels stay free, for a handle, as do the boxes that are `taken`,
    and the `others` that have no name. In a larger plane the same places have room, too. Names that are `meant` are
    close to their own lines, and farther from any other.
    """
    trails = [_trail(line, width, height) for line in (*lines, *others)]
    beside_of = np.repeat([line.beside for line in (*lines, *others)], [len(trail) for trail in trails])
    intervals = [trail for line in lines for trail in _intervals(line, width, height)]
    every = np.concatenate([*trails, *intervals, np.empty((0, 2))])
    reach = np.append(beside_of, np.full(len(every) - len(beside_of), TOUCH))
    taken = [*taken, *(box for line in (*lines, *others) for box in _marks(line))]
    passing = np.concatenate([*(_trail(line, width, height) for line in moving), np.empty((0, 2))])
    # What moves along any of the lines is passed by on the far side of it.
    offs = {line.beside - TOUCH for line in lines}
    found: list[Place] = []
    names: list[Box] = []

    def are_free(boxes: FloatArray) -> BoolArray:
        left, right, low, high = boxes.T
        free: BoolArray = (left >= 0) & (right <= width) & (low >= floor) & (high <= height)
        free[free] = ~_meet(boxes[free], np.array([*taken, *names]).reshape(-1, 4))
        free[free] = ~_touch(boxes[free], every, reach)
        return free

    for k, line in enumerate(lines):
        mine, further = trails[k], [trail for j, trail in enumerate(trails[: len(lines)]) if j != k]
        best: tuple[float, Place, Box] | None = None
        # From the right to the left, until nothing that comes could be better.
        places = [(0.0, *one) for one in _candidates(mine, line, {0, line.mark, *offs})]
        if not line.joined:
            places += [(width, *one) for one in _candidates(mine, line, {line.mark + UNSURE})]
        ordered = sorted(places, key=lambda one: -one[3][1])
        for (farther, at, side, box), is_free in _in_batches(ordered, are_free):
            right = box[1]
            if best is not None and width - right >= best[0]:
                break
            if not is_free or (meant and not _is_meant(at, box, mine, [*trails[:k], *trails[k + 1 :]])):
                continue
            near = any(_within(trail, box, UNSURE).any() for trail in further)
            is_crossed = _within(passing, box, UNSURE).any()
            cost = (width - right) + farther + (2 * width if near else 0) + (4 * width if is_crossed else 0)
            if best is None or cost < best[0]:
                best = cost, Place(*at, side), box
        if best is None:
            return None
        found.append(best[1])
        names.append(best[2])
    return found


def _in_batches(
    places: Sequence[_Candidate], are_free: Callable[[FloatArray], BoolArray]
) -> Iterator[tuple[_Candidate, bool]]:
    """Yield places with whether they are free, so many found at once: often the first few are enough."""
    for start in range(0, len(places), BATCH):
        batch = places[start : start + BATCH]
        yield from zip(batch, are_free(np.array([box for *_at, box in batch])).tolist(), strict=True)


def _is_meant(at: tuple[float, float], box: Box, mine: FloatArray, others: Sequence[FloatArray]) -> bool:
    """Tell whether a name is close to its line, and no other one nearly so, here and in a larger plane."""
    for scale in (1, LARGER):
        across, up = (place * (scale - 1) for place in at)
        moved = (box[0] + across, box[1] + across, box[2] + up, box[3] + up)
        off = _off(mine * scale, moved)
        if off > CLOSE or any(_off(trail * scale, moved) < off + NEARER for trail in others):
            return False
    return True


def _off(points: FloatArray, box: Box) -> float:
    """Return how far a box is from the nearest of some points."""
    left, right, low, high = box
    x, y = points.T
    across, up = (np.maximum(np.maximum(a - p, p - b), 0) for a, p, b in ((left, x, right), (low, y, high)))
    return float(np.hypot(across, up).min(initial=np.inf))


def _trail(line: Line, width: float, height: float) -> FloatArray:
    """Return points on a line, so close that no name has room between two of them, as far as it is near its plane."""
    x, y = np.clip(line.x, -width, 2 * width), np.clip(line.y, -height, 2 * height)
    known = np.isfinite(x) & np.isfinite(y)
    x, y = _joined(x[known], y[known], line.shape)
    if x.size < 2 or not line.joined:
        return np.column_stack([x, y])
    way = np.append(0.0, np.cumsum(np.hypot(np.diff(x), np.diff(y))))
    at = np.linspace(0, way[-1], int(way[-1] / TOUCH) + 2)
    points = np.column_stack([np.interp(at, way, x), np.interp(at, way, y)])
    inside = (points >= 0).all(axis=1) & (points[:, 0] <= width) & (points[:, 1] <= height)
    return points[inside]


def _intervals(line: Line, width: float, height: float) -> list[FloatArray]:
    """Return points on the interval of each point."""
    if line.low is None or line.high is None:
        return []
    ends = zip(line.x.tolist(), line.low.tolist(), line.high.tolist(), strict=True)
    upright = (Line(np.array([x, x]), np.array([low, high]), line.name) for x, low, high in ends)
    return [_trail(one, width, height) for one in upright]


def _marks(line: Line) -> list[Box]:
    """Return the boxes of the marks on a line."""
    r = line.mark
    return [(x - r, x + r, y - r, y + r) for x, y in zip(line.x.tolist(), line.y.tolist(), strict=True) if r]


def _joined(x: FloatArray, y: FloatArray, shape: str) -> tuple[FloatArray, FloatArray]:
    """Return the points of a line with the corners of its stairs: "vh" goes up or down first, "hv" across."""
    if shape == "vh":
        return np.repeat(x, 2)[:-1], np.repeat(y, 2)[1:]
    if shape == "hv":
        return np.repeat(x, 2)[1:], np.repeat(y, 2)[:-1]
    return x, y


def _candidates(
    trail: FloatArray, line: Line, offs: Collection[float]
) -> Iterator[tuple[tuple[float, float], str, Box]]:
    """Yield places along a line: a point, on which side of it the name stands, and the box of that.

    Each name stands as far off as a mark of the line would reach, and one that moves along it: `offs`.
    """
    wide, high = LETTER * letters(line.name), NAME_PIXELS
    ways = product(sorted(offs), SIDES.items())
    places = trail[:: max(1, len(trail) // 60)].tolist()
    for (x, y), (mark, (side, (across, up))) in product(places, list(ways)):
        px, py = x + across * (OFF[0] + mark), y + up * (OFF[1] + mark)
        left = px - wide * (1 - across) / 2
        low = py - high * (1 - up) / 2
        yield (px, py), side, (left, left + wide, low, low + high)


def _within(points: FloatArray, box: Box, pad: float | FloatArray) -> BoolArray:
    left, right, low, high = box
    x, y = points.T
    found: BoolArray = (x > left - pad) & (x < right + pad) & (y > low - pad) & (y < high + pad)
    return found


def _touch(boxes: FloatArray, points: FloatArray, pad: FloatArray) -> BoolArray:
    """Tell of each box whether a point is within its pad of it."""
    left, right, low, high = boxes.T[:, :, None]
    x, y = points.T
    found: BoolArray = ((x > left - pad) & (x < right + pad) & (y > low - pad) & (y < high + pad)).any(axis=1)
    return found


def _meet(boxes: FloatArray, others: FloatArray) -> BoolArray:
    """Tell of each box whether it meets one of the others."""
    left, right, low, high = boxes.T[:, :, None]
    a, b, c, d = others.T
    across, up = np.minimum(right, b) > np.maximum(left, a), np.minimum(high, d) > np.maximum(low, c)
    found: BoolArray = (across & up).any(axis=1)
    return found
