"""The areas and special points of one model, each with the convention it follows."""

from __future__ import annotations

import math
from typing import Final, NamedTuple

import pandas as pd
import streamlit as st

from evalcore import curves
from evalcore.errors import Message
from evalcore.intervals import BootstrapInterval
from evalcore.predictions import BinaryView
from ui.curves import figure
from ui.curves.figure import REPLICATES
from ui.curves.readings import equal_error_place
from ui.live import bridge
from ui.session import computed, files, memory
from ui.shared import tables
from ui.shared.numbers import UNDEFINED, count, interval, number
from ui.shared.numbers import threshold as shown
from ui.shared.text import _, remark, say, sentences, show_said

MAX_FPR = 0.1
# So many distinct scores are resampled without being asked: it takes no longer than the rest of the page.
AT_ONCE: Final = 1_000
NONE: Final = (math.nan, math.nan)


class Area(NamedTuple):
    """A line of the table: a number, between which two it lies, how it is made, and why something is missing.

    An interval of None is not meant to be there: the same number has it in another line.
    """

    name: str
    value: float
    how: str
    reason: Message | None
    interval: tuple[float, float] | None = None

    @property
    def written(self) -> tuple[str, str, str]:
        """Write value, interval and how they are made as they stand on the screen."""
        spread = "" if self.interval is None else interval(*self.interval)
        missing = math.isnan(self.value) or spread == UNDEFINED
        said = say(self.reason) if missing and self.reason is not None else self.how
        return number(self.value), spread, said

    @property
    def in_full(self) -> tuple[float, float, float]:
        """Return the value and both ends of the interval with all their digits, nan for what it has not."""
        return self.value, *(self.interval or NONE)


def show(rows: BinaryView) -> None:
    """Show the areas and special points of the chosen model, and offer them as CSV."""
    drawn = _resampled(rows)
    found = [
        *_of_auc(rows),
        *_of_roc(rows, drawn),
        *_of_precision_recall(rows, drawn),
        _equal_error(rows, drawn),
    ]
    table = [(area.name, *area.written) for area in found]
    titles = [_("measure"), _("value"), _("95% interval"), _("how")]
    tables.show(pd.DataFrame(table, columns=titles), alt=_("Areas and special points"), as_cards=bridge.is_narrow())
    _notes(rows, drawn)
    in_full = [(area.name, *area.in_full, area.written[-1]) for area in found]
    frame = pd.DataFrame(in_full, columns=["measure", "value", "low", "high", "how"])
    frame = frame.assign(**files.about(rows))
    files.offer(frame, label=_("Table as CSV"), name=files.name("areas", rows.model))


def _resampled(rows: BinaryView) -> curves.BootstrapCurves | None:
    """Return the bootstrap intervals: of few scores at once, of many when they are asked for."""
    # Rows of one case are not drawn singly: that is said at once, and costs nothing.
    if (
        rows.cases is None
        and len(computed.counts(rows)) > AT_ONCE
        and not st.toggle(
            _("Resample the rows {n} times", n=REPLICATES),
            key="curves_resampled",
            persist_state="session",
            help=_(
                "For the intervals of partial AUC, break-even point and equal error rate, and a second one of average "
                "precision."
            ),
        )
    ):
        return None
    return figure.resampled(rows)


def _notes(rows: BinaryView, drawn: curves.BootstrapCurves | None) -> None:
    """Say below the table what is wrong with an interval, and why some numbers have none."""
    auc = computed.of_counts(rows, curves.auc_interval_from_counts)
    average = computed.of_counts(rows, curves.average_precision_interval)
    show_said(*auc.robust_warnings, *auc.warnings, *average.warnings)
    if drawn is not None:
        parts = (drawn.partial_auc, drawn.average_precision, drawn.break_even_point, drawn.equal_error_rate)
        reasons = [part.reason for part in parts]  # a cell has seldom room for one
        show_said(*drawn.warnings, *reasons)
    remark(
        "No interval: AUC of the hull, whose points were chosen on these rows and would be on resamples again; the "
        "P-R areas, since one is as sure as average precision and the other is wrong."
    )
    note = curves.thinned_note(figure.drawn(rows, None).roc.x.size, len(computed.counts(rows)))
    if note is not None:
        show_said(note)
        remark("All numbers come from all points.")


