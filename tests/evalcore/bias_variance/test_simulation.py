"""Whole simulations: the golden table, exact sums, growth set by set, and what is said of rare draws."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from evalcore.bias_variance import CurveProblem, NearestNeighbours, PlaneProblem, Polynomial, Ridge
from evalcore.bias_variance.learners import smoother
from evalcore.bias_variance.same_target import expected_optimism
from evalcore.bias_variance.sets import draw_sets
from evalcore.bias_variance.simulation import simulate, simulation_steps, train
from evalcore.errors import InputError

SINE = CurveProblem("sine")


def seeded(seed=0):
    return np.random.default_rng(seed)


@pytest.fixture(scope="module", params=[1, 3, 5, 9])
def golden(request):
    """Return the simulation of the golden table: n 25, sigma 0.3, 4,000 sets, and its row."""
    row = {
        1: (0.2244, 0.0072, 0.0900, 0.3216, 0.3219, 0.3066, 0.0144),
        3: (0.0058, 0.0144, 0.0900, 0.1101, 0.1104, 0.0813, 0.0288),
        5: (0.0000, 0.0217, 0.0900, 0.1117, 0.1119, 0.0684, 0.0432),
        9: (0.0000, 0.0359, 0.0900, 0.1259, 0.1252, 0.0539, 0.0720),
    }[request.param]
    return simulate(SINE, Polynomial(request.param), n=25, n_sets=4_000, rng=seeded()), row


class TestGoldenTable:
    """Both tables are simulated: a difference has the error of both, and four digits are printed."""

    def test_parts(self, golden):
        found, (bias2, variance, noise, total, *_) = golden
        mean = found.squared().mean
        both = np.sqrt(2)
        assert abs(mean.bias2_corrected - bias2) < 4 * both * mean.bias2_error + 5.1e-5
        assert abs(mean.variance - variance) < 4 * both * mean.variance_error + 5.1e-5
        assert mean.noise == pytest.approx(noise)
        assert abs(mean.error - total) < 4 * both * mean.error_error + 1e-4

    def test_fresh_error(self, golden):
        found, (*_, fresh, _same, _optimism) = golden
        assert abs(found.measured.error - fresh) < 4 * np.sqrt(2) * found.measured.standard_error + 5.1e-5

    def test_training_error(self, golden):
        found, (*_, same, _optimism) = golden
        told = found.same_target()
        assert told.training_error == pytest.approx(found.training_error)
        assert abs(told.training_error - same) < 4 * np.sqrt(2) * told.training_error_error + 5.1e-5

    def test_optimism_of_a_linear_smoother(self, golden):
        found, (*_, optimism) = golden
        told = found.same_target()
        x = found.sets.x
        exact = expected_optimism(smoother(found.learner, x, x), 0.09)
        assert exact == pytest.approx(optimism, abs=1e-12)
        assert abs(told.optimism - exact) < 4 * 2 * told.covariance_error

    def test_the_sum_of_the_parts_is_the_measured_error(self, golden):
        found, _row = golden
        measured = found.measured
        assert measured.error - found.squared().mean.error == pytest.approx(measured.difference)
        assert abs(measured.difference) < 4 * measured.difference_error < 0.01


def test_variance_in_closed_form():
    """sigma^2 (d + 1) / n for least squares at the points trained on."""
    found = simulate(SINE, Polynomial(3), n=25, n_sets=2_000, rng=seeded(1)).squared().mean
    assert abs(found.variance_corrected - 0.09 * 4 / 25) < 4 * found.variance_error


def test_bias_in_closed_form():
    found = simulate(SINE, Ridge(1.0), n=25, n_sets=2_000, rng=seeded(1))
    x = found.sets.x
    truth = np.sin(2 * np.pi * x[:, 0])
    expected = np.square(smoother(Ridge(1.0), x, x) @ truth - truth).mean()
    mean = found.squared().mean
    assert abs(mean.bias2_corrected - expected) < 4 * mean.bias2_error


@pytest.mark.parametrize(("design", "varies"), [("fixed", False), ("random", True)])
def test_without_noise_only_a_random_design_has_variance(design, varies):
    problem = CurveProblem("sine", sigma=0, design=design)
    mean = simulate(problem, Polynomial(3), n=25, n_sets=50, rng=seeded()).squared().mean
    assert (mean.variance > 1e-4) == varies
    assert mean.noise == 0


PROBLEMS = [SINE, CurveProblem("step", design="random"), PlaneProblem("moons"), PlaneProblem("boundary")]


@pytest.mark.parametrize("problem", PROBLEMS, ids=repr)
def test_the_first_of_many_are_those_of_few_and_more_goes_on(problem):
    few, many = (simulate(problem, NearestNeighbours(3), n=20, n_sets=sets, rng=seeded(3)) for sets in (7, 60))
    np.testing.assert_allclose(many.predictions[:7], few.predictions, rtol=0, atol=1e-14)
    np.testing.assert_array_equal(many.sets.fresh[:7], few.sets.fresh)
    rng = seeded(3)
    grown = simulate(problem, NearestNeighbours(3), n=20, n_sets=7, rng=rng).more(1, rng).more(52, rng)
    # Of more sets at once the products are summed in another order.
    np.testing.assert_allclose(grown.predictions, many.predictions, rtol=0, atol=1e-14)
    np.testing.assert_allclose(grown.fitted, many.fitted, rtol=0, atol=1e-14)
    assert (grown.n_sets, grown.measured) == (60, pytest.approx(many.measured))


def test_steps_grow_and_may_be_left():
    steps = simulation_steps(SINE, Polynomial(1), n=10, n_sets=60, rng=seeded())
    assert next(steps).n_sets == 25
    steps.close()
    whole = [found.n_sets for found in simulation_steps(SINE, Polynomial(1), n=10, n_sets=60, rng=seeded())]
    assert whole == [25, 50, 60]


def test_progress_can_stop():
    told = []

    def progress(share):
        told.append(share)
        if share > 0.6:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate(SINE, Polynomial(1), n=10, n_sets=100, rng=seeded(), progress=progress)
    assert told == [0.25, 0.5, 0.75]


@pytest.fixture(scope="module", params=["moons", "boundary"])
def plane(request):
    problem = PlaneProblem(request.param, flips=0.1)
    return simulate(problem, NearestNeighbours(15), n=60, n_sets=200, rng=seeded())


class TestClasses:
    @pytest.mark.slow
    def test_both_sums_are_the_expected_loss(self, plane):
        domingos, kohavi_wolpert = plane.zero_one().mean, plane.kohavi_wolpert().mean
        assert domingos.noise_term + domingos.bias + domingos.variance_term == pytest.approx(plane.set_errors.mean())
        assert kohavi_wolpert.loss == pytest.approx(domingos.loss)
        assert domingos.naive_sum > domingos.loss

    def test_and_the_measured_one_within_its_error(self, plane):
        measured = plane.measured
        assert measured.error - plane.zero_one().mean.loss == pytest.approx(measured.difference)
        assert abs(measured.difference) < 4 * measured.difference_error < 0.01

    def test_the_training_error_is_of_labels(self, plane):
        assert plane.fitted.dtype == bool
        assert plane.training_error == pytest.approx((plane.fitted != plane.sets.y).mean())


class Tree:
    """A learner from elsewhere: scikit-learn's tree, in a loop."""

    def __init__(self, tree):
        self.tree = tree

    def predict(self, x, y, at):
        each = x if x.ndim == 3 else [x] * len(y)
        points = at if at.ndim == 3 else [at] * len(y)
        return np.array([self.tree.fit(a, b).predict(c) for a, b, c in zip(each, y, points, strict=True)])


