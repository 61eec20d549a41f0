"""How long things of a few kinds have taken, in buckets: it stays small however many there were."""

from __future__ import annotations

import math
import threading
import time
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

# Seconds up to which a bucket counts.
BUCKETS: Final = (0.1, 0.3, 1.0, 3.0, 10.0, math.inf)


@dataclass(eq=False)
class Taken:
    """What things of one kind have taken: how many, seconds of all and of the slowest, and how many by bucket."""

    n: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    by_bucket: list[int] = field(default_factory=lambda: [0] * len(BUCKETS))

    def add(self, seconds: float) -> None:
        """Count one that has taken so many seconds."""
        self.n += 1
        self.seconds += seconds
        self.slowest = max(self.slowest, seconds)
        self.by_bucket[bisect_left(BUCKETS, seconds)] += 1

    @property
    def mean(self) -> float:
        """Seconds of one; undefined where there is none."""
        return self.seconds / self.n if self.n else math.nan

    def up_to(self) -> list[int]:
        """Return how many took at most the seconds of each of `BUCKETS`.

        >>> taken = Taken()
        >>> for seconds in (0.1, 0.2, 20):
        ...     taken.add(seconds)
        >>> taken.up_to()
        [1, 2, 2, 2, 2, 3]
        """
        return [sum(self.by_bucket[: k + 1]) for k in range(len(BUCKETS))]


class Times:
    """What things of several kinds have taken; any thread may add to it."""

    def __init__(self) -> None:
        self._taken: dict[str, Taken] = {}
        self._lock, self._here = threading.Lock(), threading.local()

    def add(self, kind: str, seconds: float) -> None:
        """Count one of a kind."""
        with self._lock:
            self._taken.setdefault(kind, Taken()).add(seconds)

    @contextmanager
    def timed(self, kind: str) -> Iterator[None]:
        """Count one of a kind that lasts as long as this; of one within another, in the same thread, the whole."""
        if getattr(self._here, "is_timed", False):
            yield
            return
        self._here.is_timed, begun = True, time.perf_counter()
        try:
            yield
        finally:
            self._here.is_timed = False
            self.add(kind, time.perf_counter() - begun)

    def slowest_first(self) -> Sequence[tuple[str, Taken]]:
        """Return the kinds there were, that of the slowest first."""
        with self._lock:
            return sorted(self._taken.items(), key=lambda one: -one[1].slowest)
