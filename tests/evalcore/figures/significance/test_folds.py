"""The figures of folds: what each step moves, how they stand on narrow and low pages, data without spread."""

from functools import cache

import numpy as np
import pytest

from evalcore.figures.layout import Look
from evalcore.figures.significance.five_by_two import five_by_two_figure
from evalcore.figures.significance.folds import RATIO_TRACK, folds_figure
from evalcore.figures.significance.plane import ALPHA_TRACK
from evalcore.views.significance.five_by_two import five_by_two_view
from evalcore.views.significance.folds import folds_view
from tests.evalcore.figures.steps import at_step, handle_of, played, sent, values

A = np.array([0.12, 0.10, 0.14, 0.11, 0.13, 0.09, 0.12, 0.15, 0.10, 0.12])
D = np.array([0.02, 0.01, 0.03, -0.01, 0.02, 0.02, 0.00, 0.03, 0.01, 0.02])
HALVES = np.array([[0.030, 0.010], [0.020, 0.025], [0.015, -0.005], [0.035, 0.020], [0.010, 0.015]])
LOOKS = [Look(), Look(narrow=True), Look(height=300)]


def folds(a=None, b=None, **options):
    if a is None and b is None:
        return lecture(**options)
    a = A if a is None else a
    return folds_view(np.array(a), A - D if b is None else np.array(b), **{"ratio": 1 / 9, "alpha": 0.05, **options})


@cache
def lecture(**options):
    return folds(A, A - D, **options)


def halves(differences=None, **options):
    if differences is None:
        return golden(**options)
    return five_by_two_view(np.array(differences), **{"numerator": "first", "alpha": 0.05, **options})


@cache
def golden(**options):
    return halves(HALVES, **options)


def texts_at(figure, handle, step):
    return " ".join(" ".join(change["text"]) for _, change in at_step(figure, handle, step) if "text" in change)


@pytest.mark.parametrize("look", LOOKS)
def test_handles_have_the_steps_of_the_view(look):
    view = folds()
    figure = folds_figure(view, look=look)
    assert values(figure, ALPHA_TRACK) == [step.alpha for step in view.by_alpha]
    assert values(figure, RATIO_TRACK) == [step.ratio for step in view.by_ratio]
    assert handle_of(figure, ALPHA_TRACK)["active"] == view.alpha
    sent(figure)


@pytest.mark.parametrize("look", LOOKS)
def test_present_step_is_what_is_drawn(look):
    view = folds()
    figure = folds_figure(view, look=look)
    traces = sent(figure)["data"]
    for name, step in ((ALPHA_TRACK, view.alpha), (RATIO_TRACK, view.ratio)):
        for place, change in at_step(figure, name, step):
            assert {key: traces[place][key] for key in change} == change


def test_verdicts_follow_the_level():
    figure = folds_figure(folds())
    assert "not rejected" in texts_at(figure, ALPHA_TRACK, 0)
    assert "not rejected" not in texts_at(figure, ALPHA_TRACK, -1)


def test_ratio_moves_the_corrected_interval_only():
    view = folds()
    figure = folds_figure(view)
    first, last = texts_at(figure, RATIO_TRACK, 0), texts_at(figure, RATIO_TRACK, -1)
    assert "t = 3.737" in first
    assert "plain [0.006, 0.024]" in last
    assert first != last


def test_figures_are_light():
    assert len(folds_figure(folds()).to_json()) < 200_000
    assert len(five_by_two_figure(halves()).to_json()) < 200_000


@pytest.mark.parametrize(("a", "b"), [([0.1] * 3, [0.1] * 3), ([0.2] * 3, [0.1] * 3), ([0.1, 0.2], [0.3, 0.1])])
def test_folds_without_spread_are_drawn(a, b):
    figure = folds_figure(folds(a, b))
    sent(figure)
    said = " ".join(" ".join(trace.text) for trace in figure.data if trace.mode == "text")
    assert ("no test" in said) == (len(a) == 3)


def test_names_of_algorithms_are_plain_text():
    figure = folds_figure(folds(), ("<b>x</b>", "B"))
    assert "&lt;b&gt;" in figure.layout.xaxis.ticktext[0]


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("differences", [HALVES, np.zeros((5, 2)), np.full((5, 2), 0.1)])
def test_ten_differences_are_drawn(differences, look):
    view = halves(differences)
    figure = five_by_two_figure(view, look=look)
    assert values(figure, ALPHA_TRACK) == [step.alpha for step in view.steps]
    assert len(figure.layout.shapes) == 10
    sent(figure)


@pytest.mark.parametrize(("numerator", "marked"), [("first", [0]), ("mean", [0, 1]), ((4, 1), [9])])
def test_numerator_has_a_border(numerator, marked):
    figure = five_by_two_figure(halves(numerator=numerator))
    assert [k for k, shape in enumerate(figure.layout.shapes) if shape.line.width] == marked


def test_candidates_are_filled_where_they_are_rejected():
    view = halves()
    figure = five_by_two_figure(view)
    filled, hollow = [t for t in figure.data if t.mode == "markers" and len(t.x) == 10]
    seen = [[y >= 0 for y in trace.y] for trace in (filled, hollow)]
    assert seen == [list(view.now.rejects), [not rejects for rejects in view.now.rejects]]


