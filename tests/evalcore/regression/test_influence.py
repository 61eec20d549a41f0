"""Ends of resamples corrected for bias: resamples that are as large as the value count half on either side."""

import numpy as np
import pytest
from scipy import special, stats

from evalcore.regression.influence import accelerated_ends

MANY = 1e12  # rows: Student's t is the normal distribution
# Symmetric about 0, and six in ten are the value itself: without bias, whatever their side.
TIED = np.concatenate([np.linspace(-2, -0.1, 20), np.zeros(60), np.linspace(0.1, 2, 20)])


def test_resamples_equal_to_the_value_are_no_bias():
    found = accelerated_ends(0.0, TIED, 0.0, 0.8, MANY)
    assert found == pytest.approx(np.quantile(TIED, [0.1, 0.9]))
    assert found[0] == pytest.approx(-found[1])


@pytest.mark.parametrize("value", [-0.1, 0.0, 0.1, 1.0])
def test_the_bias_is_that_of_the_mean_percentile(value):
    bias = special.ndtri(stats.percentileofscore(TIED, value, kind="mean") / 100)
    shares = special.ndtr(2 * bias + special.ndtri([0.1, 0.9]))
    assert accelerated_ends(value, TIED, 0.0, 0.8, MANY) == pytest.approx(np.quantile(TIED, shares))
