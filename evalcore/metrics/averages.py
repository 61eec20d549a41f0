"""Precision, recall and F1 averaged over classes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from evalcore.counts import ConfusionMatrix
from evalcore.counts.given import of_labels
from evalcore.errors import Message
from evalcore.metrics.margins import margins, ratio
from evalcore.support.arrays import BoolArray, FloatArray, frozen
from evalcore.support.results import Result
from evalcore.support.text import shown


@dataclass(frozen=True, eq=False)
class PerClass(Result):
    """Precision, recall and F1 of each class against all others: arrays in the order of `classes`.

    `support` is the number of rows of each class (or their weight); nan where 0/0.
    """

    classes: tuple[Any, ...]
    precision: FloatArray
    recall: FloatArray
    f1: FloatArray
    support: NDArray[Any]

    def to_frame(self) -> pd.DataFrame:
        """Return one row a class."""
        return pd.DataFrame(
            {"precision": self.precision, "recall": self.recall, "f1": self.f1, "support": self.support},
            index=pd.Index(self.classes, name="class"),
        )


@dataclass(frozen=True)
class Averages(Result):
    """Precision, recall and F1 of all classes together.

    Parameters
    ----------
    precision, recall : float in [0, 1], or nan
    f1 : float in [0, 1], or nan
        F1 of the two averages above, as in the book, equations (2.14) and (2.17).
    mean_f1 : float in [0, 1], or nan
        Average of the F1s of the classes, as in scikit-learn; never more than `f1`.
    undefined : tuple of Message
        Which classes have no precision or no recall, and why; they make the averages nan unless a value was chosen.
    """

    precision: float
    recall: float
    f1: float
    mean_f1: float
    undefined: tuple[Message, ...] = ()


@dataclass(frozen=True)
class MeanCounts(Result):
    """The four cells of each class against all others, averaged over the classes."""

    tp: float
    fp: float
    fn: float
    tn: float


@of_labels
def mean_counts(cm: ConfusionMatrix) -> MeanCounts:
    """What is an average cell when each class in turn is the positive one?

    Parameters
    ----------
    cm : ConfusionMatrix of any number of classes

    Returns
    -------
    MeanCounts
        Numbers of rows, or weights, >= 0.

    Notes
    -----
    The means in the book's equations (2.15) to (2.17), from which the micro averages are made. `fp` equals `fn`: each
    wrong row is one of both.

    Examples
    --------
    >>> mean = mean_counts(ConfusionMatrix([[50, 3, 2], [10, 20, 5], [1, 4, 5]]))
    >>> mean.tp, round(mean.fp, 2), round(mean.fn, 2)
    (25.0, 8.33, 8.33)
    """
    m, k = margins(cm), len(cm.classes)
    right, missed, called = (float(sum(part)) / k for part in (m.correct, m.truth, m.predicted))
    return MeanCounts(tp=right, fp=called - right, fn=missed - right, tn=float(m.n) - called - missed + right)


@of_labels
def class_cells(cm: ConfusionMatrix) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Which cells are the means of `mean_counts` taken of?

    Parameters
    ----------
    cm : ConfusionMatrix of any number of classes

    Returns
    -------
    tp, fp, fn : (classes,) float64
        Of each class against all others: numbers of rows, or weights, >= 0. Never undefined.

    Notes
    -----
    What is averaged in the book's equations (2.15) to (2.17).

    Examples
    --------
    >>> tp, fp, fn = class_cells(ConfusionMatrix([[50, 3, 2], [10, 20, 5], [1, 4, 5]]))
    >>> tp.tolist(), fp.tolist(), fn.tolist()
    ([50.0, 20.0, 5.0], [11.0, 7.0, 7.0], [5.0, 15.0, 5.0])
    """
    m = margins(cm)
    right, missed, called = (np.asarray(part, dtype=np.float64) for part in (m.correct, m.truth, m.predicted))
    return frozen(right), frozen(called - right), frozen(missed - right)


@of_labels
def per_class(cm: ConfusionMatrix) -> PerClass:
    """How well is each class found, taken as the positive one against all others?

    Parameters
    ----------
    cm : ConfusionMatrix of any number of classes

    Returns
    -------
    PerClass
        Arrays with one value a class, in [0, 1].

    Notes
    -----
    *Undefined when*: precision of a class that is never predicted, recall of a class without rows, F1 of a class
    that has neither.

    Examples
    --------
    >>> per_class(ConfusionMatrix([[50, 3, 2], [10, 20, 5], [1, 4, 5]])).recall.round(4).tolist()
    [0.9091, 0.5714, 0.5]
    """
    truth, predicted, correct = (np.stack(values) for values in margins(cm)[:3])
    return PerClass(
        cm.classes,
        precision=frozen(ratio(correct, predicted)),
        recall=frozen(ratio(correct, truth)),
        f1=frozen(ratio(2 * correct, truth + predicted)),
        support=frozen(cm.table.sum(axis=1)),
    )


