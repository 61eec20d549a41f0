"""Does a damaged file break anything? `python -m tests.benchmarks.damaged [--seed 3] [--minutes 5] [--only 0]`.

Draws a file of each kind that is read, damages it by chance (bytes changed, cut out, doubled, put in, the end left out,
two files in one) and loads it on the page of data, and opens the matrix with what was understood. Either a table is
there or a sentence says why not: an exception, a traceback or a path of the server in it ends the run with the seed and
the number of the file, and the exit status is 1. The same seed draws the same files; `--only N` loads file N alone, and
writes it into the folder one is in.
"""

from __future__ import annotations

import argparse
import gzip
import io
import json
import sys
import time
import zipfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Final

import numpy as np
import pandas as pd

from tests.benchmarks.machine import describe
from tests.held import kept_of, loading, page
from ui.session import reading_job

ROWS: Final = 60
NEVER: Final = ("Traceback", "site-packages", 'File "', str(Path(__file__).parents[2]))
PIECES: Final = (
    b"\x00", b"\xff\xfe", b'"', b",", b"\n", b"\r", b"nan", b"1e309", b"-inf", b"PAR1", b"PK\x03\x04", b"\x1f\x8b",
    b"=HYPERLINK(1)", b"<script>", b"{", b"]", b"\xe2\x80\x8c", b"9" * 400,
)  # fmt: skip


class WrongError(Exception):
    """Raised where a file breaks something."""


def table(rng: np.random.Generator) -> pd.DataFrame:
    """Return predictions with a column of each kind."""
    truth = rng.random(ROWS) < rng.uniform(0.05, 0.9)
    return pd.DataFrame(
        {
            "truth": np.where(truth, "yes", "no") if rng.random() < 0.5 else truth.astype(int),
            "score": np.round(rng.random(ROWS), int(rng.integers(1, 17))),
            "other": rng.normal(size=ROWS),
            "case": rng.integers(0, 20, ROWS),
            "note": [f'a "note", {k}\n' if k % 7 == 0 else "甲乙" for k in range(ROWS)],
        }
    )


def _bytes(write: Callable[[io.BytesIO], None]) -> bytes:
    out = io.BytesIO()
    write(out)
    return out.getvalue()


def _zip(frame: pd.DataFrame) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("rows.csv", frame.to_csv(index=False))
    return out.getvalue()


KINDS: Final[dict[str, Callable[[pd.DataFrame], bytes]]] = {
    "rows.csv": lambda frame: frame.to_csv(index=False).encode(),
    "rows.tsv": lambda frame: frame.to_csv(index=False, sep="\t").encode("gbk"),
    "wide.csv": lambda frame: frame.to_csv(index=False, sep=";").encode("utf-16"),
    "rows.csv.gz": lambda frame: gzip.compress(frame.to_csv(index=False).encode()),
    "rows.zip": _zip,
    "rows.json": lambda frame: json.dumps(frame.to_dict("records"), ensure_ascii=False).encode(),
    "rows.parquet": lambda frame: _bytes(frame.to_parquet),
    "rows.xlsx": lambda frame: _bytes(lambda out: frame.to_excel(out, index=False)),
}


def damaged(data: bytes, rng: np.random.Generator) -> bytes:
    """Return some bytes after chance has been at them."""
    found = bytearray(data)
    for _ in range(int(rng.geometric(0.6))):
        at = int(rng.integers(len(found) + 1))
        longest = max(1, len(found) // 8) if rng.random() < 0.2 else 4
        length = int(rng.integers(1, 1 + longest))
        act = rng.random()
        if act < 0.4 and at < len(found):
            found[at] = int(rng.integers(256))
        elif act < 0.55:
            found[at : at + length] = b""
        elif act < 0.65:
            found[at:at] = found[at : at + length]
        elif act < 0.9:
            found[at:at] = PIECES[int(rng.integers(len(PIECES)))]
        elif act < 0.95:
            found = found[: len(found) - length]
        else:
            found += data
        if not found:
            return b""
    return bytes(found)


def look(name: str, data: bytes) -> tuple[str, str]:
    """Load a file and open the matrix; return whether it was understood, and what was wrong, if anything."""
    try:
        at = loading(name, data)
        said = "\n".join(str(one.value) for kind in ("markdown", "caption", "error", "warning") for one in at.get(kind))
        kept = kept_of(at)
        loaded = "loaded" in kept and kept["loaded"].is_own
        if loaded:
            after = page("confusion_matrix", kept)
            said += "\n".join(str(one.value) for one in after.get("markdown"))
    except RuntimeError as broken:
        return "broken", f"an exception: {broken}"
    shown = [never for never in NEVER if never in said]
    return ("loaded" if loaded else "refused"), (f"the page shows {shown[0]!r}" if shown else "")


def load_some(seed: int, is_over: Callable[[int], bool], only: int = 0) -> Counter[tuple[str, str]]:
    """Load damaged files until it is over, or one of them alone; return how many of each kind were understood.

    Raises
    ------
    WrongError
        Where one broke something.
    """
    rng, n_done = np.random.default_rng(seed), 0
    found: Counter[tuple[str, str]] = Counter()
    while not is_over(n_done):
        name = list(KINDS)[n_done % len(KINDS)]
        data = damaged(KINDS[name](table(rng)), rng)
        n_done += 1
        if only and n_done < only:
            continue
        outcome, wrong = look(name, data)
        found[name, outcome] += 1
        if wrong:
            raise WrongError(f"seed {seed}, file {n_done}, {name}: {wrong}")
        if only:
            place = Path(f"damaged-{seed}-{n_done}-{name}")
            place.write_bytes(data)
            print(f"{outcome}; written to {place}")
            break
    return found


def main() -> int:
    """Load damaged files until the time is over."""
    options = argparse.ArgumentParser(prog="python -m tests.benchmarks.damaged")
    for name, usual in (("seed", 0), ("minutes", 2.0), ("only", 0)):
        options.add_argument(f"--{name}", type=type(usual), default=usual)
    given = options.parse_args()
    print(describe())
    reading_job.PATIENCE = 120.0
    end = time.monotonic() + 60 * given.minutes
    try:
        found = load_some(given.seed, lambda _n: time.monotonic() > end, given.only)
    except WrongError as broken:
        print(f"WRONG: {broken}")
        return 1
    for name in KINDS:
        print(f"{name:14} loaded {found[name, 'loaded']:4}, refused {found[name, 'refused']:4}")
    print(f"{found.total()} files, nothing went wrong")
    return 0


if __name__ == "__main__":
    sys.exit(main())
