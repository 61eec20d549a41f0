"""What every formula of `evalcore.metrics` starts from: cells, margins, and a quotient that may be undefined."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol, TypeVar, cast

import numpy as np

from evalcore.counts import Cells
from evalcore.support.arrays import FloatArray

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


def ratio(numerator: T, denominator: T) -> T:
    """Return the quotient, nan for 0/0; a float for scalars."""
    with np.errstate(divide="ignore", invalid="ignore"):
        value: Any = np.divide(numerator, denominator)
    return cast("T", value if value.ndim else float(value))
