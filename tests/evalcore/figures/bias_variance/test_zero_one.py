"""The figure of 0-1 loss: a map, regions and sums that one handle moves."""

from dataclasses import replace

import numpy as np
import pytest

from evalcore.bias_variance import PlaneProblem, Tree
from evalcore.figures.bias_variance.said import domingos_parts
from evalcore.figures.bias_variance.zero_one import FLEXIBILITY, zero_one_figure
from evalcore.figures.layout import MARGIN, Look
from evalcore.figures.live.motion import FIRST_LETTER, LEVELS
from evalcore.figures.style import SMALLEST
from evalcore.views.bias_variance.classifiers import CLASSIFIERS
from evalcore.views.bias_variance.zero_one import zero_one_sweep, zero_one_view
from tests.evalcore.figures.steps import assert_in_order, handle_of, played, sent, texts_of

TREES = replace(CLASSIFIERS["tree"], make=lambda _n: (Tree(1), Tree(4), Tree(10)))
ALONE = Look(height=370, alone=True)
LOOKS = {"wide": Look(), "low": Look(height=390), "narrow": Look(narrow=True), "alone": ALONE}


@pytest.fixture(scope="module")
def view():
    *_, found = zero_one_sweep(PlaneProblem("moons"), TREES, n=40, n_sets=12, seed=1)
    return zero_one_view(found, TREES)


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
def test_its_handle_is_complete(view, look):
    figure = zero_one_figure(view, 1, look=look)
    assert_in_order(figure, FLEXIBILITY)
    handle = handle_of(figure, FLEXIBILITY)
    assert (handle["values"], handle["active"]) == (["1.0", "4.0", "10.0"], 1)
    assert handle["shown"] == ["d = 1", "d = 4", "d = 10"]
    parts = view.steps[0].parts
    assert handle["said"][0].startswith(f"d = 1: loss {parts.loss:.3f} = noise {parts.noise_term:.3f} + bias ")


def test_the_map_is_repainted_with_the_shares_of_each_step(view):
    figure = zero_one_figure(view, 1)
    (part,) = [part for part in handle_of(figure, FLEXIBILITY)["parts"] if "heat" in part]
    for letters, step in zip(part["heat"], view.steps, strict=True):
        read = (np.frombuffer(letters.encode(), np.uint8) - FIRST_LETTER) / LEVELS
        np.testing.assert_allclose(read.reshape(-1, part["columns"]), step.shares, atol=0.5 / LEVELS + 1e-9)
    np.testing.assert_allclose(figure.data[part["trace"]].z, view.steps[1].shares, atol=0.005)
    assert len(part["shades"]) == LEVELS + 1


def bars(traces):
    """Where each bar begins and ends, by row."""
    rows = {row: [] for row in range(4)}
    for trace in traces:
        if trace.get("xaxis") == "x4" and trace.get("fill") == "toself":
            rows[round((min(trace["y"]) + max(trace["y"])) / 2)].append((min(trace["x"]), max(trace["x"])))
    return rows


def test_the_sums_end_at_the_loss_but_for_the_naive_one(view):
    for traces, step in zip(played(zero_one_figure(view, 0), FLEXIBILITY), view.steps, strict=True):
        rows, parts = bars(traces), step.parts
        ends = [max(x[1] for x in row) for row in rows.values()]
        wanted = [parts.naive_sum, parts.loss + parts.variance_biased, parts.loss + parts.variance_biased, parts.loss]
        assert ends == pytest.approx(wanted, abs=2e-4)
        assert rows[2][0][0] == pytest.approx(parts.loss, abs=1e-4)
        (rule,) = [t for t in traces if t.get("xaxis") == "x4" and len(set(t["x"])) == 1 and len(t["x"]) == 2]
        assert rule["x"][0] == pytest.approx(parts.loss, abs=1e-4)
        said = texts_of(traces)
        assert f"{parts.naive_sum:.3f}" in said
        written = domingos_parts(step)
        for one in (f"− {written['variance_biased']}", written["before"], f"{parts.loss:.3f}"):
            assert one in said


