"""The H-measure: the envelope averaged over conditions by a distribution that is the same for all classifiers."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy import special

from evalcore.costs._condition import rates_at
from evalcore.costs.envelope import cost_curve
from evalcore.counts import ThresholdCounts
from evalcore.counts.given import of_scores
from evalcore.counts.reasons import one_class
from evalcore.errors import InputError, Message
from evalcore.support.arrays import FloatArray
from evalcore.support.checks import share
from evalcore.support.results import Result

NO_SKILL_NEEDED = Message("At this prevalence one answer is always right, so there is nothing to gain.")


@dataclass(frozen=True)
class HMeasure(Result):
    """How much of the loss without a look at the score does the score save?

    Parameters
    ----------
    h : float in [0, 1]
        0: no better than the best of the two rules that ignore the score; 1: no mistakes.
    loss, reference_loss : float
        Expected least loss with the score and without it, where the two mistakes together cost 1.
    alpha, beta : float
        Of the Beta distribution of the cost share of a false alarm.
    reason : Message or None
        Why there is none.
    """

    h: float
    loss: float
    reference_loss: float
    alpha: float
    beta: float
    reason: Message | None = None


@of_scores
def h_measure(
    counts: ThresholdCounts,
    *,
    alpha: float | None = None,
    beta: float | None = None,
    prevalence: float | None = None,
) -> HMeasure:
    """How much of the loss without a look at the score does the score save, over all cost ratios?

    Parameters
    ----------
    counts : ThresholdCounts
    alpha, beta : float > 0, optional
        Of the distribution of c = cost_fp / (cost_fn + cost_fp). Left out: 1 + p and 1 + (1 - p), whose mode is the
        prevalence p (Hand and Anagnostopoulos 2014), so mistakes with the rarer class most likely cost more. Both 2:
        symmetric (Hand 2009).
    prevalence : float in [0, 1], optional
        Share of positive cases where the classifier is put to work; that of the rows when left out.

    Returns
    -------
    HMeasure

    Notes
    -----
    L = integral over c of min over t of [c (1 - p) FPR(t) + (1 - c) p FNR(t)] u(c), with the density u of
    Beta(alpha, beta); H = 1 - L / L_ref, where L_ref knows only the two rules that ignore the score. The minimum
    changes hands at the vertices of the envelope, so the integral is a sum of incomplete beta functions. The best
    threshold is chosen on these very rows, for each c anew, so H is too good for new ones. *Undefined when* there is
    no positive or no negative row, or the prevalence is 0 or 1.

    References
    ----------
    Hand (2009), https://doi.org/10.1007/s10994-009-5119-5; Hand and Anagnostopoulos (2014),
    https://doi.org/10.1016/j.patrec.2013.12.011

    Examples
    --------
    >>> counts = ThresholdCounts.from_grouped([0.8, 0.4, 0.35, 0.1], [1, 0, 1, 0], [0, 1, 0, 1])
    >>> round(h_measure(counts, alpha=2, beta=2).h, 4)
    0.5
    """
    p = counts.prevalence if prevalence is None else share(prevalence, "prevalence")
    a, b = _shape(alpha, "alpha", 1 + p), _shape(beta, "beta", 2 - p)
    reason = one_class(counts) or (NO_SKILL_NEEDED if p in {0, 1} else None)
    if reason is not None:
        return HMeasure(np.nan, np.nan, np.nan, a, b, reason)
    envelope = cost_curve(counts).envelope
    x = envelope.x
    # x falls as c rises: the stretch from x[i] to x[i + 1] reaches from c[i] down to c[i + 1]
    c = p * (1 - x) / (p * (1 - x) + (1 - p) * x)
    of_fp, of_fn = -np.diff(_partial_means(c, a, b))
    fpr, fnr = rates_at(counts, envelope.index[:-1])
    loss = math.fsum((1 - p) * fpr * of_fp + p * fnr * of_fn)
    of_fp, of_fn = np.diff(_partial_means(np.array([0.0, p, 1.0]), a, b))
    reference = float((1 - p) * of_fp[0] + p * of_fn[1])
    return HMeasure(1 - loss / reference, loss, reference, a, b)


def _partial_means(c: FloatArray, alpha: float, beta: float) -> FloatArray:
    """Return the integrals of c u(c) and of (1 - c) u(c) from 0 to each c, one in a row."""
    rising = alpha / (alpha + beta) * special.betainc(alpha + 1, beta, c)
    falling = beta / (alpha + beta) * special.betainc(alpha, beta + 1, c)
    return np.stack([rising, falling])


def _shape(value: float | None, name: str, default: float) -> float:
    """Return a finite number above 0."""
    if value is None:
        return default
    if not 0 < value < math.inf:
        raise InputError("{name} must be a number above 0; got {value}. Choose 2 as Hand did.", name=name, value=value)
    return float(value)
