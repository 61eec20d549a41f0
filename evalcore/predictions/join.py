"""Two tables of the same cases, predictions and truth, put side by side by the key they share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import pandas as pd

from evalcore.errors import InputError, Message
from evalcore.predictions.labels import label_key, label_text
from evalcore.predictions.vocabulary import ID_PARTS, words
from evalcore.support.numbers import is_number_typed
from evalcore.support.results import Result
from evalcore.support.text import listed, shown

_SHARED: Final = 0.5  # of the rows of the shorter table; columns that meet less often are no key
_KEY_WORDS: Final = ID_PARTS | words("case sample patient user customer name 样本 病例 患者 用户 客户")


@dataclass(frozen=True, eq=False)
class Joined(Result):
    """Two tables side by side.

    Attributes
    ----------
    frame : DataFrame
        One row for each pair of rows with one key; columns of both tables, the key once.
    key : tuple of (str, str)
        The key's name in the first table and in the second.
    n_first, n_second : int
        Rows of each table.
    alone_first, alone_second : int
        Rows of each table that found no partner; they are left out.
    notes : tuple of Message
        By which key the tables were joined, and how many rows found no partner.
    """

    frame: pd.DataFrame
    key: tuple[str, str]
    n_first: int
    n_second: int
    alone_first: int
    alone_second: int

    @property
    def notes(self) -> tuple[Message, ...]:
        """The sentences on the join."""
        names = {"first": shown(self.key[0]), "second": shown(self.key[1]), "count": len(self.frame)}
        if self.key[0] == self.key[1]:
            said = Message("The two tables were joined by '{first}': {count} rows found a partner.", names)
        else:
            said = Message(
                "The two tables were joined by '{first}' and '{second}': {count} rows found a partner.", names
            )
        if not (self.alone_first or self.alone_second):
            return (said,)
        return (
            said,
            Message(
                "{first} of {n_first} rows of the first table and {second} of {n_second} rows of the second found no "
                "partner and were left out.",
                {
                    "first": self.alone_first,
                    "n_first": self.n_first,
                    "second": self.alone_second,
                    "n_second": self.n_second,
                },
            ),
        )


def join_tables(first: pd.DataFrame, second: pd.DataFrame, *, key: str | tuple[str, str] | None = None) -> Joined:
    """Which rows of two tables are of one case?

    Parameters
    ----------
    first, second : DataFrame
        As read by `read_table`; each may hold the truth, predictions, or both.
    key : str or (str, str), optional
        The column that names the cases, or its name in each table. By default the one whose values meet most often,
        columns of one name and those named like ids first.

    Returns
    -------
    Joined
        In the order of the first table. A key may repeat in one table, whose rows then share a partner; not in both.
        A column that stands in both under one name is kept once where it says the same, else the second's is called
        "name (2)".

    Raises
    ------
    InputError
        Where no column tells the cases apart, or none meets.

    Examples
    --------
    >>> truth = pd.DataFrame({"id": [1, 2, 3], "y": [0, 1, 1]})
    >>> found = join_tables(pd.DataFrame({"id": [3, 1, 9], "score": [0.8, 0.3, 0.5]}), truth)
    >>> found.frame["y"].tolist(), found.alone_first, found.alone_second
    ([1, 0], 1, 1)
    """
    on = _key(first, second) if key is None else (key, key) if isinstance(key, str) else key
    left, right = (_keys(_column(frame, name)) for frame, name in zip((first, second), on, strict=True))
    repeats = [bool(keys[keys != ""].duplicated().any()) for keys in (left, right)]
    if all(repeats):
        raise InputError(
            "The key must name each row once in one of the two tables; '{column}' repeats in both. Choose another key, "
            "or put the rows of one case together.",
            column=shown(on[0]),
        )
    places = _partners(left, right)
    if not len(places):
        raise _no_key(first, second)
    columns = _side_by_side(first.iloc[places["first"]], second.iloc[places["second"]], on)
    alone = [len(keys) - places[name].nunique() for keys, name in ((left, "first"), (right, "second"))]
    return Joined(columns, on, len(first), len(second), *alone)


def _column(frame: pd.DataFrame, name: str) -> pd.Series:
    names = [str(column) for column in frame.columns]
    if name not in names:
        raise InputError(
            "The table must have the column chosen; got '{column}', and it has {names}. Choose one of these.",
            column=shown(name),
            names=listed(names),
        )
    return frame.iloc[:, names.index(name)]


def _keys(cells: pd.Series) -> pd.Series:
    """Return cells as keys that can be compared: 7, 7.0 and "7" are one; "" for no key."""
    codes, distinct = pd.factorize(cells)
    texts = np.array([*(label_key(label_text(value)) for value in distinct), ""], dtype=object)
    return pd.Series(texts[codes], index=range(len(cells)))


def _partners(left: pd.Series, right: pd.Series) -> pd.DataFrame:
    tables = [
        pd.DataFrame({"key": keys, name: range(len(keys))}) for keys, name in ((left, "first"), (right, "second"))
    ]
    tables = [table[table["key"] != ""] for table in tables]
    return tables[0].merge(tables[1], on="key", how="inner").sort_values(["first", "second"], kind="stable")


def _key(first: pd.DataFrame, second: pd.DataFrame) -> tuple[str, str]:
    """Return the columns whose values meet most often, of equals those of one name and named like an id."""
    best, best_fit = None, (0.0, False, False)
    for a in _candidates(first):
        for b in _candidates(second):
            fit = _fit(first, second, a, b)
            if fit > best_fit:
                best, best_fit = (a, b), fit
    if best is None:
        raise _no_key(first, second)
    return best


def _candidates(frame: pd.DataFrame) -> list[str]:
    """Return columns that could name cases: no decimals, and more than a few values."""
    found = []
    for i, name in enumerate(map(str, frame.columns)):
        cells = frame.iloc[:, i]
        if is_number_typed(cells) and not (cells.dropna() % 1 == 0).all():
            continue
        if cells.nunique() > len(cells) / 20 and cells.nunique() > 1:
            found.append(name)
    return found


def _fit(first: pd.DataFrame, second: pd.DataFrame, a: str, b: str) -> tuple[float, bool, bool]:
    is_id = _is_id(a) and _is_id(b)
    if a != b and not is_id:
        return (0.0, False, False)
    left, right = _keys(_column(first, a)), _keys(_column(second, b))
    unique = [not keys[keys != ""].duplicated().any() for keys in (left, right)]
    met = float(left.isin(set(right) - {""}).mean()), float(right.isin(set(left) - {""}).mean())
    return (max(met), is_id, a == b) if any(unique) and max(met) >= _SHARED else (0.0, False, False)


def _is_id(name: str) -> bool:
    lowered = name.casefold()
    return any(word in lowered.replace("-", "_").split("_") or lowered.endswith("id") for word in _KEY_WORDS) or any(
        word in name for word in _KEY_WORDS if not word.isascii()
    )


def _side_by_side(first: pd.DataFrame, second: pd.DataFrame, on: tuple[str, str]) -> pd.DataFrame:
    made = {str(name): first.iloc[:, i].reset_index(drop=True) for i, name in enumerate(first.columns)}
    for i, name in enumerate(map(str, second.columns)):
        cells = second.iloc[:, i].reset_index(drop=True)
        if name == on[1] or (name in made and made[name].equals(cells)):
            continue
        made[f"{name} (2)" if name in made else name] = cells
    return pd.DataFrame(made)


def _no_key(first: pd.DataFrame, second: pd.DataFrame) -> InputError:
    return InputError(
        "The two tables must share a column that names each case, such as an id; the first has {first}, the second "
        "{second}. Add such a column to both.",
        first=listed(first.columns),
        second=listed(second.columns),
    )
