"""One group against all other rows: each number is that of the rows one by one, and differences hold as they say."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics as sk

from evalcore import metrics
from evalcore.costs import CostMatrix, threshold_cost_interval
from evalcore.counts import threshold_counts
from evalcore.curves import auc_interval
from evalcore.decisions import against_rest, by_group
from evalcore.decisions.by_group import SHARED_CASES
from evalcore.intervals import Estimate, independent_difference
from tests.tiers import least_of


def two(n=240, seed=4, digits=2):
    rng = np.random.default_rng(seed)
    truth, mine = rng.random(n) < 0.4, rng.random(n) < 0.3
    score = np.round(rng.random(n) * 0.6 + (0.3 - 0.15 * mine) * truth, digits)
    return truth, score, mine


def compared(truth, score, mine, t=0.5, **more):
    return against_rest(
        threshold_counts(truth[mine], score[mine]), threshold_counts(truth[~mine], score[~mine]), t, **more
    )


def test_every_number_is_that_of_the_rows_of_its_side():
    truth, score, mine = two()
    found = compared(truth, score, mine, costs=CostMatrix(5, 1))
    assert (found.n_group, found.n_rest) == (mine.sum(), (~mine).sum())
    for side, used in (("group", mine), ("rest", ~mine)):
        y, s = truth[used], score[used]
        called = s >= 0.5
        wanted = {
            "prevalence": y.mean(),
            "recall": called[y].mean(),
            "fpr": called[~y].mean(),
            "precision": y[called].mean(),
            "queue_rate": called.mean(),
            "accuracy": (called == y).mean(),
            "auc": sk.roc_auc_score(y, s),
            "average_precision": sk.average_precision_score(y, s),
            "brier": np.mean((s - y) ** 2),
            "cost": np.mean(5 * (y & ~called) + (~y & called)),
        }
        assert {row.name: getattr(row, side).value for row in found.rows} == pytest.approx(wanted)
    for row in found.rows:
        assert row.difference.value == pytest.approx(row.group.value - row.rest.value)
        assert row.difference.low < row.difference.value < row.difference.high


def test_intervals_are_those_that_pages_print_of_either_side():
    truth, score, mine = two()
    found = compared(truth, score, mine, costs=CostMatrix(5, 1))
    areas = [auc_interval(truth[used], score[used]) for used in (mine, ~mine)]
    sides = [Estimate(one.auc, one.robust_low, one.robust_high) for one in areas]
    wanted = independent_difference(*sides)
    auc = found.of("auc")
    assert (auc.difference.low, auc.difference.high) == (wanted.low, wanted.high)
    cost = threshold_cost_interval(threshold_counts(truth[mine], score[mine]), 0.5, cost_fn=5, cost_fp=1)
    assert (found.of("cost").group.low, found.of("cost").group.high) == (cost.low, cost.high)
    row = next(row for row in by_group(truth, score, mine, 0.5) if row.group == "True")
    for one in row.differences:
        beside = found.of(one.name).difference
        assert (beside.value, beside.low, beside.high) == pytest.approx((one.value, one.low, one.high))


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 4), st.booleans()), min_size=2))
def test_it_is_antisymmetric_and_what_is_undefined_says_why(rows):
    truth, score, mine = (np.array(column) for column in zip(*rows, strict=True))
    if mine.all() or not mine.any():
        mine[0] = not mine[0]
    one, other = (compared(truth, score / 4, side) for side in (mine, ~mine))
    for here, there in zip(one.rows, other.rows, strict=True):
        assert here.difference.value == pytest.approx(-there.difference.value, nan_ok=True)
        assert (here.difference.low, here.difference.high) == pytest.approx(
            (-there.difference.high, -there.difference.low), nan_ok=True
        )
        if math.isnan(here.difference.low):
            assert here.difference.reason is not None
    assert bool(one.warnings) == (min(truth[mine].sum(), (~truth[mine]).sum()) < 10)


def test_shared_cases_and_weights_leave_no_interval_and_say_why():
    truth, score, mine = two()
    found = compared(truth, score, mine, shares_cases=True)
    assert all(row.difference.reason is SHARED_CASES and math.isnan(row.difference.low) for row in found.rows)
    assert all(not math.isnan(row.group.low) for row in found.rows)
    weighted = [threshold_counts(truth[s], score[s], sample_weight=np.full(s.sum(), 1.5)) for s in (mine, ~mine)]
    for row in against_rest(*weighted, 0.5).rows:
        assert row.difference.reason is not None
        assert math.isnan(row.difference.low)


def test_scores_that_are_no_probabilities_have_no_brier_score():
    truth, score, mine = two()
    names = {row.name for row in compared(truth, 4 * score, mine, t=2).rows}
    assert "auc" in names
    assert "brier" not in names
    assert names <= {*metrics.METRICS, "auc", "average_precision"}


def test_intervals_of_differences_hold_as_often_as_they_say():
    """Of areas and Brier scores; those of readings stand in docs/coverage.md."""
    rng, times = np.random.default_rng(9), 300
    held = dict.fromkeys(("auc", "average_precision", "brier"), 0)

    def side(n, apart):
        truth = np.arange(n) < 0.3 * n
        return threshold_counts(truth, 1 / (1 + np.exp(0.8 - rng.normal(size=n) - apart * truth)))

    whole = {apart: against_rest(side(200_000, apart), side(200_000, 1.0), 0.5) for apart in (1.6,)}
    true = {name: whole[1.6].of(name).difference.value for name in held}
    for _ in range(times):
        found = against_rest(side(80, 1.6), side(240, 1.0), 0.5)
        for name in held:
            one = found.of(name).difference
            held[name] += one.low <= true[name] <= one.high
    assert all(count / times >= least_of(times, 0.93) for count in held.values()), held
