"""Tables of results: names told from numbers, rows left out, and the sentence for each that cannot be used."""

import numpy as np
import pandas as pd
import pytest

from evalcore.errors import InputError
from evalcore.reading import read_table
from evalcore.significance.result_table import MOST_COLUMNS, MOST_ROWS, result_table, with_columns


def read(text, **limits):
    return result_table(read_table(text.encode()), **limits)


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("data set,A,B\niris,.1,.2\nwine,.3,.4\n", ("iris", "wine")),
        ("A,B\n.1,.2\n.3,.4\n", ("1", "2")),
        ("fold,A,B\n1,.1,.2\n2,.3,.4\n", ("1", "2")),
        ("fold,A,B\n0,.1,.2\n1,.3,.4\n", ("0", "1")),
        ("x;A;B\n<b>;0,1;0,2\n$x$;0,3;0,4\n", ("<b>", "$x$")),
    ],
)
def test_names_of_rows_are_told_from_numbers(text, rows):
    table = read(text)
    assert (table.rows, table.columns) == (rows, ("A", "B"))
    np.testing.assert_array_equal(table.values, [[0.1, 0.2], [0.3, 0.4]])


def test_two_columns_of_counts_are_no_names():
    assert read("A,B\n1,2\n2,1\n").columns == ("A", "B")


def test_rows_without_all_numbers_are_left_out_and_named():
    table = read("d,A,B\niris,.1,.2\nwine,,.4\n,,\n")
    assert table.rows == ("iris",)
    assert [str(note) for note in table.notes] == ["Rows without a number in every column were left out: 'wine'."]


def test_names_stand_once():
    frame = pd.DataFrame([["iris", 1, 2, 3]], columns=["", "A", "A", "B"])
    assert result_table(frame).columns == ("A", "A (2)", "B")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "d,A\niris,.1\n",
            "The table must have 2 to 10 columns of numbers; got 1. Give one column to each algorithm.",
        ),
        (
            "d," + ",".join(f"c{i}" for i in range(11)) + "\niris" + ",1" * 11 + "\n",
            "The table must have 2 to 10 columns of numbers; got 11. Give one column to each algorithm.",
        ),
        (
            "d,A,B\n" + "".join(f"r{i},1,2\n" for i in range(31)),
            "The table must have at most 30 rows; got 31. Leave some out.",
        ),
        (
            "d,A,B\niris,.1,\nwine,,.2\n",
            "The table must have at least 1 rows with a number in every column; got 0. Fill in the cells that are "
            "empty.",
        ),
        (
            "d,A,B\niris,.1,good\n",
            "Column 'B' must hold numbers; got 'good' in data row 1. Remove the row or leave the cell empty.",
        ),
    ],
)
def test_what_cannot_be_used_gets_a_sentence(text, said):
    with pytest.raises(InputError) as refused:
        read(text)
    assert str(refused.value) == said


def test_limits_are_those_asked_for():
    read("A,B\n" + ".1,.2\n" * 10, least_rows=2, most_columns=2)
    with pytest.raises(InputError, match="The table must have 2 columns of numbers; got 3"):
        read("A,B,C\n.1,.2,.3\n", most_columns=2)


@pytest.mark.parametrize(
    ("text", "rows", "values"),
    [
        ("d,A,B\niris,12%,13 %\nwine,.2,8％\n", ("iris", "wine"), [[0.12, 0.13], [0.2, 0.08]]),
        ("A,B\n12%,10%\n8%,5%\n", ("1", "2"), [[0.12, 0.1], [0.08, 0.05]]),
        ("share,A,B\n10%,.1,7%\n20%,.2,8%\n", ("10%", "20%"), [[0.1, 0.07], [0.2, 0.08]]),
    ],
)
def test_a_percentage_is_a_share(text, rows, values):
    table = read(text)
    assert (table.rows, table.columns, table.values.tolist()) == (rows, ("A", "B"), values)


def test_a_percentage_of_no_number_is_refused():
    with pytest.raises(InputError, match="Column 'B' must hold numbers; got 'many%'"):
        read("d,A,B\niris,.1,many%\n")


def test_largest_table_is_taken():
    values = np.arange(MOST_ROWS * MOST_COLUMNS).reshape(MOST_ROWS, MOST_COLUMNS)
    assert result_table(pd.DataFrame(values, columns=[f"c{i}" for i in range(MOST_COLUMNS)])).values.shape == (30, 10)


def test_round_trip_and_columns():
    table = read("d,A,B,C\niris,.1,.2,.3\n")
    again = result_table(table.to_frame())
    assert again.key == table.key
    assert (again.spare, again.means.tolist()) == (1, [0.1, 0.2, 0.3])
    kept = table.of(["C", "A"])
    assert (kept.columns, kept.values.tolist(), kept.spare) == (("C", "A"), [[0.3, 0.1]], 0)
    assert kept.differences(0, 1) == pytest.approx([0.2])
    assert not table.is_right_or_wrong
    assert read("A,B\n1,0\n0,1\n").is_right_or_wrong


def test_columns_are_renamed_added_and_taken_away():
    frame = read("d,A,B\niris,.1,.2\n").to_frame()
    assert with_columns(frame, ["X", " Y ", "Z", ""]).columns.tolist() == ["", "X", "Y", "Z"]
    assert with_columns(frame, ["X"]).to_numpy().tolist() == [["iris", 0.1]]
    with pytest.raises(InputError, match="all 1 cells are empty"):
        result_table(with_columns(frame, ["A", "B", "C"]))


@pytest.mark.parametrize("columns", [1, 3])
def test_where_just_two_columns_are_taken(columns):
    with pytest.raises(InputError) as refused:
        result_table(pd.DataFrame(np.ones((5, columns))), most_columns=2)
    assert str(refused.value) == (
        f"The table must have 2 columns of numbers; got {columns}. Leave out the others, or add what is missing."
    )
