"""The 0-1 loss step by step: what is judged at points as the problem draws them, and what is shown in the plane."""

from dataclasses import replace

import numpy as np
import pytest

from evalcore.bias_variance import (
    PlaneProblem,
    Tree,
    classify,
    decompose_kohavi_wolpert,
    decompose_zero_one,
    draw_sets,
    drawn_label_parts,
    train,
)
from evalcore.views.bias_variance.classifiers import CLASSIFIERS
from evalcore.views.bias_variance.zero_one import CELLS, LEAST_HELP, zero_one_sweep, zero_one_view

TREES = replace(CLASSIFIERS["tree"], make=lambda _n: (Tree(1), Tree(3), Tree(10)))
SHAPES = tuple(CELLS)


def swept(shape, n_sets=15):
    return list(zero_one_sweep(PlaneProblem(shape), TREES, n=40, n_sets=n_sets, seed=5))


@pytest.fixture(scope="module", params=SHAPES)
def made(request):
    """A view, and the sets it is made of, judged at the problem's points only."""
    rng, problem = np.random.default_rng(5), PlaneProblem(request.param)
    points = problem.points(40, rng)
    at = np.concatenate([points, CELLS[request.param].points()])
    sets = draw_sets(problem, n=40, n_sets=15, rng=rng, at=at)
    return zero_one_view(swept(request.param)[-1], TREES), sets.judged_at(slice(1_000))


def test_parts_are_those_at_the_points_of_the_problem(made):
    view, sets = made
    for step, depth in zip(view.steps, (1, 3, 10), strict=True):
        found = train(Tree(depth), sets)
        options = {"noise": sets.at_noise, "classes": [False, True]}
        assert vars(step.parts) == vars(decompose_zero_one(found.predictions, sets.at_truth, **options).mean)
        sums = decompose_kohavi_wolpert(found.predictions, sets.at_truth, **options).mean
        assert vars(step.sums) == vars(sums)
        assert vars(step.drawn) == vars(drawn_label_parts(found.predictions, sets.fresh[0]))
        assert step.measured == found.measured
        assert step.training_error == found.training_error


def test_without_variance_the_main_prediction_is_left(made):
    view, sets = made
    for step, depth in zip(view.steps, (1, 3, 10), strict=True):
        parts = train(Tree(depth), sets).zero_one()
        loss = np.where(parts.main == sets.at_truth, sets.at_noise, 1 - sets.at_noise).mean()
        assert step.main_loss == pytest.approx(loss)
        assert step.main_loss == pytest.approx(step.parts.loss - step.falls + step.rises)
        assert step.falls > 0
        assert step.rises > 0


def test_the_plane(made):
    view, sets = made
    cells, problem = view.cells, view.problem
    np.testing.assert_array_equal(view.truth.ravel(), problem.truth(cells.points()))
    expected = classify(Tree(3), sets.x, sets.y, cells.points()).mean(axis=0)
    np.testing.assert_allclose(view.steps[1].shares.ravel(), expected)
    np.testing.assert_allclose(
        cells.places(cells.points()), np.argwhere(np.ones(view.truth.shape))[:, ::-1], atol=1e-12
    )
    np.testing.assert_allclose(view.sample, cells.places(sets.x[0]))
    np.testing.assert_array_equal(view.sample_labels, sets.y[0])


def area(outline):
    """What rectangles cover, in cells."""
    found, x, y = 0.0, [*outline.x, None], [*outline.y, None]
    while x:
        end = x.index(None)
        found += (max(x[:end]) - min(x[:end])) * (max(y[:end]) - min(y[:end]))
        x, y = x[end + 1 :], y[end + 1 :]
    return found


def test_regions(made):
    view, _sets = made
    for step in view.steps:
        biased = (step.shares > 0.5) != view.truth
        assert area(step.biased) == pytest.approx(biased.sum(), abs=0.02)
        helps = biased & (np.minimum(step.shares, 1 - step.shares) >= LEAST_HELP)
        assert area(step.helped) == pytest.approx(helps.sum(), abs=0.02)
    assert view.steps[0].parts.bias > view.steps[2].parts.bias


