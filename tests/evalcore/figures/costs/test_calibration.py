"""Reliability diagram and decision curve: drawn as computed, in every case without a nan."""

import json
import math
from dataclasses import replace

import numpy as np
import pytest

from evalcore import costs
from evalcore.calibration import calibration
from evalcore.costs import decision_curve
from evalcore.counts import ThresholdCounts, threshold_counts
from evalcore.figures.costs.calibration import decision_figure, reliability_figure
from evalcore.figures.style import INK, MODELS
from tests.evalcore.curves.tables import MELON, ONE_CLASS
from tests.evalcore.figures.steps import Marked
from tests.evalcore.golden import MELON_SCORE, MELON_TRUTH

RNG = np.random.default_rng(2)
SCORE = RNG.random(5_000)
CALIBRATED = threshold_counts(RNG.random(5_000) < SCORE, SCORE)
WEIGHTED = threshold_counts(MELON_TRUTH, MELON_SCORE, sample_weight=RNG.random(20))
CONSTANT = threshold_counts([True, False, False, False], [0.25] * 4)
LOGITS = threshold_counts(MELON_TRUTH, 10 * MELON_SCORE - 5)
TABLES = {
    "melon": MELON,
    "calibrated": CALIBRATED,
    "weighted": WEIGHTED,
    "constant": CONSTANT,
    "logits": LOGITS,
    "only positives": ONE_CLASS[0][0],
    "only negatives": ONE_CLASS[1][0],
}
every_table = pytest.mark.parametrize("counts", TABLES.values(), ids=TABLES)
# The lines of the decision curve, each with the name it has there.
DECISION = {
    "model": "A",
    "best": "best threshold on these rows",
    "treat_all": "act always",
    "treat_none": "act never",
}


def sent(figure):
    """Return what the browser gets; nan is not JSON."""

    def refuse(constant):
        raise AssertionError(f"{constant} is not JSON")

    return json.loads(figure.to_json(), parse_constant=refuse)


def decision(counts, at=1 / 6, **options):
    return decision_figure(decision_curve(counts, **options), at, DECISION["model"])


def lines(figure):
    return {trace.name: trace for trace in figure.data}


class TestReliability:
    @pytest.mark.parametrize("name", ["melon", "calibrated", "weighted", "constant"])
    def test_points_are_the_bins(self, name):
        found = calibration(TABLES[name])
        perfect, bins = reliability_figure(found).data
        assert (list(perfect.x), list(perfect.y), perfect.name) == ([0, 1], [0, 1], "perfect calibration")
        np.testing.assert_array_equal(bins.x, found.score)
        np.testing.assert_array_equal(bins.y, found.share)
        np.testing.assert_array_equal(bins.customdata, np.column_stack([found.n, found.edges_low, found.edges_high]))
        assert (np.diff(bins.x) > 0).all()

    def test_melon_in_five_bins(self):
        _, bins = reliability_figure(calibration(MELON, bins=5)).data
        assert list(bins.y) == [0, 0.25, 0.5, 0.25, 1]
        assert list(bins.x) == pytest.approx([0.1375, 0.39, 0.6025, 0.78, 0.9325])
        assert [row[0] for row in bins.customdata] == [4] * 5

    @pytest.mark.parametrize("name", ["melon", "calibrated", "constant"])
    def test_bars_reach_the_ends_of_the_intervals(self, name):
        found = calibration(TABLES[name])
        bars = reliability_figure(found).data[1].error_y
        np.testing.assert_allclose(found.share + bars.array, found.high, atol=1e-15)
        np.testing.assert_allclose(found.share - bars.arrayminus, found.low, atol=1e-15)
        assert min(*bars.array, *bars.arrayminus) >= -1e-15
        assert max(*bars.array, *bars.arrayminus) > 0

    def test_weighted_rows_have_no_bars(self):
        found = calibration(WEIGHTED)
        assert found.reason is not None
        bars = reliability_figure(found).data[1].error_y
        assert not any(bars.array)
        assert not any(bars.arrayminus)

    @pytest.mark.parametrize("name", ["logits", "constant", "weighted"])
    def test_is_json_even_without_bins(self, name):
        data = sent(reliability_figure(calibration(TABLES[name])))
        assert len(data["data"]) == 2

    @pytest.mark.parametrize(("model", "said"), [(["<b>A"], "&lt;b&gt;A"), ([], "share of positives")])
    def test_line_is_named_in_the_legend(self, model, said):
        assert [trace.name for trace in reliability_figure(calibration(MELON), *model).data][1] == said

    def test_every_sentence_is_said_and_reaches_the_figure(self):
        say = Marked()
        assert not say.missing(reliability_figure(calibration(MELON), say=say))
        assert say.asked == {"mean score", "share of positives", "perfect calibration"}

    def test_axes_are_named_and_show_all_shares(self):
        layout = reliability_figure(calibration(MELON)).layout
        assert (layout.xaxis.title.text, layout.yaxis.title.text) == ("mean score", "share of positives")
        for axis in (layout.xaxis, layout.yaxis):
            assert axis.range[0] < 0
            assert axis.range[1] > 1


