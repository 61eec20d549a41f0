"""Bootstrap sets of a table: who is held out, parts that add up, more than two classes, steps."""

import numpy as np
import pandas as pd
import pytest
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor

from evalcore.bias_variance import (
    NearestNeighbours,
    Ridge,
    Tree,
    bootstrap_sets,
    decompose_squared,
    decompose_zero_one,
    learn_table,
    table_sweep_steps,
)
from evalcore.errors import InputError

LINEAR = Ridge(1e-6, degree=1, bounds=(-1.0, 1.0))


def seeded(seed=0):
    return np.random.default_rng(seed)


def numbers(rows=120, noise=0.5):
    rng = seeded(1)
    x = rng.normal(size=(rows, 3)) * [1, 100, 0.01]
    y = x[:, 0] + x[:, 1] / 100 + noise * rng.normal(size=rows)
    return learn_table(pd.DataFrame(x, columns=list("abc")).assign(y=y), target="y")


def classes(n_classes, rows=120):
    rng = seeded(2)
    place = rng.integers(0, n_classes, rows)
    x = rng.normal(size=(rows, 2)) + 1.5 * place[:, None]
    return learn_table(pd.DataFrame(x, columns=list("ab")).assign(kind=np.array(list("pqrs"))[place]), target="kind")


def swept(table, learners, n_sets=12, seed=0):
    *_, found = table_sweep_steps(bootstrap_sets(table, n_sets=n_sets, rng=seeded(seed)), learners)
    return found


class TestSets:
    def test_no_set_holds_a_row_that_is_held_out(self):
        table = numbers()
        sets = bootstrap_sets(table, n_sets=9, rng=seeded())
        assert sets.held_out.sum() == 36
        assert not sets.held_out[sets.drawn].any()
        assert sets.drawn.shape == (sets.n_sets, sets.n) == (9, 84)
        np.testing.assert_array_equal(sets.truth, table.y[sets.held_out])
        different = np.mean([len(np.unique(rows)) / sets.n for rows in sets.drawn])
        assert different == pytest.approx(1 - np.exp(-1), abs=0.04)

    def test_features_are_standardised_by_the_other_rows(self):
        sets = bootstrap_sets(numbers(), n_sets=1, rng=seeded())
        others = sets.x[~sets.held_out]
        np.testing.assert_allclose(others.mean(axis=0), 0, atol=1e-12)
        np.testing.assert_allclose(others.std(axis=0), 1)

    def test_a_feature_that_is_constant_among_them_says_nothing(self):
        rows = 40
        rare = np.zeros(rows)
        rare[np.flatnonzero(bootstrap_sets(numbers(rows), n_sets=1, rng=seeded()).held_out)[0]] = 1
        frame = pd.DataFrame({"x": np.arange(rows), "rare": rare, "y": np.arange(rows) * 2.0})
        sets = bootstrap_sets(learn_table(frame, target="y"), n_sets=1, rng=seeded())
        assert (sets.x[:, 1] == 0).all()

    def test_of_each_class_a_share_is_held_out_and_never_all(self):
        rows = 60
        frame = pd.DataFrame({"x": np.arange(rows), "kind": ["a"] * 50 + ["b"] * 9 + ["c"]})
        table = learn_table(frame, target="kind")
        held_out = bootstrap_sets(table, n_sets=1, rng=seeded()).held_out
        assert [int(held_out[table.y == place].sum()) for place in range(3)] == [15, 3, 0]

    def test_the_first_of_many_are_those_of_few(self):
        few, many = (bootstrap_sets(numbers(), n_sets=sets, rng=seeded(3)) for sets in (2, 7))
        np.testing.assert_array_equal(many.drawn[:2], few.drawn)
        np.testing.assert_array_equal(many.held_out, few.held_out)

    def test_too_few_sets(self):
        with pytest.raises(InputError, match="n_sets must be a whole number from 1; got 0"):
            bootstrap_sets(numbers(), n_sets=0, rng=seeded())


