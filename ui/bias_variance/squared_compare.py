"""Families of learners at their best, on the same training sets."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import streamlit as st

from evalcore.figures.parts.numbers import written
from evalcore.views.bias_variance.squared import SquaredView
from ui.bias_variance import simulation
from ui.bias_variance.setting import LEARNERS, Setting
from ui.shared import tables
from ui.shared.numbers import UNDEFINED
from ui.shared.text import _


def show(asked: Setting) -> None:
    """Show for each family the learner with the least error; what takes long is there once it was looked at."""
    views = {name: simulation.known(replace(asked, learner=name)) for name in LEARNERS}
    frame = pd.DataFrame([_row(name, view) for name, view in views.items()])
    tables.show(frame, alt=_("Families at their best"))
    st.caption(
        _(
            "All on the same training sets. The complexity with the least error is chosen with the truth in hand: on "
            "data it has to be chosen by validation, and is then seldom the best one."
        )
    )
    if None in views.values():
        st.caption(_("{dash}: this family takes long; choose it above to have it trained.", dash=UNDEFINED))


def _row(name: str, view: SquaredView | None) -> dict[str, str]:
    values = dict.fromkeys(("best", "bias2", "variance", "error", "training"), UNDEFINED)
    if view is not None:
        step = view.steps[view.best]
        mean = step.parts.mean
        values = {
            "best": step.shown,
            "bias2": written(mean.bias2, mean.bias2_error),
            "variance": written(mean.variance, mean.variance_error),
            "error": f"{written(mean.error, mean.error_error)} ± {written(mean.error_error)}",
            "training": written(step.training_error),
        }
    return {
        _("family"): _(LEARNERS[name]),
        _("least error at"): values["best"],
        _("bias²"): values["bias2"],
        _("variance"): values["variance"],
        _("error"): values["error"],
        _("training error"): values["training"],
    }
