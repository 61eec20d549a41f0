"""The rows behind the cells of a matrix of many classes: which are asked for, a page of them, the one that is open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import numpy as np
import pandas as pd
import streamlit as st
from numpy.typing import NDArray

from evalcore.decisions import ClassRows, class_rows
from evalcore.predictions import Predictions
from ui.confusion_matrix import answers
from ui.confusion_matrix.rows import chosen, found, opened
from ui.confusion_matrix.rows.sections import choose_row, selected
from ui.frame.page import Tab, Table
from ui.session import file_rows, incoming, loaded, looked_at, memory, rows_asked
from ui.session.choices import Choice, register
from ui.session.file_rows import FileRows
from ui.shared import downloads, into_view, tables, told
from ui.shared.numbers import count
from ui.shared.numbers import score as score_text
from ui.shared.text import N_, _, remark

CARD: Final = "rows_of_classes"
# Instead of the place of a class.
ANY, WRONG, OTHER = "any", "wrong", "other"
TRUTH: Final = register(Choice("cell_truth", default=ANY, is_name=True))
CALLED: Final = register(Choice("cell_called", default=WRONG, is_name=True))
CHOICES: Final = (TRUTH, CALLED)


@dataclass(frozen=True)
class AskedCells:
    """Which cells are asked for: of classes by their places, or several at once; and what their rows hold.

    `other` are the places of the classes that are one row together.
    """

    truth: str
    called: str
    search: str
    other: tuple[int, ...]

    def cells(self, k: int) -> list[tuple[int, int]]:
        """Return the cells, as places of truth and prediction."""
        return [
            (truth, called)
            for truth in self._places(self.truth, k)
            for called in self._places(self.called, k)
            if self.called != WRONG or truth != called
        ]

    def _places(self, of: str, k: int) -> tuple[int, ...]:
        if of == OTHER:
            return self.other
        return tuple(range(k)) if of in (ANY, WRONG) else (int(of),)


def tab(other: tuple[int, ...]) -> Tab:
    """Return the tab; `other` are the places of the classes that are one row of the matrix together."""
    return Tab("rows", partial(_show, other))


def ask(truth: tuple[int, ...], called: tuple[int, ...]) -> None:
    """Have the rows of a cell shown, and brought into view: several classes are those that are one row together."""
    st.session_state[TRUTH.key], st.session_state[CALLED.key] = _named(truth), _named(called)
    rows_asked.bring()


def _named(places: tuple[int, ...]) -> str:
    return str(places[0]) if len(places) == 1 else OTHER


def _show(other: tuple[int, ...]) -> None:
    predictions = looked_at.predictions()
    chosen.begin(predictions)
    with st.container(key=CARD, gap="small"):
        with st.container(horizontal=True, vertical_alignment="bottom"):
            asked = _ask(predictions, other)
        _table(predictions, asked)
        opened.show_of_classes(predictions)
    into_view.bring(CARD, "rows", rows_asked.times(), block="nearest")


def _ask(predictions: Predictions, other: tuple[int, ...]) -> AskedCells:
    """Ask for a true class, a predicted one, and what the rows hold."""
    classes = {str(place): name for place, name in enumerate(predictions.classes)}
    together = {OTHER: N_("the other classes")} if other else {}
    meaning = _("A click on a cell of the matrix does the same.")
    truth = _one_of(TRUTH, {ANY: N_("any class"), **together}, classes, _("True class"), meaning)
    several = {WRONG: N_("any but the true one"), ANY: N_("any class"), **together}
    called = _one_of(CALLED, several, classes, _("Predicted class"), meaning)
    st.text_input(
        _("Search the rows"),
        key=chosen.SEARCH,
        persist_state="session",
        width=180,
        help=_("Text in any column, or a number that a cell is equal to; upper and lower case are the same."),
    )
    return AskedCells(truth, called, str(st.session_state.get(chosen.SEARCH) or "").strip(), other)


def _one_of(choice: Choice, several: Mapping[str, str], classes: Mapping[str, str], label: str, meaning: str) -> str:
    """Ask for a class or several; names of classes are the file's and are not translated."""
    titles = {**{key: _(title) for key, title in several.items()}, **classes}
    if st.session_state.get(choice.key) not in titles:
        st.session_state[choice.key] = choice.default
    told.tell(choice.key, label, titles)
    return str(
        st.selectbox(
            label,
            list(titles),
            format_func=titles.__getitem__,
            key=choice.key,
            persist_state="session",
            width=210,
            help=meaning,
        )
    )


