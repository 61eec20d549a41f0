"""Figures of regression: their handles are complete, and each step shows what the view says."""

import json
from dataclasses import replace

import numpy as np
import pytest

from evalcore.figures.layout import Look
from evalcore.figures.regression.errors import TOLERANCE, errors_figure
from evalcore.figures.regression.groups import groups_figure
from evalcore.figures.regression.line import INTERCEPT, OUTLIER, SLOPE, line_figure
from evalcore.figures.regression.residuals import residuals_figure
from evalcore.figures.regression.squares import outlines
from evalcore.figures.regression.use import TILT, use_figure
from evalcore.regression import error_groups
from evalcore.views.regression.errors import errors_view
from evalcore.views.regression.line import SQUARES, drawn_points, line_view
from evalcore.views.regression.use import use_view
from tests.evalcore.figures.steps import assert_in_order, handle_of, played, sent
from tests.evalcore.views.regression.tables import five, many, regions

LOOKS = [Look(), Look(height=340), Look(narrow=True)]


def area(x, y):
    """Return the area of outlines with None between them."""
    total, corners = 0.0, []
    for point in [*zip(x, y, strict=True), (None, None)]:
        if point[0] is not None:
            corners.append(point)
            continue
        a, b = np.array(corners).T
        total += abs(a[:-1] @ b[1:] - a[1:] @ b[:-1]) / 2
        corners = []
    return total


class TestErrors:
    @pytest.mark.parametrize("look", LOOKS)
    @pytest.mark.parametrize("table", [five(), regions(), many(2_000)])
    def test_the_handle_is_complete(self, table, look):
        view = errors_view(table, next(iter(table.predictions)))
        assert_in_order(errors_figure(view, 3, look=look), TOLERANCE)

    @pytest.mark.parametrize("table", [five(), many(60)])
    def test_keys_stop_where_another_row_comes_within(self, table):
        name = next(iter(table.predictions))
        view = errors_view(table, name)
        distance = np.abs(table.y_true - table.predictions[name])
        within = [int((distance <= d * (1 + 1e-12)).sum()) for d in view.tolerances]
        last = len(within) - 1
        expected = [k for k in range(last + 1) if k in {0, last} or within[k] > within[k - 1]]
        assert 2 < len(expected) < len(within)
        assert list(handle_of(errors_figure(view, 3), TOLERANCE)["stops"]) == expected
        # The last step is one, also where all rows came within before.
        before = replace(view, ranks=np.minimum(view.ranks, view.ranks[-2] - 1))
        assert handle_of(errors_figure(before, 3), TOLERANCE)["stops"][-1] == last

    def test_points_within_have_the_colour_of_the_model(self):
        view = errors_view(five(), "prediction")
        figure = errors_figure(view, view.nearest(0.6))
        points = [trace for trace in sent(figure)["data"] if "colorscale" in trace.get("marker", {})]
        assert len(points) == 2
        middle = (points[0]["marker"]["cmin"] + points[0]["marker"]["cmax"]) / 2
        within = np.array(points[0]["marker"]["color"]) > middle
        assert within.tolist() == [True, True, False, False, True]
        for step, traces in enumerate(played(figure, TOLERANCE)):
            dots = next(trace for trace in traces if "colorscale" in trace.get("marker", {}))["marker"]
            assert (np.array(dots["color"]) > (dots["cmin"] + dots["cmax"]) / 2).mean() == view.within[step]

    def test_the_squares_are_the_squared_errors(self):
        view = errors_view(five(), "prediction")
        squares = next(trace for trace in errors_figure(view, 0).data if trace.x is not None and None in trace.x)
        assert area(squares.x, squares.y) / view.n == pytest.approx(view.errors.mse)

    def test_many_rows_have_no_squares(self):
        figure = errors_figure(errors_view(regions(), "even"), 0)
        assert not any(trace.x is not None and None in trace.x for trace in figure.data)
        assert handle_of(figure, TOLERANCE)["shown"][0] == "d = 0 · 0.0%"

    def test_it_is_small(self):
        assert len(errors_figure(errors_view(many(), "a"), 0).to_json()) < 160_000

    def test_what_is_said_of_a_point_is_its_own(self):
        view = errors_view(many(), "a")
        points = [trace for trace in errors_figure(view, 0).data if trace.customdata is not None]
        assert [trace.hovertemplate.count("%{") for trace in points] == [3, 3]
        for trace, values in zip(points, ((view.truth, view.predicted), (view.predicted, view.residual)), strict=True):
            assert list(trace.customdata) == view.row.tolist()
            assert np.column_stack([trace.x, trace.y]) == pytest.approx(np.column_stack(values), rel=1e-5, abs=1e-9)

    def test_a_curve_says_its_whole_name_with_tolerance_and_share(self):
        table = many()
        name = "a linear regression with few features"
        view = errors_view(replace(table, predictions={name: table.predictions["a"]}), name)
        curve = next(trace for trace in errors_figure(view, 0).data if trace.name)
        assert curve.hovertemplate == f"{name}<br>within ±%{{x}}: %{{y}} of the rows<extra></extra>"


