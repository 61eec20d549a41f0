"""What a browser still says of a page it has turned away from runs nothing."""

import pytest
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.runtime.app_session import AppSession

from ui.session import left_page


class Session(AppSession):
    """A session of which only the way of a request is there."""

    def __init__(self):
        self._client_state = ClientState()

    def __del__(self):
        pass


@pytest.fixture
def session(monkeypatch):
    """A session whose runs are written down: the page, and the part of it that is to run alone."""
    session = Session()
    session.ran = []
    monkeypatch.setattr(
        left_page, "_given", lambda _session, said: session.ran.append((said.page_script_hash, said.fragment_id))
    )
    monkeypatch.setattr(AppSession, "request_rerun", left_page._request_rerun)
    for page in ("first", "second"):
        session.request_rerun(ClientState(page_script_hash=page))
    session.ran.clear()
    return session


def test_a_part_of_the_page_before_is_not_run(session):
    session.request_rerun(ClientState(page_script_hash="first", fragment_id="part"))
    assert session.ran == []
    session.request_rerun(ClientState(page_script_hash="second", fragment_id="part"))
    assert session.ran == [("second", "part")]


def test_a_page_that_is_come_back_to_is_heard(session):
    session.request_rerun(ClientState(page_script_hash="first"))
    session.request_rerun(ClientState(page_script_hash="first", fragment_id="part"))
    session.request_rerun(ClientState(page_script_hash="second", fragment_id="part"))
    assert session.ran == [("first", ""), ("first", "part")]


def test_so_is_one_to_which_the_server_has_led(session):
    session._client_state.page_script_hash = "first"
    session.request_rerun(ClientState(page_script_hash="first", fragment_id="part"))
    assert session.ran == [("first", "part")]


def test_a_page_of_which_nothing_is_known_is_heard(session):
    session.request_rerun(ClientState(page_script_hash="another", fragment_id="part"))
    session.request_rerun(ClientState(fragment_id="part"))
    assert session.ran == [("another", "part"), ("", "part")]


def test_one_session_does_not_turn_another_away(session):
    other = Session()
    other.request_rerun(ClientState(page_script_hash="first"))
    other.request_rerun(ClientState(page_script_hash="first", fragment_id="part"))
    assert session.ran == [("first", ""), ("first", "part")]
