"""What the page reads off the rows, each once a session: none of it depends on where the handle stands."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial
from typing import Any

from evalcore import calibration, costs, curves
from evalcore.calibration import (
    Acted,
    Calibration,
    CalibrationLine,
    Judged,
    LossDifferences,
    Losses,
    LossParts,
    Method,
    Recalibrated,
    SmoothCalibration,
)
from evalcore.counts.reasons import no_probabilities, one_class
from evalcore.errors import Message
from evalcore.predictions import BinaryView
from evalcore.support.rounding import adding_up
from ui.session import computed, memory
from ui.shared.numbers import DIGITS


def refused(rows: BinaryView) -> Message | None:
    """Say that scores are no probabilities."""
    return no_probabilities(computed.counts(rows))


def line(rows: BinaryView, nearest: float | None) -> CalibrationLine:
    """Return intercept and slope of recalibration."""
    make = partial(_line, rows, nearest)
    return memory.memo("calibration line", rows.key, nearest, make=make)


def infinite(rows: BinaryView, nearest: float | None) -> Message | None:
    """Say that scores of exactly 0 or 1 leave no line; None where there is one, or taking them for others helps not."""
    counts, fitted = computed.counts(rows), line(rows, nearest)
    is_infinite = nearest is None and math.isnan(fitted.in_the_large.value)
    return fitted.reason if is_infinite and not (no_probabilities(counts) or one_class(counts)) else None


def _line(rows: BinaryView, nearest: float | None) -> CalibrationLine:
    return calibration.calibration_line(computed.counts(rows), nearest=nearest)


def smooth(rows: BinaryView, nearest: float | None) -> SmoothCalibration:
    """Return the smooth curve with its band."""
    make = partial(_smooth, rows, nearest)
    return memory.memo("smooth calibration", rows.key, nearest, make=make)


def _smooth(rows: BinaryView, nearest: float | None) -> SmoothCalibration:
    return calibration.smooth_calibration(computed.counts(rows), nearest=nearest)


def losses(rows: BinaryView) -> Losses:
    """Return Brier score and log loss with their parts, and the bins of these."""
    return memory.memo("losses", rows.key, make=lambda: calibration.losses(computed.counts(rows)))


def written_parts(of: LossParts) -> tuple[float, float, float, float]:
    """Return reliability, resolution, uncertainty and what is within bins, rounded so that what is written adds up."""
    parts, value = [of.reliability, -of.resolution, of.uncertainty, of.within], of.value.value
    if all(map(math.isfinite, (*parts, value))):
        parts = adding_up(parts, value, DIGITS)
    reliability, lost, uncertainty, within = parts
    return reliability, -lost, uncertainty, within


def losing(rows: BinaryView, other: BinaryView, level: float) -> LossDifferences:
    """Return how much more one model loses than another."""
    make = partial(_losing, rows, other, level)
    return memory.memo("loss differences", rows.key, other.key, level, make=make)


def _losing(rows: BinaryView, other: BinaryView, level: float) -> LossDifferences:
    first, second = (computed.score(one) for one in (rows, other))
    return calibration.loss_differences(
        rows.y_true, first, second, sample_weight=rows.weight, case=rows.cases, confidence_level=level
    )


def bins(rows: BinaryView) -> Calibration:
    """Return the bins of the diagram, which are those of the losses' parts."""
    return memory.memo("calibration", rows.key, make=lambda: calibration.calibration(computed.counts(rows)))


def farthest(rows: BinaryView) -> curves.KolmogorovSmirnov:
    """Return where both classes are farthest apart."""
    return memory.memo("K-S", rows.key, make=lambda: curves.kolmogorov_smirnov(computed.counts(rows)))


def acting(rows: BinaryView, places: tuple[float, ...], prevalence: float | None) -> costs.DecisionIntervals:
    """Return what acting on the scores is worth at these threshold probabilities."""
    make = partial(_acting, rows, places, prevalence)
    return memory.memo("decision intervals", rows.key, places, prevalence, make=make)


def _acting(rows: BinaryView, places: tuple[float, ...], prevalence: float | None) -> costs.DecisionIntervals:
    return costs.decision_intervals(computed.counts(rows), places, prevalence=prevalence)


def over(
    rows: BinaryView, other: BinaryView, places: tuple[float, ...], prevalence: float | None, level: float = 0.95
) -> costs.DecisionBand:
    """Return how much more one model is worth than another at these threshold probabilities."""
    make = partial(_over, rows, other, places, prevalence, level)
    return memory.memo("net benefit difference", rows.key, other.key, places, prevalence, level, make=make)


def _over(
    rows: BinaryView, other: BinaryView, places: tuple[float, ...], prevalence: float | None, level: float
) -> costs.DecisionBand:
    first, second = (computed.score(one) for one in (rows, other))
    return costs.net_benefit_difference(
        rows.y_true, first, second, places, prevalence=prevalence, confidence_level=level, case=rows.cases
    )


def recalibrated(rows: BinaryView, first: BinaryView, method: Method, nearest: float | None) -> Recalibrated:
    """Return a recalibration that was fitted on other rows, and what it does to the scores of these."""
    make = partial(_recalibrated, rows, first, method, nearest)
    return memory.memo("recalibrated", rows.key, first.key, method, nearest, make=make)


def _recalibrated(rows: BinaryView, first: BinaryView, method: Method, nearest: float | None) -> Recalibrated:
    made = calibration.recalibrated(computed.counts(first), computed.counts(rows), method, nearest=nearest)
    return replace(made, before=_numbers(made.before), after=_numbers(made.after))


def acted(rows: BinaryView, first: BinaryView, method: Method, nearest: float | None, p: float) -> Acted:
    """Return what the recalibration does to the decision of whoever acts from a probability on."""
    make = partial(_acted, rows, first, method, nearest, p)
    return memory.memo("acted", rows.key, first.key, method, nearest, p, make=make)


def _acted(rows: BinaryView, first: BinaryView, method: Method, nearest: float | None, p: float) -> Acted:
    made = recalibrated(rows, first, method, nearest).recalibration
    return calibration.acted(rows.y_true, computed.score(rows), made, p, sample_weight=rows.weight, case=rows.cases)


def _numbers(side: Judged | None) -> Judged | None:
    """Return what is known of a side without its table, which is as long as the rows."""
    nothing: Any = None
    return None if side is None else replace(side, counts=nothing)
