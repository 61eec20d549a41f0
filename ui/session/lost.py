"""What a session holds that no address can bring back, and what of that the session before it in the same tab held.

A session ends on the server: after a long absence of its tab, or with the server. The browser remembers for its tab
what was held, by name only, and tells the session that follows; each page then says what is gone in place of numbers
of something else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final
from uuid import uuid4

import streamlit as st

from evalcore.errors import Message

# Where a visitor's own things are held, and what tells their name; None where there is nothing of that kind.
Holder = Callable[[], str | None]
REGISTERED: Final[dict[str, Holder]] = {}
# Of places that may hold much: the key in the session, and what names a visitor's own thing there, None of any other.
REGISTERED_LARGE: Final[dict[str, tuple[str, Callable[[Any], str | None]]]] = {}
_TOKEN, _LOST, _IN_SIGHT = "session_token", "session_lost", "session_lost_in_sight"
_IDLE: Final = "session_lost_idle"
LONGEST: Final = 200
_MOST: Final = 40


def holds(place: str, holder: Holder) -> None:
    """Have the browser remember what is held in a place; called once, by the module that keeps it."""
    REGISTERED[place] = holder


def keeps(place: str, key: str, named: Callable[[Any], str | None]) -> None:
    """The same of what is kept under one key of the session, and goes where its visitor takes no step for long."""
    REGISTERED_LARGE[place] = key, named
    holds(place, lambda: named(st.session_state[key]) if key in st.session_state else None)


def token() -> str:
    """Return what tells this session from every other."""
    if _TOKEN not in st.session_state:
        st.session_state[_TOKEN] = uuid4().hex
    return str(st.session_state[_TOKEN])


def number() -> int:
    """Return a number that hardly any other session has."""
    return int(token()[:8], 16)


def held() -> dict[str, str]:
    """Return the names of all that is held, by its place; of what is still lost, too, until the visitor turns away."""
    named = {place: holder() for place, holder in REGISTERED.items()}
    return {**_kept(), **{place: name[:LONGEST] for place, name in named.items() if name is not None}}


def take(before: Mapping[str, Any], *, was_in_sight: bool) -> None:
    """Remember what the session before this one held; `was_in_sight` where its page was still shown then."""
    # What the browser says is bounded. A new server may not know each place yet.
    said = list(before.items())[:_MOST]
    st.session_state[_LOST] = {str(place)[:LONGEST]: str(name)[:LONGEST] for place, name in said}
    st.session_state[_IN_SIGHT] = was_in_sight


def of(place: str) -> str | None:
    """Return the name of what was held in a place and is gone, until it is brought again or turned away from."""
    return _kept().get(place)


def tell_idle(state: Any, names: Mapping[str, str]) -> None:
    """Have a session say that what it held in these places went while its visitor did nothing."""
    before = state[_LOST] if _LOST in state else {}  # noqa: SIM401 - it has no get
    went = {place: name[:LONGEST] for place, name in names.items()}
    state[_LOST], state[_IN_SIGHT], state[_IDLE] = {**before, **went}, True, True


def move(place: str, to: str) -> None:
    """Have what is lost in a place be lost in another one, for the same reason."""
    if (name := of(place)) is not None:
        others = {other: kept for other, kept in _kept().items() if other != place}
        st.session_state[_LOST] = {**others, to: name}


def forget(place: str) -> None:
    """Have nothing lost in a place: it was brought again, or something else was chosen."""
    if place in _kept():
        st.session_state[_LOST] = {other: name for other, name in _kept().items() if other != place}
    if not _kept():
        st.session_state.pop(_IDLE, None)


def table(place: str) -> Message | None:
    """Say which table of a visitor's own is gone from a place, None where none is."""
    name = of(place)
    if name is None:
        return None
    return Message(
        "Your table {name} is gone: {why}. Load it again, or choose an example.", {"name": name, "why": why()}
    )


def in_sight() -> bool:
    """Whether the session before ended while its page was shown, and not by opening the page anew."""
    return bool(st.session_state.get(_IN_SIGHT))


def why() -> Message:
    """Say why what the session before held is gone."""
    if st.session_state.get(_IDLE):
        return Message("it was not used for long, and this server gives the memory to others then")
    if in_sight():
        return Message("the connection was away too long, or the server was started anew")
    return Message("it was only in memory, and the page was opened anew")


def _kept() -> dict[str, str]:
    kept: dict[str, str] = st.session_state.get(_LOST, {})
    return kept
