"""Rows that belong to one case (a patient, a user) depend on each other: sums by case, and what the cases can tell."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import special

from evalcore.errors import Message
from evalcore.intervals.percentiles import check_replicates
from evalcore.intervals.proportions import score_ends
from evalcore.support.arrays import FloatArray, IndexArray
from evalcore.support.cases import numbered
from evalcore.support.checks import one_dimensional

FEW_CASES = 20
NO_SPREAD = 1e-16  # variance of a share: what is less is rounding
NO_VARIANCE = 1e-28  # of shares: what is less is rounding
ALIKE = Message("All cases are alike in this, so they cannot tell how far it may be off, which is no certainty.")

INDEPENDENT_CASES = Message(
    "The cases are independent of each other, and neither model was fitted to them; rows of one case need not be."
)


def equal_cases(sizes: NDArray[Any]) -> float:
    """How many cases of equal size are as good as these, if all rows of a case are alike?

    Parameters
    ----------
    sizes : (count,) numbers >= 0
        Rows of each case.

    Returns
    -------
    float in [1, count]
        (sum of sizes)^2 / sum of squared sizes. *Undefined when* no case has a row: nan.

    References
    ----------
    Kish (1965), Survey Sampling, 8.2

    Examples
    --------
    >>> equal_cases(np.array([10, 10, 10])), equal_cases(np.array([28, 1, 1]))
    (3.0, 1.1450381679389312)
    """
    rows = np.asarray(sizes, dtype=np.float64)
    squares = float(np.einsum("i,i->", rows, rows))
    return float(rows.sum()) ** 2 / squares if squares > 0 else math.nan


def degrees_of_freedom(alike: float) -> float:
    """Return what Student's quantile of that many cases of equal size is taken with: one less, and at least 1."""
    return max(alike - 1, 1.0)


def student(confidence_level: float, df: float) -> float:
    """Return how many standard errors an interval reaches to either side, by Student's t."""
    return float(special.stdtrit(df, (1 + confidence_level) / 2))


def wider(confidence_level: float, df: float) -> float:
    """Return how much wider Student's quantile makes an interval than the normal one."""
    return student(confidence_level, df) / float(special.ndtri((1 + confidence_level) / 2))


def share_ends(share: float, variance: float, alike: float, confidence_level: float) -> tuple[float, float]:
    """Return Wilson's interval of a share by case, with as many rows as would vary so; nan where cases do not tell.

    Its variance is that between cases, and it is wider by Student's quantile, of `alike` cases of equal size. At an end
    each of these is one row.
    """
    rows = math.nan
    if variance > NO_SPREAD:
        rows = share * (1 - share) / variance / wider(confidence_level, degrees_of_freedom(alike)) ** 2
    elif min(share, 1 - share) < NO_SPREAD:
        rows = alike
    low, high = score_ends(share, rows, float(special.ndtri((1 + confidence_level) / 2)))
    return float(low), float(high)


def corrected(count: int) -> float:
    """Return k / (k - 1) of k cases, which makes a mean square unbiased; nan below two."""
    return count / (count - 1) if count > 1 else math.nan


def few_cases(*sizes: NDArray[Any]) -> tuple[Message, ...]:
    """Say that the cases are too few to show how much they differ.

    Parameters
    ----------
    *sizes : (count,) arrays
        Rows of each case: of all rows, or of one class each. The fewest cases count.

    Returns
    -------
    tuple of Message
        Empty from 20 cases on, unless they are so unequal that they are as good as fewer.
    """
    count = min(int(np.count_nonzero(rows)) for rows in sizes)
    alike = min(equal_cases(rows) for rows in sizes)
    if count < FEW_CASES:
        said = Message(
            "Cases with rows that this rests on: {count}. Below 20, tests and intervals by case hold what they say "
            "only roughly.",
            {"count": count},
        )
    elif alike < FEW_CASES:
        said = Message(
            "The {count} cases differ so much in size that they are as good as {alike:.0f} of one size: below 20, "
            "tests and intervals by case hold what they say only roughly.",
            {"count": count, "alike": alike},
        )
    else:
        return ()
    return (said,)


def one_case(*sizes: NDArray[Any]) -> Message | None:
    """Say that a single case, of all rows or of a class, does not tell how much cases differ."""
    if min(int(np.count_nonzero(rows)) for rows in sizes) > 1:
        return None
    return Message("How much cases differ needs at least two cases, of each class if it compares classes.")


def case_bootstrap(
    statistic: Callable[[IndexArray], Any], case: ArrayLike, rng: np.random.Generator, n_replicates: int = 2_000
) -> FloatArray:
    """What would a number have been had other cases been drawn?

    Parameters
    ----------
    statistic : callable
        Takes the places of the rows of a sample, (rows,) int, and returns a float or an array of one shape; of rows
        with which it is undefined nan. A case that is drawn twice brings its rows twice.
    case : (n,) labels of any kind
        Rows with equal labels belong to one case.
    rng : numpy.random.Generator
    n_replicates : int >= 2
        Samples: as many cases as there are, drawn with replacement, each with all its rows.

    Returns
    -------
    (n_replicates, ...) float64
        What the statistic gave; `evalcore.intervals.percentiles.percentiles` makes an interval of it.

    Raises
    ------
    InputError
        Where a label is missing.

    Notes
    -----
    Percentiles of these are too narrow with few cases, as all that is resampled: below 20 they are to be doubted.

    References
    ----------
    Field and Welsh (2007), https://doi.org/10.1111/j.1467-9868.2007.00593.x

    Examples
    --------
    >>> value, case = np.array([1.0, 1, 4, 4]), ["a", "a", "b", "b"]
    >>> means = case_bootstrap(lambda rows: value[rows].mean(), case, np.random.default_rng(0), 100)
    >>> sorted(set(means.tolist()))
    [1.0, 2.5, 4.0]
    """
    check_replicates(n_replicates)
    cases = numbered(case, len(one_dimensional(case, "case")))
    rows, sizes = np.argsort(cases.code, kind="stable"), cases.sizes
    first = np.cumsum(sizes) - sizes

    def drawn() -> Any:
        """Return the statistic of one sample."""
        chosen = rng.integers(cases.count, size=cases.count)
        of_chosen = sizes[chosen]
        before = np.cumsum(of_chosen) - of_chosen  # rows of the sample that come before those of each case
        return statistic(rows[np.repeat(first[chosen] - before, of_chosen) + np.arange(of_chosen.sum())])

    return np.array([drawn() for _ in range(n_replicates)], dtype=np.float64)
