"""The workbench of two classes against the calls it is made of, and against scikit-learn."""

import inspect

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from pandas.testing import assert_frame_equal
from sklearn import metrics as oracle
from sklearn.svm import LinearSVC

import evalcore
from evalcore import calibration, costs, curves, decisions, metrics, significance
from evalcore.counts import threshold_counts
from evalcore.errors import InputError
from evalcore.workbench import BinaryWorkbench, DecisionsWorkbench, base, workbench
from evalcore.workbench import counted as counted_module

RNG = np.random.default_rng(28)
N = 400
Y = RNG.random(N) < 0.4
A = np.clip(0.35 + 0.3 * Y + RNG.normal(0, 0.2, N), 0, 1).round(3)
B = np.clip(A + RNG.normal(0, 0.2, N), 0, 1).round(3)
D = (A > 0.62).astype(int)
SITE = RNG.choice(["x", "y", "z"], N)


@pytest.fixture(scope="module")
def bench():
    return workbench(Y, {"a": A, "b": B, "d": D}, groups={"site": SITE})


def test_the_package_is_called():
    assert isinstance(evalcore.workbench(Y, A), BinaryWorkbench)
    assert list(inspect.signature(evalcore.workbench).parameters)[:8] == [
        "y_true", "scores", "pos_label", "sample_weight", "case", "groups", "X", "name",
    ]  # fmt: skip


def test_auc_has_a_row_a_model_as_the_pages_print_it(bench):
    found = bench.auc()
    assert list(found.columns) == ["model", "auc", "low", "high"]
    assert list(found["model"]) == ["a", "b"]
    assert_allclose(found["auc"], [oracle.roc_auc_score(Y, A), oracle.roc_auc_score(Y, B)])
    one = curves.auc_interval(Y, A)
    assert_array_equal(found.loc[0, ["low", "high"]].to_numpy(float), [one.robust_low, one.robust_high])


def test_auc_says_what_to_mind():
    assert "note" in workbench([0, 1, 1], [0.1, 0.2, 0.3]).auc()


def test_areas_are_those_of_scikit_learn(bench):
    found = bench.areas().set_index(["model", "measure"])["value"]
    assert_allclose(found["b", "average_precision"], oracle.average_precision_score(Y, B))
    assert_allclose(found["b", "brier_score"], oracle.brier_score_loss(Y, B))
    inside = np.clip(B, 0.01, 0.99)  # scikit-learn moves a probability of 0 a little, here it costs infinitely much
    lost = workbench(Y, inside).areas().set_index("measure")["value"]["log_loss"]
    assert_allclose(lost, oracle.log_loss(Y, inside))


def test_losses_of_what_is_no_probability_are_undefined_with_the_reason():
    found = workbench([0, 1, 1, 0], {"sure": [0.0, 0.0, 1.0, 0.5], "margin": [-1.0, 2.0, 3.0, 0.0]}).areas()
    of = found.set_index(["model", "measure"])
    assert of.loc[("sure", "log_loss"), "value"] == np.inf
    assert of.loc[("sure", "log_loss"), "note"].startswith("A row was given probability 0 of what happened")
    for measure in ("brier_score", "log_loss"):
        assert np.isnan(of.loc[("margin", measure), "value"])
        assert of.loc[("margin", measure), "note"]


@pytest.mark.parametrize("threshold", [0.5, 0.333, 0.0, 1.0, np.float32(0.25)])
def test_the_matrix_is_that_of_scikit_learn(bench, threshold):
    shown = bench.matrix(threshold, model="b")
    expected = oracle.confusion_matrix(Y, float(threshold) <= B, labels=[True, False])
    assert_array_equal(shown.table, expected)
    assert list(shown.table.index) == list(shown.table.columns) == ["True", "False"]
    assert shown.value.tp == expected[0, 0]


@pytest.mark.parametrize(("normalize", "expected"), [("true", "% of the row"), ("pred", "% of the column")])
def test_shares_are_of_what_scikit_learn_calls_so(bench, normalize, expected):
    said = [one.text for one in bench.matrix(normalize=normalize).figure.layout.annotations]
    assert any(expected in text for text in said)


