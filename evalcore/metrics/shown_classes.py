"""The matrix of many classes as it can be seen: similar classes beside each other, and few ones each by itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from evalcore.counts import ConfusionMatrix
from evalcore.counts.given import of_labels
from evalcore.metrics.averages import PerClass, per_class
from evalcore.metrics.confusions import class_order
from evalcore.support.arrays import FloatArray, IndexArray, frozen
from evalcore.support.checks import whole_number
from evalcore.support.results import Result


@dataclass(frozen=True, eq=False)
class ShownClasses(Result):
    """Which classes have a row and a column of their own, in which order, and which are one row together?

    Parameters
    ----------
    cm : ConfusionMatrix
        In the new order; "other", where there is one, is the last class. In its last cell are also mistakes among the
        classes of "other".
    each : PerClass
        Of the matrix in `cm`; "other" has no precision, recall or F1, only its rows.
    members : tuple of tuple of int
        Places of the classes in their own order that each row of `cm` stands for.
    other : tuple
        The classes that are one row together, in their own order.
    mistaken_within : float
        Rows of "other" that are taken for another class of "other".
    """

    cm: ConfusionMatrix
    each: PerClass
    members: tuple[tuple[int, ...], ...]
    other: tuple[Any, ...]
    mistaken_within: float


@of_labels
def shown_classes(
    cm: ConfusionMatrix, *, similar: bool = False, most: int | None = None, other: str = "other"
) -> ShownClasses:
    """Which classes have a row and a column of their own, in which order, and which are one row together?

    Parameters
    ----------
    cm : ConfusionMatrix of any number of classes
    similar : bool
        Whether classes that are taken for each other are neighbours (`class_order`); else they keep their order.
    most : int >= 3, optional
        How many rows there may be, "other" among them; all classes when left out.
    other : str
        What the row of the rest is called.

    Returns
    -------
    ShownClasses

    Notes
    -----
    Classes of their own are those with the most mistakes: rows of the class taken for another, and of another taken for
    it; of classes with as many the first. *Undefined when* a class is one of "other": its precision, recall and F1 are
    not those of the row, which has none.

    Examples
    --------
    >>> cm = ConfusionMatrix([[9, 1, 0, 0], [2, 9, 0, 0], [0, 0, 5, 1], [0, 0, 0, 4]], tuple("abcd"))
    >>> found = shown_classes(cm, most=3)
    >>> found.cm.classes, found.cm.table.tolist(), found.other, found.mistaken_within
    (('a', 'b', 'other'), [[9, 1, 0], [2, 9, 0], [0, 0, 10]], ('c', 'd'), 1)
    """
    k = len(cm.classes)
    order = class_order(cm).places if similar else np.arange(k)
    limit = k if most is None else whole_number(most, "most", least=3)
    kept = order if k <= limit else order[np.isin(order, _most_mistaken(cm, limit - 1))]
    rest = np.setdiff1d(np.arange(k), kept)
    members = [(int(place),) for place in kept] + ([tuple(rest.tolist())] if len(rest) else [])
    names = [cm.classes[place] for place in kept] + ([other] if len(rest) else [])
    among = cm.table[np.ix_(rest, rest)]
    return ShownClasses(
        ConfusionMatrix(_summed(cm, members), names),
        _each(cm, kept, rest, tuple(names)),
        tuple(members),
        tuple(cm.classes[place] for place in rest),
        (among.sum() - np.trace(among)).item(),
    )


def _most_mistaken(cm: ConfusionMatrix, n: int) -> IndexArray:
    wrong = np.where(np.eye(len(cm.classes), dtype=bool), 0, cm.table)
    return np.argsort(-(wrong.sum(axis=0) + wrong.sum(axis=1)), kind="stable")[:n]


def _summed(cm: ConfusionMatrix, members: list[tuple[int, ...]]) -> Any:
    """Return the table with a row and a column for each group of classes."""
    into = np.zeros((len(members), len(cm.classes)), dtype=cm.table.dtype)
    for row, places in enumerate(members):
        into[row, list(places)] = 1
    return into @ cm.table @ into.T


def _each(cm: ConfusionMatrix, kept: IndexArray, rest: IndexArray, names: tuple[Any, ...]) -> PerClass:
    of_all = per_class(cm)

    def of(values: FloatArray) -> FloatArray:
        return frozen(np.append(values[kept], [np.nan] * bool(len(rest))))

    support = np.append(of_all.support[kept], [of_all.support[rest].sum()] * bool(len(rest)))
    return PerClass(names, of(of_all.precision), of(of_all.recall), of(of_all.f1), frozen(support))
