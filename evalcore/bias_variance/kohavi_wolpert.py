"""0-1 loss by Kohavi and Wolpert: three parts that add up, with a bias that is not 0 or 1."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from evalcore.bias_variance.spread import one_set
from evalcore.bias_variance.votes import votes
from evalcore.errors import Message
from evalcore.support.arrays import FloatArray, frozen
from evalcore.support.results import Result


@dataclass(frozen=True, eq=False, kw_only=True)
class KohaviWolpertMean(Result):
    """The parts averaged over all points; the names are those of `KohaviWolpertDecomposition`."""

    loss: float
    bias2: float
    variance: float
    noise: float
    bias2_corrected: float
    variance_corrected: float


@dataclass(frozen=True, eq=False, kw_only=True)
class KohaviWolpertDecomposition(Result):
    """How far are predicted and true class probabilities apart, and how much do labels and predictions vary?

    Parameters
    ----------
    loss : (points,) float64
        bias2 + variance + noise, exactly.
    bias2, variance, noise : (points,) float64
    bias2_corrected, variance_corrected : (points,) float64
        Without what the finite number of sets moves from variance to bias2; the sum is the same.
    mean : KohaviWolpertMean
    n_sets : int
    """

    loss: FloatArray
    bias2: FloatArray
    variance: FloatArray
    noise: FloatArray
    bias2_corrected: FloatArray
    variance_corrected: FloatArray
    mean: KohaviWolpertMean
    n_sets: int

    @property
    def reason(self) -> Message | None:
        """Why bias2 and variance are undefined, or None."""
        return one_set(self.n_sets)

    def to_frame(self) -> pd.DataFrame:
        """Return a row a point: loss and its parts."""
        return pd.DataFrame({"loss": self.loss, "bias2": self.bias2, "variance": self.variance, "noise": self.noise})


def decompose_kohavi_wolpert(
    predictions: ArrayLike, truth_labels: ArrayLike, *, noise: ArrayLike = 0.0, classes: ArrayLike | None = None
) -> KohaviWolpertDecomposition:
    """Which three parts of the 0-1 loss add up?

    Parameters
    ----------
    predictions, truth_labels, noise, classes
        As in `decompose_zero_one`.

    Returns
    -------
    KohaviWolpertDecomposition
        Undefined when there is one set only: bias2 and variance are nan, loss and noise are not.

    Raises
    ------
    InputError
        As `decompose_zero_one`.

    Notes
    -----
    With P(k) the probability of a label and Q(k) that of a prediction: bias2 = sum (P - Q)^2 / 2, variance =
    (1 - sum Q^2) / 2, noise = (1 - sum P^2) / 2, and their sum is 1 - sum P Q, the loss. Noise is not the probability
    of a wrong label: 10% flips have 0.09. Where labels are noisy, a learner that always predicts the best one still
    has bias2, since it does not vary as labels do.

    References
    ----------
    Kohavi and Wolpert (1996), Bias plus variance decomposition for zero-one loss functions, Proceedings of ICML 13,
    275-283.

    Examples
    --------
    >>> found = decompose_kohavi_wolpert([[0], [1]], [0], noise=0.1).mean
    >>> [round(part, 4) for part in (found.bias2, found.variance, found.noise, found.loss)]
    [0.16, 0.25, 0.09, 0.5]
    """
    counted = votes(predictions, truth_labels, noise, classes)
    others = counted.noise / (len(counted.shares) - 1)
    labels = np.where(np.arange(len(counted.shares))[:, None] == counted.best, 1 - counted.noise, others)
    n_sets = len(counted.codes)
    # As in decompose_squared: with one set a variance of 0 would say that predictions do not vary.
    seen, correction = (1.0, n_sets / (n_sets - 1)) if n_sets > 1 else (math.nan, math.nan)
    variance = seen * (1 - np.square(counted.shares).sum(axis=0)) / 2
    spread = correction * variance
    bias2 = seen * np.square(labels - counted.shares).sum(axis=0) / 2
    parts = {
        "loss": 1 - (labels * counted.shares).sum(axis=0),
        "bias2": bias2,
        "variance": variance,
        "noise": (1 - np.square(labels).sum(axis=0)) / 2,
        "bias2_corrected": bias2 + variance - spread,
        "variance_corrected": spread,
    }
    mean = KohaviWolpertMean(**{name: float(part.mean()) for name, part in parts.items()})
    return KohaviWolpertDecomposition(**{name: frozen(part) for name, part in parts.items()}, mean=mean, n_sets=n_sets)
