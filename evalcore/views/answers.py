"""The one sentence a page answers with: its numbers, rounded so that they agree with each other."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np

from evalcore import metrics
from evalcore.costs import CostMatrix, ExpectedSaving, RuleCosts, threshold_cost_interval
from evalcore.counts import ConfusionMatrix, ThresholdCounts, threshold_counts
from evalcore.curves import pair_order
from evalcore.errors import Message
from evalcore.intervals import wilson
from evalcore.metrics import METRICS
from evalcore.predictions import BinaryView
from evalcore.significance import AucDifferences
from evalcore.significance.results import rejects

# From this cost on a fraction of a unit is not worth saying.
WHOLE_FROM = 10
SIGNIFICANT = 3
MOST_DIGITS = 12
HUNDRED = 100
Ends: TypeAlias = tuple[float, float]
NO_ENDS: Final = (math.nan, math.nan)
# At which level two models are called different.
LEVEL = 0.05


@dataclass(frozen=True)
class MatrixAnswer:
    """How many of the positives does a matrix find, and how many of its alarms are false?

    Parameters
    ----------
    found, positives : float
        Rows predicted positive of those that are; sums of weights if rows are weighted.
    false, alarms : float
        Rows predicted positive that are not, of all predicted positive.
    recall, false_share : float
        The same as shares; nan where there is nothing to have a share of.
    weighted : bool
        Whether rows count by a weight, so that the counts are no numbers of rows.
    recall_ends, false_ends : (float, float)
        Their 95 % intervals (Wilson), as all readings of rows that count alone have them; nan for weights, and for rows
        that belong to cases, whose intervals take too long to be there at every step of a handle.
    """

    found: float
    positives: float
    false: float
    alarms: float
    recall: float
    false_share: float
    weighted: bool
    recall_ends: Ends = NO_ENDS
    false_ends: Ends = NO_ENDS


def matrix_answer(cm: ConfusionMatrix) -> MatrixAnswer:
    """How many positives are found, and how many alarms are false?

    Examples
    --------
    >>> answer = matrix_answer(ConfusionMatrix.binary(tp=8, fp=2, fn=2, tn=8))
    >>> answer.found, answer.positives, answer.false, answer.alarms
    (8.0, 10.0, 2.0, 10.0)
    >>> [round(end, 3) for end in answer.recall_ends]
    [0.49, 0.943]
    """
    tp, fp, fn = float(cm.tp), float(cm.fp), float(cm.fn)
    return MatrixAnswer(
        tp,
        tp + fn,
        fp,
        tp + fp,
        float(metrics.recall(cm)),
        1 - float(metrics.precision(cm)),
        cm.weighted,
        *(() if cm.weighted or cm.of_cases else _ends(tp, fp, fn)),
    )


def _ends(tp: float, fp: float, fn: float) -> tuple[Ends, Ends]:
    """Return the ends of the intervals of both shares, found at once: there are two at each step of a handle."""
    low, high = np.asarray(wilson([tp, fp], [tp + fn, tp + fp])).tolist()
    return (low[0], high[0]), (low[1], high[1])


def bar_places(
    low: float, at: float, high: float, most: float = 1.0, *, least: float = 0.0
) -> tuple[int, int, int] | None:
    """Where below a number stand the ends of its interval and the number itself, in hundredths of a line?

    Parameters
    ----------
    low, at, high : float >= least
    most, least : float
        Where the line ends and where it begins: from 0 to 1 below a share. What lies beyond its end stands there.

    Notes
    -----
    *Undefined when* any of them is nan, or has no place on such a line: then None.

    >>> bar_places(0.4902, 0.8, 0.9433), bar_places(0.0, 0.0, 0.004), bar_places(float("nan"), 0.5, 0.9)
    ((49, 80, 94), (0, 0, 0), None)
    >>> bar_places(64, 86, 110, most=627), bar_places(500, 600, 700, most=627), bar_places(-1, 0, 1)
    ((10, 14, 18), (80, 96, 100), None)
    >>> bar_places(-0.01, 0.02, 0.05, most=0.05, least=-0.05)
    (40, 70, 100)
    """
    if any(map(math.isnan, (low, at, high, most))) or low < least or most <= least:
        return None
    first, middle, last = (min(round(HUNDRED * (one - least) / (most - least)), HUNDRED) for one in (low, at, high))
    return first, middle, last


def line_end(low: float, high: float) -> float:
    """Where ends the line of a difference, as far to either side of 0, so that both ends of its interval have a place?

    At a round number, so that intervals that differ a little have the same line.

    *Undefined when* an end is nan, or the interval is 0 alone: then nan.

    >>> line_end(0.018, 0.136), line_end(-0.054, 0.024), line_end(-4.0, -0.3), line_end(0.0, float("nan"))
    (0.2, 0.1, 5.0, nan)
    """
    far = max(abs(low), abs(high))
    if not 0 < far < math.inf or math.isnan(low) or math.isnan(high):
        return math.nan
    power = math.floor(math.log10(far))
    return float(next(f"{step}e{power}" for step in (1, 2, 5, 10) if float(f"{step}e{power}") >= far))


def rate_answers(cm: ConfusionMatrix, names: Sequence[str]) -> dict[str, tuple[float, float, float]]:
    """What are some rates of a matrix, and between which values do they lie: quickly enough for each step of a handle?

    Parameters
    ----------
    cm : ConfusionMatrix
    names : sequence of str
        Metrics of the registry that are shares of rows.

    Returns
    -------
    dict of name to (value, low, high)
        The ends are those of `readings`. *Undefined when* the rate is, or rows are weighted or belong to cases, whose
        intervals take too long: nan.

    Examples
    --------
    >>> found = rate_answers(ConfusionMatrix.binary(tp=8, fp=2, fn=2, tn=8), ["recall", "fpr"])
    >>> {name: [round(value, 3) for value in values] for name, values in found.items()}
    {'recall': [0.8, 0.49, 0.943], 'fpr': [0.2, 0.057, 0.51]}
    """
    values = [float(METRICS[name].function(cm)) for name in names]
    if cm.weighted or cm.of_cases:
        return {name: (value, *NO_ENDS) for name, value in zip(names, values, strict=True)}
    found, of = np.array([_counted(cm, name) for name in names]).T
    low, high = np.asarray(wilson(found, of)).tolist()
    return {name: (value, *ends) for name, value, *ends in zip(names, values, low, high, strict=True)}


def _counted(cm: ConfusionMatrix, name: str) -> tuple[int, int]:
    """Return how many rows have a property, and how many could have it."""
    parts = METRICS[name].parts
    if parts is None:
        raise ValueError(f"{name} is no share of rows")
    found, of = parts(cm)
    return int(found), int(of)


@dataclass(frozen=True)
class CostAnswer:
    """What do the present threshold and the best one cost, and what would the best save?

    Parameters
    ----------
    now, best, saved : float
        On these rows, rounded to `digits` places, `saved` being the difference of the two as they are shown; nan where
        undefined.
    digits : int
    new, expected, low, high : float
        What the best one costs on new rows, and what it is expected to save there, the difference of both costs as they
        are shown, with its interval: rounded alike, nan where undefined. Below 0 more is lost.
    ends : (float, float)
        The interval of `now`, of a threshold fixed beforehand: nan where there is none.
    without : float
        What the cheaper rule costs that looks at no score.
    """

    now: float
    best: float
    saved: float
    digits: int
    new: float = math.nan
    expected: float = math.nan
    low: float = math.nan
    high: float = math.nan
    ends: Ends = NO_ENDS
    without: float = math.nan

    @property
    def most(self) -> float:
        """Where the line of `ends` ends: at `without`, or where it has room for the interval.

        >>> CostAnswer(50, 30, 20, 0, ends=(40, 60), without=100).most
        100
        >>> CostAnswer(1200, 450, 750, 0, ends=(487, 2052), without=500).most
        5000.0
        """
        return line_end(0.0, self.ends[1]) if self.ends[1] > self.without else self.without

    @property
    def is_sure(self) -> bool:
        """Whether the whole interval of what is saved on new rows lies above 0."""
        return self.low > 0

    @property
    def is_loss(self) -> bool:
        """Whether more is expected to be lost than saved on new rows."""
        return self.expected < 0

    @property
    def is_even(self) -> bool:
        """Whether what is expected to be saved on new rows rounds to nothing."""
        return self.expected == 0

    @property
    def lost(self) -> tuple[float, float, float]:
        """What is lost on new rows instead of saved, with its interval."""
        return 0.0 - self.expected, 0.0 - self.high, 0.0 - self.low


def cost_answer(rules: RuleCosts, saving: ExpectedSaving | None = None) -> CostAnswer:
    """What does the threshold cost, and how much less the best one: in whole units, small costs in decimals?

    Parameters
    ----------
    rules : RuleCosts
    saving : ExpectedSaving, optional
        Of the same threshold, for as many cases: what is saved on new rows.
    """
    now, best = rules.current.cost, rules.best.cost
    if math.isnan(now) or math.isnan(best):
        return CostAnswer(now, best, math.nan, 0)
    digits = _places(abs(now), abs(best))
    # So many that what is saved is both the rounded difference and the difference of the two rounded costs.
    for more in range(digits, digits + 4):
        if round(round(now, more) - round(best, more), more) == round(now - best, more):
            digits = more
            break
    now, best = round(now, digits), round(best, digits)
    on_new = (math.nan,) * 4 if saving is None else (saving.new, saving.saved, saving.low, saving.high)
    here = max(round(now - best, digits), 0.0)
    ends = (rules.current.low, rules.current.high)
    without = min(rules.always_negative.cost, rules.always_positive.cost)
    new, expected, low, high = (round(value, digits) for value in on_new)
    if expected and not math.isnan(expected):  # it is the difference of both costs that are said
        expected = round(now - new, digits)
    return CostAnswer(now, best, here, digits, new, expected, low, high, ends, without)


def _places(*costs: float) -> int:
    """Return how many decimals leave the largest cost three significant digits, and turn none into 0.

    >>> _places(505.0, 395.0), _places(1.25, 0.5), _places(0.00505, 0.00395), _places(505.0, 0.25)
    (0, 2, 5, 1)
    """
    large, small = max(costs), min((cost for cost in costs if cost), default=0.0)
    if not small:
        return 0
    digits = 0 if large >= WHOLE_FROM else SIGNIFICANT - 1 - math.floor(math.log10(large))
    least = -math.floor(math.log10(small))
    return min(least if round(small, digits) == 0 else digits, MOST_DIGITS)


def cost_digits(cost: float) -> int:
    """With how many decimals are a cost and what belongs to it written: one, below 1 in three significant digits?

    *Undefined when* the cost is nan: then one.

    >>> cost_digits(505.0), cost_digits(0.565), cost_digits(-0.00505), cost_digits(float("nan"))
    (1, 3, 5, 1)
    """
    return _places(abs(cost)) if 0 < abs(cost) < 1 else 1


def headline_digits(cost: float) -> int:
    """With how many decimals is a cost written in a headline: none from 10 on.

    *Undefined when* the cost is nan: then one.

    >>> headline_digits(17.6), headline_digits(-9.96), headline_digits(0.565)
    (0, 1, 3)
    """
    return 0 if abs(cost) >= WHOLE_FROM else cost_digits(cost)


def in_two_digits(value: float) -> tuple[float, int]:
    """How is a number written of which resamples settle two digits: the number, and its digits after the point?

    *Undefined when* the number is nan: then no digits.

    >>> in_two_digits(147.7), in_two_digits(-3.44), in_two_digits(0.0), in_two_digits(0.0123)
    ((150.0, 0), (-3.4, 1), (0.0, 0), (0.012, 3))
    """
    if not value or math.isnan(value):
        return value, 0
    digits = 1 - math.floor(math.log10(abs(value)))
    return round(value, digits), max(digits, 0)


@dataclass(frozen=True)
class LabelsCost:
    """What do predicted labels cost, which no threshold moves?

    Parameters
    ----------
    cost, low, high : float
        With the interval of the cost; nan where undefined.
    digits : int
        How many decimals say something.
    reason : Message or None
        Why something is undefined.
    """

    cost: float
    low: float
    high: float
    digits: int
    reason: Message | None


def labels_cost(
    rows: BinaryView, matrix: CostMatrix, *, prevalence: float | None = None, cases: float = 1000.0
) -> LabelsCost:
    """What do so many cases cost if these labels decide?

    Parameters
    ----------
    rows : BinaryView of predicted labels
    matrix : CostMatrix
    prevalence : float or None
        Where the labels are used; None: that of the rows, estimated.
    cases : float

    Notes
    -----
    A label is a score of 1 or 0 with the threshold 1. *Undefined when* a class has no row.
    """
    if rows.predicted is None:
        raise ValueError("a score costs what its threshold makes of it")
    table = threshold_counts(rows.y_true, rows.predicted.astype(np.float64), sample_weight=rows.weight)
    found = threshold_cost_interval(table, 1.0, **vars(matrix), prevalence=prevalence)
    cost = cases * found.cost
    digits = 0 if math.isnan(cost) else _places(abs(cost))
    return LabelsCost(cost, cases * found.low, cases * found.high, digits, found.reason)


def per_hundred(share: float) -> float:
    """Of a hundred, how many: in whole ones unless that makes all or none of what is nearly so.

    *Undefined when* the share is nan: then it must not be asked.

    >>> per_hundred(0.844), per_hundred(0.995), per_hundred(1.0)
    (84.0, 99.5, 100.0)
    """
    digits = 0
    while 0 < share < 1 and digits < MOST_DIGITS and round(100 * share, digits) in (0, 100):
        digits += 1
    return float(round(100 * share, digits))


def pairs_in_order(counts: ThresholdCounts) -> tuple[float, float]:
    """In how many of how many pairs does a positive have the higher score, a tie as half a pair?

    Counted where there are fewer than a hundred pairs, which then are all there is; else of a hundred, as
    `per_hundred` rounds. Weighted rows have no pairs to count, so theirs are of a hundred.

    *Undefined when* a class has no row: then it must not be asked.

    Examples
    --------
    >>> pairs_in_order(ThresholdCounts.from_grouped([3, 2, 1], [2, 1, 1], [0, 1, 2]))
    (9.5, 12.0)
    """
    order = pair_order(counts)
    if counts.weighted or order.pairs >= HUNDRED:
        return per_hundred(order.auc), float(HUNDRED)
    return float(order.pairs - order.wrong - order.tied / 2), float(order.pairs)


@dataclass(frozen=True)
class BestOfModels:
    """Which two models rank best, and do these rows tell them apart?

    Parameters
    ----------
    first, second : str
        The two with the largest areas, the larger one first.
    auc_first, auc_second : float
    difference, low, high : float
        Area of the first minus that of the second, with its interval, adjusted by Bonferroni's method for all pairs;
        nan where there is none. A table has it in the order of the models, so with the other sign perhaps.
    pvalue : float
        Of their difference, adjusted by Holm's method for all pairs: the two were picked from them after a look at all.
    n_pairs : int
        For how many pairs it is adjusted.
    reason : Message or None
        Why there is no interval.
    warnings : tuple of Message
        What is wrong with the test the interval comes from.
    """

    first: str
    second: str
    auc_first: float
    auc_second: float
    difference: float = math.nan
    low: float = math.nan
    high: float = math.nan
    pvalue: float = math.nan
    n_pairs: int = 0
    reason: Message | None = None
    warnings: tuple[Message, ...] = ()

    @property
    def apart(self) -> bool:
        """Whether the adjusted p-value rejects that both are equally good; of one pair, whether 0 lies outside."""
        return rejects(self.pvalue, LEVEL)


def best_of_models(
    auc: Mapping[str, float], differences: AucDifferences | None, *, reason: Message | None = None
) -> BestOfModels:
    """Which two models have the largest areas, and how far are they apart?

    Parameters
    ----------
    auc : mapping of model to float
        At least two, none of them nan.
    differences : AucDifferences or None
        None where there is no test; then `reason` says why.
    """
    first, second = sorted(auc, key=lambda name: -auc[name])[:2]
    if differences is None:
        return BestOfModels(first, second, auc[first], auc[second], reason=reason)
    as_listed = (first, second) in differences.pairs
    place = differences.pairs.index((first, second) if as_listed else (second, first))
    test = differences.tests[place]
    found = (test.difference, test.low, test.high) if as_listed else (-test.difference, -test.high, -test.low)
    return BestOfModels(
        first,
        second,
        auc[first],
        auc[second],
        *found,
        pvalue=float(differences.adjusted[place]),
        n_pairs=differences.n_tests,
        # A test without an interval says why, and nothing else.
        reason=test.warnings[0] if math.isnan(test.low) and test.warnings else None,
        warnings=test.warnings,
    )
