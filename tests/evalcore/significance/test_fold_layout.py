"""What a table of results is taken for: repetitions of folds, by its names or its length."""

import numpy as np
import pandas as pd
import pytest

from evalcore.significance.fold_layout import Layout, five_by_two, guessed_layout, layouts, with_repetitions


@pytest.mark.parametrize(
    ("n", "found"),
    [
        (2, (1, 2)),
        (10, (1, 10)),
        (20, (1, 20)),
        (30, (3, 10)),
        (100, (10, 10)),
        (25, (5, 5)),
        (22, (11, 2)),
        (23, (1, 23)),
    ],
)
def test_by_length(n, found):
    assert guessed_layout([str(i) for i in range(1, n + 1)]) == found
    assert Layout(*found) in layouts(n)


@pytest.mark.parametrize(
    ("names", "found"),
    [
        (["1/1", "1/2", "1/3", "2/1", "2/2", "2/3"], (2, 3)),
        (["r1f1", "r1f2", "r2f1", "r2f2"], (2, 2)),
        (["重复1折1", "重复1折2", "重复2折1", "重复2折2"], (2, 2)),
        (["1/1", "2/1", "1/2", "2/2"], (1, 4)),  # not repetition by repetition
        (["1/1", "2/1"], (1, 2)),  # one fold each is no cross validation
        (["1/1", "1/2", "2/1"], (1, 3)),
        (["1/1", "1/1"], (1, 2)),
    ],
)
def test_by_names(names, found):
    assert guessed_layout(names) == found


def test_layouts_of_100_rows():
    assert [tuple(one) for one in layouts(100)] == [
        *((1, 100), (2, 50), (4, 25), (5, 20), (10, 10), (20, 5), (25, 4), (50, 2))
    ]
    assert Layout(10, 10).ratio == pytest.approx(1 / 9)


def test_columns_of_repetitions_and_folds_become_names():
    table = pd.DataFrame({"Repeat": [1, 1, 2, 2], "fold_no": [2, 1, 1, 2], "A": [0.1, 0.2, 0.3, 0.4]})
    assert with_repetitions(table) is table  # fold_no is no usual name
    made = with_repetitions(table.rename(columns={"fold_no": "Fold"}))
    assert made.columns.tolist() == ["", "A"]
    assert made[""].tolist() == ["1/1", "1/2", "2/1", "2/2"]
    assert made["A"].tolist() == [0.2, 0.1, 0.3, 0.4]


def test_a_gap_leaves_the_table_alone():
    gap = pd.DataFrame({"repeat": [1, None], "fold": [1, 1], "A": [0.1, 0.2]})
    assert with_repetitions(gap) is gap


def test_ten_differences_are_five_repetitions_of_two_folds():
    assert five_by_two(np.arange(10.0)).tolist() == [[0, 1], [2, 3], [4, 5], [6, 7], [8, 9]]
