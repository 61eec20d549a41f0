"""The rows a threshold was chosen on stand in outline behind those that report it, and move with the same handle."""

import numpy as np
import pytest

from evalcore import costs
from evalcore.counts import threshold_counts
from evalcore.figures.confusion_matrix.figure import threshold_figure
from evalcore.figures.costs import figure as of_costs
from evalcore.figures.curves import figure as of_curves
from evalcore.figures.layout import Look
from evalcore.figures.parts.lines import FAINT
from evalcore.figures.style import METRIC, number, rgba
from evalcore.intervals import Estimate
from evalcore.views.behind import behind
from evalcore.views.costs import conditions, cost_lines, operating_lines
from evalcore.views.curves import model_curves, operating_points
from evalcore.views.threshold import LINE_METRICS, threshold_view
from tests.evalcore.figures.steps import assert_in_order, named, played, said_of_lines, values

LOOKS = pytest.mark.parametrize("look", [Look(), Look(narrow=True), Look(height=400)], ids=str)
NAME = "<b>validation set</b>"
RNG = np.random.default_rng(4)


def table(n, d):
    y = RNG.random(n) < 0.3
    return threshold_counts(y, (RNG.normal(size=n) + d * y).round(1))


FIRST, OTHER = table(400, 2.0), table(300, 1.0)
VIEW = threshold_view(OTHER, special=(0.5,))
BEHIND = behind(NAME, FIRST, threshold_view(FIRST), VIEW.steps)


def matrix(look, *, of="row", **options):
    return threshold_figure(VIEW, threshold=0.5, look=look, of=of, **options)


def curves(look, planes="roc_pr"):
    none = Estimate(0.9, 0.8, 0.95)
    models = [model_curves(name, OTHER, auc=none, average_precision=none) for name in ("A", "B")]
    mine = model_curves(NAME, FIRST, auc=Estimate(0.875, 0.8, 0.9), average_precision=Estimate(0.75))
    shown = of_curves.Shown(models, 0.3, chosen=1, planes=planes, behind=(BEHIND, operating_points(BEHIND.steps), mine))
    return of_curves.curves_figure(VIEW, operating_points(VIEW.steps), shown, threshold=0.5, look=look)


def cost(look):
    shown = of_costs.Shown(first=(cost_lines(NAME, FIRST), operating_lines(BEHIND.steps)))
    at, lines = conditions(costs.cost_curve(OTHER), special=[0.4]), [cost_lines("A", OTHER)]
    options = {"threshold": 0.5, "condition": 0.4, "shown": shown, "look": look}
    return of_costs.costs_figure(VIEW, operating_lines(VIEW.steps), lines, at, **options)


@LOOKS
@pytest.mark.parametrize("draw", [matrix, curves, cost])
def test_one_handle_moves_both(draw, look):
    figure = draw(look, behind=BEHIND) if draw is matrix else draw(look)
    assert_in_order(figure)
    # A name from outside is no markup.
    assert NAME not in figure.to_json()


@LOOKS
@pytest.mark.parametrize("of", ["row", "column", "all"])
def test_the_matrix_has_the_shares_of_both_at_every_step(look, of):
    figure = matrix(look, of=of, behind=BEHIND)
    for t, traces in zip(values(figure), played(figure), strict=True):
        cm = FIRST.at(t)
        cells = np.array([cm.tp, cm.fn, cm.fp, cm.tn])
        row, column = cells.reshape(2, 2).sum(1).repeat(2), np.tile(cells.reshape(2, 2).sum(0), 2)
        bases = {"row": row, "column": column, "all": np.full(4, cells.sum())}[of]
        shares = [f"{part / base:.1%}" if base else "—" for part, base in zip(cells, bases, strict=True)]
        (said,) = [one["text"] for one in traces if one.get("text") and "valid" in str(one["text"])]
        assert [text.rpartition(" ")[2] for text in said] == shares


def test_the_metrics_of_both_stand_beside_each_other():
    figure = matrix(Look(), behind=BEHIND)
    lines = {trace.line.color: trace for trace in figure.data if trace.mode == "lines" and trace.xaxis == "x3"}
    for name in LINE_METRICS:
        thin = lines[rgba(METRIC[name][0], FAINT)]
        assert thin.line.width < lines[METRIC[name][0]].line.width
        assert np.asarray(thin.y)[1:] == pytest.approx(BEHIND.lines[name].astype(np.float32), nan_ok=True)
    i = values(figure).index(0.5)
    readouts = [one["text"] for one in played(figure)[i] if one.get("xaxis") == "x4" and len(one.get("text", "")) == 4]
    for steps in (VIEW.steps, BEHIND.steps):
        assert [number(float(steps.metrics[name][i])) for name in LINE_METRICS] in readouts


def test_nothing_stands_behind_a_scene_or_the_same_rows():
    for figure in (matrix(Look()), matrix(Look(stage=3), behind=BEHIND)):
        assert "valid" not in figure.to_json()


def test_curves_of_both_and_a_hollow_point_at_every_step():
    figure = curves(Look())
    for legend, area in ((None, "0.875"), ("legend2", "0.750")):
        (entry,) = [said for said in said_of_lines(figure, legend) if "valid" in said]
        assert entry.endswith(f"   {area}")
    for t, traces in zip(values(figure), played(figure), strict=True):
        cm = FIRST.at(t)
        hollow = [one for one in traces if (one.get("marker") or {}).get("symbol") == "circle-open"]
        fpr, tpr = cm.fp / FIRST.n_neg, cm.tp / FIRST.n_pos
        assert (hollow[0]["x"], hollow[0]["y"]) == ([pytest.approx(fpr, abs=1e-6)], [pytest.approx(tpr, abs=1e-6)])
        assert hollow[1]["x"] == [pytest.approx(tpr, abs=1e-6)] or not cm.tp + cm.fp


def test_the_plane_of_det_has_both_too():
    figure = curves(Look(), planes="det")
    points = operating_points(BEHIND.steps)
    (entry,) = [trace for trace in figure.data if "valid" in named(trace)]
    (left, right), (bottom, top) = figure.layout.xaxis3.range, figure.layout.yaxis3.range
    assert left < min(entry.x) <= max(entry.x) < right
    assert bottom < min(entry.y) <= max(entry.y) < top
    for i, traces in enumerate(played(figure)):
        (hollow,) = [one for one in traces if (one.get("marker") or {}).get("symbol") == "circle-open"]
        assert left < hollow["x"][0] < right
        if left < points.det_x[i] < right - 0.1 and not np.isnan(points.det_x[i]):
            assert hollow["x"] == [pytest.approx(max(points.det_x[i], left + 0.1), abs=1e-6)]


def test_cost_lines_of_both_at_every_step():
    figure = cost(Look())
    assert [named(trace) for trace in figure.data if "valid" in named(trace)]
    for t, traces in zip(values(figure), played(figure), strict=True):
        cm = FIRST.at(t)
        (line,) = [one for one in traces if (one.get("line") or {}).get("dash") == "dot" and one["line"]["width"] == 1]
        assert line["y"] == [pytest.approx(cm.fp / FIRST.n_neg, abs=1e-6), pytest.approx(cm.fn / FIRST.n_pos, abs=1e-6)]
