"""What is asked of groups: which column makes them, which one crosses it, where numbers are cut, which metric."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import partial
from typing import Final

import streamlit as st

from evalcore.counts import SourcedView
from evalcore.decisions import Groups, crossed, group_counts, grouped, typed_edges, written_edges
from evalcore.decisions.by_group import NAMES
from evalcore.decisions.group_counts import GroupCounts, PackedGroups
from evalcore.errors import InputError
from evalcore.metrics import METRICS
from evalcore.predictions import BinaryView
from ui.confusion_matrix.groups import columns
from ui.session import address, choices, computed, fields, memory
from ui.session.choices import Choice, register
from ui.shared import controls
from ui.shared.text import _, say

NONE: Final = ""
_BY = register(Choice("groups_by", default=NONE, is_name=True, in_links_of_own_rows=False))
_AND = register(Choice("groups_and", default=NONE, is_name=True, in_links_of_own_rows=False))
_EDGES = register(Choice("groups_edges", default=NONE, is_name=True, in_links_of_own_rows=False))
_QUANTILES = register(Choice("groups_quantiles", default=4.0, low=2.0, high=20.0))
_METRIC = register(Choice("groups_metric", default=NAMES[0], options=NAMES))
# What the address repeats.
CHOICES: Final = (_BY, _AND, _EDGES, _QUANTILES, _METRIC)


@dataclass(frozen=True)
class Grouping:
    """What makes the groups, and the metric by which they are compared."""

    column: str
    second: str | None
    quantiles: int
    edges: str
    metric: str


def ask(rows: BinaryView) -> None:
    """Ask which column makes groups, where a threshold decides and there is a column."""
    found = _offered(rows)
    if found:
        _pick(_BY, found, _("Groups"), _("No groups"), _("Each group of this column under the same threshold."))


def ask_metric() -> None:
    """Ask by which metric groups are compared."""
    names = {name: METRICS[name].title.template for name in NAMES}
    fields.one_of(_METRIC, names, _("Metric of the groups"), _("By its gaps the groups are sorted."), width=150)


def options(rows: BinaryView) -> None:
    """Ask for a second column, and where numbers are cut."""
    others = tuple(name for name in _offered(rows) if name != st.session_state.get(_BY.key))
    _pick(_AND, others, _("Crossed with"), _("nothing"), _("A group for each pair of values."), collapsed=False)
    fields.whole(_QUANTILES, _("Groups of numbers"), _("Numbers are cut into so many groups of about equal size."))
    controls.seed(_EDGES.key, NONE)
    edges = _edges(rows)
    st.text_input(
        _("Edges of numbers"),
        key=_EDGES.key,
        persist_state="session",
        placeholder=edges or "30, 60",
        help=_("Where the numbers of the first column are cut; a number on an edge is in the group above it."),
    )
    if edges and not st.session_state[_EDGES.key]:
        label = _("Edit the quantiles")
        st.button(label, key="groups_edit", icon=":material/edit:", type="tertiary", on_click=_edit, args=(edges,))


def _edges(rows: BinaryView) -> str:
    """Return where quantiles cut the numbers of the first column, as they are typed; nothing where they do not."""
    asked = chosen(rows)
    if asked is None:
        return NONE
    column, parts = asked.column, asked.quantiles
    make = partial(_quantile_edges, column, parts)
    return memory.memo("group edges", *rows.key, column, parts, make=make)


def _quantile_edges(column: str, parts: int) -> str:
    try:
        return written_edges(grouped(columns.values(column), quantiles=parts))
    except InputError:
        return NONE


def _edit(edges: str) -> None:
    st.session_state[_EDGES.key] = edges


def chosen(rows: BinaryView) -> Grouping | None:
    """Return what is chosen; None where nothing makes groups, or the column is none of these rows."""
    found, now = _offered(rows), st.session_state
    column, second = _known(_BY, found), _known(_AND, found)
    if not column:
        return None
    second = second if second != column else NONE
    return Grouping(
        column,
        second or None,
        fields.kept(_QUANTILES),
        str(now.get(_EDGES.key, NONE)),
        str(now.get(_METRIC.key, NAMES[0])),
    )


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
    return group_counts(rows.y_true, score, _groups(asked), sample_weight=rows.weight, case=rows.cases).packed()


def _groups(asked: Grouping) -> Groups:
    first = grouped(columns.values(asked.column), edges=typed_edges(asked.edges), quantiles=asked.quantiles)
    if asked.second is None:
        return first
    return crossed(first, grouped(columns.values(asked.second), quantiles=asked.quantiles))


def refused(rows: BinaryView, asked: Grouping) -> str | None:
    """Say why a column makes no groups; None where it does."""
    try:
        counts(rows, asked)
    except InputError as error:
        return say(error.message)
    return None


def title(asked: Grouping) -> str:
    """Return what makes the groups, as it stands in the file."""
    return asked.column if asked.second is None else f"{asked.column} × {asked.second}"


def _offered(rows: BinaryView) -> tuple[str, ...]:
    return columns.names() if rows.has_score and not isinstance(rows, SourcedView) else ()


def _known(choice: Choice, found: tuple[str, ...]) -> str:
    """Return a column that is chosen, nothing where there is none of that name; a link that asks for it is told."""
    asked = str(st.session_state.get(choice.key) or NONE)
    if asked and asked not in found:
        choices.refuse(choices.not_one_of(choice.key, found, asked))
        st.session_state[choice.key] = NONE
        address.say_refused()
        return NONE
    return asked


def _pick(
    choice: Choice, found: tuple[str, ...], label: str, none: str, meaning: str, *, collapsed: bool = True
) -> None:
    """Ask for a column, or none; names of columns are shown as they stand in the file."""
    if st.session_state.get(choice.key) not in found:
        st.session_state[choice.key] = NONE
    st.selectbox(
        label,
        [NONE, *found],
        format_func=lambda name: _("Groups: {name}", name=name) if collapsed and name else name or none,
        key=choice.key,
        persist_state="session",
        width=180 if collapsed else "stretch",
        label_visibility="collapsed" if collapsed else "visible",
        help=meaning,
    )
