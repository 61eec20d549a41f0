"""In which columns do two sets of rows differ most, such as the rows of two cells of a matrix?"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Final

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike
from scipy import special, stats

from evalcore.counts.reasons import OF_CASES
from evalcore.decisions.groups import coded
from evalcore.errors import InputError, Message
from evalcore.intervals import Estimate, independent_difference, wilson
from evalcore.significance import holm
from evalcore.support.arrays import BoolArray, FloatArray
from evalcore.support.cases import Cases, numbered
from evalcore.support.checks import check_level, same_length, truths
from evalcore.support.numbers import is_number_typed
from evalcore.support.results import Result

MOST_LEVELS: Final = 20  # of a column, the most frequent ones
FEW_EXPECTED: Final = 5
TOO_FEW: Final = Message("A standardised difference needs at least two rows with a value on each side.")
CONSTANT: Final = Message("On each side all values are the same, so there is no spread to measure the difference by.")
ALIKE: Final = Message("All values are the same on both sides.")


@dataclass(frozen=True)
class ColumnDifference(Estimate):
    """How far apart are two sets of rows in one column?

    Parameters
    ----------
    value, low, high, confidence_level, method, reason, warnings
        See `Estimate`: the standardised difference, first less second; +inf or -inf where neither side has a spread.
    column : str
    kind : "number", "level" or "missing"
        Whether means are compared, shares of a value, or shares of empty cells.
    level : str
        Which value; "" where it is none.
    first, second : float
        Means, or shares, of both sides.
    n_first, n_second : int
        Rows that these are of.
    pvalue, adjusted : float
        Whether both sides could be of one population; adjusted for all that is compared here (Holm).
    """

    column: str = field(kw_only=True)
    kind: str = field(kw_only=True)
    level: str = field(default="", kw_only=True)
    first: float = field(kw_only=True)
    second: float = field(kw_only=True)
    n_first: int = field(kw_only=True)
    n_second: int = field(kw_only=True)
    pvalue: float = field(default=math.nan, kw_only=True)
    adjusted: float = field(default=math.nan, kw_only=True)


@dataclass(frozen=True, eq=False)
class ColumnsApart(Result):
    """In which columns do two sets of rows differ most? Iterating gives the differences.

    Parameters
    ----------
    rows : tuple of ColumnDifference
        The largest first, either way; undefined ones last.
    skipped : tuple of str
        Columns in which no value comes twice, such as names and numbers of rows: only their empty cells are compared.
    n_first, n_second : int
        Rows of both sets.
    """

    rows: tuple[ColumnDifference, ...]
    skipped: tuple[str, ...]
    n_first: int
    n_second: int

    def __iter__(self) -> Iterator[ColumnDifference]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, place: int) -> ColumnDifference:
        return self.rows[place]

    def to_frame(self) -> pd.DataFrame:
        """Return a row a difference."""
        names = ("column", "kind", "level", "value", "low", "high", "first", "second", "pvalue", "adjusted")
        frame = pd.DataFrame([[getattr(row, name) for name in names] for row in self.rows], columns=list(names))
        return frame.assign(note=["" if row.reason is None else str(row.reason) for row in self.rows])


def columns_apart(
    frame: pd.DataFrame,
    first: ArrayLike,
    second: ArrayLike,
    *,
    case: ArrayLike | Cases | None = None,
    confidence_level: float = 0.95,
) -> ColumnsApart:
    """In which columns do two sets of rows differ most?

    Parameters
    ----------
    frame : pandas.DataFrame of n rows
    first, second : (n,) True/False or 1/0
        Which rows belong to each set; none to both.
    case : (n,) labels of any kind, optional
        Rows with equal labels belong to one case: there is then no interval and no p-value.
    confidence_level : float in (0, 1)
        Of each interval alone.

    Returns
    -------
    ColumnsApart

    Raises
    ------
    InputError
        Where a set has no row, or a row is in both.

    Notes
    -----
    Numbers: d = (m1 - m2) / s with s^2 = (s1^2 + s2^2) / 2, and Bonett's interval, which does not need equal spreads;
    p by Welch's t test. Values of other columns, and empty cells: the difference of shares over the root of (p1 (1 -
    p1) + p2 (1 - p2)) / 2; the interval is Newcombe's of the difference, over the same root; p by the score test of two
    shares, where fewer than five rows are expected in a cell by Fisher's exact test. Of a column the 20 most frequent
    values are compared; of two values one says all. Infinite numbers count as empty cells. All p-values are adjusted
    together by Holm's method. Rows count once each. Of the columns that a model was made of or a cell was chosen by, a
    difference is no discovery. *Undefined when* fewer than two rows have a number on a side, or neither side has a
    spread: `reason` says why.

    References
    ----------
    Austin (2009), https://doi.org/10.1002/sim.3697; Bonett (2008), https://doi.org/10.1037/1082-989X.13.2.99; Newcombe
    (1998), https://doi.org/10.1002/(SICI)1097-0258(19980430)17:8<873::AID-SIM779>3.0.CO;2-I

    Examples
    --------
    >>> frame = pd.DataFrame({"age": [20, 30, 25, 60, 70, 65], "sex": list("fmfmfm")})
    >>> found = columns_apart(frame, frame["age"] < 50, frame["age"] >= 50)
    >>> [(row.column, row.level, round(row.value, 2), round(row.first, 2)) for row in found]
    [('age', '', -8.0, 25.0), ('sex', 'm', -0.71, 0.33)]
    """
    check_level(confidence_level)
    sides = _sides(first, second, len(frame))
    cases = None if case is None else numbered(case, len(frame))
    found, skipped = [], []
    for name in frame.columns:
        rows, is_skipped = _of_column(frame[name], str(name), sides, confidence_level)
        found += rows
        skipped += [str(name)] if is_skipped else []
    if cases is not None and cases.count < len(frame):
        found = [_without_interval(one) for one in found]
    adjusted = holm([one.pvalue for one in found]) if found else ()
    found = [replace(one, adjusted=float(p)) for one, p in zip(found, adjusted, strict=True)]
    found.sort(key=lambda one: (math.isnan(one.value), -abs(one.value)))
    return ColumnsApart(tuple(found), tuple(skipped), *(int(np.count_nonzero(side)) for side in sides))


def _without_interval(one: ColumnDifference) -> ColumnDifference:
    """Return a difference of rows that depend on each other."""
    return replace(one, low=math.nan, high=math.nan, pvalue=math.nan, reason=one.reason or OF_CASES)


def _sides(first: ArrayLike, second: ArrayLike, n: int) -> tuple[BoolArray, BoolArray]:
    """Return which rows are on each side, checked."""
    one, other = truths(first, "first"), truths(second, "second")
    for side, name in ((one, "first"), (other, "second")):
        same_length(side, n, name)
        if not side.any():
            raise InputError("{name} must have at least one row; got none. Choose another cell.", name=name)
    if (one & other).any():
        raise InputError(
            "No row may be in both sets; got {count}. Compare cells that are not the same.",
            count=int(np.count_nonzero(one & other)),
        )
    return one, other


def _of_column(
    column: pd.Series, name: str, sides: tuple[BoolArray, BoolArray], level: float
) -> tuple[list[ColumnDifference], bool]:
    """Return what is compared of a column, and whether its values are not."""
    is_number = is_number_typed(column) and not pd.api.types.is_bool_dtype(column.dtype)
    if is_number:
        numbers = np.asarray(column.to_numpy(dtype=np.float64, na_value=np.nan), dtype=np.float64)
        missing = ~np.isfinite(numbers)
        found, skipped = [_of_numbers([numbers[side & ~missing] for side in sides], name, level)], False
    else:
        missing = column.isna().to_numpy(dtype=bool)
        found, skipped = _of_levels(column, missing, name, sides, level)
    if missing[sides[0] | sides[1]].any():
        counts = [(int(np.count_nonzero(missing & side)), int(np.count_nonzero(side))) for side in sides]
        found.append(_of_shares(counts, level, column=name, kind="missing"))
    return found, skipped


def _of_numbers(values: list[FloatArray], name: str, level: float) -> ColumnDifference:
    """Return how far the means of both sides are apart."""
    sizes = [len(of) for of in values]
    about: dict[str, Any] = {
        **{"confidence_level": level, "column": name, "kind": "number"},
        **{"n_first": sizes[0], "n_second": sizes[1]},
    }
    most = max((float(np.abs(of).max()) for of in values if len(of)), default=0.0) or 1.0
    means = [float((of / most).mean()) if len(of) else math.nan for of in values]  # so no square overflows
    about |= {"first": means[0] * most, "second": means[1] * most}
    if min(sizes) < 2:
        return ColumnDifference(math.nan, reason=TOO_FEW, **about)
    variances = [float((of / most).var(ddof=1)) for of in values]
    spread, gap = sum(variances) / 2, means[0] - means[1]
    if spread == 0:
        return _without_spread(gap, about)
    d, df = gap / math.sqrt(spread), [size - 1 for size in sizes]
    parts = zip(variances, df, strict=True)
    own = sum(d**2 * v**2 / (8 * spread**2 * k) + v / (spread * k) for v, k in parts)
    half = float(special.ndtri((1 + level) / 2)) * math.sqrt(own)
    error = math.sqrt(sum(v / n for v, n in zip(variances, sizes, strict=True)))
    welch = error**4 / sum((v / n) ** 2 / (n - 1) for v, n in zip(variances, sizes, strict=True))
    pvalue = 2 * float(stats.t.sf(abs(gap) / error, welch))
    return ColumnDifference(d, d - half, d + half, pvalue=pvalue, **about)


def _of_levels(
    column: pd.Series, missing: BoolArray, name: str, sides: tuple[BoolArray, BoolArray], level: float
) -> tuple[list[ColumnDifference], bool]:
    """Return how far the shares of each value are apart, and whether no value comes twice."""
    used = (sides[0] | sides[1]) & ~missing
    code, values = coded(column[used])
    if not len(values):
        return [], False
    counts = np.bincount(code, minlength=len(values))
    if counts.max() == 1 and len(values) > 1:
        return [], True
    texts = [str(value) for value in values]
    order = sorted(range(len(values)), key=lambda i: (-counts[i], texts[i]))[:MOST_LEVELS]
    if len(values) == 2:
        order = [max(order, key=lambda i: texts[i])]
    on_side = [np.bincount(code[side[used]], minlength=len(values)) for side in sides]
    found = []
    for i in order:
        pairs = [(int(of[i]), int(of.sum())) for of in on_side]
        found.append(_of_shares(pairs, level, column=name, kind="level", level_name=texts[i]))
    return found, False


def _of_shares(
    counts: list[tuple[int, int]], confidence_level: float, *, column: str, kind: str, level_name: str = ""
) -> ColumnDifference:
    """Return how far two shares are apart, each so many of so many rows."""
    shares = [k / n if n else math.nan for k, n in counts]
    n1, n2 = (n for _, n in counts)
    about: dict[str, Any] = {
        **{"confidence_level": confidence_level, "column": column, "kind": kind, "level": level_name},
        **{"first": shares[0], "second": shares[1], "n_first": n1, "n_second": n2},
    }
    if not n1 or not n2:
        return ColumnDifference(math.nan, reason=TOO_FEW, **about)
    spread = math.sqrt(sum(p * (1 - p) for p in shares) / 2)
    if spread == 0:
        pvalue = _of_two_shares(counts) if shares[0] != shares[1] else math.nan
        return replace(_without_spread(shares[0] - shares[1], about), pvalue=pvalue)
    ends = (wilson(k, n, confidence_level=confidence_level) for k, n in counts)
    one, other = (Estimate(p, float(e.low), float(e.high)) for p, e in zip(shares, ends, strict=True))
    apart = independent_difference(one, other).times(1 / spread)
    return ColumnDifference(apart.value, apart.low, apart.high, pvalue=_of_two_shares(counts), **about)


def _without_spread(gap: float, about: dict[str, Any]) -> ColumnDifference:
    """Return the difference of two sides that have no spread: none, or beyond any measure."""
    if gap == 0:
        return ColumnDifference(0.0, reason=ALIKE, **about)
    return ColumnDifference(math.copysign(math.inf, gap), reason=CONSTANT, **about)


def _of_two_shares(counts: list[tuple[int, int]]) -> float:
    """Return the p-value of two shares being one."""
    (k1, n1), (k2, n2) = counts
    both = (k1 + k2) / (n1 + n2)
    if min(n1, n2) * min(both, 1 - both) < FEW_EXPECTED:
        return float(stats.fisher_exact(np.array([[k1, n1 - k1], [k2, n2 - k2]]))[1])
    error = math.sqrt(both * (1 - both) * (1 / n1 + 1 / n2))
    return 2 * float(special.ndtr(-abs(k1 / n1 - k2 / n2) / error))
