"""Families of learners at their best in the view of squared loss."""

from __future__ import annotations

from dataclasses import replace

from evalcore.figures.parts.numbers import written
from evalcore.views.bias_variance.squared import SquaredView
from ui.bias_variance import compare
from ui.bias_variance.squared import simulation
from ui.bias_variance.squared.setting import LEARNERS, Setting
from ui.shared.text import _


def show(asked: Setting) -> None:
    """Show for each family the learner with the least error."""
    views = {name: simulation.known(replace(asked, learner=name)) for name in LEARNERS}
    compare.show({_(LEARNERS[name]): None if view is None else _row(view) for name, view in views.items()})


def _row(view: SquaredView) -> dict[str, str]:
    step = view.steps[view.best]
    mean = step.parts.mean
    return {
        _("least error at"): step.shown,
        _("bias²"): written(mean.bias2, mean.bias2_error),
        _("variance"): written(mean.variance, mean.variance_error),
        _("error"): f"{written(mean.error, mean.error_error)} ± {written(mean.error_error)}",
        _("training error"): written(step.training_error),
    }
