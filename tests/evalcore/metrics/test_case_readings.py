"""All metrics with intervals by case."""

import math

import numpy as np
import pytest
import statsmodels.api as sm
from hypothesis import given
from scipy import stats

from evalcore.counts import confusion_matrix
from evalcore.errors import InputError, Message
from evalcore.metrics import METRICS, Metric, evaluate, readings, readings_by_case
from evalcore.metrics import registry as registry_module
from tests.evalcore.cases import ROWS, clustered, columns, copied, shuffled

Z = stats.norm.ppf(0.975)


def called(cases=30, seed=0):
    truth, score, _, case = clustered(cases, seed=seed)
    return [truth, score > 0.7, case]


def ends(found):
    return {r.name: (r.value, r.low, r.high) for r in found}


def wilson(share, error, df, level=0.975):
    """Return Wilson's interval of as many rows as would vary so, with Student's quantile, from the formula."""
    rows, t = share * (1 - share) / error**2, stats.t.ppf(level, df)
    middle = (share + t * t / (2 * rows)) / (1 + t * t / rows)
    half = t / (1 + t * t / rows) * math.sqrt(share * (1 - share) / rows + t * t / (4 * rows * rows))
    return middle - half, middle + half


def by_regression(y, case, x=None):
    """Return estimate and standard error of a mean, or of a slope, with robust covariance by clusters."""
    design = np.ones(len(y)) if x is None else sm.add_constant(x.astype(float))
    fitted = sm.OLS(y.astype(float), design).fit(cov_type="cluster", cov_kwds={"groups": case, "use_correction": False})
    return fitted.params[-1], fitted.bse[-1]


def kish(case):
    sizes = np.unique(case, return_counts=True)[1]
    return sizes.sum() ** 2 / (sizes**2).sum(), len(sizes)


@pytest.mark.parametrize(
    ("name", "rows", "of"),
    [
        ("accuracy", lambda y, p: y | True, lambda y, p: y == p),
        ("error_rate", lambda y, p: y | True, lambda y, p: y != p),
        ("precision", lambda y, p: p, lambda y, p: y),
        ("recall", lambda y, p: y, lambda y, p: p),
        ("specificity", lambda y, p: ~y, lambda y, p: ~p),
        ("fpr", lambda y, p: ~y, lambda y, p: p),
        ("fnr", lambda y, p: y, lambda y, p: ~p),
        ("npv", lambda y, p: ~p, lambda y, p: ~y),
        ("queue_rate", lambda y, p: y | True, lambda y, p: p),
        ("prevalence", lambda y, p: y | True, lambda y, p: y),
        ("majority_baseline", lambda y, p: y | True, lambda y, p: ~y),
    ],
)
def test_proportions_are_those_of_a_regression_with_clusters(name, rows, of):
    """Each is the mean of yes and no over some rows: statsmodels knows its variance by cluster."""
    truth, predicted, case = called()
    kept = rows(truth, predicted)
    share, error = by_regression(of(truth, predicted)[kept], case[kept])
    alike, count = kish(case[kept])
    found = {r.name: r for r in readings_by_case(truth, predicted, case)}[name]
    expected = wilson(share, error * math.sqrt(count / (count - 1)), alike - 1)
    assert found.value == pytest.approx(share)
    assert (found.low, found.high) == pytest.approx(expected)
    assert found.successes == np.count_nonzero(of(truth, predicted)[kept])
    assert (found.trials, found.method, found.reason) == (np.count_nonzero(kept), "by case", None)


def test_youden_s_j_is_the_slope_of_a_regression_with_clusters():
    truth, predicted, case = called()
    slope, error = by_regression(predicted, case, truth)
    least = min((kish(case[of]) for of in (truth, ~truth)), key=lambda pair: pair[0])
    count = min(kish(case[of])[1] for of in (truth, ~truth))
    low, high = wilson((slope + 1) / 2, error / 2 * math.sqrt(count / (count - 1)), least[0] - 1)
    found = {r.name: r for r in readings_by_case(truth, predicted, case)}
    assert found["youden_j"].value == pytest.approx(slope)
    assert (found["youden_j"].low, found["youden_j"].high) == pytest.approx((2 * low - 1, 2 * high - 1), rel=1e-7)
    assert (found["balanced_accuracy"].low, found["balanced_accuracy"].high) == pytest.approx((low, high), rel=1e-7)


