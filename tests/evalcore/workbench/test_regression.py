"""The workbench of predicted numbers, against scikit-learn and the calls it is made of."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn import metrics as oracle

from evalcore import regression
from evalcore.errors import InputError
from evalcore.workbench import RegressionWorkbench, workbench

RNG = np.random.default_rng(4)
Y = RNG.normal(10, 3, 200)
A, B = Y + RNG.normal(0, 1, 200), Y + RNG.normal(0.2, 1.3, 200)


@pytest.fixture(scope="module")
def bench():
    return workbench(Y, {"a": A, "b": B})


def test_errors_are_those_of_scikit_learn(bench):
    assert isinstance(bench, RegressionWorkbench)
    found = bench.readings().set_index(["model", "metric"])
    assert_allclose(found.loc[("a", "mse"), "value"], oracle.mean_squared_error(Y, A))
    assert_allclose(found.loc[("b", "mae"), "value"], oracle.mean_absolute_error(Y, B))
    assert_allclose(found.loc[("b", "r2"), "value"], oracle.r2_score(Y, B))
    assert (found["low"] < found["value"]).all()
    assert (found["value"] < found["high"]).all()


def test_the_same_question_has_the_same_answer(bench):
    expected = regression.bootstrap_errors(Y, A, rng=np.random.default_rng(0))
    assert bench.readings().loc[0, "low"] == expected.mse.low


def test_the_handle_stands_at_the_tolerance_asked_for(bench):
    shown = bench.errors(0.75)
    assert '"0.75"' in shown.figure.layout.meta["live"]
    assert shown.value.model == "a"
    assert bench.errors(model="b").value.model == "b"


def test_models_are_compared_on_the_same_rows(bench):
    found = bench.compare("mae").iloc[0]
    assert_allclose(found["difference"], oracle.mean_absolute_error(Y, A) - oracle.mean_absolute_error(Y, B))
    assert (found["first"], found["second"], found["measure"]) == ("a", "b", "mae")
    assert_allclose(bench.test(metric="mae").value, found["difference"])


def test_groups_are_tenths(bench):
    assert len(bench.groups(n_groups=5).table) == 5
    assert bench.groups("truth").table["low"].iloc[0] == Y.min()


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (lambda of: of.compare("auc"), "metric must be"),
        (lambda of: of.groups("age"), "by must be"),
        (lambda of: of.test("a", "z"), "second must be one of 'b'; got 'z'"),
        (lambda _of: workbench(Y, A).compare(), "scores must hold two models for this; got 1"),
    ],
)
def test_a_refusal_names_the_argument(bench, asked, said):
    with pytest.raises(InputError) as refused:
        asked(bench)
    assert said in str(refused.value)
