"""Names below the nodes of a lattice: all that were asked for, or said to have no room, and none over another."""

from itertools import pairwise

import pytest

from evalcore.figures.hypotheses.lattice import crowded_rows, lattice_figure, nodes_in
from evalcore.figures.hypotheses.names import SpaceNames
from evalcore.figures.hypotheses.nodes import ALL, ENDS, GAP, LETTER, LINE, MARK, NONE, REMAINING, ROW, named_nodes
from evalcore.figures.layout import Look
from evalcore.figures.style import letters
from tests.evalcore.figures.hypotheses.views import LARGE_NAMES, NAMES, large_lattice, lattice
from tests.evalcore.figures.steps import sent, texts_of

CHINESE = SpaceNames(
    ("色泽", "根蒂", "敲声"), (("青绿", "乌黑", "浅白"), ("蜷缩", "稍蜷", "硬挺"), ("浊响", "沉闷", "清脆"))
)
LOOKS = {"wide": (Look(), 600), "narrow": (Look(narrow=True), 310), "low": (Look(height=370, alone=True), 500)}


def boxes(nodes, wide):
    """Return the pixels of each name: from left to right, from top to bottom."""
    for k, name in nodes.names.items():
        half = max(map(letters, name)) * LETTER / 2
        top = (1 - nodes.y[k]) * nodes.pixels + MARK / 2
        yield nodes.x[k] * wide - half, nodes.x[k] * wide + half, top, top + LINE * len(name)


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("names", [NAMES, CHINESE], ids=["en", "zh"])
@pytest.mark.parametrize("shown", [ALL, *(f"{ROW}{level}" for level in range(5))])
def test_no_name_stands_over_another_or_beyond_the_figure(look, names, shown):
    look, wide = LOOKS[look]
    nodes = nodes_in(lattice(), names, look, shown)
    found = sorted(boxes(nodes, wide))
    for k, (left, right, top, bottom) in enumerate(found):
        assert left >= 0
        assert right <= wide
        assert bottom <= nodes.pixels
        for other_left, _right, other_top, other_bottom in found[k + 1 :]:
            assert other_left + 0.5 >= right or other_top + 0.5 >= bottom or other_bottom <= top + 0.5


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("names", [NAMES, CHINESE], ids=["en", "zh"])
@pytest.mark.parametrize("level", range(5))
def test_a_row_alone_has_all_its_names(look, names, level):
    nodes = nodes_in(lattice(), names, LOOKS[look][0], f"{ROW}{level}")
    row = [k for k, one in enumerate(lattice().space.hypotheses) if one.level == level]
    assert sorted(nodes.names) == row
    assert len(set(nodes.names.values())) == len(row), "also where values are cut"
    assert nodes.crowded == ()


@pytest.mark.parametrize("names", [NAMES, CHINESE], ids=["en", "zh"])
@pytest.mark.parametrize("look", ["wide", "narrow"])
def test_all_of_the_melons_have_names(look, names):
    nodes = nodes_in(lattice(), names, LOOKS[look][0], ALL)
    assert len(nodes.names) == 65
    assert crowded_rows(lattice(), names, LOOKS[look][0], ALL) == []


def test_what_has_no_room_is_told():
    view = large_lattice()
    nodes = nodes_in(view, LARGE_NAMES, Look(), ALL)
    without = {one.level for k, one in enumerate(view.space.hypotheses) if k not in nodes.names}
    assert set(nodes.crowded) == without
    levels = [one.level for one in view.space.hypotheses]
    assert crowded_rows(view, LARGE_NAMES, Look(), ALL) == [levels.count(level) for level in nodes.crowded]
    assert 256 in crowded_rows(view, LARGE_NAMES, Look(), ALL)


def test_levels_stand_one_above_the_other():
    nodes = nodes_in(lattice(), NAMES, Look(), ALL)
    levels = [
        [y for y, one in zip(nodes.y, lattice().space.hypotheses, strict=True) if one.level == n] for n in range(5)
    ]
    assert all(max(low) < min(high) for low, high in pairwise(levels))
    assert len(set(zip(nodes.x, nodes.y, strict=True))) == 65


def test_with_more_room_values_are_whole():
    cut = named_nodes(lattice().space, NAMES, ALL, wide=600, room=400)
    whole = named_nodes(lattice().space, NAMES, ALL, wide=600, room=2000)
    assert any("…" in line for name in cut.names.values() for line in name)
    assert not any("…" in line for name in whole.names.values() for line in name)
    assert max(map(letters, ("slightly curled",))) * LETTER + GAP <= 600


def test_what_is_shown():
    def said(shown, seen=4):
        return texts_of(sent(lattice_figure(lattice(seen), NAMES, shown=shown))["data"])

    assert "(∗, curled, muffled)" in said(ENDS)
    assert "(∗, curled, muffled)" not in said(NONE)
    assert any(">pale</span>" in text for text in said(ALL))
    assert "pale" not in said(REMAINING)
    assert "curled" in said(REMAINING)
    assert "pale" in said(REMAINING, 0)
