"""What does one threshold do to each group, against all other rows, and how sure is that?"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import pandas as pd
from numpy.typing import ArrayLike

from evalcore.counts import ConfusionMatrix, ThresholdCounts
from evalcore.decisions._names import listed
from evalcore.decisions.group_counts import GroupCounts, group_counts
from evalcore.decisions.groups import Groups
from evalcore.errors import InputError, Message, present
from evalcore.intervals import Estimate, independent_difference
from evalcore.metrics import Reading, Readings, readings
from evalcore.support.cases import Cases
from evalcore.support.checks import check_level
from evalcore.support.results import Result

NAMES = ("recall", "fpr", "precision", "queue_rate", "accuracy")
FEW = 10  # rows of a class
SHARED_CASES = Message(
    "Some cases have rows in several groups, so that these depend on each other, and there is no interval of the "
    "difference."
)


@dataclass(frozen=True)
class GroupDifference(Estimate):
    """How much larger is a number in a group than in all other rows?

    Parameters
    ----------
    value, low, high, confidence_level, method, reason, warnings
        See `Estimate`; the interval is that of this difference alone.
    name : key of `METRICS`
    low_all, high_all : float
        Interval that holds together with those of all other groups (Bonferroni).
    """

    name: str = field(kw_only=True)
    low_all: float = field(default=math.nan, kw_only=True)
    high_all: float = field(default=math.nan, kw_only=True)


@dataclass(frozen=True, eq=False)
class GroupReadings(Result):
    """What does the threshold do to one group?

    Parameters
    ----------
    group : str or None
        Its name; None: the cell is empty.
    n : int, or float where rows are weighted
        Rows.
    share, prevalence : float
        Share of all rows; share of the positive ones in the group.
    confusion : ConfusionMatrix
    readings : Readings
        With intervals, each alone.
    together : Readings
        The same; each metric's interval holds together with those of all other groups (Bonferroni).
    differences : tuple of GroupDifference
        From all other rows, in the order of `readings`.
    warnings : tuple of Message
        That the group is small.
    """

    group: str | None
    n: float
    share: float
    prevalence: float
    confusion: ConfusionMatrix
    readings: Readings
    together: Readings
    differences: tuple[GroupDifference, ...]
    warnings: tuple[Message, ...] = ()


@dataclass(frozen=True, eq=False)
class ByGroup(Result):
    """What does one threshold do to each group? Iterating gives the groups.

    Parameters
    ----------
    rows : tuple of GroupReadings
        Those whose number `by` is farthest from that of all other rows come first; undefined ones last.
    whole : Readings
        Of all rows.
    threshold : float
    by : key of `METRICS`
    compared : int
        How many differences the joint intervals hold for: as many as there are groups; of two groups one.
    """

    rows: tuple[GroupReadings, ...]
    whole: Readings
    threshold: float
    by: str
    compared: int

    def __iter__(self) -> Iterator[GroupReadings]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, place: int) -> GroupReadings:
        return self.rows[place]

    def to_frame(self) -> pd.DataFrame:
        """Return a row a group and metric: value and difference from the rest, each with its ends, and notes."""
        columns = ("value", "low", "high")
        ends = ("value", "low", "high", "low_all", "high_all")
        return pd.DataFrame(
            [
                {
                    **{"group": row.group, "n": row.n, "metric": one.name},
                    **{name: getattr(one, name) for name in columns},
                    **{f"difference_{name}": getattr(apart, name) for name in ends},
                    "note": " ".join(map(str, present(one.reason, apart.reason, *one.warnings, *row.warnings))),
                }
                for row in self.rows
                for one, apart in zip(row.readings, row.differences, strict=True)
            ]
        )


def by_group(
    y_true: ArrayLike,
    y_score: ArrayLike,
    groups: ArrayLike | Groups,
    threshold: float,
    *,
    sample_weight: ArrayLike | None = None,
    case: ArrayLike | Cases | None = None,
    names: Sequence[str] = NAMES,
    by: str | None = None,
    confidence_level: float = 0.95,
) -> ByGroup:
    """What does one threshold do to each group, against all other rows?

    Parameters
    ----------
    y_true, y_score, groups, sample_weight, case
        As for `group_counts`.
    threshold : float
        Not nan.
    names : keys of `METRICS`
        What is read.
    by : one of `names`, optional
        By whose gap the groups are sorted; the first one when left out.
    confidence_level : float in (0, 1)

    Returns
    -------
    ByGroup

    Raises
    ------
    InputError
        As of `group_counts`; where a name is none.

    Notes
    -----
    A group is compared with all other rows, which do not depend on it: limits of the difference are recovered from the
    two intervals (`independent_difference`). Adjusted for the number of groups by one rule, Bonferroni's: with k groups
    `low_all` and `high_all` have the level 1 - (1 - confidence_level) / k each, and hold together about as often as
    they say, however the differences depend on each other (docs/coverage.md). Of two groups both differences are one.
    Where rows belong to cases all intervals are by case; a case with rows in several groups leaves no interval of
    differences, as weights leave none at all. *Undefined when* a metric is, in the group or in the rest: `reason` says
    why.

    Examples
    --------
    >>> y, score = [1, 1, 0, 0, 1, 1, 0, 0], [0.9, 0.8, 0.3, 0.6, 0.7, 0.2, 0.1, 0.4]
    >>> found = by_group(y, score, list("aaaabbbb"), 0.5, names=["recall"])
    >>> [(row.group, row.n, row.readings[0].value, row.differences[0].value) for row in found]
    [('a', 4, 1.0, 0.5), ('b', 4, 0.5, -0.5)]
    """
    found = group_counts(y_true, y_score, groups, sample_weight=sample_weight, case=case)
    return by_group_from_counts(found, threshold, names=names, by=by, confidence_level=confidence_level)


def by_group_from_counts(
    groups: GroupCounts,
    threshold: float,
    *,
    names: Sequence[str] = NAMES,
    by: str | None = None,
    confidence_level: float = 0.95,
) -> ByGroup:
    """What does one threshold do to each group? As `by_group`, of counts that are there.

    Parameters
    ----------
    groups : GroupCounts
    threshold, names, by, confidence_level
        As for `by_group`.

    Returns
    -------
    ByGroup
        *Undefined when* a metric is.
    """
    check_level(confidence_level)
    asked = listed(names)
    (by,) = listed([by or asked[0]])
    if by not in asked:
        raise InputError(
            "by must be one of {choices}; got '{value}'. Choose one of them.", choices=", ".join(asked), value=by
        )
    compared, level = joint_level(len(groups), confidence_level)
    levels = confidence_level, level
    whole = groups.whole.at(threshold)
    rows = [_of_group(groups, place, pair, asked, levels) for place, pair in enumerate(groups.matrices(threshold))]
    read = readings(whole, names=asked, confidence_level=confidence_level)
    gaps = [_gap(row, by) for row in rows]
    order = sorted(range(len(rows)), key=lambda i: (math.isnan(gaps[i]), -gaps[i]))
    return ByGroup(tuple(rows[i] for i in order), read, float(threshold), by, compared)


def joint_level(groups: int, confidence_level: float = 0.95) -> tuple[int, float]:
    """How many intervals are to hold together, and which level has each of them for that?

    By Bonferroni's rule; of two groups both differences from the rest are one.

    >>> joint_level(2), joint_level(5)
    ((1, 0.95), (5, 0.99))
    """
    compared = 1 if groups <= 2 else groups
    return compared, 1 - (1 - confidence_level) / compared


def _of_group(
    groups: GroupCounts,
    place: int,
    pair: tuple[ConfusionMatrix, ConfusionMatrix],
    names: Sequence[str],
    levels: tuple[float, float],
) -> GroupReadings:
    """Return what is read of one group."""
    own, _rest = pair
    alone, together = ([readings(of, names=names, confidence_level=level) for of in pair] for level in levels)
    differences = tuple(
        _difference(*pair, shares_cases=groups.shares_cases) for pair in zip(*alone, *together, strict=True)
    )
    total = groups.whole.n_pos + groups.whole.n_neg
    return GroupReadings(
        groups.names[place],
        own.n,
        own.n / total,
        (own.tp + own.fn) / own.n if own.n else math.nan,
        own,
        alone[0],
        together[0],
        differences,
        present(_small(own.tp + own.fn, own.fp + own.tn, weighted=own.weighted)),
    )


def _difference(
    own: Reading, rest: Reading, own_all: Reading, rest_all: Reading, *, shares_cases: bool
) -> GroupDifference:
    """Return how far a group is from the rest, alone and together with all others."""
    one, every = independent_difference(own, rest), independent_difference(own_all, rest_all)
    if shares_cases and one.reason is None:
        one, every = (
            Estimate(of.value, confidence_level=of.confidence_level, reason=SHARED_CASES) for of in (one, every)
        )
    return GroupDifference(**vars(one), name=own.name, low_all=every.low, high_all=every.high)


def _gap(row: GroupReadings, by: str) -> float:
    """Return how far the group is from the rest, by one number."""
    return next(abs(one.value) for one in row.differences if one.name == by)


def few_rows(counts: ThresholdCounts) -> Message | None:
    """Say that a group has few rows of a class; of weights nothing is said."""
    return _small(counts.n_pos, counts.n_neg, weighted=counts.weighted)


def _small(n_pos: float, n_neg: float, *, weighted: bool) -> Message | None:
    if weighted or min(n_pos, n_neg) >= FEW:
        return None
    return Message(
        "This group has {n_pos} positive and {n_neg} negative rows: fewer than ten of a class say little.",
        {"n_pos": int(n_pos), "n_neg": int(n_neg)},
    )