class TestSquaredError:
    def test_parts_are_those_of_a_loop_of_refits(self):
        table = numbers()
        sets = bootstrap_sets(table, n_sets=12, rng=seeded())
        (found,) = swept(table, [NearestNeighbours(4)]).parts
        oracle = KNeighborsRegressor(4)
        at = sets.x[sets.held_out]
        fits = [oracle.fit(sets.x[rows], table.y[rows]).predict(at) for rows in sets.drawn]
        known = decompose_squared(fits, sets.truth)
        np.testing.assert_allclose(found.error, known.error)
        np.testing.assert_allclose(found.bias_and_noise, known.bias2)
        np.testing.assert_allclose(found.bias_and_noise + found.variance, found.error)
        assert found.reason is None

    def test_least_squares_is_refitted_on_each_set(self):
        table = numbers()
        sets = bootstrap_sets(table, n_sets=3, rng=seeded())
        (found,) = swept(table, [LINEAR], n_sets=3).parts
        x, at = sets.x[sets.drawn], sets.x[sets.held_out]
        known = decompose_squared(LINEAR.predict(x, table.y[sets.drawn], at), sets.truth)
        np.testing.assert_allclose(found.error, known.error)

    def test_least_squares_on_many_rows_leaves_noise(self):
        (found,) = swept(numbers(1_500, noise=0.5), [LINEAR], n_sets=20).parts
        part = found.mean("bias_and_noise")
        assert abs(part.value - 0.25) < 4 * part.standard_error < 0.1
        assert found.mean("variance").value < 0.01

    def test_standard_errors_are_of_the_rows_held_out(self):
        (found,) = swept(numbers(), [LINEAR]).parts
        expected = found.error.std(ddof=1) / np.sqrt(len(found.error))
        assert found.mean("error").standard_error == pytest.approx(expected)
        assert 0 < found.sets_error < expected

    def test_variance_rises_with_flexibility(self):
        frame = swept(numbers(), [Tree(depth) for depth in (1, 3, 9)]).to_frame()
        assert (np.diff(frame["variance"]) > 0).all()
        np.testing.assert_allclose(frame["bias_and_noise"] + frame["variance"], frame["error"])
        assert (frame["variance_biased"] == 0).all()

    def test_one_set_shows_no_variance(self):
        (found,) = swept(numbers(), [LINEAR], n_sets=1).parts
        assert np.isnan([found.mean("variance").value, found.mean("bias_and_noise").value]).all()
        assert np.isfinite(found.mean("error").value)
        assert str(found.reason).startswith("One training set shows one fit")


class TestZeroOneLoss:
    @pytest.mark.parametrize("n_classes", [2, 3, 4])
    def test_parts_are_those_of_a_loop_of_refits(self, n_classes):
        table = classes(n_classes)
        sets = bootstrap_sets(table, n_sets=12, rng=seeded())
        (found,) = swept(table, [NearestNeighbours(1)]).parts
        oracle = KNeighborsClassifier(1)
        at = sets.x[sets.held_out]
        predictions = [oracle.fit(sets.x[rows], table.y[rows]).predict(at) for rows in sets.drawn]
        known = decompose_zero_one(predictions, sets.truth, classes=np.arange(n_classes))
        np.testing.assert_allclose(found.error, known.loss)
        np.testing.assert_allclose(found.bias_and_noise, known.bias)
        np.testing.assert_allclose(found.variance, known.variance_term)
        np.testing.assert_allclose(found.bias_and_noise + found.variance, found.error, atol=1e-12)
        np.testing.assert_allclose(found.variance_unbiased - found.variance_biased, found.variance, atol=1e-12)

    def test_trees_tell_three_classes_apart(self):
        frame = swept(classes(3), [Tree(1), Tree(4)]).to_frame()
        assert frame["error"].iloc[1] < 0.5
        assert (frame["variance_biased"] >= 0).all()

    def test_one_set_shows_no_variance(self):
        (found,) = swept(classes(2), [Tree(2)], n_sets=1).parts
        assert np.isnan(found.mean("variance").value)
        assert np.isfinite(found.mean("error").value)


def test_steps_tell_how_far_they_are_and_may_be_left():
    sets = bootstrap_sets(numbers(), n_sets=12, rng=seeded())
    steps = table_sweep_steps(sets, [LINEAR, NearestNeighbours(1)])
    first = next(steps)
    assert (first.parts, first.progress) == ((), 5 / 24)
    rest = list(steps)
    assert [len(one.parts) for one in rest] == [0, 1, 1, 1, 2]
    assert rest[-1].progress == 1
    assert rest[-1].best == 0


def test_more_neighbours_than_rows_are_refused():
    with pytest.raises(InputError, match="k must be at most 84, the points of a training set; got 85"):
        swept(numbers(), [NearestNeighbours(85)])


@pytest.mark.parametrize("k", [1, 7, 84])
def test_neighbours_are_those_of_each_set(k):
    """Rows put in order once give what the learner finds set by set."""
    table = numbers()
    sets = bootstrap_sets(table, n_sets=4, rng=seeded())
    (found,) = swept(table, [NearestNeighbours(k)], n_sets=4).parts
    fits = NearestNeighbours(k).predict(sets.x[sets.drawn], table.y[sets.drawn], sets.x[sets.held_out])
    np.testing.assert_allclose(found.error, decompose_squared(fits, sets.truth).error)


def test_a_learner_there_must_be():
    sets = bootstrap_sets(numbers(), n_sets=2, rng=seeded())
    with pytest.raises(InputError, match="learners must name at least one learner; got none"):
        table_sweep_steps(sets, [])
