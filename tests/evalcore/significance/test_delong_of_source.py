"""DeLong's test by standard errors that a source has told: the one of the same rows in memory."""

from itertools import combinations

import numpy as np
import pytest

from evalcore.significance import KnownPair, auc_differences, auc_differences_of_source
from evalcore.significance.delong import SAME_DIFFERENCE, SAME_ORDER
from evalcore.significance.delong_of_source import FEW


def models(n=600, seed=4):
    rng = np.random.default_rng(seed)
    y = rng.random(n) < 0.4
    base = rng.normal(size=n)
    return y, {name: base + shift * y + rng.normal(size=n) for name, shift in (("a", 1.5), ("b", 1.2), ("c", 0.4))}


def test_is_the_test_of_the_rows():
    y, scores = models()
    of_rows = auc_differences(y, scores)
    known = {
        pair: KnownPair(t.auc_a, t.auc_b, t.standard_error)
        for pair, t in zip(of_rows.pairs, of_rows.tests, strict=True)
    }
    found = auc_differences_of_source(known, n_pos=int(y.sum()), n_neg=int((~y).sum()))
    assert found.pairs == tuple(combinations("abc", 2))
    np.testing.assert_allclose(found.adjusted, of_rows.adjusted, rtol=1e-9)
    for one, other in zip(found.tests, of_rows.tests, strict=True):
        for name in ("difference", "statistic", "pvalue", "low", "high", "standard_error", "confidence_level"):
            assert getattr(one, name) == pytest.approx(getattr(other, name), rel=1e-9), name
        assert (one.method, one.hypothesis, one.assumptions) == (other.method, other.hypothesis, other.assumptions)


@pytest.mark.parametrize(
    ("pair", "n_pos", "pvalue", "said"),
    [
        (KnownPair(0.8, 0.8, 0.0), 500, 1.0, SAME_ORDER),
        (KnownPair(0.8, 0.7, 0.0), 500, np.nan, SAME_DIFFERENCE),
        (KnownPair(0.8, 0.7, 0.01), 29, np.nan, FEW),
        (KnownPair(0.999, 0.7, 0.01), 500, np.nan, FEW),
        (KnownPair(np.nan, np.nan, np.nan), 500, np.nan, FEW),
    ],
)
def test_without_a_test_it_says_why(pair, n_pos, pvalue, said):
    (test,) = auc_differences_of_source({("a", "b"): pair}, n_pos=n_pos, n_neg=900).tests
    assert test.pvalue == pytest.approx(pvalue, nan_ok=True)
    assert np.isnan([test.low, test.high]).all()
    assert test.warnings == (said,)
