"""A sweep that is kept in a file is the one that was trained."""

from dataclasses import replace

import numpy as np

from evalcore.bias_variance import PlaneProblem, Tree
from evalcore.views.bias_variance.classifiers import CLASSIFIERS
from evalcore.views.bias_variance.kept import packed, unpacked
from evalcore.views.bias_variance.zero_one import zero_one_sweep

TREES = replace(CLASSIFIERS["tree"], make=lambda _n: (Tree(1), Tree(2), Tree(9)))
OPTIONS = {"n": 21, "n_sets": 7, "seed": 3}


def test_what_is_unpacked_is_what_was_packed():
    problem = PlaneProblem("moons", 0.2)
    *_, found = zero_one_sweep(problem, TREES, **OPTIONS)
    again = unpacked(packed(found), problem, TREES, **OPTIONS)
    assert (again.n_learners, again.progress) == (3, 1)
    for one, other in zip(again.simulations, found.simulations, strict=True):
        assert one.learner == other.learner
        np.testing.assert_array_equal(one.predictions, other.predictions)
        np.testing.assert_array_equal(one.fitted, other.fitted)
        np.testing.assert_array_equal(one.sets.fresh, other.sets.fresh)
        assert vars(one.zero_one().mean) == vars(other.zero_one().mean)


def test_it_is_small():
    *_, found = zero_one_sweep(PlaneProblem(), TREES, **OPTIONS)
    assert len(packed(found)) < sum(one.predictions.size for one in found.simulations) / 8
