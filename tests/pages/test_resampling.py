"""The page of evaluation methods: every view begins with what comes with the app; another setting is trained apart."""

import json

import numpy as np
import pandas as pd
import pytest

from evalcore.support import process
from tests.evalcore.here import in_process_here
from tests.pages.significance_page import cells, not_translated, opened, texts, well
from ui.resampling import runs
from ui.resampling.spread import run as spread_run
from ui.shared import navigation

PATIENCE = 120.0


@pytest.fixture(autouse=True)
def patience(monkeypatch):
    """Wait for the learners: a page under test has no browser to ask again."""
    monkeypatch.setattr(runs, "PATIENCE", PATIENCE)


@pytest.fixture
def told_here(monkeypatch):
    """Have learners trained in this process: another takes seconds to begin, and has its own tests."""
    monkeypatch.setattr(process, "in_process", in_process_here)


def page(address=None, **chosen):
    return opened(address, page="resampling", **chosen)


def test_estimators():
    at = page()
    said = texts(at)
    first = "Hold-out of 30% varied between **0.111** and **0.389** on the same rows;"
    assert f"{first} this data set's true error is 0.292." in said
    assert "is not a standard error" in said
    assert r"\binom{30}{9}\binom{30}{9}" in said
    assert r"D: 30+30 \\ S: 21+21 \\ T: 9+9" in said
    assert r"D: 500+500 \\ S: 350+350 \\ T: 150+150" in said
    assert {"hold-out 30%", "10-fold", "leave-one-out", ".632+"} <= set(cells(at))
    well(at.button(key="answer_button").click().run())
    assert "Hold-out of 30% varied between" in texts(at)
    assert at.session_state["ev_set"] == 7
    well(at.selectbox(key="ev_method").set_value("bootstrap").run())
    assert "Out-of-bag **" in texts(at)
    assert r"\epsilon_{.632}" in texts(at)
    assert r"R = \frac{\min(\epsilon_{oob},\gamma)-" in texts(at)
    well(at.selectbox(key="ev_learner").set_value("majority").run())
    assert r"= \epsilon_{\text{tr}} \;\Rightarrow\; R = 0" in texts(at)  # no division by 0


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_usual_numbers_of_folds(lang):
    at = page({"ev_method": "kfold", "lang": lang})
    folds = at.dataframe[-1].value.iloc[:, [0, -1]].to_numpy().tolist()
    assert folds == [["5", "5"], ["10", "10"], ["20", "20"]]
    assert not_translated(texts(at)) == [] or lang == "en"
    assert "5, 10 and 20" in texts(at) or "常用的k：5、10、20" in texts(at)


@pytest.mark.parametrize("view", ["spread", "bootstrap", "tuning", "leaks"])
def test_every_view_in_chinese(view):
    at = page({"lang": "zh", "ev_view": view})
    assert not_translated(texts(at)) == []
    assert at.get("plotly_chart")


def test_bootstrap_tuning_and_leaks():
    at = page({"ev_view": "bootstrap", "ev_m": "10"})
    assert "10 draws from 10 are expected to leave out **34.9%**" in texts(at)
    assert "would be 0.9895 here" in texts(at)
    well(at.selectbox(key="ev_view").set_value("tuning").run())
    assert "Best of 11 settings: own validation error **" in texts(at)
    # What is said of many data sets has another name than the number of this one.
    assert [metric.label for metric in at.metric][1] == "least validation error"
    assert "**Final refit.**" in texts(at)
    well(at.selectbox(key="ev_view").set_value("leaks").run())
    assert "With the leak the error reads **0.175**, without it **0.489**; the truth is 0.500." in texts(at)
    well(at.button(key="answer_button").click().run())
    assert at.session_state["ev_leak"] == "scaling"


def test_a_threshold_and_a_pipeline_of_one_s_own():
    at = page({"ev_view": "tuning", "ev_tuned": "threshold"})
    assert "chosen on the test set: reads **0.619** there, on fresh data **0.556**" in texts(at)
    well(at.selectbox(key="ev_view").set_value("leaks").run())
    well(at.selectbox(key="ev_leak").set_value("pipeline").run())
    assert "As switched the error reads **0.034**; the truth is 0.426. Which switch" in texts(at)
    at.toggle(key="ev_select_before").set_value(False)
    well(at.toggle(key="ev_torn").set_value(False).run())
    assert "As switched the error reads **0.457**; the truth is 0.426. It is no longer too good." in texts(at)
    assert "The latter lies within two standard errors of 0: that may be chance." in texts(at)
    assert cells(at).count("all three") == cells(at).count("scaling") == 1
    well(at.button(key="answer_button").click().run())
    assert "selection + persons" in cells(at)


@pytest.mark.usefixtures("told_here")
def test_another_setting_is_trained_apart_and_what_cannot_be_split_is_refused():
    few = {"ev_learner": "majority", "ev_n": "40", "ev_positive": "0.05", "ev_sets": "3", "ev_method": "loo"}
    at = page(few)
    assert "Leave-one-out says **0.050** after training 40 models; this data set's true error is 0.050." in texts(at)
    assert "evaluation_spread_run" not in at.session_state
    well(at.number_input(key="ev_n").set_value(20).run())
    assert "Each class must have rows on both sides of a stratified hold-out" in texts(at)


