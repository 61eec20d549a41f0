"""The figure of costs: cost lines, envelopes and ROC, and two sliders that each move their own traces."""

import json
import math
from dataclasses import replace
from functools import cache
from types import SimpleNamespace

import numpy as np
import pytest

from evalcore import costs, metrics
from evalcore.counts import ThresholdCounts, threshold_counts
from evalcore.figures.costs.figure import CONDITION, CostWords, Shown, costs_figure
from evalcore.figures.style import MODELS, RULE
from evalcore.views.costs import Plane, conditions, cost_lines, operating_lines, plane_of_money, plane_of_shares
from evalcore.views.threshold import threshold_view
from tests.evalcore.curves.tables import LECTURE, MELON, ONE_CLASS

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
every_width = pytest.mark.parametrize("narrow", [False, True])
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


def sent(figure):
    """Return what the browser gets; nan is not JSON."""

    def refuse(constant):
        raise AssertionError(f"{constant} is not JSON")

    return json.loads(figure.to_json(), parse_constant=refuse)


def frames(figure):
    """Return the frames of the threshold's slider and those of the condition's."""
    of_condition = [frame for frame in figure.frames if frame.name.startswith(CONDITION)]
    return [frame for frame in figure.frames if frame not in of_condition], of_condition


def frame_at(figure, name):
    """Return what one frame changes: the new trace of each place, by what it is."""
    (frame,) = (frame for frame in figure.frames if frame.name == name)
    return [(figure.data[i], change) for i, change in zip(frame.traces, frame.data, strict=True)]


def of_threshold(figure, name):
    line, dot, said = (change for _, change in frame_at(figure, name))
    return SimpleNamespace(line=line, dot=dot, said=said.text[0])


def of_condition(figure, x):
    rule, dots, best, iso, point, said = (change for _, change in frame_at(figure, CONDITION + repr(float(x))))
    return SimpleNamespace(rule=rule, dots=dots, best=best, iso=iso, point=point, said=said.text[0])


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
    found = [t for t in figure.data if t.legendgroup is not None]
    return list(zip(found[::2], found[1::2], strict=True))


class TestTwoSliders:
    @every_table
    @every_width
    def test_each_moves_its_own_traces_only(self, counts, narrow):
        figure = shared(counts, narrow=narrow)
        first, second = frames(figure)
        touched = [{tuple(frame.traces) for frame in group} for group in (first, second)]
        assert [len(group) for group in touched] == [1, 1]
        ((mine,), (its,)) = touched
        assert not set(mine) & set(its)
        # Whatever is not moved lies below, so places are the same for one model or six.
        assert sorted([*mine, *its]) == list(range(min(mine), len(figure.data)))

    @every_table
    @every_width
    def test_move_scatters_without_a_redraw(self, counts, narrow):
        data = sent(drawn(counts, narrow=narrow, shown=Shown(curves=[("way", [0, 1], [0.1, 0.2], math.nan)])))
        for frame in data["frames"]:
            assert set(frame) == {"name", "data", "traces"}
            assert len(frame["traces"]) == len(frame["data"]) == len(set(frame["traces"]))
            assert {data["data"][i]["type"] for i in frame["traces"]} == {"scatter"}
            assert {change.get("type", "scatter") for change in frame["data"]} == {"scatter"}
        for slider in data["layout"]["sliders"]:
            for step in slider["steps"]:
                assert step["method"] == "animate"
                play = step["args"][1]
                assert play["frame"] == {"duration": 0, "redraw": False}
                assert play["mode"] == "immediate"

    @every_table
    def test_play_the_frame_of_their_name_and_value(self, counts):
        figure = shared(counts)
        for slider, group in zip(figure.layout.sliders, frames(figure), strict=True):
            names = [frame.name for frame in group]
            assert [list(step.args[0]) for step in slider.steps] == [[name] for name in names]
            # On release the page reads the value, which is the label where there is none.
            assert [step.value or step.label for step in slider.steps] == names
            assert len(set(names)) == len(names)
        first, second = frames(figure)
        steps = threshold_view(counts, special=(0.5,)).steps
        assert [float(frame.name) for frame in first] == steps.threshold.tolist()
        at = conditions(costs.cost_curve(counts), special=STAKE)
        assert [float(frame.name.removeprefix(CONDITION)) for frame in second] == at.x.tolist()

    def test_melon_steps(self):
        names = [frame.name for frame in shared(MELON).frames]
        assert {"0.6", "0.42", "z:0.5", "z:0.0", "z:1.0", f"z:{Z!r}"} <= set(names)

    @both_classes
    @pytest.mark.parametrize("condition", STAKE)
    def test_begin_at_the_present_threshold_and_condition(self, counts, condition):
        figure = shared(counts, condition=condition)
        for slider, wanted in zip(figure.layout.sliders, (0.5, condition), strict=True):
            step = slider.steps[slider.active]
            assert float((step.value or step.label).removeprefix(CONDITION)) == wanted
            for trace, change in frame_at(figure, step.args[0][0]):
                for name in ("x", "y", "text"):
                    if change[name] is not None:
                        assert list(change[name]) == list(trace[name])


