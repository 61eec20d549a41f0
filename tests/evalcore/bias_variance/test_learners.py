"""The fast learners predict what scikit-learn's predict, refitted set by set."""

import warnings

import numpy as np
import pytest
from scipy import linalg
from sklearn.linear_model import LinearRegression
from sklearn.linear_model import Ridge as RidgeOracle
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures

from evalcore.bias_variance.learners import (
    NearestNeighbours,
    Polynomial,
    RandomFeatures,
    Ridge,
    classify,
    legendre,
    smoother,
    waves,
)
from evalcore.errors import InputError

SETS, N = 12, 30


def sets(design, features=1):
    rng = np.random.default_rng(4)
    x = rng.random((SETS, N, features)) if design == "random" else rng.random((N, features))
    y = np.sin(5 * x[..., 0]) + rng.normal(size=(SETS, N))
    return x, y, rng.random((17, features))


def refits(oracle, x, y, at):
    each = x if x.ndim == 3 else [x] * len(y)
    return np.array([oracle.fit(one, target).predict(at) for one, target in zip(each, y, strict=True)])


@pytest.mark.parametrize("design", ["fixed", "random"])
@pytest.mark.parametrize("features", [1, 2])
@pytest.mark.parametrize("degree", [0, 1, 2, 3, 4])
def test_polynomials_are_those_of_scikit_learn(design, features, degree):
    x, y, at = sets(design, features)
    oracle = make_pipeline(PolynomialFeatures(degree), LinearRegression())
    np.testing.assert_allclose(Polynomial(degree).predict(x, y, at), refits(oracle, x, y, at), rtol=0, atol=1e-9)


@pytest.mark.parametrize("degree", [3, 9, 12])
def test_polynomials_are_those_of_numpy(degree):
    x = np.linspace(0, 1, N)
    y = np.random.default_rng(4).normal(size=(SETS, N))
    at = np.linspace(0, 1, 77)
    oracle = [np.polynomial.Legendre.fit(x, target, degree)(at) for target in y]
    np.testing.assert_allclose(Polynomial(degree).predict(x[:, None], y, at[:, None]), oracle, rtol=0, atol=1e-10)


LEARNERS = [Polynomial(3), Polynomial(12), Polynomial(40), Ridge(1e-3), NearestNeighbours(4), RandomFeatures(50)]


@pytest.mark.parametrize("design", ["fixed", "random"])
@pytest.mark.parametrize("learner", LEARNERS, ids=repr)
def test_all_sets_at_once_are_a_loop_of_refits(design, learner):
    x, y, at = sets(design)
    each = x if x.ndim == 3 else [x] * SETS
    loop = [learner.predict(one, target[None], at)[0] for one, target in zip(each, y, strict=True)]
    together = learner.predict(x, y, at)
    np.testing.assert_allclose(together, loop, rtol=1e-10, atol=1e-10 * np.abs(together).max())


@pytest.mark.parametrize("design", ["fixed", "random"])
@pytest.mark.parametrize("bounds", [None, (0.0, 1.0)])
@pytest.mark.parametrize("penalty", [1e-3, 1.0, 100.0])
def test_ridge_is_that_of_scikit_learn(design, penalty, bounds):
    x, y, at = sets(design)
    found = Ridge(penalty, degree=12, bounds=bounds).predict(x, y, at)
    oracle = RidgeOracle(alpha=penalty, solver="svd")
    for row, place in zip(found, range(SETS), strict=True):
        basis, at_basis = legendre(x if x.ndim == 2 else x[place], at, 12, bounds)
        np.testing.assert_allclose(row, oracle.fit(basis, y[place]).predict(at_basis), atol=1e-10)


def test_ridge_without_penalty_is_least_squares():
    x, y, at = sets("fixed")
    np.testing.assert_allclose(Ridge(0, degree=5).predict(x, y, at), Polynomial(5).predict(x, y, at), atol=1e-12)


@pytest.mark.parametrize("count", [3, 29, 30, 80])
def test_random_features_are_fitted_as_by_scikit_learn(count):
    x, y, at = sets("random")
    found = RandomFeatures(count, penalty=1e-2, seed=5).predict(x, y, at)
    oracle = RidgeOracle(alpha=1e-2, solver="svd")
    for place in range(SETS):
        fitted = oracle.fit(waves(x[place], count, 10.0, 5), y[place])
        np.testing.assert_allclose(found[place], fitted.predict(waves(at, count, 10.0, 5)), atol=1e-9)


