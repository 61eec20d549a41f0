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
    """Have three models be loaded."""
    names = ["a", "b_with_a_name_longer_than_a_line", "c & d"]
    monkeypatch.setattr(loaded, "models", lambda: names)
    return names


def test_another_model_is_offered_by_the_name_that_figures_write(session, models):
    words = line_alone.words(models[0])
    assert words.models == {models[1]: "b_with_a_name_longer_th…", models[2]: "c & d"}
    assert words.said == "{other} is shown alone. The page is still of a."
    assert words.choose == "Choose {other}"
    words.chosen("c & d")
    assert session["model"] == "c & d"
    assert looked_at.take_change()
    # One that is gone meanwhile is not chosen.
    words.chosen("x")
    assert session["model"] == "c & d"
    assert not looked_at.take_change()


def test_two_names_that_figures_write_alike_are_written_whole_and_told_apart(models):
    models[:] = ["logistic_regression_all (a)", "logistic_regression_all (b)", "logistic_regression_all (c)", "d"]
    assert line_alone.words(models[0]).models == {name: name for name in models[1:]}
    # One of them is the page's.
    del models[2:]
    assert line_alone.words(models[0]).models == {models[1]: models[1]}


def test_a_model_of_labels_is_not_offered_where_another_one_is_the_page_s(models):
    models[1:] = ["c & d", "c & d ✓"]
    assert line_alone.words("a").models == {"c & d": "c & d"}


def test_of_one_model_nothing_is_said(models):
    del models[1:]
    assert line_alone.words(models[0]) is None
