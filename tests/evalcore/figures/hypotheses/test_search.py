"""The figure of a search: each step's marks, names and sentence."""

import json
from itertools import pairwise

import pytest

from evalcore.figures.hypotheses.examples import BLANK
from evalcore.figures.hypotheses.names import SpaceNames
from evalcore.figures.hypotheses.nodes import ALL, ENDS, NONE
from evalcore.figures.hypotheses.search import TRIED, search_figure
from evalcore.figures.hypotheses.search_words import told
from evalcore.figures.layout import Look
from evalcore.figures.style import OUT_OF_SIGHT, letters
from evalcore.hypotheses import DIRECTIONS, MELON_EXAMPLES, MELONS, Space
from evalcore.views.hypotheses.search import search_view
from tests.evalcore.figures.hypotheses.views import LARGE, LARGE_NAMES, NAMES
from tests.evalcore.figures.steps import assert_in_order, at_step, handle_of, played, sent, texts_of, values

LOOKS = [Look(), Look(narrow=True), Look(height=300), Look(height=370, alone=True)]
UNTIL = "green, curled, muffled"
GENERAL = "too general, so a star becomes a value."


def melons(direction="down", step=0):
    return search_view(MELONS, MELON_EXAMPLES, direction=direction, step=step)


def seen_at(traces, name):
    """Return how many marks of a trace are in sight."""
    (found,) = [trace for trace in traces if trace.get("name") == name]
    return sum(y != OUT_OF_SIGHT for y in found["y"])


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("direction", DIRECTIONS)
def test_handle_has_a_step_a_try(look, direction):
    view = melons(direction)
    figure = search_figure(view, NAMES, look=look)
    assert_in_order(figure, TRIED)
    assert values(figure, TRIED) == list(range(len(view.steps)))
    assert handle_of(figure, TRIED)["active"] == 0
    sent(figure)


def test_present_step_is_what_is_drawn():
    figure = search_figure(melons(step=4), NAMES)
    traces = sent(figure)["data"]
    for where, change in at_step(figure, TRIED, 4):
        assert {key: traces[where][key] for key in change} == change


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_each_step_shows_what_the_view_says(direction):
    view = melons(direction)
    for step, traces in zip(view.steps, played(search_figure(view, NAMES), TRIED), strict=True):
        assert seen_at(traces, "open") == len(step.open)
        assert seen_at(traces, "kept") == len(step.kept)
        assert seen_at(traces, "struck out") == len(step.struck)
        assert seen_at(traces, "most general") == len(step.general)
        assert seen_at(traces, "most specific") == len(step.specific)
        assert f"{len(step.kept)} kept, {len(step.gone)} of 65 struck out" in texts_of(traces)


@pytest.mark.parametrize("look", LOOKS)
def test_the_sentence_is_whole_in_its_lines(look):
    view = melons("up")
    figure = search_figure(view, NAMES, look=look)
    for k, traces in enumerate(played(figure, TRIED)):
        (lines,) = [one["text"] for one in traces if one["xaxis"] == "x5"]
        said = " ".join(line for line in lines if line != BLANK)
        assert said == told(view, k, NAMES, str) == handle_of(figure, TRIED)["said"][k]


@pytest.mark.parametrize(
    ("direction", "step", "said"),
    [
        ("down", 0, "Top-down begins at the most general and makes it more specific: a star becomes a value."),
        (
            "down",
            1,
            "(∗, ∗, ∗) covers negative example 3 (green, stiff, crisp): too general, so a star becomes a value.",
        ),
        (
            "down",
            2,
            "(green, ∗, ∗) misses positive example 2 (black, curled, muffled): dropped, and 16 below it with it.",
        ),
        ("down", 5, "(∗, curled, ∗) agrees with all examples: kept."),
        (
            "down",
            12,
            "11 of 65 were tried: the 3 that agree with all examples are the version space.",
        ),
        ("up", 1, f"∅ misses positive example 1 ({UNTIL}): too specific, so it becomes ({UNTIL})."),
        ("up", 6, "(∗, ∗, ∗) covers negative example 3 (green, stiff, crisp): dropped."),
        (
            "up",
            7,
            "6 of 65 were tried: the 3 that agree with all examples are the version space, whichever way one searches.",
        ),
    ],
)
def test_sentences(direction, step, said):
    assert told(melons(direction), step, NAMES, str) == said


