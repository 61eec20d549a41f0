"""What every formula of `evalcore.metrics` starts from: cells, margins, and a quotient that may be undefined."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple, Protocol, TypeVar, cast

import numpy as np

from evalcore.counts import Cells
from evalcore.support.arrays import FloatArray, scale

# Up to so many rows a product of two counts, and a difference of two, is exact as float64, or as int64.
EXACT_FLOAT: Final = 2**26
EXACT_INTEGER: Final = 2**31
T = TypeVar("T", float, FloatArray)
T_co = TypeVar("T_co", float, FloatArray, covariant=True)


class HasCells(Protocol[T_co]):
    """Anything with the four cells, each a number or an array of one shape."""

    @property
    def tp(self) -> T_co:
        """Positive rows predicted positive."""

    @property
    def fp(self) -> T_co:
        """Negative rows predicted positive."""

    @property
    def fn(self) -> T_co:
        """Positive rows predicted negative."""

    @property
    def tn(self) -> T_co:
        """Negative rows predicted negative."""


class Margins(NamedTuple):
    """Of each class in turn: rows of the class, rows predicted to be of it, rows that are both; and all rows."""

    truth: list[Any]
    predicted: list[Any]
    correct: list[Any]
    n: Any


def cells(cm: Any) -> Cells:
    """Return the four cells as float64, so that products cannot overflow."""
    return Cells(*(np.asarray(cell, dtype=np.float64) for cell in (cm.tp, cm.fp, cm.fn, cm.tn)))


def scaled_cells(cm: Any) -> Cells:
    """Return the four cells as float64; weights times a power of two, so that products neither overflow nor vanish."""
    found = cells(cm)
    if _is_whole(cm.tp):
        return found
    by = scale(float(np.max(sum(found), initial=0)))
    return found if by == 1 else Cells(*(cell * by for cell in found))


def _is_whole(numbers: Any) -> bool:
    """Tell whether these are counts, not sums of weights."""
    return np.asarray(numbers).dtype.kind in "iu"


def margins(cm: Any) -> Margins:
    """Return the margins, as float64 so that products cannot overflow, of k x k tables or of four cells."""
    table = getattr(cm, "table", None)
    if table is None:
        tp, fp, fn, tn = cells(cm)
        truth, predicted, correct = [tp + fn, fp + tn], [tp + fp, fn + tn], [tp, tn]
    else:
        table = table.astype(np.float64)
        truth, predicted = (list(np.moveaxis(table.sum(axis), -1, 0)) for axis in (-1, -2))
        correct = list(np.moveaxis(np.diagonal(table, axis1=-2, axis2=-1), -1, 0))
    return Margins(truth, predicted, correct, sum(truth))


def for_products(cm: Any) -> Margins:
    """Return the margins for products whose difference matters: as whole numbers while these are exact.

    Of one counted matrix they are Python's integers, of many at once int64 where float64 would round and int64 does not
    overflow; sums of weights are scaled by a power of two, so that no product overflows or vanishes.
    """
    table = getattr(cm, "table", None)
    whole = _is_whole(table) if table is not None else all(map(_is_whole, (cm.tp, cm.fp, cm.fn, cm.tn)))
    if whole and table is not None and table.ndim == 2:
        rows: list[list[int]] = table.tolist()
        diagonal = [row[i] for i, row in enumerate(rows)]
        return Margins([*map(sum, rows)], [*map(sum, zip(*rows, strict=True))], diagonal, sum(map(sum, rows)))
    found = margins(cm)
    most = float(np.max(found.n, initial=0))
    if whole and EXACT_FLOAT < most < EXACT_INTEGER:
        return _each(found, lambda part: np.asarray(part).astype(np.int64))
    by = 1.0 if whole else scale(most)
    return found if by == 1 else _each(found, lambda part: part * by)


def _each(found: Margins, change: Callable[[Any], Any]) -> Margins:
    """Return the margins, each changed alike."""
    truth, predicted, correct = ([*map(change, part)] for part in found[:3])
    return Margins(truth, predicted, correct, change(found.n))


def ratio(numerator: T, denominator: T) -> T:
    """Return the quotient, nan for 0/0; a float for scalars."""
    with np.errstate(divide="ignore", invalid="ignore"):
        value: Any = np.divide(numerator, denominator)
    return cast("T", value if value.ndim else float(value))