@pytest.mark.usefixtures("told_here")
def test_the_leaks_beside_have_as_many_rows_and_persons_are_counted():
    at = page({"ev_view": "leaks", "ev_leak": "groups", "ev_leak_n": "40", "ev_leak_sets": "2"})
    assert "1. 8 persons, five rows each" in texts(at)
    assert shown_beside(at) == ["<b>persons</b>"]
    assert "At n = 40 the other 4 leaks are not trained yet." in texts(at)
    well(at.button(key="ev_train_leaks").click().run())
    assert shown_beside(at) == ["features chosen", "scaled", "<b>persons</b>", "copies", "tuned"]
    assert "are not trained yet" not in texts(at)
    assert "Leaks at n = 40" in figure(at)
    trained = figure(at)
    # What was trained beside is not trained again, and nothing of other rows stands there.
    well(at.selectbox(key="ev_leak").set_value("scaling").run())
    assert shown_beside(at) == ["features chosen", "<b>scaled</b>", "persons", "copies", "tuned"]
    assert "evaluation_leaks_run" not in at.session_state
    well(at.number_input(key="ev_leak_n").set_value(60).run())
    assert "Leaks at n = 60" in figure(at) != trained


def figure(at):
    """Return the figure as it is sent."""
    return at.get("plotly_chart")[0].proto.spec


def shown_beside(at):
    """Return the names of the leaks beside each other, from above."""
    names = {"features chosen", "scaled", "persons", "copies", "tuned"}
    said = [text for trace in json.loads(figure(at))["data"] for text in np.atleast_1d(trace.get("text", ""))]
    return [str(text) for text in said if text.removeprefix("<b>").removesuffix("</b>") in names]


def test_what_was_drawn_stays_until_something_is_found(monkeypatch):
    at = page({"ev_view": "leaks", "ev_leak": "scaling"})
    monkeypatch.setattr(runs, "PATIENCE", 0.0)
    well(at.number_input(key="ev_leak_sets").set_value(300).run())
    assert "Learners are being trained" in texts(at)
    assert len(at.get("plotly_chart")) == 1
    at.session_state["evaluation_leaks_run"].stop()


def test_a_run_is_stopped_and_goes_on(monkeypatch):
    monkeypatch.setattr(runs, "PATIENCE", 0.0)
    at = page({"ev_learner": "tree", "ev_n": "80", "ev_sets": "500"}, **{navigation.FRAMED: False})
    assert "This takes about 4 min." in texts(at)
    at = well(at.button(key="answer_button").click().run())
    assert "Learners are being trained, in a process of their own" in texts(at)
    run = at.session_state["evaluation_spread_run"]
    assert not at.get("plotly_chart")  # nothing was drawn before, and nothing is found
    at = well(at.button(key="stop_evaluation_spread").click().run())
    assert run.wait(PATIENCE)
    assert "Stopped" in texts(at)
    assert spread_run.PLACE.name == "evaluation_spread"
    at = well(at.button(key="answer_button").click().run())
    assert at.session_state["evaluation_spread_run"] is not run
    at.session_state["evaluation_spread_run"].stop()


@pytest.mark.usefixtures("told_here")
def test_real_data_a_file_and_a_bad_file():
    quick = {
        "ev_lda_low": "0.9",
        "ev_view": "table",
        "ev_data": "iris",
        "ev_table_learner": "majority",
        "ev_table_k": "5",
        # Else the way to it would train a study of hundreds of learners, for which a busy machine takes a minute.
        "ev_tuning_data": "table",
    }
    at = page(quick)
    assert "Cross validation says **0.667** (training error 0.667); always the most frequent class: 0.667." in texts(at)
    frame = pd.DataFrame({"person": np.arange(60) // 4, "x": np.arange(60.0), "kind": ["a", "b"] * 30})
    at.file_uploader(key="ev_table_upload").set_value(("my.csv", frame.to_csv(index=False).encode(), "text/csv")).run()
    assert "Cross validation says **0.500** (training error 0.500)" in texts(well(at))
    at.file_uploader(key="ev_table_upload").set_value(("bad.csv", b"a,b\n1,2\n1,2\n", "text/csv")).run()
    well(at)
    assert any("y must hold at least two classes" in error.value for error in at.error)
    assert "Cross validation says **0.500** (training error 0.500)" in texts(at)
    well(at.selectbox(key="ev_view").set_value("tuning").run())
    assert "Best of 2 settings: shrinkage" in texts(at)
    assert "trained once more on all 60 rows" in texts(at)
    assert "there are no fresh rows: all of these had a say in the choice" in texts(at)
    well(at.selectbox(key="ev_view").set_value("table").run())
    box = next(one for one in at.selectbox if one.label == "Groups")
    well(box.set_value("person").run())
    assert "A bootstrap would tear groups apart, so none is drawn." in texts(at)
