"""Net benefit and the decision curve: found positives, less the false alarms that one accepts for each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from evalcore.costs.envelope import cost_curve
from evalcore.costs.fixed import threshold_cost_interval
from evalcore.costs.matrix import probability_cost
from evalcore.counts import ThresholdCounts
from evalcore.counts.reasons import no_probabilities, one_class
from evalcore.errors import Message
from evalcore.intervals import Estimate
from evalcore.support.arrays import FloatArray, frozen
from evalcore.support.checks import finite_numbers, share, shares
from evalcore.support.results import Result

NO_WEIGHT = Message("At a threshold probability of 1 no number of found positives outweighs a false alarm.")
GRID = np.arange(1, 100) / 100


@dataclass(frozen=True, eq=False)
class DecisionCurve(Result):
    """Is it worth looking at the score, whatever a false alarm is worth?

    Parameters
    ----------
    threshold_probability : (g,) float64 in [0, 1]
        The probability from which on one would act.
    model : (g,) float64
        Net benefit of acting where the score reaches it; nan where the scores are no probabilities.
    best : (g,) float64
        Net benefit of the best threshold on these very rows, calibrated or not; the gap to `model` is what
        calibration could gain at most.
    best_threshold : (g,) float64
        That threshold.
    treat_all, treat_none : (g,) float64
        Net benefit of acting always, and never (0).
    prevalence : float
    reason : Message or None
        Why something is nan.
    """

    threshold_probability: FloatArray
    model: FloatArray
    best: FloatArray
    best_threshold: FloatArray
    treat_all: FloatArray
    treat_none: FloatArray
    prevalence: float
    reason: Message | None = None

    def to_frame(self) -> pd.DataFrame:
        """Return one row a threshold probability."""
        names = ("threshold_probability", "model", "best", "best_threshold", "treat_all", "treat_none")
        return pd.DataFrame({name: getattr(self, name) for name in names})


def net_benefit(
    counts: ThresholdCounts,
    threshold_probability: ArrayLike,
    *,
    threshold: ArrayLike | None = None,
    prevalence: float | None = None,
) -> Any:
    """How many found positives a case is the classifier worth, false alarms deducted?

    Parameters
    ----------
    counts : ThresholdCounts
    threshold_probability : numbers in [0, 1], any shape
        p_t = cost_fp / (cost_fp + cost_fn), the probability from which on one would act: at 1/6 a missed positive is
        as bad as 5 false alarms. Runs against P(+)cost, not with it.
    threshold : numbers, optional
        Of the score; p_t itself when left out, as is right for calibrated probabilities only.
    prevalence : float in [0, 1], optional
        Share of positive cases where the classifier is put to work; that of the rows when left out.

    Returns
    -------
    float or array, at most the prevalence
        0 is what acting never is worth.

    Notes
    -----
    NB = p TPR - (1 - p) FPR p_t / (1 - p_t) = p - normalised cost x [p (1 - p_t) + (1 - p) p_t] / (1 - p_t), at
    P(+)cost = p (1 - p_t) / (p (1 - p_t) + (1 - p) p_t). *Undefined when* p_t is 1, there is no row, or no threshold is
    given and a score is not in [0, 1]; with a prevalence, when there is no positive or no negative row.

    References
    ----------
    Vickers and Elkin (2006), https://doi.org/10.1177/0272989X06295361

    Examples
    --------
    >>> counts = ThresholdCounts.from_grouped([0.9, 0.5, 0.2], [3, 1, 0], [0, 2, 2])
    >>> net_benefit(counts, [0.2, 0.5]).tolist()
    [0.375, 0.25]
    """
    p_t, counts = shares(threshold_probability, "threshold_probability"), counts.scaled
    if threshold is None and no_probabilities(counts) is not None:
        value = np.full(p_t.shape, np.nan)
    else:
        cells = counts.cells(counts.index_of(p_t if threshold is None else threshold))
        tp, fp = _per_case(counts, prevalence)
        value = np.asarray(cells.tp * tp - cells.fp * fp * _weight(p_t))
    return value if value.ndim else float(value)


def false_alarms_a_positive(threshold_probability: float) -> float:
    """How many false alarms is a found positive worth to whoever acts from this probability on?

    Parameters
    ----------
    threshold_probability : float in (0, 1)

    Returns
    -------
    float > 0
        (1 - p_t) / p_t. *Undefined when* p_t is 0: nan.

    Examples
    --------
    >>> false_alarms_a_positive(0.2)
    4.0
    """
    p_t = share(threshold_probability, "threshold_probability")
    return (1 - p_t) / p_t if p_t else np.nan


def net_benefit_interval(
    counts: ThresholdCounts,
    threshold_probability: float,
    *,
    threshold: float | None = None,
    prevalence: float | None = None,
    confidence_level: float = 0.95,
) -> Estimate:
    """Between which values does the net benefit of a fixed threshold lie?

    Parameters
    ----------
    counts : ThresholdCounts
        Of rows, not of weights.
    threshold_probability : float in [0, 1)
    threshold, prevalence
        As for `net_benefit`; the threshold must not have been chosen on these rows.
    confidence_level : float in (0, 1)

    Returns
    -------
    Estimate

    Notes
    -----
    The net benefit is a cost with the sign turned: a found positive earns 1, a false alarm costs p_t / (1 - p_t), and
    nothing else counts. So the interval is that of `threshold_cost_interval`. *Undefined when* that is, and when scores
    are no probabilities and no threshold is given.

    Examples
    --------
    >>> counts = ThresholdCounts.from_grouped([0.9, 0.5, 0.2], [30, 10, 5], [1, 20, 20])
    >>> found = net_benefit_interval(counts, 0.5)
    >>> f"{found.low:.3f} < {found.value:.3f} < {found.high:.3f}"
    '0.046 < 0.221 < 0.385'
    """
    p_t = float(share(threshold_probability, "threshold_probability"))
    reason = (no_probabilities(counts) if threshold is None else None) or (NO_WEIGHT if p_t == 1 else None)
    if reason is not None:
        return Estimate(np.nan, confidence_level=confidence_level, reason=reason)
    return threshold_cost_interval(
        counts,
        p_t if threshold is None else threshold,
        cost_fn=0,
        cost_fp=p_t / (1 - p_t),
        cost_tp=-1,
        prevalence=prevalence,
        confidence_level=confidence_level,
    ).times(-1)


def decision_curve(
    counts: ThresholdCounts, threshold_probability: ArrayLike = GRID, *, prevalence: float | None = None
) -> DecisionCurve:
    """Is it worth looking at the score, at each probability from which on one would act?

    Parameters
    ----------
    counts : ThresholdCounts
    threshold_probability : (g,) numbers in [0, 1]
    prevalence : float in [0, 1], optional
        As for `net_benefit`.

    Returns
    -------
    DecisionCurve

    Notes
    -----
    *Undefined when* there is no positive or no negative row; `model` also when a score is not in [0, 1].

    References
    ----------
    Vickers and Elkin (2006), https://doi.org/10.1177/0272989X06295361

    Examples
    --------
    >>> curve = decision_curve(ThresholdCounts.from_grouped([0.9, 0.5, 0.2], [3, 1, 0], [0, 2, 2]), [0.1, 0.5])
    >>> curve.model.round(4).tolist(), curve.treat_all.round(4).tolist()
    ([0.4444, 0.25], [0.4444, 0.0])
    """
    p_t = frozen(shares(finite_numbers(threshold_probability, "threshold_probability"), "threshold_probability").copy())
    p = counts.prevalence if prevalence is None else share(prevalence, "prevalence")
    none, weight = np.zeros(len(p_t)), _weight(p_t)
    if (reason := one_class(counts)) is not None:
        empty = frozen(np.full(len(p_t), np.nan))
        return DecisionCurve(p_t, empty, empty, empty, empty, frozen(none), p, reason)
    envelope = cost_curve(counts).envelope
    x = probability_cost(p, 1 - p_t, p_t)
    known = np.where(np.isnan(x), 0.0, x)
    best = np.where(np.isnan(x), np.nan, p - envelope.at(known) * (p + (1 - p) * weight))
    return DecisionCurve(
        p_t,
        frozen(net_benefit(counts, p_t, prevalence=prevalence)),
        frozen(best),
        frozen(counts.threshold[envelope.best(known)]),
        frozen(p - (1 - p) * weight),
        frozen(none),
        p,
        no_probabilities(counts),
    )


def _weight(p_t: FloatArray) -> FloatArray:
    """Return how many found positives a false alarm outweighs; nan at 1."""
    return np.asarray(np.divide(p_t, 1 - p_t, out=np.full(p_t.shape, np.nan), where=p_t < 1))


def _per_case(counts: ThresholdCounts, prevalence: float | None) -> tuple[float, float]:
    """Return the share of all cases that one positive row, and one negative row, stands for."""
    if prevalence is None:
        n = counts.n_pos + counts.n_neg
        return (1 / n, 1 / n) if n else (np.nan, np.nan)
    p = share(prevalence, "prevalence")
    return (p / counts.n_pos, (1 - p) / counts.n_neg) if one_class(counts) is None else (np.nan, np.nan)
