"""Confusion matrices of any number of classes; `evalcore.counts` is where they are imported from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from evalcore.counts.of_cases import CasesInCells, RowsInCells
from evalcore.errors import InputError
from evalcore.support.arrays import CountArray, IndexArray, frozen
from evalcore.support.cases import Cases, numbered
from evalcore.support.checks import one_dimensional, same_length, weights
from evalcore.support.results import Result, brief, one_line
from evalcore.support.text import shown

MAX_CLASSES = 1_000


@dataclass(frozen=True, eq=False, init=False)
class ConfusionMatrix(Result):
    """How often was each class taken for which?

    Parameters
    ----------
    table : (k, k) array of counts or weights >= 0
        Rows are the truth, columns the prediction. Whole numbers are rows counted (int64); anything else is
        a sum of weights (float64).
    classes : sequence of k labels, optional
        In the order of rows and columns; 0, 1, ... when left out, and True, False for a 2x2 table.
    positive_first : bool
        Whether the first of two classes is the positive one, as in the book. It is not where two labels
        came without a word about which is positive; then `tp`, `fp`, `fn` and `tn` are refused.

    Examples
    --------
    >>> ConfusionMatrix([[7, 1], [4, 8]]).fp
    4
    """

    table: CountArray
    classes: tuple[Any, ...]
    positive_first: bool
    rows: RowsInCells | None = None
    cases_elsewhere: bool = False
    in_cells: CasesInCells | None = None

    def __init__(self, table: ArrayLike, classes: Sequence[Any] | None = None, *, positive_first: bool = True) -> None:
        counts = _clean_table(table)
        k = len(counts)
        names = tuple(classes) if classes is not None else (True, False) if k == 2 else tuple(range(k))
        if len(names) != k:
            raise InputError(
                "classes must name each of the {expected} rows of the table; got {length}. Pass one label a row.",
                expected=k,
                length=len(names),
            )
        object.__setattr__(self, "table", frozen(counts))
        object.__setattr__(self, "classes", names)
        object.__setattr__(self, "positive_first", positive_first and k == 2)
        object.__setattr__(self, "rows", None)
        object.__setattr__(self, "cases_elsewhere", False)
        object.__setattr__(self, "in_cells", None)

    @classmethod
    def binary(cls, tp: float, fp: float, fn: float, tn: float) -> Self:
        """Make a 2x2 matrix from its four cells, positive class first: [[tp, fn], [fp, tn]].

        Examples
        --------
        >>> ConfusionMatrix.binary(tp=30, fp=10, fn=20, tn=40).table.tolist()
        [[30, 20], [10, 40]]
        """
        return cls([[tp, fn], [fp, tn]])

    def with_rows(self, rows: RowsInCells | None) -> Self:
        """Return the same matrix with the rows it counts, where some belong to one case; `rows` then holds them."""
        same = type(self)(self.table, self.classes, positive_first=self.positive_first)
        object.__setattr__(same, "rows", rows)
        return same

    def with_cases_elsewhere(self, in_cells: CasesInCells | None = None) -> Self:
        """Return the same matrix of rows that belong to cases and are not here.

        Without what each case has `in_cells` nothing of it has an interval, with it the readings have theirs.
        """
        same = self.with_rows(None)
        object.__setattr__(same, "cases_elsewhere", True)
        object.__setattr__(same, "in_cells", in_cells)
        return same

    @property
    def of_cases(self) -> bool:
        """Whether rows belong to one case, so that they are not independent of each other."""
        return self.rows is not None or self.cases_elsewhere

    @property
    def n(self) -> float:
        """Rows, or the sum of their weights."""
        return float(self.table.sum()) if self.weighted else int(self.table.sum())

    @property
    def weighted(self) -> bool:
        """Whether the cells are sums of weights, so that no cell is a number of rows."""
        return self.table.dtype.kind == "f"

    @property
    def tp(self) -> float:
        """Positive rows predicted positive; InputError unless the matrix is binary with a named positive class."""
        return self._cell(0, 0)

    @property
    def fp(self) -> float:
        """Negative rows predicted positive; InputError as for `tp`."""
        return self._cell(1, 0)

    @property
    def fn(self) -> float:
        """Positive rows predicted negative; InputError as for `tp`."""
        return self._cell(0, 1)

    @property
    def tn(self) -> float:
        """Negative rows predicted negative; InputError as for `tp`."""
        return self._cell(1, 1)

    def swapped(self) -> Self:
        """Return the matrix of the same rows with the other class as the positive one."""
        self._cell(0, 0)
        turned = type(self)(self.table[::-1, ::-1], self.classes[::-1])
        if self.cases_elsewhere:
            return turned.with_cases_elsewhere(None if self.in_cells is None else self.in_cells.swapped())
        return turned.with_rows(None if self.rows is None else self.rows.moved(lambda cell: 3 - cell))

    def __repr__(self) -> str:
        names = ("tp", "fp", "fn", "tn") if self.positive_first else ("classes", "n")
        return one_line(type(self).__name__, [f"{name}={brief(getattr(self, name))}" for name in names])

    def to_frame(self) -> pd.DataFrame:
        """Return the table with its classes as row names (truth) and column names (predicted)."""
        return pd.DataFrame(
            self.table,
            index=pd.Index(self.classes, name="truth"),
            columns=pd.Index(self.classes, name="predicted"),
        )

    def _cell(self, row: int, column: int) -> float:
        if not self.positive_first:
            raise InputError(
                "A matrix must have two classes and name the positive one to have a TP, FP, FN and TN; got classes "
                "{classes}. Pass classes=(positive, negative).",
                classes=shown(", ".join(map(str, self.classes))),
            )
        return self.table[row, column].item()  # type: ignore[no-any-return]  # int or float by dtype


def confusion_matrix(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    classes: Sequence[Any] | None = None,
    sample_weight: ArrayLike | None = None,
    case: ArrayLike | Cases | None = None,
) -> ConfusionMatrix:
    """Count how often each class was taken for which.

    Parameters
    ----------
    y_true, y_pred : (n,) labels of any one kind
        Truth and prediction; neither may be missing.
    classes : sequence of labels, optional
        Order of rows and columns; for two classes the first is the positive one. Left out, labels that are
        True/False or 1/0 give the positive class first (the book's order), and all others are sorted, with no
        positive class.
    sample_weight : (n,) numbers >= 0, optional
        How often each row counts; a row of weight 0 vanishes.
    case : (n,) labels of any kind, optional
        As for `threshold_counts`: rows of one case are not independent.

    Examples
    --------
    >>> confusion_matrix(["cat", "dog", "dog"], ["cat", "cat", "dog"]).table.tolist()
    [[1, 0], [1, 1]]
    """
    truth, predicted = (_labels(values, name) for values, name in ((y_true, "y_true"), (y_pred, "y_pred")))
    same_length(predicted, len(truth), "y_pred")
    weight = None if sample_weight is None else weights(sample_weight, len(truth))
    if weight is not None:
        truth, predicted, weight = truth[weight > 0], predicted[weight > 0], weight[weight > 0]
    named = classes is not None
    if classes is None:
        classes, named = _found_classes(truth, predicted)
    index, k = _index(classes), len(classes)
    if index.has_duplicates:
        raise InputError(
            "classes must name each class once; got {classes}. Remove the repetition.",
            classes=shown(", ".join(map(str, classes))),
        )
    cell = cells_of_rows(truth, predicted, classes)
    table = np.bincount(cell, weight, minlength=k * k).reshape(k, k)
    found = ConfusionMatrix(table, classes, positive_first=named)
    cases = None if case is None or weight is not None else numbered(case, len(cell))
    if cases is None or cases.count == len(cell):
        return found
    return found.with_rows(RowsInCells(cases, lambda: cell))


def cells_of_rows(y_true: ArrayLike, y_pred: ArrayLike, classes: Sequence[Any]) -> IndexArray:
    """Return in which cell of the table of these classes each row lies: its place in `table.ravel()`.

    >>> cells_of_rows(["cat", "dog", "dog"], ["cat", "cat", "dog"], ["cat", "dog"]).tolist()
    [0, 2, 3]
    """
    index = _index(classes)
    truth, predicted = (_codes(np.asarray(of), index, name) for of, name in ((y_true, "y_true"), (y_pred, "y_pred")))
    return truth * len(classes) + predicted


def _clean_table(table: ArrayLike) -> CountArray:
    """Return a square table of counts (int64) or of sums of weights (float64)."""
    array = np.asarray(table)
    if array.ndim != 2 or array.shape[0] != array.shape[1] or array.size == 0:
        raise InputError(
            "A confusion matrix must have as many columns as rows; got shape {shape}. Pass k rows and k columns.",
            shape=str(array.shape),
        )
    if array.dtype.kind not in "biuf" or not np.isfinite(array).all() or array.min() < 0:
        raise InputError(
            "The cells of a confusion matrix must be finite numbers >= 0; got {table}. Count the rows again.",
            table=shown(array.tolist()),
        )
    return array.astype(np.float64 if array.dtype.kind == "f" else np.int64)


def _labels(values: ArrayLike, name: str) -> NDArray[Any]:
    """Return labels as one column without gaps."""
    labels = one_dimensional(values, name)
    missing = pd.isna(pd.Series(labels)).to_numpy()
    if missing.any():
        raise InputError(
            "{name} must have a label in every row; got none (data row {row}). Leave the row out.",
            name=name,
            row=int(np.argmax(missing)) + 1,
        )
    return labels


def _found_classes(truth: NDArray[Any], predicted: NDArray[Any]) -> tuple[tuple[Any, ...], bool]:
    """Return the labels that occur, in order, and whether that order says which one is positive."""
    # A series lists days as days, where an array of nanoseconds lists numbers.
    found = {label for labels in (truth, predicted) for label in pd.Series(labels).drop_duplicates().tolist()}
    if len(found) > MAX_CLASSES:
        raise InputError(
            "Labels must be of at most {limit} classes; got {count}. Check that the column holds classes, not numbers.",
            limit=MAX_CLASSES,
            count=len(found),
        )
    if truth.dtype == predicted.dtype == np.bool_:
        return (True, False), True
    if found <= {0, 1}:
        return (1, 0), True
    try:
        return tuple(sorted(found)), False
    except TypeError:
        raise InputError(
            "Labels must be of one kind; got {kinds}. Write truth and prediction in the same way.",
            kinds=", ".join(sorted({type(label).__name__ for label in found})),
        ) from None


def _index(labels: Sequence[Any] | NDArray[Any]) -> pd.Index[Any]:
    """Return labels to compare by value, so that True is 1."""
    index: pd.Index[Any] = pd.Index(labels)
    return index.astype(np.int64) if index.dtype == np.bool_ else index


def _codes(labels: NDArray[Any], classes: pd.Index[Any], name: str) -> IndexArray:
    """Return the position of each label in classes."""
    codes = classes.get_indexer(_index(labels))
    if (codes < 0).any():
        row = int(np.argmin(codes))
        raise InputError(
            "{name} must hold only the classes {classes}; got '{value}' (data row {row}). Name the class as well.",
            name=name,
            classes=shown(", ".join(map(str, classes))),
            value=shown(labels[row]),
            row=row + 1,
        )
    return codes
