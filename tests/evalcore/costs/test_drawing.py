"""Drawing rows again from their counts: one by one or group by group, and those that are left out."""

import numpy as np
import pytest

from evalcore.costs import _drawing

CUMULATIVE = np.array([0, 1, 1, 4, 6, 7])  # groups of 1, 0, 3, 2 and 1 rows
SIZES = np.array([7] * 20_000)


@pytest.mark.parametrize("rows_a_group", [0, 10])
def test_groups_are_multinomial_however_they_are_drawn(rows_a_group, monkeypatch):
    monkeypatch.setattr(_drawing, "ROWS_A_GROUP", rows_a_group)
    found = _drawing._count_sampler(CUMULATIVE)(SIZES, np.random.default_rng(0))
    drawn, share = np.diff(found.inside, axis=1), np.array([1, 0, 3, 2, 1]) / 7
    assert (found.inside[:, [0, -1]] == [0, 7]).all()
    np.testing.assert_allclose(drawn.mean(axis=0), 7 * share, atol=0.05)
    np.testing.assert_allclose(np.cov(drawn.T), 7 * (np.diag(share) - np.outer(share, share)), atol=0.07)


def test_samples_have_the_sizes_asked_for():
    found = _drawing._count_sampler(CUMULATIVE)(np.array([0, 3, 50]), np.random.default_rng(0))
    assert found.inside[:, -1].tolist() == [0, 3, 50]
    assert found.left[0] == found.outside_in_all[0] == 7


@pytest.mark.parametrize("cumulative", [np.arange(6), CUMULATIVE])
def test_rows_left_out_down_to_a_threshold(cumulative):
    found = _drawing._count_sampler(cumulative)(np.array([cumulative[-1]] * 40), np.random.default_rng(0))
    groups, drawn = np.diff(cumulative), np.diff(found.inside, axis=1)
    expected = np.where(groups == 1, drawn == 0, groups * (1 - 1 / np.maximum(groups, 2)) ** drawn)
    place = np.arange(40) % len(cumulative)
    upto = [of_sample[:end].sum() for of_sample, end in zip(expected, place, strict=True)]
    np.testing.assert_allclose(found.outside_upto(place), upto, atol=1e-6)
    np.testing.assert_allclose(found.outside_in_all, expected.sum(axis=1), atol=1e-6)


def test_amounts_left_out_count_as_much_as_they_weigh():
    place, weight = np.array([2, 1, 2]), np.array([5.0, 1.0, 0.5])
    found = _drawing._amount_sampler(place, weight, 4)(np.array([3] * 30), np.random.default_rng(0))
    np.testing.assert_allclose(found.inside[:, 0], 0)
    for k in range(30):
        upto = found.outside_upto(np.full(30, 2))[k]
        assert upto == found.outside_in_all[k]
        assert found.outside_upto(np.full(30, 1))[k] in {0.0, 1.0}
        assert (upto == 0) == (found.left[k] == 0)
