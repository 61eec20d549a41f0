"""Rows to learn from: features, classes and, where rows belong together, groups."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from evalcore.errors import InputError, Message
from evalcore.predictions.empty_cells import EMPTY, MOST_CATEGORIES, TEXTS, gaps, left_out, mostly_empty, whole_rows
from evalcore.support.arrays import FloatArray, IntArray, frozen
from evalcore.support.checks import finite_numbers, one_dimensional, option, same_length
from evalcore.support.numbers import is_number_typed
from evalcore.support.results import Result
from evalcore.support.text import listed, shown

REAL: Final = ("breast cancer", "wine", "iris", "digits")


@dataclass(frozen=True, eq=False, kw_only=True)
class Rows(Result):
    """Rows with features and a class each.

    Parameters
    ----------
    x : (n, features) float64
        Finite.
    y : (n,) int64
        Place of each row's class in `classes`.
    classes : tuple of str
        At least two, sorted.
    groups : (n,) int64, optional
        Rows with the same number belong together, such as those of one person.
    features : tuple of str
        A name a column of `x`; empty where nobody named them.
    notes : tuple of Message
        What was left out, and why; often nothing.
    """

    x: FloatArray
    y: IntArray
    classes: tuple[str, ...]
    groups: IntArray | None = None
    features: tuple[str, ...] = ()
    notes: tuple[Message, ...] = field(default=())

    @property
    def n(self) -> int:
        """How many rows there are."""
        return len(self.y)

    @property
    def class_counts(self) -> IntArray:
        """Rows of each class, (classes,)."""
        return np.bincount(self.y, minlength=len(self.classes))

    def some(self, chosen: NDArray[Any]) -> Rows:
        """Return the rows at these places, in this order; classes and names stay."""
        groups = None if self.groups is None else self.groups[chosen]
        return Rows(x=self.x[chosen], y=self.y[chosen], classes=self.classes, groups=groups, features=self.features)


def as_rows(x: ArrayLike, y: ArrayLike, groups: ArrayLike | None = None) -> Rows:
    """Which rows are these, checked once?

    Parameters
    ----------
    x : (n, features)
        Finite numbers.
    y : (n,)
        The class of each row: numbers, truth values or texts.
    groups : (n,), optional
        What each row belongs to.

    Returns
    -------
    Rows

    Raises
    ------
    InputError
        If x is no table of finite numbers, the lengths differ, or y has fewer than two classes.
    """
    table = np.asarray(x)
    if table.ndim != 2 or 0 in table.shape:
        raise InputError(
            "x must have a row a sample and a column a feature; got an array of shape {shape}. Pass one feature as a "
            "table of one column.",
            shape=str(table.shape),
        )
    numbers = np.column_stack([finite_numbers(column, "x") for column in table.T])
    classes, codes = np.unique(_cells(y, len(numbers), "y"), return_inverse=True)
    if len(classes) < 2:
        raise InputError(
            "y must hold at least two classes; got only {classes}. Choose a column with two classes or more.",
            classes=listed(classes),
        )
    together = None if groups is None else np.unique(_cells(groups, len(numbers), "groups"), return_inverse=True)[1]
    return Rows(
        x=frozen(numbers),
        y=frozen(codes.astype(np.int64)),
        classes=tuple(str(label) for label in classes),
        groups=None if together is None else frozen(together.astype(np.int64)),
    )


def _cells(values: ArrayLike, n: int, name: str) -> NDArray[Any]:
    """Return one label a row, none of them empty."""
    array = one_dimensional(values, name)
    same_length(array, n, name)
    empty = pd.isna(array)
    if empty.any():
        raise InputError(
            "{name} must have a value in each row; data row {row} is empty. Remove the row or fill the cell.",
            name=name,
            row=int(np.argmax(empty)) + 1,
        )
    return array.astype(str) if array.dtype.kind == "O" else array


def real_rows(name: str) -> Rows:
    """Which rows are in a real data set that ships with scikit-learn?

    Parameters
    ----------
    name : "breast cancer", "wine", "iris" or "digits"
        569, 178, 150 and 1,797 rows of 2, 3, 3 and 10 classes.

    Returns
    -------
    Rows

    Raises
    ------
    InputError
        If there is no such data set.
    """
    option(name, "data set", REAL)
    from sklearn import datasets  # noqa: PLC0415 - takes a second to import

    bunch = getattr(datasets, f"load_{name.replace(' ', '_')}")()
    return Rows(
        x=frozen(np.array(bunch.data, dtype=np.float64)),
        y=frozen(bunch.target.astype(np.int64)),
        classes=tuple(str(label) for label in bunch.target_names),
        features=tuple(str(feature) for feature in bunch.feature_names),
    )


def rows_from_table(frame: pd.DataFrame, *, truth: str, group: str | None = None) -> Rows:
    """Which rows can be learned from in a table somebody brought?

    Parameters
    ----------
    frame : DataFrame
    truth : str
        Column with the class of each row.
    group : str, optional
        Column that says which rows belong together.

    Returns
    -------
    Rows
        Every other column is a feature: numbers as they are, up to 20 different texts as a column of 1 and 0 each.
        Columns of more texts and those mostly empty are left out, and rows with an empty or infinite cell, each with a
        note.

    Raises
    ------
    InputError
        If a column is missing, no feature is left or none varies, or no row, or only one class.
    """
    for column in (truth, group):
        if column is not None and column not in frame.columns:
            raise InputError(
                "The table must have the column '{column}'; it has {columns}. Choose one of these.",
                column=shown(column),
                columns=listed(frame.columns),
            )
    roles = [truth] if group is None else [truth, group]
    missing = {name: gaps(frame[name]) for name in frame.columns}
    empty = mostly_empty({name: holes for name, holes in missing.items() if name not in roles})
    columns, wordy = _features(frame.drop(columns=[*roles, *empty]))
    used = [*roles, *columns]
    places, said = whole_rows({str(name): missing[name] for name in used})
    whole = frame[used].iloc[places]
    if not columns or whole.empty:
        raise InputError(
            "The table must have at least one feature and one row without empty cells; got {columns} features and "
            "{rows} such rows. Fill cells, or choose other columns.",
            columns=len(columns),
            rows=len(whole),
        )
    texts = {column: str for column in columns if not is_number_typed(whole[column])}  # dates among them
    numbers = pd.get_dummies(whole[columns].astype(texts), dtype=np.float64).astype(np.float64)
    for name in numbers.columns:
        finite_numbers(numbers[name].to_numpy(), str(name))  # told by the name that the table has for it
    found = as_rows(numbers.to_numpy(), whole[truth].to_numpy(), None if group is None else whole[group].to_numpy())
    if (numbers.nunique() < 2).all():
        raise InputError(
            "The table must have a feature that varies; each of its {features} holds one value only. Choose other "
            "columns.",
            features=len(columns),
        )
    return Rows(
        x=found.x,
        y=found.y,
        classes=found.classes,
        groups=found.groups,
        features=tuple(str(column) for column in numbers.columns),
        notes=(*left_out(EMPTY, empty), *left_out(TEXTS, wordy), *said),
    )


def _features(frame: pd.DataFrame) -> tuple[list[str], list[str]]:
    """Return the columns that become features, and those with too many different texts."""
    columns: list[str] = []
    wordy: list[str] = []
    for column in frame.columns:
        few = is_number_typed(frame[column]) or frame[column].nunique() <= MOST_CATEGORIES
        (columns if few else wordy).append(column)
    return columns, wordy
