"""The figure of curves: every model's lines, and operating points that each step of the handle puts on them."""

import json
import math
import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy.special import ndtr, ndtri

from evalcore import metrics
from evalcore.counts import ThresholdCounts, threshold_counts
from evalcore.curves import (
    at_prevalence,
    iso_accuracy,
    iso_f_beta,
    precision_recall_curve,
    roc_band,
    roc_convex_hull,
    roc_corners,
    roc_curve,
)
from evalcore.figures.curves.figure import DET_TICKS, Overlay, Shown, curves_figure, points_figure
from evalcore.figures.layout import Look
from evalcore.figures.parts.rows import IN_ROW
from evalcore.figures.style import MODELS, OUT_OF_SIGHT, threshold
from evalcore.intervals import Estimate
from evalcore.views.curves import DET_REACH, LabelPoint, model_curves, operating_points
from evalcore.views.digits import written_threshold
from evalcore.views.threshold import none_positive, threshold_view
from tests.evalcore.curves.tables import LECTURE, MELON
from tests.evalcore.figures import steps
from tests.evalcore.figures.steps import (
    Marked,
    assert_in_order,
    handle_of,
    left_alone,
    named,
    played,
    said_of_lines,
    sent,
    texts_of,
    values,
)
from tests.evalcore.golden import LECTURE_SCORE, LECTURE_TRUTH, MELON_SCORE, MELON_TRUTH

SAMPLES = Path(__file__).parents[4] / "sample_data"
RNG = np.random.default_rng(9)
MANY_TRUTH = RNG.random(20_000) < 0.2
MANY_SCORE = RNG.normal(size=20_000) + 1.2 * MANY_TRUTH
MANY = threshold_counts(MANY_TRUTH, MANY_SCORE)
WEIGHTED = threshold_counts(MANY_TRUTH, MANY_SCORE.round(1), sample_weight=RNG.random(20_000))
POSITIVES = threshold_counts([True, True], [0.2, 0.4])
NEGATIVES = threshold_counts([False, False], [0.2, 0.4])

FILES = {
    "melon": (MELON, (MELON_TRUTH, MELON_SCORE)),
    "lecture": (LECTURE, (LECTURE_TRUTH, LECTURE_SCORE)),
    "many": (MANY, None),
    "weighted": (WEIGHTED, None),
    "only positives": (POSITIVES, (np.array([True, True]), np.array([0.2, 0.4]))),
    "only negatives": (NEGATIVES, (np.array([False, False]), np.array([0.2, 0.4]))),
}
every_file = pytest.mark.parametrize(("counts", "rows"), FILES.values(), ids=FILES)
every_plane = pytest.mark.parametrize("show", ["roc_pr", "det"])
every_width = pytest.mark.parametrize(
    "look", [Look(), Look(narrow=True), pytest.param(Look(height=640), marks=pytest.mark.slow)], ids=str
)
NOWHERE = (OUT_OF_SIGHT, OUT_OF_SIGHT)
LABELS = LabelPoint("labels", 0.25, 0.75, 0.6)


def model(counts, name="A", auc=(math.nan,) * 3, ap=(math.nan,) * 3, prevalence=None):
    return model_curves(name, counts, auc=Estimate(*auc), average_precision=Estimate(*ap), prevalence=prevalence)


def drawn(counts, rows=None, *, models=None, threshold=0.5, moved=None, **options):
    """Return the figure of some counts, as the page draws it."""
    view = threshold_view(counts, special=(threshold,), rows=rows)
    at = operating_points(view.steps, prevalence=moved)
    share = counts.n_pos / (counts.n_pos + counts.n_neg)
    lines = models or [model(counts, prevalence=moved)]
    names = ("chosen", "points", "overlays", "equal_error", "break_even", "corners", "area", "share_of")
    asked = {name: options.pop(name) for name in names if name in options}
    prevalence = options.pop("prevalence", share if moved is None else moved)
    shown = Shown(lines, prevalence, planes=options.pop("show", "roc_pr"), **asked)
    return curves_figure(view, at, shown, threshold=threshold, **options)


@cache
def shared(counts, show="roc_pr"):
    """Return the figure of one of the files, drawn once for all tests that only look at it."""
    rows = next(rows for one, rows in FILES.values() if one is counts)
    return drawn(counts, rows, show=show)


def lines(figure):
    """Return the curves: the traces whose points tell their thresholds."""
    return [trace for trace in figure.data if "t = " in (trace.hovertemplate or "")]


