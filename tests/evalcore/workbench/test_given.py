"""What is handed to the workbench: arrays, frames, estimators; each refusal names its argument."""

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csr_matrix
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC

from evalcore.errors import InputError
from evalcore.workbench.given import given

X = np.array([[0.0], [1.0], [2.0], [3.0]])
ANSWERS = np.array(["no", "yes", "no", "yes"])


def read(y_true, scores, **options):
    return given(y_true, scores, **options).predictions


@pytest.mark.parametrize(
    "y_true",
    [
        [0, 1, 1],
        [False, True, True],
        [-1, 1, 1],
        np.array([0.0, 1.0, 1.0]),
        pd.Series([0, 1, 1], index=[7, 8, 9]),
        pd.Series([False, True, True], dtype="boolean"),
        np.array([0, 1, 1], dtype=object),
    ],
    ids=str,
)
def test_of_labels_that_say_so_one_is_positive(y_true):
    found = read(y_true, [0.1, 0.2, 0.3])
    assert_array_equal(found.y_true, [False, True, True])
    assert_array_equal(found.scores["model"], [0.1, 0.2, 0.3])


@pytest.mark.parametrize(
    ("y_true", "pos_label", "positive"),
    [
        (["a", "b", "b"], "b", "b"),
        (pd.Categorical(["a", "b", "b"], ["b", "a"]), "b", "b"),
        (["A", "a", "a"], "a", "a"),  # case tells labels apart, unlike in a file
        ([1, 2, 2], 2, "2"),
        ([0, 1, 1], True, "1"),
        (["x:y", "z", "z"], "z", "z"),
    ],
)
def test_a_positive_class_can_be_named(y_true, pos_label, positive):
    found = read(y_true, [0.1, 0.2, 0.3], pos_label=pos_label)
    assert found.positive == positive
    assert_array_equal(found.y_true, [False, True, True])


def test_of_predict_proba_the_column_of_the_positive_class_counts():
    both = np.array([[0.9, 0.1], [0.4, 0.6]])
    assert_array_equal(read([0, 1], both).scores["model"], [0.1, 0.6])
    assert_array_equal(read(["a", "b"], both, pos_label="b").scores["model"], [0.1, 0.6])
    # scikit-learn sorts the classes, so the first column is that of "a".
    assert_array_equal(read(["b", "a"], both, pos_label="a").scores["model"], [0.9, 0.4])
    assert_array_equal(read([0, 1], pd.DataFrame(both, columns=[1, 0])).scores["model"], [0.9, 0.4])


def test_whole_numbers_that_are_classes_are_decisions_and_others_scores():
    found = read([0, 1, 1], {"decided": [0, 1, 0], "points": [3, 7, 5], "bool": [False, True, True]})
    assert list(found.labels) == ["decided", "bool"]
    assert_array_equal(found.labels["decided"], [False, True, False])
    assert_array_equal(found.scores["points"], [3.0, 7.0, 5.0])


def test_a_frame_holds_models():
    found = read([0, 1], pd.DataFrame({"a": [0.1, 0.2], "b": [0.3, 0.4]}, index=["r", "s"]))
    assert list(found.scores) == ["a", "b"]


def test_names_of_models():
    assert list(read([0, 1], [0.1, 0.2], name="mine").scores) == ["mine"]
    assert list(read([0, 1], pd.Series([0.1, 0.2], name="column")).scores) == ["column"]


@pytest.mark.parametrize("pos_label", [None, "yes", "no"])
def test_an_estimator_is_asked_for_the_positive_class(pos_label):
    model = LogisticRegression().fit(X, ANSWERS)
    found = given(ANSWERS, model, features=X, pos_label=pos_label)
    place = 0 if pos_label == "no" else 1
    assert_array_equal(found.predictions.scores["LogisticRegression"], model.predict_proba(X)[:, place])
    assert found.predictions.positive == (pos_label or "yes")
    assert found.decides_at == {}


@pytest.mark.parametrize(("pos_label", "sign"), [("yes", 1), ("no", -1)])
def test_an_estimator_with_a_margin_decides_at_0(pos_label, sign):
    model = LinearSVC().fit(X, ANSWERS)
    found = given(ANSWERS, {"svm": model}, features=X, pos_label=pos_label)
    assert_allclose(found.predictions.scores["svm"], sign * model.decision_function(X))
    assert found.decides_at == {"svm": 0.0}


def test_a_pipeline_is_called_like_its_last_step():
    model = make_pipeline(StandardScaler(), LogisticRegression()).fit(X, ANSWERS)
    assert list(read(ANSWERS, model, features=X).scores) == ["LogisticRegression"]


