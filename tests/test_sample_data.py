"""The sample files: made by their script, small, and with the values their README promises."""

import re
import zlib

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binomtest, chi2
from sklearn.metrics import (
    accuracy_score,
    average_precision_score,
    brier_score_loss,
    f1_score,
    mean_squared_error,
    precision_recall_curve,
    roc_auc_score,
    root_mean_squared_error,
)

from evalcore.predictions import guess_columns
from evalcore.significance import friedman, laboratories_from_frame, nemenyi
from evalcore.views.resampling.kept import comparison
from evalcore.views.resampling.plan import Plan
from sample_data import make_estimates, make_laboratory, make_leaks, make_tuning, make_zero_one
from sample_data.make_samples import FOLDER, LEARNED, WRITTEN, main
from sample_data.make_tables import TABLES, cross_validated_errors
from ui.regression.data import EXAMPLES
from ui.session.samples import GROUPS, SAMPLES, load

pytestmark = pytest.mark.slow

README = (FOLDER / "README.md").read_text(encoding="utf-8")


def read(name):
    return pd.read_csv(FOLDER / name)


def truth_and_score(name, column="score"):
    frame = read(name)
    truth = frame["y"] if "y" in frame else frame["label"]
    return truth.isin([1, "p", "malignant"]).to_numpy(), frame[column].to_numpy()


@pytest.mark.parametrize("name", WRITTEN)
def test_file_is_what_the_script_writes(name):
    assert (FOLDER / name).read_bytes() == WRITTEN[name]().encode("utf-8")


@pytest.fixture(scope="module", params=LEARNED)
def refitted(request):
    return request.param, LEARNED[request.param]()


def test_learned_file_is_what_a_refit_gives(refitted, tmp_path):
    # Another processor or BLAS may change the last digits of a fit, so these are compared as numbers.
    name, text = refitted
    (tmp_path / name).write_text(text, encoding="utf-8")
    fresh, kept = pd.read_csv(tmp_path / name), read(name)
    assert list(fresh) == list(kept)
    for column in kept:
        if kept[column].dtype == np.float64:
            np.testing.assert_allclose(fresh[column], kept[column], atol=2e-3, err_msg=column)
        else:
            assert (fresh[column] == kept[column]).mean() > 0.998, column


def test_script_writes_every_file(tmp_path, monkeypatch):
    monkeypatch.setattr("sample_data.make_samples.FOLDER", tmp_path)
    monkeypatch.setattr("sample_data.make_samples.LEARNED", {})
    monkeypatch.setattr("sample_data.make_samples.TABLES", {})
    main()
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(WRITTEN)


SIMULATED = {script.FILE.name for script in (make_estimates, make_laboratory, make_leaks, make_tuning)}
SIMULATED.add(make_laboratory.POWER_FILE.name)


def test_folder_holds_these_files_and_they_are_small():
    files = {path.name: path.stat().st_size for path in FOLDER.glob("*.csv")}
    assert sorted(files) == sorted({*WRITTEN, *LEARNED, *TABLES, *SIMULATED})
    assert max(files.values()) <= 300_000
    assert sum(files.values()) < 1_500_000
    assert set(FOLDER.glob("*.bin")) == set(make_zero_one.FAMILIES)
    assert all(path.stat().st_size < 60_000 for path in make_zero_one.FAMILIES)
    assert "python -m sample_data.make_samples" in README
    assert "python -m sample_data.make_laboratory" in README
    for name in ("zero_one", "estimates", "tuning", "leaks"):
        assert f"python -m sample_data.make_{name}" in README


@pytest.mark.parametrize("name", sorted(WRITTEN | LEARNED))
def test_files_are_whole_and_documented(name):
    frame = read(name)
    assert not frame.isna().any(axis=None)
    if name == "repeated.csv":  # its rows are told apart by case and repetition
        assert not frame[["case", "repeat"]].duplicated().any()
    else:
        assert frame["id"].tolist() == list(range(1, len(frame) + 1))
    assert f"| `{name}` |" in README or _says_how(WRITTEN.get(name))
    assert b"\r" not in (FOLDER / name).read_bytes()


