"""A run in a session: it ends where its visitor has left, and what it has found until then is taken over."""

import itertools

from evalcore.support import process
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


def test_a_run_that_is_begun_stops_the_one_before(monkeypatch):
    monkeypatch.setattr(presence.Presence, "lasts", lambda _visitor: True)
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
