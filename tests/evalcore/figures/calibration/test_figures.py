"""Figures of probabilities and ranking: drawn as computed, in every case without a nan, each sentence said once."""

import json
import math

import numpy as np
import pytest
from scipy import special

from evalcore import costs, curves
from evalcore.calibration import calibration, recalibrated, smooth_calibration
from evalcore.counts import ThresholdCounts, threshold_counts
from evalcore.errors import message
from evalcore.figures.calibration.decision import benefit_figure, difference_figure
from evalcore.figures.calibration.ranking import distance_figure, gains_figure, lift_figure
from evalcore.figures.calibration.reliability import recalibration_figure, smooth_figure
from evalcore.figures.layout import Look
from evalcore.figures.style import MODELS
from evalcore.views.ranking import drawn_distance, drawn_gains

RNG = np.random.default_rng(2)
X = RNG.normal(-0.5, 1.4, 3_000)
TRUTH, SCORE = RNG.random(3_000) < special.expit(0.7 * X), special.expit(X)
COUNTS = threshold_counts(TRUTH, SCORE)
OTHER = threshold_counts(RNG.random(3_000) < special.expit(0.7 * X), SCORE)
WEIGHTED = threshold_counts(TRUTH[:200], SCORE[:200], sample_weight=RNG.random(200))
LOGITS = threshold_counts(TRUTH, X)
ONE_CLASS = threshold_counts([1, 1, 1], [0.9, 0.5, 0.2])
TABLES = {"rows": COUNTS, "weighted": WEIGHTED, "logits": LOGITS, "one class": ONE_CLASS}
WHAT = message("difference of net benefit")


def smooth(counts, **options):
    return smooth_figure(smooth_calibration(counts), calibration(counts), **options)


def benefit(counts, **options):
    return benefit_figure(costs.decision_intervals(counts), 0.2, "A", **options)


def gains(counts, make=gains_figure, **options):
    curve = curves.gains_curve(counts)
    return make(drawn_gains(curve), curves.gains_at(counts, rows=0.2), "A", **options)


def lift(counts, **options):
    return gains(counts, lift_figure, **options)


def difference(counts, **options):
    return difference_figure(costs.decision_intervals(counts).avoided, 0.2, what=WHAT, **options)


def distance(counts, **options):
    return distance_figure(drawn_distance(counts), curves.kolmogorov_smirnov(counts), **options)


ALL = (smooth, benefit, difference, gains, lift, distance)
every_figure = pytest.mark.parametrize("draw", ALL, ids=lambda draw: draw.__name__)


def named(figure):
    return {trace.name: trace for trace in figure.data if trace.name}


@pytest.mark.parametrize("counts", TABLES.values(), ids=TABLES)
@pytest.mark.parametrize("draw", ALL, ids=lambda draw: draw.__name__)
def test_the_browser_gets_json(draw, counts):
    def refuse(constant):
        raise AssertionError(f"{constant} is not JSON")

    sent = json.loads(draw(counts).to_json(), parse_constant=refuse)
    assert sent["layout"]["meta"]["guessed"]["traces"]
    assert max(sent["layout"]["meta"]["guessed"]["traces"]) < len(sent["data"])


@every_figure
def test_every_name_is_said_and_the_height_is_that_of_the_look(draw):
    figure = draw(COUNTS, say=lambda one: f"<{one}>", look=Look(height=333))
    assert figure.layout.height == 333
    for axis in (figure.layout.xaxis, figure.layout.yaxis):
        assert axis.title.text.startswith("<")
    assert all(name.startswith("<") or name == "A" for name in named(figure))
    assert draw(COUNTS).layout.height == 420


def test_the_smooth_curve_stands_in_its_band():
    found = smooth_calibration(COUNTS)
    figure = smooth(COUNTS)
    _, low, high, curve, bins = figure.data
    for drawn, values in (
        (low, found.low),
        (high, found.high),
        (curve, found.share),
        (bins, calibration(COUNTS).share),
    ):
        np.testing.assert_array_equal(drawn.y, values)
    assert (high.fill, high.name) == ("tonexty", "95% band, each place alone")
    assert len(smooth(WEIGHTED).data) == 3
    assert "smooth curve" not in named(smooth(ONE_CLASS))


def test_before_and_after_differ_by_dash_and_mark():
    found = recalibrated(COUNTS, OTHER)
    figure = recalibration_figure(found.before.losses.bins, found.after.losses.bins)
    _, before, after = figure.data
    assert (before.line.dash, after.line.dash) == (MODELS[0][1], MODELS[1][1])
    assert before.marker.symbol != after.marker.symbol
    np.testing.assert_array_equal(after.x, found.after.losses.bins.score)


def test_benefit_beside_always_and_never():
    found = costs.decision_intervals(COUNTS)
    figure = benefit(COUNTS)
    lines = named(figure)
    np.testing.assert_array_equal(lines["A"].y, found.model.value)
    np.testing.assert_array_equal(lines["act always"].y, found.treat_all.value)
    assert not any(lines["act never"].y)
    assert figure.layout.shapes[0].x0 == 0.2
    low, high = figure.layout.yaxis.range
    assert low < 0 < found.model.value.max() < high
    assert not benefit_figure(found, math.nan, "A").layout.shapes


def test_a_difference_is_seen_against_none():
    found = costs.net_benefit_difference(TRUTH, SCORE, special.expit(X + RNG.normal(0, 1, 3_000)))
    figure = difference_figure(found, 0.3, what=WHAT)
    np.testing.assert_array_equal(figure.data[2].y, found.value)
    low, high = figure.layout.yaxis.range
    assert low <= 0 <= high
    assert low < np.median(found.value) < high
    same = costs.net_benefit_difference(TRUTH, SCORE, SCORE, [0.2, 0.4])
    assert difference_figure(same, 0.3, what=WHAT).layout.yaxis.range[0] < 0


def test_gains_lift_and_distance_are_those_of_the_counts():
    curve, at = curves.gains_curve(COUNTS), curves.gains_at(COUNTS, rows=0.2)
    lines = named(gains(COUNTS))
    assert set(lines["A"].y) <= set(curve.gain)
    assert (lines["present place"].x[0], lines["present place"].y[0]) == (at.rows, at.gain.value)
    assert lines["present place"].error_y.array[0] == at.gain.high - at.gain.value
    assert list(lines["perfect order"].x) == [0, curve.prevalence, 1]
    assert named(lift(COUNTS))["present place"].y[0] == at.lift.value
    found = curves.kolmogorov_smirnov(COUNTS)
    mark = named(distance(COUNTS))[f"K-S = {found.statistic:.3f}"]
    assert list(mark.y) == [found.fpr, found.tpr]
    assert named(distance(COUNTS))["positives"].line.dash != named(distance(COUNTS))["negatives"].line.dash


def test_many_rows_are_drawn_with_few_points():
    n = 60_000
    truth, score = RNG.random(n) < 0.1, RNG.normal(size=n)
    counts = threshold_counts(truth, score)
    for figure in (gains(counts), lift(counts), distance(counts)):
        assert sum(len(trace.x) for trace in figure.data) < 6_000


def test_the_present_place_of_nothing_is_no_mark():
    counts = ThresholdCounts.from_grouped([0.9, 0.2], [3, 1], [1, 5])
    curve = curves.gains_curve(counts)
    mark = lift_figure(drawn_gains(curve), curves.gains_at(counts, rows=0), "A").data[-1]
    assert list(mark.y) == [None]
