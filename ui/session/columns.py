"""Which columns can make groups of the rows that are looked at, and what each of these rows has there."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pandas as pd

from evalcore.predictions.cases import MEAN
from evalcore.predictions.folds import Membership
from ui.session import incoming, loaded


def names() -> tuple[str, ...]:
    """Return the columns: those of the file where it is still at hand, else what predictions have of each row."""
    return tuple(_found())


def values(name: str) -> Any:
    """Return what each row in use has in a column."""
    return _found()[name]()


def _found() -> dict[str, Callable[[], Any]]:
    """Return what reads each column."""
    predictions = loaded.current().predictions
    members = [*predictions.groups.values(), predictions.folds, predictions.repeats]
    known = {of.column: partial(_of_members, of) for of in members if of is not None}
    scores = {name: partial(_as_it_is, score) for name, score in predictions.scores.items() if score.ndim == 1}
    return {**known, **_of_file(), **{name: score for name, score in scores.items() if name not in known}}


def _of_file() -> dict[str, Callable[[], Any]]:
    """Return the columns of the table that is loaded, where a row of it is a row in use."""
    used, predictions = incoming.in_use(), loaded.current().predictions
    if used is None or used[1].model is not None or predictions.taken == MEAN:
        return {}
    kept = used[0].kept
    once = [name for name in kept.names if kept.names.count(name) == 1 and name != predictions.truth]
    return {name: partial(_of_rows, name) for name in once}


def _of_rows(name: str) -> pd.Series:
    used, rows = incoming.in_use(), loaded.current().predictions.rows
    assert used is not None
    column = used[0].kept.column(name)
    return column if rows is None else column.iloc[rows]


def _of_members(of: Membership) -> Any:
    return pd.Categorical.from_codes(of.codes, dtype=pd.CategoricalDtype(list(of.labels)))


def _as_it_is(values: Any) -> Any:
    return values
