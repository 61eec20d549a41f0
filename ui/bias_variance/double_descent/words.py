"""What the view of double descent says: its answer, and its figure for who cannot see it."""

from __future__ import annotations

from typing import Final

from evalcore.figures.bias_variance.double_descent import RATIO
from evalcore.figures.parts.numbers import written
from evalcore.views.bias_variance.double_descent import DescentStep, DescentView, Phase
from ui.bias_variance.double_descent.setting import Setting
from ui.bias_variance.squared.setting import PROBLEMS
from ui.live.sentence import held
from ui.shared.numbers import count
from ui.shared.text import N_, _

ANSWERS: Final[dict[Phase, str]] = {
    "before": N_("**Before the peak**: {p} features for {n} points. Median test error **{median}**."),
    "peak": N_("**At the peak**: {p} features for {n} points, one way to hit each. Median test error **{median}**."),
    "after": N_("**Beyond the peak**: {p} features for {n} points, and all are hit. Median test error **{median}**."),
    "none": N_("**No peak here**: {p} features for {n} points. Median test error **{median}**."),
}
# With as many features as points one fit hits each; with somewhat fewer none does, with more many do.
NEAR_PEAK: Final = N_("**At the peak**: {p} features for {n} points, about as many. Median test error **{median}**.")


def answer(view: DescentView) -> str:
    """Say on which side of the peak the present step is, and what its error is."""
    now = view.now
    said = NEAR_PEAK if view.phase == "peak" and now.features != view.n else ANSWERS[view.phase]
    return _(said, p=held(count(now.features), RATIO), n=count(view.n), median=median_text(now))


def median_text(step: DescentStep) -> str:
    """Write the median error: its standard error is not known, so it has two digits."""
    return written(step.median, step.median)


def mean_text(step: DescentStep) -> str:
    """Write the mean error with the digits that mean something."""
    return written(step.mean, step.mean_error)


def alt(view: DescentView, asked: Setting) -> str:
    """Describe the figure."""
    now, peak = view.now, view.peak
    return _(
        "Test error, training error, bias² and variance against the number of random features p for each of {n} "
        "points, on logarithmic axes, over {sets} training sets of the problem {problem}; a mark at p = n. The median "
        "test error is highest, {peak_median}, at p = {peak}. Beside it the fits with {p} features: mean test error "
        "{mean}, median {median}.",
        n=count(view.n),
        sets=count(view.n_sets),
        problem=_(PROBLEMS[asked.shape]),
        peak=count(peak.features),
        peak_median=median_text(peak),
        p=count(now.features),
        mean=mean_text(now),
        median=median_text(now),
    )
