"""Filters are comparisons, never text of a query."""

from datetime import date

import pandas as pd
import pytest

from evalcore import engine
from evalcore.engine import Filter
from evalcore.errors import InputError

HOSTILE = 'a";drop table t;--'
FRAME = pd.DataFrame(
    {
        "id": range(6),
        "y": [True, False] * 3,
        "s": [0.1, 0.2, 0.3, 0.4, 0.5, 0.6],
        "n": [1.5, float("nan"), 2.5, 3.5, None, 1.5],
        "text": ["x", "y", None, "'; drop table source_rows; --", "x", "x' OR 'a'='a"],
        "when": pd.date_range("2026-01-01", periods=6),
        HOSTILE: range(6),
    }
)


@pytest.fixture(scope="module")
def source():
    return engine.source(FRAME, limits=engine.Limits(memory=1 << 29, threads=1))


@pytest.mark.parametrize(
    ("where", "kept"),
    [
        (None, [0, 1, 2, 3, 4, 5]),
        ({"text": "x"}, [0, 4]),
        (Filter("n", "==", 1.5), [0, 5]),
        ([("n", "!=", 1.5)], [2, 3]),
        ([("n", ">", 2)], [2, 3]),
        ([("n", ">=", 2.5), ("id", "<", 3)], [2]),
        ([("n", "is missing")], [1, 4]),
        ([("n", "is known"), ("n", "<=", 2.5)], [0, 2, 5]),
        ([("text", "in", ["x", "y"])], [0, 1, 4]),
        ([("text", "not in", ["x", "y"])], [3, 5]),
        ([("y", "==", True)], [0, 2, 4]),
        ([("when", ">=", "2026-01-03"), ("when", "<", date(2026, 1, 5))], [2, 3]),
        ([(HOSTILE, ">", 3)], [4, 5]),
        ({"text": "'; drop table source_rows; --"}, [3]),
        ({"text": "x' OR 'a'='a"}, [5]),
        ({"text": "' OR 1=1 --"}, []),
    ],
)
def test_rows_that_pass(source, where, kept):
    cells = source.cells("y", "s", where=where)
    assert sorted(cells.rows().frame["id"]) == kept
    assert cells.counts.n_pos + cells.counts.n_neg == cells.n_rows == len(kept)


@pytest.mark.parametrize(
    ("where", "sentence"),
    [
        ({"z": 1}, "The source must have a column 'z'; it has 'id', 'y'"),
        (
            [("n", "like", 1)],
            "comparison of 'n' must be one of ==, !=, <, <=, >, >=, in, not in, is missing, is known; got",
        ),
        ([("y", "<", True)], "comparison of 'y' must be one of ==, !=, in, not in, is missing, is known; got '<'."),
        ({"n": "1 OR 1=1"}, "A value to compare column 'n' with must be of its kind, number; got '1 OR 1=1'."),
        ({"n": float("nan")}, "A value to compare column 'n' with must be of its kind, number; got 'nan'."),
        ({"text": 3}, "A value to compare column 'text' with must be of its kind, text; got '3'."),
        ({"when": "never"}, "A value to compare column 'when' with must be of its kind, time; got 'never'."),
        ([("text", "in", [])], "A list of values must have 1 to 1000; got 0. Choose fewer, or a range."),
        ([("s);drop table source_rows;--", ">", 1)], "The source must have a column 's);drop table source_rows;--'"),
    ],
)
def test_refused(source, where, sentence):
    with pytest.raises(InputError) as refused:
        source.cells("y", "s", where=where)
    assert str(refused.value).startswith(sentence)


@pytest.mark.parametrize("role", ["truth", "score", "by", "weight"])
def test_a_hostile_name_stays_a_name(source, role):
    asked = {"truth": "y", "score": "s"} | {role: HOSTILE} | ({"positive": 3} if role == "truth" else {})
    assert source.cells(**asked).n_rows == len(FRAME)
    assert len(source.head()) == len(FRAME)