def marks(figure):
    """Return the places of the operating points: markers of the planes that the handle may move."""
    return [
        i
        for i, trace in enumerate(figure.data)
        if trace.mode == "markers" and trace.xaxis != "x" and trace.marker.size == 15
    ]


def diamonds(figure, symbol="diamond"):
    """Return the points of models of predicted labels, or what else has a symbol, in the planes."""
    found = [trace for trace in figure.data if isinstance(trace.marker.symbol, str) and trace.marker.symbol == symbol]
    return [trace for trace in found if trace.meta != IN_ROW]


class TestSteps:
    @every_file
    @every_plane
    def test_are_the_exact_thresholds_of_the_view(self, counts, rows, show):
        figure = shared(counts, show)
        view = threshold_view(counts, special=(0.5,), rows=rows).steps
        assert values(figure) == view.threshold.tolist()
        assert handle_of(figure, "threshold")["active"] == view.nearest(0.5)

    @every_file
    @every_plane
    @every_width
    def test_handle_is_complete(self, counts, rows, show, look):
        assert_in_order(drawn(counts, rows, show=show, look=look, points=[LABELS], equal_error=True, area=True))

    @every_file
    def test_operating_points_are_those_of_the_table(self, counts, rows):
        figure = shared(counts)
        roc, pr = marks(figure)
        assert [(figure.data[i].xaxis, figure.data[i].yaxis) for i in (roc, pr)] == [("x3", "y3"), ("x5", "y5")]
        for t, traces in zip(values(figure), played(figure), strict=True):
            cm = counts.at(t)
            fpr, tpr, precision = metrics.fpr(cm), metrics.recall(cm), metrics.precision(cm)
            for place, x, y in ((roc, fpr, tpr), (pr, tpr, precision)):
                (at,) = zip(traces[place]["x"], traces[place]["y"], strict=True)
                # An undefined rate is out of sight, never at 0.
                assert at == (NOWHERE if math.isnan(x) or math.isnan(y) else pytest.approx((x, y), abs=1e-6))

    @pytest.mark.parametrize("prevalence", [0.01, 0.7])
    def test_operating_points_at_another_prevalence(self, prevalence):
        figure = drawn(*FILES["melon"], moved=prevalence)
        curve = at_prevalence(MELON, prevalence)
        _, pr = marks(figure)
        for t, traces in zip(values(figure), played(figure), strict=True):
            i = MELON.index_of(t)
            wanted = NOWHERE if i == 0 else pytest.approx((curve.recall[i], curve.precision[i]), abs=1e-6)
            assert (traces[pr]["x"][0], traces[pr]["y"][0]) == wanted
        # The chance line of the P-R plane moves along.
        assert [list(t.y) for t in figure.data if t.name == "prevalence"] == [[prevalence] * 2]

    @every_file
    def test_operating_points_of_det_stay_in_the_plane(self, counts, rows):
        figure = shared(counts, "det")
        (place,) = marks(figure)
        ends = np.transpose([axis.range for axis in (figure.layout.xaxis3, figure.layout.yaxis3)])
        for t, traces in zip(values(figure), played(figure), strict=True):
            cm = counts.at(t)
            wanted = [ndtri(metrics.fpr(cm)), ndtri(metrics.fnr(cm))]
            at = (traces[place]["x"][0], traces[place]["y"][0])
            if np.isnan(wanted).any():
                assert at == NOWHERE
                continue
            assert at == pytest.approx(np.clip(wanted, ends[0] + 0.1, ends[1] - 0.1), abs=1e-5)
            assert ((ends[0] < at) & (at < ends[1])).all()

    @pytest.mark.parametrize("models", [[MELON], [MELON, MANY], [LECTURE], [POSITIVES]])
    def test_det_shows_all_curves_and_little_else(self, models):
        figure = drawn(MELON, models=[model(counts, str(i)) for i, counts in enumerate(models)], show="det")
        for name, axis in (("x", figure.layout.xaxis3), ("y", figure.layout.yaxis3)):
            at = np.concatenate([trace[name] for trace in lines(figure)]).clip(-DET_REACH, DET_REACH)
            if not at.size:
                assert list(axis.range) == pytest.approx([-DET_REACH - 0.1, DET_REACH + 0.1])
                continue
            marks = np.array(axis.tickvals)
            assert axis.range[0] < min(at.min(), marks[0])
            assert axis.range[1] > max(at.max(), marks[-1])
            # No mark but the last on either side lies outside of the curves, where the plane has one further out.
            assert at.min() < marks[1]
            assert marks[-2] < at.max()

    def test_det_marks_where_both_rates_are_equal(self):
        figure = shared(MELON, "det")
        (line,) = (trace for trace in figure.data if trace.text and "FPR = FNR" in trace.text)
        assert list(line.x) == list(line.y)

    @every_file
    @every_plane
    def test_figure_begins_at_its_step(self, counts, rows, show):
        figure = shared(counts, show)
        assert played(figure)[handle_of(figure, "threshold")["active"]] == sent(figure)["data"]

    @every_file
    def test_matrix_shows_the_counts_of_the_table(self, counts, rows):
        def cell(value):
            return f"{value:,.0f}" if value == int(value) else f"{value:,.2f}"

        figure = shared(counts)
        place = next(i for i, trace in enumerate(figure.data) if len(trace.text or ()) == 6)
        for t, traces in zip(values(figure), played(figure), strict=True):
            cm = counts.at(t)
            wanted = [cell(v) for v in (cm.tp, cm.fn, cm.fp, cm.tn, cm.tp + cm.fp, cm.fn + cm.tn)]
            assert traces[place]["text"] == wanted

    @pytest.mark.parametrize("of", ["row", "column", "all"])
    def test_shares_in_the_matrix_are_of_what_is_asked(self, of):
        figure = drawn(*FILES["melon"], share_of=of, threshold=0.9)
        place = [i for i, trace in enumerate(figure.data) if len(trace.text or ()) == 6][1]
        at = dict(zip(values(figure), played(figure), strict=True))
        cm = MELON.at(0.9)
        assert cm.tp == 3
        wanted = {"row": cm.tp / (cm.tp + cm.fn), "column": cm.tp / (cm.tp + cm.fp), "all": cm.tp / cm.n}[of]
        assert at[0.9][place]["text"][0] == f"{wanted:.1%}"
        assert any(of in note.text for note in figure.layout.annotations if "%" in note.text)


