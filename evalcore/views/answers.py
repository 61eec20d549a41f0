"""The one sentence a page answers with: its numbers, rounded so that they agree with each other."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np

from evalcore import metrics
from evalcore.counts import ConfusionMatrix, ThresholdCounts
from evalcore.curves import pair_order
from evalcore.errors import Message
from evalcore.intervals import wilson
from evalcore.metrics import METRICS
from evalcore.significance import AucDifferences
from evalcore.significance.results import rejects

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
        Their 95% intervals (Wilson), as all readings of rows that count alone have them; nan for weights, and for rows
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
    """Which model ranks best, and do these rows tell it from the next, or from the one that is looked at?

    Parameters
    ----------
    first, second : str
        The one with the largest area, and the one it is compared with.
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
    is_next : bool
        Whether the second is the next best one.
    not_below : tuple of str
        The models that these rows do not tell from the first, by their p-values adjusted by Holm's method for all
        pairs: it ranks best for sure where there is none. Those with the larger areas come first; of a model farther
        off the area may be less certain.
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
    is_next: bool = True
    not_below: tuple[str, ...] = ()

    @property
    def apart(self) -> bool:
        """Whether the adjusted p-value rejects that both are equally good; of one pair, whether 0 lies outside."""
        return rejects(self.pvalue, LEVEL)


def best_of_models(
    auc: Mapping[str, float],
    differences: AucDifferences | None,
    *,
    reason: Message | None = None,
    chosen: str | None = None,
) -> BestOfModels:
    """Which model has the largest area, and how far is it from the `chosen` one, or where that is itself from the next?

    Parameters
    ----------
    auc : mapping of model to float
        At least two, none of them nan.
    differences : AucDifferences or None
        None where there is no test; then `reason` says why.
    reason : Message or None
        Why there is no test; not used where there are `differences`, which say themselves what has no interval.
    chosen : str or None
        The model that is looked at, one of `auc`: the best one is told from it. None, or the best one itself: told from
        the next best.

    Returns
    -------
    BestOfModels
        Of equal areas that one is first which comes first in `auc`.

    Raises
    ------
    ValueError
        With fewer than two models.
    KeyError
        Where `chosen` is none of them.

    Notes
    -----
    *Undefined when* (difference, interval and p-value) there are no `differences`, or their test has none: nan, and
    `reason` says why.
    """
    first, *others = sorted(auc, key=lambda name: -auc[name])
    following = others[0]
    second = following if chosen in (None, first) else chosen
    is_next = second == following
    if differences is None:
        unknown = tuple(others)
        return BestOfModels(first, second, auc[first], auc[second], reason=reason, is_next=is_next, not_below=unknown)
    places = {pair: place for place, pair in enumerate(differences.pairs)}
    of_first = {name: places[(first, name) if (first, name) in places else (name, first)] for name in others}
    as_listed, place = (first, second) in places, of_first[second]
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
        is_next=is_next,
        not_below=tuple(name for name in others if not rejects(float(differences.adjusted[of_first[name]]), LEVEL)),
    )
