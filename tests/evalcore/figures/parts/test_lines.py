"""The metrics against the threshold: a line, a place in the readout and a title each, however many they are."""

from itertools import pairwise

import pytest

from evalcore.figures.confusion_matrix.figure import threshold_figure
from evalcore.figures.layout import Look
from evalcore.figures.parts import lines
from evalcore.figures.parts.names import MOST_NAMED, NAME_PIXELS
from evalcore.figures.style import METRIC, coloured
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
    # Few are named at the ends of their lines, in their colours.
    few = n <= MOST_NAMED
    assert list(said.text) == (
        [coloured(one, lines.METRIC[name][0]) for name, one in zip(names, titles, strict=True)] if few else titles
    )
    assert list(said.y) == list(values.y)
    at = view.steps.nearest(0.5)
    assert list(values.text) == [f"{view.steps.metrics[name][at]:.3f}" for name in names]
    # Each has a place of its own within its axes.
    places = set(zip(values.x, values.y, strict=True))
    assert len(places) == n
    (left, right), (low, high) = figure.layout.xaxis4.range, figure.layout.yaxis4.range
    assert all(left < x < right and low < y < high for x, y in places)
    assert at_step(figure, "threshold", 0)


@pytest.mark.parametrize("height", [260, 279, 298, 299, 300, 320, 390, 429, 430, 500])
def test_every_name_and_value_lies_within_its_panel(height):
    figure = threshold_figure(threshold_view(MELON, special=(0.5,)), threshold=0.5, look=Look(height=height))
    sheet = figure.layout
    assert sheet.height == height
    whole = sheet.height - sheet.margin.t - sheet.margin.b
    bottom, top = sheet.yaxis4.range
    pixels = (sheet.yaxis4.domain[1] - sheet.yaxis4.domain[0]) * whole
    for texts in (t for t in figure.data if t.xaxis == "x4" and t.mode == "text"):
        assert len(texts.y) == len(LINE_METRICS)
        heights = [(y - bottom) / (top - bottom) * pixels for y in texts.y]
        assert NAME_PIXELS / 2 - 0.1 <= min(heights) <= max(heights) <= pixels - NAME_PIXELS / 2 + 0.1
    # Names at the ends of lines have all the room they take; above them they leave the lines some.
    at_ends = sheet.yaxis4.domain == sheet.yaxis3.domain
    assert at_ends == (height >= 300)
    low, high = sheet.yaxis3.domain
    assert 0 < low < high < 1
    assert (high - low) * whole >= (NAME_PIXELS * len(LINE_METRICS) if at_ends else 24) - 1e-9
    assert at_ends or high < sheet.yaxis4.domain[0]


@pytest.mark.parametrize("look", [Look(), Look(height=390)], ids=["wide", "low"])
def test_names_stand_at_the_ends_of_their_lines_and_keep_apart(look):
    figure = threshold_figure(threshold_view(MELON, special=(0.5,)), threshold=0.5, look=look)
    lines_drawn = [t for t in figure.data if t.xaxis == "x3" and t.line.shape == "vh"]
    led = [t for t in figure.data if t.xaxis == "x4" and t.mode == "lines"]
    (said, _values) = (t for t in figure.data if t.xaxis == "x4" and t.mode == "text")
    for line, to, height in zip(lines_drawn, led, said.y, strict=True):
        assert to.line.color == line.line.color
        assert list(to.y) == pytest.approx([line.y[-1], height])
    low, high = figure.layout.yaxis4.domain
    pixels = (high - low) * (figure.layout.height - figure.layout.margin.t - figure.layout.margin.b)
    bottom, top = figure.layout.yaxis4.range
    heights = sorted((y - bottom) / (top - bottom) * pixels for y in said.y)
    assert min(b - a for a, b in pairwise(heights)) >= NAME_PIXELS - 0.1
    assert NAME_PIXELS / 2 - 0.1 <= heights[0] <= heights[-1] <= pixels - NAME_PIXELS / 2 + 0.1
    # On the axis of the lines they stand where those end.
    assert figure.layout.yaxis4.range == figure.layout.yaxis3.range
    assert figure.layout.yaxis4.domain == figure.layout.yaxis3.domain
