"""The learner of a family with the least error: what every view offers to go to."""

from __future__ import annotations

from typing import Protocol, TypeVar

import streamlit as st

from evalcore.views.bias_variance.members import FamilyView
from ui.frame.page import Button
from ui.live import drawn
from ui.session.choices import Choice
from ui.shared.text import _


class _Set(Protocol):
    """A learner with the number that says how flexible it is."""

    @property
    def at(self) -> float: ...

    @property
    def setting(self) -> float: ...

    @property
    def shown(self) -> str: ...


T = TypeVar("T", bound=_Set)


def button(view: FamilyView[T], active: int, complexity: Choice) -> Button:
    """Return the button that sets the complexity with the least error."""
    best = view.steps[view.best]
    return Button(
        _("Least error: {shown}", shown=best.shown),
        _take,
        (complexity.key, best.setting),
        disabled=active == view.best,
    )


def _take(key: str, complexity: float) -> None:
    st.session_state[key] = complexity
    drawn.anew()
