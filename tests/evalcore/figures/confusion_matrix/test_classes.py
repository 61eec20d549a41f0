"""The matrix of more than two classes: what is printed and shaded, what stands around, how it fits, what is clicked."""

import json

import numpy as np
import pytest

from evalcore.counts import ConfusionMatrix
from evalcore.figures.confusion_matrix.classes import (
    CELL_OF_CLASSES,
    CLASS,
    MOST_WITH_TEXT,
    NARROW,
    WIDE,
    matrix_figure,
)
from evalcore.figures.layout import Look
from evalcore.metrics import per_class
from tests.evalcore.figures.steps import Marked

B = ConfusionMatrix([[50, 3, 2], [10, 20, 5], [1, 4, 5]], ("a", "b", "c"))
DIGITS = ConfusionMatrix(np.diag(range(100, 110)) + np.eye(10, k=1, dtype=int), tuple(str(i) for i in range(10)))


def draw(cm, *args, **options):
    return matrix_figure(cm, per_class(cm), *args, **options)


def heat(cm, **options):
    return draw(cm, **options).data[0]


def written(cm, **options):
    """Return counts and shares as the cells have them."""
    bare = [[cell.replace("<b>", "").replace("</span>", "") for cell in row] for row in heat(cm, **options).text]
    return [[tuple(c.split('</b><br><span style="font-size:12px">')) for c in row] for row in bare]


def labels(figure):
    return [note.text for note in figure.layout.annotations]


def beside(figure):
    """Return the names, totals and recalls of the rows."""
    return [list(trace.text) for trace in figure.data if trace.type == "scatter"]


def test_rows_are_the_truth_and_the_first_is_on_top():
    figure = draw(B, say=Marked())
    low, high = figure.layout.yaxis.range
    assert low > high
    assert "«actual»" in labels(figure)
    assert any(text.startswith("«predicted» · «% of the row» · ") and "«wrong»" in text for text in labels(figure))
    assert beside(figure)[0] == ["a", "b", "c"]
    assert written(B)[1] == [("10", "28.6%"), ("20", "57.1%"), ("5", "14.3%")]


@pytest.mark.parametrize(("of", "first"), [("row", 50 / 55), ("column", 50 / 61), ("all", 50 / 100)])
def test_the_share_printed_is_the_share_shaded(of, first):
    cells = heat(B, of=of)
    shade, table = np.array(cells.z), B.table
    assert written(B, of=of)[0][0] == ("50", f"{first:.1%}")
    base = {"row": table.sum(1, keepdims=True), "column": table.sum(0, keepdims=True), "all": 50}[of]
    np.testing.assert_allclose(np.abs(shade), table / base)  # of all, the largest share has the full colour
    assert (np.diag(shade) > 0).all()
    assert (shade[~np.eye(3, dtype=bool)] < 0).all()
    assert cells.customdata[0][0][1] == f"{first:.1%}"


def test_totals_and_recall_stand_beside_the_rows_totals_and_precision_below():
    figure = draw(B)
    assert beside(figure)[1:] == [["55", "35", "10"], ["0.909", "0.571", "0.500"]]
    below = [n.text for n in figure.layout.annotations if n.yanchor == "top"]
    assert below == ["61", "0.820", "27", "0.741", "12", "0.417", "100", "total", "precision"]
    guessed = [figure.layout.annotations[i].text for i in figure.layout.meta["guessed"]["annotations"]]
    assert guessed == ["61", "0.820", "27", "0.741", "12", "0.417"]


def test_hover_holds_count_share_and_both_names():
    data = heat(B).customdata
    assert list(data[1][0]) == [10, "28.6%", "b", "a", 1, 0]
    assert "% of the row" in heat(B).hovertemplate


def test_what_is_clicked_says_which_row_it_is():
    cells, left, right = draw(B).data[:3]
    assert (cells.meta, left.meta, right.meta) == (CELL_OF_CLASSES, CLASS, CLASS)
    assert [[tuple(cell[-2:]) for cell in row] for row in cells.customdata] == [
        [(i, j) for j in range(3)] for i in range(3)
    ]
    for strip in (left, right):
        assert [row[0][-1] for row in strip.customdata] == [0, 1, 2]
        assert "0.571" in strip.customdata[1][0][0]
    assert left.x[1] == -0.5
    assert right.x[0] == 2.5


def test_every_mistake_made_has_a_mark_and_nothing_else_has():
    (path,) = draw(B).layout.shapes
    assert path.path.count("M") == 6
    assert any(note.text.endswith("◥</span> wrong") for note in draw(B).layout.annotations)
    right = draw(ConfusionMatrix(np.diag([3, 4, 5]))).layout
    assert not right.shapes
    assert not any("◥" in note.text for note in right.annotations)


def test_a_class_without_rows_is_empty_and_has_a_dash():
    cm = ConfusionMatrix([[3, 1, 0], [0, 2, 0], [0, 0, 0]], ("x", "y", "z"))
    assert np.array(heat(cm).z).tolist() == [[0.75, -0.25, 0], [0, 1, 0], [0, 0, 0]]
    assert heat(cm).text[2][0] == ""
    assert beside(draw(cm))[2] == ["0.750", "1.000", "—"]
    assert [n.text for n in draw(cm).layout.annotations if n.yanchor == "top"][5] == "—"


