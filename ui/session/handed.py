"""Arrays that a notebook hands over where it starts the app: through a pipe, never by a file.

They stay in this process's memory, for whoever has the word that the notebook's link carries. Without such a notebook
nothing is read.
"""

from __future__ import annotations

import io
import json
import os
import secrets
import sys
import threading
from functools import cache
from typing import Any, Final

import pandas as pd
import streamlit as st

from evalcore.predictions import Columns, guess_columns
from evalcore.predictions.cases import find_cases
from evalcore.predictions.kept import kept
from ui.session import incoming

# As evalcore.workbench.opened names it.
HANDED: Final = "EVALUATION_HANDED"
_ASKED: Final = "handed"
_TAKEN: Final = "handed_taken"
_READS: Final = threading.Lock()


def take() -> None:
    """Load what was handed over, once a session, where the address has the word for it."""
    word, asked = os.environ.get(HANDED), st.query_params.get(_ASKED)
    if asked is None:
        return
    del st.query_params[_ASKED]
    if word is None or not secrets.compare_digest(word.encode(), asked.encode()) or st.session_state.get(_TAKEN):
        return
    st.session_state[_TAKEN] = True
    read, columns = _table()
    incoming.use(read, columns, frozenset())


def _table() -> tuple[incoming.Table, Columns]:
    """Return the table and its roles; of two sessions that begin at once one waits for the other."""
    with _READS:
        return _read()


@cache
def _read() -> tuple[incoming.Table, Columns]:
    """Read the table and its roles, once: the pipe is empty then."""
    head, _, body = sys.stdin.buffer.read().partition(b"\n")
    told: dict[str, Any] = json.loads(head)
    frame = pd.read_parquet(io.BytesIO(body))
    truth, case = told["truth"], told.get("case")
    columns = Columns(
        truth=truth,
        scores=tuple(told["scores"]),
        labels=tuple(told["labels"]),
        classes=tuple(told["classes"]),
        positive=told["positive"],
        weight=told.get("weight"),
        case=case,
        cases=None if case is None else find_cases(frame, case, truth),
        groups=tuple(told["groups"]),
        task=told["task"],
        truth_holds="amounts" if told["task"] == "regression" else "classes",
    )
    return incoming.Table(kept(frame), told["name"], guess_columns(frame)), columns
