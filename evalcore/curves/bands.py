"""Where might the curves of other rows run? Pointwise bootstrap bands, drawn from the counts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from evalcore.counts import ThresholdCounts
from evalcore.counts.given import of_scores
from evalcore.curves._rank_bootstrap import AtRanks, observed_at_ranks, sampled_at_ranks
from evalcore.curves._resampling import CLASSES_KEPT, FEW_FOR_A_BAND, are_few, nothing_to_draw
from evalcore.errors import InputError, Message
from evalcore.intervals.percentiles import WITHOUT_WIDTH, Progress, check_options, chunks, collected, percentiles
from evalcore.support.arrays import BoolArray, FloatArray, IntArray, frozen
from evalcore.support.checks import finite_numbers
from evalcore.support.results import Result

GRID = np.linspace(0, 1, 201)


@dataclass(frozen=True, eq=False)
class RocBand(Result):
    """Between which TPRs does the ROC curve run, at each FPR on its own?

    Parameters
    ----------
    fpr : (g,) float64 in [0, 1]
        The grid, ascending.
    tpr : (g,) float64 in [0, 1]
        The curve itself on the grid: its upper end where it is vertical.
    low, high : (g,) float64 in [0, 1]
        nan where there is no band, then `reason` says why.
    confidence_level, n_replicates
        As asked for.
    reason : Message or None
        Why there is no band.
    warnings : tuple of Message
        What is wrong with the band.
    """

    fpr: FloatArray
    tpr: FloatArray
    low: FloatArray
    high: FloatArray
    confidence_level: float
    n_replicates: int
    reason: Message | None = None
    warnings: tuple[Message, ...] = ()

    def __post_init__(self) -> None:
        for array in (self.fpr, self.tpr, self.low, self.high):
            frozen(array)


@dataclass(frozen=True, eq=False)
class PrecisionRecallBand(Result):
    """Between which precisions does the P-R curve run, at each recall on its own?

    Parameters
    ----------
    recall : (g,) float64 in [0, 1]
        The grid, ascending.
    precision : (g,) float64 in [0, 1]
        The curve itself on the grid, by steps.
    low, high : (g,) float64 in [0, 1]
        nan where there is no band, then `reason` says why.
    confidence_level, n_replicates, reason, warnings
        As for `RocBand`.
    """

    recall: FloatArray
    precision: FloatArray
    low: FloatArray
    high: FloatArray
    confidence_level: float
    n_replicates: int
    reason: Message | None = None
    warnings: tuple[Message, ...] = ()

    def __post_init__(self) -> None:
        for array in (self.recall, self.precision, self.low, self.high):
            frozen(array)


@of_scores
def roc_band(
    counts: ThresholdCounts,
    *,
    n_replicates: int = 200,
    confidence_level: float = 0.95,
    rng: np.random.Generator,
    grid: ArrayLike = GRID,
    progress: Progress | None = None,
) -> RocBand:
    """Between which TPRs does the ROC curve run, at each FPR on its own?

    Parameters
    ----------
    counts : ThresholdCounts
        Of rows, not of weights.
    n_replicates : int >= 2
        Bootstrap samples: as many rows of each class as there are, drawn with replacement.
    confidence_level : float in (0, 1)
        Holds for each FPR on its own; the whole curve lies inside the band less often.
    rng : numpy.random.Generator
    grid : (g,) numbers in [0, 1]
        FPRs at which to look.
    progress : callable, optional
        Called with the share that is done; raise an exception in it to stop.

    Returns
    -------
    RocBand

    Notes
    -----
    Percentiles of `roc_replicates`. *Undefined when* a class has fewer than two rows, rows are weighted, or all pairs
    are in the right order, in the wrong one, or tied: every sample would give the same curve.

    References
    ----------
    Fawcett (2006), vertical averaging, https://doi.org/10.1016/j.patrec.2005.10.010; Efron (1979),
    https://doi.org/10.1214/aos/1176344552

    Examples
    --------
    >>> counts = ThresholdCounts.from_grouped([4, 3, 2, 1], [30, 20, 10, 5], [5, 15, 20, 40])
    >>> band = roc_band(counts, rng=np.random.default_rng(0), grid=[0.2, 0.5])
    >>> f"{band.low[0]:.2f} < {band.tpr[0]:.2f} < {band.high[0]:.2f}"
    '0.57 < 0.69 < 0.85'
    """
    check_options(n_replicates, confidence_level)
    fpr, reason = _grid(grid), nothing_to_draw(counts)
    tpr = low = high = np.full(len(fpr), np.nan)
    if counts.n_pos and counts.n_neg and not counts.weighted:
        ranks, place = _roc_ranks(counts, fpr)
        tpr = _tpr(observed_at_ranks(counts.fp, counts.tp, ranks), place, counts)[0]
    if reason is None:
        replicates = roc_replicates(counts, fpr, n_replicates=n_replicates, rng=rng)
        low, high = percentiles(collected(replicates, n_replicates, progress), confidence_level)
    agree = (low == high) & (fpr < 1)
    warnings = () if reason is not None else _warnings(counts, agree)
    return RocBand(fpr, tpr, low, high, confidence_level, n_replicates, reason, warnings)


@of_scores
def precision_recall_band(
    counts: ThresholdCounts,
    *,
    n_replicates: int = 200,
    confidence_level: float = 0.95,
    rng: np.random.Generator,
    grid: ArrayLike = GRID,
    progress: Progress | None = None,
) -> PrecisionRecallBand:
    """Between which precisions does the P-R curve run, at each recall on its own?

    Parameters
    ----------
    counts, n_replicates, confidence_level, rng, progress
        As for `roc_band`.
    grid : (g,) numbers in [0, 1]
        Recalls at which to look; 0 stands for the first positive row found.

    Returns
    -------
    PrecisionRecallBand

    Notes
    -----
    Percentiles of `precision_recall_replicates`. The samples keep the numbers of positive and negative rows, so the
    band says nothing about other prevalences. *Undefined when* `roc_band` is.

    References
    ----------
    Boyd, Eng and Page (2013), https://doi.org/10.1007/978-3-642-40994-3_29

    Examples
    --------
    >>> counts = ThresholdCounts.from_grouped([4, 3, 2, 1], [30, 20, 10, 5], [5, 15, 20, 40])
    >>> band = precision_recall_band(counts, rng=np.random.default_rng(0), grid=[0.6])
    >>> f"{band.low[0]:.2f} < {band.precision[0]:.2f} < {band.high[0]:.2f}"
    '0.63 < 0.71 < 0.81'
    """
    check_options(n_replicates, confidence_level)
    recall, reason = _grid(grid), nothing_to_draw(counts)
    precision = low = high = np.full(len(recall), np.nan)
    if counts.n_pos and not counts.weighted:
        ranks = _precision_recall_ranks(counts, recall)
        precision = _precision(observed_at_ranks(counts.tp, counts.fp, ranks))[0]
    if reason is None:
        replicates = precision_recall_replicates(counts, recall, n_replicates=n_replicates, rng=rng)
        low, high = percentiles(collected(replicates, n_replicates, progress), confidence_level)
    warnings = () if reason is not None else (*_warnings(counts, low == high), CLASSES_KEPT)
    return PrecisionRecallBand(recall, precision, low, high, confidence_level, n_replicates, reason, warnings)


@of_scores
def roc_replicates(
    counts: ThresholdCounts, fpr: ArrayLike, *, n_replicates: int, rng: np.random.Generator
) -> Iterator[FloatArray]:
    """What TPRs do the ROC curves of bootstrap samples have at these FPRs?

    Parameters
    ----------
    counts : ThresholdCounts
        Rows of both classes, not weighted.
    fpr : (g,) numbers in [0, 1]
        Ascending.
    n_replicates : int
    rng : numpy.random.Generator

    Yields
    ------
    (at most 100, g) float64 in [0, 1]
        Some replicates, one a row, until there are `n_replicates`.

    Notes
    -----
    A replicate has exactly the distribution that the curve of resampled rows has, at all FPRs together: the threshold
    at FPR f is an order statistic of the resampled negatives, drawn from sorted uniform numbers by its gamma gaps; the
    positives above it are binomial. Between the points of a sample's curve it is linear, as ties demand; where the
    curve is vertical its upper end counts.
    """
    grid = _grid(fpr)
    ranks, place = _roc_ranks(counts, grid)
    for size in chunks(n_replicates):
        yield _tpr(sampled_at_ranks(counts.fp, counts.tp, ranks, size, rng), place, counts)


@of_scores
def precision_recall_replicates(
    counts: ThresholdCounts, recall: ArrayLike, *, n_replicates: int, rng: np.random.Generator
) -> Iterator[FloatArray]:
    """What precisions do the P-R curves of bootstrap samples have at these recalls?

    Parameters
    ----------
    counts, n_replicates, rng
        As for `roc_replicates`.
    recall : (g,) numbers in [0, 1]
        Ascending.

    Yields
    ------
    (at most 100, g) float64 in [0, 1]
        Some replicates, one a row, until there are `n_replicates`.

    Notes
    -----
    As for `roc_replicates`, with the classes exchanged. The curve is taken by steps, as average precision takes it: at
    recall R stands the precision of the highest threshold that reaches R. No line is drawn between two points.
    """
    ranks = _precision_recall_ranks(counts, _grid(recall))
    for size in chunks(n_replicates):
        yield _precision(sampled_at_ranks(counts.tp, counts.fp, ranks, size, rng))


def _roc_ranks(counts: ThresholdCounts, fpr: FloatArray) -> tuple[IntArray, FloatArray]:
    """Return which negative stands at each FPR, and the FPR in negatives."""
    place = _whole_if_near(fpr * counts.n_neg)
    return np.minimum(np.floor(place).astype(np.int64) + 1, int(counts.n_neg)), place


def _precision_recall_ranks(counts: ThresholdCounts, recall: FloatArray) -> IntArray:
    """Return which positive stands at each recall."""
    ranks = np.ceil(_whole_if_near(recall * counts.n_pos)).astype(np.int64)
    return np.maximum(ranks, 1)


def _whole_if_near(rows: FloatArray) -> FloatArray:
    """Return whole numbers where only rounding is in the way: 0.07 * 100 is more than 7."""
    whole = np.rint(rows)
    return np.where(np.abs(rows - whole) <= 1e-12 * whole, whole, rows)


def _tpr(found: AtRanks, place: FloatArray, counts: ThresholdCounts) -> FloatArray:
    """Return the TPR at each FPR: within a tie as far up the diagonal as the FPR is along it."""
    along = (place - found.lead_above) / (found.lead_upto - found.lead_above)
    hits = found.other_above + along * (found.other_upto - found.other_above)
    hits[:, place == counts.n_neg] = counts.n_pos
    return np.asarray(hits / counts.n_pos)


def _precision(found: AtRanks) -> FloatArray:
    return np.asarray(found.lead_upto / (found.lead_upto + found.other_upto))


def _grid(values: ArrayLike) -> FloatArray:
    """Return the grid as sorted numbers in [0, 1]."""
    grid = np.sort(finite_numbers(values, "grid"))
    if grid[0] < 0 or grid[-1] > 1:
        raise InputError(
            "grid must lie between 0 and 1; got {low} to {high}. Write 5% as 0.05.",
            low=float(grid[0]),
            high=float(grid[-1]),
        )
    return grid


def _warnings(counts: ThresholdCounts, agree: BoolArray) -> tuple[Message, ...]:
    """Say what is wrong with a band."""
    return ((WITHOUT_WIDTH,) if agree.any() else ()) + ((FEW_FOR_A_BAND,) if are_few(counts) else ())
