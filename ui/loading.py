"""The ways data come in: a sample, a file, pasted text, a generator; and the mapping from columns to predictions.

A table that cannot be used is refused with its sentence, and what was loaded before stays loaded.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, BinaryIO

import numpy as np
import pandas as pd
import streamlit as st

from evalcore import generate
from evalcore.counts import threshold_counts
from evalcore.curves import roc_curve
from evalcore.errors import InputError, Message
from evalcore.predictions import Columns, from_columns, guess_columns, table_parts, with_truth
from ui import navigation, reading_job, samples, state
from ui.numbers import number
from ui.text import N_, _, plain, say

_TABLE = "table"
_COLUMNS = "columns"
_ASKS = "asks"
_REFUSED = "refused"
_GOOD = "table_in_use"
_DRAWN = "generated"
TRANSFORMS = {
    "none": N_("none"),
    "square": N_("squared"),
    "cube": N_("cubed"),
    "round": N_("rounded to 0.1 (ties)"),
    "calibrate": N_("calibrated"),
}
# Three cards in a row at most, none too narrow for its sentence, and the buttons of a row at one height.
_GRID = """<style>
.st-key-gallery {
  display: grid; grid-template-columns: repeat(auto-fill, minmax(max(12rem, 30%), 1fr)); align-items: stretch;
}
.st-key-gallery [class*="st-key-sample_"] { margin-top: auto; }
</style>"""
# The fields of the mapping, and the roles they choose.
_WIDGETS = {
    "map_truth": "truth",
    "map_positive": "positive",
    "map_scores": "scores",
    "map_labels": "labels",
    "map_weight": "weight",
    "map_amount": "amount",
    "map_split": "split",
    "map_part": "part",
}
_SIZES = [20, 50, 100, 200, 400, 1_000, 2_000, 5_000, 10_000, 20_000]


@dataclass(frozen=True, eq=False)
class Table:
    """A file as it was read, before its columns have a meaning."""

    frame: pd.DataFrame
    name: str
    guess: Columns
    generated: bool = False
    notes: tuple[Message, ...] = ()


@dataclass(frozen=True)
class Refused:
    """An input that could not be used: why, its name, and whether it is a table whose columns can be chosen anew."""

    error: InputError
    name: str
    is_table: bool = False


def table() -> Table | None:
    """Return the table whose columns can still be mapped: none for a sample."""
    return st.session_state.get(_TABLE)


def columns() -> Columns | None:
    """Return the roles its columns have now."""
    return st.session_state.get(_COLUMNS)


def in_use() -> tuple[Table, Columns] | None:
    """Return the table that is loaded and its roles, which the mapping of a refused one does not show."""
    return st.session_state.get(_GOOD)


def loaded_name() -> str:
    """Return the name of what is loaded, as Markdown that shows it literally."""
    loaded = state.loaded()
    return _(loaded.name) if loaded.sample else plain(loaded.name)


def refused_name() -> str | None:
    """Return the name of a file that was refused and not yet turned away from."""
    last: Refused | None = st.session_state.get(_REFUSED)
    return None if last is None else last.name


def refused() -> bool:
    """Show why the last input could not be used, until the visitor turns to something else; tell whether it does."""
    last: Refused | None = st.session_state.get(_REFUSED)
    if last is None:
        return False
    st.error(say(last.error.message), icon=":material/error:")
    read, chosen = table(), columns()
    if last.is_table and read is not None and chosen is not None:
        for note in (*read.notes, *chosen.notes):
            st.info(say(note), icon=":material/info:")
    if state.gone() is None:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(_("Still loaded: {name}.", name=loaded_name()))
            st.button(_("Turn to it"), key="turn_back", on_click=turn_back, icon=":material/history:")
    return True


def turn_back() -> None:
    """Turn from a refused input to what was loaded before it."""
    st.session_state.pop(_REFUSED, None)
    read, chosen = in_use() or (None, None)
    _show(read, chosen, state.open_questions())


def take_sample(key: str) -> None:
    """Load a sample; the mapping of an earlier file goes."""
    for gone in (_TABLE, _COLUMNS, _ASKS, _DRAWN, _REFUSED, _GOOD):
        st.session_state.pop(gone, None)
    state.keep(state.sample(key))


def take_upload() -> None:
    """Read the uploaded file, guess its columns and load it; called when the upload has ended."""
    file = st.session_state.get("upload")
    if file is None:  # taken back, perhaps while it was being read
        reading_job.cancel()
    else:
        _take(file, file.name)


def take_pasted() -> None:
    """Read the text of the paste box."""
    _take(st.session_state.get("pasted", "").encode(), None)


def _take(source: bytes | BinaryIO, name: str | None) -> None:
    name = name or _("pasted text")
    try:
        reading_job.begin(source, name)
    except InputError as error:
        _refuse(error, name)
    take_read()


def take_read() -> None:
    """Load the file that was being read, if it has been read to its end."""
    ended = reading_job.ended()
    if ended is None:
        return
    reading, name = ended
    try:
        found = reading.result()
        guess = guess_columns(found.frame)
    except InputError as error:
        _refuse(error, name)
        return
    _load(Table(found.frame, name, guess, notes=found.notes))


def _refuse(error: InputError, name: str, *, is_table: bool = False) -> None:
    st.session_state[_REFUSED] = Refused(error, name, is_table)


def _load(read: Table) -> None:
    """Keep the table and what its columns are guessed to hold; where they cannot be used, what was loaded stays."""
    st.session_state.pop(_DRAWN, None)
    asks = set()
    if len(read.guess.parts) > 1:
        asks.add(state.PART)
    if read.guess.positive_is_guess and not read.generated:
        asks.add(state.POSITIVE)
    _use(read, read.guess, frozenset(asks))


def _use(read: Table, chosen: Columns, asks: frozenset[str]) -> bool:
    """Make predictions of the table with these roles; tell whether it could be done."""
    _show(read, chosen, asks)
    try:
        predictions = from_columns(read.frame, chosen)
    except InputError as error:
        _refuse(error, read.name, is_table=True)
        return False
    st.session_state.pop(_REFUSED, None)
    st.session_state[_GOOD] = (read, chosen)
    notes = (*read.notes, *chosen.notes)
    state.keep(state.Loaded(predictions, read.name, generated=read.generated, notes=notes), asks)
    return True


def _show(read: Table | None, chosen: Columns | None, asks: frozenset[str]) -> None:
    """Have the mapping show these roles, and keep what is to be asked once they can be used."""
    if read is None or chosen is None:
        for gone in (_TABLE, _COLUMNS, _ASKS):
            st.session_state.pop(gone, None)
        return
    st.session_state[_TABLE], st.session_state[_COLUMNS], st.session_state[_ASKS] = read, chosen, asks
    for widget, role in _WIDGETS.items():
        value = getattr(chosen, role)
        st.session_state[widget] = list(value) if isinstance(value, tuple) else value


def remap(widget: str) -> None:
    """Load the same table with the columns chosen in the mapping; a class or part chosen there is an answer."""
    read, now = table(), columns()
    if read is None or now is None:
        return
    chosen = st.session_state[widget]
    role = _WIDGETS[widget]
    asks = set(st.session_state.get(_ASKS, ()))
    if role == "truth":
        new = with_truth(read.frame, now, chosen)
        asks -= {state.POSITIVE}
        asks |= {state.POSITIVE} if new.positive_is_guess and not read.generated else set()
    elif role == "split":
        try:
            found = table_parts(read.frame, chosen) if chosen is not None else ()
        except InputError as error:
            _refuse(error, read.name, is_table=True)
            return
        new = replace(now, split=chosen, parts=found, part=None)
        asks = (asks - {state.PART}) | ({state.PART} if len(found) > 1 else set())
    else:
        change: dict[str, Any] = {role: tuple(chosen) if isinstance(chosen, list) else chosen}
        if role == "scores":  # what was guessed of them holds no longer
            change["notes"] = ()
        new = replace(now, **change)
        asks -= {role}
        if role == state.POSITIVE and chosen is None and now.positive_is_guess:
            asks.add(state.POSITIVE)
    _use(read, new, frozenset(asks))


def choose_part(part: str | None) -> None:
    """Take the part of the rows that is to be looked at; None takes all together."""
    _answer(state.PART, part=part)


def choose_positive(label: str) -> None:
    """Take the class that is looked for."""
    _answer(state.POSITIVE, positive=label)


def _answer(question: str, **change: Any) -> None:
    used = in_use()
    if used is not None:
        _use(used[0], replace(used[1], **change), state.open_questions() - {question})


def take_generated() -> None:
    """Draw scores with the controls' values and load them."""
    chosen = st.session_state
    try:
        drawn = generate.binary_scores(
            n=chosen["gen_n"],
            separation=chosen["gen_separation"],
            sigma_ratio=chosen["gen_sigma"],
            prevalence=chosen["gen_prevalence"],
            transform=chosen["gen_transform"],
            deterministic=chosen["gen_deterministic"],
            rng=np.random.default_rng(chosen["gen_seed"]),
        )
        frame = drawn.to_frame()
    except InputError as error:
        _refuse(error, _("generated scores"))
        return
    _load(Table(frame, _("generated scores"), guess_columns(frame), generated=True))
    st.session_state[_DRAWN] = drawn


