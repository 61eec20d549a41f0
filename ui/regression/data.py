"""Whose numbers these are: an example, a file brought to this page, or predictions of numbers that are loaded.

A file that cannot be used is refused with its sentence, and the table before it stays in use. It lives in the session
only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple
from uuid import uuid4

import pandas as pd
import streamlit as st

from evalcore.errors import InputError, Message
from evalcore.reading import read_table
from evalcore.regression import PredictionTable, almost_numbers, guessed_numbers, number_columns, prediction_table
from ui.frame import questions
from ui.session import address, incoming, loaded, memory, own_table
from ui.session.choices import Choice, Value, register
from ui.session.own_table import OwnTable
from ui.session.samples import FOLDER
from ui.shared import controls, marks
from ui.shared.marks import Mark
from ui.shared.numbers import count
from ui.shared.text import N_, _, plain, say


class Example(NamedTuple):
    """A file of sample_data: its title, what it is about, and its columns."""

    title: str
    about: str
    truth: str
    models: tuple[str, ...]


EXAMPLES: Final = {
    "diabetes": Example(
        N_("Diabetes"),
        N_("442 patients, how far their disease progressed in a year: three models, each row out of fold"),
        "progression",
        ("linear_regression", "random_forest", "nearest_neighbours"),
    ),
    "five_values": Example(
        N_("Five values"), N_("Five rows to compute by hand: MSE 0.75, MAE 0.70"), "y", ("prediction",)
    ),
    "two_regions": Example(
        N_("Two regions"),
        N_("Two models: one errs alike everywhere, the other hardly at small x and badly at large x"),
        "y",
        ("even", "local"),
    ),
}
LOADED: Final = "loaded"
FIRST: Final = "diabetes"
# What was loaded last is looked at, so that it says nothing of the next rows.
EXAMPLE: Final = register(Choice("re_data", options=(*EXAMPLES, LOADED)))
MODEL: Final = register(Choice("re_model", is_name=True))
TOLERANCE: Final = register(Choice("re_d", low=0))
FEATURE: Final = register(Choice("re_x", is_name=True))
FILE: Final = OwnTable("re_table")
_USED: Final = "re_table_used"
_MOST: Final = 4


@dataclass(frozen=True, eq=False)
class Brought:
    """A table in use: what tells it from another, which example it is, and its first truth and models."""

    frame: pd.DataFrame
    name: str
    key: str
    truth: str
    models: tuple[str, ...]
    example: str | None = None
    weight: str | None = None
    notes: tuple[Message, ...] = ()


def ask() -> PredictionTable | Message:
    """Ask whose numbers are looked at; a message says why none can be."""
    _begin()
    FILE.take(_use)
    used = _used()
    rows, columns = used.frame.shape
    box = st.popover(
        FILE.label(_("Table: {rows} × {columns}", rows=count(rows), columns=count(columns))),
        icon=":material/table:",
        key="re_table_box",
        on_change="rerun",
    )
    with box:
        if (refused := FILE.refused()) is not None:
            st.error(refused, icon=":material/error:")
        _ways_in(used)
        found = FILE.gone() or _columns(used)
    if not box.open:  # said once: in the box as long as that is seen
        FILE.show_refused()
    return found


def model(table: PredictionTable) -> str:
    """Ask which model is looked at, where there are several."""
    names = list(table.predictions)
    if st.session_state.get(MODEL.key) not in names:
        st.session_state[MODEL.key] = names[0]
    if len(names) > 1:
        st.selectbox(
            _("Model"),
            names,
            key=MODEL.key,
            persist_state="session",
            label_visibility="collapsed",
            width=170,
            help=_("Each column of predictions is a model."),
        )
    write_of_rows(MODEL, names[0])
    return str(st.session_state[MODEL.key])


def write_of_rows(choice: Choice, usual: Value) -> None:
    """Repeat in the address a choice that means the rows of an example; a file's columns stay out of it."""
    if _used().example in EXAMPLES:
        address.write_choice(choice, default=usual)
    else:
        address.leave_out(choice)


def take_model(name: str) -> None:
    """Look at a model; called from a button."""
    st.session_state[MODEL.key] = name


def is_loaded() -> bool:
    """Whether predictions of numbers are loaded for all pages."""
    return not questions.are_open() and loaded.current().predictions.task == "regression"


def _own_name() -> str | None:
    used: Brought | None = st.session_state.get(_USED)
    return None if used is None or used.example else used.name


FILE.holds(_own_name)


def mark() -> Mark | None:
    """Return what marks the numbers in use as nobody's own."""
    example = _used().example
    if example == LOADED:
        return incoming.mark()
    return None if example is None else marks.example()


def _used() -> Brought:
    used: Brought = st.session_state[_USED]
    return used


