"""What the formulas of costs stand for: the cost of the rows themselves, and P(+)cost as a share of copies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from evalcore.costs.matrix import CostMatrix
from evalcore.counts import ConfusionMatrix
from evalcore.metrics import fnr, fpr, prevalence
from evalcore.support.results import Result

# Whole cases may miss the prevalence by this part of the smaller class; more cases than this nobody imagines.
NEAR_ENOUGH: Final = 0.005
MOST_CASES: Final = 10**9


@dataclass(frozen=True)
class SampleCost(Result):
    """What do the rows cost, at their own prevalence: one on average, and all together?"""

    mean: float
    total: float


@dataclass(frozen=True)
class Copies(Result):
    """How many cases of each class are there, and how many copies of them?

    Parameters
    ----------
    positive, negative : float >= 0
        Cases.
    of_positive, of_negative : float >= 0
        Copies, each case as many times as its mistake costs more than the right decision.
    """

    positive: float
    negative: float
    of_positive: float
    of_negative: float

    @property
    def cases(self) -> float:
        """All cases."""
        return self.positive + self.negative

    @property
    def n(self) -> float:
        """All copies; the share of those of positive cases is P(+)cost."""
        return self.of_positive + self.of_negative


def sample_cost(cm: ConfusionMatrix, matrix: CostMatrix) -> SampleCost:
    """What do these rows cost, right decisions included?

    Parameters
    ----------
    cm : binary ConfusionMatrix
    matrix : CostMatrix

    Returns
    -------
    SampleCost
        In the unit of the costs. *Undefined when* there is no positive or no negative row: nan.

    Notes
    -----
    Equation (2.23), with what right decisions cost.

    Examples
    --------
    >>> sample_cost(ConfusionMatrix.binary(tp=8, fp=6, fn=0, tn=6), CostMatrix(5, 1))
    SampleCost(mean=0.3, total=6)
    """
    mean = float(matrix.per_case(fpr(cm), fnr(cm), float(prevalence(cm))))
    return SampleCost(mean, mean * float(cm.n))


def whole_cases(p: float) -> int:
    """Of how many cases is the share `p` a whole number of them, or nearly so?

    Parameters
    ----------
    p : float in [0, 1]
        Prevalence.

    Returns
    -------
    int
        The first of 100, 1,000, 10,000 ... (at most 1,000,000,000) of which the nearest whole number is off by half a
        percent of the smaller class at most.

    Examples
    --------
    >>> whole_cases(0.4), whole_cases(212 / 569), whole_cases(0.00015)
    (100, 1000, 100000)
    """
    smaller, cases = min(p, 1 - p), 100
    while cases < MOST_CASES and abs(round(cases * smaller) - cases * smaller) > NEAR_ENOUGH * cases * smaller:
        cases *= 10
    return cases


def copies(matrix: CostMatrix, p: float, *, cases: float | None = None) -> Copies:
    """Of how many copies is P(+)cost the share of positive ones?

    Parameters
    ----------
    matrix : CostMatrix
    p : float in [0, 1]
        Prevalence.
    cases : float > 0, optional
        Whole ones, as many as `whole_cases` says, if it is left out.

    Returns
    -------
    Copies

    Examples
    --------
    >>> found = copies(CostMatrix(5, 1), 0.4)
    >>> found.of_positive, found.n, round(found.of_positive / found.n, 4)
    (200.0, 260.0, 0.7692)
    """
    if cases is None:
        cases = whole_cases(p)
        positive = float(round(cases * p))
    else:
        positive = cases * p
    negative = cases - positive
    return Copies(positive, negative, positive * matrix.excess_fn, negative * matrix.excess_fp)
