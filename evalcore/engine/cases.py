"""Rates of rows that belong to cases, by sums over the cases of their counts and of the products of these."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

import numpy as np

from evalcore.counts import ConfusionMatrix
from evalcore.counts.of_cases import CasesInCells
from evalcore.engine.dialect import Dialect, Scan
from evalcore.errors import InputError, Message
from evalcore.support.arrays import FloatArray, frozen
from evalcore.support.results import Result
from evalcore.support.text import shown

COUNTS: Final = ("tp", "fp", "fn", "tn")
Rate = Literal["recall", "specificity", "precision", "npv", "accuracy"]
# The counts above the line, and those below it.
_RATES: Final[dict[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "recall": (("tp",), ("tp", "fn")),
    "specificity": (("tn",), ("tn", "fp")),
    "precision": (("tp",), ("tp", "fp")),
    "npv": (("tn",), ("tn", "fn")),
    "accuracy": (("tp", "tn"), COUNTS),
}
NOTHING_TO_SHARE: Final = Message("No row could have the property.")
MOST_CASES: Final = 2_000_000
TOO_FEW_CASES: Final = Message("A standard error by case needs at least two cases.")


class RateByCase(NamedTuple):
    """A rate of all rows and its standard error by case; nan where undefined, then `reason` says why."""

    value: float
    standard_error: float
    reason: Message | None = None


@dataclass(frozen=True, eq=False)
class CaseSums(Result):
    """What do the counts at a threshold come to, and how much do they vary between cases?

    Parameters
    ----------
    matrix : ConfusionMatrix
        Of all rows.
    n_cases : int
    products : (4, 4) float64
        Sums over cases of the products of their tp, fp, fn and tn.
    """

    matrix: ConfusionMatrix
    n_cases: int
    products: FloatArray

    @classmethod
    def of(cls, found: Sequence[int]) -> CaseSums:
        """Return the sums, of what a dialect returns."""
        n_cases, tp, fp, fn, tn, *pairs = found
        products = np.zeros((4, 4))
        products[np.triu_indices(4)] = pairs
        products = np.triu(products) + np.triu(products, 1).T
        return cls(ConfusionMatrix.binary(tp, fp, fn, tn), n_cases, frozen(products))

    def rate(self, name: Rate) -> RateByCase:
        """Return a rate with its standard error.

        Notes
        -----
        Of r = A / B with a_k and b_k of case k: SE^2 = K / (K - 1) sum (a_k - r b_k)^2 / B^2, for K cases drawn at
        random. *Undefined when* B is 0; the standard error also with fewer than two cases.
        """
        if name not in _RATES:
            raise InputError(
                "The rate must be one of {rates}; got '{name}'. Choose one of them.",
                rates=", ".join(_RATES),
                name=name,
            )
        above, below = (np.isin(COUNTS, parts).astype(np.float64) for parts in _RATES[name])
        totals = np.array([getattr(self.matrix, count) for count in COUNTS], dtype=np.float64)
        whole = float(below @ totals)
        if not whole:
            return RateByCase(math.nan, math.nan, NOTHING_TO_SHARE)
        value = float(above @ totals) / whole
        if self.n_cases < 2:
            return RateByCase(value, math.nan, TOO_FEW_CASES)
        off = above - value * below
        spread = max(float(off @ self.products @ off), 0.0)
        return RateByCase(value, math.sqrt(spread * self.n_cases / (self.n_cases - 1)) / whole)


def in_cells(dialect: Dialect, scan: Scan, case: str, place: int, threshold: float) -> CasesInCells:
    """Return what cases have in the four cells at a threshold of a number; refuse what is too much to keep."""
    found = dialect.cases_in_cells(scan, case, place, threshold, MOST_CASES)
    kinds = np.array(found, dtype=np.int64).reshape(-1, 5)
    count = int(kinds[:, 4].sum())
    if not 0 < count <= MOST_CASES:
        raise InputError(
            "Rows must belong to 1 to {most} cases for intervals by case; column '{column}' has {count}. "
            "Choose a filter or another column.",
            most=f"{MOST_CASES:,}",
            column=shown(case),
            count=f"{count:,}",
        )
    return CasesInCells(kinds[:, :4].copy(), kinds[:, 4].copy())
