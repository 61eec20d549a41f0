"""Which columns and rows of a table can be used, what is said of the others, and what is refused."""

import numpy as np
import pandas as pd
import pytest

from evalcore.bias_variance import first_table, guessed_task, learn_table, tables
from evalcore.errors import InputError

N = 40


def frame(**columns):
    """Return a table of 40 rows: x, a kind and a price, and what else is named."""
    usual = {"x": np.arange(N) / 7, "kind": ["a", "b"] * (N // 2), "price": np.arange(N) * 1.5}
    return pd.DataFrame({**usual, **columns})


def said(table):
    return [str(note) for note in table.notes]


def test_numbers_stay_and_categories_become_features():
    table = learn_table(frame(), target="price")
    assert (table.task, table.target, table.columns, table.classes) == ("regression", "price", ("x", "kind"), ())
    assert table.features == ("x", "kind = a", "kind = b")
    np.testing.assert_array_equal(table.x[:2], [[0, 1, 0], [1 / 7, 0, 1]])
    assert table.y.tolist() == (np.arange(N) * 1.5).tolist()
    assert table.notes == ()
    assert not table.x.flags.writeable


def test_classes_are_sorted():
    table = learn_table(frame(kind=["melon", "apple"] * 20), target="kind")
    assert (table.task, table.classes) == ("classification", ("apple", "melon"))
    assert table.y[:4].tolist() == [1, 0, 1, 0]


def test_numbers_as_classes_are_written_as_numbers():
    table = learn_table(frame(grade=[3.0, 1.0] * 20), target="grade")
    assert table.classes == ("1", "3")
    as_numbers = learn_table(frame(grade=[3.0, 1.0] * 20), target="grade", task="regression")
    assert (as_numbers.classes, as_numbers.y[:2].tolist()) == ((), [3, 1])


@pytest.mark.parametrize(
    ("values", "task"),
    [
        (range(11), "regression"),
        (range(10), "classification"),
        ([True, False], "classification"),
        (["a", "b"], "classification"),
        (["1.5", "2.5", *map(str, range(20))], "regression"),
        (pd.date_range("2020", periods=20), "classification"),
    ],
)
def test_task_is_guessed(values, task):
    assert guessed_task(pd.Series(values)) == task


def test_true_and_false_are_numbers():
    table = learn_table(frame(flag=[True, False] * 20), target="price", columns=["flag"])
    assert (table.features, table.x[:2, 0].tolist()) == (("flag",), [1, 0])


def test_the_target_is_never_a_feature():
    assert learn_table(frame(), target="price", columns=["x", "price"]).columns == ("x",)


def test_rows_with_an_empty_cell_are_left_out_and_counted():
    x = np.arange(float(N))
    x[[3, 4]] = np.nan, np.inf
    table = learn_table(frame(x=x, kind=["a", "", "NaN", "b"] + ["a", "b"] * 18), target="price")
    assert table.n == 36
    assert said(table) == [
        "4 of 40 rows were left out for an empty or infinite cell, most often in column 'x'.",
    ]


def test_columns_without_use_are_left_out_and_named():
    table = learn_table(
        frame(
            when=pd.date_range("2020", periods=N),
            rarely=[1.0] * 10 + [None] * 30,
            name=[f"row {place}" for place in range(N)],
            same=7,
        ),
        target="price",
    )
    assert table.columns == ("x", "kind")
    assert said(table) == [
        "Columns of times were left out: 'when'.",
        "Columns that are mostly empty were left out: 'rarely'.",
        "Columns of more than 20 different texts were left out, which name rows rather than describe them: 'name'.",
        "Columns with a single value were left out: 'same'.",
    ]


def test_of_many_rows_some_are_drawn_always_the_same():
    rows = 2_500
    many = pd.DataFrame({"x": range(rows), "y": np.arange(rows) * 2.0})
    one, two = learn_table(many, target="y"), learn_table(many, target="y")
    assert one.n == 2_000
    assert (np.diff(one.x[:, 0]) > 0).all()
    np.testing.assert_array_equal(one.y, 2 * one.x[:, 0])
    assert one.key == two.key
    assert said(one) == ["2000 of 2500 rows were drawn at random, since every learner is trained many times."]


def test_the_key_tells_tables_apart():
    keys = {learn_table(frame(x=np.arange(N) + shift), target="price").key for shift in (0, 1)}
    keys.add(learn_table(frame(), target="price", columns=["kind"]).key)
    assert len(keys) == 3


def test_names_that_are_no_text():
    table = learn_table(pd.DataFrame({0: np.arange(N), 1: np.arange(N) ** 2}), target="1")
    assert table.features == ("0",)


@pytest.mark.parametrize(
    ("names", "target"),
    [
        (["a", "b", "c"], "c"),
        (["a", "Label", "c"], "Label"),
        (["y", "b", "target"], "y"),
    ],
)
def test_first_target(names, target):
    values = {name: np.arange(N) + place for place, name in enumerate(names)}
    assert first_table(pd.DataFrame(values)).target == target


def test_first_target_is_one_that_can_be_used():
    table = first_table(frame(same=1, name=[f"row {place}" for place in range(N)]))
    assert table.target == "x"


def test_a_table_without_any_target_is_refused_with_the_first_reason():
    with pytest.raises(InputError) as refused:
        first_table(frame().head(20))
    assert str(refused.value).startswith("The table must have at least 30 rows with a value in every column that is")
    with pytest.raises(InputError, match="The table must have columns; got none"):
        first_table(pd.DataFrame())


def test_of_a_wide_table_few_targets_are_tried(monkeypatch):
    tried = []
    made = tables.learn_table
    monkeypatch.setattr(tables, "learn_table", lambda frame, target: tried.append(target) or made(frame, target=target))
    with pytest.raises(InputError, match="The table must have at most 100 features"):
        first_table(frame(**WIDE))
    assert tried == ["f100", "x", "kind", "price"]


WIDE = {f"f{place}": np.arange(N) + place for place in range(101)}


@pytest.mark.parametrize(
    ("table", "options", "sentence"),
    [
        (
            frame(),
            {"target": "weight"},
            "Column 'weight' must stand once in the table; it stands there 0 times. Choose another column, or rename "
            "one.",
        ),
        (
            frame(),
            {"target": "price", "columns": ["size"]},
            "Column 'size' must stand once in the table; it stands there 0 times. Choose another column, or rename "
            "one.",
        ),
        (
            frame().set_axis(["x", "x", "price"], axis=1),
            {"target": "price"},
            "Column 'x' must stand once in the table; it stands there 2 times. Choose another column, or rename one.",
        ),
        (
            frame(price=4.0),
            {"target": "price"},
            "Column 'price' must hold at least two different values; got only '4'. Choose another target.",
        ),
        (
            frame(kind="a"),
            {"target": "kind"},
            "Column 'kind' must hold at least two different values; got only 'a'. Choose another target.",
        ),
        (
            frame(kind=["1", "b"] * 20),
            {"target": "kind", "task": "regression"},
            "Column 'kind' must hold numbers; got 'b'. Take its values as classes, or choose another target.",
        ),
        (
            frame(),
            {"target": "price", "task": "classification"},
            "Column 'price' must hold at most 10 classes; got 40. Take its values as numbers, or choose another "
            "target.",
        ),
        (
            frame(price=pd.date_range("2020", periods=N)),
            {"target": "price"},
            "Column 'price' must hold numbers or classes; got times. Choose another target.",
        ),
        (
            frame(price=[1.0] * 9 + [None] * 31),
            {"target": "price"},
            "The table must have at least 30 rows with a value in every column that is used; got 9. Add rows, or leave "
            "out columns with empty cells.",
        ),
        (
            frame(),
            {"target": "price", "columns": []},
            "The table must have a column of numbers or of few categories beside 'price'; got none that can be used. "
            "Choose another target or another table.",
        ),
        (
            pd.DataFrame({"id": [f"row {place}" for place in range(N)], "y": range(N)}),
            {"target": "y"},
            "The table must have a column of numbers or of few categories beside 'y'; got none that can be used. "
            "Choose another target or another table.",
        ),
        (
            frame(**WIDE),
            {"target": "price"},
            "The table must have at most 100 features, each category counted as one; got 104. Leave columns out.",
        ),
        (
            frame(x=np.arange(N) * 1e80),
            {"target": "price"},
            "x must lie between -1e+70 and 1e+70; got 1e+80. Choose a larger unit.",
        ),
        (
            frame(),
            {"target": "price", "task": "ranking"},
            "task must be one of regression, classification; got 'ranking'. Choose one of them.",
        ),
        (
            pd.DataFrame({"x": [], "y": []}),
            {"target": "y"},
            "The table must have at least 30 rows with a value in every column that is used; got 0. Add rows, or leave "
            "out columns with empty cells.",
        ),
    ],
)
def test_what_is_refused(table, options, sentence):
    with pytest.raises(InputError) as refused:
        learn_table(table, **options)
    assert str(refused.value) == sentence
