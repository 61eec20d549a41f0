"""What the figure of 5x2 cross validation shows: the differences of the example, every numerator, every level."""

from functools import cache

import numpy as np
import pytest

from evalcore.views.significance.five_by_two import five_by_two_tests, five_by_two_view

LECTURE = np.array([[0.030, 0.010], [0.020, 0.025], [0.015, -0.005], [0.035, 0.020], [0.010, 0.015]])


def view_of(differences=None, *, numerator="first"):
    return lecture(numerator) if differences is None else made(differences, numerator)


def made(differences, numerator):
    return five_by_two_view(np.array(differences), numerator=numerator, alpha=0.05)


@cache
def lecture(numerator):
    return made(LECTURE, numerator)


def test_golden_values():
    tests = five_by_two_tests(view_of())
    found = [tests[name].statistic for name in ("5x2-first", "5x2-mean", "5x2-scaled-mean", "5x2-f")]
    assert found == pytest.approx([2.893, 1.929, 2.728, 3.930], abs=6e-4)
    candidates = view_of().chosen.candidates
    assert (candidates.min(), candidates.max()) == pytest.approx((-0.48, 3.38), abs=5e-3)


def test_ten_differences_are_tested_with_the_overlap_of_two_folds():
    tests = five_by_two_tests(view_of())
    assert tests["nadeau-bengio"].statistic == pytest.approx(tests["paired-t"].statistic / np.sqrt(11))


def test_rejected_candidates_are_those_beyond_the_critical_value():
    for step in view_of().steps:
        beyond = np.abs(view_of().chosen.candidates.ravel()) > step.critical
        assert step.rejects == tuple(beyond.tolist())
        assert step.rejected == beyond.sum()


def test_few_would_be_rejected_and_F_is_not():
    now = view_of().now
    assert (now.rejected, now.chosen_rejects, now.f_rejects) == (2, True, False)


@pytest.mark.parametrize(
    ("numerator", "cells"), [("first", (0,)), ("mean", (0, 1)), ("scaled-mean", (0, 1)), ((3, 1), (7,))]
)
def test_numerator_is_marked(numerator, cells):
    view = view_of(numerator=numerator)
    assert view.cells == cells
    expected = LECTURE.ravel()[list(cells)].mean()
    assert view.chosen.effect == pytest.approx(expected)


def test_variances_have_one_power_of_ten():
    exponent, scaled = view_of().variances
    assert exponent == -4
    assert np.array(scaled) * 1e-4 == pytest.approx(view_of().chosen.variances)


@pytest.mark.parametrize("differences", [np.zeros((5, 2)), np.full((5, 2), 0.1)])
def test_without_spread_there_is_no_test(differences):
    view = view_of(differences)
    assert np.isnan(view.f.statistic)
    assert view.now.rejected == 0
    assert view.variances[0] == 0
