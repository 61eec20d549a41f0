"""The rows on which a threshold is chosen, where these are others than it is reported on."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Final

import numpy as np

from evalcore.counts import SourcedView
from evalcore.errors import InputError, Message
from evalcore.predictions import (
    BinaryView,
    Columns,
    Predictions,
    from_columns,
    have_cases_in_common,
    one_vs_rest,
    share_cases,
)
from ui.session import address, choices, chosen_on, incoming, loaded, looked_at, memory, mended
from ui.session.chosen_on import FILE, HALF, PART, On
from ui.session.incoming import FileBefore, Table
from ui.shared.text import _

_OF_GROUP: Final = Message(
    "While one group alone is looked at, its threshold is chosen on its own rows. Look at all groups to choose it on "
    "other rows."
)
# Folds of rows that say nothing of theirs.
K: Final = 5


def parts() -> tuple[str, ...]:
    """Return the other parts of the file, where one of several is looked at."""
    used = incoming.in_use()
    if used is None or used[1].part is None:
        return ()
    here = loaded.whole().predictions.part
    return tuple(part.label for part in used[1].parts if part.label != here)


def file_before() -> str | None:
    """Return what the file is called that was loaded before, where a threshold may be chosen on it."""
    one, now = incoming.before(), loaded.whole().name
    if one is None:
        return None
    return one.rows.name if one.rows.name != now else _("the file before")


def before(rows: BinaryView) -> BinaryView | Message | None:
    """Return the same model and class in the file that was loaded before; why that cannot be; None without a file."""
    one = incoming.before()
    if one is None or isinstance(rows, SourcedView) or not rows.has_score or looked_at.group() is not None:
        return None
    try:
        return _seen(one.rows.predictions, rows)
    except InputError as error:
        return error.message


def before_is_other() -> bool:
    """Whether the file before has no case, or row, of the one that is loaded, so far as is known."""
    one, used = incoming.before(), incoming.in_use()
    if one is None or used is None:
        return True
    key = (loaded.whole().predictions.digest, one.rows.predictions.digest)
    return not memory.memo("shared cases", *key, make=lambda: _are_same(one, used))


def has_folds() -> bool:
    """Whether the rows say in which fold they were predicted."""
    folds = looked_at.predictions().folds
    return folds is not None and folds.present > 1


def first(rows: BinaryView) -> BinaryView | None:
    """Return the rows a threshold is chosen on, for the same model and class; None where these are the same rows."""
    return _found(rows)[0]


def first_of_all(rows: BinaryView) -> BinaryView | None:
    """Return the rows a threshold is chosen on for all rows, also while one group alone is looked at."""
    return _of_all(rows)[0]


def refused(rows: BinaryView) -> Message | None:
    """Say why a threshold cannot be chosen where it was asked for; None where it can."""
    return _found(rows)[1]


def write() -> None:
    """Repeat in the address bar on which rows a threshold is chosen; a sample has neither parts nor a file before."""
    asked = chosen_on.asked()
    if asked.kind in (PART, FILE) and not loaded.whole().is_own:
        choices.refuse(chosen_on.CHOICE.refuse(asked.write()))
        chosen_on.ask(On())
        address.say_refused()
    address.write_choice(chosen_on.CHOICE)


def independent() -> bool:
    """Whether no case has rows on both sides, so far as is known."""
    on, used, now = chosen_on.asked(), incoming.in_use(), loaded.whole().predictions
    if on.kind == FILE:
        return before_is_other()
    here = now.part
    if on.kind != PART or used is None or here is None:
        return True
    make = partial(share_cases, used[0].frame, used[1], on.part, here)
    return not memory.memo("shared cases", now.digest, on.part, make=make)


def _are_same(one: FileBefore, now: tuple[Table, Columns]) -> bool:
    """Tell whether two files have cases in common: as the column of the cases says, or the same truth row by row."""
    if np.array_equal(one.rows.predictions.y_true, loaded.whole().predictions.y_true):
        return True
    return have_cases_in_common((one.table.frame, one.columns), (now[0].frame, now[1]))


def names() -> tuple[str, str]:
    """Return what both sides are called, as they stand in the file: where it is chosen, and where it is reported."""
    if chosen_on.asked().kind == HALF:
        return _("one half"), _("the other half")
    if chosen_on.asked().kind == FILE:
        return file_before() or "", loaded.whole().name
    return chosen_on.asked().part, str(loaded.whole().predictions.part)


def in_file() -> tuple[str, str]:
    """Return what both sides are called in a table that is taken home, which is in English."""
    on, one = chosen_on.asked(), incoming.before()
    if on.kind == HALF:
        return f"one half (seed {on.seed})", f"the other half (seed {on.seed})"
    if on.kind == FILE and one is not None:
        return one.rows.name, loaded.whole().name
    return names()


def _found(rows: BinaryView) -> tuple[BinaryView | None, Message | None]:
    if _is_asked(rows) and looked_at.group() is not None:
        return None, _OF_GROUP
    return _of_all(rows)


def _is_asked(rows: BinaryView) -> bool:
    is_here = not isinstance(rows, SourcedView) and rows.has_score
    return is_here and chosen_on.asked().kind in (PART, FILE, HALF)


def _of_all(rows: BinaryView) -> tuple[BinaryView | None, Message | None]:
    if not _is_asked(rows):
        return None, None
    try:
        chosen = _predictions()
        if chosen is None:
            return None, _half_refused()
        return _seen(chosen, rows), None
    except InputError as error:
        return None, error.message


def _seen(of: Predictions, rows: BinaryView) -> BinaryView:
    """Return other rows of the same model and class."""
    key = (of.digest, rows.model, rows.positive)
    return loaded.remember(of)("binary", *key, make=lambda: one_vs_rest(of, rows.positive, model=rows.model))


def _half_refused() -> Message | None:
    halved = loaded.in_halves()
    return None if halved is None else halved.refused


def _predictions() -> Predictions | None:
    """Return all that was predicted of the rows a threshold is chosen on; raise `InputError` where they cannot be."""
    halved = loaded.in_halves()
    if halved is not None:
        return halved.first
    on, used = chosen_on.asked(), incoming.in_use()
    if on.kind == FILE:
        return None if (one := incoming.before()) is None else mended.applied(one.rows.predictions)
    if used is None or on.part not in parts():
        return None
    read, columns = used
    of_both = loaded.whole().predictions
    # What is guessed of one part might be guessed otherwise of the other.
    other = replace(columns, part=on.part, positive=of_both.positive or columns.positive)
    found = memory.memo("other part", of_both.digest, on.part, make=lambda: from_columns(read.frame, other), most=1)
    return mended.applied(found)
