import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import norm
from sklearn.metrics import roc_auc_score

from evalcore.errors import InputError
from evalcore.generate import TRANSFORMS, analytic_auc, binary_scores, normal_densities
from tests.examples import examples


def make(**options):
    return binary_scores(**{"rng": np.random.default_rng(7), **options})


@pytest.mark.parametrize("separation", [0.0, 0.5, 1.5, 4.0])
@pytest.mark.parametrize("sigma_ratio", [0.3, 1.0, 3.0])
def test_auc_is_that_of_the_two_normals(separation, sigma_ratio):
    expected = norm.cdf(separation / math.sqrt(1 + sigma_ratio**2))
    assert analytic_auc(separation, sigma_ratio) == pytest.approx(expected, abs=1e-15)
    for deterministic, tolerance in [(True, 2e-4), (False, 6e-3)]:
        made = make(n=20_000, separation=separation, sigma_ratio=sigma_ratio, deterministic=deterministic)
        assert made.analytic_auc == pytest.approx(expected, abs=1e-15)
        assert roc_auc_score(made.y_true, made.score) == pytest.approx(expected, abs=tolerance)


@pytest.mark.parametrize("separation", [0.0, 1.5, 4.0])
def test_densities_are_those_of_two_normals(separation):
    score, negative, positive = normal_densities(separation)
    np.testing.assert_allclose(negative, norm.pdf(score), rtol=1e-12)
    np.testing.assert_allclose(positive, norm.pdf(score, loc=separation), rtol=1e-12)
    assert score[0] == -3.5
    assert score[-1] == separation + 3.5


def test_deterministic_scores_are_the_logistic_of_normal_quantiles():
    made = make(n=50, separation=1.2, sigma_ratio=0.5, prevalence=0.3)
    positives = 1.2 + 0.5 * norm.ppf((np.arange(15, 0, -1) - 0.5) / 15)
    negatives = norm.ppf((np.arange(35, 0, -1) - 0.5) / 35)
    expected = 1 / (1 + np.exp(-(np.concatenate([positives, negatives]) - 0.6)))
    np.testing.assert_array_equal(made.y_true, np.arange(50) < 15)
    np.testing.assert_allclose(made.score, expected, rtol=1e-12)


def test_deterministic_draws_nothing():
    rng = np.random.default_rng(3)
    before = rng.bit_generator.state
    first = make(n=101, rng=rng)
    assert rng.bit_generator.state == before
    np.testing.assert_array_equal(first.score, make(n=101, rng=np.random.default_rng(99)).score)


def test_drawn_scores_follow_the_generator_and_shuffle_the_rows():
    first, again = (make(n=200, deterministic=False, rng=np.random.default_rng(5)) for _ in range(2))
    np.testing.assert_array_equal(first.score, again.score)
    np.testing.assert_array_equal(first.y_true, again.y_true)
    other = make(n=200, deterministic=False, rng=np.random.default_rng(6))
    assert not np.array_equal(first.score, other.score)
    assert first.y_true.sum() == 80
    assert not first.y_true[:80].all()


@examples(60)
@given(
    n=st.integers(2, 300),
    separation=st.floats(0, 4),
    sigma_ratio=st.floats(0.3, 3),
    prevalence=st.floats(0.01, 0.99),
    transform=st.sampled_from(TRANSFORMS),
    deterministic=st.booleans(),
)
def test_every_setting_gives_both_classes_and_scores_in_the_unit_interval(n, deterministic, **options):
    made = make(n=n, deterministic=deterministic, **options)
    assert made.y_true.dtype == np.bool_
    assert made.score.dtype == np.float64
    assert made.y_true.shape == made.score.shape == (n,)
    assert 1 <= made.y_true.sum() <= n - 1
    assert np.isfinite(made.score).all()
    assert ((made.score >= 0) & (made.score <= 1)).all()
    assert 0.5 <= made.analytic_auc <= 1
    assert dict(made.parameters) == {"n": n, "deterministic": deterministic, **options}


@pytest.mark.parametrize("transform", ["square", "cube", "calibrate"])
@pytest.mark.parametrize("deterministic", [True, False])
def test_monotone_transforms_keep_the_order(transform, deterministic):
    plain, changed = (make(n=500, transform=t, deterministic=deterministic) for t in ("none", transform))
    np.testing.assert_array_equal(plain.y_true, changed.y_true)
    order = np.argsort(plain.score, kind="stable")
    assert (np.diff(changed.score[order]) >= 0).all()
    assert np.unique(changed.score).size == np.unique(plain.score).size
    assert roc_auc_score(changed.y_true, changed.score) == roc_auc_score(plain.y_true, plain.score)
    assert changed.warnings == ()


def test_square_and_cube_are_powers_of_the_score():
    plain = make().score
    np.testing.assert_array_equal(make(transform="square").score, plain**2)
    np.testing.assert_array_equal(make(transform="cube").score, plain**3)


def test_round_makes_ties_and_says_so():
    made = make(transform="round")
    np.testing.assert_array_equal(made.score, np.round(make().score, 1))
    assert np.unique(made.score).size <= 11
    assert roc_auc_score(made.y_true, made.score) != pytest.approx(made.analytic_auc, abs=1e-6)
    assert [str(note) for note in made.warnings] == [
        "Rounding makes ties: the AUC of the two distributions is that of the scores before rounding."
    ]


