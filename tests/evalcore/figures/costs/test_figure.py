"""The figure of costs: cost lines, envelopes and ROC, and two handles that each move their own traces."""

import json
import math
import re
from functools import cache
from types import SimpleNamespace

import numpy as np
import pytest

from evalcore import costs, metrics
from evalcore.counts import ThresholdCounts, threshold_counts
from evalcore.figures.costs.figure import CONDITION, Shown, costs_figure
from evalcore.figures.costs.figure import places as panels_of
from evalcore.figures.costs.traces import NAME_PIXELS
from evalcore.figures.layout import Look
from evalcore.figures.live import motion
from evalcore.figures.parts.named import ROW
from evalcore.figures.parts.rows import IN_ROW
from evalcore.figures.style import MODELS, OUT_OF_SIGHT, RULE
from evalcore.views.costs import Plane, conditions, cost_lines, operating_lines, plane_of_money, plane_of_shares
from evalcore.views.digits import written_threshold
from evalcore.views.threshold import none_positive, threshold_view
from tests.evalcore.curves.tables import LECTURE, MELON, ONE_CLASS
from tests.evalcore.figures.steps import (
    Marked,
    assert_in_order,
    at_step,
    handle_of,
    left_alone,
    named,
    places,
    played,
    sent,
    values,
)

RNG = np.random.default_rng(9)
MANY_TRUTH = RNG.random(100_000) < 0.2
MANY_SCORE = RNG.normal(size=100_000) + 1.2 * MANY_TRUTH
MANY = threshold_counts(MANY_TRUTH, MANY_SCORE)
WEIGHTED = threshold_counts(MANY_TRUTH, MANY_SCORE.round(1), sample_weight=RNG.random(100_000))
CONSTANT = threshold_counts([True, False, False], [3.0] * 3)
BOTH = {"melon": MELON, "lecture": LECTURE, "many": MANY, "weighted": WEIGHTED, "constant": CONSTANT}
EVERY = {**BOTH, "only positives": ONE_CLASS[0][0], "only negatives": ONE_CLASS[1][0]}
both_classes = pytest.mark.parametrize("counts", BOTH.values(), ids=BOTH)
every_table = pytest.mark.parametrize("counts", EVERY.values(), ids=EVERY)
every_width = pytest.mark.parametrize(
    "look", [Look(), Look(narrow=True), pytest.param(Look(height=640), marks=pytest.mark.slow)], ids=str
)
HANDLES = (motion.THRESHOLD, CONDITION)
Z = 10 / 13
STAKE = (Z, 4 / 7, 0.4)


def drawn(counts, *, models=None, threshold=0.5, condition=Z, **options):
    """Return the figure of some counts, as the page draws it."""
    view = threshold_view(counts, special=(threshold,))
    at = conditions(costs.cost_curve(counts), special=[*STAKE, condition])
    lines = models or [cost_lines("A", counts)]
    steps = operating_lines(view.steps)
    return costs_figure(view, steps, lines, at, threshold=threshold, condition=condition, **options)


@cache
def shared(counts, **options):
    """Return the figure of some counts, drawn once for all tests that only look at it."""
    return drawn(counts, **options)


def step_at(figure, name, value):
    """Return the traces that a handle moves, as they are at the step of this exact value."""
    i = values(figure, name).index(value)
    traces = list(figure.data)
    for place, change in at_step(figure, name, i):
        traces[place] = type(traces[place])({**traces[place].to_plotly_json(), **change})
    return [traces[place] for place in moved_by(figure, name)]


def moved_by(figure, name):
    """Return the places of what a handle may move; at some tables part of it never does."""
    skipped = (i for i, trace in enumerate(figure.data) if trace.hoverinfo == "skip" and trace.fill != "toself")
    planes = [i for i in skipped if i not in names(figure)]
    mine = [i for i in planes if i > next(i for i in planes if figure.data[i].xaxis == "x" and i in rules(figure))]
    return mine[:2] if name == motion.THRESHOLD else mine[2:]


def names(figure):
    """Return the places of the names of lines, with samples of them and what is said of each."""
    return [i for i, t in enumerate(figure.data) if t.meta == IN_ROW or (t.mode == "text" and t.textfont.size <= 13)]


def rules(figure):
    """Return the places of the rule across the strip."""
    return [i for i, t in enumerate(figure.data) if t.xaxis == "x" and t.mode == "lines"]


def of_threshold(figure, t):
    line, dot = step_at(figure, motion.THRESHOLD, t)
    return SimpleNamespace(line=line, dot=dot)


def of_condition(figure, x):
    traces = step_at(figure, CONDITION, float(x))
    rule, *dots, best, iso, point = traces
    handle = handle_of(figure, CONDITION)
    i = values(figure, CONDITION).index(float(x))
    said, shown = handle["said"][i], handle["shown"][i]
    return SimpleNamespace(
        rule=rule, dots=dots[0] if dots else None, best=best, iso=iso, point=point, said=said, shown=shown
    )


def assert_nowhere(*traces):
    """Hold that nothing of a trace is seen, whatever the height of its plane."""
    for trace in traces:
        assert set(trace["x"]) == set(trace["y"]) == {OUT_OF_SIGHT}


