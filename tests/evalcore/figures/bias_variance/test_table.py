"""The figure of a table: one handle through lines, columns, intervals and numbers, on wide and narrow pages."""

import pytest

from evalcore.figures.bias_variance.said import table_parts
from evalcore.figures.bias_variance.table import COMPLEXITY, table_figure
from evalcore.figures.layout import Look
from tests.evalcore.figures.steps import assert_in_order, at_step, handle_of, played, sent, texts_of
from tests.evalcore.views.bias_variance.test_table import view


@pytest.mark.parametrize("look", [Look(), Look(narrow=True), Look(height=300)])
@pytest.mark.parametrize("options", [{}, {"classes": True}, {"n_sets": 1}], ids=repr)
def test_handle_stands_on_the_axis_of_the_errors(look, options):
    shown = view(**options)
    figure = table_figure(shown, 2, look=look)
    assert_in_order(figure, COMPLEXITY)
    handle, span = handle_of(figure, COMPLEXITY), figure.layout.xaxis.range
    assert (handle["panel"], handle["active"]) == ("xy", 2)
    assert handle["at"] == [step.at for step in shown.steps]
    assert span[0] < handle["at"][0] < handle["at"][-1] < span[1]
    sent(figure)


@pytest.mark.parametrize("classes", [False, True])
def test_present_step_is_what_is_drawn(classes):
    figure = table_figure(view(classes=classes), 3)
    traces = sent(figure)["data"]
    for where, change in at_step(figure, COMPLEXITY, 3):
        assert {key: traces[where][key] for key in change} == change


@pytest.mark.parametrize("classes", [False, True])
def test_numbers_and_columns_follow_each_step(classes):
    shown = view(classes=classes)
    for step, traces in zip(shown.steps, played(table_figure(shown, 0), COMPLEXITY), strict=True):
        columns = [trace["y"][1] for trace in traces if trace.get("fill") == "tozeroy"]
        assert columns == pytest.approx([shown.height(step, name) for name in shown.parts], rel=1e-4)
        for name in shown.parts:
            assert table_parts(step)[name] in texts_of(traces)


def test_both_planes_have_one_scale():
    figure = table_figure(view(), 0)
    assert figure.layout.yaxis.range == figure.layout.yaxis2.range
    assert figure.layout.yaxis.domain == figure.layout.yaxis2.domain


def test_it_is_light():
    assert len(table_figure(view("neighbours"), 0).to_json()) < 60_000
