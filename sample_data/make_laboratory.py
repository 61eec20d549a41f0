"""Write laboratory.csv and laboratory_power.csv next to this script: `python -m sample_data.make_laboratory`.

They hold the p-values of two runs of `evalcore.significance.run_laboratory`, so that the page has something to show at
once: of equally good learners, and where one is better. README.md says what they are.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from evalcore.significance import run_laboratory
from evalcore.significance.laboratory_learners import Learner
from sample_data.make_samples import FOLDER

FILE = FOLDER / "laboratory.csv"
POWER_FILE = FOLDER / "laboratory_power.csv"
SEED = 7
REPLICATES = 1_000
RUNS: dict[Learner, int] = {"lda": 300, "1-nn": 200}  # learner: rows


def laboratory() -> pd.DataFrame:
    """Return both runs, two rows a replicate."""
    tables = [
        run_laboratory(learner, n=n, n_replicates=REPLICATES, rng=np.random.default_rng(SEED)).replicates_frame()
        for learner, n in RUNS.items()
    ]
    return pd.concat(tables)


def written(frame: pd.DataFrame) -> str:
    """Return a table as text, p-values with five digits."""
    return frame.to_csv(index=False, float_format="%.5g", lineterminator="\n")


def main() -> None:
    """Write both files."""
    made = laboratory()
    is_equal = made["difference"] == 0
    for path, frame in ((FILE, made[is_equal]), (POWER_FILE, made[~is_equal])):
        path.write_text(written(frame), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
