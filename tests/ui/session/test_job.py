"""A run in a session: it ends where its visitor has left, and what it has found until then is taken over.

A moment without a connection is no absence, ten seconds are one.
"""

import itertools
from unittest.mock import Mock

from streamlit import runtime

from evalcore.support import process
from evalcore.support.runs import Run
from tests.ui.session.sessions import Session
from ui.session.job import PATIENCE, Job, Presence, of_this_session

WAIT = 60


def test_a_run_ends_when_its_visitor_has_left(monkeypatch):
    gone = []
    monkeypatch.setattr(Presence, "lasts", lambda _visitor: not gone)
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


def test_a_run_that_is_begun_stops_the_one_before(monkeypatch):
    monkeypatch.setattr(Presence, "lasts", lambda _visitor: True)
    session, taken = Session(), []
    job = Job("replaced", taken.append)
    first, second = Run(itertools.count(1)), Run(itertools.count(1))
    session.run(lambda: job.begin(first))
    session.run(lambda: job.begin(second))
    try:
        assert first.wait(WAIT)
        assert session.run(lambda: job.run) is second
        assert taken == []  # what it had found is not asked for any more
    finally:
        first.stop()
        second.stop()


def test_what_libraries_warned_of_is_shown_below_what_a_run_has_found():
    def steps():
        process.listening.get()["ConvergenceWarning"] = 12
        yield 1

    session = Session()
    job = Job("warned", lambda run: job.keep_notes("mine", run))
    run = Run(steps())
    session.run(lambda: job.begin(run))
    assert run.wait(WAIT)
    session.run(job.take_ended)
    session.run(job.with_notes(lambda: None, "mine"))
    shown = [one.value for one in session.at.caption]
    assert shown[0].startswith("Libraries warned while the learners were trained: ConvergenceWarning \\(12 ×\\).")
    assert shown[1].startswith("ConvergenceWarning: the training of a learner was stopped before it had settled")
    session.run(job.with_notes(lambda: None, "another's"))
    assert len(session.at.caption) == 0


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
    visitor = Session().run(of_this_session)
    assert visitor.lasts()  # no server: nobody can leave
    server = Mock()
    monkeypatch.setattr(runtime, "exists", lambda: True)
    monkeypatch.setattr(runtime, "get_instance", lambda: server)
    server.is_active_session.return_value = False
    assert visitor.lasts()
    assert visitor._missed is not None
    server.is_active_session.assert_called_once_with("test session id")