def gallery() -> None:
    """Show the samples as cards, as many in a row as have room, each with its lesson."""
    st.html(_GRID)
    with st.container(key="gallery"):
        for key, sample in samples.SAMPLES.items():
            with st.container(border=True, height="stretch"):
                st.markdown(f"{sample.icon} **{_(sample.title)}**")
                st.caption(_(sample.lesson))
                if st.button(_("Open"), key=f"sample_{key}", on_click=take_sample, args=(key,), width="stretch"):
                    navigation.go_to("confusion_matrix")


def mapping() -> None:
    """Show which column means what, as guessed, and let the reader change it."""
    read, now = table(), columns()
    last: Refused | None = st.session_state.get(_REFUSED)
    if read is None or now is None or (last is not None and not last.is_table):
        return
    names = [str(c) for c in read.frame.columns]
    # In every run: on another page the fields were not drawn, and what is not drawn is forgotten.
    for widget, role in _WIDGETS.items():
        value = getattr(now, role)
        st.session_state[widget] = list(value) if isinstance(value, tuple) else value
    st.subheader(_("What the columns mean"), anchor=False)
    st.caption(
        _("Columns of {name}, guessed from their names and contents; change what is wrong.", name=plain(read.name))
    )
    left, right = st.columns(2)
    with left:
        _truth_and_labels(names, now)
    with right:
        _scores_and_weights(names, now)
    with st.expander(_("The first rows as read")):
        st.dataframe(read.frame.head(20), hide_index=True, alt=_("The first rows as read"))


