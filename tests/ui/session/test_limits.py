"""What the operator lets a run take: a file, the environment over it, and defaults where neither can be read."""

import logging

import pytest

from evalcore.errors import InputError
from evalcore.support.runs import Effort
from ui.session import limits
from ui.session.limits import Limits


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.setenv(limits.VARIABLE, str(tmp_path / "limits.toml"))
    return tmp_path / "limits.toml"


def test_without_a_file_the_defaults_hold(file):
    assert not file.exists()
    assert limits.now() == Limits()


def test_the_environment_says_more_than_the_file(file, monkeypatch):
    file.write_text("run_seconds = 60\nrun_rows = 1e6\n")
    assert (limits.now().run_seconds, limits.now().run_rows) == (60, 1e6)
    monkeypatch.setenv("EVALUATION_RUN_SECONDS", "90")
    assert (limits.now().run_seconds, limits.now().run_rows) == (90, 1e6)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("run_seconds = 0", "Limit run_seconds must be a number above 0; got 0. Write one, or leave it out."),
        ("run_rows = true", "Limit run_rows must be a number above 0; got True. Write one, or leave it out."),
        ('run_rows = "many"', "Limit run_rows must be a number above 0; got many. Write one, or leave it out."),
        ("seconds = 3", "The file of limits has 'seconds', which nobody reads. It may have 'run_seconds', 'run_rows'"),
        ("[run", "The file of limits must be TOML in UTF-8; it is not: "),
    ],
)
def test_what_cannot_be_read_is_in_the_log_and_the_defaults_hold(file, monkeypatch, text, said):
    file.write_text(text)
    with pytest.raises(InputError) as refused:
        limits.read(file, {})
    assert str(refused.value).startswith(said)
    logged = []
    monkeypatch.setattr(logging.getLogger(limits.__name__), "error", logged.append)
    assert [limits.now(), limits.now()] == [Limits(), Limits()]
    assert logged == [str(refused.value)]  # once, not at every look


def test_the_others_hold_beside_one_that_cannot_be_read(file, monkeypatch):
    logged = []
    monkeypatch.setattr(logging.getLogger(limits.__name__), "error", logged.append)
    file.write_text('run_rows = 1e6\nidle_mb = "few"\nseconds = 3\nrun_seconds = 60\n')
    monkeypatch.setenv("EVALUATION_RUN_SECONDS", "5min")
    monkeypatch.setenv("EVALUATION_SERVER_UPLOAD_MB", "900")
    assert limits.now() == Limits(run_rows=1e6, run_seconds=60, server_upload_mb=900)
    assert [one.partition(",")[0].partition(";")[0] for one in logged] == [
        "The file of limits has 'seconds'",
        "Limit idle_mb must be a number above 0",
        "Limit run_seconds must be a number above 0",
    ]


def test_what_is_said_before_a_run(file):
    file.write_text("run_seconds = 60\nrun_rows = 1000\n")
    assert limits.before_it(Effort(10)) is None
    assert str(limits.before_it(Effort(11))) == "This takes about 15 s."
    assert str(limits.before_it(Effort(400))) == (
        "This would take about 7 min. The server stops a run after 1 min, and what was found until then is shown."
    )
    assert limits.too_large(Effort(1, 1000)) is None
    assert str(limits.too_large(Effort(1, 2000))) == (
        "A run may train its learners on at most 1,000 rows in all on this server; this asks for 2,000. Choose fewer "
        "rows, data sets, repeats or rounds."
    )
