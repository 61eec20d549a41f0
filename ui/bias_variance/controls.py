"""What the page asks first, which view; and what every view asks for: sets, points in each, the seed."""

from __future__ import annotations

from typing import Final

import streamlit as st

from evalcore.views.bias_variance.curves import with_more
from ui.session.choices import Choice, register
from ui.session.fields import kept, one_of, whole
from ui.shared.text import N_, _

__all__ = ["CHOICES", "POINTS", "SEED", "SETS", "VIEW", "VIEWS", "kept", "more", "one_of", "view", "whole"]
VIEWS: Final = {
    "squared": N_("Squared loss"),
    "zero_one": N_("0-1 loss"),
    "descent": N_("Double descent"),
    "table": N_("My table"),
}
VIEW: Final = register(Choice("bv_view", default="squared", options=tuple(VIEWS), stays=True))
FEWEST_SETS, MOST_SETS = 2, 1_000
FEWEST_POINTS, MOST_POINTS = 5, 200
SETS: Final = register(Choice("bv_sets", default=200, low=FEWEST_SETS, high=MOST_SETS, stays=True))
POINTS: Final = register(Choice("bv_n", default=25, low=FEWEST_POINTS, high=MOST_POINTS, stays=True))
SEED: Final = register(Choice("bv_seed", default=0, low=0, high=999_999, stays=True))
CHOICES: Final = (VIEW, SETS, POINTS, SEED)
MORE: Final = (1, 100)


def view() -> str:
    """Ask which view is open."""
    return one_of(VIEW, VIEWS, _("View"), _("Which loss is taken apart."), width=150)


def more() -> None:
    """Offer to draw one more training set, and a hundred."""
    for count, label in zip(MORE, (_("+1 set"), _("+100 sets")), strict=True):
        st.button(
            label,
            key=f"more_{count}",
            on_click=_draw_more,
            args=(count,),
            disabled=kept(SETS) >= MOST_SETS,
            help=_("Draws more training sets; those there are stay. The last one drawn is the sample."),
        )


def _draw_more(count: int) -> None:
    st.session_state[SETS.key] = with_more(kept(SETS), count, MOST_SETS)
