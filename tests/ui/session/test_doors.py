"""What a client asks of Streamlit that would touch others stays unanswered."""

import pytest
import streamlit as st
from streamlit import net_util
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.runtime.app_session import AppSession
from streamlit.web.server.starlette import starlette_websocket

from ui.session import doors


@pytest.fixture(autouse=True)
def _as_before(monkeypatch):
    for name in doors._SHUT:
        monkeypatch.setattr(AppSession, name, getattr(AppSession, name))
    monkeypatch.setattr(net_util, "get_external_ip", net_util.get_external_ip)


class Session(AppSession):
    """A session of which only the way of a message is there."""

    def __init__(self):
        self.sent, self._session_state = [], {}

    def _enqueue_forward_msg(self, msg):
        self.sent.append(msg)

    def __del__(self):
        pass


def kept() -> list[int]:
    """Return what all visitors share."""
    return _shared()


@st.cache_resource(max_entries=1, show_spinner=False)
def _shared() -> list[int]:
    return []


def test_nobody_clears_what_all_share():
    session, votes = Session(), kept()
    votes.append(1)
    session.handle_backmsg(BackMsg(clear_cache=True))
    assert kept() == []  # what it is about: Streamlit clears it for everybody
    kept().append(2)
    doors.shut()
    session.handle_backmsg(BackMsg(clear_cache=True))
    assert kept() == [2]


def test_nobody_is_told_of_the_repository():
    session = Session()
    doors.shut()
    session.handle_backmsg(BackMsg(load_git_info=True))
    assert session.sent == []


@pytest.mark.parametrize("origin", ["https://elsewhere.example", "null"])
def test_another_site_that_connects_has_the_server_ask_nobody(monkeypatch, origin):
    asked = []
    monkeypatch.setattr(net_util, "get_external_ip", lambda: asked.append("address"))
    assert not starlette_websocket._is_origin_allowed(origin, "127.0.0.1:8501")
    assert asked == ["address"]  # what it is about
    doors.shut()
    assert not starlette_websocket._is_origin_allowed(origin, "127.0.0.1:8501")
    assert starlette_websocket._is_origin_allowed("http://192.0.2.7:8501", "192.0.2.7:8501")
    assert asked == ["address"]


def test_the_experimental_interface_for_programs_is_off():
    assert st.get_option("server.enableAgentApi") is False
