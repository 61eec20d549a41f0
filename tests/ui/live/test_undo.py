"""Moves are taken back one by one, each where it was made, and made once more."""

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from ui.live import threshold, undo

HERE, ELSEWHERE = ("t", "rows", "model"), ("t", "rows", "another model")


@pytest.fixture
def session(monkeypatch):
    found = {}
    monkeypatch.setattr(st, "session_state", found)
    return found


def look(session, t, place=HERE):
    session["t"] = t
    undo.watch(place, threshold.KEYS)


def test_thresholds_go_back_step_by_step_and_forward_again(session):
    for t in (0.5, 0.6, 0.6, 0.7):
        look(session, t)
    seen = []
    for turn in (undo.back, undo.back, undo.back, undo.again, undo.again, undo.again):
        turn([HERE])
        # The run that follows looks again, and takes what was undone for no move.
        undo.watch(HERE, threshold.KEYS)
        seen.append(session["t"])
    assert seen == [0.6, 0.5, 0.5, 0.6, 0.7, 0.7]


def test_a_threshold_that_was_chosen_is_marked_so_again_once_it_is_back(session):
    look(session, 0.5)
    session["chosen"] = "f1"
    look(session, 0.6)
    session["chosen"] = "f1 of these rows"  # the same, as it is kept: nothing has moved
    look(session, 0.6)
    del session["chosen"]
    look(session, 0.65)
    undo.back([HERE])
    assert (session["t"], session["chosen"]) == (0.6, "f1 of these rows")
    undo.back([HERE])
    assert (session["t"], session.get("chosen")) == (0.5, None)


def test_the_figure_is_drawn_anew_for_what_was_taken_back(session):
    look(session, 0.5)
    look(session, 0.6)
    undo.back([HERE])
    assert session["figure_anew"] is True


def test_a_move_belongs_to_its_rows_and_model(session):
    look(session, 0.5)
    look(session, 0.6)
    look(session, 0.2, ELSEWHERE)
    undo.back([ELSEWHERE])
    assert session["t"] == 0.2
    look(session, 0.6)
    undo.back([HERE])
    assert session["t"] == 0.5


def test_a_new_move_ends_what_could_be_made_once_more(session):
    for t in (0.5, 0.6):
        look(session, t)
    undo.back([HERE])
    look(session, 0.3)
    undo.again([HERE])
    assert session["t"] == 0.3
    undo.back([HERE])
    assert session["t"] == 0.5


def test_a_handle_takes_back_all_that_its_release_has_changed(session):
    session |= {"prevalence": 0.5, "a table": object()}
    place = ("costs", "rows")

    def take():
        session.update(prevalence=0.7, reached=0.9)

    undo.taking(place, take)
    undo.taking(place, lambda: None)
    undo.back([place])
    assert session["prevalence"] == 0.5
    assert "reached" not in session
    undo.again([place])
    assert (session["prevalence"], session["reached"]) == (0.7, 0.9)


def test_only_so_many_moves_are_kept(session):
    for k in range(undo.MOST + 5):
        look(session, float(k))
    for _ in range(undo.MOST + 5):
        undo.back([HERE])
    assert session["t"] == 4.0


def names_of(places):
    """Return what the list of moves has, the last first, and what each entry goes back to."""
    at = AppTest.from_function(listing, kwargs={"moves": st.session_state["moves_done"], "places": places})
    return [button.label.replace("\\", "") for button in at.run().button]


def listing(moves, places):
    import streamlit as st  # noqa: PLC0415 - the app runs this text alone

    from ui.live import undo  # noqa: PLC0415

    st.session_state["moves_done"] = moves
    undo.history(places)


def test_the_list_goes_back_to_any_move(session):
    for t in (0.5, 0.6, 0.7, 0.8):
        session["t"] = t
        undo.watch(HERE, threshold.KEYS, threshold.named)
    session["t"] = 0.2
    undo.watch(ELSEWHERE, threshold.KEYS, threshold.named)
    session["t"] = 0.8
    undo.watch(HERE, threshold.KEYS, threshold.named)
    here = session["moves_done"]
    assert [(move.come_from, move.come_to) for move in here] == [
        ("t = 0.5", "t = 0.6"),
        ("t = 0.6", "t = 0.7"),
        ("t = 0.7", "t = 0.8"),
    ]
    assert names_of([HERE]) == ["t = 0.7", "t = 0.6", "t = 0.5"]
    assert names_of([ELSEWHERE]) == []
    undo.back_to([HERE], here[1])
    assert session["t"] == 0.6
    # What was taken back can be moved once more, one by one.
    undo.again([HERE])
    assert session["t"] == 0.7


def test_the_list_names_where_a_handle_was_let_go(session):
    place = ("costs", "rows")
    for p in (0.6, 0.7, 0.8):
        undo.taking(place, lambda p=p: session.update(prevalence=p), f"prevalence {p}")
    assert names_of([place]) == ["prevalence 0.7", "prevalence 0.6", "as it was at first"]


def test_what_is_typed_in_the_place_of_a_handle_has_its_own_name_in_the_list(session):
    """Not that of the handle that was let go before it."""
    session["bridge_events"] = {"released": {"shown": "t = 0.9"}}
    take = {"condition": lambda text: session.update(cost_fn=float(text))}
    threshold._released("condition", "7", take, HERE, name="7")
    (move,) = session["moves_done"]
    assert (session["cost_fn"], move.come_to) == (7.0, "7")
