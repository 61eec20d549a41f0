"""All metrics of one matrix with their intervals, or with the reason why there is none."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final, NamedTuple

import numpy as np
import pandas as pd

from evalcore.counts import Cells, ConfusionMatrix
from evalcore.counts.reasons import neither_way
from evalcore.errors import Message, present
from evalcore.intervals import Estimate, wilson
from evalcore.metrics.registry import METRICS, Metric, evaluate, undefined_reason
from evalcore.support.arrays import IntArray
from evalcore.support.results import html, one_line

DRAWS = 2_000
FEW = 5
WEIGHTED = Message("The rows are weighted, so there is no count of rows to base an interval on.")
CONSTANT = Message(
    "Every resample gave the same value: these rows cannot show how far it may be off, which is no certainty."
)
ONE_SIDED = Message(
    "All rows of one true class got the same prediction; resampling shows no other, so the interval is too narrow."
)
SMALL_CELL = Message(
    "A cell of the matrix has fewer than five rows; resampling shows too little of what it might have held, so the "
    "interval is too narrow."
)
SMALL_CLASS = Message(
    "A class has fewer than five rows; resampling shows too little of how they might have been predicted, so the "
    "interval is too narrow."
)
SMALL_SHARE = Message(
    "A share of fewer than five rows; where the true one is near 0 or 1, the interval holds it less often than its "
    "level says."
)
# A true share of 0.17 / n or 1 - 0.17 / n is covered with .84 (Brown, Cai and DasGupta 2001, Statistical Science 16).
MANY = 10
SINGLE_ROW = Message(
    "All rows but one agree; where the true share is even nearer to 0 or 1, the interval holds it less often than its "
    "level says."
)
# Sums of the recalls of all classes, each times this over the number of classes.
OF_RECALLS: Final = {"youden_j": 2.0, "balanced_accuracy": 1.0}


@dataclass(frozen=True)
class Reading(Estimate):
    """One metric of one matrix.

    Parameters
    ----------
    value, low, high, confidence_level, reason, warnings
        See `Estimate`; an interval that would be a single point is nan.
    method : "wilson", "wilson of f1", "wilson of both", "wilson of all", "bootstrap" or ""
        How the interval was made.
    name : str
        A key of `METRICS`.
    successes, trials : float or None
        The count form of a proportion, "7 of 11"; sums of weights if rows are weighted; None if it is no proportion.
    """

    name: str = field(kw_only=True)
    successes: float | None = field(default=None, kw_only=True)
    trials: float | None = field(default=None, kw_only=True)


class Readings(tuple[Reading, ...]):
    """Readings of one matrix, in a notebook as a table."""

    __slots__ = ()

    def __repr__(self) -> str:
        return one_line("Readings", [f"{reading.name}={reading}" for reading in self])

    def _repr_html_(self) -> str:
        """Return a table for a notebook."""
        return html("Readings", self.to_frame())

    def to_frame(self) -> pd.DataFrame:
        """Return a row a metric: value, low, high, successes, trials, method, and what is to be said of it."""
        columns = ["value", "low", "high", "successes", "trials", "method"]
        rows = {r.name: [getattr(r, column) for column in columns] for r in self}
        frame = pd.DataFrame.from_dict(rows, orient="index", columns=columns)
        return frame.assign(note=[" ".join(map(str, present(r.reason, *r.warnings))) for r in self])


class _Tables(NamedTuple):
    """Many k x k tables at once, shape (draws, k, k)."""

    table: IntArray


def readings_of_rows(
    cm: ConfusionMatrix,
    *,
    names: Collection[str] | None = None,
    beta: float = 1.0,
    confidence_level: float = 0.95,
    rng: np.random.Generator | None = None,
) -> Readings:
    """What are all metrics of this matrix, and how sure may one be of each, if its rows are independent?

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
    Readings
        A tuple of `Reading`, in the order of `METRICS`, those that are `listed`: "f1" only as "f_beta".

    Notes
    -----
    Rows are a random sample, so that the class counts vary, too. Proportions have Wilson's interval, with a warning
    where fewer than five rows are all there are, and where of ten or more all but one agree: of a true share nearer to
    0 or 1 it holds less often than it says. That of the larger class ends at 1 / classes, below which it cannot lie. F1
    (beta = 1) is 2x / (1 + x) of x = TP / (TP + FP + FN), of which TP is binomial if the sum is given: Wilson's
    interval of x is carried over. Youden's J and the balanced accuracy are a sum of the recalls of the classes, which
    do not depend on each other; the limits of the sum come from Wilson's intervals of each (MOVER). For F-beta, MCC and
    kappa 2,000 samples are drawn, multinomial over all cells of the table,
    and the interval runs between the percentiles; with a cell below five rows (of many classes: a class below five
    rows) it is too narrow, and `warnings` say so. All assume independent rows.

    References
    ----------
    Wilson (1927), https://doi.org/10.1080/01621459.1927.10502953; Newcombe (1998),
    https://doi.org/10.1002/(SICI)1097-0258(19980430)17:8<873::AID-SIM779>3.0.CO;2-I

    Examples
    --------
    >>> found = readings_of_rows(ConfusionMatrix.binary(tp=7, fp=4, fn=1, tn=8))
    >>> r = {reading.name: reading for reading in found}
    >>> f"{r['precision'].value:.4f}, {r['precision'].successes} of {r['precision'].trials}"
    '0.6364, 7 of 11'
    """
    listed = {n: m for n, m in METRICS.items() if m.listed and (m.many_classes or cm.positive_first)}
    if names is not None:
        listed = {n: m for n, m in listed.items() if n in names}
    without = neither_way(cm, WEIGHTED) is not None or cm.n == 0
    needless = without or all(_is_exact(name, m, beta) for name, m in listed.items())
    draws = None if needless else _resampled(cm, rng or np.random.default_rng(0))
    return Readings(
        _by_wilson(name, metric, cm, confidence_level)
        if _is_exact(name, metric, beta)
        else _composite(name, cm, beta, confidence_level, draws)
        for name, metric in listed.items()
    )


def _is_exact(name: str, metric: Metric, beta: float) -> bool:
    """Tell whether the interval needs no draws."""
    return name in OF_RECALLS or metric.parts is not None or (name == "f_beta" and beta == 1)


def _by_wilson(name: str, metric: Metric, cm: ConfusionMatrix, confidence_level: float) -> Reading:
    """Return a metric with the interval made of Wilson's, and its counts if it is a proportion."""
    value, reason = evaluate(name, cm), undefined_reason(name, cm)
    counts = None if metric.parts is None else [float(p) if cm.weighted else int(p) for p in metric.parts(cm)]
    successes, trials = counts or (None, None)
    found = partial(Reading, value, name=name, successes=successes, trials=trials, confidence_level=confidence_level)
    reason = reason or neither_way(cm, WEIGHTED)
    if reason is not None:
        return found(reason=reason)
    if counts is not None:
        low, high = wilson(*counts, confidence_level=confidence_level)
        low = max(float(low), metric.least(cm)) if metric.least is not None else low
        return found(float(low), float(high), method="wilson", warnings=_doubt(counts))
    if name == "f_beta":
        low, high = (2 * x / (1 + x) for x in wilson(cm.tp, cm.tp + cm.fp + cm.fn, confidence_level=confidence_level))
        few = _doubt((cm.tp, cm.tp + cm.fp + cm.fn))
        return found(float(low), float(high), method="wilson of f1", warnings=few)
    shares = [(of_class[k].item(), of_class.sum().item()) for k, of_class in enumerate(cm.table)]
    low, high = _of_recalls(shares, OF_RECALLS[name] / len(shares), value, confidence_level)
    if cm.positive_first:
        return found(low, high, method="wilson of both", warnings=_doubt(*shares))
    few = (SMALL_SHARE,) if min(n for _, n in shares) < FEW else ()
    return found(low, high, method="wilson of all", warnings=few)


