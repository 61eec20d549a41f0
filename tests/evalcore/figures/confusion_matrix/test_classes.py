"""The matrix of any number of classes."""

import json

import numpy as np
import pytest

from evalcore.counts import ConfusionMatrix
from evalcore.figures.confusion_matrix.classes import MOST_WITH_TEXT, matrix_figure

B = ConfusionMatrix([[50, 3, 2], [10, 20, 5], [1, 4, 5]], ("a", "b", "c"))


def heat(cm, **words):
    (trace,) = matrix_figure(cm, **words).data
    return trace


def test_rows_are_the_truth_and_the_first_is_on_top():
    figure = matrix_figure(B, actual="truth", predicted="guess")
    assert figure.layout.yaxis.title.text == "truth"
    assert figure.layout.xaxis.title.text == "guess"
    assert figure.layout.yaxis.range[0] > figure.layout.yaxis.range[1]
    assert [list(row) for row in figure.data[0].text] == [["50", "3", "2"], ["10", "20", "5"], ["1", "4", "5"]]
    assert list(figure.layout.xaxis.ticktext) == list(figure.layout.yaxis.ticktext) == ["a", "b", "c"]


def test_right_answers_are_blue_and_mistakes_orange_by_their_share_of_the_true_class():
    shade = np.array(heat(B).z)
    np.testing.assert_allclose(np.abs(shade).sum(axis=1), 1)
    assert (np.diag(shade) > 0).all()
    assert (shade[~np.eye(3, dtype=bool)] < 0).all()
    np.testing.assert_allclose(shade[1], [-10 / 35, 20 / 35, -5 / 35])


def test_hover_holds_count_share_and_both_names():
    data = heat(B).customdata
    assert list(data[1][0]) == [10, 10 / 35, "b", "a"]


def test_a_class_without_rows_is_empty_not_an_error():
    shade = np.array(heat(ConfusionMatrix([[3, 1], [0, 0]], ("x", "y"))).z)
    assert shade.tolist() == [[0.75, -0.25], [0, 0]]
    assert heat(ConfusionMatrix([[3, 1], [0, 0]], ("x", "y"))).text[1][0] == ""


@pytest.mark.parametrize(("k", "has_text"), [(MOST_WITH_TEXT, True), (MOST_WITH_TEXT + 1, False)])
def test_counts_are_written_while_they_fit(k, has_text):
    trace = heat(ConfusionMatrix(np.eye(k, dtype=int), tuple(str(i) for i in range(k))))
    assert (trace.text is not None) == has_text
    assert (trace.texttemplate is not None) == has_text


def test_thousands_are_separated():
    assert heat(ConfusionMatrix.binary(1_234_567, 0, 2, 3)).text[0][0] == "1,234,567"


def test_weights_keep_two_places():
    assert heat(ConfusionMatrix([[1.5, 0.25], [0.0, 2.0]], ("x", "y"))).text[0][1] == "0.25"


def test_class_names_never_become_markup():
    figure = matrix_figure(ConfusionMatrix([[1, 0], [0, 1]], ("<b>x</b>", "a\n&b")))
    text = json.dumps(json.loads(figure.to_json()))
    assert "<b>x" not in text
    assert list(figure.layout.xaxis.ticktext) == ["&lt;b&gt;x&lt;/b&gt;", "a &amp;b"]


def test_long_names_are_cut():
    figure = matrix_figure(ConfusionMatrix([[1, 0], [0, 1]], ("x" * 100, "y")))
    assert figure.layout.xaxis.ticktext[0] == "x" * 23 + "…"


def test_names_that_look_like_numbers_stay_in_place():
    figure = matrix_figure(ConfusionMatrix(np.eye(3, dtype=int), ("10", "2", "1")))
    assert list(figure.layout.xaxis.tickvals) == list(figure.data[0].x) == [0, 1, 2]
    assert list(figure.layout.xaxis.ticktext) == ["10", "2", "1"]
