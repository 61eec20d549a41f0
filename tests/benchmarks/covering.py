"""What the tables of coverage share: which intervals held, and how that is written."""

from __future__ import annotations

import math
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping

import numpy as np

LEAST = 0.90
ENOUGH = 25  # intervals: of fewer a share below .90 says nothing
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


def entry(of: tuple[list[bool], list[bool]], repetitions: int) -> str:
    """Return the shares without and with a note; marked where the whole covers too little and no note says so."""
    plain, noted = ((float(np.mean(held)) if len(held) * 20 >= repetitions else math.nan) for held in of)
    low = plain < LEAST and len(of[0]) >= ENOUGH and np.mean([*of[0], *of[1]]) < LEAST
    said = [f"{share:.2f}" for share in (plain,) if not math.isnan(share)]
    said += [f"({share:.2f})" for share in (noted,) if not math.isnan(share)]
    return " ".join(said).replace("0.", ".") + ("!" if low else "") or "-"


def print_row(where: str, held: Held, names: Iterable[str], repetitions: Callable[[str], int]) -> None:
    """Print a line of a table."""
    print(where + " ".join(f"{entry(held[name], repetitions(name)):>12}" for name in names), flush=True)


def print_titles(where: str, names: Iterable[str]) -> None:
    """Print the first line of a table."""
    print(where + " ".join(f"{name[:12]:>12}" for name in names))


def minutes_since(begun: float) -> str:
    """Return how long one core has worked."""
    return f"{(time.process_time() - begun) / 60:.1f} minutes of one core"
