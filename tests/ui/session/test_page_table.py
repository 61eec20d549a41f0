"""The table of a page: an example, what is loaded, or a visitor's own; what a link asks for; what is refused."""

import pandas as pd
import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from evalcore.errors import InputError, Message
from tests.ui.session.sessions import breaking_off_everywhere
from ui.session import lost, page_table
from ui.session.choices import Choice
from ui.session.own_table import Brought
from ui.session.page_table import Example, PageTable

MODEL = Choice("tried_model", is_name=True)
LATER = Choice("tried_data", default="a")


def made(frame):
    if "bad" in frame:
        raise InputError("No column may be bad.")
    return tuple(frame.columns)


def tried(**more):
    examples = {name: Example(name.upper(), lambda name=name: (name,), f"about {name}") for name in "ab"}
    return PageTable(
        "tried",
        choice=LATER,
        examples=examples,
        made=made,
        buttons="tried_",
        meaning="A table.",
        of_table=(MODEL,),
        **more,
    )


@pytest.fixture
def state(monkeypatch):
    held = {}
    monkeypatch.setattr(st, "session_state", held)
    return held


def test_an_example_is_in_use_until_another_is_chosen(state):
    table = tried()
    first = table.take()
    assert (first.of, first.example, state["tried_data"]) == (("a",), "a", "a")
    assert table.take() is first
    table.choose("b")
    assert table.take().of == ("b",)
    assert state["tried_data"] == "b"
    assert table.mark() is not None


def test_an_example_that_is_chosen_again_is_as_it_comes_and_keeps_what_was_chosen_of_it(state):
    table = tried()
    first = table.take()
    state[MODEL.key] = "m"
    table.choose("a")
    again = table.take()
    assert again is not first
    assert again.key == first.key
    assert state[MODEL.key] == "m"
    table.choose("b")
    assert table.take().key != first.key
    assert MODEL.key not in state


def test_a_table_of_ones_own_stays_until_an_example_is_chosen_or_a_link_names_one(state):
    table = tried()
    table.take()
    state[MODEL.key] = "m"
    table._use(Brought(pd.DataFrame({"x": [1]}), "*my*.csv", (Message("left out"),)))
    used = table.take()
    assert (used.of, used.example, used.notes) == (("x",), None, (Message("left out"),))
    assert not {"tried_data", MODEL.key} & set(state)
    assert table.mark() is None
    assert table.title() == r"\*my\*\.csv"
    assert lost.held()["tried"] == "*my*.csv"
    state["tried_data"], state[MODEL.key] = "b", "of the link"
    assert table.take().of == ("b",)
    assert state[MODEL.key] == "of the link"
    assert "tried" not in lost.held()


def test_what_was_chosen_of_a_table_of_ones_own_is_not_chosen_of_an_example(state):
    table = tried()
    table.take()
    table._use(Brought(pd.DataFrame({"x": [1]}), "my.csv"))
    state[MODEL.key] = "m"
    table.choose("a")
    assert table.take().example == "a"
    assert MODEL.key not in state


def test_a_link_that_names_no_example_shows_the_usual_one_with_what_it_names(state):
    table = tried()
    table.choose("b")
    table.take()
    del state["tried_data"]
    state[MODEL.key] = "of the link"
    assert table.take().example == "a"
    assert state[MODEL.key] == "of the link"


def test_what_there_is_not_is_not_taken(state):
    state["tried_data"] = page_table.LOADED
    table = tried()
    assert table.take().example == "a"
    table._use(Brought(pd.DataFrame({"x": [1]}), "x.csv"))
    with pytest.raises(InputError, match="No column may be bad"):
        table._use(Brought(pd.DataFrame({"bad": [1]}), "bad.csv"))
    assert table.take().of == ("x",)


def test_what_is_loaded_comes_before_the_examples_and_is_looked_at_anew_when_it_is_another(state):
    now = ["one"]

    def loaded():
        return Example("Loaded", lambda: tuple(now), name=f"{now[0]}.csv", digest=now[0]) if now else None

    table = tried(loaded=loaded)
    one = table.take()
    assert (one.of, one.name, one.example) == (("one",), "one.csv", page_table.LOADED)
    now[0] = "two"
    two = table.take()
    assert (two.of, two.name) == (("two",), "two.csv")
    assert two.key != one.key
    state[MODEL.key] = "m"
    now.clear()
    assert table.take().example == "a"
    assert MODEL.key not in state


