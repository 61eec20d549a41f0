"""What the figure of costs shows: lines, envelope and ROC of each model, and what the steps of its handles move."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from evalcore.costs import CostCurve, CostMatrix, cost_curve, rate_driven_cost, score_driven_cost
from evalcore.counts import ThresholdCounts
from evalcore.curves import roc_curve, thin, thin_roc
from evalcore.support.arrays import FloatArray, IndexArray
from evalcore.views.digits import LEAST_DIGITS, written_threshold
from evalcore.views.labels import Labels, labels
from evalcore.views.threshold import Steps

MOST_LINES = 60
# Hundredths, and finer steps near the ends, where a rare class or a cheap mistake puts the condition.
CONDITIONS = 101
NEAR_ENDS = (0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005)
WAY_PLACES = 401
ROUNDING = 1e-12
# So close, relative to x (1 - x), lies what `evalcore.costs.reach` rounds to six digits to the step asked for.
BESIDE = 1e-5
ROOM = 1.3
ZOOM = 4  # so many times the prevalence is shown from near


@dataclass(frozen=True, eq=False)
class CostLines:
    """One model in the cost plane and in the ROC plane; `line` holds the thresholds whose lines are drawn thin.

    A line is the lowest from `line_from` to `line_to`; nan where it never is. From each vertex of the envelope on,
    the best threshold has the rates `envelope_fpr` and `envelope_fnr`. What is written of thresholds, and set by a
    click, is in the `labels` of lines, envelope and ROC curve.
    """

    name: str
    line_threshold: FloatArray
    line_fpr: FloatArray
    line_fnr: FloatArray
    line_from: FloatArray
    line_to: FloatArray
    envelope_x: FloatArray
    envelope_cost: FloatArray
    envelope_threshold: FloatArray
    envelope_fpr: FloatArray
    envelope_fnr: FloatArray
    roc_threshold: FloatArray
    roc_fpr: FloatArray
    roc_tpr: FloatArray
    area: float
    line_labels: Labels
    envelope_labels: Labels
    roc_labels: Labels


@dataclass(frozen=True)
class Plane:
    """The units of the cost plane.

    A line runs from `left[0] + left[1] FPR` at the left edge to `right[0] + right[1] FNR` at the right one. `ratio` is
    how many times a false alarm a missed positive costs, where the horizontal axis is the prevalence; None where it is
    P(+)cost. Upwards the plane shows `low` to `high`, across 0 to `far`.
    """

    left: tuple[float, float] = (0.0, 1.0)
    right: tuple[float, float] = (0.0, 1.0)
    ratio: float | None = None
    low: float = 0.0
    high: float = 1.0
    far: float = 1.0

    def across(self, x: ArrayLike) -> FloatArray:
        """Return where a P(+)cost stands on the horizontal axis."""
        place = np.asarray(x, dtype=float)
        return place if self.ratio is None else place / (place + (1 - place) * self.ratio)

    def up(self, x: ArrayLike, cost: ArrayLike) -> FloatArray:
        """Return the height of a normalised cost under a P(+)cost."""
        value = np.asarray(cost, dtype=float)
        if self.ratio is None:
            return value
        p = self.across(x)
        base, unit = ((1 - p) * self.left[i] + p * self.right[i] for i in (0, 1))
        return np.asarray(base + unit * value)

    def ends(self, fpr: ArrayLike, fnr: ArrayLike) -> tuple[FloatArray, FloatArray]:
        """Return the heights at which lines begin and end."""
        (base, unit), (right_base, right_unit) = self.left, self.right
        return base + unit * np.asarray(fpr), right_base + right_unit * np.asarray(fnr)


@dataclass(frozen=True, eq=False)
class Conditions:
    """The steps of the second handle: a P(+)cost each, with the best threshold there and where it stands.

    `written` is what is written of each threshold, with `digits` significant ones.
    """

    x: FloatArray
    cost: FloatArray
    threshold: FloatArray
    written: tuple[float, ...]
    digits: tuple[int, ...]
    fpr: FloatArray
    tpr: FloatArray

    def nearest(self, x: float) -> int:
        """Return the index of the step closest to `x`."""
        return int(np.argmin(np.abs(self.x - x)))


@dataclass(frozen=True, eq=False)
class OperatingLines:
    """Where the cost line of each step of the threshold's handle begins (FPR) and ends (FNR)."""

    fpr: FloatArray
    fnr: FloatArray


