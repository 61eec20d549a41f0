"""What a figure with a live threshold shows: the handle's steps with their counts, the scores, the metric lines.

Everything here is read off one `ThresholdCounts`, so that no figure computes. Lines and bars are thinned for drawing
only; the counts at the steps of the handle are exact.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from evalcore import metrics
from evalcore.counts import Cells, ThresholdCounts
from evalcore.errors import Message
from evalcore.support.arrays import BoolArray, CountArray, FloatArray, IndexArray, IntArray
from evalcore.support.rounding import nice_step
from evalcore.views.digits import written_threshold

MOST_STEPS = 200
MOST_GRID = 250
MOST_DOTS = 200
ROUNDING = 1e-9  # of sums of weights
BINS = 60
LINE_BINS = 70
MOST_POINTS = 500
LINE_METRICS = ("precision", "recall", "f1", "accuracy")
STEP_METRICS = tuple(dict.fromkeys((*LINE_METRICS, "fpr")))


@dataclass(frozen=True, eq=False)
class Strip:
    """The scores by true class: single rows as dots (`level` stacks them), or bars (`edges`, shares of the class).

    `level` and `share_positive` grow upwards for the positive class; those of the negative class are drawn downwards.
    """

    score: FloatArray
    is_positive: BoolArray
    level: IntArray
    row: IntArray
    edges: FloatArray
    count_positive: FloatArray
    count_negative: FloatArray

    @property
    def has_dots(self) -> bool:
        """Whether single rows are shown."""
        return self.score.size > 0


@dataclass(frozen=True)
class StripRow:
    """A row that is marked on the strip: its place among all rows, from 0, its score and its class."""

    place: int
    score: float
    is_positive: bool


@dataclass(frozen=True, eq=False)
class Steps:
    """The handle's thresholds, ascending, with the exact counts and metrics at each.

    `written` is what is written of each, with `digits` significant ones, see `written_threshold`.
    """

    threshold: FloatArray
    written: tuple[float, ...]
    digits: tuple[int, ...]
    tp: FloatArray
    fp: FloatArray
    fn: FloatArray
    tn: FloatArray
    metrics: Mapping[str, FloatArray]

    def nearest(self, threshold: float) -> int:
        """Return the index of the step closest to `threshold`."""
        return int(np.argmin(np.abs(self.threshold - threshold)))


@dataclass(frozen=True, eq=False)
class ThresholdView:
    """The handle's steps, the strip of scores, and the metric lines as drawn; `low` and `high` bound the scores."""

    steps: Steps
    strip: Strip
    line_threshold: FloatArray
    lines: Mapping[str, FloatArray]
    n_thresholds: int
    low: float
    high: float


def none_positive(counts: ThresholdCounts) -> float:
    """Which readable number lies just above every score, so that nothing is predicted positive?

    The table's own first threshold is +inf, which no handle and no number field can hold.

    Parameters
    ----------
    counts
        The table of one score.

    Returns
    -------
    The next multiple of about a fiftieth of the scores' range.

    Examples
    --------
    >>> from evalcore.counts import threshold_counts
    >>> none_positive(threshold_counts([True, False], [0.98, 0.04]))
    1.0
    """
    low, top = float(counts.threshold[-1]), float(counts.threshold[1])
    step = nice_step((top - low) or abs(top) or 1.0, 50)
    multiple = math.floor(top / step) + 1
    # Of a score that is a multiple itself the division may be rounded down: 5.6 / 0.2.
    above = next((t for t in (_rounded(k * step, step) for k in (multiple, multiple + 1)) if t > top), top)
    # Far from 0 a step may be smaller than the distance of two floats.
    return above if above > top else float(np.nextafter(top, np.inf))


def beyond_scores(counts: ThresholdCounts, threshold: float) -> Message | None:
    """Does a threshold lie where no handle reaches, so that it was typed?

    Parameters
    ----------
    counts
        The table of one score.
    threshold

    Returns
    -------
    What is called positive there; None between the least score and `none_positive`.

    Examples
    --------
    >>> from evalcore.counts import threshold_counts
    >>> str(beyond_scores(threshold_counts([True, False], [0.98, 0.04]), 7))
    't = 7 is above every score: nothing is called positive.'
    """
    if threshold > none_positive(counts):
        return Message("t = {t} is above every score: nothing is called positive.", {"t": f"{threshold:g}"})
    if threshold < counts.threshold[-1]:
        return Message("t = {t} is below every score: everything is called positive.", {"t": f"{threshold:g}"})
    return None


