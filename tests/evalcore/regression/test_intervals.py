"""Bootstrap intervals of the measures: by a loop of resamples, by weights, by coverage, and of very many rows."""

import numpy as np
import pytest
from scipy import stats

from evalcore.errors import InputError
from evalcore.regression import METRICS, bootstrap_errors, draws, influence, regression_errors
from evalcore.regression.rows import Rows
from tests.tiers import least_of, thorough


def rows(n, seed=0):
    rng = np.random.default_rng(seed)
    truth = rng.normal(5, 3, n)
    return truth, truth + rng.normal(0.5, 1, n), rng.uniform(0.2, 2, n)


def table(found, column):
    return np.array([getattr(getattr(found, metric), column) for metric in METRICS])


def measured(*columns, weight=None):
    found = regression_errors(*columns, sample_weight=weight)
    return np.array([getattr(found, metric) for metric in METRICS])


@pytest.mark.parametrize("weighted", [False, True])
def test_standard_errors_are_those_of_a_loop_of_resamples(weighted):
    truth, predicted, weight = rows(80)
    weight = weight if weighted else np.ones(80)
    found = bootstrap_errors(truth, predicted, sample_weight=weight, rng=np.random.default_rng(1))
    np.testing.assert_allclose(table(found, "value"), measured(truth, predicted, weight=weight), rtol=1e-10)
    rng = np.random.default_rng(2)
    drawn = [rng.integers(0, 80, 80) for _ in range(1_500)]
    loop = np.array([measured(truth[row], predicted[row], weight=weight[row]) for row in drawn])
    np.testing.assert_allclose(table(found, "standard_error"), loop.std(axis=0), rtol=0.08)
    assert found.exact


@pytest.mark.parametrize("metric", ["mse", "mae", "rmse", "r2"])
@pytest.mark.parametrize("weighted", [False, True])
def test_the_acceleration_is_that_of_the_jackknife(metric, weighted):
    """By first-order influence here, by leaving each row out in the oracle."""
    truth, predicted, weight = rows(400)
    weight = weight if weighted else np.ones(400)
    checked = draws.design([Rows(truth, predicted, weight, weighted)])
    told = influence.acceleration(checked, influence.gradient(draws.of_rows(checked), metric))
    place = METRICS.index(metric)
    kept = ~np.eye(400, dtype=bool)
    left_out = np.array([measured(truth[k], predicted[k], weight=weight[k])[place] for k in kept])
    away = left_out.mean() - left_out
    assert told == pytest.approx((away**3).sum() / (6 * np.square(away).sum() ** 1.5), abs=0.003)


def test_scipy_finds_the_same_percentiles():
    """scipy's BCa of the mean squared error, at the level that Student's t widens to."""
    truth, predicted, _ = rows(40)
    found = bootstrap_errors(truth, predicted, n_replicates=9_999, rng=np.random.default_rng(1)).mse
    z = stats.t.ppf(0.975, 39) * np.sqrt(40 / 39)
    squares = (np.square(predicted - truth),)
    level = 2 * stats.norm.cdf(z) - 1
    other = stats.bootstrap(
        squares, np.mean, confidence_level=level, random_state=np.random.default_rng(2)
    ).confidence_interval
    assert (found.low, found.high) == pytest.approx(tuple(other), abs=0.1 * found.standard_error)


def test_an_outlier_does_not_send_the_ends_to_infinity():
    truth, predicted, _ = rows(50)
    predicted[0] += 60
    found = bootstrap_errors(truth, predicted, rng=np.random.default_rng(1))
    assert found.mse.high < 6 * found.mse.value
    assert found.mse.low > 0


@pytest.mark.slow
def test_many_rows_have_the_law_of_rows_drawn_one_by_one(monkeypatch):
    """Among the rows a few count for much: what stands out is drawn, and the rest is as good as normal."""
    truth, predicted, weight = rows(3_000)
    predicted[:3] += 30
    options = {"sample_weight": weight, "n_replicates": 4_000}
    exact = bootstrap_errors(truth, predicted, rng=np.random.default_rng(1), **options)
    monkeypatch.setattr(draws, "EXACT_ROWS", 1_000)
    fast = bootstrap_errors(truth, predicted, rng=np.random.default_rng(2), **options)
    spread = table(exact, "standard_error")
    np.testing.assert_allclose(table(fast, "value"), table(exact, "value"), rtol=1e-9)
    np.testing.assert_allclose(table(fast, "standard_error"), spread, rtol=0.1)
    assert (abs(table(fast, "low") - table(exact, "low")) < 0.25 * spread).all()
    # Three rows of such weight: the upper end is that of a few draws.
    assert (abs(table(fast, "high") - table(exact, "high")) < 0.6 * spread).all()


@pytest.mark.parametrize("ties", [0, 0.5, 3])
def test_the_median_of_many_rows_with_ties(monkeypatch, ties):
    """Errors in whole steps: most of the weight at the median is beyond half."""
    rng = np.random.default_rng(7)
    error = rng.normal(0.5, 1, 3_000)
    error = np.round(error / ties) * ties if ties else error
    options = {"n_replicates": 2_000, "sample_weight": rng.integers(1, 3, 3_000)}
    exact = bootstrap_errors(np.zeros(3_000), error, rng=rng, **options).median_absolute_error
    monkeypatch.setattr(draws, "EXACT_ROWS", 1_000)
    fast = bootstrap_errors(np.zeros(3_000), error, rng=rng, **options).median_absolute_error
    assert fast.value == exact.value
    if ties:
        assert (fast.low, fast.high) == pytest.approx((exact.low, exact.high), nan_ok=True)
    else:
        assert (fast.low, fast.high) == pytest.approx((exact.low, exact.high), abs=0.3 * exact.standard_error)