class TestLines:
    def test_are_the_drawn_points_with_what_stands_behind_them(self):
        mine = model(MANY)
        roc, pr = lines(drawn(MANY, models=[mine]))
        for trace, line in ((roc, mine.roc), (pr, mine.precision_recall)):
            np.testing.assert_allclose(trace.x, line.x, atol=1e-7)
            np.testing.assert_allclose(trace.y, line.y, atol=1e-7)
            behind = np.asarray(trace.customdata, dtype=float)
            np.testing.assert_array_equal(behind, np.column_stack([line.labels.value, line.tp, line.fp]))
        assert (roc.line.shape, pr.line.shape) == (None, "vh")
        (det,) = lines(drawn(MANY, models=[mine], show="det"))
        np.testing.assert_allclose(det.x, mine.det.x, atol=1e-6)
        np.testing.assert_array_equal(np.asarray(det.customdata)[:, 0], mine.det.labels.value)

    @pytest.mark.slow
    @every_plane
    def test_are_small_enough_to_send(self, show):
        """Even stairs are the worst that a line can do: every corner is as far off as every other."""
        n = 200_000
        stairs = ThresholdCounts.from_grouped(-np.arange(2 * n), [1, 0] * n, [0, 1] * n)
        for counts in (stairs, threshold_counts(MANY_TRUTH, MANY_SCORE), WEIGHTED):
            data = sent(drawn(counts, show=show))
            found = [trace for trace in data["data"] if "t = " in trace.get("hovertemplate", "")]
            assert len(found) == (2 if show == "roc_pr" else 1)
            for trace in found:
                assert len(json.dumps(trace).encode()) <= 200_000
        for trace in lines(drawn(stairs, show=show)):
            assert len(trace.x) == len(trace.y) == len(trace.customdata) <= 2000

    def test_only_the_chosen_model_s_thresholds_are_sent_with_all_their_digits(self):
        models = [model(MANY, name) for name in "AB"]
        for chosen, mine in enumerate("AB"):
            for trace in lines(drawn(MANY, models=models, chosen=chosen)):
                line = getattr(models[0], {"x3": "roc", "x5": "precision_recall"}[trace.xaxis])
                wanted = np.column_stack([line.labels.value, line.tp, line.fp])
                same = np.array_equal(np.asarray(trace.customdata, dtype=float), wanted)
                assert same == (trace.legendgroup == mine)
                np.testing.assert_allclose(trace.customdata[:, 0], line.labels.value, rtol=1e-7)
                # Hovering another model's, more digits than these hold are written beside them, and counts as they are.
                if not same:
                    assert "t = %{text}<br>" in trace.hovertemplate
                    above, *scores = line.threshold
                    at = [none_positive(MANY) if math.isinf(above) else above, *scores]
                    short = [written_threshold(MANY.threshold, t) for t in at]
                    assert list(trace.text) == [threshold(*one) for one in short]
                np.testing.assert_array_equal(trace.customdata[:, 1:], wanted[:, 1:])

    @pytest.mark.parametrize("large", [{"n_pos": [2**25 + 1, 1]}, {"score": [1e200, 1]}])
    def test_counts_and_thresholds_too_large_for_half_the_bytes_keep_them(self, large):
        counts = ThresholdCounts.from_grouped(large.get("score", [2, 1]), large.get("n_pos", [2, 1]), [1, 1])
        for trace in lines(drawn(MELON, models=[model(MELON), model(counts, "B")])):
            assert np.asarray(trace.customdata).dtype == np.float64

    def test_the_whole_figure_is_small(self):
        assert len(drawn(MANY).to_json().encode()) <= 235_000

    def test_thresholds_are_sent_once_where_a_format_can_write_them(self):
        roc, pr = lines(drawn(MANY))
        assert pr.text is None
        assert "t = %{customdata[0]:.10~g}<br>" in pr.hovertemplate
        # The first, where nothing is predicted positive, has the number that a click on it sets.
        assert roc.text is None
        assert roc.customdata[0][0] == none_positive(MANY)

    def test_chosen_model_is_thicker_and_all_differ_in_colour_and_dash(self):
        models = [model(MELON, name) for name in "ABCDEF"]
        figure = drawn(MELON, models=models, chosen=2)
        for panel in ("x3", "x5"):
            of_panel = [trace for trace in lines(figure) if trace.xaxis == panel]
            width = [trace.line.width for trace in of_panel]
            assert width.index(max(width)) == 2
            assert sorted(width)[-2] < max(width)
            assert [(t.line.color, t.line.dash) for t in of_panel] == list(MODELS)
            assert [trace.legendgroup for trace in of_panel] == list("ABCDEF")
        seventh = lines(drawn(MELON, models=[*models, model(MELON, "G")]))
        assert seventh[-1].line.color == MODELS[0][0]

    @every_plane
    def test_alone_another_model_has_no_point_of_the_chosen_one(self, show):
        figure = drawn(MELON, models=[model(MELON, name) for name in "AB"], chosen=0, show=show)
        marks = {
            name: [t for t in left_alone(figure, name) if t.mode == "markers" and t.xaxis in ("x3", "x5")]
            for name in "AB"
        }
        assert [len(marks[name]) for name in "AB"] == [1 if show == "det" else 2, 0]

    @every_plane
    def test_only_points_of_the_chosen_model_give_their_threshold_to_a_click(self, show):
        models = [model(MELON, name) for name in "AB"]
        for chosen, mine in enumerate("AB"):
            figure = drawn(MELON, models=models, chosen=chosen, show=show)
            assert {trace.legendgroup for trace in figure.data if trace.meta == "threshold"} == {mine}
            for trace in lines(figure):
                # Another model's point says its threshold, and whose it is.
                assert trace.hovertemplate.startswith(trace.legendgroup + "<br>") == (trace.legendgroup != mine)

    @every_plane
    def test_points_of_another_model_choose_it_where_a_click_does_and_say_so(self, show):
        models = [model(MELON, name) for name in ("A", "<b>")]
        figure = drawn(MELON, models=models, chosen=0, show=show, chooses=True, say=lambda text: f"«{text}»")
        for trace in lines(figure):
            own = trace.legendgroup == "A"
            assert trace.meta == ("threshold" if own else "model <b>")
            told = trace.hovertemplate.endswith("<br>«click: &lt;b&gt; is chosen, and t is set here»<extra></extra>")
            assert told != own

    def test_precision_recall_begins_at_recall_0_with_the_precision_of_the_first_threshold(self):
        (first,) = (
            t for t in shared(LECTURE).data if t.xaxis == "x5" and t.x[0] == 0 and t.legendgroup and t.mode == "lines"
        )
        assert (list(first.x), list(first.y)) == ([0, 0.1], [1, 1])
        # It is no threshold: nothing to hover, to click, or to read in the legend.
        assert (first.hoverinfo, first.meta, first.customdata, first.showlegend) == ("skip", None, None, False)

    @pytest.mark.parametrize("prevalence", [None, 0.02])
    @pytest.mark.parametrize("counts", [LECTURE, MELON, threshold_counts([0, 1, 0, 1, 0], [5, 4, 3, 2, 1]), WEIGHTED])
    def test_the_area_under_what_is_drawn_is_average_precision(self, counts, prevalence):
        figure = drawn(counts, models=[model(counts, prevalence=prevalence)])
        mine = [t for t in figure.data if t.xaxis == "x5" and t.legendgroup and t.mode == "lines"]
        x, y = (np.concatenate([t[axis] for t in mine]) for axis in "xy")
        curve = precision_recall_curve(counts) if prevalence is None else at_prevalence(counts, prevalence)
        assert x[0] == 0
        # Half a pixel of thinning and rounding to single precision are all that may lie between.
        assert np.diff(x) @ y[1:] == pytest.approx(curve.average_precision, abs=5e-4)

    def test_a_first_threshold_that_finds_no_positive_has_no_step(self):
        figure = drawn(threshold_counts([False, True], [2, 1]))
        mine = [t for t in figure.data if t.xaxis == "x5" and t.legendgroup and t.mode == "lines"]
        assert [list(t.x) for t in mine] == [[0, 1]]

    def test_baselines_are_the_diagonal_and_the_share_of_positives(self):
        figure = shared(MELON)
        chance, prevalence = figure.data[:2]
        assert (chance.name, list(chance.x), list(chance.y)) == ("chance", [0, 1], [0, 1])
        assert (prevalence.name, list(prevalence.x), list(prevalence.y)) == ("prevalence", [0, 1], [0.4, 0.4])
        assert "chance" not in [trace.name for trace in shared(MELON, "det").data]

    def test_thresholds_are_written_as_elsewhere(self):
        roc, _pr = lines(drawn(threshold_counts([0, 1, 1, 0], [3.04593e-11, 1.0, -2.5, 0.1234567])))
        assert list(roc.text) == ["1.1", "1", "0.12", "3×10⁻¹¹", "−2.5"]

    def test_the_line_of_chance_says_where_it_lies(self):
        assert shared(MELON).data[1].hovertemplate == "prevalence 0.400<extra></extra>"

    def test_hover_reads_the_rates_of_its_plane(self):
        roc, pr = lines(shared(MELON))
        assert roc.hovertemplate.startswith("false positive rate %{x:.4f}<br>true positive rate %{y:.4f}<br>t = ")
        assert pr.hovertemplate.startswith("recall %{x:.4f}<br>precision %{y:.4f}<br>t = ")


