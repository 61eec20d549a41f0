"""A model beside its own scores recalibrated: they rank alike, but a threshold of one decides otherwise of both."""

import json

import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from evalcore.predictions import from_frame
from tests.pages.significance_page import opened, texts, well
from tests.pages.test_links import PAGES, toasts
from ui.session import loaded

AREAS = {"question": "two", "two_data": "loaded", "two_method": "areas"}
ERRORS = {"question": "two", "two_data": "loaded"}


def recalibrated(model, method="logistic", numbers=(2.0, 1.0), then=()):
    """Return what an address says of models that were recalibrated."""
    return json.dumps([[f"{model} ({method})", model, method, list(numbers), None, [], [], "half~0"], *then])


def page(sample, model, of=None, name="significance", **asked):
    return opened({"sample": sample, "model": model, "recalibrated": of or recalibrated("score"), **asked}, page=name)


def said(at):
    return texts(at).replace("\\", "").replace("\u00a0", " ")


@pytest.mark.parametrize("model", ["model_a", "model_a (logistic)"])
def test_a_model_is_compared_with_another_one_than_its_own_scores(model):
    at = page("two-models", model, recalibrated("model_a"), **AREAS)
    assert (at.session_state["two_model_a"], at.session_state["two_model_b"]) == (model, "model_b")
    assert "; Holm, " not in said(at)  # the model made of it is no third ranking
    curves = page("two-models", model, recalibrated("model_a"), name="curves", tab="compare")
    other = {"model_a": "model_a (logistic)", "model_a (logistic)": "model_a"}[model]
    assert f"Not compared: {other}. Such a recalibration leaves the order of the rows as it is" in said(curves)
    assert f"{model} – {other}" not in [str(cell) for of in curves.dataframe for cell in of.value.to_numpy().ravel()]
    assert "is model_a recalibrated" not in said(curves)


@pytest.mark.parametrize("model", ["score", "score (logistic)"])
def test_where_there_is_no_other_it_is_said_that_neither_ranks_better(model):
    alike = "score (logistic) is score recalibrated: the same order of rows, so "
    at = page("rare-class", model, **AREAS)
    assert f"= **0.000**. {alike}neither ranks better." in said(at)
    assert "chance alone could do that" not in said(at)
    assert f"{alike}only their thresholds tell them apart." in said(page("rare-class", model, **ERRORS))
    curves = page("rare-class", model, name="curves")
    assert f"**{model}** ranks a positive above a negative in **89 of 100** pairs" in said(curves)
    assert f"{alike}neither ranks better. At t = 0.5, {model} finds" in said(curves)


def test_two_recalibrations_of_one_and_what_turns_the_order_round():
    beta = ["score (beta)", "score", "beta", [1.0, 1.0, 0.5], None, [], [], "half~0"]
    at = page("rare-class", "score (beta)", recalibrated("score", then=[beta]), two_model_b="score (logistic)", **AREAS)
    assert "score (beta) and score (logistic) are both score recalibrated: the same order" in said(at)
    at = page("rare-class", "score", recalibrated("score", numbers=(-2.0, 1.0)), **AREAS)
    assert "**score ranks better**: AUC score − score (logistic) = 0.7" in said(at)


# A page with the sidebar, as app.py runs it.
WITH_SIDEBAR = """
import runpy
import streamlit as st
from ui.frame import sidebar
from ui.session import address
address.start()
with st.sidebar:
    sidebar.what_is_loaded()
address.write()
runpy.run_path({page!r})
"""


def in_frame(name="confusion_matrix", **asked):
    at = AppTest.from_string(WITH_SIDEBAR.format(page=str(PAGES / f"{name}.py")), default_timeout=60)
    at.query_params.update(asked)
    return well(at.run())


def turned(at, model):
    """Choose a model in the sidebar; return its threshold and how many errors that makes."""
    well(at.selectbox(key="model").select(model).run())
    return at.session_state["t"], errors(at)


def errors(at):
    return next(of.value for of in at.get("latex") if r"\mathrm{FP}+\mathrm{FN}}{m}" in of.value)


