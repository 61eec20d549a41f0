"""What a session holds by name, and what of that is gone with the session before it."""

import pytest
import streamlit as st

from tests.ui.session.sessions import Session, two_classes
from ui.session import loaded, lost


@pytest.fixture
def session(monkeypatch):
    kept = {}
    monkeypatch.setattr(st, "session_state", kept)
    monkeypatch.setattr(lost, "REGISTERED", {})
    return kept


def test_every_session_has_a_token_of_its_own(monkeypatch):
    found = []
    for _session in range(2):
        monkeypatch.setattr(st, "session_state", {})
        found.append((lost.token(), lost.number()))
        assert (lost.token(), lost.number()) == found[-1]
    assert len(set(found)) == 2


def test_only_names_are_held_and_what_is_lost_stays_named(session):
    lost.holds("table", lambda: "my.csv")
    lost.holds("nothing", lambda: None)
    lost.holds("long", lambda: "x" * 10_000)
    lost.take({"file": "gone.csv"}, was_in_sight=True)
    assert lost.held() == {"table": "my.csv", "long": "x" * lost.LONGEST, "file": "gone.csv"}
    assert (lost.of("file"), lost.of("table")) == ("gone.csv", None)
    lost.forget("file")
    assert lost.held() == {"table": "my.csv", "long": "x" * lost.LONGEST}


def test_what_the_browser_says_is_bounded(session):
    lost.take({f"place {i}": "x" * 10_000 for i in range(1000)}, was_in_sight=True)
    assert len(lost.held()) == 40
    assert max(map(len, lost.held().values())) == lost.LONGEST


@pytest.mark.parametrize(
    ("in_sight", "why"),
    [
        (True, "the connection was away too long, or the server was started anew"),
        (False, "it was only in memory, and the page was opened anew"),
    ],
)
def test_the_table_that_is_gone_is_named_with_the_reason(session, in_sight, why):
    assert lost.table("here") is None
    lost.take({"here": "my.csv"}, was_in_sight=in_sight)
    message = lost.table("here")
    assert message.values["name"] == "my.csv"
    assert message.values["why"].template == why


class TestLoaded:
    def test_a_file_is_held_by_its_name(self):
        assert Session(loaded=two_classes()).run(lost.held) == {"file": "my file.csv"}
        assert Session().run(lost.held) == {}

    def test_nothing_is_loaded_where_the_session_before_held_a_file(self):
        begun = Session()

        def lose():
            lost.take({loaded.FILE: "my file.csv"}, was_in_sight=True)
            loaded.lose()
            return loaded.gone()

        assert begun.run(lose) == "file"
        # What is gone stays named, until something is loaded.
        assert begun.run(lost.held) == {"file": "my file.csv"}
        begun.run(lambda: loaded.keep(loaded.sample("melon-20")))
        assert begun.run(loaded.gone) is None
        assert begun.run(lost.held) == {}

    def test_another_table_that_is_gone_leaves_what_is_loaded(self):
        def lose():
            lost.take({"re_table": "my.csv"}, was_in_sight=True)
            loaded.lose()
            return loaded.gone()

        assert Session().run(lose) is None
