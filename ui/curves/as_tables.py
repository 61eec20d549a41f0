"""What the figures of this page draw, as tables: read off the curves themselves, not off the points that draw them."""

from __future__ import annotations

from collections.abc import Callable

from evalcore import metrics
from evalcore.counts import ThresholdCounts
from evalcore.predictions import BinaryView
from evalcore.support.arrays import FloatArray
from evalcore.views.curves import operating_points
from evalcore.views.places import TENTHS, fnr_within, precision_at, tpr_at
from evalcore.views.threshold import default_threshold
from ui.curves.controls import Options
from ui.frame import models
from ui.frame.figure_tables import FigureTable, course, thresholds
from ui.session import computed
from ui.shared.numbers import number
from ui.shared.text import _


def of_curves(rows: BinaryView, t: float, chosen: Options) -> list[FigureTable]:
    """Return the rates of the chosen model at steps of the threshold, and the curves of all models at even places."""
    steps = computed.view(rows, (default_threshold(computed.counts(rows)), t)).steps
    points = operating_points(steps, prevalence=chosen.prevalence)
    rates = {_("false positive rate"): points.fpr}
    if chosen.show == "det":
        rates[_("false negative rate")] = metrics.fnr(steps)
    else:
        rates |= {_("true positive rate = recall"): points.tpr, _("precision"): points.precision}
    across = (_("threshold t"), thresholds(steps))
    at_steps = course(_("{model} against the threshold", model=rows.model), across, rates, here=steps.nearest(t))
    if chosen.show == "det":
        return [at_steps, _det()]
    return [at_steps, _roc(), _precision_recall(chosen.prevalence)]


def _roc() -> FigureTable:
    title = _("ROC curve: true positive rate at a false positive rate")
    return _of_models(title, _("false positive rate"), lambda counts: tpr_at(counts, TENTHS))


def _precision_recall(prevalence: float | None) -> FigureTable:
    title = _("P-R curve: precision at a recall")
    return _of_models(title, _("recall"), lambda counts: precision_at(counts, TENTHS, prevalence=prevalence))


def _det() -> FigureTable:
    title = _("DET curve: lowest false negative rate at no more than a false positive rate")
    return _of_models(title, _("false positive rate"), lambda counts: fnr_within(counts, TENTHS))


def _of_models(caption: str, title: str, read: Callable[[ThresholdCounts], FloatArray]) -> FigureTable:
    """Return the curves of all models at tenths."""
    places = [number(place, 1) for place in TENTHS.tolist()]
    lines = [(one.model, read(computed.counts(one))) for one in models.all_scored()]
    return course(caption, (title, places), lines)
