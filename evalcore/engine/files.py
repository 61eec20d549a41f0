"""Files that an operator or a script names: what they are, and that they lie where they may."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final, Literal, NamedTuple

from evalcore.errors import InputError
from evalcore.support.text import shown

Format = Literal["parquet", "csv", "duckdb"]
_ENDINGS: Final[dict[str, Format]] = {
    **dict.fromkeys((".parquet", ".pq", ".parq"), "parquet"),
    **dict.fromkeys((".csv", ".tsv", ".txt", ".csv.gz", ".tsv.gz", ".csv.zst"), "csv"),
    **dict.fromkeys((".duckdb", ".ddb", ".db"), "duckdb"),
}
_PATTERN: Final = frozenset("*?[")  # an engine would read these as a pattern of names


class Files(NamedTuple):
    """Files of one format, and how many bytes they are."""

    format: Format
    paths: tuple[Path, ...]
    size: int


def found_files(path: str | os.PathLike[str], root: str | os.PathLike[str] | None = None) -> Files:
    """Return the file, or the files of a folder, as absolute paths without links.

    Parameters
    ----------
    path : path
        Of a file of Parquet, CSV or DuckDB, or of a folder with files of Parquet or of CSV.
    root : path, optional
        The folder in which all must lie, wherever links may point.
    """
    if "://" in str(path):
        raise _no_file(path)
    try:
        place = Path(path).resolve(strict=True)
    except (OSError, ValueError, RuntimeError):
        raise _no_file(path) from None
    folder = None if root is None else Path(root).resolve()
    names = _in_folder(place) if place.is_dir() else [place]
    inside = place if place.is_dir() else None
    paths = tuple(_allowed(name, folder or inside, path) for name in names)
    if folder is not None:
        _allowed(place, folder, path)
    formats = {_format(name) for name in paths} - {None}
    (kind,) = formats if len(formats) == 1 else (None,)
    if kind is None or (kind == "duckdb" and len(paths) > 1) or not all(name.is_file() for name in paths):
        raise InputError(
            "A source must be a file of Parquet, CSV or DuckDB, or a folder of files of Parquet or of CSV; '{path}' is "
            "not. Name one of these.",
            path=shown(path),
        )
    return Files(kind, paths, sum(name.stat().st_size for name in paths))


def _in_folder(folder: Path) -> list[Path]:
    """Return the files of data in a folder and those below it."""
    found = (name for name in sorted(folder.rglob("*")) if not name.name.startswith(("_", ".")))
    return [name for name in found if _format(name) in ("parquet", "csv") and not name.is_dir()]


def _format(path: Path) -> Format | None:
    name = path.name.lower()
    return next((kind for ending, kind in _ENDINGS.items() if name.endswith(ending)), None)


def _allowed(path: Path, folder: Path | None, asked: object) -> Path:
    """Return the path without links, if it lies in the folder and is no pattern."""
    real = path.resolve()
    if (folder is not None and not real.is_relative_to(folder)) or _PATTERN & set(str(real)):
        raise _no_file(asked)
    return real


def _no_file(path: object) -> InputError:
    return InputError(
        "A source must be a file or a folder that this machine has and that may be read; '{path}' is none. Check the "
        "name and where it lies.",
        path=shown(path),
    )