def test_decisions_have_a_matrix_without_a_threshold(bench):
    assert_array_equal(bench.matrix(model="d").table, oracle.confusion_matrix(Y, D == 1, labels=[True, False]))


def test_the_handle_stands_at_the_threshold_asked_for(bench):
    live = bench.matrix(0.1234567).figure.layout.meta["live"]
    assert '"0.1234567"' in live
    assert 0.1234567 in bench.handle(0.1234567)


def test_readings_are_those_of_the_matrix(bench):
    found = bench.readings(0.4, model="a")
    expected = metrics.readings(threshold_counts(Y, A).at(0.4)).to_frame()
    assert list(found.columns) == [
        "model", "threshold", "metric", "value", "low", "high", "successes", "trials", "method", "note",
    ]  # fmt: skip
    assert_array_equal(found[["value", "low", "high"]], expected[["value", "low", "high"]])
    by_name = found.set_index("metric")["value"]
    assert_allclose(by_name["f1"], oracle.f1_score(Y, A >= 0.4))
    assert_allclose(by_name["matthews"], oracle.matthews_corrcoef(Y, A >= 0.4))
    assert set(bench.readings()["model"]) == {"a", "b", "d"}


def test_a_threshold_is_a_number_a_wish_or_what_was_chosen(bench):
    chosen = bench.choose("precision", at_least={"recall": 0.9}, model="b")
    expected = decisions.choose(threshold_counts(Y, B), best="precision", at_least={"recall": 0.9})
    assert chosen.threshold == expected.threshold
    for threshold in (chosen, "precision while recall >= 0.9", chosen.wish, chosen.threshold):
        assert bench.at(threshold, model="b") == expected.threshold
    assert bench.choose("precision~recall>=0.9", model="b").threshold == expected.threshold
    assert (
        bench.choose("cost", cost_fn=5, cost_fp=1).threshold
        == costs.best_threshold(threshold_counts(Y, A), cost_fn=5, cost_fp=1).threshold
    )


def test_where_no_threshold_is_asked_for_it_is_that_of_scikit_learn():
    assert workbench(Y, A).at() == 0.5
    x = np.column_stack([A, B])
    model = LinearSVC(C=0.1).fit(x, Y)
    found = workbench(Y, model, X=x)
    assert found.at() == 0.0
    assert_array_equal(found.matrix().table, oracle.confusion_matrix(Y, model.predict(x), labels=[True, False]))


def test_curves_have_the_areas_of_all_models(bench):
    shown = bench.curves(model="b")
    assert_frame_equal(shown.table, bench.areas())
    assert [one.name for one in shown.value] == ["a", "b"]
    assert any("d" in str(trace.name) for trace in shown.figure.data)  # decisions are a point
    assert bench.curves(show="det").figure.layout.meta["live"]


def test_costs_are_those_of_the_rules(bench):
    shown = bench.costs(5, 1, threshold=0.3)
    counts = threshold_counts(Y, A)
    best = costs.best_threshold(counts, cost_fn=5, cost_fp=1)
    rules = costs.rule_costs(counts, 0.3, best, cost_fn=5, cost_fp=1)
    row = shown.table.set_index("rule").loc["this threshold"]
    assert (row["cost"], row["low"], row["high"]) == (rules.current.value, rules.current.low, rules.current.high)
    assert shown.table.set_index("rule").loc["best threshold", "threshold"] == best.threshold
    assert bench.costs(0, 0).figure.data  # nothing is at stake
    assert bench.costs(5, 1, prevalence=0.1).table["cost"][1] != shown.table["cost"][1]


def test_groups_are_those_of_by_group(bench):
    shown = bench.groups("site", threshold=0.45)
    expected = decisions.by_group(Y, A, SITE, 0.45, by="recall")
    assert_frame_equal(shown.table, expected.to_frame())
    assert_frame_equal(bench.groups(pd.Series(SITE, name="other"), threshold=0.45).table, shown.table)


