"""Two learners, five times two-fold cross validation: t-tests with one difference in the numerator, and the F-test."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats

from evalcore.errors import InputError, Message
from evalcore.significance.checks import FEW_ULPS, ROUNDED, missing_values, with_gaps
from evalcore.significance.null_distributions import known_null
from evalcore.significance.paired_t import HYPOTHESIS, NORMAL, PAIRED, SAME
from evalcore.significance.results import TestResult
from evalcore.significance.student import half_width, pvalue
from evalcore.support.arrays import FloatArray, frozen
from evalcore.support.checks import check_level
from evalcore.support.text import shown

Numerator = Literal["first", "mean", "scaled-mean"] | tuple[int, int]

DF = 5
INDEPENDENT = Message(
    "The five estimates of the variance are independent of each other and of the numerator; in truth the five splits "
    "share their rows."
)
TOO_CAREFUL = Message(
    "The mean of two differences varies half as much as one, yet is divided by the spread of one: at level 0.05 the "
    "test rejects a true hypothesis in 0.015 of the cases only, so it misses differences."
)


@dataclass(frozen=True, eq=False, kw_only=True)
class FiveByTwoResult(TestResult):
    """Do two learners differ, by a t-test of five times two-fold cross validation?

    Parameters
    ----------
    standard_error : float >= 0
        The denominator: root of the mean of the five variances.
    variances : (5,) float64
        Of the two differences of each repetition.
    candidates : (5, 2) float64
        The statistic with each of the ten differences in the numerator.

    Notes
    -----
    The other fields are those of `TestResult`; `effect` is the difference, or the mean of two, in the numerator.
    """

    standard_error: float
    variances: FloatArray
    candidates: FloatArray


class _Parts(NamedTuple):
    """Differences, the variance of each repetition, the root of their mean, and why there is no test."""

    differences: FloatArray
    variances: FloatArray
    error: float
    reason: Message | None


def paired_t_test_5x2(
    differences: ArrayLike, *, numerator: Numerator = "first", confidence_level: float = 0.95
) -> FiveByTwoResult:
    """Do two learners differ, judged by one difference out of five times two-fold cross validation?

    Parameters
    ----------
    differences : (5, 2) numbers
        Result of the first learner minus that of the second: a row a repetition, a column a fold.
    numerator : "first", "mean", "scaled-mean" or (repetition, fold)
        "first": the first difference of the first repetition, as Dietterich has it. "mean": the mean of the first two,
        as the book has it in (2.32). "scaled-mean": that mean times sqrt(2), which varies as one difference does.
        (repetition, fold), counted from 0: any other difference.
    confidence_level : float in (0, 1)

    Returns
    -------
    FiveByTwoResult
        Two-sided.

    Notes
    -----
    (2.32) tau = numerator / sqrt(0.2 (s_1^2 + ... + s_5^2)), s_i^2 = (d_i1 - m_i)^2 + (d_i2 - m_i)^2 with m_i the mean
    of both, and 5 degrees of freedom. If differences were independent and normal, a true hypothesis would be rejected
    at level .05 in .028 of the cases with one difference, .015 with "mean", .050 with "scaled-mean" (400,000 draws;
    tests/benchmarks/significance.py). Which of ten differences stands in the numerator is arbitrary: `candidates`
    holds all ten statistics, and `f_test_5x2` needs no choice. *Undefined when* a value is missing or both folds of
    every repetition agree (up to 1e-10 of the largest difference); where all differences are 0 (up to 2e-15, the
    rounding of rates), p = 1.

    References
    ----------
    Dietterich (1998), https://doi.org/10.1162/089976698300017197

    Examples
    --------
    >>> d = [[0.030, 0.010], [0.020, 0.025], [0.015, -0.005], [0.035, 0.020], [0.010, 0.015]]
    >>> [f"{paired_t_test_5x2(d, numerator=n).statistic:.3f}" for n in ("first", "mean", "scaled-mean")]
    ['2.893', '1.929', '2.728']
    """
    parts = _parts(differences)
    check_level(confidence_level)
    effect, factor = _numerator(parts.differences, numerator)
    error, known = parts.error, parts.reason is None
    candidates = parts.differences / error if known else np.full((5, 2), np.nan)
    t = factor * effect / error if known else np.nan
    half = half_width(error, DF, confidence_level) / factor if known else np.nan
    return FiveByTwoResult(
        statistic=t,
        pvalue=pvalue(t, DF, "two-sided") if known else _without_test(parts),
        df=DF,
        method="5x2-t",
        hypothesis=HYPOTHESIS["two-sided"],
        effect=effect,
        low=effect - half,
        high=effect + half,
        confidence_level=confidence_level,
        assumptions=(PAIRED, NORMAL, INDEPENDENT),
        warnings=_warnings(candidates, numerator) if parts.reason is None else (parts.reason,),
        null_distribution=known_null("t", DF),
        standard_error=error,
        variances=frozen(parts.variances),
        candidates=frozen(candidates),
    )


def f_test_5x2(differences: ArrayLike) -> TestResult:
    """Do two learners differ, judged by all differences of five times two-fold cross validation?

    Parameters
    ----------
    differences : (5, 2) numbers
        Result of the first learner minus that of the second: a row a repetition, a column a fold.

    Returns
    -------
    TestResult
        `effect` is the mean of the ten differences. The alternative is "greater", since only a large F speaks against
        the hypothesis; the learners may differ in either direction.

    Notes
    -----
    F = sum of the ten d^2 / (2 (s_1^2 + ... + s_5^2)), the mean square of the ten candidates, with 10 and 5 degrees of
    freedom, the s_i^2 as in `paired_t_test_5x2`; no difference is picked out. If differences were independent and
    normal, a true hypothesis would be rejected at level .05 in .018 of the cases. *Undefined when* a value is missing
    or both folds of every repetition agree; where all differences are 0, p = 1.

    References
    ----------
    Alpaydin (1999), https://doi.org/10.1162/089976699300016007

    Examples
    --------
    >>> test = f_test_5x2([[0.030, 0.010], [0.020, 0.025], [0.015, -0.005], [0.035, 0.020], [0.010, 0.015]])
    >>> f"F {test.statistic:.3f}, p {test.pvalue:.3f}"
    'F 3.930, p 0.072'
    """
    parts = _parts(differences)
    null: Any = known_null("f", 10, DF)
    known = parts.reason is None
    f = float(np.square(parts.differences / parts.error).mean()) if known else np.nan
    return TestResult(
        statistic=f,
        pvalue=float(null.sf(f)) if known else _without_test(parts),
        df=(10.0, float(DF)),
        alternative="greater",
        method="5x2-f",
        hypothesis=HYPOTHESIS["two-sided"],
        effect=float(parts.differences.mean()),
        assumptions=(PAIRED, NORMAL, INDEPENDENT),
        warnings=() if parts.reason is None else (parts.reason,),
        null_distribution=null,
    )


def _parts(differences: ArrayLike) -> _Parts:
    """Return what both tests start from."""
    table = np.asarray(differences, dtype=object)  # rows of different length have a shape, too
    if table.shape != (5, 2):
        raise InputError(
            "differences must be a table of 5 repetitions with 2 folds; got one of shape {shape}. Pass a row a "
            "repetition.",
            shape=shown(table.shape),
        )
    d = with_gaps(table.ravel(), "differences").reshape(5, 2)
    gaps = d[:, 0] - d[:, 1]
    reason = missing_values(d)
    if reason is None and np.abs(d).max() <= FEW_ULPS:
        reason = SAME.same
    elif reason is None and (np.abs(gaps) <= ROUNDED * np.abs(d).max()).all():
        reason = SAME.constant
    unit = np.ldexp(1.0, np.frexp(np.abs(gaps).max())[1])  # in it no square overflows or vanishes
    shares = np.square(gaps / unit) / 2
    with np.errstate(over="ignore", under="ignore"):
        variances = shares * unit * unit
    return _Parts(d, variances, float(np.sqrt(shares.mean()) * unit), reason)


def _without_test(parts: _Parts) -> float:
    """Return p where there is no statistic."""
    return 1.0 if parts.reason is SAME.same else np.nan


def _numerator(differences: FloatArray, numerator: Numerator) -> tuple[float, float]:
    """Return the difference, or the mean of two, and what it is multiplied by."""
    if numerator == "first":
        return float(differences[0, 0]), 1.0
    if numerator in ("mean", "scaled-mean"):
        return float(differences[0].mean()), math.sqrt(2) if numerator == "scaled-mean" else 1.0
    if isinstance(numerator, tuple) and numerator in np.ndindex(5, 2):
        return float(differences[numerator]), 1.0
    raise InputError(
        "numerator must be 'first', 'mean', 'scaled-mean' or a pair of repetition (0 to 4) and fold (0 or 1); got "
        "{value}. Choose one of them.",
        value=shown(numerator),
    )


def _warnings(candidates: FloatArray, numerator: Numerator) -> tuple[Message, ...]:
    """Say what the choice of the numerator does."""
    if numerator == "mean":
        return (TOO_CAREFUL,)
    rejected = int(np.count_nonzero(np.abs(candidates) > stats.t.isf(0.025, DF)))
    if numerator == "scaled-mean" or rejected in {0, 10}:
        return ()
    arbitrary = Message(
        "Which of the ten differences is the numerator decides: t runs from {low:.2f} to {high:.2f}, and {count} of "
        "the ten would be rejected at level 0.05. The F-test needs no choice.",
        {"low": float(candidates.min()), "high": float(candidates.max()), "count": rejected},
    )
    return (arbitrary,)
