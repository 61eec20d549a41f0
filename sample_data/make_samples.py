"""Write the sample files next to this script: `python -m sample_data.make_samples`, from the folder of the app.

README.md says what each file teaches. Every number is fixed by the seeds below; the files come out byte for byte.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from scipy.special import expit
from sklearn.datasets import load_breast_cancer, load_diabetes, load_digits
from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.model_selection import BaseCrossValidator, KFold, StratifiedKFold, cross_val_predict
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from evalcore.generate import binary_scores
from sample_data.make_tables import TABLES

FOLDER = Path(__file__).parent

LECTURE_SCORES = ".9 .8 .7 .6 .55 .54 .53 .52 .51 .505 .4 .39 .38 .37 .36 .35 .34 .33 .30 .10"
LECTURE_LABELS = "p p n p p p n n p n p n p n n n p n p n"
MELON_SCORES = ".98 .95 .92 .88 .85 .80 .76 .71 .66 .60 .60 .55 .48 .42 .36 .30 .24 .17 .10 .04"
MELON_LABELS = "1 1 1 1 0 0 1 0 1 1 0 0 0 1 0 0 0 0 0 0"


def csv(columns: Mapping[str, Iterable[str]]) -> str:
    """Return the columns, already text, as comma-separated lines under a header."""
    lines = [",".join(columns), *map(",".join, zip(*columns.values(), strict=True))]
    return "\n".join(lines) + "\n"


def text(values: Iterable[Any], form: str = "") -> list[str]:
    """Return each value written in the same format."""
    return [format(value, form) for value in values]


def row_numbers(n: int) -> list[str]:
    """Return the ids 1 to n."""
    return text(range(1, n + 1))


def listed(truth: str, labels: str, scores: str, *, rows: int | None = None) -> str:
    """Return a file of samples written down by hand, the first `rows` of them."""
    known = labels.split()[:rows]
    numbers = map(float, scores.split()[:rows])
    return csv({"id": row_numbers(len(known)), truth: known, "score": text(numbers)})


def lecture_20() -> str:
    """The lecture's twenty scored samples."""
    return listed("label", LECTURE_LABELS, LECTURE_SCORES)


def lecture_10() -> str:
    """The first ten of them."""
    return listed("label", LECTURE_LABELS, LECTURE_SCORES, rows=10)


def four_samples() -> str:
    """The smallest example of an AUC that is neither 0, 1/2 nor 1."""
    return listed("label", "n n p p", ".1 .4 .35 .8")


def melon_20() -> str:
    """Twenty samples on which four criteria pick four thresholds."""
    return listed("y", MELON_LABELS, MELON_SCORES)


def pr_curves() -> str:
    """Three models as in the book's figure of P-R curves: A encloses C, A and B cross."""
    columns: dict[str, list[str]] = {}
    for name, separation, ratio in (("A", 1.9, 1.0), ("B", 2.4, 2.2), ("C", 1.0, 1.0)):
        # Without chance, so that the curves are smooth and cross once. All three have the same rows.
        made = binary_scores(n=1000, separation=separation, sigma_ratio=ratio, rng=np.random.default_rng(9))
        columns |= {"y": text(made.y_true, "d"), name: text(made.score, ".6f")}
    return csv({"id": row_numbers(1000), **columns})


def rare_class() -> str:
    """One positive in a hundred, with honest probabilities."""
    made = binary_scores(
        n=5000,
        separation=2.0,
        prevalence=0.01,
        transform="calibrate",
        deterministic=False,
        rng=np.random.default_rng(1),
    )
    return csv({"id": row_numbers(5000), "y": text(made.y_true, "d"), "score": text(made.score, ".6g")})


def ties() -> str:
    """Scores of one decimal: eleven levels for three hundred rows."""
    made = binary_scores(n=300, transform="round", deterministic=False, rng=np.random.default_rng(2))
    return csv({"id": row_numbers(300), "y": text(made.y_true, "d"), "score": text(made.score, ".1f")})


