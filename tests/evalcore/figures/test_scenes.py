"""Figures that stand alone before an audience: what they are about is large, and is built up stage by stage."""

import json
from functools import cache

import numpy as np
import pytest

from evalcore import costs
from evalcore.counts import threshold_counts
from evalcore.figures.confusion_matrix.figure import threshold_figure
from evalcore.figures.costs.figure import CONDITION, costs_figure
from evalcore.figures.costs.traces import OFF_END
from evalcore.figures.curves.build import STEPS, build_figure
from evalcore.figures.curves.figure import Shown, curves_figure
from evalcore.figures.hypotheses.lattice import SEEN, lattice_figure
from evalcore.figures.hypotheses.occam import WIGGLE, occam_figure
from evalcore.figures.layout import MARGIN, Look
from evalcore.figures.live.motion import THRESHOLD
from evalcore.figures.regression.line import OUTLIER, line_figure
from evalcore.figures.regression.use import TILT, use_figure
from evalcore.figures.significance.folds import RATIO_TRACK, folds_figure
from evalcore.figures.significance.lies import lies_figure
from evalcore.figures.significance.many import Drawn, many_figure
from evalcore.figures.significance.one_model import binomial_figure
from evalcore.figures.significance.plane import ALPHA_TRACK
from evalcore.figures.significance.two_models import mcnemar_figure
from evalcore.figures.style import METRIC, coloured
from evalcore.hypotheses import NEW_MELON
from evalcore.intervals import Estimate
from evalcore.metrics import METRICS, best_index
from evalcore.significance import LABORATORY_TESTS, Disagreement, LaboratoryResult, friedman
from evalcore.views.costs import conditions, cost_lines, operating_lines
from evalcore.views.curves import model_curves, operating_points
from evalcore.views.regression.line import drawn_points, line_view
from evalcore.views.regression.use import use_view
from evalcore.views.row_steps import row_steps
from evalcore.views.significance.folds import folds_view
from evalcore.views.significance.lies import lies_view
from evalcore.views.significance.many import many_view
from evalcore.views.significance.one_model import ERRORS, binomial_view
from evalcore.views.significance.two_models import mcnemar_view
from evalcore.views.threshold import LINE_METRICS, threshold_view
from tests.evalcore.figures.hypotheses.views import NAMES, lattice, occam
from tests.evalcore.figures.steps import at_step, handle_of, sent
from tests.evalcore.golden import LECTURE_SCORE, LECTURE_TRUTH, MELON_SCORE, MELON_TRUTH
from tests.evalcore.views.regression.tables import regions

# What a projector of 720 pixels leaves, everything being enlarged 1.6 times; and 430 of these pixels.
SCENE = Look(height=370, alone=True)
LARGE = 430 / 1.6
COUNTS = threshold_counts(MELON_TRUTH, MELON_SCORE)
VIEW = threshold_view(COUNTS, special=(0.5,), rows=(MELON_TRUTH, MELON_SCORE))
AREA = Estimate(0.9, 0.8, 0.95)
RANKS = np.array([[1, 2, 3], [1, 2.5, 2.5], [1, 2, 3], [1, 2, 3]])


def matrix(look):
    return threshold_figure(VIEW, threshold=0.5, look=look)


def planes(look):
    at = conditions(costs.cost_curve(COUNTS), special=[0.7])
    lines = [cost_lines("score", COUNTS)]
    return costs_figure(VIEW, operating_lines(VIEW.steps), lines, at, threshold=0.5, condition=0.7, look=look)


def both_curves(look):
    at, shown = (
        operating_points(VIEW.steps),
        Shown([model_curves("A", COUNTS, auc=AREA, average_precision=AREA)], 0.4, told="A − B = 0.1"),
    )
    return curves_figure(VIEW, at, shown, threshold=0.5, look=look)


def staircase(look):
    return build_figure(row_steps(LECTURE_TRUTH, LECTURE_SCORE), look=look)


def ranks(look):
    view = many_view(friedman(RANKS, higher_is_better=False, ties="textbook"), None, alpha=0.05, statistic="chi2")
    return many_figure(view, Drawn("1234", "ABC", RANKS.tolist(), "p = 0.03", told=["χ² = 7.125"]), look=look)


def folds(look, *, ratio=1 / 9, corrects=True):
    a = np.array([0.12, 0.10, 0.14, 0.11, 0.13])
    return folds_figure(folds_view(a, a[::-1] - 0.01, ratio=ratio, alpha=0.05), look=look, corrects=corrects)


def level(look):
    p = np.random.default_rng(1).random((len(LABORATORY_TESTS), 50))
    result = LaboratoryResult(learner="1-nn", n=100, pvalues=p, differing=p / 2)
    return lies_figure(lies_view(result, chosen=0, alpha=0.05), look=look)