class TestMarks:
    def marks_of(self, figure):
        return [t for shape in ("square-open", "triangle-up-open") for t in diamonds(figure, shape)]

    def test_equal_errors_stand_where_the_curve_meets_their_line(self):
        assert not self.marks_of(shared(MELON))
        figure = drawn(*FILES["melon"], equal_error=True)
        rate = model(MELON).equal_error_rate
        (mark,) = self.marks_of(figure)
        assert (mark.xaxis, mark.x[0], mark.y[0]) == ("x3", rate, 1 - rate)
        assert named(mark) == f"equal error rate {rate:.3f}"
        assert any((list(t.x), list(t.y)) == ([0, 1], [1, 0]) for t in figure.data if t.xaxis == "x3")

    def test_break_even_stands_where_precision_is_recall(self):
        figure = drawn(*FILES["melon"], break_even=True)
        value = model(MELON).break_even_point
        (mark,) = self.marks_of(figure)
        assert (mark.xaxis, mark.x[0], mark.y[0]) == ("x5", value, value)
        assert value == precision_recall_curve(MELON).break_even_point
        assert any((list(t.x), list(t.y)) == ([0, 1], [0, 1]) for t in figure.data if t.xaxis == "x5")

    def test_corners_say_what_a_classifier_does_there(self):
        (marks,) = [t for t in drawn(*FILES["melon"], corners=True).data if t.text and "all right" in t.text]
        found = dict(zip(zip(marks.x, marks.y, strict=True), marks.text, strict=True))
        assert marks.xaxis == "x3"
        assert found == {
            (one.fpr, one.tpr): {
                (20, 8, 0): "all right",
                (0, 0, 12): "all wrong",
                (12, 0, 0): "none predicted positive",
                (8, 8, 12): "all predicted positive",
            }[int(one.matrix.tp + one.matrix.tn), int(one.matrix.tp), int(one.matrix.fp)]
            for one in roc_corners(MELON)
        }

    def test_what_is_undefined_has_its_line_alone(self):
        figure = drawn(NEGATIVES, equal_error=True, break_even=True)
        assert not self.marks_of(figure)

    def test_they_are_those_of_the_chosen_model(self):
        models = [model(MELON, "A"), model(LECTURE, "B")]
        (mark,) = self.marks_of(drawn(MELON, models=models, chosen=1, equal_error=True))
        assert mark.x[0] == models[1].equal_error_rate

    def test_area_is_shaded_below_the_chosen_curve_alone(self):
        models = [model(MELON, name) for name in "AB"]
        shaded = [t for t in drawn(MELON, models=models, chosen=1, area=True).data if t.fill == "tozeroy"]
        assert [(t.xaxis, t.legendgroup) for t in shaded] == [("x3", "B")]