def _of_auc(rows: BinaryView) -> list[Area]:
    """Return the AUC by each of its definitions, and by each of its intervals."""
    roc, pairs = computed.of_counts(rows, curves.roc_curve), computed.of_counts(rows, curves.pair_order)
    auc = computed.of_counts(rows, curves.auc_interval_from_counts)
    by_ranks = computed.of_counts(rows, curves.auc_by_rank_sum)
    delong = _("Obuchowski") if rows.cases is not None else _("DeLong")
    return [
        Area("AUC", roc.auc, _("trapezoids, a tie being one of them (2.20)"), roc.reason),
        Area("AUC", pairs.auc, _pairs_said(pairs), roc.reason),
        Area("AUC", by_ranks, _("from the sum of the positives' ranks"), roc.reason),
        Area("AUC", auc.auc, _farther_ends_said(), auc.reason, (auc.robust_low, auc.robust_high)),
        Area("AUC", auc.auc, _("Newcombe's method 5"), auc.reason, (auc.newcombe_low, auc.newcombe_high)),
        Area(
            "AUC",
            auc.auc,
            _("{method}, on the logit scale", method=delong),
            auc.reason,
            (auc.logit_low, auc.logit_high),
        ),
        Area("AUC", auc.auc, _("{method}, plain", method=delong), auc.reason, (auc.low, auc.high)),
    ]


def _ap_said(rows: BinaryView) -> str:
    if rows.cases is not None:
        return _("steps; interval by case, on the logit scale")
    return _("steps; interval on the logit scale (Boyd, Eng and Page)")


def _farther_ends_said() -> str:
    return _(
        "the interval shown everywhere: the farther ends of the next two, farther still where a class has few rows"
    )


def _of_roc(rows: BinaryView, drawn: curves.BootstrapCurves | None) -> list[Area]:
    """Return what else the ROC plane has areas of."""
    roc, auc = computed.of_counts(rows, curves.roc_curve), computed.of_counts(rows, curves.auc_interval_from_counts)
    hull, part = figure.hull(rows), memory.memo("partial AUC", rows.key, make=lambda: _partial(rows))
    of_pairs = _("share of pairs in the wrong order, ties half (2.21)")
    corrected = _("partial area, McClish's correction: 0.5 is chance")
    found = None if drawn is None else drawn.partial_auc
    return [
        Area("ℓ_rank", computed.of_counts(rows, curves.rank_loss), of_pairs, auc.reason, auc.of_rank_loss),
        _bootstrapped(_("AUC, FPR ≤ {most}", most=MAX_FPR), part, corrected, roc.reason, found),
        Area(_("AUC of the hull"), hull.auc, _("best mixtures of thresholds"), hull.reason, NONE),
    ]


def _partial(rows: BinaryView) -> float:
    return curves.partial_auc(computed.curve(rows, curves.roc_curve), MAX_FPR)


def _straight(rows: BinaryView) -> float:
    return curves.trapezoid_area(computed.curve(rows, curves.precision_recall_curve))


def _of_precision_recall(rows: BinaryView, drawn: curves.BootstrapCurves | None) -> list[Area]:
    """Return the areas below the P-R curve, and its break-even point."""
    counts, pr = computed.counts(rows), computed.of_counts(rows, curves.precision_recall_curve)
    curved = computed.of_counts(rows, curves.davis_goadrich)
    straight = memory.memo("straight", rows.key, make=lambda: _straight(rows))
    boyd = computed.of_counts(rows, curves.average_precision_interval)
    place = sentences(*map(say, pr.warnings)) or _("at t = {t}", t=shown(pr.break_even_threshold, counts))
    average, even = (None, None) if drawn is None else (drawn.average_precision, drawn.break_even_point)
    ap, scale = pr.average_precision, _ap_said(rows)
    return [
        Area("AP", ap, scale, boyd.reason, (boyd.low, boyd.high)),
        *([] if drawn is None else [_bootstrapped(_("AP, resampled"), ap, _("steps"), pr.reason, average)]),
        Area(_("P-R area"), curved.area, _("Davis and Goadrich's interpolation"), curved.reason, NONE),
        Area(_("P-R area"), straight, _("straight lines: wrong in the P-R plane"), pr.reason, NONE),
        _bootstrapped(_("break-even point"), pr.break_even_point, place, pr.reason, even),
    ]


def _equal_error(rows: BinaryView, drawn: curves.BootstrapCurves | None) -> Area:
    counts, det = computed.counts(rows), computed.of_counts(rows, curves.det_curve)
    found = None if drawn is None else drawn.equal_error_rate
    return _bootstrapped(_("equal error rate"), det.equal_error_rate, equal_error_place(det, counts), det.reason, found)


def _bootstrapped(name: str, value: float, how: str, reason: Message | None, found: BootstrapInterval | None) -> Area:
    """Return a line whose interval is that of resamples, once they are drawn."""
    if found is None:
        return Area(name, value, how, reason)
    if found.reason is not None:
        said = _("{how}; no interval: {why}", how=how, why=say(found.reason))
    else:
        said = _("{how}; interval by {n} resamples", how=how, n=count(REPLICATES))
    return Area(name, value, said, reason, (found.low, found.high))


def _pairs_said(pairs: curves.PairOrder) -> str:
    return _(
        "pairs: {wrong} wrong and {tied} tied of {pairs}",
        wrong=count(pairs.wrong),
        tied=count(pairs.tied),
        pairs=count(pairs.pairs),
    )
