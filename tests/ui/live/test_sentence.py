"""The sentence that a figure carries for each step of its handle, for the browser to write."""

import pytest

from ui.live.sentence import pieces
from ui.shared.text import plain

HOSTILE = "<b>**a**</b> `x` [l](u) $y$ \\ 1--2 a@b.c :smile: www.x.y"


@pytest.mark.parametrize("said", ["$x_0$", "`code`", "[here](learn)"])
def test_other_markup_is_refused(said):
    with pytest.raises(ValueError, match="the browser writes no"):
        pieces(f"See {said}.")


def test_an_interval_is_text():
    assert pieces("saves **3** [1, 5].") == ["saves ", "3", " [1, 5]."]


@pytest.mark.parametrize("name", ["malignant", HOSTILE, "**", "\\", "a\\", "**a", "正例"])
def test_pieces_are_what_markdown_would_show(name):
    found = pieces(f"At t = 0.5: **8 of 10 {plain(name)}**, or {plain(name)} again.")
    assert [piece.replace("\u200b", "") for piece in found] == [
        "At t = 0.5: ",
        f"8 of 10 {name}",
        f", or {name} again.",
    ]
