"""What a figure by group shows at each step of the threshold's handle: cells, one metric and its interval a group."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

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

# Rows of a figure; of more groups those with the largest gaps are drawn.
MOST_DRAWN = 20
WEIGHTED = Message("Rows are weighted, so the figure has no intervals.")
BY_CASE = Message("Rows belong to cases, so the figure has no intervals; the table below has them, by case.")


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
    overlap : (steps,) bool
        Whether the intervals of these two groups share a value: that shows no difference, and no equality either.
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
    overlap: BoolArray
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
    (Wilson's, at the level that holds for all groups together). *Undefined when* the metric is; there are no
    intervals of weighted rows, and of cases, whose every step would have to go through all rows.
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
        _overlap(low, high, lowest, highest),
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


def ends_overlap(groups: GroupCounts, metric: str, threshold: float) -> bool:
    """Do the intervals of the groups with the smallest and the largest value share a value? As `GroupsView.overlap`.

    *Undefined when* there are no intervals, or fewer than two values: then not.

    Examples
    --------
    >>> from evalcore.decisions import group_counts
    >>> counts = group_counts([True] * 4, [0.9, 0.2, 0.8, 0.7], ["a", "a", "b", "b"])
    >>> ends_overlap(counts, "recall", 0.5)
    True
    """
    if groups.weighted or groups.of_cases:
        return False
    every = Cells(*(np.asarray(cell, dtype=np.float64) for cell in groups.cells(np.array([threshold]))))
    lowest, highest, _least, _most = _farthest(np.asarray(evaluate(metric, every), dtype=np.float64))
    _compared, level = joint_level(len(groups))
    return bool(_overlap(*_ends(every, metric, level), lowest, highest)[0])


def _overlap(low: FloatArray, high: FloatArray, lowest: IntArray, highest: IntArray) -> BoolArray:
    """Tell at each step whether the interval of the lowest group reaches that of the highest, which is another."""
    steps = np.arange(lowest.size)
    return np.asarray((lowest != highest) & (high[lowest, steps] >= low[highest, steps]))


def _read(metric: str, steps: Steps) -> FloatArray:
    """Return a metric of all rows at each step."""
    return np.asarray(evaluate(metric, Cells(steps.tp, steps.fp, steps.fn, steps.tn)), dtype=np.float64)


def _by_gap(groups: GroupCounts, metric: str, threshold: float) -> list[int]:
    """Return the places of the groups, the farthest from all other rows first, as `by_group` sorts them."""
    own, whole = groups.cells(threshold), groups.whole.at(threshold)
    total = [getattr(whole, name) for name in Cells._fields]
    # Sums of weights may leave less than nothing by rounding.
    rest = Cells(*(np.maximum(every - mine, 0) for every, mine in zip(total, own, strict=True)))
    gap = np.abs(evaluate(metric, own) - evaluate(metric, rest))
    return list(map(int, np.argsort(-np.nan_to_num(gap, nan=-1.0), kind="stable")))


def _ends(cells: Cells, metric: str, level: float) -> tuple[FloatArray, FloatArray]:
    """Return Wilson's interval of a share of rows, nan where there are none."""
    parts = METRICS[metric].parts
    assert parts is not None
    found = wilson(*parts(cells), confidence_level=level)
    return np.asarray(found.low), np.asarray(found.high)
