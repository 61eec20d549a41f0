"""What comes in, and what its columns mean: read, guessed, asked for, refused.

A table that cannot be used is refused with its sentence, and what was loaded before stays loaded.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, BinaryIO

import pandas as pd
import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from evalcore.errors import InputError, Message
from evalcore.predictions import (
    Columns,
    carried,
    from_columns,
    guess_columns,
    join_tables,
    spread_lists,
)
from evalcore.predictions.kept import KeptTable, kept
from evalcore.predictions.vocabulary import MEANINGS, ROLES
from evalcore.reading import TooLargeError, comes_in_batches
from ui.session import arrived, freed, large_upload, loaded, lost, question, reading_job, samples
from ui.session.loaded import Loaded
from ui.shared import marks
from ui.shared.marks import Mark
from ui.shared.text import _, plain

_TABLE = "table"
_COLUMNS = "columns"
_ASKS = "asks"
REFUSED = "refused"
UPLOAD = "upload"
_GOOD = "table_in_use"
DRAWN = "generated"
_TAKEN = "upload_taken"
_WISH = "wish"
# The two tables that were joined last.
_HALVES = "joined_of"
# The file before, where the present one has its columns: a threshold may be chosen on it.
_BEFORE = "file_before"
# What a sample has none of.
OF_ROWS = (_TABLE, _COLUMNS, _ASKS, DRAWN, REFUSED, _GOOD, _HALVES, _BEFORE)
# A file of settings that was dropped in beside the data, and what it says it is.
SETTINGS, SETTINGS_FORMAT = "settings_file", "evaluation-settings"
_LARGEST_SETTINGS = 1 << 20
# The fields of the mapping, and the roles they choose.
WIDGETS = {f"map_{role}": role for role in (*ROLES, *MEANINGS)}
# Where a second file arrives, what it (or a further sheet) is to be joined to while it is read, and the last one taken.
PARTNER = "partner"
_JOINED_TO, _PARTNER_TAKEN = "joined_to", "partner_taken"


@dataclass(frozen=True, eq=False)
class Table:
    """A file as it was read, before its columns have a meaning."""

    kept: KeptTable
    name: str
    guess: Columns
    generated: bool = False
    notes: tuple[Message, ...] = ()
    sheet: str | None = None
    sheets: tuple[str, ...] = ()
    key: tuple[str, str] | None = None  # by which two tables were joined
    is_further_sheet: bool = False  # of the workbook of the table that it is joined to

    @property
    def frame(self) -> pd.DataFrame:
        """The rows, made anew each time it is asked for."""
        return self.kept.frame()

    @property
    def names(self) -> list[str]:
        """The columns."""
        return list(self.kept.names)


@dataclass(frozen=True, eq=False)
class FileBefore:
    """A file that was loaded before another one of its columns: its rows, its table and the roles of its columns."""

    rows: Loaded
    table: Table
    columns: Columns


@dataclass(frozen=True)
class Refused:
    """An input that could not be used: why, its name, and whether it is a table whose columns can be chosen anew."""

    error: InputError
    name: str
    is_table: bool = False


def table() -> Table | None:
    """Return the table whose columns can still be mapped: none for a sample."""
    return st.session_state.get(_TABLE)


def columns() -> Columns | None:
    """Return the roles its columns have now."""
    return st.session_state.get(_COLUMNS)


def in_use() -> tuple[Table, Columns] | None:
    """Return the table that is loaded and its roles, which the mapping of a refused one does not show."""
    return st.session_state.get(_GOOD)


def asks() -> frozenset[str]:
    """Return what is to be asked of the table that the mapping shows."""
    found: frozenset[str] = st.session_state.get(_ASKS, frozenset())
    return found


def loaded_name() -> str:
    """Return the name of what is loaded, as Markdown that shows it literally."""
    now = loaded.current()
    return _(now.name) if now.sample else plain(now.name)


def refused_name() -> str | None:
    """Return the name of a file that was refused and not yet turned away from."""
    last: Refused | None = st.session_state.get(REFUSED)
    return None if last is None else last.name


def wish(act: Callable[[], Any]) -> None:
    """Do what a visitor has asked for, remembered in one step: where that is broken off the next run does it."""
    st.session_state[_WISH] = act
    _fulfil()


def _fulfil() -> None:
    act: Callable[[], Any] | None = st.session_state.get(_WISH)
    if act is not None:
        act()
        st.session_state.pop(_WISH, None)


def mapping() -> dict[str, Any]:
    """Return the table of what is loaded and what its columns mean, to be mapped again later."""
    return {key: st.session_state[key] for key in OF_ROWS if key in st.session_state}


def mapping_in_use() -> dict[str, Any]:
    """Return the table of what is loaded with its roles, and nothing of an input that was refused since."""
    joined = () if REFUSED in st.session_state else (_HALVES,)
    return {key: st.session_state[key] for key in (_GOOD, DRAWN, _BEFORE, *joined) if key in st.session_state}


def map_again(before: Mapping[str, Any]) -> None:
    """Take over a table and what its columns mean, in the place of any other."""
    for key in OF_ROWS:
        st.session_state.pop(key, None)
    st.session_state.update(before)


def turn_back() -> None:
    """Turn from a refused input to what was loaded before it."""
    wish(_turn_back)


def _turn_back() -> None:
    st.session_state.pop(REFUSED, None)
    read, chosen = in_use() or (None, None)
    _show(read, chosen, loaded.open_questions())


def take_sample(key: str, *, told: bool = False, taken: str = samples.BY_CASE) -> None:
    """Load a sample, with `told` on the model that its lesson tells of; the mapping of an earlier file goes."""
    wish(partial(_load_sample, key, told=told, taken=taken))


def retake_sample(taken: str) -> None:
    """Load the same sample again, with the rows of a case taken for something else."""
    key = loaded.current().sample
    if key is not None:
        wish(partial(loaded.keep, loaded.sample(key, taken)))


def _load_sample(key: str, *, told: bool, taken: str) -> None:
    question.follow(None)
    without_mapping()
    loaded.keep(loaded.sample(key, taken))
    large_upload.only_loaded()
    if told:
        loaded.tell(key)


def without_mapping() -> None:
    """Let go of the table and its roles: what is loaded instead has none."""
    for gone in OF_ROWS:
        st.session_state.pop(gone, None)


def take_upload() -> None:
    """Read the uploaded file, guess its columns and load it; called when the upload has ended or was taken back."""
    if arrived.file(UPLOAD) is None:  # perhaps while it was being read
        reading_job.cancel()
    take_read()


def _take_new_upload() -> None:
    """Begin to read an uploaded file that is not being read yet.

    A callback is broken off where another request comes in while it runs, and is not called again: so each run looks.
    """
    file = arrived.file(UPLOAD)
    if file is None or file.file_id == st.session_state.get(_TAKEN):
        return
    if _are_settings(file):
        st.session_state[SETTINGS] = file.getvalue()
        st.session_state[_TAKEN] = file.file_id
        return
    begun = _begin(file, file.name)
    st.session_state[_TAKEN] = file.file_id
    if begun:
        reading_job.be_patient()


def workbook() -> UploadedFile | None:
    """Return the file whose other sheets can be read, unless settings have taken its place."""
    file = arrived.file(UPLOAD)
    return None if file is None or file.name.lower().endswith(".json") else file


def take_sheet(sheet: str) -> None:
    """Read another sheet of the workbook that has been uploaded."""
    file, read = workbook(), table()
    if file is None or read is None or sheet == read.sheet:
        return
    if _begin(file, file.name, sheet):
        reading_job.be_patient()
    take_read()


def _take_new_partner() -> None:
    """Begin to read a second file that is to be joined to the table, once."""
    file, read = arrived.file(PARTNER), table()
    if file is None or read is None or file.file_id == st.session_state.get(_PARTNER_TAKEN):
        return
    begun = _begin(file, file.name)
    st.session_state[_JOINED_TO] = (read, False)
    st.session_state[_PARTNER_TAKEN] = file.file_id
    if begun:
        reading_job.be_patient()


def join_sheet(sheet: str) -> None:
    """Read a further sheet of the workbook that has been uploaded, and join it to the table."""
    file, read = workbook(), table()
    if file is None or read is None:
        return
    begun = _begin(file, file.name, sheet)
    st.session_state[_JOINED_TO] = (read, True)
    if begun:
        reading_job.be_patient()
    take_read()


def halves() -> tuple[Table, Table] | None:
    """Return the two tables that were joined last, or could not be."""
    return st.session_state.get(_HALVES)


def choose_key(first: str, second: str) -> None:
    """Join the same two tables by other columns."""
    both = halves()
    if both is None:
        return
    try:
        read = _joined(*both, key=(first, second))
    except InputError as error:
        refuse(error, both[1].name, is_table=True)
    else:
        wish(partial(load, read))


def take_apart() -> None:
    """Take the first of the tables that were joined, or could not be, alone again."""
    both = halves()
    if both is not None:
        st.session_state.pop(_HALVES)
        wish(partial(load, both[0]))


def _joined(base: Table, read: Table, *, key: tuple[str, str] | None = None) -> Table:
    """Return two tables side by side, with all that is to be said of them."""
    joined = join_tables(base.frame, read.frame, key=key)
    notes = (*base.notes, *read.notes, *joined.notes)
    found = Table(kept(joined.frame), "", guess_columns(joined.frame), notes=notes, key=joined.key)
    if not read.is_further_sheet:
        return replace(found, name=f"{base.name} + {read.name}")
    further = tuple(sheet for sheet in base.sheets if sheet != read.sheet)
    return replace(found, name=f"{base.name} + {read.sheet}", sheet=base.sheet, sheets=further)


def _are_settings(file: UploadedFile) -> bool:
    """Tell whether a small file is one object that says it holds settings: a table may have that word in a cell."""
    if not file.name.lower().endswith(".json") or file.size > _LARGEST_SETTINGS:
        return False
    try:
        found = json.loads(file.getvalue())
    except (ValueError, RecursionError):
        return False
    return isinstance(found, dict) and found.get("format") == SETTINGS_FORMAT and "version" in found


def take_pasted() -> None:
    """Read the text of the paste box."""
    if _begin(st.session_state.get("pasted", "").encode(), _("pasted text")):
        reading_job.be_patient()
    take_read()


def _begin(source: bytes | BinaryIO, name: str, sheet: str | None = None) -> bool:
    """Begin to read; tell whether it is not refused at once."""
    st.session_state.pop(_JOINED_TO, None)
    lost.forget(loaded.BROUGHT)
    try:
        reading_job.begin(source, name, sheet)
    except InputError as error:
        refuse(error, name)
        return False
    return True


def take_read() -> None:
    """Load the file that has come in, if it has been read to its end, and what was asked for and broken off."""
    _fulfil()
    _take_new_upload()
    _take_new_partner()
    ended = reading_job.ended()
    if ended is None:
        return
    reading, name = ended
    to: tuple[Table | None, bool] = st.session_state.get(_JOINED_TO, (None, False))
    base, is_further = to
    try:
        found = reading.result()
        about: dict[str, Any] = {"notes": found.notes, "sheet": found.sheet, "sheets": found.sheets}
        if base is None:
            read = _alone(found.frame, name, about)
        else:
            half = Table(kept(found.frame), name, Columns(), is_further_sheet=is_further, **about)
            st.session_state[_HALVES] = (base, half)
            read = _joined(base, half)
    except TooLargeError as error:
        if base is not None or not _keep_large(name):
            refuse(error, name, is_table=base is not None)
    except InputError as error:
        refuse(error, name, is_table=base is not None)
    else:
        load(read)
        if base is None:
            st.session_state.pop(_HALVES, None)
    if base is not None and not is_further:
        arrived.let_go(PARTNER)
        arrived.clear(PARTNER)
    if not _has_other_sheets():
        arrived.let_go(UPLOAD)
    # Last, since another request may break this off anywhere above; the next run then begins it again.
    reading_job.put_away()


def _keep_large(name: str) -> bool:
    """Keep the upload that is too large for a table to be counted as it is; tell whether it can be."""
    file = arrived.file(UPLOAD)
    if file is None or file.name != name or not comes_in_batches(file.getvalue()):
        return False
    st.session_state.pop(REFUSED, None)
    large_upload.keep(file.getvalue(), name)
    return True


def _has_other_sheets() -> bool:
    """Whether another sheet of the file that was read may still be asked for."""
    used, both = in_use(), halves()
    may_be_shown = (table(), used[0] if used else None, both[0] if both else None)
    return any(one is not None and len(one.sheets) > 1 for one in may_be_shown)


def _alone(read: pd.DataFrame, name: str, about: Mapping[str, Any]) -> Table:
    """Return a table as it was read with a column for each place of its lists, and what its columns seem to hold."""
    frame = spread_lists(read)
    return Table(kept(frame), name, guess_columns(frame), **about)


def refuse(error: InputError, name: str, *, is_table: bool = False) -> None:
    """Keep why an input could not be used, until the visitor turns to something else."""
    st.session_state[REFUSED] = Refused(error, name, is_table)


def load(read: Table) -> None:
    """Keep the table and what its columns are guessed to hold; where they cannot be used, what was loaded stays."""
    st.session_state.pop(DRAWN, None)
    before = in_use()
    if before is not None and before[0].names == read.names:
        take_over(read, before[1], still_open=loaded.open_questions())
        return
    asks = asking(frozenset(), loaded.TRUTH, is_open=read.guess.truth_is_open)
    asks = asking(asks, loaded.PART, is_open=len(read.guess.parts) > 1)
    asks = asking(asks, loaded.POSITIVE, is_open=read.guess.positive_is_guess and not read.generated)
    asks = asking(asks, loaded.CASES, is_open=read.guess.case_is_guess)
    use(read, read.guess, asks)


def take_over(read: Table, before: Columns, *, still_open: frozenset[str] = frozenset()) -> None:
    """Load a table with the roles that were chosen of another one, as far as it has them."""
    found = carried(read.frame, before, read.guess)
    # Whether it holds classes or amounts was said with those roles, unless nobody had been heard yet.
    is_said = loaded.TRUTH not in still_open and before.truth_holds is not None and found.columns is not read.guess
    asks = asking(frozenset(), loaded.TRUTH, is_open=read.guess.truth_is_open and not is_said)
    asks = asking(asks, loaded.PART, is_open=len(found.columns.parts) > 1)
    asks = asking(asks, loaded.POSITIVE, is_open=found.columns.positive_is_guess and not read.generated)
    asks = asking(asks, loaded.CASES, is_open=found.columns.case_is_guess)
    use(replace(read, notes=(*read.notes, *found.lost)), found.columns, asks - (found.answered - still_open))


def use(read: Table, chosen: Columns, asks: frozenset[str]) -> bool:
    """Make predictions of the table with these roles; tell whether it could be done."""
    _show(read, chosen, asks)
    try:
        predictions = from_columns(read.frame, chosen)
    except InputError as error:
        refuse(error, read.name, is_table=True)
        return False
    st.session_state.pop(REFUSED, None)
    new = loaded.Loaded(predictions, read.name, generated=read.generated, notes=(*read.notes, *chosen.notes))
    _remember(read, new)
    # What predictions have of the table, too, is kept once.
    read = replace(read, kept=read.kept.sharing(predictions))
    st.session_state[_TABLE], st.session_state[_GOOD] = read, (read, chosen)
    loaded.keep(new, asks)
    large_upload.only_loaded()
    freed.soon()
    return True


def before() -> FileBefore | None:
    """Return the file that was loaded before this one, where both have the same columns."""
    return st.session_state.get(_BEFORE)


def _remember(read: Table, new: Loaded) -> None:
    """Keep the file that is loaded where another one of its columns takes its place; other roles make no other one."""
    used, now, kept = in_use(), loaded.whole(), before()
    if used is None or used[0] is read or now.predictions.digest == new.predictions.digest:
        return
    # A run before this one may have been broken off between: what it has kept stays.
    if used[0].name != now.name or (kept is not None and kept.rows is now):
        return
    st.session_state.pop(_BEFORE, None)
    # Of two tables side by side the first is a part.
    is_joined = read.key is not None or used[0].key is not None
    if not (is_joined or now.generated or new.generated) and loaded.is_next(now, new):
        st.session_state[_BEFORE] = FileBefore(now, *used)


def _show(read: Table | None, chosen: Columns | None, asks: frozenset[str]) -> None:
    """Have the mapping show these roles, and keep what is to be asked once they can be used."""
    if read is None or chosen is None:
        for gone in (_TABLE, _COLUMNS, _ASKS):
            st.session_state.pop(gone, None)
        return
    st.session_state[_TABLE], st.session_state[_COLUMNS], st.session_state[_ASKS] = read, chosen, asks
    for widget, role in WIDGETS.items():
        value = getattr(chosen, role)
        st.session_state[widget] = list(value) if isinstance(value, tuple) else value


def asking(asks: frozenset[str], question: str, *, is_open: bool) -> frozenset[str]:
    """Return what has to be asked once this question is open, or is not."""
    return asks | {question} if is_open else asks - {question}


def mark() -> Mark | None:
    """Return what marks what is loaded as nobody's own: a sample by its name, or drawn rows."""
    now = loaded.current()
    if now.sample is not None:
        return marks.sample(_(now.name))
    return marks.generated() if now.generated else None
