"""Two models on the same rows, which belong to cases: does one err more often?"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats

from evalcore.errors import Message
from evalcore.intervals.cases import (
    ALIKE,
    INDEPENDENT_CASES,
    corrected,
    degrees_of_freedom,
    equal_cases,
    few_cases,
    one_case,
    student,
)
from evalcore.intervals.proportions import Interval
from evalcore.significance.contingency import ASSUMPTIONS, NO_DISCORDANT, OF_DIFFERENCE, mcnemar
from evalcore.significance.contradictions import contradiction
from evalcore.significance.null_distributions import known_null
from evalcore.significance.results import TestResult
from evalcore.support.arrays import BoolArray, FloatArray, IntArray
from evalcore.support.cases import Cases, numbered
from evalcore.support.checks import check_level, same_length, truths

FEW_DISCORDANT = 10
HYPOTHESIS = Message("Both models have the same error rate in cases such as these, each case counting alike.")
BALANCED = Message("In every case both models err on as many rows, so they cannot be told apart: p is 1 by definition.")
BY_CASE = Message("The interval by case of the difference")
DURKALSKI = Message("the test by Durkalski and others")


@dataclass(frozen=True, eq=False, kw_only=True)
class CaseMcnemarResult(TestResult):
    """Does one of two models err more often, where rows of one case depend on each other?

    Parameters
    ----------
    e01, e10 : int
        Rows that only a gets wrong, and that only b gets wrong.
    n, n_cases : int
        Rows and cases.
    n_discordant : int
        Cases in which the models differ in how many rows they get wrong; the others say nothing.

    Notes
    -----
    The other fields are those of `TestResult`; `effect`, also called `difference`, is the error rate of a minus that of
    b over all rows, (e01 - e10) / n.
    """

    e01: int
    e10: int
    n: int
    n_cases: int
    n_discordant: int

    @property
    def difference(self) -> float:
        """Error rate of a minus that of b."""
        return self.effect


def mcnemar_by_case(
    correct_a: ArrayLike, correct_b: ArrayLike, case: ArrayLike | Cases, *, confidence_level: float = 0.95
) -> CaseMcnemarResult:
    """Do two models that predicted the same rows differ in their error rate, if rows of one case are not independent?

    Parameters
    ----------
    correct_a, correct_b : (n,) True/False or 1/0
        True where the model is right, for the same rows in the same order.
    case : (n,) labels of any kind
        Rows with equal labels belong to one case, such as a patient or a user.
    confidence_level : float in (0, 1)
        Of the interval around the difference of the error rates.

    Returns
    -------
    CaseMcnemarResult
        The statistic is chi-square with one degree of freedom: only large values speak against the hypothesis, so its
        alternative is "greater". Either model may be better.

    Raises
    ------
    InputError
        Where columns differ in length, or a row has no label of a case.

    Notes
    -----
    Case i has n_i rows, b_i of which only a gets wrong and c_i only b; d_i = (b_i - c_i) / n_i. Durkalski and others:
    chi^2 = (sum d_i)^2 / sum d_i^2. With one row a case that is (e01 - e10)^2 / (e01 + e10), McNemar's statistic
    without correction, exactly; copies of all rows within their cases change nothing. It weighs cases alike. Of
    Obuchowski's (1998), which weighs them by their rows, the size is as good with cases of one size, and falls to .02
    where sizes differ; Durkalski's rejects .02 to .07 of true hypotheses at level .05 in simulated samples of 40 cases
    of 25 rows, 100 of 5, 15 of 10 and cases of unequal size, McNemar's without cases .04 to .51 (docs/coverage.md,
    tests/benchmarks/coverage_cases.py). The interval is that of the difference over all rows, a ratio of sums: its
    variance is I / (I - 1) sum (b_i - c_i - n_i d)^2 / n^2 of I cases, with Student's quantile for as many cases of
    equal size as are as good, less one. It is of another method than the test, and `warnings` say where both disagree;
    with one row a case it is Tango's. Rule of thumb: 20 cases, and ten that speak for one model; below, `warnings` say
    so. *Undefined when* no case speaks for one model: p = 1, no chi-square.

    References
    ----------
    Durkalski, Palesch, Lipsitz and Rust (2003), https://doi.org/10.1002/sim.1438; Obuchowski (1998),
    https://doi.org/10.1002/(SICI)1097-0258(19980715)17:13<1495::AID-SIM863>3.0.CO;2-I

    Examples
    --------
    >>> found = mcnemar_by_case([1, 1, 1, 0, 1, 1], [0, 0, 1, 1, 0, 0], ["u", "u", "u", "v", "v", "w"])
    >>> f"{found.difference:.2f} {found.statistic:.2f} {found.pvalue:.2f}"
    '-0.50 1.92 0.17'
    """
    check_level(confidence_level)
    right_a, right_b = truths(correct_a, "correct_a"), truths(correct_b, "correct_b")
    same_length(right_b, len(right_a), "correct_b")
    cases = numbered(case, len(right_a))
    e01, e10 = (int(np.count_nonzero(one & ~other)) for one, other in ((right_b, right_a), (right_a, right_b)))
    sizes, more = cases.sizes, _more_errors(right_a, right_b, cases)
    shares = more / sizes
    n_discordant = int(np.count_nonzero(more))
    statistic = float(shares.sum()) ** 2 / float(shares @ shares) if n_discordant else math.nan
    pvalue = float(stats.chi2.sf(statistic, 1)) if n_discordant else 1.0
    between, is_single = _between(right_a, right_b, cases, confidence_level)
    said = partial(contradiction, pvalue, float(between.low), float(between.high), value=0.0, test=DURKALSKI)
    return CaseMcnemarResult(
        statistic=statistic,
        pvalue=pvalue,
        df=1,
        alternative="greater",
        method="durkalski",
        hypothesis=HYPOTHESIS,
        effect=(e01 - e10) / len(right_a),
        low=float(between.low),
        high=float(between.high),
        confidence_level=confidence_level,
        assumptions=(INDEPENDENT_CASES, ASSUMPTIONS[1]),
        warnings=(
            *_few_differ(e01 + e10, n_discordant),
            *(() if is_single else _few_cases(sizes, between)),
            *said(confidence_level=confidence_level, interval=OF_DIFFERENCE if is_single else BY_CASE),
        ),
        null_distribution=known_null("chi2", 1),
        e01=e01,
        e10=e10,
        n=len(right_a),
        n_cases=cases.count,
        n_discordant=n_discordant,
    )


def _more_errors(right_a: BoolArray, right_b: BoolArray, cases: Cases) -> FloatArray:
    """Return how many more rows a gets wrong than b, of each case."""
    return cases.sums(right_b.astype(np.int64) - right_a)


def _between(right_a: BoolArray, right_b: BoolArray, cases: Cases, level: float) -> tuple[Interval, bool]:
    """Return the interval of the difference of the error rates over all rows, and whether each case is one row."""
    rows = cases.one_row_each(right_a, right_b)
    if rows is not None:
        only_a, only_b = (
            int(np.count_nonzero(x[rows] & ~y[rows])) for x, y in ((right_b, right_a), (right_a, right_b))
        )
        tango = mcnemar(only_a, only_b, n=len(rows), confidence_level=level)
        return Interval(tango.difference_low, tango.difference_high), True
    sizes, more = cases.sizes, _more_errors(right_a, right_b, cases)
    difference = float(more.sum()) / len(right_a)
    apart = more - sizes * difference
    error = math.sqrt(corrected(cases.count) * float(apart @ apart)) / len(right_a)
    if not error > 0:
        return Interval(math.nan, math.nan), False
    half = student(level, degrees_of_freedom(equal_cases(sizes))) * error
    return Interval(max(difference - half, -1.0), min(difference + half, 1.0)), False


def _few_differ(discordant: int, cases: int) -> tuple[Message, ...]:
    """Say where the models cannot be told apart, or where chi-square is no good guide."""
    if not cases:
        return (BALANCED if discordant else NO_DISCORDANT,)
    if cases >= FEW_DISCORDANT:
        return ()
    few = Message(
        "Cases that speak for one of the models: {count}. Below ten the chi-square distribution is no good guide.",
        {"count": cases},
    )
    return (few,)


def _few_cases(sizes: IntArray, between: Interval) -> tuple[Message, ...]:
    """Say that cases are few, and why there is no interval."""
    alone = one_case(sizes)
    if alone is not None:
        return (alone,)
    none = (ALIKE,) if math.isnan(float(between.low)) else ()
    return (*none, *few_cases(sizes))
