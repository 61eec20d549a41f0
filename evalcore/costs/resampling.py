"""How far can the envelope and the best threshold be trusted? Bootstrap samples, drawn from the counts."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import ArrayLike

from evalcore.costs._condition import ROUNDING, Condition
from evalcore.costs._drawing import Drawn, class_sizes, counts_of, nothing_to_draw, samplers
from evalcore.costs._resampled import BestThresholdInterval, EnvelopeBand, ends_of_choices
from evalcore.costs.amounts import AmountRows
from evalcore.costs.choice import best_threshold
from evalcore.costs.envelope import cost_curve
from evalcore.costs.matrix import CostMatrix
from evalcore.counts import ThresholdCounts
from evalcore.counts.ties import preferred_in_samples
from evalcore.curves.hull import hull_rows
from evalcore.errors import Message
from evalcore.intervals.percentiles import WITHOUT_WIDTH, Progress, check_options
from evalcore.support.arrays import CountArray, FloatArray, IndexArray, frozen
from evalcore.support.checks import finite_numbers, shares

FEW_THRESHOLDS = 20_000  # up to here every distinct threshold is resampled
GRID_SIZE = 2_000
CHUNK = 1 << 18  # counts drawn at a time: few enough to stay in the processor's cache
LIES_LOW = Message(
    "The band shows how the envelope varies, which takes the best threshold of these rows for each condition: it lies "
    "below what new rows would cost, and a bootstrap of a best choice does not settle."
)
BAND_PLACES = np.linspace(0, 1, 201)


def bootstrap_best_threshold(
    counts: ThresholdCounts | AmountRows,
    *,
    cost_fn: float,
    cost_fp: float,
    cost_tp: float = 0.0,
    cost_tn: float = 0.0,
    prevalence: float | None = None,
    n_replicates: int = 1000,
    confidence_level: float = 0.95,
    rng: np.random.Generator,
    progress: Progress | None = None,
) -> BestThresholdInterval:
    """Which threshold would have been best for other rows of the same kind, and what does ours cost them?

    Parameters
    ----------
    counts : ThresholdCounts or AmountRows
        Counts of rows, not of weights; or rows with amounts, whose `mean` is one of the costs.
    cost_fn, cost_fp, cost_tp, cost_tn
        As for `best_threshold`.
    prevalence : float in [0, 1], optional
        Where the classifier is put to work, taken to be known; that of the rows when left out, which is estimated.
    n_replicates : int >= 2
        Bootstrap samples: as many rows as there are, drawn with replacement; with a prevalence as many of each class.
    confidence_level : float in (0, 1)
    rng : numpy.random.Generator
    progress : callable, optional
        Called with the share that is done; raise an exception in it to stop.

    Returns
    -------
    BestThresholdInterval

    Notes
    -----
    Percentiles. The bootstrap of a best choice does not settle however many rows there are, so the interval of the
    threshold is a hint, not a promise. Of up to fifty distinct scores its ends are two of them. Of more, an end is the
    mean of the percentiles from half of the tail to one and a half of it, rounded outwards to the next 1, 2 or 5 times
    a power of ten that is at least a 25th of the width: `enough_replicates` then leave about one such step to chance,
    where the percentiles themselves jump from score to score. Optimism is the mean over samples of what the
    sample's best threshold costs on the rows that are not in the sample, less what ours costs there: out-of-bag. A
    sample holds 63% of the rows, so it mostly errs to the high side; the gap between sample and rows (Efron 1983) and
    the .632 estimate err further to the low side. Simulated (binormal, per 1,000 cases; true, out-of-bag, .632, gap):
    116, 109, 69, 62 (100 rows, 10% positive, AUC .8, a miss costs 5), 30, 33, 21, 20 (1,000 rows, 5%, .9, 10).

    With more than 20,000 distinct scores a sample can choose only among 2,000 thresholds, evenly spread over the rows
    of both classes, and the corners of the ROC hull; a warning says so. Rows with amounts are drawn one by one, each
    with its amount, so that a sample costs what its own rows cost. *Undefined when* a class has fewer than two rows, or
    rows are weighted.

    References
    ----------
    Efron (1983), https://doi.org/10.1080/01621459.1983.10477973; Efron and Tibshirani (1997),
    https://doi.org/10.1080/01621459.1997.10474007

    Examples
    --------
    >>> counts = ThresholdCounts.from_grouped([4, 3, 2, 1], [30, 20, 10, 5], [5, 15, 20, 40])
    >>> found = bootstrap_best_threshold(counts, cost_fn=5, cost_fp=4, rng=np.random.default_rng(0))
    >>> found.low, found.threshold, found.high
    (2.0, 3.0, 4.0)
    """
    check_options(n_replicates, confidence_level)
    costs = CostMatrix(cost_fn, cost_fp, cost_tp, cost_tn)
    table = counts_of(counts)
    best = best_threshold(table, **vars(costs), prevalence=prevalence)
    reason = nothing_to_draw(counts) or best.reason
    if reason is not None:
        found = (best.threshold, np.nan, np.nan, best.cost, np.nan, np.nan, np.nan)
        return BestThresholdInterval(*found, confidence_level, n_replicates, reason)
    choices, warnings = places_of_choice(table, best.index)
    ours = int(np.searchsorted(choices, best.index))
    condition = Condition.of(table, costs, prevalence)
    chosen, cost, dearer = [], [], []
    for of_neg, of_pos in resamples(counts, choices, n_replicates, rng, progress, fixed=prevalence is not None):
        fp, tp = of_neg.inside, of_pos.inside
        # amounts of a sample add up to more or less than those of the rows, and are money all the same
        each = (tp[:, -1:] - tp) * (condition.x / table.n_pos) + fp * ((1 - condition.x) / table.n_neg)
        shares_of_rows = tp[:, -1] / table.n_pos, fp[:, -1] / table.n_neg
        place = preferred_places(each, fp, tp)
        chosen.append(place)
        cost.append(condition.money(each[:, ours], *shares_of_rows))
        # On the same rows left out ours costs `best.cost` on average: the difference varies far less than either cost.
        ours_too = np.full_like(place, ours)
        dearer.append(np.subtract(*(left_out_costs(condition, of_neg, of_pos, at) for at in (place, ours_too))))
    thresholds = table.threshold[choices[np.concatenate(chosen)]]
    low, high, step = ends_of_choices(
        thresholds, best.threshold, n_scores=len(table) - 1, confidence_level=confidence_level
    )
    cost_low, cost_high = _percentiles(np.concatenate(cost), confidence_level)
    return BestThresholdInterval(
        best.threshold,
        low,
        high,
        best.cost,
        float(cost_low),
        float(cost_high),
        float(np.nanmean(np.concatenate(dearer))),
        confidence_level,
        n_replicates,
        warnings=warnings,
        step=step,
    )


def envelope_band(
    counts: ThresholdCounts | AmountRows,
    x: ArrayLike = BAND_PLACES,
    *,
    n_replicates: int = 200,
    confidence_level: float = 0.95,
    rng: np.random.Generator,
    progress: Progress | None = None,
) -> EnvelopeBand:
    """Between which costs does the envelope run, at each P(+)cost on its own?

    Parameters
    ----------
    counts, n_replicates, confidence_level, rng, progress
        As for `bootstrap_best_threshold`.
    x : (g,) numbers in [0, 1]
        P(+)cost of the places to look at.

    Returns
    -------
    EnvelopeBand

    Notes
    -----
    Percentiles of the envelopes of resamples, each with its own best thresholds, so the band lies low, as the
    envelope does: it shows how the envelope varies, not what a threshold will cost. With more than 20,000 distinct
    scores as for `bootstrap_best_threshold`. With amounts, each sample is normalised by its own; one whose amounts are
    all 0 costs nothing. *Undefined when* a class has fewer than two rows, or rows are weighted.

    References
    ----------
    Drummond and Holte (2006), section 5, https://doi.org/10.1007/s10994-006-8199-5

    Examples
    --------
    >>> counts = ThresholdCounts.from_grouped([4, 3, 2, 1], [30, 20, 10, 5], [5, 15, 20, 40])
    >>> band = envelope_band(counts, [0.5], rng=np.random.default_rng(0))
    >>> f"{band.low[0]:.2f} < {band.cost[0]:.2f} < {band.high[0]:.2f}"
    '0.17 < 0.24 < 0.31'
    """
    check_options(n_replicates, confidence_level)
    place = shares(finite_numbers(x, "x"), "x").copy()
    table = counts_of(counts)
    curve, reason = cost_curve(table), nothing_to_draw(counts)
    low = high = np.full(len(place), np.nan)
    warnings: tuple[Message, ...] = ()
    if reason is None:
        choices, warnings = places_of_choice(table)
        drawn = resamples(counts, choices, n_replicates, rng, progress)
        found = [_envelope(fp, tp, place) for fps, tps in drawn for fp, tp in zip(fps.inside, tps.inside, strict=True)]
        low, high = _percentiles(np.stack(found), confidence_level)
        if ((low == high) & (place > 0) & (place < 1)).any():
            warnings = (*warnings, WITHOUT_WIDTH)
        warnings = (*warnings, LIES_LOW)
    place, cost, low, high = map(frozen, (place, curve.envelope.at(place), low, high))
    return EnvelopeBand(place, cost, low, high, confidence_level, n_replicates, reason, warnings)


def places_of_choice(
    counts: ThresholdCounts, *wanted: int, few: int | None = None
) -> tuple[IndexArray, tuple[Message, ...]]:
    """Return the rows of the table a sample may choose among, and a warning if these are not all.

    Of more than `few` thresholds these are about as many, and the wanted ones; without `few` about `GRID_SIZE`.
    """
    if len(counts) - 1 <= (FEW_THRESHOLDS if few is None else few):
        return np.arange(len(counts)), ()
    shares_of_class = np.linspace(0, 1, (GRID_SIZE if few is None else few) // 2)
    spread = [_places_of(shares_of_class * cumulative[-1], cumulative) for cumulative in (counts.tp, counts.fp)]
    rows = np.unique(np.concatenate([*spread, hull_rows(counts.fp, counts.tp), wanted, [0, len(counts) - 1]]))
    warning = Message(
        "There are {distinct} distinct scores, and resamples chose among {count} of them: evenly spread ones and "
        "those that can be best for these rows. The least cost of a resample may be a little lower.",
        {"distinct": len(counts) - 1, "count": len(rows) - 1},
    )
    return rows.astype(np.intp), (warning,)


def _places_of(sought: FloatArray, cumulative: CountArray) -> IndexArray:
    """Return the first places with as many or more; whole counts are not made floats for a few places."""
    keys = np.ceil(sought).astype(cumulative.dtype) if cumulative.dtype.kind in "iu" else sought
    return np.searchsorted(cumulative, keys)


def resamples(
    rows: ThresholdCounts | AmountRows,
    choices: IndexArray,
    n_replicates: int,
    rng: np.random.Generator,
    progress: Progress | None,
    *,
    fixed: bool = True,
) -> Iterator[tuple[Drawn, Drawn]]:
    """Yield negatives and positives of samples at some rows of the table, the first and the last among them.

    The class counts are `fixed`, or vary as those of rows drawn at random.
    """
    draw_fp, draw_tp, numbers = samplers(rows, choices)
    n_pos, n_neg = class_sizes(rows)
    size = max(1, CHUNK // numbers)
    for done in range(0, n_replicates, size):
        count = min(size, n_replicates - done)
        positives = np.full(count, n_pos) if fixed else rng.binomial(n_pos + n_neg, n_pos / (n_pos + n_neg), count)
        yield draw_fp(n_pos + n_neg - positives, rng), draw_tp(positives, rng)
        if progress is not None:
            progress((done + count) / n_replicates)


def left_out_costs(condition: Condition, of_neg: Drawn, of_pos: Drawn, place: IndexArray) -> FloatArray:
    """Return what a case costs among the rows left out, at a threshold for each sample; nan without a class."""
    x, misses, alarms = condition.x, of_pos.outside_in_all, of_neg.outside_upto(place)
    with np.errstate(invalid="ignore", divide="ignore"):
        missed, alarmed = (misses - of_pos.outside_upto(place)) / of_pos.left, alarms / of_neg.left
        shares = misses / of_pos.left, of_neg.outside_in_all / of_neg.left
    return condition.money(x * missed + (1 - x) * alarmed, *shares)


def preferred_places(cost: FloatArray, fp: CountArray, tp: CountArray) -> IndexArray:
    """Return the place each sample prefers among those that cost least, as `best_threshold` does."""
    tied = cost <= cost.min(axis=1, keepdims=True) * (1 + ROUNDING)
    return preferred_in_samples(tied, fp, tp)


def _envelope(fp: CountArray, tp: CountArray, x: FloatArray) -> FloatArray:
    """Return the lower envelope of one sample at x."""
    if not (fp[-1] and tp[-1]):  # amounts of 0 only: the class can be decided for nothing
        return np.zeros(len(x))
    apart = np.flatnonzero(np.append(True, (np.diff(fp) > 0) | (np.diff(tp) > 0)))  # of equal points one corner
    fp, tp = fp[apart], tp[apart]
    corners = hull_rows(fp, tp)
    fpr, tpr = fp[corners] / fp[-1], tp[corners] / tp[-1]
    alarms, hits = np.diff(fpr), np.diff(tpr)
    owner = np.searchsorted(alarms / (alarms + hits), x, side="right")
    return np.asarray(x * (1 - tpr[owner]) + (1 - x) * fpr[owner])


def _percentiles(values: FloatArray, confidence_level: float) -> tuple[FloatArray, FloatArray]:
    """Return percentiles that are values themselves."""
    tail = (1 - confidence_level) / 2
    ordered = np.sort(values, axis=0)
    last = len(ordered) - 1
    low, high = (min(max(int(np.ceil(q * len(ordered))) - 1, 0), last) for q in (tail, 1 - tail))
    return ordered[low], ordered[high]
