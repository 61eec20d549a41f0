"""The steps of the derivation: sums that are exact, products that vanish, and the one that does not."""

import numpy as np
import pytest

from evalcore.bias_variance import CurveProblem, NearestNeighbours, Polynomial, simulate
from evalcore.errors import InputError
from evalcore.views.bias_variance.derivation import derivation, optimism

CUBIC = Polynomial(3)


def simulated(learner=CUBIC, *, n_sets=2_000, n=25, sigma=0.3, design="fixed"):
    problem = CurveProblem("sine", sigma, design)
    return simulate(problem, learner, n=n, n_sets=n_sets, rng=np.random.default_rng(4))


@pytest.mark.parametrize("target", ["fresh", "same"])
def test_each_step_is_exact_with_the_products_left_in(target):
    at = derivation(simulated(n_sets=40), 0.3, target=target)
    assert at.error.value == pytest.approx(np.square(at.predictions - at.targets).mean(), rel=1e-12)
    assert at.error.value == pytest.approx(at.variance.value + at.about_mean.value + at.first_cross.value, rel=1e-12)
    assert at.about_mean.value == pytest.approx(at.bias2 + at.noise_drawn.value + at.second_cross.value, rel=1e-12)
    rest = at.first_cross.value + at.second_cross.value + at.noise_drawn.value - at.noise
    assert at.error.value - at.total == pytest.approx(rest, rel=1e-9)


def test_parts_are_those_of_the_decomposition():
    found = simulated()
    at, parts = derivation(found, 0.5), found.squared()
    assert at.x0 == 0.5
    assert (at.bias2, at.variance.value, at.noise) == pytest.approx(
        (parts.bias2[12], parts.variance[12], 0.09), rel=1e-12
    )
    assert at.bias2_corrected == pytest.approx(parts.bias2_corrected[12], abs=1e-12)
    assert at.total == pytest.approx(parts.error[12], rel=1e-12)


def test_both_products_vanish_for_fresh_targets():
    at = derivation(simulated(Polynomial(1)), 0.25)
    assert at.expected_first_cross == 0
    assert abs(at.first_cross.value) < 4 * at.first_cross.standard_error
    assert abs(at.second_cross.value) < 4 * at.second_cross.standard_error


def test_with_the_targets_trained_on_the_first_product_stays():
    """It is -2 noise H_ii: of the nearest neighbour, which repeats its own target, twice the noise."""
    at = derivation(simulated(NearestNeighbours(1)), 0.25, target="same")
    assert at.expected_first_cross == pytest.approx(-0.18)
    assert at.error.value == 0
    assert abs(at.first_cross.value + 0.18) < 4 * at.first_cross.standard_error
    three = derivation(simulated(NearestNeighbours(3)), 0.25, target="same")
    assert three.expected_first_cross == pytest.approx(-0.06)
    assert abs(three.first_cross.value + 0.06) < 4 * three.first_cross.standard_error


def test_golden_gap_between_fresh_and_same_targets():
    """Erratum 19: a polynomial of degree 5 has 6 degrees of freedom, and the training error lacks .0432."""
    found = optimism(simulated(Polynomial(5), n_sets=4_000))
    assert found.degrees_of_freedom == pytest.approx(6)
    assert found.expected == pytest.approx(0.0432)
    assert found.reason is None
    assert found.gap == pytest.approx(0.0432, abs=0.001)
    assert found.missed_by(0.1) == pytest.approx(0.0568, abs=0.001)
    assert found.found.fresh_error == pytest.approx(0.1117, abs=0.001)
    assert found.found.training_error == pytest.approx(0.0684, abs=0.001)


def test_where_each_set_has_points_of_its_own_nothing_is_trained_on_twice():
    found = simulated(n_sets=30, design="random")
    with pytest.raises(InputError, match="Each set has points of its own"):
        derivation(found, 0.5, target="same")
    gap = optimism(found)
    assert np.isnan(gap.expected)
    assert "points of its own" in str(gap.reason)


class Jump:
    """A learner that is not linear: the sign of the mean."""

    def predict(self, x, y, at):
        return np.repeat(np.sign(y.mean(axis=1, keepdims=True)), at.shape[-2], axis=1)


def test_a_learner_that_is_not_linear_has_no_closed_form():
    found = simulated(Jump(), n_sets=30)
    assert np.isnan(derivation(found, 0.5, target="same").expected_first_cross)
    assert "linear in the targets" in str(optimism(found).reason)


def test_one_set_has_no_standard_error():
    at = derivation(simulated(n_sets=1), 0.5)
    assert np.isnan([at.variance.value, at.bias2, at.error.standard_error]).all()
    assert at.shown[0] == []


def test_of_a_term_near_zero_the_standard_error_is_most():
    at = derivation(simulated(Polynomial(1)), 0.25)
    assert at.error.standard_error <= at.error.value / 10
    assert at.first_cross.standard_error > abs(at.first_cross.value) / 10


def test_a_few_predictions_are_shown():
    at = derivation(simulated(n_sets=50), 0.25)
    assert at.shown == (at.predictions[:3].tolist(), at.predictions[-1])


def test_with_the_product_that_stays_the_parts_come_to_the_training_error():
    at = derivation(simulated(NearestNeighbours(1)), 0.25, target="same")
    assert at.total == pytest.approx(0.18, abs=0.01)
    assert at.with_product == pytest.approx(0, abs=0.02)
