"""What does a file cost that means harm, and does a second session go on? `python -m tests.benchmarks.hostile`.

Prints, for each file: its size, the seconds until its sentence or its table, the most memory the process that read it
had, how much the app's own process grew, the longest wait of a second session that loads a small table again and again
meanwhile, and what was said.
"""

from __future__ import annotations

import gc
import gzip
import io
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from evalcore.errors import InputError
from evalcore.reading import Reading, start_reading
from tests.benchmarks.machine import describe

SMALL = b"y,score\n" + b"1,0.9\n0,0.2\n" * 1_000
PIECE = 1 << 24


def parquet(table: dict[str, object]) -> bytes:
    """Write a table as Parquet."""
    out = io.BytesIO()
    pq.write_table(pa.table(table), out, compression="zstd")
    return out.getvalue()


def repeated(rows: int, value: object) -> pa.DictionaryArray:
    """Return one value in many rows."""
    return pa.DictionaryArray.from_arrays(pa.nulls(rows, pa.int8()).fill_null(0), [value])


def packed(*pieces: bytes) -> bytes:
    """Return the pieces in one gzip, without laying them side by side."""
    out = io.BytesIO()
    with gzip.GzipFile(fileobj=out, mode="wb") as stream:
        for piece in pieces:
            stream.write(piece)
    return out.getvalue()


def wide() -> bytes:
    """Return a table of 200,000 columns."""
    return ",".join(f"c{i}" for i in range(200_000)).encode() + b"\n" + b"1," * 199_999 + b"1\n"


FILES: dict[str, Callable[[], bytes]] = {
    "a small table": lambda: SMALL,
    "header of 1e6 commas": lambda: b"," * 10**6 + b"\n1\n",
    "200,000 columns": wide,
    "Parquet: 60,000 rows x 60 kB of text": lambda: parquet({"t": repeated(60_000, "x" * 60_000)}),
    "Parquet: 1e6 rows x 60 kB of text": lambda: parquet({"t": repeated(10**6, "x" * 60_000)}),
    "Parquet: 1e8 rows x 4 columns of RLE": lambda: parquet({f"c{i}": repeated(10**8, 7) for i in range(4)}),
    "Parquet: 3e7 rows x 8 columns of RLE": lambda: parquet({f"c{i}": repeated(3 * 10**7, 7) for i in range(8)}),
    "gzip: one field of 1 GB": lambda: packed(b"y,score\n1,", *[b"0" * PIECE] * 60, b"\n"),
    "gzip: one quoted field of 1 GB": lambda: packed(b'y,t\n1,"', *[(b"0" * 999 + b"\n") * 16_000] * 60, b'"\n'),
    "gzip: 1.9 GB of rows": lambda: packed(b"y,score\n", *[b"0,1\n" * (PIECE // 4)] * 113),
    "gzip in gzip: 1.9 GB of rows": lambda: packed(packed(b"y,score\n", *[b"0,1\n" * (PIECE // 4)] * 113)),
    "gzip: 20 million aligned rows": lambda: packed(b"y score\n", *[b"0   1\n" * 10**6] * 20),
}


def status(process: int | str, field: str) -> float:
    """Return a size of a process in MB, 0 where it has ended."""
    try:
        lines = Path(f"/proc/{process}/status").read_text(encoding="ascii").splitlines()
        return next(int(line.split()[1]) / 1024 for line in lines if line.startswith(field))
    except (OSError, StopIteration):
        return 0.0


def second_session(ended: threading.Event, waits: list[float]) -> None:
    """Load a small table again and again, and keep how long each took."""
    while not ended.is_set():
        start = time.perf_counter()
        start_reading(SMALL, name="small.csv").result()
        waits.append(time.perf_counter() - start)


def watch(reading: Reading, most: dict[str, float]) -> None:
    """Look at both processes until the reading has ended."""
    while not reading.wait(0.005):
        most["child"] = max(most["child"], status(reading.pid, "VmHWM") if reading.pid else 0.0)
        most["own"] = max(most["own"], status("self", "VmRSS"))


def measure(data: bytes) -> str:
    """Read one file beside a second session and return the row of the table."""
    gc.collect()
    before = status("self", "VmRSS")
    ended, waits = threading.Event(), [0.0]
    other = threading.Thread(target=second_session, args=(ended, waits))
    other.start()
    start = time.perf_counter()
    reading = start_reading(data)
    most = {"child": 0.0, "own": before}
    watch(reading, most)
    try:
        table = reading.result().frame
        said = f"{table.shape[0]:,} rows x {table.shape[1]} columns"
    except InputError as refused:
        said = str(refused)
    seconds = time.perf_counter() - start
    ended.set()
    other.join()
    child = max(most["child"], reading.peak / 2**20)
    return f"{len(data):11,} {seconds:7.2f} {child:9.0f} {most['own'] - before:9.0f} {max(waits):8.2f}  {said}"


def main() -> None:
    """Print the table."""
    print(describe())
    print(f"{'file':38} {'bytes':>11} {'seconds':>7} {'child MB':>9} {'app + MB':>9} {'2nd, s':>8}  answer")
    for name, make in FILES.items():
        print(f"{name:38} {measure(make())}", flush=True)


if __name__ == "__main__":
    main()
