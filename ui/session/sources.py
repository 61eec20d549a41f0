"""The sources that whoever runs the server has named in a file: which there are, and what may be asked of each.

A browser names a source by its key and columns by their names, all of which are looked up here. No path, address or
query ever comes from it.
"""

from __future__ import annotations

import logging
import math
import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import streamlit as st

from evalcore import engine
from evalcore.engine import Limits, Source
from evalcore.errors import InputError
from evalcore.support.text import listed, shown

# Where the file is: what this variable of the environment says, else beside the app.
VARIABLE: Final = "EVALUATION_SOURCES"
USUAL: Final = Path(__file__).parent.parent.parent / ".streamlit" / "sources.toml"
_KEY: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")
_GIGABYTE: Final = 1 << 30
_OF_SOURCE: Final = ("title", "path", "table", "connection", "columns", "limits")


@dataclass(frozen=True)
class Allowed:
    """What one question to a source may take; what is None is left to the engine.

    Parameters
    ----------
    rows : float
        The most rows that are asked about; a source with more wants a filter.
    seconds : float or None
    threads : int or None
    memory : int or None
        Bytes.
    """

    rows: float = math.inf
    seconds: float | None = None
    threads: int | None = None
    memory: int | None = None


@dataclass(frozen=True)
class Named:
    """A source as the operator's file names it.

    Parameters
    ----------
    key : str
        By which links and settings name it.
    title : str
        What stands on the screen.
    columns : tuple of str
        The only ones that can be chosen, filtered by or seen.
    path : Path or None
        A file or a folder of files.
    connection : str or None
        The variable of the environment that holds the address of a database.
    table : str or None
        Its table, or that of a file that has several.
    """

    key: str
    title: str
    columns: tuple[str, ...]
    path: Path | None = None
    connection: str | None = None
    table: str | None = None
    allowed: Allowed = Allowed()


def place() -> Path:
    """Return where the operator's file is, or would be."""
    return Path(os.environ.get(VARIABLE) or USUAL)


def named() -> Mapping[str, Named]:
    """Return the sources by their keys, none without a file; a file that cannot be used is refused in one sentence."""
    file = place()
    if not file.is_file():
        if os.environ.get(VARIABLE):
            raise InputError(
                "The file of sources that {variable} names must exist; there is none. Write it, or leave the variable "
                "out.",
                variable=VARIABLE,
            )
        return {}
    return read(file)


def read(file: Path) -> dict[str, Named]:
    """Read an operator's file; paths in it are taken from the folder it lies in."""
    try:
        content = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as problem:
        raise InputError("The file of sources must be TOML in UTF-8; it is not: {why}.", why=_why(problem)) from None
    _only(content, ("limits", "sources"), "the file")
    usual = _allowed(content.get("limits", {}), Allowed(), "[limits]")
    sources = _table(content.get("sources", {}), "[sources]")
    return {key: _named(key, given, file.parent, usual) for key, given in sources.items()}


def _why(problem: OSError | ValueError) -> str:
    """Return what is wrong with the file, without its path, which is the server's own."""
    return (problem.strerror or "") if isinstance(problem, OSError) else str(problem)


def _named(key: str, given: Any, folder: Path, usual: Allowed) -> Named:
    where = f"[sources.{shown(key)}]"
    of = _table(given, where)
    if not _KEY.fullmatch(key):
        raise _wrong(where, "its key", "letters, digits, - and _", key)
    _only(of, _OF_SOURCE, where)
    texts = {name: _text(of.get(name), name, where) for name in ("title", "path", "table", "connection")}
    if (texts["path"] is None) == (texts["connection"] is None):
        raise InputError(
            "{where} in the file of sources must have either a path or a connection; it has {got}. Give one of them.",
            where=where,
            got="neither" if texts["path"] is None else "both",
        )
    columns = of.get("columns")
    if not (isinstance(columns, list) and columns and all(isinstance(name, str) and name for name in columns)):
        raise _wrong(where, "columns", "a list of the names of columns that may be chosen", columns)
    return Named(
        key,
        texts["title"] or key,
        tuple(dict.fromkeys(columns)),
        None if texts["path"] is None else folder / texts["path"],
        texts["connection"],
        texts["table"],
        _allowed(of.get("limits", {}), usual, f"{where} limits"),
    )