def _says_how(make):
    """Whether what writes a file says of what it is: one line of the README, or its docstring."""
    return make is not None and len(make.__doc__.split()) > 5


@pytest.mark.thorough
def test_cross_validated_errors_are_what_a_refit_gives(tmp_path):
    """The data sets that are quickly learned."""
    names = ["iris", "wine", "moons", "circles"]
    (tmp_path / "errors.csv").write_text(cross_validated_errors(*names), encoding="utf-8")
    fresh, kept = pd.read_csv(tmp_path / "errors.csv", index_col=0), read("cross_validated_errors.csv")
    assert kept.columns[0] == "data set"
    np.testing.assert_allclose(fresh, kept.set_index("data set").loc[names], atol=5e-3)


def test_cross_validated_errors_have_the_values_of_the_readme():
    frame = read("cross_validated_errors.csv")
    assert not frame.isna().any(axis=None)
    assert frame.shape == (12, 7)
    test = friedman(frame.iloc[:, 1:], higher_is_better=False)
    found = nemenyi(test.mean_ranks, 12)
    (line,) = re.findall(r"^\| `cross_validated_errors.csv` \|.*$", README, flags=re.MULTILINE)
    for value in (test.mean_ranks.min(), test.mean_ranks.max(), test.f, found.critical_difference):
        assert f"{value:.2f}" in line
    assert (found.pvalues < 0.05).sum() // 2 == 2


@pytest.mark.parametrize(
    ("name", "auc"),
    [("lecture_20.csv", 0.68), ("lecture_10.csv", 0.75), ("four_samples.csv", 0.75), ("melon_20.csv", 1 - 14.5 / 96)],
)
def test_golden_auc(name, auc):
    assert roc_auc_score(*truth_and_score(name)) == pytest.approx(auc, abs=1e-12)


README_VALUES = [
    ("pr_curves.csv", "A", 0.9105),
    ("pr_curves.csv", "B", 0.8397),
    ("pr_curves.csv", "C", 0.7603),
    ("rare_class.csv", "score", 0.8914),
    ("ties.csv", "score", 0.8117),
    ("miscalibrated.csv", "model_a", 0.8614),
    ("miscalibrated.csv", "model_b", 0.8614),
    ("two_models.csv", "model_a", 0.8689),
    ("two_models.csv", "model_b", 0.8703),
    ("card_fraud.csv", "score", 0.9476),
    ("breast_cancer.csv", "logistic_regression", 0.9952),
    ("breast_cancer.csv", "random_forest", 0.9892),
    ("breast_cancer.csv", "naive_bayes", 0.9868),
]


@pytest.mark.parametrize(("name", "column", "auc"), README_VALUES)
def test_auc_printed_in_the_readme(name, column, auc):
    assert f"{roc_auc_score(*truth_and_score(name, column)):.4f}" == f"{auc:.4f}"
    (line,) = re.findall(rf"^\| `{name}` \|.*$", README, flags=re.MULTILINE)
    assert f"{auc:.4f}".removeprefix("0") in line


def test_lecture_at_one_half():
    truth, score = truth_and_score("lecture_20.csv")
    called = score >= 0.5
    cells = (truth & called).sum(), (truth & ~called).sum(), (~truth & called).sum(), (~truth & ~called).sum()
    assert cells == (6, 4, 4, 6)
    assert set(read("lecture_20.csv")["label"]) == {"p", "n"}
    pd.testing.assert_frame_equal(read("lecture_10.csv"), read("lecture_20.csv").head(10))
    assert (read("lecture_10.csv")["score"] > 0.5).all()