@of_labels
def macro(cm: ConfusionMatrix, *, zero_division: float = np.nan) -> Averages:
    """How good are precision and recall when every class counts the same?

    Parameters
    ----------
    cm : ConfusionMatrix of any number of classes
    zero_division : float
        What stands for the precision of a class that is never predicted, and for the recall of a class without
        rows. nan makes the averages nan; 0.0 is what scikit-learn does.

    Returns
    -------
    Averages
        `f1` is the book's macro-F1, the F1 of macro-P and macro-R; `mean_f1` is scikit-learn's.

    Notes
    -----
    macro-P and macro-R are plain means over the classes, equations (2.12) to (2.14). *Undefined when* a class is
    never predicted or has no row; `undefined` names it.

    Examples
    --------
    >>> both = macro(ConfusionMatrix([[1, 999], [0, 1]]))
    >>> round(both.f1, 4), round(both.mean_f1, 4)
    (0.5005, 0.002)
    """
    return _averaged(cm, np.ones(len(cm.classes)), zero_division)


@of_labels
def weighted(cm: ConfusionMatrix, *, zero_division: float = np.nan) -> Averages:
    """How good are precision and recall when every class counts by its number of rows?

    Parameters
    ----------
    cm, zero_division
        As for `macro`. A class without rows has no weight and is left out.

    Returns
    -------
    Averages
        `recall` is the accuracy; `mean_f1` is scikit-learn's weighted F1.

    Notes
    -----
    Means over the classes, weighted by their rows in truth. *Undefined when* a class with rows is never predicted;
    `undefined` names it.
    """
    return _averaged(cm, cm.table.sum(axis=1), zero_division)


@of_labels
def micro(cm: ConfusionMatrix) -> Averages:
    """How good are precision and recall when the one-against-all counts of the classes are added up first?

    Parameters
    ----------
    cm : ConfusionMatrix of any number of classes

    Returns
    -------
    Averages
        With one label a row and all classes counted, all four numbers are the accuracy.

    Notes
    -----
    Sum of TP / (sum of TP + sum of FP), and with FN, equations (2.15) to (2.17): each wrong row is one FP and one FN.
    *Undefined when* there is no row.
    """
    m = margins(cm)
    precision = float(ratio(sum(m.correct), sum(m.predicted)))
    recall = float(ratio(sum(m.correct), sum(m.truth)))
    f1 = float(ratio(2 * sum(m.correct), sum(m.truth) + sum(m.predicted)))
    undefined = () if m.n else (Message("There is no row."),)
    return Averages(precision, recall, f1, mean_f1=f1, undefined=undefined)


def _averaged(cm: ConfusionMatrix, weight: NDArray[Any], zero_division: float) -> Averages:
    """Return weighted means over the classes that have a weight."""
    scores = per_class(cm)
    kept = weight > 0
    shares = ratio(weight[kept].astype(np.float64), np.full(kept.sum(), weight.sum(), dtype=np.float64))
    precision, recall, mean_f1 = (
        float(shares @ np.where(np.isnan(values[kept]), zero_division, values[kept])) if kept.any() else np.nan
        for values in (scores.precision, scores.recall, scores.f1)
    )
    # both 0 means rows and predictions, but no hit: the harmonic mean of zeros is 0
    f1 = 0.0 if precision + recall == 0 else float(ratio(2 * precision * recall, precision + recall))
    return Averages(precision, recall, f1, mean_f1, _undefined(scores, kept))


def _undefined(scores: PerClass, kept: BoolArray) -> tuple[Message, ...]:
    """Say which of the classes kept have no precision or no recall."""
    if not scores.support.any():
        return (Message("There is no row."),)
    never = [Message("Class '{name}' is never predicted, so it has no precision.", {"name": shown(scores.classes[i])})
             for i in np.flatnonzero(np.isnan(scores.precision) & kept)]  # fmt: skip
    empty = [Message("Class '{name}' has no row, so it has no recall.", {"name": shown(scores.classes[i])})
             for i in np.flatnonzero(np.isnan(scores.recall) & kept)]  # fmt: skip
    return (*never, *empty)
