"""Which columns and rows of a table of predicted numbers are used, and every bad table with its sentence."""

import numpy as np
import pandas as pd
import pytest

from evalcore.errors import InputError
from evalcore.regression import almost_numbers, guessed_numbers, prediction_table, regression_errors


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
    (
        frame(w=[0, 0, 0, 0]),
        {"truth": "y", "models": ["a"], "weight": "w"},
        "w must be positive for at least one row; got only zeros. Leave the weights out.",
    ),
    (
        frame(w=list("1x11")),
        {"truth": "y", "models": ["a"], "weight": "w"},
        "Column 'w' must hold numbers; got 'x' in data row 2. Remove the row or leave the cell empty.",
    ),
    (
        frame(y=["low", "high", "low", "mid"]),
        {"truth": "y", "models": ["a"]},
        "Column 'y' must hold numbers; got 'low' in data row 1. Remove the row or leave the cell empty.",
    ),
    (
        frame(),
        {"truth": "y", "models": []},
        "Predictions must be another column than the truth; got none. Choose at least one column.",
    ),
    (
        frame().head(1),
        {"truth": "y", "models": ["a"]},
        "The table must have at least 2 rows with a truth and a prediction of every model; got 1. Fill empty cells, "
        "or choose other columns.",
    ),
    (
        frame(a=[np.nan] * 4),
        {"truth": "y", "models": ["a"]},
        "Column 'a' must hold numbers; all 4 cells are empty. Choose another column.",
    ),
]


@pytest.mark.parametrize(("table", "columns", "sentence"), BAD)
def test_bad_tables(table, columns, sentence):
    with pytest.raises(InputError) as caught:
        prediction_table(table, **columns)
    assert str(caught.value) == sentence


@pytest.mark.parametrize("truth", [["3", "5", "n/v", "7"], ["low", "high", "n/v", "low"]])
def test_no_prediction_stands_in_for_a_truth_of_text(truth):
    with pytest.raises(InputError) as caught:
        guessed_numbers(frame(y=truth))
    row, value = (3, "n/v") if truth[0] == "3" else (1, "low")
    assert str(caught.value) == (
        f"Column 'y' must hold numbers; got '{value}' in data row {row}. Remove the row or leave the cell empty."
    )
    # Where another column is the truth by its name, nobody misses this one.
    assert guessed_numbers(frame(y=truth, target=[3, 5, 4, 7])) == ("target", ("a", "b"))


def test_a_model_with_a_cell_of_text_is_not_lost_in_silence():
    # Whole numbers could be classes, so that a regression is not seen at once; else the cell itself is refused.
    table = frame(y=[3, 5, 2, 7], a=["2", "n/v", "4", "8"], b=[3, 4, 2, 7], name=list("pqrs"))
    assert guessed_numbers(table) == ("y", ("b",))
    assert [str(note) for note in almost_numbers(table)] == [
        "Column 'a' cannot be chosen: most of its cells hold numbers, but data row 2 holds 'n/v'."
    ]
    assert almost_numbers(frame()) == ()


def test_a_constant_truth_leaves_r2_undefined_and_says_why():
    table = prediction_table(frame(y=[2, 2, 2, 2]), truth="y", models=["a"])
    found = regression_errors(table.y_true, table.predictions["a"])
    assert np.isnan(found.r2)
    assert str(found.reason) == (
        "R² compares with the mean of the truth, and the truth is the same in every row here: no spread to explain."
    )


def test_a_table_without_numbers():
    with pytest.raises(InputError) as caught:
        guessed_numbers(pd.DataFrame({"y": [1.5, 2.5], "name": ["p", "q"]}))
    assert str(caught.value) == (
        "The table must have at least two columns of numbers, the truth and what a model predicted; got 1. "
        "Add a column, or choose another file."
    )
