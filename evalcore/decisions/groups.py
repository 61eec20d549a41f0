"""A column makes groups of rows: by its values, numbers by their quantiles or by given edges; two columns crossed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from evalcore.errors import InputError
from evalcore.support.arrays import FloatArray, IndexArray, IntArray, frozen
from evalcore.support.checks import finite_numbers, same_length, whole_number
from evalcore.support.numbers import is_number_typed
from evalcore.support.results import Result
from evalcore.support.text import shown

MOST_GROUPS = 200
FEW_VALUES = 10  # numbers of so many different values are groups by themselves
QUANTILES = 4
GLANCE = 1_000  # so many rows tell what most columns are
MISSING = "—"  # in the name of a crossing
CROSSED = " × "


@dataclass(frozen=True, eq=False)
class Groups(Result):
    """Which row belongs to which group?

    Parameters
    ----------
    code : (n,) int64
        The group of each row, as its place in `names`.
    names : tuple of (str or None)
        Each has a row; None: the cell is empty. Text from a file is as it stands there.
    edges : (e,) float64 or None
        Where numbers were cut: a number on an edge belongs to the group above it.
    """

    code: IntArray
    names: tuple[str | None, ...]
    edges: FloatArray | None = None

    def __post_init__(self) -> None:
        frozen(self.code)

    def __len__(self) -> int:
        return len(self.names)

    @property
    def sizes(self) -> IntArray:
        """Rows of each group: (groups,)."""
        return np.bincount(self.code, minlength=len(self.names))


def grouped(values: ArrayLike | Groups, *, edges: ArrayLike | None = None, quantiles: int = QUANTILES) -> Groups:
    """Which groups does a column make of the rows?

    Parameters
    ----------
    values : (n,) labels of any kind, or Groups
        A column; Groups are returned as they are. Rows with an empty cell are a group of their own.
    edges : (e,) finite numbers, optional
        Where numbers are cut, e + 1 groups at most; numbers with more than ten different values are cut at their
        quantiles when left out.
    quantiles : int >= 2
        How many groups of about equal size quantiles make; with ties fewer.

    Returns
    -------
    Groups
        Only those with a row: numbers ascending, categories in their order, other labels by name.

    Raises
    ------
    InputError
        Of more than 200 groups, or of edges for a column that holds no numbers.

    Examples
    --------
    >>> grouped(["b", "a", None, "b"]).names
    ('a', 'b', None)
    >>> found = grouped([18.0, 35, 64, 35], edges=[30, 60])
    >>> found.names, found.code.tolist()
    (('< 30', '[30, 60)', '≥ 60'), [0, 1, 2, 1])
    """
    if isinstance(values, Groups):
        return values
    column = pd.Series(values).reset_index(drop=True)
    is_number = is_number_typed(column) and not pd.api.types.is_bool_dtype(column.dtype)
    if edges is not None and not is_number:
        raise InputError("Edges cut numbers only; got a column that holds other values. Leave the edges out.")
    if is_number and (edges is not None or _has_many(column)):
        numbers = column.to_numpy(dtype=np.float64, na_value=np.nan)
        return _cut(np.asarray(numbers, dtype=np.float64), edges, quantiles)
    return _by_value(column, is_number=is_number)


def crossed(first: ArrayLike | Groups, second: ArrayLike | Groups) -> Groups:
    """Which groups do two columns make together?

    Parameters
    ----------
    first, second : (n,) labels of any kind, or Groups
        As for `grouped`.

    Returns
    -------
    Groups
        Every pair that has a row.

    Raises
    ------
    InputError
        Of columns of different length, or of more than 200 groups.

    Examples
    --------
    >>> crossed(["a", "b", "a"], ["x", "x", None]).names
    ('a × x', 'a × —', 'b × x')
    """
    one, other = grouped(first), grouped(second)
    same_length(other.code, len(one.code), "second")
    both = [f"{a or MISSING}{CROSSED}{b or MISSING}" for a in one.names for b in other.names]
    return _with_rows(one.code * len(other) + other.code, list(both))


def typed_edges(text: str) -> FloatArray | None:
    """Which edges has a reader typed?

    Parameters
    ----------
    text : str
        Numbers with blanks, commas or semicolons between them.

    Returns
    -------
    (e,) float64, or None where nothing is typed

    Raises
    ------
    InputError
        Where a part is no finite number.

    Examples
    --------
    >>> typed_edges("30, 60").tolist(), typed_edges(" ")
    ([30.0, 60.0], None)
    """
    parts = [part for part in re.split(r"[\s,;，；、]+", text) if part]
    try:
        return finite_numbers([float(part) for part in parts], "edges") if parts else None
    except ValueError:
        raise InputError(
            "Edges must be numbers with blanks or commas between them; got '{value}'. Write them like 30, 60.",
            value=shown(text),
        ) from None


def written_edges(groups: Groups) -> str:
    """Return where numbers were cut as a reader would type it, with all digits; an empty text where nothing was.

    Examples
    --------
    >>> written_edges(grouped([18.0, 35, 64, 35], edges=[30, 60.5]))
    '30, 60.5'
    """
    return "" if groups.edges is None else ", ".join(repr(edge).removesuffix(".0") for edge in groups.edges.tolist())


def coded(column: pd.Series) -> tuple[IndexArray, Any]:
    """Return the place of each cell among the different values of a column, -1 where it is empty, and these values.

    Cells that cannot be told apart as they are, such as lists, are by their text.
    """
    try:
        return pd.factorize(column)
    except TypeError:
        return pd.factorize(column.map(str, na_action="ignore"))


def names_rows(values: ArrayLike) -> bool:
    """Does a column tell the rows apart, as a number of each does, so that its values make no groups?

    Parameters
    ----------
    values : (n,) values

    Returns
    -------
    bool
        Of texts: more different ones than half the cells. Of whole numbers: no two are the same; of other numbers
        never, since quantiles cut them. Not where there are few values.

    Examples
    --------
    >>> names_rows([f"row {i}" for i in range(40)]), names_rows(["a", "b"] * 20)
    (True, False)
    >>> names_rows(range(40)), names_rows([18, 35, 64, 35] * 10), names_rows([0.5 + i for i in range(40)])
    (True, False, False)
    """
    column = pd.Series(values).dropna()
    is_number = is_number_typed(column) and not pd.api.types.is_bool_dtype(column.dtype)
    # The first rows tell of most columns, and the others are looked at as a whole.
    for cells in (column.iloc[:GLANCE], column):
        different = len(coded(cells)[1])
        if different <= max(FEW_VALUES, len(cells) - 1 if is_number else len(cells) / 2):
            return False
    return not is_number or bool((column % 1 == 0).all())


def _has_many(column: pd.Series) -> bool:
    """Tell whether a column has more different values than are groups by themselves; mostly the first rows tell."""
    return column.iloc[:GLANCE].nunique() > FEW_VALUES or column.nunique() > FEW_VALUES


def _by_value(column: pd.Series, *, is_number: bool) -> Groups:
    """Return a group for each value."""
    code, found = coded(column)
    texts = [str(one) for one in found]
    if isinstance(column.dtype, pd.CategoricalDtype):
        order = np.argsort([list(column.cat.categories).index(one) for one in found])
    else:
        order = np.argsort(np.asarray(found, dtype=np.float64) if is_number else np.array(texts, dtype=object))
    place = np.empty(len(found) + 1, dtype=np.int64)
    place[order], place[-1] = np.arange(len(found)), len(found)  # the code of an empty cell is -1
    return _with_rows(place[code], [*(texts[i] for i in order), None])


def _cut(numbers: FloatArray, edges: ArrayLike | None, quantiles: int) -> Groups:
    """Return groups of numbers between edges."""
    known = numbers[~np.isnan(numbers)]
    if edges is None:
        shares = np.arange(1, whole_number(quantiles, "quantiles", least=2)) / quantiles
        # An edge is a value that a row has, so that it is read as it stands in the file.
        cuts = np.unique(np.quantile(known, shares, method="higher"))
        cuts = cuts[cuts > known.min()]
    else:
        cuts = np.unique(finite_numbers(edges, "edges"))
    code = np.where(np.isnan(numbers), len(cuts) + 1, np.searchsorted(cuts, numbers, side="right"))
    found = _with_rows(code, [*_names(cuts), None])
    return Groups(found.code, found.names, frozen(cuts))


def _names(cuts: FloatArray) -> list[str]:
    """Return the names of the groups between edges, with as few digits as tell these apart."""
    texts = next(
        texts for digits in (4, 6, 9, 17) if len(set(texts := [f"{cut:.{digits}g}" for cut in cuts])) == len(cuts)
    )
    if not texts:
        return [""]
    between = [f"[{low}, {high})" for low, high in pairwise(texts)]
    return [f"< {texts[0]}", *between, f"≥ {texts[-1]}"]


def _with_rows(code: IndexArray, names: list[str | None]) -> Groups:
    """Return the groups that have a row; those of one name are one."""
    used, place = np.unique(code, return_inverse=True)
    kept = [names[i] for i in used]
    if len(kept) > MOST_GROUPS:
        raise InputError(
            "A column must make at most {most} groups; got {count}. Choose a column with fewer values, or give edges.",
            most=MOST_GROUPS,
            count=len(kept),
        )
    once = list(dict.fromkeys(kept))
    of_name = np.array([once.index(name) for name in kept], dtype=np.int64)
    return Groups(of_name[place.ravel()], tuple(once))
