"""The costs of all classes: the table keeps what is typed, and the numbers are those of the rows."""

import json
import re

import numpy as np
import pandas as pd
import pytest
from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.testing.v1 import AppTest

from evalcore.predictions import from_frame
from tests.ui.shared.test_text import ENTRIES
from ui.costs import sections
from ui.session import loaded
from ui.session.samples import SAMPLES
from ui.shared.numbers import number

SECTION = """
import streamlit as st
from ui.costs import many_classes as class_costs
from ui.session import address
address.start()
if st.session_state.get("elsewhere"):
    st.write("another page")
else:
    class_costs.show()
"""
DIGITS = pd.read_csv(SAMPLES["digits"].path, dtype={"digit": str, "naive_bayes": str})
TRUTH = DIGITS["digit"].astype(int).to_numpy()
CHANCES = DIGITS[[f"logistic_regression:{digit}" for digit in range(10)]].to_numpy()


def section(mine=None, sample="digits", *, chosen_costs=True, **chosen):
    """Run the section alone, on what is loaded or on a sample; in rows of one's own all mistakes cost 1."""
    at = AppTest.from_string(SECTION, default_timeout=60)
    at.session_state["loaded"] = loaded.sample(sample) if mine is None else mine
    if chosen_costs and mine is not None:
        at.session_state[place(mine)] = equal(len(mine.predictions.classes))
    for key, value in chosen.items():
        at.session_state[key] = value
    return well(at.run())


def well(at):
    assert not at.exception
    return at


def own(columns, **more):
    """Return rows of one's own with three classes."""
    frame = pd.DataFrame({"y": ["a", "b", "c", "a", "b", "c"], **columns})
    scores = tuple(name for name in columns if name.startswith("m:"))
    labels = tuple(name for name in columns if name == "p")
    return loaded.Loaded(from_frame(frame, truth="y", scores=scores, labels=labels, **more), "my file.csv")


def editor(at):
    """Return the editor's own message: the first table of the page."""
    return at.dataframe[0].proto


def edit(at, **rows):
    """Type into cells: what the browser sends holds all edits since the editor was drawn."""
    typed = {"edited_rows": {row[1:]: cells for row, cells in rows.items()}, "added_rows": [], "deleted_rows": []}
    states = at._tree.get_widget_states()
    states.widgets.append(WidgetState(id=editor(at).id, string_value=json.dumps(typed)))
    return well(at._run(states))


def place(loaded):
    """Return where the session has the table of costs."""
    return f"class_costs/{'own/' if loaded.is_own else ''}{loaded.predictions.digest}"


def kept(at):
    """Return the table of costs as the session has it."""
    return at.session_state[place(at.session_state["loaded"])]


def values(at):
    return [metric.value.replace("−", "-") for metric in at.metric]


def per_thousand(cost, decision):
    return f"{1000 * cost[TRUTH, decision].mean():.1f}"


def by_expected_cost(cost):
    return ((CHANCES / CHANCES.sum(axis=1, keepdims=True)) @ cost).round(12).argmin(axis=1)


def expect_digits(at, cost):
    """Compare the numbers with those of the rows."""
    most, least = CHANCES.argmax(axis=1), by_expected_cost(cost)
    saved = 1000 * (cost[TRUTH, most] - cost[TRUTH, least]).mean()
    changed = str(sum(most != least))
    assert values(at) == [per_thousand(cost, most), per_thousand(cost, least), f"{saved:.1f}", changed]


def charts(at):
    return {chart.proto.alt: json.loads(chart.proto.spec) for chart in at.get("plotly_chart")}


def equal(k=10):
    return 1 - np.eye(k)


def test_starts_with_equal_costs_and_no_other_decision():
    at = section()
    expect_digits(at, equal())
    assert values(at)[3] == "0"
    assert "Both ways decide every row alike." in [c.value for c in at.caption]
    assert not at.error


def test_two_edits_in_a_row_are_both_kept_and_survive_another_page():
    at = section()
    cost = equal()
    cost[8, 1] = 20
    edit(at, r8={"1": 20})
    np.testing.assert_array_equal(kept(at), cost)
    expect_digits(at, cost)
    cost[1, 8] = -3
    edit(at, r8={"1": 20}, r1={"8": -3})
    np.testing.assert_array_equal(kept(at), cost)
    expect_digits(at, cost)

    at.session_state["elsewhere"] = True
    well(at.run())
    assert not at.metric
    at.session_state["elsewhere"] = False
    well(at.run())
    expect_digits(at, cost)
    cost[0, 0] = 2
    edit(at, r0={"0": 2})
    np.testing.assert_array_equal(kept(at), cost)
    expect_digits(at, cost)