def test_melon_has_four_best_thresholds():
    truth, score = truth_and_score("melon_20.csv")
    assert average_precision_score(truth, score) == pytest.approx(0.823593, abs=5e-7)
    assert brier_score_loss(truth, score) == pytest.approx(0.188525, abs=5e-7)
    thresholds = np.unique(score)[::-1]
    assert thresholds.size == 19
    best = {
        "accuracy": max(thresholds, key=lambda t: accuracy_score(truth, score >= t)),
        "f1": max(thresholds, key=lambda t: f1_score(truth, score >= t)),
        "cost": min(thresholds, key=lambda t: 5 * (truth & (score < t)).sum() + (~truth & (score >= t)).sum()),
        "precision = recall": next(t for t in thresholds if (score >= t).sum() == truth.sum()),
    }
    assert best == {"accuracy": 0.88, "f1": 0.6, "cost": 0.42, "precision = recall": 0.71}


def test_one_p_r_curve_encloses_another_and_crosses_a_third():
    """As in the book's figure: A encloses C, A and B cross once, and A has the higher break-even point."""
    (y, a), (_y, b), (_z, c) = (truth_and_score("pr_curves.csv", name) for name in "ABC")
    curves = {name: precision_recall_curve(y, score)[:2] for name, score in (("A", a), ("B", b), ("C", c))}
    # Precision where so many positives are found, at each recall that all three reach.
    best = {
        name: {r: p for p, r in zip(*found, strict=True) if r > 0}  # the highest threshold comes last
        for name, found in curves.items()
    }
    shared = sorted(set(best["A"]) & set(best["B"]) & set(best["C"]))
    assert len(shared) > 300
    assert all(best["A"][r] >= best["C"][r] for r in shared)
    signs = [np.sign(best["A"][r] - best["B"][r]) for r in shared]
    changes = [sign for sign in signs if sign]
    assert (changes[0], changes[-1]) == (-1, 1)
    assert np.count_nonzero(np.diff(changes)) == 1
    even = {name: next(p for p, r in zip(*found, strict=True) if p >= r) for name, found in curves.items()}
    (line,) = re.findall(r"^\| `pr_curves.csv` \|.*$", README, flags=re.MULTILINE)
    assert even["A"] > even["B"] > even["C"]
    assert all(f"{value:.4f}".removeprefix("0") in line for value in even.values())


def test_rare_class_rewards_finding_nothing():
    truth, score = truth_and_score("rare_class.csv")
    assert (truth.size, truth.sum()) == (5000, 50)
    assert accuracy_score(truth, np.zeros_like(truth)) == 0.99
    assert (truth & (score >= 0.5)).sum() == 7


def test_ties_have_eleven_levels():
    _, score = truth_and_score("ties.csv")
    assert (score.size, np.unique(score).size) == (300, 11)


def test_miscalibrated_models_rank_alike_and_differ_in_brier_score():
    truth, calibrated = truth_and_score("miscalibrated.csv", "model_a")
    _, too_high = truth_and_score("miscalibrated.csv", "model_b")
    np.testing.assert_array_equal(np.argsort(calibrated, kind="stable"), np.argsort(too_high, kind="stable"))
    assert np.unique(calibrated).size == np.unique(too_high).size
    assert roc_auc_score(truth, calibrated) == roc_auc_score(truth, too_high)
    assert abs(calibrated.mean() - truth.mean()) < 0.02
    assert too_high.mean() - truth.mean() > 0.15
    assert brier_score_loss(truth, calibrated) == pytest.approx(0.1325, abs=5e-5)
    assert brier_score_loss(truth, too_high) == pytest.approx(0.1742, abs=5e-5)


