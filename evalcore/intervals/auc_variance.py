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
# Rows beyond this share of the other class, at most so many of them, with this share of all wrong pairs; of fewer rows
# than the last the printed interval of AUC is wide enough: docs/coverage.md.
FAR, FEW_FAR, MOST, LEAST_ROWS = 0.95, 5, 2 / 3, 10


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


class Far(NamedTuple):
    """Rows of a class that lie beyond nearly all of the other class: how many, and of how many."""

    few: int
    rows: int
    positive: bool


def few_far(counts: ThresholdCounts, auc: float) -> Far | None:
    """Return the few rows of a class that make most of what AUC is away from its nearer end; None without such.

    How many rows there are of a kind that is met so seldom is hardly known, and they move AUC most. Where rows spread
    more widely, or many are on the wrong side, no few of them make most of it.
    """
    down = counts.tp, counts.fp
    up = counts.n_pos - counts.tp[::-1], counts.n_neg - counts.fp[::-1]
    of_pos, of_neg = (down, up[::-1]) if auc >= 0.5 else (up, down[::-1])
    for positive, (mine, others) in ((True, of_pos), (False, of_neg)):
        few = 0 if mine[-1] < LEAST_ROWS else _few_beyond(mine, others, min(auc, 1 - auc))
        if few:
            return Far(few, int(mine[-1]), positive)
    return None


def _few_beyond(mine: FloatArray | IntArray, others: FloatArray | IntArray, wrong: float) -> int:
    """Return how many rows lie beyond nearly all others, if they are few and most of the share of wrong pairs; else 0.

    Both tables count the rows met so far, on the way to where few of this class should be.
    """
    rows, of_others = float(mine[-1]), float(others[-1])
    start = max(int(np.searchsorted(others, FAR * of_others)), 1)
    size, beyond = np.diff(mine[start - 1 :]), (others[start:] + others[start - 1 : -1]) / (2 * of_others)
    far = beyond >= FAR
    few = int(size[far].sum())
    most = float(size[far] @ beyond[far]) >= MOST * wrong * rows
    return few if 0 < few <= FEW_FAR and 2 * few < rows and most else 0


def too_few(n_pos: float, n_neg: float) -> Message | None:
    """Say that one row tells nothing about how much rows vary."""
    if min(n_pos, n_neg) >= 2:
        return None
    return Message(
        "A standard error needs at least two rows of each class; there are {n_pos} positive and {n_neg} negative rows.",
        {"n_pos": int(n_pos), "n_neg": int(n_neg)},
    )
