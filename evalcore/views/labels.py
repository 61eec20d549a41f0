"""What is written of the thresholds behind the points of a line: of each the number that a click on it sets."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from evalcore.counts import ThresholdCounts
from evalcore.support.arrays import BoolArray, FloatArray, IndexArray
from evalcore.views.digits import Written, between_scores, written_threshold
from evalcore.views.threshold import none_positive


@dataclass(frozen=True, eq=False)
class Labels:
    """Thresholds of a table as they are written, found when they are first asked for: not all planes are shown.

    `below` has of each threshold the next lower one of its table, from which it is told apart, and `above_all` is what
    is written where nothing is predicted positive. The table itself is not kept.
    """

    threshold: FloatArray
    below: FloatArray
    above_all: Written

    def where(self, which: BoolArray) -> Labels:
        """Return those of some of the points."""
        return Labels(self.threshold[which], self.below[which], self.above_all)

    @cached_property
    def _each(self) -> list[Written]:
        pairs = zip(self.threshold.tolist(), self.below.tolist(), strict=True)
        return [between_scores(t, below, t) if math.isfinite(t) else self.above_all for t, below in pairs]

    @cached_property
    def value(self) -> FloatArray:
        """The short numbers that decide as the thresholds do."""
        return np.array([one.value for one in self._each], dtype=np.float64)

    @cached_property
    def digits(self) -> IndexArray:
        """How many of their digits say something."""
        return np.array([one.digits for one in self._each], dtype=np.intp)


def labels(counts: ThresholdCounts, index: IndexArray, *, among: ThresholdCounts | None = None) -> Labels:
    """How are some thresholds of a table written where one points at them, so that a click sets what was read?

    Parameters
    ----------
    counts
        The table of one score.
    index
        Which of its thresholds.
    among
        The table whose thresholds those that are written must be told apart from; the same when left out.

    Returns
    -------
    Labels
        As `written_threshold` has them, and above all scores as `none_positive` does.

    Examples
    --------
    >>> from evalcore.counts import threshold_counts
    >>> labels(threshold_counts([True, False], [0.98765, 0.04321]), np.array([0, 1, 2])).value.tolist()
    [1.0, 0.98, 0.043]
    """
    table = counts if among is None else among
    threshold = counts.threshold[index]
    following = np.append(table.threshold, -np.inf)
    place = np.searchsorted(-table.threshold, -threshold)
    above_all = none_positive(table)
    return Labels(threshold, following[place + 1], written_threshold(table.threshold, above_all))
