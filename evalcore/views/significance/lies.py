"""How often each test calls two equal learners different: what of it moves with the level."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np

from evalcore.significance import LaboratoryResult
from evalcore.support.arrays import FloatArray
from evalcore.views.significance.steps import alphas

BINS = 20
# A running rate is drawn through so many points.
POINTS = 60
# A rate of so few replicates may be anywhere, so the axis does not follow it.
SETTLED = 50
Honesty = Literal["lies", "keeps", "careful"]


class LiesStep(NamedTuple):
    """What stands in the figure at one level: of each test the rate with its interval, of the chosen one its course."""

    alpha: float
    rejections: list[int]
    rate: list[float]
    low: list[float]
    high: list[float]
    running: list[float]
    running_low: list[float]
    running_high: list[float]

    def honesty(self, k: int) -> Honesty:
        """Tell whether a test rejects more often than it promises, beyond what chance does to the rate, or less."""
        if self.low[k] > self.alpha:
            return "lies"
        return "careful" if self.high[k] < self.alpha else "keeps"


@dataclass(frozen=True, eq=False, kw_only=True)
class LiesView:
    """What the figure of the laboratory shows.

    Parameters
    ----------
    result : LaboratoryResult
    chosen : int
        The test whose p-values are shown.
    histogram : list of int
        How many of its p-values lie in each of BINS bins from 0 to 1.
    expected : float
        How many would lie in each, if it kept its promise at every level.
    seen : list of int
        After how many replicates the running rate is drawn.
    top : float
        Where the axis of the running rate ends.
    highest : float
        Where the highest interval of all tests ends.
    steps : list of LiesStep
    alpha : int
        The present step.
    """

    result: LaboratoryResult
    chosen: int
    histogram: list[int]
    expected: float
    seen: list[int]
    top: float
    highest: float
    steps: list[LiesStep]
    alpha: int

    @property
    def now(self) -> LiesStep:
        """The present step."""
        return self.steps[self.alpha]


def lies_view(result: LaboratoryResult, *, chosen: int, alpha: float) -> LiesView:
    """Return what the figure of the laboratory shows.

    Parameters
    ----------
    result : LaboratoryResult
    chosen : int
        The test whose p-values are shown, in the order of LABORATORY_TESTS.
    alpha : float in (0, 1)
    """
    levels, total = alphas(alpha), result.n_replicates
    places = np.unique(np.rint(np.linspace(0, total - 1, POINTS)).astype(int))
    steps = [_step(result.at(level), chosen, places) for level in levels]
    settled = places >= min(SETTLED, total - 1)
    top = max(float(np.array(step.running_high)[settled].max()) for step in steps)
    return LiesView(
        result=result.at(alpha),
        chosen=chosen,
        histogram=result.histogram(bins=BINS)[chosen].tolist(),
        expected=(total - int(result.undefined[chosen])) / BINS,
        seen=(places + 1).tolist(),
        top=round(min(1.1 * top, 1.0), 3),
        highest=max(0.2, *(max(step.high) for step in steps)),
        steps=steps,
        alpha=levels.index(alpha),
    )


def _step(result: LaboratoryResult, chosen: int, places: np.ndarray) -> LiesStep:
    running = result.running()
    course = (_rounded(part[chosen][places]) for part in running)
    return LiesStep(
        result.alpha,
        result.rejections.tolist(),
        *(_rounded(part) for part in (result.rate, result.low, result.high)),
        *course,
    )


def _rounded(values: FloatArray) -> list[float]:
    rounded: list[float] = np.round(values, 4).tolist()
    return rounded
