"""The path on paper: every question once, its answer behind all of them, and a way to the step."""

import html
import re

import pytest

from ui.audience.answers import ANSWERS, Choices
from ui.frame import handout
from ui.frame.course_steps import KNOWN
from ui.frame.steps import STEPS, Step
from ui.shared.text import _, speaking

HOME = "https://example.org/lecture/"


def written(steps, home=None):
    return handout.write(steps, home).decode()


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_question_is_a_page_and_every_answer_is_behind_them(language):
    with speaking(language):
        text = written(list(KNOWN.values()))
        questions, answers = text.split("<h1>")
        assert questions.count('<section class="question">') == len(KNOWN)
        assert answers.count('<section class="answer">') == len(ANSWERS)
        for key, step in KNOWN.items():
            assert html.escape(_(step.shows)) in questions
            if key == step.page:  # one without a step of its own
                continue
            answer = ANSWERS[key]
            assert html.escape(_(answer.because)) not in questions
            assert html.escape(_(answer.because)) in answers
            if isinstance(answer, Choices):
                assert all(html.escape(_(option)) in questions for option in answer.options)
    assert f'lang="{language}"' in text
    assert "break-after: page" in text


def test_the_right_answer_is_named():
    answers = written([STEPS["ties"]]).split("<h1>")[1]
    assert "<strong>C Straight, in a slant</strong>" in answers
    assert "<strong>" not in written([STEPS["razor"]]).split("<h1>")[1], "a matter of opinion"
    assert "<strong>36.8 %</strong>" in written([STEPS["draws"]])


def test_a_link_is_there_where_others_can_open_it():
    step = STEPS["ties"]
    assert "<svg" not in written([step])
    text = written([step], HOME)
    assert "<svg" in text
    assert "https://example.org/lecture/curves?sample=ties&amp;path=ties" in text


def test_a_step_without_an_answer_is_asked_all_the_same():
    questions, answers = written([Step("own", "curves", "What of <b>mine</b>?")]).split("<h1>")
    assert "What of &lt;b&gt;mine&lt;/b&gt;?" in questions
    assert not re.search('<ol>|guess">', questions)
    assert "<section" not in answers
