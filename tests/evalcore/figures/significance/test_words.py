"""Names in little room."""

import pytest

from evalcore.figures.significance.words import short_names
from evalcore.figures.style import letters


@pytest.mark.parametrize(
    ("names", "short"),
    [
        (["kNN", "SVM"], ["kNN", "SVM"]),
        (["logistic regression"], ["logistic reg…"]),
        (["gradient boosting 100", "gradient boosting 500"], ["gradient …100", "gradient …500"]),
        (["对数几率回归第一种设置", "对数几率回归第二种设置"], ["对数…一种设置", "对数…二种设置"]),
        (["the same very long name", "the same very long name"], ["the same v… 1", "the same v… 2"]),
        (["<b>"], ["&lt;b&gt;"]),
    ],
)
def test_names_are_cut_and_told_apart_by_their_ends(names, short):
    found = short_names(names, 13)
    assert found == short
    assert all(letters(name.replace("&lt;", "<").replace("&gt;", ">")) <= 13 for name in found)