def test_more_features_begin_with_those_of_fewer():
    x = np.linspace(0, 1, 5)[:, None]
    np.testing.assert_array_equal(waves(x, 30, 3.0, 1)[:, :7], waves(x, 7, 3.0, 1))
    assert not np.array_equal(waves(x, 7, 3.0, 2), waves(x, 7, 3.0, 1))


@pytest.mark.parametrize("degree", [40, 60])
def test_more_coefficients_than_points_take_the_solution_of_least_norm(degree):
    x, y, at = sets("fixed")
    basis, at_basis = legendre(x, at, degree)
    middle, level = basis.mean(axis=0), y.mean(axis=1)
    slopes = linalg.lstsq(basis - middle, (y - level[:, None]).T)[0]
    found = Polynomial(degree).predict(x, y, at)
    np.testing.assert_allclose(found, ((at_basis - middle) @ slopes + level).T, rtol=1e-7, atol=1e-7)
    np.testing.assert_allclose(Polynomial(degree).predict(x, y, x), y, atol=1e-9)


def test_many_features_are_no_more_products_than_their_degree_has():
    rng = np.random.default_rng(0)
    x, y = rng.random((60, 30)), rng.normal(size=(3, 60))
    assert legendre(x, x, 1)[0].shape == (60, 30)
    assert legendre(x[:, :4], x[:, :4], 3)[0].shape == (60, 34)  # 7 over 3, but for the constant
    np.testing.assert_allclose(Polynomial(1).predict(x, y, x), refits(LinearRegression(), x, y, x), atol=1e-10)


def test_points_that_coincide_are_no_trouble():
    x, y = np.full((3, 1), 0.4), np.array([[1.0, 2.0, 6.0]])
    assert Polynomial(3).predict(x, y, x).tolist() == [[3, 3, 3]]


@pytest.mark.parametrize("design", ["fixed", "random"])
@pytest.mark.parametrize("features", [1, 2])
@pytest.mark.parametrize("k", [1, 4, 30])
def test_neighbours_are_those_of_scikit_learn(design, features, k):
    x, y, at = sets(design, features)
    found = NearestNeighbours(k).predict(x, y, at)
    np.testing.assert_allclose(found, refits(KNeighborsRegressor(k), x, y, at), atol=1e-12)
    labels = y > 0
    np.testing.assert_array_equal(
        classify(NearestNeighbours(k), x, labels, at), refits(KNeighborsClassifier(k), x, labels, at)
    )


def test_neighbours_in_several_blocks(monkeypatch):
    x, y, at = sets("random")
    whole = NearestNeighbours(3).predict(x, y, at)
    monkeypatch.setattr("evalcore.bias_variance.neighbours.DISTANCES", 2 * N * len(at))
    np.testing.assert_array_equal(NearestNeighbours(3).predict(x, y, at), whole)


def test_of_equally_near_neighbours_the_first_is_taken():
    x, y = np.array([[0.0], [2.0]]), np.array([[5.0, 7.0]])
    assert NearestNeighbours(1).predict(x, y, np.array([[1.0]])).tolist() == [[5]]


@pytest.mark.parametrize("n", [25, 30, 200])
def test_equal_steps_are_equally_near_whatever_rounding_says(n):
    x = np.linspace(0, 1, n)[:, None]
    y = np.arange(float(n))[None]
    found = NearestNeighbours(2).predict(x, y, x)[0]
    np.testing.assert_array_equal(found[1:], y[0, 1:] - 0.5)  # itself and the one before it
    random = np.broadcast_to(x, (3, n, 1))
    np.testing.assert_array_equal(NearestNeighbours(2).predict(random, y.repeat(3, 0), x)[1], found)


@pytest.mark.parametrize(
    "learner", [Polynomial(3), Ridge(0.1), RandomFeatures(7), RandomFeatures(7, penalty=0), NearestNeighbours(1)]
)
@pytest.mark.parametrize("x", [[[0.3]], [[[0.3]], [[0.4]]]], ids=["fixed", "random"])
def test_one_point_is_predicted_everywhere(learner, x):
    found = learner.predict(np.array(x), np.array([[2.0], [5.0]]), np.array([[0.1], [0.9]]))
    assert found.tolist() == [[2, 2], [5, 5]]


