"""The figure of Occam's razor: both handles, the curves and what is said of them."""

import numpy as np
import pytest

from evalcore.figures.hypotheses.occam import THICK, TRUTH, WIGGLE, occam_figure
from evalcore.figures.layout import Look
from evalcore.figures.style import MODELS, coloured, number
from evalcore.views.hypotheses.occam import TRUTHS, WIGGLES
from tests.evalcore.figures.hypotheses.views import occam
from tests.evalcore.figures.steps import assert_in_order, at_step, played, sent, texts_of, values

LOOKS = [Look(), Look(narrow=True), Look(height=300), Look(height=370, alone=True)]


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize(("name", "steps"), [(WIGGLE, WIGGLES), (TRUTH, TRUTHS)])
def test_handles_are_complete(look, name, steps):
    figure = occam_figure(occam(), look=look)
    assert_in_order(figure, name)
    assert values(figure, name) == list(steps)


@pytest.mark.parametrize("name", [WIGGLE, TRUTH])
def test_present_step_is_what_is_drawn(name):
    view = occam()
    figure = occam_figure(view)
    traces = sent(figure)["data"]
    for where, change in at_step(figure, name, view.wiggle if name == WIGGLE else view.truth):
        assert {key: traces[where][key] for key in change} == change


@pytest.mark.parametrize("look", LOOKS)
def test_both_panels_have_a_title(look):
    titles = occam_figure(occam(), look=look).layout.annotations[:2]
    assert [note.text.partition("<")[0] for note in titles] == ["Curves", "Mean squared error"]
    assert {(note.font.size, note.font.weight) for note in titles} == {(16, 600)}


def test_numbers_follow_each_step():
    view = occam()
    figure = occam_figure(view)
    for k, traces in enumerate(played(figure, WIGGLE)):
        assert number(view.errors_at(k, view.truth)[1]) in texts_of(traces)
    for k, traces in enumerate(played(figure, TRUTH)):
        assert number(view.errors_at(view.wiggle, k)[0]) in texts_of(traces)


def test_white_points_lie_on_the_truth_and_their_mean_error_is_the_one_that_is_named():
    view = occam()
    figure = occam_figure(view)
    for name, errors in ((TRUTH, lambda k: view.errors_at(view.wiggle, k)), (WIGGLE, lambda k: view.errors_at(k, 5))):
        steps = played(figure, name)
        places = {tuple(white(traces)["x"]) for traces in steps}
        assert len(places) == 1
        for k, traces in enumerate(steps):
            a, b, truth = (one for one in traces if one.get("xaxis") == "x" and one["mode"] == "lines")
            new = white(traces)
            np.testing.assert_allclose(new["y"], np.interp(new["x"], truth["x"], truth["y"]), atol=4e-3)
            for curve, error in zip((a, b), errors(k), strict=True):
                off = np.interp(new["x"], curve["x"], curve["y"]) - new["y"]
                assert np.mean(off**2) == pytest.approx(error, abs=4e-3)


def white(traces):
    (found,) = [trace for trace in traces if trace.get("marker", {}).get("color") == "white"]
    return found


def test_names_of_curves_and_errors_are_never_to_be_guessed():
    figure = occam_figure(occam())
    guessed = figure.layout.meta["guessed"]["traces"]
    kept = [trace for k, trace in enumerate(figure.data) if k not in guessed]
    names = {coloured(f"<b>{name}</b>", colour) for name, (colour, _dash) in zip("AB", MODELS, strict=False)}
    assert {"A, on the points", "B, on new points", "roughness of B", *names} <= {
        text for trace in kept for text in trace.text or ()
    }


@pytest.mark.parametrize(("look", "n"), [(Look(), 2), (Look(height=322), 0), (Look(height=370, alone=True), 0)])
def test_bars_are_left_out_where_they_would_run_through_the_text(look, n):
    bars = [trace for trace in occam_figure(occam(), look=look).data if trace.line.width == THICK]
    assert len(bars) == n


@pytest.mark.parametrize("swings", [1, 4])
def test_figure_is_light(swings):
    assert len(occam_figure(occam(swings=swings)).to_json()) < 200_000
