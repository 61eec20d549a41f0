"""What the page of curves draws: every model's curves with their areas, and the lines drawn on request."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np
import plotly.graph_objects as go

from evalcore import curves
from evalcore.curves.order import Ties
from evalcore.figures.curves.figure import Overlay, Shown, curves_figure, outlined
from evalcore.figures.style import METRIC, MODELS, rgba
from evalcore.intervals import Estimate
from evalcore.predictions import BinaryView
from evalcore.views.bands import band_outline
from evalcore.views.behind import Behind
from evalcore.views.curves import ModelCurves, OperatingPoints, model_curves, operating_points
from evalcore.views.isolines import iso_lines
from evalcore.views.threshold import ThresholdView, default_threshold
from ui.curves.controls import ISO_LINES, TIES, Options
from ui.frame import models
from ui.live import carrying, progress, words
from ui.session import computed, looked_at, memory, sides
from ui.session import costs as own_costs
from ui.shared.text import _, say_in_figure

REPLICATES = 2_000  # of areas and crossings; bands make do with fewer
BAND_COLOUR = rgba(MODELS[0][0], 0.28)
TIE_COLOUR = METRIC["f1"][0]
# How a line of equal worth is marked at its end; one of cost has no sign of its own, but a short name.
SYMBOLS = {"accuracy": "ACC", "precision": "P", "f1": "F1"}


def drawn(rows: BinaryView, prevalence: float | None) -> ModelCurves:
    """Return a model's curves, thinned for drawing, with the intervals of their areas."""
    counts = computed.counts(rows)
    auc, average = areas(rows)
    if prevalence is not None:
        # The interval is for the prevalence of the rows, so it does not go with the moved curve.
        average = Estimate(curves.at_prevalence(counts, prevalence).average_precision)
    return memory.memo(
        "curves",
        rows.key,
        prevalence,
        make=lambda: model_curves(rows.model, counts, auc=auc, average_precision=average, prevalence=prevalence),
    )


def areas(rows: BinaryView) -> tuple[Estimate, Estimate]:
    """Return AUC with the farther ends of its intervals, and average precision with Boyd's."""
    auc = computed.of_counts(rows, curves.auc_interval_from_counts)
    average = computed.of_counts(rows, curves.average_precision_interval)
    return (
        Estimate(auc.auc, auc.robust_low, auc.robust_high),
        Estimate(average.average_precision, average.low, average.high),
    )


def resampled(rows: BinaryView) -> curves.BootstrapCurves:
    """Return the bootstrap intervals of areas and crossings, drawn once a session."""
    counts = computed.counts(rows)

    def make() -> curves.BootstrapCurves:
        with progress.asked_progress(REPLICATES) as told:
            rng = np.random.default_rng(progress.SEED)
            return curves.bootstrap_curves(counts, n_replicates=REPLICATES, rng=rng, progress=told)

    return memory.memo("bootstrap", rows.key, make=make)


def bands(rows: BinaryView) -> tuple[curves.RocBand, curves.PrecisionRecallBand]:
    """Return the bootstrap bands of both curves, drawn once a session."""

    def make() -> tuple[curves.RocBand, curves.PrecisionRecallBand]:
        counts = computed.counts(rows)
        with progress.asked_progress(progress.REPLICATES) as told:
            rng = np.random.default_rng(progress.SEED)
            roc = curves.roc_band(counts, n_replicates=progress.REPLICATES, rng=rng, progress=told)
            return roc, curves.precision_recall_band(counts, n_replicates=progress.REPLICATES, rng=rng, progress=told)

    return memory.memo("bands", rows.key, make=make)


def overlays(rows: BinaryView, chosen: Options) -> list[Overlay]:
    """Return the lines asked for in the options, all for the chosen model."""
    asked = [
        _rest(rows, chosen),
        _bands(rows) if chosen.bands else [],
        [_hull(rows)] if chosen.hull else [],
        [_tie_line(rows, chosen.ties)] if chosen.ties != "together" else [],
        _iso_lines(rows, chosen),
    ]
    return [overlay for overlays in asked for overlay in overlays]


