"""The table a page shows: an example that comes with it, until a visitor brings one of their own.

A page says what its examples are, what is made of a table that was read, and which of its columns can be chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar
from uuid import uuid4

import pandas as pd
import streamlit as st

from evalcore.errors import InputError, Message
from ui.session import lost
from ui.session.choices import Choice
from ui.session.own_table import Brought, OwnTable
from ui.shared import marks
from ui.shared.marks import Mark
from ui.shared.numbers import count
from ui.shared.text import _, plain

LOADED: Final = "loaded"  # the key of what is loaded for all pages, among the examples of a page that can show it
T = TypeVar("T")
R = TypeVar("R")


@dataclass(frozen=True, eq=False)
class Example(Generic[T]):
    """A table that comes with a page: its title and what it is about, in English, and what makes it.

    What is loaded for all pages is offered like one; it has a name of its own, and a digest that tells it from what was
    loaded before.
    """

    title: str
    make: Callable[[], T]
    about: str = ""
    icon: str | None = ":material/school:"
    name: str = ""
    digest: str = ""


@dataclass(frozen=True, eq=False)
class InUse(Generic[T]):
    """A table in use: what was made of it, its name, what tells it from another, and which example it is, if any."""

    of: T
    name: str
    key: str
    example: str | None = None
    digest: str = ""
    notes: tuple[Message, ...] = ()


@dataclass(frozen=True, eq=False, kw_only=True)
class PageTable(OwnTable, Generic[T]):
    """The table a page shows.

    `choice` holds the example in use, which the address repeats. `made` makes of a table that was read what the page
    shows, and raises InputError where it cannot. The box is called by rows and columns, the `size` of what was made;
    without it by the name of the table. `buttons` begins the keys of the examples' buttons, and `meaning` says in
    English what a file should hold. What was chosen `of_table` is not chosen of the next one.
    """

    choice: Choice
    examples: Mapping[str, Example[T]]
    made: Callable[[pd.DataFrame], T]
    buttons: str
    meaning: str = ""
    size: Callable[[T], tuple[int, int]] | None = None
    loaded: Callable[[], Example[T] | None] = lambda: None
    of_table: tuple[Choice, ...] = ()

    def __post_init__(self) -> None:
        lost.keeps(self.place, self._used, _own_name)

    @property
    def _used(self) -> str:
        return f"{self.key}_used"

    @property
    def _asked(self) -> str:
        return f"{self.key}_asked"

    def used(self) -> InUse[T]:
        """Return the table in use."""
        used: InUse[T] = st.session_state[self._used]
        return used

    def mark(self) -> Mark | None:
        """Return what marks a table that comes with the page."""
        return None if self.used().example is None else marks.example()

    def title(self) -> str:
        """Return what the table in use is called."""
        used = self.used()
        return plain(used.name) if used.example in (None, LOADED) else _(self._offered()[used.example].title)

    def usual(self) -> str:
        """Return which example is in use where none is asked for: what is loaded, if it can be shown."""
        return str(self.choice.default) if self.loaded() is None else LOADED

    def ask(self, choose: Callable[[InUse[T]], R]) -> R | Message:
        """Ask for a table, and by `choose` for its columns; a message says why nothing can be shown of it."""
        used, gone = self.take(), lost.of(self.place)
        label = self.title() if self.size is None else shape(*self.size(used.of))
        label = label if gone is None else plain(gone)
        box = st.popover(label, icon=":material/table:", key=f"{self.key}_box", on_change="rerun")
        with box:
            self.say_refused()
            if self.size is not None:
                st.caption(self._about(used))
            self.offer()
            self.field(_(self.meaning))
            why = lost.table(self.place)
            found = _or_why(choose, used) if why is None else why
        if not box.open:  # said once: in the box as long as that is seen
            self.show_refused()
        return found

    def _about(self, used: InUse[T]) -> str:
        about = "" if used.example is None else self._offered()[used.example].about
        return _(about) if about else plain(used.name)

    def offer(self) -> None:
        """Offer the examples."""
        with st.container(horizontal=True, gap="xsmall"):
            for key, one in self._offered().items():
                name = f"{self.buttons}{key.replace(' ', '_')}"
                st.button(_(one.title), key=name, on_click=self.choose, args=(key,), icon=one.icon)

    def choose(self, key: str) -> None:
        """Have an example be in use; called from a button."""
        st.session_state[self._asked] = key

    def give(self, frame: pd.DataFrame) -> None:
        """Have a table be in use that was made elsewhere; called from a button."""
        st.session_state[self._asked] = frame

    def take(self) -> InUse[T]:
        """Take what a button or a link has asked for, and what was pasted or dropped; return the table in use.

        That happens in the run, since a callback may be broken off.
        """
        state = st.session_state
        asked: str | pd.DataFrame | None = state.get(self._asked)
        if isinstance(asked, pd.DataFrame):
            self._use(Brought(asked, ""))
        else:
            self._begin(asked)
        if asked is not None:
            self.turn_away()
            state.pop(self._asked, None)
        self.read(self._use)
        return self.used()

    def _begin(self, asked: str | None) -> None:
        """Have a table in use: the example that is asked for, else a table once brought, else what is usual."""
        state, offered = st.session_state, self._offered()
        used: InUse[T] | None = state.get(self._used)
        is_own = used is not None and used.example is None
        key: str | None = asked or state.get(self.choice.key, None if is_own else self.usual())
        if key is None:
            return
        key = key if key in offered else self.usual()
        one = offered[key]
        same = used if used is not None and (used.example, used.digest) == (key, one.digest) else None
        # A link has forgotten that, and may have chosen something of its own.
        by_link = asked is None and state.get(self.choice.key) in (None, key)
        if used is not None and same is None and not by_link:
            self._forget()
        state[self.choice.key] = key
        if same is None or asked is not None:
            name = one.name or key
            state[self._used] = InUse(one.make(), name, same.key if same else uuid4().hex, key, one.digest)

    def _offered(self) -> dict[str, Example[T]]:
        loaded = self.loaded()
        return dict(self.examples) if loaded is None else {**self.examples, LOADED: loaded}

    def _use(self, file: Brought) -> None:
        """Use a table that was brought, if it can be."""
        self.put(InUse(self.made(file.frame), file.name, uuid4().hex, notes=file.notes))

    def put(self, own: InUse[T]) -> None:
        """Have a table of the visitor's own be in use."""
        # First: with a choice beside it, it would be taken for one that the choice has replaced.
        st.session_state.pop(self.choice.key, None)
        self._forget()
        st.session_state[self._used] = own

    def _forget(self) -> None:
        for choice in self.of_table:
            st.session_state.pop(choice.key, None)


def _own_name(used: InUse[Any]) -> str | None:
    return used.name if used.example is None else None


def _or_why(choose: Callable[[InUse[T]], R], used: InUse[T]) -> R | Message:
    try:
        return choose(used)
    except InputError as error:
        return error.message


def shape(rows: int, columns: int) -> str:
    """Return what the box of a table is called."""
    return _("Table: {rows} × {columns}", rows=count(rows), columns=count(columns))


def column(
    label: str, names: Sequence[str], meaning: str, *, key: str, first: str | None = None, none: str | None = None
) -> str | None:
    """Ask for a column, which is `first` until another is chosen; without that it may be none."""
    return st.selectbox(
        label,
        names,
        index=None if first is None else names.index(first),
        key=key,
        persist_state="session",
        placeholder=none,
        help=meaning,
    )


def columns(label: str, names: Sequence[str], meaning: str, *, key: str, none: str) -> tuple[str, ...]:
    """Ask for any columns."""
    chosen = st.multiselect(label, names, key=key, persist_state="session", placeholder=none, help=meaning)
    return tuple(chosen)
