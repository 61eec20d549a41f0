"""More sets of two classes: those there are stay, and nothing is trained twice."""

from dataclasses import replace

import numpy as np
import pytest

from evalcore.bias_variance import PlaneProblem, Tree
from evalcore.views.bias_variance.classifiers import CLASSIFIERS
from evalcore.views.bias_variance.kept import packed, unpacked
from evalcore.views.bias_variance.zero_one import zero_one_sweep
from evalcore.views.bias_variance.zero_one_laboratory import ZeroOneLaboratory

TREES = replace(CLASSIFIERS["tree"], make=lambda _n: (Tree(1), Tree(4)))
PROBLEM, N, SEED = PlaneProblem("boundary"), 20, 7


def laboratory(found=None):
    return ZeroOneLaboratory(PROBLEM, TREES, n=N, seed=SEED, found=found)


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
    place = laboratory()
    assert place.found is None
    for n_sets in wanted:
        found = place.upto(n_sets)
    assert_same(found, at_once(6))
    assert place.missing(9) == 9 - max(wanted)


def test_what_is_kept_in_a_file_goes_on_from_there():
    kept = unpacked(packed(at_once(4)), PROBLEM, TREES, n=N, n_sets=4, seed=SEED)
    place = laboratory(kept)
    assert place.missing(4) == 0
    assert_same(place.upto(5), at_once(5))


def test_only_new_sets_are_learned_from(monkeypatch):
    place = laboratory()
    place.upto(5)
    trained, original = [], Tree.predict
    monkeypatch.setattr(Tree, "predict", lambda tree, x, y, at: trained.append(len(y)) or original(tree, x, y, at))
    place.upto(6)
    place.upto(4)
    assert trained == [1, 1]


def test_what_is_stopped_leaves_it_as_it_was():
    place = laboratory()
    before = place.upto(3)
    part = next(place.steps(5))
    assert len(part.simulations) == 1
    assert part.simulations[0].n_sets == 5
    assert place.found is before
    assert_same(place.upto(5), at_once(5))