@pytest.mark.parametrize("degree", [1, 3, 5])
def test_points_that_repeat_are_fitted_as_by_polyfit(degree):
    x, at = np.repeat(np.linspace(0, 1, 6), 4), np.linspace(0, 1, 11)
    y = np.random.default_rng(4).normal(size=(SETS, 24))
    oracle = [np.polyval(np.polyfit(x, target, degree), at) for target in y]
    np.testing.assert_allclose(Polynomial(degree).predict(x[:, None], y, at[:, None]), oracle, rtol=0, atol=1e-10)


@pytest.mark.parametrize(("n", "degree"), [(5, 4), (8, 6), (8, 7), (13, 11)])
def test_degrees_close_to_n_keep_their_digits(n, degree):
    rng = np.random.default_rng(1)
    x, y, at = rng.random((6, n, 1)), rng.normal(size=(6, n)), np.linspace(0.05, 0.95, 9)
    oracle = [np.polynomial.Legendre.fit(a[:, 0], b, degree)(at) for a, b in zip(x, y, strict=True)]
    found = Polynomial(degree).predict(x, y, at[:, None])
    np.testing.assert_allclose(found, oracle, rtol=0, atol=1e-10 * np.abs(oracle).max())


def test_a_straight_line_classifies_as_thresholded_least_squares():
    x, y, at = sets("random", 2)
    labels = y > 0.3
    oracle = refits(LinearRegression(), x, labels.astype(float), at) > 0.5
    np.testing.assert_array_equal(classify(Polynomial(1), x, labels, at), oracle)


@pytest.mark.parametrize(
    ("learner", "freedom"),
    [(Polynomial(0), 1), (Polynomial(5), 6), (NearestNeighbours(5), N / 5), (NearestNeighbours(1), N)],
    ids=repr,
)
def test_degrees_of_freedom(learner, freedom):
    x, y, at = sets("fixed")
    assert np.trace(smoother(learner, x, x)) == pytest.approx(freedom)
    np.testing.assert_allclose(y @ smoother(learner, x, at).T, learner.predict(x, y, at), atol=1e-10)


def test_ridge_has_the_degrees_of_freedom_of_its_singular_values():
    x, _y, _at = sets("fixed")
    basis, _ = legendre(x, x, 12, (0.0, 1.0))
    values = np.linalg.svd(basis - basis.mean(axis=0), compute_uv=False)
    expected = 1 + (values**2 / (values**2 + 0.5)).sum()
    assert np.trace(smoother(Ridge(0.5), x, x)) == pytest.approx(expected)


def test_degree_12_keeps_its_digits():
    """A polynomial of degree 12 through exact points comes back, where powers of x lose most digits."""
    x = np.linspace(0, 1, 13)[:, None]
    y = np.cos(6 * x.T)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        np.testing.assert_allclose(Polynomial(12).predict(x, y, x), y, atol=1e-12)


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (
            lambda: Polynomial(-1),
            "degree must be a whole number from 0; got -1. Pass a count, not a share or a sum of weights.",
        ),
        (
            lambda: Ridge(1.0, bounds=(1.0, 0.0)),
            "bounds must be two numbers, the lower one first; got (1.0, 0.0). Pass None for the range of each set.",
        ),
        (lambda: Ridge(-1.0), "penalty must not be negative; got -1.0. Choose 0 or more."),
        (
            lambda: NearestNeighbours(0),
            "k must be a whole number from 1; got 0. Pass a count, not a share or a sum of weights.",
        ),
        (
            lambda: RandomFeatures(-2),
            "count must be a whole number from 0; got -2. Pass a count, not a share or a sum of weights.",
        ),
        (
            lambda: NearestNeighbours(31).predict(*sets("fixed")),
            "k must be at most 30, the points of a training set; got 31. Choose fewer neighbours or more points.",
        ),
    ],
)
def test_what_is_refused(make, sentence):
    with pytest.raises(InputError) as refused:
        make()
    assert str(refused.value) == sentence
