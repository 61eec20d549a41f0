"""Two models on one test set, step by step: McNemar's test of the rows that only one of them gets wrong."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats

from evalcore.errors import InputError
from evalcore.predictions import BinaryView
from evalcore.significance import CaseMcnemarResult, Disagreement, McnemarResult, disagreement, mcnemar
from evalcore.significance.contingency import COUNTED, MID_P, Method, largest_kept, mcnemar_pvalues
from evalcore.significance.results import among, level_of_each
from evalcore.support.arrays import BoolArray, FloatArray, frozen
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
METHODS: tuple[Method, ...] = (MID_P, "exact", "corrected", "uncorrected")


@dataclass(frozen=True)
class McnemarStep:
    """What the figure shows for one table and level.

    Parameters
    ----------
    table : Disagreement
    n, wrong_a, wrong_b : int
        Rows, and how many of them each model gets wrong.
    difference, low, high : float
        Error rate of a minus that of b with its interval at level 1 - alpha, of all pairs together.
    pvalue, own_pvalue : float
        Adjusted for all pairs of models, and of this pair alone.
    used : "exact", "mid-p", "corrected", "uncorrected" or "by case"
    kept : (int, int)
        Values of e01 that are not rejected, where p is counted out.
    critical : float
        Chi-square beyond which the hypothesis is rejected.
    size : float
        Probability of a rejected value of e01, if the hypothesis is true.
    test : McnemarResult or CaseMcnemarResult
        All of these are read off it.
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
    own_pvalue: float
    kept: tuple[int, int]
    critical: float
    size: float
    test: McnemarResult | CaseMcnemarResult
    picture: NullPicture

    @property
    def discordant(self) -> int:
        """Rows that only one model gets wrong."""
        return self.table.e01 + self.table.e10

    @property
    def is_counted(self) -> bool:
        """Whether the null distribution is that of a count."""
        return self.used in COUNTED


def mcnemar_view(
    table: Disagreement,
    *,
    alpha: float,
    method: Method = "auto",
    handles: Sequence[str],
    others: tuple[Disagreement, ...] = (),
) -> View:
    """What does McNemar's test show, and how does that follow each of its handles?

    Parameters
    ----------
    table : Disagreement
    alpha : float
    method : "auto", "exact", "mid-p", "corrected" or "uncorrected"
    handles : sequence of ONLY_A, ONLY_B, ALPHA
    others : tuple of Disagreement
        Of all other pairs of models on these rows, for which verdict and interval answer, too.

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
            wanted[name] = (found, [steps.count_place(one) for one in found], _steps(tables, alpha, method, others))
    if ALPHA in handles:
        levels = steps.alphas(alpha)
        wanted[ALPHA] = (levels, levels, [_steps([table], one, method, others)[0] for one in levels])
    present = {ONLY_A: table.e01, ONLY_B: table.e10, ALPHA: alpha}
    return view_of(_steps([table], alpha, method, others)[0], wanted, present, "two-sided")


def _steps(
    tables: Sequence[Disagreement], alpha: float, method: Method, others: tuple[Disagreement, ...]
) -> list[McnemarStep]:
    """Return what is shown for several tables at one level."""
    discordant = np.array([table.e01 + table.e10 for table in tables])
    tests = [mcnemar_of(table, alpha, method, others) for table in tables]
    level = tests[0].own_level(alpha)  # with handles that change the table there are no others
    is_counted = method in COUNTED
    largest, sizes = discordant, np.zeros(discordant.size)
    if is_counted:
        largest = largest_kept(discordant, method, level)
        sizes = 2 * np.asarray(stats.binom.sf(largest, discordant, 0.5))
    critical = float(stats.chi2.isf(level, 1))
    chi_square = None if is_counted else chi_square_picture(critical)
    found = []
    for table, test, most, size in zip(tables, tests, largest.tolist(), sizes.tolist(), strict=True):
        kept = (table.e01 + table.e10 - most, most)
        if chi_square is None:
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
        pvalue=test.adjusted,
        own_pvalue=test.pvalue,
        kept=kept,
        critical=critical,
        size=size,
        test=test,
        picture=picture,
    )


def mcnemar_of(
    table: Disagreement, alpha: float, method: Method, others: tuple[Disagreement, ...] = ()
) -> McnemarResult:
    """Return McNemar's test of a table among those of all other pairs, with intervals of level 1 - alpha together.

    Examples
    --------
    >>> test = mcnemar_of(Disagreement(150, 25, 10, 15), 0.05, "auto")
    >>> f"{test.statistic:.2f} {test.pvalue:.4f} {test.difference:.3f}"
    '25.00 0.0113 0.075'
    """
    n, level = sum(table), level_of_each(1 - alpha, n_pairs(others))
    test = mcnemar(table.e01, table.e10, method=method, n=n or None, confidence_level=level)
    return among(test, _other_pvalues(others, method)) if others else test


def _other_pvalues(others: tuple[Disagreement, ...], method: Method) -> FloatArray:
    return frozen(mcnemar_pvalues([(table.e01, table.e10) for table in others], method=method))


def n_pairs(others: Sequence[object]) -> int:
    """How many pairs of models are there with these others?"""
    return 1 + len(others)


def resamples(of_one_pair: int, others: Sequence[object]) -> int:
    """How many resamples does each pair take, so that its adjusted p can be as small as that of a single pair?"""
    return of_one_pair * n_pairs(others)


def other_pairs(y_true: ArrayLike, called: Sequence[ArrayLike]) -> tuple[Disagreement, ...]:
    """On how many rows are two models right or wrong, for all pairs of several but the first two?

    Parameters
    ----------
    y_true : (n,) bool
    called : sequence of (n,) bool
        Which rows each model calls positive; rows count once each.

    Examples
    --------
    >>> other_pairs([True, False], [[True, False], [True, True], [False, False]])
    (Disagreement(e00=1, e01=0, e10=1, e11=0), Disagreement(e00=0, e01=1, e10=1, e11=0))
    """
    pairs = list(combinations(called, 2))[1:]
    return tuple(disagreement(y_true, a, b) for a, b in pairs)


def decided(
    table: Disagreement, alpha: float, others: tuple[Disagreement, ...] = ()
) -> tuple[list[McnemarResult], bool]:
    """What do all forms of the test say, and do they say the same?

    Returns
    -------
    (list of McnemarResult, bool)
        In the order of METHODS; whether all verdicts agree.

    Examples
    --------
    >>> tests, agree = decided(Disagreement(80, 12, 4, 4), 0.05)
    >>> [test.reject(0.05) for test in tests], agree
    ([True, False, False, True], False)
    """
    tests = [mcnemar_of(table, alpha, method, others) for method in METHODS]
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


def called_positive(rows: BinaryView, t: float | None) -> BoolArray:
    """Which rows does a model predict positive at a threshold?"""
    if rows.predicted is not None:
        return rows.predicted
    if rows.score is None or t is None:
        raise ValueError("a score needs a threshold")
    return np.asarray(rows.score >= t)


def _counted(table: Disagreement, kept: tuple[int, int]) -> NullPicture:
    n = table.e01 + table.e10
    return count_picture(n, 0.5, kept, table.e01, count_window(n, 0.5, table.e01))


def chi_square_picture(critical: float) -> NullPicture:
    """Return the picture of the root of chi-square, with the numbers of chi-square."""
    picture = density_picture(stats.halfnorm, (-math.inf, math.sqrt(critical)), 0.0, ROOT)
    return replace(picture, ticks=[root**2 for root in picture.ticks])
