"""The operator's file of sources: what it may say, and the one sentence that each mistake gets."""

import math
import sys
from pathlib import Path

import pandas as pd
import pytest

from evalcore.errors import InputError
from ui.session import sources

GOOD = """
[limits]
seconds = 60
memory_gb = 1.5

[sources.claims]
title = "Claims of 2026"
path = "claims.parquet"
columns = ["y", "score", "y"]

[sources.warehouse]
connection = "WAREHOUSE"
table = "scores"
columns = ['a";drop table t;--']
limits = {rows = 1_000_000, threads = 1}
"""


@pytest.fixture
def write(tmp_path, monkeypatch):
    def written(text):
        file = tmp_path / "sources.toml"
        file.write_text(text, encoding="utf-8")
        monkeypatch.setenv(sources.VARIABLE, str(file))
        return file

    return written


def test_a_file_names_sources_columns_and_limits(write, tmp_path):
    write(GOOD)
    claims, warehouse = sources.named().values()
    assert (claims.key, claims.title, claims.path) == ("claims", "Claims of 2026", tmp_path / "claims.parquet")
    assert claims.columns == ("y", "score")
    assert claims.allowed == sources.Allowed(math.inf, 60, None, 3 << 29)
    assert (warehouse.title, warehouse.connection, warehouse.table) == ("warehouse", "WAREHOUSE", "scores")
    assert warehouse.columns == ('a";drop table t;--',)
    assert warehouse.allowed == sources.Allowed(1_000_000, 60, 1, 3 << 29)


def test_without_a_file_there_is_none(monkeypatch, tmp_path):
    monkeypatch.delenv(sources.VARIABLE, raising=False)
    monkeypatch.setattr(sources, "USUAL", tmp_path / "sources.toml")
    assert sources.named() == {}
    assert sources.tell_operator() is None


SOURCE = '[sources.a]\npath = "a.parquet"\ncolumns = ["y"]\n'
WRONG = {
    "not TOML": ("sources = [", "The file of sources must be TOML in UTF-8; it is not: "),
    "unknown": (SOURCE + "[server]\nport = 1", "the file in the file of sources has 'server', which nobody reads."),
    "unknown key": (SOURCE + 'colums = "y"', "[sources.a] in the file of sources has 'colums', which nobody reads."),
    "unknown limit": ("[limits]\nminutes = 3", "[limits] in the file of sources has 'minutes', which nobody reads."),
    "a limit of 0": ("[limits]\nrows = 0", "rows of [limits] in the file of sources must be a number above 0"),
    "half a thread": ("[limits]\nthreads = 1.5", "threads of [limits] in the file of sources must be a number above 0"),
    "no path": ('[sources.a]\ncolumns = ["y"]', "must have either a path or a connection; it has neither."),
    "both": (SOURCE + 'connection = "B"', "must have either a path or a connection; it has both."),
    "no columns": ('[sources.a]\npath = "a"', "columns of [sources.a] in the file of sources must be a list"),
    "a number": ("[sources.a]\npath = 3", "path of [sources.a] in the file of sources must be text; got 3"),
    "no table": ("sources = 3", "it of [sources] in the file of sources must be a table of names and values; got 3"),
    "a key": ('[sources."../a"]\npath = "a"', "its key of [sources.../a] in the file of sources must be letters"),
}


@pytest.mark.parametrize(("text", "sentence"), WRONG.values(), ids=WRONG)
def test_a_mistake_gets_one_sentence(text, sentence, write, capsys):
    write(text)
    with pytest.raises(InputError) as refused:
        sources.named()
    assert sentence in str(refused.value)
    sources._log.clear()
    assert [str(sources.tell_operator()) for _run in range(2)] == [str(refused.value)] * 2
    assert capsys.readouterr().err.splitlines() == [str(refused.value)]


WAREHOUSE = sources.Named("warehouse", "Warehouse", ("y", "score"), connection="WAREHOUSE", table="scores")


