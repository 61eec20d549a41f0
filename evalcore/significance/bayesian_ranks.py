"""How probable is it that one of two learners is better in practice? The Bayesian signed-rank test."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from evalcore.errors import Message, message
from evalcore.significance.checks import largest_that_does_not_matter
from evalcore.significance.score_tables import INDEPENDENT, SAME_DIGITS, few
from evalcore.support.arrays import FloatArray, IndexArray, frozen
from evalcore.support.checks import finite_numbers, whole_number
from evalcore.support.results import Result

PRIOR_STRENGTH = 0.5
# How often one side has a probability above .95 where nothing differs, without a region, by the number of data sets: of
# 3,000 samples of normal differences each. From 15 on it is .12 and less, near the .10 that both sides may have.
FALSE_SIDE = {2: 0.51, 3: 0.25, 4: 0.25, 5: 0.19, 6: 0.17, 8: 0.15, 10: 0.13, 12: 0.12}
ENOUGH_DATA_SETS = 15
NARROW = 0.25  # of the size of the differences
CELLS_AT_ONCE = 1 << 20
ASSUMPTIONS = (
    INDEPENDENT,
    Message(
        "Before the data, half a data set is imagined on which the learners do not differ; with a few data sets it "
        "hardly counts any more."
    ),
)
SO_NARROW = Message(
    "The region is less than a quarter as wide to either side as the differences are large, so that it lowers this "
    "risk little."
)
ON_THE_EDGE = Message(
    "Some differences lie on the edge of the region of practical equivalence but for rounding, as 0.9 - 0.89 and 0.01 "
    "do. They are counted where float64 puts them; a slightly different region avoids the question."
)


@dataclass(frozen=True, eq=False, kw_only=True)
class SignedRankPosterior(Result):
    """How probable is it that the difference lies left of, inside or right of the region of practical equivalence?

    Parameters
    ----------
    left, rope, right : float in [0, 1]
        Probability that differences below -rope, within, or above rope are the most frequent ones; their sum is 1.
    shares : (n_draws, 3) float64
        Share of left, rope and right in each draw from the posterior: points of a triangle.
    half_width : float >= 0
        Half the region of practical equivalence, the `rope` that was asked for.
    standard_error : float >= 0
        Of the three probabilities at most, by drawing.
    assumptions, warnings : tuple of Message
    """

    left: float
    rope: float
    right: float
    shares: FloatArray
    half_width: float
    standard_error: float
    assumptions: tuple[Message, ...] = ASSUMPTIONS
    warnings: tuple[Message, ...] = ()


def bayesian_signed_rank(
    differences: ArrayLike, *, rope: float, rng: np.random.Generator, n_draws: int = 50_000
) -> SignedRankPosterior:
    """How probable is it that one learner is better in practice, that the other is, or that they are equivalent?

    Parameters
    ----------
    differences : (n,) finite numbers
        Score of a minus score of b on each data set, so `right` is for a where higher is better.
    rope : float >= 0, in the unit of the differences
        Differences from -rope to rope, both included, count as none in practice.
    rng : numpy.random.Generator
        The same seed gives the same numbers.
    n_draws : int >= 1
        Draws from the posterior.

    Returns
    -------
    SignedRankPosterior

    Notes
    -----
    The differences have a Dirichlet process as prior, of strength 1/2 at 0. A draw from the posterior gives weights w
    to that pseudo-observation and to the differences, Dirichlet(1/2, 1, ..., 1); the share of the left is the sum of
    w_i w_j over all i and j with (z_i + z_j) / 2 < -rope, and likewise the others. `left` is how often the left has the
    largest share; draws in which several have it are divided. With rope = 0 only sums of exactly 0 are equivalent.
    `warnings` say where rounding decides on which side of the edge a mean of two differences lies, and how often a
    probability above .95 is a false alarm where the data sets are few and rope = 0, or next to nothing: of samples of
    normal differences around 0, .51 of those of two, .25 of three and four, .19 of five, .13 of ten, .11 of twenty. One
    has never more than .95.

    References
    ----------
    Benavoli, Mangili, Corani, Zaffalon and Ruggeri (2014), ICML, https://proceedings.mlr.press/v32/benavoli14.html;
    Benavoli, Corani, Demsar and Zaffalon (2017), Journal of Machine Learning Research 18(77), 1-36,
    https://jmlr.org/papers/v18/16-305.html

    Examples
    --------
    >>> found = bayesian_signed_rank([0.02, 0.03, 0.01, 0.04, 0.02], rope=0.01, rng=np.random.default_rng(0))
    >>> round(found.left, 2), round(found.rope, 2), round(found.right, 2)
    (0.0, 0.04, 0.96)
    """
    z = np.sort(np.append(finite_numbers(differences, "differences"), 0.0))
    rope = largest_that_does_not_matter(rope)
    draws = whole_number(n_draws, "n_draws", least=1)
    strengths = np.ones(len(z))
    strengths[np.searchsorted(z, 0.0)] = PRIOR_STRENGTH  # any of the zeros: they count alike
    step = max(CELLS_AT_ONCE // len(z), 1)
    sums = z[:, None] + z
    below, up_to = np.count_nonzero(sums < -2 * rope, axis=1), np.count_nonzero(sums <= 2 * rope, axis=1)
    sizes = [min(step, draws - at) for at in range(0, draws, step)]
    shares = np.concatenate([_shares(rng.dirichlet(strengths, size), below, up_to) for size in sizes])
    largest = shares == shares.max(axis=1, keepdims=True)
    left, inside, right = (largest / largest.sum(axis=1, keepdims=True)).mean(axis=0).tolist()
    return SignedRankPosterior(
        left=left,
        rope=inside,
        right=right,
        shares=frozen(shares),
        half_width=rope,
        standard_error=max(math.sqrt(p * (1 - p) / draws) for p in (left, inside, right)),
        warnings=(*few(len(z) - 1), *_hardly_a_region(z, rope), *_edge(sums, rope)),
    )


def _shares(weights: FloatArray, below: IndexArray, up_to: IndexArray) -> FloatArray:
    """Return the shares of left, rope and right for each row of weights.

    The differences are sorted, so those that lie left together with the i-th are the first `below[i]`, and those that
    do not lie right with it the first `up_to[i]`.
    """
    total = np.concatenate([np.zeros((len(weights), 1)), np.cumsum(weights, axis=1)], axis=1)
    left = (weights * total[:, below]).sum(axis=1)
    right = (weights * (total[:, -1:] - total[:, up_to])).sum(axis=1)
    return np.stack([left, np.maximum(1 - left - right, 0), np.maximum(right, 0)], axis=1)


def _hardly_a_region(z: FloatArray, rope: float) -> tuple[Message, ...]:
    """Say how often one side is almost sure though nothing differs: of few data without a region, or with a narrow one.

    `z` are the differences and the one imagined. A region is narrow below a quarter of their root mean square: there
    the risk is about as large as without one (at a tenth .37 for .49 of two data sets, .13 for .20 of five).
    """
    n_datasets = len(z) - 1
    is_wide = rope > 0 and rope >= NARROW * math.sqrt(float(np.square(z).sum()) / n_datasets)
    if is_wide or not min(FALSE_SIDE) <= n_datasets < ENOUGH_DATA_SETS:
        return ()
    known = max(n for n in FALSE_SIDE if n <= n_datasets)
    risk = message(
        "Without a region of practical equivalence one side has a probability above 0.95 in {risk:.2f} of samples of "
        "{count} data sets in which nothing differs: say beforehand which differences do not matter.",
        risk=FALSE_SIDE[known],
        count=n_datasets,
    )
    return (risk, SO_NARROW) if rope > 0 else (risk,)


def _edge(sums: FloatArray, rope: float) -> tuple[Message, ...]:
    gaps = np.abs(np.abs(sums) - 2 * rope)
    close = (gaps > 0) & (gaps <= SAME_DIGITS * max(float(np.abs(sums).max()), 1.0))
    return (ON_THE_EDGE,) if close.any() else ()
