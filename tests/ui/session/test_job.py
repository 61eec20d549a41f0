"""A run in a session: it ends where its visitor has left, and what it has found until then is taken over."""

import itertools

from evalcore.support.runs import Run
from tests.ui.session.sessions import Session
from ui.session import presence
from ui.session.job import Job

WAIT = 60


def test_a_run_ends_when_its_visitor_has_left(monkeypatch):
    gone = []
    monkeypatch.setattr(presence.Presence, "lasts", lambda _visitor: not gone)
    session, taken = Session(), []
    job = Job("counted", taken.append)
    run = Run(itertools.count(1))
    session.run(lambda: job.begin(run))
    assert not run.wait(0.01)
    gone.append("closed the tab")
    assert run.wait(WAIT)
    assert run.result >= 1
    assert not run.is_whole
    session.run(job.take_ended)
    assert taken == [run]
    assert session.run(lambda: job.run) is None
