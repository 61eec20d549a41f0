"""The rows of each batch that can be used, and why the others are left out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from evalcore.engine.dialect import GROUP, NUMBER, TRUTH, UNKNOWN, Dialect, Scan
from evalcore.engine.watch import Stage, Watch
from evalcore.errors import InputError, Message
from evalcore.support.arrays import BoolArray, FloatArray, IntArray
from evalcore.support.results import Result
from evalcore.support.text import shown

NO_TRUTH = Message("The truth is missing.")
EMPTY = Message("The number is missing.")
NOT_A_NUMBER = Message("The number is NaN: not a number.")
INFINITE = Message("The number is infinite.")
REASONS = (EMPTY, NOT_A_NUMBER, INFINITE)


@dataclass(frozen=True)
class LeftOut(Result):
    """Rows left out for one reason: the column it is about, and how many; a row has the first reason that holds."""

    column: str
    reason: Message
    count: int


class Summary(NamedTuple):
    """Rows there are, those left out, and the ends of each number among the others (None without rows)."""

    n_rows: int
    left_out: tuple[LeftOut, ...]
    ranges: tuple[tuple[float | None, float | None], ...]


class Rows(NamedTuple):
    """Rows in use: truth 1 or 0 (empty where it was not asked for), number of the group, the numbers asked for."""

    truth: NDArray[np.uint8]
    group: IntArray | None
    numbers: tuple[FloatArray, ...]


class Reading:
    """One pass over the rows of a scan; `n_rows` and `left_out` are whole once it has ended.

    Parameters
    ----------
    dialect, scan, watch
    weight : int, optional
        Which of the numbers is a weight: rows of weight 0 vanish, a negative one is refused.
    """

    def __init__(self, dialect: Dialect, scan: Scan, watch: Watch, *, weight: int | None = None) -> None:
        self._dialect, self._scan, self._watch, self._weight = dialect, scan, watch, weight
        self.n_rows = 0
        self._counts: dict[tuple[str, str], int] = {}

    @property
    def left_out(self) -> tuple[LeftOut, ...]:
        """Rows left out, by column and reason, in the order in which they are looked for."""
        asked = [] if self._scan.truth is None else [(self._scan.truth.column, NO_TRUTH)]
        asked += [(name, reason) for name in self._scan.numbers for reason in REASONS]
        reasons = {(column, reason.template): reason for column, reason in asked}  # a column may be asked for twice
        return tuple(LeftOut(key[0], reasons[key], self._counts[key]) for key in reasons if key in self._counts)

    def rows(self, rows_all: int, stage: Stage = "reading") -> Iterator[Rows]:
        """Yield the rows in use, batch by batch, in any order."""
        self._watch.begin(stage, rows_all)
        for batch in self._dialect.batches(self._scan):
            self.n_rows += batch.num_rows
            self._watch.read(batch.num_rows)
            yield self._used(batch)

    def _used(self, batch: pa.RecordBatch) -> Rows:
        truth = batch.column(TRUTH).to_numpy() if self._scan.truth is not None else np.zeros(0, np.uint8)
        group = batch.column(GROUP).to_numpy().astype(np.int64) if self._scan.group is not None else None
        columns = [batch.column(NUMBER.format(i)) for i in range(len(self._scan.numbers))]
        numbers = tuple(column.to_numpy(zero_copy_only=False) for column in columns)
        kept: BoolArray | None = None
        if self._scan.truth is not None:
            kept = self._without(kept, truth == UNKNOWN, self._scan.truth.column, NO_TRUTH)
        for name, column, number in zip(self._scan.numbers, columns, numbers, strict=True):
            if column.null_count:
                empty = column.is_null().to_numpy(zero_copy_only=False)
                kept = self._without(kept, empty, name, EMPTY)
            if not np.isfinite(number).all():
                kept = self._without(kept, np.isnan(number), name, NOT_A_NUMBER)
                kept = self._without(kept, np.isinf(number), name, INFINITE)
        if self._weight is not None:
            kept = self._weighed(kept, numbers[self._weight])
        if kept is None:
            return Rows(truth, group, numbers)
        return Rows(
            truth[kept] if len(truth) else truth,
            None if group is None else group[kept],
            tuple(number[kept] for number in numbers),
        )

    def _without(self, kept: BoolArray | None, out: BoolArray, column: str, reason: Message) -> BoolArray | None:
        """Return which rows are kept without these, of those that are still in use."""
        if not out.any():
            return kept
        new = out if kept is None else out & kept
        if count := int(np.count_nonzero(new)):
            key = (column, reason.template)
            self._counts[key] = self._counts.get(key, 0) + count
        return ~out if kept is None else kept & ~out

    def _weighed(self, kept: BoolArray | None, weight: FloatArray) -> BoolArray | None:
        """Return which rows are kept that weigh something."""
        known = weight if kept is None else weight[kept]
        if len(known) and known.min() < 0:
            assert self._weight is not None
            raise negative_weight(self._scan.numbers[self._weight], float(known.min()))
        heavy = weight > 0
        return heavy if kept is None else kept & heavy


def negative_weight(column: str, value: float) -> InputError:
    """Return the refusal of a weight below 0."""
    return InputError(
        "Column '{column}' must hold no negative weight; got {value}. Leave these rows out by a filter.",
        column=shown(column),
        value=value,
    )