def _bands(rows: BinaryView) -> list[Overlay]:
    (roc, pr), name = bands(rows), _("95% band")
    return [
        Overlay("roc", *band_outline(roc.fpr, roc.low, roc.high), name, colour=BAND_COLOUR, fill=True),
        Overlay("pr", *band_outline(pr.recall, pr.low, pr.high), name, colour=BAND_COLOUR, fill=True),
    ]


def _rest(rows: BinaryView, chosen: Options) -> list[Overlay]:
    """Return the curves of all rows beside the group that is looked at, with their areas."""
    rest = looked_at.rest(rows)
    if rest is None:
        return []
    found = drawn(rest, chosen.prevalence)
    return outlined(found, _("all other rows"))


def hull(rows: BinaryView) -> curves.RocHull:
    """Return the best mixtures of thresholds."""
    return memory.memo("hull", rows.key, make=lambda: curves.roc_convex_hull(computed.curve(rows, curves.roc_curve)))


def _hull(rows: BinaryView) -> Overlay:
    corners = hull(rows)
    return Overlay("roc", corners.fpr, corners.tpr, _("convex hull"), dash="dash", legend=True)


def _tie_line(rows: BinaryView, ties: Ties) -> Overlay:
    fpr, tpr = curves.tie_line(computed.curve(rows, curves.roc_curve), ties)
    kept = curves.thin(fpr, tpr)
    return Overlay("roc", fpr[kept], tpr[kept], _(TIES[ties]), colour=TIE_COLOUR, dash="solid", legend=True)


def _iso_lines(rows: BinaryView, chosen: Options) -> list[Overlay]:
    """Return lines of equal worth with their values at their ends; their dash is not that of the line of chance."""
    measure = chosen.iso
    if measure == "none":
        return []
    of_mistakes = own_costs.mistakes(rows) if measure == "cost" else None
    cost_fn, cost_fp = (None, None) if of_mistakes is None else of_mistakes
    name = _(ISO_LINES[measure])
    symbol = SYMBOLS.get(measure, _("cost"))
    return [
        Overlay(
            line.panel,
            line.x,
            line.y,
            f"{name} {line.level:.4g}",
            dash="longdashdot",
            label=f"{symbol} = {line.level:.4g}",
        )
        for line in iso_lines(measure, chosen.baseline, cost_fn=cost_fn, cost_fp=cost_fp)
    ]


def _behind(
    rows: BinaryView, view: ThresholdView, chosen: Options
) -> tuple[Behind, OperatingPoints, ModelCurves] | None:
    """Return the rows a threshold was chosen on, with their operating points and curves."""
    behind, first = carrying.behind(rows, view.steps), sides.first(rows)
    if behind is None or first is None:
        return None
    of = replace(drawn(first, chosen.prevalence), name=behind.name)
    return behind, operating_points(behind.steps, prevalence=chosen.prevalence), of


def figure(rows: BinaryView, t: float, chosen: Options, *, told: str = "") -> Callable[..., go.Figure]:
    """Return what draws the linked figure of all models: all it needs but the language is gathered.

    A figure that stands alone says what is `told` of them.
    """
    table = computed.counts(rows)
    view = computed.view(rows, (default_threshold(table), t))
    scored = models.all_scored()
    return partial(
        curves_figure,
        view,
        operating_points(view.steps, prevalence=chosen.prevalence),
        Shown(
            [drawn(one, chosen.prevalence) for one in scored],
            chosen.baseline,
            chosen=[one.model for one in scored].index(rows.model),
            points=models.label_points(),
            overlays=overlays(rows, chosen),
            planes=chosen.show,
            equal_error=chosen.equal_error,
            break_even=chosen.break_even,
            corners=chosen.corners,
            area=chosen.area,
            share_of=chosen.share_of,
            told=told,
            behind=_behind(rows, view, chosen),
        ),
        threshold=t,
        classes=words.classes(rows),
        say=say_in_figure,
    )
