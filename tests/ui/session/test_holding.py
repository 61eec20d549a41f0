"""What a session holds, files that nobody chooses, and large rows whose visitor takes no step."""

from dataclasses import replace
from importlib import import_module
from types import SimpleNamespace
from unittest.mock import Mock

import numpy as np
import pytest
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFileRec

from evalcore.errors import InputError
from evalcore.predictions import Columns
from evalcore.reading import start_reading
from evalcore.support import memory
from tests.ui.session.sessions import Session, two_classes
from ui.data import report
from ui.session import aside, freed, holding, incoming, large_upload, limits, loaded, lost, page_table, reading_job
from ui.session.limits import Limits
from ui.session.question import UPLOADED, Asked

MB = 1 << 20


@pytest.fixture
def allowed(monkeypatch):
    # What has not arrived by the end of a test is promised to none of the others.
    monkeypatch.setattr(memory, "_BUDGET", memory._Budget())

    def allow(**given):
        monkeypatch.setattr(limits, "now", lambda: Limits(**given))

    return allow


@pytest.fixture
def arrive():
    """Let files arrive, and say which are there."""
    manager = MemoryUploadedFileManager("/upload")
    arrivals = holding.Arrivals(manager)

    def add(session, name, megabytes):
        arrivals.add(session, UploadedFileRec(name, name, "text/csv", bytes(int(megabytes * MB))))
        return {name for files in manager.file_storage.values() for name in files}

    add.leave, add.arrivals = manager.remove_session_files, arrivals
    return add


def test_the_oldest_file_of_a_session_goes_first(allowed, arrive):
    allowed(session_upload_mb=3)
    assert arrive("theirs", "t", 2) == {"t"}
    assert arrive("mine", "a", 2) == {"t", "a"}
    assert arrive("mine", "b", 1) == {"t", "a", "b"}
    assert arrive("mine", "c", 1) == {"t", "b", "c"}
    # One that was read holds nothing, and stays by its name.
    assert arrive("mine", "b", 0) == {"t", "b", "c"}
    assert arrive("mine", "d", 2) == {"t", "b", "c", "d"}
    assert arrive("mine", "e", 4) == {"t", "b"}


def test_all_sessions_together_have_a_cap(allowed, arrive):
    allowed(server_upload_mb=3)
    assert arrive("first", "a", 1) == {"a"}
    assert arrive("second", "b", 1) == {"a", "b"}
    arrive.leave("first")
    assert arrive("third", "c", 2) == {"b", "c"}
    assert arrive("fourth", "d", 1) == {"c", "d"}


def test_files_that_arrive_count_whole_from_their_first_byte_on(allowed, arrive):
    allowed(session_upload_mb=4, server_upload_mb=6)
    begin, end = arrive.arrivals.begin, arrive.arrivals.end
    arrive("mine", "a", 2)
    assert begin("mine", "b", 2 * MB)
    assert arrive("theirs", "t", 0.5) == {"a", "t"}
    assert not begin("mine", "c", 3 * MB)  # with the one that arrives more than a session may
    assert arrive("theirs", "t", 0.5) == {"a", "t"}
    assert begin("theirs", "u", 4 * MB)  # what has arrived gives way
    assert arrive("theirs", "t", 0) == {"t"}
    assert not begin("others", "o", 1 * MB)  # all take what the server has
    assert not begin("theirs", "u", 0)  # it arrives already
    end("theirs", "u")
    assert begin("others", "o", 1 * MB)
    # What has come counts once.
    assert arrive("mine", "b", 2) == {"t", "b"}
    end("mine", "b")
    assert arrive("mine", "d", 2) == {"t", "b", "d"}


def test_a_session_that_ends_takes_its_files_along_and_has_its_memory_freed(allowed, arrive, monkeypatch):
    allowed()
    ended = []
    monkeypatch.setattr(freed, "when_a_session_ends", lambda: ended.append(1))
    manager = MemoryUploadedFileManager("/upload")
    arrivals = holding.Arrivals(manager)
    for session in ("mine", "theirs"):
        arrivals.add(session, UploadedFileRec("f", "a.csv", "text/csv", b"1"))
    arrivals.forget("mine")
    assert list(manager.file_storage) == ["theirs"]
    assert ended == [1]


