"""A table that was put away comes back as it was, and takes less."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.counts import ThresholdCounts, threshold_counts
from evalcore.counts.packed import packed
from tests.evalcore.counts.test_counts import FIELDS, columns, rows

BIT, BYTES = 8 + 1 / 8, 10  # of a threshold: its score, and a bit or two bytes


def is_same(counts, other):
    """Compare every column to the last bit, and what is read off them."""
    for name in FIELDS:
        mine, theirs = getattr(counts, name), getattr(other, name)
        assert mine.dtype == theirs.dtype
        assert mine.tobytes() == theirs.tobytes(), name
        assert not theirs.flags.writeable
    assert (counts.n_pos, counts.n_neg, type(counts.n_pos)) == (other.n_pos, other.n_neg, type(other.n_pos))
    for mine, theirs in zip(counts.rates, other.rates, strict=True):
        np.testing.assert_array_equal(mine, theirs)


@given(rows())
def test_rows(pairs):
    counts = threshold_counts(*columns(pairs))
    is_same(counts, packed(counts).unpacked())


@given(rows(), st.data())
def test_weights(pairs, data):
    truth, score = columns(pairs)
    weight = data.draw(st.lists(st.sampled_from([0.1, 1.0, 1e6]), min_size=len(truth), max_size=len(truth)))
    counts = threshold_counts(truth, score, sample_weight=weight)
    is_same(counts, packed(counts).unpacked())


@pytest.mark.parametrize("most", [1, 255, 256, 2**16, 2**32, 2**40])
def test_groups_of_any_size(most):
    counts = ThresholdCounts.from_grouped([0.9, 0.5, 0.1], [most, 0, 3], [1, most, 0])
    is_same(counts, packed(counts).unpacked())


@pytest.mark.parametrize("side", [True, False])
def test_one_class(side):
    counts = threshold_counts([side] * 3, [0.5, 0.25, 0.5])
    is_same(counts, packed(counts).unpacked())


def test_no_rows():
    counts = ThresholdCounts.from_grouped([1.0], [0], [0])
    is_same(counts, packed(counts).unpacked())


def test_cases_stay():
    counts = threshold_counts([1, 0, 1], [0.9, 0.5, 0.2], case=["a", "a", "b"])
    assert packed(counts).unpacked().rows is counts.rows


@pytest.mark.parametrize(("decimals", "each"), [(17, BIT), (4, BYTES)])
def test_what_it_takes(decimals, each):
    rng = np.random.default_rng(0)
    truth, score = rng.random(50_000) < 0.3, rng.random(50_000).round(decimals)
    put_away = packed(threshold_counts(truth, score))
    held = (put_away.threshold, put_away.positive, put_away.negative)
    assert sum(array.nbytes for array in held if array is not None) <= each * len(put_away.threshold) + 8
