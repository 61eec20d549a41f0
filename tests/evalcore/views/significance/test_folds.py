"""What the figure of paired folds shows: ten folds, each step of both handles, data without spread."""

import math

import numpy as np
import pytest
from scipy import stats

from evalcore.views.significance.folds import (
    SHADED,
    folds_ratio,
    folds_view,
    paired_tests,
    powers,
    ratio_steps,
    shaded_above,
    smallest_found,
    stacked,
    t_curve,
    winner,
)

A = np.array([0.12, 0.10, 0.14, 0.11, 0.13, 0.09, 0.12, 0.15, 0.10, 0.12])
D = np.array([0.02, 0.01, 0.03, -0.01, 0.02, 0.02, 0.00, 0.03, 0.01, 0.02])


def lecture(*, ratio=1 / 9, alpha=0.05, **options):
    return folds_view(A, np.round(A - D, 10), ratio=ratio, alpha=alpha, **options)


def test_golden_values():
    view = lecture()
    assert view.plain.statistic == pytest.approx(3.737, abs=5e-4)
    assert view.corrected.statistic == pytest.approx(2.572, abs=5e-4)
    assert (view.plain.pvalue, view.corrected.pvalue) == pytest.approx((0.0046, 0.0301), abs=6e-5)
    assert view.now.critical == pytest.approx(stats.t(9).isf(0.025))
    assert view.winners == ("b", "b", "b", "a", "b", "b", "none", "b", "b", "b")


def test_intervals_leave_0_out_where_the_test_rejects():
    view = lecture()
    for step in (*view.by_alpha, *view.by_ratio):
        for (low, high), rejects in ((step.plain, step.plain_rejects), (step.corrected, step.corrected_rejects)):
            assert (low > 0 or high < 0) == rejects


def test_present_step_is_the_result():
    view = lecture(alpha=0.037)
    for step in (view.now, view.by_ratio[view.ratio]):
        assert (step.alpha, step.ratio, step.statistic) == (0.037, 1 / 9, view.corrected.statistic)
        assert step.corrected == pytest.approx((view.corrected.low, view.corrected.high))


def test_without_overlap_both_tests_agree():
    first = lecture().by_ratio[0]
    assert first.ratio == 0
    assert first.plain == pytest.approx(first.corrected)


def test_the_axis_stays_while_the_ratio_moves():
    assert lecture(ratio=0.1).reach == lecture(ratio=0.9).reach
    assert lecture(ratio=0.1).curve == lecture(ratio=0.9).curve


@pytest.mark.parametrize("present", [0, 1 / 9, 0.25, 0.9999, 1])
def test_present_ratio_is_a_step(present):
    steps = ratio_steps(present)
    assert present in steps
    assert steps == sorted(set(steps))
    assert (steps[0], steps[-1]) == (0, 1)
    assert 60 <= len(steps) <= 100


@pytest.mark.parametrize(("k", "expected"), [(2, 1), (5, 0.25), (10, 1 / 9)])
def test_ratio_of_k_folds(k, expected):
    assert folds_ratio(k) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("difference", "lower_is_better", "expected"),
    [(0.1, True, "b"), (-0.1, True, "a"), (0.1, False, "a"), (-0.1, False, "b"), (1e-17, True, "none")],
)
def test_who_is_better(difference, lower_is_better, expected):
    assert winner(difference, lower_is_better) == expected


def test_equal_values_stand_on_each_other():
    assert stacked(np.array([0.2, 0.1, 0.2, 0.2])) == [0, 0, 1, 2]
    assert stacked(np.zeros(3)) == [0, 1, 2]


def test_shaded_part_has_the_probability_of_the_tail():
    null = stats.t(9)
    curve = t_curve(null, [3.737])
    x, y = shaded_above(null, float(null.isf(0.05)), curve)
    assert len(x) == len(y) == SHADED
    inside = null.sf(null.isf(0.05)) - null.sf(curve.high)
    assert np.trapezoid(np.array(y) * curve.top, x) == pytest.approx(inside, rel=0.02)


def test_nothing_is_shaded_beyond_the_plane():
    curve = t_curve(stats.t(1), [])
    assert shaded_above(stats.t(1), 636.6, curve) == ([curve.high] * SHADED, [0.0] * SHADED)


def test_the_smallest_difference_is_found_four_times_in_five():
    view = lecture()
    found = smallest_found(view)
    rows = {one.difference: one for one in powers(view)}
    assert found.difference == pytest.approx(0.015)
    assert rows[found.corrected].corrected == pytest.approx(0.8)
    assert all(one.plain > one.corrected for one in rows.values())
    # The power at the difference that was seen is its p-value in other words.
    assert not any(difference == pytest.approx(found.difference) for difference in rows)
    assert list(rows) == sorted(rows)
    assert found.plain < found.corrected


def test_the_book_s_statistic_has_no_sign():
    view = folds_view(A - D, A, ratio=1 / 9, alpha=0.05)
    assert (view.plain.statistic, view.absolute_t) == (pytest.approx(-3.737, abs=5e-4), -view.plain.statistic)


@pytest.mark.parametrize(("a", "b", "p"), [([0.1] * 4, [0.1] * 4, 1), ([0.2] * 4, [0.1] * 4, math.nan)])
def test_without_spread_there_is_no_test(a, b, p):
    view = folds_view(np.array(a), np.array(b), ratio=1 / 3, alpha=0.05)
    assert view.corrected.pvalue == pytest.approx(p, nan_ok=True)
    assert math.isnan(view.now.plain[0])
    assert smallest_found(view) is None
    assert powers(view) == []
    assert all(math.isfinite(end) for end in view.reach)


def test_tests_by_name():
    assert {name: test.method for name, test in paired_tests(lecture()).items()} == {
        "paired-t": "paired-t",
        "nadeau-bengio": "nadeau-bengio",
    }
