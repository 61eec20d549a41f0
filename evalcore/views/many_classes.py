"""What stands beside each other where there are many classes: each against the rest, and their averages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from numpy.typing import ArrayLike

from evalcore.counts import ThresholdCounts
from evalcore.curves import (
    AucInterval,
    AveragePrecisionInterval,
    ClassAreaIntervals,
    HandTill,
    MacroAreas,
    auc_interval_from_counts,
    average_precision_interval,
    class_area_intervals,
    hand_till,
    macro_areas,
    macro_roc,
    micro_average_counts,
    precision_recall_curve,
)
from evalcore.errors import Message
from evalcore.views.curves import ClassLine, class_line

# FPRs at which the mean curve is drawn; its area comes from all points.
GRID = tuple(k / 200 for k in range(201))


@dataclass(frozen=True, eq=False)
class ManyClasses:
    """The ROC curves of all classes and of their averages, with every area.

    Parameters
    ----------
    lines : tuple of ClassLine
        One for each class, against the rest.
    micro : ClassLine
        All decisions pooled.
    macro : ClassLine or None
        The mean curve; None where a class has no curve.
    areas : MacroAreas
        AUC and average precision of each class, and their means.
    intervals : tuple of (AucInterval, AveragePrecisionInterval)
        Of each class on its own.
    averages : ClassAreaIntervals or None
        Of mean AUC, of that weighted by rows, and of M; None where rows are weighted.
    micro_average_precision : float in [0, 1]
    pairs : HandTill
        The mean over pairs of classes.
    undefined : tuple of Message
        Which classes lack something, and why; each sentence once.
    """

    lines: tuple[ClassLine, ...]
    micro: ClassLine
    macro: ClassLine | None
    areas: MacroAreas
    intervals: tuple[tuple[AucInterval, AveragePrecisionInterval], ...]
    averages: ClassAreaIntervals | None
    micro_average_precision: float
    pairs: HandTill
    undefined: tuple[Message, ...]


def many_classes(
    by_class: Mapping[str, ThresholdCounts],
    y_true: ArrayLike,
    scores: ArrayLike,
    *,
    micro: str = "micro",
    macro: str = "macro",
    sample_weight: ArrayLike | None = None,
) -> ManyClasses:
    """How does a score do for each of many classes, and on average?

    Parameters
    ----------
    by_class : mapping of class to ThresholdCounts
        Each class against the rest, in the order of the columns of `scores`.
    y_true : (n,) int
        The place of each row's class in that order.
    scores : (n, k) float
    micro, macro : str
        What the averages are called.
    sample_weight : (n,) float, optional
        How many rows each row stands for; `by_class` must have been counted with the same.

    Returns
    -------
    ManyClasses
    """
    areas, mean = macro_areas(by_class), macro_roc(by_class, grid=GRID)
    pooled = micro_average_counts(by_class)
    has_none = any(one.weighted or one.of_cases for one in by_class.values())
    pairs = hand_till(y_true, scores, list(by_class), sample_weight=sample_weight)
    return ManyClasses(
        lines=tuple(class_line(name, counts) for name, counts in by_class.items()),
        micro=class_line(micro, pooled),
        macro=ClassLine(macro, mean.fpr, mean.tpr, areas.auc) if mean.fpr.size else None,
        areas=areas,
        intervals=tuple(
            (auc_interval_from_counts(counts), average_precision_interval(counts)) for counts in by_class.values()
        ),
        averages=None if has_none else class_area_intervals(y_true, scores, list(by_class)),
        micro_average_precision=precision_recall_curve(pooled).average_precision,
        pairs=pairs,
        undefined=tuple({str(m): m for m in (*areas.undefined, *mean.undefined, *pairs.undefined)}.values()),
    )
