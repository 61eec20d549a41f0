"""Means of parts over rows held out, and the intervals around them."""

import numpy as np
import pytest
from scipy import stats

from evalcore.bias_variance import Tree
from evalcore.bias_variance.table_parts import table_parts
from evalcore.intervals.proportions import wilson


def squared(rows=40, sets=6):
    rng = np.random.default_rng(0)
    return table_parts(Tree(1), rng.normal(size=(sets, rows)), rng.normal(size=rows), 0)


def zero_one(predictions, truth, n_classes=2):
    return table_parts(Tree(1), np.asarray(predictions, dtype=float), np.asarray(truth, dtype=float), n_classes)


def test_squared_error_has_intervals_of_student():
    found = squared()
    part = found.mean("error")
    low, high = stats.t.interval(0.95, 39, loc=found.error.mean(), scale=stats.sem(found.error))
    assert (part.value, part.low, part.high) == pytest.approx((found.error.mean(), low, high))


def test_what_cannot_be_negative_has_no_negative_end():
    found = table_parts(Tree(1), np.array([[0.0] * 9 + [9.0], [0.0] * 10]), np.zeros(10), 0)
    assert found.mean("variance").low == 0


def test_shares_of_rows_have_wilson_s_interval():
    right, wrong = [0] * 18, [1] * 2
    part = zero_one([right + wrong] * 3, [0] * 20).mean("bias_and_noise")
    assert (part.value, part.low, part.high) == pytest.approx((0.1, *wilson(2, 20)))


def test_no_row_wrong_is_no_certainty():
    part = zero_one([[0, 1] * 10] * 3, [0, 1] * 10).mean("error")
    assert part.value == part.low == 0
    assert part.high == pytest.approx(wilson(0, 20).high)


def test_rows_wrong_in_part_widen_the_interval_to_whole_rows():
    predictions = [[1] + [0] * 19, [0] * 20]
    part = zero_one(predictions, [0] * 20).mean("error")
    assert part.value == pytest.approx(0.025)
    assert (part.low, part.high) == pytest.approx((wilson(0, 20).low, wilson(1, 20).high))


def test_variance_may_take_off_more_than_it_adds():
    found = zero_one([[1], [1], [0]], [0])
    assert found.variance.tolist() == pytest.approx([-1 / 3])
    assert (found.variance_unbiased.tolist(), found.variance_biased.tolist()) == ([0], pytest.approx([1 / 3]))
    assert found.error.tolist() == pytest.approx([2 / 3])


def test_one_set_has_an_error_only():
    found = zero_one([[0, 1]], [0, 0])
    assert np.isnan([found.mean("variance").value, found.mean("bias_and_noise").high]).all()
    assert found.mean("error").value == 0.5
    assert str(found.reason).startswith("One training set shows one fit")


@pytest.mark.parametrize(("rows", "least"), [(40, 0.87), (200, 0.92)])
def test_intervals_of_the_error_cover(rows, least):
    """Squared errors are skewed, so that of few rows the interval covers a little less than 95%."""
    rng, covered = np.random.default_rng(1), 0
    for _ in range(400):
        predictions, truth = rng.normal(0, 0.5, size=(20, rows)), rng.normal(size=rows)
        part = table_parts(Tree(1), predictions, truth, 0).mean("error")
        covered += part.low < 1 + 0.25 < part.high
    assert least < covered / 400 < 0.99
