"""How long until the rows of a cell are seen? Run: python -m tests.benchmarks.rows_of_cells [rows ...].

Of a table with texts and numbers, kept as a session keeps it: the order of its rows, which is made once, then what each
look takes: a page of a cell, of all rows, of those that hold a text, and all of them compared with another cell.
Prints median and fastest of some runs, and the ratio to counting the rows, which sorts them once.
"""

import statistics
import sys
from collections.abc import Callable

import numpy as np
import pandas as pd

from evalcore.counts import threshold_counts
from evalcore.decisions import columns_apart, row_order
from evalcore.predictions.kept import kept
from tests.benchmarks.machine import describe
from tests.benchmarks.views import COUNTING, seconds

ON_A_PAGE = 50
ORDER, FIRST = "row_order, once", "a cell opened: order and a page"


def table(n: int) -> tuple[np.ndarray, np.ndarray, pd.DataFrame]:
    """Return classes, scores, and a table with eight further columns."""
    rng = np.random.default_rng(0)
    truth = rng.random(n) < 0.2
    score = 1 / (1 + np.exp(-rng.normal(size=n) - 1.2 * truth))
    columns = {f"number {k}": rng.normal(size=n) for k in range(4)}
    columns |= {f"place {k}": rng.choice(["north", "south", "east", "west"], n) for k in range(2)}
    columns |= {"id": np.arange(n).astype(str), "count": rng.integers(0, 100, n)}
    return truth, score, pd.DataFrame({"y": truth, "score": score, **columns})


def looks(n: int) -> dict[str, Callable[[], object]]:
    """Return what is measured, by name."""
    truth, score, frame = table(n)
    put_away, order = kept(frame), row_order(truth, score)
    alarms, missed = order.find(0.5, ("fp",)), order.find(0.5, ("fn",))

    def page(cells: tuple[str, ...], first: int) -> object:
        return put_away.rows(order.find(0.5, cells).page(first, ON_A_PAGE))

    def compared() -> object:
        places = np.flatnonzero(alarms.mask() | missed.mask())
        return columns_apart(put_away.rows(places), alarms.mask()[places], missed.mask()[places])

    return {
        COUNTING: lambda: threshold_counts(truth, score),
        ORDER: lambda: row_order(truth, score),
        FIRST: lambda: put_away.rows(row_order(truth, score).find(0.5, ("fp",)).page(0, ON_A_PAGE)),
        "a page of a cell": lambda: page(("fp",), 1000),
        "a page in the middle of all rows": lambda: page(("tp", "fn", "fp", "tn"), n // 2),
        "rows that hold a text": lambda: put_away.holding("outh"),
        "a page among these": lambda: order.find(0.5, among=score > 0.3).page(0, ON_A_PAGE),
        f"{len(alarms):,} rows compared with {len(missed):,}": compared,
    }


def measure(n: int, rounds: int = 5) -> None:
    """Print what each look takes."""
    times = {name: [seconds(look) for _ in range(rounds)] for name, look in looks(n).items()}
    print(f"{n:,} rows: median (fastest) of {rounds}")
    for name, values in times.items():
        median = statistics.median(values)
        ratio = median / statistics.median(times[COUNTING])
        print(f"  {name:38} {median * 1000:8.1f} ({min(values) * 1000:.1f}) ms {ratio:7.2f} x counting")


if __name__ == "__main__":
    print(describe())
    for size in [int(text) for text in sys.argv[1:]] or [100_000, 1_000_000]:
        measure(size)
