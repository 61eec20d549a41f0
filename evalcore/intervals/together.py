"""How wide must intervals be to hold for many places of a curve together? Resamples tell."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from evalcore.support.arrays import BoolArray, FloatArray
from evalcore.support.checks import finite_numbers, same_length, truths

# The highest level whose quantile 200 resamples tell.
KNOWN_LEVEL: Final = 0.95


def width_together(farthest: FloatArray, confidence_level: float) -> float:
    """How many standard errors wide are intervals that hold for all places together?

    Parameters
    ----------
    farthest : (replicates,) float64
        The largest distance of each resample from what is seen, over all places, in standard errors.
    confidence_level : float in (0, 1)
        Of all intervals together; beyond .95 a normal tail is taken, since resamples are few.

    Examples
    --------
    >>> round(width_together(np.arange(1, 201) / 100, 0.95), 3)
    1.91
    """
    known = min(confidence_level, KNOWN_LEVEL)
    # Rounded upwards: between two resamples the quantile has less than its level.
    width = float(np.quantile(farthest, min(known * (len(farthest) + 1) / len(farthest), 1.0), method="higher"))
    return -float(special.ndtri(special.ndtr(-width) * (1 - confidence_level) / (1 - known)))


class Paired(NamedTuple):
    """Two scores of the same rows: truth, both scores, and how many rows are positive and negative."""

    truth: BoolArray
    scores: tuple[FloatArray, FloatArray]
    sizes: tuple[int, int]


def paired_scores(y_true: ArrayLike, first: ArrayLike, second: ArrayLike) -> Paired:
    """Return two scores of the same rows, which count once each, checked."""
    truth = truths(y_true)
    scores = finite_numbers(first, "first"), finite_numbers(second, "second")
    for score, name in zip(scores, ("first", "second"), strict=True):
        same_length(score, len(truth), name)
    return Paired(truth, scores, (int(np.count_nonzero(truth)), int(np.count_nonzero(~truth))))


def rates_of(truth: BoolArray, score: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return FPR and TPR at every distinct score from the highest down, from (0, 0) on; both classes have rows."""
    order = np.argsort(-score, kind="stable")
    ordered = score[order]
    ends = np.append(np.flatnonzero(ordered[1:] != ordered[:-1]), len(order) - 1)
    tp = np.append(0, np.cumsum(truth[order])[ends])
    fp = np.append(0, ends + 1) - tp
    return fp / fp[-1], tp / tp[-1]


def paired_resamples(
    truth: BoolArray,
    scores: Sequence[FloatArray],
    function: Callable[..., FloatArray],
    *,
    n_replicates: int,
    share: float,
    rng: np.random.Generator,
) -> FloatArray:
    """What is a function of the rows on resamples of each class, drawn for all scores at once?

    Parameters
    ----------
    truth : (n,) bool
    scores : of (n,) float64
    function : callable
        Takes truth and the scores of the rows drawn, and returns a (g,) float64.
    n_replicates : int >= 1
    share : float in (0, 1]
        Of the rows of each class, how many are drawn.
    rng : numpy.random.Generator

    Returns
    -------
    (n_replicates, g) float64
    """
    classes = [np.flatnonzero(truth == side) for side in (True, False)]
    found = []
    for _ in range(n_replicates):
        rows = np.concatenate([rng.choice(of, size=math.ceil(share * len(of))) for of in classes])
        found.append(function(truth[rows], *(score[rows] for score in scores)))
    return np.stack(found)
