"""Rows that come batch by batch are those of the table; whatever is in a file ends nothing but its own reading."""

import io

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.errors import InputError
from evalcore.reading import Limits, Streamed, TooLargeError, comes_in_batches, read, start_reading, streamed
from evalcore.reading.conditions import Conditions
from evalcore.reading.streamed import pieces

CONDITIONS = Conditions(Limits(table=1, memory=1 << 30), in_process=True)
TEXTS = {
    "plain": b"y,s,t\n1,0.5,a\n0,0.25,b\n1,,\n0,1,NA\n",
    "semicolons and decimal commas": "y;s\n1;0,5\n0;0,25\n是;1\n".encode("gb18030"),
    "UTF-16": "y\ts\n1\t0.5\n0\t0.25\n".encode("utf-16"),
    "quoted line ends": b'y,"a ""b""",s\n1,"x\n\ny",0.5\n0,"x,\r\n",0.25\n1,z,0.125\n',
    "no names": b"1,0.5\n0,0.25\n1,0.75\n",
    "a comma at each end": b"y,s,\n1,0.5,\n0,0.25,\n",
    "whole, then numbers, then text": b"a,b,c,d,e\n1,1,true,,2020-01-01\n2,0.5,false,,x\n3,1,1,,\n4,2,0,7,\n",
    "spaces": b"y   s\n1   0.5\n0   0.25\n",
    "a wide comma": "y，s\n1，0.5\n0，0.25\n".encode(),
    "old line ends": b"y,s\r1,0.5\r0,0.25\r",
    "blank lines": b"y,s\n1,0.5\n\n\n\n\n\n\n\n\n\n\n0,0.25\n\n\n\n\n\n\n\n\n\n\n\n\n",
    "quotation marks inside": b'y,s,t\n1,0.5,5" pipe\n0,0.25,a\n',
}


def as_parquet(frame, **options):
    written = io.BytesIO()
    frame.to_parquet(written, **options)
    return written.getvalue()


def all_of(data):
    notes = []
    layout = streamed.look(data, "", CONDITIONS, notes)
    found = list(streamed.batches(data, layout, list(layout.columns), CONDITIONS))
    return pa.Table.from_batches(found, layout.schema()).to_pandas(), layout, notes


@pytest.mark.parametrize("size", [8, 20, 1 << 20])
@pytest.mark.parametrize("text", TEXTS)
def test_a_text_holds_the_same_rows_as_its_table(text, size, monkeypatch):
    monkeypatch.setattr(streamed, "_PIECE", size)
    wanted = read(TEXTS[text])
    found, layout, notes = all_of(TEXTS[text])
    assert list(found) == list(wanted.frame)
    assert layout.n_rows == len(wanted.frame)
    for name in found:
        mine, theirs = found[name].astype(object), wanted.frame[name].astype(object)
        assert mine.where(mine.notna(), None).tolist() == theirs.where(theirs.notna(), None).tolist(), name
    assert [str(note) for note in notes] == [str(note) for note in wanted.notes]


def test_parquet_holds_the_same_rows_as_its_table():
    frame = pd.DataFrame(
        {
            "y": pd.Categorical(["a", "b", None, "a"]),
            " s ": np.array([0.5, np.nan, np.inf, 1], np.float32),
            "k": pd.array([1, None, 3, 4], dtype="Int8"),
            "u": np.array([1, 2, 3, 2**63], np.uint64),
            "t": pd.date_range("2020", periods=4),
            "b": [True, False, True, True],
            "raw": [b"\xff", b"", b"a", b"b"],
            "list": [[1.0], [2.0], [3.0], [4.0]],
        }
    )
    found, layout, notes = all_of(as_parquet(frame, row_group_size=2))
    wanted = read(as_parquet(frame.drop(columns=["raw", "list"]))).frame
    assert list(found) == list(wanted) == ["y", "s", "k", "u", "t", "b"]
    for name in found:
        mine, theirs = found[name].astype(object), wanted[name].astype(object)
        assert mine.where(mine.notna(), None).tolist() == theirs.where(theirs.notna(), None).tolist(), name
    assert layout.n_rows == 4
    assert [str(note) for note in notes] == [
        "These columns hold neither numbers nor text and were left out: 'raw', 'list'."
    ]


