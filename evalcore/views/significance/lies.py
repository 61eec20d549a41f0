"""How often each test calls two learners different, equal ones and others: what of it moves with the level."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np

from evalcore.significance import LABORATORY_TESTS, LaboratoryResult
from evalcore.support.arrays import FloatArray
from evalcore.views.significance.steps import alphas

BINS = 20
# A running rate is drawn through so many points.
POINTS = 60
# A rate of so few replicates may be anywhere, so the axis does not follow it.
SETTLED = 50
Honesty = Literal["lies", "keeps", "careful"]


class LiesStep(NamedTuple):
    """What stands in the figure at one level: of each test rate and power with intervals, of the chosen one its course.

    `rate` is the share of false alarms of equal learners, `power` that of finds where one is better.
    """

    alpha: float
    rejections: list[int]
    rate: list[float]
    low: list[float]
    high: list[float]
    power: list[float]
    power_low: list[float]
    power_high: list[float]
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
        Where the highest interval of all tests ends, of false alarms or of power.
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
        highest=max(0.2, *(max(*step.high, *step.power_high) for step in steps)),
        steps=steps,
        alpha=levels.index(alpha),
    )


def failing(result: LaboratoryResult) -> list[str]:
    """Which tests call equal learners different more often than they promise, beyond what chance does to the rate?

    Returns
    -------
    list of str
        Their names, in the order of LABORATORY_TESTS.

    Examples
    --------
    >>> p = np.tile(np.linspace(0.01, 0.99, 99), (11, 1))
    >>> p[0] /= 4
    >>> failing(LaboratoryResult(learner="lda", n=60, pvalues=p, differing=p))
    ['hold-out-t']
    """
    return [test.name for test, low in zip(LABORATORY_TESTS, result.low, strict=True) if low > result.alpha]


def keeping(results: Iterable[LaboratoryResult]) -> list[str]:
    """Which tests neither reject more often than promised, in any of these runs, nor less in all of them?"""
    runs = list(results)
    fail = {name for run in runs for name in failing(run)}
    careful = np.all([run.high < run.alpha for run in runs], axis=0)
    return [
        test.name
        for test, rarely in zip(LABORATORY_TESTS, careful.tolist(), strict=True)
        if test.name not in fail and not rarely
    ]


def _step(result: LaboratoryResult, chosen: int, places: np.ndarray) -> LiesStep:
    running = result.running()
    course = (_rounded(part[chosen][places]) for part in running)
    return LiesStep(
        result.alpha,
        result.rejections.tolist(),
        *(_rounded(part) for part in (result.rate, result.low, result.high, result.power, *result.power_ends)),
        *course,
    )


def _rounded(values: FloatArray) -> list[float]:
    rounded: list[float] = np.round(values, 4).tolist()
    return rounded
