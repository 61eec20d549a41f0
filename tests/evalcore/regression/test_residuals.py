"""Residuals: their sign, spread, skewness, and whether they grow."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from evalcore.regression import mse, residual_summary

CELLS = st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9), st.integers(1, 3)), min_size=1, max_size=12)


def test_scipy():
    rng = np.random.default_rng(3)
    predicted = rng.uniform(1, 9, 400)
    truth = predicted + predicted * rng.gamma(2, size=400)
    found = residual_summary(truth, predicted)
    residual = truth - predicted
    assert found.skewness == pytest.approx(stats.skew(residual))
    assert found.size_correlation == pytest.approx(stats.spearmanr(abs(residual), predicted).statistic)
    assert found.size_correlation > 0.3
    np.testing.assert_allclose(
        found.quantiles, np.quantile(residual, [0.05, 0.25, 0.5, 0.75, 0.95], method="averaged_inverted_cdf")
    )
    assert found.largest == np.argmax(abs(residual))
    assert found.largest_row == found.largest + 1
    assert (found.too_low, found.exact, found.too_high) == (1, 0, 0)


@given(cells=CELLS)
def test_properties(cells):
    truth, predicted, weight = np.array(cells).T
    found = residual_summary(truth, predicted, sample_weight=weight)
    assert found.mean**2 + found.standard_deviation**2 == pytest.approx(mse(truth, predicted, sample_weight=weight))
    assert found.too_low + found.exact + found.too_high == pytest.approx(1)
    repeated = residual_summary(np.repeat(truth, weight), np.repeat(predicted, weight))
    np.testing.assert_allclose(found.quantiles, repeated.quantiles)
    assert found.skewness == pytest.approx(repeated.skewness, nan_ok=True, abs=1e-9)
    assert np.isnan(found.skewness) == (found.skewness_reason is not None)
    assert np.isnan(found.size_correlation) == (found.size_reason is not None)


def test_what_is_undefined_says_why():
    found = residual_summary([1, 2, 3], [2, 3, 4])
    assert (found.mean, found.standard_deviation, found.too_high) == (-1, 0, 1)
    assert str(found.skewness_reason) == "All residuals are equal, so their distribution has no skewness."
    assert str(found.size_reason) == (
        "Predictions, or the sizes of their errors, are the same in every row: whether errors grow with the prediction "
        "cannot be seen."
    )


def test_a_row_without_weight_is_not_the_largest():
    found = residual_summary([0, 0, 0], [1, 9, 2], sample_weight=[1, 0, 1])
    assert found.largest == 2
    assert found.residual.tolist() == [-1, -9, -2]