def _allowed(given: Any, usual: Allowed, where: str) -> Allowed:
    """Return limits, those that are not given as they are for all sources."""
    of = _table(given, where)
    _only(of, ("rows", "seconds", "threads", "memory_gb"), where)
    for name, value in of.items():
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool) and 0 < value < math.inf
        if not is_number or (name in ("rows", "threads") and int(value) != value):
            raise _wrong(where, name, "a number above 0, of rows and threads a whole one", value)
    memory = of.get("memory_gb")
    return Allowed(
        of.get("rows", usual.rows),
        of.get("seconds", usual.seconds),
        of.get("threads", usual.threads),
        usual.memory if memory is None else int(memory * _GIGABYTE),
    )


def _table(given: Any, where: str) -> dict[str, Any]:
    if not isinstance(given, dict):
        raise _wrong(where, "it", "a table of names and values", given)
    return given


def _text(value: Any, name: str, where: str) -> str | None:
    if value is not None and not (isinstance(value, str) and value):
        raise _wrong(where, name, "text", value)
    return value


def _only(of: Mapping[str, Any], known: tuple[str, ...], where: str) -> None:
    unknown = [name for name in of if name not in known]
    if unknown:
        raise InputError(
            "{where} in the file of sources has {unknown}, which nobody reads. It may have {known}.",
            where=where,
            unknown=listed(map(shown, unknown)),
            known=listed(known),
        )


def _wrong(where: str, name: str, must: str, got: Any) -> InputError:
    return InputError(
        "{name} of {where} in the file of sources must be {must}; got {got}.",
        name=name,
        where=where,
        must=must,
        got=shown(got),
    )


def tell_operator() -> InputError | None:
    """Return why the operator's file cannot be used, and write it to the server's log, once for each change of it."""
    try:
        named()
    except InputError as refused:
        _log(str(refused))
        return refused
    return None


@st.cache_resource(max_entries=8, show_spinner=False)
def _log(sentence: str) -> str:
    logging.getLogger(__name__).error(sentence)
    return sentence


def open_one(named: Named) -> Source:
    """Open a source as the operator's file says; an address of a database comes from the environment only."""
    given: dict[str, Any] = {name: getattr(named.allowed, name) for name in ("seconds", "threads", "memory")}
    limits = Limits(**{name: value for name, value in given.items() if value is not None})
    source = engine.source(_remote(named), limits=limits) if named.path is None else _file(named, limits)
    there = {column.name for column in source.columns}
    if gone := [name for name in named.columns if name not in there]:
        _log(f"Source '{named.key}' has no column {listed(map(shown, gone))}: it is not offered.")
    return source


def _file(named: Named, limits: Limits) -> Source:
    """Open files; why that cannot be names a folder of this machine, which is for the log alone."""
    assert named.path is not None
    try:
        return engine.source(named.path, table=named.table, limits=limits)
    except InputError as refused:
        _log(f"Source '{named.key}' at {named.path}: {refused}")
        raise InputError(
            "Source '{key}' cannot be opened as the file of sources names it; the server's log says why.", key=named.key
        ) from None


def _remote(named: Named) -> Any:
    address = os.environ.get(str(named.connection))
    if address is None:
        raise InputError(
            "Source '{key}' must find its address in the server's environment; {variable} is not set there.",
            key=named.key,
            variable=shown(named.connection),
        )
    try:
        import ibis  # type: ignore[import-untyped,import-not-found,unused-ignore]  # noqa: PLC0415 - only databases need it
    except ImportError:
        raise InputError(
            "Source '{key}' is a database, and these need the packages of requirements-engine.txt. Install them.",
            key=named.key,
        ) from None
    try:
        return ibis.connect(address).table(named.table)
    except Exception as problem:  # noqa: BLE001 - each driver has its own, and its text may hold the address
        raise InputError(
            "Source '{key}' must be reached at the address in the server's environment; that ended with '{kind}'. "
            "Check it there.",
            key=named.key,
            kind=type(problem).__name__,
        ) from None
