"""Rows that belong to one case: repeated predictions of it, or several rows of a patient or a user."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from evalcore.errors import InputError, Message
from evalcore.predictions.labels import find_key, read_labels
from evalcore.predictions.parts import MOST_PARTS
from evalcore.predictions.roles import Roles, about
from evalcore.predictions.rows import Rows
from evalcore.support.arrays import IntArray, frozen
from evalcore.support.cases import Cases
from evalcore.support.results import Result
from evalcore.support.text import listed, shown

if TYPE_CHECKING:
    from evalcore.predictions.result import Predictions

# What is taken of several predictions of a case: all of them, their mean, or (with a label behind it) one repetition.
ALL, MEAN, ONE = "all", "mean", "one:"
OF_MEANS: Final = Message("Each of the {cases} cases counts once, with the mean of its rows, {rows} altogether.")
MOST_REPETITIONS: Final = MOST_PARTS


@dataclass(frozen=True, eq=False)
class CaseColumn(Result):
    """Which case is each row of?

    Attributes
    ----------
    column : str
        The column of the table that says so.
    of : Cases
        Of the rows in use.
    """

    column: str
    of: Cases

    @property
    def count(self) -> int:
        """How many cases there are."""
        return self.of.count

    @property
    def several(self) -> Cases | None:
        """The cases, if one of them has several rows: else rows are cases, and there is nothing to tell apart."""
        return self.of if self.count < len(self.of.code) else None


@dataclass(frozen=True, eq=False)
class CasesFound(Result):
    """How the rows of a table belong to cases.

    Attributes
    ----------
    n_cases, n_rows : int
        Rows of a long table count once for all models.
    least, most : int
        Rows of the cases with the fewest and the most.
    one_truth : bool
        Whether all rows of a case have the same truth, as repeated predictions of it have.
    repetitions : tuple of str
        Labels of the repetitions, where each has every case once; numbers in the order of the rows where no column
        says so.
    code : (rows of the table,) int64 or None
        The case of each row as a number, -1 where there is none; None of a long table, whose rows become others.
    """

    n_cases: int
    n_rows: int
    least: int
    most: int
    one_truth: bool
    repetitions: tuple[str, ...] = ()
    code: IntArray | None = None

    @property
    def are_several(self) -> bool:
        """Whether a case has several rows."""
        return self.most > 1

    @property
    def are_repeated(self) -> bool:
        """Whether every case was predicted equally often, and has one truth."""
        return self.least == self.most > 1 and self.one_truth

    @property
    def offered(self) -> tuple[str, ...]:
        """What may be taken of a case, the usual first."""
        if not self.are_several:
            return (ALL,)
        mean = (MEAN,) if self.one_truth else ()
        return (*mean, ALL, *(ONE + label for label in self.repetitions))


def find_cases(
    frame: pd.DataFrame, case: str, truth: str | None, repeat: str | None = None, code: IntArray | None = None
) -> CasesFound | None:
    """How do the rows of a table belong to cases? None where no cell of the column is filled.

    Parameters
    ----------
    frame : DataFrame
        One row for each prediction of all models.
    case, truth, repeat : str
        Columns: of the case, of the right answer, and of the repetition.
    code : (n,) int64, optional
        The cases as `codes_of` numbers them, where that is known.

    Examples
    --------
    >>> frame = pd.DataFrame({"id": [1, 2, 1, 2], "y": ["a", "b", "a", "b"]})
    >>> found = find_cases(frame, "id", "y")
    >>> found.n_cases, found.are_repeated, found.repetitions
    (2, True, ('1', '2'))
    """
    code = codes_of(_column(frame, case)) if code is None else code
    used, of_all = code >= 0, code
    if not used.any():
        return None
    code = code[used]
    sizes = np.bincount(code)
    least, most, n = int(sizes.min()), int(sizes.max()), int(used.sum())
    one_truth = truth is not None and one_value_each(code, codes_of(_column(frame, truth))[used])
    labels: tuple[str, ...] = ()
    if least == most and 1 < most <= MOST_REPETITIONS:
        labels = tuple(str(k + 1) for k in range(most))
        if repeat is not None:
            labels = named_repetitions(frame, repeat, code, used, most) or labels
    return CasesFound(len(sizes), n, least, most, one_truth, labels, of_all)


def named_repetitions(
    frame: pd.DataFrame, repeat: str, code: IntArray, used: NDArray[Any], most: int
) -> tuple[str, ...]:
    """Return the labels of the repetitions, if each has every case once."""
    try:
        found = read_labels(_column(frame, repeat), repeat, limit=MOST_REPETITIONS)
    except InputError:
        return ()
    of_rows = found.codes[used]
    if len(found.texts) != most or (of_rows < 0).any():
        return ()
    is_once = len(np.unique(code * most + of_rows)) == len(code)
    return found.texts if is_once else ()


def codes_of(cells: pd.Series) -> IntArray:
    """Return the different values of a column as numbers in the order in which they come; -1 for an empty cell."""
    try:
        codes, _found = pd.factorize(cells)
    except TypeError:  # lists and the like
        codes, _found = pd.factorize(cells.astype(str))
    return codes.astype(np.int64, copy=False)


def occurrence(code: IntArray) -> IntArray:
    """Return for each row how many rows before it have the same code.

    >>> occurrence(np.array([0, 1, 0, 0, 1])).tolist()
    [0, 0, 1, 2, 1]
    """
    order = np.argsort(code, kind="stable")
    ordered = code[order]
    place = np.arange(len(code))
    is_first = np.append(True, ordered[1:] != ordered[:-1]) if len(code) else np.zeros(0, dtype=bool)
    found = np.empty(len(code), dtype=np.int64)
    found[order] = place - np.maximum.accumulate(np.where(is_first, place, 0))
    return found


def case_codes(roles: Roles, rows: Rows) -> IntArray | None:
    """Return the case of each row, rows without one left out; None without a column of cases."""
    if roles.case is None:
        return None
    code = codes_of(roles.series(roles.case)) if roles.case_code is None else roles.case_code
    rows.leave_out(code < 0, roles.case, Message("The case is missing in column '{column}'.", about(roles.case)))
    return code


def choose_repetition(roles: Roles, rows: Rows, code: IntArray | None) -> None:
    """Leave out the rows of the other repetitions, where one is taken."""
    if not roles.taken.startswith(ONE):
        if roles.taken not in (ALL, MEAN):
            raise InputError(
                "What is taken of a case must be 'all', 'mean' or 'one:' with a repetition; got '{value}'. Choose one "
                "of them.",
                value=shown(roles.taken),
            )
        return
    if code is None:
        raise InputError("A repetition can be chosen only with the column of the cases; got none. Choose that column.")
    wanted = roles.taken.removeprefix(ONE)
    of_rows, texts, keys = _repetitions(roles, code)
    place = find_key(wanted, keys)
    if place is None:
        raise InputError(
            "The repetition must be one of {texts}; got '{value}'. Choose one of them.",
            texts=listed(texts),
            value=shown(wanted),
        )
    column = roles.case if roles.repeat is None else roles.repeat
    rows.leave_out_others(
        of_rows != place,
        str(column),
        Message("The row belongs to another repetition than '{part}'.", {"part": shown(texts[place])}),
    )


def _repetitions(roles: Roles, code: IntArray) -> tuple[NDArray[Any], tuple[str, ...], tuple[str, ...]]:
    """Return the repetition of each row, with what they are called."""
    if roles.repeat is not None:
        labels = read_labels(roles.series(roles.repeat), roles.repeat, limit=MOST_REPETITIONS)
        return labels.codes, labels.texts, labels.keys
    found = occurrence(code)
    texts = tuple(str(k + 1) for k in range(min(int(found.max(initial=0)) + 1, MOST_REPETITIONS)))
    return found, texts, texts


def case_column(roles: Roles, rows: Rows, code: IntArray | None) -> CaseColumn | None:
    """Return the cases of the rows in use, numbered as they come."""
    if code is None or roles.case is None:
        return None
    # Nobody writes into the numbers of the cases: they need no copy.
    kept = rows.take(code) if rows.dropped else code
    present = np.bincount(kept) > 0
    if not present.all():
        kept = (np.cumsum(present) - 1)[kept]
    return CaseColumn(roles.case, Cases(frozen(kept), int(np.count_nonzero(present))))


def averaged(predictions: Predictions) -> Predictions:
    """What did models predict on average of each case?

    Parameters
    ----------
    predictions : Predictions
        With cases.

    Returns
    -------
    Predictions
        One row a case, in the order in which they come: the mean of each score, of predicted labels the most frequent
        (of several the first in order), weight and amount on average; no folds or repetitions, which a mean has none
        of.

    Raises
    ------
    InputError
        Where rows of a case have different truths.
    """
    column = predictions.cases
    if column is None:
        raise InputError("A mean of each case needs the column of the cases; got none. Choose that column.")
    if column.several is None:
        return predictions
    cases = column.of
    sizes = cases.sizes.astype(np.float64)
    first = np.empty(cases.count, dtype=np.intp)
    first[cases.code[::-1]] = np.arange(predictions.n)[::-1]
    if not bool((predictions.y_true[first][cases.code] == predictions.y_true).all()):
        raise InputError(
            "All rows of a case must have the same truth for a mean of each case; in column '{column}' some differ. "
            "Take all rows, with intervals by case.",
            column=shown(column.column),
        )

    def mean(values: NDArray[Any]) -> NDArray[Any]:
        """Return the mean of each case, that of equal values exactly."""
        if values.ndim > 1:
            return np.column_stack([mean(values[:, k]) for k in range(values.shape[1])])
        found = cases.sums(values) / sizes
        low, high = np.full(cases.count, np.inf), np.full(cases.count, -np.inf)
        np.minimum.at(low, cases.code, values)
        np.maximum.at(high, cases.code, values)
        return np.clip(found, low, high)

    return replace(
        predictions,
        y_true=predictions.y_true[first],
        scores={model: mean(score) for model, score in predictions.scores.items()},
        labels={model: _voted(cases, labels) for model, labels in predictions.labels.items()},
        weight=None if predictions.weight is None else mean(predictions.weight),
        amount=None if predictions.amount is None else mean(predictions.amount),
        groups={name: _of_cases(of, cases, first) for name, of in predictions.groups.items()},
        folds=None,
        repeats=None,
        rows=None,
        cases=CaseColumn(column.column, Cases(np.arange(cases.count), cases.count)),
        taken=MEAN,
        notes=(
            *predictions.notes,
            replace(OF_MEANS, values={"cases": cases.count, "rows": predictions.n}),
        ),
    )


def _voted(cases: Cases, labels: NDArray[Any]) -> NDArray[Any]:
    """Return the most frequent label of each case, of several the first in order."""
    codes = labels.astype(np.int64)
    k = int(codes.max(initial=0)) + 1
    table = np.bincount(cases.code * k + codes, minlength=cases.count * k).reshape(cases.count, k)
    return np.asarray(table.argmax(axis=1).astype(labels.dtype))


def _of_cases(of: Any, cases: Cases, first: NDArray[Any]) -> Any:
    """Return the group of each case: none where its rows are in several."""
    chosen = of.codes[first]
    mixed = np.zeros(cases.count, dtype=bool)
    mixed[cases.code[of.codes != chosen[cases.code]]] = True
    return replace(of, codes=np.where(mixed, -1, chosen))


def one_value_each(code: IntArray, values: IntArray) -> bool:
    """Tell whether all rows of a case have the same value; empty cells, of either, say nothing."""
    known = (values >= 0) & (code >= 0)
    code, values = code[known], values[known]
    if not code.size:
        return False
    seen = np.empty(int(code.max()) + 1, dtype=np.int64)
    seen[code] = values
    return bool((seen[code] == values).all())


def _column(frame: pd.DataFrame, column: str) -> pd.Series:
    place = next(i for i, name in enumerate(frame.columns) if str(name) == column)
    return frame.iloc[:, place]
