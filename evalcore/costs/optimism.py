"""What is a threshold worth on new rows that was chosen as the best one on these? Rows left out of resamples tell."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Protocol

import numpy as np
from scipy import special

from evalcore.costs._condition import Condition
from evalcore.costs._drawing import Drawn, class_sizes, counts_of, nothing_to_draw
from evalcore.costs.amounts import AmountRows
from evalcore.costs.choice import best_threshold
from evalcore.costs.matrix import CostMatrix
from evalcore.costs.resampling import left_out_costs, places_of_choice, preferred_places, resamples
from evalcore.counts import Cells, ConfusionMatrix, ThresholdCounts
from evalcore.errors import InputError, Message
from evalcore.intervals import Estimate
from evalcore.intervals.percentiles import check_options
from evalcore.metrics import best_index, best_index_where, evaluate
from evalcore.support.arrays import CountArray, FloatArray, IndexArray
from evalcore.support.results import Result

FEW_THRESHOLDS = 2_000  # of more, resamples choose among about as many: so many take as long as a page may
FEW_FOR_ENDS = 500  # of an interval alone: it is found again for every threshold that is typed
NOT_FOUND = Message("No resample has a best threshold.")
Chooser = Callable[[CountArray, CountArray], IndexArray]
# A resample has, and so do the rows it leaves out, these shares of the rows: 1 - 1/e and 1/e.
LEFT_OUT = math.exp(-1)


class Rule(Protocol):
    """By what a threshold is chosen, of the rows themselves and of resamples of them."""

    def index(self, counts: ThresholdCounts) -> int:
        """Return the row of the table with the threshold that is taken; -1 where there is none."""

    def chooser(self, counts: ThresholdCounts) -> Chooser:
        """Return what finds the place that each resample of the rows takes, -1 where there is none.

        It is given FP and TP of the resamples at some rows of the table, (samples, rows), the last row among them.
        """


@dataclass(frozen=True)
class Criterion:
    """By what is a threshold the best one: the largest value of a metric, or the least cost?

    Parameters
    ----------
    metric : key of `METRICS`, or "" for the least cost
    held : key of `METRICS` or None
        Another metric that must be `at_least` so much there.
    at_least : float
    costs : CostMatrix or None
        For the least cost.
    prevalence : float or None
        Where the threshold is used, for the least cost; None: that of the rows.
    """

    metric: str = ""
    held: str | None = None
    at_least: float = 0.0
    costs: CostMatrix | None = None
    prevalence: float | None = None

    def __post_init__(self) -> None:
        if bool(self.metric) == (self.costs is not None):
            raise InputError("A threshold must be best by a metric or by costs; got both or none. Give one of them.")

    def index(self, counts: ThresholdCounts) -> int:
        """Return the row of the table with the threshold that is taken of those that are best; -1 where none is."""
        if self.costs is not None:
            return best_threshold(counts, **vars(self.costs), prevalence=self.prevalence).index
        if self.held is None:
            found = best_index(counts, self.metric)
            return int(found.index[0]) if found.index.size else -1
        found = best_index_where(counts, self.metric, held=self.held, at_least=self.at_least)
        if not found.index.size:
            return -1
        return int(found.index[np.argmax(evaluate(self.held, counts.cells(found.index)))])

    def cost(self, cm: ConfusionMatrix, *, cases: float = 1.0) -> float:
        """Return what so many cases cost with these decisions; nan where the criterion is a metric."""
        if self.costs is None or not (cm.tp + cm.fn and cm.fp + cm.tn):
            return math.nan
        p = (cm.tp + cm.fn) / cm.n if self.prevalence is None else self.prevalence
        return cases * float(self.costs.per_case(evaluate("fpr", cm), evaluate("fnr", cm), p))

    def chooser(self, counts: ThresholdCounts) -> Chooser:
        """Return what finds the place that each resample of the rows would choose; see `Rule`."""
        condition = None if self.costs is None else Condition.of(counts, self.costs, self.prevalence)
        return partial(self._places, condition)

    def _places(self, condition: Condition | None, fp: CountArray, tp: CountArray) -> IndexArray:
        """Return what each resample would choose, -1 where nothing is best in it."""
        if condition is not None:
            x, sizes = condition.x, (tp[:, -1:], fp[:, -1:])
            return preferred_places(x * (1 - tp / sizes[0]) + (1 - x) * fp / sizes[1], fp, tp)
        cells = Cells(tp, fp, tp[:, -1:] - tp, fp[:, -1:] - fp)
        value = np.where(np.isnan(value := evaluate(self.metric, cells)), -np.inf, value)
        if self.held is None:
            place = np.argmax(value, axis=1)
        else:
            kept = evaluate(self.held, cells)
            value = np.where(kept >= self.at_least, value, -np.inf)
            place = np.argmax(np.where(value == value.max(axis=1, keepdims=True), kept, -np.inf), axis=1)
        return np.where(np.isneginf(value.max(axis=1)), -1, place)


@dataclass(frozen=True, eq=False)
class ChosenThreshold(Result):
    """What is a threshold worth that was chosen as the best on these rows: here, and on new ones?

    Parameters
    ----------
    threshold : float
        +inf: nothing is predicted positive; nan where none is best.
    here : ConfusionMatrix or None
        What it decides of the rows it was chosen on.
    new : ConfusionMatrix or None
        What a threshold chosen so decides of as many new rows, to be expected: any metric of it is corrected for the
        choice.
    n_replicates : int
    reason : Message or None
        Why there is no `new`.
    """

    threshold: float
    here: ConfusionMatrix | None
    new: ConfusionMatrix | None
    n_replicates: int
    reason: Message | None = None


def enough_resamples(rows: ThresholdCounts | AmountRows) -> int:
    """How many resamples leave a twentieth to chance of what the rows themselves do, and take a fraction of a second?

    Examples
    --------
    >>> enough_resamples(ThresholdCounts.from_grouped([4, 3, 2, 1], [30, 20, 10, 5], [5, 15, 20, 40]))
    1000
    """
    n = sum(class_sizes(rows))
    return 1_000 if n <= 500 else 500 if n <= 2_000 else 200


def chosen_threshold(
    counts: ThresholdCounts,
    criterion: Rule,
    *,
    n_replicates: int | None = None,
    rng: np.random.Generator,
) -> ChosenThreshold:
    """What is the threshold that is best on these rows worth on new ones?

    Parameters
    ----------
    counts : ThresholdCounts
        Counts of rows, not of weights.
    criterion : Criterion, or another `Rule`
    n_replicates : int >= 2, optional
        As many as `enough_resamples` says when left out.
    rng : numpy.random.Generator

    Returns
    -------
    ChosenThreshold

    Notes
    -----
    Out-of-bag: each resample, drawn from each class separately, chooses its own best threshold, whose rates are those
    among the rows it left out. What these are worse by on average than those of the rows' own best threshold, on the
    same rows left out, is taken off its rates on all rows. A resample has 63% of the rows, so what is left errs a
    little to the low side. Simulated (two normals, on average: here, corrected, true): F1 .47, .35, .35 (100 rows,
    10% positive, d' 1.2), .75, .72, .73 (300, 40%, 1.5), .59, .57, .57 (1,000, 30%, 1.0); J .61, .52, .53; .43,
    .37, .37; .40, .38, .38. The rates, not the counts, are averaged: whoever leaves out more positives has seen fewer.
    With more than 2,000 distinct scores a resample can choose among about as many of them, evenly spread over both
    classes: by then the correction is below what is shown. *Undefined when* a class has fewer than two rows, or rows
    are weighted.

    References
    ----------
    Efron and Tibshirani (1997), https://doi.org/10.1080/01621459.1997.10474007

    Examples
    --------
    >>> counts = ThresholdCounts.from_grouped([0.9, 0.7, 0.6, 0.2], [9, 1, 4, 0], [0, 2, 5, 9])
    >>> found = chosen_threshold(counts, Criterion("f1"), rng=np.random.default_rng(0))
    >>> found.threshold, evaluate("f1", found.here) > evaluate("f1", found.new)
    (0.6, True)
    """
    times = enough_resamples(counts) if n_replicates is None else n_replicates
    check_options(times, 0.5)
    ours = criterion.index(counts)
    if ours < 0:
        return ChosenThreshold(math.nan, None, None, times, NOT_FOUND)
    threshold = float(counts.threshold[ours])
    here = counts.at(threshold)
    reason = nothing_to_draw(counts)
    if reason is not None:
        return ChosenThreshold(threshold, here, None, times, reason)
    choose = criterion.chooser(counts)
    choices, _note = places_of_choice(counts, ours, few=FEW_THRESHOLDS)
    at, worse = int(np.searchsorted(choices, ours)), []
    for of_neg, of_pos in resamples(counts, choices, times, rng, None):
        place = choose(of_neg.inside, of_pos.inside)
        worse.append(np.stack([_dearer(drawn, place, at) for drawn in (of_neg, of_pos)])[:, place >= 0])
    lost = np.concatenate(worse, axis=1)
    if np.isnan(lost).all(axis=1).any():
        return ChosenThreshold(threshold, here, None, times, NOT_FOUND)
    new = _moved(counts, here, *np.nanmean(lost, axis=1).tolist())
    return ChosenThreshold(threshold, here, new, times)


def _dearer(drawn: Drawn, place: IndexArray, ours: int) -> FloatArray:
    """Return by how much more of a class is predicted positive, of the rows left out, than at our own threshold."""
    with np.errstate(invalid="ignore", divide="ignore"):
        there, here = (drawn.outside_upto(at) / drawn.left for at in (place, np.full_like(place, ours)))
    return np.asarray(there - here)


def _moved(counts: ThresholdCounts, here: ConfusionMatrix, more_fp: float, more_tp: float) -> ConfusionMatrix:
    """Return the matrix with its rates moved by so much."""
    tp = counts.n_pos * min(max(here.tp / counts.n_pos + more_tp, 0.0), 1.0)
    fp = counts.n_neg * min(max(here.fp / counts.n_neg + more_fp, 0.0), 1.0)
    return ConfusionMatrix.binary(tp=float(tp), fp=float(fp), fn=float(counts.n_pos - tp), tn=float(counts.n_neg - fp))


@dataclass(frozen=True)
class ExpectedSaving(Estimate):
    """What does the threshold that costs least on these rows save on new ones, against another one?

    Parameters
    ----------
    value, low, high, confidence_level, method, reason, warnings
        See `Estimate`: what is saved on new rows; below 0 where more is lost.
    now, best : float
        What a case costs on these rows, at the present threshold and at the best one.
    new : float
        What it is to cost at the best one on new rows; nan where undefined.
    n_replicates : int
        As asked for.
    """

    now: float = field(kw_only=True)
    best: float = field(kw_only=True)
    new: float = field(kw_only=True)
    n_replicates: int = field(kw_only=True)

    @property
    def saved(self) -> float:
        """The value."""
        return self.value

    @property
    def optimism(self) -> float:
        """By how much the best threshold looks cheaper on these rows than it is."""
        return self.new - self.best

    def held(self, now: float) -> ExpectedSaving:
        """Return the same against another threshold, which costs `now` on these rows: without an interval of it."""
        return replace(self, value=now - self.new, low=math.nan, high=math.nan, now=now)

    def times(self, factor: float) -> ExpectedSaving:
        """Return the same multiplied: for so many cases."""
        money = {name: factor * getattr(self, name) for name in ("now", "best", "new")}
        return replace(super().times(factor), **money)


def expected_saving(
    rows: ThresholdCounts | AmountRows,
    threshold: float,
    *,
    cost_fn: float,
    cost_fp: float,
    cost_tp: float = 0.0,
    cost_tn: float = 0.0,
    prevalence: float | None = None,
    n_replicates: int | None = None,
    confidence_level: float = 0.95,
    rng: np.random.Generator,
    chosen: Callable[[], ChosenThreshold] | None = None,
) -> ExpectedSaving:
    """What does the threshold that costs least on these rows save on new ones, against the present one?

    Parameters
    ----------
    rows : ThresholdCounts or AmountRows
        Counts of rows, not of weights; or rows with amounts, whose `mean` is one of the costs.
    threshold : float
        The present one, taken as not chosen on these rows.
    cost_fn, cost_fp, cost_tp, cost_tn, prevalence
        As for `bootstrap_best_threshold`.
    n_replicates : int >= 2, optional
        As many as `enough_resamples` says when left out.
    confidence_level : float in (0, 1)
    rng : numpy.random.Generator
    chosen : callable, optional
        Returns what `chosen_threshold` says of the same counted rows by these costs, with a generator of the same seed,
        for who keeps it: it is the same for every present threshold. What is returned here does not depend on it.

    Returns
    -------
    ExpectedSaving

    Notes
    -----
    What the rows show is lessened by the optimism of the choice, out-of-bag. Of counted rows it is that of
    `chosen_threshold`, so that a generator of the same seed gives the same cost on new rows, whatever the present
    threshold is; of rows with amounts it comes from the resamples of the interval. The interval has the farther ends
    of two: percentiles of what resamples save with both thresholds as they are, moved by the optimism; and what
    resamples save among the rows they left out with the threshold that each chooses itself, with its standard
    deviation as far as of all rows in place of the 37% left out. The first is too narrow where the present threshold
    is near the true best one (.6 to .8 of 95%), the second where it is far off (.8). Of more than 500 thresholds the
    resamples of counted rows choose among about as many: 2,000 move the ends by less than a resampling does.
    Simulated (promised by these rows, corrected, true; coverage): 70, -19, -26, .96 (100 rows, 10% positive, d' 1.2,
    a miss costs 5, the present threshold is the true best); 38, -11, -14, .98 (300); 17, -7, -7, .97 (1,000).
    *Undefined when* a class has fewer than two rows, rows are weighted, or no mistake costs anything.

    References
    ----------
    Efron and Tibshirani (1997), https://doi.org/10.1080/01621459.1997.10474007

    Examples
    --------
    >>> counts = ThresholdCounts.from_grouped([4, 3, 2, 1], [30, 20, 10, 5], [5, 15, 20, 40])
    >>> found = expected_saving(counts, 4, cost_fn=5, cost_fp=1, rng=np.random.default_rng(0))
    >>> found.low < found.saved <= found.now - found.best + 0.01
    True
    """
    times = enough_resamples(rows) if n_replicates is None else n_replicates
    check_options(times, confidence_level)
    costs, table = CostMatrix(cost_fn, cost_fp, cost_tp, cost_tn), counts_of(rows)
    choice = best_threshold(table, **vars(costs), prevalence=prevalence)
    condition = Condition.of(table, costs, prevalence)
    present = int(table.index_of(threshold))
    now = float(condition.per_case(table, present))
    found = partial(ExpectedSaving, now=now, best=choice.cost, n_replicates=times, confidence_level=confidence_level)
    reason, new = nothing_to_draw(rows) or choice.reason, None
    # A generator of its own: the interval is the same whether or not the choice is drawn here.
    (of_interval,) = rng.spawn(1)
    if reason is None and isinstance(rows, ThresholdCounts):
        criterion = Criterion(costs=costs, prevalence=prevalence)
        known = chosen_threshold(rows, criterion, n_replicates=times, rng=rng) if chosen is None else chosen()
        new, reason = math.nan if known.new is None else criterion.cost(known.new), known.reason
    if reason is not None:
        return found(math.nan, new=math.nan, reason=reason)
    few = FEW_THRESHOLDS if new is None else FEW_FOR_ENDS
    choices, _note = places_of_choice(table, choice.index, present, few=few)
    at = tuple(int(place) for place in np.searchsorted(choices, (present, choice.index)))
    drawn = resamples(rows, choices, times, of_interval, None, fixed=prevalence is not None)
    fixed, own, dearer = _savings(drawn, condition, table, at)
    optimism = float(np.nanmean(dearer)) if new is None else new - choice.cost
    saved = now - choice.cost - optimism
    low, high = _ends(saved, fixed - optimism, own, confidence_level)
    if present == choice.index:  # nothing is changed, so nothing is saved
        saved = low = high = 0.0
    return found(saved, low, high, new=choice.cost + optimism)


def new_stands(rows: ThresholdCounts | AmountRows) -> bool:
    """Whether the best threshold costs the same on new rows whatever the present threshold is.

    Resamples of amounts choose among the present threshold and others, where not among all.

    Examples
    --------
    >>> new_stands(ThresholdCounts.from_grouped([4, 3, 2, 1], [30, 20, 10, 5], [5, 15, 20, 40]))
    True
    """
    return isinstance(rows, ThresholdCounts) or len(counts_of(rows)) - 1 <= FEW_THRESHOLDS


def _savings(
    drawn: Iterator[tuple[Drawn, Drawn]], condition: Condition, table: ThresholdCounts, at: tuple[int, ...]
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return of each resample what our best threshold saves in it, what its own saves among the rows left out, and
    what its own costs there more than ours.
    """
    found = []
    for of_neg, of_pos in drawn:
        fp, tp = of_neg.inside, of_pos.inside
        each = (tp[:, -1:] - tp) * (condition.x / table.n_pos) + fp * ((1 - condition.x) / table.n_neg)
        place = preferred_places(each, fp, tp)
        own, now, ours = (
            left_out_costs(condition, of_neg, of_pos, where)
            for where in (place, *(np.full_like(place, one) for one in at))
        )
        fixed = np.subtract(*(condition.money(each[:, one]) for one in at))
        found.append(np.stack([fixed, now - own, own - ours]))
    fixed, chosen, dearer = np.concatenate(found, axis=1)
    return fixed, chosen, dearer


def _ends(saved: float, fixed: FloatArray, chosen: FloatArray, confidence_level: float) -> tuple[float, float]:
    """Return the farther ends of both intervals."""
    tail = (1 - confidence_level) / 2
    low, high = np.quantile(fixed, [tail, 1 - tail]).tolist()
    half = float(special.ndtri(1 - tail)) * float(np.nanstd(chosen)) * math.sqrt(LEFT_OUT)
    return min(low, saved - half), max(high, saved + half)
