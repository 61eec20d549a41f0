"""What takes long: an address alone begins none of it, the queue has all of it, and what is alike is done once."""

import subprocess

import pytest

from evalcore.support import process
from evalcore.support.runs import Made
from tests.evalcore.here import in_process_here
from tests.pages.significance_page import not_translated, opened, texts, well
from ui.bias_variance import sweeping
from ui.resampling import runs as of_methods
from ui.resampling.spread import run as spread_run
from ui.resampling.tuning import sections as tuning

PATIENCE = 120.0
FORESTS = {"bv_view": "zero_one", "bv01_learner": "forest", "bv01_sets": "400", "bv01_n": "400"}
ROUNDS = {"ev_n": "1000", "ev_method": "kfold", "ev_k": "30", "ev_repeats": "20", "ev_sets": "2"}


RUNS = ("zero_one", "bias_variance", "learning_curve", "double_descent", "bv_table", "evaluation_spread")
RUNS += ("evaluation_rounds", "evaluation_tuning", "evaluation_tuned_set", "evaluation_leaks", "evaluation_pipeline")

TUNED = {"ev_view": "tuning", "ev_tuned": "tree", "ev_tuning_n": "300", "ev_tuning_k": "10", "ev_tuning_sets": "300"}


@pytest.fixture
def no_process(monkeypatch):
    """Fail where a process is begun."""

    def refuse(*_args, **_kwargs):
        raise AssertionError("nobody has asked for this")

    monkeypatch.setattr(subprocess, "Popen", refuse)


LINKS = [
    ("bias_variance", FORESTS),
    ("bias_variance", {"bv_learner": "forest", "bv_sets": "1000"}),
    ("bias_variance", {"bv_show": "learning", "bv_learner": "boosting", "bv_sets": "400"}),
    ("bias_variance", {"bv_view": "descent", "bv_dd_design": "random", "bv_dd_n": "60"}),
    ("bias_variance", {"bv_view": "table", "bv_table_learner": "forest", "bv_table_sets": "200"}),
    ("resampling", {"ev_learner": "tree", "ev_sets": "500"}),
    ("resampling", {"ev_view": "tuning", "ev_tuned": "tree", "ev_tuning_sets": "300", "ev_tuning_k": "10"}),
    ("resampling", {"ev_view": "leaks", "ev_leak": "tuning", "ev_leak_sets": "300", "ev_leak_n": "300"}),
    ("resampling", {"ev_view": "leaks", "ev_leak": "pipeline", "ev_leak_sets": "300", "ev_leak_n": "300"}),
    ("resampling", {"ev_view": "table", "ev_table_learner": "forest", "ev_table_k": "20", "ev_table_rounds": "200"}),
]


@pytest.mark.usefixtures("no_process")
@pytest.mark.parametrize(("page", "address"), LINKS)
def test_an_address_alone_begins_nothing_long(page, address):
    at = opened(address, page=page)
    assert "This takes about " in texts(at) or "This would take about " in texts(at)
    assert at.button(key="answer_button").label == "Start"
    assert not [name for name in RUNS if f"{name}_run" in at.session_state]


@pytest.mark.usefixtures("no_process")
def test_it_is_said_in_chinese():
    at = opened({**FORESTS, "lang": "zh"}, page="bias_variance")
    assert "分钟" in texts(at)
    assert not_translated(texts(at)) == []


@pytest.mark.usefixtures("no_process")
def test_a_server_may_refuse_what_is_too_large(monkeypatch):
    monkeypatch.setenv("EVALUATION_RUN_ROWS", "1000")
    at = opened(FORESTS, page="bias_variance")
    assert "A run may train its learners on at most 1,000 rows in all on this server" in texts(at)
    assert "answer_button" not in [button.key for button in at.button]


