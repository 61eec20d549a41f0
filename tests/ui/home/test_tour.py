"""The tour: what the steps of the lecture's handle answer to its three prompts."""

import pytest
import streamlit as st

from evalcore.counts import threshold_counts
from evalcore.views.threshold import threshold_view
from ui.home import tour
from ui.session import screen, ways
from ui.session.samples import SAMPLES, load


@pytest.fixture(scope="module")
def view():
    lecture = load(SAMPLES["lecture-20"])
    return threshold_view(threshold_counts(lecture.y_true, lecture.scores["score"]))


@pytest.fixture
def answers(view):
    """Return what a prompt, by its number, says at a threshold."""
    steps = view.steps
    asked = tour.prompts(steps, steps.nearest(0.5))
    return lambda number, t: asked[number - 1]["answers"][steps.nearest(t)]


@pytest.mark.parametrize(
    ("number", "t", "said"),
    [
        (1, 0.5, None),
        (1, 0.45, None),  # no positive has been passed
        (1, 0.6, None),
        (1, 0.4, "At t = 0.4 recall has risen from 0.600 to 0.700, without one more false alarm."),
        (1, 0.3, "At t = 0.3 recall has risen from 0.600 to 1.000, and false alarms from 4 to 9."),
        (2, 0.7, None),
        (2, 0.75, "At t = 0.75 no alarm is false, but 8 positives are missed: recall is 0.200."),
        (3, 0.54, None),
        (3, 0.65, "No: at t = 0.54 precision is 0.833, at t = 0.65 only 0.667: positives lie in between."),
        (3, 0.95, None),  # nothing is predicted positive
    ],
)
def test_a_step_answers_with_its_numbers_or_not_at_all(answers, number, t, said):
    assert answers(number, t) == said


@pytest.mark.parametrize(
    ("number", "t", "said"),
    [
        (1, 0.5, None),  # where the handle begins nothing was tried
        (1, 0.45, "No positive has been passed yet: recall is still 0.600. Drag further to the left."),
        (1, 0.6, "To the right recall does not rise. Drag to the left."),
        (2, 0.6, "False alarms that are left: 1. Drag further to the right."),
        (3, 0.54, "Precision has not fallen on the way to 0.833. Drag further to the right."),
        (3, 0.95, "Nothing is predicted positive there. Drag back to the left."),
    ],
)
def test_a_step_that_does_not_answer_says_where_to_go_on(view, number, t, said):
    steps = view.steps
    asked = tour.prompts(steps, steps.nearest(0.5))[number - 1]
    assert asked["answers"][steps.nearest(t)] is None
    assert asked["hints"][steps.nearest(t)] == said


def test_a_finger_finds_where_each_prompt_is_answered(view):
    """On a phone a step is less than two pixels wide."""
    for prompt in tour.prompts(view.steps, view.steps.nearest(0.5)):
        answered = "".join("01"[said is not None] for said in prompt["answers"])
        assert max(map(len, answered.split("0"))) >= 20, prompt["asks"]


@pytest.mark.parametrize(
    ("chosen", "is_shown"), [({}, True), ({"present": "1"}, False), ({"is_embedded": True}, False)]
)
def test_an_audience_sees_no_tour(view, monkeypatch, chosen, is_shown):
    mounted = []
    monkeypatch.setattr(tour, "_tour", lambda **options: mounted.append(options["data"]))
    monkeypatch.setattr(screen.st, "session_state", {"is_embedded": False, **chosen})
    tour.show("a_chart", view, 0.5)
    assert [data["chart"] for data in mounted] == ["a_chart"] * is_shown


def test_the_tour_ends_with_the_matrix_at_the_threshold_it_has_come_to(monkeypatch):
    taken = []
    monkeypatch.setattr(ways, "take", lambda page, asked: taken.append((page, asked)))
    for said, session in ((None, {}), ("0.635", {"home_tour": {"matrix": {"t": "0.635", "at": 1}}})):
        monkeypatch.setattr(st, "session_state", session)
        tour._open_matrix()
        assert taken == ([] if said is None else [("confusion_matrix", {"sample": "lecture-20", "t": said})])
