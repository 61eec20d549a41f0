"""What reading may take, and how far it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import pyarrow as pa

from evalcore.errors import InputError
from evalcore.support.memory import free_memory, promised

COLUMN_LIMIT = 1000
HEADER_LIMIT = 1_000_000  # bytes: a thousand names of a thousand
LINE_LIMIT = 16_000_000
UNPACKED_LIMIT = 2_000_000_000  # bytes: a small file must not be able to fill the memory
CELL_BYTES = 8  # of a number; text takes as much for its place alone
SWELLING_LIMIT = 1000  # times: what gzip could pack at best
_MAY_SWELL = 256 << 20  # bytes: what is no larger takes no room that matters
_GIGABYTE = 10**9
_SMALLEST = 1 << 29


class TooLargeError(InputError):
    """A file that may be as it should, but is too large for a table in memory."""


@dataclass(frozen=True)
class Limits:
    """What reading one file may take.

    Attributes
    ----------
    table : int
        Bytes of the finished table.
    memory : int
        Bytes a process of its own may ask for while it reads.
    seconds : float
        Time of a process of its own, from its start to the finished table.
    """

    table: int
    memory: int
    seconds: float = 300.0

    @classmethod
    def here(cls) -> Limits:
        """Return the limits of reading in this process: a third of what the machine has free."""
        free = max(free_memory() // 3, _SMALLEST)
        return cls(table=free, memory=free)

    @classmethod
    def in_process(cls, others: int | None = None) -> Limits:
        """Return the limits of one reading among several visitors': the caller keeps the table, others read as well.

        `others` are bytes that are promised to what goes on besides; all that are promised now when left out.
        """
        beside = promised() if others is None else others
        memory = max(min((free_memory() - beside) // 3, 6 << 30), _SMALLEST)
        return cls(table=min(memory // 3, UNPACKED_LIMIT), memory=memory)


@dataclass
class Progress:
    """How far reading is; whoever reads sets it, whoever waits looks at it."""

    stage: str = "reading"
    share: Callable[[], float] = field(default=float)

    def at(self, stage: str, share: Callable[[], float] = float) -> None:
        """Begin a stage; `share` tells at any time how much of it is done, 0 to 1."""
        self.share = share
        self.stage = stage


@dataclass(frozen=True)
class Conditions:
    """What every step of reading is told; `in_process` where a crash ends nothing but this reading.

    `sheet` is the sheet of a workbook to read; None lets reading propose one.
    """

    limits: Limits
    progress: Progress = field(default_factory=Progress)
    in_process: bool = False
    sheet: str | None = None


def gigabytes(count: float) -> str:
    """Return bytes as gigabytes, for a sentence.

    >>> gigabytes(2_000_000_000), gigabytes(123_456_789)
    ('2', '0.12')
    """
    return f"{count / _GIGABYTE:.2g}" if count < 10 * _GIGABYTE else f"{count / _GIGABYTE:.0f}"


def check_cells(rows: int, columns: int, conditions: Conditions, width: int = CELL_BYTES) -> None:
    """Refuse a table of so many cells before it is laid out."""
    if rows * columns * width > conditions.limits.table:
        raise TooLargeError(
            "The table must take at most {limit} GB of memory; its {rows} rows and {columns} columns take more. Leave "
            "out the columns you do not need.",
            limit=gigabytes(conditions.limits.table),
            rows=f"{rows:,}",
            columns=columns,
        )


def check_swelling(rows: int, columns: int, size: int) -> None:
    """Refuse a table far larger than its file before it is laid out: its columns repeat one value, and say nothing.

    A score alone takes some bytes a row in any file; what is small either way passes.
    """
    laid_out = rows * columns * CELL_BYTES
    if laid_out > max(_MAY_SWELL, SWELLING_LIMIT * size):
        raise InputError(
            "The table must be at most {limit} times as large as its file; its {rows} rows in {size} bytes are larger, "
            "so nearly all of them are alike. Save the rows that differ.",
            limit=f"{SWELLING_LIMIT:,}",
            rows=f"{rows:,}",
            size=f"{size:,}",
        )


def check_memory(problem: BaseException, conditions: Conditions) -> None:
    """Tell a file that is wrong from memory that has run out; Arrow calls a thread it has no room for unknown."""
    if isinstance(problem, MemoryError) or type(problem) is pa.ArrowException:
        raise too_much_memory(conditions.limits) from None


def too_much_memory(limits: Limits) -> TooLargeError:
    """Return the refusal of a file that filled the memory it was given."""
    return TooLargeError(
        "The table must fit in {limit} GB of memory while it is read; it does not. Leave out the columns you do not "
        "need.",
        limit=gigabytes(limits.memory),
    )


def too_many_columns(count: int) -> InputError:
    """Return the refusal of a table with more columns than can be shown."""
    return InputError(
        "The table must have at most {limit} columns; it has {count}. Leave out the columns you do not need.",
        limit=COLUMN_LIMIT,
        count=count,
    )