def thin_lines(figure):
    """Return the cost lines by threshold, seven places and a gap along each, what they carry and what they say."""
    x, y, behind, hover = [], [], [], {}
    for trace in figure.data:
        if trace.meta == "threshold" and trace.hovertemplate.startswith("t = "):
            x.append(np.asarray(trace.x, dtype=float).reshape(-1, 8))
            y.append(np.asarray(trace.y, dtype=float).reshape(-1, 8))
            carried = np.asarray(trace.customdata, dtype=float)
            behind.append(carried[:, :3].reshape(-1, 8, 3))
            hover |= {float(t): trace.hovertemplate for t in carried[:, 0]}
    behind = np.concatenate(behind)
    order = np.argsort(-behind[:, 0, 0])
    return SimpleNamespace(x=np.concatenate(x)[order], y=np.concatenate(y)[order], behind=behind[order], hover=hover)


def by_model(figure):
    """Return the envelope and the ROC curve of each model."""
    found = [t for t in figure.data if t.legendgroup is not None and t.hoverinfo != "skip" and t.line.dash]
    return list(zip(found[::2], found[1::2], strict=True))


class TestTwoHandles:
    @every_table
    @every_width
    def test_each_moves_its_own_traces_only(self, counts, look):
        figure = shared(counts, look=look)
        mine, its = (places(figure, name) for name in HANDLES)
        assert not set(mine) & set(its)
        # Whatever is not moved lies below, but names above, and the hue of the strip changes where it stands.
        strip = next(i for i, t in enumerate(figure.data) if t.xaxis == "x" and t.mode == "markers")
        assert mine[-1] == strip
        assert min([*mine[:-1], *its]) > strip
        assert (
            max(its) == max(i for i in range(len(figure.data)) if i not in names(figure)) or counts not in BOTH.values()
        )

    @every_table
    @every_width
    def test_are_complete(self, counts, look):
        figure = drawn(counts, look=look, shown=Shown(curves=[("way", [0, 1], [0.1, 0.2], math.nan)]))
        for name in HANDLES:
            assert_in_order(figure, name)

    @every_table
    def test_stop_at_the_exact_thresholds_and_conditions(self, counts):
        figure = shared(counts)
        assert values(figure) == threshold_view(counts, special=(0.5,)).steps.threshold.tolist()
        at = conditions(costs.cost_curve(counts), special=STAKE)
        assert values(figure, CONDITION) == at.x.tolist()

    def test_melon_steps(self):
        figure = shared(MELON)
        assert {0.6, 0.42} <= set(values(figure))
        assert {0.5, 0.0, 1.0, Z} <= set(values(figure, CONDITION))

    def test_stand_on_the_strip_and_on_the_axis_of_the_cost_plane(self):
        threshold, condition = (handle_of(shared(MELON), name) for name in HANDLES)
        assert (threshold["panel"], threshold["anywhere"], threshold["dashed"]) == ("xy", True, False)
        # The lines of the plane are clicked, so only its axis moves the condition.
        assert (condition["panel"], condition["anywhere"], condition["dashed"]) == ("x5y5", False, True)
        assert condition["at"] == pytest.approx(values(shared(MELON), CONDITION), abs=1e-6)

    @both_classes
    @pytest.mark.parametrize("condition", STAKE)
    def test_begin_at_the_present_threshold_and_condition(self, counts, condition):
        figure = shared(counts, condition=condition)
        for name, wanted in zip(HANDLES, (0.5, condition), strict=True):
            active = handle_of(figure, name)["active"]
            assert values(figure, name)[active] == wanted
            assert played(figure, name)[active] == sent(figure)["data"]


class TestThreshold:
    def test_alone_another_model_has_nothing_of_the_chosen_one(self):
        figure = drawn(LECTURE, models=[cost_lines(name, LECTURE) for name in "AB"])
        drawn_of = {name: [t for t in left_alone(figure, name) if t.xaxis in ("x3", "x5")] for name in "AB"}
        alone = {name: [t for t in traces if t.mode != "text"] for name, traces in drawn_of.items()}
        # Besides its envelope and its ROC curve: the rules without a score, chance, and the condition.
        assert [t.line.dash for t in alone["B"]] == ["dot", "dot", "dot", "dash", "dash", "dash"]
        assert len(alone["A"]) > 10

    @every_table
    def test_line_runs_from_the_fpr_to_the_fnr(self, counts):
        figure = shared(counts)
        line, dot = moved_by(figure, motion.THRESHOLD)
        for t, traces in zip(values(figure), played(figure), strict=True):
            cm = counts.at(t)
            fpr, fnr = metrics.fpr(cm), metrics.fnr(cm)
            if math.isnan(fpr) or math.isnan(fnr):
                assert_nowhere(traces[line], traces[dot])
                continue
            assert traces[line]["x"] == [0, 1]
            assert traces[line]["y"] == pytest.approx([fpr, fnr], abs=1e-6)
            assert (traces[dot]["x"][0], traces[dot]["y"][0]) == pytest.approx((fpr, 1 - fnr), abs=1.1e-6)

    @every_table
    def test_rule_of_the_strip_stands_at_the_threshold(self, counts):
        figure = shared(counts)
        (rule,) = rules(figure)
        for t, traces in zip(values(figure), played(figure), strict=True):
            width = float(counts.threshold[1] - counts.threshold[-1]) or 1
            assert traces[rule]["x"] == pytest.approx([t, t], abs=1e-5 * width)

    def test_stands_in_both_planes(self):
        figure = shared(MELON)
        planes = [(figure.data[i].xaxis, figure.data[i].yaxis) for i in moved_by(figure, motion.THRESHOLD)]
        assert planes == [("x5", "y5"), ("x3", "y3")]

    def test_melon_at_sixty(self):
        at = of_threshold(shared(MELON), 0.6)
        assert list(at.line.y) == pytest.approx([4 / 12, 1 / 8], abs=1e-6)
        assert (at.dot.x[0], at.dot.y[0]) == pytest.approx((4 / 12, 7 / 8), abs=1e-6)


