"""Long runs in a process of their own find what the same runs find here: question and answers are told as JSON.

That there is a process is tested once, and in tests/evalcore/support/test_apart.py.
"""

import numpy as np
import pytest

from evalcore import resampling
from evalcore.resampling import apart, worker
from evalcore.resampling.apart import asked_apart
from tests.evalcore.here import answers_here

METHODS = (resampling.HoldOut(0.4), resampling.KFold(3, stratified=False), resampling.Bootstrap(2, ".632+"))


def rng(seed=0):
    return np.random.default_rng(seed)


@pytest.fixture
def told_here(monkeypatch):
    monkeypatch.setattr(apart, "answers_apart", answers_here)


@pytest.mark.parametrize("method", [*METHODS, resampling.TrainingError(), resampling.LeaveOneOut(grouped=True)])
def test_a_method_is_what_its_parts_say(method):
    assert worker.method_of(worker.method_parts(method)) == method


def test_rows_are_what_their_parts_say():
    rows = resampling.TwoNormals(group_size=3).draw(30, rng())
    again = worker.rows_of(worker.rows_parts(rows))
    np.testing.assert_array_equal(again.x, rows.x)
    np.testing.assert_array_equal(again.y, rows.y)
    np.testing.assert_array_equal(again.groups, rows.groups)
    assert again.classes == rows.classes


@pytest.mark.slow
def test_the_comparison():
    problem, learner = resampling.TwoNormals(features=2), resampling.learner("majority")
    here = resampling.compare(problem, learner, METHODS, n=20, n_sets=3, rng=rng(4))
    *_, found = resampling.compare_apart(problem, "majority", METHODS, n=20, n_sets=3, seed=4)
    np.testing.assert_array_equal(found.errors, here.errors)
    np.testing.assert_array_equal(found.true_errors, here.true_errors)
    assert (found.methods, found.n_fits, found.n_sets) == (here.methods, here.n_fits, 3)


@pytest.mark.usefixtures("told_here")
def test_leaks():
    *_, here = resampling.leak_steps("copies", n=30, n_sets=2, rng=rng(1))
    *_, found = resampling.leak_apart("copies", n=30, n_sets=2, seed=1)
    np.testing.assert_array_equal(found.to_frame(), here.to_frame())


@pytest.mark.usefixtures("told_here")
def test_the_worth_of_a_winner():
    problem, make = resampling.TwoNormals(features=2), resampling.tunable("tree").make
    outer = resampling.KFold(3)
    *_, here = resampling.tuning_worth_steps(problem, make, (1, 2), n=30, n_sets=2, outer=outer, rng=rng(2))
    *_, found = resampling.worth_apart(problem, "tree", (1, 2), n=30, n_sets=2, k=5, outer=3, seed=2)
    np.testing.assert_array_equal(found.to_frame(), here.to_frame())


@pytest.mark.usefixtures("told_here")
def test_estimates_of_given_rows():
    rows = resampling.TwoNormals(features=2).draw(30, rng())
    asked = {**worker.rows_parts(rows), "preparation": "scaling", "seed": 3}
    learner = resampling.Prepared(resampling.learner("3-nn"), "scaling")
    here = resampling.estimate_error(learner, rows.x, rows.y, method=resampling.KFold(3), rng=rng(3))
    method = worker.method_parts(resampling.KFold(3))
    estimated = list(asked_apart("estimate", learner="3-nn", methods=[method], **asked))
    assert [one["wrong"] for one in estimated] == [np.flatnonzero(wrong).tolist() for wrong in here.wrong]


def test_one_of_the_data_sets_is_drawn_again():
    problem = resampling.TwoNormals()
    seen = []

    class Looking(resampling.MajorityRule):
        def fit(self, x, y):
            """Keep what was trained on."""
            seen.append(x)
            return super().fit(x, y)

    resampling.compare(problem, Looking(), [resampling.TrainingError()], n=20, n_sets=2, rng=rng(5))
    np.testing.assert_array_equal(seen[-1], resampling.drawn_set(problem, n=20, at=1, rng=rng(5)).x)
