"""The areas and special points of one model, each with the convention it follows."""

from __future__ import annotations

import math
from typing import NamedTuple

import pandas as pd
import streamlit as st

from evalcore import curves
from evalcore.counts import ThresholdCounts
from evalcore.errors import Message
from evalcore.predictions import BinaryView
from ui.curves import figure
from ui.curves.readings import equal_error_place
from ui.session import computed, files
from ui.shared import tables
from ui.shared.numbers import UNDEFINED, count, interval, number
from ui.shared.numbers import threshold as shown
from ui.shared.text import _, say

MAX_FPR = 0.1


class Area(NamedTuple):
    """A line of the table: what a number is or between which two it lies, how it is made, and why it is missing."""

    name: str
    value: float | tuple[float, float]
    how: str
    reason: Message | None

    @property
    def written(self) -> str:
        """Write the value or the interval as it stands on the screen."""
        return interval(*self.value) if isinstance(self.value, tuple) else number(self.value)

    @property
    def in_full(self) -> tuple[float, float, float]:
        """Return the value and both ends of the interval with all their digits, nan for what it has not."""
        return (math.nan, *self.value) if isinstance(self.value, tuple) else (self.value, math.nan, math.nan)


def show(rows: BinaryView) -> None:
    """Show the areas and special points of the chosen model, and offer them as CSV."""
    counts = computed.counts(rows)
    found = [*_of_auc(counts), *_of_roc(counts), *_of_precision_recall(counts), _equal_error_rate(counts)]
    table = [(area.name, area.written, _said(area)) for area in found]
    tables.show(pd.DataFrame(table, columns=[_("measure"), _("value"), _("how")]), alt=_("Areas and special points"))
    for warning in curves.auc_interval_from_counts(counts).warnings:
        st.caption(say(warning))
    st.caption(
        _("AUC comes with an interval here, AP in the legend; the other numbers describe these rows and have none.")
    )
    note = curves.thinned_note(figure.drawn(rows, None).roc.x.size, curves.roc_curve(counts).fpr.size)
    if note is not None:
        st.caption(say(note))
        st.caption(_("All numbers come from all points."))
    in_full = [(area.name, *area.in_full, _said(area)) for area in found]
    frame = pd.DataFrame(in_full, columns=["measure", "value", "low", "high", "how"])
    frame = frame.assign(**files.about(rows))
    tables.offer(frame, label=_("Table as CSV"), name=files.name("areas", rows.model))


def _said(area: Area) -> str:
    return say(area.reason) if area.written == UNDEFINED and area.reason is not None else area.how


def _of_auc(counts: ThresholdCounts) -> list[Area]:
    """Return the AUC by each of its definitions, and its intervals."""
    roc, pairs, auc = curves.roc_curve(counts), curves.pair_order(counts), curves.auc_interval_from_counts(counts)
    by_ranks = curves.auc_by_rank_sum(counts)
    title = _("AUC, 95 % interval")
    return [
        Area("AUC", roc.auc, _("trapezoids, a tie being one of them (2.20)"), roc.reason),
        Area("AUC", pairs.auc, _pairs_said(pairs), roc.reason),
        Area("AUC", by_ranks, _("from the sum of the positives' ranks"), roc.reason),
        Area(title, (auc.newcombe_low, auc.newcombe_high), _("Newcombe's method 5"), auc.reason),
        Area(title, (auc.logit_low, auc.logit_high), _("DeLong, on the logit scale"), auc.reason),
        Area(title, (auc.low, auc.high), _("DeLong, plain"), auc.reason),
    ]


def _of_roc(counts: ThresholdCounts) -> list[Area]:
    """Return what else the ROC plane has areas of."""
    roc = curves.roc_curve(counts)
    hull, part = curves.roc_convex_hull(roc), curves.partial_auc(roc, MAX_FPR)
    of_pairs = _("share of pairs in the wrong order, ties half (2.21)")
    corrected = _("partial area, McClish's correction: 0.5 is chance")
    return [
        Area("ℓ_rank", curves.rank_loss(counts), of_pairs, roc.reason),
        Area(_("AUC, FPR ≤ {most}", most=MAX_FPR), part, corrected, roc.reason),
        Area(_("AUC of the hull"), hull.auc, _("best mixtures of thresholds"), hull.reason),
    ]


def _of_precision_recall(counts: ThresholdCounts) -> list[Area]:
    """Return the areas below the P-R curve, and its break-even point."""
    pr, curved = curves.precision_recall_curve(counts), curves.davis_goadrich(counts)
    straight = curves.trapezoid_area(pr)
    place = say(pr.break_even_note) if pr.break_even_note else _("at t = {t}", t=shown(pr.break_even_threshold, counts))
    return [
        Area("AP", pr.average_precision, _("steps; the default for the P-R area"), pr.reason),
        Area(_("P-R area"), curved.area, _("Davis and Goadrich's interpolation"), curved.reason),
        Area(_("P-R area"), straight, _("straight lines: wrong in the P-R plane"), pr.reason),
        Area(_("break-even point"), pr.break_even_point, place, pr.reason),
    ]


def _equal_error_rate(counts: ThresholdCounts) -> Area:
    det = curves.det_curve(counts)
    return Area(_("equal error rate"), det.equal_error_rate, equal_error_place(det, counts), det.reason)


def _pairs_said(pairs: curves.PairOrder) -> str:
    return _(
        "pairs: {wrong} wrong and {tied} tied of {pairs}",
        wrong=count(pairs.wrong),
        tied=count(pairs.tied),
        pairs=count(pairs.pairs),
    )
