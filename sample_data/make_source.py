"""Write a source to try, and the file that names it: `python -m sample_data.make_source FOLDER [ROWS]`.

FOLDER then holds claims.parquet, simulated claims with the scores of two models, and sources.toml. The app shows it
when it is started with EVALUATION_SOURCES=FOLDER/sources.toml.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from scipy.special import expit

ROWS: Final = 1_000_000
_BATCH: Final = 1_000_000
_COUNTRIES: Final = ("CN", "DE", "FR", "US")
_NAMED: Final = """\
# What may be asked here; docs/sources.md tells each line.
[limits]
seconds = 600

[sources.claims]
title = "Claims (simulated)"
path = "claims.parquet"
columns = ["y", "model_a", "model_b", "country", "amount"]
"""


def claims(rows: int, rng: np.random.Generator) -> pa.Table:
    """Return simulated claims: one in twenty is fraud, and model_a ranks better than model_b."""
    fraud = rng.random(rows) < 0.05
    scores = {
        name: expit(rng.normal(size=rows) + shift * fraud - 2) for name, shift in (("model_a", 2.0), ("model_b", 1.6))
    }
    country = pa.DictionaryArray.from_arrays(rng.integers(0, len(_COUNTRIES), rows, dtype=np.int8), list(_COUNTRIES))
    amount = rng.lognormal(6, 1, rows).round(2)
    return pa.table({"y": pa.array(np.where(fraud, "fraud", "fine")), **scores, "country": country, "amount": amount})


def write(folder: Path, rows: int = ROWS) -> Path:
    """Write both files to a folder, a million rows at a time; return the one that names the source."""
    folder.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng(26)
    sizes = [min(_BATCH, rows - start) for start in range(0, rows, _BATCH)]
    first = claims(sizes[0], rng)
    with pq.ParquetWriter(folder / "claims.parquet", first.schema) as file:
        file.write_table(first)
        for size in sizes[1:]:
            file.write_table(claims(size, rng))
    named = folder / "sources.toml"
    named.write_text(_NAMED, encoding="utf-8")
    return named


if __name__ == "__main__":
    print(write(Path(sys.argv[1]), int(float(sys.argv[2])) if len(sys.argv) > 2 else ROWS))
