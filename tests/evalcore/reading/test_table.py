import gzip
import io
import math
import struct
import subprocess
import zipfile
from decimal import Decimal

import numpy as np
import openpyxl
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.errors import InputError
from evalcore.predictions import from_frame, guess_columns
from evalcore.reading import binary, read, read_table
from evalcore.reading import table as table_module
from evalcore.reading.excel_worker import NEEDS_PASSWORD
from tests.examples import examples
from tests.versions import TEXT

PLAIN = "y,score\n1,0.5\n0,0.25\n"
EXPECTED = {"y": [1, 0], "score": [0.5, 0.25]}


def zipped(**files: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


def workbook(*rows, sheets=(), as_text=False) -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    for cell in (cell for row in book.active for cell in row if as_text and isinstance(cell.value, str)):
        cell.data_type = "s"  # openpyxl makes a formula of text that begins with "="
    for title, sheet_rows in sheets:
        sheet = book.create_sheet(title)
        for row in sheet_rows:
            sheet.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def parquet(table) -> bytes:
    out = io.BytesIO()
    pq.write_table(pa.table(table) if isinstance(table, dict) else table, out)
    return out.getvalue()


@pytest.mark.parametrize(
    "data",
    [
        PLAIN.encode(),
        PLAIN.encode("utf-8-sig"),
        PLAIN.encode("utf-16"),
        PLAIN.encode("utf-16-le"),
        PLAIN.encode("utf-16-be"),
        PLAIN.encode("utf-32"),
        PLAIN.replace("\n", "\r\n").encode(),
        PLAIN.replace("\n", "\r").encode(),
        PLAIN.replace(",", ";").encode(),
        PLAIN.replace(",", "\t").encode(),
        PLAIN.replace(",", "|").encode(),
        PLAIN.replace(",", " ").encode(),
        PLAIN.replace(",", ":").encode(),
        PLAIN.replace(",", "^").encode(),
        PLAIN.replace(",", "\x01").encode(),
        PLAIN.replace(",", "，").encode(),
        PLAIN.replace(",", "，").encode("gb18030"),
        PLAIN.replace(",", ";").replace(".", ",").encode(),
        PLAIN.replace(",", "\t").replace(".", ",").encode(),
        b"y score\n  1    0.5 \n  0    0.25\n",
        b'"y","score"\n"1","0.5"\n"0","0.25"\n',
        b'"y","score"\n"1","0,5"\n"0","0,25"\n',
        b"sep=;\r\ny;score\r\n1;0,5\r\n0;0,25\r\n",
        b" y , score \n 1 , 0.5 \n 0 , 0.25 \n",
        b"y,score\n\n1,0.5\n\n0,0.25\n\n",
        b"y,score,\n1,0.5,\n0,0.25,\n",
        gzip.compress(PLAIN.encode()),
        gzip.compress(PLAIN[:9].encode()) + gzip.compress(PLAIN[9:].encode()),
        zipped(**{"deep/table.csv": PLAIN.encode()}),
        zipped(**{"t.csv": PLAIN.encode(), "__MACOSX/._t.csv": b"x", "README.txt": b"x", ".DS_Store": b"x"}),
        zipped(**{"t.csv.gz": gzip.compress(PLAIN.encode())}),
        parquet(EXPECTED),
        zipped(**{"t.parquet": parquet(EXPECTED)}),
        workbook(["y", "score"], [1, 0.5], [0, 0.25]),
    ],
    # Archives hold the time they were made, which must not get into a test's name.
    ids=lambda _data: "dress",
)
def test_same_table_in_every_dress(data):
    frame = read_table(data)
    assert frame.to_dict("list") == EXPECTED
    assert [str(kind) for kind in frame.dtypes] == ["int64", "float64"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gb18030"])
def test_chinese_text(encoding):
    frame = read_table("真实,得分\n是,0.5\n否,0.25\n".encode(encoding))
    assert frame.to_dict("list") == {"真实": ["是", "否"], "得分": [0.5, 0.25]}


def test_bytes_path_and_files_give_the_same(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text(PLAIN)
    read_up = io.BytesIO(PLAIN.encode())
    read_up.seek(5)
    with path.open("rb") as file:
        for source in (PLAIN.encode(), bytearray(PLAIN.encode()), path, str(path), read_up, file):
            assert read_table(source).to_dict("list") == EXPECTED


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("y;score\n1;0,5\n", [0.5]),
        ("y;score\n1;1.5\n", [1.5]),
        ("y;text;score\n1;a, b;0,5\n0;c, d;1\n", [0.5, 1.0]),
        ("y,text,score\n1,a; b,0.5\n0,c; d,1\n", [0.5, 1.0]),
        ("y,score\n1,5E-1\n0,+.25\n", [0.5, 0.25]),
    ],
)
def test_decimal_point_and_delimiter_are_not_confused(text, values):
    assert read_table(text.encode())["score"].tolist() == values


@pytest.mark.parametrize("word", ["", "NaN", "nan", "NA", "<NA>", "#N/A", "null", "NULL"])
def test_missing_words(word):
    frame = read_table(f"y,score,name\n1,{word},a\n0,0.5,{word}\n".encode())
    assert frame["score"].isna().tolist() == [True, False]
    assert frame["name"].isna().tolist() == [False, True]
    assert [str(kind) for kind in frame.dtypes] == ["int64", "float64", TEXT]


def test_other_words_stay_text():
    frame = read_table(b"y,score\n1,n/a\n0,0.5\n")
    assert frame["score"].tolist() == ["n/a", "0.5"]


def test_types():
    frame = read_table(
        b"b,gap,day,time,big,huge,none\ntrue,true,2020-01-02,12:30,9007199254740993,1e30,\nfalse,,,,1,2,\n"
    )
    assert [str(kind) for kind in frame.dtypes] == ["bool", TEXT, TEXT, TEXT, "int64", "float64", "float64"]
    assert frame.iloc[0].tolist()[:6] == [True, "true", "2020-01-02", "12:30", 2**53 + 1, 1e30]


@pytest.mark.parametrize("number", [str(2**63), str(2**64), "1" * 400, "1e400"])
def test_numbers_beyond_every_type_do_not_crash(number):
    assert len(read_table(f"y,score\n1,{number}\n0,1\n".encode())) == 2


def test_names_are_kept_but_for_outer_space_and_empty_ones_get_their_place():
    frame = read_table(b"  a b ,,c\n1,2,3\n")
    assert list(frame) == ["a b", "column 2", "c"]


HOSTILE = [
    '<script>alert("x")</script>',
    "=cmd|' /C calc'!A0",
    "**bold** [x](y)",
    "two\nlines",
    "{0} {name} %s",
    "a,b;c\td",
]


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("dress", ["csv", "parquet"])
def test_hostile_text_passes_as_text(text, dress):
    table = pd.DataFrame({text: [text, "n"], "score": [0.5, 0.25]})
    frame = read_table(table.to_csv(index=False).encode() if dress == "csv" else parquet(pa.Table.from_pandas(table)))
    assert_text_passed(frame, [text])


def test_hostile_text_passes_as_text_in_excel():
    """All texts in one workbook: each is read by a process of its own."""
    frame = read_table(workbook([*HOSTILE, "score"], [*HOSTILE, 0.5], [*["n"] * len(HOSTILE), 0.25], as_text=True))
    assert_text_passed(frame, HOSTILE)


def assert_text_passed(frame, texts):
    """Hold that each text is the name of a column, a value in it, and a class."""
    assert list(frame) == [*texts, "score"]
    for text in texts:
        assert frame[text].tolist() == [text, "n"]
        assert from_frame(frame, truth=text, scores=["score"], positive=text).positive == text


def test_excel_formula_without_a_value_is_empty_and_never_evaluated():
    frame = read_table(workbook(["y", "score"], ["a", "=1+1"], ["b", 0.5]))
    assert frame["score"].isna().tolist() == [True, False]


def test_excel_types_and_sheets():
    rows = [
        ["y", "score", "flag", "mixed", "when"],
        [1, 0.5, True, "x", pd.Timestamp("2020-01-02")],
        [0, None, False, 2, None],
    ]
    frame = read_table(workbook(sheets=[("data", rows), ("more", [["z"], [1]])]))
    assert [str(kind) for kind in frame.dtypes] == ["int64", "float64", "bool", TEXT, TEXT]
    assert frame["mixed"].tolist() == ["x", "2"]
    assert frame["when"][0].startswith("2020-01-02")


def test_open_document_sheet():
    cells = [("y", "score"), (1, 0.5), (0, 0.25)]
    made = "".join(
        "<table:table-row>"
        + "".join(
            f'<table:table-cell office:value-type="float" office:value="{cell}"/>'
            if isinstance(cell, (int, float))
            else f'<table:table-cell office:value-type="string"><text:p>{cell}</text:p></table:table-cell>'
            for cell in row
        )
        + "</table:table-row>"
        for row in cells
    )
    space = "urn:oasis:names:tc:opendocument:xmlns:"
    content = (
        f'<office:document-content xmlns:office="{space}office:1.0" xmlns:table="{space}table:1.0" '
        f'xmlns:text="{space}text:1.0"><office:body><office:spreadsheet><table:table table:name="s">{made}'
        "</table:table></office:spreadsheet></office:body></office:document-content>"
    )
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    data = zipped(**{"mimetype": kind.encode(), "content.xml": content.encode(), "META-INF/manifest.xml": b"<m/>"})
    assert read_table(data, name="t.ods").to_dict("list") == EXPECTED


def test_excel_with_a_password(monkeypatch):
    answer = subprocess.CompletedProcess([], NEEDS_PASSWORD)
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: answer)
    with pytest.raises(
        InputError, match=r"^The workbook must not be encrypted; it needs a password. Save it without one.$"
    ):
        read_table(workbook(["y"], [1]))


