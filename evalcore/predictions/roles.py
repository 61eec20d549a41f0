"""The chosen columns of a table: found, told apart and read as numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

import numpy as np
import pandas as pd

from evalcore.errors import InputError, Message
from evalcore.predictions.rows import Rows
from evalcore.predictions.truth import Meaning
from evalcore.predictions.vocabulary import SINGLE
from evalcore.support.arrays import BoolArray, FloatArray, IntArray
from evalcore.support.numbers import is_number_typed, to_finite, to_numbers
from evalcore.support.spellings import holds_percent
from evalcore.support.text import listed, shown

SMALLEST_WEIGHT, LARGEST_WEIGHT = 1e-100, 1e100  # products of weights beyond these overflow or vanish
LARGEST_AMOUNT = 1e100
_WIDE = [role for role in SINGLE if role != "model"]  # a wide table has a column for each model


@dataclass(eq=False)
class Roles:
    """The chosen columns, each found in the table; of a long one also the cases that a model lacks."""

    frame: pd.DataFrame
    truth: str
    scores: tuple[str, ...]
    labels: tuple[str, ...]
    weight: str | None = None
    amount: str | None = None
    split: str | None = None
    fold: str | None = None
    repeat: str | None = None
    truth_holds: Meaning | None = None
    reversed: tuple[str, ...] = ()
    of_predicted: tuple[str, ...] = ()
    case: str | None = None
    taken: str = "all"
    groups: tuple[str, ...] = ()
    case_code: IntArray | None = None
    lacking: BoolArray | None = None
    lacking_said: Message | None = None
    notes: list[Message] = field(default_factory=list)

    def __post_init__(self) -> None:
        if len(self.frame) == 0:
            raise InputError("The table must have rows; it has none. Choose a table with at least one row.")
        names = [str(name) for name in self.frame.columns]
        chosen = [self.truth, *self.scores, *self.labels, *([] if self.weight is None else [self.weight])]
        for column in dict.fromkeys([*chosen, *(one for role in _WIDE if (one := getattr(self, role)) is not None)]):
            if names.count(column) == 0:
                raise InputError(
                    "The table must have the column chosen; got '{column}', and it has {names}. Choose one of these.",
                    column=shown(column),
                    names=listed(names),
                )
            if names.count(column) > 1:
                raise InputError(
                    "Column names must differ; '{column}' stands {count} times. Rename all but one.",
                    column=shown(column),
                    count=names.count(column),
                )
        if self.truth in chosen[1:]:
            raise InputError(
                "The truth column must be no score, label or weight as well; got '{column}' twice. Choose another "
                "column for one of them.",
                column=shown(self.truth),
            )
        if self.amount in chosen:
            raise InputError(
                "The amount column must be no truth, score, label or weight as well; got '{column}' twice. Choose "
                "another column for one of them.",
                column=shown(self.amount),
            )
        if self.split in [*chosen, self.amount] and self.split is not None:
            raise InputError(
                "The column that names the parts must have no other role; got '{column}' twice. Choose another column "
                "for one of them.",
                column=shown(self.split),
            )
        self._check_folds([*chosen, self.amount])
        if not self.scores and not self.labels:
            raise InputError(
                "At least one score or label column must be chosen; got none. Choose a column for each model."
            )

    def _check_folds(self, others: list[str | None]) -> None:
        """Refuse a column of folds or repetitions that says something else as well."""
        for column, taken in ((self.fold, others), (self.repeat, [*others, self.fold])):
            if column is not None and column in taken:
                raise InputError(
                    "The column of the folds, or of the repetitions, must have no other role; got '{column}' twice. "
                    "Choose another column for one of them.",
                    column=shown(column),
                )
        if self.case is not None and self.case in [*others, self.fold, self.repeat, self.split]:
            raise InputError(
                "The column of the cases must have no other role; got '{column}' twice. Choose another column for one "
                "of them.",
                column=shown(self.case),
            )

    def series(self, column: str) -> pd.Series:
        """Return the one column of this name, whatever type the name has in the table."""
        place = next(i for i, name in enumerate(self.frame.columns) if str(name) == column)
        return self.frame.iloc[:, place]


def score_numbers(roles: Roles, column: str, rows: Rows) -> FloatArray:
    """Return a score column, its empty rows left out."""
    cells = roles.series(column)
    numbers = to_numbers(cells, column)
    if not is_number_typed(cells) and holds_percent(cells):
        roles.notes.append(Message("Column '{column}' holds percent; 87% was read as 0.87.", about(column)))
    rows.leave_out(np.isnan(numbers), column, Message("The score is missing in column '{column}'.", about(column)))
    return numbers


def amounts(roles: Roles, rows: Rows) -> FloatArray | None:
    """Return the amounts, if there are any, their empty rows left out."""
    if roles.amount is None:
        return None
    numbers = to_finite(roles.series(roles.amount), roles.amount)
    wrong = (numbers < 0) | (numbers > LARGEST_AMOUNT)
    if wrong.any():
        row = int(np.flatnonzero(wrong)[0])
        raise InputError(
            "Amount column '{column}' must hold numbers from 0 to 1e100; got {value} in data row {row}. Correct it or "
            "choose another column.",
            column=shown(roles.amount),
            value=f"{numbers[row]:g}",
            row=row + 1,
        )
    rows.leave_out(
        np.isnan(numbers), roles.amount, Message("The amount is missing in column '{column}'.", about(roles.amount))
    )
    return numbers


def weights(roles: Roles, rows: Rows) -> FloatArray | None:
    """Return the weights, if there are any, and make sure that rows are left."""
    if roles.weight is None:
        _check_rows_left(rows)
        return None
    numbers = to_finite(roles.series(roles.weight), roles.weight)
    _check_weights(numbers, roles.weight)
    rows.leave_out(
        np.isnan(numbers), roles.weight, Message("The weight is missing in column '{column}'.", about(roles.weight))
    )
    _check_rows_left(rows)
    if not numbers[rows.keep].any():
        raise InputError(
            "Weight column '{column}' must hold a number above 0; got none in the rows that can be used. Choose "
            "another column.",
            column=shown(roles.weight),
        )
    return numbers


def _check_weights(numbers: FloatArray, column: str) -> None:
    negative = numbers < 0
    if negative.any():
        row = int(np.flatnonzero(negative)[0])
        raise InputError(
            "Weight column '{column}' must hold numbers of 0 or more; got {value} in data row {row}. Correct it or "
            "choose another column.",
            column=shown(column),
            value=f"{numbers[row]:g}",
            row=row + 1,
        )
    extreme = (numbers > LARGEST_WEIGHT) | ((numbers > 0) & (numbers < SMALLEST_WEIGHT))
    if extreme.any():
        row = int(np.flatnonzero(extreme)[0])
        raise InputError(
            "Weight column '{column}' must hold 0 or numbers between 1e-100 and 1e100; got {value} in data row {row}. "
            "Multiply or divide all weights by one number, or choose another column.",
            column=shown(column),
            value=f"{numbers[row]:g}",
            row=row + 1,
        )


def _check_rows_left(rows: Rows) -> None:
    if not rows.keep.any():
        raise InputError(
            "One row at least must have a value in every column chosen; all {count} rows have an empty cell. Choose "
            "fewer columns.",
            count=len(rows.keep),
        )


def about(column: str) -> dict[str, str]:
    """Return the value for a sentence about a column."""
    return {"column": shown(column)}


# What each row has of a role; weights come last, since they make sure that rows are left.
PER_ROW: Final[Mapping[str, Callable[[Roles, Rows], FloatArray | None]]] = {"amount": amounts, "weight": weights}


def per_row(roles: Roles, rows: Rows) -> dict[str, FloatArray | None]:
    """Return what the rows in use have of each role, their empty rows left out; None of a role without a column."""
    read = {role: reader(roles, rows) for role, reader in PER_ROW.items()}
    return {role: None if values is None else rows.take(values) for role, values in read.items()}
