"""The page of bias and variance: what is asked for, what it says, and work that goes on beside it."""

import itertools
import json
import re

import pytest

from evalcore.bias_variance import draw_sets
from evalcore.support import process
from evalcore.support.runs import Run
from evalcore.views.bias_variance import learning
from tests.evalcore.here import in_process_here
from tests.pages.significance_page import cells, not_translated, opened, texts, well
from ui.bias_variance import sweeping

PATIENCE = 120
ALL = {"bv_design": "fixed", "bv_show": "all"}


@pytest.fixture(autouse=True)
def told_here(monkeypatch):
    monkeypatch.setattr(process, "in_process", in_process_here)


def open_page(address=None, **chosen):
    return opened(address, page="bias_variance", **chosen)


def figure(at):
    chart = at.get("plotly_chart")[0]  # an exercise may have a drawing of its own
    return json.loads(chart.proto.spec)


def headings(at):
    # What stands smaller behind a title is of another weight.
    return [re.sub(r"</?span[^>]*>", "", one["text"]) for one in figure(at)["layout"]["annotations"]]


def address(at):
    return {key: "".join(value) for key, value in at.query_params.items() if key.startswith("bv_")}


def test_as_it_opens():
    at = open_page({"bv_design": "fixed", "bv_show": "all"})
    said = texts(at)
    assert at.title[0].value == "Bias and variance"
    assert "**82% noise**, the rest mostly **variance**" in said
    assert "50 of 200 fits · bold: their mean · dashed: truth" in headings(at)
    assert "2 σ² df / n = **0.0288** in expectation, with df = 4.00 degrees of freedom and n = 25" in said
    assert "Here the error on fresh targets is least" in said
    assert at.button(key="answer_button").disabled
    assert address(at) == {"bv_design": "fixed", "bv_show": "all"}
    assert "k = 3" in cells(at)
    assert [one["name"] for one in json.loads(figure(at)["layout"]["meta"]["live"])["handles"]] == ["complexity", "x0"]


def test_more_sets_and_the_least_error():
    at = open_page({"bv_polynomial": "9", **ALL})
    assert "**Overfitting**: at d = 3 the training error is higher" in texts(at)
    at = well(at.button(key="more_1").click().run())
    at = well(at.button(key="more_100").click().run())
    assert "50 of 301 fits · bold: their mean · dashed: truth" in headings(at)
    assert address(at) == {"bv_polynomial": "9", "bv_sets": "301", **ALL}
    at = well(at.button(key="answer_button").click().run())
    assert address(at) == {"bv_sets": "301", **ALL}
    assert "Here the error on fresh targets is least" in texts(at)
    at.session_state["bv_sets"] = 1_000
    at = well(at.run())
    assert at.button(key="more_1").disabled
    assert at.button(key="more_100").disabled


def test_a_link_reproduces_the_view():
    asked = {
        "bv_problem": "step",
        "bv_learner": "neighbours",
        "bv_neighbours": "2",
        "bv_design": "fixed",
        "bv_show": "all",
        "bv_sigma": "0.1",
        "bv_n": "10",
        "bv_sets": "20",
        "bv_seed": "4",
        "bv_x0": "0.5",
    }
    at = open_page(asked)
    assert address(at) == asked
    handles = json.loads(figure(at)["layout"]["meta"]["live"])["handles"]
    assert [one["shown"][one["active"]] for one in handles] == ["k = 2", "x₀ = 0.5"]


def test_another_family_has_its_own_complexity():
    at = open_page({"bv_polynomial": "1"})
    assert "**Underfitting**" in texts(at)
    at = well(at.selectbox(key="bv_learner").set_value("ridge").run())
    assert "λ = 0.1" in figure(at)["layout"]["meta"]["live"]
    at = well(at.selectbox(key="bv_learner").set_value("polynomial").run())
    assert address(at) == {"bv_polynomial": "1"}


def test_warnings_reach_the_page():
    at = open_page({"bv_polynomial": "12", "bv_sets": "50"})
    (warning,) = at.warning
    assert warning.value.startswith("Few training sets carry the mean error")
    assert "the error is mostly **variance**" in texts(at)


@pytest.fixture
def everything_takes_long(monkeypatch):
    monkeypatch.setattr(sweeping, "QUICK", 0.0)


@pytest.mark.usefixtures("everything_takes_long")
def test_what_takes_long_is_shown_when_it_is_done():
    at = open_page({"bv_sets": "10"})
    if "bias_variance_run" in at.session_state:
        assert at.session_state["bias_variance_run"].wait(PATIENCE)
        at = well(at.run())
    assert "50 of 10 fits" not in headings(at)
    assert "10 of 10 fits · bold: their mean · dashed: truth" in headings(at)


