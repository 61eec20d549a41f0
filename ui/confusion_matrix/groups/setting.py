"""What is asked of the groups of a column: which metric they are compared by; and their counts, sorted once."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Final

import streamlit as st

from evalcore.decisions import group_counts
from evalcore.decisions.by_group import NAMES
from evalcore.decisions.group_counts import GroupCounts, PackedGroups
from evalcore.errors import InputError
from evalcore.metrics import METRICS
from evalcore.predictions import BinaryView
from ui.session import computed, fields, grouping, looked_at, memory
from ui.session.choices import Choice, register
from ui.session.grouping import Cut
from ui.shared.text import _, say

_METRIC = register(Choice("groups_metric", default=NAMES[0], options=NAMES))
# What the address repeats.
CHOICES: Final = (*looked_at.CHOICES, _METRIC)


@dataclass(frozen=True)
class Grouping(Cut):
    """What makes the groups, and the metric by which they are compared."""

    metric: str


def ask_metric() -> None:
    """Ask by which metric groups are compared."""
    names = {name: METRICS[name].title.template for name in NAMES}
    fields.one_of(_METRIC, names, _("Metric of the groups"), _("By its gaps the groups are sorted."), width=150)


def chosen(rows: BinaryView) -> Grouping | None:
    """Return what is chosen; None where nothing makes groups, or the column is none of these rows."""
    cut = grouping.chosen(grouping.offered(rows))
    return None if cut is None else Grouping(**vars(cut), metric=str(st.session_state.get(_METRIC.key, NAMES[0])))


def key(rows: BinaryView, asked: Grouping) -> tuple[Hashable, ...]:
    """Return of which rows and groups something is made, whatever the metric."""
    return (*rows.key, asked.column, asked.second, asked.quantiles, asked.edges)


def counts(rows: BinaryView, asked: Grouping) -> GroupCounts:
    """Return the counts of the groups, sorted once and kept as small as they can be; raise `InputError` as they do."""
    of = key(rows, asked)
    put_away = memory.memo("groups", *of, make=lambda: _counted(rows, asked), most=2)
    return memory.for_run("groups", *of, make=lambda: put_away.unpacked(computed.counts(rows)))


def digest(rows: BinaryView, asked: Grouping) -> str:
    """Return what changes with every row's group, which the digest of the rows does not."""
    found: PackedGroups = memory.memo("groups", *key(rows, asked), make=lambda: _counted(rows, asked), most=2)
    return found.digest


def _counted(rows: BinaryView, asked: Grouping) -> PackedGroups:
    score = computed.score(rows)
    return group_counts(rows.y_true, score, asked.groups(), sample_weight=rows.weight, case=rows.cases).packed()


def refused(rows: BinaryView, asked: Grouping) -> str | None:
    """Say why a column makes no groups; None where it does."""
    try:
        counts(rows, asked)
    except InputError as error:
        return say(error.message)
    return None
