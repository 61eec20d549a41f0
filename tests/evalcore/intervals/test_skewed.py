"""Hall's interval of a skewed mean: his cubic the way there, and how often it covers."""

import numpy as np
import pytest
from scipy import stats

from evalcore.intervals.skewed import skewed_mean


@pytest.mark.parametrize("skewness", [0.0, 1e-9, 0.3, -0.5])
@pytest.mark.parametrize("df", [5, np.inf])
def test_ends_are_where_the_transformed_statistic_is_at_students_t(skewness, df):
    low, high = skewed_mean(3.0, 0.5, skewness, df, confidence_level=0.9)
    for end, tail in ((low, 0.95), (high, 0.05)):
        t = (3.0 - end) / 0.5
        there = t + skewness * t**2 / 3 + skewness**2 * t**3 / 27 + skewness / 6
        assert stats.t.cdf(there, df) == pytest.approx(tail)


def test_covers_more_than_students_does_of_skewed_rows():
    """Of 400 intervals at 95%, 380 cover; 22 fewer would be 5 standard errors."""
    rng = np.random.default_rng(0)
    held = []
    for _ in range(400):
        x = rng.exponential(size=30)
        ends = skewed_mean(x.mean(), stats.sem(x), stats.skew(x) / np.sqrt(30), 29)
        plain = x.mean() + np.array([-1, 1]) * stats.t.ppf(0.975, 29) * stats.sem(x)
        held.append([ends.low <= 1 <= ends.high, plain[0] <= 1 <= plain[1]])
    by_hall, by_student = np.sum(held, axis=0)
    assert by_hall > 380 - 22
    assert by_hall > by_student