class TestThreshold:
    @every_table
    def test_line_runs_from_the_fpr_to_the_fnr(self, counts):
        for frame in frames(shared(counts))[0]:
            cm = counts.at(float(frame.name))
            line, dot, said = frame.data
            fpr, fnr = metrics.fpr(cm), metrics.fnr(cm)
            assert list(line.x) == [0, 1]
            assert list(line.y) == pytest.approx([fpr, fnr], abs=1e-6, nan_ok=True)
            assert (dot.x[0], dot.y[0]) == pytest.approx((fpr, 1 - fnr), abs=1.1e-6, nan_ok=True)
            for rate in (fpr, fnr):
                assert ("—" if math.isnan(rate) else f"{rate:.3f}") in said.text[0]

    def test_stands_in_both_planes(self):
        planes = [(trace.xaxis, trace.yaxis) for trace, _ in frame_at(shared(MELON), "0.6")]
        assert planes == [("x", "y"), ("x3", "y3"), ("x4", "y4")]

    def test_melon_at_sixty(self):
        at = of_threshold(shared(MELON), "0.6")
        assert list(at.line.y) == pytest.approx([4 / 12, 1 / 8], abs=1e-6)
        assert (at.dot.x[0], at.dot.y[0]) == pytest.approx((4 / 12, 7 / 8), abs=1e-6)
        assert at.said == "line of t: from FPR 0.333 to FNR 0.125, area below 0.229"


class TestCondition:
    @both_classes
    def test_best_point_is_the_best_threshold_of_the_condition(self, counts):
        for frame in frames(shared(counts))[1]:
            x = float(frame.name.removeprefix(CONDITION))
            rule, _, best, _, point, said = frame.data
            choice = costs.best_threshold(counts, cost_fn=x, cost_fp=1 - x, prevalence=0.5)
            assert list(rule.x) == [x, x]
            assert list(rule.y) == [0, 1]
            assert best.x[0] == x
            assert best.y[0] == pytest.approx(choice.normalized_cost, abs=1e-6)
            fpr, tpr = point.x[0], point.y[0]
            assert costs.normalized_cost(fpr, 1 - tpr, x) == pytest.approx(choice.normalized_cost, abs=2e-6)
            assert said.text[0].endswith(f"normalised cost {choice.normalized_cost:.4f}")
            if len(choice.tied) == 1:
                cm = counts.at(choice.threshold)
                assert (fpr, tpr) == pytest.approx((metrics.fpr(cm), metrics.recall(cm)), abs=1e-6)

    @both_classes
    def test_iso_cost_line_has_the_slope_of_the_condition_and_touches_the_curve(self, counts):
        curve = costs.cost_curve(counts)
        for frame in frames(shared(counts))[1]:
            x = float(frame.name.removeprefix(CONDITION))
            *_, iso, point, _ = frame.data
            (left, right), (low, high) = iso.x, iso.y
            fpr, tpr = point.x[0], point.y[0]
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
            (Z, "best here: t = 0.42, normalised cost 0.1154"),
            (0.4, "best here: t = 0.88, normalised cost 0.2000"),
            (2 / 17, "best here: t = 0.88, normalised cost 0.0588"),
            (4 / 7, "best here: t = 0.6, normalised cost 0.2143"),
            (0.5, "best here: t = 0.6, normalised cost 0.2292"),
            (0.0, "best here: t = 0.88, normalised cost 0.0000"),
            (1.0, "best here: t = 0.42, normalised cost 0.0000"),
        ],
    )
    def test_melon_as_worked_out(self, x, said):
        assert of_condition(drawn(MELON, condition=x), x).said == said

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
        assert of_condition(shared(CONSTANT), 0.3).said == "best here: t = ∞, normalised cost 0.3000"
        assert of_condition(shared(CONSTANT), 0.7).said == "best here: t = 3, normalised cost 0.3000"

    @pytest.mark.parametrize(("counts", "_reason"), ONE_CLASS)
    def test_one_class_has_no_best_point(self, counts, _reason):
        data = sent(shared(counts))
        for frame in data["frames"]:
            if frame["name"].startswith(CONDITION):
                _, dots, best, _, point, said = frame["data"]
                assert dots["x"] == dots["y"] == best["y"] == point["x"] == point["y"] == [None]
                assert said["text"] == ["best here: t = —, normalised cost —"]

    def test_stands_in_both_planes(self):
        planes = [(trace.xaxis, trace.yaxis) for trace, _ in frame_at(shared(MELON), "z:0.5")]
        assert planes == [*[("x", "y")] * 3, *[("x3", "y3")] * 2, ("x4", "y4")]


