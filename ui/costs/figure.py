"""What the page of costs draws: lines, envelopes and the ways of choosing a threshold, beside the ROC plane."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from evalcore import costs
from evalcore.figures.costs.figure import CostWords, Shown, costs_figure
from evalcore.predictions import BinaryView
from evalcore.views.costs import (
    CostLines,
    Plane,
    conditions,
    cost_lines,
    operating_lines,
    plane_of_money,
    plane_of_shares,
)
from evalcore.views.threshold import ThresholdView, default_threshold, threshold_view, with_steps
from ui.costs import controls as cost_setting
from ui.costs.controls import CASES, Priced, Setting, is_known
from ui.frame import models
from ui.live import progress, words
from ui.session import computed, memory
from ui.session.loaded import LABELS
from ui.shared import controls
from ui.shared.numbers import UNDEFINED, number, price, share
from ui.shared.text import N_, _, say

# Ways of choosing a threshold for each condition; the area below is what each costs, all conditions being as likely.
WAYS = {
    "fixed": N_("the same t always"),
    "score_driven": N_("t = 1 − P(+)cost, as calibrated scores would have it"),
    "rate_driven": N_("the class-balanced share predicted positive follows P(+)cost"),
    "optimal": N_("the best t for each condition (the envelope)"),
}
CURVES = {"score_driven": costs.score_driven_cost, "rate_driven": costs.rate_driven_cost}
MOVED = {"costs": N_("what a miss costs"), "prevalence": N_("the prevalence")}
UNITS = {"shares": N_("P(+)cost and normalised cost"), "money": N_("prevalence and money")}
GRID = np.linspace(0, 1, 401)


@dataclass(frozen=True)
class Options:
    """What the reader has chosen to see."""

    ways: frozenset[str] = frozenset()
    band: bool = False
    span: bool = False
    zoom: bool = False
    money: bool = False
    by_prevalence: bool = False


def options(rows: BinaryView, setting: Setting) -> Options:
    """Ask what follows when the operating condition is dragged, which areas are shaded, and in which units."""
    row = st.container(horizontal=True)
    with row, st.popover(_("Options"), icon=":material/tune:"):
        units = controls.choice(
            _("Units of the cost plane"),
            UNITS,
            key="cost_units",
            help=_(
                "In money the costs stay as they are, and every line shows what 1,000 cases cost at each prevalence."
            ),
        )
        zoom = st.toggle(_("Enlarge the part with the envelopes"), key="way_zoom")
        changes = controls.choice(
            _("Dragging the condition changes"),
            MOVED,
            key="condition_changes",
            disabled=units == "money",
            help=_("One P(+)cost stands for many pairs of costs and prevalence; this says which of them moves."),
        )
        st.markdown(_("**Shade what a way of choosing t costs**"))
        # In money these two have no curve of their own, and no area.
        bare = {"fixed", "optimal"} if units == "money" else set()
        ways = frozenset(
            way for way, name in WAYS.items() if st.toggle(_(name), key=f"way_{way}", disabled=way in bare)
        )
        st.markdown(_("**Uncertainty**"))
        band = st.toggle(
            _("95 % band of the envelope"),
            key="way_band",
            help=_("Bootstrap, stratified, point by point, for the chosen model."),
        )
        span = st.toggle(
            _("Shade the range of conditions"), key="way_span", help=_("The range is set below, with its threshold.")
        )
    with row, st.popover(_("Right decisions"), icon=":material/check_circle:"):
        cost_setting.right_decisions(rows, setting)
    return Options(ways, band, span, zoom, units == "money", units == "money" or changes == "prevalence")


def lines(rows: Priced) -> CostLines:
    """Return one model's lines, thinned for drawing."""
    return memory.memo("cost lines", rows.key, make=lambda: cost_lines(rows.rows.model, rows.counts))


