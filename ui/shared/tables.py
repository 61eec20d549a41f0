"""Tables on the page, and the button beside one that offers it as CSV.

A term in a table leads to the glossary: that of a row by the link beside its name, that of a column by its help.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Literal

import pandas as pd
import streamlit as st

from ui.shared import downloads, takedown, terms
from ui.shared.terms import Term
from ui.shared.text import N_, _, plain

# Titles of a first column that names what its rows are; below others stand models, classes, rows, or values.
QUANTITIES: Final = (
    N_("metric"),
    N_("measure"),
    N_("quantity"),
    N_("test"),
    N_("method"),
    N_("estimator"),
    N_("estimate"),
)
NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})
# Of a column of so many letters and fewer what a card says is bold: numbers with their interval, names, no sentence.
MOST_BOLD: Final = 30
# The title of the links takes no more room than they do.
_LABEL, _WIDTH = "?", 44
_STOPS: Final = st.components.v2.component(
    "table_stops", js=Path(__file__).with_name("tables.js").read_text(encoding="utf-8")
)


def name_stops() -> None:
    """Have the place at which the Tab key enters a table be called like the table, on the whole page, and what opens
    files by what it says.
    """
    _STOPS(key="table_stops", data={"file": _("Choose a file")})


def show(
    given: pd.DataFrame | Mapping[str, Sequence[str]],
    *,
    alt: str,
    height: Literal["auto", "content"] = "content",
    columns: Mapping[str, Any] | None = None,
    explain: bool = True,
    of_rows: bool = False,
    as_cards: bool = False,
) -> None:
    """Show a table, or columns by their titles, without an index; `columns` sets single ones up.

    One of many rows scrolls with "auto". Where a page is too narrow for its columns it is shown `as_cards`, in which
    each row has lines of its own: what lies beyond the edge of a table nobody sees. Of `columns` cards take the help.

    Of a file as it was read, whose words are not the app's, nothing is to be explained. One `of_rows`, single ones, is
    in no report.
    """
    if take_down(given, alt=alt, of_rows=of_rows):
        return
    frame, config = pd.DataFrame(given), dict[str, Any]()
    if as_cards:
        _cards(frame, columns or {}, explain=explain)
        return
    if explain:
        config = _headers(frame)
        if any(found := _terms(frame)):
            frame = frame.copy(deep=False)
            frame.insert(1, _("Glossary"), [None if term is None else terms.address(term) for term in found])
            config[_("Glossary")] = _links()
    # Without the placeholder a row of no term would have a link called "None".
    st.dataframe(
        frame, hide_index=True, alt=alt, height=height, placeholder="", column_config={**config, **(columns or {})}
    )


def _cards(frame: pd.DataFrame, columns: Mapping[str, Any], *, explain: bool) -> None:
    """Show each row by its first cell, and below it what each other column says, without what is empty.

    A term leads to the glossary by the name of its row; the first card has what the titles of the columns mean.
    """
    first, *others = frame.columns
    config = {**(_headers(frame) if explain else {}), **columns}
    helps = {title: of["help"] for title, of in config.items() if isinstance(of, Mapping) and of.get("help")}
    meanings = [f"**{plain(str(title))}**: {helps[title]}" for title in others if title in helps]
    explained = "\n\n".join(meanings) or None
    found = _terms(frame) if explain else []
    bold = {title for title in others if all(len(_cell(cell)) <= MOST_BOLD for cell in frame[title])}
    with st.container(border=True, gap="xsmall"):
        for k, row in enumerate(frame.to_dict("records")):
            name = plain(_cell(row[first]))
            if found and (term := found[k]) is not None:
                name = f"[{name}]({terms.address(term)})"
            cells = {title: plain(_cell(row[title])) for title in others if _cell(row[title])}
            said = [
                f"{plain(title)}\u00a0**{cell}**"
                if title in bold
                else _("{name}: {what}", name=plain(title), what=cell)
                for title, cell in cells.items()
            ]
            st.markdown(f"**{name}**  \n{' · '.join(said)}", help=explained if k == 0 else None)


def _in_card(title: str, said: str, *, is_bold: bool) -> str:
    """Put a number behind the name of its column; what is longer stands behind a colon."""
    return f"{title}\u00a0**{said}**" if is_bold else _("{name}: {what}", name=title, what=said)


def _cell(value: object) -> str:
    """Return what a cell shows: as in the table nothing where there is nothing."""
    return "" if value is None or (isinstance(value, float) and math.isnan(value)) else str(value)


def choose(
    frame: pd.DataFrame,
    *,
    alt: str,
    columns: Mapping[str, Any] = NOTHING,
    written: Mapping[str, Callable[[Any], str]] = NOTHING,
    key: str,
    on_select: Callable[[], None],
    height: Literal["auto", "content"] = "auto",
    of_rows: bool = True,
) -> None:
    """Show a table of which one row can be taken; one `of_rows`, single ones of a file, is in no report.

    A column of numbers that is `written` some way is put in order by its numbers all the same.
    """
    if take_down(frame, alt=alt, of_rows=of_rows):
        return
    mine: dict[Any, Any] = {title: write for title, write in written.items() if title in frame}
    # Beside what is written some way pandas would give all other numbers six decimals.
    as_read: dict[Any, Any] = dict.fromkeys(frame.select_dtypes("float"), _cell)
    st.dataframe(
        frame.style.format(as_read | mine) if mine else frame,
        hide_index=True,
        alt=alt,
        height=height,
        placeholder="",
        column_config=dict(columns),
        key=key,
        on_select=on_select,
        selection_mode="single-row",
    )


def take_down(given: pd.DataFrame | Mapping[str, Sequence[str]], *, alt: str, of_rows: bool = False) -> bool:
    """Take a table down where the page is not shown, and tell so."""
    taken = takedown.now()
    if taken is None:
        return False
    if of_rows:
        taken.of_rows += 1
    else:
        taken.tables.append((alt, pd.DataFrame(given)))
    return True


def _headers(frame: pd.DataFrame) -> dict[str, Any]:
    """Return the help of each column whose title is a term."""
    helps = {str(title): terms.meaning(str(title)) for title in frame.columns}
    return {title: st.column_config.Column(help=text) for title, text in helps.items() if text is not None}


def _terms(frame: pd.DataFrame) -> list[Term | None]:
    """Return the term of each row, where the first column names what the rows are."""
    if frame.columns.empty or frame.columns[0] not in {_(title) for title in QUANTITIES}:
        return []
    return [terms.named(str(cell)) for cell in frame.iloc[:, 0]]


def _links() -> Any:
    asked = _("What the row is, in the glossary; it opens beside the page.")
    return st.column_config.LinkColumn(_LABEL, width=_WIDTH, help=asked, display_text=":material/menu_book:")


def offer(frame: pd.DataFrame | Callable[[], pd.DataFrame], *, label: str, name: str) -> None:
    """Offer a table as CSV, with text safe in a spreadsheet; a large one is made when it is asked for.

    What makes it must hold all it needs: it runs outside the script, where the session and its language are not known.
    """
    data = (lambda: downloads.csv(frame())) if callable(frame) else downloads.csv(frame)
    downloads.offer_csv(label, data, name=name)