def test_excel_that_takes_too_long(monkeypatch):
    monkeypatch.setattr(binary, "EXCEL_SECONDS", 1e-6)
    with pytest.raises(InputError, match="The workbook must be readable"):
        read_table(workbook(["y"], [1]))


def test_excel_cell_far_away_does_not_take_the_process_down():
    book = openpyxl.Workbook()
    book.active["A1"] = "y"
    book.active.cell(1048576, 16384).value = 1
    out = io.BytesIO()
    book.save(out)
    with pytest.raises(InputError, match="a cell far from the table makes it too large"):
        read_table(out.getvalue())


def test_parquet_types():
    table = pa.table(
        {
            "dictionary": pa.array(["a", "b"]).dictionary_encode(),
            "decimal": pa.array([Decimal("0.5"), None]),
            "small": pa.array([1, 2], pa.int8()),
            "gap": pa.array([1, None], pa.int64()),
            "half": pa.array([0.5, 1.0], pa.float32()),
            "when": pa.array([0, 1], pa.timestamp("s")),
            "unsigned": pa.array([2**64 - 1, 1], pa.uint64()),
            "bytes": pa.array([b"x", b"y"]),
            "words": pa.array([["a"], ["b"]]),
            "list": pa.array([[1.0, 2.0], [2.0, 3.0]]),
        }
    )
    frame = read_table(parquet(table))
    kinds = {name: str(kind) for name, kind in frame.dtypes.items()}
    assert kinds == {
        "dictionary": TEXT,
        "decimal": "float64",
        "small": "int64",
        "gap": "float64",
        "half": "float64",
        "when": TEXT,
        "unsigned": "float64",
        "bytes": TEXT,
        "list[0]": "float64",
        "list[1]": "float64",
    }


