"""The smooth curve against statsmodels on a spline written out, and its distances row by row."""

import math

import numpy as np
import pytest
import statsmodels.api as sm
from scipy import special, stats

from evalcore.calibration import WEIGHTED, calibration_line, smooth, smooth_calibration
from evalcore.calibration._logistic import ONE_SCORE
from evalcore.calibration.smooth import BENT
from evalcore.counts import ThresholdCounts, threshold_counts
from evalcore.errors import InputError

FIVE = (0.05, 0.275, 0.5, 0.725, 0.95)


def drawn(n=600, seed=0, bend=0.3):
    rng = np.random.default_rng(seed)
    x = rng.normal(-0.3, 1.3, n)
    return rng.random(n) < special.expit(0.2 + 0.7 * x + bend * x**2), special.expit(x)


def spline(x, knots):
    """Return Harrell's basis, term by term: cubes that cancel beyond the last knot."""
    k, columns = knots, [np.ones(len(x)), x]
    for j in range(len(k) - 2):
        columns.append(
            [
                max(one - k[j], 0) ** 3
                - max(one - k[-2], 0) ** 3 * (k[-1] - k[j]) / (k[-1] - k[-2])
                + max(one - k[-1], 0) ** 3 * (k[-2] - k[j]) / (k[-1] - k[-2])
                for one in x
            ]
        )
    return np.column_stack(columns)


def theirs(truth, score, knots, at, **more):
    x = special.logit(np.asarray(knots))
    model = sm.GLM(truth.astype(float), spline(special.logit(score), x), family=sm.families.Binomial())
    fitted = model.fit(**more)
    shown = spline(special.logit(np.asarray(at)), x)
    eta = shown @ fitted.params
    error = np.sqrt(np.einsum("ij,jk,ik->i", shown, fitted.cov_params(), shown))
    return eta, error


def test_as_statsmodels():
    truth, score = drawn()
    at = np.linspace(score.min(), score.max(), 9)
    found = smooth_calibration(threshold_counts(truth, score), at=at)
    assert found.knots == pytest.approx(np.quantile(score, FIVE, method="inverted_cdf"))
    eta, error = theirs(truth, score, found.knots, at)
    np.testing.assert_allclose(found.share, special.expit(eta), atol=1e-7)
    np.testing.assert_allclose(found.low, special.expit(eta - 1.959964 * error), atol=1e-6)
    np.testing.assert_allclose(found.high, special.expit(eta + 1.959964 * error), atol=1e-6)
    assert found.reason is None


def test_distances_are_of_all_rows():
    truth, score = drawn(301)
    found = smooth_calibration(threshold_counts(truth, score))
    eta, _ = theirs(truth, score, found.knots, score)
    apart = np.sort(np.abs(score - special.expit(eta)))
    assert found.ici == pytest.approx(apart.mean(), abs=1e-7)
    assert found.e50 == pytest.approx(np.quantile(apart, 0.5, method="inverted_cdf"), abs=1e-7)
    assert found.e90 == pytest.approx(np.quantile(apart, 0.9, method="inverted_cdf"), abs=1e-7)
    assert found.e_max == pytest.approx(apart.max(), abs=1e-7)
    assert (len(found.score), found.score[0], found.score[-1]) == (201, score.min(), score.max())


def test_by_case_as_statsmodels():
    truth, score = drawn(400)
    case = np.arange(400) // 2
    at = [0.2, 0.5, 0.8]
    found = smooth_calibration(threshold_counts(truth, score, case=case), at=at)
    eta, error = theirs(
        truth, score, found.knots, at, cov_type="cluster", cov_kwds={"groups": case, "use_correction": False}
    )
    times = (special.logit(found.high) - eta) / (error * math.sqrt(200 / 199))
    assert times.max() - times.min() < 1e-5
    assert 1.96 < times[0] < 2.05


@pytest.mark.parametrize(("rarer", "knots"), [(25, 5), (24, 4), (20, 4), (17, 3), (14, 0)])
def test_fewer_rows_bend_less(rarer, knots):
    """With one knot for five rows of the rarer class; below three a straight line, as of logistic recalibration."""
    rng = np.random.default_rng(2)
    counts = threshold_counts(np.arange(400) < rarer, np.clip(rng.normal(0.4, 0.15, 400), 0.01, 0.99))
    found = smooth_calibration(counts, at=[0.3])
    assert len(found.knots) == knots
    if not knots:
        line = calibration_line(counts)
        assert special.logit(found.share[0]) == pytest.approx(line.intercept + line.slope.value * special.logit(0.3))


