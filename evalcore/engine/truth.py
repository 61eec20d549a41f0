"""Which values of a column are positive, and which stand for none."""

from __future__ import annotations

from typing import Any, Final

from evalcore.engine.dialect import Dialect, Marked
from evalcore.engine.filters import column_named
from evalcore.errors import InputError
from evalcore.predictions.labels import find_key, guess_positive, label_key, label_text, sorted_labels
from evalcore.support.text import listed, shown

MOST_CLASSES: Final = 1000


def marked(dialect: Dialect, truth: str, positive: object) -> Marked:
    """Return the truth with its positive values: those named, or of two classes the one that is likely meant.

    Spellings that differ in case or outer space are one class, as in a file that is read into memory.
    """
    column = column_named(truth, dialect.columns)
    if column.kind == "bool":
        return Marked(truth, (not positive_is_false(positive),))
    if column.kind not in ("number", "text"):
        raise InputError(
            "The truth must be a column of numbers, texts or True and False; '{column}' is of type {type}. Choose "
            "another column.",
            column=shown(truth),
            type=shown(column.type),
        )
    values = dialect.values(truth, MOST_CLASSES)
    if len(values) > MOST_CLASSES:
        raise InputError(
            "The truth must name classes, at most {limit}; column '{column}' has more different values. Choose another "
            "column.",
            limit=MOST_CLASSES,
            column=shown(truth),
        )
    by_key: dict[str, list[Any]] = {}
    rows: dict[str, int] = {}
    for value, count in values:
        key = label_key(label_text(value))
        by_key.setdefault(key, []).append(value)
        rows[key] = rows.get(key, 0) + count
    missing = tuple(value for value in by_key.pop("", []) if value is not None)
    key = _positive_key(sorted_labels(by_key), rows, positive, truth)
    return Marked(truth, tuple(by_key.get(key, ())), missing)


def positive_is_false(positive: object) -> bool:
    """Whether False is the class that is looked for."""
    if positive is None:
        return False
    place = find_key(positive, ["false", "true"])
    if place is None:
        raise _no_class(positive, ["false", "true"])
    return place == 0


def _positive_key(keys: list[str], rows: dict[str, int], positive: object, truth: str) -> str:
    if positive is not None:
        known = sorted({*keys, "0", "1"}) if set(keys) <= {"0", "1"} else keys  # a class may have no row
        place = find_key(positive, known)
        if place is None:
            raise _no_class(positive, known)
        return known[place]
    if set(keys) <= {"0", "1"}:
        return "1"
    if len(keys) != 2:
        raise InputError(
            "The positive class must be named where there are not two; column '{column}' has {classes}. Name one of "
            "them.",
            column=shown(truth),
            classes=listed(keys),
        )
    return keys[guess_positive(keys, [rows[key] for key in keys])[0]]


def _no_class(positive: object, keys: list[str]) -> InputError:
    return InputError(
        "The positive class must be one of {classes}; got '{value}'. Choose one of them.",
        classes=listed(keys),
        value=shown(positive),
    )
