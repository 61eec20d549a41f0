"""What is asked of a source, as links, settings and files hold it: its key, columns by their names, and which rows."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

import streamlit as st

from evalcore.errors import InputError

_FOLLOWED: Final = "link_of_a_source"
UPLOADED: Final = ":upload-"  # begins the key of an uploaded file; no key in an operator's file does
_LONGEST: Final = 4000  # characters of a question in an address


@dataclass(frozen=True)
class Asked:
    """What is asked of a source: its key, columns by their names, and which rows."""

    source: str
    truth: str
    positive: str
    scores: tuple[str, ...]
    by: str | None = None
    where: tuple[tuple[str, str, Any], ...] = ()
    case: str | None = None

    @property
    def is_upload(self) -> bool:
        """Whether the source is a file of this session, which no link brings back."""
        return self.source.startswith(UPLOADED)

    def write(self) -> str:
        """Return it as links, settings and files hold it."""
        given = {name: value for name, value in asdict(self).items() if value not in (None, ())}
        return json.dumps(given, ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def read(cls, text: str) -> Asked:
        """Return what a link or a file of settings asks for; anything else is refused."""
        try:
            given = json.loads(text) if len(text) <= _LONGEST else None
            if not isinstance(given, dict) or not set(given) <= set(cls.__dataclass_fields__):
                raise ValueError
            where = tuple((str(name), str(how), value) for name, how, value in given.get("where", ()))
            scores = tuple(map(str, given["scores"]))
            by, case = given.get("by"), given.get("case")
            return cls(
                str(given["source"]),
                str(given["truth"]),
                str(given["positive"]),
                scores,
                None if by is None else str(by),
                where,
                None if case is None else str(case),
            )
        except (ValueError, KeyError, TypeError, RecursionError):
            raise InputError(
                "What a link asks of a source must be as this app writes it; this one cannot be read."
            ) from None


def follow(asked: Mapping[str, str] | None) -> None:
    """Keep what a link asks of a source, and of its rows, until the visitor says that it is to be asked."""
    st.session_state[_FOLLOWED] = dict(asked or {})


def followed() -> dict[str, str]:
    """Return what a link asks of a source, and of its rows."""
    kept: dict[str, str] = st.session_state.get(_FOLLOWED, {})
    return kept
