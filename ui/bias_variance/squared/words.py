"""What the view of squared loss says: its answer in a sentence, and its figure for who cannot see it."""

from __future__ import annotations

from typing import Final

from evalcore.figures.bias_variance.said import squared_parts
from evalcore.figures.parts.numbers import written
from evalcore.views.bias_variance.members import Dominant
from evalcore.views.bias_variance.squared import SquaredView
from ui.bias_variance.squared.setting import PROBLEMS, Setting
from ui.shared.numbers import count, percent
from ui.shared.text import N_, _

# What the error mostly is; beside noise, the larger of the other two.
DOMINANT: Final[dict[tuple[Dominant, Dominant], str]] = {
    ("bias", "bias"): N_("Error is mostly **bias** ({share})"),
    ("variance", "variance"): N_("Error is mostly **variance** ({share})"),
    ("noise", "bias"): N_("**{share} noise**; the rest mostly **bias**"),
    ("noise", "variance"): N_("**{share} noise**; the rest mostly **variance**"),
}
NOTHING: Final[dict[Dominant, str]] = {
    "noise": N_("All error is **noise**, which no model lowers."),
    "none": N_("There is **no error** to take apart."),
}
ROUNDING: Final = N_("There is **no error** to take apart but that of rounding.")


def answer(view: SquaredView, active: int) -> str:
    """Say which part dominates, and what of this family would lower the error: that is read off the sweep."""
    step = view.steps[active]
    if step.is_rounding:
        return _(ROUNDING)
    if step.rest == "none":
        return _(NOTHING[step.dominant])
    part = _(DOMINANT[step.dominant, step.rest], share=percent(step.share, 0))
    best = view.steps[view.best].shown
    if active < view.best:
        return _("{part}: a more flexible model would lower it, best {best}.", part=part, best=best)
    if active > view.best:
        return _("{part}: a simpler model would lower it, best {best}.", part=part, best=best)
    if step.rest == "variance":
        return _("{part}: the best of its family; more data would lower it.", part=part)
    return _("{part}: the best of its family.", part=part)


def alt(view: SquaredView, active: int, asked: Setting) -> str:
    """Describe the figure."""
    step = view.steps[active]
    return _(
        "Fits of {fits} of {sets} training sets of {n} points to the problem {problem} at {shown}, their mean and the "
        "truth; below, what the error is made of at each x; at the right, error against flexibility. Bias² {bias}, "
        "variance {variance}, noise σ² {noise}: error {error}, measured {measured}.",
        fits=count(len(step.fits)),
        sets=count(view.n_sets),
        n=count(view.n),
        problem=_(PROBLEMS[asked.shape]),
        shown=step.shown,
        **squared_parts(step),
        measured=written(step.measured.error, step.measured.standard_error),
    )
