"""The workbench of many classes, against scikit-learn and against what one class alone says."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from pandas.testing import assert_frame_equal
from sklearn import metrics as oracle

from evalcore.errors import InputError
from evalcore.workbench import ClassesWorkbench, workbench

RNG = np.random.default_rng(3)
NAMES = np.array(["blue", "green", "red"])
CODES = RNG.integers(0, 3, 300)
Y = NAMES[CODES]
P = RNG.dirichlet([1, 1, 1], 300)
P[np.arange(300), CODES] += 0.4
P /= P.sum(axis=1, keepdims=True)
SAID = NAMES[np.where(RNG.random(300) < 0.8, CODES, (CODES + 1) % 3)]


@pytest.fixture(scope="module")
def bench():
    return workbench(Y, {"p": P, "said": SAID})


def test_the_matrix_is_that_of_scikit_learn(bench):
    assert isinstance(bench, ClassesWorkbench)
    assert_array_equal(bench.matrix().table, oracle.confusion_matrix(Y, NAMES[P.argmax(axis=1)]))
    assert_array_equal(bench.matrix(model="said").table, oracle.confusion_matrix(Y, SAID))
    assert list(bench.matrix().table.index) == list(NAMES)


@pytest.mark.parametrize(
    ("average", "options"),
    [
        ("macro", {"multi_class": "ovr"}),
        ("weighted", {"multi_class": "ovr", "average": "weighted"}),
        ("hand_till", {"multi_class": "ovo"}),
    ],
)  # fmt: skip
def test_averages_of_areas_are_those_of_scikit_learn(bench, average, options):
    found = bench.auc(average=average).iloc[0]
    assert_allclose(found["auc"], oracle.roc_auc_score(Y, P, **options))
    assert found["low"] < found["auc"] < found["high"]


def test_areas_have_the_losses_of_all_classes_together(bench):
    found = bench.areas().set_index("measure")
    assert list(found["model"].unique()) == ["p"]
    assert_allclose(found.loc["log_loss", "value"], oracle.log_loss(Y, P))
    assert_allclose(found.loc["brier_score", "value"], np.square(P - np.eye(3)[CODES]).sum(axis=1).mean())
    assert_allclose(found.loc["auc", "value"], bench.auc()["auc"])
    assert ((found["low"] < found["value"]) & (found["value"] < found["high"])).all()
    raw = workbench(Y, {"raw": P * 3}).areas().set_index("measure")
    assert np.isnan(raw.loc["log_loss", "value"])
    assert "cannot be read as probabilities" in raw.loc["log_loss", "note"]


def test_weights_leave_the_areas_without_an_interval():
    weight = RNG.integers(1, 4, 300)
    found = workbench(Y, P, sample_weight=weight)
    for average in ("macro", "weighted"):
        row = found.auc(average=average).iloc[0]
        expected = oracle.roc_auc_score(Y, P, multi_class="ovr", average=average, sample_weight=weight)
        assert_allclose(row["auc"], expected)
        assert np.isnan(row["low"])
        assert row["note"] == "There is no interval where rows are weighted or belong to cases."
    with pytest.raises(InputError, match="sample_weight must be left out for test"):
        workbench(Y, {"p": P, "said": SAID}, sample_weight=weight).test()


def test_each_class_has_its_area(bench):
    found = bench.auc(average=None)
    assert_allclose(found["auc"], oracle.roc_auc_score(Y, P, multi_class="ovr", average=None))
    assert_frame_equal(bench.curves().table, found)


def test_on_a_narrow_page_names_stand_below_the_curves(bench):
    shown = bench.curves()
    assert shown.figure.layout.legend.orientation is None
    assert shown.narrow.layout.legend.orientation == "h"


def test_readings_of_each_class_and_on_average(bench):
    found = bench.readings(model="said").set_index(["class", "metric"])["value"]
    each = oracle.precision_score(Y, SAID, average=None)
    assert_allclose([found[name, "precision"] for name in NAMES], each)
    assert_allclose(found["macro", "mean_f1"], oracle.f1_score(Y, SAID, average="macro"))
    assert_allclose(found["all", "matthews"], oracle.matthews_corrcoef(Y, SAID))


def test_costs_are_those_of_the_table(bench):
    cost = np.array([[0, 1, 2], [3, 0, 1], [5, 1, 0]])
    found = bench.costs(cost).table.set_index("model")["cost"]
    assert_allclose(found["said"], (oracle.confusion_matrix(Y, SAID) * cost).sum() / 300)
    assert_allclose(bench.costs().table["cost"][1], (SAID != Y).mean())


def test_models_are_compared_by_their_mistakes(bench):
    found = bench.compare().iloc[0]
    assert_allclose(found["difference"], (NAMES[P.argmax(axis=1)] != Y).mean() - (SAID != Y).mean())
    assert found["pvalue"] == bench.test().pvalue


def test_one_class_against_the_rest_is_a_workbench_of_two(bench):
    red = bench.against("red")
    assert red is bench.against("red")
    assert_allclose(red.auc()["auc"][0], oracle.roc_auc_score(Y == "red", P[:, 2]))
    named = workbench(Y, {"p": P, "said": SAID}, pos_label="red")
    assert_frame_equal(red.readings(0.4), named.readings(0.4))


def test_what_needs_one_class_says_so(bench):
    with pytest.raises(AttributeError, match=r"of many classes one is looked at: against\(pos_label\)\.choose"):
        bench.choose("f1")
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        bench.nothing  # noqa: B018 - asking is what is tested


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (lambda of: of.against("pink"), "pos_label must be one of the classes of y_true ('blue', 'green', 'red')"),
        (lambda of: of.auc(average="micro"), "average must be"),
        (lambda of: of.costs([[0, 1], [1, 0]]), "cost must be a table of 3 x 3 numbers, a row a true class"),
        (lambda of: of.curves(model="said"), "model must be one of 'p'; got 'said'"),
        (lambda _of: workbench(Y, SAID).auc(), "scores must hold probabilities or other scores for this"),
    ],
)  # fmt: skip
def test_a_refusal_names_the_argument(bench, asked, said):
    with pytest.raises(InputError) as refused:
        asked(bench)
    assert said in str(refused.value)
