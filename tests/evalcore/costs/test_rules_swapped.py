"""The two rules that ignore the score are each other's mirror."""

import numpy as np
import pytest

from evalcore.costs import best_threshold, rule_costs
from evalcore.counts import threshold_counts


def test_a_rule_that_ignores_the_score_has_the_same_interval_whichever_class_is_positive():
    rng = np.random.default_rng(0)
    y, score = rng.random(300) < 0.3, rng.random(300).round(2)
    found = []
    for truth, costs in ((y, {"cost_fn": 5, "cost_fp": 1}), (~y, {"cost_fn": 1, "cost_fp": 5})):
        counts = threshold_counts(truth, score)
        found.append(rule_costs(counts, 0.5, best_threshold(counts, **costs), **costs))
    for one, other in (
        (found[0].always_positive, found[1].always_negative),
        (found[0].always_negative, found[1].always_positive),
    ):
        assert (one.cost, one.low, one.high) == pytest.approx((other.cost, other.low, other.high))
