"""Intervals of macro averages: by hand, against resamples, and where there is none."""

import math

import numpy as np
import pytest
from statsmodels.stats.proportion import proportion_confint

from evalcore import metrics
from evalcore.counts import ConfusionMatrix
from evalcore.errors import InputError
from evalcore.metrics.macro_intervals import FEW_OF_A_CLASS
from evalcore.metrics.readings import WEIGHTED

BOOK = [[50, 3, 2], [10, 20, 5], [1, 4, 5]]
NAMES = ("precision", "recall", "f1", "mean_f1")


def test_mean_recall_is_recovered_from_the_recalls():
    found = metrics.macro_readings(ConfusionMatrix(BOOK)).recall
    ends = [proportion_confint(row[k], sum(row), method="wilson") for k, row in enumerate(BOOK)]
    rates = [row[k] / sum(row) for k, row in enumerate(BOOK)]
    below = math.hypot(*(rate - low for rate, (low, _) in zip(rates, ends, strict=True))) / 3
    above = math.hypot(*(high - rate for rate, (_, high) in zip(rates, ends, strict=True))) / 3
    assert (found.low, found.high) == pytest.approx((found.value - below, found.value + above))
    (balanced,) = metrics.readings(ConfusionMatrix(BOOK), names=("balanced_accuracy",))
    assert (balanced.low, balanced.high) == pytest.approx((found.low, found.high))
    assert balanced.method == "wilson of all"


def test_precision_is_the_recall_of_the_transposed_matrix():
    found, turned = (metrics.macro_readings(ConfusionMatrix(table)) for table in (BOOK, np.transpose(BOOK)))
    for one, other in ((found.precision, turned.recall), (found.f1, turned.f1), (found.mean_f1, turned.mean_f1)):
        assert (one.value, one.low, one.high) == pytest.approx((other.value, other.low, other.high))


def test_of_many_rows_they_are_as_wide_as_resamples():
    table = np.array(BOOK) * 20
    found = metrics.macro_readings(ConfusionMatrix(table))
    rng = np.random.default_rng(0)
    draws = rng.multinomial(table.sum(), table.ravel() / table.sum(), size=2_000).reshape(-1, 3, 3)
    averages = [metrics.macro(ConfusionMatrix(draw)) for draw in draws]
    for name in NAMES:
        of, spread = getattr(found, name), np.std([getattr(one, name) for one in averages])
        assert of.high - of.low == pytest.approx(2 * 1.96 * spread, rel=0.06), name
        assert of.reason is None


@pytest.mark.parametrize("table", [np.diag([7, 8, 9]), np.roll(np.diag([7, 8, 9]), 1, axis=1)])
def test_all_right_or_all_wrong_is_no_point(table):
    for name in NAMES:
        of = getattr(metrics.macro_readings(ConfusionMatrix(table)), name)
        assert 0 <= of.low <= of.value <= of.high <= 1
        assert of.high - of.low > 0.1


def test_few_rows_of_a_class_have_a_note():
    assert metrics.macro_readings(ConfusionMatrix([[9, 9, 1], [9, 9, 1], [1, 1, 2]])).f1.warnings == (FEW_OF_A_CLASS,)


@pytest.mark.parametrize(
    ("cm", "reason"),
    [
        (ConfusionMatrix([[5, 0], [5, 0]]), "is never predicted"),
        (ConfusionMatrix([[5, 5], [0, 0]]), "has no row"),
        (ConfusionMatrix(np.array([[2.5, 1.0], [1.0, 2.0]])), str(WEIGHTED)),
    ],
)
def test_none_without_a_value_or_with_weights(cm, reason):
    found = metrics.macro_readings(cm).recall
    assert math.isnan(found.low)
    assert reason in str(found.reason)


def test_refuses_a_level_that_is_no_share():
    with pytest.raises(InputError, match="confidence level must lie between 0 and 1; got 95"):
        metrics.macro_readings(ConfusionMatrix(BOOK), confidence_level=95)
