"""How sure is a decision curve, and the difference between those of two models?"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from evalcore.costs.fixed import threshold_cost_interval
from evalcore.costs.net_benefit import GRID, net_benefit_interval
from evalcore.costs.paired import ALIKE, FEW_APART, apart_difference, apart_ends, model_cost_difference
from evalcore.counts import ThresholdCounts
from evalcore.counts.reasons import NO_NEGATIVE, NO_POSITIVE, NOT_PROBABILITIES
from evalcore.errors import InputError, Message
from evalcore.intervals import Estimate
from evalcore.support.arrays import BoolArray, FloatArray, IntArray, frozen
from evalcore.support.cases import Cases, numbered
from evalcore.support.checks import check_level, finite_numbers, same_length, share, shares, truths
from evalcore.support.results import Result

# So few places are read faster by comparing every row with them than by finding where each score lies among them.
FEW_PLACES = 4
FEW = Message("In places fewer than ten rows are decided differently, and the interval there may be too narrow.")


@dataclass(frozen=True, eq=False)
class DecisionBand(Result):
    """What is something worth at each threshold probability, and between which values does that lie?

    Parameters
    ----------
    threshold_probability : (g,) float64 in (0, 1)
    value, low, high : (g,) float64
        Each place on its own; nan where undefined.
    confidence_level : float in (0, 1)
    reason : Message or None
        Why something is nan; that of the first place where it is.
    warnings : tuple of Message
        Of any place.
    """

    threshold_probability: FloatArray
    value: FloatArray
    low: FloatArray
    high: FloatArray
    confidence_level: float
    reason: Message | None = None
    warnings: tuple[Message, ...] = ()

    @property
    def has_ends(self) -> bool:
        """Whether there is an interval at some place, so that `reason` is of others."""
        return bool(np.isfinite(self.low).any())

    def at(self, place: int) -> Estimate:
        """What is it worth at one of the places?"""
        ends = (float(of[place]) for of in (self.value, self.low, self.high))
        return Estimate(*ends, confidence_level=self.confidence_level)

    def to_frame(self) -> pd.DataFrame:
        """Return one row a threshold probability."""
        return pd.DataFrame({name: getattr(self, name) for name in ("threshold_probability", "value", "low", "high")})


@dataclass(frozen=True, eq=False)
class DecisionIntervals(Result):
    """Is it worth looking at the score, and how sure is that?

    Parameters
    ----------
    model, treat_all : DecisionBand
        Net benefit of acting where the score reaches the threshold probability, and of acting always; never is worth 0.
    over_all : DecisionBand
        How much more the model is worth than acting always, of the same rows.
    avoided : DecisionBand
        Net interventions avoided, for `per` cases: by how many fewer false alarms the model pays, missed positives
        deducted, than acting always.
    per : float > 0
    """

    model: DecisionBand
    treat_all: DecisionBand
    over_all: DecisionBand
    avoided: DecisionBand
    per: float

    @property
    def over_rule(self) -> DecisionBand:
        """How much more the model is worth than the better rule that looks at no score: always below the prevalence,
        never from there on. Which one is better was seen on these rows.
        """
        always = self.treat_all.value > 0
        value, low, high = (
            frozen(np.where(always, getattr(self.over_all, name), getattr(self.model, name)))
            for name in ("value", "low", "high")
        )
        further = tuple(one for one in self.model.warnings if one not in self.over_all.warnings)
        reason = self.model.reason or self.over_all.reason
        level = self.model.confidence_level
        warnings = (*self.over_all.warnings, *further)
        return DecisionBand(self.model.threshold_probability, value, low, high, level, reason, warnings)

    def to_frame(self) -> pd.DataFrame:
        """Return one row a threshold probability, with three columns for each band."""
        found = {"threshold_probability": self.model.threshold_probability}
        for name in ("model", "treat_all", "over_all", "avoided"):
            band = getattr(self, name)
            found |= {name: band.value, f"{name}_low": band.low, f"{name}_high": band.high}
        return pd.DataFrame(found)


def decision_intervals(
    counts: ThresholdCounts,
    threshold_probability: ArrayLike = GRID,
    *,
    prevalence: float | None = None,
    per: float = 100,
    confidence_level: float = 0.95,
) -> DecisionIntervals:
    """Between which values does the worth of a model lie, at each probability from which on one would act?

    Parameters
    ----------
    counts : ThresholdCounts
        Weights have values and no intervals; rows of cases have intervals by case.
    threshold_probability : (g,) numbers in (0, 1)
    prevalence : float in [0, 1], optional
        As for `net_benefit`; taken to be known, so that what acting always is worth is known, too.
    per : float > 0
        For how many cases avoided interventions are counted.
    confidence_level : float in (0, 1)
        Of each interval on its own.

    Returns
    -------
    DecisionIntervals

    Notes
    -----
    Each is a cost of a fixed threshold with the sign turned, and has its interval (`threshold_cost_interval`): with
    w = p_t / (1 - p_t) a found positive earns 1 and a false alarm costs w; against acting always a spared negative
    earns w and a missed positive costs 1; avoided interventions are that gain / w. Closed forms, so that no resamples
    are drawn. A curve holds everywhere at once less often than `confidence_level`. *Undefined when* a score is not in
    [0, 1] or a class has no row.

    References
    ----------
    Vickers and Elkin (2006), https://doi.org/10.1177/0272989X06295361; Vickers et al. (2008),
    https://doi.org/10.1186/1472-6947-8-53 (interventions avoided, intervals)

    Examples
    --------
    >>> found = decision_intervals(ThresholdCounts.from_grouped([0.9, 0.5, 0.2], [30, 10, 5], [1, 20, 20]), [0.5])
    >>> f"{found.over_all.low[0]:.3f} < {found.over_all.value[0]:.3f} < {found.over_all.high[0]:.3f}"
    '0.060 < 0.174 < 0.275'
    """
    check_level(confidence_level)
    p_t = _places(threshold_probability)
    if not 0 < per < math.inf:
        raise InputError("per must be a number above 0; got {value}. Choose 100.", value=per)
    known = None if prevalence is None else share(prevalence, "prevalence")
    of: dict[str, Any] = {"prevalence": known, "confidence_level": confidence_level}
    never = bool(len(counts) > 1 and (counts.threshold[1] > 1 or counts.threshold[-1] < 0))

    def against_all(place: float) -> Estimate:
        """Return what the model is worth more than acting always."""
        if never:
            return Estimate(math.nan, confidence_level=confidence_level, reason=NOT_PROBABILITIES)
        cost = threshold_cost_interval(counts, place, cost_fn=1, cost_fp=0, cost_tn=-place / (1 - place), **of)
        return cost.times(-1)

    def always(place: float) -> Estimate:
        """Return what acting always is worth."""
        weight = place / (1 - place)
        if known is not None:
            return Estimate(*(known - (1 - known) * weight,) * 3, confidence_level=confidence_level)
        return threshold_cost_interval(counts, -math.inf, cost_fn=0, cost_fp=weight, cost_tp=-1, **of).times(-1)

    gains = [against_all(place) for place in p_t]
    spared = [gain.times(per * (1 - place) / place) for gain, place in zip(gains, p_t, strict=True)]
    return DecisionIntervals(
        _band(p_t, [net_benefit_interval(counts, place, **of) for place in p_t], confidence_level),
        _band(p_t, [always(place) for place in p_t], confidence_level),
        _band(p_t, gains, confidence_level),
        _band(p_t, spared, confidence_level),
        per,
    )


def net_benefit_difference(
    y_true: ArrayLike,
    first: ArrayLike,
    second: ArrayLike,
    threshold_probability: ArrayLike = GRID,
    *,
    prevalence: float | None = None,
    confidence_level: float = 0.95,
    case: ArrayLike | Cases | None = None,
) -> DecisionBand:
    """How much more is one model worth than another on the same rows, at each probability from which on one would act?

    Parameters
    ----------
    y_true : (n,) True/False or 1/0
        Rows count once each.
    first, second : (n,) numbers in [0, 1]
        Scores of both models, read as probabilities.
    threshold_probability : (g,) numbers in (0, 1)
    prevalence : float in [0, 1], optional
        As for `model_cost_difference`.
    confidence_level : float in (0, 1)
        Of each interval on its own.
    case : (n,) labels of any kind, optional
        Rows with equal labels belong to one case and may depend on each other.

    Returns
    -------
    DecisionBand
        Net benefit of the first less that of the second.

    Notes
    -----
    At each place the interval of `model_cost_difference`, by what found positives earn and false alarms cost: paired,
    so that what both models decide alike cancels. All places are counted in one pass over the rows; by case there is a
    pass for each. *Undefined when* a score is not in [0, 1] or a class has no row; an interval also where both models
    decide every row alike.

    References
    ----------
    Vickers et al. (2008), https://doi.org/10.1186/1472-6947-8-53

    Examples
    --------
    >>> y = [1] * 40 + [0] * 60
    >>> found = net_benefit_difference(y, [0.9] * 30 + [0.1] * 70, [0.9] * 38 + [0.1] * 57 + [0.6] * 5, [0.5])
    >>> f"{found.low[0]:.3f} < {found.value[0]:.3f} < {found.high[0]:.3f}"
    '-0.109 < -0.030 < 0.050'
    """
    check_level(confidence_level)
    truth, p_t = truths(y_true), _places(threshold_probability)
    scores = [finite_numbers(score, name) for score, name in ((first, "first"), (second, "second"))]
    for score, name in zip(scores, ("first", "second"), strict=True):
        same_length(score, len(truth), name)
    known = None if prevalence is None else share(prevalence, "prevalence")
    n_pos = int(np.count_nonzero(truth))
    reason = NOT_PROBABILITIES if any(of.min() < 0 or of.max() > 1 for of in scores) else None
    if reason is None and not 0 < n_pos < len(truth):
        reason = NO_NEGATIVE if n_pos else NO_POSITIVE
    if reason is not None:
        none = Estimate(math.nan, confidence_level=confidence_level, reason=reason)
        return _band(p_t, [none] * len(p_t), confidence_level)
    if case is not None:
        cases = numbered(case, len(truth))

        def by_case(place: float) -> Estimate:
            """Return the difference at one place."""
            called = [score >= place for score in scores]
            options: dict[str, Any] = {"prevalence": known, "confidence_level": confidence_level, "case": cases}
            weight = place / (1 - place)
            return model_cost_difference(truth, *called, cost_fn=0, cost_fp=weight, cost_tp=-1, **options).times(-1)

        return _band(p_t, [by_case(place) for place in p_t], confidence_level)
    if len(p_t) <= FEW_PLACES:
        groups = _only_one_by_one(truth, scores, p_t)
    else:
        groups = [_only_one(scores[0][rows], scores[1][rows], p_t) for rows in (truth, ~truth)]
    sizes = n_pos, len(truth) - n_pos
    return _band(p_t, _each(p_t, groups, sizes, known, confidence_level), confidence_level)


def _each(
    p_t: FloatArray,
    groups: Sequence[tuple[IntArray, IntArray]],
    sizes: tuple[int, int],
    prevalence: float | None,
    level: float,
) -> list[Estimate]:
    """Return the difference at each place, of rows that only one of the models acts upon."""
    found = []
    for place, weight in enumerate(p_t / (1 - p_t)):
        # A positive that only the second finds costs 1 more with the first; a false alarm of its own as much less.
        apart = [np.array([only_second[place], only_first[place]]) for only_first, only_second in groups]
        money = 1.0, -float(weight)
        value = apart_difference(apart, money, sizes, prevalence)
        if not (rows := sum(int(of.sum()) for of in apart)):
            found.append(Estimate(0.0, confidence_level=level, reason=ALIKE))
            continue
        low, high = apart_ends(value, apart, money, sizes, prevalence=prevalence, level=level)
        few = (FEW,) if rows < FEW_APART else ()
        found.append(Estimate(value, low, high, confidence_level=level, warnings=few).times(-1))
    return found


def _only_one_by_one(
    truth: BoolArray, scores: Sequence[FloatArray], p_t: FloatArray
) -> list[tuple[IntArray, IntArray]]:
    """Return the same as `_only_one` of positive and of negative rows, by a look at all rows for each place."""
    found = np.empty((2, 2, len(p_t)), dtype=np.int64)  # truth, which of the two, place
    for place, t in enumerate(p_t):
        first, second = (score >= t for score in scores)
        for which, only in enumerate((first & ~second, second & ~first)):
            of_pos = int(np.count_nonzero(only & truth))
            found[:, which, place] = of_pos, int(np.count_nonzero(only)) - of_pos
    return [(found[side, 0], found[side, 1]) for side in (0, 1)]


def _only_one(first: FloatArray, second: FloatArray, p_t: FloatArray) -> tuple[IntArray, IntArray]:
    """Return how many rows only the first score reaches each place with, and how many only the second."""
    order = np.argsort(p_t, kind="stable")
    reached = [np.searchsorted(p_t[order], score, side="right") for score in (first, second)]
    further = [_between(reached[1], reached[0], len(p_t)), _between(reached[0], reached[1], len(p_t))]
    found = np.empty((2, len(p_t)), dtype=np.int64)
    found[:, order] = further
    return found[0], found[1]


def _between(start: IntArray, stop: IntArray, places: int) -> IntArray:
    """Return how many stretches, each from its start to before its stop, hold each place."""
    some: BoolArray = stop > start
    begun, ended = (np.bincount(of[some], minlength=places + 1)[:places] for of in (start, stop))
    return np.asarray(np.cumsum(begun - ended))


def _places(threshold_probability: ArrayLike) -> FloatArray:
    """Return where the curve is read, none of them at an end, where nothing weighs anything or all does."""
    p_t = shares(finite_numbers(threshold_probability, "threshold_probability"), "threshold_probability")
    if ((p_t == 0) | (p_t == 1)).any():
        raise InputError(
            "threshold_probability must lie between 0 and 1; got {value}. Choose probabilities from which on one would "
            "act.",
            value=float(p_t[(p_t == 0) | (p_t == 1)][0]),
        )
    return p_t


def _band(p_t: FloatArray, found: Sequence[Estimate], level: float) -> DecisionBand:
    """Return the intervals of all places as arrays."""
    value, low, high = (frozen(np.array([getattr(one, name) for one in found])) for name in ("value", "low", "high"))
    warnings: list[Message] = []
    for one in found:
        warnings += [warning for warning in one.warnings if warning not in warnings]
    reason = next((one.reason for one in found if one.reason is not None), None)
    return DecisionBand(frozen(p_t.copy()), value, low, high, level, reason, tuple(warnings))
