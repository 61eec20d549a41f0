"""What the page of curves shows: every model's curves with their areas, and the lines drawn on request."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Literal

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from evalcore import curves, metrics
from evalcore.curves.order import Ties
from evalcore.figures.curves.figure import Overlay, Shown, View, curves_figure
from evalcore.predictions import BinaryView
from evalcore.views.curves import Area, ModelCurves, model_curves, operating_points
from evalcore.views.threshold import default_threshold
from ui.frame import models
from ui.live import progress, words
from ui.session import computed, memory
from ui.session import costs as own_costs
from ui.shared import controls
from ui.shared.numbers import number
from ui.shared.numbers import threshold as shown
from ui.shared.text import N_, _

VIEWS: dict[View, str] = {"roc_pr": N_("ROC and P-R"), "det": N_("DET")}
ISO_LINES = {
    "none": N_("none"),
    "accuracy": N_("accuracy"),
    "precision": N_("precision"),
    "f1": N_("F1"),
    "cost": N_("expected cost"),
}
TIES: dict[Ties, str] = {
    "together": N_("together"),
    "optimistic": N_("positives first"),
    "pessimistic": N_("negatives first"),
}
LEVELS = (0.2, 0.4, 0.6, 0.8)
BAND_COLOUR = "rgba(11,154,131,0.28)"
TIE_COLOUR = "#D6457F"


@dataclass(frozen=True)
class Options:
    """What the reader has chosen to see; `prevalence` is None while it is that of the rows."""

    show: View
    hull: bool
    bands: bool
    iso: str
    ties: Ties
    prevalence: float | None
    baseline: float


def options(rows: BinaryView) -> Options:
    """Ask which plane and which lines to draw."""
    table = computed.counts(rows)
    share = table.prevalence
    with st.container(horizontal=True):
        show = controls.choice(_("Plane"), VIEWS, key="curves_show", label_visibility="collapsed")
        with st.popover(_("Options"), icon=":material/tune:"):
            hull = st.toggle(
                _("Convex hull of ROC"), key="curves_hull", help=_("What mixing two thresholds by chance could reach.")
            )
            bands = st.toggle(
                _("95 % bands"),
                key="curves_bands",
                help=_("Bootstrap, stratified, point by point, for the chosen model."),
            )
            iso = st.selectbox(
                _("Lines of equal …"),
                list(ISO_LINES),
                format_func=lambda key: _(ISO_LINES[key]),
                key="curves_iso",
                help=_("All points of a line are equally good by this measure."),
            )
            if iso == "cost" and own_costs.mistakes(rows) is None:
                st.caption(
                    _("Say on the page of costs what a miss and a false alarm cost: until then no line is drawn.")
                )
            ties = st.selectbox(
                _("Compare with tied scores"),
                list(TIES),
                format_func=lambda key: _(TIES[key]),
                key="curves_tie_line",
                help=_("Together is right; with either class first the area depends on the order of the rows."),
            )
            if ties != "together":
                _tie_areas(rows, ties)
            moved = st.toggle(
                _("Another prevalence at deployment"),
                key="curves_moved",
                help=_("Precision depends on how rare the positives are where the model is used; ROC does not."),
            )
            prevalence = _prevalence(share) if moved else None
    return Options(show, hull, bands, iso, ties, prevalence, share if prevalence is None else prevalence)


def _tie_areas(rows: BinaryView, ties: Ties) -> None:
    pairs = curves.pair_order(computed.counts(rows))
    other = pairs.auc_optimistic if ties == "optimistic" else pairs.auc_pessimistic
    st.caption(_("AUC {other} instead of {auc}.", other=number(other, 6), auc=number(pairs.auc, 6)))


def _prevalence(share: float) -> float:
    controls.seed("curves_prevalence", round(min(max(share, 0.0001), 0.9999), 4))
    return st.number_input(
        _("Prevalence"),
        0.0001,
        0.9999,
        step=0.01,
        format="%.4g",
        key="curves_prevalence",
        help=_("Share of positives where the model is used."),
    )


def drawn(rows: BinaryView, prevalence: float | None) -> ModelCurves:
    """Return a model's curves, thinned for drawing, with the intervals of their areas."""
    counts = computed.counts(rows)
    auc, average = areas(rows)
    if prevalence is not None:
        # The interval is for the prevalence of the rows, so it does not go with the moved curve.
        average = Area(curves.at_prevalence(counts, prevalence).average_precision)
    return memory.memo(
        "curves",
        rows.key,
        prevalence,
        make=lambda: model_curves(rows.model, counts, auc=auc, average_precision=average, prevalence=prevalence),
    )


def areas(rows: BinaryView) -> tuple[Area, Area]:
    """Return AUC with DeLong's interval on the logit scale, and average precision with the bootstrap's."""
    auc, found = curves.auc_interval_from_counts(computed.counts(rows)), resampled(rows)
    average = found.average_precision
    return Area(auc.auc, auc.logit_low, auc.logit_high), Area(average.value, average.low, average.high)


def resampled(rows: BinaryView) -> curves.BootstrapCurves:
    """Return the bootstrap intervals of areas and crossings, drawn once a session."""
    counts = computed.counts(rows)

    def make() -> curves.BootstrapCurves:
        with progress.asked_progress(progress.REPLICATES) as told:
            rng = np.random.default_rng(progress.SEED)
            return curves.bootstrap_curves(counts, n_replicates=progress.REPLICATES, rng=rng, progress=told)

    return memory.memo("bootstrap", rows.key, make=make)


