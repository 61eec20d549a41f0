"""MSE, MAE, R² and the rest: golden numbers, scikit-learn with weights, and what holds for every table."""

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics as sk

from evalcore.errors import InputError
from evalcore.regression import (
    huber,
    mae,
    median_absolute_error,
    mse,
    r2,
    regression_errors,
    rmse,
    tilted_weights,
)

TRUTH, PREDICTED = [3, 5, 2.5, 7, 4], [2.5, 5, 4, 8, 4.5]
TWINS = {
    mse: sk.mean_squared_error,
    rmse: sk.root_mean_squared_error,
    mae: sk.mean_absolute_error,
    r2: sk.r2_score,
    median_absolute_error: sk.median_absolute_error,
}
ALL = [*TWINS, huber]
CELLS = st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9), st.integers(1, 3)), min_size=1, max_size=12)


def test_golden():
    assert mse(TRUTH, PREDICTED) == pytest.approx(0.75)
    assert rmse(TRUTH, PREDICTED) == pytest.approx(math.sqrt(0.75))
    assert mae(TRUTH, PREDICTED) == pytest.approx(0.70)
    assert r2(TRUTH, PREDICTED) == pytest.approx(0.7070, abs=5e-5)
    assert median_absolute_error(TRUTH, PREDICTED) == 0.5


@pytest.mark.parametrize("measure", TWINS)
@pytest.mark.parametrize("kind", ["none", "real", "whole", "with zeros"])
@pytest.mark.parametrize("n", [2, 7, 50, 201])
def test_scikit_learn(measure, kind, n):
    rng = np.random.default_rng(n)
    truth, predicted = rng.normal(5, 3, n), rng.normal(5, 4, n)
    weight = {
        "none": None,
        "real": rng.uniform(0.1, 3, n),
        "whole": rng.integers(1, 5, n),
        "with zeros": np.append(rng.integers(0, 2, n - 2), [1, 2]),
    }[kind]
    expected = TWINS[measure](truth, predicted, sample_weight=weight)
    assert measure(truth, predicted, sample_weight=weight) == pytest.approx(expected, rel=1e-12)


def test_huber_is_half_the_square_within_and_straight_beyond():
    assert huber([0, 0, 0], [0.5, -1, 4], delta=1) == pytest.approx((0.125 + 0.5 + 3.5) / 3)
    assert huber(TRUTH, PREDICTED, delta=100) == pytest.approx(0.75 / 2)
    assert huber(TRUTH, PREDICTED, delta=1e-9) == pytest.approx(0.70e-9, rel=1e-6)


@pytest.mark.parametrize("measure", ALL)
@given(cells=CELLS)
def test_a_weight_is_a_repetition(measure, cells):
    truth, predicted, weight = np.array(cells).T
    repeated = measure(np.repeat(truth, weight), np.repeat(predicted, weight))
    assert measure(truth, predicted, sample_weight=weight) == pytest.approx(repeated, rel=1e-9, abs=1e-12, nan_ok=True)


@pytest.mark.parametrize("measure", ALL)
@given(cells=CELLS, seed=st.integers(0, 99), factor=st.sampled_from([1e-9, 0.1, 7, 1e12]))
def test_neither_order_nor_the_size_of_weights_matters(measure, cells, seed, factor):
    truth, predicted, weight = np.array(cells).T
    order = np.random.default_rng(seed).permutation(len(truth))
    told = measure(truth, predicted, sample_weight=weight)
    other = measure(truth[order], predicted[order], sample_weight=weight[order] * factor)
    assert told == pytest.approx(other, rel=1e-9, abs=1e-12, nan_ok=True)


@given(cells=CELLS)
def test_bounds(cells):
    truth, predicted, weight = np.array(cells).T
    found = regression_errors(truth, predicted, sample_weight=weight)
    assert found.mae <= found.rmse * (1 + 1e-12)
    assert found.mae <= max(abs(predicted - truth)) * (1 + 1e-12)
    assert math.isnan(found.r2) == (len(set(truth)) == 1) == (found.reason is not None)
    assert not found.r2 > 1
    assert 1 - 1e-9 <= found.effective_rows <= found.n * (1 + 1e-12)