def test_groups_of_rows_left_out_are_left_out():
    holes = np.where(np.arange(N) % 7 == 0, np.nan, A)
    kept = ~np.isnan(holes)
    found = workbench(Y, holes, groups=SITE).groups(threshold=0.5).table
    assert_frame_equal(found, workbench(Y[kept], A[kept], groups=SITE[kept]).groups(threshold=0.5).table)


def test_calibration_is_that_of_the_counts(bench):
    shown = bench.calibration(n_bins=5)
    expected = calibration.calibration(threshold_counts(Y, A), bins=5)
    assert_array_equal(shown.table["share"], expected.share)
    assert shown.table["n"].sum() == N


def test_models_are_compared_by_areas_and_by_mistakes(bench):
    found = bench.compare(0.5)
    assert len(found) == 1 + 3
    areas = found[found["measure"] == "auc"].iloc[0]
    assert (areas["difference"], areas["pvalue"]) == (
        significance.delong_test(Y, A, B).difference, significance.delong_test(Y, A, B).pvalue,
    )  # fmt: skip
    of_pair = found[(found["measure"] == "error_rate") & (found["first"] == "a") & (found["second"] == "b")].iloc[0]
    wrong_a, wrong_b = (A >= 0.5) != Y, (B >= 0.5) != Y
    assert_allclose(of_pair["difference"], wrong_a.mean() - wrong_b.mean())
    expected = significance.mcnemar(int((wrong_a & ~wrong_b).sum()), int((~wrong_a & wrong_b).sum()))
    assert of_pair["pvalue"] == expected.pvalue
    assert of_pair["adjusted"] >= of_pair["pvalue"]


def test_tests_of_two_models_and_of_one(bench):
    assert bench.test().pvalue == significance.delong_test(Y, A, B).pvalue
    assert bench.test("b", "a").statistic == -bench.test().statistic
    assert bench.test("a", "d").method.startswith("mcnemar")
    wrong = int(((A >= 0.5) != Y).sum())
    assert bench.test("a", error_rate=0.3).pvalue == significance.binomial_test(wrong, N, 0.3).pvalue


def test_rows_of_cases_have_intervals_by_case():
    patient = np.arange(N) // 5
    found = workbench(Y, {"a": A, "b": B}, case=patient)
    expected = curves.auc_interval(Y, A, case=patient)
    assert_array_equal(found.auc().loc[0, ["low", "high"]].to_numpy(float), [expected.robust_low, expected.robust_high])
    assert found.test().pvalue == significance.delong_test(Y, A, B, case=patient).pvalue
    right = [(A >= 0.5) == Y, (B >= 0.5) == Y]
    assert found.test(method="mcnemar").pvalue == significance.mcnemar_by_case(*right, patient).pvalue
    with pytest.raises(InputError, match="case must be left out for test against an error rate"):
        found.test(error_rate=0.2)


def test_weights_count_rows_several_times():
    weight = RNG.integers(1, 4, N)
    found = workbench(Y, A, sample_weight=weight)
    assert_allclose(
        found.matrix(0.5).table, oracle.confusion_matrix(Y, A >= 0.5, sample_weight=weight, labels=[True, False])
    )
    assert_allclose(found.auc()["auc"][0], oracle.roc_auc_score(Y, A, sample_weight=weight))
    both = workbench(Y, {"a": A, "b": B}, sample_weight=weight)
    for asked in (both.compare, both.test, lambda: both.test(error_rate=0.1)):
        with pytest.raises(InputError, match=r"sample_weight must be left out for (compare|test)"):
            asked()


def test_a_frame_has_its_columns_by_name():
    frame = pd.DataFrame({"y": Y, "a": A, "s": SITE, "w": 2.0, "c": np.arange(N)})
    found = workbench(frame, ["a"], truth="y", groups="s", sample_weight="w", case="c")
    assert found.matrix(0.5).table.to_numpy().sum() == 2 * N
    assert found.group_names == ("s",)


def test_what_is_known_is_not_computed_again(monkeypatch):
    found = workbench(Y, A)
    called = []

    def counted(*args, **options):
        called.append(args)
        return threshold_counts(*args, **options)

    monkeypatch.setattr(counted_module, "threshold_counts", counted)
    found.auc(), found.readings(), found.matrix(0.2), found.curves(), found.costs()
    again = workbench(Y.copy(), A.copy())
    again.calibration(), again.matrix(0.3)
    assert len(called) == 1
    workbench(Y, B).auc()
    assert len(called) == 2


