"""From a point of a curve, or a cell beside it, to its rows: these are on the page of the matrix."""

from __future__ import annotations

import streamlit as st

from evalcore.counts import SourcedView
from evalcore.decisions import CELLS
from evalcore.predictions import BinaryView
from ui.live import threshold
from ui.session import computed, loaded, rows_asked, screen
from ui.shared import navigation
from ui.shared.numbers import threshold as shown
from ui.shared.text import _


def are_elsewhere(rows: BinaryView) -> bool:
    """Whether the page of the matrix has single rows of these: they are in memory, and of two classes."""
    is_seen = not (screen.is_on(screen.PRESENT) or screen.is_embedded())
    return is_seen and not isinstance(rows, SourcedView) and loaded.current().predictions.task == "binary"


def picks(rows: BinaryView) -> dict[str, threshold.Pick]:
    """Return who is told of a click on a cell, and of two on a bar of the strip."""
    return {"cell": _cell, "bar": lambda _known: _go("bar")} if are_elsewhere(rows) else {}


def offer(rows: BinaryView, t: float) -> None:
    """Offer the rows of the point of a curve that was clicked last, as long as the threshold is its."""
    if threshold.is_picked(t) and are_elsewhere(rows):
        meaning = _("Which rows are decided wrongly at t = {t}.", t=shown(t, computed.counts(rows)))
        label, icon = _("See its rows"), ":material/table_rows:"
        st.button(label, key="point_rows", icon=icon, on_click=_go, args=("mistakes",), help=meaning)


def _cell(known: threshold.Known) -> None:
    if known[0] is not None:
        _go(CELLS[int(known[0])])


def _go(which: str) -> None:
    navigation.go_to("confusion_matrix")
    rows_asked.ask(which)
