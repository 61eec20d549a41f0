"""Two models on the same test rows: do they err on different rows more often in one direction?"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import ArrayLike
from scipy import optimize, special, stats

from evalcore.errors import InputError, Message
from evalcore.intervals import Interval, clopper_pearson
from evalcore.significance.contradictions import contradiction
from evalcore.significance.null_distributions import known_null
from evalcore.significance.results import TestResult, rejects
from evalcore.support.arrays import FloatArray
from evalcore.support.checks import check_level, one_dimensional, option, same_length, whole_number

Method = Literal["auto", "exact", "mid-p", "corrected", "uncorrected"]

FEW_DISCORDANT = 25
MID_P: Method = "mid-p"  # what "auto" is
COUNTED = frozenset({"auto", "exact", MID_P})  # p is read off the binomial distribution
HYPOTHESIS = Message("Both models have the same error rate on all rows such as these.")
ASSUMPTIONS = (
    Message("The rows are independent of each other, and neither model was fitted to them."),
    Message("Both models predicted the same rows."),
)
NO_DISCORDANT = Message(
    "Both models are right and wrong on the same rows, so they cannot be told apart: p is 1 by definition."
)

OF_DIFFERENCE = Message("Tango's interval of the difference")
OF_ODDS = Message("Clopper and Pearson's interval of the odds ratio")
FORMS = {
    "exact": Message("McNemar's exact test"),
    "mid-p": Message("McNemar's mid-p test"),
    "corrected": Message("McNemar's χ² test with continuity correction"),
    "uncorrected": Message("McNemar's χ² test without correction"),
}


class Disagreement(NamedTuple):
    """Rows by who is right, as in the book's table 2.4: first index learner b, second learner a; 0 right, 1 wrong."""

    e00: int
    e01: int
    e10: int
    e11: int


@dataclass(frozen=True, eq=False, kw_only=True)
class McnemarResult(TestResult):
    """Does one of two models err more often?

    Parameters
    ----------
    e01, e10 : int
        Rows that only a gets wrong, and that only b gets wrong.
    odds_ratio, odds_low, odds_high : float in [0, inf]
        e01 / e10 with its interval; also `effect`, `low` and `high`.
    difference, difference_low, difference_high : float in [-1, 1]
        Error rate of a minus that of b with its interval; nan where the number of rows is not known.
    """

    e01: int
    e10: int
    difference: float
    difference_low: float
    difference_high: float

    @property
    def odds_ratio(self) -> float:
        """Rows only a gets wrong for each that only b gets wrong."""
        return self.effect

    @property
    def odds_low(self) -> float:
        """Lower end of the interval of the odds ratio."""
        return self.low

    @property
    def odds_high(self) -> float:
        """Upper end of the interval of the odds ratio."""
        return self.high

    def critical_value(self, alpha: float = 0.05) -> float:
        """Return the statistic beyond which the hypothesis is rejected; of a count, the upper limit.

        Parameters
        ----------
        alpha : float in (0, 1)
        """
        beyond = self.rejected_counts(alpha)
        return float(self.null_distribution.isf(self.own_level(alpha)) if beyond is None else beyond[1] - 1)

    def rejected_counts(self, alpha: float = 0.05) -> tuple[int, int] | None:
        """Up to which count of rows that only a gets wrong, and from which on, is the hypothesis rejected?

        Parameters
        ----------
        alpha : float in (0, 1)

        Returns
        -------
        (int, int) or None
            Of e01, given e01 + e10; -1 and one more than these where no count is rejected.
            *Undefined when* the statistic is χ² and no count: None.

        Examples
        --------
        >>> mcnemar(25, 10).rejected_counts(), mcnemar(25, 10, method="corrected").rejected_counts()
        ((11, 24), None)
        """
        if self.alternative == "greater":
            return None
        n = self.e01 + self.e10
        form: Method = "mid-p" if "mid-p" in self.method else "exact"
        most = int(largest_kept(np.array([n]), form, self.own_level(alpha))[0])
        return n - most - 1, most + 1


def disagreement(y_true: ArrayLike, a: ArrayLike, b: ArrayLike) -> Disagreement:
    """On how many rows are both models right, only one, or none?

    Parameters
    ----------
    y_true, a, b : (n,) labels of any kind
        The truth and the predictions of both models for the same rows, which count once each.

    Returns
    -------
    Disagreement
        `e01` and `e10` are what `mcnemar` takes.

    Examples
    --------
    >>> disagreement(["x", "y", "y", "z"], ["x", "y", "x", "x"], ["x", "x", "y", "y"])
    Disagreement(e00=1, e01=1, e10=1, e11=1)
    """
    truth, *predicted = (one_dimensional(values, name) for values, name in ((y_true, "y_true"), (a, "a"), (b, "b")))
    for values, name in zip(predicted, ("a", "b"), strict=True):
        same_length(values, len(truth), name)
    wrong_a, wrong_b = (np.asarray(values != truth, dtype=np.int64) for values in predicted)
    counts = np.bincount(2 * wrong_b + wrong_a, minlength=4)
    return Disagreement(*(int(count) for count in counts))