def order() -> ClassRows:
    """Return in which cell each row is, sorted once a model."""
    predictions, model = looked_at.predictions(), loaded.model()

    def make() -> ClassRows:
        labels, k = loaded.labels_of(model), len(predictions.classes)
        if labels is not None:
            return class_rows(predictions.y_true, predictions.labels[labels], k, sample_weight=predictions.weight)
        top = answers.top()
        sure, weight = top.confidence, predictions.weight
        return class_rows(predictions.y_true, top.predicted, k, confidence=sure, sample_weight=weight)

    rows: ClassRows = memory.memo("rows of classes", predictions.digest, model, make=make, most=1)
    return rows


def _found(of: ClassRows, asked: AskedCells) -> NDArray[np.integer]:
    """Return the places of the rows that are asked for."""

    def make() -> NDArray[np.integer]:
        among = file_rows.holding(asked.search) if asked.search else None
        return of.find(asked.cells(of.k), among=among)

    key = (looked_at.predictions().digest, loaded.model(), asked)
    places: NDArray[np.integer] = memory.memo("rows of cells", *key, make=make, most=1)
    return places


def _table(predictions: Predictions, asked: AskedCells) -> None:
    """Show a page of the rows, how many there are, and all of them as a file."""
    of = order()
    rows = _found(of, asked)
    if not len(rows):
        st.info(_("No row is found."), icon=":material/search_off:")
        return
    table_key = chosen.begin_page((predictions.digest, loaded.model(), asked))
    page, pages = chosen.page(len(rows), found.ON_A_PAGE)
    places = rows[(page - 1) * found.ON_A_PAGE : page * found.ON_A_PAGE].astype(np.int64)
    key = f"{table_key}_{page}"
    in_file = file_rows.current()
    number, score = _("case") if in_file.of_cases else _("row"), _("score of the predicted class")
    titles = (number, _("true class"), _("predicted class"), score)
    tables.choose(
        _frame(in_file, of, places, titles, predictions.classes),
        alt=_("The rows that are asked for, the most wrong first"),
        written={score: score_text},
        key=key,
        on_select=partial(selected, key, places.tolist()),
    )
    with st.container(horizontal=True, vertical_alignment="bottom"):
        chosen.ask_page(pages)
        choose_row(places)
        make = partial(_in_full, in_file, of, rows, predictions.classes, loaded.model())
        table = Table(_("Rows as CSV"), f"rows_{asked.truth}_{asked.called}", make)
        downloads.offer_table(downloads.marked_table(table, incoming.mark()))
    remark("Rows found: {n}.", n=count(len(rows)))
    if of.confidence is not None:
        remark(
            "Mistakes come first, those with the highest score of the predicted class at the top. Right answers "
            "follow, those with the lowest first."
        )


def _frame(
    in_file: FileRows, of: ClassRows, places: NDArray[Any], titles: tuple[str, ...], classes: tuple[str, ...]
) -> pd.DataFrame:
    """Return rows with number, classes and confidence, and behind these all columns of their file."""
    names = np.asarray(classes, dtype=object)
    first: dict[str, Any] = {
        titles[0]: in_file.numbers(places),
        titles[1]: names[of.truth[places]],
        titles[2]: names[of.predicted[places]],
    }
    if of.confidence is not None:
        first[titles[3]] = of.confidence[places]
    frame = in_file.frame(places)
    frame.columns = pd.Index(file_rows.once_each((*first, *frame.columns))[len(first) :])
    return pd.concat([pd.DataFrame(first), frame], axis=1)


def _in_full(
    in_file: FileRows, of: ClassRows, rows: NDArray[Any], classes: tuple[str, ...], model: str
) -> pd.DataFrame:
    """Return all rows that are asked for, as a file has them; runs outside the script."""
    titles = ("case" if in_file.of_cases else "row", "true_class", "predicted_class", "confidence")
    return _frame(in_file, of, rows.astype(np.int64), titles, classes).assign(model=model)