@pytest.mark.parametrize(("separation", "sigma_ratio", "prevalence"), [(1.5, 1, 0.4), (1, 2, 0.1), (2, 0.5, 0.7)])
def test_calibrate_is_bayes_rule(separation, sigma_ratio, prevalence):
    options = {"n": 1000, "separation": separation, "sigma_ratio": sigma_ratio, "prevalence": prevalence}
    plain = make(**options).score
    raw = np.log(plain / (1 - plain)) + separation / 2
    positive = prevalence * norm.pdf(raw, separation, sigma_ratio)
    negative = (1 - prevalence) * norm.pdf(raw)
    np.testing.assert_allclose(
        make(**options, transform="calibrate").score, positive / (positive + negative), rtol=1e-8
    )


def test_calibrated_scores_come_true():
    made = make(n=200_000, transform="calibrate", deterministic=False, prevalence=0.2, sigma_ratio=1.5)
    groups = np.minimum((made.score * 10).astype(int), 9)
    size = np.bincount(groups, minlength=10)
    said = np.bincount(groups, weights=made.score, minlength=10) / size
    came = np.bincount(groups, weights=made.y_true, minlength=10) / size
    assert (np.abs(said - came) < 4 * np.sqrt(said * (1 - said) / size)).all()


def test_calibrate_uses_the_share_that_was_made():
    # round(20 * .01) = 0 positives becomes 1: without separation the posterior is 1 of 20, not .01.
    made = make(n=20, separation=0, prevalence=0.01, transform="calibrate")
    np.testing.assert_allclose(made.score, 0.05, rtol=1e-14)


def test_calibrate_with_unequal_spreads_changes_the_order_and_says_so():
    options = {"n": 4000, "separation": 0.5, "sigma_ratio": 2.0}
    plain, made = make(**options), make(**options, transform="calibrate")
    # The likelihood ratio is the best score there is (Neyman-Pearson), so its AUC can only be higher.
    assert roc_auc_score(made.y_true, made.score) > roc_auc_score(plain.y_true, plain.score) + 0.05
    assert [str(note) for note in made.warnings] == [
        "With unequal spreads calibrating changes the order of the rows: the AUC of the two distributions is that of "
        "the raw values."
    ]


def test_calibrate_without_separation_ties_everything_and_says_so():
    made = make(separation=0, transform="calibrate")
    assert np.unique(made.score).size == 1
    assert [str(note) for note in made.warnings] == [
        "Without separation every row has the same probability, so all scores are tied."
    ]


@pytest.mark.parametrize(("n", "prevalence", "n_pos"), [(20, 0.01, 1), (20, 0.99, 19), (2, 0.2, 1)])
def test_no_class_is_left_empty_and_the_rescue_is_said(n, prevalence, n_pos):
    made = make(n=n, prevalence=prevalence)
    assert made.y_true.sum() == n_pos
    assert [str(note) for note in made.warnings] == [
        f"A prevalence of {prevalence} among {n} rows would leave one class empty; one row of it was kept."
    ]


def test_extreme_settings_do_not_saturate():
    made = make(n=100_000, separation=4, sigma_ratio=3, deterministic=False)
    assert made.score.min() > 0
    assert made.score.max() < 1
    assert np.unique(made.score).size == 100_000


def test_result_is_read_only_and_has_a_table():
    made = make(n=30)
    with pytest.raises(ValueError, match="read-only"):
        made.score[0] = 1
    with pytest.raises(ValueError, match="read-only"):
        made.y_true[0] = False
    with pytest.raises(TypeError):
        made.parameters["n"] = 1
    expected = pd.DataFrame({"y": made.y_true.astype(np.int8), "score": made.score})
    pd.testing.assert_frame_equal(made.to_frame(), expected)


ROWS = "Number of rows must be a whole number from 2 to 100000000; got {}. Choose one in that range."
SEPARATION = "Separation must be a number from 0.0 to 4.0; got {}. Choose one in that range."
SIGMA_RATIO = "Sigma ratio must be a number from 0.3 to 3.0; got {}. Choose one in that range."
PREVALENCE = "Prevalence must be a number from 0.01 to 0.99; got {}. Choose one in that range."
TRANSFORM = "Score transform must be one of none, square, cube, round, calibrate; got {}. Choose one of them."


@pytest.mark.parametrize(
    ("parameter", "value", "sentence"),
    [
        ("n", 1, ROWS.format("1")),
        ("n", -5, ROWS.format("-5")),
        ("n", 100_000_001, ROWS.format("100000001")),
        ("n", 20.0, ROWS.format("20.0")),
        ("n", True, ROWS.format("True")),
        ("n", "many", ROWS.format("many")),
        ("separation", -0.1, SEPARATION.format("-0.1")),
        ("separation", 4.5, SEPARATION.format("4.5")),
        ("separation", math.nan, SEPARATION.format("nan")),
        ("separation", math.inf, SEPARATION.format("inf")),
        ("separation", None, SEPARATION.format("None")),
        ("sigma_ratio", 0, SIGMA_RATIO.format("0")),
        ("sigma_ratio", 3.01, SIGMA_RATIO.format("3.01")),
        ("prevalence", 0, PREVALENCE.format("0")),
        ("prevalence", 1, PREVALENCE.format("1")),
        ("prevalence", "half\nof them", PREVALENCE.format("half⏎of them")),
        ("transform", "log", TRANSFORM.format("log")),
        ("transform", "x" * 50, TRANSFORM.format("x" * 39 + "…")),
        ("transform", ["none"], TRANSFORM.format("['none']")),
    ],
)
def test_parameter_out_of_range(parameter, value, sentence):
    with pytest.raises(InputError) as caught:
        make(**{parameter: value})
    assert str(caught.value) == sentence
