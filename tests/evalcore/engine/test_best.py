"""The best threshold is that of all scores, though next to no rows are read again."""

import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore import engine, metrics
from evalcore.costs import best_threshold
from evalcore.counts import threshold_counts
from evalcore.engine import tally as tallies
from evalcore.errors import InputError

COARSE = {"most": 16, "weighted": False, "binary": False}
ONE = engine.Limits(memory=1 << 29, threads=1)
rows = st.lists(
    st.tuples(st.booleans(), st.one_of(st.floats(0, 1), st.sampled_from([0.3, 0.5]))), min_size=1, max_size=60
)


def opened(truth, score):
    return engine.source(pd.DataFrame({"y": truth, "s": score}), limits=ONE)


@settings(max_examples=40, deadline=None)
@given(rows, st.sampled_from(["f1", "accuracy", "matthews", "balanced_accuracy", "precision"]))
def test_best_is_that_of_all_thresholds(rows, name):
    truth, score = (np.array(column) for column in zip(*rows, strict=True))
    metric, exact = getattr(metrics, name), threshold_counts(truth, score)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tallies.Tally.__init__, "__kwdefaults__", COARSE)
        found = opened(truth, score).cells("y", "s", tolerance=1.0).best(metric)
    values = metric(exact.cells(np.arange(len(exact))))
    if np.isnan(values).all():
        assert math.isnan(found.value)
        assert found.reason is not None
        return
    assert found.value == pytest.approx(np.nanmax(values), rel=1e-12)
    assert metric(exact.at(found.threshold)) == found.value
    assert found.matrix.table.tolist() == exact.at(found.threshold).table.tolist()


@settings(max_examples=30, deadline=None)
@given(rows, st.sampled_from([(1, 1), (5, 1), (1, 20)]), st.sampled_from([None, 0.1]))
def test_least_cost_is_that_of_all_thresholds(rows, costs, prevalence):
    truth, score = (np.array(column) for column in zip(*rows, strict=True))
    asked = {"cost_fn": costs[0], "cost_fp": costs[1], "prevalence": prevalence}
    wanted = best_threshold(threshold_counts(truth, score), **asked)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tallies.Tally.__init__, "__kwdefaults__", COARSE)
        found = opened(truth, score).cells("y", "s", tolerance=1.0).best(**asked)
    assert found.value == pytest.approx(wanted.cost, rel=1e-12, nan_ok=True)
    assert (found.reason is None) == (wanted.reason is None)


def test_few_rows_are_read_again(monkeypatch):
    monkeypatch.setattr(tallies.Tally.__init__, "__kwdefaults__", COARSE | {"most": 1200})
    rng = np.random.default_rng(0)
    truth = rng.random(50_000) < 0.1
    score = 1 / (1 + np.exp(-rng.normal(size=50_000) - 2 * truth))
    found = opened(truth, score).cells("y", "s", tolerance=1.0).best(metrics.f1)
    exact = metrics.f1((counts := threshold_counts(truth, score)).cells(np.arange(len(counts))))
    assert found.value == np.nanmax(exact)
    assert 0 < found.n_rows < 5000


@pytest.mark.parametrize("asked", [{}, {"cost_fn": 1}, {"value": metrics.f1, "cost_fn": 1, "cost_fp": 1}])
def test_either_a_metric_or_costs(asked):
    with pytest.raises(InputError, match="Either a metric must be named or both costs"):
        opened([True, False], [0.1, 0.2]).cells("y", "s").best(**asked)
