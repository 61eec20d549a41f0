"""Exercises in which something is made: cells of a matrix, rankings of rows. Many answers are right."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import streamlit as st

from evalcore.errors import Message
from ui.exercises.kinds import ANSWER_FIRST, Exercise, Judgement
from ui.shared.numbers import count
from ui.shared.text import _


@dataclass(frozen=True, kw_only=True)
class Build(Exercise):
    """Something to make: a value for each of `fields`; any that passes `check` is right."""

    repeats_answer: ClassVar[bool] = True

    fields: Mapping[str, str]
    check: Callable[[Mapping[str, Any]], Judgement]

    @abstractmethod
    def show_part(self, label: str, key: str) -> None:
        """Show the field of one value."""

    @abstractmethod
    def written_part(self, value: Any) -> str:
        """Write one value."""

    def show_field(self, key: str) -> None:
        """Show the fields side by side."""
        for column, (name, label) in zip(st.columns(len(self.fields)), self.fields.items(), strict=True):
            with column:
                self.show_part(_(label), f"{key}_{name}")

    def answer(self, key: str) -> Any:
        """Read the value of each field."""
        return {name: st.session_state.get(f"{key}_{name}") for name in self.fields}

    def problem(self, answer: Any) -> Message | None:
        """Say why there is nothing to judge yet."""
        return ANSWER_FIRST if any(answer[name] in (None, "") for name in self.fields) else None

    def judge(self, answer: Any) -> Judgement:
        """Check what was made."""
        return self.check(answer)

    def written(self, answer: Any) -> str:
        """Return each label with its value."""
        return " · ".join(f"{_(label)} {self.written_part(answer[name])}" for name, label in self.fields.items())

    def solution(self, answer: Any) -> str:
        """State one of the solutions."""
        return _("One solution: {answer}", answer=self.written(answer))


@dataclass(frozen=True, kw_only=True)
class WholeNumbers(Build):
    """Whole numbers of 0 or more."""

    most: ClassVar[int] = 1_000_000

    def show_part(self, label: str, key: str) -> None:
        """Show a field for a whole number, without any in it."""
        st.number_input(label, 0, self.most, value=None, step=1, key=key, persist_state="session")

    def written_part(self, value: Any) -> str:
        """Write a number of rows."""
        return count(value)


@dataclass(frozen=True, kw_only=True)
class Rankings(Build):
    """Rows from the highest score to the lowest, written with + and -; all fields rank the same rows."""

    longest: ClassVar[int] = 20
    # Signs as keyboards in both languages write them.
    signs: ClassVar[Mapping[int, str | None]] = str.maketrans({"−": "-", "－": "-", "–": "-", "＋": "+", " ": None})
    placeholder: str = "+ - + -"

    def show_part(self, label: str, key: str) -> None:
        """Show a field for signs."""
        st.text_input(label, max_chars=self.longest, key=key, persist_state="session", placeholder=self.placeholder)

    def answer(self, key: str) -> Any:
        """Read each ranking as + and -, whichever keyboard wrote it."""
        return {name: (ranking or "").translate(self.signs) for name, ranking in super().answer(key).items()}

    def problem(self, answer: Any) -> Message | None:
        """Say why there is nothing to judge yet."""
        first = super().problem(answer)
        if first is not None:
            return first
        rankings = [answer[name] for name in self.fields]
        if any(set(ranking) != {"+", "-"} for ranking in rankings):
            return Message("A ranking must hold + and -, at least one of each, and nothing else. Correct it.")
        if len({(len(ranking), ranking.count("+")) for ranking in rankings}) > 1:
            return Message("Both rankings must be of the same rows: as many + and as many - in each. Correct one.")
        return None

    def written_part(self, value: Any) -> str:
        """Write a ranking so that Markdown leaves its signs alone."""
        return f"`{value}`"
