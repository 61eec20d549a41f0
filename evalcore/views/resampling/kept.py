"""Comparisons that come with the app, so that a page has something to show before anything is trained."""

from __future__ import annotations

import numpy as np
import pandas as pd

from evalcore.resampling import Comparison, TwoNormals
from evalcore.support.arrays import frozen
from evalcore.views.resampling.plan import Plan
from evalcore.views.resampling.spread import methods_of

LEARNERS = ("3-nn", "1-nn", "lda", "naive bayes", "tree", "majority", "memoriser")
# And with folds that are dealt ten times, which a step of the path shows.
KEPT = (*(Plan(learner=name) for name in LEARNERS), Plan(repeats=10))


def to_frame(found: Comparison, plan: Plan) -> pd.DataFrame:
    """Return a row a data set: the learner's name, how often folds are dealt, its true error, then each estimate."""
    frame = pd.DataFrame(found.errors, columns=[f"estimate {at}" for at in range(len(found.methods))])
    frame.insert(0, "true error", found.true_errors)
    frame.insert(0, "repeats", plan.repeats)
    frame.insert(0, "learner", plan.learner)
    return frame


def comparison(frame: pd.DataFrame, plan: Plan, n_sets: int) -> Comparison | None:
    """Return the first data sets of a plan from a file of such rows; None where they are not all in it."""
    if plan not in KEPT:
        return None
    mine = frame[(frame["learner"] == plan.learner) & (frame["repeats"] == plan.repeats)].iloc[:n_sets]
    if len(mine) < n_sets:
        return None
    methods = methods_of(plan)
    example = TwoNormals().draw(plan.n, np.random.default_rng(0))
    return Comparison(
        methods=methods,
        errors=frozen(mine.iloc[:, 3:].to_numpy(dtype=np.float64)),
        true_errors=frozen(mine["true error"].to_numpy(dtype=np.float64)),
        n_sets=n_sets,
        n_fits=tuple(method.n_fits(example) for method in methods),
    )