class TestDots:
    @both_classes
    def test_stand_where_the_rule_meets_the_lines(self, counts):
        lines = cost_lines("A", counts)
        for frame in frames(shared(counts))[1]:
            x = float(frame.name.removeprefix(CONDITION))
            dots = frame.data[1]
            if lines.line_fpr.size > 25:
                assert list(dots.y) == [None]
                continue
            assert list(dots.x) == [round(x, 4)] * lines.line_fpr.size
            wanted = costs.normalized_cost(lines.line_fpr, lines.line_fnr, x)
            np.testing.assert_allclose(dots.y, wanted, atol=0.500001e-4)

    def test_melon_has_one_a_line(self):
        assert len(of_condition(shared(MELON), 0.5).dots.y) == 20

    def test_are_small_and_lie_below_the_best_point(self):
        _, dots, best, *_ = (trace for trace, _ in frame_at(shared(MELON), "z:0.5"))
        assert (dots.mode, dots.marker.size, dots.marker.color) == ("markers", 5, RULE)
        assert (dots.xaxis, dots.yaxis, dots.hoverinfo, dots.showlegend) == ("x", "y", "skip", False)
        assert best.marker.size > dots.marker.size

    @pytest.mark.parametrize("zoom", [None, 0.4])
    def test_in_money_are_the_cost_at_the_prevalence_within_the_plane(self, zoom):
        plane = plane_of_money([cost_lines("A", MELON)], costs.CostMatrix(5, 1), zoom=zoom)
        figure = drawn(MELON, shown=Shown(plane=plane))
        curve = costs.cost_curve(MELON)
        for x in (0.0, 0.2, Z, 1.0):
            p, dots = float(plane.across(x)), of_condition(figure, x).dots
            money = 1000 * costs.expected_cost(curve.fpr, curve.fnr, prevalence=p, cost_fn=5, cost_fp=1)
            # Dots above the plane would not be seen.
            seen = money[money <= plane.high]
            assert list(dots.x) == [round(p, 4)] * seen.size
            np.testing.assert_allclose(dots.y, seen, atol=plane.high * 1e-4)

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
    def test_where_nothing_is_at_stake_no_condition_is_marked_until_it_is_dragged(self, counts, narrow):
        known, figure = (sent(drawn(counts, narrow=narrow, condition=0.5, known=known)) for known in (True, False))
        places = next(frame["traces"] for frame in figure["frames"] if frame["name"] == "z:0.5")
        for i, (was, now) in enumerate(zip(known["data"], figure["data"], strict=True)):
            if i not in places:
                assert now == was
            elif "text" in now:
                assert now == {**was, "text": ["best here: t = —, normalised cost —"]}
            else:
                # Without any point Plotly would take the trace for hidden, and no frame could show it again.
                assert now == {**was, "x": [None], "y": [None]}
        for part in ("frames", "layout"):
            assert figure[part] == known[part]


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
        line = "t = %{customdata[0]:.6~g}: FPR %{customdata[1]:.3f}, FNR %{customdata[2]:.3f}<br>"
        stretch = "best for P(+)cost in [%{customdata[3]:.3f}, %{customdata[4]:.3f}]<extra></extra>"
        ever = {t for t, said in found.hover.items() if said == line + stretch}
        assert ever == {0.88, 0.6, 0.42}
        assert {said for t, said in found.hover.items() if t not in ever} == {line + "best nowhere<extra></extra>"}
        np.testing.assert_array_equal(found.behind[0, 0], [np.inf, 0, 1])
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
        np.testing.assert_array_equal(behind[:, 0], mine.envelope_threshold)
        for threshold, fpr, fnr in behind:
            cm = counts.at(threshold)
            assert (fpr, fnr) == pytest.approx((metrics.fpr(cm), metrics.fnr(cm)))
        assert envelope.name == f"A   area under the envelope {mine.area:.4f}"
        assert (envelope.xaxis, envelope.yaxis) == ("x", "y")

    def test_melon_area(self):
        ((envelope, roc),) = by_model(shared(MELON))
        assert envelope.name == "A   area under the envelope 0.1239"
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
        by_name = {trace.name: trace for trace in figure.data}
        found, labels = by_name["score-driven   area 0.2500"], by_name["labels"]
        assert (found.xaxis, found.yaxis) == ("x", "y")
        np.testing.assert_array_equal(found.y, way)
        assert labels.line.color != found.line.color
        assert (found.fill, labels.fill) == ("tozeroy", None)
        assert figure.layout.height > shared(MELON).layout.height

    @pytest.mark.parametrize("shaded", [set(), {"fixed"}, {"optimal"}, {"fixed", "optimal"}])
    def test_shades_what_is_asked_for(self, shaded):
        figure = drawn(MELON, shown=Shown(shaded=frozenset(shaded)))
        ((envelope, roc),) = by_model(figure)
        line = frame_at(figure, "0.6")[0][0]
        assert (line.fill == "tozeroy", envelope.fill == "tozeroy") == ("fixed" in shaded, "optimal" in shaded)
        assert roc.fill is None

    def test_rules_are_named_where_their_lines_leave_the_plane(self):
        (never, always) = shared(MELON).layout.annotations
        assert (never.x, never.y, never.xanchor, always.x, always.y, always.xanchor) == (1, 1, "right", 0, 1, "left")
        assert "always negative" in never.text
        assert "always positive" in always.text
        # Enlarged, each line leaves on the other's side, and the names stand between them, one below the other.
        near = Plane(high=0.25)
        (never, always) = drawn(MELON, shown=Shown(plane=near)).layout.annotations
        assert (never.x, never.y, never.xanchor, always.x, always.y, always.xanchor) == (
            (0.25, 0.25, "left", 0.75, 0.25, "right")
        )
        assert (never.yshift, always.yshift) == (0, -18)
        # From near a rare prevalence one of them is not seen at all.
        plane = plane_of_money([cost_lines("A", MELON)], costs.CostMatrix(50, 2), zoom=0.002)
        (never,) = drawn(MELON, shown=Shown(plane=plane)).layout.annotations
        assert (never.x, never.xanchor) == (pytest.approx(0.008, abs=0.0005), "right")

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
    def test_in_money_everything_stands_at_its_prevalence_and_cost(self, narrow):
        plane = plane_of_money([cost_lines("A", MELON)], costs.CostMatrix(5, 1))
        figure = drawn(MELON, narrow=narrow, shown=Shown(plane=plane, span=(4 / 7, Z)))
        assert figure.layout.meta == {"left": (0, 1000), "right": (0, 5000)}
        line = of_threshold(figure, "0.6").line
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
        assert [step.label for step in figure.layout.sliders[1].steps if step.value == f"z:{Z!r}"] == ["0.4"]


