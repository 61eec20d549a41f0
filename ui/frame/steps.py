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

# The scene that is the figure of the page, see `Sections.scenes` for others.
FIGURE: Final = "figure"


@dataclass(frozen=True)
class Step:
    """A page, what its address asks for there, and what is to be shown with it, in one sentence.

    Before an audience it opens with its answer hidden where it `hides`, and the keys of a remote control move the
    handle named `moves` to its end before they go on to the next step, by so many `strides` of its stops a key and back
    to where it `begins`, if it is not its first stop; or from one of its `halts` to the next, where these are named.
    `scene` is the part of the page that it shows alone then, its figure or what it has by that name. The scene may be
    built up in so many `stages` after the first, one key each. `own` is what a teacher says in place of that sentence,
    plain text; a view that a teacher has kept is `like` the known step whose scene it has.
    """

    key: str
    page: str
    shows: str
    asked: Mapping[str, str] = field(default_factory=dict)
    hides: bool = True
    moves: str | None = None
    strides: int = 1
    halts: tuple[int, ...] = ()
    begins: float | None = None
    scene: str | None = None
    stages: int = 0
    own: str | None = None
    like: str | None = None


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
        shows=N_("Which hypotheses does each example strike out, and what do the others say of a new melon?"),
        asked={"ml_view": "space", "ml_seen": "0"},
        moves="seen",
        scene=FIGURE,
    ),
    Step(
        key="narrowing",
        page="hypotheses",
        shows=N_("Top-down, from the general to the specific: what is dropped, and what goes with it?"),
        asked={"ml_view": "space", "ml_search": "down", "ml_tried": "0"},
        moves="tried",
        # The most general, what is dropped with all below it, what is kept, and what is found.
        halts=(0, 1, 2, 5, 12),
        scene=FIGURE,
    ),
    Step(
        key="widening",
        page="hypotheses",
        shows=N_("Bottom-up, from the specific to the general: begun at the other end, does it find the same?"),
        asked={"ml_view": "space", "ml_search": "up", "ml_tried": "0"},
        moves="tried",
        # The most specific, what it becomes twice, what is kept, and what is found.
        halts=(0, 1, 2, 3, 7),
        scene=FIGURE,
    ),
    Step(
        key="preferences",
        page="hypotheses",
        shows=N_("The same examples, other preferences: what does each of them say of the same new melon?"),
        asked={"ml_view": "bias"},
        scene=FIGURE,
    ),
    Step(
        key="razor",
        page="hypotheses",
        shows=N_("Both curves pass through the same points: which of them would you choose, and why?"),
        # The lecture's curve A, whose equation is known.
        asked={"ml_view": "occam", "ml_xy": "0_1_1_6_2_9_3_10_4_9_5_6_6_1"},
        moves="truth",
        strides=10,
        scene=FIGURE,
    ),
    Step(
        key="lunch",
        page="hypotheses",
        shows=N_("Summed over all targets, which learner errs less? And if not all targets are equally likely?"),
        asked={"ml_view": "lunch", "ml_tilt": "0"},
        # From the even prior to the smooth one, and to a single target.
        moves="tilt",
        strides=20,
        scene=FIGURE,
    ),
    Step(
        key="splits",
        page="resampling",
        shows=N_("Split the same rows once more: how far off may the estimate be?"),
        asked={"ev_view": "spread", "ev_method": "holdout"},
        scene=FIGURE,
        # Three rounds, then all, then the estimates of many data sets.
        stages=4,
    ),
    Step(
        key="draws",
        page="resampling",
        shows=N_("Draw as many rows as there are, with replacement: what share of them is never drawn?"),
        asked={"ev_view": "bootstrap"},
        scene=FIGURE,
    ),
    Step(
        key="winners",
        page="resampling",
        shows=N_("The setting that wins the tuning looks good: how good is it on fresh data?"),
        asked={"ev_view": "tuning"},
        scene=FIGURE,
    ),
    Step(
        key="leaks",
        page="resampling",
        shows=N_("Something of the test rows was let into the training: how much too good is the estimate?"),
        asked={"ev_view": "leaks"},
        scene=FIGURE,
    ),
    Step(
        key="distances",
        page="regression",
        shows=N_("Where a number is predicted, being off is a matter of degree: by how much, and where most?"),
        asked={"re_view": "errors"},
        scene=FIGURE,
    ),
    Step(
        key="squares",
        page="regression",
        shows=N_("Drag a point away from the line: which grows faster, its distance or its square?"),
        asked={"re_view": "line", "re_loss": "mse"},
        moves="outlier",
        strides=8,
        begins=4.0,
        scene=FIGURE,
    ),
    Step(
        key="use",
        page="regression",
        shows=N_("The same errors, used elsewhere: does the best model stay the best? From where on not?"),
        asked={"re_view": "use", "re_data": "two_regions"},
        moves="tilt",
        strides=4,
        begins=0.0,
        scene=FIGURE,
    ),
    Step(
        key="lecture",
        page="confusion_matrix",
        shows=N_("At 0.5: how many rows are in each cell? What are precision, recall, F1 and accuracy?"),
        asked={"sample": "lecture-20", "t": "0.5"},
        scene=FIGURE,
        stages=4,
    ),
    Step(
        key="criteria",
        page="confusion_matrix",
        shows=N_("Which threshold is the best one: by accuracy? By F1?"),
        asked={"sample": "melon-20", "t": "0.5"},
        scene=FIGURE,
        stages=5,
    ),
    Step(
        key="rare",
        page="confusion_matrix",
        shows=N_("One row in a hundred is positive, and none is found: how high is accuracy?"),
        asked={"sample": "rare-class", "t": "0.95"},
        scene=FIGURE,
        stages=4,
    ),
    Step(
        key="classes",
        page="confusion_matrix",
        shows=N_("Ten classes: average over the classes, or over all rows? By how much do the two differ?"),
        asked={"sample": "digits", "view": "all", "model": f"naive_bayes{LABELS}", "tab": "formulas"},
        scene="averages",
    ),
    Step(
        key="rows",
        page="curves",
        shows=N_("Row after row, from the highest score down: when does ROC go up, and when to the right?"),
        asked={"sample": "lecture-20", "t": "0.5", "tab": "learn"},
        hides=False,
        moves="steps",
        scene="steps",
    ),
    Step(
        key="pairs",
        page="curves",
        shows=N_("A positive beside a negative, pair after pair: in how many does the positive score higher?"),
        asked={"sample": "four-samples", "tab": "learn"},
        scene="pairs",
        # Revealed, it has the first of four pairs; in the end stands what they come to.
        stages=4,
    ),
    Step(
        key="ties",
        page="curves",
        shows=N_("Several rows have the same score: which way does the curve go there?"),
        asked={"sample": "ties"},
        scene=FIGURE,
    ),
    Step(
        key="models",
        page="curves",
        shows=N_("Two curves, nearly one: does the difference of their areas count?"),
        asked={"sample": "two-models"},
        scene=FIGURE,
    ),
    Step(
        key="misses",
        page="costs",
        shows=N_("A miss costs as much as five false alarms: where should the threshold be?"),
        asked={"sample": "melon-20", "t": "0.6", "cost_fn": "5", "cost_fp": "1", "way_whole": "1"},
        scene=FIGURE,
        stages=4,
    ),
    Step(
        key="promises",
        page="calibration",
        shows=N_("Two models share one ROC curve: does each keep what its scores promise?"),
        asked={"sample": "miscalibrated", "model": "model_b", "pb_view": "reliability"},
        scene="calibration",
    ),
    Step(
        key="bar",
        page="significance",
        shows=N_("Six errors in ten, against a bar of 0.3: chance? From how many on is chance not enough?"),
        asked={
            **{"question": "one", "one_test": "binomial", "one_data": "typed"},
            **{"one_rows": "10", "one_errors": "6", "one_bar": "0.3"},
        },
        scene=FIGURE,
    ),
    Step(
        key="disagreements",
        page="significance",
        shows=N_("Two models, one test set: which rows can tell the models apart at all?"),
        asked={"sample": "two-models", "question": "two", "two_data": "loaded"},
        scene=FIGURE,
    ),
    Step(
        key="folds",
        page="significance",
        shows=N_("Training sets of folds overlap: corrected for that, is the interval wider or narrower?"),
        asked={"question": "folds", "folds_kind": "folds", "folds_data": "typed"},
        scene=FIGURE,
    ),
    Step(
        key="ranks",
        page="significance",
        shows=N_("Three algorithms, four data sets: which mean ranks lie further apart than the critical difference?"),
        asked={"question": "many", "many_table": "lecture", "ties": "textbook", "rank_test": "chi2"},
        scene=FIGURE,
    ),
    Step(
        key="lies",
        page="significance",
        shows=N_("The learners here are exactly equally good: which tests call them different too often?"),
        asked={"question": "lies"},
        scene=FIGURE,
    ),
    Step(
        key="flexibility",
        page="bias_variance",
        shows=N_("From the simplest learner to the most flexible: how do bias, variance and noise change?"),
        asked={
            "bv_view": "squared",
            "bv_problem": "sine",
            "bv_learner": "polynomial",
            "bv_polynomial": "0",
            "bv_n": "50",
        },
        moves="complexity",
        scene=FIGURE,
    ),
    Step(
        key="votes",
        page="bias_variance",
        shows=N_("Where most learners are wrong: does variance do harm there, or does it help?"),
        asked={"bv_view": "zero_one"},
        scene=FIGURE,
    ),
    Step(
        key="peak",
        page="bias_variance",
        shows=N_("More and more features: where is the error highest, and what comes beyond?"),
        asked={"bv_view": "descent"},
        moves="features",
        # From before the peak to it, and on beyond.
        strides=7,
        begins=-0.32,
        scene=FIGURE,
    ),
)


def _of_page(page: ChapterPage) -> list[Step]:
    own = [step for step in _IN_ORDER if step.page == page.key]
    return own or [Step(page.key, page.key, page.question, page.example)]


STEPS: Final = {step.key: step for page in PAGES.values() for step in _of_page(page)}
