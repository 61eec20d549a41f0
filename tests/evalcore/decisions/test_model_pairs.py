"""All pairs of models by any metric: counts by brute force, intervals by their formula, statsmodels and simulation."""

import itertools
import math

import numpy as np
import pytest
import statsmodels.api as sm
from scipy import stats

from evalcore.costs.paired import few_apart
from evalcore.counts import Cells, confusion_matrix, threshold_counts
from evalcore.decisions import Wish, choose, compare_models, packed_calls, pair_differences
from evalcore.decisions.model_pairs import ALIKE, CHOSEN, NAMES
from evalcore.errors import InputError
from evalcore.metrics import METRICS, evaluate
from evalcore.significance import holm, mcnemar

Z = stats.norm.ppf(0.975)
LISTED = [name for name in METRICS if name not in {"majority_baseline", "prevalence", "f1"}]


def drawn(n=400, models=3, seed=0, p=0.3):
    rng = np.random.default_rng(seed)
    truth = rng.random(n) < p
    base = rng.normal(size=n) + 1.2 * truth
    scores = {f"m{i}": base + rng.normal(0, 0.5 + 0.2 * i, n) for i in range(models)}
    return truth, {name: score >= 0.8 for name, score in scores.items()}, scores


@pytest.mark.parametrize("n", [1, 8, 61])
def test_joint_counts_row_by_row(n):
    truth, called, _ = drawn(n)
    calls = packed_calls(truth, called)
    for i, j in itertools.combinations(range(3), 2):
        a, b = (called[f"m{of}"] for of in (i, j))
        expected = [
            [(side & a & b).sum(), (side & a & ~b).sum(), (side & ~a & b).sum(), (side & ~a & ~b).sum()]
            for side in (truth, ~truth)
        ]
        assert calls.joint(i, j).tolist() == expected
    assert (calls.rows(1) == called["m1"]).all()
    assert (calls.positive == truth).all()


def test_values_are_those_of_both_matrices():
    truth, called, _ = drawn()
    for of in pair_differences(packed_calls(truth, called), names=LISTED).differences:
        a, b = (evaluate(of.name, confusion_matrix(truth, called[name])) for name in (of.first, of.second))
        assert of.value == pytest.approx(a - b, abs=1e-12)
        assert of.low <= of.value <= of.high
        assert of.low_all <= of.low
        assert of.high <= of.high_all
        assert of.n_apart == (called[of.first] != called[of.second]).sum()


def bonett_price(more, less, n):
    middle = (more - less) / (n + 2)
    half = Z * math.sqrt(((more + 1) / (n + 2) + (less + 1) / (n + 2) - middle**2) / (n + 2))
    return middle - half, middle + half


@pytest.mark.parametrize(("name", "side"), [("recall", True), ("specificity", False)])
def test_shares_of_a_class_have_bonett_and_prices_interval_and_mcnemars_p(name, side):
    truth, called, _ = drawn(120)
    (of,) = pair_differences(packed_calls(truth, {k: called[k] for k in ("m0", "m2")}), names=[name]).differences
    right = {k: called[k] == side for k in ("m0", "m2")}
    more, less = ((right[a] & ~right[b] & (truth == side)).sum() for a, b in (("m0", "m2"), ("m2", "m0")))
    assert (of.low, of.high) == pytest.approx(bonett_price(more, less, (truth == side).sum()), abs=1e-7)
    assert of.pvalue == pytest.approx(mcnemar(int(more), int(less)).pvalue)


@pytest.mark.parametrize("name", ["accuracy", "error_rate", "queue_rate", "fpr", "fnr"])
def test_p_of_shares_is_a_binomial_mid_p(name):
    truth, called, _ = drawn(150)
    (of,) = pair_differences(packed_calls(truth, {k: called[k] for k in ("m0", "m2")}), names=[name]).differences
    a, b = called["m0"], called["m2"]
    if name in {"accuracy", "error_rate"}:
        a, b, rows = a == truth, b == truth, np.ones(150, dtype=bool)
    else:
        rows = {"queue_rate": np.ones(150, dtype=bool), "fpr": ~truth, "fnr": truth}[name]
    more, less = (rows & a & ~b).sum(), (rows & b & ~a).sum()
    few, n = min(more, less), more + less
    mid = 2 * stats.binom.cdf(few, n, 0.5) - stats.binom.pmf(few, n, 0.5)
    assert of.pvalue == pytest.approx(min(mid, 1))


