"""Which rows are in a cell of the matrix of many classes, the mistake the model was surest of first?"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalcore.errors import InputError
from evalcore.support.arrays import FloatArray, IndexArray, IntArray, frozen
from evalcore.support.checks import finite_numbers, same_length, truths, weights, whole_number
from evalcore.support.results import Result
from evalcore.support.whole import narrowed


@dataclass(frozen=True, eq=False)
class ClassRows(Result):
    """In which cell is each row, and in which order are the rows of a cell looked at?

    Parameters
    ----------
    k : int
        Classes.
    truth, predicted : (n,) whole numbers
        Places of the classes.
    confidence : (n,) float64 or None
        Score of the class that is predicted; None for labels.
    order : (m,) whole numbers
        Rows that weigh anything, cell by cell; within one by falling confidence where it is a mistake, by rising one
        where it is right, rows as sure in their own order.
    begins : (k * k + 1,) int64
        Where the rows of each cell begin in `order`, row by row of the matrix.
    """

    k: int
    truth: IntArray
    predicted: IntArray
    confidence: FloatArray | None
    order: IntArray
    begins: IndexArray

    def find(
        self, cells: Sequence[tuple[int, int]] | None = None, *, among: ArrayLike | None = None
    ) -> NDArray[np.integer]:
        """Return the rows of some cells, mistakes first: those the model was surest of.

        Parameters
        ----------
        cells : sequence of (truth, predicted), optional
            Places of classes; all cells when left out.
        among : (n,) True/False, optional
            Only rows that are among these are found.

        Returns
        -------
        (m,) whole numbers
            Places of rows, from 0.

        Raises
        ------
        InputError
            For a place where there is no class.

        Examples
        --------
        >>> rows = class_rows([0, 0, 1, 2], [0, 1, 1, 1], 3, confidence=[0.9, 0.5, 0.6, 0.8])
        >>> rows.find().tolist(), rows.find([(0, 1)]).tolist()
        ([3, 1, 2, 0], [1])
        """
        wanted = [self._cell(*cell) for cell in cells] if cells is not None else range(self.k * self.k)
        parts = [self.order[self.begins[cell] : self.begins[cell + 1]] for cell in dict.fromkeys(wanted)]
        found = np.concatenate(parts) if parts else self.order[:0]
        if among is not None:
            kept = truths(among, "among")
            same_length(kept, len(self.truth), "among")
            found = found[kept[found]]
        if len(parts) < 2:
            return found
        return found[np.lexsort((found, -self._wrong[found]))]

    def counts(self) -> IndexArray:
        """Return how many rows each cell has: (k, k)."""
        return np.diff(self.begins).reshape(self.k, self.k)

    @cached_property
    def _wrong(self) -> FloatArray:
        return _wrong(self.truth, self.predicted, self.confidence)

    def _cell(self, truth: int, predicted: int) -> int:
        if not (0 <= truth < self.k and 0 <= predicted < self.k):
            raise InputError(
                "A cell must be two places of classes below {k}; got {truth} and {predicted}. Count from 0.",
                k=self.k,
                truth=truth,
                predicted=predicted,
            )
        return truth * self.k + predicted


def class_rows(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    k: int,
    *,
    confidence: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
) -> ClassRows:
    """In which cell of the matrix of many classes is each row?

    Parameters
    ----------
    y_true, y_pred : (n,) whole numbers from 0 to k - 1
        Places of the classes.
    k : int >= 1
        Classes.
    confidence : (n,) finite numbers, optional
        How sure the model is of what it predicts (`curves.top_class`).
    sample_weight : (n,) numbers >= 0, optional
        A row of weight 0 is in no cell.

    Returns
    -------
    ClassRows
        Sorted once; each cell is then a slice.

    Raises
    ------
    InputError
        Where columns differ in length.

    Examples
    --------
    >>> class_rows([0, 1, 1], [0, 1, 0], 2).counts().tolist()
    [[1, 0], [1, 1]]
    """
    k = whole_number(k, "k", least=1)
    truth, predicted = (np.asarray(of, dtype=np.int64) for of in (y_true, y_pred))
    same_length(predicted, len(truth), "y_pred")
    sure = None if confidence is None else finite_numbers(confidence, "confidence")
    if sure is not None:
        same_length(sure, len(truth), "confidence")
    cell = truth * k + predicted
    order = np.lexsort((-_wrong(truth, predicted, sure), cell))
    if sample_weight is not None:
        order = order[weights(sample_weight, len(truth))[order] > 0]
    begins = np.concatenate([[0], np.cumsum(np.bincount(cell[order], minlength=k * k))])
    small = [frozen(narrowed(of)) for of in (truth, predicted, order)]
    return ClassRows(k, small[0], small[1], sure, small[2], frozen(begins))


def _wrong(truth: IntArray, predicted: IntArray, confidence: FloatArray | None) -> FloatArray:
    """Return how wrong each row is: a mistake by how sure the model was of it, a right answer by how unsure."""
    wrong = truth != predicted
    if confidence is None:
        return np.where(wrong, 1.0, 0.0)
    # Mistakes come before right answers, whatever scores are.
    least = confidence.min(initial=math.inf)
    above = confidence - least
    return np.asarray(np.where(wrong, above + 1.0, -above))
