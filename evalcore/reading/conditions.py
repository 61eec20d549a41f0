"""What reading may take, and how far it is."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pyarrow as pa

from evalcore.errors import InputError

COLUMN_LIMIT = 1000
HEADER_LIMIT = 1_000_000  # bytes: a thousand names of a thousand
LINE_LIMIT = 16_000_000
UNPACKED_LIMIT = 2_000_000_000  # bytes: a small file must not be able to fill the memory
CELL_BYTES = 8  # of a number; text takes as much for its place alone
_GIGABYTE = 10**9
_SMALLEST = 1 << 29
_UNKNOWN = 4 << 30  # where the machine does not say what is free
_WITHOUT_LIMIT = 1 << 60  # cgroup v1 writes "no limit" as a number near 2**63


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
    def apart(cls) -> Limits:
        """Return the limits of one reading among several visitors': the caller keeps the table, others read as well."""
        memory = max(min(free_memory() // 3, 6 << 30), _SMALLEST)
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
    """What every step of reading is told; `is_apart` where a crash ends nothing but this reading.

    `sheet` is the sheet of a workbook to read; None lets reading propose one.
    """

    limits: Limits
    progress: Progress = field(default_factory=Progress)
    is_apart: bool = False
    sheet: str | None = None


def free_memory() -> int:
    """Return how many bytes of memory can still be had: of the machine, or of the container where that has less."""
    known = [found for found in (_machine(), _group_v2(), _group_v1()) if found is not None]
    return max(min(known, default=_UNKNOWN), 0)


def gigabytes(count: float) -> str:
    """Return bytes as gigabytes, for a sentence.

    >>> gigabytes(2_000_000_000), gigabytes(123_456_789)
    ('2', '0.12')
    """
    return f"{count / _GIGABYTE:.2g}" if count < 10 * _GIGABYTE else f"{count / _GIGABYTE:.0f}"


def check_cells(rows: int, columns: int, conditions: Conditions, width: int = CELL_BYTES) -> None:
    """Refuse a table of so many cells before it is laid out."""
    if rows * columns * width > conditions.limits.table:
        raise InputError(
            "The table must take at most {limit} GB of memory; its {rows} rows and {columns} columns take more. Leave "
            "out the columns you do not need.",
            limit=gigabytes(conditions.limits.table),
            rows=f"{rows:,}",
            columns=columns,
        )


def check_memory(problem: BaseException, conditions: Conditions) -> None:
    """Tell a file that is wrong from memory that has run out; Arrow calls a thread it has no room for unknown."""
    if isinstance(problem, MemoryError) or type(problem) is pa.ArrowException:
        raise too_much_memory(conditions.limits) from None


def too_much_memory(limits: Limits) -> InputError:
    """Return the refusal of a file that filled the memory it was given."""
    return InputError(
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


def _machine() -> int | None:
    try:
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable"))
    except (OSError, StopIteration, ValueError):
        pass
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2
    except (AttributeError, OSError, ValueError):  # Windows
        return None


def _group_v2() -> int | None:
    return _left(Path("/sys/fs/cgroup"), "memory.max", "memory.current", "inactive_file")


def _group_v1() -> int | None:
    folder = Path("/sys/fs/cgroup/memory")
    return _left(folder, "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file")


def _left(folder: Path, limit: str, usage: str, cache: str) -> int | None:
    """Return what a group may still take: its limit without what is in use; files it has read can be given up."""
    try:
        most, used = (int((folder / name).read_text(encoding="ascii")) for name in (limit, usage))
        lines = (folder / "memory.stat").read_text(encoding="ascii").splitlines()
        given_up = next((int(line.split()[1]) for line in lines if line.split()[0] == cache), 0)
    except (OSError, ValueError, IndexError):  # no such group, or "max"
        return None
    return most - used + given_up if most < _WITHOUT_LIMIT else None
