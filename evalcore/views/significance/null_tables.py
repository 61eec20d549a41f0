"""The null distribution of a test read out at few of its values: for who cannot see it drawn."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy import stats

from evalcore.significance import TResult
from evalcore.support.arrays import BoolArray, FloatArray
from evalcore.views.places import MOST_PLACES, places
from evalcore.views.significance.one_model import BinomialStep, t_window


@dataclass(frozen=True, eq=False)
class NullRows:
    """Some values, ascending: how likely each is, or how dense, and whether the test keeps it.

    `here` is the row of the observed value; None where it lies outside of what is shown.
    """

    value: FloatArray
    height: FloatArray
    is_kept: BoolArray
    here: int | None


def counts_read(step: BinomialStep) -> NullRows:
    """How likely are numbers of errors, about eleven of those that are drawn and the observed one?

    Examples
    --------
    >>> from evalcore.views.significance.one_model import binomial_step
    >>> found = counts_read(binomial_step(6, 10, 0.3, 0.05, "greater"))
    >>> found.value[found.is_kept].tolist(), found.here, found.height[6].round(4).tolist()
    ([0.0, 1.0, 2.0, 3.0, 4.0, 5.0], 6, 0.0368)
    """
    drawn = np.arange(max(math.ceil(step.window.low), 0), min(math.floor(step.window.high), step.n) + 1)
    here = step.errors - int(drawn[0])
    inside = here if 0 <= here < len(drawn) else None
    kept = places(len(drawn), inside)
    counts, (low, high) = drawn[kept], step.kept
    return NullRows(
        counts.astype(float),
        np.asarray(stats.binom.pmf(counts, step.n, step.rate)),
        (low <= counts) & (counts <= high),
        None if inside is None else int(np.searchsorted(kept, inside)),
    )


def density_read(test: TResult, alpha: float) -> NullRows:
    """How dense are values of t, eleven of those that are drawn and the observed one?

    Examples
    --------
    >>> from evalcore.significance import t_test
    >>> found = density_read(t_test([0.2, 0.24, 0.28], 0.3), 0.05)
    >>> found.value.round(2).tolist(), found.here
    ([-10.0, -8.0, -6.0, -4.0, -2.6, -2.0, 0.0, 2.0, 4.0, 6.0, 8.0, 10.0], 4)
    """
    window = t_window(test, alpha)
    even = np.linspace(window.low, window.high, MOST_PLACES)
    is_inside = window.low <= test.statistic <= window.high
    values = np.union1d(even, [test.statistic] if is_inside else [])
    return NullRows(
        values,
        np.asarray(test.null_distribution.pdf(values)),
        np.abs(values) <= test.critical_value(alpha),
        int(np.searchsorted(values, test.statistic)) if is_inside else None,
    )
