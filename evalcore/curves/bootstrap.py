"""How sure may one be of the areas and crossings of the curves? Bootstrap intervals, drawn from the counts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np

from evalcore.counts import ThresholdCounts
from evalcore.counts.given import of_scores
from evalcore.curves._cells import MAX_FPR, SCORES, Cells, Curves, curves, cut
from evalcore.curves._resampling import FEW, are_few, nothing_to_draw
from evalcore.curves.det import det_curve
from evalcore.curves.precision_recall import precision_recall_curve
from evalcore.curves.roc import partial_auc, roc_curve
from evalcore.errors import Message
from evalcore.intervals import BootstrapInterval
from evalcore.intervals.percentiles import Progress, check_options, chunks, collected, percentiles
from evalcore.support.arrays import CountArray, FloatArray
from evalcore.support.results import Result

CONSTANT = Message(
    "Every resample gave the same value, which is no proof of certainty: there are too few rows to tell."
)


@dataclass(frozen=True)
class BootstrapCurves(Result):
    """Areas and crossings of the curves, each with a bootstrap interval.

    Parameters
    ----------
    auc, average_precision, break_even_point, equal_error_rate : BootstrapInterval
    partial_auc : BootstrapInterval
        Up to a false positive rate of .1, with McClish's correction.
    confidence_level, n_replicates
        As asked for.
    exact : bool
        Whether the resamples are exactly those of resampled rows; else neighbouring scores were drawn together.
    warnings : tuple of Message
        Why the intervals may cover less often than they say.
    """

    auc: BootstrapInterval
    average_precision: BootstrapInterval
    break_even_point: BootstrapInterval
    equal_error_rate: BootstrapInterval
    partial_auc: BootstrapInterval
    confidence_level: float
    n_replicates: int
    exact: bool
    warnings: tuple[Message, ...] = ()


@of_scores
def bootstrap_curves(
    counts: ThresholdCounts,
    *,
    n_replicates: int = 200,
    confidence_level: float = 0.95,
    rng: np.random.Generator,
    progress: Progress | None = None,
) -> BootstrapCurves:
    """How sure may one be of AUC, average precision, break-even point and equal error rate?

    Parameters
    ----------
    counts : ThresholdCounts
        Of rows, not of weights.
    n_replicates : int >= 2
        Bootstrap samples: as many rows as there are, drawn with replacement.
    confidence_level : float in (0, 1)
    rng : numpy.random.Generator
    progress : callable, optional
        Called with the share that is done; raise an exception in it to stop.

    Returns
    -------
    BootstrapCurves

    Notes
    -----
    Percentiles of samples. Rows are a random sample, so that those of the resamples are of either class as often as in
    the rows, and average precision and the break-even point vary with the prevalence, too; a resample without a class
    is drawn again. The rows of each class that a sample has at each distinct score are multinomial, so up to 4,096
    distinct scores a sample has exactly the distribution that resampled rows give. More scores are joined into
    about 4,500 cells of at most about a thousandth of either class, the 512 highest scores one each: numbers in the
    cells are exact, and the order inside a cell is that of the table, not resampled. Of the variance of AUC about a
    millionth is lost; the percentiles are shifted by what the cells are off for the rows themselves, which is far below
    a standard error. *Undefined when* a class has fewer than
    two rows, rows are weighted, all pairs are ordered or tied alike, or all samples agree. For AUC alone
    `auc_interval_from_counts` needs no draws.

    References
    ----------
    Efron (1979), https://doi.org/10.1214/aos/1176344552

    Examples
    --------
    >>> counts = ThresholdCounts.from_grouped([4, 3, 2, 1], [30, 20, 10, 5], [5, 15, 20, 40])
    >>> found = bootstrap_curves(counts, rng=np.random.default_rng(0)).average_precision
    >>> f"{found.low:.2f} < {found.value:.2f} < {found.high:.2f}"
    '0.63 < 0.74 < 0.83'
    """
    check_options(n_replicates, confidence_level)
    values = np.array(_values(counts))
    exact, reason = len(counts) - 1 <= SCORES, nothing_to_draw(counts)
    if reason is None:
        cells = cut(counts)
        replicates = collected(_draw(counts, cells, n_replicates, rng), n_replicates, progress)
        if not exact:
            replicates += values - np.ravel(curves(cells, counts.tp[None, cells.last], counts.fp[None, cells.last]))
        ends = percentiles(replicates, confidence_level)
        errors = replicates.std(axis=0, ddof=1)
        each = zip(values, errors, *ends, strict=True)
        found = [_interval(*map(float, numbers), confidence_level=confidence_level) for numbers in each]
    else:
        of_none = partial(BootstrapInterval, confidence_level=confidence_level, reason=reason)
        found = [of_none(float(value)) for value in values]
    by_name = dict(zip(Curves._fields, found, strict=True))
    return BootstrapCurves(
        **by_name,
        confidence_level=confidence_level,
        n_replicates=n_replicates,
        exact=exact,
        warnings=(FEW,) if reason is None and are_few(counts) else (),
    )


def _draw(counts: ThresholdCounts, cells: Cells, n_replicates: int, rng: np.random.Generator) -> Iterator[FloatArray]:
    """Draw the tables of samples cell by cell and yield what their curves give."""
    n_pos, n_neg = int(counts.n_pos), int(counts.n_neg)
    for size in chunks(n_replicates):
        positives = _of_both(n_pos, n_neg, size, rng)
        sizes = (counts.tp, positives), (counts.fp, n_pos + n_neg - positives)
        tables = (_resampled(rows[cells.last], of_class, rng) for rows, of_class in sizes)
        yield np.stack(curves(cells, *tables), axis=1)


def _of_both(n_pos: int, n_neg: int, samples: int, rng: np.random.Generator) -> CountArray:
    """Return how many positive rows samples have that hold rows of both classes."""
    n = n_pos + n_neg
    positives = rng.binomial(n, n_pos / n, size=samples)
    while (one_sided := (positives == 0) | (positives == n)).any():
        positives[one_sided] = rng.binomial(n, n_pos / n, size=np.count_nonzero(one_sided))
    return positives


def _resampled(cumulative: CountArray, sizes: CountArray, rng: np.random.Generator) -> CountArray:
    """Return cumulative counts of samples of one class, of these sizes: shape (samples, cells + 1)."""
    table = np.zeros((len(sizes), len(cumulative)), dtype=np.int64)
    np.cumsum(rng.multinomial(sizes, np.diff(cumulative) / cumulative[-1]), axis=1, out=table[:, 1:])
    return table


def _values(counts: ThresholdCounts) -> tuple[float, ...]:
    """Return what the rows themselves give, in the order of `Curves`."""
    pr, roc = precision_recall_curve(counts), roc_curve(counts)
    equal, part = det_curve(counts).equal_error_rate, partial_auc(roc, MAX_FPR)
    return roc.auc, pr.average_precision, pr.break_even_point, equal, part


def _interval(value: float, error: float, low: float, high: float, *, confidence_level: float) -> BootstrapInterval:
    """Return the interval, unless it is a single point."""
    found = partial(BootstrapInterval, value, standard_error=error, confidence_level=confidence_level)
    return found(reason=CONSTANT) if low == high else found(low, high)
