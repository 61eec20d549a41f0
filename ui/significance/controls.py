"""What the page of tests asks first: what is compared, and at which level."""

from __future__ import annotations

from typing import Final

import streamlit as st

from ui.frame import questions
from ui.frame.steps import Lessons
from ui.session import address, choices, fields, loaded
from ui.shared.text import N_, _

# The levels a class uses; the handle of a figure takes any from LOWEST to HIGHEST.
LEVELS: Final = (0.10, 0.05, 0.01)
LOWEST, HIGHEST = 0.001, 0.2
ALPHA = choices.register(choices.Choice("alpha", default=0.05, low=LOWEST, high=HIGHEST, stays=True))
# What is compared, and why that decides which test is right: short enough for the box they are chosen in.
QUESTIONS: Final = {
    "one": N_("One model against a bar"),
    "two": N_("Two models, one test set"),
    "folds": N_("Two algorithms, fold by fold"),
    "many": N_("Algorithms on many data sets"),
    "lies": N_("How often does each test lie?"),
}
QUESTION = choices.register(choices.Choice("question", default="one", options=tuple(QUESTIONS), stays=True))
LESSONS: Final = Lessons(QUESTION, QUESTIONS, samples={"two": "two-models"})
CHOICES = (ALPHA,)
_WAS_USUAL: Final = "question_that_was_usual"


def question() -> str:
    """Ask what is compared: that decides which test is right."""
    # Until somebody chooses, what is loaded does: that the last one was only usual is seen by its being it.
    state = st.session_state
    usual = _usual()
    if state.get(QUESTION.key) in (None, state.get(_WAS_USUAL)):
        state[QUESTION.key] = state[_WAS_USUAL] = usual
    # A link says it unless it is what all begin with: what is usual for some rows may change.
    address.write_choice(QUESTION, default=None if usual == QUESTION.default else "")
    return fields.one_of(
        QUESTION,
        QUESTIONS,
        _("Question"),
        _("What varies decides the test: rows, folds of one data set, or data sets."),
        term="comparison-test",
        width=294,
    )


def _usual() -> str:
    """Return what rows that somebody has loaded can answer: with several models which of two is better."""
    now = loaded.current()
    are_two = now.asked is None and now.predictions.task == "binary" and len(loaded.models()) > 1
    are_two = are_two and loaded.gone() is None and loaded.is_chosen()
    return "two" if are_two and not questions.are_open() else "one"


def alpha() -> float:
    """Ask for the level: how often a true hypothesis may be rejected."""
    meaning = _("How often the test may reject a hypothesis that is true.")
    return fields.share(ALPHA, _("level α"), meaning, step=0.01, width=140, term="significance-level")


def take_alpha(text: str) -> None:
    """Take over the level at which its handle was let go."""
    st.session_state[ALPHA.key] = float(text)


def type_alpha(text: str) -> None:
    """Take over the level that was typed on its number in the sentence."""
    fields.take_typed(ALPHA, text)
