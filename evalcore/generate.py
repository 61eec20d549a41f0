"""Synthetic scores whose truth is known: two normal distributions, one for each class (the binormal model)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from numbers import Integral, Real
from types import MappingProxyType
from typing import Any, Final, Literal, get_args

import numpy as np
import pandas as pd
from scipy.special import expit, ndtr, ndtri

from evalcore.errors import InputError, Message
from evalcore.support.arrays import BoolArray, FloatArray, frozen
from evalcore.support.results import Result
from evalcore.support.text import shown

Transform = Literal["none", "square", "cube", "round", "calibrate"]

TRANSFORMS: Final[tuple[Transform, ...]] = get_args(Transform)
ROWS: Final = (2, 100_000_000)
SEPARATION: Final = (0.0, 4.0)
SIGMA_RATIO: Final = (0.3, 3.0)
PREVALENCE: Final = (0.01, 0.99)
SEEDS: Final = (0, 2**31)


@dataclass(frozen=True, eq=False)
class GeneratedScores(Result):
    """What `binary_scores` made.

    Attributes
    ----------
    y_true : bool array, shape (n,)
        True = positive.
    score : float64 array, shape (n,)
        In [0, 1]; higher speaks for positive, except after "calibrate" with unequal spreads, see `warnings`.
    analytic_auc : float
        AUC of the two normal distributions, before any transform.
    parameters : mapping
        The arguments that made it, without `rng`.
    warnings : tuple of Message
        What a reader of the numbers has to know; often empty.
    """

    y_true: BoolArray
    score: FloatArray
    analytic_auc: float
    parameters: Mapping[str, Any]
    warnings: tuple[Message, ...]

    def to_frame(self) -> pd.DataFrame:
        """Return the rows as a table: `y` (1 = positive, 0 = negative) and `score`."""
        return pd.DataFrame({"y": self.y_true.astype(np.int8), "score": self.score})


def binary_scores(
    *,
    n: int = 400,
    separation: float = 1.5,
    sigma_ratio: float = 1.0,
    prevalence: float = 0.4,
    transform: Transform = "none",
    deterministic: bool = True,
    rng: np.random.Generator,
) -> GeneratedScores:
    """What do scores look like when each class is a normal distribution and its AUC is known?

    Parameters
    ----------
    n : int
        Number of rows, 2 to 100,000,000.
    separation : float
        d', distance of the two means in standard deviations of the negatives, 0 to 4.
    sigma_ratio : float
        Standard deviation of the positives over that of the negatives, 0.3 to 3.
    prevalence : float
        Share of positives, 0.01 to 0.99. ``round(n * prevalence)`` rows are positive, but never fewer than one
        and never all: each class has at least one row.
    transform : {"none", "square", "cube", "round", "calibrate"}
        What is done to the score. Square and cube keep the order. "round" rounds to one decimal, which makes
        ties. "calibrate" replaces the score by the probability that the row is positive.
    deterministic : bool
        True puts the raw values of each class at the normal quantiles (i - 1/2) / n_class, positives first, each class
        from high to low, and draws nothing. False draws them, in random row order.
    rng : numpy.random.Generator
        Used when `deterministic` is false.

    Returns
    -------
    GeneratedScores
        `y_true`, `score`, `analytic_auc`, `parameters`, `warnings`.

    Raises
    ------
    InputError
        A parameter is outside its range.

    Notes
    -----
    Negatives have raw values x ~ N(0, 1), positives x ~ N(d', r^2) with r the `sigma_ratio`. The score is the strictly
    increasing logistic 1 / (1 + exp(-(x - d'/2))), so the order, and with it the AUC, is that of x. A positive minus a
    negative is N(d', 1 + r^2), hence AUC = P(x+ > x-) = Phi(d' / sqrt(1 + r^2)) [1]_.

    "calibrate" gives P(positive | x) = 1 / (1 + exp(-L)) with L = log(n_pos / n_neg) - log r + x^2 / 2 -
    (x - d')^2 / (2 r^2), where n_pos and n_neg are the class counts made, not those asked for. L rises with x
    everywhere only if r = 1; otherwise it is a parabola and calibrating changes the order.

    References
    ----------
    .. [1] Bamber, The area above the ordinal dominance graph and the area below the receiver operating characteristic
       graph, J. Math. Psychology 12 (1975), https://doi.org/10.1016/0022-2496(75)90001-2

    Examples
    --------
    >>> made = binary_scores(n=10, rng=np.random.default_rng(0))
    >>> made.y_true.sum(), made.score[:4].round(3).tolist()
    (np.int64(4), [0.87, 0.744, 0.606, 0.401])
    >>> round(made.analytic_auc, 4)
    0.8556
    """
    _check(n, separation, sigma_ratio, prevalence, transform)
    n_pos = min(max(round(n * prevalence), 1), n - 1)
    y_true, raw = _raw_values(n, n_pos, separation, sigma_ratio, None if deterministic else rng)
    score = _transformed(raw, transform, separation, sigma_ratio, n_pos)
    parameters = {
        "n": n,
        "separation": separation,
        "sigma_ratio": sigma_ratio,
        "prevalence": prevalence,
        "transform": transform,
        "deterministic": deterministic,
    }
    return GeneratedScores(
        y_true=frozen(y_true),
        score=frozen(score),
        analytic_auc=analytic_auc(separation, sigma_ratio),
        parameters=MappingProxyType(parameters),
        warnings=_warnings(n, separation, sigma_ratio, prevalence, transform),
    )


def analytic_auc(separation: float, sigma_ratio: float = 1.0) -> float:
    """How likely does a positive drawn at random exceed a negative drawn at random?

    Parameters
    ----------
    separation : float
        d', distance of the means in standard deviations of the negatives.
    sigma_ratio : float
        Standard deviation of the positives over that of the negatives.

    Returns
    -------
    float
        AUC = Phi(d' / sqrt(1 + sigma_ratio^2)), in [0, 1]. Two continuous distributions have no ties.

    Examples
    --------
    >>> analytic_auc(0.0), round(analytic_auc(2.0), 4)
    (0.5, 0.9214)
    """
    return float(ndtr(separation / math.hypot(1.0, sigma_ratio)))


def normal_densities(separation: float, *, points: int = 161) -> tuple[FloatArray, FloatArray, FloatArray]:
    """How often does each score come up, in each class, when both are normal with standard deviation 1?

    Parameters
    ----------
    separation : float
        d', distance of the means.
    points : int
        How many scores.

    Returns
    -------
    score, negative, positive : float64 arrays, shape (points,)
        Evenly spaced scores from 3.5 below the negatives' mean, 0, to 3.5 above the positives', and both densities.

    Examples
    --------
    >>> score, negative, positive = normal_densities(1.0, points=9)
    >>> score.tolist(), negative.round(3).tolist()[:4]
    ([-3.5, -2.5, -1.5, -0.5, 0.5, 1.5, 2.5, 3.5, 4.5], [0.001, 0.018, 0.13, 0.352])
    """
    score = np.linspace(-3.5, separation + 3.5, points)
    negative, positive = (np.exp(-((score - mean) ** 2) / 2) / math.sqrt(2 * math.pi) for mean in (0.0, separation))
    return frozen(score), frozen(negative), frozen(positive)


def _raw_values(
    n: int, n_pos: int, separation: float, sigma_ratio: float, rng: np.random.Generator | None
) -> tuple[BoolArray, FloatArray]:
    """Return the truth and the raw values x; without `rng` they sit at the quantiles."""
    y_true = np.zeros(n, dtype=bool)
    y_true[:n_pos] = True
    if rng is None:
        raw = np.concatenate([_quantiles(n_pos), _quantiles(n - n_pos)])
    else:
        rng.shuffle(y_true)
        raw = rng.standard_normal(n)
    raw[y_true] *= sigma_ratio
    raw[y_true] += separation
    return y_true, raw


def _quantiles(n: int) -> FloatArray:
    """Return the standard normal quantiles (i - 1/2) / n, highest first, exactly symmetric about 0."""
    upper = -ndtri((np.arange(1, n // 2 + 1) - 0.5) / n)
    middle = np.zeros(n % 2)
    values: FloatArray = np.concatenate([upper, middle, -upper[::-1]])
    return values


def _transformed(
    raw: FloatArray, transform: Transform, separation: float, sigma_ratio: float, n_pos: int
) -> FloatArray:
    score: FloatArray
    if transform == "calibrate":
        prior = math.log(n_pos / (raw.size - n_pos)) - math.log(sigma_ratio)
        precision = sigma_ratio**-2
        # Multiplied out, so that for equal spreads L is linear in x to the last bit and keeps the order.
        slope = (1 - precision) / 2 * raw + separation * precision
        score = expit(slope * raw + (prior - separation**2 * precision / 2))
        return score
    # Logistic, not normal: Phi(x) is 1.0 in float64 from x = 8.3 on, which a sigma ratio of 3 reaches easily.
    score = expit(raw - separation / 2)
    if transform == "square":
        score = score**2
    elif transform == "cube":
        score = score**3
    elif transform == "round":
        score = np.round(score, 1)
    return score


def _warnings(
    n: int, separation: float, sigma_ratio: float, prevalence: float, transform: Transform
) -> tuple[Message, ...]:
    warnings = []
    if round(n * prevalence) in (0, n):
        warnings.append(
            Message(
                "A prevalence of {prevalence} among {n} rows would leave one class empty; one row of it was kept.",
                {"prevalence": prevalence, "n": n},
            )
        )
    if transform == "round":
        warnings.append(
            Message("Rounding makes ties: the AUC of the two distributions is that of the scores before rounding.")
        )
    if transform == "calibrate" and sigma_ratio != 1:
        warnings.append(
            Message(
                "With unequal spreads calibrating changes the order of the rows: the AUC of the two distributions is "
                "that of the raw values."
            )
        )
    elif transform == "calibrate" and separation == 0:
        warnings.append(Message("Without separation every row has the same probability, so all scores are tied."))
    return tuple(warnings)


def _check(n: object, separation: object, sigma_ratio: object, prevalence: object, transform: object) -> None:
    """Raise InputError for the first parameter outside its range."""
    if not isinstance(n, Integral) or isinstance(n, bool) or not ROWS[0] <= int(n) <= ROWS[1]:
        raise InputError(
            "Number of rows must be a whole number from {low} to {high}; got {value}. Choose one in that range.",
            low=ROWS[0],
            high=ROWS[1],
            value=shown(n),
        )
    if not _inside(separation, SEPARATION):
        raise InputError(
            "Separation must be a number from {low} to {high}; got {value}. Choose one in that range.",
            low=SEPARATION[0],
            high=SEPARATION[1],
            value=shown(separation),
        )
    if not _inside(sigma_ratio, SIGMA_RATIO):
        raise InputError(
            "Sigma ratio must be a number from {low} to {high}; got {value}. Choose one in that range.",
            low=SIGMA_RATIO[0],
            high=SIGMA_RATIO[1],
            value=shown(sigma_ratio),
        )
    if not _inside(prevalence, PREVALENCE):
        raise InputError(
            "Prevalence must be a number from {low} to {high}; got {value}. Choose one in that range.",
            low=PREVALENCE[0],
            high=PREVALENCE[1],
            value=shown(prevalence),
        )
    if transform not in TRANSFORMS:
        raise InputError(
            "Score transform must be one of {allowed}; got {value}. Choose one of them.",
            allowed=", ".join(TRANSFORMS),
            value=shown(transform),
        )


def _inside(value: object, limits: tuple[float, float]) -> bool:
    # nan compares false on both sides and is refused with the rest.
    return isinstance(value, Real) and not isinstance(value, bool) and limits[0] <= float(value) <= limits[1]