def _truth_and_labels(names: list[str], now: Columns) -> None:
    """Ask for the right answers, the positive class and the columns of decisions."""
    st.selectbox(
        _("Truth"),
        names,
        key="map_truth",
        index=None,
        on_change=remap,
        args=("map_truth",),
        help=_("The right answers."),
    )
    if len(now.classes) >= 2:
        st.selectbox(
            _("Positive class"),
            now.classes,
            key="map_positive",
            index=None,
            placeholder=_("none: every class on its own"),
            on_change=remap,
            args=("map_positive",),
            help=_("The class the scores speak for: the higher the score, the more likely this class."),
        )
    st.multiselect(
        _("Predicted labels"),
        names,
        key="map_labels",
        on_change=remap,
        args=("map_labels",),
        placeholder=_("none"),
        help=_("Columns with a model's decisions, written like the truth."),
    )


def _scores_and_weights(names: list[str], now: Columns) -> None:
    """Ask for the scores, and for what each row counts for or costs."""
    st.multiselect(
        _("Scores"),
        names,
        key="map_scores",
        on_change=remap,
        args=("map_scores",),
        placeholder=_("none"),
        help=_(
            "One column for each model, higher for the positive class. For many classes, a column for each class, "
            "named model:class."
        ),
    )
    st.selectbox(
        _("Weight"),
        names,
        key="map_weight",
        index=None,
        on_change=remap,
        args=("map_weight",),
        placeholder=_("none: every row counts once"),
        help=_("How many rows each row stands for."),
    )
    st.selectbox(
        _("Amount"),
        names,
        key="map_amount",
        index=None,
        on_change=remap,
        args=("map_amount",),
        placeholder=_("none: every mistake of a kind costs the same"),
        help=_(
            "Each row's own cost of a mistake, such as the amount of an invoice; the page of costs can use it "
            "instead of a constant cost."
        ),
    )
    st.selectbox(
        _("Parts"),
        names,
        key="map_split",
        index=None,
        on_change=remap,
        args=("map_split",),
        placeholder=_("none"),
        help=_("A column that tells training, test and other rows, or folds, apart."),
    )
    if now.parts:
        st.selectbox(
            _("Rows to look at"),
            [part.label for part in now.parts],
            key="map_part",
            index=None,
            on_change=remap,
            args=("map_part",),
            placeholder=_("all parts together"),
            help=_("The rows of the other parts are left out and counted."),
        )
    if now.amount_passed_over is not None and st.session_state.get("map_amount") is None:
        st.caption(
            _(
                "{column} is named like an amount, but not every cell is a number of 0 or more, so it was not "
                "taken. Chosen here, rows whose amount is missing are left out.",
                column=plain(now.amount_passed_over),
            )
        )


