"""Which classes are taken for which, the most frequent first, and an order in which such classes are neighbours."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from scipy.cluster import hierarchy
from scipy.spatial import distance

from evalcore.counts import ConfusionMatrix
from evalcore.counts.given import of_labels
from evalcore.counts.reasons import neither_way
from evalcore.intervals import Estimate, share_of, wilson
from evalcore.intervals.shares import WEIGHTED
from evalcore.support.arrays import FloatArray, IndexArray, frozen
from evalcore.support.checks import check_level, whole_number
from evalcore.support.results import Result

MOST_OPTIMAL = 500  # classes: the work grows with their cube, and 1,000 take a second


@dataclass(frozen=True, eq=False)
class Confusion(Result):
    """A class taken for another, how often, and how large a share of its rows that is.

    Parameters
    ----------
    truth, predicted : labels of the classes
    rows : float
        Or the sum of their weights.
    share : Estimate
        Of the rows of the true class.
    of_mistakes : float in (0, 1]
        Share of all wrong rows.
    """

    truth: Any
    predicted: Any
    rows: float
    share: Estimate
    of_mistakes: float


@dataclass(frozen=True, eq=False)
class ClassOrder(Result):
    """In which order are classes that are taken for each other neighbours?

    Parameters
    ----------
    places : (k,) int
        Places of the classes in their own order: the table in the new one is `table[np.ix_(places, places)]`.
    classes : tuple
        The classes in the new order.
    similarity : (k, k) float64 in [0, 1]
        In their own order: mean of the shares of both classes' rows that are taken for the other; 0 on the diagonal.
    """

    places: IndexArray
    classes: tuple[Any, ...]
    similarity: FloatArray

    def to_frame(self) -> pd.DataFrame:
        """Return the similarities in the new order."""
        ordered = self.similarity[np.ix_(self.places, self.places)]
        return pd.DataFrame(ordered, index=list(self.classes), columns=list(self.classes))


@of_labels
def confusions(
    cm: ConfusionMatrix, *, most: int | None = None, confidence_level: float = 0.95
) -> tuple[Confusion, ...]:
    """Which class is taken for which, the most frequent mistake first?

    Parameters
    ----------
    cm : ConfusionMatrix of any number of classes
    most : int >= 1, optional
        How many mistakes are listed; all when left out.
    confidence_level : float in (0, 1)
        Of each interval on its own; the largest of many shares is too large on the rows it was found on.

    Returns
    -------
    tuple of Confusion
        Those equally frequent in the order of the classes, by truth and then by prediction; empty where no row is
        wrong.

    Notes
    -----
    Wilson's interval of the share, by case that of `share_of`; none with weights.

    Examples
    --------
    >>> [(of.truth, of.predicted, of.rows, round(of.share.value, 3)) for of in confusions(
    ...     ConfusionMatrix([[50, 3, 2], [10, 20, 5], [1, 4, 5]], ("a", "b", "c")), most=3)]
    [('b', 'a', 10, 0.286), ('b', 'c', 5, 0.143), ('c', 'b', 4, 0.4)]
    """
    check_level(confidence_level)
    k, wrong = len(cm.classes), np.where(np.eye(len(cm.classes), dtype=bool), 0, cm.table)
    order = np.argsort(-wrong, axis=None, kind="stable")
    order = order[wrong.ravel()[order] > 0][: None if most is None else whole_number(most, "most", least=1)]
    total, sizes = wrong.sum().item(), cm.table.sum(axis=1)
    found = []
    for truth, predicted in zip(*(of.tolist() for of in np.divmod(order, k)), strict=True):
        rows = wrong[truth, predicted].item()
        share = _share(cm, truth, predicted, sizes[truth].item(), confidence_level)
        found.append(Confusion(cm.classes[truth], cm.classes[predicted], rows, share, rows / total))
    return tuple(found)


@of_labels
def class_order(cm: ConfusionMatrix) -> ClassOrder:
    """In which order are classes that are taken for each other neighbours?

    Parameters
    ----------
    cm : ConfusionMatrix of any number of classes
        Of rows or of weights.

    Returns
    -------
    ClassOrder

    Notes
    -----
    How similar two classes are is the mean of two shares: rows of the first taken for the second, and the reverse.
    Classes are joined by average linkage of 1 - similarity / largest similarity, and the leaves of that tree are
    ordered so that neighbours are as near as the tree allows (optimal leaf ordering; beyond 500 classes the leaves as
    they are joined). Nothing is drawn by chance, equal distances are decided by the order of the classes, and of both
    directions the one is taken in which the class that comes first in its own order is nearer to the beginning. Classes
    that are never taken for another keep their order if none is.

    References
    ----------
    Bar-Joseph, Gifford and Jaakkola (2001), https://doi.org/10.1093/bioinformatics/17.suppl_1.S22

    Examples
    --------
    >>> class_order(ConfusionMatrix([[9, 0, 4, 0], [0, 9, 0, 3], [5, 0, 9, 1], [0, 2, 0, 9]], tuple("abcd"))).classes
    ('a', 'c', 'd', 'b')
    """
    similarity = _similarity(cm)
    places = _leaves(similarity)
    if np.flatnonzero(places == 0)[0] > (len(places) - 1) / 2:
        places = places[::-1].copy()
    return ClassOrder(frozen(places), tuple(cm.classes[place] for place in places), frozen(similarity))


def _similarity(cm: ConfusionMatrix) -> FloatArray:
    """Return how large a share of the rows of two classes is taken for the other; a class without rows has none."""
    table = cm.table.astype(np.float64)
    sizes = table.sum(axis=1, keepdims=True)
    shares = np.divide(table, sizes, out=np.zeros_like(table), where=sizes > 0)
    np.fill_diagonal(shares, 0)
    return np.asarray((shares + shares.T) / 2)


def _leaves(similarity: FloatArray) -> IndexArray:
    """Return the classes in an order in which similar ones are near each other."""
    k, most = len(similarity), float(similarity.max())
    if k < 3 or most == 0:
        return np.arange(k)
    apart = distance.squareform(1 - similarity / most, checks=False)
    tree = hierarchy.linkage(apart, method="average", optimal_ordering=k <= MOST_OPTIMAL)
    return np.asarray(hierarchy.leaves_list(tree), dtype=np.intp)


def _share(cm: ConfusionMatrix, truth: int, predicted: int, size: float, level: float) -> Estimate:
    """Return the share of a class that is taken for another, with its interval."""
    rows, k = cm.table[truth, predicted].item(), len(cm.classes)
    if (reason := neither_way(cm, WEIGHTED)) is not None:
        return Estimate(rows / size if size else math.nan, confidence_level=level, reason=reason)
    if cm.rows is None:
        low, high = wilson(rows, size, confidence_level=level)
        return Estimate(rows / size, float(low), float(high), confidence_level=level)
    cell = cm.rows.cell
    return share_of(cell == truth * k + predicted, cell // k == truth, cases=cm.rows.cases, confidence_level=level)