class TestLegend:
    @every_plane
    def test_says_the_areas_with_their_intervals_or_the_equal_error_rate(self, show):
        mine = model(MELON, "melon", (0.848958, 0.5968, 0.9552), (0.823593, 0.61, 0.94))
        figure = drawn(MELON, models=[mine], show=show)
        if show == "det":
            assert said_of_lines(figure) == [f"melon   {mine.equal_error_rate:.3f}"]
        else:
            assert said_of_lines(figure) == ["melon   0.849 [0.597, 0.955]"]
            assert said_of_lines(figure, "legend2") == ["melon   0.824 [0.610, 0.940]"]

    @pytest.mark.parametrize(
        ("auc", "ap", "said"),
        [
            ((0.8, math.nan, math.nan), (0.7, math.nan, math.nan), ("0.800", "0.700")),
            ((0.8, 0.7, 0.9), (0.7, math.nan, math.nan), ("0.800 [0.700, 0.900]", "0.700")),
            ((math.nan,) * 3, (math.nan,) * 3, ("—", "—")),
            ((1.0, math.nan, math.nan), (1.0, math.nan, math.nan), ("1.000", "1.000")),
        ],
        ids=["none", "one", "undefined", "perfect"],
    )
    def test_has_no_interval_where_there_is_none(self, auc, ap, said):
        figure = drawn(MELON, models=[model(MELON, auc=auc, ap=ap)])
        assert (said_of_lines(figure), said_of_lines(figure, "legend2")) == ([f"A   {said[0]}"], [f"A   {said[1]}"])

    @every_plane
    def test_planes_stay_whichever_model_is_chosen(self, show):
        table = pd.read_csv(SAMPLES / "breast_cancer.csv")
        names = ("logistic_regression", "random_forest", "naive_bayes")
        tables = {name: threshold_counts(table["label"] == "malignant", table[name]) for name in names}
        models = [model(counts, name) for name, counts in tables.items()]
        figures = [
            drawn(counts, models=models, chosen=k, show=show, look=Look(height=480))
            for k, counts in enumerate(tables.values())
        ]
        # All have names beside their lines, and no legend.
        assert not [
            trace for figure in figures for trace in figure.data if trace.showlegend is not False and trace.name
        ]
        domains = [[figure.layout[axis].domain for axis in ("xaxis2", "yaxis2")] for figure in figures]
        assert domains[0] == domains[1] == domains[2]

    def test_has_one_entry_a_model(self):
        models = [model(MELON, name) for name in ("A", "B")]
        figure = drawn(MELON, models=models, points=[LABELS], overlays=[Overlay("roc", [0, 1], [0, 1], "hull")])
        assert [name.partition("   ")[0] for name in said_of_lines(figure)] == ["A", "B", "labels"]