def test_rows_are_filled_one_after_the_other_then_reset():
    at = section()
    cost = equal()
    for digit, times in (("8", 7.0), ("3", 12.5)):
        at.selectbox(key="class_costs_missed").set_value(digit)
        at.number_input(key="class_costs_times").set_value(times)
        well(at.button(key="class_costs_fill").click().run())
        cost[int(digit), np.arange(10) != int(digit)] = times
        np.testing.assert_array_equal(kept(at), cost)
        expect_digits(at, cost)
    edit(at, r5={"9": 4})
    cost[5, 9] = 4
    expect_digits(at, cost)
    well(at.button(key="class_costs_fill").click().run())
    np.testing.assert_array_equal(kept(at), cost)
    well(at.button(key="class_costs_reset").click().run())
    expect_digits(at, equal())


@pytest.mark.parametrize("cell", [None, 1e10])
def test_a_cell_without_a_number_is_named(cell):
    at = section()
    edit(at, r8={"1": 20})
    before = kept(at).copy()
    edit(at, r8={"1": 20}, r3={"5": cell})
    (error,) = at.error
    assert error.value == (
        "Every cell must hold a number between −1e9 and 1e9; got none in row 3, column 5. Write a cost there, 0 for "
        "none."
    )
    assert not at.metric
    np.testing.assert_array_equal(kept(at), before)
    edit(at, r8={"1": 20}, r3={"5": 2})
    before[3, 5] = 2
    assert not at.error
    expect_digits(at, before)


def test_each_file_keeps_its_table():
    at = section()
    edit(at, r8={"1": 20})
    labels = own({"p": ["a", "b", "b", "a", "c", "c"]})
    digits = at.session_state["loaded"]
    at.session_state["loaded"] = labels
    well(at.run())
    well(at.button(key="class_costs_reset").click().run())
    np.testing.assert_array_equal(kept(at), equal(3))
    edit(at, r1={"2": 6})
    assert values(at) == [f"{1000 * 7 / 6:,.1f}"]
    at.session_state["loaded"] = digits
    well(at.run())
    assert kept(at)[8, 1] == 20


def test_own_rows_ask_for_costs_and_keep_those_given_so_far():
    at = section(own({"p": ["a", "b", "b", "a", "c", "c"]}), chosen_costs=False)

    def missing():
        (info,) = at.info
        return re.search("Costs still missing: (.*).$", info.value).group(1)

    assert missing() == "6 of 9"
    assert not at.metric
    assert not at.error
    edit(at, r0={"1": 2})
    assert missing() == "5 of 9"
    at.selectbox(key="class_costs_missed").set_value("b")
    well(at.button(key="class_costs_fill").click().run())
    assert missing() == "3 of 9"
    edit(at, r0={"2": 3}, r2={"0": 1, "1": 4})
    assert not at.info
    np.testing.assert_array_equal(kept(at), [[0, 2, 3], [5, 0, 5], [1, 4, 0]])
    # One b is called c, one c b.
    assert values(at) == [f"{1000 * (5 + 4) / 6:,.1f}"]


def test_own_rows_do_not_begin_with_the_costs_of_a_sample_of_the_same_rows():
    at = section()
    edit(at, r8={"1": 20})
    at.session_state["loaded"] = loaded.Loaded(at.session_state["loaded"].predictions, "digits.csv")
    well(at.run())
    assert np.isnan(kept(at)).sum() == 90


def test_cells_of_the_figures_add_up():
    at = section()
    edit(at, r8={"1": 20})
    now, best = charts(at).values()
    for figure, value in ((now, values(at)[0]), (best, values(at)[1])):
        cells = np.array([[float(cell[0]) for cell in row] for row in figure["data"][0]["customdata"]])
        assert f"{cells.sum():.1f}" == value
    alt = next(iter(charts(at)))
    assert (
        alt == f"Where the cost comes from, as predicted now. Most, 77.9 of {values(at)[0]}, comes from 8 taken for 1."
    )


