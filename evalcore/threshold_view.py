"""What a figure with a live threshold shows: the slider's steps with their counts, the scores, the metric lines.

Everything here is read off one `ThresholdCounts`, so that no figure computes. Lines and bars are thinned for drawing
only; the counts at the steps of the slider are exact.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import cast

import numpy as np
from numpy.typing import NDArray

from evalcore import metrics
from evalcore.counts import ThresholdCounts

Floats = NDArray[np.float64]

MOST_STEPS = 200
MOST_DOTS = 200
BINS = 60
LINE_BINS = 90
LINE_METRICS = ("precision", "recall", "f1", "accuracy")


@dataclass(frozen=True, eq=False)
class Strip:
    """The scores by true class: single rows as dots (`level` stacks them), or bars (`edges`, shares of the class).

    `level` and `share_positive` grow upwards for the positive class; those of the negative class are drawn downwards.
    """

    score: Floats
    is_positive: NDArray[np.bool_]
    level: NDArray[np.int64]
    row: NDArray[np.int64]
    edges: Floats
    count_positive: Floats
    count_negative: Floats

    @property
    def has_dots(self) -> bool:
        """Whether single rows are shown."""
        return self.score.size > 0


@dataclass(frozen=True, eq=False)
class Steps:
    """The slider's thresholds, ascending, with the exact counts and metrics at each."""

    threshold: Floats
    tp: Floats
    fp: Floats
    fn: Floats
    tn: Floats
    metrics: Mapping[str, Floats]

    def nearest(self, threshold: float) -> int:
        """Return the index of the step closest to `threshold`."""
        return int(np.argmin(np.abs(self.threshold - threshold)))


@dataclass(frozen=True, eq=False)
class ThresholdView:
    """The slider's steps, the strip of scores, and the metric lines as drawn; `low` and `high` bound the scores."""

    steps: Steps
    strip: Strip
    line_threshold: Floats
    lines: Mapping[str, Floats]
    n_thresholds: int
    low: float
    high: float


def none_positive(counts: ThresholdCounts) -> float:
    """Which readable number lies just above every score, so that nothing is predicted positive?

    The table's own first threshold is +inf, which no slider and no number field can hold.

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
    step = _nice_step((top - low) or abs(top) or 1.0, 50)
    above = _rounded((math.floor(top / step) + 1) * step, step)
    # Far from 0 a step may be smaller than the distance of two floats.
    return above if above > top else float(np.nextafter(top, np.inf))


def _rounded(value: float, step: float) -> float:
    """Return a multiple of `step` with the step's own digits: 29 * 0.005 must read 0.145 and equal a typed 0.145."""
    return round(value, max(0, 2 - math.floor(math.log10(step))))


def _nice_step(width: float, parts: int) -> float:
    raw = width / parts
    size = 10.0 ** math.floor(math.log10(raw))
    return next(size * m for m in (1, 2, 5, 10) if size * m >= raw * (1 - 1e-9))


def slider_steps(counts: ThresholdCounts, *, special: Iterable[float] = (), most: int = MOST_STEPS) -> Floats:
    """At which thresholds does the slider stop?

    Parameters
    ----------
    counts
        The table of one score.
    special
        Thresholds that must be among the steps (the current one, the best ones).
    most
        With at most this many distinct thresholds each is a step; above, an even grid of round numbers over the
        range of the scores, and the special ones.

    Returns
    -------
    Ascending array; its last step predicts nothing positive.
    """
    top = none_positive(counts)
    wanted = [t for t in special if math.isfinite(t)]
    if counts.threshold.size <= most:
        grid = counts.threshold[1:]
    else:
        low, high = float(counts.threshold[-1]), float(counts.threshold[1])
        step = _nice_step(high - low, most + 2)
        first, last = math.floor(low / step), math.floor(high / step)
        grid = np.array([_rounded(k * step, step) for k in range(first, last + 1)])
    return np.unique(np.concatenate([grid, wanted, [top]]))