def _begin() -> None:
    """Have a table in use: what is asked for, else a file once brought, else what is loaded, else the first example."""
    state = st.session_state
    usual = LOADED if is_loaded() else FIRST
    used: Brought | None = state.get(_USED)
    asked = state.get(EXAMPLE.key, None if used is not None and used.example is None else usual)
    if asked == LOADED and not is_loaded():
        asked = FIRST
    if asked is None:
        address.leave_out(EXAMPLE)
        return
    state[EXAMPLE.key] = asked
    key = loaded.current().predictions.digest if asked == LOADED else asked
    if used is None or used.key != key:
        state[_USED] = _of_loaded(key) if asked == LOADED else of_example(asked)
        if used is not None:
            forget()
    address.write_choice(EXAMPLE, default=usual)


def forget() -> None:
    """Forget what was chosen of another table."""
    for choice in (MODEL, TOLERANCE, FEATURE):
        st.session_state.pop(choice.key, None)


def of_example(key: str) -> Brought:
    """Return an example as a table in use."""
    example = EXAMPLES[key]
    frame = read_table(FOLDER.joinpath(f"{key}.csv"))
    return Brought(frame.drop(columns=["id", "fold"], errors="ignore"), key, key, example.truth, example.models, key)


def _of_loaded(key: str) -> Brought:
    """Return what is loaded for all pages as a table of this one."""
    now = loaded.current()
    of = now.predictions
    columns = {of.truth: of.y_true, **of.scores}
    weight = None
    if of.weight is not None:
        weight = next(name for name in ("weight", "weight of the row") if name not in columns)
        columns[weight] = of.weight
    return Brought(pd.DataFrame(columns), now.name, key, of.truth, tuple(of.scores), LOADED, weight)


def _use(file: own_table.Brought) -> None:
    """Use a file that was read, with the truth and the models its columns look like."""
    truth, models = guessed_numbers(file.frame)
    prediction_table(file.frame, truth=truth, models=models)
    notes = (*file.notes, *almost_numbers(file.frame))
    st.session_state[_USED] = Brought(file.frame, file.name, uuid4().hex, truth, models, notes=notes)
    st.session_state.pop(EXAMPLE.key, None)
    forget()


def _ways_in(used: Brought) -> None:
    """Offer the examples, what is loaded, and a place for a file."""
    st.caption(_(EXAMPLES[used.example].about) if used.example in EXAMPLES else plain(used.name))
    with st.container(horizontal=True, gap="xsmall"):
        for key, example in EXAMPLES.items():
            st.button(_(example.title), key=f"re_{key}", on_click=_take, args=(key,), icon=":material/school:")
        if is_loaded():
            st.button(
                _("What is loaded"), key="re_loaded", on_click=_take, args=(LOADED,), icon=":material/folder_open:"
            )
    FILE.field(
        _("A row for each case, a column of true numbers, and one for each model. It stays in this session's memory.")
    )


def _take(key: str) -> None:
    st.session_state[EXAMPLE.key] = key
    FILE.turn_away()


def _columns(used: Brought) -> PredictionTable | Message:
    """Ask for truth, models and weight of a file; return the numbers, or why there are none."""
    truth, models, weight = used.truth, used.models, used.weight
    if used.example is None:
        truth, models, weight = _ask_columns(used)
    try:
        return memory.memo(
            "prediction table",
            *(used.key, truth, models, weight),
            make=lambda: prediction_table(used.frame, truth=truth, models=models, weight=weight),
            most=_MOST,
        )
    except InputError as error:
        return error.message


def _ask_columns(used: Brought) -> tuple[str, tuple[str, ...], str | None]:
    names = number_columns(used.frame)
    key = f"re_truth_{used.key}"
    controls.seed(key, used.truth)
    truth = str(st.selectbox(_("Truth"), names, key=key, persist_state="session", help=_("The right answers.")))
    others = [name for name in names if name != truth]
    key = f"re_models_{used.key}_{truth}"
    controls.seed(key, [name for name in used.models if name != truth])
    models = st.multiselect(
        _("Predictions"),
        others,
        key=key,
        persist_state="session",
        placeholder=_("none"),
        help=_("One column of predicted numbers for each model."),
    )
    weight = st.selectbox(
        _("Weight"),
        [name for name in others if name not in models],
        index=None,
        key=f"re_weight_{used.key}_{truth}",
        persist_state="session",
        placeholder=_("none: every row counts once"),
        help=_("How many rows each row stands for."),
    )
    return truth, tuple(models), None if weight is None else str(weight)


def notes(table: PredictionTable) -> None:
    """Say what of the table is not used."""
    for note in (*_used().notes, *table.notes):
        st.caption(say(note))
