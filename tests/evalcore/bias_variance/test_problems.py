"""Truth and noise of the problems, against what is drawn and against scikit-learn's moons."""

import numpy as np
import pytest
from scipy.stats import kstest
from sklearn.datasets import make_moons

from evalcore.bias_variance.problems import PROBLEMS, CurveProblem, PlaneProblem
from evalcore.errors import InputError


def seeded():
    return np.random.default_rng(9)


@pytest.mark.parametrize("name", PROBLEMS)
def test_targets_have_the_truth_and_the_noise_that_are_told(name):
    problem = PROBLEMS[name]
    x = problem.inputs(40, seeded())
    truth, noise = problem.truth(x), problem.noise(x)
    drawn = problem.targets(np.tile(truth, (5_000, 1)), np.tile(noise, (5_000, 1)), seeded())
    assert truth.shape == noise.shape == (40,)
    if problem.task == "regression":
        error = 4.5 * np.sqrt(noise / 5_000)
        assert (np.abs(drawn.mean(axis=0) - truth) < error).all()
        np.testing.assert_allclose(drawn.var(axis=0), noise, rtol=0.12)
    else:
        flipped = (drawn != truth).mean(axis=0)
        assert (np.abs(flipped - noise) < 4.5 * np.sqrt(noise * (1 - noise) / 5_000) + 1e-12).all()


@pytest.mark.parametrize(
    ("shape", "at", "expected"),
    [
        ("sine", [0, 0.25, 0.5, 0.75], [0, 1, 0, -1]),
        ("step", [0, 0.4999, 0.5, 1], [-1, -1, 1, 1]),
        ("cubic", [0, 0.5, 1, 0.5 - 12**-0.5, 0.5 + 12**-0.5], [0, 0, 0, 1, -1]),
        ("flat", [0, 0.3, 1], [0, 0, 0]),
    ],
)
def test_curves(shape, at, expected):
    np.testing.assert_allclose(CurveProblem(shape).truth(np.array(at)[:, None]), expected, atol=1e-12)


def test_a_fixed_design_is_judged_where_it_is_trained():
    problem = CurveProblem("sine")
    np.testing.assert_array_equal(problem.inputs(5, seeded())[:, 0], [0, 0.25, 0.5, 0.75, 1])
    np.testing.assert_array_equal(problem.points(5, seeded()), problem.inputs(5, seeded()))


def test_a_random_design_is_even():
    problem = CurveProblem("sine", design="random")
    assert kstest(problem.inputs(500, seeded())[:, 0], "uniform").pvalue > 0.01
    np.testing.assert_allclose(problem.points(5, seeded())[[0, 1, -1], 0], [0.005, 0.015, 0.995])


class TestMoons:
    def test_the_best_label_is_that_of_the_nearer_class_in_a_large_sample(self):
        """scikit-learn's moons, 0 above and 1 below: no rule errs less often than the best label, by its own count."""
        x, y = make_moons(40_000, noise=0.25, random_state=0)
        problem = PlaneProblem("moons", flips=0)
        wrong, noise = problem.truth(x) != (y == 1), problem.noise(x)
        assert abs(wrong.mean() - noise.mean()) < 4 * np.sqrt((noise * (1 - noise)).sum()) / 40_000
        for low in (0.0, 0.1, 0.2, 0.3, 0.4):
            some = (noise >= low) & (noise < low + 0.1)
            assert abs(wrong[some].mean() - noise[some].mean()) < 4 * np.sqrt(noise[some].sum()) / some.sum()

    def test_points_are_drawn_as_by_scikit_learn(self):
        ours = PlaneProblem("moons").inputs(4_000, seeded())
        theirs, _ = make_moons(4_000, noise=0.25, random_state=1)
        for axis in (0, 1):
            assert kstest(ours[:, axis], theirs[:, axis]).pvalue > 0.01

    def test_far_away_a_label_is_certain(self):
        problem = PlaneProblem("moons", flips=0, spread=0.05)
        far = np.array([[0.0, 50.0], [1.0, -50.0]])
        assert problem.truth(far).tolist() == [False, True]
        assert problem.noise(far).tolist() == [0, 0]


def test_boundary():
    problem = PlaneProblem("boundary", flips=0.1)
    x = np.array([[np.pi / 6, 0.49], [np.pi / 6, 0.51], [-np.pi / 6, -0.51], [-np.pi / 6, -0.49]])
    assert problem.truth(x).tolist() == [False, True, False, True]
    np.testing.assert_allclose(problem.noise(x), 0.1)
    drawn = problem.inputs(500, seeded())
    assert kstest(drawn.ravel(), "uniform", args=(-1, 2)).pvalue > 0.01


@pytest.mark.parametrize("flips", [0.0, 0.2, 0.5])
def test_flips_never_make_the_other_label_the_best(flips):
    noise = PlaneProblem("moons", flips=flips).noise(seeded().normal(size=(500, 2)))
    assert (noise >= flips - 1e-12).all()
    assert (noise <= 0.5).all()


@pytest.mark.parametrize("problem", PROBLEMS.values(), ids=PROBLEMS)
def test_the_seed_decides(problem):
    one, two = (problem.points(20, rng) for rng in (seeded(), seeded()))
    np.testing.assert_array_equal(one, two)


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (
            lambda: CurveProblem("wave"),
            "shape must be one of sine, step, cubic, flat; got 'wave'. Choose one of them.",
        ),
        (lambda: CurveProblem(design="grid"), "design must be one of fixed, random; got 'grid'. Choose one of them."),
        (lambda: CurveProblem(sigma=-1), "sigma must not be negative; got -1.0. Choose 0 or more."),
        (
            lambda: CurveProblem(sigma=np.inf),
            "sigma must hold finite numbers; got 'inf' (data row 1). Remove the row or give it a finite number.",
        ),
        (lambda: PlaneProblem("sun"), "shape must be one of moons, boundary; got 'sun'. Choose one of them."),
        (
            lambda: PlaneProblem(flips=0.7),
            "flips must lie between 0.0 and 0.5; got 0.7. Choose a number in that range.",
        ),
        (
            lambda: PlaneProblem(spread=0),
            "spread must lie between 0.05 and 1.0; got 0. Choose a number in that range.",
        ),
    ],
)
def test_what_is_refused(make, sentence):
    with pytest.raises(InputError) as refused:
        make()
    assert str(refused.value) == sentence
