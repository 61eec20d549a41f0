"""A line through points: its losses, the best line by each, and what is drawn of an error."""

import numpy as np
import pytest
from scipy.optimize import linprog
from sklearn.linear_model import LinearRegression

from evalcore.errors import InputError
from evalcore.views.regression.line import (
    CELLS,
    INTERCEPTS,
    LOSSES,
    OUTLIERS,
    SLOPES,
    best_lines,
    drawn_points,
    line_view,
    step_values,
)

X, Y = np.array([2.5, 5, 4, 8, 4.5]), np.array([3, 5, 2.5, 7, 4.0])


def view(**asked):
    return line_view(X, Y, **{"slope": 1, "intercept": 0, **asked})


def test_the_line_of_the_five_values_has_the_golden_numbers():
    now = view().now
    assert (now.errors.mse, round(now.errors.mae, 12), round(now.errors.r2, 4)) == (0.75, 0.7, 0.707)
    assert (now.slope, now.intercept) == (1, 0)


def least_absolute(x, y):
    """Return the least mean absolute error of a line, as a linear programme."""
    n = len(x)
    goal = np.concatenate([[0, 0], np.ones(n) / n])
    lines = np.column_stack([x, np.ones(n)])
    upper = np.block([[lines, -np.eye(n)], [-lines, -np.eye(n)]])
    return linprog(goal, upper, np.concatenate([y, -y]), bounds=[(None, None)] * 2 + [(0, None)] * n).fun


@pytest.mark.parametrize("points", [(X, Y), drawn_points(30, 3)])
def test_best_lines(points):
    x, y = points
    for place in (0, 24, 48):
        moved = np.append(y[:-1], OUTLIERS[place])
        slope, intercept = best_lines(x, y, "mse")[place]
        fitted = LinearRegression().fit(x[:, None], moved)
        assert (slope, intercept) == pytest.approx((fitted.coef_[0], fitted.intercept_))
        slope, intercept = best_lines(x, y, "mae")[place]
        found = np.abs(moved - intercept - slope * x).mean()
        assert found == pytest.approx(least_absolute(x, moved), rel=2e-3)


@pytest.mark.parametrize("loss", LOSSES)
def test_no_line_of_the_handles_is_better_than_the_best(loss):
    one = view(loss=loss, outlier=12)
    least = one.least.loss(loss)
    every = [one.line(a, b, one.outlier).loss(loss) for a in range(0, len(SLOPES), 4) for b in range(len(INTERCEPTS))]
    assert least <= min(every) * (1 + 1e-3)
    assert one.best_by_loss()[loss].loss(loss) == pytest.approx(least)


def test_an_outlier_turns_the_line_of_squares_most():
    lines = view(outlier=12).best_by_loss()
    before = view().best_by_loss()
    turned = {loss: abs(lines[loss].intercept - before[loss].intercept) for loss in LOSSES}
    assert turned["mse"] > 2 > turned["huber"] > turned["mae"]


def test_the_map_is_darkest_near_the_best_line():
    one = view()
    heat = one.surface(one.outlier)
    assert (heat.shape, heat.min(), heat.max()) == ((CELLS, CELLS), 0, 1)
    row, column = np.unravel_index(heat.argmin(), heat.shape)
    slopes, intercepts = (np.linspace(steps[0], steps[-1], CELLS) for steps in (SLOPES, INTERCEPTS))
    best = one.line(0, 0, one.outlier).errors.mse
    near = np.square(Y - intercepts[row] - slopes[column] * X).mean()
    assert one.least.errors.mse <= near < best


def test_what_is_drawn_has_the_size_of_the_loss():
    one = view(loss="huber")
    now = one.now
    distance = np.abs(Y - X)
    areas = one.drawn_widths(now, one.outlier) * distance
    assert areas.mean() / 2 == pytest.approx(now.huber)
    one = view()
    assert (one.drawn_widths(now, one.outlier) * distance).mean() == pytest.approx(now.errors.mse)
    assert view(loss="mae").drawn_widths(now, one.outlier).tolist() == [0] * 5


@pytest.mark.parametrize("delta", [0.25, 1, 5])
def test_delta_bends_huber_s_loss(delta):
    one = view(loss="huber", delta=delta, outlier=12)
    distance = np.abs(one.y_at(one.outlier) - X)
    expected = np.where(distance <= delta, distance**2 / 2, delta * (distance - delta / 2)).mean()
    assert one.now.huber == pytest.approx(expected)
    assert (one.drawn_widths(one.now, one.outlier) * distance).mean() / 2 == pytest.approx(expected)
    every = [one.line(a, b, one.outlier).huber for a in range(0, len(SLOPES), 4) for b in range(len(INTERCEPTS))]
    assert one.least.huber <= min(every) * (1 + 1e-3)
    assert one.best_by_loss()["huber"].huber == pytest.approx(one.least.huber)


def test_drawn_points_lie_where_handles_reach():
    for seed in range(5):
        x, y = drawn_points(40, seed)
        assert (x.min() >= 0, x.max() <= 10, y.min() >= 0, y.max() <= 10) == (True,) * 4
        assert y[-1] in OUTLIERS
        assert line_view(x, y, slope=1, intercept=0).y_at(line_view(x, y, slope=1, intercept=0).outlier).tolist() == (
            y.tolist()
        )


def test_steps_closest_to_a_line():
    assert step_values(view().least) == (0.8, 0.5)


@pytest.mark.parametrize("n", [5, 201])
def test_too_few_and_too_many_points(n):
    with pytest.raises(InputError, match=rf"^n must be a whole number from 6 to 200; got {n}. Choose 12.$"):
        drawn_points(n, 0)


def test_table():
    frame = view().to_frame()
    assert frame.columns.tolist() == ["x", "y", "prediction", "error"]
    assert frame.error.tolist() == [-0.5, 0, 1.5, 1, 0.5]
