"""What every test returns, and what a test of two of several models says."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal, TypeVar, overload

import numpy as np
from numpy.typing import ArrayLike

from evalcore.errors import InputError, Message
from evalcore.significance.adjustment import holm
from evalcore.support.arrays import BoolArray, FloatArray
from evalcore.support.results import Result

Alternative = Literal["two-sided", "greater", "less"]
# p and alpha that differ by no larger a share are the same: of sums of probabilities the last digits are rounding.
ROUNDED = 1e-12
# A smaller p-value is only said to be smaller: p = 0 would be a claim that no test can make.
TINY = 0.0001


@overload
def rejects(pvalue: float, alpha: float) -> bool: ...
@overload
def rejects(pvalue: FloatArray, alpha: float) -> BoolArray: ...
def rejects(pvalue: float | FloatArray, alpha: float) -> bool | BoolArray:
    """Is a hypothesis rejected, or each of several? Where p < alpha; p that is alpha up to rounding is not below it.

    Parameters
    ----------
    pvalue : number or array of numbers in [0, 1]
        nan rejects nothing.
    alpha : float

    Returns
    -------
    bool or array of bool

    Examples
    --------
    >>> rejects(0.049, 0.05), rejects(0.05, 0.05), rejects(0.05 - 1e-17, 0.05), rejects(float("nan"), 0.05)
    (True, False, False, False)
    """
    found = pvalue < alpha * (1 - ROUNDED)
    return found if isinstance(found, np.ndarray) else bool(found)


@dataclass(frozen=True)
class Judged:
    """A p-value beside the level that it is judged by.

    >>> Judged(0.0625 - 1e-17, 0.0625).is_rejected, Judged(0.0625 - 1e-17, 0.0625).is_level
    (False, True)
    """

    pvalue: float
    alpha: float

    @property
    def is_rejected(self) -> bool:
        """As `rejects` tells."""
        return rejects(self.pvalue, self.alpha)

    @property
    def is_level(self) -> bool:
        """Whether p is the level itself, up to rounding."""
        return abs(self.pvalue - self.alpha) <= ROUNDED * self.alpha


@dataclass(frozen=True, eq=False, kw_only=True)
class TestResult(Result):
    """Can the data reject a hypothesis, and how large is the effect?

    Parameters
    ----------
    statistic : float
        nan where undefined; then `warnings` say why.
    pvalue : float in [0, 1]
        How often a statistic at least as extreme comes about if the hypothesis is true; nan where undefined.
    df : float or tuple of float
        Degrees of freedom; nan where the null distribution has none.
    alternative : "two-sided", "greater" or "less"
        "greater": large statistics speak against the hypothesis.
    method : str
        Short name of the procedure, such as "delong".
    hypothesis : Message
        The null hypothesis in words.
    effect, low, high : float
        Effect size in its own unit, with its interval; nan where there is none.
    confidence_level : float in (0, 1)
        Of the interval.
    assumptions, warnings : tuple of Message
        What the p-value takes for granted; what is wrong in this case.
    null_distribution : frozen scipy distribution or None
        Of the statistic if the hypothesis is true.
    others : tuple of float
        p-values of the tests that are answered for together with this one, ascending; see `among`.
    """

    __test__: ClassVar[bool] = False  # the name looks like a test to pytest
    # What a page calls the procedure; None where the page has names for its methods.
    title: ClassVar[Message | None] = None

    statistic: float
    pvalue: float
    df: float | tuple[float, ...] = np.nan
    alternative: Alternative = "two-sided"
    method: str
    hypothesis: Message
    effect: float = np.nan
    low: float = np.nan
    high: float = np.nan
    confidence_level: float = 0.95
    assumptions: tuple[Message, ...] = ()
    warnings: tuple[Message, ...] = ()
    null_distribution: Any = None
    others: tuple[float, ...] = ()

    @property
    def n_tests(self) -> int:
        """How many tests are answered for together, those with a p-value."""
        return max(len(self.others) + (not np.isnan(self.pvalue)), 1)

    @property
    def adjusted(self) -> float:
        """The p-value that answers for all `n_tests` together, by Holm's method; of one test p itself."""
        return float(holm([self.pvalue, *self.others])[0]) if self.others else self.pvalue

    def own_level(self, alpha: float) -> float:
        """Return the level at which p itself is judged, so that all tests together have the level alpha.

        Holm's: alpha over the number of tests that are left once those of the others that are rejected first are out.
        """
        check_alpha(alpha)
        n_tests, first = len(self.others) + 1, 0
        while first < len(self.others) and rejects(self.others[first] * (n_tests - first), alpha):
            first += 1
        return alpha / (n_tests - first)

    def reject(self, alpha: float = 0.05) -> bool:
        """Tell whether the hypothesis is rejected: adjusted p < alpha. False means "cannot reject", never "equal".

        Parameters
        ----------
        alpha : float in (0, 1)
            Level: how often a true hypothesis may be rejected.
        """
        check_alpha(alpha)
        return rejects(self.adjusted, alpha)

    def critical_value(self, alpha: float = 0.05) -> float:
        """Return the statistic beyond which the hypothesis is rejected; two-sided: its absolute value.

        Parameters
        ----------
        alpha : float in (0, 1)

        Notes
        -----
        The quantile of `null_distribution` at 1 - alpha / 2 (two-sided), 1 - alpha ("greater") or alpha ("less"), alpha
        that of this test alone.
        *Undefined when* there is no null distribution: nan.
        """
        level = self.own_level(alpha)
        if self.null_distribution is None:
            return np.nan
        if self.alternative == "less":
            return float(self.null_distribution.ppf(level))
        return float(self.null_distribution.isf(level / 2 if self.alternative == "two-sided" else level))

    def verdict(self, alpha: float = 0.05) -> Message:
        """Say the outcome in one sentence, which never calls a hypothesis true.

        Parameters
        ----------
        alpha : float in (0, 1)
        """
        values = {"alpha": alpha, "pvalue": self.adjusted}
        if self.reject(alpha) and self.adjusted < TINY:
            return Message("The hypothesis is rejected at level {alpha:g} (p < 0.0001).", {"alpha": alpha})
        if self.reject(alpha):
            return Message("The hypothesis is rejected at level {alpha:g} (p = {pvalue:.3g}).", values)
        if np.isnan(self.pvalue):
            return Message("There is no p-value, so nothing can be said at level {alpha:g}.", {"alpha": alpha})
        return Message(
            "The data cannot reject the hypothesis at level {alpha:g} (p = {pvalue:.3g}); that does not show that it "
            "is true.",
            values,
        )


def check_alpha(alpha: float) -> None:
    """Refuse a level that is not a share."""
    if not 0 < alpha < 1:
        raise InputError("alpha must lie between 0 and 1; got {alpha}. Write 5% as 0.05.", alpha=alpha)


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
