"""A source reaches its own files and nothing else."""

from pathlib import Path

import duckdb
import pandas as pd
import pyarrow as pa
import pytest

from evalcore import engine
from evalcore.engine.duck import Duck
from evalcore.engine.files import found_files
from evalcore.errors import InputError

LIMITS = engine.Limits(memory=1 << 29, threads=1)
FRAME = pd.DataFrame({"y": [True, False], "s": [0.9, 0.1]})


@pytest.fixture
def place(tmp_path):
    """A folder that may be read, and one beside it that may not."""
    for name in ("open", "closed"):
        (tmp_path / name).mkdir()
        FRAME.to_parquet(tmp_path / name / "rows.parquet")
    return tmp_path


def attempts(place):
    mine, other = place / "open" / "rows.parquet", place / "closed" / "rows.parquet"
    return {
        "another file": f"SELECT * FROM '{other}'",
        "by read_parquet": f"SELECT * FROM read_parquet('{other}')",
        "up and down": f"SELECT * FROM '{place}/open/../closed/rows.parquet'",
        "through the file": f"SELECT * FROM '{mine}/../../closed/rows.parquet'",
        "through a link": f"SELECT * FROM '{place}/open/link.parquet'",
        "text of a file": "SELECT * FROM read_text('/etc/passwd')",
        "a pattern": f"SELECT * FROM glob('{place}/*')",
        "an address": "SELECT * FROM 'http://127.0.0.1:9/rows.parquet'",
        "a bucket": "SELECT * FROM 's3://bucket/rows.parquet'",
        "attach": f"ATTACH '{place}/new.duckdb'",
        "copy to the file": f"COPY (SELECT 1) TO '{mine}'",
        "copy beside it": f"COPY (SELECT 1) TO '{place}/open/new.csv'",
        "export": f"EXPORT DATABASE '{place}/open/all'",
        "install": "INSTALL httpfs",
        "load": "LOAD httpfs",
        "a setting": "SET enable_external_access = true",
        "the lock": "SET lock_configuration = false",
        "more memory": "SET memory_limit = '90GB'",
        "reset": "RESET memory_limit",
        "drop": "DROP VIEW source_rows",
        "two statements": "SELECT 1; DROP VIEW source_rows",
        "python": "SELECT * FROM FRAME",
    }


@pytest.mark.parametrize("name", list(attempts(Path())))
def test_what_is_not_a_question_is_refused(place, name):
    """By the runner, which takes one SELECT, or by the connection itself."""
    (place / "open" / "link.parquet").symlink_to(place / "closed" / "rows.parquet")
    before = {path: path.stat().st_size for path in place.rglob("*")}
    text = attempts(place)[name]
    duck = Duck(found_files(place / "open" / "rows.parquet"), LIMITS)
    with pytest.raises((ValueError, duckdb.Error)):
        duck._run(text).fetchall()
    if name not in ("drop", "two statements"):  # these are harmless: the next connection has its own
        with pytest.raises(duckdb.Error):
            duck._connection.execute(text).fetchall()
    assert duck.count() == 2
    assert {path: path.stat().st_size for path in place.rglob("*")} == before


@pytest.mark.parametrize("kind", ["duckdb", "table"])
def test_a_database_and_a_table_in_memory_are_locked_as_well(place, kind):
    if kind == "duckdb":
        with duckdb.connect(str(place / "open" / "a.duckdb")) as made:
            made.execute(f"CREATE TABLE t AS SELECT * FROM '{place}/open/rows.parquet'")
        duck = Duck(found_files(place / "open" / "a.duckdb"), LIMITS)
    else:
        duck = Duck(pa.Table.from_pandas(FRAME), LIMITS)
    assert duck.count() == 2
    for text in (f"SELECT * FROM '{place}/closed/rows.parquet'", f"ATTACH '{place}/b.duckdb'", "INSTALL httpfs"):
        with pytest.raises(duckdb.Error):
            duck._connection.execute(text).fetchall()
    with pytest.raises(ValueError, match="only one SELECT"):
        duck._run("INSERT INTO attached.t SELECT * FROM attached.t")
    with pytest.raises(duckdb.Error):
        duck._connection.execute("INSERT INTO attached.t SELECT * FROM attached.t")


@pytest.mark.parametrize(
    "name",
    [
        "../closed/rows.parquet",
        "link.parquet",
        "linked",
        "/etc/passwd",
        "none.parquet",
        "http://127.0.0.1/a.parquet",
        "\0",
    ],
)
def test_files_lie_in_the_folder_that_is_named(place, name):
    (place / "open" / "link.parquet").symlink_to(place / "closed" / "rows.parquet")
    (place / "open" / "linked").symlink_to(place / "closed")
    with pytest.raises(InputError, match="A source must be a file or a folder that this machine has") as refused:
        engine.source(name if "://" in name else place / "open" / name, root=place / "open")
    assert "closed/rows" not in str(refused.value) or "closed" in name


