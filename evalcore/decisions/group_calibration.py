"""Do scores, read as probabilities, come true in each group as often as they say?"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import pandas as pd

from evalcore.calibration import WEIGHTED, Calibration
from evalcore.costs import brier_interval
from evalcore.counts import ThresholdCounts
from evalcore.counts.reasons import no_probabilities, not_alone
from evalcore.decisions.by_group import few_rows
from evalcore.decisions.group_counts import GroupCounts, calibration_by_group
from evalcore.errors import Message, present
from evalcore.intervals import Estimate
from evalcore.intervals.skewed import skewed_mean
from evalcore.support.checks import check_level
from evalcore.support.results import Result

ALIKE = Message("All rows of the group are off by the same, so there is no interval.")


@dataclass(frozen=True, eq=False)
class GroupCalibration(Result):
    """Do scores come true in one group as often as they say?

    Parameters
    ----------
    group : str or None
        Its name; None: the cell is empty.
    n : float
        Rows, or the sum of their weights.
    score, share : float in [0, 1]
        Mean score, and share of positive rows.
    gap : Estimate
        Share less mean score: above 0 the scores promise too little. Its interval holds together with those of all
        other groups.
    brier : Estimate
        Brier score, with an interval of its own.
    bins : Calibration
        Share against mean score in bins of the group's rows.
    warnings : tuple of Message
        That the group is small.
    """

    group: str | None
    n: float
    score: float
    share: float
    gap: Estimate
    brier: Estimate
    bins: Calibration
    warnings: tuple[Message, ...] = ()


@dataclass(frozen=True, eq=False)
class CalibratedGroups(Result):
    """Do scores come true in each group as often as they say? The farthest off comes first, undefined ones last.

    Parameters
    ----------
    rows : tuple of GroupCalibration
    compared : int
        How many intervals of gaps hold together: as many as there are groups.
    level : float
        Of each of them.
    reason : Message or None
        Why nothing is known of any group.
    """

    rows: tuple[GroupCalibration, ...]
    compared: int
    level: float
    reason: Message | None = None

    @property
    def has_ends(self) -> bool:
        """Whether the gap of any group has an interval."""
        return any(not math.isnan(row.gap.low) for row in self.rows)

    def to_frame(self) -> pd.DataFrame:
        """Return a row a group: rows, mean score, share, gap and Brier score with their ends."""
        return pd.DataFrame(
            [
                {
                    **{"group": row.group, "n": row.n, "score": row.score, "share": row.share},
                    **{"gap": row.gap.value, "gap_low": row.gap.low, "gap_high": row.gap.high},
                    **{"brier": row.brier.value, "brier_low": row.brier.low, "brier_high": row.brier.high},
                }
                for row in self.rows
            ]
        )


def calibrated_groups(groups: GroupCounts, *, bins: int = 10, confidence_level: float = 0.95) -> CalibratedGroups:
    """Do scores, read as probabilities, come true in each group as often as they say?

    Parameters
    ----------
    groups : GroupCounts
    bins : int from 1 to 1000
        Of each group, see `calibration`.
    confidence_level : float in (0, 1)
        Of all gaps together, and of each Brier score alone.

    Returns
    -------
    CalibratedGroups

    Notes
    -----
    Share of positives less mean score is the mean of y - s, a number a row: its interval is that of a skewed mean
    (`skewed_mean`), at the level 1 - (1 - confidence_level) / k for k groups (Bonferroni). *Undefined when* a score is
    not in [0, 1]; there is no interval of weights, of rows that belong to cases, and of rows that are all off by the
    same.

    Examples
    --------
    >>> from evalcore.decisions.group_counts import group_counts
    >>> found = group_counts([1, 0, 1, 0, 1, 0], [0.9, 0.8, 0.4, 0.1, 0.8, 0.2], list("aabbbb"))
    >>> [(row.group, round(row.score, 3), row.share, round(row.gap.value, 3)) for row in calibrated_groups(found).rows]
    [('a', 0.85, 0.5, -0.35), ('b', 0.375, 0.5, 0.125)]
    """
    check_level(confidence_level)
    compared = len(groups)
    level = 1 - (1 - confidence_level) / max(compared, 1)
    found = [
        GroupCalibration(
            name,
            counts.n_pos + counts.n_neg,
            *_means(counts),
            _gap(counts, level),
            brier_interval(counts, confidence_level=confidence_level),
            binned,
            present(few_rows(counts)),
        )
        for name, counts, binned in zip(
            groups.names, groups.counts, calibration_by_group(groups, bins=bins), strict=True
        )
    ]
    found.sort(key=lambda row: (math.isnan(row.gap.value), -abs(row.gap.value)))
    return CalibratedGroups(tuple(found), compared, level, no_probabilities(groups.whole))


def _means(counts: ThresholdCounts) -> tuple[float, float]:
    """Return mean score and share of positives; nan where the scores are no probabilities."""
    n = counts.n_pos + counts.n_neg
    if no_probabilities(counts) is not None or not n:
        return math.nan, math.nan
    of_rows = np.diff(counts.tp) + np.diff(counts.fp)
    return float(of_rows @ counts.threshold[1:]) / n, counts.n_pos / n


def _gap(counts: ThresholdCounts, level: float) -> Estimate:
    """Return share of positives less mean score, with its interval."""
    score, share = _means(counts)
    reason, n = no_probabilities(counts), counts.n_pos + counts.n_neg
    gap = share - score
    if reason is not None or (reason := not_alone(counts, WEIGHTED)) is not None:
        return Estimate(gap, confidence_level=level, reason=reason)
    pos, neg = np.diff(counts.tp), np.diff(counts.fp)
    off_pos, off_neg = 1 - counts.threshold[1:] - gap, -counts.threshold[1:] - gap
    square, cube = (float(pos @ off_pos**k + neg @ off_neg**k) / n for k in (2, 3))
    if n < 2 or square < 1e-15:
        return Estimate(gap, confidence_level=level, reason=ALIKE)
    skewness = cube / square**1.5 / math.sqrt(n)
    low, high = skewed_mean(gap, math.sqrt(square / (n - 1)), skewness, n - 1, confidence_level=level)
    return Estimate(gap, max(float(low), -1.0), min(float(high), 1.0), confidence_level=level)
