"""All metrics of one matrix with their intervals, or with the reason why there is none."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from evalcore.counts import Cells, ConfusionMatrix
from evalcore.errors import Message
from evalcore.intervals import wilson
from evalcore.metrics.registry import METRICS, Parts, evaluate, undefined_reason

DRAWS = 10_000
WEIGHTED = Message("The rows are weighted, so there is no count of rows to base an interval on.")
CONSTANT = Message(
    "Every resample gave the same value: these rows cannot show how far it may be off, which is no certainty."
)
ONE_SIDED = Message(
    "All rows of one true class got the same prediction; resampling shows no other, so the interval is too narrow."
)


@dataclass(frozen=True)
class Reading:
    """One metric of one matrix.

    Parameters
    ----------
    name : str
        A key of `METRICS`.
    value : float
        nan where undefined; then `reason` says why.
    low, high : float
        Ends of the interval; nan where there is none or it would be a single point; then `reason` says why.
    successes, trials : float or None
        The count form of a proportion, "7 of 11"; sums of weights if rows are weighted; None if it is no proportion.
    method : "wilson", "bootstrap" or ""
        How the interval was made.
    reason : Message or None
        Why there is no value or no interval, or what is wrong with the interval.
    """

    name: str
    value: float
    low: float = np.nan
    high: float = np.nan
    successes: float | None = None
    trials: float | None = None
    method: str = ""
    reason: Message | None = None


class _Tables(NamedTuple):
    """Many k x k tables at once, shape (draws, k, k)."""

    table: NDArray[np.int64]


def readings(
    cm: ConfusionMatrix,
    *,
    names: Collection[str] | None = None,
    beta: float = 1.0,
    confidence_level: float = 0.95,
    rng: np.random.Generator | None = None,
) -> tuple[Reading, ...]:
    """What are all metrics of this matrix, and how sure may one be of each?

    Parameters
    ----------
    cm : ConfusionMatrix
        Metrics that need a positive class are left out if there are more than two classes, or none is named.
    names : collection of str, optional
        Which of them to read; all when left out. Those that are shares of counted rows draw no bootstrap samples.
    beta : float >= 0
        Weight of recall in "f_beta".
    confidence_level : float in (0, 1)
    rng : numpy.random.Generator, optional
        For the bootstrap; `default_rng(0)` when left out, so that a page shows the same numbers every time.

    Returns
    -------
    tuple of Reading
        In the order of `METRICS`, those that are `listed`: "f1" only as "f_beta".

    Notes
    -----
    Wilson's interval for proportions. For the others 10,000 bootstrap samples, stratified by truth: the cells
    of a row of the table are drawn from the multinomial with its size and its shares, and the interval runs between
    the percentiles. It assumes independent rows.

    Examples
    --------
    >>> r = {reading.name: reading for reading in readings(ConfusionMatrix.binary(tp=7, fp=4, fn=1, tn=8))}
    >>> f"{r['precision'].value:.4f}, {r['precision'].successes} of {r['precision'].trials}"
    '0.6364, 7 of 11'
    """
    listed = {n: m for n, m in METRICS.items() if m.listed and (m.many_classes or cm.positive_first)}
    if names is not None:
        listed = {n: m for n, m in listed.items() if n in names}
    needless = cm.weighted or cm.n == 0 or all(m.parts for m in listed.values())
    draws = None if needless else _resampled(cm, rng or np.random.default_rng(0))
    return tuple(
        _proportion(name, metric.parts, cm, confidence_level)
        if metric.parts
        else _composite(name, cm, beta, confidence_level, draws)
        for name, metric in listed.items()
    )


def _proportion(name: str, parts: Parts, cm: ConfusionMatrix, confidence_level: float) -> Reading:
    """Return a proportion with its counts and Wilson's interval."""
    value, reason = evaluate(name, cm), undefined_reason(name, cm)
    counts = [float(part) if cm.weighted else int(part) for part in parts(cm)]
    if reason is not None or cm.weighted:
        return Reading(name, value, successes=counts[0], trials=counts[1], reason=reason or WEIGHTED)
    low, high = wilson(*counts, confidence_level=confidence_level)
    return Reading(name, value, float(low), float(high), counts[0], counts[1], "wilson")


def _composite(
    name: str, cm: ConfusionMatrix, beta: float, confidence_level: float, draws: Cells | _Tables | None
) -> Reading:
    """Return a metric that is no proportion with the percentiles of its bootstrap samples."""
    value, reason = evaluate(name, cm, beta=beta), undefined_reason(name, cm, beta=beta)
    if reason is not None or draws is None:
        return Reading(name, value, reason=reason or WEIGHTED)
    values = evaluate(name, draws, beta=beta)
    usable = values[~np.isnan(values)]
    tail = (1 - confidence_level) / 2
    low, high = np.quantile(usable, [tail, 1 - tail])
    if low == high:
        return Reading(name, value, reason=CONSTANT)
    if len(usable) < DRAWS:
        reason = Message(
            "{count} of {draws} bootstrap samples gave no value and were left out.",
            {"count": DRAWS - len(usable), "draws": DRAWS},
        )
    elif (np.count_nonzero(cm.table, axis=1) == 1).any():
        reason = ONE_SIDED
    return Reading(name, value, float(low), float(high), method="bootstrap", reason=reason)


def _resampled(cm: ConfusionMatrix, rng: np.random.Generator) -> Cells | _Tables:
    """Return bootstrap samples of the rows, stratified by truth."""
    sizes = cm.table.sum(axis=1)
    shares = cm.table / np.maximum(sizes, 1)[:, None]
    shares[sizes == 0, 0] = 1  # a class without rows draws none; its shares only have to sum to 1
    if not cm.positive_first:
        rows: Any = [rng.multinomial(size, share, size=DRAWS) for size, share in zip(sizes, shares, strict=True)]
        return _Tables(np.stack(rows, axis=1))
    tp, fp = rng.binomial(sizes[:, None], shares[:, :1], size=(2, DRAWS))
    return Cells(tp, fp, sizes[0] - tp, sizes[1] - fp)