class TestCondition:
    @both_classes
    def test_best_point_is_the_best_threshold_of_the_condition(self, counts):
        figure = shared(counts)
        said = handle_of(figure, CONDITION)["said"]
        places = moved_by(figure, CONDITION)
        rule, best, point = places[0], places[-3], places[-1]
        for i, traces in enumerate(played(figure, CONDITION)):
            x = values(figure, CONDITION)[i]
            choice = costs.best_threshold(counts, cost_fn=x, cost_fp=1 - x, prevalence=0.5)
            assert traces[rule]["x"] == [x, x]
            assert traces[rule]["y"] == [0, 1]
            assert traces[best]["x"] == [pytest.approx(x, abs=1e-6)]
            assert traces[best]["y"][0] == pytest.approx(choice.normalized_cost, abs=1e-6)
            fpr, tpr = traces[point]["x"][0], traces[point]["y"][0]
            assert costs.normalized_cost(fpr, 1 - tpr, x) == pytest.approx(choice.normalized_cost, abs=2e-6)
            assert float(said[i].rpartition(" ")[2]) == pytest.approx(choice.normalized_cost, abs=5.001e-4)
            if len(choice.tied) == 1:
                cm = counts.at(choice.threshold)
                assert (fpr, tpr) == pytest.approx((metrics.fpr(cm), metrics.recall(cm)), abs=1e-6)

    @both_classes
    def test_iso_cost_line_has_the_slope_of_the_condition_and_touches_the_curve(self, counts):
        curve, figure = costs.cost_curve(counts), shared(counts)
        *_, iso, point = moved_by(figure, CONDITION)
        for i, traces in enumerate(played(figure, CONDITION)):
            x = values(figure, CONDITION)[i]
            (left, right), (low, high) = traces[iso]["x"], traces[iso]["y"]
            fpr, tpr = traces[point]["x"][0], traces[point]["y"][0]
            # Slope (1 - x) / x, without a division where x is 0.
            assert x * (high - low) == pytest.approx((1 - x) * (right - left), abs=3e-6)
            assert x * (tpr - low) == pytest.approx((1 - x) * (fpr - left), abs=3e-6)
            assert max(right - left, high - low) > 1e-3
            assert 0 <= left <= right <= 1
            assert min(low, high) >= -2e-4
            assert max(low, high) <= 1 + 2e-4
            # No point of the ROC curve lies above it: x TPR - (1 - x) FPR is largest at the best.
            assert (x * (1 - curve.fnr) - (1 - x) * curve.fpr).max() <= x * tpr - (1 - x) * fpr + 3e-6

    @pytest.mark.parametrize(
        ("x", "said"),
        [
            (Z, "P(+)cost 0.769 · best t 0.42: 0.115"),
            (0.4, "P(+)cost 0.4 · best t 0.88: 0.200"),
            (2 / 17, "P(+)cost 0.118 · best t 0.88: 0.059"),
            (4 / 7, "P(+)cost 0.571 · best t 0.6: 0.214"),
            (0.5, "P(+)cost 0.5 · best t 0.6: 0.229"),
            (0.0, "P(+)cost 0 · best t 0.88: 0.000"),
            (1.0, "P(+)cost 1 · best t 0.42: 0.000"),
        ],
    )
    def test_melon_as_worked_out(self, x, said):
        assert of_condition(drawn(MELON, condition=x), x).shown == said

    def test_is_read_out_with_its_best_threshold_and_cost(self):
        said = of_condition(shared(MELON), 0.5).said
        assert said == "P(+)cost 0.5: the best threshold is 0.6, with cost 0.229"

    def test_iso_cost_line_of_melon_at_one_half(self):
        at = of_condition(shared(MELON), 0.5)
        assert (at.point.x[0], at.point.y[0]) == pytest.approx((4 / 12, 7 / 8), abs=1e-6)
        assert list(at.iso.x) == pytest.approx([0, 4 / 12 + 1 / 8], abs=1e-6)
        assert list(at.iso.y) == pytest.approx([7 / 8 - 4 / 12, 1], abs=1e-6)

    def test_iso_cost_line_stands_at_zero_and_lies_at_one(self):
        figure = shared(MELON)
        assert (list(of_condition(figure, 0).iso.x), list(of_condition(figure, 0).iso.y)) == ([0, 0], [0, 1])
        assert (list(of_condition(figure, 1).iso.x), list(of_condition(figure, 1).iso.y)) == ([0, 1], [1, 1])

    def test_where_never_is_best_the_threshold_is_infinite(self):
        """A score no better than chance is not worth a look while negatives matter more."""
        assert of_condition(shared(CONSTANT), 0.3).shown == "P(+)cost 0.3 · best t ∞: 0.300"
        assert of_condition(shared(CONSTANT), 0.7).shown == "P(+)cost 0.7 · best t 3: 0.300"

    @pytest.mark.parametrize(("counts", "_reason"), ONE_CLASS)
    def test_one_class_has_no_best_point(self, counts, _reason):
        figure = shared(counts)
        _, dots, best, iso, point = moved_by(figure, CONDITION)
        handle = handle_of(figure, CONDITION)
        for i, traces in enumerate(played(figure, CONDITION)):
            assert_nowhere(*(traces[place] for place in (dots, best, iso, point)))
            assert handle["shown"][i].endswith(" · best t —: —")

    @pytest.mark.parametrize(("counts", "_reason"), ONE_CLASS)
    def test_what_is_undefined_is_not_at_0_of_a_plane_in_money(self, counts, _reason):
        plane = plane_of_money([cost_lines("A", MELON)], costs.CostMatrix(5_000, 1_000, -9_000, -500))
        assert plane.low < OUT_OF_SIGHT < plane.high
        figure = drawn(counts, shown=Shown(plane=plane))
        _, *rest = moved_by(figure, CONDITION)
        for name, mine in ((motion.THRESHOLD, moved_by(figure, motion.THRESHOLD)), (CONDITION, rest)):
            for traces in played(figure, name):
                assert_nowhere(*(traces[place] for place in mine))

    def test_stands_in_both_planes(self):
        figure = shared(MELON)
        planes = [(figure.data[i].xaxis, figure.data[i].yaxis) for i in moved_by(figure, CONDITION)]
        assert planes == [*[("x5", "y5")] * 3, *[("x3", "y3")] * 2]


