"""The largest distance between the scores of both classes, where it is, and whether chance alone makes one as large."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy import stats

from evalcore.counts import ThresholdCounts
from evalcore.counts.given import of_scores
from evalcore.counts.reasons import not_alone, one_class
from evalcore.errors import Message
from evalcore.support.results import Result

EXACT_ROWS = 1_000  # of the larger class: beyond, the limit is as good and takes no time
MEAN_OF_LIMIT = math.sqrt(math.pi / 2) * math.log(2)  # of Kolmogorov's distribution
WEIGHTED = Message("The rows are weighted, and this test needs rows that count once each.")
CHOSEN = Message(
    "The threshold is where these very rows differ most: on new rows the difference there is smaller, and a p-value "
    "says only that the classes differ somewhere, not that this threshold is good."
)
WRONG_WAY = Message(
    "The difference is largest where low scores go with positive rows: the score runs against the truth."
)


@dataclass(frozen=True, eq=False)
class KolmogorovSmirnov(Result):
    """How far apart are the scores of both classes at most, and where?

    Parameters
    ----------
    statistic : float in [0, 1]
        Largest |TPR - FPR| of all thresholds.
    threshold : float
        Where it is reached; of several the highest.
    tpr, fpr : float in [0, 1]
        There.
    by_chance : float in [0, 1]
        How large the statistic is on average if the score tells nothing, with as many rows.
    pvalue : float in [0, 1]
        Of as large a statistic if both classes have the same scores.
    method : "exact" or "limit"
    reason : Message or None
        Why something is nan.
    warnings : tuple of Message
    """

    statistic: float
    threshold: float
    tpr: float
    fpr: float
    by_chance: float
    pvalue: float
    method: str = ""
    reason: Message | None = None
    warnings: tuple[Message, ...] = ()


@of_scores
def kolmogorov_smirnov(counts: ThresholdCounts) -> KolmogorovSmirnov:
    """How far apart are the scores of both classes at most, where, and is that more than chance?

    Parameters
    ----------
    counts : ThresholdCounts
        Weights and rows of cases have a statistic and no p-value.

    Returns
    -------
    KolmogorovSmirnov

    Notes
    -----
    The two-sample statistic of Kolmogorov and Smirnov is the largest of Youden's J over all thresholds, of either sign.
    p is exact up to 1,000 rows of the larger class, else by the limit, which for n rows takes those of the one-sample
    statistic with m+ m- / (m+ + m-) rows; of tied scores both are too large. `by_chance` is sqrt(pi / 2) ln 2 sqrt(1 /
    m+ + 1 / m-), cut at 1. There is no interval: the best of many thresholds is too good on the rows it was chosen on,
    and resamples of a best choice do not settle (see `decisions.on_new_rows` for what it is worth on new ones).
    *Undefined when* a class has no row.

    References
    ----------
    Hodges (1958), https://doi.org/10.1007/BF02589501

    Examples
    --------
    >>> found = kolmogorov_smirnov(ThresholdCounts.from_grouped([0.9, 0.5, 0.2], [30, 10, 5], [1, 20, 20]))
    >>> f"{found.statistic:.3f} at {found.threshold}, by chance {found.by_chance:.3f}"
    '0.642 at 0.9, by chance 0.188'
    """
    nan = math.nan
    if (reason := one_class(counts)) is not None:
        return KolmogorovSmirnov(nan, nan, nan, nan, nan, nan, reason=reason)
    rates = counts.rates
    apart = rates.tpr - rates.fpr
    index = int(np.argmax(np.abs(apart)))
    statistic = float(abs(apart[index]))
    found = statistic, float(counts.threshold[index]), float(rates.tpr[index]), float(rates.fpr[index])
    said = (CHOSEN, *((WRONG_WAY,) if apart[index] < 0 else ()))
    if (reason := not_alone(counts, WEIGHTED)) is not None:
        return KolmogorovSmirnov(*found, nan, nan, reason=reason, warnings=said)
    chance = min(MEAN_OF_LIMIT * math.sqrt(1 / counts.n_pos + 1 / counts.n_neg), 1.0)
    pvalue, method = _pvalue(counts, statistic)
    return KolmogorovSmirnov(*found, chance, pvalue, method, warnings=said)


def _pvalue(counts: ThresholdCounts, statistic: float) -> tuple[float, str]:
    """Return how often a statistic as large comes of equal classes, and how that was found."""
    if max(counts.n_pos, counts.n_neg) > EXACT_ROWS:
        rows = counts.n_pos * counts.n_neg / (counts.n_pos + counts.n_neg)
        return float(np.clip(stats.kstwo.sf(statistic, np.round(rows)), 0, 1)), "limit"
    place = np.arange(len(counts) - 1)
    pos, neg = (np.repeat(place, np.diff(of)) for of in (counts.tp, counts.fp))
    return float(stats.ks_2samp(pos, neg, method="exact").pvalue), "exact"
