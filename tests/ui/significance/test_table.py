"""The box of a table of results: names of columns, and what is refused, also where the box was replaced meanwhile."""

from dataclasses import replace

import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from evalcore.significance.result_table import result_table
from tests.ui.session.sessions import breaking_off_everywhere
from ui.session.choices import Choice
from ui.session.page_table import Example
from ui.significance import table

KEY = "table_tried"


def frame_of(*names):
    return pd.DataFrame({"": ["iris", "wine"], **{name: [0.1, 0.2 + k] for k, name in enumerate(names)}})


def tried():
    return table.Wanted(
        KEY,
        row="row",
        help="help",
        choice=Choice("chosen", default="first"),
        examples={"first": Example("First", lambda: result_table(frame_of("A", "B")))},
        buttons=f"{KEY}_example_",
        made=result_table,
        typed=result_table,
    )


def page():
    from tests.ui.significance.test_table import table, tried  # noqa: PLC0415

    table.ask(tried())


@pytest.fixture
def at():
    page_ = AppTest.from_function(page, default_timeout=60).run()
    assert not page_.exception
    return page_


def names(at):
    return at.text_input(key=at.session_state[f"{KEY}_editor"].names)


def columns(at):
    return at.session_state[f"{KEY}_used"].of.columns


def test_columns_get_the_names_that_were_typed(at):
    names(at).set_value("C, D").run()
    assert columns(at) == ("C", "D")


def test_what_is_typed_stays_in_its_cells_and_a_refusal_is_over(at):
    at.text_area(key=f"{KEY}_pasted").set_value("a,b\n")
    at.button(key=f"{KEY}_paste").click().run()
    assert at.error
    names(at).set_value("C, D").run()
    assert not at.error
    cells = at.session_state[f"{KEY}_editor"].key
    at.run()
    assert at.session_state[f"{KEY}_editor"].key == cells


def test_names_typed_for_a_table_that_was_replaced_are_dropped(at):
    field = names(at)
    # As after a paste whose run is broken off: the session has another editor, which has not been drawn yet.
    cells = at.session_state[f"{KEY}_editor"]
    at.session_state[f"{KEY}_editor"] = replace(cells, key=f"{KEY}_editor_next")
    field.set_value("C, D").run()
    assert not at.exception
    assert columns(at) == ("A", "B")


@pytest.mark.parametrize("gone", ["tried_names", f"{KEY}_editor"])
def test_names_of_a_table_that_is_gone_change_nothing(gone, monkeypatch):
    cells = table.Cells("tried", frame_of("A", "B"), frame_of("A", "B"), None)
    held = {"tried_names": "C, D", f"{KEY}_editor": cells}
    del held[gone]
    monkeypatch.setattr(table.st, "session_state", dict(held))
    table._rename(tried(), "tried_names")
    assert table.st.session_state == held


def test_a_refused_table_is_said_where_it_is_seen(at, monkeypatch):
    names(at).set_value("C").run()
    assert [error.value.endswith("The table before it stays in use.") for error in at.error] == [False, True]
    at.session_state[f"{KEY}_popover"] = True
    at.run()
    assert [error.value.endswith("The table before it stays in use.") for error in at.error] == [False]


def test_an_example_is_as_it_comes_when_it_is_chosen_again(at):
    names(at).set_value("C").run()
    assert at.error
    at.button(key=f"{KEY}_example_first").click().run()
    assert not at.error
    assert names(at).value == "A, B"
    names(at).set_value("C, D").run()
    at.button(key=f"{KEY}_example_first").click().run()
    assert columns(at) == ("A", "B")


def test_what_was_typed_is_taken_whole_wherever_the_run_is_broken_off(monkeypatch):
    wanted = tried()
    monkeypatch.setattr(table.st, "session_state", {})
    cells = table._show(wanted, frame_of("A", "B"), wanted.take())
    before, typed = {**table.st.session_state, cells.key: {}}, {cells.key: frame_of("C", "D")}

    def run():
        """Show the cells of the table in use; those that are still there hold what was typed."""
        now = table._cells(wanted, wanted.take())
        assert table._take(wanted, replace(now, edited=typed.get(now.key, now.shown))) is None

    for nth, state in breaking_off_everywhere(monkeypatch, before, run):
        run()
        assert state[f"{KEY}_used"].of.columns == ("C", "D"), nth
        assert state[f"{KEY}_used"].example is None
        assert "chosen" not in state


def test_a_table_is_taken_whole_wherever_the_run_is_broken_off(monkeypatch):
    wanted = tried()
    monkeypatch.setattr(table.st, "session_state", {})
    table._cells(wanted, wanted.take())
    wanted.give(frame_of("C", "D"))
    kept = dict(table.st.session_state)

    def run():
        return table._cells(wanted, wanted.take())

    for before, names in (({}, ("A", "B")), (kept, ("C", "D"))):
        for nth, state in breaking_off_everywhere(monkeypatch, before, run):
            cells = run()
            assert cells.of is state[f"{KEY}_used"]
            assert cells.of.of.columns == names, nth
            assert tuple(cells.shown.columns[1:]) == tuple(cells.edited.columns[1:]) == names, nth
            assert f"{KEY}_asked" not in state
