"""A threshold that was chosen on these rows says so: beside itself, in readings, tests, files, and in a link."""

import re

import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from evalcore.decisions import Wish
from evalcore.predictions import from_frame
from tests.pages.test_links import address, load, open_link, toasts, well
from ui.frame import page_files as frame
from ui.live import chosen_by
from ui.live.chosen_by import By
from ui.session import loaded

BEST_F1 = {"sample": "melon-20", "t": "0.6", "chosen": "f1"}
SAYS = "t was chosen on these rows (F1 is best): F1 0.737 here, about "


def captions(at):
    return [caption.value for caption in at.caption]


def said(at):
    """Return what stands below the answer."""
    return [one for one in captions(at) if re.match("(By hand; before that )?t was chosen on these rows", one)]


def tables(at):
    return [one.value for one in at.dataframe]


@pytest.fixture
def files(monkeypatch):
    """Return what the page offers as files: tables, and figures with their captions."""
    found = {}
    monkeypatch.setattr(frame.downloads, "offer_table", lambda table: found.update(table=table.make()))
    monkeypatch.setattr(frame.downloads, "offer", lambda export, *_more: found.update(caption=export.caption))
    return found


def test_a_link_shows_the_mark_and_says_it_again(files):
    at = open_link("confusion_matrix", **BEST_F1)
    (mark,) = said(at)
    assert mark.startswith(SAYS)
    assert address(at) == BEST_F1
    assert mark in files["caption"]
    frame = files["table"]
    assert set(frame["threshold_chosen_on_these_rows_by"]) == {"f1"}
    corrected = frame.set_index("metric")["on_new_rows"]
    assert f"about {corrected['F1 (beta = 1)']:.3f} on new rows" in mark
    assert corrected["precision"] < 7 / 11


def test_readings_stand_beside_what_is_expected_on_new_rows():
    at = open_link("confusion_matrix", **BEST_F1)
    table = next(one for one in tables(at) if "metric" in one).set_index("metric")
    value, expected = (table[name].astype(float) for name in ("value", "on new rows, about"))
    assert (
        expected[["accuracy", "recall", "F1", "Youden's J"]] < value[["accuracy", "recall", "F1", "Youden's J"]]
    ).all()
    assert expected["error rate"] > value["error rate"]
    assert f"about {expected['F1']:.3f} on new rows" in captions(at)


@pytest.mark.parametrize("page", ["curves", "costs"])
def test_it_is_marked_on_every_page(page, files):
    at = open_link(page, **BEST_F1)
    assert said(at)[0].startswith(SAYS)
    assert said(at)[0] in files["caption"]
    assert address(at) == BEST_F1


def test_recalibrated_scores_are_not_compared_alike_at_one_threshold():
    at = open_link("calibration", sample="miscalibrated", model="model_b", pb_view="recalibration", chosen_on="half~0")
    well(at.button(key="use_as_scores").click().run())
    recalibrated = {key: at.session_state[key] for key in ("recalibrated", "model", "t")}
    page = open_link("confusion_matrix", sample="miscalibrated", tab="compare", chosen_on="half~0")

    def minded():
        return any("model\\_b \\(logistic\\) are on a scale of their own" in one.value for one in page.markdown)

    assert not minded()
    for key, value in recalibrated.items():
        page.session_state[key] = value
    well(page.run())
    assert minded()
    page.session_state["models_at"] = "wish"
    well(page.run())
    assert not minded()


def test_the_comparison_of_models_at_one_threshold_says_which_of_them_it_favours():
    link = {"sample": "breast-cancer", "tab": "compare", "chosen": "f1", "t": "0.48854132430646385"}
    at = open_link("confusion_matrix", **link)

    def verdict():
        (found,) = (one.value for one in at.markdown if "has the highest F1" in one.value)
        return found

    favours = (
        "was chosen for logistic\\_regression on these same rows (F1 is best), which favours it. Fairer is *One wish*"
    )
    assert favours in verdict()
    # Also where another model is looked at; not once it was moved, nor where each has its own by a wish.
    at.session_state["model"] = "naive_bayes"
    well(at.run())
    assert favours in verdict()
    at.session_state["models_at"] = "wish"
    well(at.run())
    assert "favours" not in verdict()
    at.session_state["models_at"], at.session_state["t"] = "one", 0.4
    well(at.run())
    assert "favours" not in verdict()


