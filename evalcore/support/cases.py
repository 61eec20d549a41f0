"""Which rows belong to one case, such as a patient or a user: numbered once, and summed by case."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from evalcore.errors import InputError
from evalcore.support.arrays import FloatArray, IndexArray, IntArray, frozen
from evalcore.support.checks import one_dimensional, same_length
from evalcore.support.results import Result


@dataclass(frozen=True, eq=False)
class Cases(Result):
    """Which rows belong to one case?

    Parameters
    ----------
    code : (n,) int64 in [0, count)
        The case of each row, numbered as they first come.
    count : int >= 1
        How many cases there are.
    """

    code: IntArray
    count: int

    @property
    def sizes(self) -> IntArray:
        """Rows of each case, all at least 1: (count,)."""
        return np.bincount(self.code, minlength=self.count)

    def of(self, rows: NDArray[Any]) -> Cases:
        """Return the same cases of some rows, given by a mask or by their places; a case may have none of them."""
        return Cases(self.code[rows], self.count)

    def sums(self, values: NDArray[Any]) -> FloatArray:
        """Return the sum over the rows of each case of one number a row: (count,)."""
        return np.asarray(np.bincount(self.code, values, minlength=self.count), dtype=np.float64)

    def one_row_each(self, *columns: NDArray[Any]) -> IndexArray | None:
        """Return one row of each case if no case has another, or all cases have as many copies of theirs; else None.

        Such cases are independent rows, and whatever is known of rows is known of them.

        Parameters
        ----------
        *columns : (n,) arrays
            What makes two rows of a case copies: that all of these agree.

        Returns
        -------
        (count,) int or None
        """
        sizes = self.sizes
        if sizes.min() != sizes.max():
            return None
        first = np.empty(self.count, dtype=np.intp)
        first[self.code[::-1]] = np.arange(len(self.code))[::-1]  # of several the last one written stays
        is_copied = all(bool((column[first][self.code] == column).all()) for column in columns)
        return first if is_copied else None


def numbered(case: ArrayLike | Cases, n: int, name: str = "case") -> Cases:
    """Which of n rows belong to one case?

    Parameters
    ----------
    case : (n,) labels of any kind, or Cases
        Rows with equal labels belong to one case; what the labels are does not matter.
    n : int >= 1
        Rows.
    name : str
        What the column is called in a refusal.

    Returns
    -------
    Cases

    Raises
    ------
    InputError
        Where there are more or fewer labels than rows, or one is missing.

    Examples
    --------
    >>> numbered(["ann", "bob", "ann"], 3).code.tolist()
    [0, 1, 0]
    """
    if isinstance(case, Cases):
        same_length(case.code, n, name)
        return case
    labels = one_dimensional(case, name)
    same_length(labels, n, name)
    code, found = pd.factorize(labels)
    if (missing := code < 0).any():
        raise InputError(
            "{name} must have a label in every row; got none (data row {row}). Leave the row out.",
            name=name,
            row=int(np.argmax(missing)) + 1,
        )
    return Cases(frozen(code.astype(np.int64, copy=False)), len(found))
