"""Recalibrations against scikit-learn and statsmodels, and what they leave of the order of the rows."""

import math

import numpy as np
import pytest
import statsmodels.api as sm
from hypothesis import given
from hypothesis import strategies as st
from scipy import special
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.calibration import CalibratedClassifierCV
from sklearn.isotonic import IsotonicRegression
from statsmodels.genmod.families import Binomial

from evalcore.calibration import calibration_line, recalibrate
from evalcore.calibration.recalibration import AGAINST, FEW, REVERSED, SURE, TIED
from evalcore.counts import ThresholdCounts, threshold_counts
from evalcore.curves import roc_curve
from evalcore.errors import InputError

ALL = ("platt", "logistic", "temperature", "beta", "isotonic")
GROWING = ("platt", "logistic", "temperature", "beta")
FRESH = np.linspace(0.01, 0.99, 37)


def drawn(n=500, seed=0):
    rng = np.random.default_rng(seed)
    x = rng.normal(-0.5, 1.5, n)
    return rng.random(n) < special.expit(0.4 + 0.6 * x), special.expit(x)


class Fitted(ClassifierMixin, BaseEstimator):
    """A model that has been fitted: its score is its only feature."""

    def __init__(self):
        self.classes_ = np.array([0, 1])

    def fit(self, _x, _y):
        return self

    def predict(self, x):
        return x[:, 0] > 0

    def __sklearn_is_fitted__(self):
        return True

    def decision_function(self, x):
        return x[:, 0]


def by_sklearn(method, truth, score, fresh):
    frozen = pytest.importorskip("sklearn.frozen")  # 1.6
    model = CalibratedClassifierCV(frozen.FrozenEstimator(Fitted()), method=method)
    return model.fit(score[:, None], truth.astype(int)).predict_proba(np.asarray(fresh)[:, None])[:, 1]


@pytest.mark.parametrize("scale", [1, 1000])
def test_platt_as_scikit_learn(scale):
    truth, score = drawn()
    found = recalibrate(threshold_counts(truth, scale * score - 3), "platt")
    theirs = by_sklearn("sigmoid", truth, scale * score - 3, scale * FRESH - 3)
    np.testing.assert_allclose(found.apply(scale * FRESH - 3), theirs, atol=2e-5)


def test_temperature_as_scikit_learn():
    truth, score = drawn()
    found = recalibrate(threshold_counts(truth, score), "temperature")
    # Its classes have log odds of either sign, so that it is given half of ours.
    theirs = by_sklearn("temperature", truth, special.logit(score) / 2, special.logit(FRESH) / 2)
    np.testing.assert_allclose(found.apply(FRESH), theirs, atol=1e-6)
    assert found.coefficients[0] > 1


def test_isotonic_as_scikit_learn():
    truth, score = drawn()
    score = score.round(2)
    found = recalibrate(threshold_counts(truth, score), "isotonic")
    theirs = IsotonicRegression(out_of_bounds="clip").fit(score, truth).predict(FRESH)
    np.testing.assert_allclose(found.apply(FRESH), theirs, atol=1e-12)
    np.testing.assert_allclose(found.apply(FRESH), by_sklearn("isotonic", truth, score, FRESH), atol=1e-12)
    assert (found.order, found.warnings) == ("tied", (TIED, SURE, FEW))


def test_logistic_is_the_line():
    counts = threshold_counts(*drawn())
    found, line = recalibrate(counts, "logistic"), calibration_line(counts)
    assert found.coefficients == pytest.approx((line.slope.value, line.intercept))
    np.testing.assert_allclose(
        found.apply(FRESH), special.expit(line.intercept + line.slope.value * special.logit(FRESH))
    )


def test_beta_as_statsmodels():
    truth, score = drawn()
    found = recalibrate(threshold_counts(truth, score), "beta")
    columns = np.column_stack([np.log(score), -np.log1p(-score), np.ones(len(score))])
    theirs = sm.GLM(truth.astype(float), columns, family=Binomial()).fit().params
    assert found.coefficients == pytest.approx(tuple(theirs), abs=1e-6)
    assert min(theirs[:2]) > 0


@pytest.mark.parametrize("turned", [False, True])
def test_beta_leaves_out_what_would_fall(turned):
    """Positives in the middle and at one end: a curve that first falls is not taken."""
    pos, neg = [30, 5, 10, 40, 50], [10, 20, 20, 20, 5]
    score = np.array([0.02, 0.2, 0.5, 0.8, 0.95])
    if turned:
        score, pos, neg = 1 - score, neg, pos
    found = recalibrate(ThresholdCounts.from_grouped(score, pos, neg), "beta")
    assert found.coefficients[1 if turned else 0] == 0
    assert max(found.coefficients[:2]) > 0
    assert (np.diff(found.apply(FRESH)) > 0).all()


@pytest.mark.parametrize("method", ALL)
def test_weights_are_repetition(method):
    truth, score = drawn(150)
    times = np.random.default_rng(1).integers(0, 4, 150)
    weighted = recalibrate(threshold_counts(truth, score, sample_weight=times.astype(float)), method)
    rows = recalibrate(threshold_counts(np.repeat(truth, times), np.repeat(score, times)), method)
    np.testing.assert_allclose(weighted.apply(FRESH), rows.apply(FRESH), atol=1e-9)