def test_looking_at_another_model_says_for_which_one_it_was_chosen(files):
    at = open_link("confusion_matrix", sample="breast-cancer", chosen="f1", t="0.48854132430646385")
    at.session_state["model"] = "naive_bayes"
    well(at.run())
    (mark,) = [one for one in captions(at) if "not for" in one]
    assert mark == (
        "t was chosen for logistic\\_regression (F1 is best), not for naive\\_bayes. *Choose the threshold* above does "
        "it for this model."
    )
    assert "not for naive_bayes." in files["caption"]
    assert "Choose the threshold" not in files["caption"]
    assert set(files["table"]["threshold_chosen_on_these_rows_by"]) == {"f1, model logistic_regression"}
    # Moved by hand it is nobody's.
    at.session_state["t"] = 0.5
    well(at.run())
    assert not [one for one in captions(at) if "not for" in one]
    # For the model that it was chosen for it is what it was.
    at.session_state["t"], at.session_state["model"] = 0.48854132430646385, "logistic_regression"
    well(at.run())
    assert said(at)[0].startswith("t was chosen on these rows (F1 is best): ")


def test_without_a_choice_nothing_is_marked(files):
    at = open_link("confusion_matrix", sample="melon-20", t="0.6")
    assert not said(at)
    assert not [one for one in tables(at) if "on new rows, about" in one]
    assert "on_new_rows" not in files["table"]
    assert "threshold_chosen_on_these_rows_by" not in files["table"]


def test_a_threshold_moved_by_hand_keeps_its_mark(files):
    at = open_link("confusion_matrix", **BEST_F1)
    at.session_state["t"] = 0.55  # as a handle let go does
    well(at.run())
    (mark,) = said(at)
    assert mark.startswith("By hand; before that t was chosen on these rows (F1 is best). ")
    # .737 is of the best threshold, not of the present one, whose readings stand on the page.
    assert ". The best t = 0.6 has F1 0.737 here, about " in mark
    assert not [one for one in captions(at) if "looks better here" in one]
    assert [one for one in captions(at) if one.startswith("Chosen on these rows, then moved by hand:")]
    assert set(files["table"]["threshold_chosen_on_these_rows_by"]) == {"f1, moved since"}
    assert "on_new_rows" not in files["table"]
    assert address(at) == {**BEST_F1, "t": "0.55"}


def test_a_typed_threshold_is_not_chosen_here():
    at = open_link("confusion_matrix", **BEST_F1)
    well(at.number_input(key="t").set_value(0.55).run())
    assert not said(at)
    assert address(at) == {"sample": "melon-20", "t": "0.55"}
    well(at.number_input(key="t").set_value(0.6).run())
    assert not said(at)


def test_other_rows_are_not_those_it_was_chosen_on():
    link = {"sample": "two-models", "t": "0.5", "chosen": "f1"}
    at = open_link("confusion_matrix", **link)
    assert said(at)
    at.session_state["model"] = "model_b"
    well(at.run())
    assert not said(at)
    assert "chosen" not in address(at)
    at = load(open_link("confusion_matrix", **BEST_F1), loaded.sample("two-models"))
    assert not said(at)
    assert address(at) == {"sample": "two-models"}


def test_with_the_other_class_as_the_positive_one_it_is_said_for_which_it_was_chosen(files):
    """Scores are not turned over, so the threshold that stays is best by nothing."""
    at = open_link("confusion_matrix", **BEST_F1)
    at.session_state["positive"] = "0"
    (mark,) = said(well(at.run()))
    assert mark.startswith("t was chosen on these rows (F1 is best) when 1 was the positive class: by that it is not")
    assert mark in files["caption"]
    assert set(files["table"]["threshold_chosen_on_these_rows_by"]) == {"f1, positive class 1"}
    assert "on_new_rows" not in files["table"]
    # Whoever is sent the link is told the same.
    assert address(at) == {**BEST_F1, "positive": "0", "chosen": "other~f1"}
    sent = open_link("confusion_matrix", **address(at))
    assert said(sent) == [mark]
    assert address(sent) == address(at)
    for one in (at, sent):
        one.session_state["positive"] = "1"
        assert said(well(one.run()))[0].startswith(SAYS)
        assert address(one) == BEST_F1


def test_of_many_classes_each_has_its_own_scores():
    at = open_link("confusion_matrix", sample="digits", view="one", positive="3", t="0.5", chosen="f1")
    assert said(at)
    at.session_state["positive"] = "4"
    assert not said(well(at.run()))


@pytest.mark.parametrize("asked", [{"model": "nobody"}, {"positive": "nothing"}])
def test_a_link_to_a_model_or_class_that_there_is_not_marks_nothing(asked):
    at = open_link("confusion_matrix", **{**BEST_F1, **asked})
    assert toasts(at)
    assert not said(at)


OF_DIGITS = {"sample": "digits", "view": "one", "positive": "3", "t": "0.5", "chosen": "other~f1"}


@pytest.mark.parametrize("asked", [{"chosen": "other~luck"}, OF_DIGITS])
def test_a_mark_of_another_class_that_there_is_not_is_refused(asked):
    at = open_link("confusion_matrix", **{**BEST_F1, **asked})
    assert not said(at)
    assert any(toast.startswith("chosen must be one of") for toast in toasts(at))
    assert "chosen" not in address(at)