class TestLabelPoints:
    def test_stand_in_both_planes(self):
        figure = drawn(*FILES["melon"], points=[LABELS, LabelPoint("other", 0.5, 1.0, 0.4)])
        found = diamonds(figure)
        assert [(t.xaxis, t.x[0], t.y[0]) for t in found] == [
            ("x3", 0.25, 0.75),
            ("x5", 0.75, 0.6),
            ("x3", 0.5, 1.0),
            ("x5", 1.0, 0.4),
        ]
        # The model's line has the first colour.
        assert [t.marker.color for t in found] == [MODELS[1][0]] * 2 + [MODELS[2][0]] * 2
        assert said_of_lines(figure)[1:] == ["labels   labels only", "other   labels only"]

    def test_are_told_from_the_lines_of_a_model_of_the_same_name(self):
        figure = drawn(*FILES["melon"], models=[model(MELON, "A")], points=[replace(LABELS, name="A")])
        assert {trace.legendgroup for trace in lines(figure)} == {"A"}
        assert [trace.legendgroup for trace in diamonds(figure)] == ["A ✓"] * 2

    def test_without_precision_there_is_no_point_in_its_plane(self):
        data = sent(drawn(*FILES["melon"], points=[LabelPoint("never", 0.0, 0.0, math.nan)]))
        _roc, pr, *_rows = [t for t in data["data"] if t.get("marker", {}).get("symbol") == "diamond"]
        assert pr["y"] == [None]

    def test_are_not_in_the_det_plane(self):
        figure = drawn(*FILES["melon"], points=[LABELS], show="det")
        assert not diamonds(figure)


