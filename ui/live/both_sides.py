"""The readings of a threshold where it was chosen beside those where it is reported: cards, table, file."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from ui.live import carrying
from ui.live.carrying import BothSides
from ui.shared import cards, readings, tables
from ui.shared.numbers import UNDEFINED, interval, number
from ui.shared.text import _, show_said, show_said_of

_ENDS = ("value", "low", "high")


def card(one: BothSides, name: str) -> None:
    """Show a reading with what it is where the threshold was chosen, and the difference."""
    found = next(reading for reading in one.found.there if reading.name == name)
    parts = (readings.count_form(found), interval(found.low, found.high))
    below = " · ".join(part for part in parts if part and part != UNDEFINED) or UNDEFINED
    cards.card(readings.name_of(found), number(found.value), below, carrying.beside(one, name))


def headline(one: BothSides) -> None:
    """Show the best-known readings so, side by side."""
    for column, name in zip(st.columns(len(readings.HEADLINE)), readings.HEADLINE, strict=True):
        with column:
            card(one, name)


def show(one: BothSides) -> None:
    """Show all readings of both sides with how far apart they are, and all that is to be said of them."""
    tables.show(
        table(one),
        alt=_("All readings where the threshold was chosen and where it is reported, with the difference"),
        columns={_("metric"): st.column_config.TextColumn(width="medium")},
    )
    show_said(one.found.reason, *one.found.warnings)
    show_said_of(*(each for pair in carrying.pairs(one) for each in pair))


def table(one: BothSides) -> pd.DataFrame:
    """Return a row a metric: both sides and the difference, each with its interval."""
    chosen, reported = one.names
    rows = [
        (carrying.title(pair[2].name), *(carrying.written(each, pair[2].name) for each in pair))
        for pair in carrying.pairs(one)
    ]
    titles = (_("metric"), _("{name}: chosen here", name=chosen), _("{name}: reported", name=reported), _("difference"))
    return pd.DataFrame(rows, columns=titles)


def in_file(frame: pd.DataFrame, one: BothSides) -> pd.DataFrame:
    """Return a file of readings with columns for where the threshold was chosen, and for the difference."""
    found = one.found.to_frame()
    found.index = pd.Index([readings.in_file(name) for name in found["name"]])
    names = {f"{end}_here": f"{end}_where_chosen" for end in _ENDS}
    names |= {f"{end}_difference": "difference" if end == "value" else f"difference_{end}" for end in _ENDS}
    return frame.join(found[[*names]].rename(columns=names), on="metric")
