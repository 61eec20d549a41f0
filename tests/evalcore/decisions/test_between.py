"""The best threshold of all scores of a source: what it may be worth is known beforehand, and what it is by asking."""

import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore import engine
from evalcore.costs import CostMatrix
from evalcore.counts import threshold_counts
from evalcore.decisions import Wish, exactly, fulfil, possible
from evalcore.engine import tally as tallies
from evalcore.engine.sourced import as_grouped

COARSE = {"most": 16, "weighted": False, "binary": False}
ONE = engine.Limits(memory=1 << 29, threads=1)
WISHES = (
    Wish("f1"),
    Wish("precision", at_least={"recall": 0.6}),
    Wish("recall", at_least={"precision": 0.7}, alerts=9),
    Wish("fpr", at_least={"recall": 0.5}),
    Wish("kappa", at_most={"fpr": 0.2}),
    Wish("matthews", alerts=0.3),
    Wish("npv", at_most={"queue_rate": 0.5}),
    Wish(alerts=7),
    Wish("cost", costs=CostMatrix(5, 1), at_least={"precision": 0.4}),
)
rows = st.lists(
    st.tuples(st.booleans(), st.one_of(st.floats(0, 1), st.sampled_from([0.3, 0.5]))), min_size=1, max_size=60
)


def coarse_cells(truth, score):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tallies.Tally.__init__, "__kwdefaults__", COARSE)
        source = engine.source(pd.DataFrame({"y": truth, "s": score}), limits=ONE)
        return source.cells("y", "s", tolerance=1.0)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(rows, st.sampled_from(WISHES), st.booleans())
def test_it_is_that_of_all_scores_and_lies_where_it_may(rows, wish, turned):
    truth, score = (np.array(column) for column in zip(*rows, strict=True))
    cells = coarse_cells(truth, score)
    exact = fulfil(threshold_counts(~truth if turned else truth, score), wish)
    grouped = as_grouped(cells)
    within = possible(grouped.turned if turned else grouped, wish)
    found = as_grouped(exactly(cells, wish, turned=turned))
    counts = found.turned.counts if turned else found.counts
    mine = fulfil(counts, wish)
    assert mine.reached == exact.reached
    if exact.reached:
        assert mine.value == pytest.approx(exact.value, rel=1e-9, abs=1e-12)
        ends = [value for value in (within.low, within.high) if not math.isnan(value)]
        assert min(ends) - 1e-9 <= exact.value <= max(ends) + 1e-9 or len(ends) == 1
    assert possible(found.turned if turned else found, wish).is_exact
    if within.is_exact and not math.isnan(within.low):
        assert within.low == pytest.approx(exact.value, rel=1e-9)


def test_few_rows_are_read_again(monkeypatch):
    monkeypatch.setattr(tallies.Tally.__init__, "__kwdefaults__", COARSE | {"most": 1200})
    rng = np.random.default_rng(0)
    truth = rng.random(50_000) < 0.1
    score = 1 / (1 + np.exp(-rng.normal(size=50_000) - 2 * truth))
    cells = engine.source(pd.DataFrame({"y": truth, "s": score}), limits=ONE).cells("y", "s", tolerance=1.0)
    wish = Wish("precision", at_least={"recall": 0.6})
    found = possible(as_grouped(cells), wish)
    assert 0 < found.n_rows < 5000
    exact = fulfil(threshold_counts(truth, score), wish)
    assert found.low < exact.value <= found.high
    assert fulfil(exactly(cells, wish).counts, wish).value == exact.value
