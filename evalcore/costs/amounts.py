"""Costs that differ from row to row, such as the amount of each invoice.

Where an amount takes the place of one cost, `amount_rows` turns the rows into counts that everything else in this
package reads like any others.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from evalcore.costs._checks import amounts
from evalcore.counts import ThresholdCounts, threshold_counts
from evalcore.counts.reasons import NO_NEGATIVE, NO_POSITIVE
from evalcore.errors import InputError, Message
from evalcore.support.arrays import BoolArray, CountArray, FloatArray, frozen
from evalcore.support.cases import Cases
from evalcore.support.checks import finite_numbers, same_length, truths, weights
from evalcore.support.results import Result

Replaces = Literal["fn", "fp"]
NO_AMOUNT = Message("All amounts of the class concerned are 0, so its mistakes cost nothing.")


@dataclass(frozen=True, eq=False)
class AmountRows(Result):
    """What does every threshold decide when a row of one class counts as much as its amount?

    Parameters
    ----------
    y_true : (n,) bool
    y_score : (n,) float64
    weight : (n,) float64
        How much a row counts: its amount as a multiple of `mean` in the class concerned, 1 in the other; times its
        sample weight, if there are any.
    mean : float
        Mean amount of the class concerned, weighted by the sample weights: the `cost_fn` (or `cost_fp`) to use with
        `counts`. nan without rows of that class.
    replaces : "fn" or "fp"
        Which cost the amount takes the place of, and so which class is concerned: the positive or the negative one.
    counts : ThresholdCounts
        Of the rows so weighted; both classes add up to what they add up to without amounts. A row of amount 0 vanishes
        with its threshold, since it does not matter how it is decided. Where all amounts of the class are the same, or
        `reason` is set, the counts of the rows without amounts: usable in either case.
    weighted : bool
        Whether sample weights were given.
    reason : Message or None
        Why the amounts say nothing: the class has no row (`mean` is nan), or all its amounts are 0 (`mean` is 0).
    of_cases : bool
        Whether some rows belong to one case, so that they are not independent.
    """

    y_true: BoolArray
    y_score: FloatArray
    weight: FloatArray
    mean: float
    replaces: Replaces
    counts: ThresholdCounts
    weighted: bool
    reason: Message | None = None
    of_cases: bool = False
    cases_elsewhere: bool = False

    def of_means(self, times: float) -> float:
        """Return so many times the mean amount: what that many rows of the class are worth together."""
        return times * self.mean

    def __post_init__(self) -> None:
        for array in (self.y_true, self.y_score, self.weight):
            frozen(array)


def amount_rows(
    y_true: ArrayLike,
    y_score: ArrayLike,
    amount: ArrayLike,
    *,
    replaces: Replaces = "fn",
    sample_weight: ArrayLike | None = None,
    case: ArrayLike | Cases | None = None,
) -> AmountRows:
    """What does every threshold decide when a row of one class counts as much as its amount?

    Parameters
    ----------
    y_true : (n,) True/False or 1/0
    y_score : (n,) finite numbers
    amount : (n,) numbers from 0 to 1e100
        What a mistake with the row costs; those of the other class are not used.
    replaces : "fn" or "fp"
        The amount is the cost of a missed positive row, or that of a false alarm.
    sample_weight : (n,) numbers >= 0, optional
        How often each row counts.
    case : (n,) labels of any kind, optional
        Rows of one case are not independent: nothing then takes them as such.

    Returns
    -------
    AmountRows
        Use `counts` with `mean` as the cost the amount replaces.

    Notes
    -----
    Missed positive rows cost sum a_i = mean(a) x sum a_i / mean(a) together: a constant cost times a weighted count. So
    FNR becomes the share of the amount that is missed, and cost plane, envelope and best threshold hold as they are; a
    `cost_tp` would be in proportion to the amount, too. *Undefined when* the class has no row, or no amount above 0.

    References
    ----------
    Elkan (2001), The foundations of cost-sensitive learning, IJCAI, section 1.

    Examples
    --------
    >>> rows = amount_rows([1, 0, 1, 0], [0.9, 0.8, 0.4, 0.1], [50, 20, 900, 20])
    >>> rows.mean, rows.counts.fn * rows.mean
    (475.0, array([950., 900., 900.,   0.,   0.]))
    """
    truth, score = truths(y_true), finite_numbers(y_score, "y_score")
    same_length(score, len(truth), "y_score")
    each = amounts(amount, len(truth))
    of_class = concerned(truth, replaces)
    weight = np.ones(len(truth)) if sample_weight is None else weights(sample_weight, len(truth))
    plain = threshold_counts(truth, score, sample_weight=sample_weight, case=case)
    values, times = each[of_class & (weight > 0)], weight[of_class & (weight > 0)]
    mean, reason = np.nan, NO_POSITIVE if replaces == "fn" else NO_NEGATIVE
    if len(values):
        same = values[0] == values.min() == values.max()
        mean = float(values[0] if same else (values * times).sum() / times.sum())
        reason = NO_AMOUNT
    views = truth.view(), score.view()  # read-only without a hold on the arrays of the caller
    weighted = sample_weight is not None
    if not mean > 0 or same:
        why = None if mean > 0 else reason
        return AmountRows(
            *views, weight.view(), mean, replaces, plain, weighted, why, plain.of_cases, plain.cases_elsewhere
        )
    weight = weight.copy()
    weight[of_class] *= each[of_class] / mean
    counts = threshold_counts(truth, score, sample_weight=weight)
    tp, fp = _with_total(counts.tp, plain.n_pos), _with_total(counts.fp, plain.n_neg)
    by_amount = ThresholdCounts(counts.threshold, tp, fp)
    return AmountRows(*views, weight, mean, replaces, by_amount, weighted, None, plain.of_cases, plain.cases_elsewhere)


def concerned(y_true: BoolArray, replaces: str) -> BoolArray:
    """Return which rows' amounts are used."""
    if replaces not in {"fn", "fp"}:
        raise InputError(
            "replaces must be 'fn' or 'fp'; got '{value}'. Name the mistake whose cost the amount is.", value=replaces
        )
    return y_true if replaces == "fn" else ~y_true


def _with_total(cumulative: CountArray, total: float) -> CountArray:
    """Return sums that rise to exactly `total`: rounding must not move the prevalence."""
    last = cumulative[-1]
    if last in {0, total}:
        return cumulative
    return np.where(cumulative == last, float(total), np.minimum(cumulative * (total / last), total))
