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
from ui.frame import groups
from ui.session import computed, fields, looked_at, prevalence
from ui.session import costs as own_costs
from ui.session.choices import Choice, register
from ui.shared import controls
from ui.shared.numbers import number
from ui.shared.text import N_, _, remark

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
STEP = register(Choice("curves_step", default=0.0, low=0.0, high=MOST_STEPS, called=N_("Rows taken so far")))
# What the address repeats.
CHOICES = (
    *(_SHOW, _AREA, _EQUAL_ERROR, _BREAK_EVEN, _CORNERS, _HULL, _BANDS, _ISO, _TIE_LINE),
    *(_MOVED, _PREVALENCE, _SHARE_OF, BUILT_TIES, LECTURE, STEP),
    *looked_at.CHOICES,
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
    fields.pick(_SHOW, VIEWS, _("Plane"))


def chosen(rows: BinaryView) -> Options:
    """Return what is chosen, also where the drawer that asks for it is closed."""
    of_rows, now = computed.counts(rows).prevalence, st.session_state
    opening = controls.fitted(of_rows, *PREVALENCES, digits=4)
    moved = float(now.get(_PREVALENCE.key, opening)) if now.get(_MOVED.key) else None
    return Options(
        show=now.get(_SHOW.key, _SHOW.default),
        area=fields.is_set(_AREA),
        equal_error=fields.is_set(_EQUAL_ERROR),
        break_even=fields.is_set(_BREAK_EVEN),
        corners=fields.is_set(_CORNERS),
        share_of=now.get(_SHARE_OF.key, _SHARE_OF.default),
        hull=fields.is_set(_HULL),
        bands=fields.is_set(_BANDS),
        iso=now.get(_ISO.key, _ISO.default),
        ties=now.get(_TIE_LINE.key, _TIE_LINE.default),
        prevalence=moved,
        baseline=of_rows if moved is None else moved,
    )


def options(rows: BinaryView) -> None:
    """Ask which rows to look at, which lines and points to draw, and what the matrix takes shares of."""
    groups.options(rows)
    _points()
    fields.flag(
        _HULL,
        _("Convex hull of ROC"),
        _("What mixing two thresholds by chance could reach."),
        term="convex-hull",
    )
    fields.flag(_BANDS, _("95% bands"), _("Bootstrap, stratified, point by point, for the chosen model."))
    _iso_lines(rows)
    _ties(rows)
    _prevalence(computed.counts(rows).prevalence)
    controls.shares(key=_SHARE_OF.key)


def _points() -> None:
    fields.flag(
        _AREA,
        _("Shade the area under ROC"),
        _("AUC, of the chosen model: the share of pairs of a positive and a negative in the right order."),
        term="auc",
    )
    fields.flag(
        _EQUAL_ERROR,
        _("Equal error point"),
        _("Where as large a share of the positives is missed as of the negatives raises an alarm: FPR = FNR."),
    )
    fields.flag(
        _BREAK_EVEN,
        _("Break-even point"),
        _("Where precision and recall are equal, P = R: as many rows are predicted positive as are positive."),
        term="break-even-point",
    )
    fields.flag(
        _CORNERS, _("Corners of ROC"), _("What a classifier does that stands at (0, 0), (1, 1), (0, 1) or (1, 0).")
    )


def _iso_lines(rows: BinaryView) -> None:
    iso = fields.one_of(
        _ISO,
        ISO_LINES,
        _("Lines of equal …"),
        _("All points of a line are equally good by this measure."),
    )
    if iso == "cost" and own_costs.mistakes(rows) is None:
        remark("Say on the page of costs what a miss and a false alarm cost: until then no line is drawn.")


def _ties(rows: BinaryView) -> None:
    ties = fields.one_of(
        _TIE_LINE,
        TIES,
        _("Compare with tied scores"),
        _("Together is right; with either class first the area depends on the order of the rows."),
        term="tie",
    )
    if ties != "together":
        pairs = computed.of_counts(rows, curves.pair_order)
        other = pairs.auc_optimistic if ties == "optimistic" else pairs.auc_pessimistic
        remark("AUC {other} instead of {auc}.", other=number(other), auc=number(pairs.auc))


def _prevalence(of_rows: float) -> None:
    """Ask for another prevalence than that of the rows."""
    moved = fields.flag(
        _MOVED,
        _("Another prevalence at deployment"),
        _("Precision depends on how rare the positives are where the model is used; ROC does not."),
        term="precision",
    )
    if not moved:
        return
    controls.seed(_PREVALENCE.key, controls.fitted(of_rows, *PREVALENCES, digits=4))
    # Above the field: below it the drawer ends.
    prevalence.answer(_PREVALENCE)
    prevalence.ask(_PREVALENCE, _("Prevalence"), _("Share of positives where the model is used."))
