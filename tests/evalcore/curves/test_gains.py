"""Gains and lift, row by row and by what is known of them."""

import math

import numpy as np
import pytest
from scipy import stats

from evalcore.counts import ThresholdCounts, threshold_counts
from evalcore.curves import gains_at, gains_curve, roc_curve
from evalcore.curves.gains import FEW, NOT_FOUND, NOTHING, WEIGHTED
from evalcore.errors import InputError
from evalcore.intervals import wilson

Z = stats.norm.ppf(0.975)


def drawn(n=300, seed=0):
    rng = np.random.default_rng(seed)
    truth = rng.random(n) < 0.2
    return truth, (rng.normal(size=n) + truth).round(1)


def test_curve_row_by_row():
    truth, score = drawn()
    found = gains_curve(threshold_counts(truth, score))
    for place, threshold in enumerate(found.threshold[1:], start=1):
        taken = score >= threshold
        assert found.rows[place] == taken.mean()
        assert found.gain[place] == pytest.approx(truth[taken].sum() / truth.sum())
        assert found.lift[place] == pytest.approx(truth[taken].mean() / truth.mean())
    assert math.isnan(found.lift[0])
    assert found.area == pytest.approx(np.trapezoid(found.gain, found.rows))
    auc = roc_curve(threshold_counts(truth, score)).auc
    assert found.area == pytest.approx(truth.mean() / 2 + (1 - truth.mean()) * auc)
    assert list(found.to_frame().columns) == ["threshold", "rows", "gain", "lift"]


def test_a_perfect_ranking_and_one_by_chance():
    perfect = gains_curve(ThresholdCounts.from_grouped([2, 1], [10, 0], [0, 30]))
    assert perfect.lift.tolist()[1:] == [4, 1]
    assert perfect.area == 1 - 0.25 / 2
    assert gains_curve(ThresholdCounts.from_grouped([1], [10], [30])).area == 0.5


def test_ends():
    truth, score = drawn()
    found = gains_at(threshold_counts(truth, score), 1.0)
    taken = score >= 1.0
    assert (found.gain.low, found.gain.high) == pytest.approx(wilson(truth[taken].sum(), truth.sum()))
    each = (taken & truth) / (taken & truth).sum() - taken / taken.sum() - truth / truth.sum() + 1 / 300
    spread = math.sqrt((each**2).sum())
    lift = truth[taken].mean() / truth.mean()
    assert found.lift.value == pytest.approx(lift)
    assert (found.lift.low, found.lift.high) == pytest.approx(
        (lift * math.exp(-Z * spread), lift * math.exp(Z * spread))
    )
    assert not found.lift.warnings


def test_a_share_of_the_rows_takes_whole_ties():
    counts = ThresholdCounts.from_grouped([0.9, 0.5, 0.2], [3, 1, 0], [0, 2, 4])
    assert [gains_at(counts, rows=share).threshold for share in (0, 0.29, 0.3, 0.59, 0.6, 1)] == [
        *(math.inf, math.inf, 0.9, 0.9, 0.5, 0.2)
    ]
    assert gains_at(counts, rows=0.3).rows == 0.3


def test_by_case():
    truth, score = drawn(150)
    twice = gains_at(threshold_counts(np.repeat(truth, 2), np.repeat(score, 2), case=np.arange(300) // 2), 0.5)
    once = gains_at(threshold_counts(truth, score), 0.5)
    assert twice.lift.value == pytest.approx(once.lift.value)
    wider = stats.t.ppf(0.975, 149) / Z * math.sqrt(150 / 149)
    assert math.log(twice.lift.high / twice.lift.value) == pytest.approx(
        wider * math.log(once.lift.high / once.lift.value)
    )
    assert twice.gain.low == pytest.approx(once.gain.low, abs=0.02)
    assert twice.gain.low < once.gain.low
    alone = gains_at(threshold_counts(truth, score, case=["a"] * 150), 0.5)
    assert "two cases" in str(alone.gain.reason)
    assert "two cases" in str(alone.lift.reason)


def test_undefined():
    counts = threshold_counts([1, 0, 0, 0], [0.1, 0.5, 0.6, 0.2])
    assert gains_at(counts, math.inf).lift.reason is NOTHING
    assert gains_at(counts, math.inf).gain.value == 0
    assert gains_at(counts, 0.5).lift.reason is NOT_FOUND
    assert gains_at(counts, 0.5).lift.value == 0
    assert gains_at(counts, 0.1).lift.value == gains_at(counts, 0.1).lift.low == 1
    assert gains_at(counts, 0.15).lift.reason is NOT_FOUND
    assert gains_at(threshold_counts([1, 0, 1], [0.9, 0.1, 0.4]), 0.3).lift.warnings == (FEW,)
    none = threshold_counts([0, 0], [0.1, 0.5])
    assert "No row is positive" in str(gains_at(none, 0.3).gain.reason)
    assert math.isnan(gains_at(none, 0.3).lift.value)
    assert np.isnan(gains_curve(none).gain).all()
    assert "No row is positive" in str(gains_curve(none).reason)
    only = gains_curve(threshold_counts([1, 1], [0.1, 0.5]))
    assert only.gain.tolist() == [0, 0.5, 1]
    assert math.isnan(only.area)


def test_weights_have_values():
    truth, score = drawn()
    found = gains_at(threshold_counts(truth, score, sample_weight=np.full(300, 3.0)), 0.5)
    assert found.lift.value == pytest.approx(gains_at(threshold_counts(truth, score), 0.5).lift.value)
    assert found.gain.reason is found.lift.reason is WEIGHTED
    assert math.isnan(found.lift.low)


@pytest.mark.parametrize("asked", [{}, {"threshold": 0.5, "rows": 0.3}])
def test_one_of_both_is_asked_for(asked):
    with pytest.raises(InputError, match=r"^Either threshold or rows must be given; got both or none\."):
        gains_at(threshold_counts([1, 0], [0.5, 0.4]), **asked)
