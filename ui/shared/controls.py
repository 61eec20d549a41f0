"""Controls that several pages use."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final, TypeVar

import streamlit as st
from streamlit.errors import StreamlitWidgetAlreadyInstantiatedError

from evalcore.figures.parts.cells import ShareOf
from ui.shared import terms, told
from ui.shared.text import N_, _

Key = TypeVar("Key", bound=str)
# What the shares in the cells of a matrix may be of.
SHARES: Final[dict[ShareOf, str]] = {"row": N_("its row"), "column": N_("its column"), "all": N_("all rows")}


def seed(key: str, value: object) -> None:
    """Give a widget its value before it is drawn: what it had, else this one.

    In every run, not once: a value set once is gone when the widget is next drawn on another page.
    """
    # Drawn earlier in this run, as the costs are on their own page, it holds what it shows.
    with suppress(StreamlitWidgetAlreadyInstantiatedError):
        st.session_state[key] = st.session_state.get(key, value)


def below(fields: str, **options: Any) -> Any:
    """Return a row of its own below the fields of a page, which would give way to what is said among them."""
    return st.container(key=f"fields_below_{fields}", **options)


def refuse(field: str, said: str) -> None:
    """Say what a field does not take."""
    below(field).error(said, icon=":material/error:")


def fitted(value: float, low: float, high: float, *, digits: int) -> float:
    """Return a number as a field takes it: within its limits, and with the places the field shows."""
    return round(min(max(value, low), high), digits)


def choice(label: str, names: Mapping[Key, str], *, key: str, **options: Any) -> Key:
    """Ask for one of a few things, each with its name in English; the first is chosen until another is."""
    seed(key, next(iter(names)))
    told.tell(key, label, names)
    chosen: Key | None = st.segmented_control(
        label,
        list(names),
        required=True,
        format_func=lambda one: _(names[one]),
        key=key,
        persist_state="session",
        **options,
    )
    return chosen or next(iter(names))


def shares(*, key: str) -> ShareOf:
    """Ask what the shares in the cells of a matrix are of: with the row they are recall, with the column precision."""
    seed(key, next(iter(SHARES)))
    told.tell(key, _("Shares of"), SHARES)
    return st.selectbox(
        _("Shares of"),
        list(SHARES),
        format_func=lambda of: _(SHARES[of]),
        key=key,
        persist_state="session",
        width=170,
        help=terms.explained("recall", _("Of the row the shares are recall and specificity, of the column precision.")),
    )
