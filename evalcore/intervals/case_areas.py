"""Areas under ROC curves, and differences of two, where rows of one case depend on each other."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from evalcore.errors import Message
from evalcore.intervals.auc_variance import Placements
from evalcore.intervals.cases import NO_VARIANCE, corrected, degrees_of_freedom, equal_cases, few_cases, one_case
from evalcore.support.arrays import BoolArray, FloatArray, IntArray
from evalcore.support.cases import Cases


class AreaByCase(NamedTuple):
    """An area, or a difference of two, and how far it may be off if cases were drawn at random.

    Parameters
    ----------
    area : float
    variance : float >= 0
        By case, Obuchowski's; 0 where the cases do not differ, nan with fewer than two cases of a class.
    by_row : float >= 0
        What it would be if the same rows were cases of their own, as many as there are cases times over.
    df : float >= 1
        For Student's quantile: cases of equal size that are as good, of the class that has fewer, less one.
    of_pos, of_neg : (cases,) int64
        Rows of each class in each case.
    """

    area: float
    variance: float
    by_row: float
    df: float
    of_pos: IntArray
    of_neg: IntArray

    @property
    def reason(self) -> Message | None:
        """Why the variance is unknown."""
        return one_case(self.of_pos, self.of_neg)

    @property
    def warnings(self) -> tuple[Message, ...]:
        """That cases are few."""
        return few_cases(self.of_pos, self.of_neg)

    @property
    def as_rows(self) -> tuple[float, float]:
        """How many independent rows of each class would vary as much; where nothing varies each case is one row."""
        if not self.variance > 0:
            return equal_cases(self.of_pos), equal_cases(self.of_neg)
        share = self.by_row / self.variance
        return share * float(self.of_pos.sum()), share * float(self.of_neg.sum())


def area_by_case(truth: BoolArray, placed: Placements, cases: Cases) -> AreaByCase:
    """How far may an area, or a difference of two areas of the same rows, be off if cases are drawn?

    Parameters
    ----------
    truth : (n,) bool
        Both classes have rows.
    placed : Placements
        Of the rows of both classes; of a difference theirs, `Placements.minus`.
    cases : Cases
        Of the n rows.

    Returns
    -------
    AreaByCase

    Notes
    -----
    Let m_i and n_i be the positive and negative rows of case i, M and N all of them, V10_i and V01_i the sums of the
    placements of a case (shares, so that their means are the area A), and a_i = (V10_i - m_i A) / M,
    b_i = (V01_i - n_i A) / N. With I cases, I+ of which have positive rows and I- negative ones,

    Var(A) = I+ / (I+ - 1) sum a_i^2 + I- / (I- - 1) sum b_i^2 + 2 I / (I - 1) sum a_i b_i.

    The last term is what positives and negatives of the same case share. It is at least I / (I - 1) times the sum of
    (a_i + b_i)^2, so never negative. Cases of one row each give DeLong's variance. `by_row` takes each row for a case
    with the same factors: both change alike where every row is copied, so that their quotient, the design effect, knows
    how alike the rows of a case are and not how often they were copied.

    References
    ----------
    Obuchowski (1997), https://doi.org/10.2307/2533958
    """
    code_pos, code_neg = cases.of(truth), cases.of(~truth)
    of_pos, of_neg = (part.sizes for part in (code_pos, code_neg))
    n_pos, n_neg, area = len(placed.of_pos), len(placed.of_neg), placed.area
    unit = 2.0 * n_pos * n_neg  # placements are doubled
    by_pos = (code_pos.sums(placed.of_pos) - of_pos * (area * 2 * n_neg)) / unit
    by_neg = (code_neg.sums(placed.of_neg) - of_neg * (area * 2 * n_pos)) / unit
    each, pos, neg = (corrected(int(k)) for k in (cases.count, np.count_nonzero(of_pos), np.count_nonzero(of_neg)))
    both = by_pos + by_neg
    # As in the notes, written as a sum of terms >= 0: the factor of all cases is the smallest.
    variance = each * both @ both + (pos - each) * by_pos @ by_pos + (neg - each) * by_neg @ by_neg
    by_row = pos * _squares(placed.of_pos / unit, area / n_pos) + neg * _squares(placed.of_neg / unit, area / n_neg)
    df = degrees_of_freedom(min(equal_cases(of_pos), equal_cases(of_neg)))
    return AreaByCase(area, 0.0 if variance < NO_VARIANCE else float(variance), float(by_row), df, of_pos, of_neg)


def _squares(values: FloatArray, mean: float) -> float:
    """Return the sum of squared distances from a mean."""
    apart = values - mean
    return float(apart @ apart)
