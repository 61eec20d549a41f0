"""Net benefit, the decision curve, and the bridge to normalised cost."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore import costs
from evalcore.counts import threshold_counts
from evalcore.errors import InputError
from tests.evalcore.costs.test_areas import scored_rows
from tests.evalcore.costs.test_envelope import counts_of
from tests.evalcore.golden import MELON_SCORE, MELON_TRUTH

MELON = threshold_counts(MELON_TRUTH, MELON_SCORE)
P_T = st.floats(0, 0.999)


def test_errata_39_melon():
    """p TPR - (1 - p) FPR w, not sensitivity - w FPR."""
    assert costs.net_benefit(MELON, 1 / 6) == pytest.approx(0.300)
    assert costs.decision_curve(MELON, [1 / 6]).treat_all[0] == pytest.approx(0.280)
    assert costs.net_benefit(MELON, 1 / 6, threshold=0.42) == pytest.approx(0.340)


@settings(deadline=None)
@given(scored_rows(), P_T)
def test_row_by_row(rows, p_t):
    truth, score = rows
    acted = score >= p_t
    slow = (np.sum(acted & truth) - np.sum(acted & ~truth) * p_t / (1 - p_t)) / len(truth)
    assert costs.net_benefit(threshold_counts(truth, score), p_t) == pytest.approx(slow, abs=1e-9)


@settings(deadline=None)
@given(scored_rows(), P_T, st.floats(0.001, 0.999), st.floats(0, 1))
def test_bridge_to_normalised_cost(rows, p_t, p, threshold):
    counts = threshold_counts(*rows)
    i = counts.index_of(threshold)
    fpr, fnr = counts.fp[i] / counts.n_neg, counts.fn[i] / counts.n_pos
    weight = p * (1 - p_t) + (1 - p) * p_t
    x = costs.probability_cost(p, 1 - p_t, p_t)
    assert x == pytest.approx(p * (1 - p_t) / weight)
    bridge = p - costs.normalized_cost(fpr, fnr, x) * weight / (1 - p_t)
    found = costs.net_benefit(counts, p_t, threshold=threshold, prevalence=p)
    assert found == pytest.approx(bridge, rel=1e-9, abs=1e-9)


@settings(deadline=None)
@given(scored_rows(), st.floats(0.01, 0.99))
def test_best_is_the_best_of_all_thresholds(rows, p_t):
    counts = threshold_counts(*rows)
    curve = costs.decision_curve(counts, [p_t])
    every = costs.net_benefit(counts, np.full(len(counts), p_t), threshold=counts.threshold)
    assert curve.best[0] == pytest.approx(every.max(), abs=1e-10)
    at_best = costs.net_benefit(counts, p_t, threshold=curve.best_threshold[0])
    assert at_best == pytest.approx(every.max(), abs=1e-10)
    assert curve.best[0] >= max(curve.model[0], curve.treat_all[0], 0) - 1e-10


def test_p_t_is_the_theoretical_threshold():
    """5:1 costs make p_t 1/6, and the best threshold of both views is the same one."""
    p_t = costs.theoretical_threshold(cost_fn=5, cost_fp=1)
    assert costs.decision_curve(MELON, [p_t]).best_threshold[0] == 0.42
    assert costs.best_threshold(MELON, cost_fn=5, cost_fp=1).threshold == 0.42


def test_p_t_and_probability_cost_run_in_opposite_directions():
    p_t = np.linspace(0, 1, 50)
    assert (np.diff(costs.probability_cost(0.3, 1 - p_t, p_t)) < 0).all()


def test_ends():
    curve = costs.decision_curve(MELON, [0.0, 1.0])
    assert (curve.model[0], curve.best[0], curve.treat_all[0], curve.treat_none[0]) == (0.4, 0.4, 0.4, 0)
    assert np.isnan([curve.model[1], curve.best[1], curve.treat_all[1]]).all()
    assert math.isnan(costs.net_benefit(MELON, 1))
    assert math.isnan(costs.decision_curve(MELON, [0.0], prevalence=0).best[0])


def test_another_prevalence():
    curve = costs.decision_curve(MELON, [0.1], prevalence=0.05)
    assert curve.treat_all[0] == pytest.approx(0.05 - 0.95 / 9)
    assert curve.model[0] == pytest.approx(0.05 * 1 - 0.95 * (11 / 12) / 9)
    assert curve.prevalence == 0.05


def test_default_grid_and_table():
    frame = costs.decision_curve(MELON).to_frame()
    assert len(frame) == 99
    assert frame.columns.tolist() == [
        "threshold_probability",
        "model",
        "best",
        "best_threshold",
        "treat_all",
        "treat_none",
    ]


def test_scores_that_are_no_probabilities():
    counts = threshold_counts([1, 0, 1], [3.0, 0.5, 0.7])
    curve = costs.decision_curve(counts, [0.2, 0.5])
    assert np.isnan(curve.model).all()
    assert not np.isnan(curve.best).any()
    assert str(curve.reason) == "The scores do not lie between 0 and 1, so they cannot be read as probabilities."
    assert costs.net_benefit(counts, 0.5, threshold=0.7) == pytest.approx(2 / 3)


def test_one_class():
    counts = counts_of([(3, 0), (1, 0)])
    curve = costs.decision_curve(counts, [0.2])
    assert str(curve.reason) == "No row is negative."
    assert np.isnan([curve.model[0], curve.best[0], curve.treat_all[0]]).all()
    assert costs.net_benefit(counts, 0.2) == 0.25
    assert math.isnan(costs.net_benefit(counts, 0.2, prevalence=0.5))


def test_bad_input():
    with pytest.raises(InputError) as refused:
        costs.net_benefit(MELON, 1.5)
    assert str(refused.value) == "threshold_probability must be a number from 0 to 1; got 1.5. Write 5% as 0.05."


@pytest.mark.parametrize("p", [None, 0.3])
def test_interval_is_that_of_a_cost_with_the_sign_turned(p):
    found = costs.net_benefit_interval(MELON, 0.2, threshold=0.42, prevalence=p)
    earned = costs.threshold_cost_interval(MELON, 0.42, cost_fn=0, cost_fp=0.25, cost_tp=-1, prevalence=p)
    assert found.cost == pytest.approx(costs.net_benefit(MELON, 0.2, threshold=0.42, prevalence=p))
    assert (found.low, found.high) == (-earned.high, -earned.low)
    assert found.low < found.cost < found.high


def test_no_interval_where_there_is_no_net_benefit():
    assert "At a threshold probability of 1" in str(costs.net_benefit_interval(MELON, 1).reason)
    outside = threshold_counts([1, 0], [3, 2])
    assert "do not lie between 0 and 1" in str(costs.net_benefit_interval(outside, 0.5).reason)
