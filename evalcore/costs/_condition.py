"""The condition a classifier is put to work under, and the thresholds that cost least."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from evalcore.costs.matrix import CostMatrix
from evalcore.counts import ThresholdCounts
from evalcore.errors import Message
from evalcore.support.arrays import FloatArray, IndexArray
from evalcore.support.blocks import blocks, in_two
from evalcore.support.checks import share

ROUNDING = 1e-12  # costs this close, relatively, are the same
NOTHING_AT_STAKE = Message("No mistake costs anything under this condition, so all thresholds are equally good.")

Share = float | FloatArray


@dataclass(frozen=True)
class Condition:
    """Costs and prevalence together; `x` is their P(+)cost, nan where nothing is at stake."""

    costs: CostMatrix
    prevalence: float

    @classmethod
    def of(cls, counts: ThresholdCounts, costs: CostMatrix, prevalence: float | None) -> Condition:
        """Return the condition, with the prevalence of the rows where none is given."""
        return cls(costs, counts.prevalence if prevalence is None else share(prevalence, "prevalence"))

    @property
    def x(self) -> float:
        """P(+)cost."""
        return self.costs.probability_cost(self.prevalence) if self.prevalence >= 0 else np.nan

    def money(self, normalized: FloatArray, of_pos: Share = 1.0, of_neg: Share = 1.0) -> FloatArray:
        """Return what a case costs, in the unit of the costs, out of normalised costs.

        `of_pos` and `of_neg` are the weights of the classes in a sample, as shares of those of the rows.
        """
        p, costs = self.prevalence, self.costs
        at_stake = p * costs.excess_fn + (1 - p) * costs.excess_fp
        return np.asarray(p * costs.cost_tp * of_pos + (1 - p) * costs.cost_tn * of_neg + at_stake * normalized)

    def per_case(self, counts: ThresholdCounts, index: ArrayLike) -> FloatArray:
        """Return what a case costs at some rows of the table; both classes must have rows."""
        fpr, fnr = rates_at(counts, index)
        return np.asarray(self.costs.per_case(fpr, fnr, self.prevalence))


def rates_at(counts: ThresholdCounts, index: ArrayLike) -> tuple[FloatArray, FloatArray]:
    """Return FPR and FNR at some rows of the table; nan without rows of that class."""
    cells = counts.cells(index)
    with np.errstate(invalid="ignore"):
        return np.asarray(cells.fp / np.float64(counts.n_neg)), np.asarray(cells.fn / np.float64(counts.n_pos))


def line_costs(counts: ThresholdCounts, x: float) -> Callable[[slice], FloatArray]:
    """Return a function that gives the normalised costs of some rows of the table at one P(+)cost."""
    counts = counts.scaled
    n_pos = counts.tp[-1]
    of_fn, of_fp = x / np.float64(counts.n_pos), (1 - x) / np.float64(counts.n_neg)

    def costs(rows: slice) -> FloatArray:
        """Return what these rows cost."""
        return np.asarray((n_pos - counts.tp[rows]) * of_fn + counts.fp[rows] * of_fp)

    return costs


def lowest(counts: ThresholdCounts, costs: Callable[[slice], FloatArray], *, slack: float = 0.0) -> IndexArray:
    """Return all rows of the table that cost least; the table is gone through block by block, up to twice."""

    def scan(start: int, stop: int) -> list[tuple[slice, float]]:
        """Return each block with its least cost, so that only those with the least of all are looked into again."""
        return [(rows, float(costs(rows).min())) for rows in blocks(start, stop)]

    least = [block for half in in_two(scan, 0, len(counts)) for block in half]
    bound = min(cost for _, cost in least)
    bound += max(abs(bound) * ROUNDING, slack)
    return np.concatenate([rows.start + np.flatnonzero(costs(rows) <= bound) for rows, cost in least if cost <= bound])
