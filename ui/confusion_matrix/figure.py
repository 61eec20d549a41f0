"""What the page of the confusion matrix draws: the live matrix, that of labels alone, and that of all classes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import plotly.graph_objects as go

from evalcore.counts import ConfusionMatrix
from evalcore.figures.confusion_matrix.classes import matrix_figure
from evalcore.figures.confusion_matrix.figure import label_figure, threshold_figure
from evalcore.predictions import BinaryView
from evalcore.views.threshold import ThresholdView, default_threshold
from ui.frame.page import Figure
from ui.live import bridge, words
from ui.session import computed
from ui.shared import charts
from ui.shared.text import _


def live(rows: BinaryView, t: float) -> Figure:
    """Return the figure whose slider moves the threshold."""
    view = computed.view(rows, (default_threshold(computed.counts(rows)), t))
    figure = draw(rows, view, t)(look=bridge.look())
    return Figure("threshold_chart", figure, words.threshold_alt(view, t))


def draw(rows: BinaryView, view: ThresholdView, t: float) -> Callable[..., go.Figure]:
    """Return what draws the live figure: all it needs is gathered, so it may run outside the script."""
    return partial(threshold_figure, view, threshold=t, words=words.threshold(rows))


def of_labels(rows: BinaryView, cm: ConfusionMatrix) -> Figure:
    """Return the matrix of predicted labels, which no threshold moves."""
    return Figure("labels_chart", label_figure(cm, words.threshold(rows)), words.labels_alt(cm))


def show_all_classes(rows: BinaryView) -> None:
    """Show the matrix of all classes, each with each."""
    spoken = words.threshold(rows)
    figure = matrix_figure(computed.all_classes(), actual=spoken.actual, predicted=spoken.predicted)
    charts.chart(figure, key="classes_chart", alt=_("Confusion matrix of all classes"))
