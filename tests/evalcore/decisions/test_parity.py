"""Gaps between groups by Fairlearn's formulas written out, what cannot be equal, thresholds by group by trying all."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore import costs
from evalcore.costs import CostMatrix
from evalcore.decisions import RULES, group_counts, group_thresholds, impossibility, parity
from evalcore.errors import InputError
from evalcore.metrics import evaluate

ROWS = st.lists(
    st.tuples(st.booleans(), st.integers(-3, 3), st.integers(0, 3), st.sampled_from("abc")), min_size=1, max_size=30
)


def counts(rows, *, weighted=False):
    truth, score, weight, group = zip(*rows, strict=True)
    return group_counts(truth, score, list(group), sample_weight=weight if weighted else None)


def by_hand(rows, threshold):
    """Selection rate, TPR and FPR of each group, counted row by row; nan where undefined."""
    found = {}
    for name in sorted({row[3] for row in rows}):
        called = [(y, s >= threshold) for y, s, _, g in rows if g == name]
        rates = []
        for of in ([c for _, c in called], [c for y, c in called if y], [c for y, c in called if not y]):
            rates.append(sum(of) / len(of) if of else math.nan)
        found[name] = rates
    return found


def spread(values):
    known = [value for value in values if not math.isnan(value)]
    if len(known) < 2:
        return math.nan, math.nan
    return max(known) - min(known), min(known) / max(known) if max(known) else math.nan


@given(ROWS, st.integers(-3, 4))
def test_gaps_are_fairlearn_s(rows, threshold):
    found, hand = parity(counts(rows), threshold), by_hand(rows, threshold)
    selection, tpr, fpr = (spread(values) for values in zip(*hand.values(), strict=True))
    np.testing.assert_allclose(
        [
            *(found.demographic_parity_difference, found.demographic_parity_ratio),
            *(found.equal_opportunity_difference, found.equal_opportunity_ratio),
            *(found.equalized_odds_difference, found.equalized_odds_ratio),
        ],
        [*selection, *tpr, np.maximum(tpr[0], fpr[0]), np.minimum(tpr[1], fpr[1])],
        rtol=1e-12,
        atol=1e-12,
    )
    assert found.names == tuple(hand)
    for gap in found.gaps:
        assert (gap.lowest < 0) == math.isnan(gap.difference)
        if gap.lowest >= 0:
            assert gap.values[gap.highest] - gap.values[gap.lowest] == gap.difference
    assert (found.reason is not None) == (len(hand) < 2)
    left = sum(math.isnan(tpr) for _, tpr, _ in hand.values())
    assert any("without a positive row" in str(one) and f": {left}." in str(one) for one in found.warnings) == (
        left > 0
    )


def test_ten_people_by_hand():
    truth = [0, 1, 1, 1, 1, 0, 1, 0, 1, 0]
    called = [0, 1, 1, 1, 1, 0, 0, 0, 1, 1]
    sex = ["f"] * 5 + ["m"] * 5
    found = parity(group_counts(truth, called, sex), 1)
    # f: selected 4 of 5, TPR 4 of 4, FPR 0 of 1; m: 2 of 5, 1 of 2, 1 of 3.
    assert found.demographic_parity_difference == pytest.approx(0.4)
    assert found.demographic_parity_ratio == pytest.approx(0.5)
    assert found.equalized_odds_difference == pytest.approx(0.5)
    assert found.equalized_odds_ratio == 0
    frame = found.to_frame().set_index("name")
    assert frame.loc["queue_rate", ["lowest", "highest"]].tolist() == ["m", "f"]


@given(ROWS, st.integers(-3, 4))
def test_what_groups_have_obeys_the_identity(rows, threshold):
    found = impossibility(counts(rows), threshold)
    p, ppv, fnr, fpr = found.prevalence, found.precision, found.fnr, found.fpr
    with np.errstate(divide="ignore", invalid="ignore"):
        implied = p / (1 - p) * (1 - ppv) / ppv * (1 - fnr)
        common = (
            p / (1 - p) * (1 - found.common_precision) / np.float64(found.common_precision) * (1 - found.common_fnr)
        )
    known = np.isfinite(implied)
    np.testing.assert_allclose(implied[known], fpr[known], atol=1e-12)
    known = ~np.isnan(found.implied_fpr)
    np.testing.assert_allclose(found.implied_fpr[known], common[known])
    assert (found.message is None) == (np.count_nonzero(known) < 2)
    assert (found.reason is not None) == (not known.any())


def test_the_impossibility_is_said_with_these_numbers():
    y, score = [1, 1, 1, 0, 1, 0, 0, 0], [0.9, 0.8, 0.3, 0.6, 0.7, 0.2, 0.6, 0.4]
    assert str(impossibility(group_counts(y, score, list("aaaabbbb")), 0.5).message) == (
        "The share of positives is 0.25 to 0.75 in these groups. With precision 0.6 and a false negative rate of 0.25 "
        "in each of them their false positive rates would be 0.167 to 1.5."
    )


def tried(of, rule, target, matrix, present):
    """Return the threshold of a group by trying all from the highest down; None where the rule says nothing."""
    each = [(t, of.at(t)) for t in of.threshold.tolist()]
    if rule == "one":
        return present
    if rule == "cost":
        totals = [cm.fn * matrix.cost_fn + cm.fp * matrix.cost_fp for _, cm in each]
        tied = [i for i, total in enumerate(totals) if total == min(totals)]
        same = [i for i in tied if each[i][1].fp == each[tied[0]][1].fp]
        return each[same[-1]][0]
    values = [(t, evaluate(rule, cm)) for t, cm in each]
    if math.isnan(target) or math.isnan(values[0][1]):
        return None
    if rule == "recall":
        return next(t for t, value in values if value >= target)
    return [t for t, value in values if value <= target][-1]


@given(ROWS, st.sampled_from(RULES), st.integers(-3, 4), st.none() | st.sampled_from([0.0, 0.3, 0.5, 1.0]))
def test_thresholds_by_group_are_found_by_trying_all(rows, rule, present, target):
    found, matrix = counts(rows), CostMatrix(3, 2)
    made = group_thresholds(found, rule, threshold=present, target=target, costs=matrix)
    if rule in ("one", "cost"):
        assert math.isnan(made.target)
    elif target is None:
        np.testing.assert_equal(made.target, float(evaluate(rule, found.whole.at(present))))
    expected = [tried(of, rule, made.target, matrix, present) for of in found.counts]
    assert made.threshold.tolist() == [present if one is None else one for one in expected]
    missing = sum(one is None for one in expected)
    assert bool(made.warnings) == bool(missing)
    matrices = [of.at(t) for of, t in zip(found.counts, made.threshold, strict=True)]
    assert made.cells.tp.tolist() == [cm.tp for cm in matrices]
    total = [3 * cm.fn + 2 * cm.fp for cm in matrices]
    assert made.cost == pytest.approx(sum(total) / len(rows))
    assert made.cost_of_group.tolist() == pytest.approx([of / cm.n for of, cm in zip(total, matrices, strict=True)])
    assert made.confusion.table.tolist() == sum(cm.table for cm in matrices).tolist()
    np.testing.assert_equal(
        made.parity.demographic_parity_difference, parity(found, made.threshold).demographic_parity_difference
    )


@given(ROWS, st.sampled_from(RULES))
def test_weights_are_repetitions(rows, rule):
    if not sum(row[2] for row in rows):
        return
    weighted = group_thresholds(counts(rows, weighted=True), rule, threshold=0, target=0.5, costs=CostMatrix(5, 1))
    repeated = [row for row in rows for _ in range(row[2])]
    plain = group_thresholds(counts(repeated), rule, threshold=0, target=0.5, costs=CostMatrix(5, 1))
    assert weighted.names == plain.names
    assert weighted.threshold.tolist() == plain.threshold.tolist()


def test_of_all_rules_the_lowest_cost_costs_least():
    rng = np.random.default_rng(0)
    group = np.arange(3_000) % 3
    truth = rng.random(3_000) < np.array([0.1, 0.3, 0.5])[group]
    found = group_counts(truth, rng.normal(size=3_000) + truth, group)
    made = {rule: group_thresholds(found, rule, threshold=0.5, costs=CostMatrix(5, 1)) for rule in RULES}
    assert min(made, key=lambda rule: made[rule].cost) == "cost"
    assert made["one"].cost == pytest.approx(costs.cost_sensitive_error(found.whole.at(0.5), cost_fn=5, cost_fp=1))
    for rule in ("recall", "fpr", "queue_rate"):
        assert made[rule].parity.of(rule).difference < 0.01 < made["one"].parity.of("precision").difference
    assert made["queue_rate"].parity.of("recall").difference > made["one"].parity.of("recall").difference


def test_a_rule_that_is_none_and_one_without_costs_are_refused():
    found = group_counts([1, 0], [1, 2], ["a", "a"])
    with pytest.raises(InputError, match="rule must be one of one, recall, fpr, queue_rate, cost; got 'fair'"):
        group_thresholds(found, "fair", threshold=0)
    with pytest.raises(InputError, match="needs costs; got none"):
        group_thresholds(found, "cost", threshold=0)
    with pytest.raises(InputError, match="target must be a number from 0 to 1"):
        group_thresholds(found, "recall", threshold=0, target=2)
    assert math.isnan(group_thresholds(found, "one", threshold=0).cost)
