"""The path on paper: every question once with its figure, its answer behind all of them, and a way to the step."""

import html
import json
import re
from dataclasses import replace

import plotly.graph_objects as go
import pytest

from ui.audience.answers import ANSWERS, Choices
from ui.frame import handout
from ui.frame.course_steps import KNOWN
from ui.frame.handout import Drawing
from ui.frame.sheets import Visitor
from ui.frame.steps import STEPS, Step
from ui.session import loaded
from ui.shared.text import _, speaking

HOME = "https://example.org/lecture/"


def written(steps, drawings=None, home=None):
    return handout.write(steps, home, drawings or {}).decode()


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
    assert "<strong>36.8%</strong>" in written([STEPS["draws"]])


def test_a_link_is_there_where_others_can_open_it():
    step = STEPS["ties"]
    assert "<svg" not in written([step])
    text = written([step], home=HOME)
    assert "<svg" in text
    assert "https://example.org/lecture/curves?sample=ties&amp;path=ties" in text


def test_a_step_without_an_answer_is_asked_all_the_same():
    questions, answers = written([Step("own", "curves", "What of <b>mine</b>?")]).split("<h1>")
    assert "What of &lt;b&gt;mine&lt;/b&gt;?" in questions
    assert not re.search('<ol>|guess">', questions)
    assert "<section" not in answers


@pytest.fixture(scope="module")
def drawings():
    """Figures of some steps, each made once: what is hidden, built up, moved to its end, two beside each other."""
    of = Visitor("", "en", loaded.sample("lecture-20"), frozenset())
    keys = ("lecture", "ties", "use", "promises", "models")
    return {key: handout.draw(STEPS[key], of, look=lambda: None) for key in keys}


def figures(text):
    """Return the figures that a handout holds."""
    held = re.search('<script type="application/json" id="figures">(.*?)</script>', text)
    return json.loads(held[1])


class TestFigures:
    def test_each_question_has_its_own_and_each_answer_what_it_reveals(self, drawings):
        text = handout.write([STEPS[key] for key in drawings], None, drawings).decode()
        questions, answers = text.split("<h1>")
        places = [int(one) for one in re.findall('data-figure="([0-9]+)"', text)]
        assert places == list(range(len(figures(text)))) == list(range(12))
        assert questions.count('class="drawn guessed" data-figure') == questions.count("data-figure") == 6
        assert answers.count('class="drawn" data-figure') == 6

    def test_what_a_step_shows_from_the_beginning_is_not_hidden(self, drawings):
        open_ones = {"use": drawings["use"]}
        assert 'class="drawn" data' in written([replace(STEPS["use"], hides=False)], open_ones).split("<h1>")[0]

    def test_they_fit_the_paper(self, drawings):
        for drawing in drawings.values():
            for shown in (drawing.asked, drawing.shown):
                assert sum(json.loads(one)["layout"]["width"] for one in shown) <= handout.WIDTH

    def test_a_handle_only_marks_where_it_stands_unless_it_goes_to_its_end(self, drawings):
        (asked,), (shown,) = drawings["use"].asked, drawings["use"].shown
        (at_rest,) = live(asked)["handles"]
        (moved,) = live(shown)["handles"]
        assert json.loads(shown)["end"] == moved["name"] == "tilt"
        assert moved["parts"]
        assert not at_rest["parts"]
        assert at_rest["at"] == [moved["at"][0], moved["at"][moved["active"]], moved["at"][-1]]
        assert at_rest["shown"][1] == moved["shown"][moved["active"]]

    def test_a_figure_without_anything_hidden_is_not_shown_twice(self):
        hidden, plain = go.Figure(), go.Figure()
        hidden.update_layout(meta={"guessed": {"traces": [0]}})
        plain.update_layout(meta={"guessed": {"traces": []}})
        assert handout._hides(hidden)
        assert not handout._hides(plain)
        assert handout._hides(go.Figure()), "it is the answer as a whole"

    def test_the_head_says_title_sample_and_model(self, drawings):
        text = written([STEPS["models"]], drawings)
        assert "ROC and P-R curves · Data: Two models on the same rows · Model: model_a · Positive class: 1" in text

    def test_a_name_from_a_file_ends_no_script(self):
        bad = handout._written([go.Figure(go.Scatter(name="</script><b>", y=[1]))])
        text = written([STEPS["ties"]], {"ties": Drawing(asked=bad)})
        assert figures(text)[0]["data"][0]["name"] == "</script><b>"

    def test_plotly_stands_in_the_file_once_and_not_without_a_figure(self, drawings):
        assert written([STEPS["ties"], STEPS["models"]], drawings).count("plotly.js v") == 1
        assert "<script" not in written([STEPS["ties"]])


def live(figure):
    return json.loads(json.loads(figure)["layout"]["meta"]["live"])
