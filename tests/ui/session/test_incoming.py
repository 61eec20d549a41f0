"""What comes in meets nothing that belonged to what was there before."""

import contextlib
import io
import itertools

import pandas as pd
import pytest
import streamlit as st

from evalcore.predictions import guess_columns
from evalcore.reading import start_reading
from tests.ui.session.sessions import Session, two_classes
from ui.session import address, incoming, loaded, reading_job

FRAME = pd.DataFrame({"y": [1, 0, 1, 0], "score": [0.9, 0.2, 0.7, 0.4], "other": [0.1, 0.2, 0.3, 0.4]})


@pytest.mark.parametrize(
    ("widget", "stale"),
    [("map_truth", "churned"), ("map_scores", ["gone"]), ("map_positive", "yes"), ("map_part", "test")],
)
def test_a_field_that_holds_a_choice_of_another_table_changes_nothing(widget, stale):
    table = incoming.Table(FRAME, "new.csv", guess_columns(FRAME))
    session = Session(loaded=two_classes(), table=table, columns=table.guess, **{widget: stale})
    before = session["loaded"]
    session.run(lambda: incoming.remap(widget))
    assert session["loaded"] is before
    assert session["columns"] is table.guess
    assert session["refused"] is None


def test_another_page_s_empty_address_still_says_that_a_file_is_gone():
    session = Session({"source": "file", "t": "0.69"})
    session.run(address.start)
    session.at.query_params.clear()
    session.run(address.write)
    assert session.address == {"source": "file"}
    assert session.run(loaded.gone) == "file"


class Arrived(io.BytesIO):
    """An upload as the uploader's state holds it."""

    name = "new.csv"
    file_id = "1"


def test_an_upload_whose_callback_was_broken_off_is_taken_in_the_next_run_and_once():
    """Another request of the browser, such as the width of the page, breaks a callback off."""
    session = Session(loaded=two_classes(), upload=Arrived(FRAME.to_csv(index=False).encode()))
    session.run(incoming.take_read)
    session.run(wait_until_read)
    first = session["loaded"]
    assert first.name == "new.csv"
    session.run(incoming.take_read)
    assert session["loaded"] is first


class BrokenOff(BaseException):
    """Another request has come in: Streamlit leaves a run so, wherever it looks into the session."""


class BreakingOff(dict):
    """A session's state that breaks a run off when it is looked into for the n-th time."""

    def __init__(self, state, left):
        super().__init__(state)
        self.left = left

    def _look(self):
        self.left -= 1
        if self.left == 0:
            raise BrokenOff

    def __getitem__(self, key):
        self._look()
        return super().__getitem__(key)

    def __setitem__(self, key, value):
        self._look()
        super().__setitem__(key, value)

    def __contains__(self, key):
        self._look()
        return super().__contains__(key)

    def get(self, key, default=None):
        self._look()
        return super().get(key, default)

    def setdefault(self, key, default=None):
        self._look()
        return super().setdefault(key, default)

    def pop(self, key, *default):
        self._look()
        return super().pop(key, *default)


@pytest.mark.slow
def test_wherever_a_run_is_broken_off_the_next_one_loads_the_file(monkeypatch):
    """A file is lost where what has been read is put away before it is in use."""
    read = start_reading(FRAME.to_csv(index=False).encode())
    kept = {"loaded": two_classes(), "model": "s", "upload": Arrived(FRAME.to_csv(index=False).encode())}
    monkeypatch.setattr(st, "spinner", lambda *said, **options: contextlib.nullcontext())
    monkeypatch.setattr(reading_job, "start_reading", lambda *source, **name: read)
    monkeypatch.setattr(st, "session_state", dict(kept))
    wait_until_read()
    whole = dict(st.session_state)
    assert whole["loaded"].name == "new.csv"
    for nth in itertools.count(1):
        state = BreakingOff(kept, nth)
        monkeypatch.setattr(st, "session_state", state)
        with contextlib.suppress(BrokenOff):
            wait_until_read()
        if state.left > 0:
            break
        wait_until_read()
        assert state.keys() == whole.keys(), nth
        assert state["loaded"].name == "new.csv", nth
        assert state["open_questions"] == whole["open_questions"], nth
    assert nth > 30


def wait_until_read():
    incoming.take_read()
    while reading_job.is_under_way():
        reading_job.be_patient()
        incoming.take_read()