class TestDecisionCurve:
    def test_melon_at_five_to_one(self):
        """cost(FN) : cost(FP) = 5 : 1 is p_t = 1/6."""
        figure = decision_figure(decision_curve(MELON, [1 / 6, 0.5]), 1 / 6, DECISION["model"])
        at = {name: float(trace.y[0]) for name, trace in lines(figure).items()}
        assert at == pytest.approx({"A": 0.300, DECISION["best"]: 0.340, "act always": 0.280, "act never": 0})

    def test_is_the_cost_turned_over(self):
        """NB = p - cost_norm [p (1 - p_t) + (1 - p) p_t] / (1 - p_t), at its own P(+)cost."""
        trace = lines(decision(MELON))[DECISION["best"]]
        for p_t, value in zip(trace.x, trace.y, strict=True):
            best = costs.best_threshold(MELON, cost_fn=1 - p_t, cost_fp=p_t)
            weight = (0.4 * (1 - p_t) + 0.6 * p_t) / (1 - p_t)
            assert value == pytest.approx(0.4 - best.normalized_cost * weight)

    @every_table
    def test_lines_are_drawn_as_computed(self, counts):
        found = decision_curve(counts)
        drawn = decision(counts)
        assert list(lines(drawn)) == list(DECISION.values())
        for key, said in DECISION.items():
            trace = lines(drawn)[said]
            np.testing.assert_array_equal(trace.x, found.threshold_probability)
            np.testing.assert_array_equal(trace.y, getattr(found, key))
        sent(drawn)

    def test_scores_that_are_no_probabilities_have_no_line_of_their_own(self):
        drawn = lines(decision(LOGITS))
        assert np.isnan(np.asarray(drawn["A"].y)).all()
        np.testing.assert_allclose(drawn[DECISION["best"]].y, lines(decision(MELON))[DECISION["best"]].y)

    @pytest.mark.parametrize("at", [1 / 6, 0.5, 1.0])
    def test_present_costs_stand_as_a_rule(self, at):
        (rule,) = decision(MELON, at).layout.shapes
        assert (rule.x0, rule.x1) == (at, at)

    def test_without_a_stake_there_is_no_rule(self):
        figure = decision(MELON, math.nan)
        assert not figure.layout.shapes
        sent(figure)

    @every_table
    @pytest.mark.parametrize("prevalence", [None, 0.001, 0.9])
    def test_axis_shows_from_below_nothing_to_above_the_best(self, counts, prevalence):
        low, high = decision(counts, prevalence=prevalence).layout.yaxis.range
        found = decision_curve(counts, prevalence=prevalence)
        assert low < 0 < high
        if np.isfinite(found.best).any():
            assert high > np.nanmax(found.best)
            assert low >= -high

    def test_axis_shows_where_the_model_is_worse_than_doing_nothing(self):
        figure = decision(MELON)
        assert np.nanmin(lines(figure)["A"].y) == pytest.approx(-0.2)
        assert figure.layout.yaxis.range[0] < -0.2

    def test_the_best_is_no_second_model(self):
        drawn = lines(decision(MELON))
        models = {colour for colour, _dash in MODELS}
        assert drawn["A"].line.color in models
        assert all(drawn[DECISION[key]].line.color not in models for key in ("best", "treat_all", "treat_none"))
        assert drawn[DECISION["best"]].line.color == INK

    def test_another_prevalence_is_another_curve(self):
        here, there = (lines(decision(MELON, prevalence=p))["act always"].y for p in (None, 0.1))
        assert float(there[0]) == pytest.approx(0.1 - 0.9 / 99)
        assert float(here[0]) == pytest.approx(0.4 - 0.6 / 99)

    def test_a_rare_class_still_fills_the_panel(self):
        rare = ThresholdCounts.from_grouped([0.9, 0.5, 0.1], [5, 3, 2], [10, 100, 9880])
        figure = decision(rare)
        assert figure.layout.yaxis.range[1] == pytest.approx(0.011)

    def test_hostile_model_name_is_text(self):
        figure = decision_figure(decision_curve(MELON), 0.2, "<img src=x onerror=alert(1)>%{x}&amp;")
        text = json.dumps(sent(figure))
        assert "<img" not in text
        assert "%{x}" not in text
        assert figure.data[0].name.startswith("&lt;img src=x")
        # Our own words are not cut.
        assert figure.data[1].name == "best threshold on these rows"

    def test_every_sentence_is_said_and_reaches_the_figure(self):
        say = Marked()
        assert not say.missing(decision_figure(decision_curve(MELON), 0.2, "A", say=say))
        assert say.asked == {*list(DECISION.values())[1:], "threshold probability p_t", "net benefit"}

    def test_no_finite_number_at_all(self):
        found = decision_curve(MELON)
        nothing = np.full(99, np.nan)
        figure = decision_figure(replace(found, best=nothing, model=nothing, treat_all=nothing), 0.5, DECISION["model"])
        assert list(figure.layout.yaxis.range) == pytest.approx([-0.35, 1.1])
        sent(figure)
