"""How sure are averages of the areas of many classes?"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from evalcore.curves.many_classes import checked
from evalcore.errors import Message
from evalcore.intervals import Estimate, robust_area
from evalcore.intervals.auc_variance import placements
from evalcore.support.arrays import BoolArray, FloatArray, IntArray
from evalcore.support.checks import check_level
from evalcore.support.results import Result

FEW: Final = 10
FEW_OF_A_CLASS = Message(
    "Some class has fewer than ten rows: how much the areas of the classes move together is read off few rows."
)
TWO_ROWS = Message("An interval of an average over the classes needs at least two rows of each class.")


@dataclass(frozen=True)
class ClassAreaIntervals(Result):
    """Intervals of the averages over many classes: mean AUC against the rest, that weighted by rows, and M."""

    macro: Estimate
    weighted: Estimate
    measure: Estimate


class _Area(NamedTuple):
    """An area of two groups of rows: its value, its interval, and what each row moves it by."""

    value: float
    low: float
    high: float
    rows: IntArray
    moves: FloatArray


def class_area_intervals(
    y_true: ArrayLike, scores: ArrayLike, classes: Sequence[str], *, confidence_level: float = 0.95
) -> ClassAreaIntervals:
    """Between which values do the averages of the areas of many classes lie?

    Parameters
    ----------
    y_true, scores, classes
        As for `hand_till`; rows count once each.
    confidence_level : float in (0, 1)

    Returns
    -------
    ClassAreaIntervals

    Notes
    -----
    Each area has the interval that is printed of it alone (`robust_area`); the limits of a weighted mean are recovered
    from them as if the areas did not depend on each other (MOVER). They do: the rows are the same. So the
    reach is multiplied by the ratio of two standard errors, that of the mean with what its areas share and that
    without, both by DeLong's placements: how far each row moves each area. The weights, the rows of the classes, are
    taken as they are. Of M the areas are those of all pairs of classes, A(i|j) and A(j|i). *Undefined when* a class has
    fewer than two rows.

    References
    ----------
    Newcombe (2006), https://doi.org/10.1002/sim.2324; Zou and Donner (2008), https://doi.org/10.1002/sim.3095;
    DeLong, DeLong and Clarke-Pearson (1988), https://doi.org/10.2307/2531595

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> y = np.repeat([0, 1, 2], 20)
    >>> found = class_area_intervals(y, rng.normal(size=(60, 3)) + np.eye(3)[y], ["a", "b", "c"])
    >>> found.measure.low < found.measure.value < found.measure.high
    True
    """
    check_level(confidence_level)
    codes, table = checked(y_true, scores, classes)
    sizes = np.bincount(codes, minlength=len(classes))
    if sizes.min() < 2:
        none = Estimate(math.nan, confidence_level=confidence_level, reason=TWO_ROWS)
        return ClassAreaIntervals(none, none, none)
    average = partial(
        _average, n=len(codes), level=confidence_level, warnings=(FEW_OF_A_CLASS,) if sizes.min() < FEW else ()
    )
    places, level = [np.flatnonzero(codes == code) for code in range(len(classes))], confidence_level
    everything = np.arange(len(codes))
    of_rest = [_area(codes == k, table[:, k], everything, level) for k in range(len(classes))]
    of_pairs = [
        _area(codes[both] == i, table[both, i], both, level)
        for i, mine in enumerate(places)
        for j, others in enumerate(places)
        if i != j
        for both in (np.concatenate([mine, others]),)
    ]
    return ClassAreaIntervals(
        average(of_rest, np.full(len(of_rest), 1 / len(of_rest))),
        average(of_rest, sizes / len(codes)),
        average(of_pairs, np.full(len(of_pairs), 1 / len(of_pairs))),
    )


def _area(truth: BoolArray, score: FloatArray, rows: IntArray, level: float) -> _Area:
    """Return the area of the score of these rows."""
    found = placements(truth, score)
    n_pos, n_neg = len(found.of_pos), len(found.of_neg)
    moves = np.empty(len(rows))
    moves[truth] = (found.of_pos / (2 * n_neg) - found.area) / math.sqrt(n_pos * (n_pos - 1))
    moves[~truth] = (found.of_neg / (2 * n_pos) - found.area) / math.sqrt(n_neg * (n_neg - 1))
    low, high = robust_area(found.area, math.sqrt(float(moves @ moves)), n_pos, n_neg, confidence_level=level)
    return _Area(found.area, float(low), float(high), rows, moves)


def _average(
    areas: Sequence[_Area], weight: FloatArray, *, n: int, level: float, warnings: tuple[Message, ...]
) -> Estimate:
    """Return the interval of a weighted mean of areas of the same rows."""
    value = float(np.average([area.value for area in areas], weights=weight))
    moves, apart = np.zeros(n), 0.0
    for w, area in zip(weight, areas, strict=True):
        moves[area.rows] += w * area.moves
        apart += float(w * area.moves @ area.moves * w)
    # Where no row moves any area nothing is known of what they share; they are the same rows.
    wider = math.sqrt(float(moves @ moves) / apart) if apart > 0 else math.sqrt(len(areas))
    below = wider * math.hypot(*(w * (area.value - area.low) for w, area in zip(weight, areas, strict=True)))
    above = wider * math.hypot(*(w * (area.high - area.value) for w, area in zip(weight, areas, strict=True)))
    low, high = max(value - below, 0.0), min(value + above, 1.0)
    return Estimate(value, low, high, confidence_level=level, warnings=warnings)
