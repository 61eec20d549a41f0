"""Where panels stand: pixels from the top on the screen, shares from the bottom on the paper."""

import re
from dataclasses import replace

import pytest

from evalcore.figures.confusion_matrix import figure as matrix
from evalcore.figures.costs import figure as costs
from evalcore.figures.curves import figure as curves
from evalcore.figures.layout import KEY, LEAST_TITLED, LONGEST, MARGIN, TITLE, Look, Panel, Places, heading, plane_axes
from tests.sources import ROOT, name

PLACES = Places(height=200 + 2 * MARGIN, panels={"plane": Panel(20, 100, 0.1, 0.9)})
LOOKS = [Look(), Look(narrow=True), Look(height=420), Look(height=900)]
ALL = {
    f"{module.__name__.split('.')[2]}, {look}": (module.places(look), look)
    for module in (matrix, curves, costs)
    for look in LOOKS
}
for look in LOOKS:
    det = curves.places(look, "det")
    # It has one plane only, and that the width of both.
    planes = {name: panel for name, panel in det.panels.items() if name != "second"}
    ALL[f"det, {look}"] = (replace(det, panels=planes), look)


def test_the_paper_is_what_the_margins_leave():
    assert [PLACES.paper(down) for down in (0, 50, 200)] == [1, 0.75, 0]


def test_a_panel_keeps_its_distance_from_the_top_in_a_higher_figure():
    assert PLACES.domains("plane") == ([0.1, 0.9], [0.5, 0.9])


def test_the_axes_of_a_plane_hold_on_to_each_other():
    axes = plane_axes(PLACES, "plane", {"xaxis": "x3", "yaxis": "y3"}, ("across", "up"), {"range": [0, 1]})
    assert (axes["xaxis3"]["anchor"], axes["yaxis3"]["anchor"]) == ("y3", "x3")
    assert (axes["xaxis3"]["domain"], axes["yaxis3"]["domain"]) == PLACES.domains("plane")
    # The title of an axis so short would reach beyond it.
    assert [axis["title"]["text"] for axis in axes.values()] == ["across", ""]
    high = Places(height=400, panels={"plane": Panel(50, 50 + LEAST_TITLED, 0.1, 0.9)})
    titled = plane_axes(high, "plane", {"xaxis": "x3", "yaxis": "y3"}, ("across", "up"), {})
    assert [axis["title"]["text"] for axis in titled.values()] == ["across", "up"]


@pytest.mark.parametrize(("places", "look"), ALL.values(), ids=ALL)
def test_no_two_panels_overlap(places, look):
    panels = list(places.panels.values())
    for i, one in enumerate(panels):
        assert 0 <= one.left < one.right <= 1
        assert 0 <= one.top < one.bottom <= places.height - 2 * MARGIN
        for other in panels[:i]:
            beside = one.left >= other.right or other.left >= one.right
            assert beside or one.top >= other.bottom or other.top >= one.bottom
    assert look.narrow or places.height == look.height


@pytest.mark.parametrize(
    ("text", "said", "size"),
    [
        ("ROC curve", "ROC curve", TITLE),
        ("ROC曲线", "ROC曲线", TITLE),
        # No title shrinks; tests/pages/test_figures.py holds every one to what has room.
        ("x" * (LONGEST + 1), "x" * (LONGEST + 1), TITLE),
        ("误" * (LONGEST // 2 + 1), "误" * (LONGEST // 2 + 1), TITLE),
        ("Fits · bold: mean", f'Fits<span style="font-size:{KEY}px;font-weight:400"> · bold: mean</span>', TITLE),
    ],
)
def test_a_title_has_one_weight_and_what_follows_it_is_a_key(text, said, size):
    found = heading(text, 0, 1)
    assert (found["text"], found["font"]) == (said, {"size": size, "weight": 600})


@pytest.mark.parametrize("text", ["● new · ○ old", '<span style="color:#000000">drawn</span> · never'])
def test_a_key_of_signs_and_colours_is_no_title(text):
    assert heading(text, 0, 1)["text"] == text
    assert heading(text, 0, 1)["font"] == {"size": KEY}


def test_titles_of_panels_are_made_in_one_place():
    """Bold letters are of values; a figure that made its own titles would have them in another weight."""
    files = [path for path in (ROOT / "evalcore" / "figures").rglob("*.py") if path.name != "layout.py"]
    own = re.compile(r'headings?\([^)]*"<b>|headings?\([^)]*size=|heading\([^)]*\), "font"')
    assert [name(path) for path in files if own.search(path.read_text(encoding="utf-8"))] == []
