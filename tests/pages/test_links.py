"""Everything visible is in the address: a link opens what was on the screen, and what does not fit in it is said."""

import pytest
from streamlit.testing.v1 import AppTest

from evalcore.predictions import from_columns, guess_columns
from evalcore.reading import read_table
from ui.session import loaded, samples

PAGES = samples.FOLDER.parent / "pages"
# A page as app.py runs it, which also writes what is loaded; something may be loaded before.
SCRIPT = """
import runpy
import streamlit as st
from ui.session import address, loaded
address.start()
if "to_load" in st.session_state:
    loaded.keep(st.session_state.pop("to_load"))
address.write()
runpy.run_path({page!r})
"""


def open_link(page, **asked):
    at = AppTest.from_string(SCRIPT.format(page=str(PAGES / f"{page}.py")), default_timeout=60)
    at.query_params.update(asked)
    return well(at.run())


def load(at, what):
    at.session_state["to_load"] = what
    return well(at.run())


def well(at):
    assert not at.exception
    assert not at.error
    return at


def address(at):
    return {key: value[0] if isinstance(value, list) else value for key, value in at.query_params.items()}


def toasts(at):
    return [toast.value.replace("\\", "") for toast in at.toast]


# As one page after another shows them: what is asked for, and what the session makes of it.
LINKS = [
    ("costs", "melon-20", {"span_p_low": "0.1", "span_ratio_high": "20"}, (0.1, 20.0)),
    ("costs", "melon-20", {"naming": "sklearn"}, ("sklearn",)),
    ("costs", "melon-20", {"drawer_open": "1"}, (True,)),
    ("costs", "melon-20", {"exercise_costs": "2"}, ("2",)),
    ("curves", "melon-20", {"curves_iso": "cost", "cost_fn": "3", "cost_fp": "2"}, ("cost", 3.0, 2.0)),
    ("curves", "melon-20", {"curves_ties": "optimistic"}, ("optimistic",)),
    ("curves", "two-models", {"curves_lecture": "1", "curves_step": "8"}, (True, 8.0)),
    ("confusion_matrix", "melon-20", {"beta": "0.5"}, (0.5,)),
    ("confusion_matrix", "melon-20", {"exercise_confusion_matrix": "3", "tab": "exercises"}, ("3", "exercises")),
    (
        "significance",
        "breast-cancer",
        {"question": "two", "two_data": "loaded", "two_model_a": "naive_bayes", "two_model_b": "random_forest"},
        ("two", "loaded", "naive_bayes", "random_forest"),
    ),
    (
        "significance",
        "breast-cancer",
        {"question": "folds", "folds_data": "loaded", "folds_metric": "f1", "two_model_b": "naive_bayes"},
        ("folds", "loaded", "f1", "naive_bayes"),
    ),
    (
        "significance",
        "lecture-20",
        {"question": "many", "many_table": "errors", "many_left_out": "2_5"},
        ("many", "errors", (2.0, 5.0)),
    ),
]


@pytest.mark.parametrize(
    ("page", "sample", "asked", "held"), LINKS, ids=lambda part: "-".join(part) if isinstance(part, dict) else ""
)
def test_a_link_is_followed_and_says_the_same_again(page, sample, asked, held):
    link = {"sample": sample, **asked}
    at = open_link(page, **link)
    assert tuple(at.session_state[key] for key in asked) == held
    assert address(at) == link
    assert address(well(at.run())) == link
    assert toasts(at) == []


@pytest.mark.parametrize("page", ["confusion_matrix", "curves", "costs"])
def test_what_is_at_its_default_stays_out(page):
    assert address(open_link(page, sample="melon-20")) == {"sample": "melon-20"}
    digits = {"sample": "digits", "view": "one"} if page == "confusion_matrix" else {"sample": "digits"}
    assert address(open_link(page, **digits)) == digits


@pytest.mark.parametrize(
    ("page", "key", "value", "sentence"),
    [
        ("costs", "span_p_low", "2", "span_p_low must be a number between 0 and 1; got '2'"),
        ("costs", "naming", "mine", "naming must be one of textbook, sklearn, elkan; got 'mine'"),
        ("curves", "curves_ties", "1", "curves_ties must be one of together, optimistic, pessimistic; got '1'"),
        ("curves", "curves_step", "61", "curves_step must be a number between 0 and 60; got '61'"),
        ("curves", "drawer_open", "yes", "drawer_open must be one of 0, 1; got 'yes'"),
        ("confusion_matrix", "beta", "0", "beta must be a number between 0.1 and 10; got '0'"),
        (
            "confusion_matrix",
            "exercise_confusion_matrix",
            "8",
            "exercise_confusion_matrix must be one of 1, 2, 3, 4, 5, 6, 7; got '8'",
        ),
    ],
)
def test_what_does_not_fit_is_said_and_left_at_its_default(page, key, value, sentence):
    at = open_link(page, sample="melon-20", **{key: value})
    assert toasts(at) == [f"{sentence} (in the link). Its default is shown."]
    assert address(at) == {"sample": "melon-20"}