def test_all_at_once_is_one_by_one():
    found = regression_errors(TRUTH, PREDICTED, sample_weight=[1, 2, 3, 4, 5])
    for measure in TWINS:
        assert getattr(found, measure.__name__) == measure(TRUTH, PREDICTED, sample_weight=[1, 2, 3, 4, 5])
    assert found.n == 5
    assert found.effective_rows == pytest.approx(15**2 / 55)


@pytest.mark.parametrize(
    ("truth", "predicted", "weight"),
    [([2], [2], None), ([2, 2, 2], [1, 2, 3], None), ([2, 2, 5], [1, 2, 3], [1, 1, 0]), ([0.1] * 7, [0.1] * 7, None)],
)
def test_r2_of_one_truth_is_undefined(truth, predicted, weight):
    assert math.isnan(r2(truth, predicted, sample_weight=weight))
    assert str(regression_errors(truth, predicted, sample_weight=weight).reason) == (
        "R² compares with the mean of the truth, and the truth is the same in every row here: no spread to explain."
    )


def test_r2_is_negative_where_the_mean_is_better():
    assert r2([1, 2, 3], [3, 2, 1]) == pytest.approx(-3)


@pytest.mark.parametrize("unit", [1e-150, 1e-9, 1e9, 1e139])
def test_r2_knows_no_unit(unit):
    assert r2(np.array(TRUTH) * unit, np.array(PREDICTED) * unit) == pytest.approx(0.7070, abs=5e-5)


def test_a_deployment_density_flips_the_better_of_two():
    """(2.3): a is right on the left, b on the right; which is better depends on where they are used."""
    x = np.linspace(0, 1, 101)
    a, b = x, 1 - x
    zero = np.zeros(101)
    assert mse(zero, a) == pytest.approx(mse(zero, b))
    left, right = tilted_weights(x, -1), tilted_weights(x, 1)
    assert mse(zero, a, sample_weight=left) < mse(zero, b, sample_weight=left)
    assert mse(zero, a, sample_weight=right) > mse(zero, b, sample_weight=right)
    # The integral of x^2 p(x) dx with p(x) = 2x is 1/2.
    assert mse(zero, a, sample_weight=right) == pytest.approx(0.5, abs=0.01)


def test_tilt():
    assert tilted_weights([3, 3], 0.5).tolist() == [1, 1]
    assert tilted_weights([0, 1, 4], 0).tolist() == [1, 1, 1]
    means = [np.mean(tilted_weights(np.linspace(0, 1, 11), tilt)) for tilt in (-1, -0.3, 0.8)]
    assert all(a == pytest.approx(b) for a, b in pairwise(means))


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (
            lambda: mse([1, 2], [1]),
            "y_pred must have 2 values, one a row; got 1. Check that both columns come from the same table.",
        ),
        (lambda: mse([], []), "y_true must have at least one row; got none. Load a table with rows."),
        (
            lambda: mae([1, np.inf], [1, 2]),
            "y_true must hold finite numbers; got 'inf' (data row 2). Remove the row or give it a finite number.",
        ),
        (
            lambda: r2([1, 2], [1, -1e141]),
            "y_pred must hold numbers between -1e140 and 1e140, so that their squares can be added; got -1e+141 "
            "(data row 2). Choose a larger unit.",
        ),
        (
            lambda: rmse([1, 2], [1, 2], sample_weight=[1, -1]),
            "sample_weight must not be negative; got -1.0 (data row 2). Leave the row out.",
        ),
        (lambda: huber([1], [2], delta=0), "delta must be a finite number above 0; got 0. Choose 1."),
        (lambda: tilted_weights([1], 2), "tilt must be a number from -1 to 1; got 2. Choose 0 for none."),
    ],
)
def test_what_is_refused(call, sentence):
    with pytest.raises(InputError) as refused:
        call()
    assert str(refused.value) == sentence