def mcnemar(
    e01: int, e10: int, *, method: Method = "auto", n: int | None = None, confidence_level: float = 0.95
) -> McnemarResult:
    """Do two models that predicted the same rows differ in their error rate?

    Parameters
    ----------
    e01, e10 : int >= 0
        Discordant rows: those that only the first model, a, gets wrong, and those that only the second, b, gets wrong.
    method : "auto", "exact", "mid-p", "corrected" or "uncorrected"
        "auto" is "mid-p", whose size is closest to alpha without exceeding it by more than a thousandth or two.
    n : int >= e01 + e10, optional
        All test rows; with it the difference of the error rates has an interval.
    confidence_level : float in (0, 1)

    Returns
    -------
    McnemarResult
        `method` ends in what was used: "mcnemar-exact". The statistic is e01 where p is counted out, else chi-square;
        of that only large values speak against the hypothesis, so its alternative is "greater". Either model may be
        better.

    Notes
    -----
    (2.33) chi^2 = (|e01 - e10| - 1)^2 / (e01 + e10) with one degree of freedom; the -1 is the continuity correction,
    which stops at 0, so that e01 = e10 gives chi^2 = 0 and p = 1. "exact": twice the smaller tail of Bin(e01 + e10,
    1/2), at most 1; "mid-p": that tail with half of its last term. How often each form rejects at 0.05 where nothing
    differs, enumerated: over samples of 20 to 1,000 rows of which eight or more are expected to be discordant, mid-p
    0.038-0.050, exact and corrected 0.018-0.045, uncorrected 0.042-0.054; with fewer all but the last stay below. Given
    the number of discordant rows, 10 to 500, mid-p goes from 0.022 to 0.077, the exact from 0.012 to 0.050. The
    interval of the odds ratio is Clopper and Pearson's of e01 / (e01 + e10); that of the difference (e01 - e10) / n is
    Tango's, which inverts the score test: at 0 it agrees with "uncorrected", as that of the odds ratio does with
    "exact" at 1; where either contradicts the verdict of another form, `warnings` say so. *Undefined when* there is no
    discordant row: p = 1, no chi-square, no odds ratio.

    References
    ----------
    McNemar (1947), https://doi.org/10.1007/BF02295996; Fagerland, Lydersen and Laake (2013),
    https://doi.org/10.1186/1471-2288-13-91; Tango (1998),
    https://doi.org/10.1002/(SICI)1097-0258(19980430)17:8<891::AID-SIM780>3.0.CO;2-B

    Examples
    --------
    >>> [f"{mcnemar(12, 4, method=m).pvalue:.3f}" for m in ("exact", "mid-p", "corrected", "uncorrected")]
    ['0.077', '0.049', '0.080', '0.046']
    """
    e01, e10 = whole_number(e01, "e01", least=0), whole_number(e10, "e10", least=0)
    discordant = e01 + e10
    option(method, "method", get_args(Method))
    check_level(confidence_level)
    used = MID_P if method == "auto" else method
    counted = used in COUNTED
    statistic, pvalue = _chi_square(e01, e10, used)
    if counted:
        statistic, pvalue = float(e01), float(_tails(discordant, min(e01, e10), used))
    odds = _odds(e01, e10, confidence_level)
    between = _difference(e01, e10, n, confidence_level)
    return McnemarResult(
        statistic=statistic,
        pvalue=pvalue,
        df=np.nan if counted else 1,
        alternative="two-sided" if counted else "greater",
        method=f"mcnemar-{used}",
        hypothesis=HYPOTHESIS,
        effect=e01 / e10 if e10 else (math.inf if e01 else np.nan),
        low=float(odds.low),
        high=float(odds.high),
        confidence_level=confidence_level,
        assumptions=ASSUMPTIONS,
        warnings=(*_warnings(discordant, counted), *_contradictions(pvalue, between, odds, used, confidence_level)),
        null_distribution=known_null("binom", discordant, 0.5) if counted else known_null("chi2", 1),
        e01=e01,
        e10=e10,
        difference=np.nan if n is None else (e01 - e10) / n,
        difference_low=float(between.low),
        difference_high=float(between.high),
    )


def largest_kept(discordant: Any, method: Method, alpha: float) -> Any:
    """How many of the discordant rows may one model get wrong without being called worse?

    Parameters
    ----------
    discordant : (d,) whole numbers >= 0
    method : "auto", "exact", "mid-p", "corrected" or "uncorrected"
    alpha : float in (0, 1)

    Returns
    -------
    (d,) int64
        More than that many are rejected at level alpha.

    Examples
    --------
    >>> largest_kept(np.array([5, 16, 35]), "exact", 0.05).tolist()
    [5, 12, 23]
    """
    method = MID_P if method == "auto" else method
    if method in {"corrected", "uncorrected"}:
        room = np.sqrt(stats.chi2.isf(alpha, 1) * discordant) + (method == "corrected")
        return np.floor((discordant + room) / 2).astype(np.int64)
    # Near it only: isf may stop where p is alpha, and knows no mid-p.
    kept = stats.binom.isf(alpha / 2, discordant, 0.5)
    while (more := ~rejects(_tails(discordant, discordant - kept - 1, method), alpha)).any():
        kept = kept + more
    while (fewer := (2 * kept > discordant) & rejects(_tails(discordant, discordant - kept, method), alpha)).any():
        kept = kept - fewer
    return kept.astype(np.int64)


