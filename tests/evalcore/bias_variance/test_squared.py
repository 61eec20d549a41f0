"""Bias squared, variance and noise of squared loss: by hand, by mlxtend, and over many repetitions."""

from fractions import Fraction

import numpy as np
import pytest

from evalcore.bias_variance import decompose_squared
from evalcore.errors import InputError


def test_by_hand():
    found = decompose_squared([[1.0, 0.0], [3.0, 0.0], [5.0, 3.0]], [0.0, 1.0], noise_variance=[0.25, 0.5])
    assert found.main.tolist() == [3, 1]
    assert found.bias2.tolist() == [9, 0]
    np.testing.assert_allclose(found.variance, [8 / 3, 2])
    np.testing.assert_allclose(found.error, [9 + 8 / 3 + 0.25, 2.5])
    np.testing.assert_allclose(found.variance_corrected, [4, 3])
    np.testing.assert_allclose(found.bias2_corrected, [9 - 4 / 3, -1])
    np.testing.assert_allclose(
        [found.mean.bias2, found.mean.variance, found.mean.noise, found.mean.error],
        [4.5, 7 / 3, 0.375, 4.5 + 7 / 3 + 0.375],
    )
    # Distances from the mean squared: (4, 1), (0, 1), (4, 4); averaged over points 2.5, 0.5, 4.
    assert found.mean.variance_error == pytest.approx(np.std([2.5, 0.5, 4], ddof=1) / np.sqrt(3))
    # d = (3, 0) and S = ((4, 3), (3, 3)): d'S d = 36, tr(S^2) = 43
    assert found.mean.bias2_error == pytest.approx(np.sqrt(4 * 36 / 3 + 2 * 43 / 9) / 2)
    np.testing.assert_allclose(found.bias2_error, [np.sqrt(4 * 9 * 4 / 3 + 2 * 16 / 9), np.sqrt(2)])


def test_the_parts_add_up_in_both_forms():
    rng = np.random.default_rng(1)
    fits, truth = rng.normal(1, 2, (40, 7)), rng.normal(size=7)
    found = decompose_squared(fits, truth, noise_variance=0.3)
    measured = np.square(fits - truth).mean(axis=0) + 0.3
    np.testing.assert_allclose(found.bias2 + found.variance + found.noise, measured, rtol=1e-12)
    np.testing.assert_allclose(found.bias2_corrected + found.variance_corrected + found.noise, measured, rtol=1e-12)
    np.testing.assert_allclose(found.error, measured, rtol=1e-12)
    mean = found.mean
    assert mean.bias2 + mean.variance + mean.noise == pytest.approx(mean.error, rel=1e-12)
    assert mean.error == pytest.approx(measured.mean(), rel=1e-12)


def test_a_loop_with_exact_fractions():
    rng = np.random.default_rng(2)
    for sets, points, middle in ((2, 3, 0.0), (7, 4, 1e6)):
        fits, truth = rng.normal(middle, 1, (sets, points)), rng.normal(middle, 1, points)
        found = decompose_squared(fits, truth, noise_variance=np.arange(points))
        for point in range(points):
            column, right = [Fraction(fit) for fit in fits[:, point].tolist()], Fraction(float(truth[point]))
            main = sum(column) / sets
            variance = sum((fit - main) ** 2 for fit in column) / sets
            assert found.bias2[point] == pytest.approx(float((main - right) ** 2), rel=1e-7)
            assert found.variance[point] == pytest.approx(float(variance), rel=1e-7)
            error = sum((fit - right) ** 2 for fit in column) / sets + point
            assert found.error[point] == pytest.approx(float(error), rel=1e-7)


def test_equal_predictions_leave_no_rounding():
    """The mean of three times 0.1 is not 0.1; a variance of 1e-34 would be a number about the computer."""
    found = decompose_squared([[0.1, 0.7]] * 3, [0.1, 0.2])
    assert found.main.tolist() == [0.1, 0.7]
    assert found.variance.tolist() == [0, 0]
    assert found.bias2[0] == 0
    assert (found.mean.variance, found.mean.variance_error, found.mean.error_error) == (0, 0, 0)