@pytest.mark.parametrize("problem", [SINE, CurveProblem("step", design="random")], ids=repr)
def test_other_learners_fit_in(problem):
    found = simulate(problem, Tree(DecisionTreeRegressor(random_state=0)), n=12, n_sets=30, rng=seeded())
    assert found.training_error == pytest.approx(0, abs=1e-20)
    assert abs(found.measured.difference) < 4 * found.measured.difference_error


GOLDEN_TREES = {
    "stump": (Tree(DecisionTreeClassifier(max_depth=1)), 0.2519, 0.1727, 0.0653, 0.0481, 0.0843),
    "depth 3": (Tree(DecisionTreeClassifier(max_depth=3, random_state=0)), 0.1965, 0.0437, 0.0936, 0.0166, 0.0235),
    "full": (Tree(DecisionTreeClassifier(random_state=0)), 0.2273, 0.0243, 0.1453, 0.0106, 0.0160),
    "25 neighbours": (NearestNeighbours(25), 0.1778, 0.0663, 0.0525, 0.0216, 0.0353),
}


@pytest.fixture(scope="module")
def golden_plane():
    """Return sets of 100 points with 10% flips, 200 of them, judged at 3,000 points."""
    problem, rng = PlaneProblem("boundary", flips=0.1), seeded(6)
    return draw_sets(problem, n=100, n_sets=200, rng=rng, at=problem.inputs(3_000, rng))


@pytest.mark.slow
@pytest.mark.parametrize("name", GOLDEN_TREES)
def test_golden_table_of_classes(golden_plane, name):
    """Sets and points of either table are random: a difference has the error of both."""
    learner, *golden = GOLDEN_TREES[name]
    found = train(learner, golden_plane)
    parts, kohavi_wolpert = found.zero_one(), found.kohavi_wolpert()
    points = (parts.loss, parts.bias, parts.variance_unbiased, parts.variance_biased, kohavi_wolpert.bias2)
    for part, known in zip(points, golden, strict=True):
        error = np.sqrt(2 * (part.var() / len(part) + parts.mean.loss_error**2))
        assert abs(part.mean() - known) < 3.5 * error + 5.1e-5
    assert kohavi_wolpert.mean.noise == pytest.approx(0.09)
    assert parts.mean.noise_term + parts.mean.bias + parts.mean.variance_term == pytest.approx(kohavi_wolpert.mean.loss)
    if name == "stump":
        assert parts.mean.naive_sum > parts.mean.loss + 0.1