@pytest.mark.parametrize("name", ["f_beta", "matthews", "kappa", "balanced_accuracy"])
@pytest.mark.parametrize("beta", [1.0, 2.0])
def test_what_is_no_proportion_spreads_as_leaving_out_each_case_tells(name, beta):
    """Oracle: weigh the rows of one case a little less; the interval turned back gives the same error."""
    truth, predicted, case = called()
    matrix = confusion_matrix(truth, predicted)
    value = evaluate(name, matrix, beta=beta)
    influence = []
    for of in range(30):
        up, down = (
            evaluate(name, confusion_matrix(truth, predicted, sample_weight=1 + step * (case == of)), beta=beta)
            for step in (1e-4, -1e-4)
        )
        influence.append((up - down) / 2e-4)
    groups = [truth | predicted] if name == "f_beta" else [truth, ~truth]
    if name == "f_beta":
        alike, count = kish(case[groups[0]])
    else:
        alike, count = min(kish(case[of])[0] for of in groups), min(kish(case[of])[1] for of in groups)
    error = math.sqrt(count / (count - 1) * np.square(influence).sum())
    lowest = METRICS[name].lowest
    reach = METRICS[name].highest - lowest
    low, high = (lowest + reach * end for end in wilson((value - lowest) / reach, error / reach, alike - 1))
    found = {r.name: r for r in readings_by_case(truth, predicted, case, beta=beta)}[name]
    assert (found.value, found.low, found.high) == pytest.approx((value, low, high), rel=1e-6)


def test_many_classes():
    rng = np.random.default_rng(5)
    case = np.repeat(np.arange(30), 7)
    truth = rng.integers(4, size=210)
    predicted = np.where(rng.random(210) < 0.3 + 0.5 * rng.random(30)[case], truth, rng.integers(4, size=210))
    found = {r.name: r for r in readings_by_case(truth, predicted, case)}
    assert list(found) == [r.name for r in readings(confusion_matrix(truth, predicted))]
    share, error = by_regression(truth == predicted, case)
    assert (found["accuracy"].low, found["accuracy"].high) == pytest.approx(
        wilson(share, error * math.sqrt(30 / 29), 29)
    )
    for name in ("matthews", "kappa", "balanced_accuracy"):
        influence = [
            (
                evaluate(name, confusion_matrix(truth, predicted, sample_weight=1 + 1e-4 * (case == of)))
                - evaluate(name, confusion_matrix(truth, predicted, sample_weight=1 - 1e-4 * (case == of)))
            )
            / 2e-4
            for of in range(30)
        ]
        groups = [kish(case[truth == of]) for of in range(4)]
        count = min(pair[1] for pair in groups)
        error = math.sqrt(count / (count - 1) * np.square(influence).sum())
        lowest, reach = METRICS[name].lowest, 1 - METRICS[name].lowest
        ends_of = wilson((found[name].value - lowest) / reach, error / reach, min(pair[0] for pair in groups) - 1)
        assert (found[name].low, found[name].high) == pytest.approx(
            tuple(lowest + reach * end for end in ends_of), rel=1e-6
        )


@given(ROWS)
def test_cases_of_one_row_each_have_the_readings_of_rows(rows):
    truth, score, *_ = columns(rows)
    predicted = score > 0
    matrix = confusion_matrix(truth, predicted)
    for times in (1, 3):
        case = np.repeat(np.arange(len(truth)), times)
        found = readings_by_case(*copied([truth, predicted], times), case)
        for one, other in zip(found, readings(matrix), strict=True):
            np.testing.assert_equal(
                (one.name, one.value, one.low, one.high), (other.name, other.value, other.low, other.high)
            )
            assert (one.reason, one.warnings) == (other.reason, other.warnings)


