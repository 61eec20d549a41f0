"""Where everything lies in a critical-difference diagram: the figure draws these places and computes none."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evalcore.significance.all_pairs import WilcoxonHolmResult
from evalcore.significance.cliques import Groups
from evalcore.significance.mean_rank_differences import NemenyiResult
from evalcore.support.arrays import FloatArray, frozen
from evalcore.support.results import Result


@dataclass(frozen=True)
class Bar:
    """One bar over learners that cannot be told apart.

    Parameters
    ----------
    low, high : float
        Mean ranks of its best and its worst learner.
    level : int >= 0
        Line to draw it on, 0 being nearest to the ranks; bars on one line do not touch.
    members : tuple of int
        Columns, the best first. A learner between low and high that is not among them does not belong to it.
    """

    low: float
    high: float
    level: int
    members: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class CriticalDifferenceDiagram(Result):
    """Where do learners and bars lie?

    Parameters
    ----------
    order : tuple of int
        Columns from the best mean rank to the worst.
    ranks : (learners,) float64
        Mean ranks in that order.
    low, high : (learners,) float64
        Ends of each learner's segment: its rank less and plus half the critical difference, in that order. Two segments
        overlap where the ranks differ by less than the critical difference. nan where there is none.
    critical_difference : float
        Length of the ruler; nan where groups come from pairwise tests, which have none.
    bars : tuple of Bar
    """

    order: tuple[int, ...]
    ranks: FloatArray
    low: FloatArray
    high: FloatArray
    critical_difference: float
    bars: tuple[Bar, ...]


def critical_difference_diagram(found: NemenyiResult | WilcoxonHolmResult) -> CriticalDifferenceDiagram:
    """Where do the learners and the bars of a critical-difference diagram lie?

    Parameters
    ----------
    found : NemenyiResult or WilcoxonHolmResult

    Returns
    -------
    CriticalDifferenceDiagram

    Notes
    -----
    A bar is drawn for each of `groups`, so none for one learner and none inside another of Nemenyi's. Groups of
    pairwise tests are not runs of neighbours, so a bar may pass over learners that do not belong to it.

    References
    ----------
    Demsar (2006), Journal of Machine Learning Research 7, 1-30, https://jmlr.org/papers/v7/demsar06a.html

    Examples
    --------
    >>> from evalcore.significance import nemenyi
    >>> diagram = critical_difference_diagram(nemenyi([2.875, 1, 2.125], 4))
    >>> diagram.order, [(bar.low, bar.high, bar.level) for bar in diagram.bars]
    ((1, 2, 0), [(1.0, 2.125, 0), (2.125, 2.875, 1)])
    """
    order = np.argsort(found.mean_ranks, kind="stable")
    ranks = found.mean_ranks[order]
    length = found.critical_difference if isinstance(found, NemenyiResult) else np.nan
    return CriticalDifferenceDiagram(
        tuple(order.tolist()),
        frozen(ranks),
        frozen(ranks - length / 2),
        frozen(ranks + length / 2),
        length,
        bars_of(found.mean_ranks, found.groups),
    )


def bars_of(mean_ranks: FloatArray, groups: Groups) -> tuple[Bar, ...]:
    """Return a bar for each group, from left to right, each on the first line where nothing is in its way."""
    members = [tuple(sorted(group, key=lambda i: (mean_ranks[i], i))) for group in groups]
    members.sort(key=lambda group: (mean_ranks[group[0]], -mean_ranks[group[-1]], group))
    bars: list[Bar] = []
    ends: list[float] = []
    for group in members:
        low, high = float(mean_ranks[group[0]]), float(mean_ranks[group[-1]])
        level = next((line for line, end in enumerate(ends) if end < low), len(ends))
        ends[level : level + 1] = [high]
        bars.append(Bar(low, high, level, group))
    return tuple(bars)
