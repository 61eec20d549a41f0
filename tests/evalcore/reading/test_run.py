"""Files that mean harm, and readings that are stopped: each ends only its own process, with one sentence."""

import gc
import gzip
import io
import os
import re
import signal

import openpyxl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from evalcore.errors import InputError
from evalcore.reading import Limits, conditions, excel_worker, process, read, read_table, run, start_reading, worker
from evalcore.reading.stream import Streamed
from evalcore.support.memory import promising
from evalcore.support.runs import Line

pytestmark = pytest.mark.slow

CSV = b"y,score\n1,0.9\n0,0.2\n"
MEGABYTE = 10**6
LIMITS = Limits(table=100 * MEGABYTE, memory=400 * MEGABYTE, seconds=60)


def parquet(table, **options) -> bytes:
    out = io.BytesIO()
    pq.write_table(pa.table(table), out, **options)
    return out.getvalue()


def repeated(rows: int, length: int, kind=None) -> pa.DictionaryArray:
    return pa.DictionaryArray.from_arrays(pa.array([0] * rows, pa.int32()), pa.array(["x" * length], kind))


def packed(*pieces: bytes) -> bytes:
    out = io.BytesIO()
    with gzip.GzipFile(fileobj=out, mode="wb", compresslevel=1) as stream:
        for piece in pieces:
            stream.write(piece)
    return out.getvalue()


def rows_of_text(rows: int, **options) -> bytes:
    out = io.BytesIO()
    with pq.ParquetWriter(out, pa.schema({"t": pa.string()}), **options) as writer:
        writer.write_table(pa.table({"t": ["x" * 60_000] * rows}))
    return out.getvalue()


def far_cell() -> bytes:
    book = openpyxl.Workbook()
    book.active["A1"] = "y"
    book.active.cell(1048576, 16384).value = 1
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


COLUMNS = "The table must have at most 1000 columns; it has {}. Leave out the columns you do not need."
TABLE = "The table must take at most 0.1 GB of memory; {} Leave out the columns you do not need."
MEMORY = "The table must fit in 0.4 GB of memory while it is read; it does not. Leave out the columns you do not need."
LINE = "A line of the text must be at most 16 MB long; line {} is longer. Leave out the column with the long text."
HEADER = "The header must be at most 1 MB long; the first line is longer. Put a line with short column names on top."
HOSTILE = {
    "a header of a million commas": (lambda: b"," * 10**6 + b"\n1\n", COLUMNS.format(1_000_001)),
    "a million commas and no line": (lambda: b"," * 10**6, COLUMNS.format(1_000_001)),
    "a million blanks as columns": (lambda: b"a " * 10**6 + b"\n1\n", HEADER),
    "200,000 columns": (
        lambda: ",".join(f"c{i}" for i in range(200_000)).encode() + b"\n" + b"1," * 199_999 + b"1\n",
        COLUMNS.format(200_000),
    ),
    "200,000 columns under names in quotation marks": (
        lambda: ";".join(f'"c,{i}"' for i in range(200_000)).encode() + b"\n" + b"1;" * 199_999 + b"1\n",
        COLUMNS.format(200_000),
    ),
    "a header of one name": (lambda: b"a" * 2 * MEGABYTE + b"\n1\n", HEADER),
    "a dictionary of text in many rows": (
        lambda: parquet({"y": [0, 1] * 30_000, "t": repeated(60_000, 60_000)}),
        TABLE.format("with column 't' it takes 3.6 GB."),
    ),
    "the same in a million rows": (
        lambda: parquet({"t": repeated(10**6, 60_000)}),
        TABLE.format("with column 't' it takes 60 GB."),
    ),
    "the same as plain text": (lambda: rows_of_text(2_000), TABLE.format("with column 't' it takes 0.12 GB.")),
    "text told by its difference to the row before": (
        lambda: rows_of_text(2_000, use_dictionary=False, column_encoding={"t": "DELTA_BYTE_ARRAY"}),
        TABLE.format("with column 't' it takes 0.12 GB."),
    ),
    "one number in many rows": (
        lambda: parquet({f"c{i}": repeated_number(3_000_000) for i in range(5)}),
        TABLE.format("its 3,000,000 rows and 5 columns take more."),
    ),
    "wide bytes in many rows": (
        lambda: parquet({"t": pa.array([b"x" * 1000] * 200_000, pa.binary(1000))}),
        TABLE.format("its 200,000 rows and 1 columns take more."),
    ),
    "many rows in little gzip": (
        lambda: packed(b"y,score\n", *[b"0,1\n" * MEGABYTE] * 8),
        TABLE.format("its 8,000,001 rows and 2 columns take more."),
    ),
    "gzip in gzip": (
        lambda: packed(packed(*[b"0" * 16 * MEGABYTE] * 30)),
        MEMORY,
    ),
    "a gzip of one line": (
        lambda: packed(b"y,score\n1,", *[b"0" * 16 * MEGABYTE] * 5, b"\n"),
        LINE.format(2),
    ),
    "a cell far from the table": (
        far_cell,
        "The workbook must be readable; it is damaged, or a cell far from the table makes it too large. Save the "
        "table as CSV.",
    ),
}


