"""What leaves the page: tables as CSV that no spreadsheet will run, figures as HTML whose handles still work."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from evalcore import report
from evalcore.figures import layout
from ui.shared.marks import Mark
from ui.shared.text import language, say_in_figure, speaking

_CSV = "text/csv"
_TABLE_ICON, _PAGE_ICON = ":material/table_view:", ":material/download:"


@dataclass(frozen=True)
class Export:
    """A figure as a file: the button's label, the file's name, and the heading and the text in it.

    `draw` takes a `look`, and must hold all else it needs but the language: it runs outside the script, where the
    session is not known. `about` stands below the heading: which rows, model and class it is of.
    """

    label: str
    name: str
    title: str
    caption: str
    draw: Callable[..., go.Figure]
    about: str = ""


@dataclass(frozen=True)
class Table:
    """A table as a file: the button's label, the file's name, and what makes the table when it is asked for.

    `make` must hold all it needs: it runs outside the script, where the session and its language are not known.
    """

    label: str
    name: str
    make: Callable[[], pd.DataFrame]


def marked(export: Export, mark: Mark | None) -> Export:
    """Return a figure that is nobody's own with its mark: in its name, its heading and its picture."""
    if mark is None:
        return export
    return replace(
        export,
        name=f"{mark.file}_{export.name}",
        title=f"{mark.label} – {export.title}",
        draw=lambda **look: with_mark(export.draw(**look), mark),
    )


def with_mark(figure: go.Figure, mark: Mark) -> go.Figure:
    """Return a figure with its mark in a corner of its own."""
    return layout.marked(figure, mark.label, calm=mark.calm)


def marked_table(table: Table, mark: Mark | None) -> Table:
    """Return a table that is nobody's own with its mark: in its name, and in a column of its own."""
    if mark is None:
        return table

    def make() -> pd.DataFrame:
        """Return the table with the mark; where it has a column of that name, below another."""
        frame = table.make()
        return frame.assign(**{"mark" if mark.file in frame else mark.file: mark.label})

    return replace(table, name=f"{mark.file}_{table.name}", make=make)


def button(
    label: str, data: bytes | Callable[[], bytes], *, file_name: str, mime: str, meaning: str | None = None
) -> None:
    """Offer a file, with what it is as help, and run nothing on the page again.

    Data not made yet are made when they are asked for.
    """
    icon = _TABLE_ICON if mime == _CSV else _PAGE_ICON
    st.download_button(label, data, file_name=file_name, mime=mime, icon=icon, on_click="ignore", help=meaning)


def offer(export: Export, write: Callable[[Export], bytes] | None = None) -> None:
    """Offer a figure as one HTML file in the language of the session; `write` makes it of more than the figure."""
    chosen = language()

    def make() -> bytes:
        with speaking(chosen):
            if write is not None:
                return write(export)
            return html_page(export.draw(), title=export.title, caption=export.caption, about=export.about)

    button(export.label, make, file_name=f"{export.name}.html", mime="text/html")


def offer_table(table: Table) -> None:
    """Offer a table as CSV, made when it is asked for."""
    offer_csv(table.label, lambda: csv(table.make()), name=table.name)


def offer_csv(label: str, data: bytes | Callable[[], bytes], *, name: str) -> None:
    """Offer a table that was written by `csv`."""
    button(label, data, file_name=f"{name}.csv", mime=_CSV)


def csv(frame: pd.DataFrame) -> bytes:
    """Write a table as CSV that no spreadsheet runs."""
    return report.table_csv(frame)


def html_page(figure: go.Figure, *, title: str, caption: str, about: str = "") -> bytes:
    """Write a figure as one file that needs neither server nor network; its handles move as on the page."""
    section = report.Section("", caption, figure, about=about)
    return report.write_html([section], title=title, language=language(), say=say_in_figure).encode()
