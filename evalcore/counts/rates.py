"""Rates at every threshold and the areas below them, in one pass: it is memory, not arithmetic, that takes the time."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from evalcore.support.arrays import CountArray, FloatArray, frozen
from evalcore.support.blocks import BLOCK, blocks, in_two


class Rates(NamedTuple):
    """What the curves are made of.

    Parameters
    ----------
    tpr, fpr, precision : (k,) float64 in [0, 1]
        TP / m+, FP / m- and TP / (TP + FP) at every threshold; nan for 0/0.
    twice_area : int or float
        Sum of (FP_i - FP_(i-1)) (TP_i + TP_(i-1)): an exact int if rows are counted.
    precision_area : float
        Sum of (TP_i - TP_(i-1)) precision_i.
    """

    tpr: FloatArray
    fpr: FloatArray
    precision: FloatArray
    twice_area: float
    precision_area: float


def rates(tp: CountArray, fp: CountArray) -> Rates:
    """Return rates and areas of cumulative counts that start at 0."""
    n_pos, n_neg = (np.float64(counts[-1]) for counts in (tp, fp))
    tpr, fpr, precision = (np.empty(len(tp)) for _ in range(3))
    first = np.zeros(1)
    with np.errstate(invalid="ignore"):
        tpr[:1], fpr[:1], precision[0] = first / n_pos, first / n_neg, np.nan

    def fill(start: int, stop: int) -> tuple[float, float]:
        """Fill in the rates of some rows, and return their parts of both areas."""
        twice_area, precision_area = 0.0 if tp.dtype.kind == "f" else 0, 0.0
        hits, alarms, width, height = np.empty((4, min(BLOCK, stop - start) + 1))
        for rows in blocks(start, stop):
            known = slice(rows.start - 1, rows.stop)
            t, f = hits[: rows.stop - rows.start + 1], alarms[: rows.stop - rows.start + 1]
            w, h = width[: len(t) - 1], height[: len(t) - 1]
            t[:], f[:] = tp[known], fp[known]
            with np.errstate(invalid="ignore"):
                np.divide(t[1:], n_pos, out=tpr[rows])
                np.divide(f[1:], n_neg, out=fpr[rows])
            np.divide(t[1:], np.add(t[1:], f[1:], out=w), out=precision[rows])
            precision_area += _dot(np.subtract(t[1:], t[:-1], out=w), precision[rows])
            np.add(t[1:], t[:-1], out=h)
            np.subtract(f[1:], f[:-1], out=w)
            twice_area += _area(w, h, tp[known], fp[known])
        return twice_area, precision_area

    halves = in_two(fill, 1, len(tp))
    twice_area, precision_area = (sum(areas) for areas in zip(*halves, strict=True))
    return Rates(frozen(tpr), frozen(fpr), frozen(precision), twice_area, precision_area)


def _area(width: FloatArray, height: FloatArray, tp: CountArray, fp: CountArray) -> float:
    """Return the scalar product of width and height, as an exact int if tp and fp, which they come from, are whole."""
    if tp.dtype.kind == "f":
        return _dot(width, height)
    alarms, highest = int(fp[-1]) - int(fp[0]), 2 * int(tp[-1])
    if alarms * highest < 2**53:
        return int(_dot(width, height))
    # no partial sum may reach 2**63: heights are cut into a part that is small enough, and the rest
    bits = 62 - alarms.bit_length()
    wide, high = np.diff(fp), tp[1:] + tp[:-1]
    return (int(wide @ (high >> bits)) << bits) + int(wide @ (high & ((1 << bits) - 1)))


def _dot(a: FloatArray, b: FloatArray) -> float:
    """Return a scalar product; `@` would start the threads of the linear algebra library, and wait for them."""
    return float(np.einsum("i,i->", a, b))