@pytest.fixture(scope="module")
def wild():
    return simulate(CurveProblem("sine", design="random"), Polynomial(12), n=25, n_sets=500, rng=seeded())


class TestRareDraws:
    """Points drawn at random and a degree near n: a few sets with a gap at an end carry the mean."""

    def test_mean_and_median_differ(self, wild):
        assert wild.set_errors.mean() > 1_000 * wild.median_error
        assert wild.median_error < 10

    def test_it_is_said(self, wild):
        (message,) = wild.warnings
        assert message.values["median"] == wild.median_error
        assert str(message).startswith("Few training sets carry the mean error: its standard error is ")

    def test_ridge_is_calm(self):
        problem = CurveProblem("sine", design="random")
        calm = simulate(problem, Ridge(1e-2, degree=12), n=25, n_sets=500, rng=seeded())
        assert calm.warnings == ()
        assert calm.squared().mean.error < 0.5

    def test_nothing_is_said_of_rounding(self):
        """Without noise a cubic meets a cubic: what is left spreads, but is not an error of the learner."""
        problem = CurveProblem("cubic", sigma=0, design="random")
        exact = simulate(problem, Polynomial(3), n=25, n_sets=50, rng=seeded())
        assert 0 < exact.set_errors.mean() < 1e-24
        assert exact.warnings == ()

    def test_nothing_is_said_of_a_fixed_design_or_of_one_set(self):
        assert simulate(SINE, Polynomial(12), n=25, n_sets=50, rng=seeded()).warnings == ()
        assert simulate(SINE, Polynomial(12), n=25, n_sets=1, rng=seeded()).warnings == ()


def test_one_set():
    found = simulate(SINE, Polynomial(1), n=5, n_sets=1, rng=seeded())
    assert np.isnan(found.squared().mean.variance)
    assert np.isnan([found.measured.standard_error, found.measured.difference_error]).all()


def test_points_of_one_s_own():
    at = np.array([[0.1], [0.37]])
    found = simulate(SINE, Polynomial(3), n=10, n_sets=4, rng=seeded(), at=at)
    assert found.predictions.shape == (4, 2)
    np.testing.assert_allclose(found.sets.at_truth, np.sin(2 * np.pi * at[:, 0]))


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"n": 1}, "n must be a whole number from 2; got 1. Pass a count, not a share or a sum of weights."),
        ({"n_sets": 0}, "n_sets must be a whole number from 1; got 0. Pass a count, not a share or a sum of weights."),
        (
            {"at": [0.1, 0.2]},
            "at must have a row a point and 1 columns, one a feature; got an array of shape (2,). Pass the points as "
            "such a table.",
        ),
        (
            {"at": [[0.1], [np.nan]]},
            "at must hold finite numbers; got 'nan' (data row 2). Remove the row or give it a finite number.",
        ),
        ({"at": [["a"]]}, "at must hold numbers; got 'a' (data row 1). Convert the column to numbers first."),
        (
            {"problem": PlaneProblem("moons"), "at": [[0.1]]},
            "at must have a row a point and 2 columns, one a feature; got an array of shape (1, 1). Pass the points as "
            "such a table.",
        ),
    ],
)
def test_what_is_refused(options, sentence):
    usable = {"problem": SINE, "learner": Polynomial(1), "n": 10, "n_sets": 3}
    with pytest.raises(InputError) as refused:
        simulation_steps(**(usable | options), rng=seeded())
    assert str(refused.value) == sentence


def test_each_task_has_its_loss():
    curve = simulate(SINE, Polynomial(1), n=10, n_sets=3, rng=seeded())
    moons = simulate(PlaneProblem("moons"), Polynomial(1), n=10, n_sets=3, rng=seeded())
    with pytest.raises(InputError) as refused:
        curve.zero_one()
    assert str(refused.value) == (
        "The problem must be one of classification for this decomposition; got one of regression. "
        "Choose the other loss."
    )
    for asked in (curve.kohavi_wolpert, moons.squared, moons.same_target):
        with pytest.raises(InputError, match="The problem must be one of"):
            asked()


def test_the_median_in_a_warning_is_a_plain_number():
    errors = np.full((30, 4), 60.0)
    errors[0] = 1e5
    found = simulate(CurveProblem("flat"), Polynomial(0), n=4, n_sets=30, rng=np.random.default_rng(0))
    (warning,) = replace(found, predictions=errors).warnings
    assert "The median over the sets is 3,600." in str(warning)
