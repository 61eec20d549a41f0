"""Rows to learn from: arrays, real data sets and tables that somebody brought."""

import numpy as np
import pandas as pd
import pytest

from evalcore.bias_variance import learn_table
from evalcore.errors import InputError
from evalcore.resampling import REAL, as_rows, real_rows, rows_from_table

X = np.arange(8.0).reshape(4, 2)


def test_arrays():
    rows = as_rows(X, ["b", "a", "b", "b"], groups=[7, 7, 3, 3])
    assert (rows.n, rows.classes, rows.y.tolist()) == (4, ("a", "b"), [1, 0, 1, 1])
    assert (rows.class_counts.tolist(), rows.groups.tolist()) == ([1, 3], [1, 1, 0, 0])
    assert not rows.x.flags.writeable
    assert as_rows(X, [True, False, True, True]).classes == ("False", "True")


def test_some_rows_keep_the_classes():
    rows = as_rows(X, [0, 1, 2, 2], groups=[0, 0, 1, 1]).some(np.array([3, 3, 0]))
    assert (rows.y.tolist(), rows.classes, rows.groups.tolist()) == ([2, 2, 0], ("0", "1", "2"), [1, 1, 0])


@pytest.mark.parametrize(("name", "shape"), list(zip(REAL, [(569, 30), (178, 13), (150, 4), (1797, 64)], strict=True)))
def test_real(name, shape):
    rows = real_rows(name)
    assert rows.x.shape == shape
    assert len(rows.features) == shape[1]
    assert rows.class_counts.min() > 0
    assert len(rows.classes) == len(rows.class_counts)


def test_table():
    frame = pd.DataFrame(
        {
            "size": [1, 2, None, 4, 5],
            "colour": ["red", "green", "red", "red", "green"],
            "good": ["yes", "no", "yes", "no", "yes"],
            "person": ["a", "a", "b", "b", "c"],
        }
    )
    rows = rows_from_table(frame, truth="good", group="person")
    assert rows.features == ("size", "colour_green", "colour_red")
    assert rows.x.tolist() == [[1, 0, 1], [2, 1, 0], [4, 0, 1], [5, 1, 0]]
    assert (rows.y.tolist(), rows.groups.tolist()) == ([1, 0, 0, 1], [0, 0, 1, 2])
    assert [str(note) for note in rows.notes] == [
        "1 of 5 rows were left out for an empty or infinite cell, most often in column 'size'."
    ]


@pytest.mark.parametrize("bad", [np.inf, -np.inf, np.nan])
def test_two_pages_read_empty_columns_and_infinite_cells_alike(bad):
    """One table for both: a column mostly empty is left out, a row with a cell that is empty or infinite, too."""
    frame = pd.DataFrame({"x": np.arange(40.0), "hole": [np.nan] * 40, "half": [1.0, bad] * 20, "y": [0, 1] * 20})
    frame.loc[3, "x"] = bad
    frame.loc[2:4:2, "half"] = [bad, 2.0]
    rows, table = rows_from_table(frame, truth="y"), learn_table(frame, target="y")
    assert rows.features == table.features == ("x",)
    np.testing.assert_array_equal(rows.x, table.x)
    assert [str(note) for note in rows.notes] == [str(note) for note in table.notes]
    assert [str(note) for note in rows.notes] == [
        "Columns that are mostly empty were left out: 'half', 'hole'.",
        "1 of 40 rows were left out for an empty or infinite cell, most often in column 'x'.",
    ]
    infinite = frame.assign(y=np.where(np.arange(40) == 7, np.inf, frame["y"]), half=1.0 * (frame.index % 3))
    assert rows_from_table(infinite, truth="y").n == learn_table(infinite, target="y").n == 38


def test_other_types_of_columns():
    frame = pd.DataFrame(
        {
            "day": pd.to_datetime(["2026-01-01", "2026-01-02", "2026-01-01"]),
            "kind": pd.Categorical(["a", "b", "a"], categories=["a", "b", "c"]),
            "on": [True, False, True],
            "y": [1, 2, 1],
        }
    )
    rows = rows_from_table(frame, truth="y")
    assert rows.features == ("on", "day_2026-01-01", "day_2026-01-02", "kind_a", "kind_b")
    assert rows.x.tolist() == [[1, 1, 0, 1, 0], [0, 0, 1, 0, 1], [1, 1, 0, 1, 0]]
    assert rows.classes == ("1", "2")


def test_a_column_of_words_is_no_feature():
    frame = pd.DataFrame({"x": range(30), "y": [0, 1] * 15, "name": [f"row {i}" for i in range(30)]})
    rows = rows_from_table(frame, truth="y")
    assert (rows.features, rows.groups) == (("x",), None)
    assert [str(note) for note in rows.notes] == [
        "Columns of more than 20 different texts were left out, which name rows rather than describe them: 'name'."
    ]


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (
            lambda: as_rows([1, 2], [0, 1]),
            "x must have a row a sample and a column a feature; got an array of shape (2,). Pass one feature as a "
            "table of one column.",
        ),
        (
            lambda: as_rows([[1], [np.nan]], [0, 1]),
            "x must hold finite numbers; got 'nan' (data row 2). Remove the row or give it a finite number.",
        ),
        (
            lambda: as_rows(X, [1, 1, 1, 1]),
            "y must hold at least two classes; got only '1'. Choose a column with two classes or more.",
        ),
        (
            lambda: as_rows(X, [1, 0]),
            "y must have 4 values, one a row; got 2. Check that both columns come from the same table.",
        ),
        (
            lambda: as_rows(X, ["a", None, "b", "b"]),
            "y must have a value in each row; data row 2 is empty. Remove the row or fill the cell.",
        ),
        (
            lambda: as_rows(X, [0, 1, 0, 1], groups=[1]),
            "groups must have 4 values, one a row; got 1. Check that both columns come from the same table.",
        ),
        (
            lambda: real_rows("melons"),
            "data set must be one of breast cancer, wine, iris, digits; got 'melons'. Choose one of them.",
        ),
        (
            lambda: rows_from_table(pd.DataFrame({"a": [1], "b": [2]}), truth="c"),
            "The table must have the column 'c'; it has 'a', 'b'. Choose one of these.",
        ),
        (
            lambda: rows_from_table(pd.DataFrame({"a": [0, 1]}), truth="a"),
            "The table must have at least one feature and one row without empty cells; got 0 features and 2 such rows. "
            "Fill cells, or choose other columns.",
        ),
        (
            lambda: rows_from_table(pd.DataFrame({"a": [0, 1], "b": [np.nan, np.nan]}), truth="a"),
            "The table must have at least one feature and one row without empty cells; got 0 features and 2 such rows. "
            "Fill cells, or choose other columns.",
        ),
    ],
)
def test_what_is_refused(call, sentence):
    with pytest.raises(InputError) as refused:
        call()
    assert str(refused.value) == sentence
