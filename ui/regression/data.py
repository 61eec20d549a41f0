"""Whose numbers these are: an example, a file brought to this page, or predictions of numbers that are loaded."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Final

import pandas as pd
import streamlit as st

from evalcore.errors import Message
from evalcore.predictions import Predictions, guess_columns
from evalcore.reading import read_table
from evalcore.regression import PredictionTable, almost_numbers, guessed_numbers, number_columns, prediction_table
from ui.frame import questions
from ui.session import address, incoming, loaded, memory, page_table
from ui.session.choices import Choice, Value, register
from ui.session.page_table import LOADED, Example, InUse, PageTable
from ui.session.samples import FOLDER
from ui.shared import controls, told
from ui.shared.marks import Mark
from ui.shared.text import N_, _, show_said

_MOST: Final = 4


@dataclass(frozen=True, eq=False)
class Given:
    """A table of numbers, and what its columns are at first."""

    frame: pd.DataFrame
    truth: str
    models: tuple[str, ...]
    weight: str | None = None
    case: str | None = None
    notes: tuple[Message, ...] = ()


def _given(frame: pd.DataFrame) -> Given:
    """Return a table with the truth and the models its columns look like."""
    truth, models = guessed_numbers(frame)
    prediction_table(frame, truth=truth, models=models)
    return Given(frame, truth, models, case=guess_columns(frame).case, notes=almost_numbers(frame))


def _example(key: str, truth: str, *models: str) -> Given:
    frame = read_table(FOLDER.joinpath(f"{key}.csv"))
    return Given(frame.drop(columns=["id", "fold"], errors="ignore"), truth, models)


EXAMPLES: Final = {
    "diabetes": Example(
        N_("Diabetes"),
        partial(_example, "diabetes", "progression", "linear_regression", "random_forest", "nearest_neighbours"),
        N_("442 patients, how far their disease progressed in a year: three models, each row out of fold"),
    ),
    "five_values": Example(
        N_("Five values"),
        partial(_example, "five_values", "y", "prediction"),
        N_("Five rows to compute by hand: MSE 0.75, MAE 0.70"),
    ),
    "two_regions": Example(
        N_("Two regions"),
        partial(_example, "two_regions", "y", "even", "local"),
        N_("Two models: one errs alike everywhere, the other hardly at small x and badly at large x"),
    ),
}
# What was loaded last is looked at, so that it says nothing of the next rows.
EXAMPLE: Final = register(Choice("re_data", default="diabetes", options=(*EXAMPLES, LOADED), called=N_("Table")))
MODEL: Final = register(Choice("re_model", is_name=True))
TOLERANCE: Final = register(Choice("re_d", low=0))
FEATURE: Final = register(Choice("re_x", is_name=True))


def is_loaded() -> bool:
    """Whether predictions of numbers are loaded for all pages."""
    return not questions.are_open() and loaded.current().predictions.task == "regression"


def _loaded() -> Example[Given] | None:
    """Return what is loaded for all pages as a table of this one."""
    if not is_loaded():
        return None
    now = loaded.current()
    make = partial(_of_loaded, now.predictions)
    icon = ":material/folder_open:"
    return Example(N_("What is loaded"), make, icon=icon, name=now.name, digest=now.predictions.digest)


def _of_loaded(of: Predictions) -> Given:
    columns = {of.truth: of.y_true, **of.scores}
    weight = None
    if of.weight is not None:
        weight = next(name for name in ("weight", "weight of the row") if name not in columns)
        columns[weight] = of.weight
    case = None
    if of.cases is not None and of.cases.several is not None:
        case = next(name for name in ("case", "case of the row") if name not in columns)
        columns[case] = of.cases.of.code
    return Given(pd.DataFrame(columns), of.truth, tuple(of.scores), weight, case)


TABLE: Final = PageTable[Given](
    "re_table",
    choice=EXAMPLE,
    examples=EXAMPLES,
    made=_given,
    buttons="re_",
    meaning=N_(
        "A row for each case, a column of true numbers, and one for each model. It stays in this session's memory."
    ),
    size=lambda given: given.frame.shape,
    loaded=_loaded,
    of_table=(MODEL, TOLERANCE, FEATURE),
)


def ask() -> PredictionTable | Message:
    """Ask whose numbers are looked at; a message says why none can be."""
    found = TABLE.ask(_chosen)
    address.write_choice(EXAMPLE, default=TABLE.usual())
    return found


def model(table: PredictionTable) -> str:
    """Ask which model is looked at, where there are several."""
    return pick(MODEL, list(table.predictions), _("Model"), _("Each column of predictions is a model."))


def pick(choice: Choice, names: list[str], label: str, meaning: str) -> str:
    """Ask for one of these columns in the row of the controls, where there are several."""
    if st.session_state.get(choice.key) not in names:
        st.session_state[choice.key] = names[0]
    told.tell(choice.key, label)
    if len(names) > 1:
        st.selectbox(
            label,
            names,
            key=choice.key,
            persist_state="session",
            width=170,
            help=meaning,
        )
    write_of_rows(choice, names[0])
    return str(st.session_state[choice.key])


def write_of_rows(choice: Choice, usual: Value) -> None:
    """Repeat in the address a choice that means the rows of an example; a file's columns stay out of it."""
    if TABLE.used().example in EXAMPLES:
        address.write_choice(choice, default=usual)
    else:
        address.leave_out(choice)


