"""The path of lessons: the chapter in the lecture's order, a step for each thing to show; and a page's own lessons.

A page without a step here has one all the same: its good example and its question, as `ui.shared.chapter` has them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from ui.session.choices import Choice
from ui.session.loaded import LABELS
from ui.shared.chapter import PAGES, ChapterPage
from ui.shared.text import N_


@dataclass(frozen=True)
class Step:
    """A page, what its address asks for there, and what is to be shown with it, in one sentence."""

    key: str
    page: str
    shows: str
    asked: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Lessons:
    """Lessons that are no samples: what a choice of a page can be, by title, and a sample where it needs one."""

    choice: Choice
    titles: Mapping[str, str]
    samples: Mapping[str, str] = field(default_factory=dict)


_IN_ORDER: Final = (
    Step(
        key="melons",
        page="hypotheses",
        shows=N_(
            "Let examples in one by one: each strikes hypotheses out, and those that stay disagree about a new melon."
        ),
        asked={"ml_view": "space", "ml_seen": "0"},
    ),
    Step(
        key="preferences",
        page="hypotheses",
        shows=N_("The same examples, yet preferences disagree about a new melon: data alone decide nothing."),
        asked={"ml_view": "bias"},
    ),
    Step(
        key="razor",
        page="hypotheses",
        shows=N_(
            "Both curves pass through the same points: only a preference, such as Occam's razor, chooses between them."
        ),
        asked={"ml_view": "occam"},
    ),
    Step(
        key="lunch",
        page="hypotheses",
        shows=N_("Summed over all targets both learners err equally often. Tilt the prior until one of them wins."),
        asked={"ml_view": "lunch", "ml_tilt": "0"},
    ),
    Step(
        key="splits",
        page="resampling",
        shows=N_("Repeat the split: the estimates scatter around the true error, so that one split says little."),
        asked={"ev_view": "spread", "ev_method": "holdout"},
    ),
    Step(
        key="draws",
        page="resampling",
        shows=N_("Draw with replacement: about 36.8 % of the rows are never drawn, and can be tested on."),
        asked={"ev_view": "bootstrap"},
    ),
    Step(
        key="winners",
        page="resampling",
        shows=N_(
            "The setting that wins the tuning looks better than it is: compare its error with that on fresh data."
        ),
        asked={"ev_view": "tuning"},
    ),
    Step(
        key="leaks",
        page="resampling",
        shows=N_("Let something of the test rows into the training, and watch the estimate become too good."),
        asked={"ev_view": "leaks"},
    ),
    Step(
        key="distances",
        page="regression",
        shows=N_(
            "Where a number is predicted, being off is a matter of degree: by how much on average, and where most?"
        ),
        asked={"re_view": "errors"},
    ),
    Step(
        key="squares",
        page="regression",
        shows=N_(
            "Drag a point away from the line: its square grows faster than its distance; squared error heeds it most."
        ),
        asked={"re_view": "line", "re_loss": "mse"},
    ),
    Step(
        key="use",
        page="regression",
        shows=N_(
            "The same errors, weighted by where the models will be used: drag, and see whether the best one stays so."
        ),
        asked={"re_view": "use"},
    ),
    Step(
        key="lecture",
        page="confusion_matrix",
        shows=N_(
            "At 0.5 precision, recall, F1 and accuracy are all 0.6. Drag the rule past one row: which of them stay?"
        ),
        asked={"sample": "lecture-20", "t": "0.5"},
    ),
    Step(
        key="criteria",
        page="confusion_matrix",
        shows=N_("Let accuracy choose the threshold (0.88), then F1 (0.6): what is best depends on what counts."),
        asked={"sample": "melon-20", "t": "0.88"},
    ),
    Step(
        key="rare",
        page="confusion_matrix",
        shows=N_("Put the threshold above every score: nothing is found any more, and accuracy is still 0.99."),
        asked={"sample": "rare-class"},
    ),
    Step(
        key="classes",
        page="confusion_matrix",
        shows=N_("Ten classes: each row shows what a digit is taken for; below, macro and micro averages differ."),
        asked={"sample": "digits", "view": "all", "model": f"naive_bayes{LABELS}", "tab": "formulas"},
    ),
    Step(
        key="rows",
        page="curves",
        shows=N_("Build both curves row after row below: ROC goes up for a positive, to the right for a negative."),
        asked={"sample": "lecture-20", "t": "0.5", "tab": "learn"},
    ),
    Step(
        key="pairs",
        page="curves",
        shows=N_("Count by hand: of four pairs one is in the wrong order, and AUC is 0.75."),
        asked={"sample": "four-samples"},
    ),
    Step(
        key="ties",
        page="curves",
        shows=N_("Rows of the same score cross together, so the curve goes up and right in one stroke."),
        asked={"sample": "ties"},
    ),
    Step(
        key="models",
        page="curves",
        shows=N_(
            "Two curves, nearly one: below, the interval of the difference of their areas says whether it counts."
        ),
        asked={"sample": "two-models", "tab": "compare"},
    ),
    Step(
        key="misses",
        page="costs",
        shows=N_("A miss now costs five false alarms. Drag to the least cost: it lies at 0.42, far below F1's 0.6."),
        asked={"sample": "melon-20", "t": "0.6", "cost_fn": "5", "cost_fp": "1"},
    ),
    Step(
        key="promises",
        page="costs",
        shows=N_("Two models share one ROC curve, but this one promises too much: look at its calibration below."),
        asked={"sample": "miscalibrated", "model": "too_high", "tab": "sure"},
    ),
    Step(
        key="bar",
        page="significance",
        shows=N_("Six errors in ten against a bar of 0.3: drag the count, and see from where on chance is not enough."),
        asked={"question": "one", "one_test": "binomial", "one_rows": "10", "one_errors": "6", "one_bar": "0.3"},
    ),
    Step(
        key="disagreements",
        page="significance",
        shows=N_("Only the rows on which the two models disagree can tell them apart."),
        asked={"sample": "two-models", "question": "two", "two_data": "loaded"},
    ),
    Step(
        key="folds",
        page="significance",
        shows=N_("Training sets of folds overlap: corrected for that, the interval is wider than the plain one."),
        asked={"question": "folds", "folds_kind": "folds", "folds_data": "typed"},
    ),
    Step(
        key="ranks",
        page="significance",
        shows=N_("Three algorithms, four data sets: which mean ranks lie further apart than the critical difference?"),
        asked={"question": "many", "many_table": "lecture"},
    ),
    Step(
        key="lies",
        page="significance",
        shows=N_(
            "The learners here are exactly equally good: which tests call them different more often than they may?"
        ),
        asked={"question": "lies"},
    ),
    Step(
        key="flexibility",
        page="bias_variance",
        shows=N_("Drag to a more flexible learner: bias falls, variance rises, and the noise stays where it is."),
        asked={"bv_view": "squared", "bv_problem": "sine", "bv_learner": "polynomial"},
    ),
    Step(
        key="votes",
        page="bias_variance",
        shows=N_("With the 0-1 loss variance helps where most learners are wrong: find such a place in the plane."),
        asked={"bv_view": "zero_one"},
    ),
    Step(
        key="peak",
        page="bias_variance",
        shows=N_("Past the peak, where there are as many features as points, the error falls a second time."),
        asked={"bv_view": "descent"},
    ),
)


def _of_page(page: ChapterPage) -> list[Step]:
    own = [step for step in _IN_ORDER if step.page == page.key]
    return own or [Step(page.key, page.key, page.question, page.example)]


STEPS: Final = {step.key: step for page in PAGES.values() for step in _of_page(page)}


def beside(key: str) -> tuple[Step | None, Step | None]:
    """Return the steps before and behind one."""
    keys = list(STEPS)
    at = keys.index(key)
    earlier, later = keys[:at], keys[at + 1 :]
    return STEPS[earlier[-1]] if earlier else None, STEPS[later[0]] if later else None
