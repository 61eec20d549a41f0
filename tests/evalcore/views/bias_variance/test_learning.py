"""One learner on sets of more and more points: what is found there is what is found at each size alone."""

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures

from evalcore.bias_variance import CurveProblem, NearestNeighbours, Polynomial, Tree
from evalcore.support import process
from evalcore.views.bias_variance import learning as l
from evalcore.views.bias_variance.families import FAMILIES
from evalcore.views.bias_variance.simulators import CurveSimulator
from evalcore.views.bias_variance.squared import squared_view
from evalcore.views.bias_variance.u_curve import learning_curve
from tests.evalcore.here import in_process_here

PROBLEM = CurveProblem(design="random")


def simulator(learner=None, sizes=(10, 25, 40), seed=0):
    return l.LearningSimulator(PROBLEM, learner or Polynomial(3), sizes=sizes, seed=seed)


def same(one, other):
    assert one.n_done == other.n_done
    for mine, its in zip(one.curves, other.curves, strict=True):
        np.testing.assert_array_equal(mine.sweep.simulations[0].predictions, its.sweep.simulations[0].predictions)
        np.testing.assert_array_equal(mine.lines[0], its.lines[0])


def test_at_each_size_it_is_what_the_family_has_there():
    """The number on the learning curve and that on the U curve are one."""
    curve = learning_curve(simulator().upto(50), FAMILIES["polynomial"])
    family = FAMILIES["polynomial"]
    for station, n in zip(curve.stations, (10, 25, 40), strict=True):
        alone = squared_view(CurveSimulator(PROBLEM, family.make(n), n=n, seed=0).upto(50), family).steps[3]
        assert station.n == n
        assert station.step.parts.mean.error == alone.parts.mean.error
        assert station.step.training_error == alone.training_error


@pytest.mark.parametrize("n", [10, 40])
def test_errors_are_those_of_scikit_learn(n):
    found = simulator(sizes=(n,)).upto(60)
    (station,) = learning_curve(found, FAMILIES["polynomial"]).stations
    sets = found.curves[0].sets
    models = [
        make_pipeline(PolynomialFeatures(3), LinearRegression()).fit(x, y) for x, y in zip(sets.x, sets.y, strict=True)
    ]
    fresh = [np.square(model.predict(sets.at) - sets.at_truth).mean() + 0.09 for model in models]
    training = [np.square(m.predict(x) - y).mean() for m, x, y in zip(models, sets.x, sets.y, strict=True)]
    assert station.step.parts.mean.error == pytest.approx(np.mean(fresh), rel=1e-6)
    assert station.step.training_error == pytest.approx(np.mean(training), rel=1e-6)


def test_more_sets_are_added_to_those_there_are():
    place = simulator()
    few = place.upto(4)
    assert place.missing(9) == 5
    same(place.upto(9), simulator().upto(9))
    same(place.upto(4), few)


def test_beside_the_page_the_same_is_found(monkeypatch):
    monkeypatch.setattr(process, "in_process", in_process_here)
    *_, found = simulator().steps_in_process(6)
    same(found, simulator().upto(6))


def test_it_shows_how_far_it_is_and_what_is_stopped_leaves_nothing():
    place = simulator(Tree(2))
    steps = place.steps(120)
    shares = [next(steps).progress for _ in range(3)]
    assert shares == sorted(shares)
    assert 0 < shares[0] < shares[-1] < 1
    assert place.found is None


def test_sizes_hold_the_present_one_and_enough_points():
    assert l.sizes_for(Polynomial(3), 25) == l.SIZES
    assert 33 in l.sizes_for(Polynomial(3), 33)
    assert min(l.sizes_for(NearestNeighbours(25), 60)) == 25


def test_the_curve_falls_to_the_noise_and_training_rises_to_it():
    curve = learning_curve(simulator(sizes=(14, 50, 200)).upto(200), FAMILIES["polynomial"])
    errors = [step.parts.mean.error for step in curve.steps]
    training = [step.training_error for step in curve.steps]
    assert errors == sorted(errors, reverse=True)
    assert training == sorted(training)
    assert training[-1] < errors[-1] < training[-1] + 0.01
