"""The course of curves at a few places is that of the curves themselves, not of the points that draw them."""

from fractions import Fraction

import numpy as np
import pytest

from evalcore.counts import ThresholdCounts, threshold_counts
from evalcore.curves import at_prevalence, det_curve, precision_recall_curve, roc_curve
from evalcore.views.places import TENTHS, fnr_within, places, precision_at, tpr_at


@pytest.fixture(params=[0, 1, 2])
def counts(request):
    rng = np.random.default_rng(request.param)
    y_true = rng.random(3_000) < 0.2
    score = rng.normal(size=3_000) + 1.1 * y_true
    return threshold_counts(y_true, score.round(request.param + 1))


def highest(x, y, at):
    """Go through all straight pieces of a rising curve, and take the highest point above one place."""
    found = []
    for (x0, y0), (x1, y1) in zip(zip(x, y, strict=True), zip(x[1:], y[1:], strict=False), strict=False):
        if x0 <= at <= x1:
            found.append(max(y0, y1) if x0 == x1 else y0 + (at - x0) / (x1 - x0) * (y1 - y0))
    return max(found)


def test_tpr_is_that_of_the_straight_pieces_of_the_whole_curve(counts):
    roc = roc_curve(counts)
    assert tpr_at(counts, TENTHS) == pytest.approx([highest(roc.fpr, roc.tpr, at) for at in TENTHS], abs=1e-12)


@pytest.mark.parametrize("prevalence", [None, 0.01])
def test_precision_is_that_of_the_first_threshold_with_the_recall(counts, prevalence):
    curve = precision_recall_curve(counts) if prevalence is None else at_prevalence(counts, prevalence)
    found = [next(p for r, p in zip(curve.recall[1:], curve.precision[1:], strict=True) if r >= at) for at in TENTHS]
    assert precision_at(counts, TENTHS, prevalence=prevalence).tolist() == found


def test_fnr_is_the_lowest_of_the_thresholds_with_no_more_false_alarms(counts):
    det = det_curve(counts)
    assert fnr_within(counts, TENTHS).tolist() == [det.fnr[det.fpr <= at].min() for at in TENTHS]


# 20 rows, as the lecture's: rates that are tenths themselves, which a table in floating point may miss.
TENTHS_OF_ROWS = ThresholdCounts.from_grouped(
    [0.9, 0.8, 0.7, 0.6, 0.55, 0.5, 0.4, 0.35, 0.3, 0.1], [2, 0, 2, 0, 1, 2, 0, 1, 0, 2], [0, 1, 0, 2, 1, 0, 3, 0, 1, 2]
)


def exactly(counts):
    """Return TPR and FPR of each threshold as fractions, and those of the places."""
    by = [[Fraction(int(one), int(of)) for one in cells] for cells, of in ((counts.tp, 10), (counts.fp, 10))]
    return *by, [Fraction(k, 10) for k in range(11)]


@pytest.mark.parametrize("weight", [1.0, 0.1, 1 / 3])
def test_rates_that_are_places_are_found_there(weight):
    tpr, fpr, places_of = exactly(TENTHS_OF_ROWS)
    counts = ThresholdCounts(TENTHS_OF_ROWS.threshold, TENTHS_OF_ROWS.tp * weight, TENTHS_OF_ROWS.fp * weight)
    at_most = [max(t for t, f in zip(tpr, fpr, strict=True) if f <= place) for place in places_of]
    assert fnr_within(counts, TENTHS) == pytest.approx([float(1 - t) for t in at_most], abs=1e-9)
    assert tpr_at(counts, TENTHS)[[0, 1, 3, 4, 7, 8]] == pytest.approx([float(at_most[k]) for k in (0, 1, 3, 4, 7, 8)])


@pytest.mark.parametrize("weight", [1.0, 0.1, 1 / 3])
@pytest.mark.parametrize("prevalence", [None, 0.01, 0.05, 0.1, 0.2, 0.3])
def test_precision_at_a_recall_that_is_a_place_is_that_of_its_first_threshold(prevalence, weight):
    tpr, fpr, places_of = exactly(TENTHS_OF_ROWS)
    counts = ThresholdCounts(TENTHS_OF_ROWS.threshold, TENTHS_OF_ROWS.tp * weight, TENTHS_OF_ROWS.fp * weight)
    share = Fraction(1, 2) if prevalence is None else Fraction(str(prevalence))
    first = [next(k for k, t in enumerate(tpr) if k and t >= place) for place in places_of]
    wanted = [float(share * tpr[k] / (share * tpr[k] + (1 - share) * fpr[k])) for k in first]
    assert precision_at(counts, TENTHS, prevalence=prevalence) == pytest.approx(wanted, abs=1e-12)


@pytest.mark.parametrize("read", [tpr_at, fnr_within])
@pytest.mark.parametrize("positive", [True, False])
def test_without_rows_of_a_class_there_is_none(read, positive):
    assert np.isnan(read(threshold_counts([positive] * 3, [0.1, 0.2, 0.3]), TENTHS)).all()


def test_precision_needs_a_positive_row():
    assert np.isnan(precision_at(threshold_counts([False] * 3, [0.1, 0.2, 0.3]), TENTHS)).all()


def test_places_have_both_ends_and_where_the_handle_stands():
    for size in (1, 2, 11, 12, 200):
        for here in range(0, size, 7):
            found = places(size, here).tolist()
            assert found == sorted(set(found))
            assert {0, size - 1, here} <= set(found)
            assert len(found) <= 12
