"""What the rows of one class cost and between which values that lies; and both classes together."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from evalcore.costs._drawing import sums_of_draws
from evalcore.errors import Message
from evalcore.intervals import Interval, wilson
from evalcore.intervals.percentiles import percentiles
from evalcore.intervals.skewed import skewed_mean
from evalcore.support.arrays import BoolArray, FloatArray

DRAWS = 10_000
SKEWED = 2.0  # skewness of a sum of amounts: of a larger one intervals hold too little in docs/coverage.md
FEW_WRONG = 10  # amounts of fewer rows say too little about those to come: see the coverage in the tests


@dataclass(frozen=True)
class Part:
    """How far the cost of one class reaches below and above what it was on the rows, and what is to be said of that.

    Of many thresholds the reaches are arrays.
    """

    below: Any
    above: Any
    warning: Message | None = None


def ends(cost: Any, parts: list[Part], together: float = 0.0) -> tuple[Any, Any]:
    """Return the interval of a sum of parts (MOVER), of one threshold or of many.

    Parts that are not independent vary by `together` more, twice their covariance on the scale of a squared reach.
    """
    reaches = ([part.below for part in parts], [part.above for part in parts])
    below, above = (np.sqrt(np.maximum(np.hypot.reduce(reach) ** 2 + together, 0.0)) for reach in reaches)
    return cost - below, cost + above


def ends_of_mixture(
    cost: Any, parts: list[Part], of_class: tuple[Any, Any], n_rows: tuple[float, float], level: float
) -> tuple[Any, Any]:
    """Return the interval of a sum whose classes have the shares of the rows, which are estimated, too.

    `parts` are those of positives and negatives, `of_class` what a row of each costs, `n_rows` how many rows each has.
    The shares move the cost by the difference of the two, and by what they and the cost of a class deviate together: a
    product of two estimates varies more than with either alone (Goodman). The interval does not reach beyond those of
    both classes, between which every mixture lies. Of many thresholds costs and parts are arrays.
    """
    (n_pos, n_neg), (pos, neg), (of_pos, of_neg) = n_rows, parts, of_class
    p = n_pos / (n_pos + n_neg)
    low, high = wilson(n_pos, n_pos + n_neg, confidence_level=level)
    less, more = p - float(low), float(high) - p
    gap = of_pos - of_neg
    # Where a positive row costs more, the cost rises with the share of the positives.
    share = Part(np.maximum(gap * less, -gap * more), np.maximum(gap * more, -gap * less))
    pos, neg = Part(pos.below / p, pos.above / p), Part(neg.below / (1 - p), neg.above / (1 - p))
    together = [Part(pos.below * less, pos.above * more), Part(neg.below * more, neg.above * less)]
    start, end = ends(cost, [*parts, share, *together])
    least = np.minimum(of_pos - pos.below, of_neg - neg.below)
    most = np.maximum(of_pos + pos.above, of_neg + neg.above)
    return np.maximum(start, least), np.minimum(end, most)


def part_of_counts(wrong: float, n: float, excess: float, level: float) -> Part:
    """Return the part of a class whose mistakes all cost the same, from Wilson's interval of their share."""
    low, high = wilson(wrong, n, confidence_level=level)
    return Part(excess * (wrong / n - float(low)), excess * (float(high) - wrong / n))


def part_of_amounts(
    weight: FloatArray,
    is_wrong: BoolArray,
    *,
    excess: float,
    right: float = 0.0,
    level: float,
    rng: np.random.Generator,
    known: bool = False,
) -> Part:
    """Return the part of a class whose rows cost their weight times `right`, if wrong `excess` more, from resamples.

    The upper end is that of resamples to which one more row was added as wrong: what was seen once or never is else
    taken to be as rare elsewhere. Its weight is the mean over all weights, each counted by itself, since few large ones
    make up much of a sum. Not so if it is `known` that others are decided like these. Of very skewed amounts either end
    is the farther one of these and of Hall's for a skewed mean: resamples draw none larger than were seen.
    """
    # In the order of the amounts: that of the rows is not part of the question, and draws go by place.
    lost, kept = np.sort(weight[is_wrong]), np.sort(weight[~is_wrong])
    cost = (excess * float(lost.sum()) + right * float(weight.sum())) / len(weight)

    def percentiles_of(lost: FloatArray) -> FloatArray:
        """Return both ends for resamples of these lost amounts and the kept ones."""
        n, of_all = len(weight), len(lost) + len(kept)
        times = rng.binomial(n, len(lost) / of_all, size=DRAWS)
        of_lost = sums_of_draws(lost, times, rng) / n
        of_kept = sums_of_draws(kept, n - times, rng) / n if right else 0.0
        return np.asarray(percentiles(np.asarray(excess * of_lost + right * (of_lost + of_kept)), level))

    low, high = percentiles_of(lost)
    if not known:
        high = max(high, percentiles_of(np.append(lost, heavy(weight)))[1])
    few = int(np.count_nonzero(lost))
    warning = None
    if excess > 0 and few < FEW_WRONG and not (known and few == 0):
        warning = Message(
            "Rows with an amount that are decided wrong: {n}. So few say little about the amounts lost elsewhere, and "
            "the interval may be too narrow.",
            {"n": few},
        )
    elif excess > 0 and is_skewed(weight, few):
        by_hall = _of_skewed(np.concatenate([(excess + right) * lost, right * kept]), level)
        low, high = min(low, by_hall.low), max(high, by_hall.high)
        warning = Message(
            "The amounts are so unequal that a few large ones make up most of a sum: with {n} rows decided wrong the "
            "interval may be too narrow, above all where large amounts are likelier decided wrong.",
            {"n": few},
        )
    return Part(max(cost - float(low), 0.0), max(float(high) - cost, 0.0), warning)


def is_skewed(weight: FloatArray, n: int) -> bool:
    """Tell whether sums of n amounts are very skewed: of normal logarithms e to 1.5 of the variance is nearly how."""
    paid = weight[weight > 0]
    return n > 0 and 1.5 * float(np.log(paid).var()) > math.log(SKEWED * math.sqrt(n))


def _of_skewed(each: FloatArray, level: float) -> Interval:
    """Return the ends of the mean of these numbers, which differ, by Hall's method."""
    n, most = len(each), float(np.abs(each).max())
    scaled = np.sort(each) / most  # no cube overflows, and the order of the rows is no part of the question
    mean, spread = float(scaled.mean()), float(scaled.std())
    skewness = float(((scaled - mean) ** 3).mean()) / spread**3 / math.sqrt(n)
    low, high = skewed_mean(mean, spread / math.sqrt(n - 1), skewness, n - 1, confidence_level=level)
    return Interval(most * float(low), most * float(high))


def heavy(weight: FloatArray) -> float:
    """Return the mean of the weights, each counted by itself: more than the mean where they differ."""
    most = float(weight.max(initial=0.0))
    if most == 0:
        return 0.0
    scaled = np.sort(weight) / most  # no square overflows, and the order of the rows is no part of the question
    return most * float(scaled @ scaled / scaled.sum())
