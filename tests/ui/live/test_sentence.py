"""The sentence that a figure carries for each step of its handle, for the browser to write."""

import json

import pytest

from evalcore.figures.live.motion import Handle, live_figure
from tests.ui.session.sessions import Session
from ui.live.sentence import carry, pieces, unbroken
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


def test_a_step_that_was_said_before_is_not_thought_of_again():
    asked = []

    def figure(values):
        steps = [str(value) for value in values]
        handle = Handle("t", "xy", values, steps, steps, steps, "t", 0, [], [0])
        return live_figure([], {}, [handle])

    def said(step):
        asked.append(step)
        return f"At t = {step}: **{len(step)}**"

    def act():
        asked.clear()
        return [carried(figure(values), of) for values, of in (([1, 2], "a"), ([1, 1.5, 2], "a"), ([1.5, 2], "b"))]

    def carried(drawn, of):
        carry(drawn, {"t": said}, (of,))
        (handle,) = json.loads(drawn.layout.meta["live"])["handles"]
        return handle["sentences"]

    assert Session().run(act) == [
        [pieces(unbroken(said(step))) for step in steps] for steps in (("1", "2"), ("1", "1.5", "2"), ("1.5", "2"))
    ]
    assert asked[:5] == ["1", "2", "1.5", "1.5", "2"]
