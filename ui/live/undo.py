"""What was moved, chosen and loaded, step by step, and the way back: what the session held before a step and after it.

A move belongs to a place, which says what was looked at: the rows and model of a threshold, or the page and view of
another handle. A button takes it back there; who returns finds it again. What was chosen or loaded belongs to the
session; on a page without a threshold the button takes that back, too, where it was chosen there. The list has all
steps, whatever page they were made on.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

import streamlit as st

from ui.live import drawn
from ui.session import aside, choices, loaded, looked_at, samples, screen
from ui.shared import chapter, navigation, told
from ui.shared.text import N_, _, plain

Place = tuple[Hashable, ...]
MOST = 100
# Steps in the list, the last ones.
LISTED = 8
_DONE, _UNDONE, _SEEN = "moves_done", "moves_undone", "moves_seen"
_PLAIN: Final = (bool, int, float, str, tuple)
# The place of what is chosen or loaded, and what of it has a way back of its own: a threshold is moved, see `watch`.
_SESSION: Final[Place] = ("session",)
# What stands, among places, for what was chosen on the page one is on.
CHOSEN_HERE: Final[Place] = ("chosen here",)
_LOOKED_AT: Final = ("model", "positive")
_ELSEWHERE: Final = ("t", "chosen", screen.LESSON.key)


@dataclass(frozen=True)
class Rows:
    """What is loaded, by name: a sample with what its rows are taken for, or the digest of a visitor's own rows.

    `is_counted` where they are counts of a file that is too large for a table, whose bytes go with it, `is_drawn` where
    the generator has drawn them.
    """

    name: str
    sample: str | None
    taken: str
    digest: str
    is_counted: bool = False
    is_drawn: bool = False

    @property
    def is_held(self) -> bool:
        """Whether they can be loaded again."""
        return self.sample is not None or aside.is_held(self.name, self.digest)


@dataclass(frozen=True)
class Move:
    """What a step changed in the session; None stands for a key that was not there.

    `come_from` and `come_to` name what there was before and after it, as the page showed it then; empty where unknown.
    `says` says it in the language of the page; `page` is where it was made. A step that loads other rows has what was
    loaded before and after it, and in `before` and `after` all that was chosen. What was moved has in `of` the rows,
    model and class it was moved on: it is made once more on those alone. What has chosen another model and moved the
    threshold at once has in `moved` where that stood before and after it: it is taken back and made once more there.
    """

    place: Place
    before: Mapping[str, Any]
    after: Mapping[str, Any]
    come_from: str = ""
    come_to: str = ""
    says: Callable[[], str] | None = None
    page: str = ""
    left: Rows | None = None
    came: Rows | None = None
    of: Place = ()
    moved: tuple[Place, Place] | None = None

    def said(self) -> str:
        """Say in a few words what the step did, as Markdown."""
        return plain(self.come_to) or _("a move") if self.says is None else self.says()


def watch(
    place: Place, keys: Sequence[str], name: Callable[[Any], str] = lambda _value: "", label: str = N_("a move")
) -> None:
    """Take what some keys hold now for a move, where the first held something else when this place was last looked at.

    Whatever moved it, a handle, a field, a point or a button, is taken back alike; the other keys go with it. `name`
    says in the list of steps what the first one holds, and `label`, in English, what it is.
    """
    now, first = _held(keys), keys[0]
    seen = _seen()
    where, before = seen.get(tuple(keys), (None, now))
    if where == place and before[first] != now[first]:
        names = name(before[first]), name(now[first])
        says = partial(told.moved, label, *names) if all(names) else None
        _remember(Move(place, before, now, *names, says, navigation.here(), of=_here()))
    st.session_state[_SEEN] = {**seen, tuple(keys): (place, now)}


def taking(place: Place, take: Callable[[], object], name: str = "", *, left: str = "", label: str = "") -> bool:
    """Let a handle's value be taken over, and remember what that changes; tell whether it has changed anything.

    `name` says where it was let go, `left` where it stood before, both as it showed them, and `label` what it is.
    """
    before = _all()
    take()
    after = _all()
    keys = [key for key in before.keys() | after.keys() if before.get(key) != after.get(key)]
    was, now = ({key: held.get(key) for key in keys} for held in (before, after))
    page = navigation.here()
    says = partial(_let_go, page, label, left, name) if name else None
    _remember(Move(place, was, now, left, name, says, page, of=_here()))
    settle()
    return bool(keys)


def choosing(
    moved: tuple[Place, Place] | None, keys: Sequence[str], take: Callable[[], object], says: Callable[[], str]
) -> None:
    """Let what chooses another model and moves the threshold at once be taken over: one step, taken back as a whole.

    `moved` has the places of the threshold before and after it, None where it is taken back as what was chosen on the
    page is; `keys` are all that it changes in the session.
    """
    before = _held(keys)
    take()
    _remember(Move(_SESSION, before, _held(keys), says=says, page=navigation.here(), moved=moved))
    settle()


def name_last(name: str, *, label: str) -> None:
    """Have the last step say by its `name` where its handle stands, which was typed, and not let go there."""
    *before, last = _kept(_DONE)
    says = partial(_let_go, last.page, label, last.come_from, name)
    st.session_state[_DONE] = [*before, replace(last, come_to=name, says=says)]


def look() -> None:
    """Take what a visitor has chosen or loaded since the last run for a step; called before anything is drawn.

    What a run itself brings about, such as a default or a choice that other rows have not, is no step: see `settle`.
    """
    if loaded.gone() is not None:
        st.session_state[_SEEN] = {key: held for key, held in _seen().items() if key != _SESSION}
        return
    aside.hold()
    rows, now = _rows(), _chosen()
    left, before = _seen().get(_SESSION, (rows, now))
    if left != rows:
        says = partial(_loaded, left, rows)
        _remember(Move(_SESSION, before, now, says=says, page=navigation.here(), left=left, came=rows))
    elif changed := [key for key in before.keys() | now.keys() if _differs(key, before, now)]:
        # First what a visitor knows by name: the rest may only follow from it.
        changed.sort(key=lambda key: (key not in _LOOKED_AT, key))
        was, is_now = ({key: held.get(key) for key in changed} for held in (before, now))
        first = changed[0]
        says = partial(_chosen_on, navigation.here(), first, _or_usual(first, before), _or_usual(first, now))
        _remember(Move(_SESSION, was, is_now, says=says, page=navigation.here()))
    st.session_state[_SEEN] = {**_seen(), _SESSION: (rows, now)}


def settle() -> None:
    """Take what is chosen now for known; called once a page is drawn."""
    if _SESSION in _seen():
        rows, _before = _seen()[_SESSION]
        st.session_state[_SEEN] = {**_seen(), _SESSION: (rows, _chosen())}


def back(places: Collection[Place]) -> None:
    """Take the last move of these places back; called from a button."""
    move = _last(_DONE, places)
    _turn(_DONE, _UNDONE, move)
    if move is not None and move.place == _SESSION:
        looked_at.changed()


def again(places: Collection[Place] | None) -> None:
    """Make the move that was taken back last once more, of these places or of any; called from a button."""
    move = _last(_UNDONE, places)
    _turn(_UNDONE, _DONE, move)
    if move is not None and move.place == _SESSION:
        looked_at.changed()


def go_to(step: Move | None) -> None:
    """Go back to what there was after this step, or at the beginning, and where it was made; called from a button."""
    _go_back(1 + next((k for k, one in enumerate(_kept(_DONE)) if one is step), -1))
    if step is not None and step.page not in ("", navigation.here()):
        navigation.go_to(step.page)


def own_before() -> str | None:
    """Return the name of own rows that a sample took the place of; None where they cannot be loaded again."""
    place = _own_before()
    left = None if place is None else _kept(_DONE)[place].left
    return None if left is None else left.name


def return_to_own() -> None:
    """Go back to these rows and what was chosen for them, on the page one is on; called from a button."""
    if (place := _own_before()) is not None:
        _go_back(place)


def _own_before() -> int | None:
    """Return which step left the last own rows, None where they are loaded, or gone."""
    done = _kept(_DONE)
    lefts = [k for k, one in enumerate(done) if one.left is not None and one.left.sample is None]
    if not lefts or _rows().sample is None:
        return None
    left = done[lefts[-1]].left
    return lefts[-1] if left is not None and left.is_held else None


def _go_back(place: int) -> None:
    """Take back all steps from this one on, the last first; each can be made once more."""
    done, later = _kept(_DONE)[:place], _kept(_DONE)[place:]
    st.session_state[_DONE] = done
    st.session_state[_UNDONE] = [*_kept(_UNDONE), *reversed(later)]
    _restore((one.left, one.before) for one in reversed(later))
    looked_at.changed()


def history() -> None:
    """Offer the steps of the session as a list, the last first: each entry goes back to what there was after it."""
    done, undone = _kept(_DONE), _kept(_UNDONE)
    # It stands there from the beginning: what came only with the first step would push aside all beside it.
    about, is_empty = _("What was done in this session"), not done and not undone
    box = st.popover(_("History"), icon=":material/history:", key="history", help=about, disabled=is_empty)
    # While it is open the tip of its button, which would lie over it, is put away.
    with box, st.container(key="history_open", gap=None):
        step = _last(_UNDONE, None)
        if step is not None and (step.came is None or step.came.is_held):
            label = _("Once more: {step}", step=step.said())
            st.button(label, key="history_again", icon=":material/redo:", type="tertiary", on_click=_once_more)
        if done:
            st.markdown(_("Now: **{step}**", step=done[-1].said()))
            st.caption(_("Go back to:"))
        for k in reversed(range(max(0, len(done) - LISTED), len(done) - 1)):
            _entry(done[k].said(), f"history_{k}", done[k], _there_at(done, k))
        if 0 < len(done) < MOST:
            _entry(_("The beginning"), "history_begin", None, _there_at(done, -1))


def _entry(said: str, key: str, step: Move | None, there: Rows | None) -> None:
    """Show one step; where the rows of then are no longer held it says so, and leads nowhere."""
    if there is None or there.is_held:
        label = said if step is None else _("after: {step}", step=said)
        st.button(label, key=key, type="tertiary", on_click=go_to, args=(step,))
    elif there.is_counted:
        st.caption(_("{step} ({name} is too large to be held: load it again)", step=said, name=plain(there.name)))
    else:
        st.caption(_("{step} ({name} is no longer held)", step=said, name=plain(there.name)))


def _there_at(done: Sequence[Move], k: int) -> Rows | None:
    """Return what was loaded after a step; None where it still is."""
    return next((one.left for one in done[k + 1 :] if one.left is not None), None)


def _once_more() -> None:
    again(None)
    looked_at.changed()


def buttons(places: Collection[Place]) -> None:
    """Offer to take back, and what was taken back once more; bridge.js presses them for Ctrl+Z and Ctrl+Shift+Z."""
    st.button(
        _("Undo"),
        icon=":material/undo:",
        key="undo",
        on_click=back,
        args=(places,),
        disabled=_last(_DONE, places) is None,
        help=_("Takes back what was chosen or moved last: Ctrl+Z"),
    )
    if _last(_UNDONE, places) is not None:
        st.button(
            _("Redo"),
            icon=":material/redo:",
            key="redo",
            on_click=again,
            args=(places,),
            help=_("Makes the move that was taken back once more: Ctrl+Shift+Z"),
        )


def _turn(of: str, to: str, move: Move | None) -> None:
    """Take a step from one list to the other, and have the session hold what it then held."""
    if move is None:
        return
    st.session_state[of] = [one for one in _kept(of) if one is not move]
    st.session_state[to] = [*_kept(to), move]
    _restore([(move.left, move.before) if of == _DONE else (move.came, move.after)])


def _restore(steps: Iterable[tuple[Rows | None, Mapping[str, Any]]]) -> None:
    """Have the session hold what it held in the last of these steps: rows, and of each key what was said last."""
    to: Rows | None = None
    held: dict[str, Any] = {}
    for rows, values in steps:
        to = rows or to
        held = {**({} if rows else held), **values}
    if to is not None and to.sample is not None:
        aside.load_sample(to.sample, to.taken)
    elif to is not None:
        aside.load_held(to.name, to.digest)
    for key, value in held.items():
        if value is None:
            st.session_state.pop(key, None)
        else:
            st.session_state[key] = value
    threshold = {keys: (place, _held(keys)) for keys, (place, _then) in _seen().items() if keys != _SESSION}
    st.session_state[_SEEN] = {**_seen(), **threshold}
    if _SESSION in _seen():
        st.session_state[_SEEN] = {**_seen(), _SESSION: (_rows(), _chosen())}
    drawn.anew()


def _remember(move: Move) -> None:
    if move.before == move.after and move.left == move.came:
        return
    st.session_state[_DONE] = [*_kept(_DONE), move][-MOST:]
    stays = [] if _leaves(move) else [one for one in _kept(_UNDONE) if one.place not in (move.place, _SESSION)]
    st.session_state[_UNDONE] = stays


def _leaves(move: Move) -> bool:
    """Whether other rows, another model or another class are looked at after a step."""
    return move.left != move.came or any(move.before.get(key) != move.after.get(key) for key in _LOOKED_AT)


def _last(of: str, places: Collection[Place] | None) -> Move | None:
    """Return the last step of these places; of any place the last that belongs to what is looked at."""
    if places is not None:
        moves = list(reversed(_kept(of)))
        # What was chosen for other rows is taken back with them, in the list.
        loads = next((k for k, one in enumerate(moves) if one.left != one.came), len(moves))
        chosen = [one for one in moves[:loads] if CHOSEN_HERE in places and _is_chosen_here(one) and _stands(one, of)]
        return next((one for one in moves if _place(one, of) in places or any(one is it for it in chosen)), None)
    here = _here()
    return next((one for one in reversed(_kept(of)) if one.of in ((), here)), None)


def _place(move: Move, of: str) -> Place:
    """Return where a step is taken back, or made once more."""
    if move.moved is None:
        return move.place
    before, after = move.moved
    return after if of == _DONE else before


def _is_chosen_here(move: Move) -> bool:
    """Whether a step was chosen on the page one is on."""
    return move.place == _SESSION and move.page == navigation.here()


def _stands(move: Move, of: str) -> bool:
    """Whether what a step chose is what is chosen now: on another page it may have been chosen otherwise since."""
    now = move.after if of == _DONE else move.before
    return _held(now) == dict(now)


def _here() -> Place:
    """Return what is looked at: rows, model and class."""
    return _rows(), loaded.model(), loaded.positive()


def _kept(of: str) -> list[Move]:
    moves: list[Move] = st.session_state.get(of, [])
    return moves


def _seen() -> dict[Place, tuple[Any, dict[str, Any]]]:
    """Return, by their keys, where some were last looked at and what they held; of the session what is loaded."""
    seen: dict[Place, tuple[Any, dict[str, Any]]] = st.session_state.get(_SEEN, {})
    return seen


def _held(keys: Iterable[Any]) -> dict[str, Any]:
    return {key: st.session_state.get(key) for key in keys}


def _rows() -> Rows:
    now = loaded.as_loaded()
    own = "" if now.sample is not None else now.predictions.digest
    return Rows(now.name, now.sample, now.taken, own, now.is_upload, now.generated)


def _chosen() -> dict[str, Any]:
    """Return what is chosen: all that an address can repeat of it, and which model and class are looked at."""
    known = [*(key for key, choice in choices.REGISTERED.items() if not choice.of_reader), *_LOOKED_AT]
    return {key: st.session_state[key] for key in known if key in st.session_state}


def _differs(key: str, before: Mapping[str, Any], now: Mapping[str, Any]) -> bool:
    """Whether another value was chosen; what has none to begin with has got its first, which nobody chose."""
    was, is_now = _or_usual(key, before), _or_usual(key, now)
    is_first = _or_usual(key, {}) is None and (was is None or is_now is None)
    return key not in _ELSEWHERE and not is_first and was != is_now


def _or_usual(key: str, held: Mapping[str, Any]) -> Any:
    """Return what a key holds, or what it begins with; of costs of own rows that is to be chosen: None."""
    usual = choices.REGISTERED[key].default if key in choices.REGISTERED else None
    return held.get(key, usual)


def _let_go(page: str, label: str, left: str, name: str) -> str:
    """Say from where to where a handle was moved, and on which page: what it shows behind a dot follows from that."""
    before, after = (one.partition(" · ")[0] for one in (left, name))
    (what, was), (same, now) = (one.rpartition(" = ")[::2] for one in (before, after))
    if not before:
        said = plain(after)
    elif what and what == same:
        said = told.moved(what, plain(was), plain(now))
    elif any(map(str.isalpha, before + after)):
        said = f"{plain(before)} → {plain(after)}"
    else:
        # A number alone has no name but that of its handle.
        said = told.moved(label, plain(before), plain(after))
    return _of_page(page, said)


def _of_page(page: str, said: str) -> str:
    """Say on which page of the chapter something was done."""
    if page not in chapter.PAGES:
        return said
    return _("{page}: {step}", page=_(chapter.PAGES[page].title), step=said)


def _chosen_on(page: str, key: str, before: Any, now: Any) -> str:
    """Say what was chosen, and on which page where it is about that page alone."""
    known = choices.REGISTERED.get(key)
    said = told.change(key, before, now, "" if known is None else known.called)
    # Who types a number and turns to another page at once has chosen it on the page where its field stood.
    stood = told.page_of(key)
    page = stood if stood in chapter.PAGES else page
    return said if key in _LOOKED_AT else _of_page(page, said)


def _loaded(before: Rows, now: Rows) -> str:
    """Say what was loaded."""
    if now.sample is not None:
        return _("Sample {name} loaded", name=_(samples.SAMPLES[now.sample].title))
    if now.is_drawn:
        return _("{name} drawn", name=_(now.name))
    if now.name == before.name and before.sample is None:
        return _("{name}: columns chosen anew", name=plain(now.name))
    return _("{name} loaded", name=plain(now.name))


def _all() -> dict[str, Any]:
    """Return what of the session is plain: choices and fields, not what was computed from them."""
    return {str(key): value for key, value in st.session_state.items() if isinstance(value, _PLAIN)}
