"""Several models on the same rows: paired resamples, intervals of one pair and of all."""

from functools import cache

import numpy as np
import pytest
from scipy import stats

from evalcore.errors import InputError
from evalcore.regression import METRICS, mse, paired_differences, regression_errors
from tests.tiers import least_of, thorough

RNG = np.random.default_rng(6)
TRUTH = RNG.normal(5, 2, 120)
SHARED = RNG.normal(0, 1, 120)  # what is hard for all
MODELS = {name: TRUTH + SHARED + size * RNG.normal(size=120) for name, size in (("a", 0.2), ("b", 0.6), ("c", 0.6))}

WEIGHT = np.linspace(0.2, 2, 120)


def compared(models=MODELS, truth=TRUTH, **options):
    return paired_differences(truth, models, **{"rng": np.random.default_rng(1), **options})


@cache  # the same draws for every metric
def resampled(weighted):
    """Return all errors of the first two models on rows drawn again and again, one draw after the other."""
    rng, found = np.random.default_rng(2), []
    for _ in range(800):
        row = rng.integers(0, 120, 120)
        drawn = WEIGHT[row] if weighted else None
        found.append([regression_errors(TRUTH[row], MODELS[name][row], sample_weight=drawn) for name in "ab"])
    return found


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("weighted", [False, True])
def test_values_and_spread_are_those_of_a_loop(metric, weighted):
    weight = WEIGHT if weighted else None
    found = compared(metric=metric, sample_weight=weight)
    for name, value in zip(found.names, found.value, strict=True):
        assert value == pytest.approx(getattr(regression_errors(TRUTH, MODELS[name], sample_weight=weight), metric))
    loop = [getattr(a, metric) - getattr(b, metric) for a, b in resampled(weighted)]
    pair = found.pairs[0]
    assert (pair.a, pair.b) == ("a", "b")
    assert pair.difference == pytest.approx(found.value[0] - found.value[1])
    assert pair.standard_error == pytest.approx(np.std(loop), rel=0.1)
    assert pair.low_all < pair.low < pair.difference < pair.high < pair.high_all


def test_the_interval_is_close_to_student_s_t():
    difference = np.square(MODELS["a"] - TRUTH) - np.square(MODELS["b"] - TRUTH)
    student = stats.ttest_1samp(difference, 0).confidence_interval(0.95)
    pair = compared().pairs[0]
    assert (pair.low, pair.high) == pytest.approx(tuple(student), abs=0.3 * pair.standard_error)


def test_what_is_hard_for_both_cancels():
    apart = np.hypot(*(np.square(MODELS[name] - TRUTH).std() for name in "ab")) / np.sqrt(120)
    assert compared().pairs[0].standard_error < 0.6 * apart


def test_all_pairs_or_those_with_a_control():
    assert [(pair.a, pair.b) for pair in compared().pairs] == [("a", "b"), ("a", "c"), ("b", "c")]
    found = compared(control="b")
    assert [(pair.a, pair.b) for pair in found.pairs] == [("a", "b"), ("c", "b")]
    assert len(found.to_frame()) == 2


def test_a_pair_does_not_depend_on_the_others():
    alone = compared({name: MODELS[name] for name in "ab"}).pairs[0]
    among = compared().pairs[0]
    assert (alone.low, alone.high) == (among.low, among.high)
    assert alone.low_all == alone.low


def test_models_that_err_alike():
    pair = compared({"a": TRUTH + 1, "b": TRUTH - 1}).pairs[0]
    assert pair.difference == pytest.approx(0, abs=1e-12)
    assert np.isnan(pair.low)
    assert str(pair.reason) == (
        "Both models differ by the same amount in every row: these rows cannot show how far the value may be off."
    )


def test_r2_of_one_truth():
    found = compared({"a": [1, 2, 3], "b": [2, 2, 2]}, [1, 1, 1], metric="r2")
    assert np.isnan(found.value).all()
    assert str(found.pairs[0].reason).startswith("R² compares with the mean of the truth")


def test_many_rows():
    rng = np.random.default_rng(0)
    truth = rng.normal(size=30_000)
    a, b = truth + rng.normal(size=30_000), truth + 1.05 * rng.normal(size=30_000)
    found = compared({"a": a, "b": b}, truth, n_replicates=500)
    difference = np.square(a - truth) - np.square(b - truth)
    assert not found.exact
    assert found.pairs[0].difference == pytest.approx(mse(truth, a) - mse(truth, b))
    assert found.pairs[0].standard_error == pytest.approx(difference.std() / np.sqrt(30_000), rel=0.1)


def test_progress_runs_once_from_0_to_1():
    told = []
    compared(n_replicates=200, progress=told.append)
    assert told == pytest.approx(np.arange(1, 7) / 6)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (
            {"models": {"a": TRUTH}},
            "Models to compare must be two or more; got 1. Add the predictions of a second one.",
        ),
        ({"control": "z"}, "control must be the name of a model; got 'z'. Choose one of the models."),
        (
            {"metric": "f1"},
            "metric must be one of mse, rmse, mae, r2, median_absolute_error; got 'f1'. Choose one of them.",
        ),
    ],
)
def test_what_is_refused(options, sentence):
    with pytest.raises(InputError) as refused:
        compared(**options)
    assert str(refused.value) == sentence


@pytest.mark.slow
@pytest.mark.parametrize(
    ("times", "least", "most"), [(120, least_of(120, 0.90), 1.001), thorough(500, 0.90, 0.985)], ids=["short", "long"]
)
def test_coverage(times, least, most):
    """Errors of two models correlated .8, spreads 1 and 1.2, 40 rows: intervals of the differences, 500 samples."""
    true = {"mse": 1 - 1.44, "mae": (1 - 1.2) * np.sqrt(2 / np.pi), "rmse": -0.2, "r2": (1.44 - 1) / 4}
    rng, held = np.random.default_rng(8), dict.fromkeys(true, 0)
    for _ in range(times):
        truth = 2 * rng.normal(size=40)
        shared, own = rng.normal(size=(2, 40))
        models = {"a": truth + shared, "b": truth + 1.2 * (0.8 * shared + 0.6 * own)}
        for metric, difference in true.items():
            pair = paired_differences(truth, models, metric=metric, n_replicates=500, rng=rng).pairs[0]
            held[metric] += pair.low <= difference <= pair.high
    share = {metric: count / times for metric, count in held.items()}
    assert all(least < value < most for value in share.values()), share


@pytest.mark.slow
def test_long_tails_are_covered():
    """Errors like Student's t with 5 degrees, correlated .5, spreads 1 and 1.2, 100 rows: percentiles hold .88."""
    true, rng, held = (1 - 1.44) * 5 / 3, np.random.default_rng(12), 0
    for _ in range(400):
        truth, size = 2 * rng.normal(size=100), np.sqrt(5 / rng.chisquare(5, size=100))
        shared, own = rng.normal(size=(2, 100)) * size
        models = {"a": truth + shared, "b": truth + 1.2 * (0.5 * shared + np.sqrt(0.75) * own)}
        pair = paired_differences(truth, models, n_replicates=500, rng=rng).pairs[0]
        held += pair.low <= true <= pair.high
        assert pair.low < pair.difference - 1.9 * pair.standard_error
        assert pair.high > pair.difference + 1.9 * pair.standard_error
    assert 0.92 < held / 400 < 0.98
