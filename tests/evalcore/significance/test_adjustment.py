"""Adjustments of many p-values."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.multitest import multipletests

from evalcore.errors import InputError
from evalcore.significance import benjamini_hochberg, bonferroni, hochberg, holm

ALL = {"holm": holm, "simes-hochberg": hochberg, "bonferroni": bonferroni, "fdr_bh": benjamini_hochberg}
LISTS = st.lists(st.one_of(st.just(math.nan), st.floats(0, 1)), min_size=1, max_size=12)


@pytest.mark.slow
@pytest.mark.parametrize("method", ALL)
@pytest.mark.parametrize("n", range(1, 12))
def test_statsmodels_agrees(method, n):
    pvalues = np.random.default_rng(n).random(n).round(1) ** 3  # with ties, zeros and ones
    np.testing.assert_allclose(ALL[method](pvalues), multipletests(pvalues, method=method)[1], rtol=1e-14)


@pytest.mark.parametrize("adjust", ALL.values())
@given(LISTS)
def test_nan_stays_and_does_not_count(adjust, pvalues):
    adjusted, known = adjust(pvalues), ~np.isnan(pvalues)
    np.testing.assert_array_equal(np.isnan(adjusted), ~known)
    np.testing.assert_array_equal(adjusted[known], adjust(np.array(pvalues)[known]))
    assert (adjusted[known] >= np.array(pvalues)[known]).all()


@pytest.mark.parametrize("adjust", ALL.values())
@given(st.lists(st.floats(0, 1), min_size=1, max_size=8, unique=True), st.randoms())
def test_the_order_does_not_matter(adjust, pvalues, random):
    mixed = pvalues.copy()
    random.shuffle(mixed)
    expected = dict(zip(pvalues, adjust(pvalues), strict=True))
    np.testing.assert_array_equal(adjust(mixed), [expected[p] for p in mixed])


@given(LISTS)
def test_bonferroni_is_the_strictest_and_the_false_discovery_rate_the_mildest(pvalues):
    known = [p for p in pvalues if not math.isnan(p)]
    strictest, second, third, mildest = (adjust(known) for adjust in (bonferroni, holm, hochberg, benjamini_hochberg))
    for stricter, milder in ((strictest, second), (second, third), (third, mildest)):
        assert (stricter >= milder * (1 - 1e-15)).all()


def test_one_none_and_ties():
    for adjust in ALL.values():
        assert adjust([0.04]).tolist() == [0.04]
        assert adjust([]).tolist() == []
        assert adjust([math.nan, 0.3])[1] == 0.3
    assert holm([0.02, 0.02, 0.9]).tolist() == [0.06, 0.06, 0.9]
    assert hochberg([0.04, 0.04, 0.9]).tolist() == [0.08, 0.08, 0.9]
    assert hochberg([0.04, 0.04, 0.04]).tolist() == [0.04, 0.04, 0.04]


@pytest.mark.parametrize("adjust", ALL.values())
@pytest.mark.parametrize(
    ("pvalues", "sentence"),
    [
        ([0.1, 1.5], "p-values must lie between 0 and 1; got 1.5 (number 2). Check that it is a p-value."),
        ([-0.1], "p-values must lie between 0 and 1; got -0.1 (number 1). Check that it is a p-value."),
        ([[0.1]], "p-values must be one row of numbers; got an array of 2 dimensions. Pass each pair once."),
    ],
)
def test_bad_input(adjust, pvalues, sentence):
    with pytest.raises(InputError) as refused:
        adjust(pvalues)
    assert str(refused.value) == sentence
