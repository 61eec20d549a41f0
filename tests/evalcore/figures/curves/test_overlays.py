"""Lines under the curves: where their labels stand, and which of them go without one."""

from __future__ import annotations

import pytest

from evalcore.figures.curves.overlays import Overlay, overlaid
from evalcore.figures.layout import Look

WIDE, LOW, STACKED = Look(), Look(height=342), Look(narrow=True)
# The ends of accuracy 0.2 to 0.8 in the ROC plane, where two rows in five are positive.
ACCURACY = {0.2: (1.0, 0.5), 0.4: (1.0, 1.0), 0.6: (2 / 3, 1.0), 0.8: (1 / 3, 1.0)}
# Those of F1 in the P-R plane, which fall.
F1 = {level: (1.0, level / (2 - level)) for level in ACCURACY}


def line(label, end, panel="roc", start=(0.0, 0.0)):
    return Overlay(panel, [start[0], end[0]], [start[1], end[1]], label, label=label)


def labels(lines, look=WIDE):
    """Return the labels drawn, each with its side."""
    return {t["text"][-1]: t["textposition"] for t in overlaid(lines, look) if "text" in t}


def test_a_label_stands_at_the_last_point_and_not_on_another():
    ends = [(0.3, 1.0), (0.35, 1.0), (1.0, 0.6)]
    found = overlaid([line(f"P = {i}", end) for i, end in enumerate(ends)], WIDE)
    assert [trace.get("text") for trace in found] == [["", "P = 0"], None, ["", "P = 2"]]
    assert [trace.get("textposition") for trace in found] == ["bottom right", None, "top left"]


@pytest.mark.parametrize("look", [WIDE, LOW])
def test_labels_on_two_sides_of_an_edge_do_not_touch(look):
    found = labels([line(f"ACC = {level}", end) for level, end in ACCURACY.items()], look)
    assert "ACC = 0.6" not in found
    assert {"ACC = 0.2", "ACC = 0.4"} <= set(found)


def test_a_phone_has_the_planes_larger():
    ends = [(0.3, 1.0), (0.56, 1.0)]
    lines = [line(f"ACC = {i}", end) for i, end in enumerate(ends)]
    assert [len(labels(lines, look)) for look in (LOW, WIDE, STACKED)] == [1, 1, 2]


def test_a_long_label_takes_more_room():
    ends = {"expected cost = 0.09683": (1.0, 0.6), "expected cost = 0.2905": (0.79, 0.6)}
    assert len(labels([line(label, end) for label, end in ends.items()])) == 1
    chinese = {"代价 = 0.1": (1.0, 0.6), "代价 = 0.2": (0.45, 0.6)}
    assert len(labels([line(label, end) for label, end in chinese.items()], STACKED)) == 2
    assert len(labels([line(f"期望的{label}", end) for label, end in chinese.items()], STACKED)) == 1


@pytest.mark.parametrize("look", [WIDE, LOW, STACKED])
def test_every_line_of_f1_has_its_label(look):
    found = labels([line(f"F1 = {level}", end, "pr", (level, 1.0)) for level, end in F1.items()], look)
    assert found == {f"F1 = {level}": "bottom left" for level in F1}


def test_a_label_that_would_leave_the_figure_is_left_out():
    assert labels([line("expected cost = 0.5", (0.7, 1.0)), line("ACC = 0.5", (0.7, 1.0))], STACKED) == {
        "ACC = 0.5": "bottom right"
    }


def test_planes_do_not_see_each_other():
    assert len(labels([line("P = 1", (0.3, 1.0)), line("F1 = 1", (0.3, 1.0), "pr")])) == 2
