"""A file that the browser still shows and the session does not have: no traceback, an empty field, and a sentence."""

import pytest
import streamlit as st
from streamlit.proto.Common_pb2 import FileURLs
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.uploaded_file_manager import DeletedFile, UploadedFile, UploadedFileRec
from streamlit.testing.v1 import AppTest

from tests.ui.session.sessions import Session
from ui.session import arrived


def _field():
    from ui.session import arrived  # noqa: PLC0415 - Streamlit runs this function's text alone

    arrived.field("here", meaning="A file.")


@pytest.fixture
def gone(monkeypatch):
    """A field whose file was that of another session."""
    at = AppTest.from_function(_field, default_timeout=30).run()
    at.file_uploader(key="here").set_value(("my.csv", b"a,b", "text/csv"))
    with monkeypatch.context() as patched:
        # Another session's id is not known to the files of this one.
        patched.setattr(
            "streamlit.runtime.memory_uploaded_file_manager.MemoryUploadedFileManager.get_files", lambda *_a, **_k: []
        )
        return at.run()


def test_the_field_is_empty_and_says_that_its_file_is_gone(gone):
    assert not gone.exception
    assert [field.key for field in gone.file_uploader] == ["here_1"]
    assert gone.file_uploader[0].value is None
    (said,) = gone.warning
    assert said.value.startswith("The file that stood here is gone: ")
    gone.file_uploader[0].set_value(("my.csv", b"a,b", "text/csv")).run()
    assert not gone.warning


def test_a_file_that_is_gone_is_none(monkeypatch):
    monkeypatch.setattr(st, "session_state", {"here": DeletedFile("id"), "there": "a file"})
    assert arrived.file("here") is None
    assert arrived.file("there") == "a file"
    assert arrived.file("nowhere") is None


def test_a_file_that_was_read_leaves_its_name_and_no_bytes():
    record = UploadedFileRec("1", "my.csv", "text/csv", b"a,b")

    def act():
        context = get_script_run_ctx()
        context.uploaded_file_mgr.add_file(context.session_id, record)
        st.session_state["here"] = UploadedFile(record, FileURLs())
        arrived.let_go("here")
        (kept,) = context.uploaded_file_mgr.get_files(context.session_id, ["1"])
        return arrived.file("here"), kept

    held, kept = Session().run(act)
    assert (held.name, held.file_id, held.getvalue()) == ("my.csv", "1", b"")
    assert kept == record._replace(data=b"")


def test_nothing_is_let_go_where_nothing_has_arrived():
    Session().run(lambda: arrived.let_go("here"))
