"""The page of tests, two models on one test set: typed, loaded, all forms side by side, in both languages."""

import json

import pytest

from tests.evalcore.figures.steps import handles
from tests.pages.significance_page import cells, opened, texts, well


def open_page(sample=None, page="significance", **chosen):
    address = {} if sample is None else {"sample": sample}
    return opened(address, page=page, **{"question": "two", **chosen})


def said(at):
    """Return what the page says as it is read: without the marks that show a letter literally."""
    return texts(at).replace("\\", "")


def test_opens_with_25_against_10():
    at = open_page()
    answer = "**B's error rate is lower**: A − B = 0.075 [0.018, 0.136]; chance alone would hardly do that (p = 0.018)."
    assert answer in said(at)
    assert {"5.600", "6.429", "0.0167", "3.841"} <= set(cells(at))
    assert set(handles(json.loads(at.get("plotly_chart")[0].proto.spec))) == {"e01", "e10", "alpha"}
    assert "The form decides here." not in said(at)
    assert "McNemar's test: both models predicted the same rows" in said(at)


def test_of_12_against_4_the_form_decides():
    at = open_page(two_e01=12, two_e10=4)
    assert "A − B = 0.044 [0.001, 0.094] (other method); chance alone could do that (p = 0.0768)." in said(at)
    assert "⚠ Tango's interval of the difference leaves 0 out, yet McNemar's exact test does not reject" in said(at)
    assert "The form decides here." in said(at)
    well(at.selectbox(key="two_method").select("uncorrected").run())
    assert "chance alone would hardly do that (p = 0.0455)." in said(at)


@pytest.mark.parametrize(
    "cells", [{"two_e01": 0, "two_e10": 0}, dict.fromkeys(("two_e00", "two_e01", "two_e10", "two_e11"), 0)]
)
def test_without_a_discordant_row_they_cannot_be_told_apart(cells):
    at = open_page(**cells)
    assert "p is 1 by definition" in said(at)
    has_rows = "two_e00" not in cells
    assert ("There are no rows, so nothing could have been seen." in said(at)) is not has_rows


def test_as_many_of_both_kinds_are_no_difference_in_the_formula_too():
    at = open_page(two_e01=10, two_e10=10)
    assert any(r"\frac{(\max(|10-10|-1,\,0))^2}{10+10} = 0.000" in latex.value for latex in at.get("latex"))


def test_two_loaded_models_at_their_thresholds():
    at = open_page("two-models", two_data="loaded", two_resampled=True)
    assert "**model_a's error rate is lower**: model_a − model_b = −0.015 [−0.054, 0.024]; chance alone" in said(at)
    assert at.metric[0].value == "−0.015"
    assert "Compared: model_a at t = 0.5; model_b at t = 0.5; positive class 1." in said(at)
    assert "AUC 0.869 of model_a, 0.870 of model_b." in said(at)
    assert "accuracy 0.805 of model_a, 0.790 of model_b." in said(at)
    well(at.number_input(key="two_t_b").set_value(0.6).run())
    assert "model_b at t = 0.6" in said(at)
    assert at.query_params["two_t_b"] in ("0.6", ["0.6"])
    # The threshold of the chosen model is that of every page.
    well(at.number_input(key="t").set_value(0.4).run())
    assert "model_a at t = 0.4; model_b at t = 0.6" in said(at)
    well(at.selectbox(key="two_model_a").select("model_b").run())
    assert "Compared: model_b at t = 0.5; model_a at t = 0.4" in said(at)


def test_a_sample_of_one_model_offers_no_loaded_models():
    at = open_page("lecture-20", two_data="loaded")
    assert "A − B = 0.075 [" in said(at)


@pytest.mark.parametrize("page", ["confusion_matrix", "curves"])
def test_pages_of_two_models_lead_here(page):
    at = open_page("two-models", page=page, question="one")
    well(at.button(key="to_two_models").click().run())
    assert (at.session_state["question"], at.session_state["two_data"]) == ("two", "loaded")
    with pytest.raises(KeyError):
        open_page("lecture-20", page=page).button(key="to_two_models")


def test_in_chinese():
    at = open_page("two-models", lang="zh", two_data="loaded")
    assert "**model_a 的错误率较低**：model_a − model_b = −0.015 [−0.054, 0.024]" in said(at)
