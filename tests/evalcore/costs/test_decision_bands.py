"""Decision curves with intervals: against R's dcurves, the costs they are made of, and rows one threshold at a time."""

import math

import numpy as np
import pytest
from scipy import special

from evalcore.costs import (
    decision_curve,
    decision_intervals,
    model_cost_difference,
    net_benefit,
    net_benefit_difference,
    net_benefit_interval,
    threshold_cost_interval,
)
from evalcore.costs.decision_bands import FEW
from evalcore.costs.paired import ALIKE
from evalcore.counts import ThresholdCounts, threshold_counts
from evalcore.errors import InputError
from evalcore.intervals import wilson

# R's dcurves 0.3, df_binary (750 rows, 105 with cancer), the model of the marker: threshold probability, found and
# false alarms among all, net benefit, net interventions avoided for 100 cases.
MARKER = (
    (0.05, 0.14, 0.86, 0.09473684210526317, 0),
    (0.09, 0.10933333333333334, 0.468, 0.06304761904761905, 8.192592592592579),
    (0.14, 0.08933333333333333, 0.19733333333333333, 0.05720930232558139, 35.14285714285714),
    (0.20, 0.05466666666666667, 0.10266666666666667, 0.029, 41.599999999999994),
    (0.30, 0.03066666666666667, 0.04133333333333333, 0.012952380952380951, 56.35555555555555),
    (0.35, 0.024000000000000004, 0.032, 0.006769230769230774, 61.25714285714285),
)
# The model of the family's history there: 24 of 105 with cancer have one, 91 of 645 without.
HISTORY = {0.05: (0.025614035087719297, -131.33333333333331), 0.2: (0.001666666666666667, 30.666666666666657)}


def marker():
    """Return rows with the scores at which the marker was read, as many as it reaches there and not at the next."""
    place, tp, fp, *_ = np.array(MARKER).T
    n_pos, n_neg = (-np.diff(np.round(750 * of).astype(int), append=0) for of in (tp, fp))
    return ThresholdCounts.from_grouped(place, n_pos, n_neg)


def test_net_benefit_as_dcurves():
    place, _, _, benefit, avoided = np.array(MARKER).T
    found = decision_intervals(marker(), place)
    np.testing.assert_allclose(found.model.value, benefit, atol=1e-12)
    np.testing.assert_allclose(found.avoided.value, avoided, atol=1e-9)
    np.testing.assert_allclose(found.treat_all.value, [0.14 - 0.86 * p / (1 - p) for p in place], atol=1e-12)
    np.testing.assert_allclose(found.over_all.value, benefit - found.treat_all.value, atol=1e-12)


@pytest.mark.parametrize(("place", "expected"), HISTORY.items())
def test_of_two_answers_as_dcurves(place, expected):
    counts = ThresholdCounts.from_grouped([1, 0], [24, 81], [91, 554])
    found = decision_intervals(counts, [place])
    assert (found.model.value[0], found.avoided.value[0]) == pytest.approx(expected)
    assert net_benefit(counts, place) == pytest.approx(expected[0])


def drawn(n=200, seed=0):
    rng = np.random.default_rng(seed)
    x = rng.normal(-0.5, 1.2, n)
    truth = rng.random(n) < special.expit(x)
    return truth, special.expit(x + rng.normal(0, 0.6, n)), special.expit(0.7 * x + rng.normal(0, 0.9, n))


def test_ends_are_those_of_the_costs():
    truth, score, _ = drawn()
    counts = threshold_counts(truth, score)
    found = decision_intervals(counts, [0.2, 0.6], confidence_level=0.9)
    for place, p_t in enumerate((0.2, 0.6)):
        one = net_benefit_interval(counts, p_t, confidence_level=0.9)
        assert (found.model.low[place], found.model.high[place]) == (one.low, one.high)
        weight = p_t / (1 - p_t)
        low, high = wilson(counts.n_pos, 200, confidence_level=0.9)
        ends = (p - (1 - p) * weight for p in (low, high))
        assert (found.treat_all.low[place], found.treat_all.high[place]) == pytest.approx(tuple(ends))
        spared = threshold_cost_interval(counts, p_t, cost_fn=1 / weight, cost_fp=0, cost_tn=-1, confidence_level=0.9)
        assert found.avoided.low[place] == pytest.approx(-100 * spared.high)
        assert found.over_all.high[place] == pytest.approx(-weight * spared.low)
    assert found.model.confidence_level == 0.9
    assert decision_intervals(counts, [0.2], per=1).avoided.value[0] == pytest.approx(found.avoided.value[0] / 100)


def test_the_curve_without_intervals_is_the_same():
    truth, score, _ = drawn()
    counts = threshold_counts(truth, score)
    found, curve = decision_intervals(counts), decision_curve(counts)
    np.testing.assert_allclose(found.model.value, curve.model, atol=1e-12)
    np.testing.assert_allclose(found.treat_all.value, curve.treat_all, atol=1e-12)


def test_a_known_prevalence_makes_acting_always_known():
    truth, score, _ = drawn()
    found = decision_intervals(threshold_counts(truth, score), [0.2], prevalence=0.05)
    assert found.treat_all.low[0] == found.treat_all.high[0] == pytest.approx(0.05 - 0.95 / 4)
    assert found.model.value[0] == pytest.approx(net_benefit(threshold_counts(truth, score), 0.2, prevalence=0.05))
    assert found.model.low[0] < found.model.value[0] < found.model.high[0]


