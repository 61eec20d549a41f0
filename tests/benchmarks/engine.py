"""What do counts of rows cost that stay in a file? Run: python -m tests.benchmarks.engine [rows ...] [questions ...].

Such as 1e6 1e8, or 1e9 bare cells; all questions and 1e6 to 1e8 rows when left out. A name that ends in .json keeps
what was measured, and `growth FILE.json FILE.svg` draws it.

Rows are made in a temporary folder (17 bytes each) and deleted; those beyond 1e8 are the same ones again, by further
names of the one file. Each question is asked in a process of its own, and
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
from typing import Any

import duckdb

from evalcore import engine, metrics
from tests.benchmarks.growth import growth
from tests.benchmarks.machine import describe

BYTES_A_ROW = 18
MOST_MADE = 100_000_000


def make(path: Path, n: int) -> None:
    """Write n rows, the same each time: 4.7% positive, two models with distinct scores, twelve groups."""
    uniform = ", ".join(f"(hash(4 * i + {k})::DOUBLE + 0.5) / 18446744073709551616::DOUBLE AS u{k}" for k in range(4))
    normal = "sqrt(-2 * ln(u1)) * {}(2 * pi() * u2)"
    query = f"""
        COPY (
            SELECT y, 1 / (1 + exp(3 - 2.2 * y::INTEGER - 1.2 * z)) AS a,
                1 / (1 + exp(3 - 2.2 * y::INTEGER - z - w)) AS b, (u3 * 12)::UTINYINT AS g
            FROM (
                SELECT u0 < 0.047 AS y, {normal.format("cos")} AS z, {normal.format("sin")} AS w, u3
                FROM (SELECT {uniform} FROM range({n}) AS t(i))
            )
        ) TO '{path}' (FORMAT parquet)
    """
    with duckdb.connect(config={"threads": engine.Limits().threads}) as connection:
        connection.execute("SET preserve_insertion_order = false")
        connection.execute(query)


def bare(path: str) -> dict[str, object]:
    """Count and sum, all that any answer needs at least."""
    query = "SELECT count(*), sum(floor(a * 1e6)), sum(y::INTEGER) FROM read_parquet(?)"
    with duckdb.connect(config={"threads": engine.Limits().threads}) as connection:
        connection.execute(query, [f"{path}/*.parquet"]).fetchall()
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


def benchmark(n: int, names: list[str]) -> list[dict[str, Any]]:
    """Make n rows, and ask; return what each question took."""
    measured: list[dict[str, Any]] = []
    folder = Path(tempfile.mkdtemp())
    try:
        once = min(n, MOST_MADE)
        if shutil.disk_usage(folder).free < 2 * BYTES_A_ROW * once:
            print(f"{n:.0e} rows: no room on the disk")
            return measured
        path = folder / "rows.parquet"
        make(path, once)
        for again in range(1, n // once):
            (folder / f"rows{again}.parquet").hardlink_to(path)
        print(f"\n{n // once * once:,} rows, {n // once} x {path.stat().st_size / 1e9:.2f} GB")
        scan = 0.0
        for name in names:
            call = [sys.executable, "-m", "tests.benchmarks.engine", "ask", name, str(folder)]
            done = subprocess.run(call, check=True, capture_output=True, text=True)
            took = json.loads(done.stdout)
            scan = scan or took["cpu"]
            measured.append({"rows": n, "question": name, **took})
            more = ", ".join(f"{what} {value}" for what, value in took["found"].items())
            print(
                f"{name:12} {took['seconds']:7.2f} s  CPU {took['cpu']:7.2f} s = {took['cpu'] / scan:5.1f} x bare  "
                f"peak {took['GB']:.2f} GB  {more}",
                flush=True,
            )
    finally:
        shutil.rmtree(folder)
    return measured


if __name__ == "__main__":
    if sys.argv[1:2] == ["ask"]:
        ask(*sys.argv[2:])
    elif sys.argv[1:2] == ["growth"]:
        measured = json.loads(Path(sys.argv[2]).read_text(encoding="utf-8"))
        Path(sys.argv[3]).write_text(growth(measured), encoding="utf-8")
    else:
        print(describe())
        asked = [one for one in sys.argv[1:] if one in QUESTIONS] or list(QUESTIONS)
        kept = [Path(one) for one in sys.argv[1:] if one.endswith(".json")]
        sizes = [one for one in sys.argv[1:] if one not in QUESTIONS and not one.endswith(".json")]
        found = []
        for size in sizes or ["1e6", "1e7", "1e8"]:
            found += benchmark(int(float(size)), asked)
            for file in kept:
                file.write_text(json.dumps(found, indent=1), encoding="utf-8")
