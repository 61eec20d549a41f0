"""The parts of the loss at single points are those of the decomposition, and add up."""

import numpy as np
import pytest

from evalcore.bias_variance import NearestNeighbours, PlaneProblem, Simulation, Tree, train
from evalcore.bias_variance.problems import PLANE_POINTS
from evalcore.views.bias_variance.zero_one import zero_one_sets
from evalcore.views.bias_variance.zero_one_points import telling_points

SETS, STUMP = 12, Tree(1)


def trained(learner=STUMP):
    return train(learner, zero_one_sets(PlaneProblem("boundary", 0.1), n=40, n_sets=SETS, seed=3))


def test_a_point_of_each_kind():
    found = trained()
    unbiased, biased = telling_points(found)
    assert (unbiased.bias, unbiased.c2) == (0, 1)
    assert (biased.bias, biased.c2) == (1, -1)
    assert unbiased.variance == pytest.approx(1 - unbiased.share) == pytest.approx(0.25)
    assert biased.variance == pytest.approx(biased.share) == pytest.approx(0.25)
    for point in (unbiased, biased):
        assert point.n_sets == SETS
        assert point.c1 == pytest.approx(2 * point.share - 1)
        assert point.loss == pytest.approx(point.c1 * point.noise + point.bias + point.c2 * point.variance)
        assert point.loss == pytest.approx(point.share * point.noise + (1 - point.share) * (1 - point.noise))


def test_it_is_one_of_the_points_judged_at():
    found = trained(NearestNeighbours(3))
    for point in telling_points(found):
        (place,) = np.flatnonzero((found.sets.at[:PLANE_POINTS] == point.x).all(axis=1))
        assert point.right == (found.predictions[:, place] == found.sets.at_truth[place]).sum()


def test_where_no_point_is_of_a_kind_there_is_none():
    found = trained()
    always = np.broadcast_to(found.sets.at_truth, found.predictions.shape)
    perfect = Simulation(sets=found.sets, learner=found.learner, predictions=always, fitted=found.fitted)
    unbiased, biased = telling_points(perfect)
    assert unbiased.variance == 0
    assert biased is None
