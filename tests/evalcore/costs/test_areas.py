"""The areas of the ways to choose a threshold, Brier scores, and the H-measure."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import integrate, stats
from sklearn import metrics as sk
from sklearn.isotonic import IsotonicRegression

from evalcore import costs
from evalcore.counts import ThresholdCounts, threshold_counts
from evalcore.curves import roc_curve
from tests.evalcore.costs.test_envelope import GROUPS, all_lines, counts_of
from tests.evalcore.golden import MELON_SCORE, MELON_TRUTH

pytestmark = pytest.mark.slow

MELON = threshold_counts(MELON_TRUTH, MELON_SCORE)
NAN = [math.nan] * 5


@st.composite
def scored_rows(draw):
    """Rows of both classes with scores in [0, 1], some tied, some at the ends."""
    n = draw(st.integers(2, 40))
    score = draw(st.lists(st.floats(0, 1) | st.sampled_from([0.0, 0.25, 0.5, 1.0]), min_size=n, max_size=n))
    truth = draw(st.lists(st.booleans(), min_size=n, max_size=n).filter(lambda t: 0 < sum(t) < len(t)))
    return np.array(truth), np.array(score)


def area_between(function, breaks):
    """Integrate something smooth between breaks, by Gauss's rule on each piece."""
    nodes, weights = np.polynomial.legendre.leggauss(4)
    edges = np.unique(np.clip(breaks, 0, 1))
    half, middle = np.diff(edges) / 2, (edges[1:] + edges[:-1]) / 2
    return float((function(middle[:, None] + half[:, None] * nodes) * weights * half[:, None]).sum())


def balanced_brier(truth, score):
    return np.mean((1 - score[truth]) ** 2) / 2 + np.mean(score[~truth] ** 2) / 2


def pav_brier(truth, score):
    """Class-balanced Brier score of scores made isotonic with weights that balance the classes."""
    weight = np.where(truth, 0.5 / truth.sum(), 0.5 / (~truth).sum())
    fitted = IsotonicRegression(y_min=0, y_max=1).fit(score, truth, sample_weight=weight).predict(score)
    return balanced_brier(truth, fitted)


@pytest.mark.parametrize(("threshold", "area"), [(0.6, 0.229167), (0.55, 0.270833), (0.42, 0.25), (math.inf, 0.5)])
def test_fixed_area_is_half_of_both_ends_of_the_line(threshold, area):
    assert costs.fixed_area(MELON, threshold) == pytest.approx(area, abs=1e-6)
    assert costs.fixed_area(MELON, threshold) == costs.choice_areas(MELON, threshold).fixed


def test_melon():
    areas = costs.choice_areas(MELON, 0.55)
    assert round(areas.fixed, 4) == 0.2708
    assert round(areas.score_driven, 6) == 0.171548
    assert round(areas.optimal, 6) == 0.123950
    assert areas.rate_driven == pytest.approx(7 / 12 - (1 - 14.5 / 96) / 2)
    assert areas.rate_random == pytest.approx(3 / 4 - (1 - 14.5 / 96) / 2)
    assert round(costs.brier_score(MELON), 6) == 0.188525
    assert round(costs.brier_score(MELON, prevalence=0.5), 6) == 0.171548
    assert areas.reason is None


@settings(deadline=None)
@given(scored_rows(), st.floats(0, 1))
def test_identity_of_a_fixed_threshold(rows, threshold):
    counts = threshold_counts(*rows)
    i = counts.index_of(threshold)
    fpr, fnr = counts.fp[i] / counts.n_neg, counts.fn[i] / counts.n_pos
    area = area_between(lambda x: costs.normalized_cost(fpr, fnr, x), [0, 1])
    assert costs.choice_areas(counts, threshold).fixed == pytest.approx(area, abs=1e-9)


@settings(deadline=None)
@given(scored_rows())
def test_identity_of_score_driven_choice(rows):
    """The Brier curve jumps where 1 - x is a score; its area is the class-balanced Brier score."""
    truth, score = rows
    counts = threshold_counts(truth, score)
    area = area_between(lambda x: costs.score_driven_cost(counts, x), [0, *(1 - score), 1])
    assert area == pytest.approx(balanced_brier(truth, score), abs=1e-9)
    assert costs.choice_areas(counts, 0.5).score_driven == pytest.approx(area, abs=1e-9)


@settings(deadline=None)
@given(scored_rows())
def test_threshold_x_instead_of_1_minus_x_is_the_common_slip(rows):
    truth, score = rows
    counts = threshold_counts(truth, score)

    def slipped(x):
        i = counts.index_of(x)
        return x * counts.fn[i] / counts.n_pos + (1 - x) * counts.fp[i] / counts.n_neg

    right = costs.choice_areas(counts, 0.5).score_driven
    area = area_between(slipped, [0, *score, 1])
    of_pos, of_neg = np.mean(1 - score[truth] ** 2) / 2, np.mean(1 - (1 - score[~truth]) ** 2) / 2
    assert area == pytest.approx(of_pos + of_neg, abs=1e-9)
    assert right == pytest.approx(balanced_brier(truth, score), abs=1e-12)


