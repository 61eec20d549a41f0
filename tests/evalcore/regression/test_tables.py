"""Which columns and rows of a table of predicted numbers are used, and every bad table with its sentence."""

import numpy as np
import pandas as pd
import pytest

from evalcore.errors import InputError
from evalcore.regression import guessed_numbers, prediction_table


def frame(**columns):
    usual = {"y": [3.0, 5.0, 2.5, 7.0], "a": [2.5, 5.0, 4.0, 8.0], "b": [3.0, 4.0, 2.0, 7.5]}
    return pd.DataFrame({**usual, **columns})


@pytest.mark.parametrize(
    ("columns", "truth", "models"),
    [
        ({"y": [1.5, 2.5, 3.5], "pred_a": [1, 2, 3.0], "pred_b": [2, 2, 3.5]}, "y", ("pred_a", "pred_b")),
        # Whole numbers could be classes; here they are numbers.
        ({"id": [1, 2, 3], "y": [3, 5, 4], "model": [2.5, 5.5, 4.0]}, "y", ("model",)),
        ({"a": [3, 5, 4], "b": [2, 5, 5]}, "a", ("b",)),
        ({"name": ["p", "q", "r"], "model": [3, 5, 4], "target": [2, 5, 5]}, "target", ("model",)),
    ],
)
def test_columns_are_guessed(columns, truth, models):
    assert guessed_numbers(pd.DataFrame(columns)) == (truth, models)


def test_rows_with_an_empty_cell_are_left_out_and_counted():
    table = prediction_table(frame(b=[3.0, np.nan, np.nan, 7.5]), truth="y", models=["a", "b"])
    assert (table.n, table.y_true.tolist(), table.predictions["b"].tolist()) == (2, [3, 7], [3, 7.5])
    (note,) = table.notes
    assert str(note) == "2 of 4 rows were left out for an empty cell, most often in column 'b'."


def test_other_numbers_are_features():
    table = prediction_table(
        frame(id=[1, 2, 3, 4], size=[4, 1, 2, 9], same=[1, 1, 1, 1], hole=[1, None, 2, 3], kind=list("abab")),
        truth="y",
        models=["a"],
    )
    assert {name: values.tolist() for name, values in table.features.items()} == {
        "b": [3, 4, 2, 7.5],
        "size": [4, 1, 2, 9],
    }


def test_weights_and_key():
    table = prediction_table(frame(w=[1, 0, 2, 1]), truth="y", models=["a"], weight="w")
    assert table.weight.tolist() == [1, 0, 2, 1]
    assert "w" not in table.features
    other = prediction_table(frame(), truth="y", models=["a"])
    assert other.key == prediction_table(frame(), truth="y", models=["a"]).key != table.key


BAD = [
    (
        frame(a=["1", "2", "n/v", "4"]),
        {"truth": "y", "models": ["a"]},
        "Column 'a' must hold numbers; got 'n/v' in data row 3. Remove the row or leave the cell empty.",
    ),
    (
        frame(a=[1, np.inf, 2, 3]),
        {"truth": "y", "models": ["a"]},
        "Column 'a' must hold finite numbers; got 'inf' in data row 2. Remove the row or leave the cell empty.",
    ),
    (
        frame(y=[1, 2e150, 2, 3]),
        {"truth": "y", "models": ["a"]},
        "y must hold numbers between -1e140 and 1e140, so that their squares can be added; got 2e+150 (data row 2). "
        "Choose a larger unit.",
    ),
    (
        frame(),
        {"truth": "y", "models": ["y"]},
        "Predictions must be another column than the truth; got none. Choose at least one column.",
    ),
    (
        frame(),
        {"truth": "z", "models": ["a"]},
        "Column 'z' must stand once in the table; it stands there 0 times. Choose another column, or rename one.",
    ),
    (
        frame(a=[1.0, None, None, None]),
        {"truth": "y", "models": ["a"]},
        "The table must have at least 2 rows with a truth and a prediction of every model; got 1. Fill empty cells, "
        "or choose other columns.",
    ),
    (
        frame(w=[1, -1, 1, 1]),
        {"truth": "y", "models": ["a"], "weight": "w"},
        "w must not be negative; got -1.0 (data row 2). Leave the row out.",
    ),
]


@pytest.mark.parametrize(("table", "columns", "sentence"), BAD)
def test_bad_tables(table, columns, sentence):
    with pytest.raises(InputError) as caught:
        prediction_table(table, **columns)
    assert str(caught.value) == sentence


def test_a_table_without_numbers():
    with pytest.raises(InputError) as caught:
        guessed_numbers(pd.DataFrame({"y": [1.5, 2.5], "name": ["p", "q"]}))
    assert str(caught.value) == (
        "The table must have at least two columns of numbers, the truth and what a model predicted; got 1. "
        "Add a column, or choose another file."
    )