def take_model(name: str) -> None:
    """Look at a model; called from a button."""
    st.session_state[MODEL.key] = name


def shows_loaded() -> bool:
    """Tell whether the numbers in use are those that are loaded for all pages."""
    return TABLE.used().example == LOADED


def mark() -> Mark | None:
    """Return what marks the numbers in use as nobody's own."""
    return incoming.mark() if shows_loaded() else TABLE.mark()


def _chosen(used: InUse[Given]) -> PredictionTable:
    """Ask for truth, models and weight of a file; return the numbers."""
    given = used.of
    truth, models, weight, case = given.truth, given.models, given.weight, given.case
    if used.example is None:
        truth, models, weight, case = _ask_columns(given, used.key)
    return memory.memo(
        "prediction table",
        *(used.key, truth, models, weight, case),
        make=lambda: prediction_table(given.frame, truth=truth, models=models, weight=weight, case=case),
        most=_MOST,
    )


def _ask_columns(given: Given, key: str) -> tuple[str, tuple[str, ...], str | None, str | None]:
    names = number_columns(given.frame)
    right = _("The right answers.")
    truth = str(page_table.column(_("Truth"), names, right, key=f"re_truth_{key}", first=given.truth))
    others = [name for name in names if name != truth]
    key = f"{key}_{truth}"
    controls.seed(f"re_models_{key}", [name for name in given.models if name != truth])
    models = page_table.columns(
        _("Predictions"),
        others,
        _("One column of predicted numbers for each model."),
        key=f"re_models_{key}",
        none=_("none"),
    )
    weight = page_table.column(
        _("Weight"),
        [name for name in others if name not in models],
        _("How many rows each row stands for."),
        key=f"re_weight_{key}",
        none=_("none: every row counts once"),
    )
    free = [str(name) for name in given.frame.columns if name not in (truth, weight, *models)]
    key = f"re_case_{key}"
    if given.case in free:
        controls.seed(key, given.case)
    case = page_table.column(
        _("Case"),
        free,
        _("Which rows belong together, such as those of a patient: intervals are then by case."),
        key=key,
        none=_("none: each row is a case of its own"),
    )
    return truth, models, weight, case


def notes(table: PredictionTable) -> None:
    """Say what of the table is not used."""
    used = TABLE.used()
    show_said(*used.notes, *used.of.notes, *table.notes)
