"""The table of the groups: rows, cells, one metric and its gap to all other rows; and the gaps in the usual terms."""

from __future__ import annotations

from itertools import chain

import pandas as pd
import streamlit as st

from evalcore.decisions import ByGroup, GroupCounts, GroupReadings, Parity, parity
from evalcore.figures.confusion_matrix.groups import EMPTY
from evalcore.metrics import METRICS
from ui.confusion_matrix.groups import words
from ui.confusion_matrix.groups.setting import Grouping
from ui.shared import tables
from ui.shared.numbers import count, interval, number, percent
from ui.shared.text import _, headed, remark, said_of, say, show_said

# Of more rows the table scrolls.
MOST_AT_ONCE = 12


def show(found: ByGroup, counts: GroupCounts, asked: Grouping) -> None:
    """Show the table, what is to be said of single groups, and how far the groups are apart in Fairlearn's terms."""
    tables.show(
        _frame(found, asked.metric, words.size(counts)),
        alt=_("What the threshold does to each group"),
        height="content" if len(found) <= MOST_AT_ONCE else "auto",
    )
    if found.compared > 1:
        remark(
            "The gap is to all other rows. Both intervals hold for all {k} groups together (Bonferroni).",
            k=found.compared,
        )
    else:
        remark("The gap is to all other rows, with its 95% interval.")
    for sentence, names in words.about({row.group: _of_group(row, asked.metric) for row in found}):
        st.caption(headed(names, sentence))
    _gaps(parity(counts, found.threshold))


def _frame(found: ByGroup, metric: str, size: str) -> pd.DataFrame:
    title = say(METRICS[metric].title)
    return pd.DataFrame([_line(row, metric, title, size) for row in found])


def _line(row: GroupReadings, metric: str, title: str, size: str) -> dict[str, str]:
    """Return what the table has of a group; its name stands there as in the file."""
    value = next(one for one in row.together if one.name == metric)
    gap = next(one for one in row.differences if one.name == metric)
    cm = row.confusion
    return {
        _("group"): say(EMPTY) if row.group is None else row.group,
        size: count(row.n),
        _("positive"): percent(row.prevalence),
        **{cell: count(n) for cell, n in zip(("TP", "FN", "FP", "TN"), (cm.tp, cm.fn, cm.fp, cm.tn), strict=True)},
        title: f"{number(value.value)} {interval(value.low, value.high)}",
        _("gap"): f"{number(gap.value)} {interval(gap.low_all, gap.high_all)}",
        **{
            say(METRICS[one.name].title): number(one.value)
            for one in row.readings
            if one.name not in (metric, "accuracy")
        },
    }


def _of_group(row: GroupReadings, metric: str) -> list[str]:
    """Return what is to be said of a group: that it is small, and what to mind of its metric and of its gap."""
    gaps = [said_of(one) for one in row.differences if one.name == metric]
    values = [said_of(one) for one in row.together if one.name == metric]
    return list(dict.fromkeys([*map(say, row.warnings), *chain(*values, *gaps)]))


def _gaps(found: Parity) -> None:
    """Show how far the groups are apart, in Fairlearn's terms."""
    named = (
        (_("demographic parity"), found.demographic_parity_difference, found.demographic_parity_ratio),
        (_("equalized odds"), found.equalized_odds_difference, found.equalized_odds_ratio),
        (_("equal opportunity"), found.equal_opportunity_difference, found.equal_opportunity_ratio),
        (_("predictive parity"), found.of("precision").difference, found.of("precision").ratio),
    )
    lines = [(name, number(difference), number(ratio)) for name, difference, ratio in named]
    tables.show(
        pd.DataFrame(lines, columns=[_("gap between groups"), _("difference"), _("ratio")]),
        alt=_("How far the groups are apart"),
    )
    remark(
        "As Fairlearn names them: demographic parity compares the shares predicted positive, equal opportunity recall, "
        "equalized odds the worse of recall and false positive rate; predictive parity compares precision. None of "
        "them says that a rule is fair."
    )
    show_said(found.reason, *found.warnings)
