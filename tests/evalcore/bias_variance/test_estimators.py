"""Learners of scikit-learn: those of a loop of refits, seeded, in steps, and imported only when one is trained."""

import subprocess
import sys
from zlib import crc32

import numpy as np
import pytest
from sklearn.ensemble import (
    BaggingRegressor,
    GradientBoostingRegressor,
    RandomForestClassifier,
    RandomForestRegressor,
)
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from evalcore.bias_variance import (
    CLASSIFIERS,
    Bagging,
    Boosting,
    CurveProblem,
    Forest,
    LinearSVM,
    PlaneProblem,
    RadialSVM,
    Tree,
    classify,
    draw_sets,
    family,
    simulate,
    simulation_steps,
    sweep_steps,
    train,
    train_steps,
)
from evalcore.errors import InputError

LEARNERS = [Tree(1), Tree(None), Forest(3, trees=5), LinearSVM(0.5), RadialSVM(3.0)]


def plane_sets(n_sets=12, n=40):
    return draw_sets(PlaneProblem("moons"), n=n, n_sets=n_sets, rng=np.random.default_rng(3))


def curve_sets(design="random"):
    return draw_sets(CurveProblem("sine", design=design), n=30, n_sets=6, rng=np.random.default_rng(3))


def refits(oracle, x, y, at):
    """What is predicted by an estimator made anew for each set, with the seed of that set's numbers."""
    each = x if x.ndim == 3 else [x] * len(y)
    seeds = [crc32(t.astype(float).tobytes(), crc32(one.tobytes())) for one, t in zip(each, y, strict=True)]
    return np.array([oracle(s).fit(one, t).predict(at) for s, one, t in zip(seeds, each, y, strict=True)])


@pytest.mark.parametrize(
    ("learner", "oracle"),
    [
        (Tree(3), lambda seed: DecisionTreeClassifier(max_depth=3, random_state=seed)),
        (Tree(None), lambda seed: DecisionTreeClassifier(random_state=seed)),
        (Forest(4, trees=7), lambda seed: RandomForestClassifier(7, max_depth=4, random_state=seed)),
        (LinearSVM(0.5), lambda seed: SVC(kernel="linear", C=0.5)),
        (RadialSVM(3.0, 2.0), lambda seed: SVC(gamma=3.0, C=2.0)),
    ],
    ids=lambda one: "" if callable(one) else repr(one),
)
def test_classes_are_those_of_the_classifiers(learner, oracle):
    sets = plane_sets()
    found = classify(learner, sets.x, sets.y, sets.at)
    np.testing.assert_array_equal(found, refits(oracle, sets.x, sets.y, sets.at))


@pytest.mark.parametrize("design", ["fixed", "random"])
@pytest.mark.parametrize(
    ("learner", "oracle"),
    [
        (Tree(3), lambda seed: DecisionTreeRegressor(max_depth=3, random_state=seed)),
        (Forest(4, trees=7), lambda seed: RandomForestRegressor(7, max_depth=4, random_state=seed)),
    ],
    ids=lambda one: "" if callable(one) else repr(one),
)
def test_numbers_are_those_of_the_regressors(design, learner, oracle):
    sets = curve_sets(design)
    np.testing.assert_allclose(
        learner.predict(sets.x, sets.y, sets.at), refits(oracle, sets.x, sets.y, sets.at), rtol=1e-12
    )


@pytest.mark.parametrize("learner", LEARNERS, ids=repr)
def test_trained_once_for_both_places(learner):
    sets = plane_sets()
    found = train(learner, sets)
    np.testing.assert_array_equal(found.predictions, classify(learner, sets.x, sets.y, sets.at))
    np.testing.assert_array_equal(found.fitted, classify(learner, sets.x, sets.y, sets.x))


def test_a_fixed_design_is_trained_once_for_both_places_too():
    sets = curve_sets("fixed")
    found = train(Tree(2), sets)
    np.testing.assert_array_equal(found.predictions, found.fitted)


@pytest.mark.parametrize("learner", LEARNERS, ids=repr)
def test_steps_of_a_few_sets_change_nothing(learner, monkeypatch):
    sets = plane_sets()
    whole = train(learner, sets)
    monkeypatch.setattr(type(learner), "sets_a_step", 5)
    steps = list(train_steps(learner, sets))
    assert [one.n_sets for one in steps] == [5, 10, 12]
    np.testing.assert_array_equal(steps[-1].predictions, whole.predictions)
    np.testing.assert_array_equal(steps[-1].fitted, whole.fitted)
    np.testing.assert_array_equal(steps[-1].sets.fresh, sets.fresh)
    np.testing.assert_array_equal(steps[-1].sets.x, sets.x)


def test_a_forest_can_be_left_after_few_sets():
    steps = sweep_steps(plane_sets(), [Forest(2, trees=2), Tree(1)])
    first = next(steps)
    assert (first.simulations, first.share, first.progress) == ((), 5 / 12, 5 / 24)
    told = [first.progress, *(found.progress for found in steps)]
    assert told == [5 / 24, 10 / 24, 0.5, 1.0]
    assert [one.n_sets for one in simulation_steps(PlaneProblem(), Forest(1, 2), n=9, n_sets=7, rng=rng())] == [5, 7]