def test_weights_have_values_and_cases_have_intervals():
    truth, score, _ = drawn()
    weighted = decision_intervals(threshold_counts(truth, score, sample_weight=np.full(200, 2.0)), [0.3])
    rows = decision_intervals(threshold_counts(truth, score), [0.3])
    assert weighted.over_all.value[0] == pytest.approx(rows.over_all.value[0])
    assert math.isnan(weighted.over_all.low[0])
    assert weighted.over_all.reason is not None
    by_case = decision_intervals(threshold_counts(truth, score, case=np.arange(200) // 4), [0.3])
    assert by_case.over_all.low[0] != rows.over_all.low[0]
    assert by_case.over_all.reason is None


@pytest.mark.parametrize("prevalence", [None, 0.1])
def test_a_difference_is_that_of_the_costs_at_every_place(prevalence):
    truth, first, second = drawn()
    places = np.array([0.7, 0.05, 0.35, float(first[0]), float(second[3]), 0.35])
    found = net_benefit_difference(truth, first, second, places, prevalence=prevalence)
    for place, p_t in enumerate(places):
        one = model_cost_difference(
            truth, first >= p_t, second >= p_t, cost_fn=0, cost_fp=p_t / (1 - p_t), cost_tp=-1, prevalence=prevalence
        )
        assert found.value[place] == pytest.approx(-one.value, abs=1e-14)
        assert (found.low[place], found.high[place]) == pytest.approx((-one.high, -one.low))
    a, b = (net_benefit(threshold_counts(truth, of), places, prevalence=prevalence) for of in (first, second))
    np.testing.assert_allclose(found.value, a - b, atol=1e-14)


def test_a_difference_by_case():
    truth, first, second = drawn()
    case = np.arange(200) // 4
    found = net_benefit_difference(truth, first, second, [0.4], case=case)
    one = model_cost_difference(truth, first >= 0.4, second >= 0.4, cost_fn=0, cost_fp=0.4 / 0.6, cost_tp=-1, case=case)
    assert (found.low[0], found.high[0]) == pytest.approx((-one.high, -one.low))
    assert found.low[0] != pytest.approx(net_benefit_difference(truth, first, second, [0.4]).low[0])


def test_where_nothing_differs_there_is_no_interval():
    truth, first, second = drawn()
    found = net_benefit_difference(truth, first, np.where(second > 0.5, first, second), [0.3, 0.999])
    assert found.value[1] == 0
    assert np.isnan([found.low[1], found.high[1]]).all()
    assert found.reason is ALIKE
    near = first.copy()
    near[:2] = 1 - near[:2]
    assert net_benefit_difference(truth, first, near, [0.5]).warnings == (FEW,)


@pytest.mark.parametrize(
    ("truth", "first", "said"),
    [([1, 0], [1.5, 0.5], "do not lie between 0 and 1"), ([1, 1], [0.5, 0.5], "No row is negative")],
)
def test_undefined(truth, first, said):
    found = net_benefit_difference(truth, first, [0.5, 0.2], [0.3])
    assert said in str(found.reason)
    assert math.isnan(found.value[0])
    curve = decision_intervals(threshold_counts(truth, first), [0.3])
    for band in (curve.model, curve.over_all, curve.avoided):
        assert said in str(band.reason)
        assert math.isnan(band.low[0])


@pytest.mark.parametrize("place", [0, 1])
def test_ends_are_no_places(place):
    with pytest.raises(InputError, match=r"^threshold_probability must lie between 0 and 1; got .*Choose probabil"):
        decision_intervals(threshold_counts([1, 0], [0.5, 0.4]), [0.3, place])


@pytest.mark.parametrize("per", [0, -1, math.inf])
def test_avoided_interventions_are_for_some_cases(per):
    with pytest.raises(InputError, match=r"^per must be a number above 0; got .*Choose 100"):
        decision_intervals(threshold_counts([1, 0], [0.5, 0.4]), [0.3], per=per)


def test_both_models_have_scores_of_the_same_rows():
    with pytest.raises(InputError, match="second must have 2 values"):
        net_benefit_difference([1, 0], [0.5, 0.4], [0.5])


@pytest.mark.parametrize("places", [[0.3], [0.7, 0.1, 0.1]])
def test_few_places_are_read_as_among_many(places):
    """They go another way; scores that tie with a place among them."""
    rng = np.random.default_rng(4)
    truth = rng.random(500) < 0.3
    first, second = (np.clip(0.3 * truth + 0.7 * rng.random(500), 0, 1).round(1) for _ in range(2))
    few = net_benefit_difference(truth, first, second, places)
    many = net_benefit_difference(truth, first, second, [*places, *np.arange(1, 20) / 20])
    for name in ("value", "low", "high"):
        np.testing.assert_array_equal(getattr(few, name), getattr(many, name)[: len(places)])
    for place, value in zip(places, few.value, strict=True):
        weight = place / (1 - place)
        gained = (first >= place).astype(int) - (second >= place)
        assert value == pytest.approx((gained[truth].sum() - weight * gained[~truth].sum()) / 500)