class TestDots:
    @both_classes
    def test_stand_where_the_rule_meets_the_lines(self, counts):
        lines, figure = cost_lines("A", counts), shared(counts)
        _, *dots, _, _, _ = moved_by(figure, CONDITION)
        assert len(dots) == (lines.line_fpr.size <= 25)
        for i, traces in enumerate(played(figure, CONDITION)):
            x = values(figure, CONDITION)[i]
            for place in dots:
                assert traces[place]["x"] == [round(x, 4)] * lines.line_fpr.size
                wanted = costs.normalized_cost(lines.line_fpr, lines.line_fnr, x)
                np.testing.assert_allclose(traces[place]["y"], wanted, atol=0.500001e-4)

    def test_melon_has_one_a_line(self):
        assert len(of_condition(shared(MELON), 0.5).dots.y) == 20

    def test_are_small_and_lie_below_the_best_point(self):
        _, dots, best, *_ = step_at(shared(MELON), CONDITION, 0.5)
        assert (dots.mode, dots.marker.size, dots.marker.color) == ("markers", 5, RULE)
        assert (dots.xaxis, dots.yaxis, dots.hoverinfo, dots.showlegend) == ("x5", "y5", "skip", False)
        assert best.marker.size > dots.marker.size

    @pytest.mark.parametrize("zoom", [None, 0.4])
    def test_in_money_are_the_cost_at_the_prevalence_within_the_plane(self, zoom):
        plane = plane_of_money([cost_lines("A", MELON)], costs.CostMatrix(5, 1), zoom=zoom)
        figure = drawn(MELON, shown=Shown(plane=plane))
        curve = costs.cost_curve(MELON)
        for x in (0.0, 0.2, Z, 1.0):
            p, dots = float(plane.across(x)), of_condition(figure, x).dots
            money = 1000 * costs.expected_cost(curve.fpr, curve.fnr, prevalence=p, cost_fn=5, cost_fp=1)
            # Those above the plane are not seen.
            assert list(dots.x) == [round(p, 4)] * money.size
            np.testing.assert_allclose(dots.y, money, atol=plane.high * 1e-4)

    def test_a_narrow_plane_keeps_as_many_digits(self):
        few = ThresholdCounts.from_grouped([4, 3, 2, 1], [990, 8, 2, 0], [0, 2, 8, 990])
        lines = cost_lines("A", few)
        plane = plane_of_shares([lines], zoom=True)
        assert plane.high < 0.02
        dots = of_condition(drawn(few, shown=Shown(plane=plane)), 0.4).dots
        assert 0 < len(dots.y) < 25
        known = costs.normalized_cost(lines.line_fpr, lines.line_fnr, 0.4)
        for height in dots.y:
            assert np.abs(known - height).min() <= plane.high * 1e-4

    def test_those_of_the_chosen_model(self):
        figure = drawn(MELON, models=[cost_lines("B", LECTURE), cost_lines("A", MELON)], chosen=1)
        assert list(of_condition(figure, 0.4).dots.y) == list(of_condition(shared(MELON), 0.4).dots.y)


