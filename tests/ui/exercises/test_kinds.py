"""A new kind of exercise is one class: the card asks, waits, judges and reveals without knowing it."""

from dataclasses import dataclass
from typing import ClassVar

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from evalcore.errors import Message
from tests.ui.exercises.sets import SETS
from ui.exercises.build import Build, WholeNumbers
from ui.exercises.kinds import ANSWER_FIRST, Choice, Exercise, Judgement, Number, Several, Solution


@dataclass(frozen=True, kw_only=True)
class Date(Exercise):
    """A year; the answer is a whole number."""

    repeats_answer: ClassVar[bool] = True

    def show_field(self, key):
        st.text_input("Year", key=key)

    def answer(self, key):
        return st.session_state.get(key) or None

    def problem(self, answer):
        if answer is None or answer.isdecimal():
            return super().problem(answer)
        return Message("A year must be a whole number; got {it}.", {"it": answer})

    def judge(self, answer):
        late = int(answer) - int(self.solve().answer)
        return Judgement(late == 0, Message("Late by {years} years.", {"years": late}) if late else None)

    def written(self, answer):
        return f"in {answer}"

    def confidence_question(self):
        return "How sure are you of the year?"


FIRST = Date(
    key="first",
    title="The first",
    prompt=Message("When did Youden write?"),
    solve=lambda: Solution("1950", Message("It was in Cancer.")),
)


def page():
    from tests.ui.exercises.test_kinds import FIRST  # noqa: PLC0415 - the function is the script
    from ui.exercises import cards  # noqa: PLC0415

    cards.show("anywhere", [FIRST])


def well(at):
    assert not at.exception
    return at


def press(at, label):
    for control in at.segmented_control:
        if control.key.endswith("_sure"):
            control.set_value(60)
    (button,) = [button for button in at.button if button.label == label]
    return well(button.click().run())


class TestNewKind:
    @pytest.fixture
    def at(self):
        return well(AppTest.from_function(page).run())

    def test_it_asks(self, at):
        assert [field.label for field in at.text_input] == ["Year"]
        assert [c.label for c in at.segmented_control] == ["How sure are you of the year?"]
        assert at.segmented_control[0].value is None
        assert "It was in Cancer." not in [text.value for text in at.markdown]

    @pytest.mark.parametrize(
        ("typed", "sentence"),
        [("", "Answer first, or skip."), ("soon", "A year must be a whole number; got soon.")],
    )
    def test_it_waits_for_a_whole_answer(self, at, typed, sentence):
        at.text_input[0].set_value(typed)
        assert [box.value for box in press(at, "Submit and see the answer").warning] == [sentence]
        assert at.text_input

    def test_a_right_answer_is_revealed(self, at):
        at.text_input[0].set_value("1950")
        assert (
            press(at, "Submit and see the answer").success[0].value
            == "Right.  \nYour answer: in 1950  \nSolution: in 1950"
        )
        assert at.markdown[-1].value == "It was in Cancer."
        assert not at.text_input

    def test_a_wrong_answer_is_judged(self, at):
        at.text_input[0].set_value("1954")
        lines = press(at, "Submit and see the answer").warning[0].value.splitlines()
        assert lines == ["Not right.  ", "Your answer: in 1954  ", "Late by 4 years.  ", "Solution: in 1950"]

    def test_it_can_be_skipped(self, at):
        assert press(at, "Skip").info[0].value == "Skipped.  \nSolution: in 1950"


def exercise(kind, answer, **fields):
    return kind(key="k", title="t", prompt=Message("?"), solve=lambda: Solution(answer, Message(".")), **fields)


class TestWithoutAScreen:
    """What is right is decided without a page."""

    def test_choice(self):
        one = exercise(Choice, "a", options={"a": "first", "b": "second"})
        assert one.judge("a") == Judgement(True)
        assert one.judge("b") == Judgement(False)
        assert one.problem(None) == ANSWER_FIRST
        assert one.written("b") == "second"

    def test_several(self):
        one = exercise(Several, frozenset("ab"), options={"a": "first", "b": "second", "c": "third"})
        assert one.judge(frozenset("ab")) == Judgement(True)
        assert str(one.judge(frozenset("ac")).said) == "1 of 2 found; 1 chosen that do not belong."
        assert one.problem(frozenset()) == ANSWER_FIRST
        assert one.written(frozenset("ca")) == "first · third"

    def test_number(self):
        one = exercise(Number, 0.9, label="guess", tolerance=0.1)
        assert one.judge(0.8).right
        assert not one.judge(0.79).right
        assert str(one.judge(0.7).said) == "Your guess 0.7 is off by 0.200."
        assert one.solution(0.9) == "Solution: 0.900"

    def test_whole_numbers(self):
        one = exercise(
            WholeNumbers,
            {"a": 1, "b": 2},
            fields={"a": "A", "b": "B"},
            check=lambda made: Judgement(made["a"] < made["b"]),
        )
        assert one.judge({"a": 3, "b": 4}).right
        assert not one.judge({"a": 4, "b": 4}).right
        assert one.problem({"a": 0, "b": 0}) is None
        assert one.problem({"a": 0, "b": None}) == ANSWER_FIRST
        assert one.solution({"a": 1, "b": 2000}) == "One solution: A 1 · B 2,000"

    def test_what_is_made_repeats_the_answer(self):
        made = [card for cards in SETS.values() for card in cards if isinstance(card, Build)]
        assert made
        assert all(card.repeats_answer for card in made)