def test_two_models_disagree_on_which_is_better():
    truth, first = truth_and_score("two_models.csv", "model_a")
    _, second = truth_and_score("two_models.csv", "model_b")
    assert roc_auc_score(truth, second) - roc_auc_score(truth, first) == pytest.approx(0.00137, abs=5e-6)
    assert accuracy_score(truth, first >= 0.5) == pytest.approx(0.805)
    assert accuracy_score(truth, second >= 0.5) == pytest.approx(0.79)
    assert np.corrcoef(first, second)[0, 1] > 0.85
    only_first, only_second = (
        (truth == (a >= 0.5)) & (truth != (b >= 0.5)) for a, b in [(first, second), (second, first)]
    )
    assert binomtest(only_first.sum(), only_first.sum() + only_second.sum()).pvalue > 0.05


def test_card_frauds_are_found_and_their_money_is_not():
    truth, score = truth_and_score("card_fraud.csv")
    amount = read("card_fraud.csv")["amount"].to_numpy()
    lost = amount[truth].sum()
    assert (truth.size, truth.sum(), amount.min() > 0) == (3000, 120, True)
    assert lost / 120 == pytest.approx(162.81, abs=5e-3)
    assert brier_score_loss(truth, score) == pytest.approx(0.0232, abs=5e-5)
    assert abs(score.mean() - truth.mean()) < 0.001

    def total(threshold, each):
        called = score >= threshold
        return each[truth & ~called].sum() + 10 * (~truth & called).sum()

    thresholds = np.unique(score)
    found = {}
    for best, each in ((0.07674, np.full(3000, lost / 120)), (0.030959, amount)):
        costs = [total(t, each) for t in thresholds]
        assert thresholds[np.flatnonzero(np.array(costs) <= min(costs) + 1e-6)].tolist() == [best]
        called = truth & (score >= best)
        found[best] = called.sum(), round(100 * amount[called].sum() / lost, 1), round(total(best, amount), 2)
    assert found == {0.07674: (98, 54.4, 10790.63), 0.030959: (108, 72.5, 9342.71)}
    called = score >= 10 / (10 + amount)
    assert amount[truth & ~called].sum() + 10 * (~truth & called).sum() == pytest.approx(5661.16)


def test_breast_cancer_is_out_of_fold():
    frame = read("breast_cancer.csv")
    assert frame["label"].value_counts().to_dict() == {"benign": 357, "malignant": 212}
    assert frame["fold"].value_counts().between(56, 57).all()
    assert sorted(frame["fold"].unique()) == list(range(1, 11))
    # Five to one, as in the gallery's lesson: no model is cheapest at one half.
    truth = frame["label"].eq("malignant").to_numpy()
    for model in ("logistic_regression", "random_forest", "naive_bayes"):
        score = frame[model].to_numpy()

        def cost(threshold, score=score):
            return 5 * (truth & (score < threshold)).sum() + (~truth & (score >= threshold)).sum()

        assert min(map(cost, np.unique(score))) < cost(0.5), model


def test_digits_hold_probabilities_of_one_model_and_labels_of_two():
    frame = read("digits.csv")
    assert len(frame) == 1797
    assert sorted(frame["digit"].unique()) == list(range(10))
    probabilities = frame.filter(like=":").to_numpy()
    assert probabilities.shape == (1797, 10)
    np.testing.assert_allclose(probabilities.sum(axis=1), 1, atol=5e-4)
    np.testing.assert_array_equal(probabilities.argmax(axis=1), frame["logistic_regression"])
    assert accuracy_score(frame["digit"], frame["logistic_regression"]) == pytest.approx(0.9694, abs=5e-5)
    assert accuracy_score(frame["digit"], frame["naive_bayes"]) == pytest.approx(0.8509, abs=5e-5)
    wrong = frame.loc[frame["digit"] != frame["naive_bayes"], "naive_bayes"]
    assert wrong.value_counts().idxmax() == 8


def test_gallery_order_and_files():
    known = [
        "lecture-20",
        "lecture-10",
        "four-samples",
        "melon-20",
        "pr-curves",
        "rare-class",
        "ties",
        "miscalibrated",
        "two-models",
        "repeated",
        "card-fraud",
        "breast-cancer",
        "digits",
    ]
    assert [key for key in SAMPLES if key in known] == known
    numbers = {f"{name}.csv" for name in EXAMPLES}
    assert numbers < set(WRITTEN | LEARNED)
    assert {sample.file for sample in SAMPLES.values()} == set(WRITTEN | LEARNED) - numbers
    assert all(sample.path.is_file() for sample in SAMPLES.values())


