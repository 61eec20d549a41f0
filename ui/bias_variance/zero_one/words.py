"""What the view of 0-1 loss says: its answer in a sentence, and its figure for who cannot see it."""

from __future__ import annotations

from typing import Final

from evalcore.figures.bias_variance.said import domingos_parts
from evalcore.figures.bias_variance.zero_one import FLEXIBILITY
from evalcore.views.bias_variance.members import Dominant
from evalcore.views.bias_variance.zero_one import ZeroOneStep, ZeroOneView
from ui.bias_variance.zero_one.setting import PROBLEMS, Setting
from ui.live.sentence import held
from ui.shared.numbers import count, number, percent
from ui.shared.text import N_, _, say, sentences

DOMINANT: Final[dict[Dominant, str]] = {
    "bias": N_("Loss {loss} at {at}, {share} **bias**"),
    "variance": N_("Loss {loss} at {at}, {share} **variance**"),
    "noise": N_("Loss {loss} at {at}, {share} **noise**"),
}


def answer(view: ZeroOneView, active: int) -> str:
    """Say which part dominates, what of this family would lower the loss, and whether variance helps here."""
    step = view.steps[active]
    if step.dominant == "none":
        return _("There is **no loss** to take apart.")
    if step.is_noise_alone:
        return _("Loss {loss} is all **noise**, which no model lowers.", loss=number(step.parts.loss))
    return sentences(_compared(view, active), _floor(step) if step.is_nearly_noise else _helps(step))


def _compared(view: ZeroOneView, active: int) -> str:
    """Say the largest part, and on which side of this learner the best of its family stands; the button names it."""
    step = view.steps[active]
    at = held(step.shown, FLEXIBILITY)
    part = _(DOMINANT[step.dominant], at=at, share=percent(step.share, 0), loss=number(step.parts.loss))
    if active < view.best:
        return _("{part}: more flexible is better.", part=part)
    if active > view.best:
        return _("{part}: simpler is better.", part=part)
    return _("{part}: the best of its family.", part=part)


def _floor(step: ZeroOneStep) -> str:
    """Say how much of the loss stays whatever the learner: c₁N is less than that where the best label is missed."""
    return _("No learner goes below {noise}.", noise=number(step.parts.noise))


def _helps(step: ZeroOneStep) -> str:
    if step.helped_share == 0:
        return _("Variance helps nowhere here.")
    return _("Variance helps at {share} of points.", share=percent(step.helped_share, 0))


def alt(view: ZeroOneView, active: int, asked: Setting) -> str:
    """Describe the figure."""
    step = view.steps[active]
    parts = domingos_parts(step)
    return _(
        "Plane of the problem {problem}: which share of {sets} sets of {n} points predicts positive with the learner "
        "{learner} at {shown}, the boundary of the main prediction and the best one, and the regions between them, "
        "hatched, where most sets are wrong. At the right what the loss is made of against flexibility. Loss {loss}: "
        "noise {noise}, bias {bias}, variance {unbiased} where the main prediction is right, less {biased} where not.",
        problem=_(PROBLEMS[asked.shape]),
        learner=say(asked.family.title),
        sets=count(view.n_sets),
        n=count(view.n),
        shown=step.shown,
        loss=parts["loss"],
        noise=parts["noise_term"],
        bias=parts["bias"],
        unbiased=parts["variance_unbiased"],
        biased=parts["variance_biased"],
    )