def rng():
    return np.random.default_rng(0)


def test_the_same_seed_gives_the_same_forest_and_other_sets_another():
    options = {"n": 30, "n_sets": 6}
    first, second = (simulate(PlaneProblem(), Forest(None, 3), **options, rng=rng()) for _ in range(2))
    np.testing.assert_array_equal(first.predictions, second.predictions)
    sets = plane_sets(2)
    same = classify(Forest(None, 3), np.stack([sets.x[0]] * 2), sets.y, sets.at)
    assert (same[0] != same[1]).any()


@pytest.mark.parametrize("name", CLASSIFIERS)
@pytest.mark.parametrize("n", [2, 25])
def test_every_family_of_classifiers_can_be_trained_at_any_size(name, n):
    learners = family(name, n=n)
    assert len(set(learners)) == len(learners) > 1
    sets = plane_sets(2, n)
    for learner in (learners[0], learners[-1]):
        assert np.isfinite(train(learner, sets).zero_one().mean.loss)


def test_flexible_learners_fit_their_sets():
    sets = plane_sets(n=25)
    assert train(Tree(None), sets).training_error == 0
    assert train(RadialSVM(1000.0, 1000.0), sets).training_error == 0
    errors = [train(learner, sets).training_error for learner in family("tree", n=25)]
    assert (np.diff(errors) <= 0).all()


def test_one_class_only():
    x, y = rng().random((1, 5, 2)), np.ones((1, 5))
    for learner in LEARNERS:
        assert learner.predict(x, y, x[0]).tolist() == [[1] * 5]


@pytest.mark.slow
def test_nothing_of_scikit_learn_is_imported_before_a_learner_is_trained():
    code = "import sys, evalcore, evalcore.bias_variance as b; b.family('forest', n=9); print('sklearn' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (
            lambda: Tree(0),
            "depth must be a whole number from 1; got 0. Pass a count, not a share or a sum of weights.",
        ),
        (
            lambda: Forest(0),
            "depth must be a whole number from 1; got 0. Pass a count, not a share or a sum of weights.",
        ),
        (
            lambda: Forest(2, 0),
            "trees must be a whole number from 1; got 0. Pass a count, not a share or a sum of weights.",
        ),
        (lambda: LinearSVM(0), "cost must be above 0; got 0. Choose a positive number."),
        (lambda: RadialSVM(-1.0), "gamma must not be negative; got -1.0. Choose 0 or more."),
        (lambda: RadialSVM(1.0, 0.0), "cost must be above 0; got 0.0. Choose a positive number."),
        (
            lambda: LinearSVM().predict(np.eye(2), np.array([[1.0, 0.5]]), np.eye(2)),
            "targets must be 1 and 0 for a support vector machine; got 0.5. Choose a problem of two classes or another "
            "learner.",
        ),
    ],
)
def test_what_is_refused(make, sentence):
    with pytest.raises(InputError) as refused:
        make()
    assert str(refused.value) == sentence


STAGED = {"boosting": Boosting(12), "bagging": Bagging(12)}


@pytest.mark.parametrize("learner", STAGED.values(), ids=STAGED)
def test_a_stage_is_the_learner_of_so_many_members(learner):
    sets = draw_sets(CurveProblem(design="random"), n=15, n_sets=4, rng=np.random.default_rng(3))
    at = np.broadcast_to(sets.at, (4, *sets.at.shape))
    found = learner.stages(sets.x, sets.y, at, [1, 5, 12])
    for members, table in zip((1, 5, 12), found, strict=True):
        np.testing.assert_allclose(table, learner.grown(members).predict(sets.x, sets.y, at), rtol=1e-12)


def test_boosting_is_that_of_scikit_learn():
    x, y = np.linspace(0, 1, 20)[:, None], np.sin(6 * np.linspace(0, 1, 20))[None]
    expected = GradientBoostingRegressor(n_estimators=7, max_depth=2, learning_rate=0.1).fit(x, y[0]).predict(x)
    np.testing.assert_allclose(Boosting(7).predict(x, y, x)[0], expected)


def test_bagging_is_that_of_scikit_learn():
    x, y = np.linspace(0, 1, 20)[:, None], np.sin(6 * np.linspace(0, 1, 20))[None]
    seed = crc32(y[0].tobytes(), crc32(x.tobytes()))
    expected = BaggingRegressor(DecisionTreeRegressor(), 9, random_state=seed).fit(x, y[0]).predict(x)
    np.testing.assert_allclose(Bagging(9).predict(x, y, x)[0], expected)


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: Boosting(0), "rounds must be"),
        (lambda: Boosting(rate=0), "rate must be above 0"),
        (lambda: Bagging(0), "trees must be"),
    ],
)
def test_numbers_of_staged_learners_are_checked(make, said):
    with pytest.raises(InputError, match=said):
        make()
