"""A table that was read, kept as small as it can be: its columns may be chosen anew, and its rows be shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final, TypeAlias

import numpy as np
import pandas as pd
import pyarrow as pa
from numpy.typing import NDArray

from evalcore.predictions.result import Predictions
from evalcore.support.arrays import BoolArray, FloatArray, IntArray, frozen
from evalcore.support.numbers import is_number_typed
from evalcore.support.results import Result
from evalcore.support.whole import narrowed

GLANCE: Final = 10_000
MOST_TEXTS: Final = 1_000  # different ones; with more of them a number for each cell saves little

Numbers = NDArray[Any]
# Makes a column again, or its rows at some places.
Made: TypeAlias = Callable[..., Any]


@dataclass(frozen=True, eq=False)
class KeptTable(Result):
    """A table put away: `frame` gives it back, equal in every cell and type.

    Attributes
    ----------
    names : tuple of str
        The columns, as text.
    labels : Index
        The columns, as they are called in the frame.
    index : Index
        Of the rows.
    columns : tuple
        Of each column either its numbers, or what makes it again, or of it the rows at some places.
    """

    names: tuple[str, ...]
    labels: pd.Index
    index: pd.Index
    columns: tuple[FloatArray | Made, ...]

    def __len__(self) -> int:
        return len(self.index)

    def frame(self) -> pd.DataFrame:
        """Return the table. Its numbers are not copied, so they are read-only."""
        cells = {place: one() if callable(one) else one for place, one in enumerate(self.columns)}
        frame = pd.DataFrame(cells, index=self.index, copy=False)
        frame.columns = self.labels
        return frame

    def column(self, name: str) -> pd.Series:
        """Return one column, the first of this name. Its numbers are not copied, so they are read-only."""
        one = self.columns[self.names.index(name)]
        return pd.Series(one() if callable(one) else one, copy=False)

    def rows(self, places: IntArray) -> pd.DataFrame:
        """Return the rows at some places, from 0, without making the others again."""
        cells = {at: one(places) if callable(one) else one[places] for at, one in enumerate(self.columns)}
        frame = pd.DataFrame(cells, index=self.index[places])
        frame.columns = self.labels
        return frame

    def holding(self, text: str) -> BoolArray:
        """Return which rows hold a text in a column of texts, upper or lower case, or a number that is written so."""
        wanted, found = text.strip(), np.zeros(len(self), dtype=bool)
        number = pd.to_numeric(pd.Series([wanted]), errors="coerce").iloc[0]
        for one in self.columns:
            found |= _holds(pd.Series(one() if callable(one) else one, copy=False), wanted, float(number))
        return found

    def sharing(self, predictions: Predictions) -> KeptTable:
        """Return the same table with those columns shared that predictions have, too: equal to the last bit."""
        arrays = list(_of_rows(predictions))
        found = (one if callable(one) else next((a for a in arrays if _same(a, one)), one) for one in self.columns)
        return replace(self, columns=tuple(found))


def kept(frame: pd.DataFrame) -> KeptTable:
    """How is a table kept for long?

    Parameters
    ----------
    frame : DataFrame
        Of any columns.

    Returns
    -------
    KeptTable
        Whole numbers in the smallest type that holds them, truth values as bits, few different texts as a number for
        each cell; all in memory of their own. Never undefined.

    Examples
    --------
    >>> table = kept(pd.DataFrame({"y": [1, 0], "model": ["a", "a"]}))
    >>> table.frame()["y"].dtype, table.frame()["model"].tolist()
    (dtype('int64'), ['a', 'a'])
    """
    columns = tuple(_put_away(frame.iloc[:, place]) for place in range(frame.shape[1]))
    return KeptTable(tuple(map(str, frame.columns)), frame.columns, frame.index, columns)


def _put_away(cells: pd.Series) -> FloatArray | Made:
    """Return the numbers of a column, or what makes it again."""
    kind = cells.dtype
    if isinstance(kind, pd.StringDtype):
        return _texts(cells)
    if not isinstance(kind, np.dtype):
        return partial(_as_it_is, cells.array)
    values = cells.to_numpy()
    if kind == np.float64:
        return frozen(values.copy())
    if kind == np.bool_:
        return partial(_from_bits, np.packbits(values), len(values))
    if kind.kind in "iu":
        small = narrowed(values)
        return partial(_widened, small, kind) if small is not values else partial(_as_it_is, values.copy())
    return partial(_as_it_is, values)


def _texts(cells: pd.Series) -> Made:
    """Return what makes a column of texts again."""
    if cells.iloc[:GLANCE].nunique() <= MOST_TEXTS:
        codes, texts = pd.factorize(cells)
        if len(texts) <= MOST_TEXTS:
            return partial(_taken, texts.array, narrowed(codes))
    # The file arrives in one piece of memory, which a column that is a part of it would keep.
    arrow = pa.array(cells.array)
    whole = arrow.combine_chunks() if isinstance(arrow, pa.ChunkedArray) else arrow
    own = pa.concat_arrays([whole, whole[:0]])
    return partial(_as_it_is, pd.array(own, dtype=cells.dtype))


def _as_it_is(cells: Any, places: IntArray | None = None) -> Any:
    return cells if places is None else cells[places]


def _widened(cells: Numbers, kind: np.dtype[Any], places: IntArray | None = None) -> Numbers:
    widened: Numbers = _as_it_is(cells, places).astype(kind)
    return widened


def _taken(texts: Any, codes: Numbers, places: IntArray | None = None) -> Any:
    return texts.take(_as_it_is(codes, places), allow_fill=True)


def _from_bits(bits: NDArray[np.uint8], count: int, places: IntArray | None = None) -> NDArray[np.bool_]:
    return _as_it_is(np.unpackbits(bits, count=count).view(np.bool_), places)  # type: ignore[no-any-return]  # by type


def _holds(cells: pd.Series, text: str, number: float) -> BoolArray:
    """Return which cells hold a text, or of a column of numbers are the number."""
    if pd.api.types.is_bool_dtype(cells.dtype) or not text:
        return np.zeros(len(cells), dtype=bool)
    if is_number_typed(cells):
        found = cells == number
    else:
        # Before pandas 3 what is missing becomes the text "nan".
        found = cells.astype("str").str.contains(text, case=False, regex=False) & cells.notna()
    return found.to_numpy(dtype=bool, na_value=False)


def _of_rows(predictions: Predictions) -> Iterable[FloatArray]:
    """Return the numbers that predictions have of each row."""
    for array in (predictions.y_true, predictions.weight, predictions.amount, *predictions.scores.values()):
        if array is not None and array.dtype == np.float64:
            yield from array.T if array.ndim > 1 else (array,)


def _same(mine: FloatArray, other: FloatArray) -> bool:
    """Tell whether two columns are the same to the last bit: 0.0 is not -0.0."""
    if len(mine) != len(other) or mine[:1].tobytes() != other[:1].tobytes():
        return False
    return bool(np.array_equal(np.ascontiguousarray(mine).view(np.int64), other.view(np.int64)))
