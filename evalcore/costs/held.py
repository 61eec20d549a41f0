"""How sure is what thresholds cost, under many conditions at once: while costs are held."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from evalcore.costs._by_case import CellSums
from evalcore.costs._drawing import counts_of, drawn_for_a_sum, with_amounts
from evalcore.costs._parts import DRAWS, Part, part_of_amounts
from evalcore.costs.amounts import AmountRows, concerned
from evalcore.costs.fixed import ends_of
from evalcore.costs.matrix import ManyCosts, probability_cost
from evalcore.counts import ThresholdCounts, threshold_counts
from evalcore.counts.of_cases import ScoredRows
from evalcore.counts.reasons import not_alone, one_class
from evalcore.metrics.readings import WEIGHTED
from evalcore.support.arrays import BoolArray, FloatArray

# To put a row in order takes as long as so many draws, and to add it up by case; so does any threshold by case.
ORDERED, ROW_BY_CASE, EACH_BY_CASE = 8, 12, 300_000


@dataclass(frozen=True, eq=False)
class Reaches:
    """What takes long to be found of thresholds, and serves all costs: kept as long as the rows are the same.

    Parameters
    ----------
    amounts : dict
        By threshold and level, how far a cost of 1 for each mistake of the class with amounts reaches below and above.
    cases : dict
        By threshold, what the cases tell of it.
    most : float
        How many numbers may be drawn for all thresholds that are asked for at once and not yet known, about 7 ns each.
        Where more would be, none is, and there are no intervals: what is known stays.
    """

    amounts: dict[tuple[float, float], tuple[float, float]] = field(default_factory=dict)
    cases: dict[float, CellSums] = field(default_factory=dict)
    most: float = math.inf


def condition_cost_ends(
    rows: ThresholdCounts | AmountRows,
    threshold: ArrayLike,
    costs: ManyCosts,
    prevalence: FloatArray,
    *,
    is_estimated: BoolArray,
    reaches: Reaches | None = None,
    confidence_level: float = 0.95,
) -> tuple[FloatArray, FloatArray]:
    """Between which values does the cost of thresholds lie, under each of many conditions?

    As `threshold_cost_ends` has it of one condition and many thresholds. Thresholds are one number, or an array whose
    last axis has one for each condition, or the same for all of them; so has what is returned. `is_estimated` says of
    which conditions the prevalence is that of the rows.

    With amounts, and by case, as `threshold_cost_interval` has it: what resamples cost is in proportion to what a
    mistake does, and what cases differ by is a sum over the cells, so that what is found of a threshold serves all
    conditions. It is kept in `reaches`; nan without, where that would take longer than it allows, and where a right
    decision about a row with an amount costs something, too.
    """
    counts, own = counts_of(rows), with_amounts(rows)
    asked = np.asarray(threshold, dtype=float)
    at = np.broadcast_to(asked, np.broadcast_shapes(asked.shape, prevalence.shape))
    low, high = np.full((2, *at.shape), math.nan)
    is_slow = isinstance(rows, AmountRows) or rows.rows is not None
    if one_class(counts) is not None or (is_slow and reaches is None):
        return low, high
    if isinstance(rows, ThresholdCounts) and rows.rows is not None and reaches is not None:
        first = rows.rows.cases.one_row_each(rows.rows.truth, rows.rows.score)
        if first is None:
            return _ends_by_case(
                rows.rows, at, costs, prevalence, is_estimated=is_estimated, reaches=reaches, level=confidence_level
            )
        rows = counts = threshold_counts(rows.rows.truth[first], rows.rows.score[first])
    if not_alone(rows, WEIGHTED) is not None:
        return low, high
    drawn = None if own is None or reaches is None else _reaches(own, at, reaches, confidence_level)
    is_at_stake = probability_cost(prevalence, costs.excess_fn, costs.excess_fp) >= 0
    for so, chosen in ((True, is_estimated & is_at_stake), (False, ~(is_estimated & is_at_stake))):
        few, p = costs.where(chosen), prevalence[chosen]
        of_amounts = None if own is None or drawn is None else _of_amounts(own, drawn[..., chosen], few, p)
        found = ends_of(counts, at[..., chosen], few, p, is_estimated=so, level=confidence_level, of_amounts=of_amounts)
        low[..., chosen], high[..., chosen] = found
    return low, high


def _ends_by_case(
    rows: ScoredRows,
    at: FloatArray,
    costs: ManyCosts,
    prevalence: FloatArray,
    *,
    is_estimated: BoolArray,
    reaches: Reaches,
    level: float,
) -> tuple[FloatArray, FloatArray]:
    """Return the ends of thresholds under many conditions by case; what is found of a threshold is kept."""
    known, ends = reaches.cases, np.full((*at.shape, 2), math.nan)
    new = [t for t in np.unique(at).tolist() if t not in known]
    if len(new) * (EACH_BY_CASE + ROW_BY_CASE * len(rows.truth)) > reaches.most:
        return ends[..., 0], ends[..., 1]
    for t in new:
        known[t] = CellSums.of(rows, t)
    for *place, k in np.ndindex(at.shape):
        condition = costs.at(k)
        here = (*place, k)
        found = known[float(at[here])].ends(
            condition, float(prevalence[k]), is_estimated=bool(is_estimated[k]), level=level
        )
        ends[here] = found if found[0] < found[1] else math.nan
    return ends[..., 0], ends[..., 1]


def _reaches(own: AmountRows, at: FloatArray, reaches: Reaches, level: float) -> FloatArray:
    """Return how far a cost of 1 for each mistake reaches below and above, (2, *shape); what was drawn is kept."""
    used, known = concerned(own.y_true, own.replaces), reaches.amounts
    score, weight = own.y_score[used], own.weight[used]
    new = [t for t in np.unique(at).tolist() if (t, level) not in known]
    of_fn, drawn = own.replaces == "fn", len(new) * ORDERED * len(score)
    for t in new:
        if drawn <= reaches.most:
            # Sums are drawn of the rows that are wrong, and once more with one row more.
            drawn += 2 * DRAWS * drawn_for_a_sum(int(np.count_nonzero((score < t) == of_fn)))
    if drawn > reaches.most:
        return np.full((2, *at.shape), math.nan)
    for t in new:
        part = part_of_amounts(
            weight,
            (score < t) == of_fn,
            excess=1.0,
            level=level,
            rng=np.random.default_rng(0),
            known=math.isinf(t),
        )
        known[t, level] = (part.below, part.above)
    each = np.array([known[t, level] for t in at.ravel().tolist()]).reshape(*at.shape, 2)
    return np.moveaxis(each, -1, 0)


def _of_amounts(own: AmountRows, drawn: FloatArray, costs: ManyCosts, p: FloatArray) -> tuple[int, Part]:
    """Return the place of the class with amounts, and how far its cost reaches; nan where a right decision costs."""
    of_fn = own.replaces == "fn"
    excess, right = (p * costs.excess_fn, costs.cost_tp) if of_fn else ((1 - p) * costs.excess_fp, costs.cost_tn)
    below, above = np.where(right == 0, excess * drawn, math.nan)
    return (0 if of_fn else 1), Part(below, above)