def test_the_same_seed_gives_the_same_interval():
    truth, predicted, _ = rows(50)
    one, two = (bootstrap_errors(truth, predicted, rng=np.random.default_rng(3)) for _ in range(2))
    assert table(one, "low").tolist() == table(two, "low").tolist()


@pytest.mark.parametrize("n", [60, 11_000])
def test_units_only_change_the_unit(n):
    truth, predicted, weight = rows(n)
    one = bootstrap_errors(truth, predicted, sample_weight=weight, n_replicates=200, rng=np.random.default_rng(3))
    large = [1e60 * truth, 1e60 * predicted]
    other = bootstrap_errors(*large, sample_weight=9 * weight, n_replicates=200, rng=np.random.default_rng(3))
    factor = np.array([{"mse": 1e120, "r2": 1}.get(metric, 1e60) for metric in METRICS])
    for column in ("value", "standard_error", "low", "high"):
        np.testing.assert_allclose(table(other, column), factor * table(one, column), rtol=1e-6)


def test_the_ends_are_about_the_value():
    found = bootstrap_errors(*rows(100)[:2], rng=np.random.default_rng(0))
    assert (table(found, "low") < table(found, "value")).all()
    assert (table(found, "value") < table(found, "high")).all()
    assert found.mse.low == pytest.approx(found.rmse.low**2, rel=1e-3)  # percentiles know no power
    assert found.to_frame().shape == (5, 4)


def test_rows_that_show_nothing():
    found = bootstrap_errors([1, 2, 3], [2, 3, 4], rng=np.random.default_rng(0))
    assert found.mse.value == pytest.approx(1)
    assert np.isnan(found.mse.low)
    assert str(found.mse.reason) == (
        "Every row has the same error: these rows cannot show how far the value may be off."
    )
    assert np.isnan(bootstrap_errors([1, 1], [2, 4], rng=np.random.default_rng(0)).r2.value)
    assert str(bootstrap_errors([1, 1], [2, 4], rng=np.random.default_rng(0)).r2.reason).startswith("R² compares")
    perfect = bootstrap_errors([1, 2, 3], [1, 2, 3], rng=np.random.default_rng(0))
    assert (perfect.r2.value, perfect.mae.value) == (1, 0)
    assert perfect.r2.reason is perfect.mae.reason is perfect.median_absolute_error.reason is not None
    alone = bootstrap_errors([1], [2], rng=np.random.default_rng(0))
    assert str(alone.warnings[0]) == (
        "These rows say as much as 1 rows of equal weight, which is few: intervals meant to hold the true value in "
        "0.95 of all samples hold it less often."
    )


def test_rows_most_of_which_weigh_nothing():
    """Some resamples have no row that weighs anything; they are left out."""
    weight = np.zeros(12)
    weight[:2] = 1
    found = bootstrap_errors(np.arange(12), np.arange(12) ** 1.5, sample_weight=weight, rng=np.random.default_rng(0))
    assert found.mae.value == pytest.approx(0)  # 0 and 1 are right
    found = bootstrap_errors(np.arange(12), np.arange(12) * 2, sample_weight=weight, rng=np.random.default_rng(0))
    assert found.mae.value == pytest.approx(0.5)
    assert len(found.warnings) == 1


def test_progress():
    told = []
    bootstrap_errors(*rows(20)[:2], n_replicates=250, rng=np.random.default_rng(0), progress=told.append)
    assert told == [0.4, 0.8, 1]


def test_what_is_refused():
    with pytest.raises(InputError) as refused:
        bootstrap_errors([1, 2], [1, 2], n_replicates=1, rng=np.random.default_rng(0))
    assert str(refused.value) == "The number of resamples must be a whole number from 2; got 1. Choose 200 or more."


@pytest.mark.slow
@pytest.mark.parametrize(
    ("n", "weighted", "times"),
    [(20, True, 120), *(thorough(n, weighted, 500) for n in (20, 100) for weighted in (False, True))],
)
def test_coverage(n, weighted, times):
    """Truth N(0, 2), error N(0.5, 1): how often do intervals hold the true values? 500 samples of each kind."""
    least = {20: 0.89, 100: 0.915}[n]
    least, most = (least, 0.985) if times == 500 else (least_of(times, least), 1.001)
    true = {"mse": 1.25, "rmse": np.sqrt(1.25), "mae": 0.8956531, "r2": 1 - 1.25 / 4, "median_absolute_error": 0.76066}
    rng = np.random.default_rng(n)
    held = dict.fromkeys(METRICS, 0)
    for _ in range(times):
        truth, error = 2 * rng.normal(size=n), rng.normal(0.5, 1, n)
        weight = rng.uniform(0.5, 1.5, n) if weighted else None
        found = bootstrap_errors(truth, truth + error, sample_weight=weight, n_replicates=600, rng=rng)
        for metric in METRICS:
            held[metric] += getattr(found, metric).low <= true[metric] <= getattr(found, metric).high
    share = {metric: count / times for metric, count in held.items()}
    assert all(least < value < most for value in share.values()), share
