"""0-1 loss: the parts do not just add up, since variance at a biased point lowers the loss (Domingos)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from evalcore.bias_variance.spread import one_set, standard_error
from evalcore.bias_variance.votes import Votes, votes
from evalcore.errors import Message
from evalcore.support.arrays import BoolArray, FloatArray, frozen
from evalcore.support.results import Result


@dataclass(frozen=True, eq=False, kw_only=True)
class ZeroOneMean(Result):
    """The parts averaged over all points.

    Parameters
    ----------
    loss : float
        noise_term + bias + variance_term, exactly.
    loss_error : float
        Its Monte Carlo standard error over sets, nan with one set, as are bias and variance. By simulation intervals of
        1.96 of them cover .93 from 50 sets, .88 with 10.
    bias, variance, variance_unbiased, variance_biased, noise, noise_term, variance_term : float
        Means of the arrays of that name in `ZeroOneDecomposition`.
    naive_sum : float
        noise + bias + variance, which is not the loss.
    """

    loss: float
    loss_error: float
    bias: float
    variance: float
    variance_unbiased: float
    variance_biased: float
    noise: float
    noise_term: float
    variance_term: float
    naive_sum: float


@dataclass(frozen=True, eq=False, kw_only=True)
class ZeroOneDecomposition(Result):
    """Where does a learner err for its bias, where for its variance, and where does variance help?

    Parameters
    ----------
    loss : (points,) float64
        Probability that a prediction differs from a fresh label: c1 noise + bias + c2 variance.
    bias : (points,) float64
        1 where the main prediction is not the best label, else 0.
    variance : (points,) float64
        Share of sets that do not predict the main prediction.
    variance_unbiased, variance_biased : (points,) float64
        The same where the point is unbiased, or biased, and 0 elsewhere.
    noise : (points,) float64
        Probability that a fresh label is not the best one.
    c1, c2 : (points,) float64
        Factors of noise and variance; c2 is 1 at unbiased points and from -1 to 0 at biased ones.
    main : (points,)
        Main prediction: the most frequent, of equally frequent ones the first of `classes`.
    classes : (classes,)
        Those given, or those seen.
    mean : ZeroOneMean
    n_sets : int
    """

    loss: FloatArray
    bias: FloatArray
    variance: FloatArray
    variance_unbiased: FloatArray
    variance_biased: FloatArray
    noise: FloatArray
    c1: FloatArray
    c2: FloatArray
    main: NDArray[Any]
    classes: NDArray[Any]
    mean: ZeroOneMean
    n_sets: int

    @property
    def reason(self) -> Message | None:
        """Why bias and variance are undefined, or None."""
        return one_set(self.n_sets)

    @property
    def is_biased(self) -> BoolArray:
        """Where the main prediction is not the best label, (points,): there variance helps. Nowhere with one set."""
        return np.asarray(self.bias == 1)

    @property
    def noise_term(self) -> FloatArray:
        """What noise adds to the loss, c1 noise, (points,)."""
        return self.c1 * self.noise

    @property
    def variance_term(self) -> FloatArray:
        """What variance adds to the loss, c2 variance, (points,); negative at biased points."""
        return self.c2 * self.variance

    def to_frame(self) -> pd.DataFrame:
        """Return a row a point: main prediction, loss and its parts."""
        return pd.DataFrame(
            {
                "main": self.main,
                "loss": self.loss,
                "noise_term": self.noise_term,
                "bias": self.bias,
                "variance_term": self.variance_term,
                "noise": self.noise,
                "c1": self.c1,
                "variance": self.variance,
                "c2": self.c2,
            }
        )


def decompose_zero_one(
    predictions: ArrayLike, truth_labels: ArrayLike, *, noise: ArrayLike = 0.0, classes: ArrayLike | None = None
) -> ZeroOneDecomposition:
    """Where does a learner err for its bias, where for its variance, and where does variance help?

    Parameters
    ----------
    predictions : (sets, points)
        A row for each training set: the labels that the learner trained on it predicts.
    truth_labels : (points,)
        The best label of each point. Where these are drawn labels, their noise counts as bias.
    noise : float or (points,), from 0 to (K - 1) / K with K classes, optional
        Probability that a fresh label is not the best one; it then is each other class with the same probability.
    classes : (K,), optional
        The labels there are; by default those in predictions and truth, sorted.

    Returns
    -------
    ZeroOneDecomposition
        Undefined when there is one set only: bias and variance are nan, the loss is not.

    Raises
    ------
    InputError
        If the shapes do not agree, a label is not among the classes, or noise is out of its range.

    Notes
    -----
    loss = c1 N + B + c2 V at every point, exactly, also for finitely many sets. B = 1 if the main prediction is not the
    best label; V = P(prediction is not the main one); c1 = P(best) - P(not best) / (K - 1); c2 = 1 at unbiased points,
    -P(best | not main) at biased ones, which with two classes is -1. There a prediction that differs from the main one
    is right, so that variance lowers the loss. N + B + V, which some software reports without the factors, is larger.

    References
    ----------
    Domingos (2000), A unified bias-variance decomposition, Proceedings of ICML 17, 231-238.

    Examples
    --------
    >>> found = decompose_zero_one([[0, 1], [1, 0], [0, 0]], [0, 1])
    >>> found.bias.tolist(), found.variance_term.round(3).tolist(), found.loss.round(3).tolist()
    ([0.0, 1.0], [0.333, -0.333], [0.333, 0.667])
    """
    counted = votes(predictions, truth_labels, noise, classes)
    shares, best, points = counted.shares, counted.best, np.arange(counted.shares.shape[1])
    main = shares.argmax(axis=0)
    right, variance = shares[best, points], 1 - shares[main, points]
    biased, seen = main != best, 1.0 if len(counted.codes) > 1 else math.nan
    other = np.divide(right, variance, out=np.zeros_like(right), where=variance > 0)
    c1, c2 = right - (1 - right) / (len(shares) - 1), seen * np.where(biased, -other, 1.0)
    parts = {
        "loss": 1 - right + c1 * counted.noise,
        "bias": seen * biased,
        "variance": seen * variance,
        "variance_unbiased": seen * np.where(biased, 0.0, variance),
        "variance_biased": seen * np.where(biased, variance, 0.0),
        "noise": counted.noise,
    }
    mean = _averaged(parts, {"noise_term": c1 * counted.noise, "variance_term": c2 * variance}, counted)
    return ZeroOneDecomposition(
        **{name: frozen(part) for name, part in parts.items()},
        c1=frozen(c1),
        c2=frozen(c2),
        main=frozen(counted.classes[main]),
        classes=frozen(counted.classes),
        mean=mean,
        n_sets=len(counted.codes),
    )


def _averaged(parts: dict[str, FloatArray], terms: dict[str, FloatArray], counted: Votes) -> ZeroOneMean:
    """Return the parts averaged over the points."""
    k = len(counted.shares)
    right = counted.codes == counted.best
    by_set = np.where(right, counted.noise, 1 - counted.noise / (k - 1)).mean(axis=1)
    means = {name: float(part.mean()) for name, part in (parts | terms).items()}
    return ZeroOneMean(
        **means,
        loss_error=float(standard_error(by_set)),
        naive_sum=means["noise"] + means["bias"] + means["variance"],
    )
