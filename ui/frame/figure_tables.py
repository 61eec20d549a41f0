"""What is drawn in the figure of a page, as tables: for who cannot see its lines, and for who wants their numbers."""

from __future__ import annotations

import html
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import pandas as pd
import streamlit as st

from evalcore.figures import style
from evalcore.support.arrays import FloatArray
from evalcore.views.places import places
from evalcore.views.threshold import Steps
from ui.shared.numbers import number
from ui.shared.text import _

KEY: Final = "figure_tables"
Write = Callable[[float], str]


@dataclass(frozen=True)
class FigureTable:
    """What one panel of a figure shows, written out: columns by their titles, of which the first names the rows.

    `here` are the rows at which a handle stands.
    """

    caption: str
    columns: Mapping[str, Sequence[str]]
    here: frozenset[int] = frozenset()


def course(
    caption: str,
    across: tuple[str, Sequence[str]],
    lines: Mapping[str, Sequence[float] | FloatArray],
    *,
    here: int | None = None,
    write: Write | Mapping[str, Write] = number,
) -> FigureTable:
    """Return the course of lines over the steps of a handle: about eleven of these, and the one at which it stands.

    `across` names the axis, with what is written of each step. `write` writes a number, or those of single lines.
    """
    title, steps = across
    kept = places(len(steps), here).tolist()
    writes = {name: write if callable(write) else write.get(name, number) for name in lines}
    columns = {name: [writes[name](float(values[k])) for k in kept] for name, values in lines.items()}
    now = frozenset() if here is None else frozenset({kept.index(here)})
    return FigureTable(caption, {title: [steps[k] for k in kept], **columns}, now)


def rows(caption: str, of: pd.DataFrame, here: int | None = None) -> FigureTable:
    """Return rows that are written already: about eleven of many, and the one at which a handle stands."""
    kept = places(len(of), here).tolist()
    now = frozenset() if here is None else frozenset({kept.index(here)})
    return FigureTable(caption, {str(title): [str(of[title].iloc[k]) for k in kept] for title in of.columns}, now)


def thresholds(of: Steps) -> list[str]:
    """Return the thresholds of the handle as it shows them."""
    return [style.threshold(t, digits) for t, digits in zip(of.written, of.digits, strict=True)]


def show(make: Callable[[], Iterable[FigureTable]]) -> None:
    """Offer the tables; none is made before they are opened."""
    box = st.expander(_("What is drawn, as a table"), key=KEY, on_change="rerun")
    if not box.open:
        return
    with box:
        for table in make():
            st.html(_written(table))


def _written(table: FigureTable) -> str:
    """Return a table in HTML. Wider than the page it is moved with the arrow keys, for which it takes the keyboard."""
    titles = "".join(f'<th scope="col">{html.escape(title)}</th>' for title in table.columns)
    cells = zip(*table.columns.values(), strict=True)
    rows = "".join(_row(row, is_here=k in table.here) for k, row in enumerate(cells))
    name = html.escape(table.caption)
    return (
        f'<div class="figure-table" role="region" tabindex="0" aria-label="{name}"><table><caption>{name}</caption>'
        f"<thead><tr>{titles}</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def _row(cells: Sequence[str], *, is_here: bool) -> str:
    first = _("{place} (now)", place=cells[0]) if is_here else cells[0]
    values = "".join(f"<td>{html.escape(cell)}</td>" for cell in cells[1:])
    return f'<tr><th scope="row">{html.escape(first)}</th>{values}</tr>'