def _levels(score: Floats, width: float) -> NDArray[np.int64]:
    """Stack dots that would overlap; a dot never moves sideways."""
    level = np.zeros(score.size, dtype=np.int64)
    last: list[float] = []
    for i in np.argsort(score, kind="stable"):
        free = next((k for k, x in enumerate(last) if score[i] - x >= width), len(last))
        level[i] = free
        last[free : free + 1] = [float(score[i])]
    return level


def _strip(counts: ThresholdCounts, rows: tuple[NDArray[np.bool_], Floats] | None) -> Strip:
    low, high = float(counts.threshold[-1]), float(counts.threshold[1])
    empty = np.empty(0)
    if rows is not None and rows[1].size <= MOST_DOTS:
        y_true, score = rows
        level = np.zeros(score.size, dtype=np.int64)
        width = (high - low or 1.0) / 70
        for side in (True, False):
            level[y_true == side] = _levels(score[y_true == side], width)
        return Strip(score, y_true, level, np.arange(1, score.size + 1), empty, empty, empty)
    if low == high:
        low, high = low - 0.5, high + 0.5
    edges = np.linspace(low, high, BINS + 1)
    at = counts.threshold[1:]
    positive, _ = np.histogram(at, edges, weights=np.diff(counts.tp).astype(float))
    negative, _ = np.histogram(at, edges, weights=np.diff(counts.fp).astype(float))
    none = np.empty(0, dtype=np.int64)
    return Strip(empty, np.empty(0, dtype=bool), none, none, edges, positive, negative)


def _drawn(threshold: Floats, lines: Mapping[str, Floats]) -> NDArray[np.int64]:
    """Indices that keep every line's ends and, in each bin of the axis, its highest and lowest value."""
    n = threshold.size
    if n <= 500:
        return np.arange(n)
    width = (threshold[-1] - threshold[0]) / LINE_BINS or 1.0
    start = np.unique(np.searchsorted(threshold, threshold[0] + width * np.arange(LINE_BINS)).clip(0, n - 1))
    keep = [start, np.append(start[1:] - 1, n - 1)]
    length = np.diff(np.append(start, n))
    for value in lines.values():
        filled = np.where(np.isnan(value), 0.0, value)
        for extreme in (np.minimum, np.maximum):
            hits = np.flatnonzero(filled == np.repeat(extreme.reduceat(filled, start), length))
            owner = np.searchsorted(start, hits, side="right")
            keep.append(hits[np.append(True, np.diff(owner) > 0)])
    return np.unique(np.concatenate(keep))


def threshold_view(
    counts: ThresholdCounts,
    *,
    special: Iterable[float] = (),
    rows: tuple[NDArray[np.bool_], Floats] | None = None,
) -> ThresholdView:
    """What does a linked figure show of this score, at each step of its slider?

    Parameters
    ----------
    counts
        The exact table.
    special
        Thresholds that must be steps of the slider.
    rows
        `(y_true, score)`, shown as single dots when there are at most 200; without it, and above, bars are drawn.

    Returns
    -------
    ThresholdView
    """
    # In the order of rising thresholds, without the table's +inf.
    ascending = counts.cells(np.arange(counts.threshold.size - 1, 0, -1))
    threshold = counts.threshold[:0:-1]
    full = {name: cast(Floats, getattr(metrics, name)(ascending)) for name in LINE_METRICS}
    kept = _drawn(threshold, full)
    return ThresholdView(
        steps=_steps(counts, special),
        strip=_strip(counts, rows),
        line_threshold=threshold[kept],
        lines={name: value[kept] for name, value in full.items()},
        n_thresholds=threshold.size,
        low=float(threshold[0]),
        high=float(threshold[-1]),
    )


def with_steps(view: ThresholdView, counts: ThresholdCounts, special: Iterable[float]) -> ThresholdView:
    """Return the same view with other special thresholds among its steps; lines and bars are not made again."""
    return replace(view, steps=_steps(counts, special))


def _steps(counts: ThresholdCounts, special: Iterable[float]) -> Steps:
    threshold = slider_steps(counts, special=special)
    cells = counts.cells(counts.index_of(threshold))
    tp, fp, fn, tn = (np.asarray(a, dtype=float) for a in cells)
    return Steps(threshold, tp, fp, fn, tn, {name: getattr(metrics, name)(cells) for name in LINE_METRICS})