def test_the_count_follows_the_level():
    figure = five_by_two_figure(halves())
    assert "0 of 10 would be rejected" in texts_at(figure, ALPHA_TRACK, 0)
    assert "2 of 10 would be rejected" not in texts_at(figure, ALPHA_TRACK, -1)


def test_a_tiny_p_is_not_written_as_0():
    figure = five_by_two_figure(halves([[0.1, 0.1001]] * 5))
    assert "p < 0.0001" in texts_at(figure, ALPHA_TRACK, 0)


def in_null(traces, axis="x3", **having):
    return [one for one in traces if one.get("xaxis") == axis and having.items() <= one.items()]


def test_what_is_as_extreme_as_the_corrected_t_follows_the_ratio():
    view = folds()
    for step, traces in zip(view.by_ratio, played(folds_figure(view), RATIO_TRACK), strict=True):
        (area,) = in_null(traces, hoveron="fills")
        assert area["name"].endswith(f"p = {step.pvalue:.3g}")
        assert all(abs(x) >= abs(step.statistic) - 1e-4 or y == 0 for x, y in zip(area["x"], area["y"], strict=True))


def test_a_t_beyond_its_plane_has_an_arrow_and_its_value():
    b = A - 0.02 + 0.001 * np.arange(10) / 10
    view = folds(b=b)
    for step, traces in zip(view.by_ratio, played(folds_figure(view), RATIO_TRACK), strict=True):
        is_beyond = step.statistic > view.curve.high
        *_plain, dot, arrows = in_null(traces, mode="markers")
        assert (dot["y"][0] < 0, arrows["y"][1] > 0) == (is_beyond, is_beyond)
    assert view.by_ratio[0].statistic > view.curve.high
    (hollow,) = in_null(sent(folds_figure(view))["data"], mode="lines+markers")
    assert hollow["marker"]["symbol"] == "triangle-right-open"


def test_an_interval_that_goes_on_beyond_the_axis_has_an_arrow():
    view = folds(a=[0.10, 0.14, 0.12], b=[0.09, 0.10, 0.11])
    low, high = view.reach
    bottom = sent(folds_figure(view))["layout"]["yaxis2"]["range"][0]
    seen = set()
    for step, traces in zip(view.by_alpha, played(folds_figure(view), ALPHA_TRACK), strict=True):
        arrows = next(one for one in in_null(traces, "x2", mode="markers") if len(one["x"]) == 4)
        wanted = [beyond for ends in (step.plain, step.corrected) for beyond in (ends[0] < low, ends[1] > high)]
        assert [height > bottom for height in arrows["y"]] == wanted
        seen |= set(wanted)
    assert seen == {True, False}


@pytest.mark.parametrize("look", LOOKS)
def test_all_numbers_of_the_ratio_are_there(look):
    texts = sent(folds_figure(folds(), look=look))["layout"]["xaxis5"]["ticktext"]
    assert [text.removeprefix("<br>") for text in texts] == ["0", "10 folds", "5 folds", "30% held out", "2 folds"]
    assert [text.startswith("<br>") for text in texts] == [look.narrow and bool(i % 2) for i in range(5)]


def test_candidates_beyond_the_plane_are_arrows():
    far = halves([[0.3, 0.299], [0.01, 0.0101], [0.02, 0.0201], [0.01, 0.0101], [0.3, 0.2999]])
    traces = sent(five_by_two_figure(far))["data"]
    t = far.chosen.candidates.ravel()
    filled = next(one for one in in_null(traces, "x2", mode="markers"))
    assert [symbol.startswith("triangle-right") for symbol in filled["marker"]["symbol"]] == (
        t > far.t_curve.high
    ).tolist()
    assert (t > far.t_curve.high).any()


def test_tails_of_t_and_f_are_said():
    view = halves()
    traces = sent(five_by_two_figure(view))["data"]
    for axis, test in (("x2", view.chosen), ("x3", view.f)):
        (area,) = in_null(traces, axis, hoveron="fills")
        assert area["name"].endswith(f"p = {test.pvalue:.3g}")


def test_nothing_is_corrected_at_a_ratio_of_0():
    view = folds()
    figure = folds_figure(view)
    bottom = sent(figure)["layout"]["yaxis2"]["range"][0]
    for step, traces in zip(view.by_ratio, played(figure, RATIO_TRACK), strict=True):
        means = next(one for one in in_null(traces, "x2", mode="markers") if len(one["x"]) == 2)
        bars = [one["y"][0] for one in in_null(traces, "x2", mode="lines") if one["line"]["width"] == 5]
        is_corrected = step.ratio > 0
        assert [y > bottom for y in means["y"]] == [y > bottom for y in bars] == [True, is_corrected]
    first, second = texts_at(figure, RATIO_TRACK, 0), texts_at(figure, RATIO_TRACK, 1)
    assert "● plain: t = 3.737" in first
    assert "corrected" not in first
    assert "○ plain: t = 3.737" in second
    assert "● corrected" in second


def test_alone_the_ten_differences_and_t_have_all_the_height():
    figure = five_by_two_figure(halves(), look=Look(alone=True, height=540))
    layout = sent(figure)["layout"]
    assert "xaxis3" not in layout
    assert {trace["xaxis"] for trace in sent(figure)["data"]} == {"x", "x2"}
    low, high = layout["yaxis"]["domain"]
    assert (high - low) * 540 >= 430
