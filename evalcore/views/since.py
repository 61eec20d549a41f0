"""What a figure shows of two samples a week apart: how many more rows of each class reach a score."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from evalcore.counts import ThresholdCounts
from evalcore.curves import thin
from evalcore.support.arrays import FloatArray

LEVEL: Final = 0.05


@dataclass(frozen=True, eq=False)
class DrawnShift:
    """The share of a class that scores at least so much, now less before, from the highest score down.

    `chance` is how far from 0 the whole line stays in 95 of 100 pairs of samples that do not differ; nan where rows are
    weighted or belong to cases.
    """

    name: str
    score: FloatArray
    difference: FloatArray
    chance: float


def drawn_shifts(before: ThresholdCounts, now: ThresholdCounts) -> tuple[DrawnShift, ...]:
    """Return for both classes how the share of rows from each score on has changed; of a class without rows nothing.

    >>> counts = ThresholdCounts.from_grouped([2, 1], [1, 1], [0, 2])
    >>> drawn_shifts(counts, ThresholdCounts.from_grouped([3, 1], [2, 1], [0, 2]))[0].difference.round(2).tolist()
    [0.67, 0.17, 0.0]
    """
    scores = np.union1d(before.threshold[1:], now.threshold[1:])[::-1]
    index = [counts.index_of(scores) for counts in (before, now)]
    found = []
    for name in ("positives", "negatives"):
        columns = [counts.tp if name == "positives" else counts.fp for counts in (before, now)]
        n, m = (float(column[-1]) for column in columns)
        if not (n and m):
            continue
        first, second = (column[place] / column[-1] for column, place in zip(columns, index, strict=True))
        points = thin(scores, second - first)
        alone = not any(counts.weighted or counts.of_cases for counts in (before, now))
        chance = math.sqrt(-math.log(LEVEL / 2) / 2 * (1 / n + 1 / m)) if alone else math.nan
        found.append(DrawnShift(name, scores[points], (second - first)[points], chance))
    return tuple(found)
