"""Which learners stand together: the largest groups in which no two were told apart."""

from __future__ import annotations

import numpy as np

from evalcore.support.arrays import BoolArray, FloatArray

Groups = tuple[tuple[int, ...], ...]


def rank_groups(mean_ranks: FloatArray, critical_difference: float) -> Groups:
    """Return the largest groups of learners whose mean ranks all differ by less than the critical difference.

    Parameters
    ----------
    mean_ranks : (k,) float64
    critical_difference : float

    Returns
    -------
    tuple of tuple of int
        Columns in ascending order, the group with the best learner first. A learner that stands alone is in no group,
        and no group lies inside another.

    Notes
    -----
    Ranks lie on a line, so a group is a run of neighbours.

    Examples
    --------
    >>> rank_groups(np.array([2.875, 1.0, 2.125]), 1.657)
    ((1, 2), (0, 2))
    """
    order = np.argsort(mean_ranks, kind="stable")
    ascending = mean_ranks[order]
    groups, last = [], 0
    for first, rank in enumerate(ascending):
        stop = int(np.searchsorted(ascending - rank, critical_difference))
        if stop - first > 1 and stop > last:
            groups.append(tuple(sorted(order[first:stop].tolist())))
        last = max(last, stop)
    return tuple(groups)


def maximal_cliques(together: BoolArray) -> Groups:
    """Return the largest groups in which every two belong together.

    Parameters
    ----------
    together : (k, k) bool, symmetric
        The diagonal is not looked at.

    Returns
    -------
    tuple of tuple of int
        In ascending order; at least two each, and none inside another.

    Notes
    -----
    Pairwise verdicts need not follow any order: a and c may be told apart while both belong together with b, which
    stands left or right of them. So these are cliques of a graph, found by Bron and Kerbosch's search with a pivot.

    References
    ----------
    Bron and Kerbosch (1973), https://doi.org/10.1145/362342.362367; Tomita, Tanaka and Takahashi (2006),
    https://doi.org/10.1016/j.tcs.2006.06.015

    Examples
    --------
    >>> maximal_cliques(np.array([[1, 1, 1], [1, 1, 0], [1, 0, 1]]) == 1)
    ((0, 1), (0, 2))
    """
    neighbours = [set(np.flatnonzero(row).tolist()) - {i} for i, row in enumerate(together)]
    found: list[tuple[int, ...]] = []

    def grow(group: set[int], candidates: set[int], done: set[int]) -> None:
        """Note each maximal group that adds candidates to this one and holds none of what is done."""
        if not candidates and not done and len(group) > 1:
            found.append(tuple(sorted(group)))
        if not candidates:
            return
        pivot = max(candidates | done, key=lambda i: len(neighbours[i] & candidates))
        for i in sorted(candidates - neighbours[pivot]):
            grow(group | {i}, candidates & neighbours[i], done & neighbours[i])
            candidates = candidates - {i}
            done = done | {i}

    grow(set(), set(range(len(together))), set())
    return tuple(sorted(found))
