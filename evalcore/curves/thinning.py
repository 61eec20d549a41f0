"""Fewer points that draw the same line: for the screen only, never for a number."""

from __future__ import annotations

import heapq
import math
from itertools import pairwise
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalcore.curves.det import DetCurve, normal_deviates
from evalcore.curves.hull import RocHull, roc_convex_hull
from evalcore.curves.precision_recall import PrecisionRecallCurve
from evalcore.curves.roc import RocCurve
from evalcore.errors import InputError, Message
from evalcore.support.arrays import FloatArray, one_dimensional, same_length

Index = NDArray[np.intp]
Step = Literal["hv", "vh"] | None

STRIPS = 32  # strips a pixel is cut into; a strip's first, last, lowest and highest points stay at first
NEAR = 0.1  # pixels; nearer than that no point is added unless asked for
FAR = 0.45  # pixels; with the width of a strip below the half pixel that is promised


def thin(
    x: ArrayLike,
    y: ArrayLike,
    *,
    width: int = 1000,
    height: int = 1000,
    keep: ArrayLike = (),
    most: int = 2000,
    step: Step = None,
    near: float = NEAR,
) -> Index:
    """Which points are enough to draw a line?

    Parameters
    ----------
    x, y : (n,) numbers
        The line's points in order, x never falling or never rising as in every curve here. Points that are not
        finite cannot be drawn and are left out.
    width, height : int
        Pixels that the range of x and of y fills at most.
    keep : (m,) int
        Places that stay. Where they alone are more than `most`, only those that shape the line do.
    most : int >= 2
        Most points to return. A line of no more points is returned whole.
    step : "hv", "vh" or None
        How the points are joined: first to the right and then up or down, the other way round, or straight.
    near : float in (0, 0.45]
        Pixels; nearer to the line drawn so far no point is added.

    Returns
    -------
    (k,) int
        Places of the points to draw, ascending, the first and the last finite one among them.

    Notes
    -----
    Drawn through these, no point of either line is half a pixel or more from the other line. First each of 32 strips
    a pixel keeps its first, last, lowest and highest point: between them the full line stays within the strip.
    Of these candidates the farthest from the line drawn so far is added until the farthest is within `near`
    pixels, or `most` are used up. Should it then still be farther than 0.45 pixels, as on long even stairs, each point
    is followed by the farthest one that a line within 0.45 pixels reaches. 2,000 points were enough for every curve of
    this package on axes of 1,000 pixels; where `most` is not enough, the line is as near as the first way brings it.

    References
    ----------
    Douglas and Peucker (1973), https://doi.org/10.3138/FM57-6770-U75U-7727;
    Jugel et al. (2014), https://doi.org/10.14778/2732951.2732953

    Examples
    --------
    >>> thin([0, 0.1, 0.2, 0.3, 1], [0, 0.1, 0.2, 0.5, 1], most=3).tolist()
    [0, 3, 4]
    """
    across, up = (one_dimensional(values, name).astype(np.float64, copy=False) for values, name in ((x, "x"), (y, "y")))
    same_length(up, len(across), "y")
    if step not in (None, "hv", "vh"):
        raise InputError("step must be 'hv', 'vh' or None; got '{step}'. Choose None for straight lines.", step=step)
    if most < 2:
        raise InputError("most must be a whole number >= 2; got {most}. A line has two ends.", most=most)
    rows = np.flatnonzero(np.isfinite(across) & np.isfinite(up))
    if len(rows) <= most:
        return rows
    part: slice | Index = slice(rows[0], rows[-1] + 1) if rows[-1] - rows[0] + 1 == len(rows) else rows
    across, up = across[part], up[part]
    kept = np.flatnonzero(np.isin(rows, keep, assume_unique=True)) if np.size(keep) else np.empty(0, dtype=np.intp)
    candidates = np.union1d(_strips(across, up, width * STRIPS), kept)
    px, py = _pixels(across, candidates, width), _pixels(up, candidates, height)
    fixed = np.unique([0, *np.searchsorted(candidates, kept), len(candidates) - 1]).astype(np.intp)
    if len(fixed) > most:
        fixed = fixed[[0, -1]]
    return rows[candidates[_enough(px, py, fixed, most, step, near=near)]]


