"""Comparisons that come with the app, so that a page has something to show before anything is trained."""

from __future__ import annotations

import numpy as np
import pandas as pd

from evalcore.resampling import Comparison, TwoNormals
from evalcore.support.arrays import frozen
from evalcore.views.resampling.plan import Plan
from evalcore.views.resampling.spread import methods_of

LEARNERS = ("3-nn", "1-nn", "lda", "naive bayes", "tree", "majority", "memoriser")


def to_frame(found: Comparison, name: str) -> pd.DataFrame:
    """Return a row a data set: the learner's name, its true error, then each estimate."""
    frame = pd.DataFrame(found.errors, columns=[f"estimate {at}" for at in range(len(found.methods))])
    frame.insert(0, "true error", found.true_errors)
    frame.insert(0, "learner", name)
    return frame


def comparison(frame: pd.DataFrame, plan: Plan, n_sets: int) -> Comparison | None:
    """Return the first data sets of a plan from a file of such rows; None where they are not all in it."""
    if plan != Plan(learner=plan.learner):
        return None
    mine = frame[frame["learner"] == plan.learner].iloc[:n_sets]
    if len(mine) < n_sets:
        return None
    methods = methods_of(plan)
    example = TwoNormals().draw(plan.n, np.random.default_rng(0))
    return Comparison(
        methods=methods,
        errors=frozen(mine.iloc[:, 2:].to_numpy(dtype=np.float64)),
        true_errors=frozen(mine["true error"].to_numpy(dtype=np.float64)),
        n_sets=n_sets,
        n_fits=tuple(method.n_fits(example) for method in methods),
    )