def test_a_database_needs_its_address_in_the_environment(monkeypatch):
    monkeypatch.delenv("WAREHOUSE", raising=False)
    with pytest.raises(InputError, match="must find its address in the server's environment; WAREHOUSE is not set"):
        sources.open_one(WAREHOUSE)


def test_a_database_needs_packages_of_its_own(monkeypatch):
    monkeypatch.setenv("WAREHOUSE", "postgres://reader:secret@db/scores")
    monkeypatch.setitem(sys.modules, "ibis", None)
    with pytest.raises(InputError, match=r"these need the packages of requirements-engine\.txt"):
        sources.open_one(WAREHOUSE)


class Ibis:
    """What Ibis gives: a connection by its address, and of it a table."""

    def connect(self, address):
        if "secret" in address:
            raise ConnectionError(f"could not reach {address}")
        self.address = address
        return self

    def table(self, name):
        return pd.DataFrame({"y": [1, 0, 1], "score": [0.9, 0.2, 0.4]}) if name == "scores" else None


def test_a_database_is_reached_by_the_address_of_the_environment(monkeypatch):
    monkeypatch.setitem(sys.modules, "ibis", ibis := Ibis())
    monkeypatch.setenv("WAREHOUSE", "duckdb://scores.db")
    assert sources.open_one(WAREHOUSE).n_rows == 3
    assert ibis.address == "duckdb://scores.db"
    monkeypatch.setenv("WAREHOUSE", "postgres://reader:secret@db/scores")
    with pytest.raises(InputError, match="that ended with 'ConnectionError'") as refused:
        sources.open_one(WAREHOUSE)
    assert "secret" not in str(refused.value)
    assert refused.value.__cause__ is None


def test_limits_of_the_file_are_those_of_the_engine(tmp_path):
    pd.DataFrame({"y": [1, 0], "score": [0.9, 0.2]}).to_parquet(tmp_path / "a.parquet")
    allowed = sources.Allowed(seconds=3, threads=1, memory=1 << 30)
    opened = sources.open_one(sources.Named("a", "a", ("y",), tmp_path / "a.parquet", allowed=allowed))
    assert (opened.limits.seconds, opened.limits.threads, opened.limits.memory) == (3, 1, 1 << 30)


def test_what_cannot_be_opened_is_told_to_the_log_and_no_visitor_learns_where_files_lie(tmp_path, monkeypatch):
    told = []
    monkeypatch.setattr(sources, "_log", told.append)
    mixed = tmp_path / "mixed"
    mixed.mkdir()
    (mixed / "a.parquet").write_text("no Parquet")
    for path in (tmp_path / "none.parquet", mixed):
        with pytest.raises(InputError, match="cannot be opened as the file of sources names it") as refused:
            sources.open_one(sources.Named("a", "a", ("y",), path))
        assert str(tmp_path) not in str(refused.value)
        assert refused.value.__cause__ is None
        assert str(path) in told.pop()


def test_a_column_that_is_not_there_is_told_to_the_log(tmp_path, monkeypatch):
    told = []
    monkeypatch.setattr(sources, "_log", told.append)
    pd.DataFrame({"y": [1, 0], "score": [0.9, 0.2]}).to_parquet(tmp_path / "a.parquet")
    sources.open_one(sources.Named("a", "a", ("y", "scroe"), tmp_path / "a.parquet"))
    assert told == ["Source 'a' has no column 'scroe': it is not offered."]


def test_a_file_that_is_named_must_be_there(monkeypatch, tmp_path):
    monkeypatch.setenv(sources.VARIABLE, str(tmp_path / "none.toml"))
    with pytest.raises(InputError, match="The file of sources that EVALUATION_SOURCES names must exist; there is none"):
        sources.named()


def test_no_sentence_names_a_path_of_the_server(write, monkeypatch):
    write(GOOD)

    def denied(_file, **_how):
        raise PermissionError(13, "Permission denied", "/srv/secret/sources.toml")

    monkeypatch.setattr(Path, "read_text", denied)
    with pytest.raises(InputError) as refused:
        sources.named()
    assert str(refused.value) == "The file of sources must be TOML in UTF-8; it is not: Permission denied."