def test_both_sweeps_end_at_the_loss(view):
    data = sent(zero_one_figure(view, 0))["data"]
    loss = [step.parts.loss for step in view.steps]
    tops = [t["y"] for t in data if t.get("fill") in {"tozeroy", "tonexty"}]
    assert len(tops) == 6
    np.testing.assert_allclose(
        tops[2], [step.parts.loss + step.parts.variance_biased for step in view.steps], atol=1e-4
    )
    np.testing.assert_allclose(tops[5], loss, atol=1e-4)


def test_the_axes_name_the_numbers_of_the_problem(view):
    axis = zero_one_figure(view, 0).layout.xaxis
    assert axis.ticktext == ("−2", "−1", "0", "1", "2", "3")
    np.testing.assert_allclose(axis.tickvals, [-0.5, 11.5, 23.5, 35.5, 47.5, 59.5])


def test_alone_the_plane_has_430_of_720_pixels_of_a_projector(view):
    """A projector enlarges by 1.6, and leaves a figure that stands alone 370 pixels of its own."""
    figure = zero_one_figure(view, 1, look=ALONE)
    low, high = figure.layout.yaxis.domain
    margin = figure.layout.margin
    assert (high - low) * (figure.layout.height - margin.t - margin.b) * 1.6 >= 430
    assert not figure.layout.xaxis.showticklabels
    assert "first training set" not in {trace.name for trace in figure.data}


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
def test_legends_stand_between_the_title_and_the_plane_and_an_entry_is_a_switch(view, look):
    figure = zero_one_figure(view, 1, look=look)
    layout, room = figure.layout, figure.layout.height - 2 * MARGIN
    title, top, line = layout.annotations[0], layout.yaxis.domain[1], 19
    assert title.font.weight == 600
    rows = {"legend": 2 if look.alone else 3, "legend2": 2}
    for name, n in rows.items():
        legend = layout[name]
        assert legend.yanchor == "top"
        assert legend.font.size == SMALLEST
        assert top <= legend.y - n * line / room < legend.y < title.y - 7 / room
    if look.narrow:
        assert layout.legend.y - 3 * line / room >= layout.legend2.y
    hidden = [trace.name for trace in figure.data if trace.visible == "legendonly"]
    assert hidden == ([] if look.alone else ["first training set"])
    # The scale stands on the title's line, or below it, and ends above the legends.
    assert figure.data[0].colorbar.y >= layout.legend.y


def test_a_family_weighs_little():
    *_, found = zero_one_sweep(PlaneProblem("boundary"), CLASSIFIERS["tree"], n=60, n_sets=10, seed=0)
    figure = zero_one_figure(zero_one_view(found, CLASSIFIERS["tree"]), 0)
    assert len(figure.to_json()) < 200_000


def test_one_learner_alone_is_drawn(view):
    figure = zero_one_figure(replace(view, steps=view.steps[:1], best=0), 0)
    assert handle_of(figure, FLEXIBILITY)["parts"][0]["trace"] == 0


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
def test_the_second_way_of_taking_the_loss_apart_is_there_on_demand(view, look):
    both, one = (zero_one_figure(view, 1, second=second, look=look) for second in (True, False))
    assert "x3" in {trace.xaxis for trace in both.data}
    assert "x3" not in {trace.xaxis for trace in one.data}
    assert_in_order(one, FLEXIBILITY)
    if look.narrow:
        assert one.layout.height < both.layout.height
    else:
        assert one.layout.xaxis2.domain[1] == both.layout.xaxis3.domain[1]
    for mine, its in zip(played(one, FLEXIBILITY), played(both, FLEXIBILITY), strict=True):
        assert [t for t in its if t.get("xaxis") == "x2"] == [t for t in mine if t.get("xaxis") == "x2"]
