"""Write estimates.csv next to this script: `python -m sample_data.make_estimates`, from the folder of the app.

It holds what every estimator of the page of evaluation methods says of 100 data sets of 60 rows, for each learner, so
that their spread is there at once; and with folds that are dealt ten times. It takes some minutes.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd

from evalcore.resampling import compare, learner
from evalcore.views.resampling.kept import KEPT, to_frame
from evalcore.views.resampling.plan import Plan
from evalcore.views.resampling.spread import methods_of

FILE = Path(__file__).parent / "estimates.csv"
N_SETS = 100


def estimates(plan: Plan, n_sets: int) -> pd.DataFrame:
    """Return the rows of one plan; those of few data sets are the first of those of many."""
    rng, named = np.random.default_rng(plan.seed), learner(plan.learner)
    return to_frame(compare(plan.problem, named, methods_of(plan), n=plan.n, n_sets=n_sets, rng=rng), plan)


if __name__ == "__main__":
    every = pd.concat([estimates(plan, N_SETS) for plan in KEPT])
    every.to_csv(FILE, index=False, float_format="%.4g", lineterminator="\n")
