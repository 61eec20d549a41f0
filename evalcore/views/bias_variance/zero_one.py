"""The 0-1 loss of a family of learners, step by step of complexity: who is right where, and what makes the loss."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, NamedTuple

import numpy as np
import pandas as pd

from evalcore.bias_variance import (
    DrawnLabelParts,
    KohaviWolpertMean,
    Measured,
    PlaneProblem,
    Simulation,
    Sweep,
    TrainingSets,
    ZeroOneMean,
    draw_sets,
    drawn_label_parts,
    sweep_steps,
)
from evalcore.bias_variance.problems import PLANE_POINTS
from evalcore.bias_variance.spread import standard_error
from evalcore.support.arrays import BoolArray, CountArray, FloatArray
from evalcore.views.bias_variance import added_up
from evalcore.views.bias_variance.families import Family
from evalcore.views.bias_variance.members import Dominant, FamilyView, Member, least_of
from evalcore.views.bias_variance.outlines import Outline, contour, rectangles

# Share of the sets that has to differ from the main prediction before variance is said to help at a biased point.
LEAST_HELP: Final = 0.05
# Steps within a cell in which the best boundary is looked for.
FINER: Final = 4
# Losses that are no further apart are equal.
ROUNDING: Final = 1e-12
# Share of the loss that is noise from which on nearly all of it stays, whatever the learner.
MOSTLY_NOISE: Final = 0.9


class Cells(NamedTuple):
    """A grid over the plane: the middles of its cells."""

    across: FloatArray
    up: FloatArray

    def points(self) -> FloatArray:
        """Return the middles, row by row from below, (rows x columns, 2)."""
        return np.stack(np.meshgrid(self.across, self.up), axis=-1).reshape(-1, 2)

    def grid(self, values: CountArray) -> CountArray:
        """Return one value a cell as a table with a row a row of cells."""
        return values.reshape(len(self.up), len(self.across))

    def places(self, x: FloatArray) -> FloatArray:
        """Where do points stand, counted in cells from the middle of the first one?"""
        first = np.array([self.across[0], self.up[0]])
        return np.asarray((x - first) / [self.across[1] - self.across[0], self.up[1] - self.up[0]])


def _middles(low: float, high: float, count: int) -> FloatArray:
    return np.asarray(low + (high - low) * (np.arange(count) + 0.5) / count)


CELLS: Final = MappingProxyType(
    {
        "moons": Cells(_middles(-2, 3, 60), _middles(-1.25, 1.75, 36)),
        "boundary": Cells(_middles(-1, 1, 50), _middles(-1, 1, 40)),
    }
)


@dataclass(frozen=True, eq=False, kw_only=True)
class ZeroOneStep(Member):
    """What is shown of one learner.

    Parameters
    ----------
    at, setting, shown
        See `Member`.
    parts : ZeroOneMean
    sums : KohaviWolpertMean
    drawn : DrawnLabelParts
        What is reported of the same predictions against one drawn label a point.
    measured : Measured
    draw_error : float
        Standard error of the loss over draws of points and sets: by so much the loss with another seed is another.
    training_error : float
    main_loss : float
        Expected loss of the main prediction itself, which is left where variance is taken away, as bagging does: loss
        - falls + rises.
    falls, rises : float
        By how much the loss would fall at unbiased points then, and rise at biased ones.
    shares : (rows, columns) float64
        Share of the sets that predict the positive class in each cell.
    boundary : Outline
        Of the main prediction.
    biased, helped : Outline
        Where the main prediction is not the best label, and where of that variance helps.
    helped_share : float
        At how many of the points drawn variance helps, by the same rule: `LEAST_HELP`.
    """

    parts: ZeroOneMean
    sums: KohaviWolpertMean
    drawn: DrawnLabelParts
    measured: Measured
    draw_error: float
    training_error: float
    main_loss: float
    falls: float
    rises: float
    shares: FloatArray
    boundary: Outline
    biased: Outline
    helped: Outline
    helped_share: float

    @property
    def domingos(self) -> dict[str, float]:
        """The parts that add up to the loss, as they are printed; see `domingos_parts`."""
        return added_up.domingos_parts(self.parts)

    @property
    def naive(self) -> dict[str, float]:
        """The parts that do not; see `naive_parts`."""
        return added_up.naive_parts(self.parts)

    @property
    def kohavi_wolpert(self) -> dict[str, float]:
        """The parts of Kohavi and Wolpert, as they are printed."""
        return added_up.kohavi_wolpert_parts(self.sums)

    @property
    def drawn_labels(self) -> dict[str, float]:
        """The parts of one drawn label a point, and by how much their sum misses the loss."""
        return added_up.drawn_label_sums(self.drawn)

    @property
    def without_variance(self) -> dict[str, float]:
        """What taking variance away does to the loss."""
        return added_up.without_variance(now=self.parts.loss, falls=self.falls, rises=self.rises, main=self.main_loss)

    @property
    def is_noise_alone(self) -> bool:
        """Whether the best labels miss as many noisy ones: then no learner does better, whatever part that is in."""
        return self.parts.loss > 0 and self.parts.loss - self.parts.noise <= ROUNDING

    @property
    def has_any_best_label(self) -> bool:
        """Whether predictions miss the label that is called best at no loss: both are equally frequent there."""
        return self.is_noise_alone and self.parts.bias > 0

    @property
    def is_nearly_noise(self) -> bool:
        """Whether no learner can take away more than a tenth of the loss."""
        return self.parts.noise >= MOSTLY_NOISE * self.parts.loss > 0

    @property
    def _parts(self) -> dict[Dominant, float]:
        parts = self.parts
        return {"bias": parts.bias, "variance": parts.variance_term, "noise": parts.noise_term}

    @property
    def _error(self) -> float:
        return self.parts.loss


@dataclass(frozen=True, eq=False, kw_only=True)
class ZeroOneView(FamilyView[ZeroOneStep]):
    """What the figure shows of a family, learner by learner.

    Parameters
    ----------
    family, steps, best, n_sets, n, n_learners
        See `FamilyView`.
    problem : PlaneProblem
    cells : Cells
    truth : (rows, columns) bool
        The best label in each cell.
    best_boundary : Outline
    sample : (n, 2) float64
        The first training set, counted in cells.
    sample_labels : (n,) bool
    """

    problem: PlaneProblem
    cells: Cells
    truth: BoolArray
    best_boundary: Outline
    sample: FloatArray
    sample_labels: BoolArray

    def to_frame(self) -> pd.DataFrame:
        """Return a row a learner: its number, and its loss taken apart in three ways."""
        return pd.DataFrame([_row(step) for step in self.steps])


def zero_one_sweep(problem: PlaneProblem, family: Family, *, n: int, n_sets: int, seed: int) -> Iterator[Sweep]:
    """Yield a sweep over the learners of a family, judged at points as the problem draws them and in each cell.

    Parameters
    ----------
    problem : PlaneProblem
    family : Family
    n : int >= 2
        Points in each training set.
    n_sets : int >= 1
    seed : int

    Yields
    ------
    Sweep
        Of all learners so far; the last one is for `zero_one_view`.
    """
    yield from sweep_steps(zero_one_sets(problem, n=n, n_sets=n_sets, seed=seed), family.make(n))


def zero_one_sets(problem: PlaneProblem, *, n: int, n_sets: int, seed: int) -> TrainingSets:
    """Return the training sets of such a sweep; see `zero_one_sweep`."""
    rng = np.random.default_rng(seed)
    return draw_sets(problem, n=n, n_sets=n_sets, rng=rng, at=judged_points(problem, n, rng))


def judged_points(problem: PlaneProblem, n: int, rng: np.random.Generator) -> FloatArray:
    """Return where classifiers are judged: at points as the problem draws them, then in the middle of each cell."""
    return np.concatenate([problem.points(n, rng), CELLS[problem.shape].points()])


def zero_one_view(found: Sweep, family: Family) -> ZeroOneView:
    """What does the figure show of a family of learners?

    Parameters
    ----------
    found : Sweep
        A sweep of `zero_one_sweep`, with at least one learner.
    family : Family

    Returns
    -------
    ZeroOneView
    """
    sets = found.simulations[0].sets
    problem = sets.problem
    assert isinstance(problem, PlaneProblem)  # it has been drawn from one
    cells = CELLS[problem.shape]
    truth = np.asarray(cells.grid(sets.at_truth[PLANE_POINTS:]))
    steps = tuple(_step(one, family, cells, truth) for one in found.simulations)
    return ZeroOneView(
        family=family,
        problem=problem,
        steps=steps,
        best=least_of([step.parts.loss for step in steps], ROUNDING),
        cells=cells,
        truth=truth,
        best_boundary=_best_boundary(problem, cells),
        sample=cells.places(sets.x[0]),
        sample_labels=np.asarray(sets.y[0]),
        n_sets=sets.n_sets,
        n=sets.n,
        n_learners=found.n_learners,
    )


def _row(step: ZeroOneStep) -> dict[str, float]:
    sums, drawn = vars(step.sums), vars(step.drawn)
    return {
        "setting": step.setting,
        **vars(step.parts),
        "measured_loss": step.measured.error,
        "measured_standard_error": step.measured.standard_error,
        "training_error": step.training_error,
        "main_loss": step.main_loss,
        **{f"kohavi_wolpert_{name}": sums[name] for name in ("bias2", "variance", "noise")},
        **{f"drawn_labels_{name}": drawn[name] for name in ("loss", "bias", "variance", "sum")},
    }


def _best_boundary(problem: PlaneProblem, cells: Cells) -> Outline:
    """Return where the best label changes, more finely than the cells are, in cells."""
    fine = Cells(*(_between(middles) for middles in cells))
    line = contour(np.where(fine.grid(problem.truth(fine.points())), 1.0, -1.0))
    x, y = ([None if place is None else round(place / FINER, 2) for place in along] for along in line)
    return Outline(x, y)


def _between(middles: FloatArray) -> FloatArray:
    return np.linspace(middles[0], middles[-1], FINER * (len(middles) - 1) + 1)


def _step(found: Simulation, family: Family, cells: Cells, truth: BoolArray) -> ZeroOneStep:
    judged, setting = found.judged_at(slice(PLANE_POINTS)), family.setting(found.learner)
    parts = judged.zero_one()
    main_loss = np.where(parts.is_biased, 1 - parts.noise, parts.noise)
    shares = cells.grid(found.predictions[:, PLANE_POINTS:].mean(axis=0))
    main = shares > 0.5  # of equally frequent ones False, as in `decompose_zero_one`
    biased = main != truth
    helped = biased & (np.minimum(shares, 1 - shares) >= LEAST_HELP)
    return ZeroOneStep(
        at=family.at(found.learner),
        setting=setting,
        shown=family.written(setting),
        parts=parts.mean,
        sums=judged.kohavi_wolpert().mean,
        drawn=drawn_label_parts(judged.predictions, judged.sets.fresh[0]),
        measured=judged.measured,
        draw_error=math.hypot(float(standard_error(parts.loss)), parts.mean.loss_error),
        training_error=judged.training_error,
        main_loss=float(main_loss.mean()),
        falls=float(np.where(parts.is_biased, 0.0, parts.loss - main_loss).mean()),
        rises=float(np.where(parts.is_biased, main_loss - parts.loss, 0.0).mean()),
        shares=shares,
        boundary=contour(shares - 0.5),
        biased=rectangles(biased),
        helped=rectangles(helped),
        helped_share=float((parts.is_biased & (parts.variance >= LEAST_HELP)).mean()),
    )