class TestOverlays:
    def overlays(self):
        hull = roc_convex_hull(roc_curve(MELON))
        band = roc_band(MELON, n_replicates=20, rng=np.random.default_rng(0))
        around = [np.append(a, b[::-1]) for a, b in ((band.fpr, band.fpr), (band.low, band.high))]
        ends, f1 = iso_accuracy(0.4, 0.8).ends(), iso_f_beta(0.6)
        return [
            Overlay("roc", *around, "band", colour="rgba(1,2,3,0.3)", fill=True),
            Overlay("roc", hull.fpr, hull.tpr, "hull", dash="dash"),
            Overlay("roc", ends[:, 0], ends[:, 1], "accuracy 0.8"),
            Overlay("pr", f1.recall, f1.precision, "F1 = 0.6"),
        ]

    def test_are_drawn_as_given_under_the_curves(self):
        given = self.overlays()
        figure = drawn(*FILES["melon"], overlays=given)
        place = {trace.name: i for i, trace in enumerate(figure.data)}
        found = [(place[line.name], figure.data[place[line.name]]) for line in given]
        first = min(figure.data.index(trace) for trace in lines(figure))
        for (i, trace), line in zip(found, given, strict=True):
            assert i < first
            np.testing.assert_allclose(trace.x, line.x, atol=1e-7)
            np.testing.assert_allclose(trace.y, line.y, atol=1e-7)
            assert trace.xaxis == {"roc": "x3", "pr": "x5"}[line.panel]
            assert trace.line.color == line.colour
            assert not trace.showlegend
        band, hull, *iso = (trace for _, trace in found)
        assert (band.fill, band.line.width, band.hoverinfo) == ("toself", 0, "skip")
        assert (hull.fill, hull.line.dash, hull.hoverinfo) == ("none", "dash", "name")
        assert all(trace.line.width > 0 for trace in iso)

    def test_one_with_an_entry_stands_below_the_models(self):
        hull = replace(self.overlays()[1], legend=True)
        figure = drawn(*FILES["melon"], overlays=[hull])
        # Beside its line it has a name, and no area.
        assert "hull" in [re.sub("<.*?>", "", text) for text in texts_of(figure.to_dict()["data"])]
        figure = drawn(*FILES["melon"], overlays=[hull], look=Look(narrow=True))
        ranks = {name: rank for name, rank in self.ranks(figure) if name in said_of_lines(figure)}
        assert max(ranks, key=ranks.get) == "hull"
        assert len(ranks) == 2

    def ranks(self, figure):
        return [(named(trace), trace.legendrank or 1000) for trace in figure.data]

    def test_a_label_stands_at_the_last_point_and_not_on_another(self):
        ends = [[0.0, 0.0], [0.3, 1.0]], [[0.0, 0.0], [0.35, 1.0]], [[0.0, 0.0], [1.0, 0.6]]
        given = [Overlay("roc", *np.transpose(end), f"line {i}", label=f"P = {i}") for i, end in enumerate(ends)]
        found = [trace for trace in drawn(*FILES["melon"], overlays=given).data if str(trace.name).startswith("line")]
        assert [trace.text for trace in found] == [("", "P = 0"), None, ("", "P = 2")]
        assert [trace.textposition for trace in found] == ["bottom right", None, "top left"]

    def test_the_handle_still_moves_what_moves(self):
        figure, bare = drawn(*FILES["melon"], overlays=self.overlays()), shared(MELON)
        assert [place - 4 for place in steps.places(figure)] == steps.places(bare)

    def test_hull_passes_through_its_corners(self):
        """Corners .88, .60 and .42, where the best threshold changes with the costs."""
        hull = self.overlays()[1]
        assert hull.x.tolist() == pytest.approx([0, 0, 4 / 12, 0.5, 1])
        assert hull.y.tolist() == pytest.approx([0, 0.5, 0.875, 1, 1])

    def test_have_no_place_in_the_det_plane(self):
        assert "hull" not in [t.name for t in drawn(*FILES["melon"], overlays=self.overlays(), show="det").data]


