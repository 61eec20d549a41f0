"""What fields are called and what their values read, as the fields told it: for the list of what was done.

Labels are kept in English, so that the list is said in whatever language the page has by then.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from evalcore.figures.style import signed
from ui.shared import navigation
from ui.shared.text import _, in_english, in_row, literal, plain

_TOLD, _ON = "fields_told", "fields_on"


def tell(key: str, label: str, names: Mapping[Any, str] | None = None) -> None:
    """Remember what the field of a key is called; `names` has the words of its values in English."""
    st.session_state.setdefault(_TOLD, {})[key] = (in_english(label), names)
    st.session_state.setdefault(_ON, {})[key] = navigation.here()


def page_of(key: str) -> str | None:
    """Return the page on which the field of a key stood last, None where there was none."""
    on: dict[str, str] = st.session_state.get(_ON, {})
    return on.get(key)


def change(key: str, before: Any, after: Any, called: str = "") -> str:
    """Say in the page's language what was chosen in the place of what; as Markdown.

    What has no field, such as a row or a point that was clicked, is `called` so in English; a page has no words for its
    values.
    """
    told: dict[str, tuple[str, Mapping[Any, str] | None]] = st.session_state.get(_TOLD, {})
    if key not in told and not called:
        return _("A choice was made")
    if key not in told and not isinstance(after if before is None else before, (int, float)):
        return _("{what}: changed", what=_said(called))
    label, names = told.get(key, (called, None))
    if isinstance(after, bool):
        return _("{what}: on", what=_said(label)) if after else _("{what}: off", what=_said(label))
    return moved(label, _value(before, names or {}), _value(after, names or {}))


def moved(label: str, before: str, after: str) -> str:
    """Say what was moved from where to where; the label is in English."""
    return _("{what} {before} → {after}", what=_said(label), before=before, after=after)


def _said(words: str) -> str:
    """Return words as text: of a column or a class they are a visitor's."""
    return plain(literal(_(words)))


def _value(value: Any, names: Mapping[Any, str]) -> str:
    if value in names:
        return _said(names[value])
    if isinstance(value, tuple):
        return in_row(_value(one, names) for one in value)
    if isinstance(value, (int, float)):
        return signed(f"{value:,.6g}")
    return plain(value) if value else "—"
