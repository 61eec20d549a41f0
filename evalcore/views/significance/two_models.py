"""Two models on one test set, step by step: McNemar's test of the rows that only one of them gets wrong."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from evalcore.errors import InputError
from evalcore.predictions import BinaryView
from evalcore.significance import Disagreement, McnemarResult, disagreement, mcnemar
from evalcore.significance.contingency import FEW_DISCORDANT, Method, largest_kept
from evalcore.views.significance import steps
from evalcore.views.significance.null_pictures import (
    NullPicture,
    Window,
    count_picture,
    count_window,
    density_picture,
    with_observed,
)
from evalcore.views.significance.series import View, view_of

ONLY_A, ONLY_B, ALPHA = "e01", "e10", "alpha"
MOST = 500
# The density of chi-square has no largest value, and what is rejected lies low on it. So its root is shown, the
# size of a normal variable: from 0 to 5, with the numbers of chi-square, 0 to 25.
ROOT = Window(0, 1)
METHODS: tuple[Method, ...] = ("exact", "mid-p", "corrected", "uncorrected")


@dataclass(frozen=True)
class McnemarStep:
    """What the figure shows for one table and level.

    Parameters
    ----------
    table : Disagreement
    n, wrong_a, wrong_b : int
        Rows, and how many of them each model gets wrong.
    difference, low, high : float
        Error rate of a minus that of b with its interval at level 1 - alpha.
    used : "exact", "mid-p", "corrected" or "uncorrected"
    kept : (int, int)
        Values of e01 that are not rejected, where p is counted out.
    critical : float
        Chi-square beyond which the hypothesis is rejected.
    size : float
        Probability of a rejected value of e01, if the hypothesis is true.
    """

    table: Disagreement
    alpha: float
    n: int
    wrong_a: int
    wrong_b: int
    difference: float
    low: float
    high: float
    used: str
    statistic: float
    pvalue: float
    kept: tuple[int, int]
    critical: float
    size: float
    picture: NullPicture

    @property
    def discordant(self) -> int:
        """Rows that only one model gets wrong."""
        return self.table.e01 + self.table.e10

    @property
    def is_counted(self) -> bool:
        """Whether the null distribution is that of a count."""
        return self.used in {"exact", "mid-p"}


def mcnemar_view(table: Disagreement, *, alpha: float, method: Method = "auto", handles: Sequence[str]) -> View:
    """What does McNemar's test show, and how does that follow each of its handles?

    Parameters
    ----------
    table : Disagreement
    alpha : float
    method : "auto", "exact", "mid-p", "corrected" or "uncorrected"
    handles : sequence of ONLY_A, ONLY_B, ALPHA

    Returns
    -------
    View
        Of `McnemarStep`.
    """
    wanted: dict[str, tuple[Sequence[float], Sequence[float], Sequence[McnemarStep]]] = {}
    for name in (ONLY_A, ONLY_B):
        if name in handles:
            found = steps.counts(getattr(table, name), MOST)
            tables = [table._replace(**{name: count}) for count in found]
            wanted[name] = (found, [steps.count_place(one) for one in found], _steps(tables, alpha, method))
    if ALPHA in handles:
        levels = steps.alphas(alpha)
        wanted[ALPHA] = (levels, levels, [_steps([table], one, method)[0] for one in levels])
    present = {ONLY_A: table.e01, ONLY_B: table.e10, ALPHA: alpha}
    return view_of(_steps([table], alpha, method)[0], wanted, present, "two-sided")


def _steps(tables: Sequence[Disagreement], alpha: float, method: Method) -> list[McnemarStep]:
    """Return what is shown for several tables at one level."""
    discordant = np.array([table.e01 + table.e10 for table in tables])
    few = discordant < FEW_DISCORDANT if method == "auto" else np.full(discordant.size, method in {"exact", "mid-p"})
    largest, sizes = discordant, np.zeros(discordant.size)
    if few.any():
        largest = largest_kept(discordant, method if method == "mid-p" else "exact", alpha)
        sizes = 2 * np.asarray(stats.binom.sf(largest, discordant, 0.5))
    critical = float(stats.chi2.isf(alpha, 1))
    chi_square = None if few.all() else _chi_square(critical)
    found = []
    for table, most, size, is_counted in zip(tables, largest.tolist(), sizes.tolist(), few.tolist(), strict=True):
        test = mcnemar_of(table, alpha, method)
        kept = (table.e01 + table.e10 - most, most)
        if is_counted or chi_square is None:
            shown = _counted(table, kept)
        else:
            shown = with_observed(chi_square, math.sqrt(test.statistic), ROOT, both=False)
        found.append(_step(table, alpha, test, kept=kept, critical=critical, size=size, picture=shown))
    return found


def _step(
    table: Disagreement,
    alpha: float,
    test: McnemarResult,
    *,
    kept: tuple[int, int],
    critical: float,
    size: float,
    picture: NullPicture,
) -> McnemarStep:
    return McnemarStep(
        table=table,
        alpha=alpha,
        n=sum(table),
        wrong_a=table.e01 + table.e11,
        wrong_b=table.e10 + table.e11,
        difference=test.difference,
        low=test.difference_low,
        high=test.difference_high,
        used=test.method.removeprefix("mcnemar-"),
        statistic=test.statistic,
        pvalue=test.pvalue,
        kept=kept,
        critical=critical,
        size=size,
        picture=picture,
    )


def mcnemar_of(table: Disagreement, alpha: float, method: Method) -> McnemarResult:
    """Return McNemar's test of a table, with intervals at level 1 - alpha.

    Examples
    --------
    >>> test = mcnemar_of(Disagreement(150, 25, 10, 15), 0.05, "auto")
    >>> f"{test.statistic:.2f} {test.pvalue:.4f} {test.difference:.3f}"
    '5.60 0.0180 0.075'
    """
    n = sum(table)
    return mcnemar(table.e01, table.e10, method=method, n=n or None, confidence_level=1 - alpha)


def decided(table: Disagreement, alpha: float) -> tuple[list[McnemarResult], bool]:
    """What do all forms of the test say, and do they say the same?

    Returns
    -------
    (list of McnemarResult, bool)
        In the order of METHODS; whether all verdicts agree.

    Examples
    --------
    >>> tests, agree = decided(Disagreement(80, 12, 4, 4), 0.05)
    >>> [test.reject(0.05) for test in tests], agree
    ([False, True, False, True], False)
    """
    tests = [mcnemar_of(table, alpha, method) for method in METHODS]
    return tests, len({test.reject(alpha) for test in tests}) == 1


def rows_of(table: Disagreement) -> int:
    """How many rows does a table have?"""
    return sum(table)


def discordant_share(table: Disagreement) -> float:
    """On which share of the rows is just one model right? nan without rows."""
    n = sum(table)
    return (table.e01 + table.e10) / n if n else math.nan


def wrong_rows(a: BinaryView, t_a: float | None, b: BinaryView, t_b: float | None) -> Disagreement:
    """On how many rows are two models both right, only one, or none?

    Parameters
    ----------
    a, b : BinaryView
        Of the same rows.
    t_a, t_b : float or None
        A row is predicted positive from the threshold on; None for predicted labels.

    Raises
    ------
    InputError
        Where rows have weights: the test counts rows.
    """
    if a.weight is not None:
        raise InputError(
            "The rows must count once each; these have weights. Test without the weights, or type the numbers in."
        )
    return disagreement(a.y_true, called_positive(a, t_a), called_positive(b, t_b))


def called_positive(rows: BinaryView, t: float | None) -> NDArray[np.bool_]:
    """Which rows does a model predict positive at a threshold?"""
    if rows.predicted is not None:
        return rows.predicted
    if rows.score is None or t is None:
        raise ValueError("a score needs a threshold")
    return np.asarray(rows.score >= t)


def _counted(table: Disagreement, kept: tuple[int, int]) -> NullPicture:
    n = table.e01 + table.e10
    return count_picture(n, 0.5, kept, table.e01, count_window(n, 0.5, table.e01))


def _chi_square(critical: float) -> NullPicture:
    """Return the picture of the root of chi-square, with the numbers of chi-square."""
    picture = density_picture(stats.halfnorm, (-math.inf, math.sqrt(critical)), 0.0, ROOT)
    return replace(picture, ticks=[root**2 for root in picture.ticks])
