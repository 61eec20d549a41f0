"""Sets drawn and learned from once: the same numbers as the simulation's own, however many steps they come in."""

import numpy as np
import pytest

from evalcore.bias_variance import Boosting, CurveProblem, draw_sets, sweep
from evalcore.views.bias_variance.curves import grid, with_more
from evalcore.views.bias_variance.simulators import CurveSimulator
from evalcore.views.bias_variance.squared import squared_view
from tests.evalcore.views.bias_variance.small import FAMILIES

DESIGNS = ("fixed", "random")


def simulator(design="fixed", family="polynomial", *, n=12, seed=3):
    return CurveSimulator(CurveProblem("sine", 0.3, design), FAMILIES[family].make(n), n=n, seed=seed)


def same(one, other):
    for found, expected in zip(one.simulations, other.simulations, strict=True):
        np.testing.assert_allclose(found.predictions, expected.predictions, rtol=1e-6, atol=1e-8)
        np.testing.assert_allclose(found.fitted, expected.fitted, rtol=1e-6, atol=1e-8)
        assert np.array_equal(found.sets.y, expected.sets.y)
        assert np.array_equal(found.sets.fresh, expected.sets.fresh)


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("design", DESIGNS)
def test_it_finds_what_a_sweep_finds(design, family):
    sets = draw_sets(CurveProblem("sine", 0.3, design), n=12, n_sets=9, rng=np.random.default_rng(3))
    found = simulator(design, family).upto(9)
    same(found.sweep, sweep(sets, FAMILIES[family].make(12)))
    for learner, line in zip(FAMILIES[family].make(12), found.lines, strict=True):
        at = grid()[:, None] if design == "fixed" else np.broadcast_to(grid()[:, None], (9, 121, 1))
        np.testing.assert_allclose(line, learner.predict(sets.x, sets.y, at), rtol=1e-6, atol=1e-8)


@pytest.mark.parametrize("design", DESIGNS)
def test_more_sets_are_those_that_one_go_would_have_drawn(design):
    place = simulator(design)
    place.upto(4)
    assert place.missing(9) == 5
    same(place.upto(9).sweep, simulator(design).upto(9).sweep)
    assert (place.missing(9), place.missing(3)) == (0, 0)


@pytest.mark.parametrize("design", DESIGNS)
def test_fewer_sets_are_the_first_ones(design):
    place = simulator(design)
    place.upto(9)
    fewer = place.upto(4)
    assert fewer.sets.n_sets == 4
    assert {len(line) for line in fewer.lines} == {4}
    same(fewer.sweep, simulator(design).upto(4).sweep)


def test_stages_of_a_learner_are_trained_once_for_all_of_them(monkeypatch):
    trained = []
    estimator = Boosting._estimator
    monkeypatch.setattr(Boosting, "_estimator", lambda self, seed: trained.append(self) or estimator(self, seed))
    place = simulator("random", "boosting")
    steps = list(place.steps(12))
    assert trained == [Boosting(20)] * 12
    shares = [one.progress for one in steps]
    assert shares == sorted(shares)
    assert shares[-1] == 1 > shares[0] > 0
    assert [one.n_done for one in steps] == [0] * (len(steps) - 1) + [3]
    assert place.found is steps[-1]


def test_new_sets_alone_are_learned_from():
    seen = []

    class Counted:
        def predict(self, x, y, at):
            seen.append(len(y))
            return np.zeros((len(y), at.shape[-2]))

    place = CurveSimulator(CurveProblem(), [Counted()], n=5, seed=0)
    for n_sets in (3, 3, 5, 2):
        place.upto(n_sets)
    assert seen == [3, 2]


def test_what_is_stopped_leaves_the_simulator_as_it_was():
    place = simulator()
    place.upto(4)
    steps = place.steps(9)
    first = next(steps)
    assert (len(first.lines), first.progress) == (1, 1 / 13)
    del steps
    assert place.missing(9) == 5
    same(place.upto(9).sweep, simulator().upto(9).sweep)


def test_a_part_of_a_sweep_can_be_shown():
    view = squared_view(next(simulator().steps(6)), FAMILIES["polynomial"])
    assert (len(view.steps), view.n_learners, view.is_partial) == (1, 13, True)


def test_with_more():
    assert [with_more(950, more, 1000) for more in (1, 100)] == [951, 1000]
