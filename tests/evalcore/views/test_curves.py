"""What a figure of curves shows: fewer points, never half a pixel off, and each of them one of the table's."""

import math
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from scipy.special import ndtri

from evalcore import metrics
from evalcore.counts import ConfusionMatrix, ThresholdCounts, threshold_counts
from evalcore.curves import at_prevalence, det_curve, precision_recall_curve, roc_curve
from evalcore.intervals import Estimate
from evalcore.views.curves import DET_REACH, class_line, label_point, model_curves, operating_points, threshold_at
from evalcore.views.digits import written_threshold
from evalcore.views.threshold import none_positive, threshold_view
from tests.evalcore.curves.tables import BOTH_CLASSES, LECTURE, MELON, ONE_CLASS, counts_of, random_rows
from tests.evalcore.curves.test_thinning import off
from tests.examples import examples

NOBODY = Estimate(math.nan)


def normal(n, prevalence, *, digits=None, weighted=False, seed=11):
    """Return the table of two overlapping normal classes."""
    rng = np.random.default_rng(seed)
    truth = rng.random(n) < prevalence
    score = rng.normal(size=n) + 1.5 * truth
    weight = rng.random(n) if weighted else None
    return threshold_counts(truth, score if digits is None else score.round(digits), sample_weight=weight)


TABLES = {
    "melon": MELON,
    "lecture": LECTURE,
    "many": normal(60_000, 0.4),
    "rare": normal(60_000, 0.01),
    "tied": normal(60_000, 0.4, digits=1),
    "weighted": normal(20_000, 0.3, weighted=True),
    "random": threshold_counts(*random_rows(3, 3000)[:2]),
}
every_table = pytest.mark.parametrize("counts", TABLES.values(), ids=TABLES)


@cache  # every test looks at the same lines
def drawn(counts, **options):
    return model_curves("A", counts, auc=NOBODY, average_precision=NOBODY, **options)


@cache
def full(counts, prevalence=None):
    """Return for each plane the whole line with its thresholds, without points that cannot be drawn, and its shape."""
    roc, det = roc_curve(counts), det_curve(counts)
    pr = precision_recall_curve(counts) if prevalence is None else at_prevalence(counts, prevalence)
    lines = {
        "roc": (roc.fpr, roc.tpr, None),
        "precision_recall": (pr.recall, pr.precision, "vh"),
        "det": (ndtri(det.fpr), ndtri(det.fnr), None),
    }
    there = {name: np.isfinite(x) & np.isfinite(y) for name, (x, y, _step) in lines.items()}
    return [
        (name, counts.threshold[there[name]], (x[there[name]], y[there[name]], step))
        for name, (x, y, step) in lines.items()
    ]


def places(line, threshold):
    """Return where a drawn line's points are in the whole line."""
    index = np.searchsorted(-threshold, -line.threshold)
    np.testing.assert_array_equal(threshold[index], line.threshold)
    return index


@every_table
@pytest.mark.parametrize("prevalence", [None, 0.02])
class TestDrawnLines:
    def test_points_are_points_of_the_curve(self, counts, prevalence):
        found = drawn(counts, prevalence=prevalence)
        for name, threshold, (x, y, _step) in full(counts, prevalence):
            line = getattr(found, name)
            index = places(line, threshold)
            assert (np.diff(index) > 0).all()
            np.testing.assert_array_equal(line.x, x[index])
            np.testing.assert_array_equal(line.y, y[index])

    def test_ends_stay(self, counts, prevalence):
        found = drawn(counts, prevalence=prevalence)
        for name, threshold, (x, y, _step) in full(counts, prevalence):
            line = getattr(found, name)
            assert (line.threshold[0], line.threshold[-1]) == (threshold[0], threshold[-1])
            assert (line.x[0], line.y[0], line.x[-1], line.y[-1]) == (x[0], y[0], x[-1], y[-1])
        assert (found.roc.x[0], found.roc.y[0], found.roc.threshold[0]) == (0, 0, math.inf)
        assert (found.roc.x[-1], found.roc.y[-1]) == (1, 1)
        assert found.precision_recall.x[-1] == 1

    def test_never_half_a_pixel_off(self, counts, prevalence):
        found = drawn(counts, prevalence=prevalence)
        for name, threshold, line in full(counts, prevalence):
            # 1,000 pixels are the whole axis, from 0 to 1 or between the ends of the DET plane.
            axis = 2 * DET_REACH + 0.2 if name == "det" else 1
            width, height = (max(1.0, 1000 * np.ptp(values) / axis) for values in line[:2])
            assert off(line, places(getattr(found, name), threshold), width, height) < 0.5

    def test_at_most_2000_points(self, counts, prevalence):
        found = drawn(counts, prevalence=prevalence)
        assert all(line.x.size <= 2000 for line in (found.roc, found.precision_recall, found.det))
        assert found.n_points == len(counts)

    def test_each_point_carries_its_counts(self, counts, prevalence):
        found = drawn(counts, prevalence=prevalence)
        for line in (found.roc, found.precision_recall, found.det):
            for t, tp, fp in zip(line.threshold[:40], line.tp[:40], line.fp[:40], strict=True):
                cm = counts.at(t)
                assert (tp, fp) == (cm.tp, cm.fp)

    def test_each_point_is_written_by_the_number_that_a_click_on_it_sets(self, counts, prevalence):
        found = drawn(counts, prevalence=prevalence)
        for line in (found.roc, found.precision_recall, found.det):
            np.testing.assert_array_equal(counts.index_of(line.labels.value), counts.index_of(line.threshold))
            for t, written, digits in zip(line.threshold, line.labels.value, line.labels.digits, strict=True):
                wanted = none_positive(counts) if math.isinf(t) else t
                assert (written, digits) == written_threshold(counts.threshold, wanted)
                # Of the chosen model, and of another one.
                assert written_threshold(counts.threshold, written).value == written
                cm = counts.at(t)
                assert threshold_at(counts, cm.tp, cm.fp) == written