def _doubt(*shares: Sequence[float]) -> tuple[Message, ...]:
    """Say where Wilson's interval of one of these shares, successes and trials each, covers too little."""
    if any(trials < FEW for _, trials in shares):
        return (SMALL_SHARE,)
    single = any(trials >= MANY and 1 in (right, trials - right) for right, trials in shares)
    return (SINGLE_ROW,) if single else ()


def _of_recalls(
    shares: Sequence[tuple[float, float]], factor: float, value: float, confidence_level: float
) -> tuple[float, float]:
    """Return the limits of `factor` times the sum of all recalls and a constant, recovered from those of each."""
    ends = [(right / n, *wilson(right, n, confidence_level=confidence_level)) for right, n in shares]
    below = math.hypot(*(rate - float(low) for rate, low, _ in ends))
    above = math.hypot(*(float(high) - rate for rate, _, high in ends))
    return value - factor * below, value + factor * above


def _composite(
    name: str, cm: ConfusionMatrix, beta: float, confidence_level: float, draws: Cells | _Tables | None
) -> Reading:
    """Return a metric that is no proportion with the percentiles of its bootstrap samples."""
    value, reason = evaluate(name, cm, beta=beta), undefined_reason(name, cm, beta=beta)
    found = partial(Reading, value, name=name, confidence_level=confidence_level)
    if reason is not None or draws is None:
        return found(reason=reason or neither_way(cm, WEIGHTED))
    values = evaluate(name, draws, beta=beta)
    usable = values[~np.isnan(values)]
    tail = (1 - confidence_level) / 2
    low, high = np.quantile(usable, [tail, 1 - tail])
    if low == high:
        return found(reason=CONSTANT)
    # At an end of the range all samples but the rows themselves lie on one side.
    low, high = min(float(low), value), max(float(high), value)
    return found(low, high, method="bootstrap", warnings=present(_too_narrow(cm, len(usable))))


def _too_narrow(cm: ConfusionMatrix, usable: int) -> Message | None:
    """Say why the percentiles of the bootstrap samples, of which so many have a value, lie too near each other."""
    if usable < DRAWS:
        return Message(
            "{count} of {draws} bootstrap samples gave no value and were left out. That comes of few rows, and the "
            "interval is too narrow.",
            {"count": DRAWS - usable, "draws": DRAWS},
        )
    if (np.count_nonzero(cm.table, axis=1) == 1).any():
        return ONE_SIDED
    if (cm.table if cm.positive_first else cm.table.sum(axis=1)).min() < FEW:
        return SMALL_CELL if cm.positive_first else SMALL_CLASS
    return None


def _resampled(cm: ConfusionMatrix, rng: np.random.Generator) -> Cells | _Tables:
    """Return bootstrap samples of the rows, which fall into the cells as they did here on average."""
    drawn = rng.multinomial(int(cm.n), cm.table.ravel() / cm.n, size=DRAWS).reshape(DRAWS, *cm.table.shape)
    if not cm.positive_first:
        return _Tables(drawn)
    return Cells(tp=drawn[:, 0, 0], fp=drawn[:, 1, 0], fn=drawn[:, 0, 1], tn=drawn[:, 1, 1])
