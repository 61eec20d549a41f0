"""Rows left out, with the reason, counted once each."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from evalcore.errors import Message
from evalcore.support.arrays import BoolArray
from evalcore.support.results import Result

EXAMPLE_ROWS = 5


@dataclass(frozen=True)
class Dropped(Result):
    """Rows left out for one reason: how many, and the first five data rows (from 1, below the header)."""

    reason: Message
    count: int
    rows: tuple[int, ...]
    column: str


@dataclass(eq=False)
class Rows:
    """The rows still in use, while column after column is looked at."""

    keep: BoolArray
    dropped: list[Dropped] = field(default_factory=list)
    missing: dict[str, int] = field(default_factory=dict)

    def leave_out(self, missing: BoolArray, column: str, reason: Message) -> None:
        """Leave out rows where `column` is empty; a row that is out already keeps its first reason."""
        self.missing[column] = int(np.count_nonzero(missing))
        if self.missing[column]:
            self.leave_out_others(missing, column, reason)

    def leave_out_others(self, others: BoolArray, column: str, reason: Message) -> None:
        """Leave out rows for what stands in `column`, not for an empty cell."""
        new = np.flatnonzero(others & self.keep)
        if new.size:
            rows = tuple(int(i) + 1 for i in new[:EXAMPLE_ROWS])
            self.dropped.append(Dropped(reason, int(new.size), rows, column))
            self.keep[new] = False

    def take(self, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Return a copy of the rows in use."""
        return array[self.keep] if self.dropped else array.copy()