def test_the_largest_predictions_have_finite_standard_errors():
    mean = decompose_squared(np.full((3, 4), 1e70) * [[1], [-1], [1]], np.zeros(4)).mean
    assert np.isfinite([mean.bias2_error, mean.variance_error, mean.error]).all()


def test_mlxtend():
    """mlxtend 0.25.0, bias_variance_decomp(..., loss="mse") of these predictions, returns these three numbers."""
    rng = np.random.default_rng(12)
    fits = rng.normal(size=(200, 50)) + np.linspace(0, 2, 50)
    targets = rng.normal(size=50)
    mean = decompose_squared(fits, targets).mean
    np.testing.assert_allclose(
        [mean.error, mean.bias2, mean.variance], (3.619819503842931, 2.623981773356454, 0.995837730486477), rtol=1e-12
    )


# Three points whose predictions go together, biased at the first two.
MIXING = np.array([[1.0, 0.5, 0.0], [0.0, 1.0, 0.3], [0.2, 0.0, 0.7]])
BIAS = np.array([1.0, -0.5, 0.0])
SPREAD = np.trace(MIXING.T @ MIXING) / 3


@pytest.fixture(scope="module")
def repeated():
    """Return the averages of 2,000 experiments of 12 sets."""
    rng = np.random.default_rng(5)
    return [decompose_squared(rng.normal(size=(12, 3)) @ MIXING + BIAS, np.zeros(3)).mean for _ in range(2_000)]


class TestOverManyRepetitions:
    """What is estimated, and how far it spreads."""

    @pytest.mark.parametrize(
        ("name", "expected"),
        [
            ("bias2_corrected", np.square(BIAS).mean()),
            ("variance_corrected", SPREAD),
            ("bias2", np.square(BIAS).mean() + SPREAD / 12),
            ("variance", SPREAD * 11 / 12),
            ("error", np.square(BIAS).mean() + SPREAD),
        ],
    )
    def test_expectation(self, repeated, name, expected):
        values = np.array([getattr(one, name) for one in repeated])
        assert abs(values.mean() - expected) < 4 * values.std() / np.sqrt(len(values))

    @pytest.mark.parametrize(
        ("estimate", "error"), [("bias2", "bias2"), ("variance_corrected", "variance"), ("error", "error")]
    )
    def test_standard_error(self, repeated, estimate, error):
        spread = np.std([getattr(one, estimate) for one in repeated])
        told = np.sqrt(np.mean([getattr(one, f"{error}_error") ** 2 for one in repeated]))
        assert 0.85 * spread < told < 1.25 * spread  # 12 sets: the plug-in is a little high

    def test_standard_error_without_bias(self):
        rng = np.random.default_rng(8)
        found = [decompose_squared(rng.normal(size=(50, 4)), np.zeros(4)).mean for _ in range(1_000)]
        spread = np.std([one.bias2_corrected for one in found])
        told = np.sqrt(np.mean([one.bias2_error**2 for one in found]))
        # Four terms of d'S d, each as large as tr(S^2) here, make the plug-in higher by the root of 3.
        assert spread < told < 2 * spread


@pytest.mark.parametrize(("sets", "least"), [(10, (0.93, 0.78, 0.85)), (60, (0.93, 0.90, 0.91))])
def test_intervals_cover(sets, least):
    """1.96 standard errors around bias2, variance and error; few sets undercover, as the docstring says."""
    rng, repetitions = np.random.default_rng(4), 600
    known = np.square(BIAS).mean(), SPREAD, np.square(BIAS).mean() + SPREAD
    covered = np.zeros(3)
    for _ in range(repetitions):
        mean = decompose_squared(rng.normal(size=(sets, 3)) @ MIXING + BIAS, np.zeros(3)).mean
        found = np.array([mean.bias2_corrected, mean.variance_corrected, mean.error])
        errors = np.array([mean.bias2_error, mean.variance_error, mean.error_error])
        covered += np.abs(found - known) < 1.96 * errors
    assert (covered / repetitions > least).all()


def test_few_points_or_few_sets_give_one_standard_error():
    fits = np.random.default_rng(2).normal(size=(9, 5))
    one = decompose_squared(fits, np.ones(5)).mean.bias2_error
    twice = decompose_squared(np.tile(fits, (1, 3)), np.ones(15)).mean.bias2_error
    assert one == pytest.approx(twice)