@given(ROWS)
def test_whatever_the_rows_an_interval_holds_the_value_or_says_why_there_is_none(rows):
    truth, score, _, case = columns(rows)
    found = readings_by_case(truth, score > 0, case)
    for reading in found:
        entry = METRICS[reading.name]
        assert math.isnan(reading.low) == math.isnan(reading.high) == (reading.reason is not None), reading
        if reading.reason is None:
            assert entry.lowest <= reading.low <= reading.value <= reading.high <= entry.highest, reading
            assert reading.low < reading.high, reading
    twice = readings_by_case(*copied([truth, score > 0, case], 2))
    for one, other in zip(found, twice, strict=True):
        np.testing.assert_allclose([one.low, one.high], [other.low, other.high], rtol=1e-5, atol=1e-7)


def test_neither_order_nor_labels_nor_copies_matter():
    rows = called()
    found = ends(readings_by_case(*rows))
    for changed in (shuffled(rows), copied(rows, 3)):
        other = ends(readings_by_case(*changed))
        for name, numbers in found.items():
            np.testing.assert_allclose(other[name], numbers, rtol=1e-6, err_msg=name)
    narrower = {r.name: r.high - r.low for r in readings_by_case(*rows, confidence_level=0.8)}
    assert all(narrower[name] < high - low for name, (_, low, high) in found.items())


def test_what_is_asked_for():
    truth, predicted, case = called()
    some = readings_by_case(truth, predicted, case, names=("recall", "accuracy"))
    assert [reading.name for reading in some] == ["accuracy", "recall"]
    named = readings_by_case(
        np.where(truth, "ill", "well"), np.where(predicted, "ill", "well"), case, classes=("ill", "well")
    )
    assert ends(named) == ends(readings_by_case(truth, predicted, case))
    unnamed = readings_by_case(np.where(truth, "ill", "well"), np.where(predicted, "ill", "well"), case)
    assert "recall" not in ends(unnamed)


def test_a_metric_that_is_added_has_an_interval_by_case(monkeypatch):
    """One entry of the registry is all that a metric needs."""
    gain = Metric(
        title=Message("gain"), function=lambda cm: (cm.tp - cm.fp) / (cm.tp + cm.fp + cm.fn + cm.tn), lowest=-1.0
    )
    monkeypatch.setitem(registry_module.METRICS, "gain", gain)
    truth, predicted, case = called()
    found = {r.name: r for r in readings_by_case(truth, predicted, case)}["gain"]
    assert found.low < found.value < found.high


@pytest.mark.parametrize(
    ("truth", "predicted", "case", "name", "said"),
    [
        ([0, 0, 0, 0], [0, 1, 0, 0], "uuvv", "recall", "No row is positive"),
        ([1, 0, 1, 0], [1, 1, 0, 0], "uuuu", "accuracy", "at least two cases"),
        ([1, 1, 0, 0], [1, 0, 0, 1], "uuvv", "recall", "at least two cases"),
        ([1, 0, 1, 0], [1, 1, 1, 1], "uuvv", "accuracy", "All cases are alike"),
    ],
)
def test_why_there_is_no_interval(truth, predicted, case, name, said):
    found = {r.name: r for r in readings_by_case(truth, predicted, list(case))}[name]
    assert math.isnan(found.low)
    assert said in str(found.reason)


def test_a_share_without_exception_has_the_interval_of_as_many_rows_as_cases():
    case = np.repeat(np.arange(25), 4)
    truth = np.tile([True, False, False, True], 25)
    found = {r.name: r for r in readings_by_case(truth, truth, case)}["accuracy"]
    assert (found.value, found.high) == (1, 1)
    assert found.low == pytest.approx(25 / (25 + Z * Z))
    assert "fewer than five cases" in " ".join(map(str, found.warnings))


def test_few_cases_are_said():
    found = {r.name: r for r in readings_by_case(*called(cases=12))}
    assert "rests on: 12." in " ".join(map(str, found["accuracy"].warnings))
    enough = {r.name: r for r in readings_by_case(*called(cases=60))}
    assert enough["accuracy"].warnings == ()


def test_bad_columns_are_refused():
    with pytest.raises(InputError, match="y_pred must have 2 values, one a row; got 1"):
        readings_by_case([1, 0], [1], ["u", "v"])
