"""Bootstrap samples at a few ranks of one class, drawn without drawing their rows.

A bootstrap sample of n rows of one class, sorted, is n sorted uniform numbers on [0, n): number u is the row whose
place in the order is u rounded down. Of uniform numbers those at given ranks can be drawn directly, since the gaps
between them are gamma distributed; between two of them the others are uniform again, and the rows of the other class on
either side of a threshold are binomial. So every count here has exactly the distribution that resampling rows would
give it, jointly for all ranks of a sample, at a cost that does not depend on the number of rows.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from evalcore.support.arrays import CountArray, FloatArray, IndexArray, IntArray


class AtRanks(NamedTuple):
    """What bootstrap samples hold around the threshold at which their r-th row of the leading class stands.

    Arrays of shape (samples, ranks): rows of the leading and of the other class above that threshold, and down to it.
    """

    lead_above: IntArray
    lead_upto: IntArray
    other_above: IntArray
    other_upto: IntArray


def observed_at_ranks(lead: CountArray, other: CountArray, ranks: IntArray) -> AtRanks:
    """Return the counts of the rows themselves, as if they were one sample."""
    row = np.searchsorted(lead, ranks, side="left")[None, :]
    return AtRanks(lead[row - 1], lead[row], other[row - 1], other[row])


def sampled_at_ranks(
    lead: CountArray, other: CountArray, ranks: IntArray, samples: int, rng: np.random.Generator
) -> AtRanks:
    """Return the counts of bootstrap samples, stratified by class.

    `lead` and `other` are cumulative counts that start at 0; `ranks` rise and lie between 1 and the last of `lead`.
    """
    distinct, back = np.unique(ranks, return_inverse=True)
    place = _sorted_uniforms(int(lead[-1]), distinct, samples, rng)
    row = np.searchsorted(lead, place, side="right")
    row = np.minimum(row, np.searchsorted(lead, lead[-1]))  # rounding may take the last number to the very end
    at_distinct = (*_leading(lead, distinct, place, row, rng), *_other(other, row, rng))
    return AtRanks(*(counts[:, back] for counts in at_distinct))


def _sorted_uniforms(n: int, ranks: IntArray, samples: int, rng: np.random.Generator) -> FloatArray:
    """Return the numbers at these ranks among n sorted uniform numbers on [0, n)."""
    shapes = np.diff(ranks, prepend=0, append=n + 1).astype(np.float64)
    gaps = rng.standard_gamma(shapes, size=(samples, len(shapes)))
    reached = np.cumsum(gaps, axis=1)
    return np.asarray(reached[:, :-1] / reached[:, -1:] * n)


def _leading(
    lead: CountArray, ranks: IntArray, place: FloatArray, row: IndexArray, rng: np.random.Generator
) -> tuple[IntArray, IntArray]:
    """Return how many rows of the leading class stand above the tie that holds each rank, and down to its end.

    The numbers between two ranks are uniform between their places. Each lies in the rest of the tie that holds the rank
    before, in a tie without a rank, or in the beginning of the rank's own tie: two binomial draws divide them.

    For example, take 6 rows in ties of 2, 3 and 1, so `lead` is 0, 2, 5, 6, and ranks 2 and 5 of one sample at places
    2.4 and 5.7, in the ties [2, 5) and [5, 6).

    - Before rank 2 there is 1 number on [0, 2.4), above the tie with probability 2 / 2.4. It is: `above` is 1.
    - Between the ranks there are 2 on [2.4, 5.7), each in the rest of the tie, [2.4, 5), with probability 2.6 / 3.3.
      One is: the tie of rank 2 ends after `upto` = 2 + 1 = 3 numbers. No tie lies between the two, so the other one is
      in the tie of rank 5, which has 3 numbers `above`.
    - Behind rank 5 there is 1 on [5.7, 6), all of which is the rest of its tie: `upto` is 5 + 1 = 6.

    The sample has 1, 2 and 3 rows in the three ties: `above` is 1, 3 and `upto` is 3, 6.
    """
    n, (samples, n_ranks) = int(lead[-1]), row.shape
    start, end = lead[row - 1].astype(np.float64), lead[row].astype(np.float64)
    above, upto = np.empty((2, *row.shape), dtype=np.int64)
    before, tie_end, rank = np.zeros(samples), np.zeros(samples), 0  # the rank before, and where its tie ends
    for i, next_rank in enumerate(ranks.tolist()):
        here, between = place[:, i], next_rank - rank - 1
        in_tie = rng.binomial(between, _share(np.minimum(tie_end, here) - before, here - before))
        skipped = rng.binomial(between - in_tie, _share(start[:, i] - tie_end, here - tie_end))
        if i:
            upto[:, i - 1] = rank + in_tie
        above[:, i] = rank + in_tie + skipped
        before, tie_end, rank = here, end[:, i], next_rank
    upto[:, -1] = rank + rng.binomial(n - rank, _share(tie_end - before, n - before))
    # Of ranks in one tie the first knows what stands above it, and the last where it ends.
    for i in range(1, n_ranks):
        above[:, i] = np.where(row[:, i] == row[:, i - 1], above[:, i - 1], above[:, i])
    for i in reversed(range(n_ranks - 1)):
        upto[:, i] = np.where(row[:, i] == row[:, i + 1], upto[:, i + 1], upto[:, i])
    return above, upto


def _other(other: CountArray, row: IndexArray, rng: np.random.Generator) -> tuple[IntArray, IntArray]:
    """Return how many rows of the other class stand above each tie, and down to its end.

    Each of the n rows of a sample is any of the class: of those not counted yet, the share that the next tie has of
    what is left lies in it. With `other` 0, 1, 4, 10 and the second tie alone, `above` is binomial(10, 1 / 10); if
    that is 2, `upto` is 2 + binomial(8, 3 / 9).
    """
    n = int(other[-1])
    start, end = other[row - 1], other[row]
    above, upto = np.empty((2, *row.shape), dtype=np.int64)
    drawn, passed = np.zeros((2, len(row)), dtype=np.int64)
    for i in range(row.shape[1]):
        above[:, i] = drawn + rng.binomial(n - drawn, _share(start[:, i] - passed, n - passed))
        upto[:, i] = above[:, i] + rng.binomial(n - above[:, i], _share(end[:, i] - start[:, i], n - start[:, i]))
        if i:
            same = row[:, i] == row[:, i - 1]
            above[:, i] = np.where(same, above[:, i - 1], above[:, i])
            upto[:, i] = np.where(same, upto[:, i - 1], upto[:, i])
        drawn, passed = upto[:, i], end[:, i]
    return above, upto


def _share(part: FloatArray | IntArray, whole: FloatArray | IntArray) -> FloatArray:
    """Return part / whole within [0, 1]; nothing of nothing is 0."""
    share = np.divide(part, whole, out=np.zeros(len(part)), where=np.asarray(whole) > 0)
    return np.clip(share, 0, 1, out=share)
