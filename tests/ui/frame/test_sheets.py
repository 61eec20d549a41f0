"""A step on a sheet: the figure of its page, from a session that nobody sees."""

import threading

import pytest
from streamlit.testing.v1 import AppTest

from ui.frame import course_text, sheets, unseen
from ui.frame.course_steps import KNOWN
from ui.frame.sheets import Sheet, Visitor
from ui.session import loaded
from ui.session.loaded import Loaded


def nothing():
    return None


def visitor(language="en", rows=None):
    return Visitor("a session", language, rows or loaded.sample("lecture-20"), frozenset())


def drawn(step, *, stage=0, height=480, of=None):
    sheet = Sheet(step, stage, height)
    sheets.draw([sheet], of or visitor(), look=nothing)
    return sheet


class TestItIsThePagesOwnFigure:
    def test_at_the_first_stage_and_whole(self):
        first, whole = Sheet(KNOWN["lecture"], 0, 480), Sheet(KNOWN["lecture"], 4, 400)
        sheets.draw([first, whole], visitor(), look=nothing)
        assert [one.layout.height for one in (*first.figures, *whole.figures)] == [480, 400]
        assert len(first.figures[0].data) < len(whole.figures[0].data)

    def test_it_says_of_what_it_is(self):
        assert drawn(KNOWN["misses"]).about == [
            "Costs",
            "Data: **Twenty melons**",
            "Model: **score**",
            "Positive class: **1**",
        ]
        assert drawn(KNOWN["misses"], of=visitor("zh")).about[:2] == ["代价", "数据：**二十个西瓜**"]

    def test_what_is_no_figure_of_the_page_but_a_scene(self):
        assert len(drawn(KNOWN["promises"]).figures) == 2

    def test_a_view_of_ones_own_has_its_settings(self):
        at = course_text.view("confusion_matrix", {"sample": "melon-20", "t": "0.7"}, like="lecture")
        other = course_text.view("confusion_matrix", {"sample": "melon-20", "t": "0.2"}, like="lecture")
        assert drawn(at).figures[0] != drawn(other).figures[0]

    def test_a_view_without_a_sample_is_of_the_visitors_rows(self):
        of = visitor(rows=Loaded(loaded.sample("two-models").predictions, "mine.csv"))
        assert "Model: **model\\_a**" in drawn(course_text.view("curves", {}), of=of).about


def of_numbers():
    import pandas as pd  # noqa: PLC0415 - the function is the script
    import streamlit as st  # noqa: PLC0415

    from evalcore.predictions import from_frame  # noqa: PLC0415
    from ui.frame import course_text, sheets  # noqa: PLC0415
    from ui.session import loaded  # noqa: PLC0415

    table = pd.DataFrame({"y": [0.5, 1.25, 2.75], "model": [0.25, 1.5, 3.0]})
    rows = loaded.Loaded(from_frame(table, truth="y", scores=["model"]), "mine.csv")
    sheet = sheets.Sheet(course_text.view("curves", {}), 0, 480)
    sheets.draw([sheet], sheets.Visitor("", "en", rows, frozenset()), look=lambda: None)
    st.markdown(f"{rows.predictions.task}: {len(sheet.figures)}")


def test_a_page_that_can_show_nothing_of_what_is_loaded_has_no_figure():
    at = AppTest.from_function(of_numbers).run()
    assert not at.exception
    assert [one.value for one in at.markdown] == ["regression: 0"]


def test_what_goes_wrong_goes_wrong_where_it_was_asked_for(monkeypatch):
    monkeypatch.setattr(unseen, "run", lambda page: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        drawn(KNOWN["ties"])


def test_who_does_not_wait_ends_what_was_begun(monkeypatch):
    class LeftError(Exception):
        pass

    ended = threading.Event()

    def wait(given_up):
        given_up.wait()
        ended.set()
        return True

    def leave():
        raise LeftError

    monkeypatch.setattr(unseen, "wait", wait)
    with pytest.raises(LeftError):
        sheets.draw([Sheet(KNOWN["ties"], 0, 480)], visitor(), look=leave)
    assert ended.wait(60)


def test_nothing_of_it_is_left_in_the_session_of_the_visitor():
    drawn(KNOWN["ties"])
    assert sheets.wanted() is None