def test_what_is_known_goes_with_the_last_workbench():
    found = workbench(Y, A + 1)
    digest = found.predictions.digest
    assert digest in base._KNOWN
    del found
    assert digest not in base._KNOWN


def test_decisions_alone_have_what_needs_no_score():
    found = workbench(Y, {"d": D, "e": (B > 0.5).astype(int)})
    assert isinstance(found, DecisionsWorkbench)
    assert_allclose(found.readings(model="d").set_index("metric")["value"]["precision"], oracle.precision_score(Y, D))
    assert list(found.curves().table.columns) == ["model", "fpr", "recall", "precision"]
    assert found.test().method.startswith("mcnemar")
    assert len(found.compare()) == 1
    for asked in (found.auc, found.calibration, found.choose, found.costs, found.groups, found.at):
        with pytest.raises(InputError, match="scores must hold probabilities or other scores for this; got decisions"):
            asked()


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (lambda of: of.matrix(model="z"), "model must be one of 'a', 'b', 'd'; got 'z'. Choose one of them."),
        (lambda of: of.auc(confidence_level=2), "level"),
        (
            lambda of: of.matrix("precison"),
            "threshold must be a number or a wish; got 'precison'. Write a wish as precision while recall>=0.9.",
        ),
        (lambda of: of.matrix(np.nan), "threshold must be a number or a wish; got 'nan'."),
        (lambda of: of.matrix([1]), "threshold must be a number or a wish; got '[1]'."),
        (lambda of: of.choose("precision whil recall>0.9"), "best must be a number or a wish"),
        (lambda of: of.readings("accuracy while recall>=1 and alerts<=1"), "threshold must do what is wished"),
        (lambda of: of.test("a", "a"), "second must be one of 'b', 'd'; got 'a'"),
        (lambda of: of.test("a", "d", method="delong"), "second must be one of 'a', 'b'; got 'd'"),
        (lambda of: of.test(method="t"), "method must be"),
        (lambda of: of.matrix(normalize="row"), "normalize must be"),
        (lambda of: of.curves(show="pr"), "show must be"),
        (lambda of: of.groups("age"), "by must be one of 'site'; got 'age'"),
        (lambda of: of.groups([1, 2]), "by must have 400 values, one a row; got 2"),
        (
            lambda _of: workbench(Y, A).groups(),
            "groups must be given to tell rows apart; got none. Pass one value a row.",
        ),
        (lambda _of: workbench(Y, A, groups=[1]), "groups must have 400 values, one a row; got 1"),
        (lambda _of: workbench(Y, A).compare(), "scores must hold two models for this; got 1. Pass a dict of them."),
        (lambda _of: workbench(Y), "scores must be given; got none."),
        (lambda _of: workbench(Y, A, truth="y"), "truth must be left out unless y_true is a source or a frame"),
        (lambda _of: workbench(Y, A, where={"a": 1}), "where must be left out unless y_true is a source"),
        (lambda _of: workbench(pd.DataFrame({"y": Y}), ["z"], truth="y"), "scores must be one of 'y'; got 'z'"),
        (
            lambda _of: workbench(pd.DataFrame({"y": Y}), 3, truth="y"),
            "scores must name columns of the frame",
        ),
    ],
)
def test_a_refusal_names_the_argument(bench, asked, said):
    with pytest.raises(InputError) as refused:
        asked(bench)
    assert said in str(refused.value)


def test_a_workbench_says_what_it_is(bench):
    assert repr(bench) == "BinaryWorkbench(400 rows; models 'a', 'b', 'd')"
    holes = np.where(np.arange(N) == 3, np.nan, A)
    assert repr(workbench(Y, holes)) == "BinaryWorkbench(399 rows, 1 left out; models 'model')"
    assert "1 left out: The score is missing in column 'model'." in workbench(Y, holes).matrix().about
