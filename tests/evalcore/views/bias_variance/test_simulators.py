"""More sets: those there are stay, and nothing is trained twice."""

from dataclasses import replace

import numpy as np
import pytest

from evalcore.bias_variance import CurveProblem, PlaneProblem, Polynomial, Tree
from evalcore.support import process
from evalcore.views.bias_variance.classifiers import CLASSIFIERS
from evalcore.views.bias_variance.double_descent import double_descent_steps
from evalcore.views.bias_variance.kept import packed, unpacked
from evalcore.views.bias_variance.simulators import CurveSimulator, DescentSimulator, ZeroOneSimulator
from evalcore.views.bias_variance.zero_one import zero_one_sweep
from tests.evalcore.here import in_process_here

TREES = replace(CLASSIFIERS["tree"], make=lambda _n: (Tree(1), Tree(4)))
PROBLEM, N, SEED = PlaneProblem("boundary"), 20, 7


def simulator(found=None):
    return ZeroOneSimulator(PROBLEM, TREES, n=N, seed=SEED, found=found)


def curves():
    return CurveSimulator(CurveProblem(), [Polynomial(1), Tree(2)], n=N, seed=SEED)


def simulations(found):
    return getattr(found, "sweep", found)


def at_once(n_sets):
    *_, found = zero_one_sweep(PROBLEM, TREES, n=N, n_sets=n_sets, seed=SEED)
    return found


def assert_same(found, expected):
    for one, other in zip(found.simulations, expected.simulations, strict=True):
        assert one.learner == other.learner
        for name in ("predictions", "fitted"):
            np.testing.assert_array_equal(getattr(one, name), getattr(other, name))
        for name in ("x", "y", "at", "fresh"):
            np.testing.assert_array_equal(getattr(one.sets, name), getattr(other.sets, name))


@pytest.mark.parametrize("wanted", [[6], [3, 6], [1, 2, 6], [8, 6]])
def test_sets_drawn_one_after_the_other_are_those_drawn_at_once(wanted):
    place = simulator()
    assert place.found is None
    for n_sets in wanted:
        found = place.upto(n_sets)
    assert_same(found, at_once(6))
    assert place.missing(9) == 9 - max(wanted)


def test_what_is_kept_in_a_file_goes_on_from_there():
    kept = unpacked(packed(at_once(4)), PROBLEM, TREES, n=N, n_sets=4, seed=SEED)
    place = simulator(kept)
    assert place.missing(4) == 0
    assert_same(place.upto(5), at_once(5))


def test_only_new_sets_are_learned_from(monkeypatch):
    place = simulator()
    place.upto(5)
    trained, original = [], Tree.predict
    monkeypatch.setattr(Tree, "predict", lambda tree, x, y, at: trained.append(len(y)) or original(tree, x, y, at))
    place.upto(6)
    place.upto(4)
    assert trained == [1, 1]


def test_what_is_stopped_leaves_it_as_it_was():
    place = simulator()
    before = place.upto(3)
    part = next(place.steps(5))
    assert len(part.simulations) == 1
    assert part.simulations[0].n_sets == 5
    assert place.found is before
    assert_same(place.upto(5), at_once(5))


def test_more_sets_learned_from_elsewhere_are_the_same(monkeypatch):
    monkeypatch.setattr(process, "in_process", in_process_here)
    for place, other in ((simulator(), simulator()), (curves(), curves())):
        place.upto(3)
        assert [one.n_done for one in place.steps_in_process(5)] == [1, 2]
        other.upto(3)
        assert_same(simulations(place.upto(5)), simulations(other.upto(5)))


def test_random_features_are_those_of_the_sweep():
    settings = {"penalty": 1e-6, "features_seed": 1}
    *_, at_once = double_descent_steps(CurveProblem(), n=10, n_sets=4, seed=3, **settings)
    place = DescentSimulator(CurveProblem(), n=10, seed=3, **settings)
    assert_same(place.upto(4), at_once)
    assert place.missing(6) == 2
