"""The numbers of a page's one sentence: they are those of the matrix, and they agree with each other."""

import math
from dataclasses import replace

import numpy as np
import pytest

from evalcore.costs import best_threshold, rule_costs
from evalcore.counts import ConfusionMatrix, threshold_counts
from evalcore.errors import Message
from evalcore.significance import auc_differences
from evalcore.views.answers import best_of_models, cost_answer, matrix_answer, per_hundred

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


def rules(cost_fn=5.0, cost_fp=1.0, t=0.5):
    counts = threshold_counts(Y, SCORES["a"])
    options = {"cost_fn": cost_fn, "cost_fp": cost_fp, "prevalence": 0.3}
    return rule_costs(counts, t, best_threshold(counts, **options), **options, cases=1000)


@pytest.mark.parametrize("t", [-1.0, 0.0, 0.3, 0.5, 2.0])
@pytest.mark.parametrize("scale", [1.0, 0.001])
def test_what_is_saved_is_the_difference_as_shown(t, scale):
    said = cost_answer(rules(5 * scale, scale, t))
    assert said.saved == pytest.approx(said.now - said.best)
    assert said.saved >= 0
    assert said.digits == (0 if scale == 1 else 2)


def test_costs_undefined():
    found = rules()
    said = cost_answer(replace(found, current=replace(found.current, cost=math.nan)))
    assert math.isnan(said.saved)


@pytest.mark.parametrize(
    ("share", "said"), [(0.5, 50), (0.844, 84), (0.995, 99.5), (0.9981, 99.8), (0.00012, 0.01), (1, 100), (0, 0)]
)
def test_per_hundred(share, said):
    assert per_hundred(share) == said


def test_best_two_of_three_and_how_far_apart():
    found = auc_differences(Y, SCORES)
    auc = {"a": found.tests[0].auc_a, "b": found.tests[0].auc_b, "c": found.tests[1].auc_b}
    said = best_of_models(auc, found)
    assert (said.first, said.second) == ("c", "a")
    # The test is of a minus c: turned over for c minus a.
    test = found.tests[found.pairs.index(("a", "c"))]
    assert (said.low, said.high) == (-test.high, -test.low)
    assert said.low < said.auc_first - said.auc_second < said.high
    assert said.apart == (said.low > 0)


def test_without_a_test_the_reason_stays():
    why = Message("weighted")
    said = best_of_models({"a": 0.5, "b": 0.7}, None, reason=why)
    assert (said.first, said.reason, said.apart) == ("b", why, False)
