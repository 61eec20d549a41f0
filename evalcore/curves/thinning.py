"""Fewer points that draw the same line: for the screen only, never for a number."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from evalcore.curves._chords import Line, Step, enough
from evalcore.curves.det import DetCurve, normal_deviates
from evalcore.curves.hull import RocHull, roc_convex_hull
from evalcore.curves.precision_recall import PrecisionRecallCurve
from evalcore.curves.roc import RocCurve
from evalcore.errors import InputError, Message
from evalcore.support.arrays import BoolArray, FloatArray, IndexArray
from evalcore.support.checks import one_dimensional, same_length

STRIPS = 32  # strips a pixel is cut into; a strip's first, last, lowest and highest points stay at first
NEAR = 0.1  # pixels; nearer than that no point is added unless asked for


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
) -> IndexArray:
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
    drawable = np.isfinite(across) & np.isfinite(up)
    rows = np.arange(len(across)) if drawable.all() else np.flatnonzero(drawable)
    if len(rows) <= most:
        return rows
    part: slice | IndexArray = slice(rows[0], rows[-1] + 1) if rows[-1] - rows[0] + 1 == len(rows) else rows
    across, up = across[part], up[part]
    kept = _among(rows, np.unique(np.asarray(keep, dtype=np.intp)))
    candidates = _union(len(rows), [*_strips(across, up, width * STRIPS), kept])
    line = Line(_pixels(across, candidates, width), _pixels(up, candidates, height), step)
    fixed = _union(len(candidates), [[0, -1], np.searchsorted(candidates, kept)])
    if len(fixed) > most:
        fixed = fixed[[0, -1]]
    return rows[candidates[enough(line, fixed, most, near=near)]]


def thin_roc(
    roc: RocCurve, *, hull: RocHull | None = None, keep: ArrayLike = (), most: int = 2000, near: float = NEAR
) -> IndexArray:
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
) -> IndexArray:
    """Which points are enough to draw a precision-recall curve, by steps as its area, on axes from 0 to 1?

    The axes are 1,000 pixels long each; see `thin`.
    """
    drawn = curve.precision[np.isfinite(curve.precision) & np.isfinite(curve.recall)]
    height = max(1, math.ceil(1000 * np.ptp(drawn))) if drawn.size else 1
    return thin(curve.recall, curve.precision, height=height, keep=keep, most=most, step=step, near=near)


def thin_det(det: DetCurve, *, keep: ArrayLike = (), most: int = 2000, near: float = NEAR) -> IndexArray:
    """Which points are enough to draw a DET curve of 1,000 pixels on normal-deviate axes? See `thin`."""
    rows = _union(len(det.fpr), [_around_strips(det, 1000 * STRIPS), np.asarray(keep, dtype=np.intp)])
    if len(rows) <= most:  # these few would stay whole, which all together need not
        rows = np.arange(len(det.fpr))
    kept = _among(rows, np.unique(np.asarray(keep, dtype=np.intp)))
    x, y = normal_deviates(det.fpr[rows]), normal_deviates(det.fnr[rows])
    return rows[thin(x, y, keep=kept, most=most, near=near)]


def _around_strips(det: DetCurve, n: int) -> IndexArray:
    """Return points of a DET curve, all that `_strips` would choose among them, where deviates of all take long.

    Deviates rise with the rates, so a strip begins where a rate does, but for a point to either side by rounding.
    """
    finite = np.flatnonzero((det.fpr > 0) & (det.fpr < 1) & (det.fnr > 0) & (det.fnr < 1))
    if len(finite) <= n:
        return finite
    first, last = finite[0], finite[-1]
    low, high = normal_deviates(det.fpr[[first, last]])
    begin = np.searchsorted(det.fpr[first : last + 1], special.ndtr(low + (high - low) / n * np.arange(1, n)))
    around = first + (begin[:, None] + np.arange(-2, 2)).ravel()
    return np.append(around.clip(first, last), [first, last])


def thinned_note(shown: int, points: int) -> Message | None:
    """Say how many points are drawn, where that is not all of them."""
    if shown >= points:
        return None
    return Message("Showing {shown:,} of {points:,} points.", {"shown": shown, "points": points})


def _among(rows: IndexArray, wanted: IndexArray) -> IndexArray:
    """Return where the wanted ones are among ascending rows, without those that are not."""
    place = np.searchsorted(rows, wanted)
    there: BoolArray = rows[place.clip(max=len(rows) - 1)] == wanted
    return np.asarray(place[there], dtype=np.intp)


def _union(n: int, places: Iterable[ArrayLike]) -> IndexArray:
    """Return the places below n that are in any of these, ascending."""
    found = np.zeros(n, dtype=bool)
    for some in places:
        found[np.asarray(some, dtype=np.intp)] = True
    return np.flatnonzero(found)


def _strips(x: FloatArray, y: FloatArray, n: int) -> list[IndexArray]:
    """Return the first, last, lowest and highest point of each strip that the line enters."""
    start = _starts(x, n)
    last = np.append(start[1:], len(x)) - 1
    if (y[1:] >= y[:-1]).all() or (y[1:] <= y[:-1]).all():
        return [start, last]
    lengths = last - start + 1
    kept = [start, last]
    for extreme in (np.minimum, np.maximum):
        hit = np.flatnonzero(y == np.repeat(extreme.reduceat(y, start), lengths))
        kept.append(hit[np.searchsorted(hit, start)])
    return kept


def _starts(x: FloatArray, n: int) -> IndexArray:
    """Return where the line enters another of n strips of equal width."""
    low, high = x.min(), x.max()
    if (x[1:] >= x[:-1]).all():
        first = np.searchsorted(x, low + (high - low) / n * np.arange(1, n))
        first = first[(first > 0) & (first < len(x))]
        return np.append(0, first[np.append(True, first[1:] != first[:-1])] if first.size else first)
    strip = np.floor((x - low) * (n / (high - low)))
    return np.append(0, np.flatnonzero(strip[1:] != strip[:-1]) + 1)


def _pixels(values: FloatArray, places: IndexArray, pixels: int) -> FloatArray:
    low, high = values.min(), values.max()
    picked = values[places] - low
    return np.asarray(picked * (pixels / (high - low)) if high > low else picked)