def default_threshold(counts: ThresholdCounts) -> float:
    """At which threshold does a page start, as long as nobody has chosen one?

    Parameters
    ----------
    counts
        The table of one score.

    Returns
    -------
    One half where all scores are shares, from 0 to 1; else the middle one of the distinct scores.

    Notes
    -----
    Of an even number of distinct scores the lower of the two in the middle is taken. The middle does not depend on how
    often a score comes, nor on weights above 0.

    Examples
    --------
    >>> from evalcore.counts import threshold_counts
    >>> default_threshold(threshold_counts([True, False], [0.98, 0.04]))
    0.5
    >>> default_threshold(threshold_counts([True, False, True], [3.0, -1.0, 2.0]))
    2.0
    """
    low, high = float(counts.threshold[-1]), float(counts.threshold[1])
    if low >= 0 and high <= 1:
        return 0.5
    return float(counts.threshold[(counts.threshold.size + 1) // 2])


def alike_threshold(
    tables: Sequence[tuple[ThresholdCounts, ThresholdCounts]], threshold: float, near: float = math.nan
) -> float:
    """Which threshold of a score decides as one of another score does, where both put the rows in the same order?

    Parameters
    ----------
    tables
        The tables of both scores, of the same rows: that of the score with the threshold, and that of the other one,
        which may have ties of which the first has none. One such pair for each set of rows, first the one that counts
        where no number decides alike of all.
    threshold
        That of the first score.
    near
        The number that is to be taken where it decides so; nan, or one that does not: another score.

    Returns
    -------
    float
        As it is written: in as few digits as decide the same, on all these rows. Rows that are tied with the last one
        are positive, too.

    Examples
    --------
    >>> from evalcore.counts import threshold_counts
    >>> both = tuple(threshold_counts([True, False, False], of) for of in ([0.9, 0.4, 0.2], [0.7, 0.1, 0.1]))
    >>> [alike_threshold([both], *of) for of in ((0.5, 0.25), (0.5, 0.8), (0.3, math.nan), (1, math.nan))]
    [0.25, 0.7, 0.1, 0.72]
    >>> more = tuple(threshold_counts([True, False], of) for of in ([0.9, 0.4], [0.7, 0.24]))
    >>> alike_threshold([both, more], 0.5, 0.241)
    0.241
    """
    places = [_place_alike(before, threshold, now) for before, now in tables]
    found = [_written_at(now, place, near) for (_before, now), place in zip(tables, places, strict=True)]
    if math.isfinite(near):
        found.append(near)
    for one in found:
        if all(int(now.index_of(one)) == place for (_before, now), place in zip(tables, places, strict=True)):
            return one
    return found[0]


def _place_alike(before: ThresholdCounts, threshold: float, now: ThresholdCounts) -> int:
    """Return in which row of a table as many are called positive as at a threshold of another one."""
    called = now.tp + now.fp
    wanted = float((before.tp + before.fp)[int(before.index_of(threshold))])
    # Weights may have been added up in another order.
    return int(np.searchsorted(called, wanted - ROUNDING * float(called[-1])))


def _written_at(now: ThresholdCounts, place: int, near: float) -> float:
    """Return a number that decides as a row of a table says, written as one nearby where that does so."""
    if math.isfinite(near) and int(now.index_of(near)) == place:
        return written_threshold(now.threshold, near).value
    return none_positive(now) if place == 0 else written_threshold(now.threshold, float(now.threshold[place])).value


def _rounded(value: float, step: float) -> float:
    """Return a multiple of `step` with the step's own digits: 29 * 0.005 must read 0.145 and equal a typed 0.145."""
    return round(value, max(0, 2 - math.floor(math.log10(step))))


def handle_steps(counts: ThresholdCounts, *, special: Iterable[float] = (), most: int = MOST_STEPS) -> FloatArray:
    """At which thresholds does the handle stop?

    Parameters
    ----------
    counts
        The table of one score.
    special
        Thresholds that must be among the steps (the current one, the best ones).
    most
        About how many even steps there are where the scores lie on no grid.

    Returns
    -------
    Ascending array, evenly spaced but for the special ones; its last step predicts nothing positive.

    Notes
    -----
    Where all scores are multiples of a round number that make at most 250 steps, those are the steps. Else an even grid
    of round numbers over the range of the scores; while there are at most `most` distinct scores they are steps, too.
    """
    wanted = [t for t in special if math.isfinite(t)]
    scores = counts.threshold[:0:-1]
    step = _grid(scores)
    if step is not None:
        first, last = np.rint(scores[[0, -1]] / step).tolist()
        even = _multiples(first, last, step)
        # A score just below the number it is written as is not taken at that number.
        wanted += scores[scores < _written(scores, step)].tolist()
    else:
        even = _even(float(scores[0]), float(scores[-1]), most)
        wanted += scores.tolist() if scores.size <= most else []
    return np.unique(np.concatenate([even, wanted, [none_positive(counts)]]))


def _even(low: float, high: float, parts: int) -> list[float]:
    """Return the round numbers from just below the lowest score to the highest."""
    if low == high:
        return [low]
    step = nice_step(high - low, parts + 2)
    even = _multiples(math.floor(low / step), math.floor(high / step), step)
    # Far from 0 the first multiple may be rounded to above the lowest score.
    return [min(even[0], low), *even[1:]]


def _multiples(first: float, last: float, step: float) -> list[float]:
    return [_rounded(k * step, step) for k in range(int(first), int(last) + 1)]


def _written(scores: FloatArray, step: float) -> FloatArray:
    """Return of each score the multiple of `step` that it is written as."""
    multiple, which = np.unique(np.rint(scores / step), return_inverse=True)
    return np.array([_rounded(k * step, step) for k in multiple.tolist()])[which]


def _grid(scores: FloatArray) -> float | None:
    """Return the largest round step of which all ascending scores are multiples; None where they are on no grid."""
    width = float(scores[-1] - scores[0])
    if width <= 0 or not math.isfinite(width):
        return None
    size = 10.0 ** math.ceil(math.log10(width))
    for step in (size * m for decade in (1, 0.1, 0.01, 0.001) for m in (decade, decade / 2, decade / 5)):
        # The smallest numbers have no tenth.
        if not step or width / step > MOST_GRID * (1 + 1e-9):
            return None
        if _on_grid(scores[:: max(1, scores.size // 100)], step) and _on_grid(scores, step):
            return step
    return None


def _on_grid(scores: FloatArray, step: float) -> bool:
    """Return whether each of ascending scores is, but for its last digit, a multiple of the step of its own."""
    multiple = np.rint(scores / step)
    near = np.abs(scores - multiple * step) <= 1e-9 * step + 4 * np.spacing(np.abs(scores))
    return bool(near.all() and (np.diff(multiple) > 0).all())


def _levels(score: FloatArray, width: float) -> IntArray:
    """Stack dots that would overlap; a dot never moves sideways."""
    level = np.zeros(score.size, dtype=np.int64)
    last: list[float] = []
    for i in np.argsort(score, kind="stable"):
        free = next((k for k, x in enumerate(last) if score[i] - x >= width), len(last))
        level[i] = free
        last[free : free + 1] = [float(score[i])]
    return level


def _strip(counts: ThresholdCounts, rows: tuple[BoolArray, FloatArray] | None) -> Strip:
    low, high = float(counts.threshold[-1]), float(counts.threshold[1])
    empty = np.empty(0)
    if rows is not None and rows[1].size <= MOST_DOTS:
        y_true, score = rows
        level = np.zeros(score.size, dtype=np.int64)
        width = (high - low or 1.0) / 70
        for side in (True, False):
            level[y_true == side] = _levels(score[y_true == side], width)
        return Strip(score, y_true, level, np.arange(1, score.size + 1), empty, empty, empty)
    edges = _edges(low, high)
    # Rows with edge <= score < next edge, and the highest score in the last bin: differences of the table's counts.
    at = counts.cells(counts.index_of(np.append(edges[:-1], np.inf)))
    none = np.empty(0, dtype=np.int64)
    return Strip(empty, np.empty(0, dtype=bool), none, none, edges, _falls(at.tp), _falls(at.fp))


def _edges(low: float, high: float) -> FloatArray:
    """Return the edges of the bars of scores between two."""
    if low == high:
        pad = max(0.5, abs(low) * 1e-9)  # far from 0 half a unit is lost in rounding
        low, high = low - pad, high + pad
    return np.linspace(low, high, BINS + 1)


def bar_at(counts: ThresholdCounts, threshold: float) -> tuple[float, float]:
    """In which bar of the strip is a threshold?

    Parameters
    ----------
    counts
        The table of one score.
    threshold
        Any number but nan; beyond the scores it is in the first bar or the last.

    Returns
    -------
    low, high
        Scores with low <= score < high are in it; `high` of the last bar is +inf.

    Examples
    --------
    >>> from evalcore.counts import threshold_counts
    >>> [round(end, 3) for end in bar_at(threshold_counts([True, False], [0.6, 0.0]), 0.305)]
    [0.3, 0.31]
    """
    edges = _edges(float(counts.threshold[-1]), float(counts.threshold[1]))
    place = min(max(int(np.searchsorted(edges, threshold, side="right")) - 1, 0), BINS - 1)
    return float(edges[place]), float(edges[place + 1]) if place < BINS - 1 else math.inf


def _falls(count: CountArray) -> FloatArray:
    return (count[:-1] - count[1:]).astype(np.float64)


def _bins(threshold: FloatArray) -> IndexArray:
    """Return where each bin of the axis begins among ascending thresholds; single thresholds while they are few."""
    n = threshold.size
    if n <= MOST_POINTS:
        return np.arange(n)
    width = (threshold[-1] - threshold[0]) / LINE_BINS
    start = np.searchsorted(threshold, threshold[0] + width * np.arange(LINE_BINS))
    return np.unique(start[start < n])


def _extremes(value: FloatArray, start: IndexArray) -> set[int]:
    """Return where a line is highest and lowest in each bin, and the bin's ends."""
    kept: set[int] = set()
    for first, after in pairwise([*start.tolist(), value.size]):
        piece = value[first:after]
        kept |= {first, first + int(piece.argmin()), first + int(piece.argmax()), after - 1}
    return kept


def threshold_view(
    counts: ThresholdCounts,
    *,
    special: Iterable[float] = (),
    rows: tuple[BoolArray, FloatArray] | None = None,
) -> ThresholdView:
    """What does a linked figure show of this score, at each step of its handle?

    Parameters
    ----------
    counts
        The exact table.
    special
        Thresholds that must be steps of the handle.
    rows
        `(y_true, score)`, shown as single dots when there are at most 200; without it, and above, bars are drawn.

    Returns
    -------
    ThresholdView
    """
    # In the order of rising thresholds, without the table's +inf.
    threshold = counts.threshold[:0:-1]
    cells = Cells(*(a[:0:-1] for a in (counts.tp, counts.fp, counts.fn, counts.tn)))
    start = _bins(threshold)
    kept: set[int] = set()
    for name in LINE_METRICS:
        kept |= _extremes(metrics.evaluate(name, cells), start)
    drawn = np.array(sorted(kept), dtype=np.intp)
    return ThresholdView(
        steps=_steps(counts, special),
        strip=_strip(counts, rows),
        line_threshold=threshold[drawn],
        lines=metrics.threshold_metrics(counts, LINE_METRICS, index=threshold.size - drawn),
        n_thresholds=threshold.size,
        low=float(threshold[0]),
        high=float(threshold[-1]),
    )


def with_steps(
    view: ThresholdView, counts: ThresholdCounts, special: Iterable[float], *, among: FloatArray | None = None
) -> ThresholdView:
    """Return the same view with other special thresholds among its steps; lines and bars are not made again.

    `among` has all thresholds, descending, from which one that is written must be told apart: those of the table when
    left out.
    """
    return replace(view, steps=_steps(counts, special, among))


def _steps(counts: ThresholdCounts, special: Iterable[float], among: FloatArray | None = None) -> Steps:
    threshold = handle_steps(counts, special=special)
    index = counts.index_of(threshold)
    tp, fp, fn, tn = (np.asarray(a, dtype=float) for a in counts.cells(index))
    every = counts.threshold if among is None else among
    written, digits = zip(*(written_threshold(every, t) for t in threshold.tolist()), strict=True)
    return Steps(
        threshold, written, digits, tp, fp, fn, tn, metrics.threshold_metrics(counts, STEP_METRICS, index=index)
    )
