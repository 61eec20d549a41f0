"""A visitor's own rows put aside: the path of lessons opens samples in their place, and gives them back at its end.

What was chosen for them is kept as well: model, positive class, threshold, costs, and all else that has an address.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import streamlit as st

from ui.session import choices, costs, incoming, loaded
from ui.session.loaded import Loaded

_ASIDE = "rows_put_aside"
_LOOKED_AT = ("model", "positive")


@dataclass(frozen=True, eq=False)
class _Aside:
    """What is kept: the rows, what is still to be said of them, the table they come from, and what was chosen."""

    rows: Loaded
    questions: frozenset[str]
    table: Mapping[str, Any]
    chosen: Mapping[str, Any]


def put() -> None:
    """Keep a visitor's rows and what was chosen for them; a sample is a click away, and is not kept."""
    now = loaded.whole()
    if loaded.gone() is not None or not (now.is_own or now.generated):
        return
    looked_at = {key: st.session_state[key] for key in _LOOKED_AT if key in st.session_state}
    kept = _Aside(now, loaded.open_questions(), incoming.mapping(), {**choices.chosen(), **looked_at})
    st.session_state[_ASIDE] = kept


def is_kept() -> bool:
    """Whether rows wait to be given back."""
    return _ASIDE in st.session_state


def give_back() -> None:
    """Load again what was put aside, as it was left; not where a visitor has opened other rows of his own meanwhile."""
    kept: _Aside | None = st.session_state.pop(_ASIDE, None)
    if kept is None or _has_others(kept):
        return
    choices.ask({}, of_rows=True)
    if loaded.whole() is not kept.rows:
        loaded.keep(kept.rows, kept.questions)
        incoming.map_again(kept.table)
    costs.are_of_other_rows()
    for key, value in kept.chosen.items():
        st.session_state[key] = value


def _has_others(kept: _Aside) -> bool:
    now = loaded.whole()
    return now is not kept.rows and (now.is_own or now.generated)