@pytest.mark.usefixtures("everything_takes_long")
def test_what_is_stopped_shows_what_was_done_and_goes_on():
    at = open_page({"bv_learner": "forest", "bv_sets": "20"})
    run = at.session_state["bias_variance_run"]
    while not run.done:
        run.wait(0.01)
    assert "The learners are being trained on every set …" in texts(at)
    at = well(at.button(key="stop_bias_variance").click().run())
    assert run.wait(PATIENCE)
    assert "Stopped after" in texts(at)
    assert "of 10 learners." in texts(at)
    assert "bias_variance_run" not in at.session_state
    # Nothing begins anew by itself; another setting is another run, and the button goes on with this one.
    assert "bias_variance_run" not in well(at.run()).session_state
    at = well(at.button(key="answer_button").click().run())
    again = at.session_state["bias_variance_run"]
    at.session_state["bv_sets"] = 3
    at = well(at.run())
    assert again.wait(PATIENCE)
    assert not again.is_whole


@pytest.mark.thorough
def test_more_sets_that_take_long_leave_those_there_are_on_the_screen(monkeypatch):
    at = open_page({"bv_sets": "20", **ALL})
    monkeypatch.setattr(sweeping, "QUICK", 0.0)
    others = [Run(itertools.count(), seconds=seconds) for seconds in (None, 0.0)]  # whose turn it is in either line
    while any(other.is_waiting for other in others):
        others[0].wait(0.01)
    at = well(at.button(key="more_100").click().run())
    assert "20 of 20 fits · bold: their mean · dashed: truth" in headings(at)
    assert "the rest mostly" in texts(at)
    at = well(at.button(key="stop_bias_variance").click().run())
    assert "Stopped: 20 of 120 training sets are shown." in texts(at)
    for other in others:
        other.stop()
        assert other.wait(PATIENCE)
    monkeypatch.undo()
    assert "50 of 120 fits · bold: their mean · dashed: truth" in headings(well(at.run()))


def test_chinese():
    said = texts(open_page({"lang": "zh"}))
    assert "**噪声占76%**" in said
    assert not_translated(said) == []


def test_the_first_screen_is_fits_with_random_x_and_the_curve_from_the_simplest_learner():
    at = open_page({"bv_polynomial": "0"})
    assert headings(at)[0] == "50 of 200 fits · bold: their mean · dashed: truth"
    (handle,) = json.loads(figure(at)["layout"]["meta"]["live"])["handles"]
    assert (handle["name"], handle["shown"][handle["active"]]) == ("complexity", "d = 0")
    assert "the error is mostly **bias**" in texts(at)
    assert "more_1" not in [button.key for button in at.button]


def test_the_learning_curve_has_the_points_on_its_axis_and_the_error_of_the_u_curve():
    at = open_page({"bv_show": "learning"})
    (handle,) = json.loads(figure(at)["layout"]["meta"]["live"])["handles"]
    assert (handle["name"], handle["shown"][handle["active"]]) == ("points", "n = 25")
    assert "25 points: training error **0.0806**, on fresh data **0.119**. With 200: 0.0926 and 0.0963." in texts(at)
    assert "0.119 ± 0.0024" in cells(at)
    assert "0.119" in figure(open_page())["layout"]["meta"]["live"]


def test_only_what_a_slider_changed_is_computed(monkeypatch):
    """The number of points is read off the learning curve; it is drawn and learned from once."""
    drawn = []
    monkeypatch.setattr(learning, "draw_sets", lambda *a, **k: drawn.append(k["n"]) or draw_sets(*a, **k))
    at = open_page({"bv_show": "learning", "bv_sets": "10"})
    assert drawn == list(learning.SIZES)
    at.session_state["bv_n"] = 100
    at = well(at.run())
    assert "100 points: training error" in texts(at)
    assert drawn == list(learning.SIZES)
    at.session_state["bv_sets"] = 12
    well(at.run())
    assert drawn == list(learning.SIZES) * 2


@pytest.mark.usefixtures("everything_takes_long")
def test_a_learning_curve_that_takes_long_is_stopped_and_goes_on():
    at = open_page({"bv_show": "learning", "bv_learner": "forest", "bv_sets": "100"})
    at = well(at.button(key="answer_button").click().run())
    run = at.session_state["learning_curve_run"]
    while not run.done:
        run.wait(0.01)
    at = well(at.button(key="stop_learning_curve").click().run())
    assert run.wait(PATIENCE)
    assert "of 13 learners." in texts(at)
    at = well(at.button(key="answer_button").click().run())
    again = at.session_state["learning_curve_run"]
    again.stop()
    assert again.wait(PATIENCE)
