"""The rows on which a threshold is chosen, where these are others than it is reported on."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from evalcore.counts import SourcedView
from evalcore.errors import InputError, Message
from evalcore.predictions import BinaryView, Predictions, from_columns, one_vs_rest, share_cases
from ui.session import chosen_on, incoming, loaded, memory
from ui.session.chosen_on import HALF, PART
from ui.shared.text import _

# Folds of rows that say nothing of theirs.
K: Final = 5


def parts() -> tuple[str, ...]:
    """Return the other parts of the file, where one of several is looked at."""
    used = incoming.in_use()
    if used is None or used[1].part is None:
        return ()
    here = loaded.whole().predictions.part
    return tuple(part.label for part in used[1].parts if part.label != here)


def has_folds() -> bool:
    """Whether the rows say in which fold they were predicted."""
    folds = loaded.current().predictions.folds
    return folds is not None and folds.present > 1


def first(rows: BinaryView) -> BinaryView | None:
    """Return the rows a threshold is chosen on, for the same model and class; None where these are the same rows."""
    return _found(rows)[0]


def refused(rows: BinaryView) -> Message | None:
    """Say why a threshold cannot be chosen where it was asked for; None where it can."""
    return _found(rows)[1]


def independent() -> bool:
    """Whether no case has rows on both sides, so far as is known."""
    on, used = chosen_on.asked(), incoming.in_use()
    here = loaded.whole().predictions.part
    if on.kind != PART or used is None or here is None:
        return True
    key = (loaded.whole().predictions.digest, on.part)
    return not memory.memo("shared cases", *key, make=lambda: share_cases(used[0].frame, used[1], on.part, here))


def names() -> tuple[str, str]:
    """Return what both sides are called, as they stand in the file: where it is chosen, and where it is reported."""
    if chosen_on.asked().kind == HALF:
        return _("one half"), _("the other half")
    return chosen_on.asked().part, str(loaded.whole().predictions.part)


def _found(rows: BinaryView) -> tuple[BinaryView | None, Message | None]:
    if isinstance(rows, SourcedView) or not rows.has_score or chosen_on.asked().kind not in (PART, HALF):
        return None, None
    try:
        chosen = _predictions()
        if chosen is None:
            return None, _half_refused()
        made = memory.memo(
            "binary",
            *(chosen.digest, rows.model, rows.positive),
            make=lambda: one_vs_rest(chosen, rows.positive, model=rows.model),
        )
    except InputError as error:
        return None, error.message
    return made, None


def _half_refused() -> Message | None:
    halved = loaded.in_halves()
    return None if halved is None else halved.refused


def _predictions() -> Predictions | None:
    """Return all that was predicted of the rows a threshold is chosen on; raise `InputError` where they cannot be."""
    halved = loaded.in_halves()
    if halved is not None:
        return halved.first
    on, used = chosen_on.asked(), incoming.in_use()
    if used is None or on.part not in parts():
        return None
    read, columns = used
    of_both = loaded.whole().predictions
    # What is guessed of one part might be guessed otherwise of the other.
    other = replace(columns, part=on.part, positive=of_both.positive or columns.positive)
    return memory.memo("other part", of_both.digest, on.part, make=lambda: from_columns(read.frame, other), most=1)
