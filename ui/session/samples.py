"""The samples in sample_data, in the order of the gallery: what each teaches and how its columns are read."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from evalcore.predictions import Predictions, from_frame
from evalcore.reading import read_table
from ui.shared.text import N_

FOLDER: Final = Path(__file__).parent.parent.parent / "sample_data"


@dataclass(frozen=True)
class Sample:
    """One file and its mapping; `title` and `lesson` are English and are translated where they are shown.

    `positive` is the positive class as it is written in the file, None for more than two classes; of those `first` is
    looked at first, where it is not the first of all. `attempt` says what to try with it, in English, too.
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
    icon: str = ":material/dataset:"
    first: str | None = None
    attempt: str | None = None

    @property
    def path(self) -> Path:
        """Where the file is."""
        return FOLDER / self.file


_GALLERY = (
    Sample(
        key="lecture-20",
        file="lecture_20.csv",
        title=N_("Lecture: 20 samples"),
        lesson=N_("At threshold .5 precision, recall, F1 and accuracy are all .6: the same value, four meanings."),
        truth="label",
        positive="p",
        icon=":material/school:",
    ),
    Sample(
        key="lecture-10",
        file="lecture_10.csv",
        title=N_("Lecture: the first ten"),
        lesson=N_(
            "Every score is above .5, so the threshold .5 calls all ten positive; the ranking still has AUC .75."
        ),
        truth="label",
        positive="p",
        icon=":material/filter_list:",
    ),
    Sample(
        key="four-samples",
        file="four_samples.csv",
        title=N_("Four samples"),
        lesson=N_("Of four positive-negative pairs one is in the wrong order: AUC is a count of pairs, here 3 of 4."),
        truth="label",
        positive="p",
        icon=":material/compare_arrows:",
    ),
    Sample(
        key="melon-20",
        file="melon_20.csv",
        title=N_("Twenty melons"),
        lesson=N_("Four sensible criteria pick four different thresholds."),
        truth="y",
        positive="1",
        icon=":material/nutrition:",
    ),
    Sample(
        key="rare-class",
        file="rare_class.csv",
        title=N_("Rare class"),
        lesson=N_("One row in a hundred is positive: finding none of them already has accuracy .99."),
        truth="y",
        positive="1",
        icon=":material/search:",
    ),
    Sample(
        key="ties",
        file="ties.csv",
        title=N_("Tied scores"),
        lesson=N_("Three hundred rows share eleven scores: rows with the same score cross the threshold together."),
        truth="y",
        positive="1",
        icon=":material/stacked_bar_chart:",
    ),
    Sample(
        key="miscalibrated",
        file="miscalibrated.csv",
        title=N_("Badly calibrated model"),
        lesson=N_("Two models rank alike and share one ROC curve, but only one means what its probabilities say."),
        truth="y",
        scores=("calibrated", "too_high"),
        positive="1",
        icon=":material/thermostat:",
    ),
    Sample(
        key="two-models",
        file="two_models.csv",
        title=N_("Two near-equal models"),
        lesson=N_(
            "One model has the higher accuracy at .5, the other the higher AUC: could chance alone explain both?"
        ),
        truth="y",
        scores=("model_a", "model_b"),
        positive="1",
        icon=":material/balance:",
    ),
    Sample(
        key="card-fraud",
        file="card_fraud.csv",
        title=N_("Card payments with amounts"),
        lesson=N_(
            "Most frauds are found, but much less of the money: the threshold that is best when every fraud costs the "
            "same is not the one best for the amounts."
        ),
        truth="y",
        positive="1",
        amount="amount",
        icon=":material/credit_card:",
    ),
    Sample(
        key="breast-cancer",
        file="breast_cancer.csv",
        title=N_("Breast cancer: three real models"),
        lesson=N_("A missed tumour costs more than a false alarm, so the best threshold is rarely .5."),
        truth="label",
        scores=("logistic_regression", "random_forest", "naive_bayes"),
        positive="malignant",
        icon=":material/medical_services:",
    ),
    Sample(
        key="digits",
        file="digits.csv",
        title=N_("Handwritten digits: ten classes"),
        lesson=N_("One accuracy hides which classes are confused: naive Bayes takes many a digit for an 8."),
        truth="digit",
        scores=tuple(f"logistic_regression:{digit}" for digit in range(10)),
        labels=("logistic_regression", "naive_bayes"),
        # The class the lesson is about; the first digit is told apart without a mistake.
        first="8",
        icon=":material/dialpad:",
    ),
)

SAMPLES: Final[dict[str, Sample]] = {sample.key: sample for sample in _GALLERY}


def load(sample: Sample) -> Predictions:
    """Read the file of a sample with its own mapping."""
    return from_frame(
        read_table(sample.path),
        truth=sample.truth,
        scores=sample.scores,
        labels=sample.labels,
        positive=sample.positive,
        weight=sample.weight,
        amount=sample.amount,
    )
