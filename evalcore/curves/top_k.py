"""Many classes: is the true one among the first few, and how certain was the first one?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from evalcore.curves.many_classes import checked
from evalcore.errors import InputError, Message
from evalcore.intervals import Estimate, share_of
from evalcore.intervals.shares import WEIGHTED
from evalcore.support.arrays import BoolArray, FloatArray, IntArray, frozen
from evalcore.support.blocks import blocks
from evalcore.support.cases import Cases, numbered
from evalcore.support.checks import check_level, weights, whole_number
from evalcore.support.results import Result


@dataclass(frozen=True)
class TopK(Estimate):
    """In which share of the rows is the true class among the first k?

    Parameters
    ----------
    value, low, high, confidence_level, method, reason, warnings
        See `Estimate`.
    k : int >= 1
    """

    k: int = 1


@dataclass(frozen=True, eq=False)
class TopClass(Result):
    """Which class has the highest score in each row, is it right, and how high is it?

    Parameters
    ----------
    predicted : (n,) int64
        Its place in the order of the classes; of equal scores the first.
    right : (n,) bool
    confidence : (n,) float64
        Its score.
    """

    predicted: IntArray
    right: BoolArray
    confidence: FloatArray


def top_k_accuracy(
    y_true: ArrayLike,
    scores: ArrayLike,
    classes: Sequence[str],
    *,
    k: Sequence[int] = (1, 2, 3, 5),
    sample_weight: ArrayLike | None = None,
    case: ArrayLike | Cases | None = None,
    confidence_level: float = 0.95,
) -> tuple[TopK, ...]:
    """In which share of the rows is the true class among the k with the highest scores?

    Parameters
    ----------
    y_true : (n,) whole numbers
        Places in `classes`, from 0.
    scores : (n, c) finite numbers
        One column a class, in the order of `classes`.
    classes : c different names
    k : whole numbers from 1
        Those that are not below the number of classes are left out: all rows are right then.
    sample_weight : (n,) numbers >= 0, optional
        Then there is no interval.
    case : (n,) labels of any kind, optional
        Rows with equal labels belong to one case and may depend on each other.
    confidence_level : float in (0, 1)

    Returns
    -------
    tuple of TopK
        Ascending.

    Notes
    -----
    Wilson's interval, by case that of `share_of`. Of equal scores the class that comes first in the order of the
    classes is taken first, as for the confusion matrix, so that k = 1 is the accuracy there; `warnings` say how many
    rows that decides.

    Examples
    --------
    >>> found = top_k_accuracy([0, 0, 1, 2], [[5, 1, 1], [3, 4, 0], [4, 3, 2], [1, 2, 6]], ["a", "b", "c"])
    >>> [(of.k, of.value) for of in found]
    [(1, 0.5), (2, 1.0)]
    """
    check_level(confidence_level)
    codes, table = checked(y_true, scores, classes)
    asked = sorted({whole_number(of, "k", least=1) for of in k})
    if not asked:
        raise InputError("k must name at least one number of classes; got none. Choose 1, 3 and 5.")
    weight = None if sample_weight is None else weights(sample_weight, len(codes))
    cases = None if case is None else numbered(case, len(codes))
    rank, best_rank, last_rank = _ranks(codes, table)
    found = []
    for of in (one for one in asked if one < len(classes)):
        hit = rank <= of
        undecided = int(np.count_nonzero((best_rank <= of) & (last_rank > of)))
        if weight is not None:
            value = float(weight @ hit / weight.sum())
            found.append(TopK(value, confidence_level=confidence_level, reason=WEIGHTED, k=of))
            continue
        share = share_of(hit, cases=cases, confidence_level=confidence_level)
        warnings = (*share.warnings, *((_tied(undecided, len(hit)),) if undecided else ()))
        found.append(TopK(**{**vars(share), "warnings": warnings}, k=of))
    return tuple(found)


def top_class(y_true: ArrayLike, scores: ArrayLike, classes: Sequence[str]) -> TopClass:
    """Which class has the highest score in each row, is it right, and how high is it?

    Parameters
    ----------
    y_true, scores, classes
        As for `top_k_accuracy`; rows count once each.

    Returns
    -------
    TopClass

    Examples
    --------
    >>> found = top_class([0, 1], [[0.6, 0.3, 0.1], [0.5, 0.4, 0.1]], ["a", "b", "c"])
    >>> found.right.tolist(), found.confidence.tolist()
    ([True, False], [0.6, 0.5])
    """
    codes, table = checked(y_true, scores, classes)
    predicted = table.argmax(axis=1)
    confidence = table[np.arange(len(table)), predicted]
    return TopClass(frozen(predicted), frozen(predicted == codes), frozen(confidence))


def _ranks(codes: IntArray, table: FloatArray) -> tuple[IntArray, IntArray, IntArray]:
    """Return the place of the true class among the scores of each row, and the first and the last it may have."""
    found = np.empty((3, len(codes)), dtype=np.int64)
    places = np.arange(table.shape[1])
    for rows in blocks(0, len(codes)):
        true = table[rows][np.arange(len(codes[rows])), codes[rows]][:, None]
        higher, level = (table[rows] > true).sum(axis=1), table[rows] == true
        found[0, rows] = 1 + higher + (level & (places < codes[rows][:, None])).sum(axis=1)
        found[1, rows] = 1 + higher
        found[2, rows] = higher + level.sum(axis=1)
    return found[0], found[1], found[2]


def _tied(rows: int, n: int) -> Message:
    """Say that the order of the classes decides some rows."""
    return Message(
        "In {rows} of {n} rows classes tie about the last place, and the order of the classes decides.",
        {"rows": rows, "n": n},
    )
