"""What stands on the curve of the first screen, and how far its axis reaches."""

from functools import cache

import numpy as np
import pytest

from evalcore.bias_variance import CurveProblem, Polynomial
from evalcore.views.bias_variance import families
from evalcore.views.bias_variance import u_curve as u
from evalcore.views.bias_variance.learning import LearningSimulator
from evalcore.views.bias_variance.simulators import CurveSimulator
from evalcore.views.bias_variance.squared import squared_view
from tests.evalcore.views.bias_variance.small import FAMILIES


@cache
def curve(family="polynomial", n=25, n_sets=100, **problem):
    learners = FAMILIES[family]
    place = CurveSimulator(CurveProblem(**({"design": "random"} | problem)), learners.make(n), n=n, seed=0)
    return u.flexibility_curve(squared_view(place.upto(n_sets), learners))


def test_it_begins_with_the_simplest_learner():
    found = curve()
    assert [one.shown for one in found.stations] == [f"d = {d}" for d in range(13)]
    assert found.stations[0].step.parts.mean.bias2 == pytest.approx(0.5, abs=0.01)
    assert found.steps[0].dominant == "bias"
    assert found.steps[12].dominant == "variance"


def test_with_random_x_overfitting_is_seen_and_with_fixed_x_it_is_not():
    random, fixed = curve(n_sets=200), curve(n_sets=200, design="fixed")
    assert fixed.steps[12].parts.mean.error == pytest.approx(0.137, abs=0.002)
    assert random.steps[12].median_error > 50 * fixed.steps[12].median_error


def test_the_axis_shows_the_simplest_learner_whole_and_not_what_rare_sets_have():
    found = curve()
    errors = [step.parts.mean.error for step in found.steps]
    assert errors[0] < found.top < 2 * errors[0]
    assert max(errors) > 1_000
    assert [found.leaves(k) for k in range(13)] == [error > found.top for error in errors]
    assert found.leaves(12)
    assert not found.leaves(found.best)


@pytest.mark.parametrize("family", ["ridge", "neighbours", "tree"])
def test_the_axis_holds_a_learner_that_predicts_the_mean(family):
    found = curve(family)
    assert not found.leaves(0)
    assert found.top <= u.ROOM * max(u.CUT * 0.59, *(step.parts.mean.error for step in found.steps))


def test_without_any_error_there_is_an_axis():
    assert curve(shape="flat", sigma=0.0, n_sets=5).top == pytest.approx(1.0)


def test_the_table_adds_up():
    frame = curve().to_frame()
    np.testing.assert_allclose(frame["bias2"] + frame["variance"] + frame["noise"], frame["error"])
    assert set(frame["points"]) == {25}


def test_a_learning_curve_has_its_points_on_the_axis():
    place = LearningSimulator(CurveProblem(design="random"), Polynomial(3), sizes=(10, 33, 100), seed=0)
    found = u.learning_curve(place.upto(20), FAMILIES["polynomial"])
    assert [one.shown for one in found.stations] == ["n = 10", "n = 33", "n = 100"]
    assert (found.nearest(33), found.nearest(30), found.nearest(200)) == (1, 1, 2)
    assert (found.most_points, found.against, found.is_partial) == (100, "points", False)
    assert found.ticks[2.0] == "100"


def grown(family, members):
    learners = [one for one in families.FAMILIES[family].make(25) if one.members in members]
    place = CurveSimulator(CurveProblem(design="random"), learners, n=25, seed=0)
    return u.flexibility_curve(squared_view(place.upto(20), families.FAMILIES[family]))


def test_over_rounds_of_boosting_underfitting_becomes_overfitting():
    first, best, last = grown("boosting", (1, 30, 300)).steps
    errors = [step.parts.mean.error for step in (first, best, last)]
    assert errors[1] < 0.8 * errors[2] < errors[0]
    assert first.training_error > best.training_error > last.training_error
    assert last.training_error < 0.001
    assert (first.rest, last.rest) == ("bias", "variance")


def test_more_trees_in_a_bag_have_less_variance_and_no_more_bias():
    one, few, many = grown("bagging", (1, 10, 100)).steps
    variances = [step.parts.mean.variance for step in (one, few, many)]
    assert variances[2] < variances[1] < 0.7 * variances[0]
    assert many.parts.mean.bias2 < one.parts.mean.bias2 + 0.005
