"""What an exercise is: a question, how it is asked and answered, and how the solution is found.

A kind of exercise is one class: it shows its field, reads the answer, says what is missing, judges, and writes an
answer down. Cards know no kind. Texts are English; they are translated where they are shown. Nothing is solved before
it is asked for: `solve` and `judge` compute when they are called, and neither of them needs a screen.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from evalcore.errors import Message
from ui.shared.numbers import number
from ui.shared.text import _

ANSWER_FIRST = Message("Answer first, or skip.")


@dataclass(frozen=True)
class Seen:
    """Where a solution can be looked at: a page with a sample at a threshold, and what else the link asks for."""

    page: str
    t: float
    sample: str = "melon-20"
    asked: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Solution:
    """The right answer, and why: one sentence with its numbers; `seen` is where that can be looked at."""

    answer: Any
    because: Message
    seen: Seen | None = None


@dataclass(frozen=True)
class Judgement:
    """Whether an answer is right, and what it comes to."""

    right: bool
    said: Message | None = None


@dataclass(frozen=True, kw_only=True)
class Exercise(ABC):
    """One card.

    Parameters
    ----------
    key : str
        Its name within the set.
    title : str
    prompt : Message
        May state data, never the answer.
    solve : callable
        Finds the right answer; where many are right, one of them.
    picture : callable, optional
        Lines of plain characters shown below the prompt.
    figure : callable, optional
        A figure shown below the prompt; `alt` describes it.
    again : callable, optional
        Makes the same question of other numbers, which it draws; without it every attempt has the same ones.

    A kind whose closed field does not show the answer has `repeats_answer`: the card says it above the solution.
    """

    repeats_answer: ClassVar[bool] = False

    key: str
    title: str
    prompt: Message
    solve: Callable[[], Solution]
    picture: Callable[[], str] | None = None
    figure: Callable[[], go.Figure] | None = None
    alt: str = ""
    again: Callable[[np.random.Generator], Exercise] | None = None

    @abstractmethod
    def show_field(self, key: str) -> None:
        """Show where the answer goes; nothing is chosen beforehand."""

    def answer(self, key: str) -> Any:
        """Read the answer from the field; None where there is none."""
        return st.session_state.get(key)

    def problem(self, answer: Any) -> Message | None:
        """Say why there is nothing to judge yet."""
        return ANSWER_FIRST if answer is None else None

    def judge(self, answer: Any) -> Judgement:
        """Compare an answer with the right one."""
        return Judgement(answer == self.solve().answer)

    def show_closed(self, answer: Any, key: str) -> None:  # noqa: B027 - a kind may show nothing
        """Show the answer where it was given; it is None where the card was skipped."""

    @abstractmethod
    def written(self, answer: Any) -> str:
        """Write an answer in words."""

    def confidence_question(self) -> str:
        """Ask how sure the answer is."""
        return _("How sure are you to be right?")

    def solution(self, answer: Any) -> str:
        """State the solution."""
        return _("Solution: {answer}", answer=self.written(answer))


def _translated(options: Mapping[str, str]) -> dict[str, str]:
    # A widget may ask for its labels outside the run that knows the language.
    return {option: _(text) for option, text in options.items()}


@dataclass(frozen=True, kw_only=True)
class Choice(Exercise):
    """One of several answers; `options` by their names."""

    options: Mapping[str, str]

    def show_field(self, key: str) -> None:
        """Show the options."""
        self._radio(key, index=None, persist_state="session")

    def show_closed(self, answer: Any, key: str) -> None:
        """Show the options with the one chosen."""
        index = None if answer is None else list(self.options).index(answer)
        self._radio(f"{key}_closed", index=index, disabled=True)

    def written(self, answer: Any) -> str:
        """Return the text of the option."""
        return _(self.options[answer])

    def _radio(self, key: str, **settings: Any) -> None:
        labels = _translated(self.options)
        st.radio(
            _("Your answer"),
            list(labels),
            format_func=labels.__getitem__,
            key=key,
            label_visibility="collapsed",
            **settings,
        )


@dataclass(frozen=True, kw_only=True)
class Several(Exercise):
    """Every answer that holds; the answer is a frozenset of names."""

    options: Mapping[str, str]

    def show_field(self, key: str) -> None:
        """Show the options."""
        self._pills(key, persist_state="session")

    def answer(self, key: str) -> Any:
        """Read which options are chosen."""
        return frozenset(st.session_state.get(key) or ())

    def problem(self, answer: Any) -> Message | None:
        """Say why there is nothing to judge yet."""
        return None if answer else ANSWER_FIRST

    def judge(self, answer: Any) -> Judgement:
        """Compare the names chosen with the right ones, and count the slips."""
        right = self.solve().answer
        said = Message(
            "{found} of {all} found; {extra} chosen that do not belong.",
            {"found": len(right & answer), "all": len(right), "extra": len(answer - right)},
        )
        return Judgement(True) if answer == right else Judgement(False, said)

    def show_closed(self, answer: Any, key: str) -> None:
        """Show the options with those chosen."""
        chosen = [option for option in self.options if option in (answer or ())]
        self._pills(f"{key}_closed", default=chosen, disabled=True)

    def written(self, answer: Any) -> str:
        """Return the texts of the options."""
        return " · ".join(_(text) for option, text in self.options.items() if option in answer)

    def _pills(self, key: str, **settings: Any) -> None:
        labels = _translated(self.options)
        st.pills(
            _("All that hold"),
            list(labels),
            selection_mode="multi",
            format_func=labels.__getitem__,
            key=key,
            **settings,
        )


@dataclass(frozen=True, kw_only=True)
class Number(Exercise):
    """A guess, right when it is within `tolerance`."""

    label: str
    tolerance: float
    low: float = 0.0
    high: float = 1.0

    def show_field(self, key: str) -> None:
        """Show a field for a number, without any in it."""
        st.number_input(
            _("Your guess: {what}", what=_(self.label)),
            self.low,
            self.high,
            value=None,
            step=0.01,
            format="%.4g",
            key=key,
            persist_state="session",
            width=260,
        )

    def judge(self, answer: Any) -> Judgement:
        """Measure the distance of the guess."""
        gap = abs(answer - self.solve().answer)
        said = Message("Your guess {guess} is off by {gap}.", {"guess": f"{answer:g}", "gap": number(gap)})
        # A guess on the edge is right: 0.8 + 0.1 is not 0.9 in binary.
        return Judgement(bool(gap <= self.tolerance + 1e-9), said)

    def written(self, answer: Any) -> str:
        """Return the number with its usual digits."""
        return number(answer)

    def confidence_question(self) -> str:
        """Ask how sure the guess is."""
        return _("How sure are you to be within ±{tolerance}?", tolerance=f"{self.tolerance:g}")
