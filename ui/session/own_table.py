"""A file of a visitor's own for one page, beside what is loaded for all of them.

It is read apart and lives in the session only. One that cannot be used is refused with its sentence, and what was there
before stays in use.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

import pandas as pd
import streamlit as st

from evalcore.errors import InputError, Message
from evalcore.reading import Limits, start_reading
from ui.shared.text import _, plain, say

MEGABYTES: Final = 20
SECONDS: Final = 20.0


@dataclass(frozen=True, eq=False)
class Brought:
    """A file as it was read: its table, its name, and what a reader should know of it."""

    frame: pd.DataFrame
    name: str
    notes: tuple[Message, ...]


@dataclass(frozen=True)
class OwnTable:
    """Where a page takes a file: `key` names it in the session."""

    key: str

    @property
    def _refused(self) -> str:
        return f"{self.key}_refused"

    @property
    def upload(self) -> str:
        """The key of the field."""
        return f"{self.key}_upload"

    def field(self, meaning: str) -> None:
        """Show where a file is dropped."""
        st.file_uploader(
            _("CSV, TSV, Parquet or Excel, also as .gz or .zip"),
            key=self.upload,
            max_upload_size=MEGABYTES,
            help=meaning,
        )

    def take(self, use: Callable[[Brought], None]) -> None:
        """Read a file that has not been read yet, and use it; `use` may refuse it.

        That happens in the run, since a callback may be broken off.
        """
        state, taken = st.session_state, f"{self.key}_taken"
        file = state.get(self.upload)
        if file is None or file.file_id == state.get(taken):
            return
        try:
            with st.spinner(_("Reading …")):
                limits = replace(Limits.apart(), seconds=SECONDS)
                content = start_reading(file, name=file.name, limits=limits).result()
            use(Brought(content.frame, file.name, content.notes))
        except InputError as error:
            state[self._refused] = (error.message, file.name)
        else:
            self.turn_away()
        state[taken] = file.file_id

    def refused(self) -> str | None:
        """Return why the last file is not in use."""
        last: tuple[Message, str] | None = st.session_state.get(self._refused)
        return None if last is None else f"{plain(last[1])}: {say(last[0])}"

    def turn_away(self) -> None:
        """Forget that a file was refused."""
        st.session_state.pop(self._refused, None)

    def show_refused(self) -> None:
        """Show why the last file is not in use where the box it was dropped in is closed, until it is read."""
        if (refused := self.refused()) is None:
            return
        with st.container(horizontal=True, vertical_alignment="center"):
            st.error(f"{refused} {_('The table before it stays in use.')}", icon=":material/error:", width="stretch")
            turn_back = f"{self.key}_turn_back"
            st.button(_("Turn to it"), key=turn_back, on_click=self.turn_away, icon=":material/history:")