class TestSize:
    @pytest.mark.parametrize("counts", [MANY, WEIGHTED], ids=["many", "weighted"])
    @every_width
    def test_is_small_enough_to_send(self, counts, narrow):
        assert len(shared(counts, narrow=narrow).to_json().encode()) <= 260_000

    def test_in_money_too(self):
        plane = plane_of_money([cost_lines("A", MANY)], costs.CostMatrix(5, 1))
        assert len(drawn(MANY, shown=Shown(plane=plane)).to_json().encode()) <= 260_000


class TestLayout:
    @every_width
    @pytest.mark.parametrize("n_models", [1, 6])
    def test_planes_lie_within_the_figure_and_apart(self, narrow, n_models):
        models = [cost_lines(f"m{i}", MELON) for i in range(n_models)]
        figure = drawn(MELON, models=models, narrow=narrow)
        layout, boxes = figure.layout, []
        for n in ("", "3", "4"):
            x, y = layout[f"xaxis{n}"].domain, layout[f"yaxis{n}"].domain
            assert 0 <= x[0] < x[1] <= 1
            assert 0 <= y[0] < y[1] <= 1
            boxes.append((x, y))
        for i, (x, y) in enumerate(boxes):
            for other_x, other_y in boxes[i + 1 :]:
                assert x[1] <= other_x[0] or other_x[1] <= x[0] or y[1] <= other_y[0] or other_y[1] <= y[0]
        # The sliders stand below the cost plane, one below the other, above the ROC plane where that is below.
        first, second = (slider.y for slider in layout.sliders)
        (_, cost), (_, roc), _ = boxes
        inner = layout.height - 24
        assert cost[0] > first > second > (roc[1] if narrow else 0)
        assert (first - second) * inner >= 70
        assert (second - (roc[1] if narrow else 0)) * inner >= 70
        # The legend has the rest below.
        assert min(roc[0], second) * inner >= 70 + 22 * n_models
        assert {trace.xaxis or "x" for trace in figure.data} == {"x", "x3", "x4"}

    def test_narrow_stacks_the_planes(self):
        wide, narrow = (drawn(MELON, narrow=narrow).layout for narrow in (False, True))
        assert wide.yaxis.domain == wide.yaxis3.domain
        assert wide.xaxis.domain[1] < wide.xaxis3.domain[0]
        assert narrow.xaxis.domain == narrow.xaxis3.domain
        assert narrow.yaxis.domain[0] > narrow.yaxis3.domain[1]
        assert narrow.height > wide.height

    def test_axes_show_all_of_both_planes(self):
        layout = shared(MELON).layout
        for n in ("", "3"):
            for axis in (layout[f"xaxis{n}"], layout[f"yaxis{n}"]):
                assert axis.range[0] < 0
                assert axis.range[1] > 1
                assert axis.fixedrange
        assert [layout[f"{a}axis{n}"].title.text for n in ("", "3") for a in "xy"] == [
            "P(+)cost",
            "normalised cost",
            "false positive rate",
            "true positive rate",
        ]
        assert [slider.currentvalue.prefix for slider in layout.sliders] == [
            "threshold t = ",
            "operating condition P(+)cost = ",
        ]

    def test_words_reach_the_figure(self):
        used = {
            "threshold",
            "across",
            "up",
            "fpr",
            "tpr",
            "always_negative",
            "always_positive",
            "envelope",
            "condition",
            "best_here",
            "current",
            "line",
            "best_from_to",
            "never_best",
        }
        fields = {"envelope": " {name}{area}", "best_here": " {t}{cost}", "current": " {fpr}{fnr}", "line": " {t}"}
        words = replace(CostWords(), **{name: f"«{name}»{fields.get(name, '')}" for name in used})
        text = json.dumps(sent(drawn(MELON, words=words)), ensure_ascii=False)
        assert [name for name in used if f"«{name}»" not in text] == []


HOSTILE = "<img src=x onerror=alert(1)>%{x}&amp;"


@every_width
def test_names_from_a_file_never_become_markup(narrow):
    models = [cost_lines(HOSTILE, MELON), cost_lines("{name}{0}{area}", MELON)]
    words = CostWords(positive=HOSTILE, negative="<b>x</b>")
    figure = drawn(MELON, models=models, words=words, narrow=narrow)
    names = [envelope.name for envelope, _ in by_model(figure)]
    assert names[0] == "&lt;img src=x onerror=aler…   area under the envelope 0.1239"
    assert names[1] == "{name}{0}{area}   area under the envelope 0.1239"
    # What groups entries of the legend is never shown.
    for trace in figure.data:
        trace.legendgroup = None
    text = json.dumps(sent(figure), ensure_ascii=False)
    assert "<img" not in text
    assert "<b>x" not in text
    assert "alert(1)" not in text
