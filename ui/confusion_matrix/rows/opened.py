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
from ui.shared.text import _, plain


def show(rows: BinaryView, t: float | None) -> None:
    """Show the row that is open, and offer to close it."""
    place = chosen.opened(rows)
    if place is None:
        return
    cell = found.order(rows).find(found.at_threshold(t)).describe(found.at(place))["cell"].iloc[0]
    if rows.has_score:
        said = _("Its cell at this threshold: {cell}. On the strip it has a ring.", cell=cell)
    else:
        said = _("Its cell: {cell}.", cell=cell)
    _card(place, said, _models(looked_at.predictions(), place, rows.positive))


def show_of_classes(predictions: Predictions) -> None:
    """Show the row that is open of many classes: what each model predicts, and how high it scores the true class."""
    place = chosen.opened(predictions)
    if place is not None:
        truth = predictions.classes[int(predictions.y_true[place])]
        _card(place, _("Its class: {name}.", name=plain(truth)), _predicted(predictions, place))


def _card(place: int, said: str, models: dict[str, list[str]]) -> None:
    """Show a row with all its values and what the models say of it, and offer to close it."""
    of, at = file_rows.current(), found.at(place)
    with st.container(border=True, key="row_opened", gap="small"):
        with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
            st.header(_("Row {number}", number=count(int(of.numbers(at)[0]))), anchor=False, width="content")
            st.button(_("Close"), key="close_row", icon=":material/close:", on_click=chosen.open_row, args=(None,))
        st.caption(said)
        line = of.frame(at)
        # Column by column: one row of several types would turn whole numbers into others.
        written = [_written(line[name].tolist()[0]) for name in line.columns]
        values = {_("column"): list(line.columns), _("value"): written}
        tables.show(values, alt=_("All values of this row"), height="auto", explain=False)
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


def _predicted(predictions: Predictions, place: int) -> dict[str, list[str]]:
    """Return the class that every model predicts, its score, and that of the true class; labels have none."""
    truth = int(predictions.y_true[place])
    lines = []
    for model, score in predictions.scores.items():
        row = score[place]
        first = int(row.argmax())
        lines.append((model, predictions.classes[first], repr(float(row[first])), repr(float(row[truth]))))
    for model, labels in predictions.labels.items():
        lines.append((model + loaded.LABELS, predictions.classes[int(labels[place])], "", ""))
    titles = (_("model"), _("predicted class"), _("score of the predicted class"), _("score of the true class"))
    return {title: [line[k] for line in lines] for k, title in enumerate(titles)}
