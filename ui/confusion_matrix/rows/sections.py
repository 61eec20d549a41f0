"""The tab of single rows: which are asked for, a page of them, the one that is open, and two cells compared."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

import pandas as pd
import streamlit as st

from evalcore.counts import ELSEWHERE, RowsElsewhere
from evalcore.decisions import CELLS, RowOrder, RowsFound
from evalcore.figures.confusion_matrix.groups import EMPTY
from evalcore.predictions import BinaryView
from evalcore.support.arrays import IntArray
from ui.confusion_matrix import rows_near
from ui.confusion_matrix.groups import setting
from ui.confusion_matrix.groups.setting import Grouping
from ui.confusion_matrix.rows import apart, chosen, found, opened
from ui.confusion_matrix.rows.chosen import Asked
from ui.confusion_matrix.rows.found import Wanted
from ui.frame.page import Tab, Table
from ui.live import threshold
from ui.session import computed, fields, file_rows, files, incoming, rows_asked
from ui.shared import controls, downloads, into_view, tables
from ui.shared.numbers import count, score
from ui.shared.numbers import threshold as shown
from ui.shared.text import _, plain, remark, say

CARD: Final = "rows_found"
_TO_OPEN: Final = "rows_to_open"


def tabs(rows: BinaryView, t: float | None) -> list[Tab]:
    """Return the tab of single rows; of a source that cannot be asked for them it says that they stay there."""
    if not found.are_here(rows):
        return [] if t is None or rows_near.can_be_fetched(rows) else [Tab("rows", _stay)]
    chosen.follow_link()
    return [Tab("rows", partial(_show, rows, t))]


def _stay() -> None:
    raise RowsElsewhere.from_message(ELSEWHERE)


def picks() -> dict[str, threshold.Pick]:
    """Return who is told of a click on a cell, and of two on a bar of the strip."""
    return {"cell": _clicked, "bar": _clicked_bar}


def pick_of_group(rows: BinaryView, grouping: Grouping) -> dict[str, threshold.Pick]:
    """Return who is told of a click on a group of the figure, and of two on a bar of its strip."""
    return {"group": partial(_clicked_group, rows, grouping), "bar": _clicked_bar}


def _clicked_bar(_known: threshold.Known) -> None:
    rows_asked.ask("bar")


def _clicked(known: threshold.Known) -> None:
    place = known[0]
    if place is not None:
        rows_asked.ask(CELLS[int(place)])


def _clicked_group(rows: BinaryView, grouping: Grouping, known: threshold.Known) -> None:
    place = known[0]
    names = setting.counts(rows, grouping).names
    if place is not None:
        chosen.ask_group(rows, names[int(place)])


def _show(rows: BinaryView, t: float | None) -> None:
    chosen.begin(rows)
    with st.container(key=CARD, gap="small"):
        with st.container(horizontal=True, vertical_alignment="bottom"):
            _ask(rows, has_bars=t is not None)
        asked = chosen.asked()
        _table(rows, t, asked)
        opened.show(rows, t)
        apart.show(rows, t, asked)
    into_view.bring(CARD, "rows", rows_asked.times(), block="nearest")


def _ask(rows: BinaryView, *, has_bars: bool) -> None:
    """Ask which rows are shown."""
    names = {name: title for name, title in chosen.NAMES.items() if has_bars or name != "bar"}
    fields.one_of(
        chosen.ROWS,
        names,
        _("Rows of"),
        _("A click on a cell of the matrix does the same, and two clicks on a bar of the strip ask for its rows."),
        width=230,
    )
    apart.ask()
    st.text_input(
        _("Search the rows"),
        key=chosen.SEARCH,
        persist_state="session",
        width=180,
        help=_("Text in any column, or a number that a cell is equal to; upper and lower case are the same."),
    )
    if others := chosen.others():
        fields.one_of(
            chosen.OTHER,
            {"": "", **{name: name for name in others}},
            _("Decided otherwise by"),
            _("Only rows that this other model decides otherwise, at the threshold of the page."),
            format_func=lambda name: name or _("any model"),
            width=200,
            on_change=chosen.other_at_page,
        )
    if of_group := found.groups(rows):
        if st.session_state.get(chosen.GROUP) not in of_group:
            st.session_state[chosen.GROUP] = chosen.ANY_GROUP
        st.selectbox(
            _("Group"),
            [chosen.ANY_GROUP, *of_group],
            format_func=_group_name,
            key=chosen.GROUP,
            persist_state="session",
            width=180,
        )


def _group_name(name: str) -> str:
    """Return a group as it stands in the file."""
    return {chosen.ANY_GROUP: _("all groups"), chosen.EMPTY_GROUP: say(EMPTY)}.get(name, name)


def _table(rows: BinaryView, t: float | None, asked: Asked) -> None:
    """Show a page of the rows, how many there are, and all of them as a file."""
    wanted = found.wanted(rows, t, asked)
    of = wanted.of(found.order(rows))
    if not len(of):
        st.info(_("No row is found."), icon=":material/search_off:")
        return
    if asked.other:
        _tell_other(asked, t)
    table_key = chosen.begin_page((*rows.key, t, asked, found.group_key(rows, asked.group)))
    page, pages = chosen.page(len(of), found.ON_A_PAGE)
    places = of.page((page - 1) * found.ON_A_PAGE, found.ON_A_PAGE)
    _page(rows, places, of, key=f"{table_key}_{page}")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        chosen.ask_page(pages)
        choose_row(places)
        table = Table(
            _("Rows as CSV"), files.name(f"rows_{asked.which}", rows.model), _file(rows, wanted, _otherwise(asked, t))
        )
        downloads.offer_table(downloads.marked_table(table, incoming.mark()))
    if rows.has_score:
        remark(
            "Rows found: {n}. The most wrong comes first: its score is farthest from t on the wrong side. On the right "
            "side the nearest comes first.",
            n=count(len(of)),
        )
    else:
        remark("Rows found: {n}.", n=count(len(of)))
    if rows.weight is not None:
        remark("The figure adds up the weights; here each row counts once.")


def _tell_other(asked: Asked, t: float | None) -> None:
    """Say which model decides these rows otherwise, and at which threshold."""
    view, at = found.other(asked, t)
    if at is None:
        remark("Only rows whose label of {model} is another one.", model=plain(view.model))
    else:
        table = None if asked.other_t is None else computed.counts(view)
        written = shown(at, table)
        remark("Only rows that {model} at t = {t} decides otherwise.", model=plain(view.model), t=written)


def _page(rows: BinaryView, places: IntArray, of: RowsFound, *, key: str) -> None:
    """Show a page of rows; a row that is taken is opened."""
    in_file = file_rows.current()
    titles = found.titles(in_file)
    frame = found.table(in_file, of, places, titles, model=_scored(rows))
    tables.choose(
        frame,
        alt=_("The rows that are asked for, the most wrong first"),
        written={titles[2]: score, titles[3]: score} if rows.has_score else {},
        key=key,
        on_select=partial(selected, key, places.tolist()),
    )


def selected(key: str, places: list[int]) -> None:
    """Open the row of a table that was taken, or close the one that is open."""
    taken = st.session_state[key].selection.rows
    chosen.open_row(places[taken[0]] if taken else None)


def choose_row(places: IntArray) -> None:
    """Ask which row of the page is opened, without pointing at it."""
    controls.seed(_TO_OPEN, None)
    numbers = dict(zip(places.tolist(), file_rows.current().numbers(places).tolist(), strict=True))
    st.selectbox(
        _("Open a row"),
        list(numbers),
        index=None,
        format_func=lambda place: _("row {number}", number=count(numbers.get(place, 0))),
        placeholder=_("its values"),
        key=_TO_OPEN,
        on_change=_opened,
        width=170,
    )


def _opened() -> None:
    place = st.session_state.pop(_TO_OPEN, None)
    if place is not None:
        chosen.open_row(int(place))


def _scored(rows: BinaryView) -> str | None:
    """Return the model, None where it gives labels."""
    return rows.model if rows.has_score else None


def _file(rows: BinaryView, wanted: Wanted, further: dict[str, str]) -> Callable[[], pd.DataFrame]:
    """Return what makes the table of all rows that are asked for, outside the script."""
    about = {**files.about(rows), **({"threshold": repr(wanted.threshold)} if rows.has_score else {}), **further}
    in_file = file_rows.current()
    names = ("case" if in_file.of_cases else "row", "cell", "score", "score_less_t")
    make = partial(found.table, in_file, titles=names)
    return partial(_of_all, partial(make, model=_scored(rows)), found.order(rows), wanted, about)


def _otherwise(asked: Asked, t: float | None) -> dict[str, str]:
    """Return what a file says of the model that decides its rows otherwise."""
    return {"decided_otherwise_by": asked.other, "at": repr(found.other(asked, t)[1])} if asked.other else {}


def _of_all(make: Callable[..., pd.DataFrame], order: RowOrder, wanted: Wanted, about: dict[str, str]) -> pd.DataFrame:
    of = wanted.of(order)
    frame = make(of, of.page(0, len(of)))
    names = file_rows.once_each((*frame.columns, *about))[len(frame.columns) :]
    return frame.assign(**dict(zip(names, about.values(), strict=True)))