def test_a_click_begins_it_and_another_setting_is_asked_about_anew(monkeypatch):
    monkeypatch.setattr(process, "in_process", in_process_here)
    at = opened({**FORESTS, "bv01_sets": "100", "bv01_n": "20"}, page="bias_variance")
    assert "zero_one_run" not in at.session_state
    at = well(at.button(key="answer_button").click().run())
    run = at.session_state["zero_one_run"]
    at.session_state["bv01_n"] = 21
    at = well(at.run())
    assert run.wait(PATIENCE)
    assert "zero_one_run" not in at.session_state
    assert "This takes about" in texts(at)


def test_where_its_time_is_over_what_was_found_is_shown(monkeypatch):
    monkeypatch.setenv("EVALUATION_RUN_SECONDS", "0.001")
    monkeypatch.setattr(process, "in_process", in_process_here)
    monkeypatch.setattr(of_methods, "PATIENCE", PATIENCE)
    at = opened({"ev_learner": "majority", "ev_sets": "20", "ev_n": "40"}, page="resampling")
    assert "The server stops a run after 1 s" in texts(at)
    at = well(at.button(key="answer_button").click().run())
    said = texts(at)
    assert "Stopped after 1 of 20 data sets. Stopped after 1 s: this server gives no run more." in said
    assert "answer_button" not in [button.key for button in at.button]


def test_rounds_that_take_over_a_second_go_through_the_queue(monkeypatch):
    begun = []

    def noted(steps):
        """Note what would be trained in another process, and find nothing."""
        begun.append(steps.func.__name__)
        return iter(())

    monkeypatch.setattr(process, "in_process", noted)
    monkeypatch.setattr(spread_run, "rounds_view", None)  # nothing is made in the page
    monkeypatch.setattr(tuning, "tuning_view", None)
    for address, steps in ((ROUNDS, "rounds_steps"), (TUNED, "tuning_steps")):
        at = opened(address, page="resampling")
        well(at.button(key="answer_button").click().run())
        assert begun == [steps]
        begun.clear()


def test_what_the_queue_makes_of_rounds_is_what_the_page_would(monkeypatch):
    monkeypatch.setattr(process, "in_process", in_process_here)
    asked = {"ev_method": "kfold", "ev_k": "30", "ev_view": "spread"}
    quick = texts(opened(asked, page="resampling"))
    monkeypatch.setattr(spread_run, "PATIENCE", 0.0)
    monkeypatch.setattr(of_methods, "PATIENCE", PATIENCE)
    monkeypatch.setattr(spread_run, "rounds_view", None)
    assert texts(opened(asked, page="resampling")) == quick


def test_rounds_that_are_not_whole_do_not_draw_the_page_anew_each_moment():
    assert not of_methods._can_be_shown(None)
    assert not of_methods._can_be_shown(Made(progress=0.5))
    assert of_methods._can_be_shown("anything else")


def test_what_two_visitors_ask_for_is_trained_once(monkeypatch):
    begun = []

    def here(steps, *args, **kwargs):
        """Count what is trained."""
        begun.append(steps)
        yield from in_process_here(steps, *args, **kwargs)

    monkeypatch.setattr(process, "in_process", here)
    monkeypatch.setattr(of_methods, "PATIENCE", PATIENCE)
    asked = {"ev_learner": "majority", "ev_n": "40", "ev_sets": "20"}
    said = [texts(opened(asked, page="resampling")) for _visitor in range(2)]
    assert said[0] == said[1]
    assert len(begun) == 1
    begun.clear()
    monkeypatch.setattr(sweeping, "QUICK", 0.0)
    first = opened({"bv_sets": "10"}, page="bias_variance")
    if "bias_variance_run" in first.session_state:
        assert first.session_state["bias_variance_run"].wait(PATIENCE)
    monkeypatch.setattr(sweeping, "QUICK", 1.0)
    second = opened({"bv_sets": "10"}, page="bias_variance")
    assert "10 of 10 fits" in second.get("plotly_chart")[0].proto.spec
    assert len(begun) == 1