def test_a_mark_that_cannot_be_read_is_refused():
    at = open_link("confusion_matrix", **{**BEST_F1, "chosen": "luck"})
    assert not said(at)
    assert toasts(at)[0].startswith("chosen must be one of accuracy, f1, youden_j, precision~recall>=0.9, ")
    assert "chosen" not in address(at)


def test_use_it_marks_the_threshold_with_its_costs():
    at = open_link("costs", sample="melon-20")
    well(at.button(key="take_best").click().run())
    assert address(at) == {"sample": "melon-20", "t": "0.42", "chosen": "cost~fn=5~fp=1~tp=0~tn=0"}
    (mark,) = said(at)
    found = re.search(
        r"the cost is lowest with a missed positive at 5 and a false alarm at 1\): at those costs 300 per 1,000 cases "
        r"here, about (\d+) on new rows",
        mark,
    )
    assert int(found[1]) > 300
    # What is set by now it is not said of: it stays what it was at the costs that are named before it.
    well(at.number_input(key="cost_fn").set_value(20.0).run())
    assert said(at) == [mark]


def test_a_threshold_for_a_range_of_conditions_is_marked_too():
    at = open_link("costs", sample="melon-20")
    well(at.button(key="take_worst_case").click().run())
    assert said(at)[0].startswith("t was chosen on these rows (least regret in a range of conditions): by that it")
    assert re.match(r"range~0\.\d+$", address(at)["chosen"])


ONE = {"question": "one", "one_data": "loaded"}


class TestTests:
    @pytest.mark.parametrize(
        ("side", "bar", "sentence"),
        [("less", "0.6", "p is too small: t was chosen"), ("greater", "0.1", "p is too large, if anything: t was")],
    )
    def test_an_error_rate_against_a_bar(self, side, bar, sentence, files):
        at = open_link("significance", **BEST_F1, **ONE, one_side=side, one_bar=bar)
        assert any(sentence in one.value for one in at.markdown)
        assert any("at t = 0.6 (chosen on these rows)" in one for one in captions(at))
        assert sentence in files["caption"]
        assert set(files["table"]["threshold_chosen_on_these_rows_by"]) == {"f1"}
        assert {key: address(at).get(key) for key in BEST_F1} == {**BEST_F1}

    def test_an_error_rate_at_a_threshold_moved_since_or_of_another_model(self):
        at = open_link("significance", **{**BEST_F1, "t": "0.4"}, **ONE)
        moved = "p may be off either way: t was chosen on these rows, then moved by hand."
        assert any(moved in one.value for one in at.markdown)
        assert not any("(chosen on these rows)" in one for one in captions(at))
        at = open_link("significance", sample="breast-cancer", t="0.48854132430646385", chosen="accuracy", **ONE)
        at.session_state["model"] = "random_forest"
        other = "t of random\\_forest was chosen for logistic\\_regression on these rows."
        assert any(other in one.value for one in well(at.run()).markdown)

    def test_an_error_rate_at_the_threshold_of_a_group_says_so_after_a_reload_too(self):
        """A group is not in the address of the page of tests: it says that the threshold was chosen on some rows."""
        group = {"groups_by": "fold", "group": "3"}
        at = open_link("confusion_matrix", sample="breast-cancer", **group)
        at.session_state["choose_t"] = True
        well(well(at.run()).button(key="usual_f1").click().run())
        well(at.button(key="take_wish").click().run())
        chosen = {key: at.session_state[key] for key in ("t", "chosen")}
        at = open_link("significance", sample="breast-cancer", **ONE)
        for key, value in chosen.items():
            at.session_state[key] = value
        for _again in range(2):
            well(at.run())
            assert any("t was chosen on some of these rows" in one.value for one in at.markdown)
            assert address(at)["chosen"] == "some~f1"
            at = open_link("significance", **address(at))
        at.session_state["t"] = 0.2  # as a handle let go does
        assert not any("some of these rows" in one.value for one in well(at.run()).markdown)
        assert "chosen" not in address(at)

    def test_two_models(self, files):
        link = {"sample": "breast-cancer", "t": "0.48854132430646385", "chosen": "accuracy"}
        asked = {"question": "two", "two_data": "loaded", "two_model_b": "naive_bayes"}
        at = open_link("significance", **link, **asked)
        assert any("t of logistic\\_regression was chosen on these rows" in one.value for one in at.markdown)
        assert any("(chosen on these rows)" in one for one in captions(at))
        assert set(files["table"]["threshold_chosen_on_these_rows_by"]) == {"accuracy"}
        # Moved since, it is one by hand; the file says both.
        at = open_link("significance", **{**link, "t": "0.4"}, **asked)
        assert any("t of logistic\\_regression was set by hand" in one.value for one in at.markdown)
        assert not any("chosen on these rows" in one for one in [*captions(at), files["caption"]])
        assert set(files["table"]["threshold_chosen_on_these_rows_by"]) == {"accuracy, moved since"}

    def test_typed_there_is_typed_everywhere(self, files):
        link = {"sample": "breast-cancer", "t": "0.5", "chosen": "accuracy"}
        at = open_link("significance", **link, question="two", two_data="loaded", two_model_b="naive_bayes")
        well(at.number_input(key="t").set_value(0.4).run())
        assert "chosen" not in address(at)
        assert not any("chosen on these rows)" in one for one in captions(at))

    def test_typed_counts_were_chosen_by_nobody(self):
        at = open_link("significance", **BEST_F1, question="one", one_data="typed")
        assert not any("t was chosen on these rows" in one.value for one in at.markdown)