def test_variance_helps_by_the_same_rule_at_the_points_and_in_the_picture(made):
    view, sets = made
    for step, depth in zip(view.steps, (1, 3, 10), strict=True):
        predictions = train(Tree(depth), sets).predictions
        share = predictions.mean(axis=0)
        differ = np.minimum(share, 1 - share) >= LEAST_HELP
        helped = ((share > 0.5) != sets.at_truth) & differ
        assert step.helped_share == helped.mean()
        assert step.helped_share <= step.parts.bias
    assert view.steps[0].helped_share > 0


def test_all_loss_may_be_noise(made):
    step = made[0].steps[0]
    assert not step.is_noise_alone
    assert replace(step, parts=replace(step.parts, noise=step.parts.loss)).is_noise_alone
    assert not replace(step, parts=replace(step.parts, loss=0.0, noise=0.0)).is_noise_alone


@pytest.mark.parametrize("shape", ["moons", "boundary"])
def test_with_half_of_the_labels_flipped_all_loss_is_noise_whatever_the_learner(shape):
    *_, found = zero_one_sweep(PlaneProblem(shape, flips=0.5), TREES, n=40, n_sets=5, seed=0)
    view = zero_one_view(found, TREES)
    assert [step.parts.loss for step in view.steps] == pytest.approx([0.5] * len(view.steps))
    # Domingos calls some of it bias, since the best label is any: all of it is noise.
    assert max(step.parts.bias for step in view.steps) > 0.1
    assert all(step.is_noise_alone and step.is_nearly_noise for step in view.steps)
    assert all(step.has_any_best_label == (step.parts.bias > 0) for step in view.steps)
    assert view.best == 0  # the most rigid of equally good ones, not the one that rounding favours


def test_the_best_boundary_is_where_the_best_label_changes():
    view = zero_one_view(swept("boundary", 2)[-1], TREES)
    x = np.interp([v for v in view.best_boundary.x if v is not None], range(50), view.cells.across)
    y = np.interp([v for v in view.best_boundary.y if v is not None], range(40), view.cells.up)
    assert np.abs(y - np.sin(3 * x) / 2).max() < 0.05


def test_of_a_sweep_that_was_stopped():
    sweeps = swept("moons", 2)
    view = zero_one_view(sweeps[0], TREES)
    assert (len(view.steps), view.n_learners, view.is_partial) == (1, 3, True)
    assert not zero_one_view(sweeps[-1], TREES).is_partial


def test_the_learner_closest_to_a_number(made):
    view, _sets = made
    assert [view.nearest(depth) for depth in (1, 2.5, 4, 9)] == [0, 1, 1, 2]
    assert view.best == int(np.argmin([step.parts.loss for step in view.steps]))


def test_which_part_dominates(made):
    step = made[0].steps[0]

    def with_terms(bias, variance, noise):
        return replace(
            step,
            parts=replace(
                step.parts, bias=bias, variance_term=variance, noise_term=noise, loss=bias + variance + noise
            ),
        )

    assert with_terms(0.2, 0.1, 0.1).dominant == "bias"
    assert with_terms(0.2, 0.1, 0.1).share == pytest.approx(0.5)
    assert with_terms(0.0, 0.2, 0.1).dominant == "variance"
    assert with_terms(0.0, 0.1, 0.3).dominant == "noise"
    assert with_terms(0.0, 0.0, 0.0).dominant == "none"
    assert np.isnan(with_terms(0.0, 0.0, 0.0).share)


def test_table(made):
    view, _sets = made
    frame = view.to_frame()
    assert frame["setting"].tolist() == [1, 3, 10]
    np.testing.assert_allclose(frame["noise_term"] + frame["bias"] + frame["variance_term"], frame["loss"])
    columns = [f"kohavi_wolpert_{name}" for name in ("bias2", "variance", "noise")]
    np.testing.assert_allclose(frame[columns].sum(axis=1), frame["loss"])
    assert (frame["drawn_labels_sum"] > frame["drawn_labels_loss"]).all()
