"""Which threshold does what is wished, of all that these rows have?"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from evalcore.costs import ChosenThreshold, CostMatrix, chosen_threshold
from evalcore.counts import Cells, ThresholdCounts
from evalcore.counts.ties import preferred
from evalcore.decisions._wished import ByWish, Reader, nearest_row, tied_rows
from evalcore.decisions.wish import Bounds, Wish
from evalcore.errors import InputError, Message
from evalcore.metrics import METRICS, evaluate
from evalcore.metrics.thresholds import NO_VALUE
from evalcore.support.arrays import FloatArray, frozen
from evalcore.support.results import Result

NOWHERE: Final = Message("No threshold of these rows does what is wished.")


@dataclass(frozen=True)
class Miss(Result):
    """What a threshold misses of a wish.

    Parameters
    ----------
    name : key of `METRICS`
        "queue_rate" where too many rows are predicted positive.
    bound, value : float
        What was wished, and what is there; of a number of rows as its share.
    by : float > 0
        How much too little or too much; nan where the metric is undefined.
    """

    name: str
    bound: float
    value: float
    by: float

    @property
    def message(self) -> Message:
        """The miss in words."""
        values = {"metric": METRICS[self.name].title, "value": self.value, "by": self.by}
        if math.isnan(self.value):
            return Message("{metric} has no value", {"metric": values["metric"]})
        if self.value < self.bound:
            return Message("{metric} is {value:.4g}, {by:.4g} less than wished", values)
        return Message("{metric} is {value:.4g}, {by:.4g} more than wished", values)


@dataclass(frozen=True)
class Nearest(Result):
    """The rule that misses a wish by least, where none fulfils it.

    Parameters
    ----------
    threshold, value : float
        Its threshold, and what is to be best there.
    misses : tuple of Miss
        What it misses, by how much; the largest miss is the least there is.
    index : int
        Its row in the table of thresholds.
    """

    threshold: float
    value: float
    misses: tuple[Miss, ...]
    index: int


@dataclass(frozen=True, eq=False)
class WishedThreshold(Result):
    """Which threshold does what is wished?

    Parameters
    ----------
    threshold : float
        The best one; of several the highest, unless a lower one finds more positives for no more false alarms. +inf:
        call nothing positive. nan where none does what is wished.
    value : float
        What is best, there; rows predicted positive where the wish only limits these. nan where there is none.
    tied : (t,) float64
        All thresholds that are as good, descending, with `threshold` among them.
    reached : bool
        Whether any threshold does what is wished.
    nearest : Nearest or None
        Where none does, the rule that misses it by least; None where one does, or where what is to be best or to hold
        has no value at any.
    index : int
        Its row in the table of thresholds; -1 where there is none.
    wish : Wish
    reason : Message or None
        Why there is none.
    """

    threshold: float
    value: float
    tied: FloatArray
    reached: bool
    nearest: Nearest | None
    index: int
    wish: Wish
    reason: Message | None = None


def choose(
    counts: ThresholdCounts,
    *,
    best: str = "",
    at_least: Bounds | None = None,
    at_most: Bounds | None = None,
    alerts: float | None = None,
    rows_a_day: int | None = None,
    cost_fn: float | None = None,
    cost_fp: float | None = None,
    cost_tp: float = 0.0,
    cost_tn: float = 0.0,
    prevalence: float | None = None,
    beta: float = 1.0,
) -> WishedThreshold:
    """Which threshold is best by one number while others hold?

    Parameters
    ----------
    counts : ThresholdCounts
        Of rows or of weights.
    best, at_least, at_most, alerts, rows_a_day, prevalence, beta
        See `Wish`.
    cost_fn, cost_fp, cost_tp, cost_tn : float
        See `CostMatrix`; with best="cost", and only then.

    Returns
    -------
    WishedThreshold

    Raises
    ------
    InputError
        As of `Wish`.

    Notes
    -----
    Every threshold of the table is a candidate, +inf included. A metric that is undefined at a threshold is neither
    best nor holds there. Of thresholds that tie the highest is taken, unless a lower one finds more positives for no
    more false alarms; all are in `tied`. Costs and sums of weights that agree to 12 digits are tied, and a bound that
    sums of weights miss by less than that is held. Where none does what is wished, the nearest rule is the one whose
    largest miss is least, in units of each metric's range and of shares of the rows; then the one whose misses add up
    to least. The value is that of the rows it was chosen on, so it is too good for new ones: see `on_new_rows`.
    *Undefined when* no threshold does what is wished: `reason` says so.

    Examples
    --------
    >>> counts = ThresholdCounts.from_grouped([0.9, 0.6, 0.2], n_pos=[2, 1, 1], n_neg=[0, 1, 4])
    >>> found = choose(counts, best="precision", at_least={"recall": 0.7})
    >>> found.threshold, found.value
    (0.6, 0.75)
    >>> str(choose(counts, best="recall", at_least={"precision": 0.8}, alerts=1).nearest.misses[0].message)
    'queue rate (share predicted positive) is 0.2222, 0.1111 more than wished'
    """
    costs = None
    if cost_fn is not None and cost_fp is not None:
        costs = CostMatrix(cost_fn, cost_fp, cost_tp, cost_tn)
    elif cost_fn is not None or cost_fp is not None:
        raise InputError("Both costs must be given; got one. Give cost_fn and cost_fp.")
    held: dict[str, Any] = {"at_least": at_least or (), "at_most": at_most or (), "alerts": alerts}
    wish = Wish(best, **held, rows_a_day=rows_a_day, costs=costs, prevalence=prevalence, beta=beta)
    return fulfil(counts, wish)


def fulfil(counts: ThresholdCounts, wish: Wish) -> WishedThreshold:
    """Which threshold does what is wished? As `choose`, of a wish that is there.

    Parameters
    ----------
    counts : ThresholdCounts
    wish : Wish

    Returns
    -------
    WishedThreshold
        *Undefined when* no threshold does what is wished.
    """
    reader = Reader.of(counts, wish)
    tied = tied_rows(counts, reader)
    if not len(tied):
        nearest, none = _nearest(counts, reader), frozen(np.empty(0))
        return WishedThreshold(
            math.nan, math.nan, none, False, nearest, -1, wish, NO_VALUE if nearest is None else NOWHERE
        )
    index = preferred(counts, tied)
    all_tied, value = frozen(counts.threshold[tied]), reader.value(counts, index)
    return WishedThreshold(float(counts.threshold[index]), value, all_tied, True, None, index, wish)


def on_new_rows(
    counts: ThresholdCounts, wish: Wish, *, n_replicates: int | None = None, rng: np.random.Generator
) -> ChosenThreshold:
    """What is the threshold that a wish chooses on these rows worth on new ones?

    Parameters
    ----------
    counts : ThresholdCounts
        Counts of rows, not of weights.
    wish : Wish
    n_replicates, rng
        As for `chosen_threshold`.

    Returns
    -------
    ChosenThreshold
        `new` is the matrix to be expected: any metric of it is corrected for the choice, also those that were to hold.

    Notes
    -----
    Out-of-bag, as `chosen_threshold`: each resample fulfils the wish by itself; one that cannot is left out. A number
    of alerts is one of as many rows, or of those of a day. *Undefined when* no threshold does what is wished, a class
    has fewer than two rows, or rows are weighted.

    Examples
    --------
    >>> counts = ThresholdCounts.from_grouped([0.9, 0.7, 0.6, 0.2], [9, 1, 4, 0], [0, 2, 5, 9])
    >>> found = on_new_rows(counts, Wish("precision", at_least={"recall": 0.7}), rng=np.random.default_rng(0))
    >>> found.threshold, evaluate("precision", found.here) >= evaluate("precision", found.new)
    (0.7, True)
    """
    return chosen_threshold(counts, ByWish(wish), n_replicates=n_replicates, rng=rng)


def _nearest(counts: ThresholdCounts, reader: Reader) -> Nearest | None:
    """Return the rule that misses least."""
    index = nearest_row(counts, reader)
    if index < 0:
        return None
    misses = missed(reader, counts.cells(index))
    return Nearest(float(counts.threshold[index]), reader.value(counts, index), misses, index)


def missed(reader: Reader, cells: Cells) -> tuple[Miss, ...]:
    """Return the conditions of a wish that do not hold in these cells."""
    found = []
    for one in reader.conditions:
        by = float(reader.miss(one, cells))
        if not by <= 0:
            value = float(evaluate(one.name, cells, beta=reader.wish.beta))
            found.append(Miss(one.name, one.bound, value, by))
    return tuple(found)
