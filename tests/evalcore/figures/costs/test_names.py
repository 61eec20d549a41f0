"""At the curves of the ROC plane stand names where none could mean another; the cost plane has its names in rows."""

import re

import pytest

from evalcore import costs
from evalcore.figures.costs.figure import costs_figure
from evalcore.figures.costs.traces import COST, ROC
from evalcore.figures.layout import Look
from evalcore.figures.parts.rows import IN_ROW
from evalcore.views.costs import conditions, cost_lines, operating_lines
from evalcore.views.threshold import threshold_view
from tests.evalcore.figures.costs.test_figure import LECTURE, MELON


def written(counts, models, look=None):
    """Return the names that stand at lines, by their plane."""
    view, at = threshold_view(counts, special=(0.5,)), conditions(costs.cost_curve(counts), special=[0.8])
    figure = costs_figure(view, operating_lines(view.steps), models, at, threshold=0.5, condition=0.8, look=look)
    texts = [one for one in figure.data if one.mode == "text" and one.meta != IN_ROW]
    return {one.xaxis: [re.sub("<[^>]+>", "", text) for text in one.text] for one in texts}


@pytest.mark.parametrize("counts", [LECTURE, MELON], ids=["lecture", "melon"])
def test_one_curve_has_its_name_at_it_and_lines_of_costs_have_none(counts):
    found = written(counts, [cost_lines("score", counts)])
    assert found[ROC["xaxis"]] == ["score"]
    # There a handle moves a line through all of the plane.
    assert COST["xaxis"] not in found


def test_curves_that_lie_on_each_other_have_no_names_at_them():
    assert ROC["xaxis"] not in written(MELON, [cost_lines(name, MELON) for name in "AB"])


def test_on_a_phone_rows_alone_have_the_names():
    assert not {ROC["xaxis"], COST["xaxis"]} & {*written(MELON, [cost_lines("A", MELON)], Look(narrow=True))}
