"""How far apart are groups at a threshold, in the terms of fairness; and what cannot be equal at the same time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from evalcore.counts import Cells
from evalcore.decisions.group_counts import GroupCounts
from evalcore.errors import Message
from evalcore.metrics import evaluate
from evalcore.metrics.margins import ratio
from evalcore.support.arrays import FloatArray, frozen
from evalcore.support.results import Result

NAMES = ("queue_rate", "recall", "fpr", "precision", "fnr", "accuracy")
LARGEST_OF_MANY = Message(
    "The largest gap between groups is above 0 by chance even where all are alike, the more so the more there are and "
    "the smaller they are."
)
ONE_GROUP = Message("There are no two groups to compare.")


@dataclass(frozen=True, eq=False)
class GroupGap(Result):
    """How far apart are groups by one metric?

    Parameters
    ----------
    name : key of `METRICS`
    values : (groups,) float64
        nan where undefined: such a group is left out.
    difference : float
        Largest less smallest value; nan with fewer than two groups.
    ratio : float in [0, 1]
        Smallest by largest value; nan where the largest is 0.
    lowest, highest : int
        Places of the groups that have these values; -1 where there are none.
    """

    name: str
    values: FloatArray
    difference: float
    ratio: float
    lowest: int
    highest: int


@dataclass(frozen=True, eq=False)
class Parity(Result):
    """How far apart are groups, in the terms that Fairlearn uses?

    Parameters
    ----------
    demographic_parity_difference, demographic_parity_ratio : float
        Of the shares predicted positive.
    equalized_odds_difference : float
        The larger one of the differences of recall and of the false positive rate.
    equalized_odds_ratio : float
        The smaller one of their ratios.
    equal_opportunity_difference, equal_opportunity_ratio : float
        Of recall alone.
    gaps : tuple of GroupGap
        Of each metric, these among them.
    names : tuple of (str or None)
        The groups.
    reason : Message or None
        Why nothing is compared.
    warnings : tuple of Message
        What to mind; and which groups are left out where.
    """

    demographic_parity_difference: float
    demographic_parity_ratio: float
    equalized_odds_difference: float
    equalized_odds_ratio: float
    equal_opportunity_difference: float
    equal_opportunity_ratio: float
    gaps: tuple[GroupGap, ...]
    names: tuple[str | None, ...]
    reason: Message | None = None
    warnings: tuple[Message, ...] = ()

    def of(self, name: str) -> GroupGap:
        """Return the gap of a metric."""
        return next(gap for gap in self.gaps if gap.name == name)

    def to_frame(self) -> pd.DataFrame:
        """Return a row a metric: difference, ratio, and the groups with the lowest and the highest value."""
        known: tuple[str | None, ...] = (*self.names, None)  # the place -1 is none
        return pd.DataFrame(
            {
                **{name: [getattr(gap, name) for gap in self.gaps] for name in ("name", "difference", "ratio")},
                **{name: [known[getattr(gap, name)] for gap in self.gaps] for name in ("lowest", "highest")},
            }
        )


def parity(groups: GroupCounts, threshold: ArrayLike) -> Parity:
    """How far apart are groups at this threshold, or at a threshold of each?

    Parameters
    ----------
    groups : GroupCounts
    threshold : a number, or (groups,) numbers
        Of all groups, or one each.

    Returns
    -------
    Parity

    Notes
    -----
    Differences are the largest less the smallest value of the groups, ratios the smallest by the largest, as of
    Fairlearn's `MetricFrame` between groups; equalized odds take the worse of recall and false positive rate. A group
    in which a metric is undefined is left out, where Fairlearn would count 0. None of these numbers says that a rule is
    fair or is not. *Undefined when* fewer than two groups have a value.

    References
    ----------
    Agarwal et al. (2018), https://proceedings.mlr.press/v80/agarwal18a.html; Hardt, Price and Srebro (2016),
    https://papers.nips.cc/paper/6374

    Examples
    --------
    >>> from evalcore.decisions.group_counts import group_counts
    >>> y, score = [1, 1, 0, 0, 1, 1, 0, 0], [0.9, 0.8, 0.3, 0.6, 0.7, 0.2, 0.1, 0.4]
    >>> found = parity(group_counts(y, score, list("aaaabbbb")), 0.5)
    >>> found.demographic_parity_difference, found.equalized_odds_difference, found.equal_opportunity_ratio
    (0.5, 0.5, 0.5)
    """
    each = np.broadcast_to(np.asarray(threshold, dtype=np.float64), len(groups))
    return parity_of_cells(groups.cells_of_each(each), groups.names)


def parity_of_cells(cells: Cells, names: Sequence[str | None]) -> Parity:
    """How far apart are groups? As `parity`, of the cells of each: (groups,) arrays.

    *Undefined when* fewer than two groups have a value.
    """
    gaps = tuple(_gap(name, np.asarray(evaluate(name, cells), dtype=np.float64)) for name in NAMES)
    of = {gap.name: gap for gap in gaps}
    selection, recall, fpr = of["queue_rate"], of["recall"], of["fpr"]
    compared = len(names) > 1
    return Parity(
        selection.difference,
        selection.ratio,
        float(np.maximum(recall.difference, fpr.difference)),
        float(np.minimum(recall.ratio, fpr.ratio)),
        recall.difference,
        recall.ratio,
        gaps,
        tuple(names),
        None if compared else ONE_GROUP,
        (*((LARGEST_OF_MANY,) if compared else ()), *_left_out(of["recall"], of["fpr"])),
    )


def _gap(name: str, values: FloatArray) -> GroupGap:
    """Return how far values are apart."""
    known = np.flatnonzero(~np.isnan(values))
    frozen(values)
    if len(known) < 2:
        return GroupGap(name, values, np.nan, np.nan, -1, -1)
    low, high = (int(known[pick(values[known])]) for pick in (np.argmin, np.argmax))
    least, most = float(values[low]), float(values[high])
    return GroupGap(name, values, most - least, ratio(least, most), low, high)


def _left_out(*gaps: GroupGap) -> tuple[Message, ...]:
    """Say how many groups have no row of a class."""
    counts = [int(np.count_nonzero(np.isnan(gap.values))) for gap in gaps]
    said = (
        Message("Groups without a positive row, left out of recall: {count}.", {"count": counts[0]}),
        Message("Groups without a negative row, left out of the false positive rate: {count}.", {"count": counts[1]}),
    )
    return tuple(one for one, count in zip(said, counts, strict=True) if count)


@dataclass(frozen=True, eq=False)
class Impossibility(Result):
    """What would be unequal if two other things were equal?

    Parameters
    ----------
    names : tuple of (str or None)
    prevalence, precision, fnr, fpr : (groups,) float64
        Of each group, at the threshold.
    common_precision, common_fnr : float
        Those of all rows.
    implied_fpr : (groups,) float64
        The false positive rate that each group would have with these; above 1 no rule has them. nan where undefined.
    reason : Message or None
        Why there is none.
    """

    names: tuple[str | None, ...]
    prevalence: FloatArray
    precision: FloatArray
    fnr: FloatArray
    fpr: FloatArray
    common_precision: float
    common_fnr: float
    implied_fpr: FloatArray
    reason: Message | None = None

    @property
    def message(self) -> Message | None:
        """The impossibility in words, with these numbers; None where there are no two groups that it holds for."""
        known = ~np.isnan(self.implied_fpr)
        if np.count_nonzero(known) < 2:
            return None
        p, implied = self.prevalence[known], self.implied_fpr[known]
        values = {
            **{"precision": self.common_precision, "fnr": self.common_fnr},
            **{"least": float(p.min()), "most": float(p.max())},
            **{"low": float(implied.min()), "high": float(implied.max())},
        }
        return Message(
            "The share of positives is {least:.3g} to {most:.3g} in these groups. With precision {precision:.3g} and a "
            "false negative rate of {fnr:.3g} in each of them their false positive rates would be {low:.3g} to "
            "{high:.3g}.",
            values,
        )


def impossibility(groups: GroupCounts, threshold: float) -> Impossibility:
    """What false positive rates would groups have if precision and false negative rate were the same in all?

    Parameters
    ----------
    groups : GroupCounts
    threshold : float

    Returns
    -------
    Impossibility

    Notes
    -----
    FPR = p / (1 - p) (1 - precision) / precision (1 - FNR) holds of any rows with p the share of positives. So groups
    whose shares differ cannot have equal precision, FNR and FPR at the same time, unless no decision is wrong.
    *Undefined when* no row is predicted positive or all that are, are wrong; in a group of one class.

    References
    ----------
    Chouldechova (2017), https://doi.org/10.1089/big.2016.0047; Kleinberg, Mullainathan and Raghavan (2017),
    https://doi.org/10.4230/LIPIcs.ITCS.2017.43

    Examples
    --------
    >>> from evalcore.decisions.group_counts import group_counts
    >>> y, score = [1, 1, 1, 0, 1, 0, 0, 0], [0.9, 0.8, 0.3, 0.6, 0.7, 0.2, 0.6, 0.4]
    >>> found = impossibility(group_counts(y, score, list("aaaabbbb")), 0.5)
    >>> found.common_precision, found.common_fnr, found.implied_fpr.round(3).tolist()
    (0.6, 0.25, [1.5, 0.167])
    """
    cells, whole = groups.cells(threshold), groups.whole.at(threshold)
    prevalence, precision, fnr, fpr = (
        frozen(np.asarray(evaluate(name, cells), dtype=np.float64))
        for name in ("prevalence", "precision", "fnr", "fpr")
    )
    common, missed = float(evaluate("precision", whole)), float(evaluate("fnr", whole))
    odds = np.where((prevalence > 0) & (prevalence < 1), ratio(prevalence, 1 - prevalence), np.nan)
    implied = odds * ratio(1 - common, common) * (1 - missed) if common > 0 else np.full(len(odds), np.nan)
    reason = None
    if np.isnan(implied).all():
        reason = Message("No group has rows of both classes, or none is found: there is nothing to compare.")
    return Impossibility(groups.names, prevalence, precision, fnr, fpr, common, missed, frozen(implied), reason)
