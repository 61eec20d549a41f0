"""The metrics against the threshold: a line, a place in the readout and a title each, however many they are."""

import pytest

from evalcore.figures.confusion_matrix.figure import threshold_figure
from evalcore.figures.parts import lines
from evalcore.figures.style import METRIC
from evalcore.metrics import METRICS
from evalcore.views import threshold
from evalcore.views.threshold import LINE_METRICS, threshold_view
from tests.evalcore.curves.tables import MELON
from tests.evalcore.figures.steps import Marked, at_step

FURTHER = ("specificity", "npv", "fpr", "error_rate", "balanced_accuracy")


def test_every_line_has_a_colour_and_a_title():
    assert set(LINE_METRICS) <= set(METRIC) & set(METRICS)


@pytest.mark.parametrize("n", range(1, 10))
def test_a_further_metric_has_its_line_its_name_and_its_value(monkeypatch, n):
    names = (*LINE_METRICS, *FURTHER)[:n]
    steps = tuple(dict.fromkeys((*LINE_METRICS, *names)))  # a handle sums up the first three
    for module in (lines, threshold):
        monkeypatch.setattr(module, "LINE_METRICS", names)
    monkeypatch.setattr(threshold, "STEP_METRICS", steps)
    monkeypatch.setattr(lines, "METRIC", METRIC | dict.fromkeys(names, ("#123456", "dot")))
    view = threshold_view(MELON, special=(0.5,))
    figure = threshold_figure(view, threshold=0.5, say=Marked())
    titles = [f"«{METRICS[name].title}»" for name in names]
    assert [t.name for t in figure.data if t.xaxis == "x3" and t.line.shape == "vh"] == titles
    said, values = (t for t in figure.data if t.xaxis == "x4" and t.mode == "text")
    assert list(said.text) == titles
    assert list(said.y) == list(values.y)
    at = view.steps.nearest(0.5)
    assert list(values.text) == [f"{view.steps.metrics[name][at]:.3f}" for name in names]
    # Each has a place of its own within its axes.
    places = set(zip(values.x, values.y, strict=True))
    assert len(places) == n
    (left, right), (low, high) = figure.layout.xaxis4.range, figure.layout.yaxis4.range
    assert all(left < x < right and low < y < high for x, y in places)
    assert at_step(figure, "threshold", 0)