def test_one_set_shows_no_variance():
    found = decompose_squared([[1.0, 2.0]], [0.0, 0.0], noise_variance=1)
    assert found.error.tolist() == [2, 5]
    assert found.mean.error == 3.5
    for name in ("bias2", "variance", "bias2_corrected", "variance_corrected", "bias2_error", "variance_error"):
        assert np.isnan(getattr(found, name)).all()
        assert np.isnan(getattr(found.mean, name))
    assert np.isnan(found.mean.error_error)
    assert str(found.reason) == ("One training set shows one fit: how far fits vary cannot be seen. Draw a second set.")
    assert decompose_squared([[1.0], [2.0]], [0.0]).reason is None


def test_table():
    frame = decompose_squared([[1.0, 0.0], [3.0, 0.0]], [0.0, 1.0]).to_frame()
    assert frame["bias2"].tolist() == [4, 1]
    assert len(frame.columns) == 9


@pytest.mark.parametrize(
    ("predictions", "truth", "noise", "sentence"),
    [
        (
            [1.0, 2.0],
            [1.0, 2.0],
            0,
            "predictions must have a row a training set and a column a point; got an array of shape (2,). "
            "Stack the predictions of each set.",
        ),
        (
            np.empty((0, 2)),
            [1.0, 2.0],
            0,
            "predictions must have a row a training set and a column a point; got an array of shape (0, 2). "
            "Stack the predictions of each set.",
        ),
        (
            [[1.0, 2.0]],
            [1.0],
            0,
            "truth must have 2 values, one a row; got 1. Check that both columns come from the same table.",
        ),
        (
            [[1.0, np.nan]],
            [1.0, 2.0],
            0,
            "predictions must hold numbers from -1e+70 to 1e+70; got 'nan' (set 1, point 2). Leave the set out, or "
            "mend its learner.",
        ),
        (
            [[1.0, 2.0], [np.inf, 1.0]],
            [1.0, 2.0],
            0,
            "predictions must hold numbers from -1e+70 to 1e+70; got 'inf' (set 2, point 1). Leave the set out, or "
            "mend its learner.",
        ),
        (
            [[1.0, 2.0], [0.0, -1e200]],
            [1.0, 2.0],
            0,
            "predictions must hold numbers from -1e+70 to 1e+70; got '-1e+200' (set 2, point 2). Leave the set out, or "
            "mend its learner.",
        ),
        (
            [[1.0, None]],
            [1.0, 2.0],
            0,
            "predictions must hold numbers from -1e+70 to 1e+70; got 'None' (set 1, point 2). Leave the set out, or "
            "mend its learner.",
        ),
        (
            [["a", "b"]],
            [1.0, 2.0],
            0,
            "predictions must hold numbers from -1e+70 to 1e+70; got 'a' (set 1, point 1). Leave the set out, or "
            "mend its learner.",
        ),
        (
            [[1.0, 2.0], [3.0]],
            [1.0, 2.0],
            0,
            "predictions must have as many values in every row; got rows of different lengths. Judge all sets at the "
            "same points.",
        ),
        (
            [[1.0, 2.0]],
            [1.0, 1e80],
            0,
            "truth must lie between -1e+70 and 1e+70; got 1e+80. Choose a larger unit.",
        ),
        (
            [[1.0, 2.0]],
            [1.0, 2.0],
            -0.1,
            "noise_variance must not be negative; got -0.1. Choose 0 or more.",
        ),
        (
            [[1.0, 2.0]],
            [1.0, 2.0],
            [0.1],
            "noise_variance must have 2 values, one a row; got 1. Check that both columns come from the same table.",
        ),
    ],
)
def test_what_is_refused(predictions, truth, noise, sentence):
    with pytest.raises(InputError) as refused:
        decompose_squared(predictions, truth, noise_variance=noise)
    assert str(refused.value) == sentence


def test_arrays_are_read_only():
    found = decompose_squared([[1.0], [3.0]], [0.0])
    assert not any(getattr(found, name).flags.writeable for name in ("bias2", "variance", "noise", "error", "main"))
