"""What a figure by group shows at each step of the threshold's handle: cells, one metric and its interval a group."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from evalcore.counts import Cells
from evalcore.decisions import GroupCounts, joint_level
from evalcore.decisions.by_group import FEW, NAMES
from evalcore.errors import Message
from evalcore.intervals import wilson
from evalcore.metrics import METRICS, evaluate
from evalcore.support.arrays import BoolArray, FloatArray, IntArray
from evalcore.support.checks import option
from evalcore.support.results import Result
from evalcore.views.threshold import Steps, ThresholdView

N = TypeVar("N")
X = TypeVar("X")
# Rows of a figure; of more groups those with the largest gaps are drawn.
MOST_DRAWN = 20
WEIGHTED = Message("Rows are weighted, so the figure has no intervals.")
BY_CASE = Message("Rows belong to cases, so the figure has no intervals; the table below has them, by case.")


class Apart(NamedTuple, Generic[N, X]):
    """Which group differs most from all other rows, of those whose gap has an interval without 0?

    Numbers of one threshold, or arrays of one number a step.

    Parameters
    ----------
    group : int64
        Its place among all groups; -1 where there is none.
    gap, low, high : float64
        Its number less that of all other rows, with an interval that holds together with those of all other groups, as
        `GroupDifference.low_all`; nan where there is none.
    n : int64
        How many such groups there are; -1 where no gap has an interval.
    """

    group: N
    gap: X
    low: X
    high: X
    n: N


@dataclass(frozen=True, eq=False)
class GroupsView(Result):
    """What each step of the handle shows of each group.

    Attributes
    ----------
    threshold : ThresholdView
        The strip and the steps, with the counts of all rows.
    metric : key of `METRICS`
        One of those that are a share of rows.
    names : tuple of (str or None)
        The groups that are drawn; the farthest from the rest at the threshold the view was made for come first.
    n, prevalence : (groups,) float64
        Rows, and the share of the positive ones; nan without rows.
    few : (groups,) bool
        Whether there are fewer than ten rows of a class.
    cells : Cells of (groups, steps) arrays
    value, low, high : (groups, steps) float64
        The metric, and an interval that holds together with those of all other groups; nan where undefined.
    whole : (steps,) float64
        The metric of all rows.
    lowest, highest : (steps,) int64
        Places, among all groups, of those with the smallest and the largest value; -1 with fewer than two values.
    least, most : (steps,) float64
        Their values; nan there.
    apart : Apart of (steps,) arrays
        Which group differs most from all other rows beyond its interval, and by how much.
    level : float
        Of each interval.
    compared : int
        How many intervals hold together.
    left_out : int
        Groups that are not drawn.
    reason : Message or None
        Why there are no intervals.
    behind : (steps,) float64 or None
        The metric of the rows the threshold was chosen on, where these are others.
    weighted : bool
        Whether `n` and `cells` are sums of weights.
    """

    threshold: ThresholdView
    metric: str
    names: tuple[str | None, ...]
    n: FloatArray
    prevalence: FloatArray
    few: BoolArray
    cells: Cells
    value: FloatArray
    low: FloatArray
    high: FloatArray
    whole: FloatArray
    lowest: IntArray
    highest: IntArray
    least: FloatArray
    most: FloatArray
    apart: Apart[IntArray, FloatArray]
    level: float
    compared: int
    left_out: int
    reason: Message | None = None
    behind: FloatArray | None = None
    weighted: bool = False


def groups_view(
    groups: GroupCounts,
    view: ThresholdView,
    *,
    metric: str,
    threshold: float,
    most: int = MOST_DRAWN,
    behind: Steps | None = None,
) -> GroupsView:
    """What does a figure show of each group, at each step of the threshold's handle?

    Parameters
    ----------
    groups : GroupCounts
    view : ThresholdView
        Of all rows; its steps are those of the figure.
    metric : "recall", "fpr", "precision", "queue_rate" or "accuracy"
    threshold : float
        By the gaps there the groups are sorted.
    most : int
        How many groups are drawn.
    behind : Steps, optional
        Of the rows the threshold was chosen on, at the steps of the figure.

    Returns
    -------
    GroupsView

    Raises
    ------
    InputError
        Where the metric is none of these.

    Notes
    -----
    One binary search a group and step, whatever the number of rows. Values and intervals are those of `by_group`
    (Wilson's, at the level that holds for all groups together), gaps and their intervals those of its differences.
    *Undefined when* the metric is; there are no intervals of weighted rows, and of cases, whose every step would have
    to go through all rows.
    """
    option(metric, "metric", NAMES)
    order = _by_gap(groups, metric, threshold)
    kept = order[:most]
    steps = view.steps
    every = Cells(*(np.asarray(cell, dtype=np.float64) for cell in groups.cells(steps.threshold)))
    values = np.asarray(evaluate(metric, every), dtype=np.float64)
    cells = Cells(*(cell[kept] for cell in every))
    compared, level = joint_level(len(groups))
    positive = (cells.tp + cells.fn)[:, 0]
    n = positive + (cells.fp + cells.tn)[:, 0]
    reason = WEIGHTED if groups.weighted else BY_CASE if groups.of_cases else None
    low, high = _ends(every, metric, level) if reason is None else (np.full(values.shape, np.nan),) * 2
    lowest, highest, least, most_of = _farthest(values)
    return GroupsView(
        view,
        metric,
        tuple(groups.names[i] for i in kept),
        n,
        np.divide(positive, n, out=np.full(len(kept), np.nan), where=n > 0),
        (np.minimum(positive, n - positive) < FEW) & (not groups.weighted),
        cells,
        values[kept],
        low[kept],
        high[kept],
        _read(metric, steps),
        lowest,
        highest,
        least,
        most_of,
        _apart(groups, every, np.asarray(steps.threshold), metric),
        level,
        compared,
        len(order) - len(kept),
        reason,
        None if behind is None else _read(metric, behind),
        groups.weighted,
    )


def _farthest(values: FloatArray) -> tuple[IntArray, IntArray, FloatArray, FloatArray]:
    """Return which of the groups has the smallest and the largest value at each step, and these values."""
    known = ~np.isnan(values)
    enough, steps = np.count_nonzero(known, axis=0) > 1, np.arange(values.shape[1])
    lowest = np.where(known, values, np.inf).argmin(axis=0)
    highest = np.where(known, values, -np.inf).argmax(axis=0)
    least, most = (np.where(enough, values[place, steps], np.nan) for place in (lowest, highest))
    return np.where(enough, lowest, -1), np.where(enough, highest, -1), least, most


def most_apart(groups: GroupCounts, metric: str, threshold: float) -> Apart[int, float]:
    """Which group differs most from all other rows at one threshold? As `GroupsView.apart`, of scalars.

    *Undefined when* there are no intervals, or fewer than two groups with a value: then there is none.

    Examples
    --------
    >>> from evalcore.decisions import group_counts
    >>> counts = group_counts([True] * 40, [0.9] * 20 + [0.2] * 20, ["a"] * 20 + ["b"] * 20)
    >>> found = most_apart(counts, "recall", 0.5)
    >>> found.group, found.gap, round(found.low, 3), found.n
    (0, 1.0, 0.772, 2)
    """
    at = np.array([threshold])
    every = Cells(*(np.asarray(cell, dtype=np.float64) for cell in groups.cells(at)))
    return Apart(*(part[0].item() for part in _apart(groups, every, at, metric)))


def _apart(groups: GroupCounts, every: Cells, thresholds: FloatArray, metric: str) -> Apart[IntArray, FloatArray]:
    """Return it at each step: limits are recovered from those of both sides, as by `independent_difference`."""
    n = thresholds.size
    unknown = np.full(n, np.nan)
    if groups.weighted or groups.of_cases:
        return Apart(np.full(n, -1), unknown, unknown, unknown, np.full(n, -1))
    sides = every, _rest(every, groups, thresholds)
    _compared, level = joint_level(len(groups))
    own, rest = (np.asarray(evaluate(metric, side), dtype=np.float64) for side in sides)
    (low, high), (low_rest, high_rest) = (_ends(side, metric, level) for side in sides)
    gap = own - rest
    low, high = gap - np.hypot(own - low, high_rest - rest), gap + np.hypot(high - own, rest - low_rest)
    differs = (low > 0) | (high < 0)
    group = np.where(differs, np.abs(gap), -1.0).argmax(axis=0)
    n_apart = np.where(np.isnan(low).all(axis=0), -1, np.count_nonzero(differs, axis=0))
    gap, low, high = (np.where(n_apart > 0, part[group, np.arange(n)], np.nan) for part in (gap, low, high))
    return Apart(np.where(n_apart > 0, group, -1), gap, low, high, n_apart)


def _rest(own: Cells, groups: GroupCounts, threshold: ArrayLike) -> Cells:
    """Return the cells of all rows but a group's; sums of weights may leave less than nothing by rounding."""
    total = groups.whole.cells(groups.whole.index_of(threshold))
    return Cells(*(np.maximum(every - mine, 0) for every, mine in zip(total, own, strict=True)))


def _read(metric: str, steps: Steps) -> FloatArray:
    """Return a metric of all rows at each step."""
    return np.asarray(evaluate(metric, Cells(steps.tp, steps.fp, steps.fn, steps.tn)), dtype=np.float64)


def _by_gap(groups: GroupCounts, metric: str, threshold: float) -> list[int]:
    """Return the places of the groups, the farthest from all other rows first, as `by_group` sorts them."""
    own = groups.cells(threshold)
    gap = np.abs(evaluate(metric, own) - evaluate(metric, _rest(own, groups, threshold)))
    return list(map(int, np.argsort(-np.nan_to_num(gap, nan=-1.0), kind="stable")))


def _ends(cells: Cells, metric: str, level: float) -> tuple[FloatArray, FloatArray]:
    """Return Wilson's interval of a share of rows, nan where there are none."""
    parts = METRICS[metric].parts
    assert parts is not None
    found = wilson(*parts(cells), confidence_level=level)
    return np.asarray(found.low), np.asarray(found.high)
