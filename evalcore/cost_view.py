"""What the figure of costs shows: lines, envelope and ROC of each model, and what the steps of its sliders move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evalcore.costs import CostCurve, cost_curve
from evalcore.counts import ThresholdCounts
from evalcore.curves import roc_curve, thin, thin_roc
from evalcore.threshold_view import Steps

Floats = NDArray[np.float64]

MOST_LINES = 60
CONDITIONS = 101
ROUNDING = 1e-12


@dataclass(frozen=True, eq=False)
class CostLines:
    """One model in the cost plane and in the ROC plane; `line` holds the thresholds whose lines are drawn thin."""

    name: str
    line_threshold: Floats
    line_fpr: Floats
    line_fnr: Floats
    envelope_x: Floats
    envelope_cost: Floats
    envelope_threshold: Floats
    roc_threshold: Floats
    roc_fpr: Floats
    roc_tpr: Floats
    area: float


@dataclass(frozen=True, eq=False)
class Conditions:
    """The steps of the second slider: a P(+)cost each, with the best threshold there and where it stands."""

    x: Floats
    cost: Floats
    threshold: Floats
    fpr: Floats
    tpr: Floats

    def nearest(self, x: float) -> int:
        """Return the index of the step closest to `x`."""
        return int(np.argmin(np.abs(self.x - x)))


@dataclass(frozen=True, eq=False)
class OperatingLines:
    """Where the cost line of each step of the threshold's slider begins (FPR) and ends (FNR)."""

    fpr: Floats
    fnr: Floats


def cost_lines(name: str, counts: ThresholdCounts) -> CostLines:
    """Which lines and points draw this score's costs?

    Parameters
    ----------
    name
        The model.
    counts
        Its table, with rows of both classes.

    Returns
    -------
    CostLines
        All thresholds' lines while they are at most 60, else 60 evenly spaced ones; the envelope is that of all.
    """
    curve, roc = cost_curve(counts), roc_curve(counts)
    envelope = curve.envelope
    # A threshold's line is lowest on one stretch, so 60 of very many are enough to show how lines make an envelope.
    shown = np.unique(np.linspace(0, curve.threshold.size - 1, MOST_LINES).round().astype(np.intp))
    drawn = thin(envelope.x, envelope.cost) if envelope.x.size else envelope.index
    kept = thin_roc(roc)
    return CostLines(
        name=name,
        line_threshold=curve.threshold[shown],
        line_fpr=curve.fpr[shown],
        line_fnr=curve.fnr[shown],
        envelope_x=envelope.x[drawn],
        envelope_cost=envelope.cost[drawn],
        envelope_threshold=envelope.threshold[drawn],
        roc_threshold=roc.threshold[kept],
        roc_fpr=roc.fpr[kept],
        roc_tpr=roc.tpr[kept],
        area=curve.area,
    )


def conditions(curve: CostCurve, *, special: Sequence[float] = ()) -> Conditions:
    """What is best under each condition that the second slider can take?

    Parameters
    ----------
    curve
        The chosen model's.
    special
        Conditions that must be steps: the present one.

    Returns
    -------
    Conditions
    """
    x = np.unique(np.append(np.linspace(0, 1, CONDITIONS).round(2), np.asarray(special, dtype=float)))
    if curve.reason is not None:
        return Conditions(x, *[np.full(x.size, np.nan)] * 4)
    # Where two stretches meet both are best, but for rounding; the earlier one has the higher threshold.
    best = curve.envelope.best(np.maximum(x - ROUNDING, 0))
    return Conditions(x, curve.envelope.at(x), curve.threshold[best], curve.fpr[best], 1 - curve.fnr[best])


def operating_lines(steps: Steps) -> OperatingLines:
    """Which cost line does each step of the threshold's slider have?"""
    return OperatingLines(steps.metrics["fpr"], 1 - steps.metrics["recall"])
