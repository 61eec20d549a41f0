"""What the teacher and the phones of a class see: the question, what can be answered, and counts once revealed."""

from types import SimpleNamespace

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from ui.audience import panel, poll
from ui.session import lost
from ui.session.samples import FOLDER

PAGE = str(FOLDER.parent / "pages" / "answer.py")
STEPS = {"ties": "Which way?", "draws": "What share?", "own": "What of *mine*?"}


@pytest.fixture
def code(monkeypatch):
    monkeypatch.setattr(poll, "_classes", {})
    return poll.begin()


def phone(code, **asked):
    at = AppTest.from_file(PAGE, default_timeout=30)
    at.query_params.update({"class": code, **asked})
    at.run()
    assert not at.exception
    return at


def press(at, key):
    next(button for button in at.button if button.key == key).click()
    at.run()
    assert not at.exception
    return at


def texts(at):
    return [one.value for one in (*at.header, *at.markdown, *at.caption, *at.info)]


def teacher(code, *, is_open=True):
    def script():
        from ui.audience import panel  # noqa: PLC0415 - the script stands alone

        panel.offer()
        panel.show()

    at = AppTest.from_function(script, default_timeout=30)
    at.session_state[panel._CODE] = code
    at.session_state[panel._OPEN] = is_open
    at.run()
    assert not at.exception
    return at


def test_a_phone_chooses_changes_its_mind_and_sees_the_counts(code):
    poll.ask(code, "ties", STEPS["ties"])
    at = phone(code)
    assert "Which way?" in texts(at)
    press(at, "answer_ties_0")
    press(at, "answer_ties_2")
    assert poll.now(code).votes == {2: 1}
    assert any("is in" in text for text in texts(at))
    poll.reveal(code, "ties")
    at.run()
    assert not [button for button in at.button if str(button.key).startswith("answer_")]
    assert any(text.startswith("No threshold comes between") for text in texts(at))
    # What was answered here is said beside the counts; to who has not answered nothing is.
    assert "Your answer: **C**" in texts(at)
    assert not any("Your answer" in text for text in texts(phone(code)))


def test_a_phone_loaded_again_votes_no_second_time(code):
    poll.ask(code, "ties", STEPS["ties"])
    at = phone(code)
    press(at, "answer_ties_0")
    (known,) = np.atleast_1d(at.query_params["phone"])
    again = phone(code, phone=str(known))
    press(again, "answer_ties_1")
    assert poll.now(code).votes == {1: 1}


def test_a_phone_guesses_a_number(code):
    poll.ask(code, "draws", STEPS["draws"])
    at = phone(code)
    press(at, "answer_draws")
    assert poll.now(code).n_votes == 0, "nothing was guessed"
    at.number_input(key="guess_draws").set_value(4)
    press(at, "answer_draws")
    assert poll.now(code).votes == {4: 1}
    poll.reveal(code, "draws")
    at.run()
    assert "Guessed: 4%" in texts(at)
    assert "Your answer: **4%**" in texts(at)
    assert any("**36.8%**" in text for text in texts(at))


def test_a_phone_follows_the_class(code):
    at = phone(code)
    assert any("not begun" in text for text in texts(at))
    poll.ask(code, "own", STEPS["own"])
    at.run()
    assert r"What of \*mine\*?" in texts(at)
    assert any("look at the screen" in text for text in texts(at))
    poll.end(code)
    at.run()
    assert any("is over" in text for text in texts(at))


def test_a_code_that_is_none_is_said(code):
    assert any("is over" in text for text in texts(phone("<script>")))


def test_the_teacher_reveals_asks_again_and_ends(code):
    poll.ask(code, "ties", STEPS["ties"])
    one, other = poll.new_phone(), poll.new_phone()
    for person in (one, other):
        poll.join(code, person)
    poll.vote(code, one, "ties", 2)
    at = teacher(code)
    assert "Answered: 1 of 2 phones" in texts(at)
    assert not any("No threshold" in text for text in texts(at))
    press(at, "class_reveal")
    assert any("No threshold" in text for text in texts(at))
    press(at, "class_again")
    assert "Answered: 0 of 2 phones" in texts(at)
    press(at, "class_end")
    assert poll.now(code) is None
    assert [button.key for button in at.button] == ["path_class"]


