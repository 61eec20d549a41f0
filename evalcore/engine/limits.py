"""What one question to a source may take."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from evalcore.support.cores import cores
from evalcore.support.memory import free_memory, promised

_LEAST: Final = 256 << 20  # bytes: with less no file of Parquet is read
_MOST_THREADS: Final = 16


def _memory() -> int:
    # Half, since a limit given to DuckDB is no hard cap: 4.44 GB were seen under 4.
    return max((free_memory() - promised()) // 2, _LEAST)


def _threads() -> int:
    return min(cores(), _MOST_THREADS)


@dataclass(frozen=True)
class Limits:
    """What one question to a source may take.

    Parameters
    ----------
    memory : int
        Bytes; half of what the machine or its container has free when left out.
    threads : int
        Of the scan; as many as there are cores for this process, at most 16.
    seconds : float
        From the start of its work, not of its waiting.
    """

    memory: int = field(default_factory=_memory)
    threads: int = field(default_factory=_threads)
    seconds: float = 600.0
