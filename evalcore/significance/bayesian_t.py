"""Two learners, cross-validated: how probable is it that one is better, worse, or practically as good?"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats

from evalcore.errors import Message
from evalcore.significance.checks import (
    FEW_ULPS,
    ROUNDED,
    largest_that_does_not_matter,
    missing_values,
    ratio_of_sizes,
    with_gaps,
)
from evalcore.significance.paired_t import CORRELATED, NORMAL, PAIRED
from evalcore.significance.student import ONE_VALUE, half_width, spread
from evalcore.support.arrays import FloatArray
from evalcore.support.checks import check_level
from evalcore.support.results import Result

SAME = Message(
    "Both learners have the same result every time: that they are practically equal has probability 1 by definition."
)
CONSTANT = Message(
    "The learners differ by the same amount every time, so nothing tells how sure that amount is: there are no "
    "probabilities."
)
FLAT = Message(
    "Before these results, every mean difference and every order of magnitude of the spread was as probable."
)


@dataclass(frozen=True, eq=False, kw_only=True)
class PosteriorResult(Result):
    """How probable is each of three answers, given the results?

    Parameters
    ----------
    left, rope, right : float in [0, 1]
        Probability that the mean difference is below -region, in [-region, region], above region; nan where undefined,
        then `warnings` say why.
    region : float >= 0
        Largest difference that does not matter.
    effect, low, high : float
        Mean difference, and the interval that holds it with probability `credibility`.
    credibility : float in (0, 1)
    posterior : frozen scipy distribution or None
        Of the mean difference.
    assumptions, warnings : tuple of Message
    """

    left: float
    rope: float
    right: float
    region: float
    effect: float
    low: float = np.nan
    high: float = np.nan
    credibility: float = 0.95
    posterior: Any = None
    assumptions: tuple[Message, ...] = ()
    warnings: tuple[Message, ...] = ()

    def verdict(self, certainty: float = 0.95) -> Message:
        """Say the outcome in one sentence.

        Parameters
        ----------
        certainty : float in (0, 1)
            Probability that an answer must reach.
        """
        check_level(certainty)
        answer = {"probability": max(self.left, self.rope, self.right), "certainty": certainty}
        if np.isnan(self.left):
            return Message("There are no probabilities, so nothing can be said.")
        if self.left >= certainty:
            return Message("The first learner has the smaller result with probability {probability:.3f}.", answer)
        if self.right >= certainty:
            return Message("The first learner has the larger result with probability {probability:.3f}.", answer)
        if self.rope >= certainty:
            return Message("The learners are practically equal with probability {probability:.3f}.", answer)
        return Message("No answer reaches a probability of {certainty:g}; the data leave it open.", answer)


def bayesian_correlated_t(
    differences: ArrayLike, *, test_train_ratio: float, rope: float = 0.0, credibility: float = 0.95
) -> PosteriorResult:
    """How probable is it that one learner is better than another by more than what matters?

    Parameters
    ----------
    differences : (k,) numbers
        Result of the first learner minus that of the second, one a repetition of training and testing; nan where one
        has no value, which leaves no answer.
    test_train_ratio : float >= 0
        Test rows for each training row: 1 / (k - 1) in k-fold cross validation.
    rope : float >= 0
        Half width of the region of practical equivalence: the largest difference that does not matter.
    credibility : float in (0, 1)
        Of `low` and `high`.

    Returns
    -------
    PosteriorResult
        If results are error rates, `left` is the probability that the first learner is better.

    Notes
    -----
    The posterior of the mean difference is Student's distribution with k - 1 degrees of freedom around the mean, with
    the squared scale (1 / k + test_train_ratio) s^2: the correlation of results on overlapping training sets is set to
    test_train_ratio / (1 + test_train_ratio), as Nadeau and Bengio do. With rope 0, the smaller of `left` and `right`
    is half the p-value of `paired_t_test` with the same ratio. *Undefined when* a value is missing, there is only one,
    or all are the same (up to 1e-10 of the largest) but not 0; where all are 0 (up to 2e-15, the rounding of rates),
    rope has probability 1.

    References
    ----------
    Corani and Benavoli (2015), https://doi.org/10.1007/s10994-015-5486-z

    Examples
    --------
    >>> d = [0.02, 0.01, 0.03, -0.01, 0.02, 0.02, 0.00, 0.03, 0.01, 0.02]
    >>> found = bayesian_correlated_t(d, test_train_ratio=1 / 9, rope=0.01)
    >>> f"{found.left:.4f} {found.rope:.4f} {found.right:.4f}"
    '0.0010 0.2057 0.7932'
    """
    values = with_gaps(differences, "differences")
    ratio = ratio_of_sizes(test_train_ratio)
    check_level(credibility)
    rope = largest_that_does_not_matter(rope)
    k, mean = len(values), float(values.mean())
    reason = _undefined(values)
    if reason is not None:
        left, inside, right = (0.0, 1.0, 0.0) if reason is SAME else (np.nan,) * 3
        return PosteriorResult(left=left, rope=inside, right=right, region=rope, effect=mean, warnings=(reason,))
    scale = spread(values) * math.sqrt(1 / k + ratio)
    posterior = stats.t(k - 1, mean, scale)
    left, right = float(posterior.cdf(-rope)), float(posterior.sf(rope))
    half = half_width(scale, k - 1, credibility)
    return PosteriorResult(
        left=left,
        rope=max(1 - left - right, 0.0) if rope > 0 else 0.0,
        right=right,
        region=rope,
        effect=mean,
        low=mean - half,
        high=mean + half,
        credibility=credibility,
        posterior=posterior,
        assumptions=(PAIRED, NORMAL, CORRELATED, FLAT),
    )


def _undefined(values: FloatArray) -> Message | None:
    """Say why there is no posterior."""
    missing = missing_values(values)
    if missing is not None:
        return missing
    if np.abs(values).max() <= FEW_ULPS:
        return SAME
    if len(values) == 1:
        return ONE_VALUE
    return CONSTANT if np.ptp(values) <= ROUNDED * np.abs(values).max() else None