def test_a_folder_with_a_link_that_leads_out_is_refused(place):
    (place / "open" / "link.parquet").symlink_to(place / "closed" / "rows.parquet")
    with pytest.raises(InputError, match="A source must be a file or a folder"):
        engine.source(place / "open")


def test_a_name_that_is_a_pattern_is_refused(place):
    FRAME.to_parquet(place / "open" / "r*.parquet")
    with pytest.raises(InputError, match="A source must be a file or a folder"):
        engine.source(place / "open" / "r*.parquet")


@pytest.mark.parametrize("make", [lambda p: (p / "a.pdf").write_text("x"), lambda p: (p / "empty").mkdir()])
def test_what_no_source_is(tmp_path, make):
    make(tmp_path)
    with pytest.raises(InputError, match="A source must be a file of Parquet, CSV or DuckDB, or a folder"):
        engine.source(next(tmp_path.iterdir()))


def test_a_broken_file_is_told_without_its_place(tmp_path):
    (tmp_path / "a.parquet").write_bytes(b"PAR1 no PAR1")
    with pytest.raises(InputError, match="The source must be readable") as refused:
        engine.source(tmp_path / "a.parquet")
    assert str(tmp_path) not in str(refused.value)


def test_the_table_of_a_database_is_named(tmp_path):
    with duckdb.connect(str(tmp_path / "a.duckdb")) as made:
        made.execute('CREATE TABLE "one two" AS SELECT 1 AS a; CREATE TABLE b AS SELECT 2 AS a, 3 AS b')
    assert engine.source(tmp_path / "a.duckdb", table="one two").n_rows == 1
    for table in (None, "c", 'b";drop table b;--'):
        with pytest.raises(InputError, match="The table must be one of those in the file, b, one two"):
            engine.source(tmp_path / "a.duckdb", table=table)


@pytest.mark.parametrize("way", ["parquet", "folder", "csv", "duckdb", "frame", "arrow"])
def test_every_way_gives_the_same(tmp_path, way):
    frame = pd.DataFrame(
        {"y": ["no", "Yes", None, " yes"] * 50, "s": [0.25, 0.5, 1.0, None] * 50, "g": [1, 2, 3, 4] * 50}
    )
    frame.loc[0, "s"] = float("inf")
    where = {
        "parquet": tmp_path / "a.parquet",
        "folder": tmp_path,
        "csv": tmp_path / "a.csv",
        "duckdb": tmp_path / "a.db",
    }
    if way in ("parquet", "folder"):
        frame[:80].to_parquet(tmp_path / "a.parquet")
        if way == "folder":
            frame[80:].to_parquet(tmp_path / "b.parquet")
        else:
            frame.to_parquet(tmp_path / "a.parquet")
    elif way == "csv":
        frame.to_csv(tmp_path / "a.csv", index=False)
    elif way == "duckdb":
        with duckdb.connect(str(where[way])) as made:
            made.register("frame", frame)
            made.execute("CREATE TABLE t AS SELECT * FROM frame")
    source = engine.source(where.get(way, frame if way == "frame" else pa.Table.from_pandas(frame)), limits=LIMITS)
    cells = source.cells("y", "s", by="g")
    assert source.n_rows == cells.n_rows == 200
    assert [column.kind for column in source.columns] == ["text", "number", "number"]
    assert cells.counts.threshold.tolist() == [float("inf"), 0.5, 0.25]
    assert cells.counts.tp.tolist() == [0, 50, 50]
    assert cells.counts.fp.tolist() == [0, 0, 49]
    assert [(one.column, one.count) for one in cells.dropped] == [("y", 50), ("s", 50), ("s", 1)]
    assert source.values("g") == [(1, 50), (2, 50), (3, 50), (4, 50)]


def test_the_version_is_the_one_that_was_tried():
    """DuckDB 2.0 handed over sorted batches out of order, and Ibis 12 does not work with it."""
    assert duckdb.__version__.startswith("1.5.")


def test_settings_of_the_connection():
    duck = Duck(pa.Table.from_pandas(FRAME), engine.Limits(memory=300 << 20, threads=2))
    wanted = {
        "memory_limit": "300.0 MiB",
        "threads": "2",
        "enable_external_access": "false",
        "autoinstall_known_extensions": "false",
        "autoload_known_extensions": "false",
        "lock_configuration": "true",
        "temp_directory": "",
    }
    found = dict(duck._all("SELECT name, value FROM duckdb_settings()"))
    assert {name: found[name] for name in wanted} == wanted
