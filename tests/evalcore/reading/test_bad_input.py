"""Every bad input and the exact sentence it gets."""

import gzip
import io
import pickle
import random
import struct
import zipfile

import numpy as np
import openpyxl
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from evalcore.errors import InputError
from evalcore.hypotheses import table_of_examples
from evalcore.predictions import from_frame, guess_columns
from evalcore.reading import read_table

CSV = b"y,score\n1,0.5\n0,0.25\n"


def zipped(**files: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


def forged(data: bytes, offset: int, value: bytes) -> bytes:
    """Return a zip with other bytes at an offset in the first entry of its directory."""
    place = data.index(b"PK\x01\x02") + offset
    return data[:place] + value + data[place + len(value) :]


def workbook(*rows) -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def parquet(table: pa.Table) -> bytes:
    out = io.BytesIO()
    pq.write_table(table, out)
    return out.getvalue()


XLSX = workbook(["y", "score"], [1, 0.5], [0, 0.25])
PARQUET = parquet(pa.table({"y": [1, 0], "score": [0.5, 0.25]}))
MEGABYTE_OF_2_GB = forged(zipped(**{"t.csv": random.Random(0).randbytes(2**20)}), 24, struct.pack("<I", 2 * 10**9))
RAGGED = " Give every row the same number of cells, and put quotation marks around text that holds ','."
BINARY = (
    "The file must be a table as text, Parquet, JSON or Excel; it holds binary data. Save the table as CSV or Parquet."
)
EMPTY = "The file must hold a table; it is empty. Choose a file with a header and rows."
HEADER_ONLY = "The table must have rows; it has only a header. Choose a file with at least one row below it."
PICKLE = "The file must be a table, not a pickle, which could run code. Save the table as CSV or Parquet."
TOO_LARGE = "The file must unpack to less than 2 GB; it unpacks to more. Leave out the columns you do not need."
BAD_GZIP = "The gzip file must be complete; it is damaged or cut off. Pack or upload it again."
BAD_ZIP = "The zip must be complete; it is damaged or cut off. Pack or upload it again."
BAD_PARQUET = "The Parquet file must be complete; it is damaged or cut off. Write or upload it again."
BAD_EXCEL = (
    "The workbook must be readable; it is damaged, or a cell far from the table makes it too large. "
    "Save the table as CSV."
)
ENCODING = "The text must be encoded as UTF-8, UTF-16 or GB18030; it is none of these. Save it again as CSV UTF-8."


def foreign(what: str) -> str:
    return (
        f"The file must be a table as text, Parquet, JSON or Excel; it looks like {what}. Save the table as CSV or "
        "Parquet."
    )


def misnamed(name: str, ending: str, what: str, new_name: str) -> str:
    return f"File '{name}' must be what its ending {ending} says; it looks like {what}. Rename it to '{new_name}'."


BAD_JSON = (
    "The JSON must be complete, one record a line or one array of records; record {} cannot be read. Write or upload "
    "it again."
)
NO_RECORDS = (
    "The JSON must hold records, one a line or in an array, or columns with data; got {}. Save the table as CSV or "
    "Parquet."
)

FILES = {
    "empty": (b"", None, EMPTY),
    "blank": (b" \r\n\n ", None, EMPTY),
    "only a BOM": (b"\xef\xbb\xbf", None, EMPTY),
    "only blank lines after a BOM": (b"\xef\xbb\xbf\n\n", None, EMPTY),
    "blank UTF-16": ("\n\n".encode("utf-16"), None, EMPTY),
    "empty gzip": (gzip.compress(b""), None, EMPTY),
    "header only": (b"y,score\n", None, HEADER_ONLY),
    "header only, UTF-16": ("y,score\n".encode("utf-16"), None, HEADER_ONLY),
    "header only, Excel": (workbook(["y", "score"]), None, HEADER_ONLY),
    "header only, Parquet": (parquet(pa.table({"y": pa.array([], pa.int64())})), None, HEADER_ONLY),
    "one column of numbers": (
        b"1\n0\n",
        None,
        "The first line must hold the column names; got only numbers ('1'). Put a line with a name for each column on "
        "top.",
    ),
    "one row of numbers, Excel": (
        workbook([1, 0.5]),
        None,
        "The first line must hold the column names; got only numbers ('1', '0.5'). Put a line with a name for each "
        "column on top.",
    ),
    "binary garbage": (bytes(range(256)) * 4, None, BINARY),
    "binary garbage with many NUL": (b"\x00\x01\x02\x03" * 100, None, BINARY),
    "NUL in text": (
        b"y,score\n1,0.5\n0,\x00\n",
        None,
        "The text must not hold NUL characters; there is one in line 3. Save it again as CSV UTF-8.",
    ),
    "unknown encoding": ("y,score\né,1\n".encode("latin-1") + b"\xff\xff", None, ENCODING),
    "UTF-16 cut within a character": ("y,score\n1,0.5".encode("utf-16")[:-1], None, ENCODING),
    "PDF": (b"%PDF-1.7\n", None, foreign("PDF")),
    "PNG named csv": (b"\x89PNG\r\n\x1a\n", "a.csv", foreign("PNG")),
    "HDF5": (b"\x89HDF\r\n\x1a\n", None, foreign("HDF5")),
    "NumPy": (b"\x93NUMPY\x01\x00", None, foreign("NumPy .npy")),
    "NumPy archive": (zipped(**{"a.npy": b"\x93NUMPY"}), None, foreign("NumPy .npz")),
    "Feather": (b"ARROW1\x00\x00", None, foreign("Arrow / Feather")),
    "bzip2": (b"BZh91AY&SY", None, foreign("bzip2")),
    "HTML": (b"<!DOCTYPE html><html></html>", "a.xls", foreign("HTML")),
    "JSON cut off": (b'[{"y": 1, "score": 0.5', "a.json", BAD_JSON.format(1)),
    "JSON line cut off": (b'{"y": 1, "score": 0.5}\n{"y": 0, "sco', None, BAD_JSON.format(2)),
    "JSON nested deeply": (b"[[" * 50_000, None, BAD_JSON.format(1)),
    "JSON of half a character": (b'[{"y": "\\ud800", "score": 0.5}]', None, BAD_JSON.format(2)),
    "JSON of half a character, in a name": (b'[{"\\ud800": 1}]', None, BAD_JSON.format(2)),
    "JSON, a number of 5,000 digits": (b'[{"y": ' + b"1" * 5000 + b"}]", None, BAD_JSON.format(1)),
    "JSON of 1,001 names": (
        ("[" + ",".join(f'{{"k{i}": 1}}' for i in range(1001)) + "]").encode(),
        None,
        "The table must have at most 1000 columns; it has 1001. Leave out the columns you do not need.",
    ),
    "JSON of numbers": (
        b"[[1, 2], 3]",
        None,
        "Data row 1 must have 2 cells, as there are columns; got 1. Give every row the same number of cells.",
    ),
    "JSON of settings": (b'{"a": {"b": 1}, "c": 2}', None, NO_RECORDS.format("'a', 'c'")),
    "JSON lines of lists": (b'{"y": 1}\n[2]', None, NO_RECORDS.format("-")),
    "JSON columns of unequal length": (
        b'{"y": [1, 0], "score": [0.5]}',
        None,
        "The columns of the JSON must be equally long; got '1', '2'. Write it again.",
    ),
    "JSON columns of one name": (
        b'{"columns": ["y", "y"], "data": [[1, 0]]}',
        None,
        "Column names must differ; 'y' stands 2 times. Rename all but one.",
    ),
    "JSON named csv": (b'[{"y": 1}]', "a.csv", misnamed("a.csv", ".csv", "a JSON file", "a.json")),
    "Word": (zipped(**{"[Content_Types].xml": b"", "word/document.xml": b""}), None, foreign("Word / PowerPoint")),
    "text named xlsx": (CSV, "a.xlsx", misnamed("a.xlsx", ".xlsx", "a text table", "a.csv")),
    "text named parquet": (CSV, "dir/a.PARQUET", misnamed("a.PARQUET", ".parquet", "a text table", "a.csv")),
    "text named gz": (CSV, "a.csv.gz", misnamed("a.csv.gz", ".gz", "a text table", "a.csv.csv")),
    "Excel named csv": (XLSX, "a.csv", misnamed("a.csv", ".csv", "an Excel workbook", "a.xlsx")),
    "Parquet named txt": (PARQUET, "a.txt", misnamed("a.txt", ".txt", "a Parquet file", "a.parquet")),
    "gzip named csv": (gzip.compress(CSV), "a.csv", misnamed("a.csv", ".csv", "a compressed file", "a.csv.gz")),
    "zip named csv": (zipped(**{"t.csv": CSV}), "a.csv", misnamed("a.csv", ".csv", "a compressed file", "a.csv.zip")),
    "misnamed in a zip": (zipped(**{"t.csv": PARQUET}), None, misnamed("t.csv", ".csv", "a Parquet file", "t.parquet")),
    "long name": (
        CSV,
        "n" * 60 + ".xlsx",
        misnamed("n" * 39 + "…", ".xlsx", "a text table", "n" * 39 + "…"),
    ),
    **{
        f"pickle, protocol {protocol}": (pickle.dumps(pd.DataFrame({"y": [1]}), protocol), None, PICKLE)
        for protocol in range(2, 6)
    },
    "pickle, protocol 1": (pickle.dumps([1, 0.5], 1), None, BINARY),
    "pickle in gzip": (gzip.compress(pickle.dumps([1])), "a.pkl.gz", PICKLE),
    "pickle named csv": (pickle.dumps([1]), "a.csv", PICKLE),
    "PyTorch": (zipped(**{"model/data.pkl": b""}), None, PICKLE),
    "too few cells": (b"y,score\n1,0.5\n0\n", None, "Data row 2 must have 2 cells, as the header has; got 1." + RAGGED),
    "too many cells": (b"y,score\n1,0,5\n", None, "Data row 1 must have 2 cells, as the header has; got 3." + RAGGED),
    "ragged after blank and quoted lines": (
        b'y,score\n\n"a\nb",0.5\n\n0,1\n7\n',
        None,
        "Data row 3 must have 2 cells, as the header has; got 1." + RAGGED,
    ),
    "open quotation mark": (
        b'y,score\n1,0.5\n"0,0.25\n1,1\n',
        None,
        "A quotation mark must be closed; the one opened in data row 2 is not. Close it or leave it out.",
    ),
    "duplicate names": (
        b"y,score, score\n1,2,3\n",
        None,
        "Column names must differ; 'score' stands 2 times. Rename all but one.",
    ),
    "name like a made-up one": (
        b"y,,column 2\n1,2,3\n",
        None,
        "Column names must differ; 'column 2' stands 2 times. Rename all but one.",
    ),
    "1,001 columns": (
        ",".join(f"c{i}" for i in range(1001)).encode() + b"\n" + b"1," * 1000 + b"1\n",
        None,
        "The table must have at most 1000 columns; it has 1001. Leave out the columns you do not need.",
    ),
    "1,001 Parquet columns": (
        parquet(pa.table({f"c{i}": [1] for i in range(1001)})),
        None,
        "The table must have at most 1000 columns; it has 1001. Leave out the columns you do not need.",
    ),
    "a megabyte of zip that declares 2 GB": (MEGABYTE_OF_2_GB, "a.zip", TOO_LARGE),
    "a workbook that declares 4 GB": (forged(XLSX, 24, b"\xff\xff\xff\xff"), None, TOO_LARGE),
    "truncated gzip": (gzip.compress(CSV)[:-10], "a.csv.gz", BAD_GZIP),
    "corrupt gzip": (gzip.compress(CSV)[:12] + b"\xff" * 30, None, BAD_GZIP),
    "corrupt zip": (b"PK\x03\x04" + b"x" * 100, "a.zip", BAD_ZIP),
    "truncated zip": (zipped(**{"t.csv": CSV})[:-30], None, BAD_ZIP),
    "zip with a wrong checksum": (forged(zipped(**{"t.csv": CSV}), 16, b"abcd"), None, BAD_ZIP),
    "encrypted zip": (
        forged(zipped(**{"t.csv": CSV}), 8, b"\x01\x00"),
        None,
        "The zip must not be encrypted; 't.csv' needs a password. Unpack it first.",
    ),
    "zip of two tables": (
        zipped(**{"a.csv": CSV, "b/b.tsv": CSV, "README.md": b""}),
        None,
        "The zip must hold one table; it holds 2 ('a.csv', 'b/b.tsv'). Unpack it and choose one of them.",
    ),
    "empty zip": (zipped(), None, "The zip must hold a table; it holds no file. Pack the table again."),
    "packed three times": (
        gzip.compress(gzip.compress(gzip.compress(CSV))),
        None,
        "The table must be packed at most twice; it is packed more often. Unpack the file first.",
    ),
    "corrupt workbook": (XLSX[: len(XLSX) // 2], "a.xlsx", BAD_EXCEL),
    "corrupt old workbook": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"x" * 600, "a.xls", BAD_EXCEL),
    "empty workbook": (
        workbook(),
        None,
        "The workbook must hold a table; its visible sheets are empty. Put the table on the first sheet.",
    ),
    "Parquet of lists": (
        parquet(pa.table({"y": [["a"], ["b"]]})),
        None,
        "The table must have a column of numbers or text; it has none. Save the table as CSV.",
    ),
    "nothing but delimiters": (
        b";\n;\n",
        None,
        "The table must have a column of numbers or text; it has none. Save the table as CSV.",
    ),
    "corrupt Parquet": (PARQUET[:40] + b"x" * 40 + PARQUET[80:], None, BAD_PARQUET),
    "Parquet with text that is none": (
        parquet(pa.table({"y": ["ab", "cd"]})).replace(b"ab", b"\xff\xff"),
        None,
        BAD_PARQUET,
    ),
    "truncated Parquet": (PARQUET[:-9], "a.parquet", BAD_PARQUET),
}


@pytest.mark.parametrize(("data", "name", "sentence"), FILES.values(), ids=FILES)
def test_file(data, name, sentence):
    with pytest.raises(InputError) as caught:
        read_table(data, name=name)
    assert str(caught.value) == sentence


def test_missing_file(tmp_path):
    with pytest.raises(InputError) as caught:
        read_table(tmp_path / "none.csv")
    assert str(caught.value) == "The file must be readable; got 'No such file or directory'. Check its path."


EXAMPLES = {
    "one column": (
        "good\nyes\n",
        "A table of examples must have a column for each attribute, and a last one with yes or no; got 1 in all. Add "
        "what is missing.",
    ),
    "13 examples": (
        "root,good\n" + "stiff,no\n" * 13,
        "There must be at most 12 examples; got 13. Remove some.",
    ),
    "13 attributes": (
        ",".join("abcdefghijklmn") + "\n" + "1," * 13 + "1\n",
        "A hypothesis space must have from 1 to 12 attributes; got 13. Add or remove some.",
    ),
    "an empty cell among examples": (
        "root,sound,good\ncurled,dull,yes\nstiff,,no\n",
        "Column 'sound' must have a value in every row; data row 2 has none. Fill the cell, or remove the row.",
    ),
    "no label": (
        "root,good\ncurled,yes\nstiff,\n",
        "Column 'good' must have a value in every row; data row 2 has none. Fill the cell, or remove the row.",
    ),
    "a label that is neither": (
        "root,good\ncurled,yes\nstiff,perhaps\n",
        "The last column, 'good', must hold yes or no, or 1 or 0; got 'perhaps' in data row 2. Correct the cell.",
    ),
    "the label is not the last": (
        "good,root\nyes,curled\nno,stiff\n",
        "The last column, 'root', must hold yes or no, or 1 or 0; got 'curled' in data row 1. Correct the cell.",
    ),
    "a value with a comma": (
        'root,good\n"curled, a bit",yes\nstiff,no\n',
        "Names and values must be written without , ; and :; got 'curled, a bit' (column 'root'). Write another word.",
    ),
    "a name with a colon": (
        "root: how,good\ncurled,yes\n",
        "Names and values must be written without , ; and :; got 'root: how' (column 'root: how'). Write another word.",
    ),
}


@pytest.mark.parametrize(("text", "sentence"), EXAMPLES.values(), ids=EXAMPLES)
def test_table_of_examples(text, sentence):
    with pytest.raises(InputError) as caught:
        table_of_examples(read_table(text.encode()))
    assert str(caught.value) == sentence


BASE = {"y": ["p", "n", "p", "n"], "score": [0.9, 0.1, 0.8, 0.3]}
GAP = [None, None, None, None]


def table(**columns) -> pd.DataFrame:
    return pd.DataFrame({**BASE, **columns})


CHOICES = {
    "text in a score column": (
        pd.DataFrame({"y": [0, 1] * 10, "score": ["0.5"] * 16 + ["n/a"] + ["1"] * 3}),
        {},
        "Column 'score' must hold numbers; got 'n/a' in data row 17. Remove the row or leave the cell empty.",
    ),
    "a long text in a score column": (
        table(score=["x\n" * 30, 1, 2, 3]),
        {},
        f"Column 'score' must hold numbers; got '{'x⏎' * 19}x…' in data row 1. Remove the row or leave the cell empty.",
    ),
    "dates as scores": (
        table(score=pd.to_datetime(["2020-01-01"] * 4)),
        {},
        "Column 'score' must hold numbers; got '2020-01-01 00:00:00' in data row 1. Remove the row or leave the cell "
        "empty.",
    ),
    "all scores missing": (
        table(score=GAP),
        {},
        "Column 'score' must hold numbers; all 4 cells are empty. Choose another column.",
    ),
    "inf": (
        table(score=[0.5, np.inf, 0.5, -np.inf]),
        {},
        "Column 'score' must hold finite numbers; got 'inf' in data row 2. Remove the row or leave the cell empty.",
    ),
    "inf as text": (
        table(score=["0.5", "1", "1e999", "2"]),
        {},
        "Column 'score' must hold finite numbers; got '1e999' in data row 3. Remove the row or leave the cell empty.",
    ),
    "a score beyond 1e300": (
        table(score=[0.5, 1e300, -1.5e300, 2]),
        {},
        "Column 'score' must hold numbers between -1e300 and 1e300; got '-1.5e+300' in data row 3. Remove the row or "
        "leave the cell empty.",
    ),
    "empty truth": (table(y=GAP), {}, "Column 'y' must hold the truth; all 4 cells are empty. Choose another column."),
    "one class only": (
        table(y=["p", " P", None, "p"]),
        {},
        "Column 'y' must hold at least two classes; got only 'p'. Choose another column or add rows of another class.",
    ),
    "one class where there are scores": (
        table(score=[0.5, None, 0.7, None]),
        {},
        "Column 'y' must hold at least two classes in the rows that can be used; got only 'p' after 2 rows were "
        "left out. Fill empty cells, or choose other columns or another part.",
    ),
    "no row complete": (
        table(y=["p", "n", None, None], score=[None, None, 1.0, 2.0]),
        {},
        "One row at least must have a value in every column chosen; all 4 rows have an empty cell. Choose fewer "
        "columns.",
    ),
    "three classes for a binary score": (
        table(y=["a", "b", "c", "a"]),
        {},
        "Column 'y' must have two classes for the plain score 'score'; got 3 ('a', 'b', 'c'). Choose one as the "
        "positive "
        "class, or name score columns model:class.",
    ),
    "an id as truth": (
        pd.DataFrame({"y": [f"row {i}" for i in range(1001)], "score": 0.5}),
        {},
        "Column 'y' must hold at most 1000 classes; got 1001 different values. Choose another column.",
    ),
    "infinite truth": (
        table(y=[0.5, 1.5, np.inf, 2.5]),
        {},
        "Column 'y' must hold finite numbers; got 'inf' in data row 3. Remove the row or leave the cell empty.",
    ),
    "text among numbers to predict": (
        pd.DataFrame({"y": [*map(str, range(30)), "high"], "score": 0.5}),
        {},
        "Column 'y' must hold numbers; got 'high' in data row 31. Remove the row or leave the cell empty.",
    ),
    "positive class that is none": (
        table(),
        {"positive": "maybe"},
        "The positive class must be one of 'n', 'p'; got 'maybe'. Choose one of them.",
    ),
    "unknown column": (
        table(),
        {"scores": ["scores"]},
        "The table must have the column chosen; got 'scores', and it has 'y', 'score'. Choose one of these.",
    ),
    "unknown column among many": (
        table(a=1, b=1, c=1, d=1),
        {"truth": "truth"},
        "The table must have the column chosen; got 'truth', and it has 'y', 'score', 'a', 'b', 'c', …. Choose one "
        "of these.",
    ),
    "duplicate column": (
        pd.DataFrame([["p", 1, 2], ["n", 3, 4]], columns=["y", "score", "score"]),
        {},
        "Column names must differ; 'score' stands 2 times. Rename all but one.",
    ),
    "truth as score": (
        table(),
        {"scores": ["y"]},
        "The truth column must be no score, label or weight as well; got 'y' twice. Choose another column for one of "
        "them.",
    ),
    "no model": (
        table(),
        {"scores": []},
        "At least one score or label column must be chosen; got none. Choose a column for each model.",
    ),
    "no rows": (table().iloc[:0], {}, "The table must have rows; it has none. Choose a table with at least one row."),
    "unknown predicted label": (
        table(model=["p", "n", "q", "n"]),
        {"labels": ["model"]},
        "Column 'model' must hold the classes of 'y' ('n', 'p'); got 'q' in data row 3. Correct it or leave the cell "
        "empty.",
    ),
    "empty predicted labels": (
        table(model=GAP),
        {"labels": ["model"]},
        "Column 'model' must hold predicted labels; all 4 cells are empty. Choose another column.",
    ),
    "class without a score column": (
        pd.DataFrame({"y": list("abc"), "m:a": 0.1, "m:b": 0.2}),
        {"scores": ["m:a", "m:b"]},
        "Model 'm' must have a score column for each class; got none for 'c'. Add a column named 'm:c'.",
    ),
    "negative weight": (
        table(w=[1, 2, -0.5, 1]),
        {"weight": "w"},
        "Weight column 'w' must hold numbers of 0 or more; got -0.5 in data row 3. Correct it or choose another "
        "column.",
    ),
    **{
        f"weight {weight:g}": (
            table(w=[0, weight, 1e-100, 1e100]),
            {"weight": "w"},
            f"Weight column 'w' must hold 0 or numbers between 1e-100 and 1e100; got {weight:g} in data row 2. "
            "Multiply or divide all weights by one number, or choose another column.",
        )
        for weight in (1e-101, 1e-320, 1.5e100, 1e305)
    },
    "weights all empty": (
        table(w=GAP),
        {"weight": "w"},
        "Column 'w' must hold numbers; all 4 cells are empty. Choose another column.",
    ),
    "weights all 0": (
        table(w=0),
        {"weight": "w"},
        "Weight column 'w' must hold a number above 0; got none in the rows that can be used. Choose another column.",
    ),
    **{
        f"amount {amount:g}": (
            table(amount=[0, 1e100, amount, 1e-320]),
            {"amount": "amount"},
            f"Amount column 'amount' must hold numbers from 0 to 1e100; got {amount:g} in data row 3. Correct it or "
            "choose another column.",
        )
        for amount in (-0.01, 1.5e100)
    },
    "infinite amount": (
        table(amount=[1, 2, np.inf, 4]),
        {"amount": "amount"},
        "Column 'amount' must hold finite numbers; got 'inf' in data row 3. Remove the row or leave the cell empty.",
    ),
    "amount that is text": (
        table(amount=["1", "2", "much", "4"]),
        {"amount": "amount"},
        "Column 'amount' must hold numbers; got 'much' in data row 3. Remove the row or leave the cell empty.",
    ),
    "amounts all empty": (
        table(amount=GAP),
        {"amount": "amount"},
        "Column 'amount' must hold numbers; all 4 cells are empty. Choose another column.",
    ),
    "no such amount": (
        table(),
        {"amount": "amount"},
        "The table must have the column chosen; got 'amount', and it has 'y', 'score'. Choose one of these.",
    ),
    **{
        f"amount as {role}": (
            table(w=1, pred=list("pnpn")),
            {"labels": ["pred"], "weight": "w", "amount": column},
            f"The amount column must be no truth, score, label or weight as well; got '{column}' twice. Choose another "
            "column for one of them.",
        )
        for role, column in (("truth", "y"), ("score", "score"), ("label", "pred"), ("weight", "w"))
    },
}


@pytest.mark.parametrize(("frame", "choice", "sentence"), CHOICES.values(), ids=CHOICES)
def test_choice_of_columns(frame, choice, sentence):
    with pytest.raises(InputError) as caught:
        from_frame(frame, **{"truth": "y", "scores": ["score"], **choice})
    assert str(caught.value) == sentence
    guess_columns(frame)  # never raises


ONE_CLASS = (
    "Column '{}' must hold at least two classes; got only '{}'. Choose another column or add rows of another class."
)
BAD_CELL = "Column '{}' must hold numbers; got '{}' in data row {}. Remove the row or leave the cell empty."
GUESSED = {
    "one class": (table(y="p"), ONE_CLASS.format("y", "p")),
    "one class beside a group": (
        pd.DataFrame({"sex": ["f", "m"], "label": 1, "pred": [0.2, 0.3]}),
        ONE_CLASS.format("label", "1"),
    ),
    "one class and empty cells": (table(y=["p", None, "P ", "p"]), ONE_CLASS.format("y", "p")),
    "three classes and a plain score": (
        table(y=["a", "b", "c", "a"]),
        "Column 'y' must have two classes for the plain score 'score'; got 3 ('a', 'b', 'c'). Choose one as the "
        "positive class, or name score columns model:class.",
    ),
    "text in most cells": (table(score=["0.5", "high", "low", "low"]), BAD_CELL.format("score", "high", 2)),
    "text in every cell": (table(score=["1,500", "1,100", "1,700", "1,200"]), BAD_CELL.format("score", "1,500", 1)),
    "text beside a feature": (
        pd.DataFrame({"truth": [0, 1], "x": [0.2, 0.4], "prob_1": ["5%", "6"]}),
        BAD_CELL.format("prob_1", "5%", 1),
    ),
    "text beside another score": (table(p=["a", "b", "c", "0.5"]), BAD_CELL.format("p", "a", 1)),
    "text where a number is predicted": (
        pd.DataFrame({"y": [0.5, 1.5, 2.5], "score": ["a", "b", "1"]}),
        BAD_CELL.format("score", "a", 1),
    ),
}


@pytest.mark.parametrize(("frame", "sentence"), GUESSED.values(), ids=GUESSED)
def test_a_bad_table_is_guessed_so_that_the_sentence_says_what_is_wrong(frame, sentence):
    found = guess_columns(frame)
    with pytest.raises(InputError) as caught:
        from_frame(
            frame, truth=found.truth, scores=found.scores, labels=found.labels, positive=found.positive, weight=None
        )
    assert str(caught.value) == sentence


@pytest.mark.parametrize("name", ["decision", "confidence"])
def test_words_beside_a_score_are_no_score(name):
    assert guess_columns(table(**{name: ["high", "low", "low", "high"]})).scores == ("score",)


def test_a_truth_with_two_classes_is_taken_before_one_with_one_class():
    assert guess_columns(table(truth=1)).truth == "y"


def test_no_usable_truth_is_no_guess():
    found = guess_columns(pd.DataFrame({"a": [0.1, 0.2, 0.3], "b": ["x", "x", "x"]}))
    assert found.truth is None
    assert found.task is None


def test_sentences_can_be_translated():
    """The template stays apart from the values, so that a catalogue can hold it."""
    with pytest.raises(InputError) as caught:
        from_frame(table(), truth="y", scores=["{score}"])
    assert "{column}" in caught.value.message.template
    assert caught.value.message.values["column"] == "{score}"
