"""A cell of the map that is clicked is labelled, and one whose example waits is shown first."""

import pytest
import streamlit as st

from evalcore.hypotheses import MELON_EXAMPLES, MELONS
from evalcore.hypotheses.typed import MOST_EXAMPLES
from ui.hypotheses import examples, space, votes

FOUR = "aaa1-baa1-acc0-bbb0"
PALE = MELONS.instances.index((2, 0, 1))


@pytest.fixture
def session(monkeypatch):
    found = {}
    monkeypatch.setattr(st, "session_state", found)
    return found


def click(number, known=MELON_EXAMPLES):
    examples.label(space.Setting("melons", "", MELONS, tuple(known)), votes.KNOWN, [number])


def test_a_click_labels_a_cell(session):
    click(PALE)
    assert session["ml_examples"] == f"{FOUR}-cab1"
    click(PALE, (*MELON_EXAMPLES, ((2, 0, 1), False)))
    assert session["ml_examples"] == FOUR


def test_an_example_not_seen_yet_is_shown_before_it_is_changed(session):
    session["ml_known"] = 2
    click(MELONS.instances.index((1, 1, 1)))
    assert session["ml_examples"] == FOUR
    assert session["ml_known"] == MOST_EXAMPLES


def test_one_cell_too_many_is_refused_in_a_sentence(session):
    click(PALE, MELON_EXAMPLES * 3)
    assert "ml_examples" not in session
    (refused,) = session.values()
    assert str(refused) == "There must be at most 12 examples; got 13. Remove some."


@pytest.mark.parametrize("number", [None, 27])
def test_a_click_on_no_cell_changes_nothing(session, number):
    click(number)
    assert session == {}
