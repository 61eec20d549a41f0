"""A single row with all its values and every model's score."""

from __future__ import annotations

from typing import Any

import pandas as pd
import streamlit as st
from pandas.api.types import is_scalar

from evalcore.predictions import BinaryView, Predictions
from ui.confusion_matrix.rows import chosen, found
from ui.session import file_rows, loaded, looked_at
from ui.shared import into_view, tables
from ui.shared.numbers import count
from ui.shared.text import _, remark


def show(rows: BinaryView, t: float | None) -> None:
    """Show the row that is open, and offer to close it."""
    place = chosen.opened(rows)
    if place is None:
        return
    of = file_rows.current()
    at = found.at(place)
    with st.container(border=True, key="row_opened", gap="small"):
        with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
            st.header(_("Row {number}", number=count(int(of.numbers(at)[0]))), anchor=False, width="content")
            st.button(_("Close"), key="close_row", icon=":material/close:", on_click=chosen.open_row, args=(None,))
        cell = found.order(rows).find(found.at_threshold(t)).describe(at)["cell"].iloc[0]
        if rows.has_score:
            remark("Its cell at this threshold: {cell}. On the strip it has a ring.", cell=cell)
        else:
            remark("Its cell: {cell}.", cell=cell)
        line = of.frame(at)
        # Column by column: one row of several types would turn whole numbers into others.
        written = [_written(line[name].tolist()[0]) for name in line.columns]
        values = {_("column"): list(line.columns), _("value"): written}
        tables.show(values, alt=_("All values of this row"), height="auto", explain=False)
        models = _models(looked_at.predictions(), place, rows.positive)
        tables.show(models, alt=_("What every model says of this row"), explain=False)
    into_view.bring("row_opened", "row", chosen.times_opened(), block="nearest")


def _written(value: Any) -> str:
    """Return a value as text; an empty cell is empty."""
    return "" if is_scalar(value) and pd.isna(value) else str(value)


def _models(predictions: Predictions, place: int, positive: str) -> dict[str, list[str]]:
    """Return the score of every model, of many classes that of the one looked for, and every predicted label."""
    names, said = [], []
    for model, score in predictions.scores.items():
        of_class = score if score.ndim == 1 else score[:, predictions.classes.index(positive)]
        names.append(model)
        said.append(repr(float(of_class[place])))
    for model, labels in predictions.labels.items():
        names.append(model + loaded.LABELS)
        said.append(predictions.classes[int(labels[place])])
    return {_("model"): names, _("score"): said}