def test_what_is_gone_is_gone_until_something_else_is_chosen(state):
    table = tried()
    lost.take({"tried": "mine.csv"}, was_in_sight=True)
    table.take()
    assert lost.of("tried") == "mine.csv"
    table.choose("a")
    table.take()
    assert lost.of("tried") is None


@pytest.mark.parametrize("act", [lambda table: table.choose("b"), lambda table: table.give(pd.DataFrame({"x": [1]}))])
def test_a_table_is_taken_whole_wherever_the_run_is_broken_off(state, act, monkeypatch):
    table = tried()
    table.take()
    act(table)
    asked = dict(state)
    whole = table.take()
    for before, wanted in (({}, ("a",)), (asked, whole.of)):
        for nth, kept in breaking_off_everywhere(monkeypatch, before, table.take):
            assert table.take().of == wanted, nth
            assert kept.get("tried_data") == kept["tried_used"].example, nth
            assert "tried_asked" not in kept


def page():
    import streamlit as st  # noqa: PLC0415

    from tests.ui.session.test_page_table import tried  # noqa: PLC0415
    from ui.session import page_table  # noqa: PLC0415

    def chosen(used):
        first, second = ("first", *used.of), ("second", *used.of)
        one = page_table.column("One", first, "", key=f"one_{used.key}", first=used.of[0])
        rest = page_table.column("Rest", second, "", key=f"rest_{used.key}")
        return one, rest, page_table.columns("All", first, "", key=f"all_{used.key}", none="none")

    is_large = st.session_state.get("is_large")
    found = tried(size=(lambda _of: (1_000, 2)) if is_large else None).ask(chosen)
    st.text(str(found))


def opened(**chosen):
    at = AppTest.from_function(page, default_timeout=60)
    for key, value in chosen.items():
        at.session_state[key] = value
    at.run()
    assert not at.exception
    return at


def label(at):
    """Return what the box is called."""
    return next(iter(at.main.children.values())).proto.popover.label


def test_columns_are_asked_for_and_a_refused_file_is_said_where_it_is_seen():
    at = opened()
    assert at.text[0].value == "('a', None, ())"
    at.file_uploader(key="tried_upload").set_value(("own.csv", b"x,y\n1,2\n3,4\n", "text/csv")).run()
    assert at.text[0].value == "('x', None, ())"
    at.file_uploader(key="tried_upload").set_value(("*bad*.csv", b"bad,y\n1,2\n3,4\n", "text/csv")).run()
    stays = r"\*bad\*\.csv: No column may be bad. The table before it stays in use."
    assert [error.value for error in at.error] == [stays.removesuffix(" The table before it stays in use."), stays]
    assert at.text[0].value == "('x', None, ())"
    at.session_state["tried_box"] = True
    at.run()
    assert [error.value for error in at.error] == [stays.removesuffix(" The table before it stays in use.")]
    at.session_state["tried_box"] = False
    at.run()
    at.button(key="tried_turn_back").click().run()
    assert not at.error
    at.button(key="tried_b").click().run()
    assert at.text[0].value == "('b', None, ())"


def test_the_box_is_called_by_name_or_by_size_and_then_says_what_it_is_about():
    at = opened()
    assert (label(at), [said.value for said in at.caption]) == ("A", [])
    at = opened(is_large=True)
    assert (label(at), [said.value for said in at.caption]) == ("Table: 1,000 × 2", ["about a"])
    at.file_uploader(key="tried_upload").set_value(("*my*.csv", b"x,y\n1,2\n3,4\n", "text/csv")).run()
    assert [said.value for said in at.caption] == [r"\*my\*\.csv"]


def test_what_is_gone_is_named_in_place_of_columns():
    at = opened(session_lost={"tried": "*my*.csv"}, session_lost_in_sight=True)
    assert label(at) == r"\*my\*\.csv"
    assert at.text[0].value.startswith("Your table *my*.csv is gone:")
    assert not at.selectbox
