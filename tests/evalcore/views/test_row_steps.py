"""The rows by falling score, and where both curves stand after each."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.counts import threshold_counts
from evalcore.curves import precision_recall_curve, roc_curve
from evalcore.views.row_steps import row_steps
from tests.evalcore.golden import MELON_SCORE, MELON_TRUTH

SOME_ROWS = st.lists(st.tuples(st.booleans(), st.integers(0, 5)), min_size=2, max_size=25).filter(
    lambda rows: 0 < sum(truth for truth, _ in rows) < len(rows)
)


@given(SOME_ROWS)
def test_points_are_those_of_both_curves(rows):
    truth, score = (np.array(column) for column in zip(*rows, strict=True))
    steps, counts = row_steps(truth, score), threshold_counts(truth, score)
    roc, pr = roc_curve(counts), precision_recall_curve(counts)
    for mine, theirs in (
        (steps.threshold, counts.threshold),
        (steps.fpr, roc.fpr),
        (steps.tpr, pr.recall),
        (steps.precision, pr.precision),
    ):
        np.testing.assert_array_equal(mine, theirs)
    assert (steps.auc, steps.average_precision) == (
        pytest.approx(roc.auc, abs=1e-12),
        pytest.approx(pr.average_precision, abs=1e-12),
    )


@given(SOME_ROWS, st.sampled_from(["together", "optimistic", "pessimistic"]))
def test_each_row_comes_once_by_falling_score_and_moves_its_own_count(rows, ties):
    truth, score = (np.array(column) for column in zip(*rows, strict=True))
    steps = row_steps(truth, score, ties=ties)
    assert sorted(steps.row) == list(range(1, len(rows) + 1))
    assert (np.diff(steps.score) <= 0).all()
    np.testing.assert_array_equal(steps.positive, truth[steps.row - 1])
    np.testing.assert_array_equal(steps.score, score[steps.row - 1])
    for k in range(1, steps.last + 1):
        reached = steps.reached(k) - 1
        assert (score[reached] == steps.threshold[k]).all()
        assert steps.tp[k] - steps.tp[k - 1] == truth[reached].sum()
        assert steps.fp[k] - steps.fp[k - 1] == (~truth[reached]).sum()
    assert steps.reached(0).size == 0


def test_melon():
    steps = row_steps(MELON_TRUTH, MELON_SCORE)
    assert (steps.last, steps.n_pos, steps.n_neg) == (19, 8, 12)
    assert [len(steps.reached(k)) for k in range(steps.last + 1)] == [0, *[1] * 9, 2, *[1] * 9]
    assert (steps.fp[10], steps.tp[10]) == (4, 7)
    assert (round(steps.auc, 4), round(steps.average_precision, 4)) == (0.8490, 0.8236)


def test_one_class_alone_has_no_rate_of_the_other():
    steps = row_steps([True, True], [0.2, 0.9])
    assert np.isnan(steps.fpr).all()
    assert steps.tpr.tolist() == [0, 0.5, 1]
    assert math.isnan(steps.auc)
    assert math.isnan(row_steps([False], [0.2]).average_precision)
