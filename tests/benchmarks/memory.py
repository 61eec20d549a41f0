"""What does a session hold, and for what? `python -m tests.benchmarks.memory [rows] [models]`.

Uploads so many rows, opens matrix, curves and costs for each model with every tab open (areas, comparisons,
calibration), and prints: how long the file takes to be read and loaded, and each page; the bytes of arrays and files
that the session holds, by owner; how much the process has grown beside a session of sixty rows, once what is free was
given back; and the same after the session. `--upload` times the loading alone.
"""

from __future__ import annotations

import gc
import statistics
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from tests.benchmarks.machine import describe
from tests.held import PAGES, held, kept_of, loading, page
from ui.frame import tabs
from ui.session import freed, reading_job

SMALL = b"label,model_1,model_2\n" + b"1,0.9,0.8\n0,0.2,0.3\n" * 30
COSTS = {"cost_fn": 5.0, "cost_fp": 1.0}
ROUNDS = 5


def file(rows: int, models: int) -> bytes:
    """Return a file of predictions with all their digits."""
    rng = np.random.default_rng(0)
    truth = rng.random(rows) < 0.3
    scores = {f"model_{k + 1}": 1 / (1 + np.exp(1 - rng.normal(size=rows) - truth / (k + 1))) for k in range(models)}
    return pd.DataFrame({"label": truth.astype(int), **scores}).to_csv(index=False).encode()


def resident() -> float:
    """Return the memory of this process in MB, what is free given back."""
    gc.collect()
    freed.give_back()
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS"))


def visit(data: bytes, models: int) -> tuple[dict[str, Any], list[str]]:
    """Return what a session keeps that has loaded a file and seen its pages, and how long each took."""
    start = time.perf_counter()
    at = loading("my.csv", data)
    upload = at.session_state["upload"]
    said = [f"loaded in {time.perf_counter() - start:.2f} s, {len(upload.getvalue()):,} bytes of the file held"]
    kept = kept_of(at) | COSTS
    for name in PAGES:
        spent = []
        for model in [*(f"model_{k + 1}" for k in range(models)), "model_1"]:
            start = time.perf_counter()
            kept |= kept_of(page(name, kept | {"model": model}))
            spent.append(f"{time.perf_counter() - start:.2f}")
        said.append(f"{name}: {', '.join(spent)} s (the last again)")
    return kept, said


def upload(data: bytes) -> None:
    """Print how long a file takes to be loaded."""
    spent = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        loading("my.csv", data)
        spent.append(time.perf_counter() - start)
    print(f"loaded in {statistics.median(spent):.2f} s, the fastest of {ROUNDS} in {min(spent):.2f} s")


def main(rows: int = 1_000_000, models: int = 2, *, only_upload: bool = False) -> None:
    """Print the figures."""
    reading_job.PATIENCE = 600.0
    tabs.is_open = lambda _state: True
    print(describe())
    data = file(rows, models)
    print(f"{rows:,} rows, {models} models, {len(data) / 1e6:.1f} MB")
    visit(SMALL, 1)
    if only_upload:
        upload(data)
        return
    before = resident()
    kept, said = visit(data, models)
    print(*said, sep="\n")
    found = held(kept)
    for owner, size in found.most_common():
        print(f"{size / 1e6:10.2f} MB  {owner}")
    print(f"{sum(found.values()) / 1e6:10.2f} MB  held; the process has grown by {resident() - before:.0f} MB")
    kept.clear()
    print(f"after the session: {resident() - before:+.0f} MB")


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:] if word.isdigit()]
    main(*numbers, only_upload="--upload" in sys.argv)
