"""Rows in use with all columns of their file: by their places, with their numbers there, no column name twice."""

import numpy as np
import pandas as pd
import pytest

from evalcore.predictions.kept import kept
from ui.session.file_rows import FileRows, once_each

FRAME = pd.DataFrame([[1, "a", 0.5], [2, "b", 0.25], [3, "c", 0.75], [4, "b", 1.0]], columns=["n", "same", "same"])


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ((), ()),
        (("a", "b"), ("a", "b")),
        (("a", "b", "a", "a"), ("a", "b", "a (2)", "a (3)")),
        (("a (2)", "a", "a"), ("a (2)", "a", "a (3)")),
        (("", ""), ("", " (2)")),
    ],
)
def test_no_name_comes_twice(given, wanted):
    assert once_each(given) == wanted
    assert len(set(wanted)) == len(given)


@pytest.mark.parametrize(("rows", "numbers"), [(None, [3, 1]), (np.array([1, 2, 3]), [4, 2])])
def test_rows_in_use_are_found_in_their_file(rows, numbers):
    of, places = FileRows(kept(FRAME), rows), np.array([2, 0])
    assert of.numbers(places).tolist() == numbers
    frame = of.frame(places)
    assert list(frame.columns) == ["n", "same", "same (2)"]
    assert frame["n"].tolist() == numbers
    assert frame.index.tolist() == [0, 1]


@pytest.mark.parametrize(("rows", "held"), [(None, [1, 3]), (np.array([1, 2, 3]), [0, 2])])
def test_rows_in_use_are_searched(rows, held):
    assert np.flatnonzero(FileRows(kept(FRAME), rows).holding("B")).tolist() == held