@every_table
def test_what_a_point_counts_leads_back_to_a_short_threshold_that_decides_the_same(counts):
    found = drawn(counts)
    for line in (found.roc, found.precision_recall):
        for threshold, tp, fp in zip(line.threshold, line.tp, line.fp, strict=True):
            short = threshold_at(counts, tp, fp)
            assert (counts.at(short).tp, counts.at(short).fp) == (tp, fp)
            assert short == (
                none_positive(counts) if tp + fp == 0 else written_threshold(counts.threshold, threshold).value
            )


def test_prevalence_moves_precision_only():
    here, there = drawn(MELON), drawn(MELON, prevalence=0.1)
    for name in ("roc", "det"):
        np.testing.assert_array_equal(getattr(here, name).y, getattr(there, name).y)
    hits, alarms = MELON.tp[1:] / 8, MELON.fp[1:] / 12
    np.testing.assert_allclose(there.precision_recall.y, 0.1 * hits / (0.1 * hits + 0.9 * alarms))
    np.testing.assert_allclose(there.precision_recall.x, hits)
    np.testing.assert_allclose(drawn(MELON, prevalence=0.4).precision_recall.y, here.precision_recall.y)


@pytest.mark.parametrize("prevalence", [0.01, 0.1, 0.4, 0.5, 0.95])
@pytest.mark.parametrize("counts", [MELON, normal(500, 0.3, digits=1)], ids=["melon", "ties"])
def test_break_even_at_another_prevalence_is_where_as_many_are_called_positive_as_are(counts, prevalence):
    """P = pi TPR / q and R = TPR are equal where the share called positive, q, is the prevalence pi."""
    tpr, fpr = counts.tp / counts.n_pos, counts.fp / counts.n_neg
    wanted = np.interp(prevalence, prevalence * tpr + (1 - prevalence) * fpr, tpr)
    assert drawn(counts, prevalence=prevalence).break_even_point == pytest.approx(wanted)


def test_melon():
    found = model_curves("melon", MELON, auc=Estimate(0.85, 0.6, 0.95), average_precision=Estimate(0.82))
    assert (found.name, found.n_points, found.equal_error_rate) == ("melon", 20, 0.25)
    assert (found.auc.value, found.auc.low, found.auc.high) == (0.85, 0.6, 0.95)
    assert math.isnan(found.average_precision.low)
    assert len(found.roc.x) == 20
    # Nothing is predicted positive above the highest score, so precision has no first point.
    assert found.precision_recall.threshold[0] == 0.98
    # Four rows without a false alarm, then misses until none are left: rates of 0 are at infinity.
    assert (found.det.threshold[0], found.det.threshold[-1]) == (0.85, 0.48)


@pytest.mark.parametrize("counts", [counts for counts, _reason in ONE_CLASS], ids=["positive", "negative"])
def test_one_class_has_no_curve(counts):
    found = drawn(counts)
    assert found.roc.x.size == found.det.x.size == 0
    assert math.isnan(found.equal_error_rate)