class TestLine:
    @pytest.mark.parametrize("look", LOOKS)
    @pytest.mark.parametrize("loss", ["mse", "mae", "huber"])
    def test_handles_are_complete(self, loss, look):
        x, y = drawn_points(12, 0)
        figure = line_figure(line_view(x, y, slope=1, intercept=0, loss=loss), look=look)
        for name in (SLOPE, INTERCEPT, OUTLIER):
            assert_in_order(figure, name)

    def test_the_areas_follow_every_handle(self):
        x, y = drawn_points(8, 1)
        view = line_view(x, y, slope=0.5, intercept=1)
        figure = line_figure(view)
        lines = {
            SLOPE: lambda step: view.line(step, view.intercept, view.outlier),
            INTERCEPT: lambda step: view.line(view.slope, step, view.outlier),
            OUTLIER: lambda step: view.line(view.slope, view.intercept, step),
        }
        for name, line in lines.items():
            for step, traces in list(enumerate(played(figure, name)))[::8]:
                squares = next(trace for trace in traces if trace.get("fill") == "toself")
                assert area(squares["x"], squares["y"]) / 8 == pytest.approx(line(step).errors.mse, abs=0.02)

    @pytest.mark.parametrize("loss", ["mse", "mae", "huber"])
    def test_it_is_small(self, loss):
        x, y = drawn_points(SQUARES, 0)
        assert len(line_figure(line_view(x, y, slope=1, intercept=0, loss=loss)).to_json()) < 200_000

    def test_many_points_have_no_squares(self):
        x, y = drawn_points(200, 0)
        figure = line_figure(line_view(x, y, slope=1, intercept=0))
        assert not any(trace.type == "scatter" and trace.fill == "toself" for trace in figure.data)
        assert len(figure.to_json()) < 200_000


class TestUse:
    @pytest.mark.parametrize("look", LOOKS)
    @pytest.mark.parametrize("table", [five(), regions()])
    def test_the_handle_is_complete(self, table, look):
        assert_in_order(use_figure(use_view(table), 20, look=look), TILT)

    def test_dots_stand_on_the_lines(self):
        view = use_view(regions())
        for step, traces in enumerate(played(use_figure(view, 20), TILT)):
            dots = traces[-1]
            assert dots["y"] == pytest.approx([found[step] for found in view.mse.values()], rel=1e-5)


@pytest.mark.parametrize("look", LOOKS)
def test_the_name_of_a_model_leaves_all_its_lines_alone(look):
    table = regions()
    for draw, several in (
        (lambda: errors_figure(errors_view(table, "even"), 0, look=look), 2),
        (lambda: use_figure(use_view(table), 20, look=look), 4),
    ):
        (named,) = json.loads(draw().layout.meta["live"])["named"]
        assert len(named) == len(table.predictions) > 1
        # Its line, the piece of it beside the name and, of use, its line along x and its dot.
        assert [(len(one["lines"]), len(one["texts"])) for one in named] == [(several, 1)] * len(named)


def test_groups():
    table = regions()
    found = error_groups(table.y_true, table.predictions["even"])
    figure = groups_figure(found)
    bars, _zero, bias = figure.data
    # The plot reaches from edge to edge of the picture: a legend above 1 is nowhere.
    assert (figure.layout.legend.y, figure.layout.legend.yanchor) == (1, "top")
    assert list(bars.y) == found.mae.tolist()
    assert list(bias.y) == found.bias.tolist()
    assert sent(groups_figure(found, look=Look(narrow=True)))


def test_residuals_side_by_side():
    figure = residuals_figure(((1, -1), (2, -2)), ("a", "b"))
    assert [list(trace.y) for trace in figure.data[1::2]] == [[1, -1], [2, -2]]


def test_outlines_run_one_way():
    x, y = outlines([0, 5], [2, -3], [1, 1])
    assert x == [0, 0, 2, 2, 0, None, 5, 5, 8, 8, 5]
    assert y == [1, 3, 3, 1, 1, None, -2, 1, 1, -2, -2]
    assert area(x, y) == 4 + 9