def test_parquet_from_pandas_keeps_plain_columns():
    table = pd.DataFrame({"y": pd.array([1, None], dtype="Int64"), "c": pd.Categorical(["a", "b"])}, index=["r1", "r2"])
    frame = read_table(parquet(pa.Table.from_pandas(table)))
    assert {name: str(kind) for name, kind in frame.dtypes.items()} == {
        "y": "float64",
        "c": TEXT,
        "__index_level_0__": TEXT,
    }


def test_reading_does_not_change_with_the_size_of_the_file():
    rows = 200_000
    body = "".join(f"{i % 2},{i / rows}\n" for i in range(rows))
    frame = read_table(("y,score\n" + body).encode())
    np.testing.assert_array_equal(frame["score"], np.arange(rows) / rows)
    with pytest.raises(InputError, match=f"Data row {rows + 1} must have 2 cells"):
        read_table(("y,score\n" + body + "1\n").encode())


@pytest.mark.slow
@pytest.mark.parametrize("cell", ["a" * 9_000_000, '"' + "a\n" * 4_500_000 + '"'], ids=["one line", "many lines"])
def test_a_row_longer_than_the_pieces_a_text_is_read_in(cell):
    frame = read_table(f"y,text\n1,{cell}\n0,b\n".encode())
    assert frame["text"].str.len().tolist() == [9_000_000, 1]


def test_a_thousand_columns_are_read():
    names = ",".join(f"column number {i} with a long name" * 3 for i in range(1000))
    assert read_table(f"{names}\n{','.join('1' * 1000)}\n".encode()).shape == (1, 1000)


