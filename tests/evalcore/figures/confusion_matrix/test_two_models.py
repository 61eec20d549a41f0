"""Two matrices side by side: counts, and the rows apart in the right cell of both."""

import re

import pytest

from evalcore.counts import Cells, ConfusionMatrix
from evalcore.figures.confusion_matrix.two_models import two_models_figure
from evalcore.figures.layout import Look

FIRST, SECOND = ConfusionMatrix.binary(30, 10, 20, 40), ConfusionMatrix.binary(28, 13, 22, 37)
APART = Cells(tp=5, fn=3, fp=1, tn=4)


@pytest.mark.parametrize("look", [Look(), Look(narrow=True)])
def test_a_row_apart_is_in_the_other_cell_of_its_class_with_the_second_model(look):
    figure = two_models_figure(("a<b>", "b"), (FIRST, SECOND), APART, look=look)
    first, second = ([text.split("<br>") for text in of.text] for of in figure.data if of.mode == "text")
    assert [(cell, n, apart) for cell, n, apart in first] == [
        ("TP", "<b>30</b>", "5 apart"),
        ("FN", "<b>20</b>", "3 apart"),
        ("FP", "<b>10</b>", "1 apart"),
        ("TN", "<b>40</b>", "4 apart"),
    ]
    assert [apart for _cell, _n, apart in second] == ["3 apart", "5 apart", "4 apart", "1 apart"]
    assert any("a&lt;b&gt;" in note.text for note in figure.layout.annotations)


def test_a_long_class_reaches_into_nothing_beside_it():
    classes = ("a class of a long name", "b")
    notes = two_models_figure(("a", "b"), (FIRST, SECOND), APART, classes=classes).layout.annotations
    lines = {
        side: [line for note in notes if (note.xanchor == "right") is side for line in _lines(note.text)]
        for side in (True, False)
    }
    # A cell is 120 pixels wide, and 96 are at its left; a letter takes 7.3.
    assert max(map(len, lines[False])) * 7.3 <= 120
    assert max(map(len, lines[True])) * 7.3 <= 96
    assert lines[True].count("● a class of") == 2


def _lines(text):
    return re.sub("</?(b|span)\\b[^>]*>", "", text).split("<br>")
