"""What leaves the page: tables as CSV that no spreadsheet will run, figures as HTML whose handles still work."""

from __future__ import annotations

import html
import unicodedata
from collections.abc import Callable
from csv import QUOTE_NONNUMERIC
from dataclasses import dataclass, replace

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from evalcore.figures import layout
from evalcore.figures.live import motion
from evalcore.figures.style import INK
from ui.shared.marks import Mark
from ui.shared.text import language, speaking

_CSV = "text/csv"
_TABLE_ICON, _PAGE_ICON = ":material/table_view:", ":material/download:"
# A spreadsheet runs a cell that begins with one of these, full-width signs too; a leading quote makes it text.
_FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r", "\n")
# What a spreadsheet may pass over before it, by Unicode's categories: blanks, control characters, what joins or divides
# without a picture (U+200C, U+00AD), marks upon nothing. Not the tab and the newlines, which are guarded above.
_UNSEEN = ("Zs", "Zl", "Zp", "Cc", "Cf", "Mn")


@dataclass(frozen=True)
class Export:
    """A figure as a file: the button's label, the file's name, and the heading and the text in it.

    `draw` must hold all it needs but the language: it runs outside the script, where the session is not known.
    """

    label: str
    name: str
    title: str
    caption: str
    draw: Callable[[], go.Figure]


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
        draw=lambda: layout.marked(export.draw(), mark.label, calm=mark.calm),
    )


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


def offer(export: Export) -> None:
    """Offer a figure as one HTML file in the language of the session."""
    chosen = language()

    def make() -> bytes:
        with speaking(chosen):
            return html_page(export.draw(), title=export.title, caption=export.caption)

    button(export.label, make, file_name=f"{export.name}.html", mime="text/html")


def offer_table(table: Table) -> None:
    """Offer a table as CSV, made when it is asked for."""
    offer_csv(table.label, lambda: csv(table.make()), name=table.name)


def offer_csv(label: str, data: bytes | Callable[[], bytes], *, name: str) -> None:
    """Offer a table that was written by `csv`."""
    button(label, data, file_name=f"{name}.csv", mime=_CSV)


def _safe(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and _begins_formula(value) else value


def _begins_formula(text: str) -> bool:
    seen = (one for one in text if one in _FORMULA or unicodedata.category(one) not in _UNSEEN)
    return next(seen, "") in _FORMULA


def csv(frame: pd.DataFrame) -> bytes:
    """Write a table as CSV with a byte-order mark (so that Excel reads Chinese), its text safe against formulas."""
    safe = frame.rename(columns=_safe).apply(lambda column: column.map(_safe))
    # Cells with a newline are quoted only if the line's own end holds that newline: a bare \r would begin a row.
    # All text is quoted: a spreadsheet that splits at semicolons must not find a formula behind one.
    text: str = safe.to_csv(index=False, lineterminator="\r\n", quoting=QUOTE_NONNUMERIC)
    return text.encode("utf-8-sig")


def html_page(figure: go.Figure, *, title: str, caption: str) -> bytes:
    """Write a figure as one file that needs neither server nor network; its handles move as on the page."""
    standing = go.Figure(figure)
    standing.update_layout(paper_bgcolor="white", plot_bgcolor="white", font_color=INK)
    body = standing.to_html(
        full_html=False,
        include_plotlyjs=True,
        auto_play=False,
        config={"displaylogo": False, "responsive": True},
        post_script=motion.post_script(),
    )
    name, said = html.escape(title), html.escape(caption)
    page = (
        f'<!doctype html><html style="color-scheme:light"><head><meta charset="utf-8"><title>{name}</title></head>'
        f'<body style="margin:24px auto;max-width:1200px;font-family:sans-serif;color:{INK};background:white">'
        f'<h1 style="font-size:1.4rem">{name}</h1><p>{said}</p>{body}</body></html>'
    )
    return page.encode("utf-8")
