"""What the page asks first, which view; and what every view asks for: sets, points in each, the seed."""

from __future__ import annotations

from typing import Final

import streamlit as st

from evalcore.figures.layout import Look
from evalcore.views.bias_variance.curves import with_more
from evalcore.views.bias_variance.families import Family
from ui.frame.steps import Lessons
from ui.live import bridge
from ui.session.choices import Choice, register
from ui.session.fields import kept, one_of, typed_number
from ui.shared.text import N_, _

# Pixels of a line of notes below a figure.
NOTES: Final = 28
VIEWS: Final = {
    "squared": N_("Squared loss"),
    "zero_one": N_("0-1 loss"),
    "descent": N_("Double descent"),
    "table": N_("My table"),
}
VIEW: Final = register(Choice("bv_view", default="squared", options=tuple(VIEWS), stays=True))
LESSONS: Final = Lessons(VIEW, VIEWS)
FEWEST_SETS, MOST_SETS = 2, 1_000
FEWEST_POINTS, MOST_POINTS = 5, 200
SETS: Final = register(Choice("bv_sets", default=200, low=FEWEST_SETS, high=MOST_SETS, stays=True))
POINTS: Final = register(Choice("bv_n", default=25, low=FEWEST_POINTS, high=MOST_POINTS, stays=True))
SEED: Final = register(Choice("bv_seed", default=0, low=0, high=999_999, stays=True))
CHOICES: Final = (VIEW, SETS, POINTS, SEED)
MORE: Final = (1, 100)


def type_learner(choice: Choice, family: Family, n: int, text: str) -> None:
    """Take over the learner whose number was typed in the sentence."""
    amount = typed_number(text)
    if amount is not None:
        st.session_state[choice.key] = family.typed(amount, n)


def view() -> str:
    """Ask which view is open."""
    return one_of(VIEW, VIEWS, _("View"), _("Which loss is taken apart."), width=130)


def more(sets: Choice, meaning: str) -> None:
    """Offer to draw one more training set, and a hundred."""
    for count, label in zip(MORE, (_("+1 set"), _("+100 sets")), strict=True):
        st.button(
            label,
            key=f"more_{count}",
            on_click=_draw_more,
            args=(sets, count),
            disabled=kept(sets) >= sets.high,
            help=meaning,
        )


def _draw_more(sets: Choice, count: int) -> None:
    st.session_state[sets.key] = with_more(kept(sets), count, int(sets.high))


def look_above_notes() -> Look:
    """Return how high a figure may be that has a line of notes below it, so that the tabs stay in sight at 720 px."""
    return bridge.look().lower_by(NOTES)
