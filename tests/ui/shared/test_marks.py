"""What is nobody's own carries its mark: in the figure, in the headline's badge, in the files."""

import json

import pandas as pd
import plotly.graph_objects as go
import pytest
from streamlit.testing.v1 import AppTest

from evalcore.figures.layout import MARK, marked
from evalcore.predictions import from_frame
from tests.pages.significance_page import PAGES, texts, well
from ui.session import loaded
from ui.shared import downloads, marks

OWN = pd.DataFrame({"y": ["yes", "no"] * 30, "a": [0.9, 0.2, 0.4, 0.6, 0.7, 0.1] * 10, "b": [0.8, 0.3] * 30})


def open_page(page, *, own=False, **address):
    at = AppTest.from_file(str(PAGES / f"{page}.py"), default_timeout=60)
    for key, value in address.items():  # a session that has begun does not read the address
        (at.session_state if own else at.query_params)[key] = value
    if own:
        predictions = from_frame(OWN, truth="y", scores=("a", "b"), positive="yes")
        at.session_state["loaded"] = loaded.Loaded(predictions, "my file.csv")
    return well(at.run())


def mark_of(at):
    """Return what the first figure says in its corner, and what stands in the badges of the page."""
    layout = json.loads(at.get("plotly_chart")[0].proto.spec)["layout"]
    found = [one["text"] for one in layout.get("annotations", []) if one.get("name") == MARK]
    badges = [one.value for one in at.markdown if "-badge[" in one.value]
    return found, badges


@pytest.mark.parametrize(
    ("page", "address", "label"),
    [
        ("significance", {"question": "one"}, "Example"),
        ("significance", {"question": "two"}, "Example"),
        ("significance", {"question": "folds"}, "Example"),
        ("significance", {"question": "many"}, "Example"),
        ("significance", {"question": "lies"}, "Simulation"),
        ("regression", {}, "Example"),
        ("hypotheses", {}, "Example"),
        ("resampling", {}, "Simulation"),
        ("bias_variance", {}, "Simulation"),
        ("confusion_matrix", {"sample": "two-models"}, "Sample: Two models on the same rows"),
        ("significance", {"question": "one", "lang": "zh"}, "示例"),
    ],
)
def test_the_figure_and_the_headline_carry_the_mark(page, address, label):
    found, badges = mark_of(open_page(page, **address))
    assert len(found) == 1
    assert label in found[0]
    assert [badge for badge in badges if f"-badge[{label.partition(':')[0]}] " in badge]


def test_before_an_audience_the_figure_of_an_example_carries_it_and_the_headline_names_a_sample():
    assert mark_of(open_page("hypotheses", present="1"))[0] == ["<b>Example</b>"]
    found, badges = mark_of(open_page("confusion_matrix", sample="two-models", present="1"))
    assert found == []
    assert [badge for badge in badges if "-badge[Sample] " in badge]


@pytest.mark.parametrize("page", ["confusion_matrix", "curves"])
def test_own_rows_have_no_mark(page):
    assert mark_of(open_page(page, own=True)) == ([], [])


@pytest.mark.parametrize("question", ["one", "two"])
def test_tests_open_on_what_is_loaded(question):
    at = open_page("significance", own=True, question=question)
    assert mark_of(at) == ([], [])
    said = texts(at).replace("\\", "")
    assert "positive class yes" in said
    assert ("Errors of a at t" if question == "one" else "Compared: a at t") in said


def test_a_sample_that_was_chosen_is_tested_and_named():
    found, _badges = mark_of(open_page("significance", question="two", sample="two-models"))
    assert found == ["Sample: Two models on the same rows"]


def test_typed_numbers_beside_own_rows_are_marked_until_they_are_changed():
    at = open_page("significance", own=True, question="two", two_data="typed")
    assert "Example" in mark_of(at)[0][0]
    well(at.number_input(key="two_e01").set_value(24).run())
    assert mark_of(at) == ([], [])


def test_files_carry_the_mark():
    figure = go.Figure(layout={"annotations": [{"text": "kept"}]})
    export = downloads.marked(downloads.Export("", "name", "Title", "", lambda **_look: figure), marks.example())
    assert (export.name, export.title) == ("example_name", "Example – Title")
    assert export.draw().layout.annotations[0].text == "kept"
    assert "Example" in export.draw().layout.annotations[1].text
    table = downloads.marked_table(downloads.Table("", "name", lambda: OWN), marks.sample("Two"))
    assert table.name == "sample_name"
    assert set(table.make()["sample"]) == {"Sample: Two"}
    assert downloads.marked_table(table, None) is table


def test_a_mark_shows_names_literally():
    assert marked(go.Figure(), "<b>x</b>", calm=True).layout.annotations[0].text == "&lt;b&gt;x&lt;/b&gt;"
