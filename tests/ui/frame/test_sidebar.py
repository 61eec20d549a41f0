"""What the sidebar says of the rows."""

import pandas as pd
import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from evalcore.predictions import from_columns, from_frame, guess_columns, one_vs_rest
from evalcore.predictions.kept import kept
from ui.data import understood
from ui.frame import sidebar
from ui.session import incoming
from ui.session.loaded import Loaded

FRAME = pd.DataFrame({"y": list("aabbb"), "s": [0.9, 0.4, 0.6, 0.2, 0.1], "w": [3.0, 3.0, 1.0, 2.0, 1.0]})


def share(weight):
    loaded = from_frame(FRAME, truth="y", scores=["s"], positive="a", weight=weight)
    return sidebar._share(one_vs_rest(loaded, "a", model="s"))


def test_weighted_rows_have_the_share_that_the_figures_count():
    assert share("w") == "By weight 60.0% are positive, of the rows 40.0%"


def test_rows_that_count_once_have_one_share():
    assert share(None) == "40.0% of the rows are positive"


def _script():
    from ui.frame import sidebar  # noqa: PLC0415 - Streamlit runs this function's text alone
    from ui.session import loaded  # noqa: PLC0415

    sidebar._positive_class(loaded.current().predictions)


def drawn(frame):
    """Return the choice of the positive class beside a visitor's table."""
    at, guess = AppTest.from_function(_script), guess_columns(frame)
    at.session_state["loaded"] = Loaded(from_columns(frame, guess), "mine.csv")
    at.session_state[incoming._GOOD] = (incoming.Table(kept(frame), "mine.csv", guess), guess)
    return at.run()


def scores(at):
    return {name: score.tolist() for name, score in at.session_state["loaded"].predictions.scores.items()}


@pytest.mark.parametrize("switch", [True, False])
def test_the_other_class_of_a_pair_has_its_own_column(switch):
    at = drawn(pd.DataFrame({"y": [0, 1, 0, 1], "p0": [0.75, 0.5, 0.25, 0.0], "p1": [0.25, 0.5, 0.75, 1.0]}))
    assert list(scores(at)) == ["p1"]
    for column, positive in (("p0", "0"), ("p1", "1")):
        at = at.button(key="swap").click().run() if switch else at.selectbox(key="positive").set_value(positive).run()
        assert not at.exception
        assert (list(scores(at)), at.selectbox(key="positive").value) == ([column], positive)


def test_scores_of_one_column_stay_as_they_are():
    at = drawn(pd.DataFrame({"y": [0, 1, 0, 1], "score": [0.25, 0.5, 0.75, 1.0]}))
    at.button(key="swap").click().run()
    assert (scores(at), at.selectbox(key="positive").value) == ({"score": [0.25, 0.5, 0.75, 1.0]}, "0")


@pytest.mark.parametrize("told", [sidebar._follow, sidebar._retake, understood._another_sheet])
def test_a_choice_that_other_rows_have_taken_away_changes_nothing(told, monkeypatch):
    """A file is dropped while the server hears of a choice among the rows before: its callback finds no choice."""
    state = {}
    monkeypatch.setattr(st, "session_state", state)
    told()
    assert not state
