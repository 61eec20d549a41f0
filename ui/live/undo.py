"""What was moved, and the way back: for each move what the session held before it and after it.

A move belongs to a place, which says what was looked at: the rows and model of a threshold, or the page and view of
another handle. Elsewhere it is not taken back; who returns finds it again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import streamlit as st

from ui.live import drawn
from ui.shared.text import _, plain

Place = tuple[Hashable, ...]
MOST = 100
# Moves in the list, the last ones.
LISTED = 8
_DONE, _UNDONE, _SEEN = "moves_done", "moves_undone", "moves_seen"
_PLAIN: Final = (bool, int, float, str, tuple)


@dataclass(frozen=True)
class Move:
    """What a move changed in the session; None stands for a key that was not there.

    `come_from` and `come_to` name what there was before and after it, as the page showed it then; empty where unknown.
    """

    place: Place
    before: Mapping[str, Any]
    after: Mapping[str, Any]
    come_from: str = ""
    come_to: str = ""


def watch(place: Place, keys: Sequence[str], name: Callable[[Any], str] = lambda _value: "") -> None:
    """Take what some keys hold now for a move, where the first held something else when this place was last looked at.

    Whatever moved it, a handle, a field, a point or a button, is taken back alike; the other keys go with it. `name`
    says in the list of moves what the first one holds.
    """
    now = _held(keys)
    seen = st.session_state.get(_SEEN)
    if seen is not None and seen[0] == place and seen[1].get(keys[0]) != now[keys[0]]:
        _remember(Move(place, seen[1], now, name(seen[1][keys[0]]), name(now[keys[0]])))
    st.session_state[_SEEN] = place, now


def taking(place: Place, take: Callable[[], object], name: str = "") -> None:
    """Let a handle's value be taken over, and remember what that changes; `name` says where it was let go."""
    before = _all()
    take()
    after = _all()
    keys = [key for key in before.keys() | after.keys() if before.get(key) != after.get(key)]
    _remember(Move(place, {key: before.get(key) for key in keys}, {key: after.get(key) for key in keys}, come_to=name))


def back(places: Collection[Place]) -> None:
    """Take the last move of these places back; called from a button."""
    _turn(_DONE, _UNDONE, places, lambda move: move.before)


def again(places: Collection[Place]) -> None:
    """Make the move that was taken back last once more; called from a button."""
    _turn(_UNDONE, _DONE, places, lambda move: move.after)


def back_to(places: Collection[Place], move: Move) -> None:
    """Take back this move of these places, and all that came after it; called from a button."""
    while any(one is move for one in _kept(_DONE)):
        back(places)


def history(places: Collection[Place]) -> None:
    """Offer what was moved here as a list, the last first: each entry goes back to what there was then."""
    here = [move for move in _kept(_DONE) if move.place in places]
    # A single move is taken back by the button beside it.
    if len(here) < 2:
        return
    names = [here[0].come_from or _("as it was at first"), *(move.come_to or _("a move") for move in here[:-1])]
    with st.popover(_("What was moved here"), icon=":material/history:", key="history"):
        st.caption(_("Back to"))
        for k in reversed(range(max(0, len(here) - LISTED), len(here))):
            st.button(plain(names[k]), key=f"history_{k}", type="tertiary", on_click=back_to, args=(places, here[k]))


def buttons(places: Collection[Place]) -> None:
    """Offer to take back, and what was taken back once more; bridge.js presses them for Ctrl+Z and Ctrl+Shift+Z."""
    st.button(
        _("Take back the last move"),
        icon=":material/undo:",
        key="undo",
        on_click=back,
        args=(places,),
        disabled=_last(_DONE, places) is None,
        help=_("Takes back what was moved last: Ctrl+Z"),
    )
    if _last(_UNDONE, places) is not None:
        st.button(
            _("Move it once more"),
            icon=":material/redo:",
            key="redo",
            on_click=again,
            args=(places,),
            help=_("Makes the move that was taken back once more: Ctrl+Shift+Z"),
        )


def _turn(of: str, to: str, places: Collection[Place], side: Callable[[Move], Mapping[str, Any]]) -> None:
    move = _last(of, places)
    if move is None:
        return
    st.session_state[of] = [one for one in _kept(of) if one is not move]
    st.session_state[to] = [*_kept(to), move]
    for key, value in side(move).items():
        if value is None:
            st.session_state.pop(key, None)
        else:
            st.session_state[key] = value
    seen = st.session_state.get(_SEEN)
    if seen is not None:
        st.session_state[_SEEN] = seen[0], _held(tuple(seen[1]))
    drawn.anew()


def _remember(move: Move) -> None:
    if move.before == move.after:
        return
    st.session_state[_DONE] = [*_kept(_DONE), move][-MOST:]
    st.session_state[_UNDONE] = [one for one in _kept(_UNDONE) if one.place != move.place]


def _last(of: str, places: Collection[Place]) -> Move | None:
    return next((move for move in reversed(_kept(of)) if move.place in places), None)


def _kept(of: str) -> list[Move]:
    moves: list[Move] = st.session_state.get(of, [])
    return moves


def _held(keys: Sequence[str]) -> dict[str, Any]:
    return {key: st.session_state.get(key) for key in keys}


def _all() -> dict[str, Any]:
    """Return what of the session is plain: choices and fields, not what was computed from them."""
    return {str(key): value for key, value in st.session_state.items() if isinstance(value, _PLAIN)}
