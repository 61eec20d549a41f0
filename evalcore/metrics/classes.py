"""Each of many classes as the positive one, with intervals, and the mistake that is made most often."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from evalcore.counts import ConfusionMatrix
from evalcore.counts.given import of_labels
from evalcore.metrics.case_readings import readings
from evalcore.metrics.readings import Reading
from evalcore.support.results import Result

# Ten thousand samples a class take some 10 ms, so a thousand classes would keep a reader waiting.
NAMES: Final = ("precision", "recall", "f_beta")


@dataclass(frozen=True)
class ClassReadings(Result):
    """Precision, recall and F1 of one class against all others.

    Parameters
    ----------
    name : label of the class
    support : float
        Rows of the class, or their weight.
    precision, recall, f1 : Reading
    """

    name: Any
    support: float
    precision: Reading
    recall: Reading
    f1: Reading


@dataclass(frozen=True)
class Mistake(Result):
    """A class taken for another, and in how many rows (or with which weight)."""

    truth: Any
    predicted: Any
    rows: float


@of_labels
def versus_rest(cm: ConfusionMatrix, k: int) -> ConfusionMatrix:
    """Return the 2x2 matrix of class number `k`, as the positive one, against all others.

    Examples
    --------
    >>> versus_rest(ConfusionMatrix([[50, 3, 2], [10, 20, 5], [1, 4, 5]]), 1).table.tolist()
    [[20, 15], [7, 58]]
    """
    table = cm.table
    tp, n_pos, called = table[k, k].item(), table[k].sum().item(), table[:, k].sum().item()
    # A sum of weights less its parts may end a hair below 0.
    rest = np.delete(np.delete(table, k, axis=0), k, axis=1).sum().item()
    found = ConfusionMatrix.binary(tp=tp, fp=max(called - tp, 0), fn=max(n_pos - tp, 0), tn=rest)
    if cm.rows is None:
        return found.with_cases_elsewhere() if cm.cases_elsewhere else found
    return found.with_rows(cm.rows.moved(lambda cell: 2 * (cell // len(table) != k) + (cell % len(table) != k)))


@of_labels
def class_readings(cm: ConfusionMatrix, *, confidence_level: float = 0.95) -> tuple[ClassReadings, ...]:
    """How well is each class found, taken as the positive one against all others, and how sure may one be of it?

    Parameters
    ----------
    cm : ConfusionMatrix of any number of classes
    confidence_level : float in (0, 1)

    Returns
    -------
    tuple of ClassReadings
        In the order of the classes.

    Notes
    -----
    The readings of the matrix of that class against the rest, see `readings`: Wilson's interval for precision and
    recall, carried over for F1. Each interval is about its own class; that all of them cover at once is less likely
    than `confidence_level`. *Undefined when*: precision of a class that is never predicted, recall of a class without
    rows, F1 of a class that has neither.

    References
    ----------
    Wilson (1927), https://doi.org/10.1080/01621459.1927.10502953

    Examples
    --------
    >>> second = class_readings(ConfusionMatrix([[50, 3, 2], [10, 20, 5], [1, 4, 5]]))[1]
    >>> second.recall.successes, second.recall.trials, round(second.f1.value, 4)
    (20, 35, 0.6452)
    """
    found = []
    for k, label in enumerate(cm.classes):
        one = versus_rest(cm, k)
        by_name = {r.name: r for r in readings(one, names=NAMES, confidence_level=confidence_level)}
        found.append(ClassReadings(label, one.tp + one.fn, *(by_name[name] for name in NAMES)))
    return tuple(found)


@of_labels
def most_common_mistakes(cm: ConfusionMatrix) -> tuple[Mistake, ...]:
    """Which class is most often taken for which other one?

    Parameters
    ----------
    cm : ConfusionMatrix of any number of classes

    Returns
    -------
    tuple of Mistake
        All that are equally frequent, by row and then by column; empty where no row is wrong.

    Examples
    --------
    >>> most_common_mistakes(ConfusionMatrix([[50, 3, 2], [10, 20, 5], [1, 4, 5]], ("a", "b", "c")))
    (Mistake(truth='b', predicted='a', rows=10),)
    """
    wrong = np.where(np.eye(len(cm.classes), dtype=bool), 0, cm.table)
    most = wrong.max().item()
    if not most:
        return ()
    places = np.argwhere(wrong == most).tolist()
    return tuple(Mistake(cm.classes[truth], cm.classes[predicted], most) for truth, predicted in places)