def test_many_classes_by_probabilities_decisions_and_an_estimator():
    y_true = np.array(["c", "a", "b", "a"])
    model = LogisticRegression().fit(X, y_true)
    found = read(y_true, {"model": model, "proba": model.predict_proba(X), "said": model.predict(X)}, features=X)
    assert found.task == "multiclass"
    assert found.classes == ("a", "b", "c")
    assert_array_equal(found.y_true, [2, 0, 1, 0])
    assert_array_equal(found.scores["model"], found.scores["proba"])
    assert_array_equal(found.labels["said"], found.scores["model"].argmax(axis=1))


def test_a_class_that_only_the_estimator_knows_is_a_class():
    model = LogisticRegression().fit(X, ["a", "b", "c", "a"])
    assert read(["a", "b", "a", "b"], model, features=X).classes == ("a", "b", "c")


def test_one_of_many_classes_against_all_others():
    proba = np.array([[0.5, 0.3, 0.2], [0.1, 0.8, 0.1], [0.2, 0.2, 0.6]])
    found = read(["a", "b", "c"], {"proba": proba, "said": ["a", "b", "b"]}, pos_label="b")
    assert found.classes == ("not b", "b")
    assert_array_equal(found.scores["proba"], [0.3, 0.8, 0.2])
    assert_array_equal(found.labels["said"], [False, True, True])


@pytest.mark.parametrize(
    ("y_true", "scores"),
    [([1.5, 2.0, 3.0], [1, 2, 3]), ([1, 2, 3], [1.1, 2.2, 2.9]), (list(range(50)), list(range(1, 51)))],
)
def test_numbers_are_predicted(y_true, scores):
    found = read(y_true, scores)
    assert found.task == "regression"
    assert_array_equal(found.y_true, np.asarray(y_true, dtype=float))


def test_a_regressor_predicts_numbers():
    model = LinearRegression().fit(X, [1, 2, 3, 5])
    found = read([1, 2, 3, 5], model, features=X)
    assert found.task == "regression"
    assert_array_equal(found.scores["LinearRegression"], model.predict(X))


def test_rows_without_a_value_are_left_out_and_counted():
    found = read([0, 1, np.nan, 1], {"a": [0.1, None, 0.3, 0.4], "b": [1, 0, 1, 1]}, sample_weight=[1, 2, 3, 4])
    assert_array_equal(found.y_true, [False, True])
    assert_array_equal(found.scores["a"], [0.1, 0.4])
    assert_array_equal(found.weight, [1, 4])
    assert_array_equal(found.rows, [0, 3])
    assert [(one.column, one.count) for one in found.dropped] == [("y_true", 1), ("a", 1)]


def test_the_arrays_handed_over_stay_as_they_are():
    y_true, scores, weight = np.array([False, True]), np.array([0.25, 0.5]), np.array([1.0, 2.0])
    read(y_true, scores, sample_weight=weight)
    y_true[0], scores[0], weight[0] = True, 0.75, 3.0  # none is frozen


def test_rows_of_one_class_are_rows():
    found = read([0, 0, 0], [0.1, 0.2, 0.3])
    assert (found.positive, found.y_true.any()) == ("1", False)


def test_cases_are_numbered():
    assert_array_equal(read([0, 1, 1], [0.1, 0.2, 0.3], case=["u", "v", "u"]).cases.of.code, [0, 1, 0])


class _Network:
    """What predicts probabilities and knows no classes, as networks do."""

    def __init__(self, columns):
        self._columns = columns

    def predict(self, features):
        return np.array(features)[:, -self._columns :]


def test_a_network_predicts_probabilities():
    features = np.array([[0.7, 0.2, 0.1], [0.1, 0.1, 0.8], [0.1, 0.6, 0.3]])
    found = read(["a", "c", "b"], _Network(3), features=features)
    assert_array_equal(found.scores["_Network"], features)
    assert_array_equal(read([0, 1, 1], _Network(1), features=features).scores["_Network"], features[:, 2])
    assert_array_equal(read([0, 1, 1], _Network(2), features=features).scores["_Network"], features[:, 2])


class _Many:
    def predict(self, features):
        return np.zeros((len(features), 2))


