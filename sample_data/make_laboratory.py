"""Write laboratory.csv next to this script: `python -m sample_data.make_laboratory`, from the folder of the app.

It holds the p-values of two runs of `evalcore.significance.run_laboratory`, so that the page has something to show at
once. README.md says what they are.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from evalcore.significance import run_laboratory
from evalcore.significance.laboratory_learners import Learner
from sample_data.make_samples import FOLDER

FILE = FOLDER / "laboratory.csv"
SEED = 7
REPLICATES = 1_000
RUNS: dict[Learner, int] = {"lda": 300, "1-nn": 200}  # learner: rows


def laboratory() -> str:
    """Return both runs, a row a replicate, p-values with five digits."""
    tables = [
        run_laboratory(learner, n=n, n_replicates=REPLICATES, rng=np.random.default_rng(SEED)).replicates_frame()
        for learner, n in RUNS.items()
    ]
    return pd.concat(tables).to_csv(index=False, float_format="%.5g", lineterminator="\n")


def main() -> None:
    """Write the file."""
    FILE.write_text(laboratory(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
