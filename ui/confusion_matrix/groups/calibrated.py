"""Do scores come true in each group as often as they say? A figure of the groups farthest off, and a table of all."""

from __future__ import annotations

from functools import partial

import pandas as pd
import streamlit as st

from evalcore.decisions import CalibratedGroups, GroupCalibration, calibrated_groups
from evalcore.figures.confusion_matrix.group_calibration import MOST_LINES, group_calibration_figure
from evalcore.figures.confusion_matrix.groups import EMPTY
from evalcore.predictions import BinaryView
from ui.confusion_matrix.groups import setting, words
from ui.confusion_matrix.groups.setting import Grouping
from ui.session import memory
from ui.shared import charts, tables
from ui.shared.numbers import count, interval, number
from ui.shared.text import _, headed, remark, said_of, say, say_in_figure, show_said


def show(rows: BinaryView, asked: Grouping) -> None:
    """Show figure and table, and what is to be said of single groups; without probabilities say so."""
    make = partial(_found, rows, asked)
    found: CalibratedGroups = memory.memo("calibration by group", *setting.key(rows, asked), make=make)
    if found.reason is not None:
        show_said(found.reason)
        return
    figure = group_calibration_figure(found.rows, say=say_in_figure)
    charts.chart(figure, key="group_calibration_chart", alt=_alt(found))
    if len(found.rows) > MOST_LINES:
        remark("The {n} groups that are farthest off are drawn; the table has all.", n=MOST_LINES)
    size = words.size(setting.counts(rows, asked))
    lines = [_line(row, size) for row in found.rows]
    tables.show(pd.DataFrame(lines), alt=_("Calibration by group"), height="auto")
    if found.has_ends:
        remark(
            "Off by: share of positives less mean score; above 0 the scores promise too little. These intervals hold "
            "for all {k} groups together (Bonferroni), those of the Brier score alone.",
            k=found.compared,
        )
    else:
        remark(
            "Off by: share of positives less mean score; above 0 the scores promise too little. How far chance alone "
            "takes a group off is not known here, so no group is shown to be off."
        )
    for sentence, names in words.about({row.group: _said(row) for row in found.rows}):
        st.caption(headed(names, sentence))


def _found(rows: BinaryView, asked: Grouping) -> CalibratedGroups:
    return calibrated_groups(setting.counts(rows, asked))


def _line(row: GroupCalibration, size: str) -> dict[str, str]:
    """Return what the table has of a group; its name stands there as in the file."""
    return {
        _("group"): say(EMPTY) if row.group is None else row.group,
        size: count(row.n),
        _("mean score"): number(row.score),
        _("share of positives"): number(row.share),
        _("off by"): f"{number(row.gap.value)} {interval(row.gap.low, row.gap.high)}",
        _("Brier score"): f"{number(row.brier.value)} {interval(row.brier.low, row.brier.high)}",
    }


def _said(row: GroupCalibration) -> list[str]:
    """Return what is to be said of a group, each sentence once."""
    bins = [] if row.bins.reason is None else [say(row.bins.reason)]
    return list(dict.fromkeys([*map(say, row.warnings), *said_of(row.gap), *said_of(row.brier), *bins]))


def _alt(found: CalibratedGroups) -> str:
    each = "; ".join(
        f"{say(EMPTY) if row.group is None else row.group} {number(row.gap.value)}" for row in found.rows[:MOST_LINES]
    )
    return _("Calibration by group; share of positives less mean score: {each}.", each=each)
