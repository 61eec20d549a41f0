"""The first screen of bias and variance: errors with their parts, stacked, against flexibility or against points."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
import pandas as pd

from evalcore.support.arrays import FloatArray, frozen
from evalcore.views.bias_variance.families import Family
from evalcore.views.bias_variance.learning import LearningSweep
from evalcore.views.bias_variance.members import least_of
from evalcore.views.bias_variance.scales import fits_range
from evalcore.views.bias_variance.squared import SquaredStep, SquaredView, squared_view

Against = Literal["flexibility", "points"]
# The axis of errors ends so many times higher than the error of who predicts the mean of the truth everywhere: rare
# sets carry errors of 1e5, beside which no U would be seen.
CUT: Final = 1.6
ROOM: Final = 1.08
_TICKS: Final = (5, 10, 20, 50, 100, 200)


@dataclass(frozen=True, eq=False, kw_only=True)
class Station:
    """What is shown at one place of the axis: one learner, trained on sets of one size.

    Parameters
    ----------
    at : float
        Where it stands on the axis.
    shown : str
        Its number as it is written.
    step : SquaredStep
    sample_x, sample_y : (n,) float64
        The last training set.
    """

    at: float
    shown: str
    step: SquaredStep
    sample_x: FloatArray
    sample_y: FloatArray

    @property
    def n(self) -> int:
        """Points in a set."""
        return len(self.sample_x)


@dataclass(frozen=True, eq=False, kw_only=True)
class UCurve:
    """What the figure of the first screen shows.

    Parameters
    ----------
    against : "flexibility" or "points"
    stations : tuple of Station
        From left to right.
    ticks : dict
        What the axis names, by place.
    truth : (121,) float64
    n_sets, n_stations : int
        Training sets, and how many stations there are to be.
    top : float
        Where the axis of errors ends, whichever station is looked at.
    fits : (low, high)
        Ends of the axis of fits.
    is_fixed : bool
        Whether all sets of a size have the same x.
    best : int
        Place of the least error.
    """

    against: Against
    stations: tuple[Station, ...]
    ticks: dict[float, str]
    truth: FloatArray
    n_sets: int
    n_stations: int
    top: float
    fits: tuple[float, float]
    is_fixed: bool
    best: int

    @property
    def steps(self) -> tuple[SquaredStep, ...]:
        """What is shown of each learner."""
        return tuple(one.step for one in self.stations)

    @property
    def is_partial(self) -> bool:
        """Whether stations are missing."""
        return len(self.stations) < self.n_stations

    @property
    def n_learners(self) -> int:
        """How many stations there are to be."""
        return self.n_stations

    @property
    def most_points(self) -> int:
        """Points in the largest set."""
        return max(one.n for one in self.stations)

    @property
    def fit_digits(self) -> int:
        """With how many decimals fits are off by less than a pixel."""
        return 2 if self.fits[1] - self.fits[0] > 1.5 else 3

    def leaves(self, place: int) -> bool:
        """Whether the error at a station is beyond the axis."""
        return self.steps[place].parts.mean.error > self.top

    def nearest(self, n: int) -> int:
        """Return the place of the station whose sets are of the size closest to this one."""
        return int(np.argmin([abs(math.log(one.n / n)) for one in self.stations]))

    def to_frame(self) -> pd.DataFrame:
        """Return a row a station: points, the parts of the error, and the training error."""
        return pd.DataFrame([_row(one) for one in self.stations])


def _row(station: Station) -> dict[str, float]:
    step, mean = station.step, station.step.parts.mean
    return {
        "points": station.n,
        "complexity": step.setting,
        "bias2": mean.bias2,
        "variance": mean.variance,
        "noise": mean.noise,
        "error": mean.error,
        "error_standard_error": mean.error_error,
        "median_error": step.median_error,
        "training_error": step.training_error,
    }


def flexibility_curve(view: SquaredView) -> UCurve:
    """Return the curve of a family of learners, each trained on the same sets."""
    stations = tuple(
        Station(at=step.at, shown=step.shown, step=step, sample_x=view.sample_x, sample_y=view.sample_y)
        for step in view.steps
    )
    family = view.family
    ticks = {round(family.flexibility(one), 6): family.tick(one) for one in family.ticks}
    return _curve("flexibility", stations, ticks, [view], view.n_learners)


def learning_curve(found: LearningSweep, family: Family) -> UCurve:
    """Return the curve of one learner of a family, trained on sets of more and more points."""
    views = [squared_view(one, family) for one in found.curves]
    stations = tuple(
        Station(
            at=round(math.log10(view.n), 6),
            shown=f"n = {view.n}",
            step=view.steps[0],
            sample_x=view.sample_x,
            sample_y=view.sample_y,
        )
        for view in views
    )
    ticks = {round(math.log10(n), 6): str(n) for n in _TICKS}
    return _curve("points", stations, ticks, views, found.n_sizes)


def _curve(
    against: Against,
    stations: tuple[Station, ...],
    ticks: dict[float, str],
    views: Sequence[SquaredView],
    n_stations: int,
) -> UCurve:
    errors = [one.step.parts.mean.error for one in stations]
    ranges = [fits_range(view) for view in views]
    return UCurve(
        against=against,
        stations=stations,
        ticks=ticks,
        truth=frozen(views[0].truth),
        n_sets=views[0].n_sets,
        n_stations=n_stations,
        top=_top(errors, views[0]),
        fits=(min(low for low, _high in ranges), max(high for _low, high in ranges)),
        is_fixed=views[0].is_fixed,
        best=least_of(errors, stations[0].step.rounding),
    )


def _top(errors: Sequence[float], view: SquaredView) -> float:
    """Return where the axis ends: at the largest error, or where that of a constant is seen whole."""
    constant = float(np.var(view.truth)) + view.sigma**2
    return ROOM * min(max(errors), max(CUT * constant, min(errors))) or 1.0
