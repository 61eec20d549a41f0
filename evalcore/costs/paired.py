"""Two models on the same rows, each at its own threshold: how much less does one cost, and how sure is that?"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from evalcore.costs._checks import share
from evalcore.costs.matrix import CostMatrix
from evalcore.counts.reasons import NO_NEGATIVE, NO_POSITIVE
from evalcore.errors import Message
from evalcore.intervals.auc_variance import check_level
from evalcore.intervals.percentiles import percentiles
from evalcore.support.arrays import BoolArray, CountArray, same_length, truths

DRAWS = 10_000
FEW_APART = 10
ALIKE = Message("Both models decide every row alike at these thresholds, so they cost the same here.")


@dataclass(frozen=True)
class CostDifference:
    """How much more does the first model cost than the second?

    Parameters
    ----------
    difference, low, high : float
        What a case costs more on average with the first; nan where undefined, then `reason` says why.
    n_apart : int
        Rows that the two models decide differently.
    reason : Message or None
        Why something is nan.
    note : Message or None
        Why the interval may be too narrow.
    """

    difference: float
    low: float = math.nan
    high: float = math.nan
    n_apart: int = 0
    reason: Message | None = None
    note: Message | None = None

    def for_cases(self, cases: float) -> CostDifference:
        """Return the same for so many cases instead of one."""
        return replace(self, difference=cases * self.difference, low=cases * self.low, high=cases * self.high)


def model_cost_difference(
    y_true: ArrayLike,
    first: ArrayLike,
    second: ArrayLike,
    *,
    cost_fn: float,
    cost_fp: float,
    cost_tp: float = 0.0,
    cost_tn: float = 0.0,
    prevalence: float | None = None,
    confidence_level: float = 0.95,
    rng: np.random.Generator | None = None,
) -> CostDifference:
    """How much more does one model cost than another, on the same rows at thresholds fixed beforehand?

    Parameters
    ----------
    y_true : (n,) True/False or 1/0
        Rows count once each.
    first, second : (n,) True/False or 1/0
        Which rows each model calls positive.
    cost_fn, cost_fp, cost_tp, cost_tn
        As for `best_threshold`.
    prevalence : float in [0, 1], optional
        Where the models are put to work, taken to be known: then both classes are drawn separately. That of the rows
        when left out, which are then a random sample.
    confidence_level : float in (0, 1)
    rng : numpy.random.Generator, optional
        `default_rng(0)` when left out, so that the same question has the same answer.

    Returns
    -------
    CostDifference

    Notes
    -----
    Only rows decided differently matter: a positive that only the first misses costs cost_fn - cost_tp more with it,
    one that only the second misses as much less; negatives likewise. How many rows of each of these four kinds there
    are is multinomial, over all rows or in each class; the interval runs between the percentiles of 10,000 draws. It is
    narrower than two separate intervals suggest, as mistakes both make cancel. Fewer than ten rows apart: `note`.
    *Undefined when* a class has no row; (the interval) when no row is decided differently.

    References
    ----------
    Efron (1979), https://doi.org/10.1214/aos/1176344552

    Examples
    --------
    >>> truth = [1] * 40 + [0] * 60
    >>> a, b = [1] * 30 + [0] * 70, [1] * 38 + [0] * 57 + [1] * 5
    >>> found = model_cost_difference(truth, a, b, cost_fn=5, cost_fp=1)
    >>> f"{found.low:.2f} < {found.difference:.2f} < {found.high:.2f}, {found.n_apart}"
    '0.10 < 0.35 < 0.64, 13'
    """
    check_level(confidence_level)
    costs, truth = CostMatrix(cost_fn, cost_fp, cost_tp, cost_tn), truths(y_true)
    called = [truths(decision) for decision in (first, second)]
    for name, decision in zip(("first", "second"), called, strict=True):
        same_length(decision, len(truth), name)
    n_pos, n_apart = int(np.count_nonzero(truth)), int(np.count_nonzero(called[0] != called[1]))
    if not 0 < n_pos < len(truth):
        return CostDifference(math.nan, n_apart=n_apart, reason=NO_NEGATIVE if n_pos else NO_POSITIVE)
    groups = [_apart(called[0], called[1], rows) for rows in (truth, ~truth)]
    # What the first costs more where only the second calls a row positive; where only the first does, as much less.
    excess = costs.excess_fn, -costs.excess_fp
    n = n_pos, len(truth) - n_pos
    p = n_pos / len(truth) if prevalence is None else share(prevalence, "prevalence")
    shares = p, 1 - p
    each = [part * money / rows for part, money, rows in zip(shares, excess, n, strict=True)]
    difference = float(sum((more[0] - more[1]) * of_class for more, of_class in zip(groups, each, strict=True)))
    if not n_apart:
        return CostDifference(difference, n_apart=0, reason=ALIKE)
    draws = _drawn(groups, n, prevalence is None, np.random.default_rng(0) if rng is None else rng)
    values = sum((more[:, 0] - more[:, 1]) * of_class for more, of_class in zip(draws, each, strict=True))
    low, high = percentiles(np.asarray(values), confidence_level)
    note = _few(n_apart) if n_apart < FEW_APART else None
    return CostDifference(difference, min(float(low), difference), max(float(high), difference), n_apart, note=note)


def _apart(first: BoolArray, second: BoolArray, rows: BoolArray) -> CountArray:
    """Return how many of these rows only the second calls positive, and how many only the first."""
    only_second, only_first = (second & ~first & rows), (first & ~second & rows)
    return np.array([np.count_nonzero(only_second), np.count_nonzero(only_first)])


def _drawn(groups: list[CountArray], n: tuple[int, int], at_random: bool, rng: np.random.Generator) -> list[CountArray]:
    """Return the numbers of rows apart in samples, of both classes: of all rows at random, or of each class."""
    if at_random:
        kinds = np.concatenate(groups)
        drawn = rng.multinomial(sum(n), [*kinds / sum(n), 1 - kinds.sum() / sum(n)], size=DRAWS)
        return [drawn[:, :2], drawn[:, 2:4]]
    return [
        rng.multinomial(rows, [*kinds / rows, 1 - kinds.sum() / rows], size=DRAWS)[:, :2]
        for kinds, rows in zip(groups, n, strict=True)
    ]


def _few(n_apart: int) -> Message:
    """Say that so few rows show little of how the models differ."""
    return Message(
        "Rows that the two models decide differently: {n}. So few show little of how they differ, and the interval may "
        "be too narrow.",
        {"n": n_apart},
    )