def test_what_a_remote_control_reveals_is_revealed_once(code):
    def script():
        import streamlit as st  # noqa: PLC0415 - the script stands alone

        from ui.audience import panel  # noqa: PLC0415

        st.session_state["revealed"] = panel.reveal()
        panel.show()

    poll.ask(code, "ties", STEPS["ties"])
    at = AppTest.from_function(script, default_timeout=30)
    at.session_state[panel._CODE], at.session_state[panel._OPEN] = code, True
    found = [at.run().session_state["revealed"] for _ in range(2)]
    assert found == [True, False]
    assert any(button.key == "class_again" for button in at.button)
    poll.ask(code, "without answers", "What is seen?")
    assert not at.run().session_state["revealed"]


def test_where_the_class_is_asked_stands_how_many_have_answered(code):
    poll.ask(code, "ties", STEPS["ties"])
    at = teacher(code, is_open=False)
    assert [(button.label, button.help) for button in at.button] == [("0/0", "No phone has come yet.")]
    poll.join(code, poll.new_phone())
    at.run()
    assert [(button.label, button.help) for button in at.button] == [("0/1", "Answered: 0 of 1 phones")]


def test_a_server_with_no_room_says_so(code, monkeypatch):
    monkeypatch.setattr(poll, "MOST_CLASSES", 1)
    at = teacher(None, is_open=False)
    assert [button.key for button in at.button] == ["path_class"]
    at.session_state[panel._OPEN] = True
    at.run()
    assert any("as many classes" in text for text in texts(at))


@pytest.mark.parametrize(("ended", "is_open"), [("+", True), ("", False)])
def test_the_class_of_the_session_before_goes_on(code, monkeypatch, ended, is_open):
    word = poll.teacher_of(code)
    monkeypatch.setattr(poll, "_classes", {})

    def script():
        from ui.audience import panel  # noqa: PLC0415 - the script stands alone

        panel.ask("ties", "Which way?")
        panel.offer()
        panel.show()

    at = AppTest.from_function(script, default_timeout=30)
    at.session_state[lost._LOST] = {panel.PLACE: word + ended}
    at.run()
    assert not at.exception
    assert poll.now(code).question == "Which way?"
    assert any(button.key == "class_reveal" for button in at.button) == is_open
    press(at, "class_end" if is_open else "class_turn")
    if is_open:
        at.run()
        assert poll.now(code) is None, "an ended class does not come back"


@pytest.mark.parametrize(
    ("several", "at", "is_led"),
    [("1", "0a" * 32, True), ("1", "0a" * 32 + ";", False), ("1", "", False), ("", "0a" * 32, False)],
)
def test_the_link_leads_the_phones_where_the_class_is(code, monkeypatch, several, at, is_led):
    monkeypatch.setenv(panel.SEVERAL, several)
    monkeypatch.setattr(panel.st, "context", SimpleNamespace(url="https://x.example/curves", cookies={panel._AT: at}))
    monkeypatch.setattr(panel.st, "session_state", {panel._CODE: code})
    led = f"&lang=en&at={at}" if is_led else ""
    assert panel._of_phones() == f"https://x.example/answer?class={code}{led}"


def test_the_teacher_of_a_full_class_hears_how_to_empty_it(code, monkeypatch):
    poll.ask(code, "ties", STEPS["ties"])
    poll.join(code, poll.new_phone())
    assert not any("No more phones" in text for text in texts(teacher(code)))
    monkeypatch.setattr(poll, "MOST_PHONES", 1)
    assert not poll.join(code, poll.new_phone())
    assert any("No more phones come in." in text for text in texts(teacher(code)))
