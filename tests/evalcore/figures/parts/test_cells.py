"""The cells of a matrix in a low figure: their three lines, and what stands above them, keep apart."""

from __future__ import annotations

import itertools

from evalcore.figures.curves.figure import places
from evalcore.figures.layout import Look
from evalcore.figures.parts.cells import matrix_axes, matrix_labels, matrix_still, matrix_traces
from evalcore.figures.parts.strip import strip_sides

WHERE = places(Look(height=342))
LOW, HIGH = matrix_axes([0, 1], [0, 1], small=True)["yaxis2"]["range"]
UNIT = WHERE.pixels("matrix") / (HIGH - LOW)
# A line of text is so many times as high as its letters; a pixel of it is empty.
LINE = 1.25


def spans(texts):
    """Return from where to where texts reach, in pixels from the bottom, each text once, from low to high."""
    found = {(y * UNIT, size * LINE) for y, size in texts}
    return sorted((y - high / 2, y + high / 2) for y, high in found)


def traced(traces, x):
    """Return height and size of the texts of one column of the matrix."""
    of_text = [trace for trace in traces if trace["mode"] == "text"]
    return [
        (y, size) for t in of_text for u, y, size in zip(t["x"], t["y"], t["textfont"]["size"], strict=True) if u == x
    ]


def test_lines_of_small_cells_keep_apart():
    texts = traced([*matrix_traces(5, 3, 2, 10, small=True), *matrix_still(8, 12, small=True)], 0.5)
    above = [
        (label["y"], label["font"]["size"])
        for label in matrix_labels(("positive", "negative"), str, small=True)
        if label["x"] in (0.5, 1.0)
    ]
    found = spans([*texts, *above])
    # TP and FP with count and share, the totals of their column, its name, and what is predicted.
    assert len(found) == 3 + 3 + 2 + 2
    assert all(low - high >= -1 for (_, high), (low, _) in itertools.pairwise(found))
    assert found[0][0] + 6 >= LOW * UNIT


def test_cells_are_named_in_the_reader_s_language():
    (names, *_totals) = matrix_still(8, 12, lambda sentence: f"«{sentence}»")
    assert names["text"] == ["«TP»", "«FN»", "«FP»", "«TN»"]


def test_a_long_name_stands_on_two_lines_beside_its_row():
    labels = [label["text"] for label in matrix_labels(("readmitted within 30 days", "not readmitted"), str)]
    assert {"● readmitted<br>within 30 days", "○ not readmitted"} < set(labels)
    labels = [label["text"] for label in matrix_labels(("a very long name for a class indeed", "b<c"), str)]
    assert {"● a very long<br>name for a cl…", "○ b&lt;c"} < set(labels)
    names = [label["text"] for label in strip_sides(("readmitted within 30 days", "not readmitted"), narrow=True)]
    assert names == ["● readmitted<br>within 30…", "○ not<br>readmitted"]