def bar(look):
    return binomial_figure(binomial_view(6, 10, 0.3, alpha=0.05, handles=(ERRORS, "alpha")), look=look)


def table(look):
    return mcnemar_figure(mcnemar_view(Disagreement(80, 12, 4, 4), alpha=0.05, handles=("alpha",)), look=look)


# What draws each, the axis of what it is about, and its handles.
SCENES = {
    "lattice": (lambda look: lattice_figure(lattice(new=NEW_MELON), NAMES, look=look), "yaxis", (SEEN,)),
    "occam": (lambda look: occam_figure(occam(), look=look), "yaxis", (WIGGLE, "truth")),
    "line": (
        lambda look: line_figure(line_view(*drawn_points(8, 1), slope=1, intercept=0), look=look),
        "yaxis",
        (OUTLIER,),
    ),
    "use": (lambda look: use_figure(use_view(regions()), 0, look=look), "yaxis3", (TILT,)),
    "matrix": (matrix, "yaxis2", (THRESHOLD,)),
    "costs": (planes, "yaxis5", (THRESHOLD, CONDITION)),
    "curves": (both_curves, "yaxis3", ()),
    "build": (staircase, "yaxis2", (STEPS,)),
    "bar": (bar, "yaxis4", (ERRORS,)),
    "table": (table, "yaxis6", ()),
    "folds": (folds, "yaxis2", (RATIO_TRACK,)),
    "paired": (lambda look: folds(look, ratio=0, corrects=False), "yaxis2", ()),
    "ranks": (ranks, "yaxis", (ALPHA_TRACK,)),
    "level": (level, "yaxis", ("alpha",)),
}
every_scene = pytest.mark.parametrize("name", SCENES)


@cache
def drawn(name, stage=None):
    return SCENES[name][0](Look(height=370, alone=True, stage=stage))


def traces_of(figure, **wanted):
    return [t for t in figure.data if all(t[key] == value for key, value in wanted.items())]


@every_scene
def test_what_a_scene_is_about_is_430_pixels_high(name):
    figure, axis = drawn(name), SCENES[name][1]
    low, high = figure.layout[axis].domain
    assert (high - low) * (figure.layout.height - 2 * MARGIN) >= LARGE
    assert figure.layout.height == SCENE.height


@every_scene
def test_its_handles_are_those_of_what_is_asked_and_say_what_is_drawn(name):
    figure, names = drawn(name), SCENES[name][2]
    traces = sent(figure)["data"]
    for handle in names:
        for place, change in at_step(figure, handle, handle_of(figure, handle)["active"]):
            for key, value in change.items():
                now = traces[place][key]
                assert now == value or (key == "marker" and value.items() <= now.items())
    live = figure.layout.meta.get("live", "")
    assert live.count('"panel":') == len(names)


@every_scene
def test_no_trace_of_a_scene_lacks_its_axes(name):
    figure = drawn(name)
    for trace in figure.data:
        for axis in (trace.xaxis or "x", trace.yaxis or "y"):
            assert figure.layout[f"{axis[0]}axis{axis[1:]}"].domain is not None


@pytest.mark.parametrize("name", ["matrix", "costs", "curves"])
@pytest.mark.parametrize("stage", [None, 0, 1, 4])
def test_every_line_that_is_named_has_a_name_written(name, stage):
    """One without is no line of the player's: nothing of the figure could be taken hold of."""
    planes = json.loads(drawn(name, stage).layout.meta.get("live", "{}")).get("named", [])
    assert all(line["lines"] and line["texts"] for plane in planes for line in plane)


def test_strip_and_curves_have_one_axis():
    layout = drawn("matrix").layout
    assert layout.xaxis.domain == layout.xaxis3.domain
    assert layout.xaxis.range == layout.xaxis3.range
    assert layout.yaxis.domain[0] > layout.yaxis3.domain[1]


@pytest.mark.parametrize("stage", range(len(LINE_METRICS) + 1))
def test_metrics_come_one_after_the_other(stage):
    figure = drawn("matrix", stage)
    names = [str(METRICS[name].title) for name in LINE_METRICS]
    assert [t.name for t in figure.data if t.xaxis == "x3" and t.line.shape == "vh"] == names[:stage]
    texts = [text for t in traces_of(figure, xaxis="x4", mode="text") for text in t.text]
    assert [name for name in names if name in texts] == names[:stage]
    assert sum(text == "\u00a0" for text in texts) == 2 * (len(names) - stage)
    assert figure.layout.yaxis3.visible is (stage > 0)
    # The matrix is there from the first stage on.
    assert any("7" in (t.text or ()) for t in figure.data)


