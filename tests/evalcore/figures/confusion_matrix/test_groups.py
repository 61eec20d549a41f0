"""The figure by group: what each step shows, names that are no markup, narrow pages and many groups."""

from dataclasses import replace

import numpy as np
import pytest

from evalcore.decisions import group_counts
from evalcore.figures.confusion_matrix.groups import groups_figure, groups_places
from evalcore.figures.layout import Look
from evalcore.figures.live.motion import THRESHOLD
from evalcore.figures.style import number
from evalcore.views.groups import groups_view
from evalcore.views.threshold import threshold_view
from tests.evalcore.figures.steps import assert_in_order, at_step, values

HOSTILE = ["<b>b</b>", "%{x}", "<script>alert(1)</script>", "&lt;", "", "a" * 90]


def texts(figure, step):
    """Return the texts that a step writes, a list a column."""
    return [list(now["text"]) for _place, now in at_step(figure, THRESHOLD, step) if "text" in now]


def made(n=400, groups="abcd", metric="recall", **more):
    rng = np.random.default_rng(3)
    truth = rng.random(n) < 0.4
    names = np.array(list(groups), dtype=object)
    counts = group_counts(
        truth, np.round(rng.random(n) * 0.6 + 0.3 * truth, 2), names[np.arange(n) % len(names)], **more
    )
    return groups_view(counts, threshold_view(counts.whole, special=(0.5,)), metric=metric, threshold=0.5)


@pytest.mark.parametrize("look", [Look(), Look(narrow=True), Look(height=400), Look(height=700, alone=True, stage=0)])
def test_each_step_shows_the_values_and_cells_of_the_view(look):
    view = made()
    figure = groups_figure(view, threshold=0.5, look=look)
    assert_in_order(figure)
    steps = view.threshold.steps
    assert [float(value) for value in values(figure)] == steps.threshold.tolist()
    for i in (0, 17, steps.nearest(0.5), len(steps.threshold) - 1):
        columns = texts(figure, i)
        assert [number(float(view.whole[i])), *map(number, view.value[:, i].tolist())] in columns
        true = [f"{n:.0f}" for n in (steps.tp[i], *view.cells.tp[:, i])]
        assert ([f"TP {n}" for n in true] if look.narrow else true) in columns


def test_dots_and_intervals_stand_where_the_view_has_them():
    view = made()
    figure = groups_figure(view, threshold=0.5)
    i = 40
    moved = {
        (figure.data[place].mode, len(now["x"])): now["x"] for place, now in at_step(figure, THRESHOLD, i) if "x" in now
    }
    assert moved["markers", 5][0] == pytest.approx(view.whole[i], abs=5e-5)
    assert moved["markers", 5][1:] == pytest.approx(view.value[:, i], abs=5e-5)
    assert moved["lines", 11][0::3] == pytest.approx(view.low[:, i], abs=5e-5)
    assert moved["lines", 11][1::3] == pytest.approx(view.high[:, i], abs=5e-5)


def test_names_of_groups_are_no_markup():
    view = made(groups=HOSTILE)
    shown = [text for trace in groups_figure(view, threshold=0.5).data for text in (trace.text or ())]
    assert "&lt;b&gt;b&lt;/b&gt;" in shown
    assert "%\u200b{x}" in shown
    assert not any("<script" in text for text in shown)
    assert "&amp;lt;" in shown
    assert not any(len(text) > 40 for text in shown)


def test_a_small_group_has_a_hollow_dot_and_weights_no_intervals():
    view = made(n=40)
    assert view.few.all()
    dots = next(t for t in groups_figure(view, threshold=0.5).data if t.mode == "markers" and t.xaxis == "x3")
    assert dots.marker.symbol == ("diamond", *["circle-open"] * 4)
    weighted = made(sample_weight=np.full(400, 0.5))
    lines = [t for t in groups_figure(weighted, threshold=0.5).data if t.xaxis == "x3" and t.mode == "lines"]
    assert len(lines) == 1


def test_twenty_groups_are_as_high_as_they_need_and_few_end_early():
    assert groups_places(Look(), 4).height < 480
    many = groups_places(Look(), 21)
    assert many.pixels("middle") >= 22 * 19
    assert groups_places(Look(narrow=True), 4).height > groups_places(Look(), 4).height


def test_an_undefined_value_is_a_dash():
    view = made()
    last = len(view.threshold.steps.threshold) - 1
    precision = made(metric="precision")
    assert np.isnan(precision.value[:, last]).all()
    assert ["—"] * 5 in texts(groups_figure(precision, threshold=0.5), last)
    assert not np.isnan(view.value).any()


@pytest.mark.parametrize("look", [Look(), Look(narrow=True)])
def test_a_hollow_diamond_is_the_metric_where_the_threshold_was_chosen(look):
    view = made()
    behind = np.linspace(0.2, 0.9, view.threshold.steps.threshold.size)
    figure = groups_figure(replace(view, behind=behind), threshold=0.5, look=look)
    for step in (0, view.threshold.steps.nearest(0.5), behind.size - 1):
        moved = [now["x"] for place, now in at_step(figure, THRESHOLD, step) if is_outline(figure.data[place])]
        assert moved == [[pytest.approx(behind[step], abs=5e-5)]]
    assert_in_order(figure)
    assert not any(map(is_outline, groups_figure(view, threshold=0.5, look=look).data))


def is_outline(trace):
    return trace.marker.symbol == "diamond-open"
