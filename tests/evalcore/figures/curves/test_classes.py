"""ROC of many classes: a thin line each, a thick one an average, and names that stay text."""

import json

import numpy as np
import pytest

from evalcore.counts import threshold_counts
from evalcore.curves import micro_average_counts, roc_curve
from evalcore.figures.curves.classes import classes_figure
from evalcore.figures.style import MODELS
from evalcore.views.curves import ClassLine, class_line
from tests.evalcore.curves.tables import LECTURE, MELON, ONE_CLASS
from tests.evalcore.figures.steps import Marked, named

RNG = np.random.default_rng(3)
TRUTH = RNG.integers(0, 3, 20_000)
COUNTS = {f"c{k}": threshold_counts(k == TRUTH, RNG.normal(size=20_000) + (k == TRUTH)) for k in range(3)}
CLASSES = [class_line(name, counts) for name, counts in COUNTS.items()]
MICRO = class_line("micro", micro_average_counts(COUNTS))


def sent(figure):
    """Return what the browser gets; nan is not JSON."""

    def refuse(constant):
        raise AssertionError(f"{constant} is not JSON")

    return json.loads(figure.to_json(), parse_constant=refuse)


def test_draws_chance_then_averages_then_classes():
    chance, *lines = classes_figure(CLASSES, [MICRO]).data
    assert (list(chance.x), list(chance.y), chance.showlegend) == ([0, 1], [0, 1], False)
    assert [named(line) for line in lines] == [f"{c.name}   AUC {c.auc:.3f}" for c in (MICRO, *CLASSES)]
    for trace, line in zip(lines, (MICRO, *CLASSES), strict=True):
        np.testing.assert_allclose(trace.x, line.fpr, atol=1e-7)
        np.testing.assert_allclose(trace.y, line.tpr, atol=1e-7)
        assert (trace.x[0], trace.y[0], trace.x[-1], trace.y[-1]) == (0, 0, 1, 1)
        assert len(trace.x) <= 2000


@pytest.mark.parametrize("counts", [MELON, LECTURE], ids=["melon", "lecture"])
def test_area_is_that_of_all_rows(counts):
    (_, line) = classes_figure([class_line("A", counts)], []).data
    assert named(line) == f"A   AUC {roc_curve(counts).auc:.3f}"
    assert np.trapezoid(line.y, line.x) == pytest.approx(roc_curve(counts).auc, abs=1e-6)


def test_averages_are_thicker_and_solid():
    _, micro, macro, *rest = classes_figure(CLASSES, [MICRO, ClassLine("macro", MICRO.fpr, MICRO.tpr, 0.5)]).data
    assert min(micro.line.width, macro.line.width) > max(line.line.width for line in rest)
    assert {micro.line.dash, macro.line.dash} == {"solid"}
    assert micro.line.color != macro.line.color
    assert all(line.line.dash != "solid" for line in rest)


def test_more_classes_than_colours():
    many = [ClassLine(str(k), np.array([0, 1.0]), np.array([0, 1.0]), 0.5) for k in range(10)]
    _, *lines = classes_figure(many, []).data
    assert len({(line.line.color, line.line.dash) for line in lines}) == len(MODELS)
    assert [line.name.split()[0] for line in lines] == [str(k) for k in range(10)]


def test_perfect_and_undefined_areas():
    perfect = ClassLine("all", np.array([0, 0, 1.0]), np.array([0, 1, 1.0]), 1.0)
    figure = classes_figure([perfect, class_line("one", ONE_CLASS[0][0])], [])
    assert [named(line) for line in figure.data[1:]] == ["all   AUC 1.000", "one   AUC —"]
    sent(figure)


def test_axes_are_said():
    figure = classes_figure(CLASSES, [], say=Marked())
    layout = figure.layout
    assert (layout.xaxis.title.text, layout.yaxis.title.text) == ("«false positive rate»", "«true positive rate»")
    assert "«false positive rate» %{x:.4f}" in figure.data[1].hovertemplate
    for axis in (layout.xaxis, layout.yaxis):
        assert axis.range[0] < 0
        assert axis.range[1] > 1


def test_names_from_a_file_never_become_markup():
    hostile = "<img src=x onerror=alert(1)>%{x}&amp;"
    figure = classes_figure([ClassLine(hostile, np.array([0, 1.0]), np.array([0, 1.0]), 0.5)], [])
    text = json.dumps(sent(figure))
    assert "<img" not in text
    assert "alert(1)" not in text
    assert figure.data[1].hovertemplate.startswith("&lt;img src=x")


def test_ten_classes_are_small_enough_to_send():
    lines = [class_line(str(k), counts) for k, counts in enumerate([*COUNTS.values()] * 4)][:10]
    assert len(classes_figure(lines, [MICRO]).to_json().encode()) <= 350_000
