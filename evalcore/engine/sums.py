"""What sums over all rows tell while none is kept: calibration, Brier score, log loss, errors of a regression."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import pandas as pd

from evalcore.counts.reasons import NOT_PROBABILITIES
from evalcore.engine.dialect import Dialect, Scan
from evalcore.engine.filters import Filter
from evalcore.engine.rows import LeftOut, Reading
from evalcore.engine.watch import Watch
from evalcore.errors import InputError, Message
from evalcore.intervals import wilson
from evalcore.support.arrays import FloatArray, IntArray, frozen
from evalcore.support.checks import whole_number
from evalcore.support.results import Result

MOST_BINS = 1000
NO_ROW = Message("There is no row.")
SURE_AND_WRONG = Message("A row was given probability 0 of what happened, so the log loss is infinite.")
ALL_EQUAL = Message("All true values are equal, so there is nothing that R² could be a share of.")


class _Total:
    """A sum of many parts that is rounded once."""

    def __init__(self) -> None:
        self._parts: list[float] = []

    def add(self, values: FloatArray) -> None:
        """Add the sum of an array."""
        self._parts.append(float(values.sum()))
        if len(self._parts) > 10_000:
            self._parts = [self.value]

    @property
    def value(self) -> float:
        """The sum so far."""
        return math.fsum(self._parts) if all(map(math.isfinite, self._parts)) else sum(self._parts)


@dataclass(frozen=True, eq=False)
class ProbabilitySums(Result):
    """Do scores, read as probabilities, come true as often as they say?

    Parameters
    ----------
    brier : float in [0, 1]
        Mean squared distance of score and truth; nan where undefined.
    log_loss : float >= 0
        Mean of -ln of the probability given to what happened; inf where that was 0 once.
    score, share, low, high : (b,) float64 in [0, 1]
        Of bins of equal width that hold rows, ascending: mean score, share of positive rows, its 95% Wilson interval.
    n : (b,) int64
        Rows of each bin.
    mean_score, prevalence : float in [0, 1]
        Of all rows.
    dropped : tuple of LeftOut
    reason : Message or None
        Why all is nan, or log loss is infinite.
    """

    brier: float
    log_loss: float
    score: FloatArray
    share: FloatArray
    low: FloatArray
    high: FloatArray
    n: IntArray
    mean_score: float
    prevalence: float
    dropped: tuple[LeftOut, ...] = ()
    reason: Message | None = None

    def to_frame(self) -> pd.DataFrame:
        """Return one row a bin."""
        return pd.DataFrame({name: getattr(self, name) for name in ("score", "share", "low", "high", "n")})


def probability_sums(reading: Reading, rows_all: int, bins: int) -> ProbabilitySums:
    """Return Brier score, log loss and bins of the rows in one pass.

    Notes
    -----
    *Undefined when* a score is not in [0, 1] or there is no row.
    """
    bins = whole_number(bins, "bins", least=1)
    if bins > MOST_BINS:
        raise InputError("There must be at most {limit} bins; got {value}. Choose fewer.", limit=MOST_BINS, value=bins)
    n = np.zeros((bins, 2), dtype=np.int64)
    sums, squares, logs, outside = np.zeros(bins), _Total(), _Total(), False
    for rows in reading.rows(rows_all):
        (score,) = rows.numbers
        if not len(score):
            continue
        if score.min() < 0 or score.max() > 1:
            outside = True
            continue
        given = np.where(rows.truth == 1, score, 1 - score)
        with np.errstate(divide="ignore"):
            logs.add(-np.log(given))
        squares.add(np.square(1 - given))
        place = np.minimum((score * bins).astype(np.int64), bins - 1)
        n += np.bincount(2 * place + rows.truth, minlength=2 * bins).reshape(bins, 2)
        sums += np.bincount(place, weights=score, minlength=bins)
    total = int(n.sum())
    if outside or not total:
        none = frozen(np.empty(0))
        why = NOT_PROBABILITIES if outside else NO_ROW
        nan = math.nan
        return ProbabilitySums(
            nan, nan, none, none, none, none, frozen(np.empty(0, np.int64)), nan, nan, reading.left_out, why
        )
    held = n.sum(axis=1) > 0
    rows_in, pos = n.sum(axis=1)[held], n[held, 1]
    ends = wilson(pos, rows_in)
    loss = logs.value / total
    return ProbabilitySums(
        squares.value / total,
        loss,
        frozen(sums[held] / rows_in),
        frozen(pos / rows_in),
        frozen(np.asarray(ends.low)),
        frozen(np.asarray(ends.high)),
        frozen(rows_in),
        float(sums.sum()) / total,
        int(pos.sum()) / total,
        reading.left_out,
        SURE_AND_WRONG if math.isinf(loss) else None,
    )


@dataclass(frozen=True, eq=False)
class ErrorSums(Result):
    """How far are the predictions of a regression off?

    Parameters
    ----------
    n : float
        Rows, or the sum of their weights.
    mse, mae, rmse, r2, bias : float
        Mean squared and mean absolute error, the root of the first, R², and the mean of predicted minus true.
    dropped : tuple of LeftOut
    reason : Message or None
        Why all is nan, or R² alone.
    """

    n: float
    mse: float
    mae: float
    rmse: float
    r2: float
    bias: float
    dropped: tuple[LeftOut, ...] = ()
    reason: Message | None = None


def error_sums(
    dialect: Dialect, names: tuple[str, ...], kept: Iterable[Filter], watch: Watch, rows_all: int, *, weighted: bool
) -> ErrorSums:
    """Return the errors of a regression in one pass.

    Notes
    -----
    *Undefined when* there is no row; R² also where all true values are equal.
    """
    reading = Reading(dialect, Scan(numbers=names, filters=tuple(kept)), watch, weight=2 if weighted else None)
    n, error, absolute, squared, truth, truth_squared = (_Total() for _ in range(6))
    middle: float | None = None  # squares of what is far from 0 would drown its spread
    for rows in reading.rows(rows_all):
        true, predicted, *weight = rows.numbers
        if not len(true):
            continue
        w = weight[0] if weight else np.ones(len(true))
        middle = float(true.mean()) if middle is None else middle
        off, away = predicted - true, true - middle
        for total, part in (
            (n, w),
            (error, w * off),
            (absolute, w * np.abs(off)),
            (squared, w * np.square(off)),
            (truth, w * away),
            (truth_squared, w * np.square(away)),
        ):
            total.add(part)
    rows_in = n.value
    if not rows_in:
        nan = math.nan
        return ErrorSums(0, nan, nan, nan, nan, nan, reading.left_out, NO_ROW)
    mse, spread = squared.value / rows_in, truth_squared.value - truth.value**2 / rows_in
    varies = spread > 1e-14 * truth_squared.value
    return ErrorSums(
        rows_in if weighted else int(rows_in),
        mse,
        absolute.value / rows_in,
        math.sqrt(mse),
        1 - squared.value / spread if varies else math.nan,
        error.value / rows_in,
        reading.left_out,
        None if varies else ALL_EQUAL,
    )
