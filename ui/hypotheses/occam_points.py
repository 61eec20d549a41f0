"""The points both curves go through: drawn ones, or a table that the reader edits."""

from __future__ import annotations

from itertools import chain, zip_longest
from typing import Final, TypeAlias

import numpy as np
import pandas as pd
import streamlit as st

from evalcore.errors import InputError
from evalcore.hypotheses import typed_points
from evalcore.hypotheses.occam import MOST_NUMBERS, MOST_POINTS
from evalcore.views.hypotheses.occam import LECTURE, drawn_points, next_seed
from ui.live import drawn
from ui.session import address, fields
from ui.session.choices import Choice, refuse, register
from ui.shared.text import N_, _, remark, say

Points: TypeAlias = tuple[tuple[float, float], ...]

SEED: Final = register(Choice("ml_points", default=0, low=0, high=999, stays=True, called=N_("Points, draw")))
# x and y of each point in turn; None as long as they are the drawn ones.
OWN: Final = register(Choice("ml_xy", most=MOST_NUMBERS, stays=True, called=N_("Own points")))
CHOICES: Final = (SEED, OWN)
# The editor begins with a table and then keeps what is typed: another table has another editor.
_VERSION, _START = "ml_points_version", "ml_points_start"


def ask() -> Points:
    """Offer other points and a table to edit them; a table that cannot be used says why, and those before it stay."""
    points = _kept()
    st.button(_("Other points"), key="ml_other_points", icon=":material/casino:", on_click=_draw)
    box = st.popover(_("Points: {n}", n=len(points)), icon=":material/edit:", key="ml_points_box", on_change="rerun")
    with box:
        said = st.empty()
        edited = _editor(points)
        remark(
            "Change a number, add a row, or mark one and delete it: x and y from −10 to 10, at most {n} points.",
            n=MOST_POINTS,
        )
        if points != LECTURE:
            st.button(_("The lecture's curve A: y = −x² + 6x + 1"), key="ml_points_lecture", on_click=_of_lecture)
        if points != drawn_points(0):
            st.button(_("As at first"), key="ml_points_reset", icon=":material/restart_alt:", on_click=_reset)
    try:
        points = typed_points(edited)
    except InputError as error:
        # Said once: in the box as long as that is seen.
        (said if box.open else st).error(say(error.message), icon=":material/error:")
    _keep(points)
    return points


def _editor(points: Points) -> list[tuple[float | None, float | None]]:
    """Show the cells to type in, and return what they hold."""
    state = st.session_state
    key = f"ml_points_table_{state.get(_VERSION, 0)}"
    if key not in state:
        # Not on the page in the last run, it has forgotten what was typed; the session has not.
        state[_START] = points
    number = st.column_config.NumberColumn(format="%.4g", required=False)
    edited = st.data_editor(
        pd.DataFrame(state[_START], columns=["x", "y"], dtype=np.float64),
        key=key,
        num_rows="dynamic",
        hide_index=True,
        column_config={"x": number, "y": number},
        height=300,
        alt=_("The points of both curves"),
    )
    return [(float(x), float(y)) for x, y in edited.astype(np.float64).itertuples(index=False)]


def _kept() -> Points:
    """Return the points in use; those of a link that do not fit are refused."""
    asked = st.session_state.get(OWN.key)
    if asked is None:
        return drawn_points(fields.kept(SEED))
    try:
        return typed_points(list(zip_longest(asked[::2], asked[1::2])))
    except InputError as error:
        refuse(error.message)
        address.say_refused()
        st.session_state.pop(OWN.key, None)
        return drawn_points(fields.kept(SEED))


def _keep(points: Points) -> None:
    """Have the session and the address know points that are not the drawn ones."""
    is_drawn = points == drawn_points(fields.kept(SEED))
    st.session_state[OWN.key] = None if is_drawn else tuple(chain.from_iterable(points))


def _draw() -> None:
    """Draw other points; called from the button."""
    _take(next_seed(fields.kept(SEED)))


def _reset() -> None:
    """Return to the points of the first picture; called from the button."""
    _take(0)


def _of_lecture() -> None:
    """Take points of the lecture's curve; called from the button."""
    _take(fields.kept(SEED), tuple(chain.from_iterable(LECTURE)))


def _take(seed: int, own: tuple[float, ...] | None = None) -> None:
    state = st.session_state
    state[SEED.key], state[OWN.key] = seed, own
    state[_VERSION] = next_seed(state.get(_VERSION, 0))
    drawn.anew()
