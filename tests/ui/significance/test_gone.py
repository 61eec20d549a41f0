"""A callback may run for a widget that is gone from the page: then it changes nothing."""

import pytest

from ui.curves import stepwise
from ui.frame import tabs
from ui.live import bridge
from ui.significance.laboratory import controls as lies_controls


class Session(dict):
    """A session without anything in it."""


@pytest.fixture
def session(monkeypatch):
    empty = Session()
    for module in (tabs, stepwise, bridge, lies_controls):
        monkeypatch.setattr(module.st, "session_state", empty)
    return empty


def test_callbacks_of_what_is_gone_change_nothing(session):
    tabs._changed("tabs_gone", {"Readings": "readings"})
    stepwise._stepped()
    bridge._size_changed()
    assert session == {}


def test_a_run_of_the_laboratory_takes_what_is_usual_for_fields_that_are_gone(session, monkeypatch):
    begun = []
    monkeypatch.setattr(lies_controls.job, "begin", lambda learner, **options: begun.append(options))
    lies_controls._start("1-nn")
    usual = {"n": lies_controls._N, "n_replicates": lies_controls._TOTAL, "seed": lies_controls._SEED}
    assert begun[0] == {name: int(one.default) for name, one in usual.items()} | {"difference": 0.06}