def test_nearly_all_is_not_all_and_hardly_any_not_none():
    cm = ConfusionMatrix([[9999, 1, 0], [0, 1, 0], [0, 0, 1]])
    row = written(cm)[0]
    assert [share for _count, share in row[:2]] == ["&gt;99.9%", "&lt;0.1%"]
    assert row[2] == ("",)
    assert written(ConfusionMatrix([[999, 1, 0], [0, 1, 0], [0, 0, 1]]))[0][:2] == [("999", "99.9%"), ("1", "0.1%")]
    assert [cell[1] for cell in heat(cm).customdata[0]] == ["&gt;99.9%", "&lt;0.1%", "0.0%"]


def test_it_is_square_and_fits_the_page():
    for cm, look in ((B, Look()), (DIGITS, Look()), (DIGITS, Look(False, 520)), (DIGITS, Look(False, 320))):
        layout = draw(cm, look=look).layout
        assert layout.height <= look.height + 1
        assert layout.width <= WIDE + 1
        assert layout.xaxis.scaleanchor == "y"
        across, down = (abs(np.subtract(*axis.range)) for axis in (layout.xaxis, layout.yaxis))
        assert layout.width / layout.height == pytest.approx(across / down, rel=0.02)
    narrow = draw(DIGITS, look=Look(narrow=True)).layout
    assert narrow.width <= NARROW + 1
    assert narrow.height < NARROW + 100


def test_what_does_not_fit_into_a_column_is_turned():
    def turned(figure):
        return {note.text for note in figure.layout.annotations if note.textangle == -90}

    assert not turned(draw(DIGITS))
    assert "1.000" in turned(draw(DIGITS, look=Look(narrow=True)))
    assert "7" not in turned(draw(DIGITS, look=Look(narrow=True)))
    long = ConfusionMatrix(DIGITS.table, tuple(f"class number {i}" for i in range(10)))
    assert "class number 7" in turned(draw(long))


def test_small_cells_have_counts_alone():
    assert written(DIGITS)[0][0] == ("100", "99%")
    assert written(DIGITS, look=Look(narrow=True))[0][0] == ("100",)


@pytest.mark.parametrize(("k", "has_text"), [(MOST_WITH_TEXT, True), (MOST_WITH_TEXT + 1, False)])
def test_numbers_are_written_while_they_fit(k, has_text):
    figure = draw(ConfusionMatrix(np.eye(k, dtype=int), tuple(str(i) for i in range(k))))
    assert (figure.data[0].text is not None) == has_text
    assert (figure.data[0].texttemplate is not None) == has_text
    assert (len(beside(figure)) == 3) == has_text
    assert bool(figure.layout.width)


def test_of_very_many_classes_some_names_stand_for_all():
    names = beside(draw(ConfusionMatrix(np.eye(100, dtype=int))))[0]
    assert names[0] == "0"
    assert 15 < len(names) < 30


def test_thousands_are_separated():
    assert written(ConfusionMatrix([[1_234_567, 2, 0], [0, 3, 0], [0, 0, 4]]))[0][0][0] == "1,234,567"


def test_weights_keep_two_places():
    assert written(ConfusionMatrix([[1.5, 0.25, 0], [0.0, 2.0, 0], [0, 0, 1]]))[0][1][0] == "0.25"


def test_class_names_never_become_markup():
    figure = draw(ConfusionMatrix(np.eye(3, dtype=int), ("<b>x</b>", "a\n&b", "c")))
    text = json.dumps(json.loads(figure.to_json()))
    assert "<b>x" not in text
    assert beside(figure)[0][:2] == ["&lt;b&gt;x&lt;/b&gt;", "a &amp;b"]


def test_long_names_are_cut():
    cm = ConfusionMatrix(np.eye(3, dtype=int), ("x" * 100, "y", "z"))
    assert beside(draw(cm))[0][0] == "x" * 23 + "…"
    assert beside(draw(cm, look=Look(narrow=True)))[0][0] == "x" * 9 + "…"


def test_names_that_look_like_numbers_stay_in_place():
    figure = draw(ConfusionMatrix(np.eye(3, dtype=int), ("10", "2", "1")))
    assert list(figure.data[0].x) == list(figure.data[0].y) == [0, 1, 2]
    assert beside(figure)[0] == ["10", "2", "1"]


def test_a_long_name_is_whole_where_one_points_at_it():
    names = [f"a class whose name is rather long, number {k}" for k in range(3)]
    cm = ConfusionMatrix(np.ones((3, 3), dtype=int), tuple(names))
    figure = matrix_figure(cm, per_class(cm), look=Look(height=390))
    assert [note.hovertext for note in figure.layout.annotations if note.hovertext] == names
    cells, *strips = (trace for trace in figure.data if trace.type == "heatmap")
    assert [cell[2] for cell in cells.customdata[:, 0]] == names
    assert all(
        said[0][0].startswith(name) for strip in strips for said, name in zip(strip.customdata, names, strict=True)
    )