@pytest.mark.parametrize(("name", "said"), [("precision", True), ("npv", False)])
def test_ratios_with_other_rows_as_statsmodels(name, said):
    """The rows that either model calls so, stacked: a difference of means whose rows are clusters of two."""
    truth, called, _ = drawn(20_000, models=2)
    (of,) = pair_differences(packed_calls(truth, called), names=[name]).differences
    rows = [np.flatnonzero(called[model] == said) for model in ("m0", "m1")]
    y = np.concatenate([truth[of] == said for of in rows]).astype(float)
    first = np.repeat([1.0, 0.0], [len(of) for of in rows])
    model = sm.OLS(y, sm.add_constant(first))
    fitted = model.fit(cov_type="cluster", cov_kwds={"groups": np.concatenate(rows), "use_correction": False})
    assert of.value == pytest.approx(fitted.params[1])
    assert (of.high - of.low) / 2 == pytest.approx(Z * fitted.bse[1], rel=2e-3)
    assert of.pvalue == pytest.approx(fitted.pvalues[1], rel=0.05)


@pytest.mark.parametrize("name", ["f_beta", "matthews", "kappa", "balanced_accuracy", "youden_j"])
def test_the_width_is_that_of_new_samples(name):
    truth, called, _ = drawn(4_000, models=2)
    calls = packed_calls(truth, called)
    (of,) = pair_differences(calls, names=[name], beta=2.0).differences
    joint, rng = calls.joint(0, 1).ravel(), np.random.default_rng(1)
    t = rng.multinomial(4_000, joint / 4_000, size=8_000).T.astype(float)
    a = Cells(tp=t[0] + t[1], fp=t[4] + t[5], fn=t[2] + t[3], tn=t[6] + t[7])
    b = Cells(tp=t[0] + t[2], fp=t[4] + t[6], fn=t[1] + t[3], tn=t[5] + t[7])
    spread = np.std(evaluate(name, a, beta=2.0) - evaluate(name, b, beta=2.0))
    assert (of.high - of.low) / 2 == pytest.approx(Z * spread, rel=0.05)


def test_all_pairs_are_adjusted_by_one_rule():
    truth, called, _ = drawn(300, models=4)
    calls = packed_calls(truth, called)
    found = pair_differences(calls)
    assert found.n_pairs == 6
    assert [of.name for of in found.differences] == [name for name in NAMES for _ in range(6)]
    wide = pair_differences(calls, confidence_level=1 - 0.05 / 6)
    for of, wider in zip(found.differences, wide.differences, strict=True):
        assert (of.low_all, of.high_all) == pytest.approx((wider.low, wider.high))
    for name in NAMES:
        of_name = [of for of in found.differences if of.name == name]
        assert [of.adjusted for of in of_name] == pytest.approx(holm([of.pvalue for of in of_name]).tolist())
    frame = found.to_frame()
    assert (len(frame), frame.loc[0, "first"], frame.loc[5, "second"]) == (36, "m0", "m3")


def test_the_order_of_models_turns_the_sign():
    truth, called, _ = drawn(models=2)
    one, other = (
        pair_differences(packed_calls(truth, {k: called[k] for k in order})).differences
        for order in (("m0", "m1"), ("m1", "m0"))
    )
    for a, b in zip(one, other, strict=True):
        assert (a.value, a.low, a.pvalue) == pytest.approx((-b.value, -b.high, b.pvalue))


