"""The samples in sample_data, in the order of the gallery: what each teaches and how its columns are read."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import streamlit as st

from evalcore.predictions import Predictions, from_frame
from evalcore.predictions.cases import ALL, MEAN
from evalcore.predictions.kept import KeptTable, kept
from evalcore.reading import read_table
from ui.shared.text import N_

FOLDER: Final = Path(__file__).parent.parent.parent / "sample_data"
# The groups of the gallery, in its order.
GROUPS: Final = {"first": N_("First steps"), "traps": N_("Traps"), "real": N_("Real data")}


# The handle in the strip of scores.
THRESHOLD: Final = "handle: threshold"


@dataclass(frozen=True)
class Sample:
    """One file and its mapping; `title`, `lesson` and `attempt` are English and are translated where they are shown.

    `positive` is the positive class as it is written in the file, None for more than two classes; of those `first` is
    looked at first, where it is not the first of all. `told_of` are the labels that the lesson tells of, where they
    are not of the first model. `page` is the one that teaches the lesson best, and `attempt` says in one sentence what
    to try there; `asks` has what that takes: an open tab, or none, and what is to be seen then, a handle or words.
    `opens_with` are choices that are on when the gallery opens it. `renamed` are models whose former names older links
    have, each with its name now.
    """

    key: str
    file: str
    title: str
    lesson: str
    truth: str
    scores: tuple[str, ...] = ("score",)
    labels: tuple[str, ...] = ()
    positive: str | None = None
    weight: str | None = None
    amount: str | None = None
    fold: str | None = None
    repeat: str | None = None
    case: str | None = None
    first: str | None = None
    told_of: str | None = None
    group: str = "first"
    page: str = "confusion_matrix"
    attempt: str | None = None
    asks: tuple[tuple[str, str], ...] = ()
    opens_with: tuple[str, ...] = ()
    renamed: tuple[tuple[str, str], ...] = ()

    @property
    def path(self) -> Path:
        """Where the file is."""
        return FOLDER / self.file


_GALLERY = (
    Sample(
        key="lecture-20",
        file="lecture_20.csv",
        title=N_("Lecture: 20 samples"),
        lesson=N_("At threshold 0.5 precision, recall, F1 and accuracy are all 0.6: the same value, four meanings."),
        truth="label",
        positive="p",
        attempt=N_("Drag the threshold up past one row: which of the four metrics stays?"),
        asks=(("", THRESHOLD), ("", "accuracy"), ("", "F1")),
    ),
    Sample(
        key="lecture-10",
        file="lecture_10.csv",
        title=N_("Lecture: the first ten"),
        lesson=N_(
            "Every score is above 0.5, so the threshold 0.5 calls all ten positive; the ranking still has AUC 0.75."
        ),
        truth="label",
        positive="p",
        page="curves",
        attempt=N_("At 0.5 all ten are called positive: drag on to the threshold that splits them best."),
        asks=(("", THRESHOLD),),
    ),
    Sample(
        key="four-samples",
        file="four_samples.csv",
        title=N_("Four samples"),
        lesson=N_("Of four positive-negative pairs one is in the wrong order: AUC is a count of pairs, here 3 of 4."),
        truth="label",
        positive="p",
        page="curves",
        attempt=N_("Count the positive-negative pairs by hand, then open the pairs below the curves."),
        asks=(("learn", "pairs"),),
    ),
    Sample(
        key="melon-20",
        file="melon_20.csv",
        title=N_("Twenty melons"),
        lesson=N_("Four sensible criteria pick four different thresholds."),
        truth="y",
        positive="1",
        attempt=N_(
            "Let accuracy choose the threshold, then F1, then the best precision with a recall of at least 0.9."
        ),
        asks=(("", "Choose the threshold"), ("", "accuracy"), ("", "F1")),
    ),
    Sample(
        key="pr-curves",
        file="pr_curves.csv",
        title=N_("Three P-R curves"),
        lesson=N_(
            "A's P-R curve encloses C's, so A is better. Those of A and B cross: which is better depends on the recall "
            "that is needed."
        ),
        truth="y",
        scores=("A", "B", "C"),
        positive="1",
        page="curves",
        attempt=N_("Where do the P-R curves of A and B cross, and which of the two has the higher break-even point?"),
        asks=(("readings", "break-even point"), ("compare", "Models compared")),
        opens_with=("curves_break_even",),
    ),
    Sample(
        key="rare-class",
        file="rare_class.csv",
        title=N_("Rare class"),
        lesson=N_("One row in a hundred is positive: finding none of them already has accuracy 0.99."),
        truth="y",
        positive="1",
        group="traps",
        attempt=N_("Put the threshold above every score: what does accuracy say, and what does recall?"),
        asks=(("", THRESHOLD), ("", "accuracy"), ("", "recall")),
    ),
    Sample(
        key="ties",
        file="ties.csv",
        title=N_("Tied scores"),
        lesson=N_("Three hundred rows share eleven scores: rows with the same score cross the threshold together."),
        truth="y",
        positive="1",
        group="traps",
        page="curves",
        attempt=N_(
            "Drag from score to score: a whole group crosses at once, and the ROC curve goes up and right in one "
            "stroke."
        ),
        asks=(("", THRESHOLD),),
    ),
    Sample(
        key="miscalibrated",
        file="miscalibrated.csv",
        title=N_("Two models, one ROC curve"),
        lesson=N_("Two models rank alike and share one ROC curve, but only one means what its probabilities say."),
        truth="y",
        scores=("model_a", "model_b"),
        positive="1",
        group="traps",
        page="calibration",
        attempt=N_("Move the threshold with each model and compare what a score of 0.5 promises with what comes true."),
        asks=(("", THRESHOLD),),
        renamed=(("calibrated", "model_a"), ("too_high", "model_b")),
    ),
    Sample(
        key="two-models",
        file="two_models.csv",
        title=N_("Two models on the same rows"),
        lesson=N_(
            "One model has the higher accuracy at 0.5, the other the higher AUC: could chance alone explain both?"
        ),
        truth="y",
        scores=("model_a", "model_b"),
        positive="1",
        group="traps",
        page="curves",
        attempt=N_("Compare both models: does the interval of the difference in AUC hold 0?"),
        asks=(("compare", "Models compared"),),
    ),
    Sample(
        key="repeated",
        file="repeated.csv",
        title=N_("Repeated cross-validation"),
        lesson=N_(
            "Ten predictions for each of 100 cases are no 1,000 rows: counted so, McNemar's p is below 0.0001; by case "
            "it is 0.136."
        ),
        truth="y",
        scores=("model_a", "model_b"),
        positive="1",
        case="case",
        repeat="repeat",
        group="traps",
        attempt=N_(
            "Look at the interval of the error rate by case, then let each row count for itself, on the left: how much "
            "narrower does it get?"
        ),
        asks=(("readings", "by case"), ("readings", "error rate")),
    ),
    Sample(
        key="card-fraud",
        file="card_fraud.csv",
        title=N_("Card payments with amounts"),
        lesson=N_(
            "Of the money much less is found than of the frauds: the threshold that is best when every fraud costs the "
            "same is not the one best for the amounts."
        ),
        truth="y",
        positive="1",
        amount="amount",
        group="traps",
        page="costs",
        attempt=N_("Let a miss cost the amount of its row instead of a constant, and see the best threshold move."),
        asks=(("", "A mistake costs"),),
    ),
    Sample(
        key="breast-cancer",
        file="breast_cancer.csv",
        title=N_("Breast cancer: three real models"),
        lesson=N_("A missed tumour costs more than a false alarm, so the best threshold is rarely 0.5."),
        truth="label",
        scores=("logistic_regression", "random_forest", "naive_bayes"),
        positive="malignant",
        fold="fold",
        group="real",
        page="costs",
        attempt=N_("Let a missed malignant tumour cost ten times a false alarm: where does the best threshold go?"),
        asks=(("", "A missed malignant costs"),),
    ),
    Sample(
        key="digits",
        file="digits.csv",
        title=N_("Handwritten digits: ten classes"),
        lesson=N_("One accuracy hides which classes are confused: naive Bayes takes many a digit for an 8."),
        truth="digit",
        scores=tuple(f"logistic_regression:{digit}" for digit in range(10)),
        labels=("logistic_regression", "naive_bayes"),
        fold="fold",
        # The class the lesson is about; the first digit is told apart without a mistake.
        first="8",
        told_of="naive_bayes",
        group="real",
        attempt=N_("Look down the column of 8: which digits are called so? Click a name to look at that digit alone."),
        asks=(("", "Matrix as HTML"),),
    ),
)

SAMPLES: Final[dict[str, Sample]] = {sample.key: sample for sample in _GALLERY}


# What several rows of a case are taken for: by case, their mean, or each for itself.
BY_CASE, MEAN_OF_CASE, OWN = "case", "mean", "row"
TAKEN: Final = (BY_CASE, MEAN_OF_CASE, OWN)


@st.cache_resource(max_entries=len(SAMPLES) + len(TAKEN), show_spinner=False)
def bundled(key: str, taken: str = BY_CASE) -> Predictions:
    """Read a bundled sample once for all visitors: it is nobody's data."""
    return load(SAMPLES[key], taken)


@st.cache_resource(max_entries=len(SAMPLES), show_spinner=False)
def table(key: str) -> KeptTable:
    """Read the table of a bundled sample once for all visitors, with the columns that predictions have no use for."""
    return kept(read_table(SAMPLES[key].path))


def load(sample: Sample, taken: str = BY_CASE) -> Predictions:
    """Read the file of a sample with its own mapping."""
    return from_frame(
        read_table(sample.path),
        truth=sample.truth,
        scores=sample.scores,
        labels=sample.labels,
        positive=sample.positive,
        weight=sample.weight,
        amount=sample.amount,
        fold=sample.fold,
        repeat=sample.repeat,
        case=None if taken == OWN else sample.case,
        taken=MEAN if taken == MEAN_OF_CASE and sample.case is not None else ALL,
    )
