"""What the view of squared loss says: its answer in a sentence, and its figure for who cannot see it."""

from __future__ import annotations

from typing import Final

from evalcore.figures.bias_variance.said import squared_parts
from evalcore.figures.bias_variance.squared import COMPLEXITY
from evalcore.figures.bias_variance.u_curve import HANDLES
from evalcore.figures.parts.numbers import written
from evalcore.views.bias_variance.members import Dominant
from evalcore.views.bias_variance.squared import SquaredStep, SquaredView
from evalcore.views.bias_variance.u_curve import UCurve
from ui.bias_variance.squared.setting import PROBLEMS, Setting
from ui.live.sentence import held
from ui.shared.numbers import count, percent
from ui.shared.text import N_, _

# What the error mostly is; beside noise, the larger of the other two.
DOMINANT: Final[dict[tuple[Dominant, Dominant], str]] = {
    ("bias", "bias"): N_("With {at} the error is mostly **bias** ({share})"),
    ("variance", "variance"): N_("With {at} the error is mostly **variance** ({share})"),
    ("noise", "bias"): N_("With {at} the error is **{share} noise**, the rest mostly **bias**"),
    ("noise", "variance"): N_("With {at} the error is **{share} noise**, the rest mostly **variance**"),
}
NOTHING: Final[dict[Dominant, str]] = {
    "noise": N_("All error is **noise**, which no model lowers."),
    "none": N_("There is **no error** to take apart."),
}
ROUNDING: Final = N_("There is **no error** to take apart but that of rounding.")


# What would lower the error, by whether learners are averages, and whether the best one is further right.
BETTER: Final = {
    (False, True): N_("{part}: a more flexible model would lower it, best {best}."),
    (False, False): N_("{part}: a simpler model would lower it, best {best}."),
    (True, True): N_("{part}: more trees would lower it, best {best}."),
    (True, False): N_("{part}: fewer trees would do, best {best}."),
}
# Of the best one, by whether most of what can be lowered is variance.
BEST: Final = {
    True: N_("{part}: the best of its family; more data would lower it."),
    False: N_("{part}: the best of its family."),
}


def answer(view: SquaredView, active: int) -> str:
    """Say which part dominates, and what of this family would lower the error: that is read off the sweep."""
    step = view.steps[active]
    if step.is_rounding:
        return _(ROUNDING)
    if step.rest == "none":
        return _(NOTHING[step.dominant])
    part = _(DOMINANT[step.dominant, step.rest], at=held(step.shown, COMPLEXITY), share=percent(step.share, 0))
    return _(_better(view, active), part=part, best=view.steps[view.best].shown)


def _better(view: SquaredView, active: int) -> str:
    """Return what would lower the error, with a place for the part that dominates and for the best learner."""
    if active == view.best:
        return BEST[view.steps[active].rest == "variance"]
    return BETTER[view.family.is_averaged, active < view.best]


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


def alt_of_two(view: SquaredView, active: int, asked: Setting) -> str:
    """Describe fits and curve."""
    step = view.steps[active]
    return _(
        "Fits of {fits} of {sets} training sets of {n} points to the problem {problem} at {shown}, their mean and the "
        "truth; beside them bias², variance and noise stacked against flexibility, and the training error. Bias² "
        "{bias}, variance {variance}, noise σ² {noise}: error {error}, training error {training}.",
        fits=count(len(step.fits)),
        sets=count(view.n_sets),
        n=count(view.n),
        problem=_(PROBLEMS[asked.shape]),
        shown=step.shown,
        **squared_parts(step),
        training=written(step.training_error),
    )


def answer_of_points(view: UCurve, active: int) -> str:
    """Say how far training error and error are apart, and how far with the most points there are."""
    now, last = view.stations[active], view.stations[-1]
    if active == len(view.stations) - 1:
        return _(
            "{n} points: training error **{training}**, on fresh data **{error}**.",
            n=held(count(now.n), HANDLES["points"]),
            training=written(now.step.training_error),
            error=_error(now.step),
        )
    return _(
        "{n} points: training error **{training}**, on fresh data **{error}**. With {most}: {training_last} and "
        "{error_last}.",
        n=held(count(now.n), HANDLES["points"]),
        training=written(now.step.training_error),
        error=_error(now.step),
        most=count(last.n),
        training_last=written(last.step.training_error),
        error_last=_error(last.step),
    )


def _error(step: SquaredStep) -> str:
    return squared_parts(step)["error"]


def alt_of_points(view: UCurve, active: int, asked: Setting) -> str:
    """Describe fits and learning curve."""
    now = view.stations[active]
    return _(
        "Fits of {fits} of {sets} training sets of {n} points to the problem {problem} at {shown}, their mean and the "
        "truth; beside them bias², variance and noise stacked against the points of a set, and the training error. "
        "Bias² {bias}, variance {variance}, noise σ² {noise}: error {error}, training error {training}.",
        fits=count(len(now.step.fits)),
        sets=count(view.n_sets),
        n=count(now.n),
        problem=_(PROBLEMS[asked.shape]),
        shown=now.step.shown,
        **squared_parts(now.step),
        training=written(now.step.training_error),
    )
