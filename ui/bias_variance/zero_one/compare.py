"""Four learners, and families of learners at their best, in the view of 0-1 loss."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import pandas as pd
import streamlit as st

from evalcore.views.bias_variance.zero_one import ZeroOneStep, ZeroOneView
from ui.bias_variance import compare
from ui.bias_variance.zero_one import simulation
from ui.bias_variance.zero_one.setting import LEARNERS, Setting
from ui.shared import tables
from ui.shared.numbers import count, number
from ui.shared.text import N_, _

# In the order of `FOUR`; the last needs as many points as it has neighbours.
FOUR_NAMES: Final = (N_("stump"), N_("tree of depth 3"), N_("full tree"), N_("25-NN"))


def show(asked: Setting) -> None:
    """Show four learners beside each other, then for each family the learner with the least loss."""
    four = simulation.four(asked)
    if four is not None:
        tables.show(_four(four.steps), alt=_("Four learners on the same sets"))
        st.caption(
            _(
                "Four learners on the same {sets} sets: with its depth a tree trades bias for variance; a vote of 25 "
                "neighbours keeps variance low.",
                sets=count(four.n_sets),
            )
        )
    views = {name: simulation.known(replace(asked, learner=name)) for name in LEARNERS}
    compare.show({_(LEARNERS[name]): None if view is None else _best(view) for name, view in views.items()})


def _four(steps: Sequence[ZeroOneStep]) -> pd.DataFrame:
    return pd.DataFrame([{_("learner"): _(name), **_row(step)} for name, step in zip(FOUR_NAMES, steps, strict=False)])


def _best(view: ZeroOneView) -> dict[str, str]:
    step = view.steps[view.best]
    return {_("least error at"): step.shown, **_row(step)}


def _row(step: ZeroOneStep) -> dict[str, str]:
    parts = step.parts
    return {
        _("loss"): f"{number(parts.loss)} ± {number(parts.loss_error)}",
        _("noise c₁N"): number(parts.noise_term),
        _("bias B"): number(parts.bias),
        _("variance where unbiased"): number(parts.variance_unbiased),
        _("variance where biased"): number(parts.variance_biased),
        _("training error"): number(step.training_error),
    }
