"""Names of lines in the plane of costs stand off what both handles move, as that is drawn first."""

import re

import numpy as np
import pytest

from evalcore import costs
from evalcore.figures.costs.figure import costs_figure
from evalcore.figures.costs.traces import COST
from evalcore.figures.parts.named import USUAL_WIDE
from evalcore.figures.parts.names import LETTER, NAME_PIXELS, SIDES
from evalcore.figures.style import INK, letters
from evalcore.views.costs import conditions, cost_lines, operating_lines
from evalcore.views.threshold import threshold_view
from tests.evalcore.figures.costs.test_figure import LECTURE, MELON


@pytest.mark.parametrize("counts", [LECTURE, MELON], ids=["lecture", "melon"])
@pytest.mark.parametrize("threshold", [0.3, 0.45, 0.5, 0.6, 0.8])
def test_no_name_stands_on_the_line_of_the_threshold_or_on_the_condition(counts, threshold):
    view, at = threshold_view(counts, special=(threshold,)), conditions(costs.cost_curve(counts), special=[0.8])
    lines = [cost_lines("score", counts)]
    figure = costs_figure(view, operating_lines(view.steps), lines, at, threshold=threshold, condition=0.8)
    (names,) = (one for one in figure.data if one.mode == "text" and one.xaxis == COST["xaxis"])
    across, up, around = figure.layout.xaxis5, figure.layout.yaxis5, figure.layout.margin
    wide = (across.domain[1] - across.domain[0]) * (USUAL_WIDE - around.l - around.r)
    high = (up.domain[1] - up.domain[0]) * (figure.layout.height - around.t - around.b)
    long, (right, above) = LETTER * letters(re.sub("<[^>]+>", "", names.text[0])), SIDES[names.textposition[0]]
    begin = _pixels(names.x[0], across, wide) - long * (1 - right) / 2
    low = _pixels(names.y[0], up, high) - NAME_PIXELS * (1 - above) / 2
    moved = [one for one in figure.data if one.xaxis == COST["xaxis"] and "lines" in one.mode and one.line.color == INK]
    assert len(moved) == 2
    for one in moved:
        x, y = (
            np.linspace(*_pixels(ends, axis, n), 2_000) for ends, axis, n in ((one.x, across, wide), (one.y, up, high))
        )
        assert not ((begin < x) & (x < begin + long) & (low < y) & (y < low + NAME_PIXELS)).any()


def _pixels(value, axis, most):
    return (np.asarray(value) - axis.range[0]) / (axis.range[1] - axis.range[0]) * most
