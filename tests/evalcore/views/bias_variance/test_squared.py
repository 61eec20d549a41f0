"""What the figure of squared loss shows of each learner, compared with slow, obvious versions."""

import math
from functools import cache

import numpy as np
import pytest

from evalcore.bias_variance import CurveProblem, Polynomial, decompose_squared, simulate
from evalcore.views.bias_variance import squared as s
from evalcore.views.bias_variance.scales import LEAST, scales
from evalcore.views.bias_variance.simulators import CurveSimulator
from tests.evalcore.views.bias_variance.small import FAMILIES

GOLDEN = {1: (0.2244, 0.0072, 0.3066), 3: (0.0058, 0.0144, 0.0813), 5: (0.0, 0.0217, 0.0684), 9: (0.0, 0.0359, 0.0539)}


@cache  # several tests look at the same
def made(shape="sine", sigma=0.3, design="fixed", family="polynomial", *, n=25, n_sets=200, seed=0):
    problem = CurveProblem(shape, sigma, design)
    place = CurveSimulator(problem, FAMILIES[family].make(n), n=n, seed=seed)
    return place.upto(n_sets), s.squared_view(place.upto(n_sets), FAMILIES[family])


FOUND, VIEW = made()


@pytest.mark.parametrize("degree", GOLDEN)
def test_golden_table_within_monte_carlo_error(degree):
    step = made(n_sets=1_000)[1].steps[degree]
    bias2, variance, training = GOLDEN[degree]
    mean = step.parts.mean
    assert mean.bias2_corrected == pytest.approx(bias2, abs=4 * mean.bias2_error + 5e-5)
    assert mean.variance_corrected == pytest.approx(variance, abs=4 * mean.variance_error + 5e-5)
    assert step.training_error == pytest.approx(training, abs=4 * step.same.training_error_error + 5e-5)
    assert mean.error == pytest.approx(mean.bias2 + mean.variance + mean.noise, abs=1e-12)
    assert step.measured.error == pytest.approx(mean.error, abs=4 * step.measured.standard_error)
    assert step.expected_optimism == pytest.approx(2 * 0.09 * (degree + 1) / 25)
    assert step.df == pytest.approx(degree + 1)
    assert step.gap == pytest.approx(step.expected_optimism, abs=0.01)


def test_a_step_is_the_simulation_of_its_learner():
    alone = simulate(CurveProblem("sine"), Polynomial(4), n=25, n_sets=200, rng=np.random.default_rng(0))
    step = VIEW.steps[4]
    assert step.parts.mean.error == pytest.approx(alone.squared().mean.error)
    assert step.training_error == pytest.approx(alone.training_error)
    assert step.median_error == pytest.approx(alone.median_error)
    assert step.sample_test == pytest.approx(alone.set_errors[-1])
    assert step.sample_training == pytest.approx(np.mean((alone.fitted[-1] - alone.sets.y[-1]) ** 2))


def test_along_the_curve_mean_and_spread_are_those_of_all_sets():
    line, step = FOUND.lines[3].astype(float), VIEW.steps[3]
    np.testing.assert_allclose(step.mean, [np.mean(column) for column in line.T])
    np.testing.assert_allclose(step.spread, [np.std(column) for column in line.T])
    assert step.fits.shape == (50, 41)
    np.testing.assert_array_equal(step.fits[-1], step.sample[::3])


def test_a_probe_is_what_is_predicted_there():
    place = VIEW.probe_at(0.31)
    probe = VIEW.probe(1, place)
    assert probe.x == VIEW.probes[place] == 0.3
    parts = decompose_squared(FOUND.lines[1][:, [36]].astype(float), [np.sin(2 * np.pi * 0.3)], noise_variance=0.09)
    assert probe.bias**2 == pytest.approx(parts.mean.bias2)
    assert probe.spread**2 == pytest.approx(parts.mean.variance)
    assert probe.noise == pytest.approx(0.3)
    assert probe.truth == pytest.approx(np.sin(2 * np.pi * 0.3))


