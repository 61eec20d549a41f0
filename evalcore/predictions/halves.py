"""Rows in two halves, or in folds, at random: a threshold is chosen on some of them, and reported on others."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
import pandas as pd

from evalcore.errors import InputError, Message
from evalcore.predictions.cases import MEAN, CaseColumn, codes_of
from evalcore.predictions.columns import Columns
from evalcore.predictions.folds import Membership
from evalcore.predictions.labels import find_key, read_labels
from evalcore.predictions.parts import MOST_PARTS
from evalcore.predictions.result import Predictions
from evalcore.predictions.rows import EXAMPLE_ROWS, Dropped
from evalcore.predictions.slices import Slices
from evalcore.support.arrays import BoolArray, IntArray, frozen
from evalcore.support.cases import Cases
from evalcore.support.text import shown
from evalcore.support.whole import narrowed

OTHER_HALF: Final = Message("The row is in the other half, drawn at random: on one a threshold is chosen.")


def halves(predictions: Predictions, rng: np.random.Generator) -> tuple[Predictions, Predictions]:
    """Which rows are in either of two halves, drawn at random?

    Parameters
    ----------
    predictions : Predictions
        Of classes.
    rng : Generator

    Returns
    -------
    tuple of Predictions
        Two halves that share no row and no case; the rows of the other one are left out of each, and counted.

    Raises
    ------
    InputError
        For a regression, and where a half lacks a class.

    Notes
    -----
    Each class is halved by itself, the odd row to either side in turn; a case is of the class of its first row. Scores
    and labels are cut out of those of all rows when they are asked for, so that halves take little memory.

    Examples
    --------
    >>> from evalcore.predictions import from_frame
    >>> frame = pd.DataFrame({"y": [1, 1, 0, 0, 0, 0], "score": [0.9, 0.8, 0.7, 0.3, 0.2, 0.1]})
    >>> first, other = halves(from_frame(frame, truth="y", scores=["score"]), np.random.default_rng(0))
    >>> first.class_counts, other.class_counts
    ((2, 1), (2, 1))
    """
    if predictions.task == "regression":
        raise InputError("Rows are halved by their classes; got numbers to predict. Load predictions of classes.")
    is_first = _drawn(predictions, 2, rng) == 0
    sides = (_of_rows(predictions, is_first), _of_rows(predictions, ~is_first))
    for side in sides:
        for label, whole, part in zip(predictions.classes, predictions.class_counts, side.class_counts, strict=True):
            if whole and not part:
                raise InputError(
                    "Each half must hold rows of every class; got none of '{label}' in one of them. Choose another "
                    "seed, or load more rows.",
                    label=shown(label),
                )
    return sides


def random_folds(predictions: Predictions, k: int, rng: np.random.Generator) -> IntArray:
    """In which of k folds, drawn at random, is each row?

    Parameters
    ----------
    predictions : Predictions
        Of classes.
    k : int >= 2
    rng : Generator

    Returns
    -------
    (n,) int64
        From 0; all rows of a case are in one fold. Each class is spread over the folds as evenly as it can be.

    Raises
    ------
    InputError
        For a regression, and where there are fewer cases than folds.

    Examples
    --------
    >>> from evalcore.predictions import from_frame
    >>> frame = pd.DataFrame({"y": [1, 1, 1, 0, 0, 0], "score": [0.9, 0.8, 0.7, 0.3, 0.2, 0.1]})
    >>> random_folds(from_frame(frame, truth="y", scores=["score"]), 3, np.random.default_rng(0)).tolist()
    [1, 2, 0, 0, 2, 1]
    """
    if predictions.task == "regression":
        raise InputError("Folds are drawn by class; got numbers to predict. Load predictions of classes.")
    cases = predictions.n if predictions.cases is None else predictions.cases.count
    if not 2 <= k <= cases:
        raise InputError(
            "The number of folds must lie between 2 and the {cases} cases; got {k}. Choose another number.",
            cases=cases,
            k=k,
        )
    return _drawn(predictions, k, rng)


def share_cases(frame: pd.DataFrame, columns: Columns, first: str, other: str) -> bool:
    """Does a case have rows in both of two parts of a table?

    Parameters
    ----------
    frame : DataFrame
    columns : Columns
        With the column of the parts; without one of cases each row is a case of its own.
    first, other : str
        Two of the parts.

    Returns
    -------
    bool

    Examples
    --------
    >>> table = pd.DataFrame({"id": [1, 2, 2, 3], "split": ["a", "a", "b", "b"]})
    >>> share_cases(table, Columns(split="split", case="id"), "a", "b")
    True
    """
    if columns.split is None or columns.case is None:
        return False
    labels = read_labels(_column(frame, columns.split), columns.split, limit=MOST_PARTS)
    code = codes_of(_column(frame, columns.case))
    sides = (code[(labels.codes == find_key(part, labels.keys)) & (code >= 0)] for part in (first, other))
    return bool(np.intersect1d(*sides).size)


def have_cases_in_common(first: tuple[pd.DataFrame, Columns], other: tuple[pd.DataFrame, Columns]) -> bool:
    """Does a case have rows in both of two tables?

    Parameters
    ----------
    first, other : (DataFrame, Columns)
        A table and the roles of its columns; where one has no column of cases, none is known to be in both.

    Returns
    -------
    bool

    Examples
    --------
    >>> tables = [(pd.DataFrame({"id": ids}), Columns(case="id")) for ids in ([1, 2], [2, 3])]
    >>> have_cases_in_common(*tables)
    True
    """
    if first[1].case is None or other[1].case is None:
        return False
    known = [set(_column(frame, str(roles.case)).dropna().astype(str)) for frame, roles in (first, other)]
    return not known[0].isdisjoint(known[1])


def _column(frame: pd.DataFrame, column: str) -> pd.Series:
    return frame.iloc[:, next(i for i, name in enumerate(frame.columns) if str(name) == column)]


def _drawn(predictions: Predictions, k: int, rng: np.random.Generator) -> IntArray:
    """Return the part of each row, from 0: of each class every k-th case is in one, in an order drawn at random."""
    code = np.arange(predictions.n) if predictions.cases is None else predictions.cases.of.code
    truth, n_cases = predictions.y_true.astype(np.int64), int(code.max()) + 1
    of_case = np.empty(n_cases, dtype=np.int64)
    of_case[code[::-1]] = truth[::-1]  # of several rows the first is written last
    drawn = rng.permutation(n_cases)
    # Classes one behind the other, so that the odd cases take turns.
    order = drawn[np.argsort(of_case[drawn], kind="stable")]
    part = np.empty(n_cases, dtype=np.int64)
    part[order] = np.arange(n_cases) % k
    return part[code]


def _of_rows(predictions: Predictions, kept: BoolArray) -> Predictions:
    """Return the predictions of some rows; the others are left out and counted."""
    here = frozen(narrowed(np.flatnonzero(kept)))
    of_table = predictions.rows
    places = None if predictions.taken == MEAN else here if of_table is None else frozen(narrowed(of_table[kept]))
    return replace(
        predictions,
        y_true=predictions.y_true[kept],
        scores=Slices(predictions.scores, here),
        labels=Slices(predictions.labels, here),
        weight=None if predictions.weight is None else predictions.weight[kept],
        amount=None if predictions.amount is None else predictions.amount[kept],
        folds=_members(predictions.folds, kept),
        repeats=_members(predictions.repeats, kept),
        groups={name: Membership(of.column, of.labels, of.codes[kept]) for name, of in predictions.groups.items()},
        cases=None if predictions.cases is None else _cases(predictions.cases, kept),
        rows=places,
        dropped=(*predictions.dropped, _left_out(predictions, kept)),
    )


def _left_out(predictions: Predictions, kept: BoolArray) -> Dropped:
    others = np.flatnonzero(~kept)
    places = others if predictions.rows is None else predictions.rows[others[:EXAMPLE_ROWS]]
    first = () if predictions.taken == MEAN else tuple(int(row) + 1 for row in places[:EXAMPLE_ROWS])
    return Dropped(OTHER_HALF, len(others), first, predictions.truth)


def _members(of: Membership | None, kept: BoolArray) -> Membership | None:
    return None if of is None else Membership(of.column, of.labels, of.codes[kept])


def _cases(column: CaseColumn, kept: BoolArray) -> CaseColumn:
    """Return the cases of the rows that stay, numbered as they come."""
    code, found = pd.factorize(column.of.code[kept])
    return CaseColumn(column.column, Cases(frozen(code.astype(np.int64, copy=False)), len(found)))
