"""Two cells side by side: in which columns their rows differ most, drawn and as a table."""

from __future__ import annotations

import math
from functools import partial
from typing import Final

import numpy as np
import pandas as pd
import streamlit as st

from evalcore.decisions import CELLS, ColumnDifference, ColumnsApart, RowsFound, columns_apart
from evalcore.figures.confusion_matrix.apart import apart_figure, column_name
from evalcore.predictions import BinaryView
from ui.confusion_matrix.rows import chosen, found
from ui.confusion_matrix.rows.chosen import Asked
from ui.live import bridge
from ui.session import fields, file_rows, loaded, looked_at, memory
from ui.shared import charts, tables
from ui.shared.numbers import count, interval, number, pvalue
from ui.shared.text import N_, _, headed, in_row, plain, remark, said_of, say, say_in_figure, sentences

# So many differences are drawn; the table has all.
MOST_DRAWN: Final = 12
# More rows are compared when that is asked for, not at each move of the handle.
AT_ONCE: Final = 300_000
_NAMES: Final = {"": N_("No comparison"), **{name: chosen.NAMES[name] for name in CELLS}}


def ask() -> None:
    """Ask with which cell the rows of a single cell are compared."""
    which = chosen.asked().which
    if which not in CELLS:
        return
    fields.one_of(
        chosen.AGAINST,
        {name: title for name, title in _NAMES.items() if name != which},
        _("Compare with"),
        _("In which columns the rows of both cells differ most."),
        width=210,
    )


def show(rows: BinaryView, t: float | None, asked: Asked) -> None:
    """Show in which columns two cells differ, where that was asked."""
    against = st.session_state.get(chosen.AGAINST.key)
    if asked.which not in CELLS:
        remark("The rows of a single cell can be compared with those of another.")
    elif against:
        _compare(rows, t, asked, against)


def _compare(rows: BinaryView, t: float | None, asked: Asked, against: str) -> None:
    names = (asked.which.upper(), against.upper())
    first, second = (found.of_cells(rows, t, (cell,), asked.group) for cell in (asked.which, against))
    for of, name in ((first, names[0]), (second, names[1])):
        if not len(of):
            remark("No row is in {cell}, so there is nothing to compare.", cell=name)
            return
    key = (*rows.key, t, asked.which, against, found.group_key(rows, asked.group))
    make = partial(_apart, rows, first, second)
    if memory.known("columns apart", *key) is None and len(first) + len(second) > AT_ONCE:
        label = _("Compare {n} rows with {m}", n=count(len(first)), m=count(len(second)))
        if not st.button(label, key="compare_cells", icon=":material/compare_arrows:"):
            return
    _show(memory.memo("columns apart", *key, make=make, most=4), names)


def _apart(rows: BinaryView, first: RowsFound, second: RowsFound) -> ColumnsApart:
    """Return the differences in all columns but the truth, the model's own, and numbers of folds and cases."""
    in_first = first.mask()
    places = np.flatnonzero(in_first | second.mask())
    is_first = in_first[places]
    frame = file_rows.current().frame(places)
    predictions = looked_at.predictions()
    numbering = (predictions.folds, predictions.repeats, predictions.cases)
    model = loaded.labels_of(rows.model) or rows.model
    own = {predictions.truth, model, *(of.column for of in numbering if of is not None)}
    if predictions.part is not None:  # the same in all rows of a part
        own.add(str(predictions.split))
    kept = [name for name in frame.columns if name not in own and not name.startswith(f"{model}:")]
    case = None if rows.cases is None else rows.cases.code[places]
    return columns_apart(frame[kept], is_first, ~is_first, case=case)


def _show(of: ColumnsApart, names: tuple[str, str]) -> None:
    drawn = [one for one in of if np.isfinite(one.value)][:MOST_DRAWN]
    if not len(of):
        remark(
            "No column is left to compare: those that put rows into their cells, or number folds and cases, are not."
        )
        return
    if drawn:
        figure = apart_figure(drawn, names=names, say=say_in_figure, look=bridge.look())
        charts.chart(figure, key="apart_chart", alt=_alt(drawn, names))
    remark(
        "{n} rows of {first}, {m} of {second}. A full dot: p below 0.05, adjusted for all that is compared (Holm). "
        "Left out are the truth and this model's own scores, which put rows into their cells, and what numbers folds "
        "and cases. Of what the model was made of a difference is no discovery.",
        n=count(of.n_first),
        m=count(of.n_second),
        first=names[0],
        second=names[1],
    )
    if of.skipped:
        remark("Not compared, since no value comes twice: {names}.", names=in_row(map(plain, of.skipped)))
    frame = pd.DataFrame([_line(one, names) for one in of])
    notes = [_note(one) for one in of]
    said_once = len(notes) > 1 and len(set(notes)) == 1
    if any(notes) and not said_once:
        frame[_("note")] = notes
    tables.show(frame, alt=_title(names), height="auto", explain=False)
    if said_once and notes[0]:
        st.caption(notes[0])


def _title(names: tuple[str, str]) -> str:
    return _("In which columns {first} and {second} differ", first=names[0], second=names[1])


def _alt(drawn: list[ColumnDifference], names: tuple[str, str]) -> str:
    said = (f"{column_name(one, say)} {number(one.value)} {interval(one.low, one.high)}" for one in drawn)
    return headed(_title(names), in_row(said))


def _note(one: ColumnDifference) -> str:
    """Say why a difference has no interval, and what to mind of it."""
    return sentences(*said_of(one))


def _measured(one: ColumnDifference) -> str:
    """Write a difference with its interval; where neither side has a spread it is beyond any measure."""
    if math.isinf(one.value):
        return "∞" if one.value > 0 else "−∞"
    return f"{number(one.value)} {interval(one.low, one.high)}"


def _line(one: ColumnDifference, names: tuple[str, str]) -> dict[str, str]:
    """Return what the table has of a difference."""
    return {
        _("column"): column_name(one, say),
        names[0]: number(one.first),
        names[1]: number(one.second),
        _("standardised difference"): _measured(one),
        _("p, adjusted"): pvalue(one.adjusted),
    }
