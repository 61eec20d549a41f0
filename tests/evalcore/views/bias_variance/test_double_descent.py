"""Double descent: where the peak is, that it moves with n, what is said of the mean, and what is drawn."""

from functools import cache

import numpy as np
import pytest
from sklearn.linear_model import Ridge

from evalcore.bias_variance import CurveProblem
from evalcore.bias_variance.learners import waves
from evalcore.views.bias_variance.double_descent import (
    FAR,
    FITS,
    double_descent_steps,
    double_descent_view,
    feature_counts,
    judged_at,
)


@cache
def swept(n=25, n_sets=100, sigma=0.3, penalty=1e-6, design="fixed"):
    problem = CurveProblem("sine", sigma, design)
    *_, found = double_descent_steps(problem, n=n, n_sets=n_sets, seed=0, penalty=penalty)
    return found


@pytest.mark.parametrize("n", [20, 25, 40])
def test_the_peak_moves_with_n(n):
    view = double_descent_view(swept(n), ratio=1)
    assert view.with_features(n + 0.4).features == view.now.features == n
    assert view.with_features(-3).features == view.steps[0].features
    assert view.moved(view.steps[2].ratio).now is view.steps[2]
    assert 0.9 <= view.peak.ratio <= 1.1
    assert view.peak.median > 40 * max(view.best_before.median, view.best_after.median)


def test_a_penalty_takes_the_peak_away():
    low, high = (double_descent_view(swept(penalty=penalty), ratio=1).peak.median for penalty in (1e-6, 1e-1))
    assert high < low / 1_000


def test_more_noise_makes_the_peak_higher():
    calm, noisy = (double_descent_view(swept(sigma=sigma), ratio=1).peak for sigma in (0.1, 0.6))
    assert noisy.variance > 10 * calm.variance


def test_steps_are_numbers_of_features_around_n():
    counts = feature_counts(25)
    assert counts == sorted(set(counts))
    assert counts[0] == 2
    assert counts[-1] == 250
    assert {24, 25, 26} <= set(counts)
    assert feature_counts(2)[0] == 1


def test_learners_are_judged_between_the_points_of_the_design():
    design = np.linspace(0, 1, 25)
    assert (np.abs(judged_at(25) - design).min(axis=1) > 1e-9).mean() > 0.95
    assert len(judged_at(60)) == 180


def test_phases():
    found = swept()
    ratios = (0.3, 1.0, 8.0)
    assert [double_descent_view(found, ratio=ratio).phase for ratio in ratios] == ["before", "peak", "after"]


def test_without_a_peak_there_is_no_phase():
    flat = double_descent_view(swept(penalty=10.0), ratio=1)
    assert not flat.has_peak
    assert flat.phase == "none"
    assert double_descent_view(swept(), ratio=1).has_peak


def test_table_has_a_row_for_each_number_of_features():
    view = double_descent_view(swept(), ratio=1)
    frame = view.to_frame()
    assert frame["features"].tolist() == feature_counts(25)
    assert frame["mean"].max() == max(step.mean for step in view.steps)


def test_parts_add_up_and_interpolation_begins_near_n():
    view = double_descent_view(swept(), ratio=2)
    for step in view.steps:
        assert step.mean == pytest.approx(step.bias2 + step.variance + view.noise, rel=1e-9)
    assert view.now.ratio == pytest.approx(2, rel=0.15)
    # A few features beyond n the floor still keeps the fits off the points.
    assert all((step.training < 1e-3) == (step.features > 25) for step in view.steps if not 25 <= step.features < 30)


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_with_the_usual_features_the_second_descent_wins_whatever_the_sets(seed):
    *_, found = double_descent_steps(CurveProblem("sine"), n=25, n_sets=200, seed=seed)
    view = double_descent_view(found, ratio=1)
    before = min(step.mean for step in view.steps if step.features < 25)
    after = min(step.mean for step in view.steps if step.features > 25)
    assert view.best_after.median < 0.7 * view.best_before.median
    assert after < 0.75 * before
    # There is a first descent, and one peak: that of median and mean, where there are as many features as points.
    assert view.steps[0].median > 2 * view.best_before.median
    assert view.peak.features == max(view.steps, key=lambda step: step.mean).features == 25
    # It is noise that is blown up.
    assert view.peak.variance > 50 * view.peak.bias2


@pytest.mark.parametrize("count", [10, 25, 141])
def test_errors_of_random_features_are_those_of_scikit_learn(count):
    *_, found = double_descent_steps(CurveProblem("sine"), n=25, n_sets=20, seed=0)
    one = next(one for one in found.simulations if one.learner.count == count)
    drawn = one.learner
    basis, at = (waves(points, count, drawn.frequency, drawn.seed) for points in (one.sets.x, one.sets.at))
    errors = [
        np.square(Ridge(alpha=1e-6, solver="svd").fit(basis, y).predict(at) - one.sets.at_truth).mean() + 0.09
        for y in one.sets.y
    ]
    assert one.median_error == pytest.approx(np.median(errors), rel=1e-3)


def test_where_rare_sets_carry_the_mean_it_is_said():
    view = double_descent_view(swept(20, 60, design="random"), ratio=1)
    carried = [step for step in view.steps if step.warnings]
    assert carried
    for step in carried:
        assert "Few training sets carry the mean error" in step.warnings[0].template
    assert view.sample_x.shape == (20,)


def test_what_is_out_of_sight_is_cut():
    view = double_descent_view(swept(), ratio=1)
    assert view.now.fits.shape == (FITS - 1, 121)
    assert np.abs(view.now.fits).max() == FAR
    assert np.abs(view.now.average).max() <= FAR
