"""The box of a table of results: names of columns, and what is refused, also where the box was replaced meanwhile."""

from functools import partial

import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from tests.ui.session.sessions import breaking_off_everywhere
from ui.significance import table

KEY = "table_tried"


def page():
    import pandas as pd  # noqa: PLC0415

    from ui.significance import table  # noqa: PLC0415

    def make():
        return pd.DataFrame({"": ["iris", "wine"], "A": [0.1, 0.2], "B": [0.3, 0.4]})

    wanted = table.Wanted("tried", "row", "help", {"first": table.Example("First", make)}, "chosen")
    table.ask(wanted)


@pytest.fixture
def at():
    page_ = AppTest.from_function(page, default_timeout=60).run()
    assert not page_.exception
    return page_


def names(at):
    return at.text_input(key=f"{at.session_state[f'{KEY}_editor']}_names")


def columns(at):
    return at.session_state[f"{KEY}_used"].columns


def test_columns_get_the_names_that_were_typed(at):
    names(at).set_value("C, D").run()
    assert columns(at) == ("C", "D")


def test_names_typed_for_a_table_that_was_replaced_are_dropped(at):
    field = names(at)
    # As after a paste whose run is broken off: the session has another editor, which has not been drawn yet.
    at.session_state[f"{KEY}_editor"] = f"{KEY}_editor_next"
    field.set_value("C, D").run()
    assert not at.exception
    assert columns(at) == ("A", "B")


@pytest.mark.parametrize("gone", ["edited", "editor"])
def test_names_of_a_table_that_is_gone_change_nothing(at, gone, monkeypatch):
    held = {"tried_names": "C, D", f"{KEY}_editor": "tried", f"{KEY}_edited": None}
    del held[f"{KEY}_{gone}"]
    monkeypatch.setattr(table.st, "session_state", dict(held))
    table._rename(table.Wanted("tried", "row", "help", {}, "chosen"), "tried_names")
    assert table.st.session_state == held


def test_a_refused_table_is_said_where_it_is_seen(at, monkeypatch):
    names(at).set_value("C").run()
    assert [error.value.endswith("The table before it stays in use.") for error in at.error] == [False, True]
    at.session_state[f"{KEY}_popover"] = True
    at.run()
    assert [error.value.endswith("The table before it stays in use.") for error in at.error] == [False]


def frame_of(*names):
    return pd.DataFrame({"": ["iris", "wine"], **{name: [0.1, 0.2] for name in names}})


def test_a_table_is_taken_whole_wherever_the_run_is_broken_off(monkeypatch):
    examples = {"first": table.Example("First", partial(frame_of, "A", "B"))}
    wanted = table.Wanted("tried", "row", "help", examples, "chosen")
    monkeypatch.setattr(table.st, "session_state", {})
    table._begin(wanted)
    kept = {**table.st.session_state, f"{KEY}_asked": frame_of("C", "D")}
    for before, names in (({}, ("A", "B")), (kept, ("C", "D"))):

        def run():
            table._begin(wanted)
            table._take_asked(wanted)

        for nth, state in breaking_off_everywhere(monkeypatch, before, run):
            run()
            assert state[f"{KEY}_used"].columns == names, nth
            assert tuple(state[f"{KEY}_shown"].columns[1:]) == names, nth
            assert f"{KEY}_asked" not in state
