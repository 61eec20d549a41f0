"""Write tuning.csv next to this script: `python -m sample_data.make_tuning`, from the folder of the app.

It holds what the winner of a grid scores on 100 data sets of 60 rows, by its own score, by nested cross validation and
on fresh data, for each learner that is tuned. It takes a minute or two.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd

from evalcore.resampling import TUNABLE, KFold, tuning_worth_steps
from evalcore.views.resampling.tuning import OUTER, TuningPlan

FILE = Path(__file__).parent / "tuning.csv"
N_SETS = 100


def winners(name: str, n_sets: int) -> pd.DataFrame:
    """Return the rows of one learner; those of few data sets are the first of those of many."""
    tune = TUNABLE[name]
    plan = TuningPlan(name, tune.low, tune.high, tune.step)
    *_, found = tuning_worth_steps(
        plan.problem,
        tune.make,
        plan.settings,
        n=plan.n,
        n_sets=n_sets,
        method=KFold(plan.k),
        outer=KFold(OUTER),
        rng=np.random.default_rng(plan.seed),
    )
    frame = found.to_frame()
    frame.insert(0, "learner", name)
    return frame


if __name__ == "__main__":
    every = pd.concat([winners(name, N_SETS) for name in TUNABLE])
    every.to_csv(FILE, index=False, float_format="%.5g", lineterminator="\n")