@given(st.text('a",\n', max_size=40), st.integers(1, 10))
def test_pieces_are_the_whole_and_end_where_rows_do(text, size):
    data = text.encode()
    found = list(pieces(data, size))
    assert b"".join(data[start:end] for start, end in found) == data
    for start, end in found[:-1]:
        assert data[:end].count(b'"') % 2 == 0
        assert data[end - 1 : end] in (b"\n", b"\r")
        assert start < end


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"PAR1 and no more", "The Parquet file must be complete; it is damaged or cut off."),
        (b"y,s\n", "The table must have rows; it has only a header."),
        (b"y,y\n1,2\n", "Column names must differ; 'y' stands 2 times."),
        (b"y,s\n1,0.5\n0\n", "Data row 2 must have 2 cells, as the header has; got 1."),
        (as_parquet(pd.DataFrame({"l": [[1.0]]})), "The table must have rows"),
        (as_parquet(pd.DataFrame({"y": [], "s": []})), "The table must have rows"),
    ],
)
def test_a_file_that_is_no_table_is_refused_with_its_sentence(data, sentence):
    with pytest.raises(InputError) as refused:
        Streamed(data)
    assert sentence in str(refused.value)


def test_a_ragged_row_is_named_by_its_place_in_the_file(monkeypatch):
    monkeypatch.setattr(streamed, "_PIECE", 64)
    rows = b"".join(b"%d,0.5\n" % i for i in range(100))
    with pytest.raises(InputError, match="Data row 101 must have 2 cells, as the header has; got 3"):
        streamed.look(b"y,s\n" + rows + b"1,2,3\n", "", CONDITIONS, [])


def test_batches_come_from_a_process_with_the_columns_that_are_asked_for():
    frame = pd.DataFrame({"y": ["a", "b"] * 100_000, "s": np.linspace(0, 1, 200_000), "x": 1})
    file = Streamed(as_parquet(frame))
    found = list(file.batches(["s", "y"]))
    assert [batch.schema.names for batch in found] == [["s", "y"]] * len(found)
    assert np.concatenate([batch.column("s") for batch in found]).tolist() == frame["s"].tolist()
    assert file.head.num_rows == 1000
    assert 0 < file.peak < 1 << 30


def test_damage_behind_the_first_rows_is_told_when_it_is_met():
    rows = pa.table({"s": np.random.default_rng(1).random(400_000)})
    written = io.BytesIO()
    pq.write_table(rows, written, row_group_size=100_000, use_dictionary=False, compression="snappy")
    data = bytearray(written.getvalue())
    data[len(data) // 2 : len(data) // 2 + 400_000] = bytes(400_000)
    file = Streamed(bytes(data))
    with pytest.raises(InputError, match="The Parquet file must be complete"):
        list(file.batches(["s"]))
    assert file.refusal is not None


def test_a_reading_that_is_given_up_leaves_no_process():
    file = Streamed(as_parquet(pd.DataFrame({"s": np.linspace(0, 1, 500_000)})))
    rows = file.batches(["s"])
    next(rows)
    process = file._process
    rows.close()
    assert process.poll() is not None


def test_text_that_takes_a_thousand_times_its_room_in_the_file_meets_the_limit():
    repeated = pa.DictionaryArray.from_arrays(pa.array([0] * 100_000, pa.int32()), pa.array(["x" * 60_000]))
    written = io.BytesIO()
    pq.write_table(pa.table({"t": repeated}), written)
    file = Streamed(written.getvalue(), limits=Limits(table=1, memory=1 << 30))
    with pytest.raises(InputError, match=r"must fit in 1\.1 GB of memory"):
        list(file.batches(["t"]))


def test_a_process_that_ends_by_itself_is_told(monkeypatch):
    file = Streamed(b"y,s\n" + b"1,0.5\n" * 10)
    monkeypatch.setattr(file, "_limits", Limits(table=1, memory=1))
    with pytest.raises(InputError, match=r"memory|without an answer"):
        list(file.batches(["s"]))


class TestTooLarge:
    @pytest.mark.parametrize("data", [as_parquet(pd.DataFrame({"s": np.zeros(1000)})), b"s\n" + b"0.5\n" * 1000])
    def test_is_told_apart_from_what_is_wrong(self, data):
        with pytest.raises(TooLargeError, match="must take at most"):
            start_reading(data, limits=Limits(table=1000, memory=1 << 30)).result()
        assert comes_in_batches(data)
        with pytest.raises(InputError) as refused:
            start_reading(b"PAR1").result()
        assert not isinstance(refused.value, TooLargeError)

    @pytest.mark.parametrize("data", [b"[{", b"\x1f\x8b", b"%PDF", b"PK\x03\x04"])
    def test_what_is_packed_or_no_table_does_not_come_in_batches(self, data):
        assert not comes_in_batches(data)