def cost_lines(name: str, counts: ThresholdCounts, *, among: ThresholdCounts | None = None) -> CostLines:
    """Which lines and points draw this score's costs?

    Parameters
    ----------
    name
        The model.
    counts
        Its table, with rows of both classes.
    among
        The table from whose thresholds one that is written must be told apart; the same when left out.

    Returns
    -------
    CostLines
        All thresholds' lines while they are at most 60, else 60: half of them evenly spaced, half of them lowest
        somewhere. The envelope is that of all.
    """
    curve, roc = cost_curve(counts), roc_curve(counts)
    envelope = curve.envelope
    lowest = np.unique(envelope.index)
    shown = _evenly(curve.threshold.size, MOST_LINES)
    if shown.size < curve.threshold.size:
        some = lowest[_evenly(lowest.size, MOST_LINES // 2)]
        shown = np.union1d(_evenly(curve.threshold.size, MOST_LINES - some.size), some)
    begins, ends = np.full((2, curve.threshold.size), np.nan)
    begins[envelope.index[:-1]], ends[envelope.index[:-1]] = envelope.x[:-1], envelope.x[1:]
    drawn = thin(envelope.x, envelope.cost) if envelope.x.size else envelope.index
    kept = thin_roc(roc)
    return CostLines(
        name=name,
        line_threshold=curve.threshold[shown],
        line_fpr=curve.fpr[shown],
        line_fnr=curve.fnr[shown],
        line_from=begins[shown],
        line_to=ends[shown],
        envelope_x=envelope.x[drawn],
        envelope_cost=envelope.cost[drawn],
        envelope_threshold=envelope.threshold[drawn],
        envelope_fpr=curve.fpr[envelope.index[drawn]],
        envelope_fnr=curve.fnr[envelope.index[drawn]],
        roc_threshold=roc.threshold[kept],
        roc_fpr=roc.fpr[kept],
        roc_tpr=roc.tpr[kept],
        area=curve.area,
        line_labels=labels(counts, shown, among=among),
        envelope_labels=labels(counts, envelope.index[drawn], among=among),
        roc_labels=labels(counts, kept, among=among),
    )


def _evenly(size: int, most: int) -> IndexArray:
    """Return at most so many places of an array, spread evenly, both ends among them."""
    return np.unique(np.linspace(0, size - 1, min(size, most)).round().astype(np.intp))


def plane_of_shares(lines: Sequence[CostLines], *, zoom: bool = False, current: float = math.nan) -> Plane:
    """Which part of the cost plane is shown, in normalised cost?

    Parameters
    ----------
    lines
        The models drawn.
    zoom
        Down to where their envelopes run and to `current`, instead of all of [0, 1].
    current
        Normalised cost of the present threshold at the operating condition; nan where there is none.

    Returns
    -------
    Plane
    """
    return Plane(high=min(1.0, _room(_highest(_peak(lines, Plane()), current))) if zoom else 1.0)


def plane_of_money(
    lines: Sequence[CostLines],
    matrix: CostMatrix,
    *,
    cases: float = 1000,
    zoom: float | None = None,
    current: float = math.nan,
) -> Plane | None:
    """Which plane shows the prevalence across and the money for some cases upwards, the costs staying as they are?

    Parameters
    ----------
    lines
        The models drawn.
    matrix
        What each outcome costs.
    cases
        How many cases the money is for.
    zoom
        A prevalence to show from near, with what the envelopes cost around it.
    current
        Normalised cost of the present threshold at that prevalence, to be in sight as well; nan where there is none.

    Returns
    -------
    Plane or None
        The cost plane seen from another side: straight lines stay straight, and what was lowest is. None where one
        kind of mistake costs nothing, since every prevalence then has the same P(+)cost.
    """
    of_fn, of_fp = matrix.excess_fn, matrix.excess_fp
    if not (of_fn > 0 and of_fp > 0 and math.isfinite(of_fn / of_fp)):
        return None
    left, right = (cases * matrix.cost_tn, cases * of_fp), (cases * matrix.cost_tp, cases * of_fn)
    whole = Plane(left, right, of_fn / of_fp)
    # Where the two rules that ignore the score cross, at a normalised cost of one half.
    trivial = float(whole.up(0.5, 0.5))
    far = 1.0 if zoom is None else min(1.0, ZOOM * zoom)
    low = min(0.0, left[0], (1 - far) * left[0] + far * right[0])
    now = math.nan if zoom is None else float(whole.up(matrix.probability_cost(zoom), current))
    peak = trivial if zoom is None else _highest(_peak(lines, whole, far), now)
    return Plane(left, right, of_fn / of_fp, low, low + _room(peak - low), far)


def _peak(lines: Sequence[CostLines], plane: Plane, far: float = 1.0) -> float:
    """Return how high the highest envelope reaches in what the plane shows across."""
    heights = [0.0]
    for one in lines:
        if not one.envelope_x.size:
            continue
        across, up = plane.across(one.envelope_x), plane.up(one.envelope_x, one.envelope_cost)
        heights += [up[across <= far].max(initial=0), np.interp(far, across, up)]
    return float(max(heights))


def _highest(peak: float, current: float) -> float:
    """Return the larger of both; a current cost of nan is none."""
    return peak if math.isnan(current) else max(peak, current)


def _room(peak: float) -> float:
    """Return a height that leaves some room above a peak."""
    return ROOM * peak if peak > 0 else 1.0


def conditions(
    curve: CostCurve,
    *,
    special: Sequence[float] = (),
    plane: Plane | None = None,
    among: FloatArray | None = None,
    ends: bool = True,
    landing: Callable[[list[float]], FloatArray] | None = None,
) -> Conditions:
    """What is best under each condition that the second handle can take?

    Parameters
    ----------
    curve
        The chosen model's.
    special
        Conditions that must be steps: the present one.
    plane
        Whose horizontal axis has the steps evenly; that of P(+)cost when left out.
    among
        All thresholds, descending, from which one that is written must be told apart; those of the curve when left
        out, which are fewer where these are its corners.
    ends
        Whether the steps reach 0 and 1, where one kind of mistake alone counts, and are finer near them.
    landing
        What takes the steps, ascending, to those at which a cost or a prevalence is round (`costs.round_conditions`);
        they stay where they are when left out, and where a plane has the prevalence, whose hundredths are round.

    Returns
    -------
    Conditions
        Hundredths of the axis, finer steps near 0 and 1, and the special ones, ascending. A special one takes the
        place of a step just beside it: from it the next step would be the same condition again.
    """
    near, far = np.asarray(NEAR_ENDS), 1.0 if plane is None else plane.far
    even = np.linspace(0, far, CONDITIONS).round(2 - math.floor(math.log10(far)))
    places = even[1:-1]
    if ends:
        places = np.concatenate([even, near[near < far], (1 - near).round(4) if far == 1 else []])
    if plane is not None and plane.ratio is not None:
        # P(+)cost of a prevalence
        places = places * plane.ratio / (places * plane.ratio + (1 - places))
    elif landing is not None:
        places = landing(np.unique(places).tolist())
    x = _with_special(places, np.asarray(special, dtype=float))
    if curve.reason is not None:
        nowhere = np.full(x.size, np.nan)
        return Conditions(x, nowhere, nowhere, (np.nan,) * x.size, (LEAST_DIGITS,) * x.size, nowhere, nowhere)
    # Where two stretches meet both are best, but for rounding; the earlier one has the higher threshold.
    best = curve.envelope.best(np.maximum(x - ROUNDING, 0))
    at = curve.threshold[best]
    # The same few thresholds are best under most conditions.
    every = curve.threshold if among is None else among
    known = {t: written_threshold(every, t) for t in set(at.tolist())}
    written, digits = zip(*(known[t] for t in at.tolist()), strict=True)
    return Conditions(x, curve.envelope.at(x), at, written, digits, curve.fpr[best], 1 - curve.fnr[best])


def least_cost(curve: CostCurve, matrix: CostMatrix, prevalence: float, *, cases: float) -> tuple[float, float]:
    """What do so many cases cost at the best threshold, and which is it, for each step of the condition?

    Parameters
    ----------
    curve
        Its corners will do.
    matrix, prevalence
        The costs, and how common positives are where the threshold is used.
    cases : float

    Returns
    -------
    cost, threshold
        That of `best_threshold`, without going through all thresholds. *Undefined when* the rows are of one class, or
        nothing is at stake, so that no threshold is better than another: nan.
    """
    x = matrix.probability_cost(prevalence)
    if curve.reason is not None or math.isnan(x):
        return math.nan, math.nan
    # As `conditions` has it: where two are best, the higher one.
    best = int(curve.envelope.best(np.maximum(x - ROUNDING, 0)))
    return cases * float(matrix.per_case(curve.fpr[best], curve.fnr[best], prevalence)), float(curve.threshold[best])


def _with_special(places: FloatArray, special: FloatArray) -> FloatArray:
    """Return steps and special ones, ascending, without the steps that a special one stands for."""
    apart = np.abs(places[:, None] - special) > BESIDE * special * (1 - special)
    return np.unique(np.append(places[apart.all(axis=1)], special))


def way_curve(counts: ThresholdCounts, way: Literal["score_driven", "rate_driven"]) -> tuple[FloatArray, FloatArray]:
    """Which curve does a way of choosing a threshold for each condition draw in the cost plane?

    Returns
    -------
    x, cost
        P(+)cost in steps of 1/400, and the normalised cost there.
    """
    x = np.linspace(0, 1, WAY_PLACES)
    return x, (score_driven_cost if way == "score_driven" else rate_driven_cost)(counts, x)


def operating_lines(steps: Steps) -> OperatingLines:
    """Which cost line does each step of the threshold's handle have?"""
    return OperatingLines(steps.metrics["fpr"], 1 - steps.metrics["recall"])
