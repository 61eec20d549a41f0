"""Rows counted batch after batch: the same in any order, and exact at every cell."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.counts import threshold_counts
from evalcore.engine.counting import as_counts
from evalcore.engine.tally import OutOfReachError, Tally

scores = st.lists(st.one_of(st.floats(-100, 100), st.sampled_from([0.1, 0.5, -0.0, 0.0, 7.0])), min_size=1, max_size=60)


def counted(score, truth, batches, **kinds):
    tally = Tally(**kinds)
    for part in np.array_split(np.arange(len(score)), batches):
        tally.add(score[part], truth[part].astype(np.uint8))
    return tally


@given(scores, st.integers(0, 2**32), st.sampled_from([16, 300, 100_000]), st.booleans())
def test_counts_at_every_cell_are_those_of_the_rows(values, seed, most, binary):
    score, rng = np.array(values), np.random.default_rng(seed)
    truth = rng.random(len(score)) < 0.5
    tally = counted(score, truth, 1 + seed % 7, most=most, binary=binary)
    table, exact = tally.table(), threshold_counts(truth, score)
    assert (table.low[1:] > table.high[:-1]).all()
    for low in table.low:
        assert as_counts(table).at(low).table.tolist() == exact.at(low).table.tolist()
    order = rng.permutation(len(score))
    other = counted(score[order], truth[order], 3, most=most, binary=binary)
    assert other.grid == tally.grid
    for name in ("low", "high", "n_pos", "n_neg"):
        assert (getattr(other.table(), name) == getattr(table, name)).all()


def test_groups_have_tables_of_their_own_on_one_grid():
    rng = np.random.default_rng(3)
    score, truth, group = rng.normal(size=900) * 30, rng.random(900) < 0.4, rng.integers(0, 3, 900)
    tally = Tally(3, most=3000)
    for part in np.array_split(np.arange(900), 9):
        tally.add(score[part] / (10 - part[0] // 100), truth[part].astype(np.uint8), group[part])
    whole = score / (10 - np.arange(900) // 100)
    for one in range(3):
        exact, table = threshold_counts(truth[group == one], whole[group == one]), tally.table(one)
        assert [as_counts(table).at(t).tp for t in table.low] == [exact.at(t).tp for t in table.low]


def test_weights_are_summed():
    tally = Tally(weighted=True)
    tally.add(np.array([0.5, 0.5, 0.2]), np.array([1, 1, 0], np.uint8), None, np.array([0.5, 0.25, 2.0]))
    table = tally.table()
    assert table.n_pos.tolist() == [0.0, 0.75]
    assert table.n_neg.tolist() == [2.0, 0.0]


def test_scores_out_of_reach_are_told():
    with pytest.raises(OutOfReachError):
        Tally().add(np.array([1e300, -1.0]), np.ones(2, np.uint8))
