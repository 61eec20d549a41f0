"""Areas, their intervals and their comparison against the values of pROC."""

import math

import numpy as np
import pytest

from evalcore.curves import auc_interval
from evalcore.intervals.auc_variance import placements
from evalcore.significance import auc_differences, delong_test
from tests.evalcore import proc


@pytest.mark.parametrize("marker", proc.PLACED)
def test_areas_and_variances(marker):
    score = proc.score(marker)
    found = auc_interval(proc.TRUTH, score)
    assert found.auc == pytest.approx(proc.AREA[marker], abs=1e-14)
    assert found.standard_error**2 == pytest.approx(proc.VARIANCE[marker], rel=1e-12)
    for mine, theirs in zip(placements(proc.TRUTH, score), proc.placed(marker), strict=True):
        np.testing.assert_array_equal(mine, theirs)


def test_interval():
    found = auc_interval(proc.TRUTH, proc.score("ndka"))
    assert (found.low, found.high) == pytest.approx(proc.INTERVAL_OF_NDKA, abs=1e-14)


@pytest.mark.parametrize("markers", proc.COMPARED)
def test_delong(markers):
    found = delong_test(proc.TRUTH, *map(proc.score, markers))
    z, pvalue, low, high = proc.COMPARED[markers]
    assert (found.statistic, found.pvalue) == pytest.approx((z, pvalue), rel=1e-12)
    assert (found.low, found.high) == pytest.approx((low, high), abs=1e-13)


def test_all_pairs_together():
    found = auc_differences(proc.TRUTH, {marker: proc.score(marker) for marker in ("wfns", "s100b", "ndka")})
    assert found.tests[0].pvalue == pytest.approx(0.0271757822291882)
    assert found.adjusted[1] == pytest.approx(3 * 0.00514557970691098)
    assert all(test.high - test.low > 2 * 1.96 * test.standard_error for test in found.tests)
    assert math.isclose(found.tests[0].confidence_level, 1 - 0.05 / 3)
