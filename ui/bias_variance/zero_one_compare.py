"""Families of learners at their best in the view of 0-1 loss."""

from __future__ import annotations

from dataclasses import replace

from evalcore.views.bias_variance.zero_one import ZeroOneView
from ui.bias_variance import compare, zero_one_simulation
from ui.bias_variance.zero_one_setting import LEARNERS, Setting
from ui.shared.numbers import number
from ui.shared.text import _


def show(asked: Setting) -> None:
    """Show for each family the learner with the least loss."""
    views = {name: zero_one_simulation.known(replace(asked, learner=name)) for name in LEARNERS}
    compare.show({_(LEARNERS[name]): None if view is None else _row(view) for name, view in views.items()})


def _row(view: ZeroOneView) -> dict[str, str]:
    step = view.steps[view.best]
    parts = step.parts
    return {
        _("least error at"): step.shown,
        _("loss"): f"{number(parts.loss)} ± {number(parts.loss_error)}",
        _("noise c₁N"): number(parts.noise_term),
        _("bias B"): number(parts.bias),
        _("variance where unbiased"): number(parts.variance_unbiased),
        _("variance where biased"): number(parts.variance_biased),
        _("training error"): number(step.training_error),
    }
