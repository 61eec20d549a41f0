"""What the browser is told to say where a click has left the line of another model alone."""

import pytest
import streamlit as st

from ui.frame import line_alone
from ui.session import loaded, looked_at


@pytest.fixture
def session(monkeypatch):
    """Return a session of its own."""
    monkeypatch.setattr(st, "session_state", {})
    return st.session_state


@pytest.fixture
def models(monkeypatch):
    """Have three models be loaded, of which the first is looked at."""
    names = ["a", "b_with_a_name_longer_than_a_line", "c & d"]
    monkeypatch.setattr(loaded, "models", lambda: names)
    monkeypatch.setattr(loaded, "model", lambda: names[0])
    return names


def test_another_model_is_offered_by_the_name_that_figures_write(session, models):
    words = line_alone.words()
    assert words.models == {"b_with_a_name_longer_th…": models[1], "c & d": models[2]}
    assert words.said == "{other} is shown alone. The page is still of a."
    assert words.choose == "Choose {other}"
    words.chosen("c & d")
    assert session["model"] == "c & d"
    assert looked_at.take_change()
    # One that is gone meanwhile is not chosen.
    words.chosen("x")
    assert session["model"] == "c & d"
    assert not looked_at.take_change()


def test_of_one_model_nothing_is_said(models):
    del models[1:]
    assert line_alone.words() is None