def test_numbers_of_all_fits_stay_within_what_a_figure_may_weigh():
    for family in FAMILIES:
        view = made(family=family, n=30, n_sets=60)[1]
        assert 20 < len(view.steps[0].fits) <= s.MOST_FITS
        assert sum(step.fits.size for step in view.steps) <= s.MOST_NUMBERS
    assert made(n=200, n_sets=3)[1].points.size == s.MOST_POINTS
    assert made(n=200, n_sets=3)[1].steps[0].bias2.size == s.MOST_POINTS


@pytest.mark.parametrize(
    ("problem", "degree", "dominant", "rest"),
    [
        (("sine", 0.3), 1, "bias", "bias"),
        (("sine", 0.3), 9, "noise", "variance"),
        (("sine", 0.6), 2, "noise", "bias"),
        (("sine", 0.0), 12, "bias", "bias"),
        (("flat", 0.0), 5, "none", "none"),
    ],
)
def test_which_part_dominates(problem, degree, dominant, rest):
    step = made(*problem, n_sets=20)[1].steps[degree]
    assert (step.dominant, step.rest) == (dominant, rest)
    assert math.isnan(step.share) == (dominant == "none")


def test_variance_dominates_where_rare_sets_are_wild():
    step = made(design="random")[1].steps[9]
    assert (step.dominant, step.rest) == ("variance", "variance")
    assert step.share > 0.9
    (warning,) = step.warnings
    assert warning.template.startswith("Few training sets carry the mean error")
    assert math.isnan(step.df)


def test_nearest_is_the_learner_asked_for_or_the_closest():
    assert [VIEW.nearest(degree) for degree in (0, 3, 12)] == [0, 3, 12]
    neighbours = made(family="neighbours", n_sets=5)[1]
    assert [neighbours.steps[neighbours.nearest(k)].setting for k in (1, 5, 24, 200)] == [1, 5, 25, 25]


def test_the_table_has_a_row_a_learner():
    frame = VIEW.to_frame()
    assert frame["complexity"].tolist() == list(range(13))
    np.testing.assert_allclose(frame["bias2"] + frame["variance"] + frame["noise"], frame["error"])


class TestScales:
    def test_usual_errors_are_seen_beside_wild_ones(self):
        view = made(design="random")[1]
        found = scales(view)
        low, high = (10**end for end in found.errors)
        least = view.steps[view.best].parts.mean.error
        assert found.is_log
        assert LEAST * least / 1.5 <= low < least
        assert 100 * least < high < 10_000 * least
        assert found.parts < 100

    @pytest.mark.parametrize("family", ["polynomial", "neighbours", "tree"])
    def test_bar_and_parts_of_every_learner_are_seen_whole(self, family):
        view = made(family=family, n_sets=20)[1]
        found = scales(view)
        for step in view.steps:
            assert found.bar > step.parts.mean.error
            assert found.parts > (step.bias2 + step.variance + step.noise).max()

    def test_wild_learners_alone_leave_the_picture(self):
        view = made(design="random")[1]
        found = scales(view)
        rigid = view.steps[0].parts.mean.error
        assert rigid < found.bar < 3 * rigid
        assert {found.bar > step.parts.mean.error for step in view.steps[:4]} == {True}
        assert view.steps[12].parts.mean.error > found.bar

    def test_errors_that_are_alike_or_naught_have_an_even_axis(self):
        flat = made("flat", 0.0, n_sets=5)[1]
        found = scales(flat)
        assert (found.is_log, found.errors, found.bar, found.parts) == (False, (0.0, 1.0), 1.0, 1.0)

    def test_errors_of_rounding_do_not_stretch_the_axis(self):
        few, many = (scales(made(sigma=0.0, n=n, n_sets=5)[1]) for n in (5, 25))
        assert (few.is_log, few.errors) == (False, (0.0, pytest.approx(0.44)))
        assert many.is_log
        assert many.errors[1] - many.errors[0] < 6

    def test_nothing_is_drawn_below_the_axis(self):
        found = scales(VIEW)
        heights = found.height(np.array([0.0, math.nan, 0.1]))
        assert heights[:2].tolist() == [found.errors[0]] * 2
        assert heights[2] == pytest.approx(-1)

    def test_fits_of_a_small_curve_keep_a_third_decimal(self):
        assert scales(VIEW).fit_digits == 2
        assert scales(made("flat", 0.05, n_sets=5)[1]).fit_digits == 3
