"""Groups on the pages of a threshold: which column makes them, and one of them looked at, beside all other rows."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, Literal

import pandas as pd
import streamlit as st

from evalcore.costs import CostMatrix
from evalcore.decisions import AgainstRest, OnBothSides, against_rest, grouped, written_edges
from evalcore.errors import InputError
from evalcore.metrics import METRICS
from evalcore.predictions import BinaryView
from ui.frame.tabs import Tab
from ui.session import columns, computed, costs, fields, grouping, looked_at, memory
from ui.session.choices import Choice
from ui.session.grouping import AND, BY, EDGES, NONE, QUANTILES
from ui.shared import controls, tables, told
from ui.shared.numbers import count, interval, number
from ui.shared.text import N_, _, plain, remark, said_of, say, show_said

# Numbers that no metric of the registry is.
FURTHER: Final = {
    "auc": N_("AUC"),
    "average_precision": N_("average precision"),
    "brier": N_("Brier score"),
    "cost": N_("cost per row"),
}
_LETTERS: Final = 40
_ALONE: Final = "group_alone"


def ask(rows: BinaryView) -> None:
    """Ask in a row which column makes groups, where a threshold decides and there is a column.

    While one group is looked at its chip says so, and the row has room for other things.
    """
    found = grouping.menu(rows)
    if not found or looked_at.group() is not None:
        return
    meaning = _("Each group of this column under the same threshold.")
    _pick(BY, found, _("Groups"), _("No groups"), meaning, width=180)


def options(rows: BinaryView) -> None:
    """Ask in the drawer for the group whose rows are looked at, where a column makes groups."""
    found = grouping.menu(rows)
    if not found:
        return
    _pick(BY, found, _("Groups"), _("No groups"), _("This column makes the groups."))
    _ask_group()


def alone() -> None:
    """Offer to look at one of the groups alone, where the figure shows them all."""
    controls.seed(_ALONE, None)
    st.selectbox(
        _("One group against the rest"),
        looked_at.names(),
        index=None,
        format_func=_named,
        placeholder=_("none"),
        key=_ALONE,
        on_change=_look,
        width=260,
        help=_meaning(),
    )


def _look() -> None:
    chosen = st.session_state.pop(_ALONE, None)
    if chosen is not None:
        looked_at.choose(chosen)


def cut(rows: BinaryView) -> None:
    """Ask for one of the groups, for a second column, and where numbers are cut."""
    _ask_group()
    others = tuple(name for name in grouping.menu(rows, AND) if name != st.session_state.get(BY.key))
    _pick(AND, others, _("Crossed with"), _("nothing"), _("A group for each pair of values."))
    fields.whole(
        QUANTILES,
        _("Groups of numbers"),
        _("Numbers are cut into so many groups of about equal size."),
        on_change=looked_at.leave,
    )
    controls.seed(EDGES.key, NONE)
    told.tell(EDGES.key, _("Edges of numbers"))
    edges = _edges(rows)
    st.text_input(
        _("Edges of numbers"),
        key=EDGES.key,
        persist_state="session",
        placeholder=edges or "30, 60",
        on_change=looked_at.leave,
        help=_("Where the numbers of the first column are cut; a number on an edge is in the group above it."),
    )
    if edges and not st.session_state[EDGES.key]:
        label = _("Edit the quantiles")
        st.button(label, key="groups_edit", icon=":material/edit:", type="tertiary", on_click=_edit, args=(edges,))


def chip() -> None:
    """Show which group is looked at, with the way back to all rows."""
    one = looked_at.group()
    if one is None:
        return
    st.button(
        plain(_short(looked_at.title(one))),
        key="group_chip",
        icon=":material/filter_alt_off:",
        on_click=looked_at.leave,
        help=_("Only the rows of this group are looked at. A click shows all rows again."),
    )


def line() -> list[str]:
    """Say in Markdown which group alone is looked at, and how many rows it has; nothing where it is all rows."""
    one = looked_at.group()
    if one is None:
        return []
    parts = {"group": plain(_short(looked_at.title(one))), "n": count(one.own.n), "all": count(one.own.n + one.rest.n)}
    return [_("Group: **{group}** ({n} of {all} rows)", **parts)]


def known_costs(rows: BinaryView) -> CostMatrix | None:
    """Return what mistakes cost, as the page of costs was told; None until it was."""
    known = costs.mistakes(rows)
    return None if known is None else CostMatrix(*known)


def tab(rows: BinaryView, t: float, known: Callable[[], CostMatrix | None]) -> list[Tab]:
    """Return the part that has a group beside all other rows; none while all rows are looked at."""
    one = looked_at.group()
    if one is None or not rows.has_score:
        return []
    name = plain(_short(looked_at.title(one)))
    return [Tab("groups", partial(_beside, rows, t, known), title=_("{group} and all other rows", group=name))]


def _beside(rows: BinaryView, t: float, known: Callable[[], CostMatrix | None]) -> None:
    """Show each number of the group and of the rest, with the interval of the difference."""
    one, rest, money = looked_at.group(), looked_at.rest(rows), known()
    if one is None or rest is None:
        return
    own, others = computed.counts(rows), computed.counts(rest)
    make = partial(against_rest, own, others, t, costs=money, shares_cases=one.shares_cases)
    found: AgainstRest = memory.memo("against rest", rows.key, rest.key, t, money, make=make)
    tables.show(pd.DataFrame(map(_line, found.rows)), alt=_("The group and all other rows"))
    remark(
        "{own} rows in the group, {rest} others. The threshold is the same on both sides. Where the shares of "
        "positives differ, so do precision, accuracy, average precision, Brier score and cost.",
        own=count(found.n_group),
        rest=count(found.n_rest),
    )
    said = [said_of(side) for row in found.rows for side in (row.group, row.rest, row.difference)]
    show_said(*found.warnings)
    for sentence in dict.fromkeys(word for words in said for word in words):
        st.caption(sentence)


def _line(row: OnBothSides) -> dict[str, str]:
    """Return what the table has of a number: both sides and the difference."""
    title = _(FURTHER[row.name]) if row.name in FURTHER else say(METRICS[row.name].title)
    sides = ((_("this group"), row.group), (_("all other rows"), row.rest), (_("difference"), row.difference))
    return {
        _("metric"): title,
        **{name: f"{number(one.value)} {interval(one.low, one.high)}" for name, one in sides},
    }


def _ask_group() -> None:
    """Ask for one of the groups, or for all rows."""
    found = looked_at.names()
    if found:
        _pick(looked_at.ONLY, found, _("Rows of"), _("All groups"), _meaning())


def _meaning() -> str:
    return _("Figure and numbers are then those of this group, with all other rows beside them.")


def _edges(rows: BinaryView) -> str:
    """Return where quantiles cut the numbers of the first column, as they are typed; nothing where they do not."""
    asked = grouping.chosen(grouping.offered(rows))
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
    st.session_state[EDGES.key] = edges


def _named(one: str) -> str:
    return _("(empty)") if one == looked_at.EMPTY else one


def _short(text: str) -> str:
    return text if len(text) <= _LETTERS else text[: _LETTERS - 1] + "…"


def _pick(
    choice: Choice,
    found: tuple[str, ...],
    label: str,
    none: str,
    meaning: str,
    *,
    width: int | Literal["stretch"] = "stretch",
) -> None:
    """Ask for a column or a group, or none; names are shown as they stand in the file."""
    if st.session_state.get(choice.key) not in found:
        st.session_state[choice.key] = NONE
    told.tell(choice.key, label, {NONE: none})
    st.selectbox(
        label,
        [NONE, *found],
        format_func=lambda one: _named(one) if one else none,
        key=choice.key,
        persist_state="session",
        width=width,
        on_change=looked_at.changed if choice is looked_at.ONLY else looked_at.leave,
        help=meaning,
    )