@settings(deadline=None)
@given(scored_rows())
def test_identity_of_rate_driven_choice(rows):
    counts = threshold_counts(*rows)
    rate = (counts.rates.fpr + counts.rates.tpr) / 2
    area = area_between(lambda x: costs.rate_driven_cost(counts, x), [0, *rate, 1])
    assert area == pytest.approx(7 / 12 - roc_curve(counts).auc / 2, abs=1e-9)
    assert costs.choice_areas(counts, 0.5).rate_driven == pytest.approx(area, abs=1e-9)


@settings(deadline=None)
@given(scored_rows())
def test_rate_driven_cost_at_each_threshold_is_its_line(rows):
    counts = threshold_counts(*rows)
    fpr, fnr = counts.fp / counts.n_neg, counts.fn / counts.n_pos
    rate = (fpr + 1 - fnr) / 2
    np.testing.assert_allclose(costs.rate_driven_cost(counts, rate), costs.normalized_cost(fpr, fnr, rate), atol=1e-14)


@settings(deadline=None)
@given(scored_rows())
def test_identity_of_a_rate_at_random(rows):
    """For each rate the area below the line it leads to, (FPR + FNR) / 2, averaged over the rates."""
    counts = threshold_counts(*rows)
    fpr, tpr = counts.rates.fpr, counts.rates.tpr
    rate = (fpr + tpr) / 2
    area = area_between(lambda r: (np.interp(r, rate, fpr) + 1 - np.interp(r, rate, tpr)) / 2, [0, *rate, 1])
    assert costs.choice_areas(counts, 0.5).rate_random == pytest.approx(area, abs=1e-9)


@settings(deadline=None)
@given(scored_rows())
def test_identity_of_optimal_choice(rows):
    truth, score = rows
    # isotonic regression of scikit-learn takes scores closer than rounding for tied; ranks are as good
    score = np.unique(score, return_inverse=True)[1] / 64
    counts = threshold_counts(truth, score)
    assert costs.choice_areas(counts, 0.5).optimal == pytest.approx(pav_brier(truth, score), abs=1e-9)


def test_identities_on_two_thousand_rows():
    rng = np.random.default_rng(5)
    truth = rng.random(2000) < 0.2
    score = 1 / (1 + np.exp(-rng.normal(np.where(truth, 0.9, -0.4), 1)))
    areas = costs.choice_areas(threshold_counts(truth, score), 0.5)
    auc = sk.roc_auc_score(truth, score)
    assert areas.score_driven == pytest.approx(balanced_brier(truth, score), abs=1e-12)
    assert areas.rate_driven == pytest.approx(7 / 12 - auc / 2, abs=1e-12)
    assert areas.optimal == pytest.approx(pav_brier(truth, score), abs=1e-9)
    assert areas.optimal <= min(areas.fixed, areas.score_driven, areas.rate_driven, areas.rate_random)


@settings(deadline=None)
@given(scored_rows())
def test_brier_is_scikit_learns(rows):
    truth, score = rows
    counts = threshold_counts(truth, score)
    assert costs.brier_score(counts) == pytest.approx(sk.brier_score_loss(truth, score, pos_label=True), abs=1e-15)
    at = costs.brier_score(counts, prevalence=0.3)
    assert at == pytest.approx(0.3 * np.mean((1 - score[truth]) ** 2) + 0.7 * np.mean(score[~truth] ** 2), abs=1e-15)


def test_scores_that_are_no_probabilities():
    counts = threshold_counts([1, 0, 1], [3.0, 0.5, 0.7])
    areas = costs.choice_areas(counts, 0.6)
    assert math.isnan(areas.score_driven)
    assert str(areas.reason) == ("The scores do not lie between 0 and 1, so they cannot be read as probabilities.")
    assert (areas.reason, areas.optimal) == (None, 0)
    assert np.isnan(costs.score_driven_cost(counts, [0.2, 0.4])).all()
    assert math.isnan(costs.brier_score(counts))
    assert not np.isnan(costs.rate_driven_cost(counts, [0.2, 0.4])).any()


def test_one_class():
    counts = counts_of([(3, 0), (1, 0)])
    areas = costs.choice_areas(counts, 0)
    found = [areas.fixed, areas.score_driven, areas.rate_driven, areas.rate_random, areas.optimal]
    np.testing.assert_equal(found, NAN)
    assert str(areas.reason) == "No row is negative."
    assert np.isnan(costs.rate_driven_cost(counts, 0.5))
    alone = threshold_counts([1, 1], [0.5, 1.0])
    assert costs.brier_score(alone) == 0.125
    assert math.isnan(costs.brier_score(alone, prevalence=0.5))


