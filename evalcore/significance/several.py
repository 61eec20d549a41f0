"""Two of several models: one rule of adjustment for all their pairs, wherever two of them are compared."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike

from evalcore.significance.results import TestResult

Test = TypeVar("Test", bound=TestResult)


def among(test: Test, others: ArrayLike) -> Test:
    """What does a test of two models say if all pairs of models were looked at?

    Parameters
    ----------
    test : TestResult
        Of one pair; its interval should have the level `level_of_each`.
    others : (m,) numbers in [0, 1], or nan
        p-values of the same test for all other pairs; nan is a test that could not be made and does not count.

    Returns
    -------
    TestResult
        The same test; `adjusted`, `reject`, `critical_value` and `verdict` answer for all pairs together, by Holm's
        method. `pvalue` stays what it is for this pair alone.

    Notes
    -----
    *Undefined when* the test has no p-value: `adjusted` is nan, too.

    References
    ----------
    Holm (1979), Scandinavian Journal of Statistics 6, 65-70, https://www.jstor.org/stable/4615733

    Examples
    --------
    >>> from evalcore.significance import mcnemar
    >>> test = among(mcnemar(25, 10), [0.5] * 14)
    >>> f"{test.pvalue:.4f} {test.adjusted:.4f} of {test.n_tests}", test.reject(0.05)
    ('0.0113 0.1700 of 15', False)
    """
    pvalues = np.asarray(others, dtype=np.float64)
    return replace(test, others=tuple(np.sort(pvalues[~np.isnan(pvalues)]).tolist()))


def level_of_each(confidence_level: float, n_tests: int) -> float:
    """Which level has each of several intervals, so that all of them together have the level asked for (Bonferroni)?

    Parameters
    ----------
    confidence_level : float in (0, 1)
    n_tests : int >= 0
        Of one interval, or none, the level is the one asked for.

    Examples
    --------
    >>> round(level_of_each(0.95, 10), 4), level_of_each(0.95, 0)
    (0.995, 0.95)
    """
    return confidence_level if n_tests < 2 else 1 - (1 - confidence_level) / n_tests
