"""A metric is one entry: what is added to the registry is read, counted and explained like the others."""

import math

import numpy as np
import pytest

from evalcore import metrics
from evalcore.counts import ConfusionMatrix, threshold_counts
from evalcore.errors import Message
from evalcore.intervals import wilson
from evalcore.metrics import METRICS, Formula, proportion
from evalcore.metrics.registry import NO_PREDICTED_POSITIVE
from tests.evalcore.golden import MELON_SCORE, MELON_TRUTH

FDR = proportion(
    lambda cm: (cm.fp, cm.tp + cm.fp),
    title=Message("false discovery rate"),
    gaps=(NO_PREDICTED_POSITIVE,),
    formulas=(Formula("FDR", r"\frac{FP}{TP+FP}"),),
)
GOLDEN = ConfusionMatrix.binary(tp=30, fp=10, fn=20, tn=40)
NONE_PREDICTED = ConfusionMatrix.binary(tp=0, fp=0, fn=8, tn=12)


@pytest.fixture
def fdr(monkeypatch):
    monkeypatch.setitem(METRICS, "fdr", FDR)


def reading(cm):
    return {one.name: one for one in metrics.readings(cm)}["fdr"]


@pytest.mark.usefixtures("fdr")
class TestAddedMetric:
    def test_value_count_form_and_interval(self):
        one = reading(GOLDEN)
        assert (one.value, one.successes, one.trials, one.method) == (0.25, 10, 40, "wilson")
        assert (one.low, one.high) == wilson(10, 40)
        assert one.reason is None

    def test_reason_where_undefined(self):
        one = reading(NONE_PREDICTED)
        assert math.isnan(one.value)
        assert math.isnan(one.low)
        assert str(one.reason) == "No row is predicted positive."

    def test_weighted_rows_have_a_value_and_no_interval(self):
        one = reading(ConfusionMatrix.binary(tp=1.5, fp=0.5, fn=2.0, tn=3.0))
        assert (one.value, one.successes, one.trials) == (0.25, 0.5, 2.0)
        assert "weighted" in str(one.reason)

    def test_only_two_classes_have_one(self):
        names = {one.name for one in metrics.readings(ConfusionMatrix([[5, 3, 2], [1, 2, 5], [1, 4, 5]]))}
        assert "fdr" not in names
        assert "accuracy" in names

    def test_at_every_threshold(self):
        counts = threshold_counts(MELON_TRUTH, MELON_SCORE)
        values = metrics.threshold_metrics(counts, ["fdr"])["fdr"]
        np.testing.assert_allclose(values[1:], 1 - metrics.precision(counts)[1:])
        assert metrics.best_index(counts, "fdr").value == pytest.approx(1 - np.nanmin(metrics.precision(counts)))


def test_every_metric_has_a_title():
    assert all(metric.title.template and not metric.title.values for metric in METRICS.values())


def test_a_proportion_is_the_quotient_of_its_parts():
    for name, metric in METRICS.items():
        if metric.parts is not None:
            having, all_rows = metric.parts(GOLDEN)
            assert metrics.evaluate(name, GOLDEN) == having / all_rows, name


def test_public_functions_are_those_of_the_registry():
    """An entry needs none; one that has the name of an entry is it."""
    both = set(METRICS) & set(metrics.__all__)
    assert len(both) > 10
    for name in both:
        assert getattr(metrics, name)(GOLDEN) == metrics.evaluate(name, GOLDEN)
