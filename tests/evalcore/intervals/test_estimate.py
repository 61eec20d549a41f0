"""What numbers with intervals share."""

import math

import numpy as np
import pytest

from evalcore import costs, curves, metrics, regression
from evalcore.counts import ConfusionMatrix, threshold_counts
from evalcore.errors import Message
from evalcore.intervals import BootstrapInterval, Estimate

WHY = Message("There is no row.")


def test_multiplied_it_keeps_what_is_said():
    one = Estimate(2.0, 1.0, 4.0, confidence_level=0.9, method="by hand", warnings=(WHY,))
    assert one.times(10) == Estimate(20.0, 10.0, 40.0, confidence_level=0.9, method="by hand", warnings=(WHY,))


def test_with_the_sign_turned_the_ends_change_places():
    turned = Estimate(2.0, 1.0, 4.0).times(-1)
    assert (turned.value, turned.low, turned.high) == (-2.0, -4.0, -1.0)


def test_what_is_undefined_stays_so():
    one = BootstrapInterval(math.nan, reason=WHY).times(1000)
    assert math.isnan(one.value)
    assert math.isnan(one.low)
    assert one.reason is WHY


COUNTS = threshold_counts([1, 1, 0, 1, 0, 0], [0.9, 0.8, 0.7, 0.6, 0.2, 0.1])
LEVEL = {"confidence_level": 0.8}


@pytest.mark.parametrize(
    ("found", "name"),
    [
        (curves.auc_interval_from_counts(COUNTS, **LEVEL), "auc"),
        (curves.average_precision_interval(COUNTS, **LEVEL), "average_precision"),
        (costs.threshold_cost_interval(COUNTS, 0.7, cost_fn=5, cost_fp=1, **LEVEL), "cost"),
        (costs.net_benefit_interval(COUNTS, 0.5, **LEVEL), "value"),
        (costs.model_cost_difference([1, 0, 1], [1, 0, 0], [1, 1, 1], cost_fn=1, cost_fp=1, **LEVEL), "difference"),
        (costs.label_cost_interval(ConfusionMatrix([[9, 2], [3, 8]]), [[0, 1], [5, 0]], **LEVEL), "cost"),
        (metrics.readings(COUNTS.at(0.7), **LEVEL)[0], "value"),
    ],
)
def test_the_number_has_its_own_name_and_the_level_that_was_asked_for(found, name):
    assert isinstance(found, Estimate)
    assert getattr(found, name) == found.value
    assert found.low < found.value < found.high
    assert found.confidence_level == 0.8


def test_measures_of_regression_have_a_standard_error():
    truth = [1.0, 2.0, 4.0, 3.0, 7.0, 5.0]
    found = regression.bootstrap_errors(truth, [2.0, 2.5, 3.0, 3.0, 6.0, 6.0], rng=np.random.default_rng(0))
    assert isinstance(found.mae, BootstrapInterval)
    assert found.mae.standard_error > 0
