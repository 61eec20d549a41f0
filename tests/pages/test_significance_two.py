"""The page of tests, two models on one test set: typed, loaded, all forms side by side, in both languages."""

import itertools
import json

import numpy as np
import pandas as pd
import pytest
from statsmodels.stats.contingency_tables import mcnemar as mcnemar_test
from statsmodels.stats.multitest import multipletests
from streamlit.testing.v1 import AppTest

from evalcore.figures.significance.words import p_is
from evalcore.predictions import from_frame
from tests.evalcore.figures.steps import handles
from tests.pages.significance_page import PAGES, cells, opened, texts, well
from ui.session import loaded
from ui.significance import stepwise


def open_page(sample=None, page="significance", **chosen):
    address = {} if sample is None else {"sample": sample}
    return opened(address, page=page, **{"question": "two", **chosen})


def said(at):
    """Return what the page says as it is read: without the marks that show a letter literally."""
    return texts(at).replace("\\", "")


def test_an_interval_that_holds_what_holm_rejects_says_that_it_is_another_one():
    """Holm's p of the three pairs is 0.0525; Bonferroni's interval holds 0 also at a level of 0.08."""
    at = open_page("breast-cancer", two_data="loaded", alpha=0.08)
    assert "error rate is lower" in said(at)
    assert "0.002] (Bonferroni, wider than Holm's test); chance alone would hardly do that" in said(at)
    assert "Bonferroni, wider" not in said(open_page("breast-cancer", two_data="loaded"))


def test_opens_with_25_against_10():
    at = open_page()
    assert "**B's error rate is lower**: A − B = 0.075 [0.018, 0.136]; chance alone would hardly" in said(at)
    assert "that (p = 0.0113 < α = 0.05)." in said(at)
    assert {"5.600", "6.429", "0.0167", "0.018", "0.0113"} <= set(cells(at))
    assert set(handles(json.loads(at.get("plotly_chart")[0].proto.spec))) == {"e01", "e10", "alpha"}
    assert "The form decides here." not in said(at)
    assert "McNemar's test: both models predicted the same rows" in said(at)


def test_of_12_against_4_the_form_decides():
    at = open_page(two_e01=12, two_e10=4)
    assert "A − B = 0.044 [0.001, 0.094]; chance alone would hardly do that (p = 0.049 < α = 0.05)." in said(at)
    assert "⚠ Clopper and Pearson's interval of the odds ratio holds 1, yet McNemar's mid-p test rejects" in said(at)
    assert {"0.0768 ⚠", "0.0801 ⚠", "0.0455 ⚠"} <= set(cells(at))
    assert "The form decides here." in said(at)
    well(at.selectbox(key="two_method").select("exact").run())
    assert "(other method); chance alone could do that (p = 0.0768 ≥ α = 0.05)." in said(at)


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
    assert (
        "No difference beyond chance shown: error rate model_a − model_b = −0.015 [−0.054, 0.024]; chance alone"
        in said(at)
    )
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


BEST_F1 = {"t": "0.48854132430646385", "chosen": "f1"}
LEFT = "t = 0.5 of random_forest is its default."
BY_HAND = f"Holm, 3 pairs). t of logistic_regression was set by hand, {LEFT}"


def sentence_of(at):
    """Return the sentence on the error rates as it is read."""
    (found,) = [line for line in said(at).splitlines() if "[Sample]" in line and "chance alone" in line]
    return found.replace("\u00a0", " ")


@pytest.mark.parametrize(
    ("link", "ends"),
    [
        ({}, "Holm, 3 pairs)."),
        ({"t": "0.31"}, BY_HAND),
        (BEST_F1, f"Holm, 3 pairs). p may be too small: t of logistic_regression was chosen on these rows. {LEFT}"),
        ({**BEST_F1, "t": "0.31"}, BY_HAND),
        ({"t": "0.31", "two_t_b": "0.4"}, "Holm, 3 pairs)."),
        ({"two_t_b": "0.4"}, "t of random_forest was set by hand, t = 0.5 of logistic_regression is its default."),
        ({**BEST_F1, "two_t_b": "0.4"}, "p may be too small: t of logistic_regression was chosen on these rows."),
        (
            {**BEST_F1, "t": "0.5", "two_t_b": "0.4"},
            "Holm, 3 pairs). t of random_forest was set by hand, t = 0.5 of logistic_regression is its default.",
        ),
        (
            {**BEST_F1, "chosen_on": "half~3"},
            f"Holm, 3 pairs). t of logistic_regression was chosen on one half, {LEFT}",
        ),
        ({**BEST_F1, "t": "0.31", "chosen_on": "half~3"}, BY_HAND),
    ],
)
def test_thresholds_of_different_origin_are_said_to_be(link, ends):
    at = opened({"sample": "breast-cancer", "question": "two", **link})
    assert sentence_of(at).endswith(ends)
    assert ("logistic_regression at t = 0.48 (chosen on these rows);" in said(at)) is ("on these rows" in ends)
    assert ("(chosen on these rows)" in said(at)) is ("on these rows" in ends)


