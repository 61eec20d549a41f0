"""Which of several thresholds that are equally good is taken: one rule for all choices."""

from __future__ import annotations

import numpy as np

from evalcore.counts.table import ThresholdCounts
from evalcore.support.arrays import BoolArray, CountArray, IndexArray


def preferred(counts: ThresholdCounts, tied: IndexArray) -> int:
    """Return the tied row with the highest threshold that no other beats in one rate for nothing in the other."""
    return int(tied[np.searchsorted(counts.fp[tied], counts.fp[tied[0]], side="right") - 1])


def preferred_in_samples(tied: BoolArray, fp: CountArray, tp: CountArray) -> IndexArray:
    """Return the same of many tables at once, (tables, rows): the place that each prefers among its tied ones."""
    fewest_alarms = np.where(tied, fp, fp[:, -1:]).min(axis=1, keepdims=True)
    return np.asarray(np.argmax(np.where(tied & (fp == fewest_alarms), tp, -1), axis=1))
