"""All counts of errors at once: each has the p-value of its own test."""

import itertools

import pytest

from evalcore.significance import binomial_test
from evalcore.views.significance.null_counts import null_counts


@pytest.mark.parametrize("alternative", ["greater", "less", "two-sided"])
@pytest.mark.parametrize(
    ("n", "rate"), [(1, 0.3), (10, 0.3), (37, 0.1), (100, 0), (100, 1), (1_000, 0.5), (5_000, 0.01)]
)
def test_all_counts_at_once_agree_with_the_test_of_one(n, rate, alternative):
    null = null_counts(n, rate, alternative)
    for alpha, errors in itertools.product((0.001, 0.05, 0.2), {0, n // 3, n}):
        test = binomial_test(errors, n, rate, alternative=alternative, alpha=alpha)
        kept = null.kept(alpha)
        assert kept == test.not_rejected
        assert null.pvalue(errors) == pytest.approx(test.pvalue, abs=1e-10)
        assert null.outside(kept) == pytest.approx(test.size, abs=1e-9)