def test_a_threshold_chosen_on_a_group_was_chosen_on_some_of_these_rows():
    of_group = {"groups_by": "fold", "group": "3"}
    at = opened({"sample": "breast-cancer", **of_group}, page="confusion_matrix", choose_t=True)
    well(at.button(key="usual_f1").click().run())
    well(at.button(key="take_wish").click().run())
    taken = {key: at.session_state[key] for key in ("t", "chosen")}
    some = "t of logistic_regression was chosen on some of these rows."
    # Whether the group is looked at still, or was left.
    for more in (of_group, {}):
        at = opened({"sample": "breast-cancer"}, question="two", **taken, **more)
        assert sentence_of(at).endswith(f"Holm, 3 pairs). p may be too large: {some} {LEFT}")
        assert "(chosen on these rows)" not in said(at)
    at.session_state["t"] = 0.31  # as a handle let go does
    assert sentence_of(well(at.run())).endswith(BY_HAND)
    at = opened({"sample": "breast-cancer", "lang": "zh"}, question="two", **taken)
    zh = "p可能偏大：logistic_regression的t是在这批样本的一部分上选定的。random_forest的t = 0.5是默认值。"
    assert zh in said(at).replace("\u00a0", " ")
    # A link to the group says so, too.
    link = {"t": repr(taken["t"]), "chosen": "f1"}
    linked = opened({"sample": "breast-cancer", **of_group, **link}, page="confusion_matrix")
    assert linked.session_state["chosen"] == taken["chosen"]


def test_a_threshold_carried_over_from_another_model_was_chosen_for_that_one():
    at = opened({"sample": "breast-cancer", "question": "two", **BEST_F1})
    at.session_state["model"], at.session_state["two_model_a"] = "random_forest", "random_forest"
    ends = "p may be off either way: t of random_forest was chosen for logistic_regression on these rows."
    assert f"Holm, 3 pairs). {ends} t = 0.5 of" in sentence_of(well(at.run()))
    at.session_state["t"] = 0.31
    assert "Holm, 3 pairs). t of random_forest was set by hand, t = 0.5 of" in sentence_of(well(at.run()))
    at = opened({"sample": "breast-cancer", "question": "two", **BEST_F1, "chosen_on": "half~3"})
    at.session_state["model"], at.session_state["two_model_a"] = "random_forest", "random_forest"
    ends = "t of random_forest was chosen for logistic_regression, t = 0.5 of"
    assert f"Holm, 3 pairs). {ends}" in sentence_of(well(at.run()))


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


def test_who_reads_areas_is_led_to_the_test_of_the_best_and_this_one():
    at = open_page("breast-cancer", page="curves", model="naive_bayes", tab="compare")
    assert "naive\\_bayes ranks below **logistic\\_regression**: AUC" in texts(at)
    well(at.button(key="to_areas").click().run())
    kept = ("question", "two_data", "two_model_a", "two_model_b", "two_method", "tab")
    asked = {key: at.session_state[key] for key in kept}
    models = ("logistic_regression", "naive_bayes")
    assert tuple(asked.values()) == ("two", "loaded", *models, "areas", "readings")
    with pytest.raises(KeyError):
        open_page("breast-cancer", page="confusion_matrix", tab="compare").button(key="to_areas")
    at = open_page("breast-cancer", **asked)
    # Sentence, figure and readings are of the areas, of which error rates say nothing.
    assert "**logistic_regression ranks better**: AUC logistic_regression − naive_bayes = 0.008 [" in said(at)
    assert "(p = 0.0356 < α = 0.05; Holm, 3 pairs)." in said(at)
    assert "error rate is lower" not in said(at)
    assert set(handles(json.loads(at.get("plotly_chart")[0].proto.spec))) == {"alpha"}
    assert "0.995 and 0.987" in [metric.value for metric in at.metric]
    assert "The forms of McNemar's test" in [header.value for header in at.header]
    # Who then asks for the error rates is led to these.
    at = open_page("breast-cancer", page="curves", tab="compare", two_method="areas")
    well(at.button(key="to_two_models").click().run())
    assert "two_method" not in at.session_state


