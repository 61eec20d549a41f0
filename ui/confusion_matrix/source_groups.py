"""The groups of a source's rows at the present threshold, each by its own counts."""

from __future__ import annotations

from typing import Final

from evalcore import metrics
from evalcore.counts import Grouped, SourcedView
from evalcore.curves import auc_interval_from_counts
from evalcore.metrics import METRICS
from evalcore.predictions import BinaryView
from ui.session import loaded, memory
from ui.shared import tables
from ui.shared.numbers import at_most, count, interval, number, percent
from ui.shared.text import _, plain, remark, say

SHOWN: Final = ("precision", "recall", "fpr")
_MOST: Final = 1000


def are_known(rows: BinaryView) -> bool:
    """Whether the rows were told apart by a column of their source."""
    return isinstance(rows, SourcedView) and bool(rows.groups)


def show(rows: BinaryView, t: float) -> None:
    """Show what the threshold decides in each group."""
    if not isinstance(rows, SourcedView):
        raise ValueError("groups are those of a source")
    lines = [_line(rows, group, of, t) for group, of in rows.groups.items()]
    columns = {title: [line[title] for line in lines] for title in lines[0]}
    tables.show(columns, alt=_("Groups at the present threshold"), height="auto")
    asked = loaded.current().asked
    remark(
        "Groups by {column}, each with counts of its own from the same scan; AUC within {auc} in every group. "
        "Intervals are of each group alone: of many groups some differ by chance.",
        column=plain("" if asked is None or asked.by is None else asked.by),
        auc=at_most(rows.within_groups),
    )


def _line(rows: SourcedView, group: str, of: Grouped, t: float) -> dict[str, str]:
    """Return what is known of one group, by the titles of the table."""
    found = {one.name: one for one in metrics.readings(of.counts.at(t), names=SHOWN)}
    area = memory.memo("AUC of a group", rows.key, group, make=lambda: auc_interval_from_counts(of.counts), most=_MOST)
    return {
        _("Group"): group or _("(no value)"),
        _("rows"): count(of.n),
        _("share of positives"): percent(of.counts.prevalence),
        **{say(METRICS[one].title): _cell(found[one].value, found[one].low, found[one].high) for one in SHOWN},
        _("AUC"): _cell(area.auc, area.robust_low, area.robust_high),
    }


def _cell(value: float, low: float, high: float) -> str:
    return f"{number(value)} {interval(low, high)}"
