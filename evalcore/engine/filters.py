"""Which rows a question is about: comparisons of columns with values, never text of a query."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final, Literal

import pandas as pd

from evalcore.errors import InputError
from evalcore.support.checks import option
from evalcore.support.text import listed, shown

Kind = Literal["number", "text", "bool", "time", "other"]
MISSING, KNOWN = "is missing", "is known"
COMPARISONS: Final = ("==", "!=", "<", "<=", ">", ">=", "in", "not in", MISSING, KNOWN)
MOST_VALUES: Final = 1000  # in one list
_FOR_ANY: Final = ("==", "!=", "in", "not in", MISSING, KNOWN)


@dataclass(frozen=True)
class Column:
    """A column of a source, and what kind of values it holds; `type` as the source calls it."""

    name: str
    kind: Kind
    type: str = ""


@dataclass(frozen=True)
class Filter:
    """Keep the rows whose value in `column` compares so with `value`; an empty one is only ever "is missing".

    Parameters
    ----------
    column : str
    comparison : "==" "!=" "<" "<=" ">" ">=" "in" "not in" "is missing" "is known"
    value : number, text, bool, date or a list of them
        A list for "in" and "not in", nothing for the last two.
    """

    column: str
    comparison: str
    value: Any = None


Where = Mapping[str, Any] | Filter | Sequence[Filter | tuple[Any, ...]] | None


def filters(where: Where, columns: Sequence[Column]) -> tuple[Filter, ...]:
    """Return the checked filters, all of which a row must pass; {"country": "DE"} is one of equality.

    >>> filters({"a": 1}, [Column("a", "number")])
    (Filter(column='a', comparison='==', value=1),)
    """
    if where is None:
        return ()
    if isinstance(where, Filter):
        where = [where]
    if isinstance(where, Mapping):
        where = [Filter(str(name), "==", value) for name, value in where.items()]
    return tuple(_checked(one if isinstance(one, Filter) else Filter(*one), columns) for one in where)


def column_named(name: object, columns: Sequence[Column]) -> Column:
    """Return the column of this name, or refuse it."""
    found = next((column for column in columns if column.name == name), None)
    if found is None:
        raise InputError(
            "The source must have a column '{column}'; it has {columns}. Choose one of them.",
            column=shown(name),
            columns=listed(column.name for column in columns),
        )
    return found


def _checked(asked: Filter, columns: Sequence[Column]) -> Filter:
    column = column_named(asked.column, columns)
    of_order = column.kind in ("number", "time", "text")
    option(asked.comparison, f"comparison of '{shown(column.name)}'", COMPARISONS if of_order else _FOR_ANY)
    if asked.comparison in (MISSING, KNOWN):
        return Filter(column.name, asked.comparison)
    if asked.comparison in ("in", "not in"):
        listing = list(asked.value) if isinstance(asked.value, list | tuple | set | frozenset) else [asked.value]
        if not 0 < len(listing) <= MOST_VALUES:
            raise InputError(
                "A list of values must have 1 to {limit}; got {count}. Choose fewer, or a range.",
                limit=MOST_VALUES,
                count=len(listing),
            )
        return Filter(column.name, asked.comparison, tuple(_value(one, column) for one in listing))
    return Filter(column.name, asked.comparison, _value(asked.value, column))


def _value(value: Any, column: Column) -> Any:
    """Return a value as the column holds them."""
    if column.kind == "bool" and isinstance(value, bool):
        return value
    if column.kind == "number" and not isinstance(value, bool) and _is_number(value):
        return value if isinstance(value, int) and abs(value) < 2**63 else float(value)
    if column.kind == "text" and isinstance(value, str):
        return value
    if column.kind == "time" and isinstance(value, str | date | datetime):
        try:
            return pd.Timestamp(value).to_pydatetime()
        except ValueError:
            pass
    raise InputError(
        "A value to compare column '{column}' with must be of its kind, {kind}; got '{value}'. Give one of that kind.",
        column=shown(column.name),
        kind=column.kind,
        value=shown(value),
    )


def _is_number(value: Any) -> bool:
    try:
        return not isinstance(value, str) and math.isfinite(value)
    except (TypeError, OverflowError):
        return False