def test_the_decision_goes_along_to_the_same_scores_recalibrated_and_back():
    at = in_frame(sample="rare-class", recalibrated=recalibrated("score"), t="0.1109", chosen="f1")
    before = errors(at)
    t, after = turned(at, "score (logistic)")
    assert (t, after) == (0.0405, before)
    assert toasts(at) == ["t carried over: 0.1109 of score is 0.0405 of score (logistic)."]
    # It was chosen on these rows all the same, and there is none better in the other scale.
    assert any(of.value.startswith("t was chosen on these rows (F1 is best): F1 ") for of in at.caption)
    well(at.button(key="undo").click().run())
    assert (at.session_state["model"], at.session_state["t"]) == ("score", 0.1109)
    well(at.button(key="redo").click().run())
    assert (at.session_state["model"], at.session_state["t"], errors(at)) == ("score (logistic)", 0.0405, before)
    back, again = turned(at, "score")
    assert (round(back, 2), again) == (0.11, before)


def test_between_models_that_are_no_rescaling_of_each_other_the_number_stays():
    at = in_frame(sample="two-models", recalibrated=recalibrated("model_a"), t="0.3")
    assert turned(at, "model_b")[0] == 0.3
    assert not toasts(at)


def test_where_a_model_is_gone_again_no_link_is_blamed_that_nobody_used():
    made = {"two_model_a": "model_a (logistic)", "two_model_b": "model_b"}
    at = page("two-models", "model_a", recalibrated("model_a"), **AREAS, **made)
    at.session_state["recalibrated"] = ""  # as a step back leaves it
    well(at.run())
    assert (at.session_state["two_model_a"], at.session_state["two_model_b"]) == ("model_a", "model_b")
    assert not toasts(at)
    asked = page("two-models", "model_a", "", **AREAS, **made)
    (blamed,) = toasts(asked)
    assert blamed.startswith("two_model_a must be one of model_a, model_b; got 'model_a (logistic)' (in the link).")


def isotonic(model, score, probability):
    """Return what an address says of a model that isotonic steps made, so with ties."""
    return json.dumps([[f"{model} (isotonic)", model, "isotonic", [], None, list(score), list(probability), "half~7"]])


STEPS = isotonic("model_a", (0.0, 0.2, 0.3, 0.6, 1.0), (0.05, 0.05, 0.4, 0.4, 0.9))


def test_what_makes_ties_ranks_rows_in_an_order_of_its_own():
    at = page("two-models", "model_a", STEPS, **AREAS, two_model_b="model_a (isotonic)")
    assert "neither ranks better" not in said(at)
    assert "**model_a ranks better**: AUC model_a − model_a (isotonic) = " in said(at)
    assert "; Holm, 3 pairs" in said(at)
    assert "only their thresholds tell" not in said(
        page("two-models", "model_a", STEPS, **ERRORS, two_model_b="model_a (isotonic)")
    )
    curves = page("two-models", "model_a", STEPS, name="curves", tab="compare")
    assert "neither ranks better" not in said(curves)
    assert "Not compared" not in said(curves)
    assert "model_a – model_a (isotonic)" in [str(c) for of in curves.dataframe for c in of.value.to_numpy().ravel()]


def test_what_makes_ties_gets_no_other_threshold():
    at = in_frame(sample="two-models", recalibrated=STEPS, t="0.3")
    before = errors(at)
    assert turned(at, "model_a (isotonic)")[0] == 0.3
    assert turned(at, "model_a") == (0.3, before)
    assert not toasts(at)


OF_CANCER = recalibrated("logistic_regression")
CANCER = {"sample": "breast-cancer", "recalibrated": OF_CANCER}


@pytest.mark.parametrize(("seed", "t"), [(2, "0.578"), (5, "0.419")])
def test_chosen_on_one_half_it_decides_alike_of_both(seed, t):
    at = in_frame(**CANCER, chosen_on=f"half~{seed}", chosen="f1", t=t)
    before = errors(at)
    said_of = [of.value for of in at.caption if of.value.startswith("t was chosen on one half (F1 is best)")]
    assert said_of
    assert turned(at, "logistic_regression (logistic)")[1] == before
    assert [of.value for of in at.caption if of.value.startswith("t was ")] == said_of


@pytest.mark.parametrize("t", ["0.45", "0.62"])
def test_from_within_a_group_it_decides_alike_of_all_rows(t):
    before = errors(in_frame(**CANCER, t=t))
    at = in_frame(**CANCER, t=t, groups_by="fold", group="3")
    own = errors(at)
    assert turned(at, "logistic_regression (logistic)")[1] == own
    at.session_state["group"] = ""
    assert errors(well(at.run())) == before


