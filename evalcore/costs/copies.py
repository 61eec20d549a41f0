"""What the formulas of costs stand for: the cost of the rows themselves, and P(+)cost as a share of copies."""

from __future__ import annotations

from dataclasses import dataclass

from evalcore.costs.matrix import CostMatrix
from evalcore.counts import ConfusionMatrix
from evalcore.metrics import fnr, fpr, prevalence


@dataclass(frozen=True)
class SampleCost:
    """What do the rows cost, at their own prevalence: one on average, and all together?"""

    mean: float
    total: float


@dataclass(frozen=True)
class Copies:
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
    SampleCost(mean=0.3, total=6.0)
    """
    mean = float(matrix.per_case(fpr(cm), fnr(cm), float(prevalence(cm))))
    return SampleCost(mean, mean * float(cm.n))


def copies(matrix: CostMatrix, p: float, *, cases: float = 100.0) -> Copies:
    """Of how many copies is P(+)cost the share of positive ones?

    Parameters
    ----------
    matrix : CostMatrix
    p : float in [0, 1]
        Prevalence.
    cases : float > 0

    Returns
    -------
    Copies

    Examples
    --------
    >>> found = copies(CostMatrix(5, 1), 0.4)
    >>> found.of_positive, found.n, round(found.of_positive / found.n, 4)
    (200.0, 260.0, 0.7692)
    """
    positive = cases * p
    negative = cases - positive
    return Copies(positive, negative, positive * matrix.excess_fn, negative * matrix.excess_fp)
