"""Which column means what: as guessed, and to be changed."""

from __future__ import annotations

import streamlit as st

from evalcore.predictions import Columns
from ui.session import incoming
from ui.shared.text import _, plain


def mapping() -> None:
    """Show which column means what, as guessed, and let the reader change it."""
    read, now = incoming.table(), incoming.columns()
    last: incoming.Refused | None = st.session_state.get(incoming.REFUSED)
    if read is None or now is None or (last is not None and not last.is_table):
        return
    names = [str(c) for c in read.frame.columns]
    # In every run: on another page the fields were not drawn, and what is not drawn is forgotten.
    for widget, role in incoming.WIDGETS.items():
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
        on_change=incoming.remap,
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
            on_change=incoming.remap,
            args=("map_positive",),
            help=_("The class the scores speak for: the higher the score, the more likely this class."),
        )
    st.multiselect(
        _("Predicted labels"),
        names,
        key="map_labels",
        on_change=incoming.remap,
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
        on_change=incoming.remap,
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
        on_change=incoming.remap,
        args=("map_weight",),
        placeholder=_("none: every row counts once"),
        help=_("How many rows each row stands for."),
    )
    st.selectbox(
        _("Amount"),
        names,
        key="map_amount",
        index=None,
        on_change=incoming.remap,
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
        on_change=incoming.remap,
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
            on_change=incoming.remap,
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