def test_areas_take_two_loaded_models_with_scores():
    at = open_page(two_method="areas")
    assert "**B's error rate is lower**" in said(at)
    at = open_page("two-models", lang="zh", two_data="loaded", two_method="areas")
    assert "没有显示出超过偶然的差别：AUC model_a − model_b = −0.001 [" in said(at)
    at = AppTest.from_file(str(PAGES / "significance.py"), default_timeout=60)
    frame = pd.DataFrame(
        {"y": ["a", "a", "b", "b"] * 5, "m": np.arange(20), "n": np.arange(20) % 7, "l": list("abab") * 5}
    )
    predictions = from_frame(frame, truth="y", scores=("m", "n"), labels=("l",), positive="a")
    at.session_state["loaded"] = loaded.Loaded(predictions, "labels.csv")
    asked = {"question": "two", "two_data": "loaded", "two_method": "areas", "two_model_b": f"l{loaded.LABELS}"}
    for key, value in asked.items():
        at.session_state[key] = value
    assert "Predicted labels have no curve, so there are no areas to compare." in said(well(at.run()))


def test_in_chinese():
    at = open_page("two-models", lang="zh", two_data="loaded")
    assert "没有显示出超过偶然的差别：错误率model_a − model_b = −0.015 [−0.054, 0.024]" in said(at)


@pytest.mark.parametrize(("sample", "method"), [("two-models", "areas"), ("repeated", "mid-p")])
def test_what_a_file_says_at_each_level_needs_no_session(sample, method, monkeypatch):
    kept, of_view = [], stepwise.of_view
    monkeypatch.setattr(stepwise, "of_view", lambda view, *more: (kept.append(view), of_view(view, *more))[1])
    open_page(sample, two_data="loaded", two_method=method)
    # Here nothing is loaded, as where a file is made.
    assert kept
    assert all(set(view().by) == {"alpha"} for view in kept)


def six_models(rows=400, seed=4):
    """Return six models of like quality on the same rows, of which two differ more than the others."""
    rng = np.random.default_rng(seed)
    y = rng.random(rows) < 0.5
    right = dict(zip("abcdef", (0.84, 0.76, 0.8, 0.8, 0.8, 0.8), strict=True))
    scores = {name: np.where((rng.random(rows) < share) == y, 0.9, 0.1) for name, share in right.items()}
    return y, pd.DataFrame({"y": np.where(y, "yes", "no"), **scores})


def test_two_of_six_answer_for_all_fifteen_pairs():
    y, frame = six_models()
    wrong = {name: (frame[name] >= 0.5) != y for name in "abcdef"}
    p = [
        mcnemar_test([[0, np.sum(~wrong[a] & wrong[b])], [np.sum(wrong[a] & ~wrong[b]), 0]], exact=True).pvalue
        for a, b in itertools.combinations("abcdef", 2)
    ]
    adjusted = multipletests(p, method="holm")[1][0]
    assert p[0] < 0.05 < adjusted
    at = AppTest.from_file(str(PAGES / "significance.py"), default_timeout=60)
    predictions = from_frame(frame, truth="y", scores=tuple("abcdef"), positive="yes")
    at.session_state["loaded"] = loaded.Loaded(predictions, "six.csv")
    for key, value in {"question": "two", "two_method": "exact", "two_resampled": True}.items():
        at.session_state[key] = value
    at = well(at.run())
    found = said(at)
    assert "No difference beyond chance shown: error rate a − b = " in found
    assert f"chance alone could do that ({p_is(adjusted)} ≥ α = 0.05; Holm, 15 pairs)." in found
    assert "Adjusted for 15 pairs together: the intervals by Bonferroni's method, p by Holm's" in found
    # The p of this pair alone stands beside, in the readings and in every table of tests.
    assert f"{p_is(p[0])} for this pair alone" in found
    tables = [frame.value for frame in at.dataframe if "p (Holm)" in frame.value]
    assert len(tables) == 4
    assert tables[0]["verdict at level 0.05"].tolist() == ["cannot reject"]
    assert "(Holm): cannot reject at level 0.05" in at.get("plotly_chart")[0].proto.spec