def paste_box() -> None:
    """Show a box for rows copied from elsewhere."""
    st.text_area(
        _("Rows copied from a spreadsheet or a file, with a header"),
        key="pasted",
        height=180,
        placeholder="y,score\n1,0.92\n0,0.31",
    )
    st.button(_("Load these rows"), on_click=take_pasted, key="paste_go", type="primary")


def generator() -> None:
    """Show the controls that draw scores with known truth."""
    first, second, third = st.columns(3)
    with first:
        st.slider(
            _("Separation d′"),
            0.0,
            4.0,
            1.5,
            0.1,
            key="gen_separation",
            help=_("Distance of the two means, in standard deviations of the negatives."),
        )
        st.slider(_("Spread σ₊ / σ₋"), 0.3, 3.0, 1.0, 0.1, key="gen_sigma", help=_("1: both classes spread alike."))
    with second:
        st.slider(_("Prevalence"), 0.01, 0.99, 0.4, 0.01, key="gen_prevalence", help=_("Share of positives."))
        st.select_slider(_("Rows"), _SIZES, 400, key="gen_n", help=_("How many rows are drawn."))
    with third:
        st.selectbox(
            _("Transform of the score"),
            list(TRANSFORMS),
            format_func=lambda key: _(TRANSFORMS[key]),
            key="gen_transform",
            help=_("Squares and cubes keep the order; rounding makes ties."),
        )
        st.number_input(_("Seed"), 0, 2**31, 0, key="gen_seed", help=_("The same seed draws the same rows."))
    st.toggle(
        _("Without chance: scores at exact normal quantiles"),
        True,
        key="gen_deterministic",
        help=_("On for lectures: no chance in the picture. Off to see how samples differ."),
    )
    st.button(_("Generate and load"), on_click=take_generated, type="primary", key="gen_go")
    drawn: generate.GeneratedScores | None = st.session_state.get(_DRAWN)
    if drawn is not None:
        sample_auc = roc_curve(threshold_counts(drawn.y_true, drawn.score)).auc
        st.markdown(
            _(
                "AUC of the two distributions {analytic}; AUC of these rows {sample}.",
                analytic=number(drawn.analytic_auc),
                sample=number(sample_auc),
            )
        )
        for note in drawn.notes:
            st.caption(say(note))
