"""The areas and special points of one model, each with the convention it follows."""

from __future__ import annotations

from typing import NamedTuple

import pandas as pd
import streamlit as st

from evalcore import curves
from evalcore.counts import ThresholdCounts
from evalcore.errors import Message
from evalcore.predictions import BinaryView
from ui.curves import figure
from ui.curves.readings import equal_error_place
from ui.session import computed
from ui.shared import tables
from ui.shared.numbers import UNDEFINED, count, interval, number
from ui.shared.numbers import threshold as shown
from ui.shared.text import _, say

MAX_FPR = 0.1


class Area(NamedTuple):
    """A line of the table: what a number is, how it is made, and why it is missing where it is."""

    name: str
    value: str
    how: str
    reason: Message | None


def show(rows: BinaryView) -> None:
    """Show the areas and special points of the chosen model, and offer them as CSV."""
    counts = computed.counts(rows)
    found = [*_of_auc(counts), *_of_roc(counts), *_of_precision_recall(counts), _equal_error_rate(counts)]
    table = [(area.name, area.value, _said(area)) for area in found]
    frame = pd.DataFrame(table, columns=[_("measure"), _("value"), _("how")])
    tables.show(frame, alt=_("Areas and special points"))
    for warning in curves.auc_interval_from_counts(counts).warnings:
        st.caption(say(warning))
    st.caption(
        _("AUC comes with an interval here, AP in the legend; the other numbers describe these rows and have none.")
    )
    note = curves.thinned_note(figure.drawn(rows, None).roc.x.size, curves.roc_curve(counts).fpr.size)
    if note is not None:
        st.caption(say(note))
        st.caption(_("All numbers come from all points."))
    tables.offer(frame, label=_("Table as CSV"), name="areas")


def _said(area: Area) -> str:
    return say(area.reason) if area.value == UNDEFINED and area.reason is not None else area.how


def _of_auc(counts: ThresholdCounts) -> list[Area]:
    """Return the AUC by each of its definitions, and its intervals."""
    roc, pairs, auc = curves.roc_curve(counts), curves.pair_order(counts), curves.auc_interval_from_counts(counts)
    by_ranks = curves.auc_by_rank_sum(counts)
    title = _("AUC, 95 % interval")
    return [
        Area("AUC", number(roc.auc, 6), _("trapezoids, a tie being one of them (2.20)"), roc.reason),
        Area("AUC", number(pairs.auc, 6), _pairs_said(pairs), roc.reason),
        Area("AUC", number(by_ranks, 6), _("from the sum of the positives' ranks"), roc.reason),
        Area(title, interval(auc.logit_low, auc.logit_high), _("DeLong, on the logit scale"), auc.reason),
        Area(title, interval(auc.low, auc.high), _("DeLong, plain"), auc.reason),
    ]


def _of_roc(counts: ThresholdCounts) -> list[Area]:
    """Return what else the ROC plane has areas of."""
    roc = curves.roc_curve(counts)
    hull, part = curves.roc_convex_hull(roc), curves.partial_auc(roc, MAX_FPR)
    of_pairs = _("share of pairs in the wrong order, ties half (2.21)")
    corrected = _("partial area, McClish's correction: .5 is chance")
    return [
        Area("ℓ_rank", number(curves.rank_loss(counts), 6), of_pairs, roc.reason),
        Area(_("AUC, FPR ≤ {most}", most=MAX_FPR), number(part, 6), corrected, roc.reason),
        Area(_("AUC of the hull"), number(hull.auc, 6), _("best mixtures of thresholds"), hull.reason),
    ]


def _of_precision_recall(counts: ThresholdCounts) -> list[Area]:
    """Return the areas below the P-R curve, and its break-even point."""
    pr, curved = curves.precision_recall_curve(counts), curves.davis_goadrich(counts)
    straight = curves.trapezoid_area(pr)
    place = say(pr.break_even_note) if pr.break_even_note else _("at t = {t}", t=shown(pr.break_even_threshold))
    return [
        Area("AP", number(pr.average_precision, 6), _("steps; the default for the P-R area"), pr.reason),
        Area(_("P-R area"), number(curved.area, 6), _("Davis and Goadrich's interpolation"), curved.reason),
        Area(_("P-R area"), number(straight, 6), _("straight lines: wrong in the P-R plane"), pr.reason),
        Area(_("break-even point"), number(pr.break_even_point), place, pr.reason),
    ]


def _equal_error_rate(counts: ThresholdCounts) -> Area:
    det = curves.det_curve(counts)
    return Area(_("equal error rate"), number(det.equal_error_rate), equal_error_place(det), det.reason)


def _pairs_said(pairs: curves.PairOrder) -> str:
    return _(
        "pairs: {wrong} wrong and {tied} tied of {pairs}",
        wrong=count(pairs.wrong),
        tied=count(pairs.tied),
        pairs=count(pairs.pairs),
    )
