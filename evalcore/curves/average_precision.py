"""How sure may one be of average precision? Boyd's interval on the logit scale, read off the counts."""

from __future__ import annotations

import math
from dataclasses import dataclass

from scipy import special

from evalcore.counts import ThresholdCounts
from evalcore.counts.reasons import not_alone, one_class
from evalcore.curves.precision_recall import precision_recall_curve
from evalcore.errors import Message
from evalcore.intervals import Estimate
from evalcore.support.checks import check_level

FEW_POSITIVE = 20
WEIGHTED = Message("The rows are weighted, and the interval of average precision counts positive rows.")
EVERY_FIRST = Message(
    "Every positive row comes before every negative one; average precision is 1 and has no interval on the logit "
    "scale, so Wilson's stands in its place, with as many rows as are positive."
)


@dataclass(frozen=True)
class AveragePrecisionInterval(Estimate):
    """Between which values does average precision lie?

    Parameters
    ----------
    value, low, high, confidence_level, method, reason, warnings
        See `Estimate`: in [0, 1], nan without positive rows.
    """

    @property
    def average_precision(self) -> float:
        """The value."""
        return self.value


def boyd_interval(counts: ThresholdCounts, *, confidence_level: float = 0.95) -> AveragePrecisionInterval:
    """Between which values does average precision lie, if the rows are independent?

    Parameters
    ----------
    counts : ThresholdCounts
        Of rows, not of weights.
    confidence_level : float in (0, 1)

    Returns
    -------
    AveragePrecisionInterval

    Notes
    -----
    logit(AP) -+ z / sqrt(m+ AP (1 - AP)), turned back: AP is taken to vary as a share of the m+ positive rows does. At
    AP = 1 it is Wilson's interval of m+ out of m+, which rests on the same variance. It needs no draws, never reaches
    beyond 0 or 1, and with few positives covers more than percentiles of resamples do (coverage .95 against
    .66 with 2 positives among 100 rows: tests/benchmarks/coverage.py). It assumes independent rows and a model that was
    not fitted to them; the prevalence is that of the rows. *Undefined when* a class has no row, or rows are weighted.

    References
    ----------
    Boyd, Eng and Page (2013), https://doi.org/10.1007/978-3-642-40994-3_29

    Examples
    --------
    >>> counts = ThresholdCounts.from_grouped([4, 3, 2, 1], [30, 20, 10, 5], [5, 15, 20, 40])
    >>> found = boyd_interval(counts)
    >>> f"{found.low:.2f} < {found.average_precision:.2f} < {found.high:.2f}"
    '0.62 < 0.74 < 0.83'
    """
    check_level(confidence_level)
    value = precision_recall_curve(counts).average_precision
    reason = one_class(counts) or not_alone(counts, WEIGHTED)
    if reason is not None:
        return AveragePrecisionInterval(value, confidence_level=confidence_level, reason=reason)
    z, n = float(special.ndtri((1 + confidence_level) / 2)), counts.n_pos
    warnings = few_positives(n)
    if value >= 1:
        low = n / (n + z * z)
        return AveragePrecisionInterval(
            value, low, 1.0, confidence_level=confidence_level, warnings=(EVERY_FIRST, *warnings)
        )
    logit, half = float(special.logit(value)), z / math.sqrt(n * value * (1 - value))
    low, high = (float(special.expit(logit + step)) for step in (-half, half))
    return AveragePrecisionInterval(value, low, high, confidence_level=confidence_level, warnings=warnings)


def few_positives(n_pos: float) -> tuple[Message, ...]:
    """Say what few positive rows do to average precision: tests/benchmarks/coverage.py shows it."""
    if n_pos >= FEW_POSITIVE:
        return ()
    found = Message(
        "Rows that are positive: {n_pos}. The average precision of so few is too high on average, and where a model "
        "ranks poorly its interval covers the true one less often than its level says.",
        {"n_pos": int(n_pos)},
    )
    return (found,)