def miscalibrated() -> str:
    """A calibrated model and its square root: the same order, probabilities too high."""
    made = binary_scores(
        n=1000, prevalence=0.3, transform="calibrate", deterministic=False, rng=np.random.default_rng(3)
    )
    # Rounded before the root is taken, so that the two columns hold the same ties and the same order.
    calibrated = made.score.round(6)
    return csv(
        {
            "id": row_numbers(1000),
            "y": text(made.y_true, "d"),
            "model_a": text(calibrated, ".6f"),
            "model_b": text(np.sqrt(calibrated), ".7f"),
        }
    )


def two_models() -> str:
    """Two models that mostly see the same thing: errors correlated .8, separations 1.5 and 1.6."""
    rng = np.random.default_rng(4)
    n, n_pos, correlation = 400, 160, 0.8
    positive = rng.permutation(np.arange(n) < n_pos)
    shared, own_a, own_b = rng.standard_normal((3, n))
    columns = {"id": row_numbers(n), "y": text(positive, "d")}
    for name, separation, own in [("model_a", 1.5, own_a), ("model_b", 1.6, own_b)]:
        raw = separation * (positive - 0.5) + np.sqrt(correlation) * shared + np.sqrt(1 - correlation) * own
        columns[name] = text(expit(raw), ".5f")
    return csv(columns)


def repeated() -> str:
    """Ten repetitions of a cross-validation: what a model says of a case hardly changes from one to the next."""
    rng = np.random.default_rng(69)
    n, n_pos, times, spread = 100, 40, 10, 0.2
    positive = np.arange(n) < n_pos
    shared = rng.multivariate_normal([0, 0], [[1, 0.7], [0.7, 1]], size=n) + np.where(positive[:, None], [1.9, 1.5], 0)
    score = expit(2 * (shared + rng.normal(scale=spread, size=(times, n, 2)) - np.array([0.95, 0.75])))
    return csv(
        {
            "case": row_numbers(n) * times,
            "repeat": text(np.repeat(np.arange(1, times + 1), n)),
            "y": text(np.tile(positive, times), "d"),
            "model_a": text(score[..., 0].ravel(), ".4f"),
            "model_b": text(score[..., 1].ravel(), ".4f"),
        }
    )


def card_fraud() -> str:
    """Card payments: the larger a fraud, the lower its score, yet every score is the true P(fraud)."""
    rng = np.random.default_rng(6)
    n, n_pos, separation, link = 3000, 120, 2.4, 0.7
    fraud = rng.permutation(np.arange(n) < n_pos)
    size, own = rng.standard_normal((2, n))
    # Variance 1 in either class, so that without a look at the amount P(fraud) follows from two normal densities.
    raw = np.where(fraud, separation - link * size + np.sqrt(1 - link**2) * own, own)
    score = expit(np.log(n_pos / (n - n_pos)) + separation * (raw - separation / 2))
    amount = np.where(fraud, 80, 25) * np.exp(1.2 * size)
    return csv(
        {
            "id": row_numbers(n),
            "y": text(fraud, "d"),
            "score": text(score, ".6f"),
            "amount": text(amount, ".2f"),
        }
    )


def five_values() -> str:
    """The lecture's five predicted numbers."""
    return csv({"id": row_numbers(5), "y": ["3", "5", "2.5", "7", "4"], "prediction": ["2.5", "5", "4", "8", "4.5"]})


def two_regions() -> str:
    """Two models: one errs alike everywhere, the other hardly at small x and badly at large x."""
    rng = np.random.default_rng(8)
    n = 300
    x = rng.uniform(0, 10, n).round(2)
    y = (20 + 3 * x + rng.normal(0, 0.5, n)).round(2)
    return csv(
        {
            "id": row_numbers(n),
            "x": text(x, ".2f"),
            "y": text(y, ".2f"),
            "even": text(y + 2.6 * rng.standard_normal(n), ".2f"),
            "local": text(y + (0.6 + 0.35 * x) * rng.standard_normal(n), ".2f"),
        }
    )


