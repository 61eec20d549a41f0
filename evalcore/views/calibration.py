"""What the figures of probabilities show, at each step of the threshold: promises, acting, a recalibration, ranks.

Numbers at the steps are exact; only lines are thinned.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from evalcore.calibration import Calibration, Recalibration, SmoothCalibration
from evalcore.costs import DecisionBand, DecisionIntervals
from evalcore.costs.net_benefit import GRID
from evalcore.counts import ThresholdCounts
from evalcore.curves import KolmogorovSmirnov, gains_curve
from evalcore.support.arrays import CountArray, FloatArray, frozen
from evalcore.views.ranking import DrawnDistance, DrawnGains, drawn_distance, drawn_gains
from evalcore.views.threshold import Steps, ThresholdView

MAP_PLACES = 401
# By case each place is a pass over all rows: of very many rows fewer places are read.
FEW_PLACES, MANY_ROWS = np.arange(1, 20) / 20, 50_000


@dataclass(frozen=True, eq=False)
class Promises:
    """Reliability with, at each step of the handle, the share of positives among rows of that score.

    `share`, `low`, `high` are those of the smooth curve at the step, or, where there is none, of the bin it lies in or
    is nearest to, and `place` is the score they are drawn at: that of the step, or the mean score of the bin. All are
    nan where no row has a score so low or so high. `bin` is which bin that is, None with a curve.
    """

    view: ThresholdView
    bins: Calibration
    smooth: SmoothCalibration
    share: FloatArray
    low: FloatArray
    high: FloatArray
    place: FloatArray
    bin: CountArray | None

    @property
    def curve(self) -> tuple[FloatArray, FloatArray, FloatArray]:
        """By how much the curve and both ends of its band lie above the scores."""
        score = self.smooth.score
        return self.smooth.share - score, self.smooth.low - score, self.smooth.high - score

    @property
    def points(self) -> tuple[FloatArray, FloatArray, FloatArray]:
        """By how much the shares of the bins and both ends of their intervals lie above their scores."""
        score = self.bins.score
        return self.bins.share - score, self.bins.low - score, self.bins.high - score

    @property
    def apart(self) -> FloatArray:
        """By how much the share at each step lies above the score it is drawn at."""
        return np.asarray(self.share - self.place)

    @property
    def highest(self) -> float:
        """The largest share or score that is drawn, at most 1: of the band what nearly all places have."""
        known = np.concatenate([self.bins.high, self.bins.share, self.smooth.share, [self.view.high]])
        return min(1.0, max(float(np.nanmax(known)), _ends(self.smooth.high)[1]))

    @property
    def span(self) -> tuple[float, float]:
        """How far shares lie below and above their scores: of the band what nearly all places have."""
        bins = np.concatenate([of[np.isfinite(of)] for of in self.points] + [[0.02, -0.02]])
        low, high = _ends(np.concatenate(self.curve))
        return min(low, float(bins.min())), max(high, float(bins.max()))


def _ends(values: FloatArray) -> tuple[float, float]:
    """Return between which values nearly all lie: at the lowest score of all a band may reach from 0 to 1."""
    known = values[np.isfinite(values)]
    low, high = np.quantile(known, [0.02, 0.98]).tolist() if len(known) else (0.0, 0.0)
    return low, high


def promises(view: ThresholdView, bins: Calibration, smooth: SmoothCalibration) -> Promises:
    """What is the share of positives among rows of a score, at each step of the handle?

    Parameters
    ----------
    view
        Of a score that lies in [0, 1].
    bins, smooth
        Of the same rows.

    Returns
    -------
    Promises
    """
    at = view.steps.threshold
    inside = (at >= max(view.low, 0)) & (at <= min(view.high, 1))
    read = [np.full(at.shape, np.nan) for _ in range(4)]
    nearest = None
    if smooth.fitted is not None:
        found: Sequence[FloatArray] = (*smooth.at(np.clip(at, 0, 1)), at)
    else:
        nearest = _nearest_bin(bins, at)
        found = [of[nearest] for of in (bins.share, bins.low, bins.high, bins.score)]
    for into, of in zip(read, found, strict=True):
        into[inside] = of[inside]
    share, low, high, place = map(frozen, read)
    return Promises(view, bins, smooth, share, low, high, place, nearest)


def _nearest_bin(bins: Calibration, at: FloatArray) -> CountArray:
    """Return which bin each score lies in, or between two bins which has the nearer edge."""
    last = len(bins.score) - 1
    below = np.clip(np.searchsorted(bins.edges_low, at, side="right") - 1, 0, last)
    above = np.minimum(below + 1, last)
    return frozen(np.where(at - bins.edges_high[below] > bins.edges_low[above] - at, above, below))


def acting_places(threshold: float, counts: ThresholdCounts) -> FloatArray:
    """At which threshold probabilities is a decision curve read?

    Parameters
    ----------
    threshold
        Must be among them where it is one.
    counts
        Many rows of cases are read in fewer places.

    Returns
    -------
    Ascending hundredths, or twentieths.

    Examples
    --------
    >>> acting_places(0.125, ThresholdCounts.from_grouped([1], [1], [0]))[11:14].tolist()
    [0.12, 0.125, 0.13]
    """
    many = counts.rows is not None and len(counts.rows.score) > MANY_ROWS
    own = [threshold] if 0 < threshold < 1 else []
    return np.unique(np.append(FEW_PLACES if many else GRID, own))


@dataclass(frozen=True, eq=False)
class Acting:
    """What acting on the scores is worth at each threshold probability, and what is gained over something else."""

    found: DecisionIntervals
    gain: DecisionBand

    @property
    def places(self) -> FloatArray:
        """The threshold probabilities."""
        return self.found.model.threshold_probability

    def nearest(self, threshold: float) -> int:
        """Return the index of the place closest to a threshold."""
        return int(np.argmin(np.abs(self.places - threshold)))

    @property
    def top(self) -> float:
        """The largest worth that is drawn, at least a hundredth."""
        return max(0.01, _most(self.found.model.high, self.found.model.value, self.found.treat_all.value))

    @property
    def reach(self) -> tuple[float, float]:
        """Between which gains nine in ten places and no gain lie: near 0 and 1 few rows weigh very much."""
        ends = np.concatenate([self.gain.low, self.gain.high, self.gain.value])
        ends = ends[np.isfinite(ends)]
        low, high = np.quantile(ends, [0.05, 0.95]).tolist() if len(ends) else (-1.0, 1.0)
        room = 0.1 * (high - low) or 0.1
        return min(low, 0.0) - room, max(high, 0.0) + room


def _most(*values: FloatArray) -> float:
    """Return the largest number there is, 0 where there is none."""
    known = np.concatenate(values)
    known = known[np.isfinite(known)]
    return float(known.max()) if len(known) else 0.0


@dataclass(frozen=True, eq=False)
class Ranked:
    """What is found in the rows from each step on, from the highest score: ascending shares of rows, each once."""

    threshold: FloatArray
    written: tuple[float, ...]
    digits: tuple[int, ...]
    rows: FloatArray
    gain: FloatArray
    lift: FloatArray
    fpr: FloatArray
    drawn: DrawnGains
    distance: DrawnDistance
    found: KolmogorovSmirnov

    def to_frame(self) -> pd.DataFrame:
        """Return one row a step, from the highest score on."""
        return pd.DataFrame({name: getattr(self, name) for name in ("threshold", "rows", "gain", "lift", "fpr")})

    def nearest(self, threshold: float) -> int:
        """Return the index of the step closest to a threshold."""
        return int(np.argmin(np.abs(self.threshold - threshold)))


def ranked(counts: ThresholdCounts, steps: Steps, found: KolmogorovSmirnov, present: float) -> Ranked:
    """What is found in the rows from each step of the handle on?

    Parameters
    ----------
    counts
        The table of a score.
    steps
        Of the handle of the threshold; where several leave the same rows the highest stands for them.
    found
        Of the same table.
    present
        The threshold that stands for those that leave the same rows as it does.

    Returns
    -------
    Ranked

    Examples
    --------
    >>> from evalcore.curves import kolmogorov_smirnov
    >>> from evalcore.views.threshold import threshold_view
    >>> counts = ThresholdCounts.from_grouped([0.9, 0.5, 0.2], [3, 1, 0], [0, 2, 4])
    >>> view = threshold_view(counts, special=[0.5])
    >>> of = ranked(counts, view.steps, kolmogorov_smirnov(counts), 0.5)
    >>> of.rows.tolist(), of.gain.tolist()
    ([0.0, 0.3, 0.6, 1.0], [0.0, 0.75, 1.0, 1.0])
    """
    curve = gains_curve(counts)
    index = counts.index_of(steps.threshold)[::-1]
    at = steps.threshold[::-1]
    _, first = np.unique(index, return_index=True)
    here = int(counts.index_of(present))
    kept = [
        int(np.flatnonzero(at == present)[0]) if index[k] == here and (at == present).any() else int(k) for k in first
    ]
    places, order = index[kept], (len(at) - 1 - np.array(kept)).tolist()
    known = np.isfinite(curve.rows[places])
    rates = counts.scaled.rates
    return Ranked(
        frozen(at[kept][known]),
        tuple(steps.written[k] for k, one in zip(order, known, strict=True) if one),
        tuple(steps.digits[k] for k, one in zip(order, known, strict=True) if one),
        frozen(curve.rows[places][known]),
        frozen(curve.gain[places][known]),
        frozen(curve.lift[places][known]),
        frozen(rates.fpr[places][known]),
        drawn_gains(curve),
        drawn_distance(counts),
        found,
    )


@dataclass(frozen=True, eq=False)
class Mapped:
    """Which probability a recalibration gives to each score: at the steps of the handle, and as a line."""

    view: ThresholdView
    probability: FloatArray
    score: FloatArray
    line: FloatArray


def mapped(found: Recalibration, view: ThresholdView) -> Mapped:
    """Which probability belongs to the score at each step of the handle?

    Parameters
    ----------
    found
        There must be one.
    view
        Of the former scores.

    Returns
    -------
    Mapped
        The probability of a step beyond [0, 1] is that of its end, where the method knows no others.
    """
    low, high = view.low, view.high
    if found.method not in ("platt", "isotonic"):
        low, high = max(low, 0.0), min(high, 1.0)
    places = np.union1d(np.linspace(low, high, MAP_PLACES), found.score[(found.score >= low) & (found.score <= high)])
    at = np.clip(view.steps.threshold, low, high)
    return Mapped(view, found.apply(at), frozen(places), found.apply(places))
