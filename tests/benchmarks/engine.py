"""What do counts of rows cost that stay in a file? Run: python -m tests.benchmarks.engine [rows ...], such as 1e6 1e8.

Rows are made in a temporary folder (15 bytes each) and deleted. Each question is asked in a process of its own, and
prints time, CPU, peak memory and the size of its result beside a bare scan, count and sums, of the same columns.
"""

import json
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from evalcore import engine, metrics
from tests.benchmarks.machine import describe

AT_ONCE = 1_000_000
BYTES_A_ROW = 18
TYPES = pa.schema([("y", pa.bool_()), ("a", pa.float64()), ("b", pa.float64()), ("g", pa.int8())])


def make(path: Path, n: int) -> None:
    """Write n rows: 4.7 % positive, two models with distinct scores, twelve groups."""
    rng = np.random.default_rng(0)
    with pq.ParquetWriter(path, TYPES, use_dictionary=["g"]) as writer:
        for start in range(0, n, AT_ONCE):
            m = min(AT_ONCE, n - start)
            y, noise = rng.random(m) < 0.047, rng.normal(size=(2, m))
            a, b = (1 / (1 + np.exp(3 - 2.2 * y - z)) for z in (1.2 * noise[0], noise.sum(axis=0)))
            writer.write_table(pa.table([y, a, b, rng.integers(0, 12, m).astype(np.int8)], schema=TYPES))


def bare(path: str) -> dict[str, object]:
    """Count and sum, all that any answer needs at least."""
    query = "SELECT count(*), sum(floor(a * 1e6)), sum(y::INTEGER) FROM read_parquet(?)"
    with duckdb.connect(config={"threads": engine.Limits().threads}) as connection:
        connection.execute(query, [path]).fetchall()
    return {}


def cells(path: str) -> dict[str, object]:
    """Counts by cell, AUC and average precision."""
    found = engine.source(path).cells("y", "a")
    table = found.table
    size = sum(array.nbytes for array in (table.low, table.high, table.n_pos, table.n_neg))
    return {
        "cells": len(table),
        "MB": round(size / 1e6, 1),
        "AUC +-": f"{(found.auc_high - found.auc_low) / 2:.1e}",
        "its standard error": f"{found.auc_standard_error:.1e}",
        "AP +-": f"{(found.ap_high - found.ap_low) / 2:.1e}",
    }


def groups(path: str) -> dict[str, object]:
    """Twelve groups beside all rows, in one scan."""
    found = engine.source(path).cells("y", "a", by="g")
    return {"cells": len(found.table) + sum(len(one.table) for one in found.groups.values())}


def two_models(path: str) -> dict[str, object]:
    """Two scores in one scan, and the paired test in another."""
    found = engine.source(path).compare("a", "b", truth="y", thresholds=(0.5, 0.5))
    return {"difference": f"{found.difference:.6f} +- {found.standard_error:.1e}"}


def best(path: str) -> dict[str, object]:
    """The threshold with the best F1 of all, cells before it included."""
    found = engine.source(path).cells("y", "a").best(metrics.f1)
    return {"rows read again": found.n_rows}


QUESTIONS = {one.__name__: one for one in (bare, cells, groups, two_models, best)}


def ask(name: str, path: str) -> None:
    """Ask in this process, and print what it took."""
    before, start = used(), time.perf_counter()
    found = QUESTIONS[name](path)
    seconds = time.perf_counter() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    print(json.dumps({"seconds": seconds, "cpu": used() - before, "GB": peak, "found": found}))


def used() -> float:
    """Seconds of CPU of all threads so far."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def benchmark(n: int) -> None:
    """Make n rows, and ask everything."""
    folder = Path(tempfile.mkdtemp())
    try:
        if shutil.disk_usage(folder).free < 2 * BYTES_A_ROW * n:
            print(f"{n:.0e} rows: no room on the disk")
            return
        path = folder / "rows.parquet"
        make(path, n)
        print(f"\n{n:,} rows, {path.stat().st_size / 1e9:.2f} GB")
        scan = 0.0
        for name in QUESTIONS:
            call = [sys.executable, "-m", "tests.benchmarks.engine", "ask", name, str(path)]
            done = subprocess.run(call, check=True, capture_output=True, text=True)
            took = json.loads(done.stdout)
            scan = scan or took["cpu"]
            more = ", ".join(f"{what} {value}" for what, value in took["found"].items())
            print(
                f"{name:12} {took['seconds']:7.2f} s  CPU {took['cpu']:7.2f} s = {took['cpu'] / scan:5.1f} x bare  "
                f"peak {took['GB']:.2f} GB  {more}",
                flush=True,
            )
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    if sys.argv[1:2] == ["ask"]:
        ask(*sys.argv[2:])
    else:
        print(describe())
        for size in sys.argv[1:] or ["1e6", "1e7", "1e8"]:
            benchmark(int(float(size)))
