"""What the page draws of one class against the rest: the live matrix, and that of labels alone."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import plotly.graph_objects as go

from evalcore.counts import ConfusionMatrix
from evalcore.figures.confusion_matrix.figure import label_figure, threshold_figure
from evalcore.figures.parts.cells import ShareOf
from evalcore.predictions import BinaryView
from evalcore.views.threshold import ThresholdView, default_threshold
from ui.frame.page import Figure, needed
from ui.live import bridge, words
from ui.session import computed
from ui.shared.text import say_in_figure


def live(rows: BinaryView, t: float, of: ShareOf) -> Figure:
    """Return the figure whose handle moves the threshold; shares in the matrix are `of` its rows, columns or all."""
    view = computed.view(rows, (default_threshold(computed.counts(rows)), t))
    figure = draw(rows, view, t, of)(look=bridge.look())
    return Figure("threshold_chart", figure, lambda now: words.threshold_alt(view, needed(now)))


def draw(rows: BinaryView, view: ThresholdView, t: float, of: ShareOf) -> Callable[..., go.Figure]:
    """Return what draws the live figure: it has all it needs but the language, so it may run outside the script."""
    return partial(threshold_figure, view, threshold=t, classes=words.classes(rows), of=of, say=say_in_figure)


def of_labels(rows: BinaryView, cm: ConfusionMatrix, of: ShareOf) -> Figure:
    """Return the matrix of predicted labels, which no threshold moves."""
    figure = label_figure(cm, classes=words.classes(rows), of=of, say=say_in_figure)
    return Figure("labels_chart", figure, words.labels_alt(cm))
