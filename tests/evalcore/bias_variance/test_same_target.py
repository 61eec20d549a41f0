"""The training error and what it lacks, against closed forms and exact sums."""

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression

from evalcore.bias_variance import expected_optimism, same_target_error
from evalcore.errors import InputError


def experiment(sets=2_000, n=20, sigma=0.5):
    """Straight lines by scikit-learn through a curve, all sets at once: a target a column."""
    rng = np.random.default_rng(3)
    x = np.linspace(0, 1, n)[:, None]
    truth = np.sin(4 * x[:, 0])
    y = truth + sigma * rng.normal(size=(sets, n))
    return LinearRegression().fit(x, y.T).predict(x).T, y, truth, sigma


def test_identity_is_exact_with_the_noise_drawn():
    fits, y, truth, sigma = experiment(sets=30)
    found = same_target_error(fits, y, truth, noise_variance=sigma**2)
    assert found.training_error == pytest.approx(np.square(y - fits).mean(), rel=1e-12)
    rebuilt = found.fresh_error - sigma**2 + found.noise_drawn - found.optimism
    assert rebuilt == pytest.approx(found.training_error, rel=1e-12)


def test_a_straight_line_has_two_degrees_of_freedom():
    fits, y, truth, sigma = experiment()
    found = same_target_error(fits, y, truth, noise_variance=sigma**2)
    expected = 2 * sigma**2 * 2 / 20
    assert abs(found.optimism - expected) < 4 * 2 * found.covariance_error
    assert abs(found.fresh_error - found.training_error - expected) < 4 * (
        found.fresh_error_error + found.training_error_error
    )
    x = np.stack([np.ones(20), np.linspace(0, 1, 20)], axis=1)
    assert expected_optimism(x @ np.linalg.inv(x.T @ x) @ x.T, sigma**2) == pytest.approx(expected)


def test_points_may_differ_from_set_to_set():
    fits, y, truth, _sigma = experiment(sets=5)
    same = same_target_error(fits, y, np.tile(truth, (5, 1)), noise_variance=0.25)
    assert same.covariance == same_target_error(fits, y, truth, noise_variance=0.25).covariance


def test_one_set_has_no_standard_error():
    found = same_target_error([[1.0]], [[2.0]], [0.0])
    assert np.isnan([found.training_error_error, found.fresh_error_error, found.covariance_error]).all()


def test_other_shapes_are_refused():
    with pytest.raises(InputError) as refused:
        same_target_error([[1.0, 2.0]], [[1.0, 2.0]], [1.0])
    assert str(refused.value) == (
        "fitted, targets and truth must have a value for each point of each set; got the shapes (1, 2), (1, 2) and "
        "(1,). Pass the points trained on."
    )


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (
            lambda: same_target_error([[1.0]], [[2.0]], ["a"]),
            "truth must hold numbers; got 'a' (data row 1). Convert the column to numbers first.",
        ),
        (
            lambda: same_target_error([1.0], [[2.0]], [0.0]),
            "fitted must have a row a training set and a column a point; got an array of shape (1,). Stack the "
            "predictions of each set.",
        ),
        (
            lambda: expected_optimism(np.ones((2, 3)), 1.0),
            "smoother must have as many columns as rows; got an array of shape (2, 3). Predict at the points trained "
            "on.",
        ),
        (
            lambda: expected_optimism(np.eye(2), -1.0),
            "noise_variance must not be negative; got -1.0. Choose 0 or more.",
        ),
    ],
)
def test_what_is_refused(call, sentence):
    with pytest.raises(InputError) as refused:
        call()
    assert str(refused.value) == sentence


def test_a_negative_variance_is_refused():
    with pytest.raises(InputError, match="noise_variance must not be negative; got -1"):
        same_target_error([[1.0]], [[2.0]], [0.0], noise_variance=-1)