@pytest.mark.parametrize("key", SAMPLES)
def test_sample_has_words_a_group_and_a_page(key):
    sample = SAMPLES[key]
    assert sample.key == key
    assert sample.title
    assert sample.lesson.endswith((".", "?"))
    assert sample.attempt is None or sample.attempt.endswith((".", "?"))
    assert sample.group in GROUPS
    assert (FOLDER.parent / "pages" / f"{sample.page}.py").is_file()


def test_samples_stand_in_the_order_of_their_groups():
    groups = [list(GROUPS).index(sample.group) for sample in SAMPLES.values()]
    assert groups == sorted(groups)


@pytest.mark.parametrize("key", sorted(SAMPLES.keys() - {"digits"}))
def test_sample_loads_as_two_classes(key):
    sample = SAMPLES[key]
    predictions = load(sample)
    frame = read(sample.file)
    assert predictions.task == "binary"
    assert str(predictions.positive) == sample.positive
    assert list(predictions.scores) == list(sample.scores)
    np.testing.assert_array_equal(predictions.y_true, frame[sample.truth].astype(str) == sample.positive)
    for column in sample.scores:
        np.testing.assert_array_equal(predictions.scores[column], frame[column])
    guessed = guess_columns(frame).amount
    assert guessed == sample.amount == ("amount" if key == "card-fraud" else None)
    assert (predictions.amount is None) == (sample.amount is None)
    if sample.amount is not None:
        np.testing.assert_array_equal(predictions.amount, frame[sample.amount])


def test_digits_load_as_ten_classes():
    predictions = load(SAMPLES["digits"])
    frame = read("digits.csv")
    assert predictions.task == "multiclass"
    assert [str(name) for name in predictions.classes] == [str(digit) for digit in range(10)]
    assert list(predictions.scores) == ["logistic_regression"]
    assert predictions.scores["logistic_regression"].shape == (1797, 10)
    np.testing.assert_array_equal(predictions.scores["logistic_regression"], frame.filter(like=":"))
    assert list(predictions.labels) == ["logistic_regression", "naive_bayes"]


def test_laboratory_is_what_the_script_writes(tmp_path, monkeypatch):
    monkeypatch.setattr(make_laboratory, "FILE", tmp_path / "laboratory.csv")
    monkeypatch.setattr(make_laboratory, "POWER_FILE", tmp_path / "laboratory_power.csv")
    monkeypatch.setattr(make_laboratory, "REPLICATES", 15)
    make_laboratory.main()
    for name in ("laboratory.csv", "laboratory_power.csv"):
        kept = read(name)
        first = kept[kept["replicate"] <= 15].reset_index(drop=True)
        # Another processor may add up in another order, so these are compared as numbers.
        pd.testing.assert_frame_equal(pd.read_csv(tmp_path / name), first, rtol=2e-3)


@pytest.mark.parametrize("path", make_zero_one.FAMILIES, ids=lambda path: path.stem)
def test_learners_of_the_0_1_loss_are_what_the_script_writes(path):
    # Another version of zlib may write the same in other bytes.
    made = make_zero_one.made(make_zero_one.FAMILIES[path])
    assert zlib.decompress(path.read_bytes()) == zlib.decompress(made)


LABORATORY = pd.concat(map(read, ("laboratory.csv", "laboratory_power.csv")))


def test_rates_of_the_laboratory_are_printed_in_the_readme():
    for run in laboratories_from_frame(LABORATORY).values():
        for test, rate, power in zip(run.to_frame()["test"], run.rate, run.power, strict=True):
            (line,) = re.findall(rf"^\| `{test}` \|.*$", README, flags=re.MULTILINE)
            assert f" {rate:.3f} | {power:.3f} ".replace(" 0.", " .") in line