def repeated_number(rows):
    return pa.DictionaryArray.from_arrays(pa.array([0], pa.int8()).take(pa.nulls(rows, pa.int8()).fill_null(0)), [7])


@pytest.mark.parametrize(("make", "sentence"), HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_file_gets_its_sentence_within_the_limit(make, sentence):
    reading = start_reading(make(), limits=LIMITS)
    with pytest.raises(InputError) as caught:
        reading.result()
    assert str(caught.value) == sentence
    assert reading.peak < LIMITS.memory + 150 * MEGABYTE  # the libraries come on top


@pytest.mark.parametrize("name", ["a header of a million commas", "a dictionary of text in many rows"])
def test_the_caller_s_own_process_refuses_what_can_be_told_beforehand(name):
    make, sentence = HOSTILE[name]
    if name.startswith("a header"):
        with pytest.raises(InputError) as caught:
            read_table(make())
        assert str(caught.value) == sentence
    else:
        with pytest.raises(InputError, match="with column 't' it takes 6000 GB"):
            read_table(parquet({"t": repeated(10**6, 6 * 10**6)}))


def test_text_beyond_2_gb_is_read_whole(monkeypatch):
    """Arrow's usual text holds 2 GB at most; here the border is lower."""
    monkeypatch.setattr("evalcore.reading.plain._LONGEST_TEXT", 1000)
    for kind in (pa.string(), pa.binary(), pa.large_string()):
        value = pa.array(["x" * 300]).cast(kind)
        column = pa.DictionaryArray.from_arrays(pa.array([0, None, 0, 0, 0, 0], pa.int32()), value)
        frame = read_table(parquet({"y": range(6), "t": column}))
        assert frame["t"].tolist()[2:] == ["x" * 300] * 4
        assert frame["t"].isna().tolist() == [False, True, False, False, False, False]


def test_the_same_table_apart():
    for data, name in (
        (CSV, "a.csv"),
        (gzip.compress(CSV), "a.csv.gz"),
        (parquet({"y": [1, 0], "score": [0.9, 0.2]}), None),
    ):
        reading = start_reading(data, name=name)
        assert reading.result().frame.equals(read_table(CSV))
        assert reading.progress == 1
        assert reading.peak > 0


def test_a_workbook_is_read_in_the_same_process():
    book = openpyxl.Workbook()
    for row in (["y", "score"], [1, 0.9], [0, 0.2]):
        book.active.append(row)
    out = io.BytesIO()
    book.save(out)
    assert start_reading(out, name="a.xlsx").result().frame.equals(read_table(CSV))
    empty = io.BytesIO()
    openpyxl.Workbook().save(empty)
    with pytest.raises(InputError, match="its visible sheets are empty"):
        start_reading(empty).result()


def test_the_refusals_are_those_of_the_library():
    for data, name in ((b"", None), (CSV, "a.parquet"), (b"y,score\n1,2,3\n", None), (b"\x80\x04K\x01.", None)):
        with pytest.raises(InputError) as here:
            read_table(data, name=name)
        with pytest.raises(InputError) as there:
            start_reading(data, name=name).result()
        assert there.value.message == here.value.message


NOTES = {
    "GB18030": ("真实,得分\n是,0.5\n否,0.25\n".encode("gb18030"), "GB18030"),
    "Shift-JIS": ("真実,score\nはい,0.5\nいいえ,0.25\n".encode("shift-jis"), "GB18030"),
    "UTF-16 that does not say so": (CSV.decode().encode("utf-16-le"), "UTF-16"),
}


@pytest.mark.parametrize(("data", "encoding"), NOTES.values(), ids=NOTES)
def test_a_guessed_encoding_is_said(data, encoding):
    sentence = (
        f"The text is not UTF-8 and does not say its encoding; it was read as {encoding}. If characters look wrong, "
        "save it again as CSV UTF-8."
    )
    assert [str(note) for note in read(data).notes] == [sentence]
    assert [str(note) for note in start_reading(data).result().notes] == [sentence]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_a_declared_encoding_needs_no_word(encoding):
    assert read("真实,得分\n是,0.5\n否,0.25\n".encode(encoding)).notes == ()


def test_columns_left_out_are_named():
    table = pa.table(
        {
            "y": [1, 0],
            "embedding": [[1.0] * 101, [2.0] * 101],
            "ragged": [[1.0, 2.0], [2.0]],
            "box": [{"x": 1}, {"x": 2}],
            "picture": pa.array([b"\xff\xfe", b"\xff"]),
        }
    )
    found = read(parquet(table))
    assert list(found.frame) == ["y"]
    assert [str(note) for note in found.notes] == [
        "These columns hold lists or structs and were left out: 'embedding', 'box', 'ragged'.",
        "These columns hold neither numbers nor text and were left out: 'picture'.",
    ]


def test_a_reading_that_is_cancelled_says_so_and_ends_its_process():
    reading = start_reading(packed(b"a b\n", *[b"1  2\n" * MEGABYTE] * 20))
    while reading.pid is None:
        assert not reading.wait(0.01)
    pid = reading.pid
    reading.cancel()
    assert reading.wait(60)
    with pytest.raises(InputError, match="The file must be read to its end; reading it was stopped"):
        reading.result()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_a_reading_that_is_forgotten_ends_its_process():
    reading = start_reading(packed(b"a b\n", *[b"1  2\n" * MEGABYTE] * 20))
    started = reading._run
    while started.process is None:
        assert not reading.wait(0.01)
    del reading
    gc.collect()
    assert started.ended.wait(60)
    assert started.process.returncode == -signal.SIGKILL


def test_readings_wait_for_their_turn_and_can_be_cancelled_there(monkeypatch):
    line = one_turn(monkeypatch)
    first, second = start_reading(CSV), start_reading(CSV)
    assert not first.wait(0.3)
    assert first.stage == second.stage == "waiting"
    second.cancel()
    assert second.wait(60)
    line.leave()
    assert first.result().frame.shape == (2, 2)
    assert second.pid is None


def one_turn(monkeypatch):
    """Have one reading at a time, whose turn is taken."""
    line = Line(1)
    monkeypatch.setattr(run, "_line", line)
    line.join("another")
    assert line.take("another", lambda: False)
    return line


def test_who_came_first_is_read_first(monkeypatch):
    line, order = one_turn(monkeypatch), []
    monkeypatch.setattr(run._Run, "_talk", lambda reading: order.append(reading.name))
    readings = [start_reading(CSV, name=f"{n}.csv") for n in range(12)]
    line.leave()
    assert all(reading.wait(60) for reading in readings)
    assert order == [f"{n}.csv" for n in range(12)]


def test_a_reading_ends_when_nobody_wants_it_waiting_or_not(monkeypatch):
    monkeypatch.setattr(run, "_LOOK", 0.05)
    gone = []
    going = start_reading(packed(b"a b\n", *[b"1  2\n" * MEGABYTE] * 20))
    one_turn(monkeypatch)
    waiting = start_reading(CSV)
    for reading in (going, waiting):
        reading.only_while(lambda: not gone)
    while going.pid is None:
        assert not going.wait(0.1)
    gone.append(1)
    for reading in (going, waiting):
        assert reading.wait(30)
        with pytest.raises(InputError, match="reading it was stopped"):
            reading.result()


def test_too_little_time():
    reading = start_reading(packed(b"a b\n", *[b"1  2\n" * MEGABYTE] * 20), limits=Limits(10**9, 10**9, 0.5))
    with pytest.raises(InputError) as caught:
        reading.result()
    assert str(caught.value) == (
        "The file must be read within 0.5 seconds; reading it takes longer. Leave out the rows or columns you do not "
        "need."
    )


def test_those_who_read_at_once_share_what_is_free(monkeypatch):
    monkeypatch.setattr(conditions, "free_memory", lambda: 9 * 10**9)
    first, second = (run._Run(CSV, "a.csv", None, None) for _run in range(2))
    told = run._Run(CSV, "a.csv", Limits(10**6, 10**9), None)
    with promising(first._may_take), promising(told._may_take), promising(second._may_take):
        assert [one.limits.memory for one in (first, told, second)] == [3 * 10**9, 10**9, 5 * 10**9 // 3]
    with promising(second._may_take):
        assert second.limits.memory == 3 * 10**9  # the others have ended


def test_a_server_without_a_process_does_not_blame_the_file(monkeypatch):
    def none(*_args, **_kwargs):
        raise BlockingIOError(11, "Resource temporarily unavailable", "/usr/bin/python")

    monkeypatch.setattr(run.subprocess, "Popen", none)
    with pytest.raises(InputError) as caught:
        start_reading(CSV).result()
    assert str(caught.value) == (
        "A process of its own must read the file; this server could not begin one, which says nothing of the file. Try "
        "again in a moment."
    )


def test_a_reading_that_cannot_begin_leaves_the_line_to_the_next(monkeypatch):
    with monkeypatch.context() as full:
        full.setattr(run.threading.Thread, "start", no_thread)
        reading = start_reading(CSV)
    with pytest.raises(InputError, match="could not begin one, which says nothing of the file"):
        reading.result()
    assert start_reading(CSV).wait(60)


def test_a_reading_that_nobody_can_watch_is_stopped(monkeypatch):
    one_turn(monkeypatch)  # while it waits it begins no thread of its own
    reading = start_reading(CSV)
    with monkeypatch.context() as full:
        full.setattr(run.threading.Thread, "start", no_thread)
        reading.only_while(lambda: True)
    assert reading.wait(60)
    with pytest.raises(InputError, match="reading it was stopped"):
        reading.result()


@pytest.mark.parametrize("kind", ["Timer", "Thread"])
def test_a_process_that_nobody_can_hand_the_file_to_ends_and_does_not_blame_it(monkeypatch, kind):
    """The server lets no further thread start: none that ends it in time, or none that hands the file over."""
    begun = []
    start = process.begin

    def begin(thread):
        """Begin a thread, unless it is of this kind."""
        begun.append(type(thread).__name__)
        if begun[-1] == kind:
            monkeypatch.setattr(thread, "start", lambda: no_thread(thread))
        start(thread)

    monkeypatch.setattr(process, "begin", begin)
    reading = start_reading(CSV)
    assert reading.wait(60)
    with pytest.raises(InputError) as caught:
        reading.result()
    assert str(caught.value) == "This server could not begin any further work just now. Try again in a moment."
    assert reading._run.process.returncode == -signal.SIGKILL
    assert begun == ["Timer", "Thread"][: len(begun)]
    with pytest.raises(InputError, match="could not begin any further work"):
        Streamed(CSV, "a.csv")


def no_thread(_thread):
    raise RuntimeError("can't start new thread")


@pytest.mark.parametrize(
    ("ending", "said"),
    [
        (signal.SIGABRT, "The table must fit in 4 GB of memory while it is read; it does not"),
        (signal.SIGKILL, "That says nothing of the file: try again in a moment."),
    ],
)
def test_a_process_that_is_killed_ran_out_of_memory(ending, said):
    reading = start_reading(packed(b"a b\n", *[b"1  2\n" * MEGABYTE] * 20), limits=Limits(10**9, 4 * 10**9))
    while reading.pid is None:
        assert not reading.wait(0.01)
    os.kill(reading.pid, ending)
    with pytest.raises(InputError, match=re.escape(said)):
        reading.result()


def test_a_process_that_does_not_answer(monkeypatch):
    monkeypatch.setattr(process, "_PROGRAM", "raise SystemExit(1)")
    with pytest.raises(InputError) as caught:
        start_reading(CSV).result()
    assert str(caught.value) == (
        "The file must hold a table that can be read; reading it ended without an answer. Save the table as CSV or "
        "Parquet."
    )


@pytest.mark.parametrize(
    "answer",
    [
        b'{"size": 99999999999, "notes": [], "peak": 1}\n',
        b'{"size": 10, "notes": [], "peak": 1}\n123',
        b'{"size": 4, "notes": [], "peak": 1}\nabcd',
        b'{"peak": 1}\n',
        b"[]\n",
        b"words\n",
        b"\xff" * 2 * MEGABYTE,
    ],
)
def test_an_answer_that_is_none_is_not_believed(monkeypatch, answer):
    program = f"import sys; sys.stdin.buffer.read(10); sys.stdout.buffer.write({answer!r})"
    if len(answer) > MEGABYTE:
        program = "import sys; sys.stdin.buffer.read(10); sys.stdout.buffer.write(b'\\xff' * 2000000)"
    monkeypatch.setattr(process, "_PROGRAM", program)
    with pytest.raises(InputError, match=r"^The (table|file) must "):
        start_reading(CSV).result()


def test_the_process_ends_when_nobody_wants_its_answer():
    """As when the app is killed: the other end of the pipe closes."""
    reading = start_reading(packed(b"a b\n", *[b"1  2\n" * MEGABYTE] * 20))
    while reading.stage not in ("unpacking", "reading"):
        assert not reading.wait(0.01)
    started = reading._run.process
    started.stdin.close()
    assert started.wait(60) == 1
    with pytest.raises(InputError):
        reading.result()


def test_a_machine_that_takes_no_limit_of_memory_reads_all_the_same(monkeypatch):
    """As macOS does, where every process has more addresses than the limit."""
    resource = pytest.importorskip("resource")
    asked = []

    def refuse(what, limits):
        asked.append(what)
        raise ValueError("current limit exceeds maximum limit")

    monkeypatch.setattr(resource, "setrlimit", refuse)
    worker._limit(LIMITS)
    excel_worker.limit_memory(LIMITS.memory)
    assert asked == [resource.RLIMIT_AS, resource.RLIMIT_CPU, resource.RLIMIT_CORE, resource.RLIMIT_AS]


def test_who_reads_a_file_is_told_no_secret_of_the_server(monkeypatch):
    monkeypatch.setenv("EVALUATION_OPERATOR_KEY", "open-sesame")
    monkeypatch.setenv("STREAMLIT_SERVER_COOKIE_SECRET", "open-sesame")
    # What it answers is its own: all that it was started with.
    monkeypatch.setattr(process, "_PROGRAM", "import os, sys; sys.stdout.write('\\n'.join(os.environ.values()))")
    with process.start() as started:
        known = started.stdout.read().decode()
    assert "open-sesame" not in known
    assert os.environ["PATH"] in known
