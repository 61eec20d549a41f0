"""Single points at which the 0-1 loss is taken apart: one where the main prediction is right, one where it is not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from evalcore.bias_variance import Simulation
from evalcore.bias_variance.problems import PLANE_POINTS

# Neither all sets agree there nor are they divided evenly, so that every factor is seen at work.
_VARIANCE: Final = 0.25


@dataclass(frozen=True, kw_only=True)
class PointParts:
    """The parts of the loss at one point: loss = c1 noise + bias + c2 variance.

    Parameters
    ----------
    x : (float, float)
    right : int
        How many sets predict the best label.
    n_sets : int
    loss, noise, bias, variance, c1, c2 : float
        As in `ZeroOneDecomposition`.
    """

    x: tuple[float, float]
    right: int
    n_sets: int
    loss: float
    noise: float
    bias: float
    variance: float
    c1: float
    c2: float

    @property
    def share(self) -> float:
        """Which share of the sets predicts the best label."""
        return self.right / self.n_sets

    @property
    def wrong_share(self) -> float:
        """Which share of the sets predicts the other label."""
        return 1 - self.share

    @property
    def agreement(self) -> float:
        """How probably a fresh label is the best one."""
        return 1 - self.noise


def telling_points(found: Simulation) -> tuple[PointParts | None, PointParts | None]:
    """At which point with a right main prediction, and at which with a wrong one, is the loss best taken apart?

    Parameters
    ----------
    found : Simulation
        One of a sweep of `zero_one_sweep`, of at least two sets.

    Returns
    -------
    two of PointParts or None
        Of each kind the point where about a quarter of the sets do not predict the main prediction; None where there is
        no such point.
    """
    judged = found.judged_at(slice(PLANE_POINTS))
    parts = judged.zero_one()
    right = (judged.predictions == judged.sets.at_truth).sum(axis=0)
    chosen = []
    for kind in (~parts.is_biased, parts.is_biased):
        i = int(np.argmin(np.where(kind, np.abs(parts.variance - _VARIANCE), np.inf)))
        values = {name: float(getattr(parts, name)[i]) for name in ("loss", "noise", "bias", "variance", "c1", "c2")}
        x = (float(judged.sets.at[i, 0]), float(judged.sets.at[i, 1]))
        chosen.append(PointParts(x=x, right=int(right[i]), n_sets=found.n_sets, **values) if kind[i] else None)
    return chosen[0], chosen[1]