@pytest.mark.parametrize("stage", [None, *range(len(LINE_METRICS) + 2)])
def test_best_thresholds_are_marked_last(stage):
    counts = threshold_counts(MELON_TRUTH, MELON_SCORE)
    best = {name: best_index(counts, name) for name in ("accuracy", "f1")}
    figure = threshold_figure(
        threshold_view(counts), threshold=0.5, best=best, look=Look(height=370, alone=True, stage=stage)
    )
    diamonds = [t for t in figure.data if t.marker.symbol == "diamond-open"]
    if stage != len(LINE_METRICS) + 1:
        assert not diamonds
        return
    said = [coloured(f"<b>{at}</b>", METRIC[name][0]) for name, at in (("accuracy", 0.88), ("f1", 0.6))]
    assert [(t.x[0], t.text[0]) for t in diamonds] == [(0.88, said[0]), (0.6, said[1])]
    assert [t.y[0] for t in diamonds] == pytest.approx([one.value for one in best.values()], abs=1e-5)
    # What is to be guessed is marked.
    assert {figure.data.index(t) for t in diamonds} <= set(figure.layout.meta["guessed"]["traces"])


def test_a_best_threshold_above_all_scores_has_no_mark():
    counts = threshold_counts([False, False, True], [0.9, 0.8, 0.1])
    best = {"accuracy": best_index(counts, "accuracy")}
    assert best["accuracy"].threshold.tolist() == [np.inf]
    look = Look(height=370, alone=True, stage=len(LINE_METRICS) + 1)
    figure = threshold_figure(threshold_view(counts), threshold=0.5, best=best, look=look)
    assert not [t for t in figure.data if t.marker.symbol == "diamond-open"]


def test_without_stages_all_metrics_are_there():
    assert len(traces_of(drawn("matrix"), xaxis="x3", mode="lines")) == len(LINE_METRICS) + 1


def test_one_line_of_costs_comes_whole_then_all_then_the_envelope_its_area_and_the_condition():
    widths = {"fan": 1, "envelope": 4, "own": 3}

    def seen(stage):
        figure = drawn("costs", stage)
        lines = [t for t in traces_of(figure, xaxis="x5") if t.mode.startswith("lines")]
        found = {name for name, width in widths.items() if any(t.line.width == width for t in lines)}
        if any(t.fill for t in lines):
            found.add("area")
        return found | ({"condition"} if CONDITION in figure.layout.meta["live"] else set())

    order = ["own", "fan", "envelope", "area", "condition"]
    assert [seen(stage) for stage in range(5)] == [set(order[: k + 1]) for k in range(5)]


def test_the_line_of_a_threshold_is_whole_and_says_both_its_ends():
    figure, cm = drawn("costs", 0), COUNTS.at(0.5)
    fpr, fnr = cm.fp / 12, cm.fn / 8
    (line,) = [t for t in traces_of(figure, xaxis="x5") if t.line.width == 3]
    assert (list(line.x), list(line.y)) == ([0, 1], pytest.approx([fpr, fnr], abs=1e-5))
    low, high = figure.layout.yaxis5.range
    assert low <= min(line.y) <= max(line.y) <= high == pytest.approx(1, abs=0.05)
    (place,) = [k for k, t in enumerate(figure.data) if t.text == (f"FPR {fpr:.3f}", f"FNR {fnr:.3f}")]
    # Both names go up and down with their ends, at every step.
    (handle,) = [one for one in json.loads(figure.layout.meta["live"])["handles"] if one["name"] == THRESHOLD]
    (line_part,) = [p for p in handle["parts"] if figure.data[p["trace"]] == line]
    (names,) = [p for p in handle["parts"] if p["trace"] == place]
    off = np.abs(np.array(names["y"]) - np.array(line_part["y"]))
    assert off == pytest.approx(np.full((len(handle["values"]), 2), OFF_END))


def test_the_staircase_stands_without_precision_and_recall():
    figure = drawn("build")
    assert "xaxis6" not in figure.layout.to_plotly_json()
    assert not traces_of(figure, xaxis="x6")


def test_points_and_squares_stand_without_the_losses_of_other_lines():
    assert not [t for t in drawn("line").data if t.type == "heatmap"]
    last = [t for t in drawn("line").data if t.mode == "markers"][-1]
    assert last.marker.size < 10


def test_curves_say_the_difference_of_their_areas_which_is_to_be_guessed():
    figure = drawn("curves")
    assert [one.text for one in figure.layout.annotations] == ["A − B = 0.1"]
    assert figure.layout.meta["guessed"]["annotations"] == [0]


def test_ranks_say_what_is_told_of_the_statistics():
    assert "χ² = 7.125" in [one.text for one in drawn("ranks").layout.annotations]