def mcnemar_pvalues(discordant: ArrayLike, *, method: Method = "auto") -> FloatArray:
    """Which p-values has McNemar's test of many pairs of models?

    Parameters
    ----------
    discordant : (pairs, 2) whole numbers >= 0
        `e01` and `e10` of each pair.
    method : "auto", "exact", "mid-p", "corrected" or "uncorrected"

    Returns
    -------
    (pairs,) float64
        Those of `mcnemar`, without its intervals.

    Examples
    --------
    >>> mcnemar_pvalues([[12, 4], [25, 10], [0, 0]]).round(4).tolist()
    [0.049, 0.0113, 1.0]
    """
    option(method, "method", get_args(Method))
    used = MID_P if method == "auto" else method
    cells = np.asarray(discordant, dtype=np.int64).reshape(-1, 2)
    if used in COUNTED:
        return np.asarray(_tails(cells.sum(axis=1), cells.min(axis=1), used), dtype=np.float64)
    return np.array([_chi_square(e01, e10, used)[1] for e01, e10 in cells.tolist()])


def _tails(discordant: Any, fewer: Any, method: Method) -> Any:
    """Return p of the smaller of the two counts, from the binomial distribution."""
    half_a_term = stats.binom.pmf(fewer, discordant, 0.5) if method == "mid-p" else 0
    return np.minimum(2 * stats.binom.cdf(fewer, discordant, 0.5) - half_a_term, 1)


def _chi_square(e01: int, e10: int, method: str) -> tuple[float, float]:
    """Return chi-square and p, both as 0/0 defines them where there is nothing to count."""
    if e01 + e10 == 0:
        return np.nan, 1.0
    apart = max(abs(e01 - e10) - (1 if method == "corrected" else 0), 0)
    statistic = apart**2 / (e01 + e10)
    return statistic, float(stats.chi2.sf(statistic, 1))


def _odds(e01: int, e10: int, confidence_level: float) -> Interval:
    """Return the interval of e01 / e10."""
    low, high = (float(end) for end in clopper_pearson(e01, e01 + e10, confidence_level=confidence_level))
    return Interval(low / (1 - low), math.inf if high == 1 else high / (1 - high))


def _difference(e01: int, e10: int, n: int | None, confidence_level: float) -> Interval:
    """Return Tango's interval of (e01 - e10) / n."""
    if n is None:
        return Interval(np.nan, np.nan)
    n = whole_number(n, "n", least=1)
    if n < e01 + e10:
        raise InputError(
            "n must be at least e01 + e10, {discordant}; got {n}. Count all test rows.", discordant=e01 + e10, n=n
        )
    z, observed = float(special.ndtri((1 + confidence_level) / 2)), (e01 - e10) / n

    def beyond(difference: float, side: int) -> float:
        """Return how much further than z the observed difference lies from this one, without dividing by 0."""
        linear = (2 * n - e01 + e10) * difference - e01 - e10
        root = math.sqrt(max(linear**2 + 8 * n * e10 * difference * (1 - difference), 0))
        only_b = (root - linear) / (4 * n)
        variance = n * (2 * only_b + difference * (1 - difference))
        return side * (e01 - e10 - n * difference) - z * math.sqrt(max(variance, 0))

    def end(side: int) -> float:
        """Return the end of the interval below (1) or above (-1) the observed difference."""
        limit = -float(side)
        if observed == limit:
            return limit
        near = observed - side * 1e-12  # at the observed difference itself the variance may be 0
        return float(optimize.brentq(beyond, limit, near, args=(side,), xtol=1e-14))

    return Interval(end(1), end(-1))


def _warnings(discordant: int, counted: bool) -> tuple[Message, ...]:
    """Say where the models cannot be told apart, or where chi-square is no good guide."""
    if discordant == 0:
        return (NO_DISCORDANT,)
    if counted or discordant >= FEW_DISCORDANT:
        return ()
    few = Message(
        "Only one of the models is right on {count} rows: below 25 such rows the chi-square distribution is no good "
        "guide; prefer the mid-p test.",
        {"count": discordant},
    )
    return (few,)


def _contradictions(
    pvalue: float, difference: Interval, odds: Interval, used: str, confidence_level: float
) -> tuple[Message, ...]:
    """Say where an interval, which is of a method of its own, contradicts the verdict."""
    said = partial(contradiction, pvalue, confidence_level=confidence_level, test=FORMS[used])
    return (
        *said(float(difference.low), float(difference.high), value=0.0, interval=OF_DIFFERENCE),
        *said(float(odds.low), float(odds.high), value=1.0, interval=OF_ODDS),
    )
