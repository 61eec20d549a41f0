"""The squared error of a family of learners, step by step of complexity: fits, parts at each x, parts on average."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from evalcore.bias_variance import (
    Measured,
    SameTargetError,
    Simulation,
    SquaredDecomposition,
    expected_optimism,
    rounding_error,
    smoother,
)
from evalcore.errors import Message
from evalcore.support.arrays import FloatArray
from evalcore.support.rounding import RoundedSum, rounded_sum
from evalcore.views.bias_variance.curves import EVERY, CurveSweep, grid
from evalcore.views.bias_variance.families import Family
from evalcore.views.bias_variance.members import Dominant, FamilyView, Member, least_of
from evalcore.views.bias_variance.probe import Probe

MOST_FITS: Final = 50
# Numbers of all faint fits at all steps together, so that a figure stays within about 200 kB.
MOST_NUMBERS: Final = 28_000
MOST_POINTS: Final = 60


@dataclass(frozen=True, eq=False, kw_only=True)
class SquaredStep(Member):
    """What is shown of one learner.

    Parameters
    ----------
    at, setting, shown
        See `Member`.
    fits : (fits, 41) float64
        The last sets drawn; the sample is the last of them.
    mean, spread : (121,) float64
        Mean prediction along the curve, and standard deviation over the sets.
    sample : (121,) float64
        What the learner trained on the sample predicts.
    bias2, variance, noise : (points,) float64
        At the points where learners are judged, as many as are drawn.
    parts : SquaredDecomposition
    measured : Measured
    same : SameTargetError
        Error on the targets trained on, and what it lacks.
    df, expected_optimism : float
        Degrees of freedom, the trace of the smoother, and 2 sigma^2 df / n; nan for learners that are not linear in y,
        and where each set has its own x.
    median_error, sample_training, sample_test : float
        The median over sets, and of the sample alone: against its own targets, and what is to be expected against fresh
        ones.
    warnings : tuple of Message
        What has to be said of the mean error.
    rounding : float
        Parts up to this come from rounding and count as none.
    """

    fits: FloatArray
    mean: FloatArray
    spread: FloatArray
    sample: FloatArray
    bias2: FloatArray
    variance: FloatArray
    noise: FloatArray
    parts: SquaredDecomposition
    measured: Measured
    same: SameTargetError
    df: float
    expected_optimism: float
    median_error: float
    sample_training: float
    sample_test: float
    warnings: tuple[Message, ...]
    rounding: float

    @property
    def is_rounding(self) -> bool:
        """Whether there is no error but that of rounding."""
        return 0 < self._error <= self.rounding

    @property
    def rounded(self) -> RoundedSum:
        """Bias squared, variance and noise, and their sum, as they are printed."""
        mean = self.parts.mean
        return rounded_sum((mean.bias2, mean.variance, mean.noise), mean.error, mean.error_error)

    @property
    def rounded_corrected(self) -> RoundedSum:
        """The same without what a finite number of sets moves from variance to bias."""
        mean = self.parts.mean
        return rounded_sum((mean.bias2_corrected, mean.variance_corrected, mean.noise), mean.error, mean.error_error)

    @property
    def training_error(self) -> float:
        """Mean error on the targets trained on."""
        return self.same.training_error

    @property
    def gap(self) -> float:
        """How much lower the training error is than that on fresh targets at the same points."""
        return self.same.fresh_error - self.same.training_error

    @property
    def rest(self) -> Dominant:
        """Which of bias and variance is the larger one: what of the error can be lowered."""
        parts = self._parts
        if not parts["bias"] + parts["variance"] > 0:
            return "none"
        return "bias" if parts["bias"] >= parts["variance"] else "variance"

    @property
    def _parts(self) -> dict[Dominant, float]:
        # Bias squared without what a few sets add to it, else two sets would call variance bias.
        mean = self.parts.mean
        parts: dict[Dominant, float] = {
            "bias": mean.bias2_corrected,
            "variance": mean.variance_corrected,
            "noise": mean.noise,
        }
        return {name: value if value > self.rounding else 0.0 for name, value in parts.items()}

    @property
    def _error(self) -> float:
        return self.parts.mean.error


@dataclass(frozen=True, eq=False, kw_only=True)
class SquaredView(FamilyView[SquaredStep]):
    """What the figure shows of a family, learner by learner.

    Parameters
    ----------
    family, steps, best, n_sets, n, n_learners
        See `FamilyView`.
    truth : (121,) float64
    points : (points,) float64
        Where the parts are drawn.
    sample_x, sample_y : (n,) float64
        The last training set.
    sigma : float
    is_fixed : bool
    """

    truth: FloatArray
    points: FloatArray
    sample_x: FloatArray
    sample_y: FloatArray
    sigma: float
    is_fixed: bool

    def to_frame(self) -> pd.DataFrame:
        """Return a row a learner: its number, the parts with standard errors, and what is measured."""
        return pd.DataFrame([_row(step) for step in self.steps])

    @property
    def probes(self) -> tuple[float, ...]:
        """The x at which predictions can be looked at, 41 of them."""
        return tuple(grid()[::EVERY].round(6).tolist())

    def is_least(self, step: int) -> bool:
        """Whether no learner has a lower error, but for rounding."""
        one = self.steps[step]
        return bool(one.parts.mean.error <= self.steps[self.best].parts.mean.error + one.rounding)

    def probe(self, step: int, place: int) -> Probe:
        """Return what a learner's fits are at one of `probes`."""
        one, at = self.steps[step], place * EVERY
        return Probe(
            x=self.probes[place],
            fits=one.fits[:, place],
            truth=float(self.truth[at]),
            mean=float(one.mean[at]),
            spread=float(one.spread[at]),
            noise=self.sigma,
        )

    def probe_at(self, x0: float) -> int:
        """Return the place of the one of `probes` closest to an x."""
        return int(np.argmin([abs(x - x0) for x in self.probes]))