class TestHMeasure:
    def definition(self, counts, alpha, beta, p):
        """Integrate the least loss over the cost share of a false alarm, and that of the two trivial rules."""
        fpr, fnr = counts.fp / counts.n_neg, counts.fn / counts.n_pos
        density = stats.beta(alpha, beta).pdf

        def least(c, fpr, fnr):
            return (c[:, None] * (1 - p) * fpr + (1 - c[:, None]) * p * fnr).min(axis=1) * density(c)

        middle = (np.arange(200_000) + 0.5) / 200_000
        trivial = least(middle, np.array([0, 1]), np.array([1, 0]))
        return 1 - least(middle, fpr, fnr).mean() / trivial.mean()

    @pytest.mark.parametrize(("alpha", "beta"), [(2, 2), (None, None), (1, 1), (2, 11), (3.5, 0.8)])
    def test_against_integration_of_the_definition(self, alpha, beta):
        for p in (None, 0.1):
            found = costs.h_measure(MELON, alpha=alpha, beta=beta, prevalence=p)
            share = 0.4 if p is None else p
            slow = self.definition(MELON, alpha or 1 + share, beta or 2 - share, share)
            assert found.h == pytest.approx(slow, abs=1e-7)

    def test_by_adaptive_quadrature(self):
        def least(c):
            return np.min(c * 0.6 * MELON.fp / 12 + (1 - c) * 0.4 * MELON.fn / 8) * stats.beta(2, 2).pdf(c)

        loss, _ = integrate.quad(least, 0, 1, points=[0.3, 0.375, 0.4286, 0.5], epsabs=1e-10, limit=500)
        assert costs.h_measure(MELON, alpha=2, beta=2).loss == pytest.approx(loss, abs=1e-8)

    def test_by_hand(self):
        """Two corners that change hands at c = 1/2: L = 2 (1/4) (5/32), L_ref = 2 (1/2) (5/32)."""
        found = costs.h_measure(threshold_counts([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]), alpha=2, beta=2)
        assert (found.loss, found.reference_loss, found.h) == pytest.approx((5 / 64, 5 / 32, 0.5))

    def test_r_package(self):
        """hmeasure 1.0 in R: lda(type ~ ., Pima.tr) on Pima.te of MASS, severity ratio 1; its hull, and H."""
        fp = [0, 3, 7, 15, 16, 17, 33, 68, 77, 119, 137, 196, 223]
        tp = [1, 18, 40, 59, 61, 62, 75, 98, 100, 107, 108, 109, 109]
        counts = ThresholdCounts.from_grouped(range(len(fp), 0, -1), np.diff(tp, prepend=0), np.diff(fp, prepend=0))
        found = costs.h_measure(counts, alpha=2, beta=2)
        assert found.loss == pytest.approx(0.0778600373259069, abs=1e-13)
        assert found.h == pytest.approx(0.42144692438763, abs=1e-13)

    def test_python_package(self):
        """The example of the package hmeasure, whose default is Beta(2, 1 + m- / m+)."""
        rng = np.random.default_rng(66)
        counts = threshold_counts(rng.integers(low=0, high=2, size=10), rng.random(10))
        found = costs.h_measure(counts, alpha=2, beta=1 + counts.n_neg / counts.n_pos)
        assert found.h == pytest.approx(0.18889596344769588, abs=1e-13)

    def test_default_has_its_mode_at_the_prevalence(self):
        found = costs.h_measure(MELON)
        assert (found.alpha, found.beta) == (1.4, 1.6)
        assert (found.alpha - 1) / (found.alpha + found.beta - 2) == pytest.approx(0.4)

    @settings(deadline=None)
    @given(GROUPS)
    def test_bounds_and_symmetry(self, counts):
        found = costs.h_measure(counts)
        assert -1e-12 <= found.h <= 1
        swapped = ThresholdCounts.from_grouped(-counts.threshold[1:], np.diff(counts.fp), np.diff(counts.tp))
        assert costs.h_measure(swapped).h == pytest.approx(found.h, abs=1e-12)
        rescored = ThresholdCounts.from_grouped(np.exp(counts.threshold[1:]), np.diff(counts.tp), np.diff(counts.fp))
        assert costs.h_measure(rescored).h == pytest.approx(found.h, abs=1e-14)

    def test_ends(self):
        assert costs.h_measure(ThresholdCounts.from_grouped([0.9, 0.5], [3, 0], [0, 7])).h == 1
        assert costs.h_measure(ThresholdCounts.from_grouped([0.5], [3], [7])).h == pytest.approx(0, abs=1e-15)

    def test_undefined(self):
        assert str(costs.h_measure(counts_of([(3, 0)])).reason) == "No row is negative."
        never = costs.h_measure(MELON, prevalence=0)
        assert math.isnan(never.h)
        assert str(never.reason) == "At this prevalence one answer is always right, so there is nothing to gain."
        with pytest.raises(ValueError, match=r"^alpha must be a number above 0; got 0. Choose 2 as Hand did\.$"):
            costs.h_measure(MELON, alpha=0)


def test_areas_agree_with_a_fine_grid():
    x = np.linspace(0, 1, 20_001)
    areas = costs.choice_areas(MELON, 0.5)
    assert np.trapezoid(all_lines(MELON, x).min(axis=1), x) == pytest.approx(areas.optimal, abs=1e-6)
    assert np.trapezoid(costs.rate_driven_cost(MELON, x), x) == pytest.approx(areas.rate_driven, abs=1e-6)
