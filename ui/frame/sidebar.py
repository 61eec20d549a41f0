"""The frame around every page: language, what is loaded, which model, which class is positive."""

from __future__ import annotations

from typing import Final

import streamlit as st

from evalcore.counts import SourcedPredictions
from evalcore.predictions import BinaryView, Predictions
from evalcore.predictions.cases import MEAN
from ui.frame import questions
from ui.live import threshold, undo
from ui.session import aside, asked_words, incoming, loaded, roles, samples
from ui.shared import controls, terms, told
from ui.shared.numbers import count, percent
from ui.shared.text import LANGUAGES, N_, _, language, plain, remark

TAKEN: Final = {
    samples.BY_CASE: N_("by case"),
    samples.MEAN_OF_CASE: N_("mean score of each case"),
    samples.OWN: N_("each row for itself"),
}


def language_switch() -> None:
    """Let the reader choose the language; it is kept in the address bar."""
    # Set in every run: set once, a segmented control's first value is gone after the next click elsewhere.
    st.session_state["lang"] = language()
    st.segmented_control(
        "Language · 语言",
        list(LANGUAGES),
        required=True,
        format_func=LANGUAGES.__getitem__,
        key="lang",
        persist_state="session",
        label_visibility="collapsed",
    )


def what_is_loaded() -> None:
    """Show the loaded predictions and the two choices every page follows: the model and the positive class."""
    undo.look()
    if loaded.gone() is not None:
        remark("Nothing is loaded.")
        return
    predictions = loaded.current().predictions
    is_settled = not questions.are_open()
    # A page that shows nothing of the rows hides both, see `header.hide_loaded`.
    with st.container(key="loaded_rows"):
        st.markdown(f"**{incoming.loaded_name()}**")
        if (asked := loaded.current().asked) is not None and asked.where:
            st.caption(asked_words.conditions(asked))
        if is_settled:
            _rows(predictions)
    _own_before()
    if is_settled and predictions.task != "regression":
        with st.container(key="looked_at"):
            _model()
            _positive_class(predictions)


def _rows(predictions: Predictions) -> None:
    """Say which rows are loaded, how many, and what they are to predict."""
    if predictions.part is not None:
        remark("part: {part}", part=plain(predictions.part))
    _cases(predictions)
    if predictions.task == "regression":
        remark("{rows} rows · a number to predict", rows=count(predictions.n))
    else:
        remark("{rows} rows · {classes} classes", rows=count(predictions.n), classes=len(predictions.classes))


def _own_before() -> None:
    """Offer the way back to a visitor's own rows: the browser's Back leads to pages, and these show what is loaded.

    On the path of lessons its end gives them back.
    """
    name = None if aside.is_kept() else undo.own_before()
    if name is not None:
        st.button(
            _("Back to {name}", name=plain(name)),
            icon=":material/undo:",
            key="own_before",
            type="tertiary",
            on_click=undo.return_to_own,
            help=_("Your rows, with what you chose for them. History has every step."),
        )


def _cases(predictions: Predictions) -> None:
    """Say that rows belong to cases, which every interval and test then counts; of a sample that can be changed."""
    if loaded.has_cases():
        st.session_state["sample_cases"] = loaded.current().taken
        st.selectbox(
            _("Rows of a case"),
            list(samples.TAKEN),
            format_func=lambda what: _(TAKEN[what]),
            key="sample_cases",
            on_change=_retake,
            help=terms.explained("cluster", _("Several predictions of a case are not independent.")),
        )
    if predictions.cases is not None and predictions.cases.several is not None:
        st.caption(_("{n} cases: intervals and tests by case", n=count(predictions.cases.count)))
    elif predictions.taken == MEAN:
        st.caption(_("the mean score of each case ({n} rows)", n=count(predictions.n)))
    if isinstance(predictions, SourcedPredictions) and predictions.case is not None:
        st.caption(_("Rows of cases (column {column}): no tests; intervals on demand", column=plain(predictions.case)))


def _retake() -> None:
    # Other rows that came meanwhile have taken the choice away.
    if (taken := st.session_state.get("sample_cases")) is not None:
        incoming.retake_sample(taken)


def _model() -> None:
    names = loaded.models()
    if len(names) < 2:
        return
    controls.seed("model", names[0])
    told.tell("model", _("Model"))
    st.selectbox(
        _("Model"),
        names,
        key="model",
        persist_state="session",
        on_change=threshold.carry,
        args=(loaded.model(),),
        help=_("Each score column is a model, and so is each column of predicted labels (marked ✓)."),
    )


def _positive_class(predictions: Predictions) -> None:
    controls.seed("positive", loaded.positive())
    told.tell("positive", _("Positive class"))
    st.selectbox(
        _("Positive class"),
        list(predictions.classes),
        key="positive",
        on_change=_follow,
        persist_state="session",
        help=terms.explained(
            "positive-class",
            _(
                "The class that is looked for; all others count as negative. Scores stay as they are: a high one is "
                "then taken to speak for the class chosen here. Only where the file has a column for each class is "
                "that of this class taken."
            ),
        ),
    )
    if predictions.task == "binary":
        st.button(
            _("Swap the positive class"), icon=":material/swap_horiz:", on_click=_swap, type="tertiary", key="swap"
        )
    st.caption(_share(loaded.binary()))


def _share(rows: BinaryView) -> str:
    """Say how many rows are positive, and where they are weighted how many they stand for, as all figures count."""
    share = percent(rows.positive_share)
    if rows.weight is None:
        return _("{share} of the rows are positive", share=share)
    weighted = percent(rows.weighted_positive_share)
    return _("By weight {weighted} are positive, of the rows {share}", weighted=weighted, share=share)


def _swap() -> None:
    first, second = loaded.current().predictions.classes
    st.session_state["positive"] = second if loaded.positive() == first else first
    _follow()


def _follow() -> None:
    """Take the scores of the class that is positive now, where there are two columns."""
    # Other rows that came meanwhile have taken the choice away.
    if (label := st.session_state.get("positive")) is not None:
        roles.follow_positive(label)
