"""Which share of the rows is predicted to within d? One sort answers for every d."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from evalcore.errors import InputError
from evalcore.regression.rows import rows
from evalcore.support.arrays import FloatArray, frozen
from evalcore.support.blocks import running_sum
from evalcore.support.checks import share as checked_share
from evalcore.support.results import Result
from evalcore.support.text import shown

DIGITS = 14  # decimal digits of truth and prediction that a float64 holds whatever they are
LAST_DIGIT = 1 + 1e-15  # powers of ten beyond 10**22 are off by one, so distances may be


@dataclass(frozen=True, eq=False)
class ToleranceCurve(Result):
    """The share of rows within every distance, as an exact step function.

    Parameters
    ----------
    distance : (k,) float64 >= 0, rising
        Distinct distances between prediction and truth.
    share : (k,) float64 in (0, 1], rising, the last one 1
        Share of the weight at most that far off.
    weight : (k,) float64
        Running sum of weights; the number of rows where they are not weighted.
    n : int
        Rows.
    """

    distance: FloatArray
    share: FloatArray
    weight: FloatArray
    n: int

    def at(self, d: ArrayLike) -> float | FloatArray:
        """Return the share of rows at most d off, d >= 0: a number, or an array of the shape of d.

        One binary search for each d.
        """
        wanted = np.asarray(d, dtype=np.float64)
        if not (wanted >= 0).all():
            raise InputError(
                "The tolerance must not be negative; got {value}. Choose 0 or more.",
                value=shown(wanted.ravel()[np.argmin(wanted.ravel() >= 0)]),
            )
        steps = np.concatenate([[0.0], self.share])
        found = steps[np.searchsorted(self.distance, wanted * LAST_DIGIT, side="right")]
        return float(found) if wanted.ndim == 0 else found

    def distance_for(self, share: float) -> float:
        """Return the smallest tolerance within which at least this share of the rows lies; share from 0 to 1."""
        wanted = checked_share(share, "share")
        # A share such as 0.7 of ten rows is not to fail by rounding.
        return 0.0 if wanted == 0 else float(self.distance[np.searchsorted(self.share, wanted * (1 - 1e-12))])

    def to_frame(self) -> pd.DataFrame:
        """Return a row a step: distance and share."""
        return pd.DataFrame({"distance": self.distance, "share": self.share})


def tolerance_curve(y_true: ArrayLike, y_pred: ArrayLike, *, sample_weight: ArrayLike | None = None) -> ToleranceCurve:
    """Which share of the rows is predicted to within d, for every d?

    Parameters
    ----------
    y_true, y_pred : (n,) numbers in one unit
    sample_weight : (n,) >= 0, optional
        As in `mse`.

    Returns
    -------
    ToleranceCurve
        Never undefined.

    Notes
    -----
    A row is within d where |f(x) - y| <= d. Distances are rounded to the 14th digit of the larger of truth and
    prediction: 1.1 is 0.1 from 1.0, though the float64 numbers of these names differ by 0.10000000000000009.

    Examples
    --------
    >>> curve = tolerance_curve([3, 5, 2.5, 7, 4], [2.5, 5, 4, 8, 4.5])
    >>> curve.at([0, 0.5, 1, 2]).tolist(), curve.distance_for(0.8)
    ([0.2, 0.6, 0.8, 1.0], 1.0)
    """
    found = rows(y_true, y_pred, sample_weight)
    weight = np.ones(len(found.truth)) if sample_weight is None else found.weight
    distance = _as_written(np.abs(found.error), np.maximum(np.abs(found.truth), np.abs(found.predicted)))
    weighs = weight > 0
    distance, weight = distance[weighs], weight[weighs]
    order = np.argsort(distance, kind="stable")
    distance = distance[order]
    last = np.append(distance[1:] > distance[:-1] * LAST_DIGIT, True)
    running = running_sum(weight[order])[last]
    return ToleranceCurve(frozen(distance[last]), frozen(running / running[-1]), frozen(running), len(found.truth))


def _as_written(distance: FloatArray, size: FloatArray) -> FloatArray:
    """Return distances as they are between decimal numbers: rounded where float64 ends."""
    with np.errstate(divide="ignore"):
        places = DIGITS - np.ceil(np.log10(size))
    # Tinier numbers than this have no power of ten to be scaled by.
    exact = np.abs(places) <= 300
    power = 10.0 ** np.abs(np.where(exact, places, 0))
    scaled = np.where(places >= 0, np.round(distance * power) / power, np.round(distance / power) * power)
    return np.where(exact, scaled, distance)
