"""What leaves the page: tables as CSV that no spreadsheet will run, figures as HTML whose slider still works."""

from __future__ import annotations

import html

import pandas as pd
import plotly.graph_objects as go

# A spreadsheet runs a cell that begins with one of these, full-width signs too; a leading quote makes it text.
_FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r", "\n")


def _safe(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and value.lstrip(" ").startswith(_FORMULA) else value


def csv(frame: pd.DataFrame) -> bytes:
    """Write a table as CSV with a byte-order mark (so that Excel reads Chinese), its text safe against formulas."""
    safe = frame.rename(columns=_safe).apply(lambda column: column.map(_safe))
    # Cells with a newline are quoted only if the line's own end holds that newline: a bare \r would begin a row.
    text: str = safe.to_csv(index=False, lineterminator="\r\n")
    return text.encode("utf-8-sig")


def html_page(figure: go.Figure, *, title: str, caption: str) -> bytes:
    """Write a figure as one file that needs neither server nor network; its slider plays the same frames."""
    standing = go.Figure(figure)
    standing.update_layout(paper_bgcolor="white", plot_bgcolor="white", font_color="#1C2733")
    body = standing.to_html(
        full_html=False, include_plotlyjs=True, auto_play=False, config={"displaylogo": False, "responsive": True}
    )
    name, said = html.escape(title), html.escape(caption)
    page = (
        f'<!doctype html><html><head><meta charset="utf-8"><title>{name}</title></head>'
        '<body style="margin:24px auto;max-width:1200px;font-family:sans-serif;color:#1C2733;background:white">'
        f'<h1 style="font-size:1.4rem">{name}</h1><p>{said}</p>{body}</body></html>'
    )
    return page.encode("utf-8")