def test_large_files_that_are_kept_take_their_part(allowed, arrive, monkeypatch):
    kept = {"mine": 2 * MB, "theirs": 0, None: 2 * MB}
    monkeypatch.setattr(large_upload, "kept", lambda session=None: kept[session])
    allowed(session_upload_mb=3, server_upload_mb=5)
    assert arrive("mine", "a", 1) == {"a"}
    assert arrive("mine", "b", 1) == {"b"}
    assert arrive("theirs", "t", 2) == {"b", "t"}
    assert arrive("theirs", "u", 1) == {"t", "u"}


def test_what_is_kept_is_known_of_each_session_and_of_all_until_it_goes():
    before, session = large_upload.kept(), Session()
    session.run(lambda: large_upload.keep(bytes(5 * MB), "large.csv"))
    assert large_upload.kept() == before + 5 * MB
    assert session.run(holding.of_session) >= 5 * MB
    session.run(large_upload.only_loaded)
    assert large_upload.kept() == before


def test_a_large_file_that_is_counted_goes_like_rows(allowed):
    allowed(idle_mb=1)
    asked = Asked(f"{UPLOADED}1", truth="y", positive="1", scores=("s",))
    held = large_upload.Held(asked.source, "large.csv", bytes(2 * MB))
    state = {"loaded": replace(large(), asked=asked), large_upload.HELD: {asked.source: held}}
    assert holding.let_go_of(state)
    assert large_upload.HELD not in state
    named = {"loaded": replace(large(), asked=replace(asked, source="claims")), "memory": {"of": np.zeros(MB)}}
    assert not holding.let_go_of(named)


def test_whoever_takes_no_step_for_long_is_found_once():
    now = [0.0]
    steps = holding.Steps(lambda: now[0])
    for session in ("away", "here"):
        steps.step(session)
    now[0] = 100.0
    steps.step("here")
    assert steps.left_alone(100) == ["away"]
    now[0] = 120.0
    assert steps.left_alone(10) == []  # looked at a moment ago
    now[0] = 131.0
    assert steps.left_alone(10) == ["here"]
    now[0] = 200.0
    assert steps.left_alone(10) == []


def of(session):
    """Return what a session keeps, without its widgets."""
    names = ("loaded", "memory", "gone", *incoming.OF_ROWS)
    return {name: session[name] for name in names if session[name] is not None}


def large():
    own = two_classes()
    return loaded.Loaded(own.predictions, "my file.csv")


def test_large_rows_go_and_their_visitor_is_told(allowed):
    allowed(idle_mb=0.000_001)
    session = Session()
    session.run(lambda: loaded.keep(large()))
    session["memory"] = {"table": {("of",): np.zeros(1000)}}
    state = of(session)
    assert holding._bytes_of(state) >= 8000
    assert holding.let_go_of(state)
    assert not {*incoming.OF_ROWS, "memory"} & set(state)
    after = Session(**{key: state[key] for key in ("loaded", "gone", "session_lost", "session_lost_idle")})
    after["session_lost_in_sight"] = True
    assert after.run(loaded.gone) == loaded.FILE
    assert after.run(lambda: lost.of(loaded.FILE)) == "my file.csv"
    said = "it was not used for long, and this server gives the memory to others then"
    assert str(after.run(lost.why)) == said
    after.run(lambda: loaded.keep(large()))
    assert str(after.run(lost.why)) != said


def test_a_session_in_which_something_runs_is_left_alone():
    for runner, n_drawn in ((None, 1), (object(), 0)):
        state = {"loaded": large(), "memory": {"table": np.zeros(10_000_000)}}
        session = Mock(session_state=state, _scriptrunner=runner)
        server = Mock()
        server._session_mgr.get_session_info.return_value = Mock(session=session)
        holding._let_go(server, "theirs")
        assert session.request_rerun.call_count == n_drawn
        assert ("memory" in state) == (n_drawn == 0)
    server._session_mgr.get_session_info.return_value = None
    holding._let_go(server, "one that has ended")


def test_former_rows_go_first_and_do_not_make_the_present_ones_large(allowed):
    allowed(idle_mb=1)
    for now in (large(), loaded.sample("lecture-20")):
        former = Mock(rows=replace(large(), answers={"much": np.zeros(MB)}))
        state = {"loaded": now, holding.LEFT: {("before", "1"): former}}
        assert holding.has_former(state)
        assert holding.let_go_of(state)
        assert state == {"loaded": now}
        # Those that are loaded are no former ones: nothing is drawn anew for them.
        state[holding.LEFT] = {("now", "2"): Mock(rows=now), ("large", "3"): None}
        assert not holding.let_go_of(state)


