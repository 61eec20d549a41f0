"""What comes in meets nothing that belonged to what was there before."""

import contextlib
import io
from dataclasses import replace

import pandas as pd
import pytest
import streamlit as st

from evalcore.errors import InputError
from evalcore.predictions import guess_columns
from evalcore.predictions.kept import kept
from evalcore.reading import start_reading
from tests.ui.session.sessions import Session, breaking_off_everywhere, two_classes
from ui.session import address, incoming, loaded, reading_job, roles

FRAME = pd.DataFrame({"y": [1, 0, 1, 0], "score": [0.9, 0.2, 0.7, 0.4], "other": [0.1, 0.2, 0.3, 0.4]})


@pytest.mark.parametrize(
    ("widget", "stale"),
    [("map_truth", "churned"), ("map_scores", ["gone"]), ("map_positive", "yes"), ("map_part", "test")],
)
def test_a_field_that_holds_a_choice_of_another_table_changes_nothing(widget, stale):
    table = incoming.Table(kept(FRAME), "new.csv", guess_columns(FRAME))
    session = Session(loaded=two_classes(), table=table, columns=table.guess, **{widget: stale})
    before = session["loaded"]
    session.run(lambda: roles.remap(widget))
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
    type = "text/csv"


def test_an_upload_whose_callback_was_broken_off_is_taken_in_the_next_run_and_once():
    """Another request of the browser, such as the width of the page, breaks a callback off."""
    session = Session(loaded=two_classes(), upload=Arrived(FRAME.to_csv(index=False).encode()))
    session.run(incoming.take_read)
    session.run(wait_until_read)
    first = session["loaded"]
    assert first.name == "new.csv"
    session.run(incoming.take_read)
    assert session["loaded"] is first


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
    for nth, state in breaking_off_everywhere(monkeypatch, kept, wait_until_read):
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


READ = incoming.Table(kept(FRAME), "own.csv", guess_columns(FRAME))
REFUSED = incoming.Refused(InputError("no"), "other.csv", is_table=True)


def of_a_file(**more):
    """Return the session of a visitor who has loaded a file."""
    held = {"table": READ, "columns": READ.guess, "asks": frozenset(), "table_in_use": (READ, READ.guess)}
    return {**held, "loaded": two_classes(), **more}


BUTTONS = {
    "sample": (lambda: incoming.take_sample("melon-20"), of_a_file(refused=REFUSED)),
    "mapping": (lambda: roles.remap("map_scores"), of_a_file(map_scores=["other"])),
    "answer": (lambda: roles.choose_positive("0"), of_a_file()),
    "turned back": (incoming.turn_back, of_a_file(refused=REFUSED, table=replace(READ, name="other.csv"))),
}


@pytest.mark.parametrize(("act", "kept"), BUTTONS.values(), ids=BUTTONS)
def test_a_button_whose_run_is_broken_off_does_all_or_nothing(act, kept, monkeypatch):
    """Nothing of it was done, or the next run does what was left."""
    monkeypatch.setattr(st, "session_state", dict(kept))
    act()
    whole = shown_of(st.session_state)
    assert whole != shown_of(kept)
    for nth, state in breaking_off_everywhere(monkeypatch, kept, act):
        incoming.take_read()
        assert shown_of(state) in (whole, shown_of(kept)), nth
    assert nth > 6


def shown_of(state):
    """Return what pages show of a session."""
    now, (used, roles) = state["loaded"], state.get("table_in_use", (None, None))
    refused, mapped = state.get("refused"), state.get("table")
    return {
        "loaded": (now.name, now.predictions.positive, sorted(now.predictions.scores)),
        "in use": used and (used.name, roles),
        "mapped": mapped and (mapped.name, state.get("columns")),
        "refused": refused and refused.name,
        "wished": "wish" in state,
    }
