"""The ways data come in: a sample, a file, pasted text, a generator; and the mapping from columns to predictions.

A table that cannot be used is refused with its sentence, and what was loaded before stays loaded.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import BinaryIO

import numpy as np
import pandas as pd
import streamlit as st

from evalcore import generate
from evalcore.counts import threshold_counts
from evalcore.curves import roc_curve
from evalcore.errors import InputError, Message
from evalcore.predictions import Columns, from_frame, guess_columns
from ui import frame, reading_job, samples, state
from ui.numbers import number
from ui.text import N_, _, plain, say

_TABLE = "table"
_REFUSED = "refused"
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
_SIZES = [20, 50, 100, 200, 400, 1_000, 2_000, 5_000, 10_000, 20_000]


@dataclass(frozen=True, eq=False)
class Table:
    """A file as it was read, before its columns have a meaning."""

    frame: pd.DataFrame
    name: str
    guess: Columns
    generated: bool = False
    notes: tuple[Message, ...] = ()


def table() -> Table | None:
    """Return the table whose columns can still be mapped: none for a sample."""
    return st.session_state.get(_TABLE)


def refused() -> None:
    """Show why the last input could not be used, once."""
    error: InputError | None = st.session_state.pop(_REFUSED, None)
    if error is not None:
        st.error(say(error.message), icon=":material/error:")


def take_sample(key: str) -> None:
    """Load a sample; the mapping of an earlier file goes."""
    st.session_state.pop(_TABLE, None)
    st.session_state.pop(_DRAWN, None)
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
    try:
        reading_job.begin(source, name)
    except InputError as error:
        st.session_state[_REFUSED] = error
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
        _load(Table(found.frame, name, guess, notes=(*found.notes, *guess.notes)), guess)
    except InputError as error:
        st.session_state[_REFUSED] = error


def _load(read: Table, columns: Columns) -> None:
    """Build predictions from the columns and keep them; where they cannot be used, what was loaded stays."""
    st.session_state[_TABLE] = read
    st.session_state.pop(_DRAWN, None)
    st.session_state.update(
        map_truth=columns.truth,
        map_scores=list(columns.scores),
        map_labels=list(columns.labels),
        map_weight=columns.weight,
        map_amount=columns.amount,
        map_positive=columns.positive,
    )
    _keep(read, columns)


def _keep(read: Table, columns: Columns) -> None:
    if columns.truth is None:
        raise InputError(
            "One column must hold the truth; got columns {columns}, and none looks like it. Choose it below.",
            columns=", ".join(repr(str(c)[:40]) for c in list(read.frame.columns)[:8]),
        )
    predictions = from_frame(
        read.frame,
        truth=columns.truth,
        scores=columns.scores,
        labels=columns.labels,
        positive=columns.positive,
        weight=columns.weight,
        amount=columns.amount,
    )
    state.keep(state.Loaded(predictions, read.name, generated=read.generated, notes=read.notes))


def remap() -> None:
    """Load the same table with the columns chosen in the mapping."""
    read, chosen = table(), st.session_state
    if read is None:
        return
    columns = replace(
        read.guess,
        truth=chosen["map_truth"],
        scores=tuple(chosen["map_scores"]),
        labels=tuple(chosen["map_labels"]),
        weight=chosen["map_weight"],
        amount=chosen["map_amount"],
        positive=chosen.get("map_positive") if chosen["map_truth"] == read.guess.truth else None,
    )
    try:
        _keep(read, columns)
    except InputError as error:
        st.session_state[_REFUSED] = error


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
        read = Table(frame, _("generated scores"), guess_columns(frame), generated=True)
        _load(read, read.guess)
    except InputError as error:
        st.session_state[_REFUSED] = error
        return
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
                    frame.go_to("confusion_matrix")


def mapping() -> None:
    """Show which column means what, as guessed, and let the reader change it."""
    read = table()
    if read is None:
        return
    columns = [str(c) for c in read.frame.columns]
    st.subheader(_("What the columns mean"), anchor=False)
    st.caption(
        _("Columns of {name}, guessed from their names and contents; change what is wrong.", name=plain(read.name))
    )
    left, right = st.columns(2)
    with left:
        _truth_and_labels(columns, read.guess)
    with right:
        _scores_and_weights(columns, read.guess)
    with st.expander(_("The first rows as read")):
        st.dataframe(read.frame.head(20), hide_index=True, alt=_("The first rows as read"))


def _truth_and_labels(columns: list[str], guess: Columns) -> None:
    """Ask for the right answers, the positive class and the columns of decisions."""
    st.selectbox(_("Truth"), columns, key="map_truth", index=None, on_change=remap, help=_("The right answers."))
    if len(guess.classes) >= 2:
        st.selectbox(
            _("Positive class"),
            guess.classes,
            key="map_positive",
            index=None,
            placeholder=_("none: every class on its own"),
            on_change=remap,
            help=_("The class the scores speak for: the higher the score, the more likely this class."),
        )
        if guess.positive_is_guess:
            st.caption(_("Neither class is clearly the positive one: please check."))
    st.multiselect(
        _("Predicted labels"),
        columns,
        key="map_labels",
        on_change=remap,
        placeholder=_("none"),
        help=_("Columns with a model's decisions, written like the truth."),
    )


def _scores_and_weights(columns: list[str], guess: Columns) -> None:
    """Ask for the scores, and for what each row counts for or costs."""
    st.multiselect(
        _("Scores"),
        columns,
        key="map_scores",
        on_change=remap,
        placeholder=_("none"),
        help=_(
            "One column for each model, higher for the positive class. For many classes, a column for each class, "
            "named model:class."
        ),
    )
    st.selectbox(
        _("Weight"),
        columns,
        key="map_weight",
        index=None,
        on_change=remap,
        placeholder=_("none: every row counts once"),
        help=_("How many rows each row stands for."),
    )
    st.selectbox(
        _("Amount"),
        columns,
        key="map_amount",
        index=None,
        on_change=remap,
        placeholder=_("none: every mistake of a kind costs the same"),
        help=_(
            "Each row's own cost of a mistake, such as the amount of an invoice; the page of costs can use it "
            "instead of a constant cost."
        ),
    )
    if guess.amount_passed_over is not None and st.session_state.get("map_amount") is None:
        st.caption(
            _(
                "{column} is named like an amount, but not every cell is a number of 0 or more, so it was not "
                "taken. Chosen here, rows whose amount is missing are left out.",
                column=plain(guess.amount_passed_over),
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