class TestLayout:
    @every_plane
    @every_width
    @pytest.mark.parametrize("n_models", [1, 6])
    def test_panels_lie_within_the_figure_and_apart(self, show, look, n_models):
        models = [model(MELON, f"m{i}") for i in range(n_models)]
        figure = drawn(*FILES["melon"], models=models, show=show, look=look)
        layout, boxes = figure.layout, []
        # Names and areas of models stand above each plane.
        above = ("6", "7") if show == "roc_pr" else ("6",)
        for n in (*(("", "2", "3", "5") if show == "roc_pr" else ("", "2", "3")), *above):
            x, y = layout[f"xaxis{n}"].domain, layout[f"yaxis{n}"].domain
            assert 0 <= x[0] < x[1] <= 1
            assert 0 <= y[0] < y[1] <= 1
            boxes.append((x, y))
        for i, (x, y) in enumerate(boxes):
            for other_x, other_y in boxes[i + 1 :]:
                assert x[1] <= other_x[0] or other_x[1] <= x[0] or y[1] <= other_y[0] or other_y[1] <= y[0]
        assert all(0 <= a.x <= 1 for a in layout.annotations if a.xref == "paper")
        assert all(0 <= a.y <= 1 for a in layout.annotations if a.yref == "paper")
        used = {trace.xaxis or "x" for trace in figure.data}
        assert used == {"x", "x2", "x3", "x5", *(f"x{n}" for n in above)} - ({"x5"} if show == "det" else set())
        # As high as the page has room for; a narrow page scrolls.
        assert layout.height > 900 if look.narrow else layout.height == look.height

    @every_width
    def test_labels_alone_have_both_planes_apart(self, look):
        layout = points_figure([LABELS], 0.4, look=look).layout
        (x, y), (other_x, other_y) = ((layout[f"xaxis{n}"].domain, layout[f"yaxis{n}"].domain) for n in (3, 5))
        assert x[1] < other_x[0] or y[0] > other_y[1]

    def test_planes_of_shares_are_squares(self):
        layout = shared(MELON).layout
        for n in (3, 5):
            assert layout[f"xaxis{n}"].range == layout[f"yaxis{n}"].range
            assert layout[f"xaxis{n}"].range[0] < 0
            assert layout[f"xaxis{n}"].range[1] > 1
            # Squares, whatever the width.
            assert (layout[f"yaxis{n}"].scaleanchor, layout[f"yaxis{n}"].scaleratio) == (f"x{n}", 1)

    def test_det_axes_are_marked_where_the_rates_stand(self):
        assert list(DET_TICKS) == pytest.approx([ndtri(float(rate)) for rate in DET_TICKS.values()], abs=5e-5)
        layout = shared(MELON, "det").layout
        for axis in (layout.xaxis3, layout.yaxis3):
            assert len(axis.tickvals) >= 3
            np.testing.assert_allclose(ndtr(axis.tickvals), [float(text) for text in axis.ticktext], atol=5e-5)
            assert axis.range[0] < min(axis.tickvals)
            assert max(axis.tickvals) < axis.range[1]
        assert (layout.xaxis3.title.text, layout.yaxis3.title.text) == ("false positive rate", "false negative rate")

    def test_every_sentence_is_said_and_reaches_the_figure(self):
        say, marked = Marked(), {"equal_error": True, "break_even": True, "corners": True, "points": [LABELS]}
        cases = (("roc_pr", "melon", "row", False), ("det", "melon", "column", False), ("roc_pr", "many", "all", True))
        figures = [
            drawn(*FILES[file], show=show, say=say, share_of=of, look=Look(narrow), **marked)
            for show, file, of, narrow in cases
        ]
        assert not say.missing(*figures)
        titles = {"ROC curve", "P-R curve", "DET curve", "chance", "prevalence", "labels only", "threshold t"}
        assert titles < say.asked


HOSTILE = "<img src=x onerror=alert(1)>%{x}&amp;"


@every_plane
@every_width
def test_names_from_a_file_never_become_markup(show, look):
    classes = (HOSTILE, "<b>{auc}</b>")
    models = [model(MELON, HOSTILE, (0.8, 0.7, 0.9)), model(MELON, "{name}{0}")]
    points = [LabelPoint("<a href='http://b'>%{y}", 0.1, 0.2, 0.3)]
    figure = drawn(*FILES["melon"], models=models, points=points, classes=classes, show=show, look=look)
    # What groups entries of the legend is never shown.
    for trace in figure.data:
        trace.legendgroup = None
    text = json.dumps([sent(figure), handle_of(figure, "threshold")], ensure_ascii=False)
    for raw in ("<img", "<b>{auc}", "<a href", "alert(1)>%{x}", "'>%{y}"):
        assert raw not in text
    value = "0.250" if show == "det" else "0.800 [0.700, 0.900]"
    assert said_of_lines(figure)[0] == f"&lt;img src=x onerror=alert(1)…   {value}"
    assert said_of_lines(figure)[1].startswith("{name}{0}   ")
