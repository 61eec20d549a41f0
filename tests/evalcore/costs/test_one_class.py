"""Intervals of what a row of a single class costs."""

import math

import numpy as np
import pytest
from statsmodels.stats.proportion import proportion_confint

from evalcore import costs
from evalcore.costs.one_class import NO_ROW, SAME_COST
from evalcore.counts import ConfusionMatrix
from evalcore.errors import InputError
from evalcore.intervals.percentiles import WEIGHTED
from evalcore.metrics.readings import SMALL_SHARE


def test_two_costs_are_a_share_of_the_rows():
    found = costs.class_cost_intervals(ConfusionMatrix([[8, 2], [3, 7]]), [[1, 5], [4, 0]])
    for one, wrong, (least, most) in zip(found, (2, 3), ((1, 5), (0, 4)), strict=True):
        low, high = proportion_confint(wrong, 10, method="wilson")
        assert (one.low, one.high) == pytest.approx((least + low * (most - least), least + high * (most - least)))
        assert one.warnings == ()


def test_of_more_costs_two_rows_a_side_are_added():
    one = costs.class_cost_intervals(
        ConfusionMatrix([[90, 8, 2], [0, 9, 0], [0, 0, 9]]), [[0, 1, 10], [1] * 3, [1] * 3]
    )
    z = 1.959963985
    rows = np.repeat([0, 1, 10, 0, 10], [90, 8, 2, 1, 1]).astype(float)
    weight = np.append(np.ones(100), [z * z / 2] * 2)
    mean = np.average(rows, weights=weight)
    half = z * math.sqrt(np.average((rows - mean) ** 2, weights=weight) / weight.sum())
    assert one[0].cost == pytest.approx(0.28)
    assert (one[0].low, one[0].high) == pytest.approx((max(mean - half, 0), mean + half))
    assert [of.reason for of in one[1:]] == [SAME_COST] * 2


def test_why_there_is_none_or_it_is_doubtful():
    empty, few = costs.class_cost_intervals(ConfusionMatrix([[0, 0], [1, 3]]), [[0, 1], [1, 0]])
    assert empty.reason == NO_ROW
    assert math.isnan(empty.low)
    assert few.warnings == (SMALL_SHARE,)
    weighted = costs.class_cost_intervals(ConfusionMatrix(np.array([[1.5, 1.0], [1.0, 3.0]])), [[0, 1], [1, 0]])
    assert weighted[0].reason == WEIGHTED
    with pytest.raises(InputError, match="confidence level must lie between 0 and 1; got 2"):
        costs.class_cost_intervals(ConfusionMatrix([[1, 1], [1, 3]]), [[0, 1], [1, 0]], confidence_level=2)
