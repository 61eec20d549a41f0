"""Decisions and labels of any number of classes."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore import costs
from evalcore.counts import ConfusionMatrix, confusion_matrix
from evalcore.errors import InputError

COST = [[0, 1, 1], [1, 0, 1], [10, 10, 0]]


@st.composite
def chances_and_costs(draw):
    k = draw(st.integers(2, 5))
    cost = draw(st.lists(st.lists(st.integers(-5, 20), min_size=k, max_size=k), min_size=k, max_size=k))
    raw = draw(st.lists(st.lists(st.integers(1, 50), min_size=k, max_size=k), min_size=1, max_size=8))
    table = np.array(raw, dtype=float)
    return table / table.sum(axis=1, keepdims=True), np.array(cost)


@settings(deadline=None)
@given(chances_and_costs())
def test_decision_row_by_row(case):
    chances, cost = case
    found = costs.expected_cost_decision(chances, cost)
    for row, decision, expected in zip(chances, found.decision, found.expected_cost, strict=True):
        slow = [sum(row[i] * cost[i, j] for i in range(len(cost))) for j in range(len(cost))]
        assert expected == pytest.approx(min(slow), abs=1e-12)
        assert slow[decision] == pytest.approx(min(slow), abs=1e-12)
    assert found.mean_cost == pytest.approx(found.expected_cost.mean())
    assert found.most_probable.tolist() == chances.argmax(axis=1).tolist()
    assert found.n_changed == sum(found.decision != found.most_probable)


@settings(deadline=None)
@given(st.floats(0, 1), st.integers(1, 20), st.integers(1, 20))
def test_two_classes_decide_at_elkans_threshold(chance, cost_fn, cost_fp):
    t = costs.theoretical_threshold(cost_fn=cost_fn, cost_fp=cost_fp)
    if abs(chance - t) < 1e-12:
        return
    found = costs.expected_cost_decision([[chance, 1 - chance]], [[0, cost_fn], [cost_fp, 0]])
    assert (found.decision[0] == 0) == (chance >= t)


def test_equal_costs_name_the_most_probable_class():
    rng = np.random.default_rng(0)
    chances = rng.dirichlet(np.ones(4), 300_000)
    found = costs.expected_cost_decision(chances, 1 - np.eye(4))
    assert found.n_changed == 0
    np.testing.assert_allclose(found.expected_cost, 1 - chances.max(axis=1), atol=1e-12)


def test_constants_in_a_row_change_no_decision():
    chances = np.random.default_rng(1).dirichlet(np.ones(3), 500)
    plain = costs.expected_cost_decision(chances, COST)
    moved = costs.expected_cost_decision(chances, 4 * np.array(COST) + [[3], [-7], [1]])
    np.testing.assert_array_equal(plain.decision, moved.decision)


@pytest.mark.parametrize("places", [2, 3, 4, 5])
def test_probabilities_that_were_rounded(places):
    chances = np.random.default_rng(2).dirichlet(np.ones(10), 2000)
    rounded = chances.round(places)
    assert np.abs(rounded.sum(axis=1) - 1).max() > 1e-6
    cost = np.random.default_rng(3).integers(0, 9, (10, 10))
    found = costs.expected_cost_decision(rounded, cost)
    exact = costs.expected_cost_decision(rounded / rounded.sum(axis=1, keepdims=True), cost)
    np.testing.assert_array_equal(found.decision, exact.decision)
    np.testing.assert_allclose(found.expected_cost, exact.expected_cost)


def test_equal_chances_change_no_decision_at_equal_costs():
    raw = np.random.default_rng(4).integers(0, 4, (5000, 7)) + np.eye(7, dtype=int)[0]
    found = costs.expected_cost_decision(raw / raw.sum(axis=1, keepdims=True), 1 - np.eye(7))
    assert found.n_changed == 0


def test_label_cost_of_two_classes_is_the_cost_sensitive_error():
    cm = ConfusionMatrix.binary(tp=7, fp=4, fn=1, tn=8)
    table = [[0, 5], [1, 0]]
    assert costs.label_cost(cm, table).cost == costs.cost_sensitive_error(cm, cost_fn=5, cost_fp=1)
    moved = costs.label_cost(cm, table, prevalence=[0.1, 0.9]).cost
    assert moved == pytest.approx(costs.cost_sensitive_error(cm, cost_fn=5, cost_fp=1, prevalence=0.1))


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=30))
def test_label_cost_row_by_row(rows):
    truth, named = np.array(rows).T
    cm = confusion_matrix(truth, named, classes=[0, 1, 2])
    slow = np.mean([COST[i][j] for i, j in rows])
    assert costs.label_cost(cm, COST).cost == pytest.approx(slow)
    own = np.bincount(truth, minlength=3) / len(truth)
    assert costs.label_cost(cm, COST, prevalence=own).cost == pytest.approx(slow)


def test_undefined():
    nobody = costs.label_cost(ConfusionMatrix(np.zeros((3, 3), dtype=int)), COST)
    assert math.isnan(nobody.cost)
    assert str(nobody.reason) == "There is no row."
    missing = ConfusionMatrix([[2, 1, 0], [0, 0, 0], [0, 0, 4]], ["a", "b", "c"])
    found = costs.label_cost(missing, COST, prevalence=[0.5, 0.1, 0.4])
    assert math.isnan(found.cost)
    assert str(found.reason) == "Class 'b' has no row, so nobody knows what it costs."
    assert costs.label_cost(missing, COST, prevalence=[0.6, 0, 0.4]).cost == pytest.approx(0.2)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (
            lambda: costs.expected_cost_decision([[0.5, 0.5]], [[0, 1]]),
            "A cost table must have as many columns as rows; got shape (1, 2). Write one row a true class and one "
            "column a decision.",
        ),
        (
            lambda: costs.expected_cost_decision([[0.5, 0.5]], [[0, math.inf], [1, 0]]),
            "A cost table must hold finite numbers only; got inf (row 1, column 2). Fill in every cell with a number.",
        ),
        (
            lambda: costs.expected_cost_decision([[0.5, 0.5]], [[0, "a"], [1, 0]]),
            "A cost table must hold finite numbers only; got [['0', 'a'], ['1', '0']]. Fill in every cell with a "
            "number.",
        ),
        (
            lambda: costs.expected_cost_decision([[0.33, 0.33, 0.31], [0.2, 0.2, 0.6]], COST),
            "Class probabilities must be 0 or more and sum to 1; got 0.33, 0.33, 0.31 (data row 1). Turn the scores "
            "into probabilities first.",
        ),
        (
            lambda: costs.expected_cost_decision([0.5, 0.5], [[0, 1], [1, 0]]),
            "Class probabilities must be a table of rows and classes; got shape (2,). Pass one column a class.",
        ),
        (
            lambda: costs.expected_cost_decision([[0.5, 0.5], [2.5, -1]], [[0, 1], [1, 0]]),
            "Class probabilities must be 0 or more and sum to 1; got 2.5, -1 (data row 2). Turn the scores into "
            "probabilities first.",
        ),
        (
            lambda: costs.expected_cost_decision([[0.5, 0.5]], COST),
            "A cost table must have one row and one column a class; got 3 for 2 classes. Name each class once.",
        ),
        (
            lambda: costs.label_cost(ConfusionMatrix.binary(1, 1, 1, 1), COST),
            "A cost table must have one row and one column a class; got 3 for 2 classes. Name each class once.",
        ),
        (
            lambda: costs.label_cost(ConfusionMatrix.binary(1, 1, 1, 1), [[0, 1], [1, 0]], prevalence=[0.5, 0.4]),
            "prevalence must give each of the 2 classes a share, together 1; got [0.5, 0.4]. Write one share a class.",
        ),
    ],
)
def test_bad_input(call, sentence):
    with pytest.raises(InputError) as refused:
        call()
    assert str(refused.value) == sentence
