"""The tables of where the cost comes from."""

import json

import numpy as np
import pytest

from evalcore.costs import cost_parts
from evalcore.counts import ConfusionMatrix
from evalcore.figures.costs.many_classes import MOST_WITH_TEXT, cost_parts_figure
from tests.evalcore.figures.steps import Marked

B = ConfusionMatrix([[50, 3, 2], [10, 20, 5], [1, 4, 5]], ("a", "b", "c"))
PARTS = cost_parts(B, [[-1, 1, 1], [2, 0, 1], [10, 1, 0]], cases=1000).table


def heat(parts=PARTS, cm=B, most=500.0, say=str):
    (trace,) = cost_parts_figure(parts, cm, most=most, say=say).data
    return trace


def test_costs_are_orange_and_benefits_blue_in_one_scale():
    np.testing.assert_allclose(np.array(heat().z), -PARTS / 500)
    assert np.array(heat().z)[0, 0] == 1
    np.testing.assert_allclose(np.array(heat(most=1000.0).z), -PARTS / 1000)


def test_cells_hold_amounts_and_hover_amount_rows_and_both_names():
    trace = heat(say=Marked())
    assert [list(row) for row in trace.text] == [["−500", "30.0", "20.0"], ["200", "", "50.0"], ["100", "40.0", ""]]
    assert list(trace.customdata[2][0]) == [100, 1, "c", "a"]
    assert trace.hovertemplate.startswith("«actual» %{customdata[2]} → «decision» %{customdata[3]}<br>")
    assert "(«%{customdata[1]:,} rows»)" in trace.hovertemplate


def test_small_amounts_stay_visible():
    assert heat(PARTS / 10_000).text[1][0] == "0.02"


def test_nothing_costs_anything():
    assert not np.array(heat(PARTS * 0, most=0.0).z).any()


@pytest.mark.parametrize(("k", "has_text"), [(MOST_WITH_TEXT, True), (MOST_WITH_TEXT + 1, False)])
def test_amounts_are_written_while_they_fit(k, has_text):
    cm = ConfusionMatrix(np.ones((k, k), dtype=int))
    assert (heat(np.ones((k, k)), cm, 1.0).text is not None) == has_text


def test_class_names_never_become_markup():
    figure = cost_parts_figure(np.ones((2, 2)), ConfusionMatrix([[1, 0], [0, 1]], ("<b>x</b>", "y")), most=1.0)
    assert "<b>x" not in json.dumps(json.loads(figure.to_json()))
