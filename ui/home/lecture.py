"""The figure of home: always the lecture's samples, whatever is loaded, with a threshold of its own."""

from __future__ import annotations

import plotly.graph_objects as go
import streamlit as st

from evalcore.figures.confusion_matrix.figure import threshold_figure
from evalcore.figures.layout import Look
from evalcore.predictions import BinaryView, one_vs_rest
from evalcore.views.threshold import ThresholdView, default_threshold
from ui.live import bridge, words
from ui.session import computed, loaded, samples
from ui.shared import charts
from ui.shared.text import remark, say_in_figure

CHART = "home_chart"


def show() -> None:
    """Show the lecture's samples under a rule to drag; the browser plays it, and the server is told nothing."""
    rows = _rows()
    t = default_threshold(computed.counts(rows))
    view = computed.view(rows, (t,))
    remark("The lecture's 20 samples, whatever you have loaded: drag the threshold.")
    with st.container(gap=None):
        charts.chart(_figure(rows, view, t), key=CHART, alt=words.threshold_alt(view, t))
        bridge.play(CHART)


def _figure(rows: BinaryView, view: ThresholdView, t: float) -> go.Figure:
    look = Look(narrow=bridge.look().narrow)
    return threshold_figure(view, threshold=t, classes=words.classes(rows), say=say_in_figure, look=look)


def _rows() -> BinaryView:
    """Return the lecture's rows, positives against negatives."""
    content = samples.bundled(loaded.DEFAULT_SAMPLE)
    return one_vs_rest(content, str(content.positive), model=next(iter(content.scores)))
