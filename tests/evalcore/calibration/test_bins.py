"""Calibration in bins against slow rows, scikit-learn, and the decomposition it promises."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics as sk

from evalcore.calibration import WEIGHTED, calibration
from evalcore.counts import ThresholdCounts, threshold_counts
from evalcore.counts.reasons import NOT_PROBABILITIES
from evalcore.errors import InputError
from evalcore.intervals import wilson
from tests.evalcore.golden import MELON_SCORE, MELON_TRUTH
from tests.examples import examples

ARRAYS = ("score", "share", "low", "high", "n", "edges_low", "edges_high")
NUMBERS = ("brier", "reliability", "resolution", "uncertainty", "within")


@st.composite
def scored_rows(draw):
    n = draw(st.integers(1, 60))
    score = draw(st.lists(st.floats(0, 1) | st.sampled_from([0.0, 0.3, 0.5, 1.0]), min_size=n, max_size=n))
    truth = draw(st.lists(st.booleans(), min_size=n, max_size=n))
    return np.array(truth), np.array(score)


def bin_of_each_row(score, bins):
    """Return the bin of each row: that of the middle row of its tie, the slow way, from the highest score on."""
    distinct = sorted(set(score.tolist()), reverse=True)
    if len(distinct) <= bins:
        return np.array([distinct.index(s) for s in score])
    found = []
    for s in score:
        twice_middle = 2 * int((score > s).sum()) + int((score == s).sum())
        found.append(sum(bins * twice_middle > 2 * cut * len(score) for cut in range(1, bins)))
    return np.array(found)


@pytest.mark.slow
@examples(200)
@given(scored_rows(), st.integers(1, 12))
def test_bins_are_those_of_the_rows(rows, bins):
    truth, score = rows
    found = calibration(threshold_counts(truth, score), bins=bins)
    label = bin_of_each_row(score, bins)
    members = [label == b for b in sorted(set(label), reverse=True)]
    assert found.n.tolist() == [m.sum() for m in members]
    assert found.edges_low.tolist() == [score[m].min() for m in members]
    assert found.edges_high.tolist() == [score[m].max() for m in members]
    assert found.share.tolist() == [truth[m].sum() / m.sum() for m in members]
    np.testing.assert_allclose(found.score, [score[m].mean() for m in members], rtol=1e-14, atol=1e-16)
    low, high = wilson([truth[m].sum() for m in members], found.n)
    assert (found.low.tolist(), found.high.tolist()) == (low.tolist(), high.tolist())
    inner = np.concatenate([truth[m] - truth[m].mean() for m in members])
    spread = np.concatenate([score[m] - score[m].mean() for m in members])
    assert found.within == pytest.approx((spread**2 - 2 * spread * inner).mean(), abs=1e-14)
    assert found.reason is None


@pytest.mark.slow
@examples(200)
@given(scored_rows(), st.integers(1, 12), st.booleans(), st.data())
def test_parts_add_up_to_the_brier_score(rows, bins, weighted, data):
    truth, score = rows
    weight = None
    if weighted:
        weight = np.array(data.draw(st.lists(st.floats(0.01, 100), min_size=len(score), max_size=len(score))))
    found = calibration(threshold_counts(truth, score, sample_weight=weight), bins=bins)
    parts = found.reliability - found.resolution + found.uncertainty + found.within
    assert abs(found.brier - parts) <= 1e-12
    assert found.brier == pytest.approx(sk.brier_score_loss(truth, score, sample_weight=weight, labels=[0, 1]))
    assert 0 <= found.resolution <= found.uncertainty + 1e-15
    assert (found.edges_low <= found.score).all()
    assert (found.score <= found.edges_high).all()
    assert (found.edges_high[:-1] < found.edges_low[1:]).all()
    assert found.n.sum() == pytest.approx(len(truth) if weight is None else weight.sum())
    assert not any(getattr(found, name).flags.writeable for name in ARRAYS)


def test_distinct_scores_fill_bins_equally():
    score = np.random.default_rng(0).permutation(1000) / 1000
    found = calibration(threshold_counts(score > 0.4, score))
    assert found.n.tolist() == [100] * 10
    np.testing.assert_allclose(found.score, np.arange(10) / 10 + 0.0495)
    assert calibration(threshold_counts(score > 0.4, score), bins=1).n.tolist() == [1000]
    assert set(calibration(threshold_counts(score > 0.4, score), bins=3).n) == {333, 334}


def test_a_tie_stays_together_and_leaves_fewer_bins():
    counts = ThresholdCounts.from_grouped(np.arange(20) / 20, [1] * 10 + [100] + [1] * 9, [1] * 20)
    found = calibration(counts)
    assert found.n.max() >= 101
    assert len(found.n) < 10
    assert found.n.sum() == 139


def test_melon_by_hand():
    """Five bins of four: the tie at .60 is row 10 and 11, both in the third bin."""
    found = calibration(threshold_counts(MELON_TRUTH, MELON_SCORE), bins=5)
    assert found.n.tolist() == [4, 4, 4, 4, 4]
    assert found.share.tolist() == [0, 0.25, 0.5, 0.25, 1.0]
    assert found.uncertainty == pytest.approx(0.24)
    assert found.resolution == pytest.approx((0.16 + 2 * 0.0225 + 0.01 + 0.36) / 5)
    assert round(found.brier, 6) == 0.188525


def test_few_scores_leave_nothing_hidden():
    """One bin a score is the decomposition as Murphy has it."""
    found = calibration(ThresholdCounts.from_grouped([0.2, 0.5, 0.9], [1, 1, 9], [99, 1, 1]))
    assert found.n.tolist() == [100, 2, 10]
    assert found.within == 0
    assert found.reliability == pytest.approx((100 * 0.19**2 + 0) / 112)


def test_calibrated_scores_are_reliable():
    rng = np.random.default_rng(0)
    score = rng.random(200_000)
    found = calibration(threshold_counts(rng.random(200_000) < score, score), bins=20)
    assert found.reliability < 1e-4
    assert np.mean((found.low <= found.score) & (found.score <= found.high)) >= 0.8
    assert found.brier == pytest.approx(1 / 6, abs=2e-3)


def test_long_tables_are_read_in_blocks():
    rng = np.random.default_rng(1)
    score = rng.random(700_000)
    truth = rng.random(700_000) < score**2
    found = calibration(threshold_counts(truth, score), bins=3)
    order = np.argsort(score)
    parts = np.array_split(order, np.cumsum(found.n)[:-1].astype(int))
    np.testing.assert_allclose(found.score, [score[p].mean() for p in parts], rtol=1e-12)
    assert found.share.tolist() == [truth[p].mean() for p in parts]
    assert found.brier == pytest.approx(np.mean((score - truth) ** 2), rel=1e-12)
    parts = found.reliability - found.resolution + found.uncertainty + found.within
    assert abs(found.brier - parts) <= 1e-12


def test_weights_have_no_intervals():
    truth, score, weight = [1, 0, 1, 0], [0.9, 0.6, 0.6, 0.1], [2.0, 1.0, 0.5, 3.0]
    found = calibration(threshold_counts(truth, score, sample_weight=weight))
    assert found.n.tolist() == [3, 1.5, 2]
    assert found.share.tolist() == [0, 0.5 / 1.5, 1]
    assert np.isnan([found.low, found.high]).all()
    assert found.reason is WEIGHTED
    assert "rows are weighted" in str(WEIGHTED)


def test_weights_lost_in_rounding_make_no_bin():
    counts = threshold_counts([1, 0, 1, 0, 1], [0.9, 0.7, 0.5, 0.3, 0.1], sample_weight=[1e18, 1.0, 1e18, 1e18, 1.0])
    found = calibration(counts)
    assert (found.n > 0).all()
    assert np.isfinite(found.score).all()
    assert (found.edges_low[0], found.edges_high[-1]) == (0.1, 0.9)


@pytest.mark.parametrize("truth", [[1, 1, 1], [0, 0, 0]])
def test_one_class_has_no_uncertainty(truth):
    found = calibration(threshold_counts(truth, [0.9, 0.5, 0.1]))
    assert found.uncertainty == found.resolution == 0
    assert found.brier == pytest.approx(found.reliability)
    assert found.reason is None


@pytest.mark.parametrize(
    ("counts", "reason"),
    [
        (threshold_counts([1, 0], [1.5, 0.5]), str(NOT_PROBABILITIES)),
        (threshold_counts([1, 0], [0.5, -0.5]), str(NOT_PROBABILITIES)),
        (ThresholdCounts.from_grouped([0.5], [0], [0]), "There is no row."),
    ],
)
def test_undefined(counts, reason):
    found = calibration(counts)
    assert str(found.reason) == reason
    assert all(math.isnan(getattr(found, name)) for name in NUMBERS)
    assert all(len(getattr(found, name)) == 0 for name in ARRAYS)


@pytest.mark.parametrize("bins", [0, -1, 2.5, 1001, math.nan])
def test_bins_must_be_a_number(bins):
    with pytest.raises(InputError, match=r"^The number of bins must be a whole number from 1 to 1000; got .*Choose 10"):
        calibration(threshold_counts([1, 0], [0.5, 0.4]), bins=bins)
