"""Fits and the stacked curve: every station moves both panels, parts add up, and the axis stays."""

import json
from functools import cache

import numpy as np
import pytest

from evalcore.bias_variance import CurveProblem, Polynomial
from evalcore.figures.bias_variance import u_curve as f
from evalcore.figures.layout import Look
from evalcore.views.bias_variance.learning import LearningSimulator, sizes_for
from evalcore.views.bias_variance.simulators import CurveSimulator
from evalcore.views.bias_variance.squared import squared_view
from evalcore.views.bias_variance.u_curve import flexibility_curve, learning_curve
from tests.evalcore.figures.steps import assert_in_order, handle_of, played, sent, texts_of
from tests.evalcore.views.bias_variance.small import FAMILIES

# The last is that of a scene before an audience, at 1280 x 720.
LOOKS = {"wide": Look(), "high": Look(False, 520), "narrow": Look(True), "scene": Look(False, 370)}
PROBLEM = CurveProblem(design="random")


@cache
def made(against):
    family = FAMILIES["polynomial"]
    if against == "flexibility":
        return flexibility_curve(squared_view(CurveSimulator(PROBLEM, family.make(25), n=25, seed=0).upto(60), family))
    place = LearningSimulator(PROBLEM, Polynomial(3), sizes=sizes_for(Polynomial(3), 25), seed=0)
    return learning_curve(place.upto(60), family)


both = pytest.mark.parametrize("against", ["flexibility", "points"])


def of(traces, axis, **more):
    return [t for t in traces if t.get("xaxis") == axis and all(t.get(key) == value for key, value in more.items())]


@both
def test_its_handle_is_complete(against):
    figure = f.u_curve_figure(made(against), 3)
    assert_in_order(figure, f.HANDLES[against])
    handle = handle_of(figure, f.HANDLES[against])
    assert handle["active"] == 3
    assert handle["panel"] == "x2y2"


@both
def test_a_name_of_the_sum_singles_its_part_out(against):
    view = made(against)
    figure = f.u_curve_figure(view, 3)
    (plane,) = json.loads(figure.layout.meta["live"])["named"]
    written = [figure.data[trace].text[point] for one in plane for trace, point in one["texts"]]
    assert written[:4] == ["bias²", "variance", "noise σ²", "sum: error"]
    # An area, its bar and its box; of the error its line, its marks, a dot, and the stroke before its name.
    assert [len(one["lines"]) for one in plane[:4]] == [3, 3, 3, 5]


def test_a_number_of_points_is_told_as_it_is():
    handle = handle_of(f.u_curve_figure(made("points"), 0), "points")
    assert handle["values"][:3] == ["5", "7", "10"]
    assert handle["shown"][0] == "n = 5"


@both
@pytest.mark.parametrize("active", [0, 5, 12])
def test_a_step_is_the_figure_of_its_station(against, active):
    there = sent(f.u_curve_figure(made(against), active))["data"]
    shown = played(f.u_curve_figure(made(against), 3), f.HANDLES[against])[active]
    for one, expected in zip(shown, there, strict=True):
        for key in ("x", "y", "text"):
            assert one.get(key) == expected.get(key)


@both
def test_the_parts_stand_on_each_other_and_reach_the_error(against):
    view = made(against)
    noise, variance, bias = of(sent(f.u_curve_figure(view, 0))["data"], "x2", fill="tozeroy") + of(
        sent(f.u_curve_figure(view, 0))["data"], "x2", fill="tonexty"
    )
    for k, step in enumerate(view.steps):
        mean = step.parts.mean
        if mean.error < view.top:
            heights = [noise["y"][k], variance["y"][k], bias["y"][k]]
            sums = np.cumsum([mean.noise, mean.variance, mean.bias2])
            np.testing.assert_allclose(heights, sums, atol=2e-5)
            assert heights[-1] == pytest.approx(mean.error, abs=2e-5)


@both
def test_the_bar_at_the_handle_has_the_parts(against):
    view = made(against)
    for station, traces in zip(view.stations, played(f.u_curve_figure(view, 3), f.HANDLES[against]), strict=True):
        bars = of(traces, "x2", fill="toself")
        mean = station.step.parts.mean
        if mean.error < view.top:
            tall = [max(bar["y"]) - min(bar["y"]) for bar in bars]
            np.testing.assert_allclose(tall, [mean.noise, mean.variance, mean.bias2], atol=3e-5)


@both
def test_what_leaves_the_axis_is_said(against):
    view = made(against)
    figure = f.u_curve_figure(view, 3)
    marks = next(t for t in sent(figure)["data"] if t.get("marker", {}).get("symbol") == "triangle-up")
    assert marks["x"] == [one.at for k, one in enumerate(view.stations) if view.leaves(k)]
    assert marks["x"]
    for k, traces in enumerate(played(figure, f.HANDLES[against])):
        assert any(text.startswith("↑ ") for text in texts_of(traces)) == view.leaves(k)


@both
def test_axes_stay_whichever_station_is_looked_at(against):
    layouts = [f.u_curve_figure(made(against), k).layout for k in (0, 3, 12)]
    for name in ("xaxis", "yaxis", "xaxis2", "yaxis2"):
        assert len({tuple(layout[name].range) for layout in layouts}) == 1
    assert layouts[0].yaxis2.type is None  # even
    assert layouts[0].yaxis2.range[0] == 0


def test_dots_are_those_of_the_set_however_many():
    view = made("points")
    for station, traces in zip(view.stations, played(f.u_curve_figure(view, 3), "points"), strict=True):
        (dots,) = [t for t in traces if t.get("mode") == "markers" and t.get("xaxis", "x") == "x"]
        assert len(dots["x"]) == view.most_points
        assert sum(y > -9 for y in dots["y"]) == station.n


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
def test_panels_stand_apart_and_within(look):
    where = f.places(look)
    panels = where.panels.values()
    assert all(0 <= one.top < one.bottom <= where.height - 24 for one in panels)
    for one in panels:
        for other in panels:
            if one is not other and one.left < other.right and other.left < one.right:
                assert one.bottom <= other.top or other.bottom <= one.top


def test_before_an_audience_the_curve_is_430_pixels_high():
    assert 1.6 * f.places(LOOKS["scene"]).pixels("curve") >= 430


@both
def test_it_is_light(against):
    assert len(f.u_curve_figure(made(against), 3).to_json()) < 220_000


def test_with_fixed_x_there_is_no_median():
    family = FAMILIES["polynomial"]
    place = CurveSimulator(CurveProblem(), family.make(25), n=25, seed=0)
    fixed = f.u_curve_figure(flexibility_curve(squared_view(place.upto(10), family)), 3)
    assert "median error" not in texts_of(sent(fixed)["data"])
    assert "median error" in texts_of(sent(f.u_curve_figure(made("flexibility"), 3))["data"])