def test_what_is_held_is_said_of_former_rows_too(allowed):
    allowed(idle_mb=1)
    session = Session()
    session.run(lambda: loaded.keep(loaded.sample("lecture-20")))
    session.run(report.what_is_held)
    assert not session.at.caption
    session[holding.LEFT] = {("before", "1"): Mock(rows=large())}
    session.run(report.what_is_held)
    assert "Rows loaded before are given back after" in session.at.caption[0].value


def test_small_rows_and_samples_stay(allowed):
    session = Session()
    session.run(lambda: loaded.keep(large()))
    allowed(idle_mb=1)
    for state in (of(session), {}, {"loaded": loaded.sample("lecture-20")}):
        before = dict(state)
        assert not holding.let_go_of(state)
        assert state == before


def kept_with_a_sample():
    """Return by its name what a session holds where a sample is loaded, each of some megabytes."""
    rows = np.zeros(3 * MB)
    own = replace(large(), answers={"much": rows})
    reading = start_reading(b"y,score\n1,0.9\n0,0.2\n" * MB)
    assert reading.wait(60)
    refused = incoming.Refused(InputError("It cannot."), "my file.csv", is_table=True)
    table = incoming.Table(SimpleNamespace(rows=rows), "my file.csv", Columns())
    used = page_table.InUse(rows, "my file.csv", "1")
    return {
        "put aside": {aside._ASIDE: aside._Aside(own, frozenset(), {}, {})},
        "refused": {incoming.REFUSED: refused, "table": table},
        "waiting": {large_upload.HELD: {"1": large_upload.Held("1", "my file.csv", bytes(3 * MB))}},
        "of a page": {"re_table_used": used},
        "read": {reading_job.READING: (reading, "my file.csv")},
    }


@pytest.mark.parametrize(
    ("what", "place"),
    [
        ("put aside", aside._ASIDE),
        ("refused", loaded.BROUGHT),
        ("waiting", loaded.BROUGHT),
        ("of a page", "re_table"),
        ("read", loaded.BROUGHT),
    ],
)
def test_what_was_brought_beside_a_sample_is_counted_and_goes_and_is_named(allowed, what, place):
    import_module("ui.regression.data")  # the page that has such a table
    allowed(idle_mb=2)
    kept = kept_with_a_sample()[what]
    sample = loaded.sample("lecture-20")
    state = {"loaded": sample, **kept}
    assert holding._bytes_of(state) >= 3 * MB
    assert holding.let_go_of(state)
    assert not set(kept) & set(state)
    assert state["loaded"] is sample
    after = Session(**{key: state[key] for key in state if key.startswith(("loaded", "session_lost"))})
    assert after.run(loaded.gone) is None
    assert after.run(lambda: lost.of(place)) == "my file.csv"
    assert str(after.run(lost.why)) == "it was not used for long, and this server gives the memory to others then"
    assert not holding.let_go_of(state)


def test_an_example_of_a_page_is_no_visitors(allowed):
    import_module("ui.regression.data")
    allowed(idle_mb=1)
    state = {"re_table_used": page_table.InUse(np.zeros(MB), "five", "1", example="five")}
    assert not holding.let_go_of(state)
    assert "re_table_used" in state


def test_at_the_end_of_the_path_rows_that_went_meanwhile_are_named(allowed):
    allowed(idle_mb=0.000_001)
    session = Session()
    session.run(lambda: loaded.keep(large()))
    session.run(aside.put)
    session.run(lambda: incoming.take_sample("ties"))
    state = {name: session[name] for name in ("loaded", aside._ASIDE)}
    assert holding.let_go_of(state)
    after = Session(**state)
    assert not after.run(aside.is_kept)
    after.run(lambda: incoming.take_sample("lecture-20"))
    assert after.run(loaded.gone) is None
    after.run(aside.give_back)
    assert after.run(loaded.gone) == loaded.FILE
    assert after.run(lambda: (lost.of(loaded.FILE), lost.of(aside._ASIDE))) == ("my file.csv", None)
    assert "not used for long" in str(after.run(lost.why))
    # Whoever has brought others on the way is not told.
    others = Session(**state)
    others.run(lambda: loaded.keep(large()))
    others.run(aside.give_back)
    assert others.run(lambda: (loaded.gone(), lost.of(aside._ASIDE))) == (None, None)
