"""What the page of curves asks for: which plane, and which lines are drawn in it besides the curves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

import streamlit as st

from evalcore import curves
from evalcore.curves.order import Ties
from evalcore.figures.curves.figure import View
from evalcore.predictions import BinaryView
from evalcore.views.isolines import Measure
from ui.session import computed
from ui.session import costs as own_costs
from ui.shared import controls
from ui.shared.numbers import number
from ui.shared.text import N_, _

Iso: TypeAlias = Literal["none"] | Measure
VIEWS: dict[View, str] = {"roc_pr": N_("ROC and P-R"), "det": N_("DET")}
ISO_LINES: dict[Iso, str] = {
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
PREVALENCES = (0.0001, 0.9999)  # what the field of another prevalence takes


@dataclass(frozen=True)
class Options:
    """What the reader has chosen to see; `prevalence` is None while it is that of the rows."""

    show: View
    hull: bool
    bands: bool
    iso: Iso
    ties: Ties
    prevalence: float | None
    baseline: float


def options(rows: BinaryView) -> Options:
    """Ask which plane and which lines to draw."""
    of_rows = computed.counts(rows).prevalence
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
            iso, ties, moved = _iso_lines(rows), _ties(rows), _prevalence(of_rows)
    return Options(show, hull, bands, iso, ties, moved, of_rows if moved is None else moved)


def _iso_lines(rows: BinaryView) -> Iso:
    iso = st.selectbox(
        _("Lines of equal …"),
        list(ISO_LINES),
        format_func=lambda key: _(ISO_LINES[key]),
        key="curves_iso",
        help=_("All points of a line are equally good by this measure."),
    )
    if iso == "cost" and own_costs.mistakes(rows) is None:
        st.caption(_("Say on the page of costs what a miss and a false alarm cost: until then no line is drawn."))
    return iso


def _ties(rows: BinaryView) -> Ties:
    ties = st.selectbox(
        _("Compare with tied scores"),
        list(TIES),
        format_func=lambda key: _(TIES[key]),
        key="curves_tie_line",
        help=_("Together is right; with either class first the area depends on the order of the rows."),
    )
    if ties != "together":
        pairs = curves.pair_order(computed.counts(rows))
        other = pairs.auc_optimistic if ties == "optimistic" else pairs.auc_pessimistic
        st.caption(_("AUC {other} instead of {auc}.", other=number(other), auc=number(pairs.auc)))
    return ties


def _prevalence(of_rows: float) -> float | None:
    """Ask for another prevalence than that of the rows; None while there is none."""
    if not st.toggle(
        _("Another prevalence at deployment"),
        key="curves_moved",
        help=_("Precision depends on how rare the positives are where the model is used; ROC does not."),
    ):
        return None
    controls.seed("curves_prevalence", controls.fitted(of_rows, *PREVALENCES, digits=4))
    return st.number_input(
        _("Prevalence"),
        *PREVALENCES,
        step=0.01,
        format="%.4g",
        key="curves_prevalence",
        help=_("Share of positives where the model is used."),
    )