def squared_view(found: CurveSweep, family: Family) -> SquaredView:
    """What does the figure show of a family of learners?

    Parameters
    ----------
    found : CurveSweep
        All of it, or what is done so far.
    family : Family

    Returns
    -------
    SquaredView
    """
    sets = found.sets
    n_fits = min(MOST_FITS, MOST_NUMBERS // (len(found.lines) * (len(grid()) // EVERY + 1)))
    shown = _spread_out(len(sets.at), MOST_POINTS)
    pairs = zip(found.sweep.simulations, found.lines, strict=True)
    rounding = rounding_error(sets.y)
    steps = tuple(_step(one, line, family, n_fits, shown=shown, rounding=rounding) for one, line in pairs)
    own_x = sets.x if sets.problem.is_fixed else sets.x[-1]
    return SquaredView(
        family=family,
        steps=steps,
        best=least_of([one.parts.mean.error for one in steps], rounding),
        truth=np.asarray(sets.problem.truth(grid()[:, None])),
        points=sets.at[shown, 0],
        sample_x=own_x[:, 0],
        sample_y=np.asarray(sets.y[-1]),
        sigma=float(np.sqrt(sets.at_noise.mean())),
        n_sets=sets.n_sets,
        n=sets.n,
        is_fixed=sets.problem.is_fixed,
        n_learners=found.sweep.n_learners,
    )


def _spread_out(n: int, most: int) -> Sequence[int]:
    """Return the places of so many points at most, the first and the last among them."""
    places: list[int] = np.unique(np.linspace(0, n - 1, min(n, most)).round().astype(int)).tolist()
    return places


def _step(
    found: Simulation, drawn: NDArray[np.float32], family: Family, n_fits: int, *, shown: Sequence[int], rounding: float
) -> SquaredStep:
    parts, setting = found.squared(), family.setting(found.learner)
    line = drawn.astype(np.float64)
    seen = list(shown)
    return SquaredStep(
        at=family.at(found.learner),
        setting=setting,
        shown=family.written(setting),
        fits=line[-n_fits:, ::EVERY],
        mean=line.mean(axis=0),
        spread=line.std(axis=0),
        sample=line[-1],
        bias2=parts.bias2[seen],
        variance=parts.variance[seen],
        noise=parts.noise[seen],
        parts=parts,
        measured=found.measured,
        same=found.same_target(),
        **_freedom(found, family),
        median_error=found.median_error,
        sample_training=float(np.square(found.fitted[-1] - found.sets.y[-1]).mean()),
        sample_test=float(found.set_errors[-1]),
        warnings=found.warnings,
        rounding=rounding,
    )


def _freedom(found: Simulation, family: Family) -> dict[str, float]:
    """Return the degrees of freedom of a learner that is linear in y, and by how much its training error is too low."""
    sets = found.sets
    if not (family.is_linear and sets.problem.is_fixed):
        return {"df": math.nan, "expected_optimism": math.nan}
    matrix = smoother(found.learner, sets.x, sets.x)
    noise = float(sets.problem.noise(sets.x).mean())
    return {"df": float(np.trace(matrix)), "expected_optimism": expected_optimism(matrix, noise)}


def _row(step: SquaredStep) -> dict[str, float]:
    mean = step.parts.mean
    return {
        "complexity": step.setting,
        "bias2": mean.bias2,
        "variance": mean.variance,
        "noise": mean.noise,
        "error": mean.error,
        "bias2_corrected": mean.bias2_corrected,
        "variance_corrected": mean.variance_corrected,
        "bias2_standard_error": mean.bias2_error,
        "variance_standard_error": mean.variance_error,
        "error_standard_error": mean.error_error,
        "measured_error": step.measured.error,
        "measured_standard_error": step.measured.standard_error,
        "median_error": step.median_error,
        "training_error": step.training_error,
        "degrees_of_freedom": step.df,
        "expected_optimism": step.expected_optimism,
    }
