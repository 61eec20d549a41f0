"""How many cores this process has: of the machine, or of its control group where that has less, as in a container."""

from __future__ import annotations

import os
from pathlib import Path

from evalcore.support import groups


def cores() -> int:
    """Return how many cores this process may use at once, at least one; a part of a core is none."""
    own = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(int(min([own, *_shares()])), 1)


def _shares(of_process: Path = groups.OF_PROCESS, root: Path = groups.ROOT) -> list[float]:
    """Return the limits of the groups that have one, as cores."""
    v2, v1 = groups.folders("cpu", of_process, root)
    said = [_words(folder / "cpu.max") for folder in v2]
    said += [[*_words(folder / "cpu.cfs_quota_us"), *_words(folder / "cpu.cfs_period_us")] for folder in v1]
    return [int(both[0]) / int(both[1]) for both in said if len(both) == 2 and all(map(_is_amount, both))]


def _is_amount(word: str) -> bool:
    """Whether it is a number above 0: without a limit there is "max" or -1."""
    return word.isdecimal() and int(word) > 0


def _words(file: Path) -> list[str]:
    try:
        return file.read_text(encoding="ascii").split()
    except (OSError, ValueError):
        return []