def thin_roc(
    roc: RocCurve, *, hull: RocHull | None = None, keep: ArrayLike = (), most: int = 2000, near: float = NEAR
) -> Index:
    """Which points are enough to draw a ROC curve of 1,000 pixels with the corners of its hull? See `thin`."""
    corners = (hull or roc_convex_hull(roc)).index
    if 4 * len(corners) > most:  # so many corners look like a smooth line, which a few of them draw
        corners = corners[thin(roc.fpr[corners], roc.tpr[corners], most=most // 4)]
    return thin(roc.fpr, roc.tpr, keep=np.union1d(corners, np.asarray(keep, dtype=np.intp)), most=most, near=near)


def thin_precision_recall(
    curve: PrecisionRecallCurve,
    *,
    keep: ArrayLike = (),
    most: int = 2000,
    step: Step = "vh",
    near: float = NEAR,
) -> Index:
    """Which points are enough to draw a precision-recall curve, by steps as its area, on axes from 0 to 1?

    The axes are 1,000 pixels long each; see `thin`.
    """
    drawn = curve.precision[np.isfinite(curve.precision) & np.isfinite(curve.recall)]
    height = max(1, math.ceil(1000 * np.ptp(drawn))) if drawn.size else 1
    return thin(curve.recall, curve.precision, height=height, keep=keep, most=most, step=step, near=near)


def thin_det(det: DetCurve, *, keep: ArrayLike = (), most: int = 2000, near: float = NEAR) -> Index:
    """Which points are enough to draw a DET curve of 1,000 pixels on normal-deviate axes? See `thin`."""
    return thin(normal_deviates(det.fpr), normal_deviates(det.fnr), keep=keep, most=most, near=near)


def thinned_note(shown: int, points: int) -> Message | None:
    """Say how many points are drawn, where that is not all of them."""
    if shown >= points:
        return None
    return Message("Showing {shown:,} of {points:,} points.", {"shown": shown, "points": points})


def _strips(x: FloatArray, y: FloatArray, n: int) -> Index:
    """Return the first, last, lowest and highest point of each strip that the line enters."""
    start = _starts(x, n)
    last = np.append(start[1:], len(x)) - 1
    if (y[1:] >= y[:-1]).all() or (y[1:] <= y[:-1]).all():
        return np.union1d(start, last)
    lengths = last - start + 1
    kept = [start, last]
    for extreme in (np.minimum, np.maximum):
        hit = np.flatnonzero(y == np.repeat(extreme.reduceat(y, start), lengths))
        kept.append(hit[np.searchsorted(hit, start)])
    return np.unique(np.concatenate(kept))


def _starts(x: FloatArray, n: int) -> Index:
    """Return where the line enters another of n strips of equal width."""
    low, high = x.min(), x.max()
    if (x[1:] >= x[:-1]).all():
        first = np.searchsorted(x, low + (high - low) / n * np.arange(1, n))
        return np.unique(np.append(0, first[first < len(x)]))
    strip = np.floor((x - low) * (n / (high - low)))
    return np.append(0, np.flatnonzero(strip[1:] != strip[:-1]) + 1)


def _pixels(values: FloatArray, places: Index, pixels: int) -> FloatArray:
    low, high = values.min(), values.max()
    picked = values[places] - low
    return np.asarray(picked * (pixels / (high - low)) if high > low else picked)


def _enough(px: FloatArray, py: FloatArray, fixed: Index, most: int, step: Step, *, near: float) -> Index:
    """Return the fixed points and enough others, at most so many."""
    chosen, square = _farthest_first(px, py, fixed, most, step, near=near)
    if square > FAR**2:
        others = _longest_strides(px, py, fixed, step)
        if len(others) <= most:
            return others
    return chosen


def _farthest_first(
    px: FloatArray, py: FloatArray, fixed: Index, most: int, step: Step, *, near: float
) -> tuple[Index, float]:
    """Add the point farthest from the line until it is near, or `most` are used; return its squared distance too."""
    chosen = set(fixed.tolist())
    waiting: list[tuple[float, int, int, int]] = []

    def look(a: int, c: int) -> None:
        """Have the farthest point between two wait, if it is too far off."""
        if c - a > 1:
            square, b = _farthest(px[a : c + 1], py[a : c + 1], step)
            if square > near**2:
                heapq.heappush(waiting, (-square, a, a + b, c))

    for a, c in pairwise(fixed.tolist()):
        look(a, c)
    while waiting and len(chosen) < most:
        _, a, b, c = heapq.heappop(waiting)
        chosen.add(b)
        look(a, b)
        look(b, c)
    return np.array(sorted(chosen), dtype=np.intp), -waiting[0][0] if waiting else 0.0


def _longest_strides(px: FloatArray, py: FloatArray, fixed: Index, step: Step) -> Index:
    """Return the fixed points, and between them after each point the last one that a line not too far off reaches."""

    def near(a: int, c: int) -> bool:
        return c - a < 2 or _farthest(px[a : c + 1], py[a : c + 1], step)[0] <= FAR**2

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


def _farthest(x: FloatArray, y: FloatArray, step: Step) -> tuple[float, int]:
    """Return the largest squared distance between a line and the one that joins its ends, and the point to add.

    >>> _farthest(np.array([0.0, 1, 2]), np.array([0.0, 3, 0]), None)
    (9.0, 1)
    """
    if step == "vh":
        return _farthest_of_steps(y, x)  # the same path with the axes exchanged
    if step == "hv":
        return _farthest_of_steps(x, y)
    square = _from_segment(x[1:-1], y[1:-1], x, y)
    b = int(square.argmax())
    return float(square[b]), b + 1


def _farthest_of_steps(x: FloatArray, y: FloatArray) -> tuple[float, int]:
    """Return the same of a path that goes across before it goes up, and so does the one that joins its ends.

    For example, the path through (0, 0), (1, 1), (2, 4) and (3, 5) has corners at (1, 0), (2, 1) and (3, 4); what joins
    its ends goes across to a new corner at (3, 0), and up. From there to the points it is 1 and 1 at least, to the
    corners 0, 1 and 0: at most 1, first at the point (1, 1), which is the one to add. The nearest that the path comes
    to the new corner is (2, 1), the root of 2 away. The larger distance counts, which is 2 when squared.

    >>> _farthest_of_steps(np.array([0.0, 1, 2, 3]), np.array([0.0, 1, 4, 5]))
    (2.0, 1)
    """
    # the corners on the way lie between two points; the points themselves are corners as well
    at_x, at_y = np.concatenate([x[1:-1], x[1:]]), np.concatenate([y[1:-1], y[:-1]])
    off_x, off_y = _outside(at_x, x[0], x[-1]), _outside(at_y, y[0], y[-1])
    square = np.minimum(off_x**2 + (at_y - y[0]) ** 2, (at_x - x[-1]) ** 2 + off_y**2)
    b, inner = int(square.argmax()), len(x) - 2
    place = b + 1 if b < inner else max(1, b - inner)
    # the new corner, from the edges of the path: across at the height of each point, and up where the next one is
    across = _outside(x[-1], x[:-1], x[1:]) ** 2 + (y[:-1] - y[0]) ** 2
    up = (x[1:] - x[-1]) ** 2 + _outside(y[0], y[:-1], y[1:]) ** 2
    return max(float(square[b]), float(np.minimum(across, up).min())), place


def _from_segment(at_x: FloatArray, at_y: FloatArray, x: FloatArray, y: FloatArray) -> FloatArray:
    """Return squared distances from the straight line between the first and the last of some points."""
    along_x, along_y = x[-1] - x[0], y[-1] - y[0]
    from_x, from_y = at_x - x[0], at_y - y[0]
    length = along_x**2 + along_y**2
    if length > 0:
        share = np.clip((from_x * along_x + from_y * along_y) / length, 0, 1)
        from_x, from_y = from_x - share * along_x, from_y - share * along_y
    return np.asarray(from_x**2 + from_y**2)


def _outside(at: FloatArray, start: FloatArray | float, stop: FloatArray | float) -> FloatArray:
    """Return how far values lie outside what is between start and stop, whichever is larger.

    >>> _outside(np.array([-1.0, 2, 7]), 5, 0).tolist()
    [-1.0, 0.0, 2.0]
    """
    return np.asarray(at - np.clip(at, np.minimum(start, stop), np.maximum(start, stop)))