@pytest.mark.parametrize(
    ("y_true", "scores", "options", "said"),
    [
        (
            ["a", "b"], [0.1, 0.2], {},
            "pos_label must be given unless y_true holds 0 and 1, or -1 and 1; got the classes 'a', 'b'. Name the "
            "positive one.",
        ),
        (
            ["a", "b"], [0.1, 0.2], {"pos_label": "c"},
            "pos_label must be one of the classes of y_true ('a', 'b'); got 'c'. Choose one of them.",
        ),
        (
            ["a", "a"], [0.1, 0.2], {"pos_label": "a"},
            "y_true must hold two classes at least; got only 'a'. Add rows of another class.",
        ),
        (
            [0, 1], [0.1], {},
            "scores must have 2 values, one a row; got 1. Check that both columns come from the same table.",
        ),
        (
            [0, 1], {"m": [0.1]}, {},
            "scores['m'] must have 2 values, one a row; got 1. Check that both columns come from the same table.",
        ),
        (
            [0, 1], [0.1, np.inf], {},
            "scores must hold finite numbers; got 'inf' (data row 2). Remove the row or give it a finite number.",
        ),
        (
            [0, 1], ["x", "y"], {},
            "scores must hold classes of y_true ('0', '1'); got 'x'. Pass decisions, or a column of scores a class.",
        ),
        (
            [0, 1], [[0.1, 0.2, 0.7]] * 2, {},
            "scores must have a column for each of the 2 classes of y_true ('0', '1'); got 3. Pass them in this order, "
            "or models as a dict.",
        ),
        (
            [0, 1], [["a", "b"]] * 2, {},
            "scores with several columns must hold numbers, a column a class; got 'a', 'b'. Pass decisions as one "
            "column.",
        ),
        (
            [0, 1], [0.1, 0.2], {"sample_weight": [1, -1]},
            "sample_weight must not be negative; got -1.0 (data row 2). Leave the row out.",
        ),
        (
            [0, 1], [0.1, 0.2], {"case": ["u"]},
            "case must have 2 values, one a row; got 1. Check that both columns come from the same table.",
        ),
        ([0, 1], {}, {}, "scores must hold at least one model; got none. Pass one."),
        ([0, 1], [np.nan, np.nan], {}, "scores must hold a number for one row at least; got none. Pass the scores."),
        (
            [0, None], [None, 0.1], {},
            "y_true and scores must share a row without a missing value; got none. Check both.",
        ),
        (
            [[0, 1]] * 2, [0.1, 0.2], {},
            "y_true must be one column; got an array of 2 dimensions. Pass one column at a time.",
        ),
        ([], [], {}, "y_true must have at least one row; got none. Load a table with rows."),
        (
            [1.5, 2.5, 3.5], _Many(), {"features": [1, 2, 3]},
            "scores must predict one value a row; _Many predicts 2. Look at one of them at a time.",
        ),
        ([1.5, 2.5], _Many(), {}, "X must be given where scores is an estimator; got none. Pass X."),
        (
            [0, 1], LogisticRegression(), {"features": [[1.0], [2.0], [3.0]]},
            "X must have 2 rows, as y_true has; got 3. Pass the rows that y_true is of.",
        ),
        (
            [0, 1], LogisticRegression, {"features": X[:2]},
            "scores must be a fitted estimator; got the class LogisticRegression. Make one and fit it.",
        ),
        (
            [0, 1], {"m": LinearRegression().fit(X, [1, 2, 3, 4])}, {"features": np.ones((2, 3))},
            "scores['m'] must be a fitted estimator that takes X; LinearRegression says: X has 3 features, but "
            "LinearRegression is expecting 1 features as input.",
        ),
        (
            [0, 1], ["0.25", "0.5"], {},
            "scores must hold numbers; got the text '0.25'. Convert them first: .astype(float).",
        ),
        (
            [0.25, 0.5], [0, 1], {},
            "y_true must be the truth, and scores what a model said; got shares as y_true and only 0 and 1 as scores. "
            "Pass the truth first.",
        ),
        (
            pd.Series([0, 1, 1]), pd.Series([0.1, 0.2, 0.3], index=[2, 1, 0]), {},
            "scores must have its rows in the order of y_true; got the same index in another order. Pass "
            "scores.loc[y_true.index], or scores.to_numpy() where the rows are in order and only the index is not.",
        ),
        (None, [0.1], {}, "y_true must be given; got none. Pass one value a row."),
        (1, [0.1], {}, "y_true must have one value a row; got a single '1'. Pass a list or an array."),
        (
            list(map(str, range(1001))), list(map(str, range(1001))), {},
            "y_true must hold at most 1000 classes; got 1001. Pass predicted numbers as numbers.",
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_used_is_refused_by_the_name_of_its_argument(y_true, scores, options, said):
    with pytest.raises(InputError) as refused:
        given(y_true, scores, **options)
    assert str(refused.value) == said


def test_an_estimator_that_is_not_fitted_says_so():
    with pytest.raises(InputError, match=r"^scores must be a fitted estimator .*not fitted yet"):
        given([0, 1], LinearSVC(), features=X[:2])


def test_an_index_of_other_names_is_no_order():
    found = read(pd.Series([0, 1, 1], index=[5, 3, 4]), pd.Series([0.1, 0.2, 0.3]))
    assert_array_equal(found.scores["model"], [0.1, 0.2, 0.3])


def test_shares_are_predicted_as_shares_and_sparse_columns_are_columns():
    assert read([0.25, 0.5], [0.0, 0.75]).task == "regression"
    assert_array_equal(read([0, 1], csr_matrix([[0.25], [0.75]])).scores["model"], [0.25, 0.75])
