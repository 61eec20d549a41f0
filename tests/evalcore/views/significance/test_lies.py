"""What the figure of the laboratory shows: rates of kept p-values at every level, the course of one test."""

import numpy as np
import pytest

from evalcore.significance import LABORATORY_TESTS, LaboratoryResult
from evalcore.views.significance.lies import BINS, POINTS, failing, keeping, lies_view


def result(n_replicates=400, *, seed=0):
    """Return p-values of which the first test's are too small, the second's too large, and all others uniform."""
    p = np.random.default_rng(seed).random((len(LABORATORY_TESTS), n_replicates))
    p[0], p[1] = p[0] ** 3, p[1] ** (1 / 3)
    return LaboratoryResult(learner="lda", n=200, pvalues=p, differing=p / 2)


def test_rates_are_shares_of_p_below_the_level():
    found = result()
    for step in lies_view(found, chosen=0, alpha=0.05).steps:
        assert step.rate == pytest.approx((found.pvalues < step.alpha).mean(axis=1), abs=1e-4)
        assert step.power == pytest.approx((found.differing < step.alpha).mean(axis=1), abs=1e-4)
        assert all(low <= rate <= high for low, rate, high in zip(step.low, step.rate, step.high, strict=True))


def test_present_level_is_a_step():
    view = lies_view(result(), chosen=2, alpha=0.0333)
    assert view.now.alpha == 0.0333
    assert view.now.rejections == view.result.rejections.tolist()


def test_honesty_needs_more_than_chance():
    now = lies_view(result(), chosen=0, alpha=0.05).now
    assert [now.honesty(k) for k in (0, 1)] == ["lies", "careful"]
    assert [now.honesty(k) for k in range(2, 11)].count("keeps") >= 8


def test_tests_that_keep_their_level_do_so_in_every_run():
    one, other = result(), result(seed=1)
    other.pvalues[2] **= 3
    assert [LABORATORY_TESTS[k].name in failing(one) for k in (0, 1, 2)] == [True, False, False]
    kept = keeping([one, other])
    assert LABORATORY_TESTS[2].name in keeping([one])
    # The first rejects too often, the second too rarely in both, the third too often in one.
    assert not {LABORATORY_TESTS[k].name for k in (0, 1, 2)} & set(kept)
    assert kept


@pytest.mark.parametrize("n_replicates", [1, 25, 400])
def test_running_rate_ends_at_the_rate(n_replicates):
    view = lies_view(result(n_replicates), chosen=3, alpha=0.05)
    assert view.seen[-1] == n_replicates
    assert len(view.seen) == min(n_replicates, POINTS)
    for step in view.steps:
        assert step.running[-1] == pytest.approx(step.rate[3], abs=1e-4)


def test_histogram_holds_every_defined_p():
    found = result()
    p = found.pvalues.copy()
    p[4, :100] = np.nan
    view = lies_view(LaboratoryResult(learner="lda", n=200, pvalues=p, differing=p / 2), chosen=4, alpha=0.05)
    assert sum(view.histogram) == 300
    assert view.expected == 300 / BINS


def test_axes_hold_every_step():
    view = lies_view(result(), chosen=0, alpha=0.05)
    assert view.highest == max(max(*step.high, *step.power_high) for step in view.steps)
    assert view.top >= view.steps[-1].running_high[-1]
