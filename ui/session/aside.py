"""A visitor's own rows put aside: the path of lessons opens samples in their place, and gives them back at its end.

What was chosen for them is kept as well: model, positive class, threshold, costs, and all else that has an address.
Beside that the last own rows are held for the way back in a session's list of steps, where they are not large.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import streamlit as st

from evalcore.support.held import held
from ui.session import choices, costs, holding, incoming, loaded, lost
from ui.session.loaded import Loaded

_ASIDE = "rows_put_aside"
# The own rows that are held, by their name and digest: so many, the last ones.
_LEFT: Final = holding.LEFT
_MOST: Final = 2
_LOOKED_AT = ("model", "positive")


@dataclass(frozen=True, eq=False)
class _Rows:
    """Rows with what is still to be said of them, and the table they come from: none of a sample."""

    rows: Loaded
    questions: frozenset[str]
    table: Mapping[str, Any]


@dataclass(frozen=True, eq=False)
class _Aside(_Rows):
    """What is kept: rows, and what was chosen for them."""

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
    if kept is not None and not _has_others(kept):
        _load(kept, kept.chosen)
    elif kept is None and lost.of(_ASIDE) is not None and loaded.whole().has_link:
        lost.move(_ASIDE, loaded.FILE)
        loaded.tell_gone(st.session_state, loaded.FILE)
    lost.forget(_ASIDE)


def hold() -> None:
    """Hold the own rows that are loaded for the way back to them, unless they are large: these, and those before."""
    now, kept = loaded.as_loaded(), {**_held()}
    if loaded.gone() is not None or now.is_upload or not (now.is_own or now.generated):
        return
    here = (now.name, now.predictions.digest)
    rows = _Rows(now, loaded.open_questions(), incoming.mapping_in_use())
    # Measured once, and again where something else is held with them: that takes a while where they are large.
    is_known = here in kept and _is_same(kept[here], rows)
    is_large = kept[here] is None if is_known else holding.is_large(held([(now.name, rows)]).total())
    kept.pop(here, None)
    st.session_state[_LEFT] = dict([*kept.items(), (here, None if is_large else rows)][-_MOST:])


def _is_same(before: _Rows | None, rows: _Rows) -> bool:
    """Whether nothing else is held with rows than what was measured; large ones stay large."""
    if before is None:
        return True
    same = before.rows is rows.rows and before.table.keys() == rows.table.keys()
    return same and all(before.table[key] is value for key, value in rows.table.items())


def is_held(name: str, digest: str) -> bool:
    """Whether own rows can still be loaded again."""
    return _held().get((name, digest)) is not None


def load_held(name: str, digest: str) -> None:
    """Load own rows again that are held; what is chosen for them is at its default."""
    if (rows := _held().get((name, digest))) is not None:
        _load(rows, {})
        incoming.turn_back()


def load_sample(key: str, taken: str) -> None:
    """Load a sample; what is chosen for it is at its default."""
    choices.ask({}, of_rows=True)
    incoming.take_sample(key, taken=taken)
    costs.are_of_other_rows()


def _held() -> Mapping[tuple[str, str], _Rows | None]:
    """Return the last own rows by their name and digest; None of large ones."""
    kept: dict[tuple[str, str], _Rows | None] = st.session_state.get(_LEFT, {})
    return kept


def _has_others(kept: _Aside) -> bool:
    now = loaded.whole()
    return now is not kept.rows and (now.is_own or now.generated)


def _load(kept: _Rows, chosen: Mapping[str, Any]) -> None:
    choices.ask({}, of_rows=True)
    if loaded.whole() is not kept.rows:
        loaded.keep(kept.rows, kept.questions)
        incoming.map_again(kept.table)
    costs.are_of_other_rows()
    for key, value in chosen.items():
        st.session_state[key] = value


def _own_name(kept: _Aside) -> str | None:
    return None if kept.rows.has_link else kept.rows.name


lost.keeps(_ASIDE, _ASIDE, _own_name)
