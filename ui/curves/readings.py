"""The rates of the operating point, below the curves."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Final

import pandas as pd
import streamlit as st

from evalcore import curves, metrics
from evalcore.counts import ThresholdCounts
from evalcore.figures.curves.figure import View
from evalcore.intervals import Estimate
from evalcore.predictions import BinaryView
from ui.live import both_sides, carrying, chosen_here, threshold
from ui.session import computed, files
from ui.shared import cards, readings, tables, takedown
from ui.shared.downloads import Table
from ui.shared.numbers import UNDEFINED, number
from ui.shared.numbers import threshold as shown
from ui.shared.text import N_, _, say

AT_POINT: dict[View, tuple[str, ...]] = {"roc_pr": ("recall", "fpr", "precision"), "det": ("fnr", "fpr")}

RATES: Final = ("recall", "fpr", "precision", "fnr")
# What a file calls them: rates by the names they have in the ROC plane.
OF_FILE: Final = {"tpr": "recall", "fpr": "fpr", "precision": "precision", "f1": "f1", "accuracy": "accuracy"}
AT_T: Final = N_("Rates at the threshold")


def at_point(rows: BinaryView, t: float, show: View) -> None:
    """Show the rates of the operating point, each with its interval and count; with DET the equal error rate too."""
    by_name = {reading.name: reading for reading in metrics.readings(computed.counts(rows).at(t))}
    both = carrying.here(rows, t)
    new = chosen_here.new_rows(rows, t)
    chosen_here.note(rows, t)
    if takedown.now() is not None:  # in a file they move with the handle, as a table
        tables.show(readings.table(tuple(by_name[name] for name in RATES), new), alt=_(AT_T))
    columns = st.columns(3)
    for column, name in zip(columns, AT_POINT[show], strict=False):
        with column:
            if both is not None:
                both_sides.card(both, name)
            else:
                readings.card(by_name[name], dash=False, new=new)
    if show == "det":
        table = computed.counts(rows)
        det = computed.of_counts(rows, curves.det_curve)
        with columns[2]:
            cards.card(_("equal error rate"), number(det.equal_error_rate), equal_error_place(det, table))


def moving(rows: BinaryView) -> Mapping[str, Callable[[float], pd.DataFrame]]:
    """Return the table of the rates at any threshold, for a file."""
    counts = computed.counts(rows)
    now = threshold.value(counts)
    return readings.moving(counts, now, chosen_here.new_rows(rows, now), title=AT_T, names=RATES)


def thresholds_file(rows: BinaryView) -> Table:
    """Return the counts and rates at every distinct threshold as a file that says of which rows they are."""
    about, counts = files.about(rows), computed.counts_later(rows)

    def make() -> pd.DataFrame:
        table = counts()
        cells = {name: getattr(table, name) for name in ("threshold", "tp", "fn", "fp", "tn")}
        found = metrics.threshold_metrics(table, OF_FILE.values())
        return pd.DataFrame(cells | {name: found[one] for name, one in OF_FILE.items()}).assign(**about)

    return Table(_("All thresholds as CSV"), files.name("thresholds", rows.model), make)


def in_line(rows: BinaryView, t: float, areas: tuple[Estimate, Estimate]) -> str:
    """Return the rates of the operating point and the areas with their intervals in one line, for a picture."""
    rates = metrics.readings(computed.counts(rows).at(t), names=AT_POINT["roc_pr"])
    titles = (_("AUC"), _("average precision"))
    named = [*((readings.name_of(one), one) for one in rates), *zip(titles, areas, strict=True)]
    return readings.with_intervals(named)


def equal_error_place(det: curves.DetCurve, table: ThresholdCounts) -> str:
    """Say where both kinds of mistake are as frequent, or why they are nowhere."""
    if math.isnan(det.equal_error_rate):
        return say(det.reason) if det.reason else UNDEFINED
    if det.interpolated:
        return _("between two thresholds")
    return _("at t = {t}", t=shown(det.equal_error_threshold, table))
