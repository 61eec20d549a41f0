"""The answers to a question with how many have given each, on the teacher's screen and on the phones."""

from __future__ import annotations

from typing import Final

import streamlit as st

from ui.audience import poll
from ui.audience.answers import ANSWERS, Choices, Guess
from ui.shared.text import _, in_row

_RIGHT: Final = ":material/check_circle:"


def can_be_answered(now: poll.Now) -> bool:
    """Whether there is something to choose or to guess."""
    return now.step in ANSWERS


def options(now: poll.Now) -> None:
    """Show what can be answered, with the counts once they are revealed, and what is right."""
    answer = ANSWERS.get(now.step or "")
    if answer is None:
        return
    if isinstance(answer, Guess):
        _guesses(answer, now)
    else:
        for place, option in enumerate(answer.options):
            _option(place, _(option), answer, now)
    if now.is_revealed:
        st.markdown(_(answer.because))


def letter(place: int) -> str:
    """Return what an answer is called aloud."""
    return "ABCDEFGH"[place]


def guessed(value: float, unit: str) -> str:
    """Write a guess with its unit."""
    return f"{value:g}{unit}" if unit == "%" else f"{value:g} {unit}".strip()


def _option(place: int, option: str, answer: Choices, now: poll.Now) -> None:
    if not now.is_revealed:
        st.markdown(f"**{letter(place)}** {option}")
        return
    votes = now.votes.get(place, 0)
    said = f"**{letter(place)}** {option} **{votes}**"
    st.progress(now.share(place), text=f"{_RIGHT} {said}" if place == answer.right else said)


def _guesses(answer: Guess, now: poll.Now) -> None:
    """Show each number that was guessed with how often it was, from the lowest to the highest."""
    if not now.is_revealed:
        st.markdown(
            _(
                "A number from {low} to {high}",
                low=guessed(answer.lowest, answer.unit),
                high=guessed(answer.highest, answer.unit),
            )
        )
        return
    every = [
        _("{guess} ({n} times)", guess=guessed(value, answer.unit), n=n) if n > 1 else guessed(value, answer.unit)
        for value, n in now.votes.items()
    ]
    st.markdown(_("Guessed: {guesses}", guesses=in_row(every) if every else "—"))
    st.markdown(f"{_RIGHT} **{guessed(answer.truth, answer.unit)}**")