def test_a_model_that_is_not_loaded_is_said():
    at = open_link("significance", sample="two-models", question="two", two_data="loaded", two_model_b="mine")
    assert toasts(at) == [
        "two_model_b must be one of model_a, model_b; got 'mine' (in the link). Its default is shown."
    ]
    assert "two_model_b" not in address(at)
    assert toasts(well(at.run())) == []


def test_costs_behind_the_lines_of_curves_are_left_out_without_the_lines():
    at = open_link("curves", sample="melon-20", curves_iso="cost", cost_fn="3")
    at.session_state["curves_iso"] = "f1"
    assert address(well(at.run())) == {"sample": "melon-20", "curves_iso": "f1"}


def test_a_range_of_conditions_at_its_opening_is_left_out_and_the_next_sample_has_another():
    at = open_link("costs", sample="melon-20", span_p_low="0.1", span_ratio_high="20")
    at.number_input(key="span_p_low").set_value(0.2).run()
    assert address(well(at)) == {"sample": "melon-20", "span_ratio_high": "20"}
    at.number_input(key="span_p_low").set_value(0.3).run()
    assert address(load(at, loaded.sample("rare-class"))) == {"sample": "rare-class", "span_ratio_high": "20"}
    assert at.session_state["span_p_low"] < 0.01


class TestCostsOfAllClasses:
    WRITTEN = tuple(0.0 if i == j else 5.0 if i == 8 else 1.0 for i in range(10) for j in range(10))
    TEXT = "_".join(f"{cost:g}" for cost in WRITTEN)

    def test_a_link_has_them_row_after_row(self):
        link = {"sample": "digits", "class_costs": self.TEXT}
        at = open_link("costs", **link)
        assert at.session_state["class_costs"] == self.WRITTEN
        table = at.session_state[f"class_costs/{at.session_state['loaded'].predictions.digest}"]
        assert table.ravel().tolist() == list(self.WRITTEN)
        assert address(at) == link
        at.button(key="class_costs_reset").click().run()
        assert address(well(at.run())) == {"sample": "digits"}

    def test_those_of_another_number_of_classes_are_refused(self):
        at = open_link("costs", sample="digits", class_costs="0_1_5_0")
        assert toasts(at) == [
            "Costs of 10 classes must be 100 numbers, row after row; got 4. Give one for each pair of classes."
        ]
        assert address(at) == {"sample": "digits"}

    @pytest.mark.slow
    def test_too_many_digits_are_left_out_with_a_word(self):
        at = open_link("costs", sample="digits", class_costs=self.TEXT)
        at.number_input(key="class_costs_times").set_value(1 / 3).run()
        for digit in range(10):
            at.selectbox(key="class_costs_missed").set_value(str(digit)).run()
            well(at.button(key="class_costs_fill").click().run())
        well(at.run())
        assert address(at) == {"sample": "digits"}
        said = [caption.value for caption in at.caption if "must take at most 1500 characters" in caption.value]
        assert len(said) == 1


@pytest.mark.parametrize(
    ("page", "asked", "keys"),
    [
        ("curves", {"sample": "melon-20"}, ["Escape", "← and →", "Page up and Page down", "n"]),
        ("curves", {"sample": "two-models"}, ["Escape", "← and →", "Page up and Page down", "n"]),
        ("costs", {"sample": "melon-20"}, ["Escape", "← and →", "Page up and Page down"]),
        ("confusion_matrix", {"sample": "melon-20"}, ["Escape", "← and →", "Page up and Page down"]),
        ("confusion_matrix", {"sample": "digits"}, ["Escape"]),
        ("hypotheses", {}, ["Escape", "Page down and Page up"]),
    ],
)
def test_keys_that_do_nothing_on_a_page_are_not_named_there(page, asked, keys):
    at = open_link(page, present="1", **asked)
    said = at.button(key="present_button").help
    assert [line.removeprefix("- ").split(":")[0] for line in said.splitlines()] == keys


def test_who_presents_goes_on_presenting_with_rows_of_their_own():
    look = {"present": "1", "hidden": "1", "tab": "formulas", "drawer_open": "1", "beta": "3"}
    at = open_link("confusion_matrix", sample="melon-20", t="0.3", **look)
    frame = read_table(b"y,s\na,0.9\nb,0.2\na,0.6\nb,0.4\n")
    load(at, loaded.Loaded(from_columns(frame, guess_columns(frame)), "my file.csv"))
    assert address(at) == {"source": "file", **look}
