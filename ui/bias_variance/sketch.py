"""An exercise in which a curve is drawn before it is measured: one value after the other, seen as a line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import streamlit as st

from evalcore.figures.bias_variance.sketch import sketch_figure
from ui.exercises.build import Build
from ui.exercises.kinds import Exercise
from ui.shared import charts
from ui.shared.numbers import number
from ui.shared.text import _, headed, say_in_figure


@dataclass(frozen=True, kw_only=True)
class Sketch(Build):
    """Values along an axis; `fields` are their names, `at` their places, `start` is the first one, which is given.

    `measured` finds all values, the first one too.
    """

    at: tuple[float, ...]
    start: float
    measured: Callable[[], tuple[float, ...]]
    x: str
    y: str

    def show_field(self, key: str) -> None:
        """Show the fields side by side, and below them the curve so far."""
        super().show_field(key)
        self._figure(self.answer(key), key, revealed=False)

    def show_part(self, label: str, key: str) -> None:
        """Show a field for a value, without any in it."""
        st.number_input(label, 0.0, 2.0, value=None, step=0.05, format="%.4g", key=key, persist_state="session")

    def written_part(self, value: Any) -> str:
        """Write a value."""
        return number(value)

    def written(self, answer: Any) -> str:
        """Return each label with its value."""
        return " · ".join(headed(label, self.written_part(answer[name])) for name, label in self.fields.items())

    def solution(self, answer: Any) -> str:
        """State what was measured: there is no other solution."""
        return Exercise.solution(self, answer)

    def show_closed(self, answer: Any, key: str) -> None:
        """Show what was measured, and with it the guess, where there is one."""
        self._figure(answer or {}, f"{key}_closed", revealed=True)

    def _figure(self, answer: dict[str, Any], key: str, *, revealed: bool) -> None:
        figure = sketch_figure(
            self.at,
            [self.start, *(answer.get(name) for name in self.fields)],
            self.measured() if revealed else None,
            x=_(self.x),
            y=_(self.y),
            say=say_in_figure,
        )
        so_far, both = _("Your curve so far"), _("Your curve, and the one measured")
        charts.chart(figure, key=f"{key}_chart", alt=both if revealed else so_far)
