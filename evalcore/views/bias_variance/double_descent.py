"""Double descent: what random features make of the same sets, from far fewer of them than points to far more."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

import numpy as np
import pandas as pd

from evalcore.bias_variance import CurveProblem, RandomFeatures, Simulation, Sweep, TrainingSets, draw_sets, sweep_steps
from evalcore.errors import Message
from evalcore.support.arrays import FloatArray

Phase = Literal["before", "peak", "after", "none"]
FEWEST, MOST = 0.1, 10.0  # features for each point
STEPS: Final = 25
# Where there are about as many features as points every few of them count.
NEAR: Final = (0.8, 0.9, 1.1, 1.2)
# How many times n the peak may be away from n.
NEAR_N: Final = 2.0
# The ridge floor, as a power of ten.
USUAL_POWER: Final = -6
# With these features the second minimum is lower than the first, and the highest error is where p = n = 25.
USUAL_FEATURES_SEED: Final = 191
POINTS: Final = 121
FITS: Final = 8
# Beyond this a fit is out of sight.
FAR: Final = 9.0


def feature_counts(n: int) -> list[int]:
    """Return numbers of features from a tenth of n to 10 n, closer to each other near n.

    >>> feature_counts(10)[:12]
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
    """
    wide = np.geomspace(FEWEST, MOST, STEPS) * n
    near = [share * n for share in NEAR] + [n - 1, n, n + 1]
    return sorted({max(1, round(float(count))) for count in (*wide, *near)})


def penalty_of(power: float) -> float:
    """Return the ridge floor of a power of ten.

    >>> penalty_of(-6)
    1e-06
    """
    return float(f"1e{power:g}") if float(power).is_integer() else 10.0**power


def judged_at(n: int) -> FloatArray:
    """Return the points learners are judged at: evenly over [0, 1], few of them among those trained on."""
    points = max(POINTS, 3 * n)
    return ((np.arange(points) + 0.5) / points)[:, None]


def double_descent_steps(
    problem: CurveProblem,
    *,
    n: int,
    n_sets: int,
    seed: int,
    penalty: float = 10.0**USUAL_POWER,
    features_seed: int = USUAL_FEATURES_SEED,
) -> Iterator[Sweep]:
    """Yield the sweep over numbers of random features as far as it is done; take no more of it to stop.

    Parameters
    ----------
    problem : CurveProblem
    n : int >= 2
        Points in each set.
    n_sets : int >= 1
    seed : int
        Of the sets.
    penalty : float >= 0, optional
        As in `RandomFeatures`: the floor that keeps the peak finite.
    features_seed : int, optional
        Of the features: with others the peak is as high elsewhere near n.

    Yields
    ------
    Sweep

    Notes
    -----
    Learners are judged between the points of the design: at those trained on there is no peak.
    """
    sets = draw_sets(problem, n=n, n_sets=n_sets, rng=np.random.default_rng(seed), at=judged_at(n))
    yield from sweep_steps(sets, descent_learners(n, penalty=penalty, seed=features_seed))


def descent_learners(n: int, *, penalty: float, seed: int) -> list[RandomFeatures]:
    """Return the learners of the sweep, from few features to many."""
    return [RandomFeatures(count, penalty=penalty, frequency=n / 2, seed=seed) for count in feature_counts(n)]


def double_descent_seconds(n: int, n_sets: int, is_fixed: bool) -> float:
    """About how long does the sweep take, as on two shared cores?

    Where all sets have the same x there is one decomposition for all of them, else one for each. No sets take no time.

    >>> double_descent_seconds(25, 200, True), double_descent_seconds(60, 200, False)
    (0.13, 14.4)
    """
    if n_sets == 0:
        return 0.0
    return round(0.1 + 6e-6 * n * n_sets if is_fixed else 2e-5 * n**2 * n_sets, 6)


@dataclass(frozen=True, eq=False, kw_only=True)
class DescentStep:
    """What is shown at one number of features.

    Parameters
    ----------
    features : int
    ratio : float
        Features for each point, p / n.
    mean, mean_error, median : float
        Error against fresh targets: mean over the sets with its standard error, and median.
    training : float
        Mean error on the targets trained on.
    bias2, variance : float
    part_errors : (bias2, variance)
        Monte Carlo standard errors.
    fits : (sets, points) float64
        What the learners of the first sets predict; what is out of sight is cut.
    average, sample : (points,) float64
        Mean prediction, and that of the set whose points are shown.
    warnings : tuple of Message
        What has to be said of the mean.
    """

    features: int
    ratio: float
    mean: float
    mean_error: float
    median: float
    training: float
    bias2: float
    variance: float
    part_errors: tuple[float, float]
    fits: FloatArray
    average: FloatArray
    sample: FloatArray
    warnings: tuple[Message, ...]


@dataclass(frozen=True, eq=False, kw_only=True)
class DescentView:
    """What the figure of double descent shows.

    Parameters
    ----------
    n, n_sets : int
    noise : float
        Variance of the targets, below which no error can fall.
    x, truth : (points,) float64
    sample_x, sample_y : (n,) float64
        The first training set.
    steps : list of DescentStep
        By rising number of features.
    active : int
        The present step.
    n_learners : int
        How many there are to be.
    """

    n: int
    n_sets: int
    noise: float
    x: FloatArray
    truth: FloatArray
    sample_x: FloatArray
    sample_y: FloatArray
    steps: list[DescentStep]
    active: int
    n_learners: int

    @property
    def is_partial(self) -> bool:
        """Whether numbers of features are missing, since the sweep was stopped."""
        return len(self.steps) < self.n_learners

    @property
    def now(self) -> DescentStep:
        """The present step."""
        return self.steps[self.active]

    def moved(self, ratio: float) -> DescentView:
        """Return the same sweep with its handle at the step nearest to so many features for each point."""
        return replace(self, active=_nearest(self.steps, ratio))

    def with_features(self, features: float) -> DescentStep:
        """Return the step whose number of features is nearest."""
        return self.steps[_nearest(self.steps, max(features, 1) / self.n)]

    @property
    def peak(self) -> DescentStep:
        """Where the median error is highest."""
        return max(self.steps, key=lambda step: step.median)

    @property
    def best_before(self) -> DescentStep:
        """Where the median error is least with fewer features than points."""
        return min((step for step in self.steps if step.features < self.n), key=lambda step: step.median)

    @property
    def best_after(self) -> DescentStep:
        """Where the median error is least with more features than points."""
        return min((step for step in self.steps if step.features > self.n), key=lambda step: step.median)

    @property
    def has_peak(self) -> bool:
        """Whether the median error near n is more than twice the best on either side of it; unknown of a part."""
        if self.is_partial:
            return False
        others = max(self.best_before.median, self.best_after.median)
        return 1 / NEAR_N < self.peak.ratio < NEAR_N and self.peak.median > 2 * others

    @property
    def phase(self) -> Phase:
        """Whether the present step is "before", at or "after" the "peak"; "none" where there is none.

        At the peak are the steps whose median error is, in powers of ten, more than half of the way up to the highest
        from the best after it.
        """
        if not self.has_peak:
            return "none"
        now, low, high = (_power(step) for step in (self.now, self.best_after, self.peak))
        if now > (low + high) / 2:
            return "peak"
        return "before" if self.now.features < self.peak.features else "after"

    def to_frame(self) -> pd.DataFrame:
        """Return a row a number of features: its errors and their parts."""
        names = ("features", "ratio", "mean", "mean_error", "median", "training", "bias2", "variance")
        return pd.DataFrame([{name: getattr(step, name) for name in names} for step in self.steps])


def _nearest(steps: Sequence[DescentStep], ratio: float) -> int:
    return int(np.argmin([abs(math.log(step.ratio / ratio)) for step in steps]))


def _power(step: DescentStep) -> float:
    return math.log10(max(step.median, 1e-12))


def double_descent_view(found: Sweep, *, ratio: float) -> DescentView:
    """What does the figure of double descent show?

    Parameters
    ----------
    found : Sweep
        Of `double_descent_steps`, with at least one learner.
    ratio : float > 0
        Features for each point; the nearest step is the present one.
    """
    sets = found.simulations[0].sets
    steps = [_step(one) for one in found.simulations]
    return DescentView(
        n=sets.n,
        n_sets=sets.n_sets,
        noise=float(sets.at_noise.mean()),
        x=sets.at[:, 0],
        truth=sets.at_truth.astype(float),
        sample_x=_own_x(sets),
        sample_y=sets.y[0].astype(float),
        steps=steps,
        active=_nearest(steps, ratio),
        n_learners=found.n_learners,
    )


def _own_x(sets: TrainingSets) -> FloatArray:
    return np.asarray((sets.x if sets.x.ndim == 2 else sets.x[0])[:, 0])


def _step(found: Simulation) -> DescentStep:
    learner = found.learner
    assert isinstance(learner, RandomFeatures)
    parts = found.squared().mean
    shown = np.clip(found.predictions[:FITS], -FAR, FAR)
    return DescentStep(
        features=learner.count,
        ratio=learner.count / found.sets.n,
        mean=parts.error,
        mean_error=parts.error_error,
        median=found.median_error,
        training=found.training_error,
        bias2=parts.bias2,
        variance=parts.variance,
        part_errors=(parts.bias2_error, parts.variance_error),
        fits=shown[1:],
        average=np.clip(found.predictions.mean(axis=0), -FAR, FAR),
        sample=shown[0],
        warnings=found.warnings,
    )
