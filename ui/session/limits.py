"""What whoever runs the server lets one visitor take: time and size of a run, memory of a session, of all sessions.

Each has a default that fits a class; a file beside that of the sources, or a variable of the environment, says more.
"""

from __future__ import annotations

import contextlib
import json
import logging
import math
import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, Final

import streamlit as st

from evalcore.errors import InputError, Message
from evalcore.support.runs import LONG, Effort, duration
from evalcore.support.text import listed, shown

# Where the file is: what this variable of the environment says, else beside the app.
VARIABLE: Final = "EVALUATION_LIMITS"
USUAL: Final = Path(__file__).parent.parent.parent / ".streamlit" / "limits.toml"
_NO_FILE: Final = -1
_OF_ONE: Final = "EVALUATION_{}"  # a single limit: EVALUATION_RUN_SECONDS


@dataclass(frozen=True)
class Limits:
    """The limits of this server, each a number above 0.

    Parameters
    ----------
    run_seconds : float
        Seconds that a run may take once it is its turn; what was found until then is shown.
    run_rows : float
        Rows that the learners of a run are trained on, over all of them.
    session_upload_mb, server_upload_mb : float
        Megabytes of files that have arrived and are not read, of a session and of all; beyond it the oldest go.
    idle_minutes : float
        After so long without a step of its visitor a session's own rows go, if they are large.
    idle_mb : float
        Megabytes from which rows are large.
    """

    run_seconds: float = 600.0
    run_rows: float = 1e9
    session_upload_mb: float = 1200.0
    server_upload_mb: float = 4000.0
    idle_minutes: float = 120.0
    idle_mb: float = 50.0

    @property
    def idle_seconds(self) -> float:
        """`idle_minutes` as seconds."""
        return 60 * self.idle_minutes


def now() -> Limits:
    """Return the limits of this server; one that cannot be read is in the server's log, and its default holds."""
    place, stamp = _place(), _NO_FILE
    with contextlib.suppress(OSError):
        stamp = place.stat().st_mtime_ns
    return _known(str(place), stamp, json.dumps(_of_environment()))


def _place() -> Path:
    return Path(os.environ.get(VARIABLE) or USUAL)


def _of_environment() -> dict[str, str]:
    named = {field.name: os.environ.get(_OF_ONE.format(field.name.upper())) for field in fields(Limits)}
    return {name: text for name, text in named.items() if text}


@st.cache_resource(max_entries=4, show_spinner=False)
def _known(place: str, stamp: int, of_environment: str) -> Limits:
    found, refused = _usable(None if stamp == _NO_FILE else Path(place), json.loads(of_environment))
    for one in refused:
        logging.getLogger(__name__).error(str(one))
    return found


def read(file: Path | None, of_environment: Mapping[str, str]) -> Limits:
    """Return the limits of a file, none of which must be given, and over them those of the environment.

    Raises
    ------
    InputError
        If the file is no TOML, or a limit is unknown, or no number above 0.
    """
    found, refused = _usable(file, of_environment)
    if refused:
        raise refused[0]
    return found


def _usable(file: Path | None, of_environment: Mapping[str, str]) -> tuple[Limits, list[InputError]]:
    """Return the limits as far as they can be read, and why others cannot."""
    given: dict[str, Any] = {}
    refused: list[InputError] = []
    try:
        given = {} if file is None else tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as problem:
        why = getattr(problem, "strerror", None) or str(problem)
        refused.append(InputError("The file of limits must be TOML in UTF-8; it is not: {why}.", why=why))
    known = [field.name for field in fields(Limits)]
    unknown = [name for name in given if name not in known]
    if unknown:
        refused.append(
            InputError(
                "The file of limits has {unknown}, which nobody reads. It may have {known}.",
                unknown=listed(map(shown, unknown)),
                known=listed(known),
            )
        )
    found = Limits()
    for name, value in [*given.items(), *of_environment.items()]:
        if name in known:
            try:
                found = replace(found, **{name: _number(name, value)})
            except InputError as error:
                refused.append(error)
    return found, refused


def _number(name: str, value: Any) -> float:
    try:
        number = math.nan if isinstance(value, bool) else float(value)
    except (TypeError, ValueError):
        number = math.nan
    if not number > 0:
        raise InputError(
            "Limit {name} must be a number above 0; got {value}. Write one, or leave it out.",
            name=name,
            value=shown(value),
        )
    return number


def too_large(effort: Effort) -> Message | None:
    """Return why this server begins no such run, if so."""
    most = now().run_rows
    if effort.rows <= most:
        return None
    return Message(
        "A run may train its learners on at most {most} rows in all on this server; this asks for {rows}. Choose fewer "
        "rows, data sets, repeats or rounds.",
        {"most": f"{most:,.0f}", "rows": f"{effort.rows:,.0f}"},
    )


def before_it(effort: Effort) -> Message | None:
    """Return what is to be said before a run is begun; None where it is soon done."""
    limit = now().run_seconds
    if effort.seconds > limit:
        return Message(
            "This would take about {time}. The server stops a run after {limit}, and what was found until then is "
            "shown.",
            {"time": duration(effort.seconds), "limit": duration(limit)},
        )
    return Message("This takes about {time}.", {"time": duration(effort.seconds)}) if effort.seconds > LONG else None
