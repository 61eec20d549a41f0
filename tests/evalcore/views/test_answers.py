"""The numbers of a page's one sentence: they are those of the matrix, and they agree with each other."""

import math
from dataclasses import replace

import numpy as np
import pytest

from evalcore.counts import ConfusionMatrix, ThresholdCounts
from evalcore.errors import Message
from evalcore.significance import auc_differences
from evalcore.views.answers import best_of_models, matrix_answer, pairs_in_order, per_hundred

RNG = np.random.default_rng(0)
Y = np.arange(60) % 3 == 0
SCORES = {"a": Y + RNG.normal(size=60), "b": RNG.normal(size=60), "c": 3.0 * Y + RNG.normal(size=60)}


def test_matrix():
    said = matrix_answer(ConfusionMatrix.binary(tp=8, fp=2, fn=2, tn=8))
    assert (said.found, said.positives, said.false, said.alarms) == (8, 10, 2, 10)
    assert (said.recall, said.false_share) == pytest.approx((0.8, 0.2))


def test_matrix_without_alarms_or_positives():
    said = matrix_answer(ConfusionMatrix.binary(tp=0, fp=0, fn=0, tn=8))
    assert math.isnan(said.recall)
    assert math.isnan(said.false_share)


@pytest.mark.parametrize(
    ("share", "said"), [(0.5, 50), (0.844, 84), (0.995, 99.5), (0.9981, 99.8), (0.00012, 0.01), (1, 100), (0, 0)]
)
def test_per_hundred(share, said):
    assert per_hundred(share) == said


def test_few_pairs_are_counted_and_many_are_of_a_hundred():
    few = ThresholdCounts.from_grouped([4, 3, 2, 1], [3, 1, 1, 1], [0, 2, 1, 1])
    assert pairs_in_order(few) == (12 + 3 + 1.5 + 0.5, 24)
    many = ThresholdCounts.from_grouped([2, 1], [9, 1], [1, 9])
    assert pairs_in_order(many) == (per_hundred(0.9), 100)
    weighted = ThresholdCounts.from_grouped([2, 1], [1.5, 0.5], [0.5, 1.5])
    assert pairs_in_order(weighted) == (75, 100)


def test_best_two_of_three_and_how_far_apart():
    found = auc_differences(Y, SCORES)
    auc = {"a": found.tests[0].auc_a, "b": found.tests[0].auc_b, "c": found.tests[1].auc_b}
    said = best_of_models(auc, found)
    assert (said.first, said.second) == ("c", "a")
    # Of the better one minus the other, whatever their order in the table.
    test = found.tests[found.pairs.index(("a", "c"))]
    assert (said.difference, said.low, said.high) == (-test.difference, -test.high, -test.low)
    assert said.difference == pytest.approx(said.auc_first - said.auc_second)
    assert said.low < said.difference < said.high
    assert (said.pvalue, said.n_pairs) == (found.adjusted[found.pairs.index(("a", "c"))], 3)
    assert said.apart == (said.pvalue < 0.05)


def test_the_model_looked_at_is_compared_with_the_best_one():
    found = auc_differences(Y, SCORES)
    auc = {"a": found.tests[0].auc_a, "b": found.tests[0].auc_b, "c": found.tests[1].auc_b}
    said = best_of_models(auc, found, chosen="b")
    assert (said.first, said.second, said.is_next) == ("c", "b", False)
    test = found.tests[found.pairs.index(("b", "c"))]
    assert (said.difference, said.low, said.high) == (-test.difference, -test.high, -test.low)
    assert said.pvalue == found.adjusted[found.pairs.index(("b", "c"))]
    for chosen in ("c", "a", None):
        two = best_of_models(auc, found, chosen=chosen)
        assert (two.first, two.second, two.is_next) == ("c", "a", True)


def test_what_one_pair_would_show_three_need_not():
    """Holm's p-value says whether the rows can tell, whatever the interval holds."""
    found = auc_differences(Y, SCORES)
    close = replace(found, adjusted=np.array([1.0, 0.06, 1.0]), pairs=(("a", "b"), ("a", "c"), ("b", "c")))
    said = best_of_models({"a": 0.8, "b": 0.5, "c": 0.9}, close)
    assert said.low > 0 or said.high < 0
    assert not said.apart
    assert best_of_models({"a": 0.8, "b": 0.5, "c": 0.9}, replace(close, adjusted=np.array([1.0, 0.04, 1.0]))).apart


def test_the_best_is_told_from_every_other_model_or_not():
    """Of a model with a smaller area, but a noisier difference, too."""
    found, auc = auc_differences(Y, SCORES), {"a": 0.8, "b": 0.5, "c": 0.9}
    for adjusted, not_below in (([1.0, 0.01, 0.2], ("b",)), ([1.0, 0.2, 0.2], ("a", "b")), ([1.0, 0.01, 0.02], ())):
        said = best_of_models(auc, replace(found, adjusted=np.array(adjusted)))
        assert (said.first, said.second, said.not_below) == ("c", "a", not_below)
    assert best_of_models(auc, replace(found, adjusted=np.array([1.0, 0.01, np.nan]))).not_below == ("b",)


def test_models_that_order_alike_have_a_reason_and_no_interval():
    said = best_of_models({"a": 0.9, "b": 0.9}, auc_differences(Y, {"a": SCORES["c"], "b": 2 * SCORES["c"]}))
    assert "the same order" in str(said.reason)
    assert not said.apart


def test_without_a_test_the_reason_stays():
    why = Message("weighted")
    said = best_of_models({"a": 0.5, "b": 0.7}, None, reason=why)
    assert (said.first, said.reason, said.apart) == ("b", why, False)