@pytest.mark.parametrize("method", GROWING)
def test_a_growing_curve_leaves_auc(method):
    truth, score = drawn()
    found = recalibrate(threshold_counts(truth, score), method)
    fresh_truth, fresh = drawn(300, seed=9)
    before, after = (roc_curve(threshold_counts(fresh_truth, of)).auc for of in (fresh, found.apply(fresh)))
    assert found.order == "kept"
    assert after == before


def test_isotonic_ties_neighbours():
    truth, score = drawn()
    found = recalibrate(threshold_counts(truth, score), "isotonic")
    fresh_truth, fresh = drawn(300, seed=9)
    before, after = (roc_curve(threshold_counts(fresh_truth, of)).auc for of in (fresh, found.apply(fresh)))
    assert after != before
    assert (np.diff(found.apply(np.sort(fresh))) >= 0).all()
    assert (found.apply([-1.0, 2.0]) == found.probability[[0, -1]]).all()


@pytest.mark.parametrize("method", ALL)
def test_a_threshold_is_carried_back(method):
    found = recalibrate(threshold_counts(*drawn()), method)
    for probability in (0.15, 0.3, 0.55, 0.7):
        threshold = found.score_at(probability)
        assert found.apply([threshold])[0] == pytest.approx(probability, abs=1e-9)
        decided = (found.apply(FRESH) >= probability) == (threshold <= FRESH)
        assert decided.all()


@given(st.integers(0, 50), st.sampled_from(("logistic", "temperature", "beta")), st.floats(1e-6, 1 - 1e-6))
def test_every_probability_has_its_score(seed, method, probability):
    found = recalibrate(threshold_counts(*drawn(60, seed)), method)
    threshold = found.score_at(probability)
    if 0 < threshold < 1 and found.reason is None:
        near = np.clip([threshold * (1 - 1e-9), threshold * (1 + 1e-9) + 1e-12], 0, 1)
        low, high = found.apply(near)
        assert low - 1e-6 <= probability <= high + 1e-6


def test_what_is_never_or_always_reached():
    steps = recalibrate(ThresholdCounts.from_grouped([0.2, 0.5, 0.8], [1, 5, 9], [9, 5, 1]), "isotonic")
    assert steps.probability.tolist() == [0.1, 0.5, 0.9]
    assert (steps.score_at(0.05), steps.score_at(0.1), steps.score_at(0.95)) == (-math.inf, -math.inf, math.inf)
    assert steps.score_at(0.3) == pytest.approx(0.35)
    line = recalibrate(threshold_counts(*drawn()), "logistic")
    assert (line.score_at(0), line.score_at(1)) == (-math.inf, math.inf)
    clipped = recalibrate(threshold_counts(*drawn()), "logistic", nearest=0.01)
    assert clipped.score_at(1e-9) == -math.inf
    assert clipped.apply([0.0])[0] == clipped.apply([0.01])[0] > 1e-9


@pytest.mark.parametrize("method", ALL)
def test_scores_against_the_truth(method):
    truth, score = drawn()
    found = recalibrate(threshold_counts(truth, 1 - score), method)
    if method in {"temperature", "beta"}:
        assert found.reason is AGAINST
        assert np.isnan(found.apply([0.5])).all()
    elif method == "isotonic":
        assert np.ptp(found.apply(FRESH)) < 0.2
    else:
        assert found.order == "reversed"
        assert found.warnings == (REVERSED,)
        assert math.isnan(found.score_at(0.5))


@pytest.mark.parametrize(
    ("counts", "method", "said"),
    [
        (threshold_counts([1, 1], [0.9, 0.3]), "platt", "No row is negative"),
        (threshold_counts([1, 0], [1.9, 0.3]), "logistic", "do not lie between 0 and 1"),
        (threshold_counts([1, 0, 1, 0], [1.0, 0.3, 0.2, 0.1]), "beta", "exactly 0 or 1"),
        (threshold_counts([1, 1, 0], [0.9, 0.3, 0.1]), "temperature", "tells all positive rows"),
    ],
)
def test_undefined(counts, method, said):
    found = recalibrate(counts, method)
    assert said in str(found.reason)
    assert np.isnan(found.apply([0.5, 0.2])).all()
    assert math.isnan(found.score_at(0.5))


def test_platt_exists_where_a_threshold_tells_all():
    truth, score = np.repeat([True, False], 10), np.linspace(0.9, 0.1, 20)
    found = recalibrate(threshold_counts(truth, score), "platt")
    np.testing.assert_allclose(found.apply([0.5, 0.9]), by_sklearn("sigmoid", truth, score, [0.5, 0.9]), atol=1e-4)
    flat = recalibrate(threshold_counts([1, 0], [3.0, 3.0]), "platt")
    assert (flat.order, flat.apply([3.0])[0]) == ("tied", 0.5)


def test_bad_input():
    counts = threshold_counts(*drawn(50))
    with pytest.raises(InputError, match=r"^Scores must lie between 0 and 1 to have log odds; got 1.5 \(data row 2\)"):
        recalibrate(counts, "beta").apply([0.5, 1.5])
    with pytest.raises(InputError, match="method must be one of platt, logistic, temperature, beta, isotonic"):
        recalibrate(counts, "spline")
    with pytest.raises(InputError, match=r"nearest must lie between 0 and 0\.5"):
        recalibrate(counts, nearest=0.7)