def test_weights_leave_nothing_to_draw_and_that_is_said():
    def page():
        import runpy  # noqa: PLC0415 - Streamlit runs this function's text alone

        runpy.run_path("pages/confusion_matrix.py")

    frame = pd.DataFrame({"y": [1, 0, 1, 0, 1], "s": [0.9, 0.8, 0.7, 0.2, 0.1], "w": [1.0, 2.0, 1.5, 1.0, 1.0]})
    rows = loaded.Loaded(from_frame(frame, truth="y", scores=("s",), positive="1", weight="w"), "my.csv")
    at = AppTest.from_function(page, default_timeout=60)
    at.session_state["loaded"] = rows
    well(at.run())
    at.session_state["choose_t"], at.session_state["wish_best"], at.session_state["wish_held"] = True, "f1", ""
    well(at.run())
    well(at.button(key="take_wish").click().run())
    assert any("on new rows: — " in one and "weighted" in one for one in said(at))
    # Of one's own rows the address says nothing.
    assert "chosen" not in at.query_params


def test_only_what_it_was_chosen_by_is_said_to_look_too_good():
    """Precision may well be larger on new rows, as the table beside it says."""
    at = open_link("confusion_matrix", **BEST_F1)
    (note,) = [one for one in captions(at) if one.startswith("Chosen on these rows")]
    assert "(F1 is best): by that it looks better here than on new rows; other numbers may be off either way." in note


@pytest.fixture
def made(monkeypatch):
    """Return the tables that are offered, by name."""
    found = {}
    monkeypatch.setattr(frame.downloads, "offer_table", lambda table: found.update({table.name: table.make()}))
    return found


@pytest.mark.parametrize(("page", "kind"), [("costs", "costs"), ("curves", "areas")])
def test_a_file_of_a_sample_says_so(page, kind, made):
    open_link(page, sample="melon-20", tab="readings")
    (table,) = [table for name, table in made.items() if name.startswith(f"sample_{kind}_")]
    assert table["sample"].str.startswith("Sample: ").all()


@pytest.mark.parametrize(("chosen", "t"), [("f1", "0.6"), ("cost~5~1~0~0", "0.42")])
def test_the_file_of_costs_says_what_a_chosen_threshold_costs_on_new_rows(chosen, t, made):
    open_link("costs", sample="melon-20", tab="readings", t=t, chosen=chosen)
    found = made["sample_costs_score"].set_index("rule")
    assert found.loc["current", "on_new_rows"] > found.loc["current", "cost"]
    if chosen != "f1":
        assert found.loc["current", "on_new_rows"] == found.loc["best", "on_new_rows"]
    open_link("costs", sample="melon-20", tab="readings", t="0.5")
    assert made["sample_costs_score"].set_index("rule")["on_new_rows"].isna()["current"]


@pytest.mark.parametrize("name", ["recall", "f1", "alerts"])
def test_what_is_mostly_wished_is_a_click(name):
    wished = {
        "recall": Wish("precision", at_least={"recall": 0.9}),
        "f1": Wish("f1"),
        "alerts": Wish(alerts=50, rows_a_day=400),
    }
    at = open_link("confusion_matrix", sample="two-models")
    at.session_state["choose_t"] = True
    well(at.run())
    well(at.button(key=f"usual_{name}").click().run())
    if name == "alerts":
        well(at.number_input(key="wish_day").set_value(400).run())
    well(at.button(key="take_wish").click().run())
    assert address(at)["chosen"] == wished[name].write()


def test_the_least_cost_is_a_click():
    at = open_link("confusion_matrix", sample="melon-20", cost_fn="5", cost_fp="1")
    at.session_state["choose_t"] = True
    well(at.run())
    well(at.button(key="usual_cost").click().run())
    well(at.button(key="take_wish").click().run())
    assert float(address(at)["t"]) == 0.42


@pytest.mark.parametrize("form", chosen_by.FORMS)
def test_what_a_refused_link_proposes_is_understood(form):
    assert By.read(form).write() in (form, form.replace("~tp=0~tn=0", ""))
