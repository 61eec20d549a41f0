"""What the view of squared loss says: its answer in a sentence, its figure for who cannot see it, its words."""

from __future__ import annotations

from typing import Final

from evalcore.figures.bias_variance.numbers import written
from evalcore.figures.bias_variance.words import SquaredWords
from evalcore.views.bias_variance.squared import Dominant, SquaredView
from ui.bias_variance.setting import PROBLEMS, Setting
from ui.shared.numbers import count, percent
from ui.shared.text import N_, _

COMPLEXITY: Final = {
    "polynomial": N_("degree d"),
    "ridge": N_("penalty λ: less to the right"),
    "neighbours": N_("neighbours k: fewer to the right"),
}
# What would lower the error, by the part of it that is largest; beside noise, by the larger of the other two.
DOMINANT: Final[dict[tuple[Dominant, Dominant], str]] = {
    ("bias", "bias"): N_(
        "Error is mostly **bias** ({share} of {error}): a more flexible model would lower it; more data would not."
    ),
    ("variance", "variance"): N_(
        "Error is mostly **variance** ({share} of {error}): more data or a simpler model would lower it."
    ),
    ("noise", "bias"): N_("**{share} noise**, which no model lowers; the rest mostly **bias**: a more flexible model."),
    ("noise", "variance"): N_(
        "**{share} noise**, which no model lowers; the rest mostly **variance**: more data or a simpler model."
    ),
    ("noise", "none"): N_("All error is **noise**, which no model lowers."),
    ("none", "none"): N_("There is **no error** to take apart."),
}


def figure(asked: Setting) -> SquaredWords:
    """Return the words of the figure in the language of the session."""
    return SquaredWords(
        fits=_("{fits} of {sets} fits · bold: their mean · dashed: truth"),
        parts=_("bias² + variance + noise at each x"),
        probe=_("at x₀"),
        sweep=_("error against flexibility"),
        bar=_("sum of the parts = error measured on fresh targets (line)"),
        bias=_("bias²"),
        variance=_("variance"),
        noise=_("noise"),
        error=_("sum"),
        median=_("median"),
        measured=_("measured"),
        training=_("training"),
        sample=_("sample (dots): training error {training}, on fresh targets {test}"),
        complexity=_(COMPLEXITY[asked.learner]),
        x0=_("x₀: where predictions are looked at"),
        said=_("{shown}: bias² {bias}, variance {variance}, noise {noise}, error {error}"),
        bias_at=_("bias {value}"),
        spread_at=_("spread {value}"),
        noise_at=_("noise {value}"),
    )


def answer(view: SquaredView, active: int) -> str:
    """Say which part dominates, and what would lower it."""
    step = view.steps[active]
    mean = step.parts.mean
    return _(
        DOMINANT[step.dominant, step.rest],
        share=percent(step.share, 0),
        error=written(mean.error, mean.error_error),
    )


def alt(view: SquaredView, active: int, asked: Setting) -> str:
    """Describe the figure."""
    step, mean = view.steps[active], view.steps[active].parts.mean
    return _(
        "Fits of {fits} of {sets} training sets of {n} points to the problem {problem} at {shown}, their mean and the "
        "truth; below, what the error is made of at each x; at the right, error against flexibility. Bias² {bias}, "
        "variance {variance}, noise {noise}: error {error}, measured {measured}.",
        fits=count(len(step.fits)),
        sets=count(view.n_sets),
        n=count(view.n),
        problem=_(PROBLEMS[asked.shape]),
        shown=step.shown,
        bias=written(mean.bias2, mean.bias2_error),
        variance=written(mean.variance, mean.variance_error),
        noise=written(mean.noise),
        error=written(mean.error, mean.error_error),
        measured=written(step.measured.error, step.measured.standard_error),
    )
