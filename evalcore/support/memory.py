"""How much memory can still be had: of the machine, or of the control group where that has less.

Who begins something large promises it what it may take, so that nobody else counts on that: one budget for files that
arrive, files that are read, questions to sources and runs. What is already taken of a promise is counted twice; so less
is begun at once than there might be room for, never more.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from evalcore.support import groups

_UNKNOWN = 4 << 30  # where the machine does not say what is free
_WITHOUT_LIMIT = 1 << 60  # cgroup v1 writes "no limit" as a number near 2**63


def free_memory() -> int:
    """Return how many bytes of memory can still be had: of the machine, or of a group of processes that has less."""
    known = [found for found in (_machine(), *_groups()) if found is not None]
    return max(min(known, default=_UNKNOWN), 0)


class _Budget:
    def __init__(self) -> None:
        self.promised = 0
        self.lock = threading.Lock()


_BUDGET: Final = _Budget()


def promised() -> int:
    """Return how many bytes are promised to what goes on now."""
    return _BUDGET.promised


def promise(amount: Callable[[int], int]) -> int:
    """Promise some bytes and return how many: `amount` is told how many are promised to others.

    Whoever takes them calls `give_back` in the end.
    """
    with _BUDGET.lock:
        found = amount(_BUDGET.promised)
        _BUDGET.promised += found
        return found


def give_back(amount: int) -> None:
    """Take a promise of so many bytes back."""
    with _BUDGET.lock:
        _BUDGET.promised -= amount


@contextmanager
def promising(amount: Callable[[int], int]) -> Iterator[int]:
    """Promise some bytes for a while, see `promise`."""
    found = promise(amount)
    try:
        yield found
    finally:
        give_back(found)


def own_memory() -> int | None:
    """Return how many bytes this process holds in memory; None where the system does not say."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError, IndexError):  # no Linux
        return None


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


def _groups(of_process: Path = groups.OF_PROCESS, root: Path = groups.ROOT) -> list[int | None]:
    """Return what the control groups of this process may still take, its own and those that these lie in."""
    v2, v1 = groups.folders("memory", of_process, root)
    names = ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file")
    newer = [_left(folder, "memory.max", "memory.current", "inactive_file") for folder in v2]
    return [*newer, *(_left(folder, *names) for folder in v1)]


def _left(folder: Path, limit: str, usage: str, cache: str) -> int | None:
    """Return what a group may still take: its limit without what is in use; files it has read can be given up."""
    try:
        most, used = (int((folder / name).read_text(encoding="ascii")) for name in (limit, usage))
        lines = (folder / "memory.stat").read_text(encoding="ascii").splitlines()
        given_up = next((int(line.split()[1]) for line in lines if line.split()[0] == cache), 0)
    except (OSError, ValueError, IndexError):  # no such group, or "max"
        return None
    return most - used + given_up if most < _WITHOUT_LIMIT else None
