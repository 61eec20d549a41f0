"""What the tests with Student's distribution share."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from scipy import stats

from evalcore.errors import Message
from evalcore.significance.checks import missing_values
from evalcore.significance.contradictions import contradiction
from evalcore.significance.null_distributions import known_null
from evalcore.significance.results import Alternative, TestResult
from evalcore.support.arrays import FloatArray

ONE_VALUE = Message("One value cannot tell how much values vary, so there is no test: at least two are needed.")
INTERVAL = Message("The interval of the mean")
T_TEST = Message("the t-test")
TWO_VALUES = Message(
    "Two values leave one degree of freedom: even a large difference is hardly ever rejected, and the interval is wide."
)


@dataclass(frozen=True, eq=False, kw_only=True)
class TResult(TestResult):
    """Is a mean more than chance away from what was supposed?

    Parameters
    ----------
    standard_deviation : float >= 0
        Of the single values; nan where fewer than two are known.
    standard_error : float >= 0
        What the statistic is divided by: of the mean, or whatever stands in the numerator.

    Notes
    -----
    The other fields are those of `TestResult`; `effect` is the mean, `low` and `high` its interval (two-sided whatever
    the alternative).
    """

    standard_deviation: float
    standard_error: float


class Degenerate(NamedTuple):
    """What to say where values do not vary: `same` as the hypothesis says (p = 1), or `constant` at another value."""

    same: Message
    constant: Message


def pvalue(statistic: float, df: float, alternative: Alternative) -> float:
    """Return how often a t at least as extreme comes about by chance."""
    return float(pvalues(statistic, df, alternative))


def pvalues(statistics: float | FloatArray, df: float, alternative: Alternative) -> FloatArray:
    """Return the same of many: of a test, and of every step of a figure of it."""
    if alternative == "two-sided":
        return np.asarray(2 * stats.t.sf(np.abs(statistics), df))
    return np.asarray(stats.t.sf(statistics, df) if alternative == "greater" else stats.t.cdf(statistics, df))


def half_width(error: float, df: float, confidence_level: float) -> float:
    """Return how far an interval reaches to either side."""
    return float(half_widths(error, df, confidence_level))


def half_widths(error: float, df: float, confidence_levels: float | Sequence[float]) -> FloatArray:
    """Return the same for many levels."""
    return np.asarray(stats.t.isf((1 - np.asarray(confidence_levels)) / 2, df) * error)


def mean_fields(
    values: FloatArray,
    supposed: float,
    *,
    rounding: float,
    extra_variance: float,
    alternative: Alternative,
    confidence_level: float,
    words: Degenerate,
) -> dict[str, Any]:
    """Return the fields of a TResult: (mean - supposed) / sqrt((1 / k + extra_variance) s^2) with k - 1 df.

    Values that differ by no more than `rounding` are all the same.
    """
    k = len(values)
    df = k - 1 if k > 1 else np.nan
    mean = float(values.mean())
    found: dict[str, Any] = {
        "df": df,
        "alternative": alternative,
        "confidence_level": confidence_level,
        "effect": mean,
        "null_distribution": known_null("t", df) if k > 1 else None,
    } | dict.fromkeys(("statistic", "pvalue", "standard_deviation", "standard_error"), np.nan)
    reason = missing_values(values) or (ONE_VALUE if k == 1 else None)
    if reason is not None:
        return found | {"warnings": (reason,)}
    if np.ptp(values) <= rounding:
        same = abs(mean - supposed) <= rounding
        found |= {"standard_deviation": 0.0, "standard_error": 0.0, "pvalue": 1.0 if same else np.nan}
        return found | {"warnings": (words.same if same else words.constant,)}
    deviation = spread(values)
    error = deviation * math.sqrt(1 / k + extra_variance)
    half = half_width(error, df, confidence_level)
    t = (mean - supposed) / error
    p, low, high = pvalue(t, df, alternative), mean - half, mean + half
    said = contradiction(
        p,
        low,
        high,
        value=supposed,
        confidence_level=confidence_level,
        interval=INTERVAL,
        test=T_TEST,
        alternative=alternative,
    )
    return found | {
        "statistic": t,
        "pvalue": p,
        "low": low,
        "high": high,
        "standard_deviation": deviation,
        "standard_error": error,
        "warnings": (*((TWO_VALUES,) if k == 2 else ()), *said),
    }


def spread(values: FloatArray) -> float:
    """Return the standard deviation of values that differ, with k - 1; squares neither overflow nor vanish."""
    exponent = int(np.frexp(np.abs(values).max())[1])
    return math.ldexp(float(np.ldexp(values, -exponent).std(ddof=1)), exponent)
