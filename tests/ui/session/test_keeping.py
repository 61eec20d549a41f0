"""How long sessions are kept without their tabs: an hour, or two minutes where memory is short."""

import tomllib
from unittest.mock import Mock

import pytest

from tests.sources import ROOT
from ui.session import keeping


@pytest.fixture
def server(monkeypatch):
    """A server with the tabs that are there, the time, and how much memory is free."""
    now, there, found = [0.0], {"mine", "theirs"}, Mock()
    found.is_active_session.side_effect = there.__contains__
    found._get_async_objs().eventloop.call_soon_threadsafe.side_effect = lambda act, session: act(session)
    absences = keeping.Absences(lambda: now[0])
    monkeypatch.setattr(keeping, "_absences", lambda: absences)
    monkeypatch.setattr(keeping.runtime, "exists", lambda: True)
    monkeypatch.setattr(keeping.runtime, "get_instance", lambda: found)
    sessions = iter(["theirs"])
    monkeypatch.setattr(keeping, "get_script_run_ctx", lambda: Mock(session_id=next(sessions, "mine")))

    def look(at, *, away, free):
        now[0] = at
        there.clear()
        there.update({"mine", "theirs"} - away)
        monkeypatch.setattr(keeping, "free_memory", lambda: free)
        keeping.give_back()
        return [call.args[0] for call in found.close_session.call_args_list]

    look(0, away=set(), free=0)
    return look


def test_where_memory_is_short_a_session_without_its_tab_ends_after_two_minutes(server):
    assert server(10, away={"theirs"}, free=0) == []
    assert server(129, away={"theirs"}, free=0) == []
    assert server(130, away={"theirs"}, free=0) == ["theirs"]
    # Once.
    assert server(400, away={"theirs"}, free=0) == ["theirs"]


def test_where_there_is_room_it_is_kept(server):
    assert server(10, away={"theirs"}, free=keeping.ROOM) == []
    assert server(3000, away={"theirs"}, free=keeping.ROOM) == []


def test_one_whose_tab_came_back_stays(server):
    server(10, away={"theirs"}, free=0)
    server(100, away=set(), free=0)
    assert server(140, away={"theirs"}, free=0) == []


def test_sessions_that_have_ended_are_forgotten_whether_or_not_memory_is_short():
    now, known = [0.0], {"mine"}
    absences = keeping.Absences(lambda: now[0])
    for k in range(1000):
        known.add(f"{k}")
        now[0] += 2
        absences.look(f"{k}", lambda session: session == "mine", known.__contains__)
        known.discard(f"{k}")
    assert len(absences._since) <= 2
    # One that ends at its first look is not kept, either, nor is anything walked twice in a moment.
    looked = []
    absences.look("mine", lambda session: bool(looked.append(session)), known.__contains__)
    assert looked == []


def test_the_server_keeps_a_session_for_an_hour():
    config = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
    assert config["server"]["disconnectedSessionTTL"] == 3600
