"""What a recalibration does to a decision: row by row, and against scikit-learn's recalibrated probabilities."""

import math

import numpy as np
import pytest
from scipy import special
from sklearn.isotonic import IsotonicRegression
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import confusion_matrix

from evalcore.calibration import acted, recalibrate
from evalcore.calibration.recalibration import AGAINST
from evalcore.costs import net_benefit_difference
from evalcore.counts import threshold_counts
from evalcore.intervals.shares import WEIGHTED


def drawn(n=600, seed=0):
    rng = np.random.default_rng(seed)
    odds = rng.normal(-0.5, 1.2, n)
    return rng.random(n) < special.expit(odds), special.expit(1.8 * odds + 0.7)


def by_sklearn(method, truth, score, fresh):
    """Return the probabilities that scikit-learn makes of fresh scores."""
    if method == "isotonic":
        return IsotonicRegression(out_of_bounds="clip").fit(score, truth).predict(fresh)
    line = LogisticRegression(C=np.inf, tol=1e-10, max_iter=1_000)
    return line.fit(special.logit(score)[:, None], truth).predict_proba(special.logit(fresh)[:, None])[:, 1]


def benefit(truth, score, p):
    tn, fp, fn, tp = confusion_matrix(truth, score >= p).ravel()
    return (tp - p / (1 - p) * fp) / (tn + fp + fn + tp)


@pytest.mark.parametrize("method", ["logistic", "isotonic"])
@pytest.mark.parametrize("p", [0.2, 0.5, 0.7])
def test_fitted_on_some_rows_and_acted_upon_on_others_as_by_scikit_learn(method, p):
    (truth, score), (fresh_truth, fresh) = drawn(), drawn(seed=1)
    theirs = by_sklearn(method, truth, score, fresh)
    found = acted(fresh_truth, fresh, recalibrate(threshold_counts(truth, score), method), p)
    for cm, scores in ((found.before, fresh), (found.after, theirs)):
        assert (cm.tn, cm.fp, cm.fn, cm.tp) == tuple(confusion_matrix(fresh_truth, scores >= p).ravel())
    values = found.benefit_before.value, found.benefit_after.value, found.change.value
    before, after = benefit(fresh_truth, fresh, p), benefit(fresh_truth, theirs, p)
    assert values == pytest.approx((before, after, after - before))
    assert (found.n_pos, found.n_neg) == (fresh_truth.sum(), (~fresh_truth).sum())
    paired = net_benefit_difference(fresh_truth, theirs, fresh, [p])
    assert (found.change.low, found.change.high) == pytest.approx((paired.low[0], paired.high[0]))


def test_by_case_the_interval_is_that_of_cases():
    (truth, score), case = drawn(), np.arange(600) // 6
    made = recalibrate(threshold_counts(*drawn(seed=1)))
    found = acted(truth, score, made, 0.4, case=case)
    paired = net_benefit_difference(truth, made.apply(score), score, [0.4], case=case)
    assert (found.change.low, found.change.high) == pytest.approx((paired.low[0], paired.high[0]))
    alone = acted(truth, score, made, 0.4).change
    assert found.change.value == pytest.approx(alone.value)
    assert found.change.high - found.change.low != pytest.approx(alone.high - alone.low)


def test_weights_are_repetition_without_an_interval():
    truth, score = drawn(100)
    times = np.random.default_rng(2).integers(0, 4, 100)
    made = recalibrate(threshold_counts(*drawn(seed=1)))
    weighted = acted(truth, score, made, 0.4, sample_weight=times.astype(float))
    repeated = acted(np.repeat(truth, times), np.repeat(score, times), made, 0.4)
    assert weighted.change.value == pytest.approx(repeated.change.value)
    assert weighted.after.tp == pytest.approx(repeated.after.tp)
    assert weighted.change.reason is WEIGHTED
    assert math.isnan(weighted.change.low)


def test_what_is_undefined_says_why():
    truth, score = drawn()
    none = acted(truth, score, recalibrate(threshold_counts(truth, 1 - score), "temperature"), 0.4)
    assert (none.reason, none.change.reason) == (AGAINST, AGAINST)
    assert math.isnan(none.benefit_after.value)
    made = recalibrate(threshold_counts(truth, 3 * score), "platt")
    outside = acted(truth, 3 * score, made, 0.4)
    assert "do not lie between 0 and 1" in str(outside.reason)
    assert math.isnan(outside.benefit_before.value)
    assert math.isnan(outside.change.value)
    assert math.isfinite(outside.benefit_after.value)
