"""What the page of curves asks for: which plane, and which lines are drawn in it besides the curves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

import streamlit as st

from evalcore import curves
from evalcore.curves.order import Ties
from evalcore.figures.curves.figure import View
from evalcore.figures.parts.cells import ShareOf
from evalcore.predictions import BinaryView
from evalcore.views.isolines import Measure
from ui.session import computed
from ui.session import costs as own_costs
from ui.session.choices import Choice, register
from ui.shared import controls, terms
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
# For so many rows the curves are built step by step.
MOST_STEPS = 60
PREVALENCES = (0.0001, 0.9999)  # what the field of another prevalence takes

_SHOW = register(Choice("curves_show", default="roc_pr", options=tuple(VIEWS)))
_HULL = register(Choice("curves_hull", default=False, is_flag=True))
_BANDS = register(Choice("curves_bands", default=False, is_flag=True))
_AREA = register(Choice("curves_area", default=False, is_flag=True))
_EQUAL_ERROR = register(Choice("curves_equal_error", default=False, is_flag=True))
_BREAK_EVEN = register(Choice("curves_break_even", default=False, is_flag=True))
_CORNERS = register(Choice("curves_corners", default=False, is_flag=True))
_SHARE_OF = register(Choice("shares", default="row", options=tuple(controls.SHARES)))
_ISO = register(Choice("curves_iso", default="none", options=tuple(ISO_LINES)))
_TIE_LINE = register(Choice("curves_tie_line", default="together", options=tuple(TIES)))
_MOVED = register(Choice("curves_moved", default=False, is_flag=True))
_PREVALENCE = register(Choice("curves_prevalence", low=PREVALENCES[0], high=PREVALENCES[1]))
# Of the curves built row after row: of tied scores which row comes first, of many rows the lecture's instead, the step.
BUILT_TIES = register(Choice("curves_ties", default="together", options=tuple(TIES), of_reader=True))
LECTURE = register(Choice("curves_lecture", default=False, is_flag=True, of_reader=True))
STEP = register(Choice("curves_step", default=0.0, low=0.0, high=MOST_STEPS))
# What the address repeats.
CHOICES = (
    *(_SHOW, _AREA, _EQUAL_ERROR, _BREAK_EVEN, _CORNERS, _HULL, _BANDS, _ISO, _TIE_LINE),
    *(_MOVED, _PREVALENCE, _SHARE_OF, BUILT_TIES, LECTURE, STEP),
)


@dataclass(frozen=True)
class Options:
    """What the reader has chosen to see; `prevalence` is None while it is that of the rows."""

    show: View
    area: bool
    equal_error: bool
    break_even: bool
    corners: bool
    share_of: ShareOf
    hull: bool
    bands: bool
    iso: Iso
    ties: Ties
    prevalence: float | None
    baseline: float


def row() -> None:
    """Ask which plane to draw."""
    controls.choice(_("Plane"), VIEWS, key=_SHOW.key, label_visibility="collapsed")


def chosen(rows: BinaryView) -> Options:
    """Return what is chosen, also where the drawer that asks for it is closed."""
    of_rows, now = computed.counts(rows).prevalence, st.session_state
    opening = controls.fitted(of_rows, *PREVALENCES, digits=4)
    moved = float(now.get(_PREVALENCE.key, opening)) if now.get(_MOVED.key) else None
    return Options(
        show=now.get(_SHOW.key, _SHOW.default),
        area=bool(now.get(_AREA.key)),
        equal_error=bool(now.get(_EQUAL_ERROR.key)),
        break_even=bool(now.get(_BREAK_EVEN.key)),
        corners=bool(now.get(_CORNERS.key)),
        share_of=now.get(_SHARE_OF.key, _SHARE_OF.default),
        hull=bool(now.get(_HULL.key)),
        bands=bool(now.get(_BANDS.key)),
        iso=now.get(_ISO.key, _ISO.default),
        ties=now.get(_TIE_LINE.key, _TIE_LINE.default),
        prevalence=moved,
        baseline=of_rows if moved is None else moved,
    )


def options(rows: BinaryView) -> None:
    """Ask which lines and points to draw, and what the matrix takes shares of."""
    _points()
    st.toggle(
        _("Convex hull of ROC"),
        key=_HULL.key,
        persist_state="session",
        help=terms.explained("convex-hull", _("What mixing two thresholds by chance could reach.")),
    )
    st.toggle(
        _("95 % bands"),
        key=_BANDS.key,
        persist_state="session",
        help=_("Bootstrap, stratified, point by point, for the chosen model."),
    )
    _iso_lines(rows)
    _ties(rows)
    _prevalence(computed.counts(rows).prevalence)
    controls.shares(key=_SHARE_OF.key)


def _points() -> None:
    st.toggle(
        _("Shade the area under ROC"),
        key=_AREA.key,
        persist_state="session",
        help=terms.explained(
            "auc", _("AUC, of the chosen model: the share of pairs of a positive and a negative in the right order.")
        ),
    )
    st.toggle(
        _("Equal error point"),
        key=_EQUAL_ERROR.key,
        persist_state="session",
        help=_("Where as large a share of the positives is missed as of the negatives raises an alarm: FPR = FNR."),
    )
    st.toggle(
        _("Break-even point"),
        key=_BREAK_EVEN.key,
        persist_state="session",
        help=terms.explained(
            "break-even-point",
            _("Where precision and recall are equal, P = R: as many rows are predicted positive as are positive."),
        ),
    )
    st.toggle(
        _("Corners of ROC"),
        key=_CORNERS.key,
        persist_state="session",
        help=_("What a classifier does that stands at (0, 0), (1, 1), (0, 1) or (1, 0)."),
    )


def _iso_lines(rows: BinaryView) -> None:
    controls.seed(_ISO.key, _ISO.default)
    iso = st.selectbox(
        _("Lines of equal …"),
        list(ISO_LINES),
        format_func=lambda key: _(ISO_LINES[key]),
        key=_ISO.key,
        persist_state="session",
        help=_("All points of a line are equally good by this measure."),
    )
    if iso == "cost" and own_costs.mistakes(rows) is None:
        st.caption(_("Say on the page of costs what a miss and a false alarm cost: until then no line is drawn."))


def _ties(rows: BinaryView) -> None:
    controls.seed(_TIE_LINE.key, _TIE_LINE.default)
    ties = st.selectbox(
        _("Compare with tied scores"),
        list(TIES),
        format_func=lambda key: _(TIES[key]),
        key=_TIE_LINE.key,
        persist_state="session",
        help=terms.explained(
            "tie", _("Together is right; with either class first the area depends on the order of the rows.")
        ),
    )
    if ties != "together":
        pairs = computed.of_counts(rows, curves.pair_order)
        other = pairs.auc_optimistic if ties == "optimistic" else pairs.auc_pessimistic
        st.caption(_("AUC {other} instead of {auc}.", other=number(other), auc=number(pairs.auc)))


def _prevalence(of_rows: float) -> None:
    """Ask for another prevalence than that of the rows."""
    moved = st.toggle(
        _("Another prevalence at deployment"),
        key=_MOVED.key,
        persist_state="session",
        help=terms.explained(
            "precision", _("Precision depends on how rare the positives are where the model is used; ROC does not.")
        ),
    )
    if not moved:
        return
    controls.seed(_PREVALENCE.key, controls.fitted(of_rows, *PREVALENCES, digits=4))
    st.number_input(
        _("Prevalence"),
        *PREVALENCES,
        step=0.01,
        format="%.4g",
        key=_PREVALENCE.key,
        persist_state="session",
        help=terms.explained("prevalence", _("Share of positives where the model is used.")),
    )
