"""A table of one's own: parts of the error on the rows held out, learner by learner."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
import pandas as pd

from evalcore.bias_variance import Part, TableParts, TableSweep, rounding_error
from evalcore.support.rounding import RoundedSum, rounded_sum
from evalcore.views.bias_variance.families import Family
from evalcore.views.bias_variance.members import FamilyView, least_of

Name = Literal["bias_and_noise", "variance", "variance_unbiased", "variance_biased", "error"]
Dominant = Literal["bias_and_noise", "variance", "none"]


@dataclass(frozen=True, eq=False, kw_only=True)
class TableStep:
    """What is shown of one learner: where it stands, and the mean of each part over the rows held out.

    Parameters
    ----------
    at, setting : float
        Where it stands on the axis of flexibility, and the number that says how flexible it is.
    shown : str
    bias_and_noise, variance, variance_unbiased, variance_biased, error : Part
        See `TableParts`.
    sets_error, rounding : float
        See `TableParts`; an error up to `rounding` comes from rounding and counts as none.
    """

    at: float
    setting: float
    shown: str
    bias_and_noise: Part
    variance: Part
    variance_unbiased: Part
    variance_biased: Part
    error: Part
    sets_error: float
    rounding: float

    @property
    def dominant(self) -> Dominant:
        """Which part of the error is the larger one; of equal ones bias and noise."""
        if not self.error.value > self.rounding:
            return "none"
        return "variance" if self.variance.value > self.bias_and_noise.value else "bias_and_noise"

    @property
    def share(self) -> float:
        """How much of the error is the larger part, at most 1: variance of the 0-1 loss may lower the error."""
        part = self.variance if self.dominant == "variance" else self.bias_and_noise
        return min(part.value / self.error.value, 1.0) if self.dominant != "none" else float("nan")

    @property
    def rounded(self) -> RoundedSum:
        """Bias with noise, variance, and the error, as they are printed."""
        parts = (self.bias_and_noise.value, self.variance.value)
        return rounded_sum(parts, self.error.value, self.error.standard_error)

    @property
    def rounded_variance(self) -> RoundedSum:
        """The same with what variance adds and what it takes off in its place."""
        parts = (self.bias_and_noise.value, self.variance_unbiased.value, -self.variance_biased.value)
        return rounded_sum(parts, self.error.value, self.error.standard_error)

    @property
    def is_rounding(self) -> bool:
        """Whether there is no error but that of rounding."""
        return 0 < self.error.value <= self.rounding


@dataclass(frozen=True, eq=False, kw_only=True)
class TableView(FamilyView[TableStep]):
    """What the figure shows of a family on a table, learner by learner.

    Parameters
    ----------
    family, steps, best, n_sets, n, n_learners
        See `FamilyView`; points are rows.
    found : TableSweep
    n_held_out : int
        Rows held out.
    is_squared : bool
        Whether the loss is the squared one; else the 0-1 loss.
    """

    found: TableSweep
    n_held_out: int
    is_squared: bool

    @property
    def parts(self) -> tuple[Name, ...]:
        """Which parts stand beside each other: those before the last add up to it, the third with a minus."""
        if self.is_squared:
            return ("bias_and_noise", "variance", "error")
        return ("bias_and_noise", "variance_unbiased", "variance_biased", "error")

    @property
    def lines(self) -> tuple[Name, ...]:
        """Which parts are drawn against flexibility."""
        return ("bias_and_noise", "variance", "error")

    def height(self, step: TableStep, name: Name) -> float:
        """Return how high a part is drawn: what is taken off the error is below 0; 0 where it is undefined."""
        part: Part = getattr(step, name)
        return float(np.nan_to_num(-part.value if name == "variance_biased" else part.value))

    def interval(self, step: TableStep, name: Name) -> tuple[float, float]:
        """Return the ends of the interval of a part as high as it is drawn; of an undefined part both are 0."""
        part: Part = getattr(step, name)
        sign = -1 if name == "variance_biased" else 1
        return float(np.nan_to_num(sign * part.low)), float(np.nan_to_num(sign * part.high))

    @property
    def ends(self) -> tuple[float, float]:
        """The lowest and the highest number that is drawn, with some room."""
        names: set[Name] = {*self.parts, *self.lines}
        heights = [self.height(step, name) for step in self.steps for name in names]
        tops = [self.interval(step, "error")[1] for step in self.steps]
        low, high = min(0.0, *heights), max(*heights, *tops) or 1.0
        return 1.1 * low, 1.05 * high

    def to_frame(self) -> pd.DataFrame:
        """Return a row a learner: the mean of each part over the rows held out, with its 95% interval."""
        return self.found.to_frame()


def table_view(found: TableSweep, family: Family) -> TableView:
    """What does the figure show of a family of learners on a table?

    Parameters
    ----------
    found : TableSweep
        All of it, or what is done so far: at least one learner.
    family : Family

    Returns
    -------
    TableView
    """
    sets = found.sets
    rounding = 0.0 if sets.table.classes else rounding_error(sets.table.y)
    steps = tuple(_step(one, family, rounding) for one in found.parts)
    return TableView(
        family=family,
        found=found,
        steps=steps,
        best=least_of([step.error.value for step in steps], rounding),
        n_learners=found.n_learners,
        n_sets=sets.n_sets,
        n=sets.n,
        n_held_out=int(sets.held_out.sum()),
        is_squared=not sets.table.classes,
    )


def _step(one: TableParts, family: Family, rounding: float) -> TableStep:
    setting = family.setting(one.learner)
    return TableStep(
        at=family.at(one.learner),
        setting=setting,
        shown=family.written(setting),
        bias_and_noise=one.mean("bias_and_noise"),
        variance=one.mean("variance"),
        variance_unbiased=one.mean("variance_unbiased"),
        variance_biased=one.mean("variance_biased"),
        error=one.mean("error"),
        sets_error=one.sets_error,
        rounding=rounding,
    )
