"""Write leaks.csv next to this script: `python -m sample_data.make_leaks`, from the folder of the app.

It holds what each leak of the leak hunt, and each combination of steps of its pipeline, does to the estimates on 60
data sets of 60 rows. It takes a minute.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd

from evalcore.resampling import LEAKS, PIPELINES, LeakHunt, PipelineHunt, leak_steps, pipeline_steps
from evalcore.views.resampling.leaks import USUAL_ROWS

FILE = Path(__file__).parent / "leaks.csv"
N_SETS = 60


def leaking(leak: str, n_sets: int) -> pd.DataFrame:
    """Return the rows of one leak; those of few data sets are the first of those of many."""
    *_, found = leak_steps(leak, n=USUAL_ROWS, n_sets=n_sets, rng=np.random.default_rng(0))
    return _rows(found)


def combined(name: str, n_sets: int) -> pd.DataFrame:
    """Return the rows of one combination of steps, by its name."""
    (pipeline,) = [one for one in PIPELINES if one.name == name]
    return _rows(_every(n_sets).of(pipeline))


@cache
def _every(n_sets: int) -> PipelineHunt:
    *_, found = pipeline_steps(n=USUAL_ROWS, n_sets=n_sets, rng=np.random.default_rng(0))
    return found


def _rows(found: LeakHunt) -> pd.DataFrame:
    frame = found.to_frame()
    frame.insert(0, "leak", found.leak)
    return frame


if __name__ == "__main__":
    rows = [*(leaking(leak, N_SETS) for leak in LEAKS), *(combined(one.name, N_SETS) for one in PIPELINES)]
    pd.concat(rows).to_csv(FILE, index=False, float_format="%.5g", lineterminator="\n")
