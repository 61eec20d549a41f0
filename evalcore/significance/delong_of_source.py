"""DeLong's test of models whose rows stay in a source, which has told the standard errors of their differences."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final, NamedTuple

import numpy as np
from scipy import special

from evalcore.errors import Message
from evalcore.significance.adjustment import holm
from evalcore.significance.delong import (
    ASSUMPTIONS,
    CLIPPED,
    HYPOTHESIS,
    SAME_DIFFERENCE,
    SAME_ORDER,
    AucDifferences,
    DelongResult,
)
from evalcore.significance.few_rows import FEW_FOR_DELONG, FEW_WRONG
from evalcore.significance.null_distributions import known_null
from evalcore.support.arrays import frozen
from evalcore.support.checks import check_level

FEW: Final = Message(
    "A class has too few rows, or too few on the wrong side of an area, for DeLong's variance: load these rows into "
    "memory to test the difference."
)


class KnownPair(NamedTuple):
    """What is known of two models on the same rows: both areas, and DeLong's standard error of their difference."""

    auc_a: float
    auc_b: float
    standard_error: float


def auc_differences_of_source(
    found: Mapping[tuple[str, str], KnownPair], *, n_pos: int, n_neg: int, confidence_level: float = 0.95
) -> AucDifferences:
    """Which of many models on the same rows differ in their area, their standard errors being known?

    Parameters
    ----------
    found : mapping of (first, second) to KnownPair
        All pairs of the models.
    n_pos, n_neg : int
        Rows of each class.
    confidence_level : float in (0, 1)
        Of all intervals together.

    Returns
    -------
    AucDifferences
        As `auc_differences` makes it of single rows.

    Notes
    -----
    z = (AUC_a - AUC_b) / SE. *Undefined when* a class has fewer rows than DeLong's variance needs: what else such rows
    are tested by needs the rows themselves. Models that order all rows alike: p = 1, no statistic.

    References
    ----------
    DeLong, DeLong and Clarke-Pearson (1988), https://doi.org/10.2307/2531595

    Examples
    --------
    >>> one = auc_differences_of_source({("a", "b"): KnownPair(0.9, 0.88, 0.005)}, n_pos=500, n_neg=900)
    >>> f"{one.tests[0].difference:.2f} {one.tests[0].statistic:.1f} {one.tests[0].low:.4f}"
    '0.02 4.0 0.0102'
    """
    check_level(confidence_level)
    sizes = (int(n_pos), int(n_neg))
    tests = [_test(one, sizes, confidence_level) for one in found.values()]
    adjusted = frozen(holm([test.pvalue for test in tests]))
    level = 1 - (1 - confidence_level) / max(int(np.count_nonzero(~np.isnan(adjusted))), 1)
    final = tuple(_test(one, sizes, level) for one in found.values())
    return AucDifferences(tuple(found), final, adjusted, confidence_level)


def _test(of: KnownPair, sizes: tuple[int, int], level: float) -> DelongResult:
    """Return the test of one pair, its interval at this level."""
    difference, error = of.auc_a - of.auc_b, of.standard_error
    reason = _reason(of, sizes)
    is_known = reason is None
    statistic = difference / error if is_known else math.nan
    half = float(special.ndtri((1 + level) / 2)) * error if is_known else math.nan
    cut = (CLIPPED,) if abs(difference) + half > 1 else ()
    return DelongResult(
        statistic=statistic,
        pvalue=1.0 if reason is SAME_ORDER else 2 * float(special.ndtr(-abs(statistic))),
        method="delong",
        hypothesis=HYPOTHESIS,
        effect=difference,
        low=float(np.maximum(difference - half, -1)),
        high=float(np.minimum(difference + half, 1)),
        confidence_level=level,
        assumptions=ASSUMPTIONS,
        warnings=(*(() if reason is None else (reason,)), *cut),
        null_distribution=known_null("norm"),
        auc_a=of.auc_a,
        auc_b=of.auc_b,
        standard_error=error,
        delong_pvalue=1.0 if reason is SAME_ORDER else 2 * float(special.ndtr(-abs(statistic))),
    )


def _reason(of: KnownPair, sizes: tuple[int, int]) -> Message | None:
    """Say why there is no test."""
    if of.standard_error == 0:
        return SAME_DIFFERENCE if of.auc_a != of.auc_b else SAME_ORDER
    wrong = min(sizes) * min(*(min(area, 1 - area) for area in of[:2]))
    return FEW if min(sizes) < FEW_FOR_DELONG or not wrong >= FEW_WRONG else None
