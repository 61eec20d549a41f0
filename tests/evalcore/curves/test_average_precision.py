"""Boyd's interval of average precision: by hand, at its ends, and how often it covers the truth."""

import math

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

from evalcore.counts import ThresholdCounts, threshold_counts
from evalcore.curves import average_precision_interval, precision_recall_curve
from evalcore.errors import InputError
from tests.evalcore.golden import MELON_SCORE, MELON_TRUTH

MELON = threshold_counts(MELON_TRUTH, MELON_SCORE)


@pytest.mark.parametrize("level", [0.8, 0.95, 0.99])
def test_melons_by_hand(level):
    found = average_precision_interval(MELON, confidence_level=level)
    ap = precision_recall_curve(MELON).average_precision
    assert (found.average_precision, found.confidence_level) == (ap, level)
    half = stats.norm.ppf((1 + level) / 2) / math.sqrt(8 * ap * (1 - ap))
    odds = [math.log(ap / (1 - ap)) + side * half for side in (-1, 1)]
    assert (found.low, found.high) == pytest.approx(tuple(1 / (1 + math.exp(-o)) for o in odds), abs=1e-12)
    assert found.reason is None
    assert [str(note).partition(".")[0] for note in found.warnings] == ["Rows that are positive: 8"]


@pytest.mark.parametrize("n_pos", [1, 5, 40])
def test_perfect_order_is_no_certainty(n_pos):
    found = average_precision_interval(ThresholdCounts.from_grouped([2, 1], [n_pos, 0], [0, 7]))
    low, high = proportion_confint(n_pos, n_pos, method="wilson")
    assert (found.low, found.high) == pytest.approx((low, high), abs=1e-12)
    assert str(found.warnings[0]).startswith(
        "Every positive row comes before every negative one; average precision is 1 and has no inter"
    )
    assert len(found.warnings) == (2 if n_pos < 10 else 1)


@pytest.mark.parametrize(
    ("truth", "weight", "value", "reason"),
    [
        ([1, 1], None, 1, "No row is negative."),
        ([0, 0], None, math.nan, "No row is positive."),
        ([1, 0], [1, 2], 1, "The rows are weighted, and the interval of average precision counts positive rows."),
    ],
)
def test_where_there_is_no_interval(truth, weight, value, reason):
    found = average_precision_interval(threshold_counts(truth, [2, 1], sample_weight=weight))
    np.testing.assert_equal([found.average_precision, found.low, found.high], [value, math.nan, math.nan])
    assert str(found.reason) == reason


def test_bad_level():
    with pytest.raises(InputError, match=r"The confidence level must lie between 0 and 1; got 95\."):
        average_precision_interval(MELON, confidence_level=95)


@pytest.mark.parametrize(("n", "prevalence", "area"), [(100, 0.1, 0.8), (300, 0.1, 0.95), (300, 0.3, 0.6)])
def test_covers(n, prevalence, area):
    """Of 300 intervals at 95%, 285 cover; 19 fewer would be 5 standard errors. The class counts vary."""
    rng = np.random.default_rng(0)
    shift = math.sqrt(2) * stats.norm.ppf(area)
    tpr, fpr = (stats.norm.sf(np.linspace(10, -8, 20_001) - by) for by in (shift, 0))
    precision = prevalence * tpr / (prevalence * tpr + (1 - prevalence) * fpr)
    truth = np.trapezoid(precision, tpr)
    covered = 0
    for _ in range(300):
        y = rng.random(n) < prevalence
        found = average_precision_interval(threshold_counts(y, rng.normal(size=n) + shift * y))
        covered += found.low <= truth <= found.high
    assert covered > 285 - 19
