"""On which rows a threshold is chosen: those that report it, another part or file, a random half, the other folds."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

import streamlit as st

from evalcore.errors import Message
from ui.session import choices
from ui.session.choices import Choice, Value, register
from ui.shared.text import N_

SAME, PART, FILE, HALF, FOLDS = "", "part", "file", "half", "folds"
_BETWEEN: Final = "~"
LEAST_FOLDS, MOST_FOLDS = 2, 100
MOST_SEED: Final = 999_999
_NUMBERS = re.compile(r"(half)~([0-9]{1,6})|(folds)~([0-9]{1,3})~([0-9]{1,6})")


@dataclass(frozen=True)
class On:
    """On which rows a threshold is chosen.

    `part` names another part of the file, and `FILE` is the one that was loaded before; `seed` draws a half, or `k`
    folds; without `k` the folds are the file's own.
    """

    kind: str = SAME
    part: str = ""
    seed: int = 0
    k: int = 0

    def write(self) -> str:
        """Return it as an address says it: `part~validation`, `file`, `half~0`, `folds`, `folds~5~0`."""
        if self.kind == PART:
            return PART + _BETWEEN + self.part
        if self.kind == HALF:
            return f"{HALF}~{self.seed}"
        return f"{FOLDS}~{self.k}~{self.seed}" if self.kind == FOLDS and self.k else self.kind

    @classmethod
    def read(cls, text: str) -> On | None:
        """Return what an address says, None where it does not fit."""
        if text in (SAME, FILE, FOLDS):
            return cls(text)
        if text.startswith(PART + _BETWEEN) and len(text) > len(PART + _BETWEEN):
            return cls(PART, part=text.removeprefix(PART + _BETWEEN))
        found = _NUMBERS.fullmatch(text)
        if found is None:
            return None
        half, seed, _folds, k, seed_of_folds = found.groups()
        if half is not None:
            return cls(HALF, seed=int(seed))
        return cls(FOLDS, seed=int(seed_of_folds), k=int(k)) if LEAST_FOLDS <= int(k) <= MOST_FOLDS else None


class _Choice(Choice):
    """A choice that an address says in one of a few forms."""

    def read(self, text: str) -> Value | None:
        """Return what an address says, None where it does not fit."""
        return None if On.read(text) is None else text

    def refuse(self, text: str) -> Message:
        """Say why what an address says does not fit."""
        return choices.not_one_of(self.key, ("part~NAME", "file", "half~SEED", "folds", "folds~K~SEED"), text)


CHOICE: Final = register(
    _Choice(
        "chosen_on",
        default=SAME,
        is_name=True,
        in_links_of_own_rows=False,
        called=N_("Rows to choose the threshold on"),
    )
)


def asked() -> On:
    """Return on which rows a threshold is to be chosen; whether there are such rows is not asked here."""
    return On.read(str(st.session_state.get(CHOICE.key) or SAME)) or On()


def ask(on: On) -> None:
    """Choose on other rows from now on."""
    st.session_state[CHOICE.key] = on.write()