def test_rounding_of_the_laboratory_turns_no_verdict():
    pvalues = LABORATORY.iloc[:, 4:].to_numpy()
    for alpha in (0.1, 0.05, 0.01):
        assert (np.abs(pvalues / alpha - 1) > 2e-5).all()  # the rounding of five digits moves them by less


@pytest.mark.parametrize(
    ("name", "truth", "models"),
    [
        ("five_values.csv", "y", {"prediction": ".75"}),
        ("two_regions.csv", "y", {"even": "7.356", "local": "6.301"}),
    ],
)
def test_squared_errors_of_the_readme(name, truth, models):
    (line,) = re.findall(rf"^\| `{name}` \|.*$", README, flags=re.MULTILINE)
    for model, value in models.items():
        assert mean_squared_error(read(name)[truth], read(name)[model]) == pytest.approx(float(value), abs=6e-4)
        assert value in line


def test_diabetes_has_the_errors_of_the_readme():
    frame = read("diabetes.csv")
    (line,) = re.findall(r"^\| `diabetes.csv` \|.*$", README, flags=re.MULTILINE)
    for model in ("linear_regression", "random_forest", "nearest_neighbours"):
        assert f"{root_mean_squared_error(frame['progression'], frame[model]):.2f} {model.replace('_', ' ')}" in line


@pytest.mark.slow
@pytest.mark.parametrize(
    ("make", "file", "name"),
    [
        (make_tuning.winners, make_tuning.FILE, "tree"),
        (make_leaks.leaking, make_leaks.FILE, "copies"),
        (make_leaks.combined, make_leaks.FILE, "pipeline 110"),
    ],
)
def test_what_evaluation_methods_begin_with_is_what_a_run_finds(make, file, name):
    """The first data sets: those of few are the first of those of many."""
    kept = pd.read_csv(file)
    mine = kept[kept.iloc[:, 0] == name].iloc[:2, 1:]
    np.testing.assert_allclose(make(name, 2).iloc[:, 1:], mine, rtol=1e-3, atol=1e-4)


@pytest.mark.thorough
@pytest.mark.slow
@pytest.mark.parametrize("plan", [Plan(learner="majority"), Plan(learner="lda"), Plan(repeats=10)])
def test_the_estimates_that_come_with_the_app_are_what_a_run_finds(plan):
    kept = comparison(pd.read_csv(make_estimates.FILE), plan, make_estimates.N_SETS)
    found = make_estimates.estimates(plan, 2)
    np.testing.assert_allclose(found.iloc[:, 3:], kept.errors[:2], rtol=1e-3, atol=1e-4)
    np.testing.assert_allclose(found["true error"], kept.true_errors[:2], rtol=1e-3, atol=1e-4)


def test_repeated_predictions_are_no_independent_rows():
    """A chi-square of all rows, and that of Durkalski by hand, from sums by case."""
    frame = read("repeated.csv")
    wrong = {model: (frame[model] >= 0.5) != (frame["y"] == 1) for model in ("model_a", "model_b")}
    only = {model: wrong[model] & ~wrong[other] for model, other in (("model_a", "model_b"), ("model_b", "model_a"))}
    assert {model: int(rows.sum()) for model, rows in only.items()} == {"model_a": 58, "model_b": 110}
    assert binomtest(58, 168).pvalue < 1e-4
    more = (only["model_a"].astype(int) - only["model_b"]).groupby(frame["case"]).sum()
    assert chi2.sf(more.sum() ** 2 / (more**2).sum(), 1) == pytest.approx(0.13591, abs=1e-5)
    assert frame.groupby("case").size().eq(10).all()
    guess = guess_columns(frame)
    assert (guess.case, guess.repeat, guess.taken, guess.case_is_guess) == ("case", "repeat", "mean", True)