def test_calibrated_scores_are_near_the_diagonal():
    rng = np.random.default_rng(3)
    score = rng.beta(1, 4, 50_000)
    found = smooth_calibration(threshold_counts(rng.random(50_000) < score, score), at=np.arange(1, 9) / 10)
    assert found.ici < 0.01
    assert ((found.low <= found.score) & (found.score <= found.high)).sum() >= 6


def test_few_distinct_scores_leave_fewer_knots():
    counts = ThresholdCounts.from_grouped([0.9, 0.6, 0.3, 0.1], [60, 50, 40, 10], [10, 40, 60, 80])
    assert len(smooth_calibration(counts).knots) == 4
    assert smooth_calibration(ThresholdCounts.from_grouped([0.9, 0.1], [60, 20], [20, 60])).knots == ()


def test_weights_have_a_curve_without_a_band():
    truth, score = drawn(200)
    times = np.random.default_rng(1).integers(1, 4, 200)
    found = smooth_calibration(threshold_counts(truth, score, sample_weight=times.astype(float)), at=[0.3, 0.6])
    rows = smooth_calibration(threshold_counts(np.repeat(truth, times), np.repeat(score, times)), at=[0.3, 0.6])
    np.testing.assert_allclose(found.share, rows.share, atol=1e-9)
    assert np.isnan(found.low).all()
    assert found.reason is WEIGHTED
    assert found.ici == pytest.approx(rows.ici)


def test_few_rows_and_one_case_are_said():
    counts = ThresholdCounts.from_grouped([0.9, 0.6, 0.1], [4, 2, 1], [1, 10, 60])
    assert str(smooth_calibration(counts).warnings[0]).startswith("The rarer class has 7 rows")
    truth, score = drawn(100)
    assert "two cases" in str(smooth_calibration(threshold_counts(truth, score, case=["a"] * 100)).reason)


@pytest.mark.parametrize(
    ("counts", "said"),
    [
        (threshold_counts([1, 0], [1.5, 0.5]), "do not lie between 0 and 1"),
        (threshold_counts([1, 0, 1], [0.6, 0.6, 0.6]), "All rows have one score"),
        (threshold_counts([1, 0, 1, 0], [1.0, 0.6, 0.3, 0.2]), "exactly 0 or 1"),
    ],
)
def test_undefined(counts, said):
    found = smooth_calibration(counts)
    assert said in str(found.reason)
    assert len(found.score) == 0
    assert math.isnan(found.ici)


def test_places_are_probabilities():
    with pytest.raises(InputError, match=r"at must be a number from 0 to 1; got 2\.0"):
        smooth_calibration(threshold_counts([1, 0], [0.5, 0.4]), at=[2])


def test_what_bends_where_the_curve_does_not_has_a_note():
    rng = np.random.default_rng(0)
    score = rng.random(1_000)
    steps = threshold_counts(rng.random(1_000) < np.where(score < 0.5, 0.1, 0.8), score)
    right = threshold_counts(rng.random(1_000) < score, score)
    assert BENT in smooth_calibration(steps).warnings
    assert not smooth_calibration(right).warnings


def test_tenths_of_the_rows_are_those_of_hosmer_and_lemeshow(monkeypatch):
    """A slow twin: every row by itself, in ten groups of a hundred."""
    rng = np.random.default_rng(4)
    score = np.sort(rng.random(1_000))
    truth = rng.random(1_000) < score**1.5
    counts = threshold_counts(truth, score)
    curve = smooth_calibration(counts, at=score).share
    apart = 0.0
    for rows in np.split(np.arange(1_000), 10):
        seen, expected = truth[rows].sum(), curve[rows].sum()
        apart += (seen - expected) ** 2 / (curve[rows] * (1 - curve[rows])).sum()
    p = stats.chi2.sf(apart, 8)
    for unlikely, said in ((p * 1.001, True), (p * 0.999, False)):
        monkeypatch.setattr(smooth, "UNLIKELY", unlikely)
        assert (BENT in smooth_calibration(counts).warnings) is said


def test_scores_that_are_all_taken_for_one_have_no_curve():
    score = 1 - 1e-16 * np.arange(1, 41)
    found = smooth_calibration(threshold_counts(np.arange(40) % 2 == 0, score), nearest=1e-6)
    assert found.reason == ONE_SCORE