def test_unpacking_stops_at_the_limit_though_the_size_declared_is_small(monkeypatch):
    monkeypatch.setattr(table_module, "UNPACKED_LIMIT", 10**6)
    data = PLAIN.encode() + b"0,0.5\n" * 300_000
    for packed in (gzip.compress(data), zipped(**{"t.csv": data})):
        with pytest.raises(InputError, match="must unpack to less than"):
            read_table(packed)
    packed = bytearray(zipped(**{"t.csv": data}))
    directory = packed.rindex(b"PK\x01\x02")
    packed[directory + 24 : directory + 28] = struct.pack("<I", 1000)
    with pytest.raises(InputError, match="The zip must be complete"):
        read_table(packed)


# What may leave these functions for bad data is InputError and nothing else.


def try_everything(data: bytes, name: str | None = None) -> None:
    try:
        frame = read_table(data, name=name)
        found = guess_columns(frame)
        columns = [c for c in frame if c != found.truth]
        from_frame(
            frame, truth=found.truth or str(frame.columns[0]), scores=found.scores or columns, labels=found.labels
        )
    except InputError:
        pass


VALID = [
    PLAIN.encode() * 3,
    "真实;得分;重\n是;0,5;1\n否;0,1;2\n".encode("gb18030"),
    PLAIN.encode("utf-16"),
    gzip.compress(PLAIN.encode()),
    zipped(**{"t.csv": PLAIN.encode()}),
    parquet({"y": [1, 0, 1], "score": [0.5, 0.25, None], "name": ["a", None, "c"]}),
    b'y,"a ""b""\n",m:1\n1,"x\ny",.5\n0,z,1\n',
]


@examples(150)
@given(data=st.binary(max_size=400))
def test_random_bytes(data):
    try_everything(data)


@examples(150)
@given(text=st.text(alphabet="01.,;|\t \n\"'eE-+naNyY:是=<>/\r\x00", max_size=200))
def test_random_text(text):
    try_everything(text.encode())


@examples(250)
@given(
    data=st.sampled_from(VALID),
    edits=st.lists(st.tuples(st.floats(0, 1, exclude_max=True), st.integers(0, 255)), max_size=5),
    end=st.floats(0, 1),
)
def test_mutated_files(data, edits, end):
    changed = bytearray(data)
    for place, byte in edits:
        changed[int(place * len(changed))] = byte
    try_everything(bytes(changed[: max(1, round(len(changed) * end))] if end < 0.9 else changed))


@pytest.mark.slow
@examples(8)
@given(place=st.floats(0, 1, exclude_max=True), byte=st.integers(0, 255))
def test_mutated_workbooks(place, byte):
    changed = bytearray(workbook(["y", "score"], [1, 0.5], [0, 0.25]))
    changed[int(place * len(changed))] = byte
    try_everything(bytes(changed))


JSON = {
    "UTF-16": '[{"y": 1, "score": 0.5}, {"y": 0, "score": 0.25}]'.encode("utf-16"),
    "lines with CR LF": b'{"y": 1, "score": 0.5}\r\n\r\n{"y": 0, "score": 0.25}\r\n',
    "columns": b'{"y": [1, 0], "score": [0.5, 0.25]}',
    "columns with data": b'{"columns": ["y", "score"], "data": [[1, 0.5], [0, 0.25]], "index": [7, 9]}',
    "a request to MLflow": b'{"dataframe_split": {"columns": ["y", "score"], "data": [[1, 0.5], [0, 0.25]]}}',
    "records under a name": b'{"model": "a", "rows": [{"y": 1, "score": 0.5}, {"y": 0, "score": 0.25}]}',
    "rows under a header": b'[["y", "score"], [1, 0.5], [0, 0.25]]',
}


@pytest.mark.parametrize("data", JSON.values(), ids=JSON)
def test_json(data):
    frame = read_table(data)
    assert frame.to_dict("list") == {"y": [1, 0], "score": [0.5, 0.25]}


def test_json_cells():
    rows = (
        b'[{"y": true, "n": 1, "t": "a", "p": [0.5, 1], "c": {"a": 1, "b": 2}, "deep": [[1]]}, {"y": false, "more": 3}]'
    )
    found = read(rows)
    first = found.frame.iloc[0].to_dict()
    assert math.isnan(first.pop("more"))
    assert first == {"y": True, "n": 1, "t": "a", "p": "[0.5, 1]", "c:a": 1, "c:b": 2}
    assert str(found.notes[0]) == "These columns hold lists or structs and were left out: 'deep'."