def diabetes() -> str:
    """How far diabetes progressed: three models, each patient predicted by models that never saw them."""
    data = load_diabetes(as_frame=True, scaled=False)
    folds = KFold(10, shuffle=True, random_state=0)
    models = {
        "linear_regression": LinearRegression(),
        "random_forest": RandomForestRegressor(n_estimators=100, random_state=0),
        "nearest_neighbours": make_pipeline(StandardScaler(), KNeighborsRegressor(10)),
    }
    columns = {
        "id": row_numbers(len(data.target)),
        "fold": text(fold_of_row(folds, data.data, data.target)),
        "bmi": text(data.data["bmi"], "g"),
        "age": text(data.data["age"], "g"),
        "progression": text(data.target, "g"),
    }
    for name, model in models.items():
        columns[name] = text(cross_val_predict(model, data.data, data.target, cv=folds), ".2f")
    return csv(columns)


def breast_cancer() -> str:
    """Tumours, benign or malignant: three models, each row scored by models that never saw it."""
    data = load_breast_cancer()
    malignant = data.target == 0
    folds = StratifiedKFold(10, shuffle=True, random_state=0)
    models = {
        "logistic_regression": make_pipeline(StandardScaler(), LogisticRegression(max_iter=1000)),
        "random_forest": RandomForestClassifier(n_estimators=100, random_state=0),
        "naive_bayes": GaussianNB(),
    }
    columns = {
        "id": row_numbers(malignant.size),
        "fold": text(fold_of_row(folds, data.data, malignant)),
        "label": [str(data.target_names[code]) for code in data.target],
    }
    for name, model in models.items():
        probabilities = cross_val_predict(model, data.data, malignant, cv=folds, method="predict_proba")
        # All digits: naive Bayes crowds its scores at 0 and 1, and rounding would tie them and move its AUC.
        columns[name] = text(probabilities[:, 1])
    return csv(columns)


def digits() -> str:
    """Handwritten digits, ten classes: probabilities of one model, predicted labels of two."""
    data = load_digits()
    folds = StratifiedKFold(5, shuffle=True, random_state=0)
    logistic = make_pipeline(StandardScaler(), LogisticRegression(max_iter=1000))
    probabilities = cross_val_predict(logistic, data.data, data.target, cv=folds, method="predict_proba")
    columns = {
        "id": row_numbers(data.target.size),
        "fold": text(fold_of_row(folds, data.data, data.target)),
        "digit": text(data.target),
        "logistic_regression": text(probabilities.argmax(axis=1)),
        "naive_bayes": text(cross_val_predict(GaussianNB(), data.data, data.target, cv=folds)),
    }
    for digit in range(10):
        columns[f"logistic_regression:{digit}"] = text(probabilities[:, digit].round(4) + 0.0, "g")
    return csv(columns)


def fold_of_row(folds: BaseCrossValidator, features: np.ndarray, target: np.ndarray) -> np.ndarray:
    """Return for each row the fold, from 1, in which it was scored."""
    fold = np.zeros(target.size, dtype=int)
    for number, (_, tested) in enumerate(folds.split(features, target), start=1):
        fold[tested] = number
    return fold


WRITTEN: dict[str, Callable[[], str]] = {
    "lecture_20.csv": lecture_20,
    "lecture_10.csv": lecture_10,
    "four_samples.csv": four_samples,
    "melon_20.csv": melon_20,
    "pr_curves.csv": pr_curves,
    "rare_class.csv": rare_class,
    "ties.csv": ties,
    "miscalibrated.csv": miscalibrated,
    "two_models.csv": two_models,
    "repeated.csv": repeated,
    "card_fraud.csv": card_fraud,
    "five_values.csv": five_values,
    "two_regions.csv": two_regions,
}
LEARNED: dict[str, Callable[[], str]] = {
    "breast_cancer.csv": breast_cancer,
    "digits.csv": digits,
    "diabetes.csv": diabetes,
}


def main() -> None:
    """Write every file."""
    for name, make in (WRITTEN | LEARNED | TABLES).items():
        (FOLDER / name).write_text(make(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
