"""A file on its way into a session: reading it ends soon after its visitor has left."""

import pytest

from evalcore.errors import InputError
from evalcore.reading import run
from evalcore.support.runs import Line
from tests.ui.session.sessions import Session
from ui.session import reading_job
from ui.session.job import Presence


def test_reading_ends_when_its_visitor_has_left(monkeypatch):
    gone, line = [], Line(1)
    monkeypatch.setattr(Presence, "lasts", lambda _visitor: not gone)
    monkeypatch.setattr(run, "_LOOK", 0.05)
    monkeypatch.setattr(run, "_line", line)
    line.join("another")
    assert line.take("another", lambda: False)
    session = Session()
    session.run(lambda: reading_job.begin(b"y,score\n1,0.9\n0,0.2\n", "mine.csv"))
    reading, _name = session[reading_job.READING]
    assert not reading.wait(0.5)
    gone.append(1)
    assert reading.wait(30)
    with pytest.raises(InputError, match="reading it was stopped"):
        reading.result()
