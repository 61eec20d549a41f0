"""Files as everyday tools write them, and what must be understood of each; `layouts/make.py` wrote them."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from evalcore.counts import threshold_counts
from evalcore.curves import roc_curve
from evalcore.errors import InputError
from evalcore.predictions import (
    against,
    from_columns,
    from_frame,
    guess_columns,
    join_tables,
    understood,
    with_positive,
    with_truth_holding,
)
from evalcore.reading import read

FOLDER = Path(__file__).parent / "layouts"
LOGISTIC, FOREST = 0.967914, 0.989305  # the AUC of the two models of scikit-learn on the 24 rows
BREAST = [0, 0, 0, 1, 0, 1, 0, 0]  # how the truth of these rows begins


@dataclass
class Layout:
    """What must be understood: truth, scores and labels by their columns, and the AUC of each score."""

    truth: str
    scores: tuple = ()
    labels: tuple = ()
    positive: str | None = "1"
    auc: tuple = (LOGISTIC,)
    task: str = "binary"
    is_open: bool = False
    rows: int = 24


def amounts(truth, *scores, rows=60, is_open=False):
    return Layout(truth, scores, positive=None, auc=(), task="regression", rows=rows, is_open=is_open)


def many(truth, *scores, labels=(), rows=24):
    return Layout(truth, scores, labels, positive=None, auc=(), task="multiclass", rows=rows)


PLAIN = Layout("y", ("score",))
UNNAMED = Layout("column 1", ("column 2",))
IRIS = ("setosa", "versicolor", "virginica")
LAYOUTS = {
    # Two columns of one model, named in all ways.
    "sk_p0_p1.csv": Layout("y", ("p1",)),
    "sk_proba.csv": Layout("y_true", ("proba_1",), ("y_pred",)),
    "sk_class_names.csv": Layout("diagnosis", ("malignant",), positive="malignant"),
    "sk_two_models.csv": Layout("y", ("lr_1", "rf_1"), auc=(LOGISTIC, FOREST)),
    "sk_two_models_rounded.csv": Layout("y", ("lr_1", "rf_1"), auc=(LOGISTIC, FOREST)),
    "score_names.csv": Layout("y", ("score_Bad",), positive="Bad"),
    "h2o.csv": Layout("actual", ("p1",), ("predict",)),
    "orange.csv": Layout("Risk", ("Logistic (Bad)",), ("Logistic",), positive="Bad"),
    "orange_types.csv": Layout("Risk", ("Logistic (Bad)",), ("Logistic",), positive="Bad"),
    "caret.csv": Layout("obs", ("Bad",), ("pred",), positive="Bad"),
    "tidymodels.csv": Layout("Class", (".pred_Bad",), (".pred_class",), positive="Bad"),
    "rapidminer.csv": Layout("label", ("confidence(Bad)",), ("prediction(label)",), positive="Bad"),
    "knime.csv": Layout("Risk", ("P (Risk=Bad)",), ("Prediction (Risk)",), positive="Bad"),
    "sas.csv": Layout("target", ("P_target1",), ("I_target",)),
    "datarobot.csv": Layout("readmitted", ("readmitted_1_PREDICTION",)),
    "wandb.table.json": Layout("truth", ("score_malignant",)),
    # A list in a cell.
    "sk_list.csv": Layout("y_true", ("y_proba[1]",)),
    "sk_array.csv": Layout("y_true", ("y_proba[1]",)),
    "spark.csv": Layout("label", ("probability[1]",), ("prediction",)),
    "polars_list.ndjson": Layout("y", ("proba[1]",)),
    "polars_list.parquet": Layout("y", ("proba[1]",)),
    "polars_struct.ndjson": Layout("y", ("proba",), positive="malignant"),
    "bigquery.json": Layout("y", ("predicted_y_probs",), ("predicted_y",)),
    # Of several columns of one model the finest.
    "lightgbm.csv": Layout("target", ("prediction",), auc=(0.905080,)),
    "xgboost.csv": Layout("label", ("prediction",), auc=(0.978610,)),
    "catboost.tsv": Layout("Label", ("Probability",), ("Class",), auc=(0.978610,)),
    "sk_decision.csv": Layout("y_true", ("predict_proba",)),
    "statsmodels_logit.csv": Layout("y", ("predicted",), auc=(0.967914,)),
    # The confidence of the predicted class.
    "weka.csv": Layout("actual", ("prediction",), ("predicted",), positive="tested_positive"),
    "weka_distribution.csv": Layout("actual", ("distribution",), ("predicted",), positive="tested_positive"),
    # No score: an index, a time.
    "sk_index.csv": Layout("target", ("prob",)),
    "time.csv": PLAIN,
    "r_write_csv.csv": Layout("y", ("p",)),
    "r_write_table.txt": Layout("y", ("p",)),
    "mlflow_table.json": Layout("target", ("score",), ("prediction",)),
    "azure.csv": Layout("target", ("Scored Probabilities",), ("Scored Labels",)),
    # Two readers.
    "readers.csv": Layout("truth", ("reader_1", "reader_2"), auc=(0.874332, 0.863636)),
    # Only decisions; a score of the other class.
    "sk_labels.csv": Layout("y_true", (), ("y_pred",), positive="malignant", auc=()),
    "sk_distance.csv": Layout("y", ("distance",), auc=(1 - LOGISTIC,)),
    # How numbers and text are written.
    "percent.csv": Layout("y", ("probability",)),
    "percent_blank.csv": Layout("y", ("probability",)),
    "comma_quoted.csv": Layout("y", ("probability",)),
    "semicolons.csv": PLAIN,
    "unicode_text.txt": PLAIN,
    "gb18030.csv": Layout("真实标签", ("预测概率",), positive="恶性"),
    # No header.
    "no_header.csv": Layout("column 1", ("column 2",), positive="malignant"),
    "sk_savetxt.txt": UNNAMED,
    "duckdb_no_header.tsv": UNNAMED,
    "openpyxl_no_header.xlsx": UNNAMED,
    "pandas_values.json": UNNAMED,
    "sk_numbered.csv": Layout("0", ("1",)),
    # JSON, Parquet, workbooks, databases.
    "pandas.json": PLAIN,
    "pandas_split.json": PLAIN,
    "pandas_table.json": PLAIN,
    "pandas_records.json": PLAIN,
    "pandas_lines.jsonl.gz": PLAIN,
    "polars.csv": PLAIN,
    "polars.ndjson": PLAIN,
    "polars.json": PLAIN,
    "polars.parquet": PLAIN,
    "duckdb.csv": PLAIN,
    "duckdb.json": PLAIN,
    "duckdb_array.json": PLAIN,
    "duckdb.parquet": PLAIN,
    "openpyxl.xlsx": PLAIN,
    "openpyxl_sheets.xlsx": PLAIN,
    # Many classes.
    "sk_iris_names.csv": many("species", "score"),
    "sk_iris_p.csv": many("y", "p"),
    "sk_iris_list.csv": many("y", "proba"),
    "h2o_iris.csv": many("truth", "score", labels=("predict",)),
    "xgboost_softprob.csv": many("label", "prob"),
    "catboost_iris.tsv": many("Label", "Probability"),
    "weka_iris.csv": many("actual", labels=("predicted",)),
    "grades_as_labels.csv": many("label", labels=("predicted_label",), rows=60),
    # Amounts.
    "sk_diabetes.csv": amounts("y", "y_pred", rows=24),
    "statsmodels_ols.csv": amounts("y", "mean", rows=24),
    "counts.csv": amounts("visits", "prediction"),
    "counts_unnamed.csv": amounts("n", "fit_a", is_open=True),
    "stars.csv": amounts("stars", "pred", is_open=True),
    "stars_decimal.csv": amounts("y", "pred"),
}


# What is not as it stands in the file, as the sentence says it: the columns that are one model.
PAIRS = {
    "sk_p0_p1.csv": [("p0", "p1")],
    "sk_proba.csv": [("proba_0", "proba_1")],
    "sk_class_names.csv": [("benign", "malignant")],
    "sk_two_models.csv": [("lr_0", "lr_1"), ("rf_0", "rf_1")],
    "sk_two_models_rounded.csv": [("lr_0", "lr_1"), ("rf_0", "rf_1")],
    "score_names.csv": [("score_Bad", "score_Good")],
    "h2o.csv": [("p0", "p1")],
    "orange.csv": [("Logistic (Bad)", "Logistic (Good)")],
    "orange_types.csv": [("Logistic (Bad)", "Logistic (Good)")],
    "caret.csv": [("Bad", "Good")],
    "tidymodels.csv": [(".pred_Bad", ".pred_Good")],
    "rapidminer.csv": [("confidence(Bad)", "confidence(Good)")],
    "knime.csv": [("P (Risk=Bad)", "P (Risk=Good)")],
    "sas.csv": [("P_target0", "P_target1")],
    "datarobot.csv": [("readmitted_0_PREDICTION", "readmitted_1_PREDICTION")],
    "wandb.table.json": [("score_benign", "score_malignant")],
    "sk_list.csv": [("y_proba[0]", "y_proba[1]")],
    "sk_array.csv": [("y_proba[0]", "y_proba[1]")],
    "spark.csv": [("probability[0]", "probability[1]")],
    "polars_list.ndjson": [("proba[0]", "proba[1]")],
    "polars_list.parquet": [("proba[0]", "proba[1]")],
}


def loaded(name):
    frame = read(FOLDER / name).frame
    guess = guess_columns(frame)
    return frame, guess, from_columns(frame, guess)


def aucs(predictions):
    return [roc_curve(threshold_counts(predictions.y_true, score)).auc for score in predictions.scores.values()]


def test_every_file_is_in_the_table():
    files = {path.name for path in FOLDER.iterdir() if path.is_file() and path.suffix != ".py"}
    assert files - {"join_predictions.csv", "join_truth.csv", "openpyxl_two_tables.xlsx"} == set(LAYOUTS)
    assert len(files) >= 50


@pytest.mark.parametrize(("name", "expected"), LAYOUTS.items(), ids=LAYOUTS)
def test_what_is_understood(name, expected):
    _, guess, found = loaded(name)
    assert (guess.truth, found.task, guess.truth_is_open) == (expected.truth, expected.task, expected.is_open)
    assert (tuple(found.scores), tuple(found.labels)) == (expected.scores, expected.labels)
    assert (found.positive, found.n, found.n_dropped) == (expected.positive, expected.rows, 0)
    if expected.task == "binary":
        assert aucs(found) == pytest.approx(expected.auc, abs=2e-3)
        assert found.y_true[: len(BREAST)].astype(int).tolist() == BREAST
    assert guess.truth_holds == ("amounts" if expected.task == "regression" else "classes")
    truth, models, *turned = map(str, understood(guess, found))
    kinds = {"regression": "amounts", "binary": f"two classes, '{expected.positive}' positive"}
    assert truth == f"the truth is '{expected.truth}', {kinds.get(expected.task, f'{len(found.classes)} classes')}"
    names = list(dict.fromkeys([*expected.scores, *expected.labels]))
    listed = ", ".join(f"'{name}'" for name in names)
    assert models == (f"1 model: {listed}" if len(names) == 1 else f"{len(names)} models: {listed}")
    said = [f"'{first}', '{second}' add up to 1 and are one model" for first, second in PAIRS.get(name, [])]
    sure = ["'prediction' is how sure the predicted class is"] if name == "weka.csv" else []
    groups = ["'margin' makes groups"] if name == "xgboost.csv" else []
    assert turned == said + sure + groups


def test_the_sheet_with_the_table_is_proposed_and_the_others_are_a_choice():
    found = read(FOLDER / "openpyxl_sheets.xlsx")
    assert (found.sheet, found.sheets) == ("Rows", ("Readme", "Summary", "Rows"))
    other = read(FOLDER / "openpyxl_sheets.xlsx", sheet="Summary")
    assert (other.sheet, list(other.frame)) == ("Summary", ["metric", "value"])


class TestPairs:
    def test_the_other_class_takes_the_other_column(self):
        frame, guess, found = loaded("score_names.csv")
        other = from_columns(frame, with_positive(guess, "Good"))
        assert tuple(other.scores) == ("score_Good",)
        assert aucs(other) == pytest.approx(aucs(found))
        assert with_positive(with_positive(guess, "Good"), "Bad").scores == guess.scores

    def test_a_missing_cell_does_not_part_them(self):
        frame = pd.DataFrame({"y": [1, 0, 1, 0], "a": [0.9, 0.2, np.nan, 0.3], "b": [0.1, 0.8, 0.5, 0.7]})
        assert guess_columns(frame).pairs == (("a", "b"),)

    def test_one_row_off_is_two_models(self):
        frame = pd.DataFrame({"y": [1, 0, 1, 0], "a": [0.9, 0.2, 0.6, 0.3], "b": [0.1, 0.8, 0.5, 0.7]})
        assert guess_columns(frame).scores == ("a", "b")

    @pytest.mark.parametrize(
        ("names", "taken"),
        [
            (("prob_neg", "prob_pos"), "prob_pos"),
            (("P(1)", "P(0)"), "P(1)"),
            (("is_yes", "is_no"), "is_yes"),
            (("first", "second"), "second"),
            (("score.1", "score.0"), "score.1"),
        ],
    )
    def test_names_tell_which_is_which_and_else_the_order(self, names, taken):
        share = np.array([0.9, 0.2, 0.6, 0.3])
        frame = pd.DataFrame({"y": [1, 0, 1, 0], names[0]: share, names[1]: 1 - share})
        assert guess_columns(frame).scores == (taken,)

    @pytest.mark.parametrize("names", [("a_raw", "b_prob"), ("a_prob", "b_prob")])
    def test_one_order_of_the_rows_alone_does_not_make_one_model(self, names):
        frame = pd.DataFrame({"y": [1, 0, 1, 0], names[0]: [0.7, 0.1, 0.5, 0.2], names[1]: [0.9, 0.2, 0.6, 0.4]})
        assert set(guess_columns(frame).scores) == set(names)


class TestTurned:
    def test_a_share_is_taken_from_1_and_another_score_from_0(self):
        frame, _, found = loaded("sk_distance.csv")
        assert against(found) == ("distance",)
        turned = from_frame(frame, truth="y", scores=["distance"], reversed=["distance"])
        assert turned.scores["distance"] == pytest.approx(-found.scores["distance"])
        assert against(turned) == ()
        assert "its negative was taken" in str(turned.notes[0])
        share = from_frame(pd.DataFrame({"y": [1, 0], "p": [0.25, 1.0]}), truth="y", scores=["p"], reversed=["p"])
        assert share.scores["p"].tolist() == [0.75, 0.0]
        assert turned.digest != found.digest

    def test_a_confidence_of_the_predicted_class(self):
        _, guess, found = loaded("weka.csv")
        assert guess.of_predicted == ("prediction",)
        other = loaded("sk_proba.csv")[2].scores["proba_1"]
        assert found.scores["prediction"] == pytest.approx(other, abs=6e-4)

    def test_a_score_that_a_threshold_has_cut_is_none(self):
        frame = pd.DataFrame({"y": [1, 0, 1, 0], "pred": [1, 0, 0, 1], "score": [0.9, 0.6, 0.65, 0.95]})
        assert guess_columns(frame).of_predicted == ()


class TestAmounts:
    def test_the_choice_turns_labels_into_scores_and_back(self):
        frame, guess, _ = loaded("stars.csv")
        classes = with_truth_holding(frame, guess, "classes")
        assert (classes.task, classes.labels, classes.scores, classes.truth_is_open) == (
            "multiclass",
            ("pred",),
            (),
            False,
        )
        assert from_columns(frame, classes).labels["pred"].shape == (60,)
        amounts = with_truth_holding(frame, classes, "amounts")
        assert (amounts.task, amounts.scores, amounts.labels) == ("regression", ("pred",), ())
        assert from_columns(frame, amounts).task == "regression"

    def test_shares_do_not_make_classes_amounts(self):
        frame = pd.DataFrame({"y": [0, 1, 2, 3, 4, 5] * 3, "prob": np.linspace(0.1, 0.9, 18)})
        assert guess_columns(frame).truth_holds == "classes"


class TestJoin:
    def test_two_files(self):
        first, second = (read(FOLDER / f"join_{name}.csv").frame for name in ("predictions", "truth"))
        found = join_tables(first, second)
        assert (found.key, len(found.frame), found.alone_first, found.alone_second) == (("id", "id"), 22, 2, 0)
        assert [str(note) for note in found.notes] == [
            "The two tables were joined by 'id': 22 rows found a partner.",
            "2 of 24 rows of the first table and 0 of 22 rows of the second found no partner and were left out.",
        ]
        predictions = from_columns(found.frame, guess_columns(found.frame))
        assert (predictions.truth, tuple(predictions.scores)) == ("outcome", ("score",))
        truth = loaded("sk_proba.csv")[2].y_true[:22]
        assert predictions.y_true.tolist() == truth.tolist()

    def test_two_sheets_of_a_workbook(self):
        first = read(FOLDER / "openpyxl_two_tables.xlsx")
        assert (first.sheet, first.sheets) == ("Predictions", ("Readme", "Predictions", "Truth"))
        second = read(FOLDER / "openpyxl_two_tables.xlsx", sheet="Truth")
        found = join_tables(first.frame, second.frame)
        assert (found.key, len(found.frame), found.alone_first, found.alone_second) == (("id", "id"), 22, 2, 0)
        predictions = from_columns(found.frame, guess_columns(found.frame))
        assert predictions.y_true.tolist() == loaded("sk_proba.csv")[2].y_true[:22].tolist()

    def test_keys_of_two_names_and_types(self):
        first = pd.DataFrame({"patient_id": [3, 1, 2], "score": [0.3, 0.1, 0.2]})
        second = pd.DataFrame({"id": ["1", "2", "3.0"], "y": [0, 1, 1], "score": [5, 6, 7]})
        found = join_tables(first, second)
        assert found.key == ("patient_id", "id")
        assert found.frame["y"].tolist() == [1, 0, 1]
        assert found.frame["score (2)"].tolist() == [7, 5, 6]
        assert "'patient_id' and 'id'" in str(found.notes[0])

    def test_a_key_may_repeat_in_one_file(self):
        long = pd.DataFrame({"id": [1, 1, 2, 2], "model": ["a", "b"] * 2, "score": [0.1, 0.2, 0.8, 0.7]})
        found = join_tables(long, pd.DataFrame({"id": [1, 2], "y": [0, 1]}))
        assert found.frame["y"].tolist() == [0, 0, 1, 1]
        assert found.notes[1:] == ()

    def test_a_column_in_both_is_kept_once_where_it_says_the_same(self):
        first = pd.DataFrame({"id": [1, 2], "y": [0, 1], "a": [0.2, 0.7]})
        assert list(join_tables(first, first.assign(b=[0.1, 0.9])).frame) == ["id", "y", "a", "b"]


def test_the_sentence():
    _, guess, found = loaded("sk_two_models.csv")
    assert [str(clause) for clause in understood(guess, found)] == [
        "the truth is 'y', two classes, '1' positive",
        "2 models: 'lr_1', 'rf_1'",
        "'lr_0', 'lr_1' add up to 1 and are one model",
        "'rf_0', 'rf_1' add up to 1 and are one model",
    ]
    _, guess, found = loaded("weka.csv")
    assert str(understood(guess, found)[-1]) == "'prediction' is how sure the predicted class is"
    _, guess, found = loaded("counts.csv")
    assert [str(one) for one in understood(guess, found)] == ["the truth is 'visits', amounts", "1 model: 'prediction'"]
    _, guess, found = loaded("weka_iris.csv")
    assert str(understood(guess, found)[0]) == "the truth is 'actual', 3 classes"


REFUSED = {
    "no key": (
        lambda: join_tables(pd.DataFrame({"score": [0.1, 0.2]}), pd.DataFrame({"y": [0, 1]})),
        "The two tables must share a column that names each case, such as an id; the first has 'score', the second "
        "'y'. Add such a column to both.",
    ),
    "keys that never meet": (
        lambda: join_tables(
            pd.DataFrame({"id": [1, 2], "s": [0.1, 0.2]}), pd.DataFrame({"id": [3, 4], "y": [0, 1]}), key="id"
        ),
        "The two tables must share a column that names each case, such as an id; the first has 'id', 's', the second "
        "'id', 'y'. Add such a column to both.",
    ),
    "a key that repeats in both": (
        lambda: join_tables(pd.DataFrame({"id": [1, 1]}), pd.DataFrame({"id": [1, 1], "y": [0, 1]}), key="id"),
        "The key must name each row once in one of the two tables; 'id' repeats in both. Choose another key, or put "
        "the rows of one case together.",
    ),
    "a key that is not there": (
        lambda: join_tables(pd.DataFrame({"id": [1, 2]}), pd.DataFrame({"no": [1, 2]}), key="id"),
        "The table must have the column chosen; got 'id', and it has 'no'. Choose one of these.",
    ),
    "lists of two lengths": (
        lambda: guess_columns(pd.DataFrame({"y": [0, 1], "p": ["[0.1, 0.9]", "[0.2]"]})),
        "Column 'p' must hold lists of 2 numbers; got '[0.2]' in data row 2. Correct it or leave the cell empty.",
    ),
    "percent in some cells": (
        lambda: from_frame(pd.DataFrame({"y": [0, 1], "p": ["87%", "5"]}), truth="y", scores=["p"]),
        "Column 'p' must hold numbers; got '87%' in data row 1. Remove the row or leave the cell empty.",
    ),
    "commas that may part thousands": (
        lambda: from_frame(pd.DataFrame({"y": [0, 1], "p": ["1,234", "2,345"]}), truth="y", scores=["p"]),
        "Column 'p' must hold numbers; got '1,234' in data row 1. Remove the row or leave the cell empty.",
    ),
}


@pytest.mark.parametrize(("act", "sentence"), REFUSED.values(), ids=REFUSED)
def test_a_refusal_is_one_sentence(act, sentence):
    with pytest.raises(InputError) as refused:
        act()
    assert str(refused.value) == sentence


def test_each_further_column_is_named_with_what_it_is_used_for():
    n = 20
    table = pd.DataFrame({"y": [1, 0] * n, "score": [0.9, 0.2, 0.4, 0.3] * (n // 2)})
    table["weight"], table["fold"] = [1.5, 2.0] * n, [1, 2, 3, 4] * (n // 2)
    table["amount"], table["region"] = np.linspace(10, 900, 2 * n), ["n", "s", "s", "n"] * (n // 2)
    columns = guess_columns(table)
    said = [str(clause) for clause in understood(columns, from_columns(table, columns))]
    assert (columns.weight, columns.amount, columns.fold) == ("weight", "amount", "fold")
    assert said[2:5] == [
        "'weight' weighs the rows",
        "'amount' is an amount of each row",
        "'fold' tells the folds apart",
    ]
    assert columns.groups == ("region",)
    assert said[5:] == ["'region' makes groups"]