class TestUnknown:
    @every_table
    @every_width
    def test_where_nothing_is_at_stake_no_condition_is_marked_until_it_is_dragged(self, counts, look):
        known, figure = (drawn(counts, look=look, condition=0.5, known=known) for known in (True, False))
        places = moved_by(figure, CONDITION)
        for i, (was, now) in enumerate(zip(sent(known)["data"], sent(figure)["data"], strict=True)):
            if i not in places:
                assert now == was
            else:
                # Without any point Plotly would take the trace for hidden, and the player could not show it again.
                nowhere = [OUT_OF_SIGHT] * len(was["x"])
                assert now == {**was, "x": nowhere, "y": nowhere}
        first, second = (handle_of(one, CONDITION) for one in (known, figure))
        assert (first.pop("unset"), second.pop("unset")) == (False, True)
        assert first == second
        assert handle_of(known, motion.THRESHOLD) == handle_of(figure, motion.THRESHOLD)


class TestStill:
    @both_classes
    def test_cost_lines_end_at_fpr_and_fnr(self, counts):
        found = thin_lines(shared(counts))
        threshold, fpr, fnr = found.behind[:, 0].T
        assert np.isnan(found.x[:, 7]).all()
        assert (found.x[:, 0] == 0).all()
        assert (found.x[:, 6] == 1).all()
        for t, line_fpr, line_fnr, line_x, line_y in zip(threshold, fpr, fnr, found.x, found.y, strict=True):
            cm = counts.at(t)
            assert (line_fpr, line_fnr) == pytest.approx((metrics.fpr(cm), metrics.fnr(cm)))
            assert (line_y[0], line_y[6]) == pytest.approx((line_fpr, line_fnr))
            np.testing.assert_allclose(line_y[:7], costs.normalized_cost(line_fpr, line_fnr, line_x[:7]), atol=1e-12)
        assert (found.behind == found.behind[:, :1]).all()

    def test_melon_has_all_its_lines_and_each_says_what_it_is(self):
        found = thin_lines(shared(MELON))
        assert len(found.x) == 20
        line = "t = %{customdata[0]:.10~g}: FPR %{customdata[1]:.3f}, FNR %{customdata[2]:.3f}<br>"
        stretch = "best for P(+)cost in [%{customdata[3]:.3f}, %{customdata[4]:.3f}]<extra></extra>"
        ever = {t for t, said in found.hover.items() if said == line + stretch}
        assert ever == {0.88, 0.6, 0.42}
        nowhere = {t: said for t, said in found.hover.items() if t not in ever}
        # Where nothing is predicted positive it has the number that a click sets.
        assert none_positive(MELON) in nowhere
        assert set(nowhere.values()) == {line + "best nowhere<extra></extra>"}
        np.testing.assert_array_equal(found.behind[0, 0], [none_positive(MELON), 0, 1])
        assert found.behind[11, 0].tolist() == [0.55, 5 / 12, 1 / 8]
        # The area under this line is its mean height.
        assert round(float(found.y[11, [0, 6]].mean()), 4) == 0.2708

    def test_point_and_line_of_a_threshold_have_the_same_rates(self):
        figure = shared(MELON)
        ((_, roc),) = by_model(figure)
        threshold, fpr, fnr = thin_lines(figure).behind[:, 0].T
        np.testing.assert_array_equal(np.asarray(roc.customdata)[:, 0], threshold)
        np.testing.assert_allclose(roc.x, fpr, atol=1e-7)
        np.testing.assert_allclose(1 - np.asarray(roc.y), fnr, atol=1e-7)

    @both_classes
    def test_what_is_read_of_a_threshold_is_what_a_click_on_it_sets(self, counts):
        figure = shared(counts)
        ((envelope, roc),) = by_model(figure)
        for behind in (thin_lines(figure).behind[:, 0], np.asarray(envelope.customdata), np.asarray(roc.customdata)):
            for t in behind[:, 0].tolist():
                assert float(f"{t:.10g}") == t == written_threshold(counts.threshold, t).value
        fan = [trace for trace in figure.data if trace.meta == "threshold"]
        assert all("t = %{customdata[0]:.10~g}" in trace.hovertemplate for trace in fan)

    def test_by_amount_a_threshold_is_told_apart_from_all_rows(self):
        whole = threshold_counts([1, 0, 0], [0.87654, 0.87653, 0.1])
        few = threshold_counts([1, 0], [0.87654, 0.1])
        for among, written in ((None, 0.87), (whole, 0.87654)):
            assert cost_lines("A", few, among=among).roc_labels.value[1] == written

    def test_thresholds_of_the_chosen_model_alone_can_be_taken(self):
        figure = drawn(MELON, models=[cost_lines("B", LECTURE), cost_lines("A", MELON)], chosen=1)
        assert [[trace.meta for trace in model] for model in by_model(figure)] == [[None] * 2, ["threshold"] * 2]
        # What hovering needs to show in the ROC plane is its alone, too.
        assert [np.asarray(envelope.customdata).shape[1] for envelope, _ in by_model(figure)] == [1, 3]

    @both_classes
    def test_envelope_is_that_of_the_scores_with_its_area(self, counts):
        ((envelope, _),) = by_model(shared(counts))
        mine = cost_lines("A", counts)
        np.testing.assert_allclose(envelope.x, mine.envelope_x, atol=1e-7)
        np.testing.assert_allclose(envelope.y, mine.envelope_cost, atol=1e-7)
        behind = np.asarray(envelope.customdata)
        np.testing.assert_array_equal(counts.index_of(behind[:, 0]), counts.index_of(mine.envelope_threshold))
        for threshold, fpr, fnr in behind:
            cm = counts.at(threshold)
            assert (fpr, fnr) == pytest.approx((metrics.fpr(cm), metrics.fnr(cm)))
        assert named(envelope) == f"A<br>envelope area {mine.area:.3f}"
        assert (envelope.xaxis, envelope.yaxis) == ("x5", "y5")

    def test_melon_area(self):
        ((envelope, roc),) = by_model(shared(MELON))
        assert named(envelope) == "A<br>envelope area 0.124"
        assert round(float(np.trapezoid(envelope.y, envelope.x)), 5) == 0.12395
        assert not roc.showlegend

    def test_rules_without_a_score_are_the_diagonals(self):
        named = {trace.name: (list(trace.x), list(trace.y)) for trace in shared(MELON).data[:2]}
        assert named == {"always negative": ([0, 1], [0, 1]), "always positive": ([0, 1], [1, 0])}

    def test_chosen_model_is_thicker_and_the_lines_are_its_own(self):
        other = cost_lines("B", LECTURE)
        figure = drawn(MELON, models=[other, cost_lines("A", MELON)], chosen=1)
        (first, first_roc), (second, second_roc) = by_model(figure)
        assert first.line.width < second.line.width
        assert first_roc.line.width < second_roc.line.width
        assert [(t.line.color, t.line.dash) for t in (first, second)] == list(MODELS[:2])
        assert [(t.line.color, t.line.dash) for t in (first_roc, second_roc)] == list(MODELS[:2])
        assert [t.legendgroup for t in (first, first_roc, second, second_roc)] == list("BBAA")
        assert len(thin_lines(figure).x) == 20
        assert thin_lines(figure).behind[1, 0, 0] == 0.98

    def test_further_curves_lie_in_the_cost_plane_and_shade_their_area(self):
        grid = np.linspace(0, 1, 401)
        way = costs.score_driven_cost(MELON, grid)
        curves = [("score-driven", grid, way, 0.25), ("labels", grid, grid / 4, math.nan)]
        figure = drawn(MELON, shown=Shown(curves=curves))
        by_name = {named(trace): trace for trace in figure.data}
        found, labels = by_name["score-driven<br>area 0.250"], by_name["labels"]
        assert (found.xaxis, found.yaxis) == ("x5", "y5")
        np.testing.assert_array_equal(found.y, way)
        assert labels.line.color != found.line.color
        assert (found.fill, labels.fill) == ("tozeroy", None)

    @pytest.mark.parametrize("shaded", [set(), {"fixed"}, {"optimal"}, {"fixed", "optimal"}])
    def test_shades_what_is_asked_for(self, shaded):
        figure = drawn(MELON, shown=Shown(shaded=frozenset(shaded)))
        ((envelope, roc),) = by_model(figure)
        line = of_threshold(figure, 0.6).line
        assert (line.fill == "tozeroy", envelope.fill == "tozeroy") == ("fixed" in shaded, "optimal" in shaded)
        assert roc.fill is None

    def test_rules_are_named_where_their_lines_leave_the_plane(self):
        pixels = panels_of(Look(), ROW).pixels("cost")
        never, always, *_ = shared(MELON).layout.annotations
        assert (never.xanchor, always.xanchor) == ("right", "left")
        assert "always negative" in never.text
        assert "always positive" in always.text
        # A line that begins at the edge passes below its name, whatever the width: its foot is no lower than the name.
        assert never.y == always.y == pytest.approx(1 - NAME_PIXELS / pixels)
        assert (never.x, always.x) == pytest.approx((never.y, 1 - always.y))
        # Enlarged, each line leaves on the other's side, and the names stand between them, one below the other.
        never, always, *_ = drawn(MELON, shown=Shown(plane=Plane(high=0.25))).layout.annotations
        assert (never.x, never.xanchor, always.x, always.xanchor) == (0.25, "left", 0.75, "right")
        assert (0.25 - always.y) == pytest.approx(2 * (0.25 - never.y))
        # Where one leaves near the left edge, its name would reach over the numbers of the axis.
        plane = plane_of_money([cost_lines("A", MELON)], costs.CostMatrix(5, 1))
        never, always, *_ = drawn(MELON, shown=Shown(plane=plane)).layout.annotations
        assert (never.x, never.xanchor, always.xanchor) == (0, "left", "left")
        assert always.y < never.y
        # From near a rare prevalence one of them is not seen at all.
        plane = plane_of_money([cost_lines("A", MELON)], costs.CostMatrix(50, 2), zoom=0.002)
        never, *rest = drawn(MELON, shown=Shown(plane=plane)).layout.annotations
        assert not any("always" in note.text for note in rest)
        assert never.xanchor == "right"
        assert plane.low < never.y < plane.high
        assert plane.far / 2 < never.x <= plane.far

    def test_in_money_a_line_is_best_between_prevalences(self):
        plane = plane_of_money([cost_lines("A", MELON)], costs.CostMatrix(5, 1))
        ever = [t for t in drawn(MELON, shown=Shown(plane=plane)).data if "best for" in str(t.hovertemplate)]
        stretches = {tuple(row) for row in np.asarray(ever[0].customdata)[:, 3:].round(4).tolist()}
        assert stretches == {(0, 0.1509), (0.1509, 0.2105), (0.2105, 1)}

    def test_range_of_conditions(self):
        figure = drawn(MELON, shown=Shown(span=(0.2, 0.6)))
        assert figure.data[0].fill == "toself"
        assert sorted(set(zip(figure.data[0].x, figure.data[0].y, strict=True))) == [
            (0.2, 0),
            (0.2, 1),
            (0.6, 0),
            (0.6, 1),
        ]

    @every_width
    def test_in_money_everything_stands_at_its_prevalence_and_cost(self, look):
        plane = plane_of_money([cost_lines("A", MELON)], costs.CostMatrix(5, 1))
        figure = drawn(MELON, look=look, shown=Shown(plane=plane, span=(4 / 7, Z)))
        assert {name: figure.layout.meta[name] for name in ("left", "right")} == {"left": (0, 1000), "right": (0, 5000)}
        line = of_threshold(figure, 0.6).line
        assert list(line.y) == pytest.approx([4000 / 12, 5000 / 8])
        at = of_condition(figure, Z)
        assert list(at.rule.x) == pytest.approx([0.4, 0.4])
        assert (at.best.x[0], at.best.y[0]) == pytest.approx((0.4, 300))
        # The ROC plane has no money.
        assert (at.point.x[0], at.point.y[0]) == pytest.approx((0.5, 1))
        ((envelope, roc),) = by_model(figure)
        assert np.asarray(envelope.x, dtype=float).round(4).tolist() == [0, 0.1509, 0.2105, 1]
        assert np.asarray(envelope.y, dtype=float).round(1).tolist() == [0, 377.4, 394.7, 0]
        assert max(roc.y) == 1
        assert sorted(set(figure.data[0].x)) == pytest.approx([4 / 19, 0.4])
        assert at.shown == "prevalence 0.4 · best t 0.42: 300 per 1,000 cases"
        assert handle_of(figure, CONDITION)["at"][values(figure, CONDITION).index(Z)] == 0.4


