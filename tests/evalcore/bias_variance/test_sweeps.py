"""Sweeps from rigid to flexible: closed forms along the way, the U, double descent, progress and stop."""

import numpy as np
import pytest

from evalcore.bias_variance import (
    FAMILIES,
    CurveProblem,
    NearestNeighbours,
    PlaneProblem,
    Polynomial,
    RandomFeatures,
    draw_sets,
    family,
    sweep,
    sweep_steps,
    train,
)
from evalcore.errors import InputError

BETWEEN = ((np.arange(100) + 0.5) / 100)[:, None]


def curve_sets(n=25, n_sets=300, **options):
    return draw_sets(CurveProblem("sine", **options), n=n, n_sets=n_sets, rng=np.random.default_rng(2))


@pytest.fixture(scope="module")
def degrees():
    return sweep(curve_sets(), family("polynomial", n=25))


def test_variance_rises_by_the_closed_form_and_bias_falls(degrees):
    frame = degrees.to_frame()
    expected = 0.09 * np.arange(1, 14) / 25
    errors = np.array([found.squared().mean.variance_error for found in degrees.simulations])
    assert (np.abs(frame["variance"] * 300 / 299 - expected) < 4 * errors).all()
    assert frame["bias"].iloc[0] == pytest.approx(0.5 * 24 / 25, rel=0.05)  # mean square of a sine at 25 points
    assert frame["bias"].iloc[5:].max() < 1e-3
    assert degrees.best in {3, 4, 5}


def test_parts_add_up_and_training_error_falls(degrees):
    frame = degrees.to_frame()
    np.testing.assert_allclose(frame["bias"] + frame["variance"] + frame["noise"], frame["error"])
    assert (np.diff(frame["training_error"]) < 0).all()
    close = np.abs(frame["measured_error"] - frame["error"]) < 4 * frame["measured_standard_error"]
    assert close.all()


def test_a_sweep_is_the_simulations_of_its_learners():
    sets = curve_sets(n_sets=20)
    found = sweep(sets, [Polynomial(1), NearestNeighbours(2)])
    for one, learner in zip(found.simulations, (Polynomial(1), NearestNeighbours(2)), strict=True):
        np.testing.assert_array_equal(one.predictions, train(learner, sets).predictions)


def test_classes():
    sets = draw_sets(PlaneProblem("boundary"), n=40, n_sets=60, rng=np.random.default_rng(0))
    frame = sweep(sets, [NearestNeighbours(k) for k in (40, 11, 1)]).to_frame()
    np.testing.assert_allclose(frame["bias"] + frame["variance"] + frame["noise"], frame["error"])
    assert frame["error"].idxmin() == 1
    assert frame["training_error"].iloc[-1] == 0


def test_steps_tell_how_far_they_are_and_may_be_left():
    steps = sweep_steps(curve_sets(n_sets=5), family("polynomial", n=25))
    first, second = next(steps), next(steps)
    steps.close()
    assert (first.progress, second.progress) == (1 / 13, 2 / 13)
    assert second.simulations[0] is first.simulations[0]


def test_progress_can_stop():
    told = []

    def progress(share):
        told.append(share)
        if share > 0.4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sweep(curve_sets(n_sets=5), [Polynomial(d) for d in range(4)], progress=progress)
    assert told == [0.25, 0.5]


@pytest.mark.parametrize("name", [pytest.param(f, marks=pytest.mark.slow if f == "forest" else ()) for f in FAMILIES])
@pytest.mark.parametrize("n", [2, 25])
def test_every_family_can_be_trained_at_any_size(name, n):
    learners = family(name, n=n)
    assert len(set(learners)) == len(learners) > 1
    found = sweep(curve_sets(n=n, n_sets=3, design="random"), learners)
    assert np.isfinite(found.to_frame().drop(columns="learner").to_numpy()).all()


@pytest.mark.parametrize("name", ["polynomial", "ridge", "neighbours"])
def test_families_go_from_rigid_to_flexible(name):
    errors = sweep(curve_sets(n_sets=50), family(name, n=25)).to_frame()["training_error"]
    assert (np.diff(errors) < 1e-12).all()


@pytest.mark.parametrize("n", [20, 40])
def test_double_descent_has_its_peak_where_features_are_as_many_as_points(n):
    sets = draw_sets(CurveProblem("sine"), n=n, n_sets=100, rng=np.random.default_rng(0), at=BETWEEN)
    learners = family("random features", n=n)
    counts = np.array([learner.count for learner in learners])
    frame = sweep(sets, learners).to_frame()
    assert 0.8 * n <= counts[frame["median_error"].idxmax()] <= 1.25 * n
    last = frame["error"].iloc[-1]
    assert last < frame["error"].max() / 100
    assert last < frame["error"].iloc[0]  # the second descent ends below the first learner
    assert frame["training_error"].iloc[-1] < 1e-6


def test_at_the_points_trained_on_there_is_no_peak():
    sets = curve_sets(n=20, n_sets=200)
    (found,) = sweep(sets, [RandomFeatures(400, penalty=0)]).simulations
    assert found.squared().mean.error == pytest.approx(2 * 0.09, rel=0.1)  # interpolated noise and fresh noise


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (
            lambda: sweep_steps(curve_sets(n_sets=2), []),
            "learners must name at least one learner; got none. Choose a family.",
        ),
        (
            lambda: family("stump", n=9),
            "family must be one of polynomial, ridge, neighbours, tree, forest, random features, linear svm, radial "
            "svm; got 'stump'. Choose one of them.",
        ),
        (
            lambda: family("ridge", n=1),
            "n must be a whole number from 2; got 1. Pass a count, not a share or a sum of weights.",
        ),
    ],
)
def test_what_is_refused(call, sentence):
    with pytest.raises(InputError) as refused:
        call()
    assert str(refused.value) == sentence