def test_what_is_dropped_with_others_above_it():
    names = SpaceNames(("1", "2"), (("a", "b"), ("a", "b")))
    view = search_view(Space.of_shape([2, 2]), [((0, 0), False)], direction="up", step=0)
    said = [told(view, k, names, str) for k in range(len(view.steps))]
    assert "(a, a) covers negative example 1 (a, a): dropped, and 3 above it with it." in said


def test_a_contradiction_is_what_it_ends_with():
    view = search_view(MELONS, [((0, 0, 0), True), ((0, 0, 0), False)], direction="up", step=999)
    assert told(view, view.active, NAMES, str).startswith("No hypothesis of this space agrees with all examples")


def test_the_example_that_decides_is_pointed_at():
    for step, traces in zip(melons().steps, played(search_figure(melons(), NAMES), TRIED), strict=True):
        (at,) = [one["y"] for one in traces if one.get("marker", {}).get("symbol") == "triangle-right"]
        number = step.last.number if step.last else 0
        assert at == ([1.0 - number] if number else [OUT_OF_SIGHT * 9])


def test_names():
    last = played(search_figure(melons(), NAMES, shown=ENDS), TRIED)[-1]
    assert "(∗, curled, ∗)" in texts_of(last)
    assert "(∗, curled, ∗)" not in texts_of(played(search_figure(melons(), NAMES, shown=NONE), TRIED)[-1])
    every = played(search_figure(melons(), NAMES, shown=ALL), TRIED)[2]
    inked = [one for one in every if one["xaxis"] == "x" and "green" in (one.get("text") or [])]
    assert [text for text in inked[0]["text"] if text != BLANK] == ["green", "∗", "∗"]


def test_a_row_without_room_leaves_the_name_of_what_is_tried():
    figure = search_figure(melons(), NAMES, shown="row1", look=Look(height=300))
    assert "(green, ∗, ∗)" in texts_of(played(figure, TRIED)[2])


@pytest.mark.parametrize(("look", "pixels"), [(Look(), 600), (Look(height=370, alone=True), 460)])
def test_names_in_a_row_have_a_gap_between_them(look, pixels):
    """Before an audience all is larger, so fewer names have room."""
    words = (("青绿", "乌黑", "浅白"), ("蜷缩", "稍蜷", "硬挺"), ("浊响", "沉闷", "清脆"))
    for traces in played(search_figure(melons(), SpaceNames(("色泽", "根蒂", "敲声"), words), look=look), TRIED):
        (found,) = [trace for trace in traces if len(trace.get("text") or ()) == len(melons().x)]
        every = zip(found["y"], found["x"], found["text"], found["textposition"], strict=True)
        boxes = [(y, *span(x * pixels, 6 * letters(text), side)) for y, x, text, side in every if text != BLANK]
        for (y, _left, right), (up, left, _right) in pairwise(sorted(boxes)):
            assert y != up or left - right > 6


def span(at, wide, side):
    """Return from where to where a name reaches that stands so at a place."""
    left = at - wide if side.endswith("left") else at if side.endswith("right") else at - wide / 2
    return left, left + wide


def test_largest_space_is_light():
    view = search_view(LARGE, [((0, 0, 0, k), False) for k in range(4)], direction="up", step=1)
    figure = search_figure(view, LARGE_NAMES)
    assert_in_order(figure, TRIED)
    assert len(figure.to_json()) < 350_000
    assert f"{len(view.steps[1].tries)} more are tried" in told(view, 1, LARGE_NAMES, str)


def test_names_from_a_reader_are_shown_as_they_are():
    names = type(NAMES)(("a", "b", "c"), (("<b>x", "y", "z"), ("&", "e", "f"), ("%{x}", "h", "i")))
    said = json.dumps(sent(search_figure(melons(), names, shown=ALL))["data"])
    assert "<b>x" not in said
    assert "%{x}" not in said