def test_labels_have_no_expected_cost():
    at = section(model="naive_bayes" + loaded.LABELS)
    named = DIGITS["naive_bayes"].astype(int).to_numpy()
    assert [metric.label for metric in at.metric] == ["labels as predicted"]
    assert values(at) == [per_thousand(equal(), named)]
    assert [c.value for c in at.caption if c.value.startswith("This model gives labels, not probabilities")]
    assert len(charts(at)) == 1


def test_scores_that_are_no_probabilities_say_so():
    at = section(own({"m:a": [3.0, 1, 0, 2, 0, 1], "m:b": [0.0, 2, 1, 0, 1, 0], "m:c": [1.0, 0, 3, 0, 2, 2]}))
    assert [metric.label for metric in at.metric] == ["most probable class"]
    assert values(at) == [f"{1000 / 6:.1f}"]
    (said,) = [c.value for c in at.caption if "No decision by expected cost" in c.value]
    assert "Class probabilities must be 0 or more and sum to 1; got 3, 0, 1" in said.replace("\\", "")


def test_weights_have_no_interval():
    at = section(own({"p": ["a", "b", "b", "a", "c", "c"], "w": [1.0, 2, 1, 1, 4, 1]}, weight="w"))
    assert values(at) == ["500.0"]
    assert [c.value for c in at.caption if c.value.startswith("The rows are weighted")]


def test_interval_that_may_be_too_narrow_says_so_once():
    note = "what was not seen for impossible, so the interval may be too narrow."
    few = section(
        own(
            {
                "m:a": [0.6, 0.5, 0.2, 0.8, 0.3, 0.1],
                "m:b": [0.3, 0.4, 0.2, 0.1, 0.4, 0.2],
                "m:c": [0.1, 0.1, 0.6, 0.1, 0.3, 0.7],
            }
        )
    )
    assert sum(note in text.value for text in few.caption) == 1


def test_formula_has_the_numbers():
    at = section(own({"p": ["a", "b", "b", "a", "c", "c"]}))
    assert r"\frac{1\cdot 1+1\cdot 1}{6}" in at.latex[0].value
    edit(at, r0={"0": -2})
    assert r"\frac{2\cdot (-2)+1\cdot 1+1\cdot 1}{6}" in at.latex[0].value
    assert number(-2 / 6) in at.latex[0].value
    assert values(at) == ["-333.3"]


def test_two_classes_have_the_page_above(monkeypatch):
    for key, tabs in (("melon-20", []), ("digits", ["compare"])):
        now = loaded.sample(key)
        monkeypatch.setattr(loaded, "current", lambda now=now: now)
        assert [tab.key for tab in sections.without_scores()] == tabs


def test_names_from_a_file_never_become_markup():
    hostile = ["<b>x</b>", ":smile:", "**y**"]
    frame = pd.DataFrame({"y": hostile * 2, "p": hostile + hostile[::-1]})
    at = section(loaded.Loaded(from_frame(frame, truth="y", labels=("p",)), "f.csv"))
    for figure in charts(at).values():
        assert "<b>x" not in json.dumps(figure)
    edit(at, r0={"1": -9})
    (said,) = [c.value for c in at.caption if c.value.startswith("Taking")]
    assert not re.search(r"(?<!\\)\*\*|:smile:|(?<!\\)<b", said)


def test_in_chinese():
    at = section(lang="zh")
    texts = [e.value for kind in ("markdown", "caption") for e in at.get(kind)]
    labels = [w.label for kind in ("button", "selectbox", "number_input", "metric", "expander") for w in at.get(kind)]
    english = {e.id for e in ENTRIES.values() if e.id != e.string}
    assert not english & {str(text) for text in [*texts, *labels]}
    for alt, figure in charts(at).items():
        assert re.search(r"[\u4e00-\u9fff]", alt)
        assert figure["layout"]["xaxis"]["title"]["text"] == "判定"
    edit(at, r3={"5": None})
    assert at.error[0].value.startswith("每一格都要填")


def test_a_mistake_cheaper_than_the_right_decision_is_said():
    at = section()
    said = "Taking 3 for 5 costs less than the right decision: by these costs it is better to be wrong."
    assert said not in [c.value for c in at.caption]
    edit(at, r3={"5": -2})
    assert said in [c.value for c in at.caption]
