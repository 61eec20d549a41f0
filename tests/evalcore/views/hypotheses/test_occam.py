"""Occam's razor step by step: no step changes what the points say."""

import numpy as np
import pytest

from evalcore.views.hypotheses.occam import TRUTHS, WIGGLES, drawn_points, occam_view


def view(**asked):
    return occam_view(**{"wiggle": 0.5, "truth": 0.0, "swings": 2, **asked})


@pytest.mark.parametrize("swings", [1, 2, 4])
@pytest.mark.parametrize("seed", [0, 3])
def test_all_curves_go_through_all_points(swings, seed):
    found = view(swings=swings, points=drawn_points(seed))
    at = np.searchsorted(found.grid, found.x)
    for wiggle in (0, 10, 30):
        for curve in found.drawn(wiggle, 7):
            assert curve[at] == pytest.approx(found.y, abs=1e-9)


def test_points_of_a_reader_are_drawn_finely_enough():
    found = view(points=((-10, -10), (-9.5, 10), (10, 0)))
    low, high = found.span()
    assert (found.x.tolist(), found.y.tolist()) == ([-10, -9.5, 10], [-10, 10, 0])
    assert 10**-found.digits < (high - low) / 600
    assert view().digits == 3


def test_the_curve_that_is_the_truth_has_no_error():
    assert view(truth=0).errors[0] == 0
    assert view(truth=0).closer == "a"
    assert view(truth=1).errors[1] == 0
    assert view(truth=1).closer == "b"
    assert view(truth=0.5).closer == "none"
    assert view(truth=0.5).errors[0] == pytest.approx(view(truth=0.5).errors[1])
    assert view(wiggle=0).closer == "none"


def test_error_is_the_mean_square_between_truth_and_curve():
    found = view(wiggle=1.0, truth=0.3)
    a, b, truth = found.drawn(found.wiggle, found.truth)
    width = found.grid[-1] - found.grid[0]
    slow = [np.trapezoid((curve - truth) ** 2, found.grid) / width for curve in (a, b)]
    assert found.errors == pytest.approx(slow, rel=1e-2)


def test_steps_and_span():
    found = view(wiggle=0.52, truth=0.26)
    assert (WIGGLES[found.wiggle], TRUTHS[found.truth]) == (0.5, 0.25)
    low, high = found.span()
    for wiggle in range(len(WIGGLES)):
        _a, b, _truth = found.drawn(wiggle, 0)
        assert low - 1e-9 <= b.min()
        assert b.max() <= high + 1e-9
    assert max(max(found.errors_at(w, t)) for w in (0, 30) for t in (0, 20)) == pytest.approx(found.most_error)


def test_other_points():
    assert not np.allclose(view(points=drawn_points(1)).y, view(points=drawn_points(2)).y)
    assert view().to_frame().shape[1] == 4