class TestSize:
    @pytest.mark.parametrize("counts", [MANY, WEIGHTED], ids=["many", "weighted"])
    @every_width
    def test_is_small_enough_to_send(self, counts, look):
        assert len(shared(counts, look=look).to_json().encode()) <= 260_000

    def test_in_money_too(self):
        plane = plane_of_money([cost_lines("A", MANY)], costs.CostMatrix(5, 1))
        assert len(drawn(MANY, shown=Shown(plane=plane)).to_json().encode()) <= 260_000


class TestLayout:
    @every_width
    @pytest.mark.parametrize("n_models", [1, 6])
    def test_planes_lie_within_the_figure_and_apart(self, look, n_models):
        models = [cost_lines(f"m{i}", MELON) for i in range(n_models)]
        figure = drawn(MELON, models=models, look=look)
        layout, boxes = figure.layout, []
        # Each model has a row above the cost plane, and on a phone above the ROC plane, too.
        above = ("6", "7") if look.narrow else ("6",)
        for n in ("", "5", "3", *above):
            x, y = layout[f"xaxis{n}"].domain, layout[f"yaxis{n}"].domain
            assert 0 <= x[0] < x[1] <= 1
            assert 0 <= y[0] < y[1] <= 1
            boxes.append((x, y))
        for i, (x, y) in enumerate(boxes):
            for other_x, other_y in boxes[i + 1 :]:
                assert x[1] <= other_x[0] or other_x[1] <= x[0] or y[1] <= other_y[0] or other_y[1] <= y[0]
        assert {trace.xaxis or "x" for trace in figure.data} == {"x", "x3", "x5", *(f"x{n}" for n in above)}
        # The rows end above the cost plane, with room for the value of the condition.
        (x, y), (above_x, above_y) = boxes[1], boxes[3]
        assert above_x == x
        assert (above_y[0] - y[1]) * (layout.height - 24) >= 24
        assert not any(trace.showlegend is not False for trace in figure.data)
        # As high as the page has room for; a narrow page scrolls.
        assert layout.height > 900 if look.narrow else layout.height == look.height

    def test_narrow_stacks_the_planes(self):
        wide, narrow = (drawn(MELON, look=Look(narrow=narrow)).layout for narrow in (False, True))
        # The cost plane is what the page is about: it has the height of the figure, beside strip and ROC plane.
        assert wide.yaxis5.domain[1] > wide.yaxis.domain[0] > wide.yaxis3.domain[1]
        assert wide.xaxis5.domain[0] > max(wide.xaxis.domain[1], wide.xaxis3.domain[1])
        assert narrow.xaxis5.domain == narrow.xaxis3.domain
        assert narrow.yaxis5.domain[0] > narrow.yaxis3.domain[1]
        assert narrow.height > wide.height

    @every_width
    def test_strip_is_above_what_stands_below_it_with_room_for_its_handle(self, look):
        layout = shared(MELON, look=look).layout
        highest = layout.yaxis5.domain[1] if look.narrow else layout.yaxis3.domain[1]
        assert (layout.yaxis.domain[0] - highest) * (layout.height - 24) >= 60

    @every_width
    @pytest.mark.parametrize("in_money", [False, True], ids=["shares", "money"])
    def test_titles_stand_above_rows_of_names_and_areas(self, look, in_money):
        models = [cost_lines(name, counts) for name, counts in (("A", MELON), ("B", LECTURE))]
        plane = plane_of_money(models, costs.CostMatrix(5, 1)) if in_money else Plane()
        figure = drawn(MELON, models=models, look=look, shown=Shown(plane=plane))
        layout, room = figure.layout, figure.layout.height - 24
        cost, roc = (one for one in layout.annotations if one.font.weight == 600)
        assert cost.text.startswith("Cost curves")
        assert ("area under each" in cost.text) == (not in_money)
        assert roc.text == "ROC curve"
        # A title is as near to what stands below it in every figure.
        assert (cost.y - layout.yaxis6.domain[1]) * room == pytest.approx(18, abs=2)
        assert (roc.y - layout[f"yaxis{7 if look.narrow else 3}"].domain[1]) * room == pytest.approx(20, abs=4)
        assert cost.x == layout.xaxis5.domain[0]
        # Beside another panel a title begins where its plane does; the first of a figure begins at its edge.
        assert roc.x == (layout.xaxis3.domain[0] if look.narrow else 0)
        rows = [t for t in figure.data if t.meta == IN_ROW and t.mode == "text" and t.xaxis == "x6"]
        said = [re.sub("<.*?>", "", text) for trace in rows for text in trace.text]
        assert said == ["A", "B"] + ([] if in_money else [f"{model.area:.3f}" for model in models])
        assert [text for t in rows[1:] for text in t.customdata] == [f"envelope area {area}" for area in said[2:]]
        samples = [t for t in figure.data if t.meta == IN_ROW and t.mode == "lines" and t.xaxis == "x6"]
        assert [(t.line.color, t.line.dash) for t in samples] == list(MODELS[:2])
        # A click on any of them leaves one model alone in both planes.
        (of_models,) = json.loads(layout.meta["live"])["named"]
        for name, found in zip("AB", of_models, strict=True):
            mine = {i for i, trace in enumerate(figure.data) if trace.legendgroup == name}
            assert mine < {place[0] for place in found["lines"]}
            assert {figure.data[place[0]].xaxis for place in found["texts"]} == {"x6", "x7" if look.narrow else "x3"}

    def test_axes_show_all_of_both_planes(self):
        layout = shared(MELON).layout
        for n in ("5", "3"):
            for axis in (layout[f"xaxis{n}"], layout[f"yaxis{n}"]):
                assert axis.range[0] < 0
                assert axis.range[1] > 1
                assert axis.fixedrange
        assert [layout[f"{a}axis{n}"].title.text for n in ("5", "3") for a in "xy"] == [
            "weight of misses, P(+)cost",
            "normalised cost",
            "false positive rate",
            "true positive rate",
        ]
        labels = [handle_of(shared(MELON), name)["label"] for name in HANDLES]
        assert labels == ["threshold t", "operating condition"]

    @pytest.mark.parametrize("look", [Look(), Look(height=342)], ids=["usual", "low"])
    @pytest.mark.parametrize("in_money", [False, True], ids=["shares", "money"])
    def test_every_sentence_is_said_and_reaches_the_figure(self, in_money, look):
        lines, say = [cost_lines("A", MELON)], Marked()
        plane = plane_of_money(lines, costs.CostMatrix(5, 1), cases=1000) if in_money else Plane()
        shown = Shown(plane=plane, curves=[("way", [0, 1], [0, 1], 0.2)], by_amount="fn")
        # A low figure has no title below its strip.
        unseen = ["bar height: √ share of class or amount"] if look.is_low else []
        assert say.missing(drawn(MELON, models=lines, shown=shown, say=say, look=look)) == unseen
        assert {"true positive rate, by amount", "best nowhere"} < say.asked
        assert ("cost of 1,000 cases" in say.asked, "normalised cost" in say.asked) == (in_money, not in_money)


HOSTILE = "<img src=x onerror=alert(1)>%{x}&amp;"


@every_width
def test_names_from_a_file_never_become_markup(look):
    models = [cost_lines(HOSTILE, MELON), cost_lines("{name}{0}{area}", MELON)]
    shown = Shown(rules=(HOSTILE, "<b>x</b>"))
    figure = drawn(MELON, models=models, classes=(HOSTILE, "<b>x</b>"), shown=shown, look=look)
    names = [named(envelope) for envelope, _ in by_model(figure)]
    assert names[0] == "&lt;img src=x onerror=aler…<br>envelope area 0.124"
    assert names[1] == "{name}{0}{area}<br>envelope area 0.124"
    # What groups entries of the legend is never shown.
    for trace in figure.data:
        trace.legendgroup = None
    text = json.dumps([sent(figure), *(handle_of(figure, name) for name in HANDLES)], ensure_ascii=False)
    assert "<img" not in text
    assert "<b>x" not in text
    # A class is named whole where one points at it: as text, with nothing in it that is a tag or a field.
    assert text.count("alert(1)") == text.count("&lt;img src=x onerror=alert(1)&gt;%\u200b{x}&amp;amp;")
