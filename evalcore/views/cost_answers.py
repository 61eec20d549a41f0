"""What the page of costs answers with: what thresholds and labels cost, rounded so that the numbers agree."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from evalcore.costs import CostMatrix, ExpectedSaving, RuleCosts, ThresholdChoice, threshold_cost_interval
from evalcore.counts import threshold_counts
from evalcore.errors import Message
from evalcore.predictions import BinaryView
from evalcore.views.answers import MOST_DIGITS, NO_ENDS, Ends, line_end

# From this cost on a fraction of a unit is not worth saying.
WHOLE_FROM = 10
SIGNIFICANT = 3
ROUNDING = 1e-9  # costs that are apart by no more are the same


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
    always : bool
        Whether that rule calls everything positive, and not nothing.
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
    always: bool = False

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
    def is_outdone(self) -> bool:
        """Whether the rule that looks at no score costs less than the best threshold will on new rows.

        Where that rule is itself the best on these rows, it outdoes nothing.

        >>> CostAnswer(1200, 450, 750, 0, new=838, without=500).is_outdone
        True
        >>> CostAnswer(1200, 500, 700, 0, new=838, without=500).is_outdone
        False
        """
        return self.best < round(self.without, self.digits) < self.new

    @property
    def is_loss(self) -> bool:
        """Whether more is expected to be lost than saved on new rows."""
        return self.expected < 0

    @property
    def is_even(self) -> bool:
        """Whether what is expected to be saved on new rows rounds to nothing."""
        return self.expected == 0

    @property
    def is_no_gain(self) -> bool:
        """Whether the best threshold is expected to cost as much on new rows as the present one, or more."""
        return self.is_loss or self.is_even

    @property
    def is_advised(self) -> bool:
        """Whether the best threshold is to be taken: it surely saves, an amount that is said, and no rule outdoes it.

        >>> CostAnswer(2250, 450, 1800, 0, new=838, expected=1412, low=500, without=1500).is_advised
        True
        >>> CostAnswer(100, 99, 1, 0, new=100, expected=0, low=1, high=1, without=200).is_advised
        False
        >>> CostAnswer(2250, 450, 1800, 0, new=838, expected=1412, low=500, without=500).is_advised
        False
        """
        return self.is_sure and not self.is_no_gain and not self.is_outdone

    @property
    def lost(self) -> tuple[float, float, float]:
        """What is lost on new rows instead of saved, with its interval."""
        return 0.0 - self.expected, 0.0 - self.high, 0.0 - self.low


def cost_answer(rules: RuleCosts, saving: ExpectedSaving | None = None) -> CostAnswer:
    """What does the threshold cost, and how much less the best one: in whole units, small costs in decimals?

    While the threshold moves the digits stay: they are those of the rule that looks at no score, or more where the
    interval of the best threshold is so narrow that they say something. Where both costs would read alike and are not,
    there are as many as tell them apart.

    Parameters
    ----------
    rules : RuleCosts
    saving : ExpectedSaving, optional
        Of the same threshold, for as many cases: what is saved on new rows.
    """
    now, best = rules.current.cost, rules.best.cost
    if math.isnan(now) or math.isnan(best):
        return CostAnswer(now, best, math.nan, 0)
    digits = _digits(rules)
    now, best = round(now, digits), round(best, digits)
    on_new = (math.nan,) * 4 if saving is None else (saving.new, saving.saved, saving.low, saving.high)
    here = max(round(now - best, digits), 0.0)
    ends = (rules.current.low, rules.current.high)
    never, always = rules.always_negative.cost, rules.always_positive.cost
    new, expected, low, high = (round(value, digits) for value in on_new)
    if expected and not math.isnan(expected):  # it is the difference of both costs that are said
        expected = round(now - new, digits)
    return CostAnswer(now, best, here, digits, new, expected, low, high, ends, min(never, always), always < never)


def _digits(rules: RuleCosts) -> int:
    """Return how many decimals all costs have that are said together, wherever the threshold stands."""
    now, best = abs(rules.current.cost), abs(rules.best.cost)
    without = [abs(one.cost) for one in (rules.always_negative, rules.always_positive)]
    digits = _places(min(without), best)
    width = rules.best.high - rules.best.low
    if width > 0:
        digits = max(digits, min(_places(best), 1 - math.floor(math.log10(width))))
    # Only a cost that is next to none may need more.
    digits = digits if round(now, digits) else max(digits, _places(max(now, *without), now))
    return _apart(now, best, digits)


def _apart(now: float, best: float, digits: int) -> int:
    """Return with how many decimals, these or more, two costs do not read alike; these where they differ by rounding.

    >>> _apart(40.2, 40.0, 0), _apart(40.0, 40.0, 0), _apart(0.1 + 0.2, 0.3, 1), _apart(505.0, 395.0, 0)
    (1, 0, 1, 0)
    """
    if math.isclose(now, best, rel_tol=ROUNDING):
        return digits
    return next((more for more in range(digits, MOST_DIGITS) if round(now, more) != round(best, more)), MOST_DIGITS)


def saved_by(cheap: ThresholdChoice, dear: ThresholdChoice, *, cases: float) -> float:
    """What do so many cases cost less with one model than with another, each at its best threshold?

    Parameters
    ----------
    cheap, dear : ThresholdChoice
        The best thresholds of both models at the same costs and prevalence. Below 0: `cheap` costs more.
    cases : float
        Of how many cases.

    Notes
    -----
    Both costs are those of these rows, on which both thresholds were chosen; a difference has no interval here.
    *Undefined when* either model has no best threshold, since a class has no row: nan, and the `reason` of that choice
    says why. Where nothing is at stake all thresholds cost the same, and what is saved is 0.

    Examples
    --------
    >>> from evalcore.costs import best_threshold
    >>> tables = (threshold_counts([1, 1, 0, 0], score) for score in ([4, 3, 2, 1], [4, 2, 3, 1]))
    >>> saved_by(*(best_threshold(one, cost_fn=5, cost_fp=1) for one in tables), cases=1000)
    250.0
    """
    return cases * (dear.cost - cheap.cost)


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
