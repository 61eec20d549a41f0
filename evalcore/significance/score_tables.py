"""Tables of scores, a row a data set and a column a learner: checked, ranked, and what is to be said of any of them."""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray
from scipy import stats

from evalcore.errors import InputError, Message
from evalcore.support.arrays import FloatArray, IntArray
from evalcore.support.numbers import parse_numbers
from evalcore.support.text import shown

FEW_DATA_SETS = 5
FEW_LEARNERS = 3
SAME_DIGITS = 1e-12  # of the largest value: decimal scores that differ by less were meant to be equal
INDEPENDENT = Message("The data sets are independent of each other, and each learner has one score on each of them.")
POOL = Message(
    "Mean ranks depend on which other learners are in the table: with one more or one less, the verdict about the same "
    "two learners can change."
)
NEARLY_TIED = Message(
    "Some values differ only after the twelfth digit, as 0.1 + 0.2 and 0.3 do. They are ranked as they are, not as "
    "ties; round the scores first if they are meant to be equal."
)


def score_table(scores: ArrayLike) -> FloatArray:
    """Return a table of scores as float64, with one finite number in each cell.

    Parameters
    ----------
    scores : (data sets, learners)
        At least one row and two columns.
    """
    table = two_dimensional(scores, "scores")
    if table.dtype.kind not in "biuf":
        numbers, _ = parse_numbers(pd.Series(table.ravel(), dtype=object))
    else:
        numbers = table.astype(np.float64).ravel()
    if not (usable := np.isfinite(numbers)).all():
        row, column = divmod(int(np.argmin(usable)), table.shape[1])
        raise InputError(
            "scores must hold a finite number in every cell; got '{value}' (data set {row}, learner {column}). Leave "
            "the data set out, or run the learner on it.",
            value=shown(table[row, column]),
            row=row + 1,
            column=column + 1,
        )
    return numbers.reshape(table.shape)


def two_dimensional(values: ArrayLike, name: str) -> NDArray[np.generic]:
    """Return a table with at least one row and two columns."""
    try:
        table = np.asarray(values)
    except ValueError as ragged:
        raise InputError(
            "{name} must have as many values in each row; got rows of different lengths. Complete the short rows.",
            name=name,
        ) from ragged
    if table.ndim != 2:
        raise InputError(
            "{name} must be a table with one column a learner; got an array of {dimensions} dimensions. Pass one row "
            "for each data set.",
            name=name,
            dimensions=table.ndim,
        )
    if len(table) < 1 or table.shape[1] < 2:
        raise InputError(
            "{name} must have at least one row and two columns; got {rows} and {columns}. Add a learner or a row.",
            name=name,
            rows=table.shape[0],
            columns=table.shape[1],
        )
    return table


def doubled_ranks(table: FloatArray, *, higher_is_better: bool) -> IntArray:
    """Return twice the rank of each learner on each data set: whole numbers, since a tie shares the average rank.

    Rank 1 is the best.
    """
    ranks = stats.rankdata(-table if higher_is_better else table, axis=1)
    return np.rint(2 * ranks).astype(np.int64)


def nearly_tied(rows: FloatArray, scale: FloatArray) -> bool:
    """Tell whether two numbers of a row differ by no more than rounding does, and are not equal.

    Parameters
    ----------
    rows : (rows, m) float64
    scale : (rows, 1) float64 >= 0
        Size of the numbers that `rows` came from.
    """
    gaps = np.diff(np.sort(rows, axis=1), axis=1)
    return bool(((gaps > 0) & (gaps <= SAME_DIGITS * scale)).any())


def few(n_datasets: int, n_learners: int = FEW_LEARNERS) -> tuple[Message, ...]:
    """Say that there are fewer than five data sets or fewer than three learners."""
    said = []
    if n_datasets < FEW_DATA_SETS:
        said.append(
            Message(
                "There are fewer than five data sets ({count}): a real difference is easily missed, and what is found "
                "holds for these data sets only.",
                {"count": n_datasets},
            )
        )
    if n_learners < FEW_LEARNERS:
        said.append(
            Message(
                "There are fewer than three learners ({count}): the Wilcoxon test uses more of what the data sets "
                "tell about two.",
                {"count": n_learners},
            )
        )
    return tuple(said)
