"""Holm's adjustment of many p-values."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.multitest import multipletests

from evalcore.errors import InputError
from evalcore.significance import holm


@pytest.mark.parametrize("n", range(1, 12))
def test_statsmodels_agrees(n):
    pvalues = np.random.default_rng(n).random(n).round(1) ** 3  # with ties, zeros and ones
    np.testing.assert_allclose(holm(pvalues), multipletests(pvalues, method="holm")[1], rtol=1e-14)


@given(st.lists(st.one_of(st.just(math.nan), st.floats(0, 1)), min_size=1, max_size=12))
def test_nan_stays_and_does_not_count(pvalues):
    adjusted, known = holm(pvalues), ~np.isnan(pvalues)
    np.testing.assert_array_equal(np.isnan(adjusted), ~known)
    np.testing.assert_array_equal(adjusted[known], holm(np.array(pvalues)[known]))
    assert (adjusted[known] >= np.array(pvalues)[known]).all()


def test_one_none_and_ties():
    assert holm([0.04]).tolist() == [0.04]
    assert holm([]).tolist() == []
    assert holm([0.02, 0.02, 0.9]).tolist() == [0.06, 0.06, 0.9]


@pytest.mark.parametrize(
    ("pvalues", "sentence"),
    [
        ([0.1, 1.5], "p-values must lie between 0 and 1; got 1.5 (number 2). Check that it is a p-value."),
        ([-0.1], "p-values must lie between 0 and 1; got -0.1 (number 1). Check that it is a p-value."),
        ([[0.1]], "p-values must be one row of numbers; got an array of 2 dimensions. Pass each pair once."),
    ],
)
def test_bad_input(pvalues, sentence):
    with pytest.raises(InputError) as refused:
        holm(pvalues)
    assert str(refused.value) == sentence
