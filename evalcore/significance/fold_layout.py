"""How many repetitions of how many folds a table of results holds: told by its names, or by its length."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd

from evalcore.predictions.vocabulary import FOLD_NAMES, REPEAT_NAMES
from evalcore.support.arrays import FloatArray

_NAME = re.compile(r"\D*(\d+)\D+(\d+)\D*")
# As many rows or fewer are taken for the folds of one repetition.
MOST_OF_ONE = 20
USUAL_FOLDS = (10, 5, 2)


class Layout(NamedTuple):
    """So many repetitions of so many folds."""

    repeats: int
    folds: int

    @property
    def ratio(self) -> float:
        """Test rows for each training row, if the folds are of one size.

        >>> Layout(10, 10).ratio == 1 / 9
        True
        """
        return 1 / (self.folds - 1)


def layouts(n: int) -> tuple[Layout, ...]:
    """Which repetitions of at least two folds make n rows?

    >>> layouts(10)
    (Layout(repeats=1, folds=10), Layout(repeats=2, folds=5), Layout(repeats=5, folds=2))
    """
    return tuple(Layout(r, n // r) for r in range(1, n // 2 + 1) if n % r == 0)


def guessed_layout(names: Sequence[str]) -> Layout:
    """What are rows with these names taken for?

    Parameters
    ----------
    names : sequence of str, at least two

    Returns
    -------
    Layout
        By names such as "1/3", repetition first, where these stand repetition by repetition. Else up to 20 rows are
        the folds of one repetition, and more of them repetitions of ten, five or two folds, as fits first.

    Examples
    --------
    >>> guessed_layout(["1/1", "1/2", "2/1", "2/2"]), guessed_layout([str(i) for i in range(100)])
    (Layout(repeats=2, folds=2), Layout(repeats=10, folds=10))
    """
    named = _named_layout(names)
    if named is not None:
        return named
    n = len(names)
    fitting = [k for k in USUAL_FOLDS if n % k == 0] if n > MOST_OF_ONE else []
    return Layout(n // fitting[0], fitting[0]) if fitting else Layout(1, n)


def _named_layout(names: Sequence[str]) -> Layout | None:
    found = [match.groups() for name in names if (match := _NAME.fullmatch(name)) is not None]
    repeats = list(dict.fromkeys(repeat for repeat, _fold in found))
    if len(found) != len(names) or len(set(found)) != len(names) or len(names) % len(repeats):
        return None
    k = len(names) // len(repeats)
    in_order = [repeat for repeat, _fold in found] == [repeat for repeat in repeats for _ in range(k)]
    return Layout(len(repeats), k) if in_order and k > 1 else None


def with_repetitions(frame: pd.DataFrame) -> pd.DataFrame:
    """Return a table whose columns of repetitions and folds are one column of names such as "1/3"; another as it is.

    >>> table = pd.DataFrame({"repeat": [2, 1], "fold": [1, 1], "A": [0.1, 0.2], "B": [0.3, 0.4]})
    >>> with_repetitions(table).to_numpy().tolist()
    [['1/1', 0.2, 0.4], ['2/1', 0.1, 0.3]]
    """
    bare = [re.sub(r"[\W_\d]+", "", str(name).casefold()) for name in frame.columns]
    repeat = next((i for i, name in enumerate(bare) if name in REPEAT_NAMES), None)
    fold = next((i for i, name in enumerate(bare) if name in FOLD_NAMES and i != repeat), None)
    if repeat is None or fold is None or frame.iloc[:, [repeat, fold]].isna().any(axis=None):
        return frame
    rows = frame.sort_values([frame.columns[repeat], frame.columns[fold]], kind="stable")
    names = [f"{r}/{f}" for r, f in zip(rows.iloc[:, repeat].tolist(), rows.iloc[:, fold].tolist(), strict=True)]
    others = rows.iloc[:, [i for i in range(len(bare)) if i not in (repeat, fold)]]
    return pd.concat([pd.Series(names, index=rows.index, name=""), others], axis=1).reset_index(drop=True)


def five_by_two(differences: FloatArray) -> FloatArray:
    """Return ten differences, repetition by repetition, as the 5x2 tests take them: a row a repetition."""
    return np.asarray(differences).reshape(5, 2)
