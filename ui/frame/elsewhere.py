"""Rows that stay in their source: what needs them says so in its place, and everything else goes on."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import streamlit as st

from evalcore.counts import RowsElsewhere, SourcedView
from evalcore.counts.elsewhere import Between
from evalcore.predictions import BinaryView
from ui.session import exact, loaded
from ui.shared.numbers import at_most, count
from ui.shared.text import _, plain, say

T = TypeVar("T")


@contextmanager
def said() -> Iterator[None]:
    """Show what stands in this block, up to where it needs single rows that are not here; then say so."""
    try:
        yield
    except RowsElsewhere as refused:
        st.info(say(refused.message), icon=":material/database:")


def known(make: Callable[[], T]) -> T | None:
    """Return what is made without single rows; None of what needs them, so that it is not offered."""
    try:
        return make()
    except RowsElsewhere:
        return None


def line(rows: BinaryView | None) -> str | None:
    """Say at how many thresholds the counts of a source are exact, and how near its areas are; None of rows here."""
    if not isinstance(rows, SourcedView):
        return None
    auc, average = rows.grouped.within
    said = {"n": count(rows.grouped.n_thresholds), "auc": at_most(auc), "ap": at_most(average)}
    if math.isnan(average):
        return _("exact at {n} thresholds; AUC within {auc}", **said)
    return _("exact at {n} thresholds; AUC within {auc}, average precision within {ap}", **said)


def cases() -> str | None:
    """Say that rows of a source are taken as independent where a column seems to name cases; None of others."""
    column = loaded.current().cases
    return (
        None
        if column is None
        else _("rows taken as independent, though {column} seems to name cases", column=plain(column))
    )


def warn_of_cases() -> None:
    """Say it where intervals and tests stand."""
    column = loaded.current().cases
    if column is not None:
        st.warning(
            _(
                "Column {column} seems to name cases with several rows each. Rows of a source are taken as independent "
                "of each other: every interval here is too narrow, and every p-value too small.",
                column=plain(column),
            ),
            icon=":material/group_work:",
        )


def threshold_inside(rows: BinaryView, t: float | None) -> None:
    """Say between which numbers the counts of a threshold inside a cell lie, and offer to ask for them."""
    if not isinstance(rows, SourcedView) or t is None:
        return
    refused = exact.COUNT.refusal()
    if refused is not None:
        st.error(say(refused), icon=":material/error:")
    found = rows.grouped.inside(t)
    cases_known = rows.rows_alone or t in rows.grouped.counts.known_cases
    if found is None and cases_known:
        return
    if exact.COUNT.run is not None:
        exact.COUNT.watch(exact.told)
    if found is not None:
        _inside(rows, t, found)
    if not cases_known:
        _by_case(rows, t)


def _inside(rows: SourcedView, t: float, found: Between) -> None:
    """Say between which numbers the counts lie, and offer to ask for them."""
    with st.container(key="inside_cell", horizontal=True, gap="small", vertical_alignment="center"):
        st.caption(
            _(
                "Scores near t were counted together: TP is {tp}, FP {fp}. Shown are the fewest.",
                tp=_between(found.tp),
                fp=_between(found.fp),
            )
        )
        if exact.can_ask(rows, exact.COUNT):
            st.button(
                _("Count exactly"),
                key="count_exactly",
                icon=":material/database:",
                on_click=exact.ask_count,
                args=(rows, t),
            )


def _by_case(rows: SourcedView, t: float) -> None:
    """Offer to ask for intervals by case at a threshold."""
    with st.container(key="by_case", horizontal=True, gap="small", vertical_alignment="center"):
        st.caption(_("Rows are of cases: readings have no intervals at this threshold yet."))
        asked = exact.can_ask(rows, exact.COUNT) and st.button(
            _("Intervals by case"),
            key="count_by_case",
            icon=":material/database:",
            help=_(
                "Asks the source what each case has of TP, FP, FN and TN here. Areas, costs, curves and differences of "
                "a source have no intervals by case."
            ),
        )
    if asked:  # here and not in a callback: a threshold may have been typed just before the click
        exact.ask_cases(rows, t)
        st.rerun()


def _between(ends: tuple[int, int]) -> str:
    low, high = ends
    return count(low) if low == high else _("{low} to {high}", low=count(low), high=count(high))
