"""The first screen: the question the app answers, two ways to begin, and the lecture's samples under a rule to drag."""

from __future__ import annotations

import plotly.graph_objects as go
import streamlit as st

from evalcore.figures.confusion_matrix.figure import threshold_figure
from evalcore.figures.layout import Look
from evalcore.predictions import BinaryView, one_vs_rest
from evalcore.views.threshold import ThresholdView, default_threshold
from ui.frame import header, questions
from ui.home import tour
from ui.live import bridge, words
from ui.session import computed, gallery, incoming, loaded, samples
from ui.shared import charts, keyboard, navigation, spoken
from ui.shared.text import _, language, paragraph, remark, say_in_figure, speaking

CHART = "home_chart"


def show() -> None:
    """Show what the app does, and what this session has open."""
    # What only listens has no height of its own and takes no gap.
    with st.container(gap=None):
        header.style()
        bridge.measure()
        keyboard.keep()
        spoken.keep()
    _what_is_to_settle()
    with st.container(key="home_opening"):
        left, right = st.columns([5, 7], gap="medium", vertical_alignment="top")
        with left:
            _ways_to_begin()
        # Below "no such sample" another one's numbers would be taken for it.
        if loaded.unknown_sample() is None:
            with right:
                _lecture()


def _what_is_to_settle() -> None:
    """Say what a visitor has to know of the file they came with, where something is wrong with it."""
    questions.memory_note()
    if loaded.gone() is None:
        questions.what_is_still_shown()


def _ways_to_begin() -> None:
    with st.container(key="home_name"):
        st.markdown(_("Evaluation workbench"))
    st.title(_("How good is your model, at which threshold, and how sure are you?"), anchor=False)
    with st.container(key="home_lead"):
        paragraph(
            "Load the predictions of a model, drag the threshold, and every number follows; "
            "each page says how sure it is."
        )
    with st.container(horizontal=True):
        st.button(
            _("Open my predictions"),
            key="home_load",
            type="primary",
            icon=":material/upload_file:",
            on_click=navigation.go_to,
            args=("data",),
        )
        gallery.button(loaded.DEFAULT_SAMPLE, _("Start with 20 samples"), key="home_start")
    remark("Stays in this session's memory.")
    _what_is_open()


def _what_is_open() -> None:
    """Name what this session has loaded, and the way on with it; the lecture's samples stand beside it anyway."""
    now = loaded.current()
    if loaded.gone() is not None or now.sample == loaded.DEFAULT_SAMPLE:
        return
    with st.container(border=True, horizontal=True, vertical_alignment="center", key="home_open"):
        paragraph("Open now: **{name}**.", name=incoming.loaded_name())
        st.button(
            _("Go on with it"),
            key="home_go_on",
            icon=":material/arrow_forward:",
            on_click=navigation.go_to,
            args=(_page_of(now),),
        )


def _page_of(now: loaded.Loaded) -> str:
    """Return the page on which to go on: a sample's own, and where something is to be settled that of the data."""
    if now.sample is not None:
        return samples.SAMPLES[now.sample].page
    return "data" if questions.are_open() or now.predictions.task == "regression" else "confusion_matrix"


def _lecture() -> None:
    """Show the lecture's samples under a rule to drag; the browser plays it, and the server is told nothing."""
    _rows, view, t = _lecture_rows()
    with st.container(key="home_line", horizontal=True, vertical_alignment="center"):
        remark("The lecture's 20 samples, whatever you have loaded: drag the threshold.")
        tour.show(CHART, view, t)
    with st.container(gap=None):
        figure = _figure(language(), narrow=bridge.look().narrow)
        charts.chart(figure, key=CHART, alt=words.threshold_alt(view, t))
        bridge.play(CHART)


# For each language a wide and a narrow one.
@st.cache_resource(max_entries=8, show_spinner=False)
def _figure(language: str, *, narrow: bool) -> go.Figure:
    """Draw the lecture's rows once for all visitors: they are nobody's data."""
    rows, view, t = _lecture_rows()
    with speaking(language):
        look, classes = Look(narrow=narrow), words.classes(rows)
        return threshold_figure(view, threshold=t, classes=classes, beside_text=True, say=say_in_figure, look=look)


def _lecture_rows() -> tuple[BinaryView, ThresholdView, float]:
    """Return the lecture's rows, positives against negatives, what their figure shows, and where its handle begins."""
    content = samples.bundled(loaded.DEFAULT_SAMPLE)
    rows = one_vs_rest(content, str(content.positive), model=next(iter(content.scores)))
    t = default_threshold(computed.counts(rows))
    return rows, computed.view(rows, (t,)), t
