"""Where a page takes a table of a visitor's own, beside what is loaded for all of them: a file, or rows pasted.

It is read in a process of its own and lives in the session only. One that cannot be used is refused with its sentence,
and what was there before stays in use.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import BinaryIO, Final, Literal

import pandas as pd
import streamlit as st

from evalcore.errors import InputError, Message
from evalcore.reading import Limits, start_reading
from ui.session import allowed, arrived, job, lost
from ui.shared.text import _, headed, plain, say, sentences

MEGABYTES: Final = 20
SECONDS: Final = 20.0
LONGEST_PASTED: Final = 20_000


@dataclass(frozen=True, eq=False)
class Brought:
    """A file as it was read: its table, its name, and what a reader should know of it."""

    frame: pd.DataFrame
    name: str
    notes: tuple[Message, ...] = ()


@dataclass(frozen=True, eq=False)
class OwnTable:
    """Where a page takes a table of a visitor's own: `key` names it in the session."""

    key: str
    megabytes: int = MEGABYTES

    @property
    def place(self) -> str:
        """What the browser calls it when it remembers that it was there."""
        return self.key

    @property
    def upload(self) -> str:
        """The key of the field."""
        return f"{self.key}_upload"

    def box(
        self,
        example: str,
        *,
        height: int = 98,
        longest: int | None = LONGEST_PASTED,
        kind: Literal["primary", "secondary"] = "secondary",
    ) -> None:
        """Show where a few rows are pasted; who may only look is told so where a file would be dropped."""
        if not allowed.may_load():
            return
        st.text_area(
            _("Rows copied from a spreadsheet or a file, with a header"),
            key=f"{self.key}_pasted",
            height=height,
            placeholder=example,
            max_chars=longest,
        )
        st.button(_("Use these rows"), key=f"{self.key}_paste", on_click=self._paste, type=kind)

    def _paste(self) -> None:
        st.session_state[f"{self.key}_paste_asked"] = True

    def field(self, meaning: str | None = None) -> None:
        """Show where a file is dropped."""
        arrived.field(self.upload, megabytes=self.megabytes, meaning=meaning)

    def read(self, use: Callable[[Brought], None]) -> None:
        """Read what has been pasted, and a file that has not been read yet, and use it; `use` may refuse it.

        That happens in the run, since a callback may be broken off.
        """
        state, taken, asked = st.session_state, f"{self.key}_taken", f"{self.key}_paste_asked"
        if state.get(asked):
            self._read(str(state.get(f"{self.key}_pasted") or "").encode(), _("pasted text"), use)
            state.pop(asked, None)
        file = arrived.file(self.upload)
        if file is not None and file.file_id != state.get(taken):
            self._read(file, file.name, use)
            state[taken] = file.file_id
            arrived.let_go(self.upload)

    def _read(self, source: bytes | BinaryIO, name: str, use: Callable[[Brought], None]) -> None:
        """Read a table in a process of its own and use it, or keep why it cannot be."""
        try:
            with st.spinner(_("Reading …")):
                limits = replace(Limits.in_process(), seconds=SECONDS)
                reading = start_reading(source, name=name, limits=limits)
                reading.only_while(job.of_this_session().lasts)
                content = reading.result()
            use(Brought(content.frame, name, content.notes))
        except InputError as error:
            st.session_state[f"{self.key}_refused"] = (error.message, name)
        else:
            self.turn_away()

    def refused(self) -> str | None:
        """Return why the last file is not in use."""
        last: tuple[Message, str] | None = st.session_state.get(f"{self.key}_refused")
        return None if last is None else headed(plain(last[1]), say(last[0]))

    def turn_away(self) -> None:
        """Forget that a file was refused, or is gone."""
        st.session_state.pop(f"{self.key}_refused", None)
        lost.forget(self.place)

    def say_refused(self) -> None:
        """Say why the last file is not in use, in the box it was dropped in."""
        if (refused := self.refused()) is not None:
            st.error(refused, icon=":material/error:")

    def show_refused(self) -> None:
        """Show why the last file is not in use where the box it was dropped in is closed, until it is read."""
        if (refused := self.refused()) is None:
            return
        with st.container(horizontal=True, vertical_alignment="center"):
            say_stays(refused)
            turn_back = f"{self.key}_turn_back"
            st.button(_("Go on with it"), key=turn_back, on_click=self.turn_away, icon=":material/history:")


def say_stays(refused: str) -> None:
    """Say why a table is refused, where the one that stays is seen."""
    stays = _("The table before it stays in use.")
    st.error(sentences(refused, stays), icon=":material/error:", width="stretch")
