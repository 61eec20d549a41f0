"""Whether somebody still looks: a moment without a connection is none, ten seconds are an absence."""

from unittest.mock import Mock

from streamlit import runtime

from tests.ui.session.sessions import Session
from ui.session import presence
from ui.session.presence import PATIENCE, Presence


def seen(looks):
    """Return what is said at each look: when it is, and whether the visitor is there."""
    time, there = (iter(column) for column in zip(*looks, strict=True))
    now = 0.0

    def is_there():
        nonlocal now
        now = next(time)
        return next(there)

    visitor = Presence(is_there, lambda: now)
    return [visitor.lasts() for _look in looks]


def test_a_visitor_who_has_left_for_long_is_gone():
    assert PATIENCE == 10
    assert seen([(0, True), (20, False), (29.9, False), (30, False)]) == [True, True, True, False]


def test_one_who_comes_back_in_time_was_there():
    assert seen([(0, False), (9, False), (9.5, True), (12, False), (21, False)]) == [True] * 5


def test_the_session_is_asked_about_by_its_name(monkeypatch):
    visitor = Session().run(presence.of_this_session)
    assert visitor.lasts()  # no server: nobody can leave
    server = Mock()
    monkeypatch.setattr(runtime, "exists", lambda: True)
    monkeypatch.setattr(runtime, "get_instance", lambda: server)
    server.is_active_session.return_value = False
    assert visitor.lasts()
    assert visitor._missed is not None
    server.is_active_session.assert_called_once_with("test session id")