def curve(rows: Priced) -> costs.CostCurve:
    """Return one model's cost curve."""
    return memory.memo("cost curve", rows.key, make=lambda: costs.cost_curve(rows.counts))


def best(rows: Priced, setting: Setting) -> costs.ThresholdChoice:
    """Return the best threshold under the setting."""
    return memory.memo(
        "best threshold", rows.key, setting, make=lambda: costs.best_threshold(rows.counts, **setting.options)
    )


def areas(rows: Priced) -> costs.ChoiceAreas:
    """Return the areas of the ways of choosing a threshold; that of a fixed one depends on it and is not for use."""
    return memory.memo("cost areas", rows.key, make=lambda: costs.choice_areas(rows.counts, np.inf))


def _view(rows: Priced, special: tuple[float, float]) -> ThresholdView:
    if rows.amounts is None:
        return computed.view(rows.rows, special)
    whole = memory.memo("cost view", rows.key, make=lambda: threshold_view(rows.counts))
    return with_steps(whole, rows.counts, special)


def notes(rows: Priced, setting: Setting, chosen: Options) -> None:
    """Say why something that was asked for is not drawn."""
    reasons = []
    if "score_driven" in chosen.ways:
        reasons.append(areas(rows).score_reason)
    if chosen.band:
        reasons += [_band(rows).reason, *_band(rows).warnings]
    for reason in reasons:
        if reason is not None:
            st.caption(say(reason))
    if chosen.money and not (setting.matrix.excess_fn > 0 and setting.matrix.excess_fp > 0):
        st.caption(
            _("One kind of mistake costs nothing, so every prevalence has the same P(+)cost; the plane stays as it is.")
        )
    if setting.replaces is not None and models.label_points():
        st.caption(_("Models of labels are left out: their matrix counts rows, not amounts."))


def figure(rows: Priced, t: float, setting: Setting, chosen: Options) -> Callable[..., go.Figure]:
    """Return what draws both planes: all it needs is gathered, so it may run outside the script."""
    view = _view(rows, (default_threshold(computed.counts(rows.rows)), t))
    scored = models.all_scored()
    drawn = [lines(cost_setting.priced(one, setting.replaces)) for one in scored]
    x = setting.condition if is_known(setting) else 0.5
    plane = _plane(drawn, setting, chosen)
    return partial(
        costs_figure,
        view,
        operating_lines(view.steps),
        drawn,
        conditions(curve(rows), special=[x], plane=plane),
        threshold=t,
        condition=x,
        chosen=[one.model for one in scored].index(rows.rows.model),
        shown=_shown(rows, setting, chosen, plane),
        words=_words(rows, plane),
        known=is_known(setting),
    )


def _plane(models: list[CostLines], setting: Setting, chosen: Options) -> Plane:
    if not chosen.money:
        return plane_of_shares(models, zoom=chosen.zoom)
    near = setting.prevalence if chosen.zoom else None
    found = plane_of_money(models, setting.matrix, cases=CASES, zoom=near)
    return plane_of_shares(models, zoom=chosen.zoom) if found is None else found


def _shown(rows: Priced, setting: Setting, chosen: Options, plane: Plane) -> Shown:
    """Return what is drawn besides lines and envelopes."""
    # An area in the plane of money is no area of these: all prevalences would count the same instead.
    in_shares = plane.ratio is None
    further = [
        (_(WAYS[way]), GRID, cost(rows.counts, GRID), float(getattr(areas(rows), way)) if in_shares else np.nan)
        for way, cost in CURVES.items()
        if way in chosen.ways
    ]
    # Labels have a matrix of rows, not of amounts.
    points = models.label_points() if setting.replaces is None else []
    labels = [(f"{p.name}{LABELS}", [0, 1], [p.fpr, 1 - p.tpr], np.nan) for p in points]
    span = cost_setting.span() if chosen.span else None
    return Shown(
        plane=plane,
        curves=[*labels, *further],
        band=_outline(_band(rows)) if chosen.band else None,
        span=(span.low, span.high) if isinstance(span, costs.OperatingRange) else None,
        shaded=chosen.ways if in_shares else frozenset(),
    )