def test_a_model_of_the_file_that_is_called_like_a_recalibrated_one_is_none():
    frame = pd.DataFrame({"y": [1, 0, 1, 0, 1, 0], "s": [0.9, 0.2, 0.6, 0.5, 0.4, 0.1]})
    frame["s (logistic)"] = [0.1, 0.9, 0.2, 0.8, 0.4, 0.6]
    mine = loaded.Loaded(from_frame(frame, truth="y", scores=("s", "s (logistic)"), positive="1"), "mine.csv")
    at = AppTest.from_file(PAGES / "significance.py", default_timeout=60)
    for key, value in {"loaded": mine, "recalibrated": recalibrated("s"), **AREAS}.items():
        at.session_state[key] = value
    well(at.run())
    assert "AUC s − s (logistic) = " in said(at)
    assert "neither ranks better" not in said(at)


def marks(at):
    """Return what is said of how the threshold was chosen."""
    return [of.value for of in at.caption if "chosen" in of.value and of.value.startswith(("t was", "By hand"))]


def test_what_was_chosen_and_then_moved_by_hand_still_is():
    at = in_frame(sample="rare-class", recalibrated=recalibrated("score"), t="0.2", chosen="f1")
    assert marks(at)[0].startswith("By hand; before that t was chosen on these rows (F1 is best). The best t = 0.1109 ")
    turned(at, "score (logistic)")
    assert marks(at)[0].startswith("By hand; before that t was chosen on these rows (F1 is best). The best t = 0.0405 ")


def test_what_was_chosen_on_a_group_that_was_left_still_is():
    at = in_frame(**CANCER, groups_by="fold", group="3", t="0.46", chosen="f1")
    at.session_state["choose_t"] = True
    well(well(at.run()).button(key="usual_f1").click().run())
    well(at.button(key="take_wish").click().run())
    at.session_state["group"] = ""
    well(at.run())
    assert at.query_params["chosen"] == "some~f1"
    turned(at, "logistic_regression (logistic)")
    assert at.query_params["chosen"] == "some~f1"
    turned(at, "logistic_regression")
    assert at.query_params["chosen"] == "some~f1"


def test_what_was_chosen_by_amount_still_is():
    at = in_frame(
        sample="card-fraud",
        name="costs",
        recalibrated=recalibrated("score"),
        amounts="fn",
        t="0.42",
        chosen="amounts~0.42",
    )
    before = marks(at)
    assert before[0].startswith("t was chosen on these rows (least cost, by amount)")
    well(at.selectbox(key="model").select("score (logistic)").run())
    assert at.session_state["t"] != 0.42
    assert marks(at) == before
    well(at.selectbox(key="model").select("score").run())
    assert marks(at) == before


def test_used_as_scores_and_forgotten_again_it_decides_as_the_menu_does():
    asked = {"sample": "breast-cancer", "chosen_on": "half~5", "chosen": "f1", "t": "0.419"}
    at = in_frame("calibration", **asked, pb_view="recalibration", pb_method="platt")
    well(at.button(key="use_as_scores").click().run())
    taken = at.session_state["t"]
    turned_to = in_frame(**asked, recalibrated=at.session_state["recalibrated"])
    assert turned(turned_to, "logistic_regression (platt)")[0] == taken
    assert at.query_params["chosen"] == "f1"
    assert marks(at)[0].startswith("t was chosen on one half (F1 is best)")
    at.session_state["pb_view"] = "recalibration"
    well(at.run())
    well(at.button(key="forget_mended").click().run())
    assert at.session_state["t"] == pytest.approx(0.419, abs=0.005)
    assert at.query_params["chosen"] == "f1"
    well(at.button(key="undo").click().run())
    assert (at.session_state["model"], at.session_state["t"]) == ("logistic_regression (platt)", taken)
    assert at.query_params["chosen"] == "f1"


def test_a_default_that_was_carried_over_is_not_set_by_hand():
    carried, _errors = turned(in_frame(sample="two-models", recalibrated=recalibrated("model_a")), "model_a (logistic)")
    asked = {**ERRORS, "two_model_a": "model_a (logistic)", "two_model_b": "model_b"}
    of = recalibrated("model_a")
    assert "set by hand" not in said(page("two-models", "model_a (logistic)", of, t=str(carried), **asked))
    assert "t of model_a (logistic) was set by hand" in said(
        page("two-models", "model_a (logistic)", of, t="0.9", **asked)
    )
