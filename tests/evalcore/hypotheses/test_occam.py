"""Curves A and B: both go through all points, A is the smoothest there is, and either may be the truth."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.interpolate import CubicSpline

from evalcore.errors import InputError
from evalcore.hypotheses import occam_curves, typed_points

X, Y = [4, 0, 1, 2.5], [1, 0, 2, 1.5]


@pytest.mark.parametrize("wiggle", [0, 0.1, 3])
@pytest.mark.parametrize("swings", [1, 2, 5])
def test_both_go_through_every_point(wiggle, swings):
    found = occam_curves(X, Y, wiggle=wiggle, swings=swings)
    at = np.searchsorted(found.grid, found.x)
    assert found.grid[at].tolist() == found.x.tolist() == sorted(X)
    np.testing.assert_allclose(found.a[at], found.y, atol=1e-12)
    np.testing.assert_allclose(found.b[at], found.y, atol=1e-12)
    assert abs(found.b - found.a).max() == pytest.approx(wiggle, rel=0.01)


@given(wiggle=st.floats(0.05, 5), swings=st.integers(1, 4), seed=st.integers(0, 99))
def test_the_spline_is_the_smoothest(wiggle, swings, seed):
    rng = np.random.default_rng(seed)
    found = occam_curves(np.cumsum(rng.uniform(0.5, 2, 5)), rng.normal(size=5), wiggle=wiggle, swings=swings)
    assert found.roughness_a < found.roughness_b


def test_roughness_grows_with_the_wiggle():
    roughness = [occam_curves(X, Y, wiggle=wiggle).roughness_b for wiggle in (0, 0.2, 0.5, 1)]
    assert roughness == sorted(roughness)
    assert roughness[0] == occam_curves(X, Y, wiggle=1).roughness_a


def test_roughness_by_other_means():
    """A by its exact piecewise lines, B by second differences of a fine drawing."""
    found = occam_curves(X, Y, wiggle=0.4)
    spline = CubicSpline(found.x, found.y, bc_type="natural")
    bend, gap = spline(found.x, 2), np.diff(found.x)
    exact = (gap * (bend[:-1] ** 2 + bend[:-1] * bend[1:] + bend[1:] ** 2) / 3).sum()
    assert found.roughness_a == pytest.approx(exact, rel=1e-3)
    slope = np.gradient(found.b, found.grid)
    second = np.gradient(slope, found.grid)
    assert found.roughness_b == pytest.approx(np.trapezoid(second**2, found.grid), rel=0.05)


def test_which_is_closer_to_new_points_depends_on_the_truth():
    found = occam_curves(X, Y, wiggle=0.5)
    errors = [found.errors_on(truth) for truth in (0, 0.5, 1)]
    assert errors[0][0] == 0 < errors[0][1]
    assert errors[1][0] == errors[1][1]
    assert errors[2][1] == 0 < errors[2][0]
    assert errors[0][1] == pytest.approx(np.mean((found.b - found.a) ** 2), rel=0.2)


@pytest.mark.parametrize("swings", [1, 2, 3, 4])
@pytest.mark.parametrize("x", [[0, 1, 2, 3, 4, 5, 6], [0, 0.5, 4, 9]])
def test_new_points_lie_off_the_crossings_and_have_the_mean_error(x, swings):
    found = occam_curves(x, np.sin(x), wiggle=0.8, swings=swings)
    assert ((np.array(x[:-1]) < found.new_x) & (found.new_x < np.array(x[1:]))).all()
    apart = found.new_b - found.new_a
    assert (np.abs(apart) > 0.5 * 0.8).all()
    assert (np.sign(apart[1:]) == -np.sign(apart[:-1])).all()
    assert np.mean(apart**2) == pytest.approx(found.errors_on(1.0)[0])
    # They lie on the curves that are drawn.
    np.testing.assert_allclose(found.new_a, np.interp(found.new_x, found.grid, found.a), atol=2e-3)
    np.testing.assert_allclose(found.new_b, np.interp(found.new_x, found.grid, found.b), atol=5e-3)


def test_points_are_typed_in_any_order():
    nan = float("nan")
    assert typed_points([(3, 1), (nan, None), (-2.5, 10)]) == ((-2.5, 10.0), (3.0, 1.0))


NOT_IN_REACH = "of a point must be a number from -10 to 10; got"


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        ([], "There must be from 2 to 12 points; got 0. Add or remove some."),
        ([(0, 0)], "There must be from 2 to 12 points; got 1. Add or remove some."),
        ([(k / 2, 0) for k in range(13)], "There must be from 2 to 12 points; got 13. Add or remove some."),
        ([(0, 0), (1, None)], f"y {NOT_IN_REACH} — (row 2). Correct the cell."),
        ([(0, 0), (float("nan"), 1)], f"x {NOT_IN_REACH} — (row 2). Correct the cell."),
        ([(0, 0), (1, -10.5)], f"y {NOT_IN_REACH} -10.5 (row 2). Correct the cell."),
        ([(0, 0), (float("inf"), 1)], f"x {NOT_IN_REACH} inf (row 2). Correct the cell."),
        ([(1, 0), (0, 0), (1, 2)], "Points must be at least 0.5 apart in x; got 1 and 1. Move one of them."),
        ([(1, 0), (1.45, 0)], "Points must be at least 0.5 apart in x; got 1 and 1.45. Move one of them."),
    ],
)
def test_what_is_no_table_of_points(rows, sentence):
    with pytest.raises(InputError) as refused:
        typed_points(rows)
    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"wiggle": -1}, "wiggle must be a finite number from 0; got -1. Choose 0 for none."),
        (
            {"x": [0, 0, 1], "y": [1, 2, 3]},
            "x must hold two different numbers or more, none of them twice; got [0.0, 0.0, 1.0]. "
            "Move the points apart.",
        ),
        (
            {"y": [1]},
            "y must have 4 values, one a row; got 1. Check that both columns come from the same table.",
        ),
    ],
)
def test_what_is_refused(options, sentence):
    with pytest.raises(InputError) as refused:
        occam_curves(**{"x": X, "y": Y, "wiggle": 1, **options})
    assert str(refused.value) == sentence


def test_points_on_a_parabola_have_it_as_curve_a():
    """The lecture's y = -x^2 + 6x + 1."""
    x = np.arange(7.0)
    found = occam_curves(x, -(x**2) + 6 * x + 1, wiggle=0.8)
    assert found.equation == (-1, 6, 1)
    assert found.a == pytest.approx(-(found.grid**2) + 6 * found.grid + 1)
    assert found.roughness_a == pytest.approx(4 * 6)  # second derivative -2, over 6
    assert found.roughness_a < found.roughness_b
    assert found.b[np.searchsorted(found.grid, x)] == pytest.approx(found.y)


def test_a_point_beside_the_parabola_or_few_points_have_the_spline():
    x = np.arange(7.0)
    y = -(x**2) + 6 * x + 1
    y[3] += 0.01
    assert occam_curves(x, y, wiggle=0.8).equation is None
    assert occam_curves(x[:3], y[:3], wiggle=0.8).equation is None