def _band(rows: Priced) -> costs.EnvelopeBand:
    """Return the envelope's bootstrap band."""

    def make() -> costs.EnvelopeBand:
        with progress.asked_progress(progress.REPLICATES) as told:
            rng = np.random.default_rng(progress.SEED)
            return costs.envelope_band(rows.drawn_from, n_replicates=progress.REPLICATES, rng=rng, progress=told)

    return memory.memo("envelope band", rows.key, make=make)


def _outline(found: costs.EnvelopeBand) -> tuple[np.ndarray, np.ndarray] | None:
    """Return the outline of a band; None where there is none."""
    if found.reason is not None:
        return None
    return np.append(found.x, found.x[::-1]), np.append(found.low, found.high[::-1])


def alt(rows: Priced, t: float, setting: Setting) -> str:
    """Describe the figure to a screen reader."""
    found = best(rows, setting)
    return _(
        "Cost plane and ROC plane at threshold {t} and P(+)cost {x}; the best threshold there is {best}, with "
        "normalised cost {cost}.",
        t=f"{t:g}",
        x=share(setting.condition),
        best=UNDEFINED if np.isnan(found.threshold) else f"{found.threshold:g}",
        cost=number(found.normalized_cost),
    )


def caption(rows: Priced, t: float, setting: Setting) -> str:
    """Say what an exported figure shows, and of what."""
    matrix = setting.matrix
    said = _(
        "cost(FN) {fn}, cost(FP) {fp}, cost(TP) {tp}, cost(TN) {tn}, prevalence at deployment {p}.",
        fn=price(matrix.cost_fn),
        fp=price(matrix.cost_fp),
        tp=price(matrix.cost_tp),
        tn=price(matrix.cost_tn),
        p=share(setting.prevalence),
    )
    if setting.replaces is not None:
        counted = _(
            "cost({cell}) is the mean of the rows' amounts, by which they are counted.", cell=setting.replaces.upper()
        )
        said = f"{said} {counted}"
    at_first = _("As it stood when it was saved; the sliders move on from there:")
    return f"{words.source(rows.rows)} {said} {at_first} {alt(rows, t, setting)}"


def _words(rows: Priced, plane: Plane) -> CostWords:
    """Return the words of the figure in the language of the session."""
    in_shares, by = plane.ratio is None, None if rows.amounts is None else rows.amounts.replaces
    never, always = words.rules(rows.rows)
    return CostWords(
        **vars(words.threshold(rows.rows)),
        across=_("P(+)cost") if in_shares else _("prevalence at deployment"),
        up=_("normalised cost") if in_shares else _("cost of 1,000 cases"),
        fpr=_("false positive rate, by amount") if by == "fp" else _("false positive rate"),
        tpr=_("true positive rate, by amount") if by == "fn" else _("true positive rate"),
        always_negative=never,
        always_positive=always,
        # Areas are those of the plane of shares, where every P(+)cost counts the same.
        envelope=_("{name}   area under the envelope {area}") if in_shares else "{name}",
        condition=_("operating condition P(+)cost") if in_shares else _("prevalence at deployment"),
        best_here=_("best here: t = {t}, normalised cost {cost}")
        if in_shares
        else _("best here: t = {t}, 1,000 cases cost {cost}"),
        current=_("line of t: from FPR {fpr} to FNR {fnr}, area below {area}")
        if in_shares
        else _("line of t: from FPR {fpr} to FNR {fnr}"),
        line=_("t = {t}: FPR {fpr}, FNR {fnr}"),
        best_from_to=_("best for P(+)cost in [{low}, {high}]")
        if in_shares
        else _("best for a prevalence in [{low}, {high}]"),
        never_best=_("best nowhere"),
        area=_("{name}   area {area}"),
    )
