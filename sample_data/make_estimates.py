"""Write estimates.csv next to this script: `python -m sample_data.make_estimates`, from the folder of the app.

It holds what every estimator of the page of evaluation methods says of 100 data sets of 60 rows, for each learner, so
that their spread is there at once. It takes some minutes.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd

from evalcore.resampling import compare, learner
from evalcore.views.resampling.kept import LEARNERS, to_frame
from evalcore.views.resampling.plan import Plan
from evalcore.views.resampling.spread import methods_of

FILE = Path(__file__).parent / "estimates.csv"
N_SETS = 100


def estimates(name: str, n_sets: int) -> pd.DataFrame:
    """Return the rows of one learner; those of few data sets are the first of those of many."""
    plan = Plan(learner=name)
    rng = np.random.default_rng(plan.seed)
    return to_frame(compare(plan.problem, learner(name), methods_of(plan), n=plan.n, n_sets=n_sets, rng=rng), name)


if __name__ == "__main__":
    every = pd.concat([estimates(name, N_SETS) for name in LEARNERS])
    every.to_csv(FILE, index=False, float_format="%.4g", lineterminator="\n")
