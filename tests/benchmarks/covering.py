"""What the tables of coverage share: which intervals held, and how that is written."""

from __future__ import annotations

import math
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping

import numpy as np

LEAST = 0.90
AGAIN = 1_000  # samples of a population looked at again
AGAIN_RESAMPLED, AGAIN_MOST = 120, 40  # of what is drawn again, and of 10,000 rows
ROUNDING = 1e-9

Found = tuple[str, float, float, bool]  # what, lower and upper end, and whether a note stands beside it
Held = dict[str, tuple[list[bool], list[bool]]]  # of those without a note, and of those with one


def held_by(samples: Iterable[Iterable[Found]], true: Mapping[str, float]) -> Held:
    """Return of each quantity which intervals hold the truth; a number without an interval is left out."""
    held: Held = defaultdict(lambda: ([], []))
    for found in samples:
        for name, low, high, noted in found:
            if not math.isnan(low):
                slack = ROUNDING * max(1.0, abs(true[name])) if math.isfinite(true[name]) else 0.0
                held[name][noted].append(low - slack <= true[name] <= high + slack)
    return held


def low(of: tuple[list[bool], list[bool]]) -> bool:
    """Tell whether intervals cover too little, both in all and without a note."""
    return bool(of[0]) and float(np.mean(of[0])) < LEAST and float(np.mean([*of[0], *of[1]])) < LEAST


def entry(of: tuple[list[bool], list[bool]], repetitions: int) -> str:
    """Return the shares without and with a note, each of at least a twentieth of the samples."""
    plain, noted = ((float(np.mean(held)) if len(held) * 20 >= repetitions else math.nan) for held in of)
    said = [f"{share:.2f}" for share in (plain,) if not math.isnan(share)]
    said += [f"({share:.2f})" for share in (noted,) if not math.isnan(share)]
    return " ".join(said).replace("0.", ".") or "-"


def doubtful(held: Held, names: Iterable[str], repetitions: Callable[[str], int]) -> list[str]:
    """Return what covers too little where at least a twentieth of the samples has no note."""
    return [name for name in names if low(held[name]) and len(held[name][0]) * 20 >= repetitions(name)]


def print_row(
    where: str,
    held: Held,
    names: Collection[str],
    repetitions: Callable[[str], int],
    again: Callable[[list[str]], Held],
) -> None:
    """Print a line of a table: what covers too little is looked at `again`, in samples of its own.

    `*` marks an entry from the second look, `!` one that still covers too little.
    """
    found = doubtful(held, names, repetitions)
    second = again(found) if found else {}
    entries = []
    for name in names:
        of = second[name] if name in second and name in found else held[name]
        looked = name in found
        said = entry(of, len(of[0]) + len(of[1]) if looked else repetitions(name))
        entries.append(said + "*" * looked + "!" * (looked and low(of)))
    print(where + " ".join(f"{said:>12}" for said in entries), flush=True)


def print_looks(
    where: str,
    samples: Callable[[int, np.random.Generator], Iterable[Iterable[Found]]],
    true: Mapping[str, float],
    *,
    names: Collection[str],
    first: tuple[int, np.random.Generator],
    second: tuple[int, np.random.Generator],
) -> None:
    """Print a line of a table about one population; a look is a number of samples and where they come from."""
    held = held_by(samples(*first), true)
    print_row(where, held, names, lambda _: first[0], lambda _: held_by(samples(*second), true))


def print_titles(where: str, names: Iterable[str]) -> None:
    """Print the first line of a table."""
    print(where + " ".join(f"{name[:12]:>12}" for name in names))


def minutes_since(begun: float) -> str:
    """Return how long one core has worked."""
    return f"{(time.process_time() - begun) / 60:.1f} minutes of one core"
