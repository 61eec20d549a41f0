"""The figure of double descent: its handle, its numbers, how heavy it is, and narrow and low pages."""

from functools import cache

import pytest

from evalcore.bias_variance import CurveProblem
from evalcore.figures.bias_variance.double_descent import LOWEST, RATIO, descent_figure, place
from evalcore.figures.layout import Look
from evalcore.figures.parts.numbers import written
from evalcore.views.bias_variance.double_descent import double_descent_steps, double_descent_view
from tests.evalcore.figures.steps import assert_in_order, at_step, handle_of, played, sent, texts_of, values

LOOKS = [Look(), Look(narrow=True), Look(height=300)]


@cache
def view(ratio=1.0, *, n=25, sigma=0.3, design="fixed"):
    *_, found = double_descent_steps(CurveProblem("sine", sigma, design), n=n, n_sets=40, seed=0)
    return double_descent_view(found, ratio=ratio)


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("sigma", [0.0, 0.3])
def test_handle_stands_on_the_axis_of_the_errors(look, sigma):
    shown = view(sigma=sigma)
    figure = descent_figure(shown, look=look)
    assert_in_order(figure, RATIO)
    assert values(figure, RATIO) == [step.ratio for step in shown.steps]
    handle, span = handle_of(figure, RATIO), figure.layout.xaxis.range
    assert handle["panel"] == "xy"
    assert span[0] < handle["at"][0] < handle["at"][-1] < span[1]
    sent(figure)


def test_present_step_is_what_is_drawn():
    shown = view(2.0)
    figure = descent_figure(shown)
    traces = sent(figure)["data"]
    for where, change in at_step(figure, RATIO, shown.active):
        assert {key: traces[where][key] for key in change} == change


def test_rule_and_numbers_follow_each_step():
    shown = view()
    for step, traces in zip(shown.steps, played(descent_figure(shown), RATIO), strict=True):
        rule = next(
            t
            for t in traces
            if t["mode"] == "lines"
            and t["x"][:1] * 2 == t["x"] == [place(step.ratio)] * 2
            and t["line"]["width"] == 2
            and t["y"][0] == LOWEST
        )
        assert rule["y"][1] > 0
        assert written(step.mean, step.mean_error) in texts_of(traces)
        assert str(step.features) in texts_of(traces)


def test_fits_change_with_the_step():
    shown = view()
    moving = [where for where, change in at_step(descent_figure(shown), RATIO, 0) if len(change.get("y", ())) > 100]
    assert len(moving) == 9


def test_mark_of_as_many_features_as_points_and_of_the_noise():
    said = [a.text for a in descent_figure(view()).layout.annotations]
    assert "p = n = 25" in said
    assert "noise" in said
    assert "noise" not in [a.text for a in descent_figure(view(sigma=0.0)).layout.annotations]


@pytest.mark.parametrize("design", ["fixed", "random"])
def test_axis_of_the_error_holds_every_mean(design):
    shown = view(n=20, design=design)
    span = descent_figure(shown).layout.yaxis.range
    assert 10 ** span[1] > max(step.mean for step in shown.steps)
    assert 10 ** span[0] < shown.noise


@pytest.mark.parametrize("n", [25, 40])
def test_figure_is_light(n):
    assert len(descent_figure(view(n=n)).to_json()) < 350_000


def test_no_more_than_two_digits_where_rare_sets_carry_the_mean():
    shown = view(2.0, n=20, design="random")
    carried = [step for step in shown.steps if step.warnings]
    assert carried
    for step, traces in zip(shown.steps, played(descent_figure(shown), RATIO), strict=True):
        if step in carried:
            mean = written(step.mean, step.mean_error)
            assert mean in texts_of(traces)
            assert len(mean.partition("×")[0].replace(",", "").replace(".", "").strip("0")) <= 2


def test_alone_the_errors_have_the_height():
    figure = descent_figure(view(), look=Look(height=370, alone=True))
    low, high = figure.layout.yaxis.domain
    assert (high - low) * (370 - 24) * 1.6 >= 430
    # What stands at their left is apart from them, and one below the other.
    assert figure.layout.xaxis.domain[0] > max(figure.layout.xaxis2.domain[1], figure.layout.xaxis3.domain[1])
    assert figure.layout.yaxis3.domain[1] < figure.layout.yaxis2.domain[0]
