"""Models compared by the rows they get right."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations

import pandas as pd

from evalcore import significance
from evalcore.significance import TestResult
from evalcore.support.arrays import BoolArray
from evalcore.support.cases import Cases
from evalcore.workbench.tables import comparison_table


def mcnemar(right_a: BoolArray, right_b: BoolArray, cases: Cases | None, level: float) -> TestResult:
    """Do two models that predicted the same rows differ in their error rate?

    Parameters
    ----------
    right_a, right_b : (n,) bool
        Where each is right.
    cases : Cases or None
        Which rows belong to one case.
    level : float in (0, 1)
        Of the interval.
    """
    if cases is not None:
        return significance.mcnemar_by_case(right_a, right_b, cases, confidence_level=level)
    only_a, only_b = int((~right_a & right_b).sum()), int((right_a & ~right_b).sum())
    return significance.mcnemar(only_a, only_b, n=len(right_a), confidence_level=level)


def error_differences(right: Mapping[str, BoolArray], cases: Cases | None, level: float) -> pd.DataFrame:
    """By how much do the error rates of all pairs of models differ?

    Parameters
    ----------
    right : mapping of model to (n,) bool
    cases : Cases or None
    level : float in (0, 1)
        Of all intervals together (Bonferroni); p-values are adjusted by Holm's method.
    """
    pairs = list(combinations(right, 2))
    return adjusted_errors(pairs, lambda pair, each: mcnemar(right[pair[0]], right[pair[1]], cases, each), level)


def adjusted_errors(
    pairs: Sequence[tuple[str, str]], test_of: Callable[[tuple[str, str], float], TestResult], level: float
) -> pd.DataFrame:
    """Return the differences of the error rates of these pairs, tested together; see `error_differences`."""
    each = 1 - (1 - level) / len(pairs)
    tests = [test_of(pair, each) for pair in pairs]
    adjusted = significance.holm([test.pvalue for test in tests])
    return comparison_table(
        [
            (*pair, "error_rate", *_difference(test), test.pvalue, float(p), test.method, test.warnings)
            for pair, test, p in zip(pairs, tests, adjusted, strict=True)
        ]
    )


def _difference(test: TestResult) -> tuple[float, float, float]:
    """Return by how much two error rates differ, and between which values that lies."""
    if isinstance(test, significance.McnemarResult):
        return test.difference, test.difference_low, test.difference_high
    return test.effect, test.low, test.high
