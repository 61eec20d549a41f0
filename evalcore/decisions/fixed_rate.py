"""Sensitivity at a fixed specificity, and the reverse: the other rate is held, the threshold is whichever holds it."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from scipy import special, stats

from evalcore.counts import ThresholdCounts
from evalcore.counts.reasons import not_alone, one_class
from evalcore.curves import roc_band
from evalcore.decisions.choice import fulfil
from evalcore.decisions.wish import Wish
from evalcore.errors import Message
from evalcore.intervals import Estimate
from evalcore.intervals.percentiles import WEIGHTED
from evalcore.intervals.proportions import score_ends
from evalcore.support.arrays import FloatArray
from evalcore.support.checks import check_level, share

FEW: Final = 5  # rows beyond the threshold that is held, and rows of a class
FEW_BEYOND: Final = Message(
    "Fewer than five rows lie on the rarer side of the rate that is held: which threshold holds it is known only "
    "roughly."
)


@dataclass(frozen=True)
class RateAt(Estimate):
    """What is one rate where the other is held?

    Parameters
    ----------
    value, low, high, confidence_level, method, reason, warnings
        See `Estimate`: the rate, on the ROC curve with its straight lines.
    name : "recall" or "specificity"
        Which rate it is.
    held : float in [0, 1]
        At which value the other rate is held.
    threshold : float
        Of those that hold it, the one at which the rate is largest; nan where there is none.
    bootstrap_low, bootstrap_high : float
        The interval of pROC's `ci.se` and `ci.sp`; nan where none was asked for, or is.
    """

    name: str = field(kw_only=True)
    held: float = field(kw_only=True)
    threshold: float = field(default=math.nan, kw_only=True)
    bootstrap_low: float = field(default=math.nan, kw_only=True)
    bootstrap_high: float = field(default=math.nan, kw_only=True)


def sensitivity_at(
    counts: ThresholdCounts,
    specificity: float,
    *,
    confidence_level: float = 0.95,
    n_replicates: int = 2_000,
    rng: np.random.Generator | None = None,
) -> RateAt:
    """Which share of the positives is found where such a share of the negatives is left alone?

    Parameters
    ----------
    counts : ThresholdCounts
        Weighted rows, and rows of cases, have a value and no interval.
    specificity : float in [0, 1]
    confidence_level : float in (0, 1)
    n_replicates : int >= 2
        For the bootstrap.
    rng : numpy.random.Generator, optional
        For the bootstrap, which is left out without one.

    Returns
    -------
    RateAt

    Notes
    -----
    Neither the threshold nor the sensitivity there is known, and the interval has both in it. By the threshold: of n
    negatives as many lie above the true one as a binomial with 1 - specificity says, so between its quantiles a and b,
    and it is no higher than the a-th of them (with a = 0 anywhere above) and lower than the next to the b-th: the
    sensitivity lies between those read off the ROC curve at (a - 1) / n and b / n. By the positives: Wilson's interval
    at the sensitivity found. The limits of both are put together (MOVER): low = S - sqrt((S - S((a - 1) / n))^2 + (S -
    l)^2), high alike. No density of the scores is needed. pROC's interval, percentiles of a bootstrap of each class,
    stands beside: of few rows it is too narrow (docs/coverage.md). Where fewer than five negatives are expected above
    the threshold `warnings` say so. *Undefined when* a class has no row; the interval also where rows are weighted
    or belong to cases: `reason` says why.

    References
    ----------
    Robin et al. (2011), https://doi.org/10.1186/1471-2105-12-77 (pROC); Zhou and Qin (2005),
    https://doi.org/10.1002/sim.1563; Zou and Donner (2008), https://doi.org/10.1002/sim.3095

    Examples
    --------
    >>> counts = ThresholdCounts.from_grouped([4, 3, 2, 1], [30, 20, 10, 5], [5, 15, 20, 40])
    >>> found = sensitivity_at(counts, 0.75)
    >>> f"{found.low:.3f} < {found.value:.3f} < {found.high:.3f} from t = {found.threshold}"
    '0.568 < 0.769 < 0.875 from t = 3.0'
    """
    return _rate_at(
        counts, counts, name="recall", held=specificity, level=confidence_level, rng=rng, n_replicates=n_replicates
    )


def specificity_at(
    counts: ThresholdCounts,
    sensitivity: float,
    *,
    confidence_level: float = 0.95,
    n_replicates: int = 2_000,
    rng: np.random.Generator | None = None,
) -> RateAt:
    """Which share of the negatives is left alone where such a share of the positives is found?

    Parameters
    ----------
    counts, confidence_level, n_replicates, rng
        As for `sensitivity_at`.
    sensitivity : float in [0, 1]

    Returns
    -------
    RateAt

    Notes
    -----
    As `sensitivity_at`, with the classes exchanged. *Undefined when* that is.

    Examples
    --------
    >>> counts = ThresholdCounts.from_grouped([4, 3, 2, 1], [30, 20, 10, 5], [5, 15, 20, 40])
    >>> found = specificity_at(counts, 0.6)
    >>> f"{found.low:.3f} < {found.value:.3f} < {found.high:.3f} from t = {found.threshold}"
    '0.727 < 0.853 < 0.950 from t = 3.0'
    """
    # Of the other class, the lower score is the one that speaks for it.
    turned = ThresholdCounts.from_grouped(-counts.threshold[1:], np.diff(counts.fp), np.diff(counts.tp))
    turned = ThresholdCounts(turned.threshold, turned.tp, turned.fp, counts.rows, counts.cases_elsewhere)
    return _rate_at(
        counts, turned, name="specificity", held=sensitivity, level=confidence_level, rng=rng, n_replicates=n_replicates
    )


def _rate_at(
    counts: ThresholdCounts,
    curve: ThresholdCounts,
    *,
    name: str,
    held: float,
    level: float,
    rng: np.random.Generator | None,
    n_replicates: int,
) -> RateAt:
    """Return the TPR of a curve at an FPR of 1 less what is held; it is called by its name for these counts."""
    check_level(level)
    other = "specificity" if name == "recall" else "recall"
    share(held, other)
    fpr = round(1 - held, 12)  # 1 - 0.9 is less than 0.1, and the curve may rise there
    about: dict[str, Any] = {"confidence_level": level, "name": name, "held": held}
    if (missing := one_class(counts)) is not None:
        return RateAt(math.nan, reason=missing, **about)
    about["threshold"] = fulfil(counts, Wish(name, at_least={other: held})).threshold
    if (reason := not_alone(counts, WEIGHTED)) is not None:
        # Of several TPRs at one FPR the last one is taken, which is the largest.
        return RateAt(float(np.interp(fpr, curve.rates.fpr, curve.rates.tpr)), reason=reason, **about)
    n = int(curve.n_neg)
    fewest, most = (float(stats.binom.ppf(tail, n, fpr)) for tail in ((1 - level) / 2, (1 + level) / 2))
    # With so many negatives above it a threshold may lie as high as the last of them; with none, anywhere above.
    grid = np.maximum.accumulate([max(fewest - 1, 0) / n, fpr, most / n])
    band = roc_band(
        curve, grid=grid, n_replicates=2 if rng is None else n_replicates, rng=rng or np.random.default_rng(0)
    )
    low, high = _ends(float(band.tpr[0]) if fewest else 0.0, band.tpr[1:], int(curve.n_pos), level)
    drawn = (float(band.low[1]), float(band.high[1])) if rng is not None else (math.nan, math.nan)
    few = min(n * fpr, n * (1 - fpr)) < FEW and 0 < fpr < 1
    return RateAt(
        float(band.tpr[1]),
        low,
        high,
        method="recovered limits",
        warnings=(FEW_BEYOND,) if few else (),
        bootstrap_low=drawn[0],
        bootstrap_high=drawn[1],
        **about,
    )


def _ends(least: float, rates: FloatArray, n: int, level: float) -> tuple[float, float]:
    """Return the limits of the first of two rates, where `least` and the second are as far as its threshold may go."""
    value, most = (float(rate) for rate in rates)
    start, end = score_ends(value, n, float(special.ndtri((1 + level) / 2)))
    low, high = value - math.hypot(value - least, value - start), value + math.hypot(most - value, end - value)
    return max(min(low, value), 0.0), min(max(high, value), 1.0)
