"""What is drawn in the figure of a page, as tables: for who cannot see its lines, and for who wants their numbers."""

from __future__ import annotations

import html
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

import pandas as pd
import streamlit as st

from evalcore.figures import style
from evalcore.support.arrays import FloatArray
from evalcore.support.text import undirected
from evalcore.views.places import places
from evalcore.views.threshold import Steps
from ui.shared.numbers import number
from ui.shared.text import _

KEY: Final = "figure_tables"
Write = Callable[[float], str]
T = TypeVar("T")
# By their titles, or where titles come from a file, so that two may be the same, one pair each.
Named = Mapping[str, T] | Sequence[tuple[str, T]]


@dataclass(frozen=True)
class FigureTable:
    """What one panel of a figure shows, written out: columns, of which the first names the rows.

    `here` are the rows at which a handle stands.
    """

    caption: str
    columns: Named[Sequence[str]]
    here: frozenset[int] = frozenset()


def course(
    caption: str,
    across: tuple[str, Sequence[str]],
    lines: Named[Sequence[float] | FloatArray],
    *,
    here: int | None = None,
    write: Write | Mapping[str, Write] = number,
) -> FigureTable:
    """Return the course of lines over the steps of a handle: about eleven of these, and the one at which it stands.

    `across` names the axis, with what is written of each step. `write` writes a number, or those of single lines.
    """
    title, steps = across
    kept = places(len(steps), here).tolist()
    columns = [(title, [steps[k] for k in kept])]
    for name, values in _pairs(lines):
        how = write if callable(write) else write.get(name, number)
        columns.append((name, [how(float(values[k])) for k in kept]))
    now = frozenset() if here is None else frozenset({kept.index(here)})
    return FigureTable(caption, columns, now)


def rows(caption: str, of: pd.DataFrame, here: int | None = None) -> FigureTable:
    """Return rows that are written already: about eleven of many, and the one at which a handle stands."""
    kept = places(len(of), here).tolist()
    now = frozenset() if here is None else frozenset({kept.index(here)})
    return FigureTable(caption, {str(title): [str(of[title].iloc[k]) for k in kept] for title in of.columns}, now)


def thresholds(of: Steps) -> list[str]:
    """Return the thresholds of the handle as it shows them."""
    return [style.threshold(t, digits) for t, digits in zip(of.written, of.digits, strict=True)]


def as_frame(table: FigureTable) -> pd.DataFrame:
    """Return a table as a file has it, its cells as they are read.

    None of its places is marked as where the handle stands: in a file that moves on, and the table stays.
    """
    columns = _pairs(table.columns)
    frame = pd.DataFrame({k: list(cells) for k, (_title, cells) in enumerate(columns)}, dtype=object)
    return frame.set_axis([title for title, _cells in columns], axis=1)


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
    columns = _pairs(table.columns)
    titles = "".join(f'<th scope="col">{_text(title)}</th>' for title, _cells in columns)
    cells = zip(*(cells for _title, cells in columns), strict=True)
    rows = "".join(_row(row, is_here=k in table.here) for k, row in enumerate(cells))
    name = _text(table.caption)
    return (
        f'<div class="figure-table" role="region" tabindex="0" aria-label="{name}"><table><caption>{name}</caption>'
        f"<thead><tr>{titles}</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def _row(cells: Sequence[str], *, is_here: bool) -> str:
    first = _named(cells[0], is_here=is_here)
    values = "".join(f"<td>{_text(cell)}</td>" for cell in cells[1:])
    return f'<tr><th scope="row">{_text(first)}</th>{values}</tr>'


def _named(place: str, *, is_here: bool) -> str:
    return _("{place} (now)", place=place) if is_here else place


def _text(text: str) -> str:
    """Return text that may come from a file as text: nothing in it is a tag, or turns what stands beside it."""
    return html.escape(undirected(text))


def _pairs(named: Named[T]) -> list[tuple[str, T]]:
    return list(named.items() if isinstance(named, Mapping) else named)