def overlays(rows: BinaryView, chosen: Options) -> list[Overlay]:
    """Return the lines asked for in the options, all for the chosen model."""
    found: list[Overlay] = []
    if chosen.bands:
        found += _bands(rows)
    if chosen.hull:
        corner = curves.roc_convex_hull(curves.roc_curve(computed.counts(rows)))
        found.append(Overlay("roc", corner.fpr, corner.tpr, _("convex hull"), dash="dash", legend=True))
    if chosen.ties != "together":
        fpr, tpr = curves.tie_line(curves.roc_curve(computed.counts(rows)), chosen.ties)
        kept = curves.thin(fpr, tpr)
        found.append(
            Overlay("roc", fpr[kept], tpr[kept], _(TIES[chosen.ties]), colour=TIE_COLOUR, dash="solid", legend=True)
        )
    return found + _iso_lines(rows, chosen.iso, chosen.baseline)


def bands(rows: BinaryView) -> tuple[curves.RocBand, curves.PrecisionRecallBand]:
    """Return the bootstrap bands of both curves, drawn once a session."""

    def make() -> tuple[curves.RocBand, curves.PrecisionRecallBand]:
        counts = computed.counts(rows)
        with progress.asked_progress(progress.REPLICATES) as told:
            rng = np.random.default_rng(progress.SEED)
            roc = curves.roc_band(counts, n_replicates=progress.REPLICATES, rng=rng, progress=told)
            return roc, curves.precision_recall_band(counts, n_replicates=progress.REPLICATES, rng=rng, progress=told)

    return memory.memo("bands", rows.key, make=make)


def _bands(rows: BinaryView) -> list[Overlay]:
    (roc, pr), name = bands(rows), _("95 % band")
    return [
        Overlay("roc", *_around(roc.fpr, roc.low, roc.high), name, colour=BAND_COLOUR, fill=True),
        Overlay("pr", *_around(pr.recall, pr.low, pr.high), name, colour=BAND_COLOUR, fill=True),
    ]


def _around(x: np.ndarray, low: np.ndarray, high: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the outline of a band, there along its lower and back along its upper edge."""
    inside = np.isfinite(low) & np.isfinite(high)
    return np.append(x[inside], x[inside][::-1]), np.append(low[inside], high[inside][::-1])


def _iso_lines(rows: BinaryView, kind: str, prevalence: float) -> list[Overlay]:
    if kind == "f1":
        lines = [(level, curves.iso_f_beta(level)) for level in LEVELS]
        return [_iso("pr", np.column_stack([iso.recall, iso.precision]), "F1", "F1", level) for level, iso in lines]
    if kind not in ("accuracy", "precision", "cost") or not 0 < prevalence < 1:
        return []
    if kind == "cost":
        return _iso_costs(own_costs.mistakes(rows), prevalence, _(ISO_LINES[kind]))
    of = curves.iso_accuracy if kind == "accuracy" else curves.iso_precision
    ends = [(level, of(prevalence, level).ends()) for level in LEVELS]
    name, symbol = _(ISO_LINES[kind]), {"accuracy": "ACC", "precision": "P"}[kind]
    return [_iso("roc", end, name, symbol, level) for level, end in ends if len(end)]


def _iso(panel: Literal["roc", "pr"], points: np.ndarray, name: str, symbol: str, level: float) -> Overlay:
    """Return a line of equal worth with its value at its end; its dash is not that of the line of chance."""
    x, y = points.T
    return Overlay(panel, x, y, f"{name} {level:.4g}", dash="longdashdot", label=f"{symbol} = {level:.4g}")


def _iso_costs(of_mistakes: tuple[float, float] | None, prevalence: float, name: str) -> list[Overlay]:
    """Return lines of equal cost at the costs of the page of costs: shares of what the cheaper trivial rule costs."""
    if of_mistakes is None:
        return []
    fn, fp = of_mistakes
    trivial = min(prevalence * fn, (1 - prevalence) * fp)
    if trivial <= 0:
        return []
    levels = [share * trivial for share in LEVELS]
    ends = [(cost, curves.iso_cost(prevalence, cost, cost_fn=fn, cost_fp=fp).ends()) for cost in levels]
    return [_iso("roc", end, name, name, cost) for cost, end in ends if len(end)]


def figure(rows: BinaryView, t: float, chosen: Options) -> Callable[..., go.Figure]:
    """Return what draws the linked figure of all models: all it needs is gathered, so it may run outside the script."""
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
        ),
        threshold=t,
        words=words.curves(rows),
    )


def alt(rows: BinaryView, t: float, chosen: Options) -> str:
    """Describe the figure to a screen reader, with the areas of what is drawn."""
    mine = drawn(rows, chosen.prevalence)
    values = {
        "t": shown(t),
        "model": rows.model,
        "auc": number(mine.auc.value),
        "ap": number(mine.average_precision.value),
    }
    if chosen.show == "det":
        cm = computed.counts(rows).at(t)
        return _(
            "DET curve with the operating point at threshold {t}: false negative rate {fnr}, false positive rate "
            "{fpr}. {model}: equal error rate {rate}.",
            t=shown(t),
            fnr=number(float(metrics.fnr(cm))),
            fpr=number(float(metrics.fpr(cm))),
            model=rows.model,
            rate=number(mine.equal_error_rate),
        )
    if chosen.prevalence is None:
        return _(
            "ROC and P-R curves with the operating point at threshold {t}. {model}: AUC {auc}, average precision {ap}.",
            **values,
        )
    return _(
        "ROC and P-R curves with the operating point at threshold {t}. {model}: AUC {auc}, average precision {ap} at a "
        "prevalence of {prevalence}.",
        prevalence=f"{chosen.prevalence:.4g}",
        **values,
    )