def test_copies_by_case_are_as_good_as_one_row_each():
    truth, called, _ = drawn(200, models=2)
    three = packed_calls(np.repeat(truth, 3), {name: np.repeat(of, 3) for name, of in called.items()})
    alone = pair_differences(packed_calls(truth, called)).differences
    for a, b in zip(pair_differences(three, case=np.arange(600) // 3).differences, alone, strict=True):
        assert a.value == pytest.approx(b.value)
        assert a.high - a.low == pytest.approx(b.high - b.low, rel=0.03)
        assert a.high - a.low > b.high - b.low
        assert a.pvalue == pytest.approx(b.pvalue, abs=0.1)
        assert a.low_all == a.low
    wrong = pair_differences(three).differences
    assert wrong[0].high - wrong[0].low < 0.65 * (alone[0].high - alone[0].low)


def test_cases_that_do_not_tell():
    truth, called, _ = drawn(60, models=2)
    one = pair_differences(packed_calls(truth, called), case=["a"] * 60).differences[0]
    assert "two cases" in str(one.reason)
    assert math.isfinite(one.value)
    few = pair_differences(packed_calls(truth, called), case=np.arange(60) // 12).differences[0]
    assert len(few.warnings) == 2
    assert "Cases with rows that the two models decide differently" in str(few.warnings[0])


def test_undefined_alike_and_few():
    truth = np.arange(60) < 20
    called = {"never": np.zeros(60, dtype=bool), "some": np.arange(60) % 3 == 0, "same": np.arange(60) % 3 == 0}
    found = {(of.name, of.first, of.second): of for of in pair_differences(packed_calls(truth, called)).differences}
    none = found["precision", "never", "some"]
    assert str(none.reason) == "No row is predicted positive."
    assert math.isnan(none.value + none.pvalue + none.adjusted)
    same = found["precision", "some", "same"]
    assert (same.value, same.pvalue, same.reason, same.n_apart) == (0, 1, ALIKE, 0)
    assert math.isnan(same.low)
    nearly = {**called, "same": called["same"] ^ (np.arange(60) < 3)}
    few = pair_differences(packed_calls(truth, nearly)).differences
    assert few[2].warnings == (few_apart(3),)


def test_one_threshold_own_thresholds_and_a_wish():
    truth, called, scores = drawn()
    same = compare_models(truth, scores, 0.8)
    assert [of.value for of in same.differences] == [
        of.value for of in pair_differences(packed_calls(truth, called)).differences
    ]
    assert (same.thresholds, same.warnings) == ({"m0": 0.8, "m1": 0.8, "m2": 0.8}, ())
    own = compare_models(truth, scores, {"m0": 0.2, "m1": 0.5, "m2": 0.9}, names=["recall"])
    recalls = [(scores[name] >= t)[truth].mean() for name, t in own.thresholds.items()]
    assert own.differences[1].value == pytest.approx(recalls[0] - recalls[2])
    wished = compare_models(truth, scores, Wish("precision", at_least={"recall": 0.7}), names=["accuracy"])
    for name, threshold in wished.thresholds.items():
        best = choose(threshold_counts(truth, scores[name]), best="precision", at_least={"recall": 0.7})
        assert threshold == best.threshold
    assert {of.name for of in wished.differences} == {"accuracy", "precision", "recall"}
    assert wished.warnings == (CHOSEN,)


def test_a_model_without_a_threshold_is_left_out():
    truth, _, scores = drawn(models=3)
    scores["bad"] = np.zeros(400)
    found = compare_models(truth, scores, Wish("recall", at_least={"precision": 0.9}))
    assert set(found.left_out) == {"bad"}
    assert str(found.left_out["bad"]) == "No threshold of these rows does what is wished."
    assert found.n_pairs == 3


def test_bad_input():
    truth, called, scores = drawn()
    with pytest.raises(InputError, match=r"^At least two models must be given; got 1. Add another one\."):
        packed_calls(truth, {"m0": called["m0"]})
    with pytest.raises(InputError, match=r"^Each model must have a threshold; got none for 'm1'\. Name one, or leave"):
        compare_models(truth, scores, {"m0": 0.5, "m2": 0.5})
    with pytest.raises(InputError, match="m1 must have 400 values"):
        packed_calls(truth, {**called, "m1": [1, 0]})
    with pytest.raises(InputError, match="The metric must be one of"):
        pair_differences(packed_calls(truth, called), names=["auc"])
