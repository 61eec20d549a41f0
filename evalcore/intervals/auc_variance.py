"""What DeLong's method needs: how many rows of the other class each row is ordered rightly against (its placement).

Placements are kept doubled, so that a tie, half a pair, is a whole number and sums and differences are exact.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from evalcore.counts import ThresholdCounts
from evalcore.errors import Message
from evalcore.support.arrays import BoolArray, FloatArray, IntArray
from evalcore.support.blocks import blocks, in_two

FEW_APART = 5


class Placements(NamedTuple):
    """Twice the number of rightly ordered pairs of each row, a tie as half a pair: int64, rows in their order.

    `of_pos[i]` counts negatives below the i-th positive, `of_neg[j]` positives above the j-th negative.
    """

    of_pos: IntArray
    of_neg: IntArray

    def minus(self, other: Placements) -> Placements:
        """Return the differences row by row."""
        return Placements(self.of_pos - other.of_pos, self.of_neg - other.of_neg)

    @property
    def constant(self) -> bool:
        """Whether all rows of a class are alike, in both classes: then nothing tells how much they vary."""
        return all(bool((part == part[0]).all()) for part in self)

    @property
    def area(self) -> float:
        """The share of pairs in the right order: AUC, or a difference of AUCs; exact up to one rounding."""
        twice: int = self.of_pos.sum().item()
        return twice / (2 * len(self.of_pos) * len(self.of_neg))

    @property
    def variance(self) -> float:
        """DeLong's estimate of the variance of `area`; both classes need two rows."""
        n_pos, n_neg = len(self.of_pos), len(self.of_neg)
        spread_pos, spread_neg = (float(part.var(ddof=1)) for part in self)
        return spread_pos / n_pos / (2 * n_neg) ** 2 + spread_neg / n_neg / (2 * n_pos) ** 2


def placements(truth: BoolArray, score: FloatArray) -> Placements:
    """Return the placements of rows of both classes, by one sort."""
    order = np.argsort(score)
    ordered, labels = score[order], truth[order]
    last_of_tie = np.flatnonzero(np.append(ordered[1:] != ordered[:-1], True))
    pos_upto = np.cumsum(labels)[last_of_tie]
    neg_upto = last_of_tie + 1 - pos_upto
    pos_below, neg_below = (np.concatenate([[0], upto[:-1]]) for upto in (pos_upto, neg_upto))
    size = np.diff(last_of_tie, prepend=-1)
    doubled = np.empty(len(score), dtype=np.int64)
    doubled[order] = np.where(
        labels, np.repeat(neg_below + neg_upto, size), np.repeat(2 * pos_upto[-1] - pos_below - pos_upto, size)
    )
    return Placements(doubled[truth], doubled[~truth])


def variance_of_counts(counts: ThresholdCounts, auc: float) -> float:
    """Return DeLong's estimate of the variance of AUC: rows of one score and class have one placement."""
    n_pos, n_neg = float(counts.n_pos), float(counts.n_neg)

    def squares(start: int, stop: int) -> tuple[float, float]:
        """Return the sums of squares of both classes over some rows of the table."""
        of_pos = of_neg = 0.0
        for rows in blocks(start, stop):
            known = slice(rows.start - 1, rows.stop)
            tp, fp = counts.tp[known].astype(np.float64), counts.fp[known].astype(np.float64)
            below = 1 - auc - (fp[1:] + fp[:-1]) / (2 * n_neg)
            above = (tp[1:] + tp[:-1]) / (2 * n_pos) - auc
            of_pos += float(np.einsum("i,i,i->", np.diff(tp), below, below))
            of_neg += float(np.einsum("i,i,i->", np.diff(fp), above, above))
        return of_pos, of_neg

    halves = in_two(squares, 1, len(counts))
    of_pos, of_neg = (math.fsum(parts) for parts in zip(*halves, strict=True))
    return of_pos / (n_pos - 1) / n_pos + of_neg / (n_neg - 1) / n_neg


def few_apart(counts: ThresholdCounts, *, least: int = FEW_APART) -> bool:
    """Whether all rows of a class but fewer than `least` have one score, so that they show little of how they vary."""
    return any(rows[-1] - np.diff(rows).max() < least for rows in (counts.tp, counts.fp))


def too_few(n_pos: float, n_neg: float) -> Message | None:
    """Say that one row tells nothing about how much rows vary."""
    if min(n_pos, n_neg) >= 2:
        return None
    return Message(
        "A standard error needs at least two rows of each class; there are {n_pos} positive and {n_neg} negative rows.",
        {"n_pos": int(n_pos), "n_neg": int(n_neg)},
    )
