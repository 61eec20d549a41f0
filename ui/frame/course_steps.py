"""Steps that the whole chapter leaves to its pages and other courses have; and all steps by key."""

from __future__ import annotations

from typing import Final

from ui.frame.steps import FIGURE, STEPS, Step
from ui.shared.text import N_

_FURTHER: Final = (
    Step(
        key="kfold",
        page="resampling",
        shows=N_("Ten folds: how often is each row tested, how often trained on? How far off may the estimate be?"),
        asked={"ev_view": "spread", "ev_method": "kfold"},
        scene=FIGURE,
        # Fold after fold, then the estimates of many data sets.
        stages=10,
    ),
    Step(
        key="loo",
        page="resampling",
        shows=N_("Each row is left out once: what does it cost, and is the estimate closer for it?"),
        asked={"ev_view": "spread", "ev_method": "loo"},
        scene=FIGURE,
        stages=4,
    ),
    Step(
        key="repeats",
        page="resampling",
        shows=N_("Ten times ten folds, dealt anew each time: what becomes steadier, and what stays as it was?"),
        asked={"ev_view": "spread", "ev_method": "kfold", "ev_repeats": "10"},
        scene=FIGURE,
    ),
    Step(
        key="enclosing",
        page="curves",
        shows=N_("Three P-R curves: which encloses another, which two cross, and how would you choose between those?"),
        asked={"sample": "pr-curves", "curves_break_even": "1"},
        scene="precision_recall",
        stages=1,
    ),
    Step(
        key="paired",
        page="significance",
        shows=N_("Ten folds, two learners, ten differences: is their mean more than chance?"),
        # The book's t, which nothing corrects.
        asked={"question": "folds", "folds_kind": "folds", "folds_data": "typed", "folds_ratio": "0"},
        scene="paired",
    ),
    Step(
        key="halves",
        page="significance",
        shows=N_("Five times two halves: why these, and what does t come to?"),
        asked={"question": "folds", "folds_kind": "halves", "folds_data": "typed", "folds_numerator": "mean"},
        scene=FIGURE,
    ),
)
FURTHER: Final = {step.key: step for step in _FURTHER}
KNOWN: Final = {**STEPS, **FURTHER}