def test_perfect_and_reversed_scores_have_no_finite_det_point():
    for n_pos, n_neg in (([5, 0], [0, 5]), ([0, 5], [5, 0])):
        found = drawn(ThresholdCounts.from_grouped([2, 1], n_pos, n_neg))
        assert found.det.x.size == 0
        assert found.roc.x.size == 3


@every_table
def test_line_of_a_class_is_its_roc(counts):
    roc, found = roc_curve(counts), class_line("p", counts)
    assert (found.name, found.auc) == ("p", roc.auc)
    assert found.fpr.size == found.tpr.size <= 2000
    line = drawn(counts).roc
    np.testing.assert_array_equal(found.fpr, line.x)
    np.testing.assert_array_equal(found.tpr, line.y)


@examples(40)
@given(BOTH_CLASSES)
def test_any_small_table_is_drawn_whole(groups):
    counts = counts_of(groups)
    found = drawn(counts)
    for name, threshold, (x, y, _step) in full(counts):
        line = getattr(found, name)
        np.testing.assert_array_equal(line.threshold, threshold)
        np.testing.assert_array_equal(line.x, x)
        np.testing.assert_array_equal(line.y, y)


class TestOperatingPoints:
    @every_table
    def test_equal_the_metrics_at_each_step(self, counts):
        steps = threshold_view(counts, special=(0.5,)).steps
        found = operating_points(steps)
        for i, t in enumerate(steps.threshold):
            cm = counts.at(t)
            assert found.fpr[i] == metrics.fpr(cm)
            assert found.tpr[i] == metrics.recall(cm)
            np.testing.assert_equal(found.precision[i], metrics.precision(cm))
            for at, rate in ((found.det_x[i], metrics.fpr(cm)), (found.det_y[i], metrics.fnr(cm))):
                assert at == pytest.approx(min(max(ndtri(rate), -DET_REACH), DET_REACH), abs=1e-9)

    @every_table
    @pytest.mark.parametrize("prevalence", [0.001, 0.5])
    def test_at_another_prevalence_lie_on_the_moved_curve(self, counts, prevalence):
        steps = threshold_view(counts, special=(0.5,)).steps
        found, here = operating_points(steps, prevalence=prevalence), operating_points(steps)
        curve = at_prevalence(counts, prevalence)
        at = counts.index_of(steps.threshold)
        np.testing.assert_allclose(found.precision, curve.precision[at], rtol=1e-9)
        for name in ("fpr", "tpr", "det_x", "det_y"):
            np.testing.assert_array_equal(getattr(found, name), getattr(here, name))

    @pytest.mark.parametrize("prevalence", [None, 0.3])
    def test_above_every_score_there_is_no_precision(self, prevalence):
        found = operating_points(threshold_view(MELON).steps, prevalence=prevalence)
        assert math.isnan(found.precision[-1])
        assert np.isfinite(found.precision[:-1]).all()
        assert (found.fpr[-1], found.tpr[-1]) == (0, 0)

    def test_det_plane_ends_at_a_thousandth(self):
        assert pytest.approx(-ndtri(0.001), abs=5e-5) == DET_REACH
        found = operating_points(threshold_view(MELON).steps)
        assert (found.det_x[-1], found.det_y[-1]) == (-DET_REACH, DET_REACH)
        assert (found.det_x[0], found.det_y[0]) == (DET_REACH, -DET_REACH)

    @pytest.mark.parametrize("counts", [counts for counts, _reason in ONE_CLASS], ids=["positive", "negative"])
    @pytest.mark.parametrize("prevalence", [None, 0.3])
    def test_rates_of_a_class_without_rows_stay_undefined(self, counts, prevalence):
        found = operating_points(threshold_view(counts).steps, prevalence=prevalence)
        assert np.isnan(found.fpr if counts.n_neg == 0 else found.tpr).all()


class TestLabelPoint:
    def test_is_the_point_of_its_matrix(self):
        found = label_point("labels", ConfusionMatrix.binary(tp=6, fp=4, fn=2, tn=8))
        assert (found.name, found.fpr, found.tpr, found.precision) == ("labels", 4 / 12, 0.75, 0.6)

    def test_that_never_says_positive_has_no_precision(self):
        found = label_point("labels", ConfusionMatrix.binary(tp=0, fp=0, fn=2, tn=8))
        assert (found.fpr, found.tpr) == (0, 0)
        assert math.isnan(found.precision)
